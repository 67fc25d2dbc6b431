"""A match of people who err, reviewed once for all tests of reports."""

from __future__ import annotations

import pytest

from fullprime import Match, SeededDice
from fullprime.analysis.review import Report, review
from fullprime.engine import Engine, play_match

EVIL = '<script>alert("x")</script> & \\ #x'
"""The name of a player who wants to be a program."""


@pytest.fixture(scope="session")
def played() -> tuple[Match, Report]:
    engines = Engine(level="beginner", name=EVIL), Engine(level="casual", name="Ben")
    match = play_match(*engines, SeededDice(2), target=3)
    return match, review(match, plies=0)
