"""The golden playthroughs still hold."""

from __future__ import annotations

import re

import pytest

import playthrough


@pytest.mark.parametrize("name", playthrough.MATCHES)
def test_playthrough(name: str) -> None:
    expected = (playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough.playthrough(name) == expected, "read the difference of `make playthroughs`"


def test_no_playthrough_is_left_over() -> None:
    files = {file.stem for file in playthrough.FOLDER.glob("*.txt")}
    assert files == set(playthrough.MATCHES)


def test_playthroughs_meet_every_action() -> None:
    """Together they show every kind of action but the passes of a closed-out player."""
    text = "".join(playthrough.playthrough(name) for name in playthrough.MATCHES)
    told = set(re.findall(r"^> (\w+)", text, re.MULTILINE))
    assert told >= {"roll", "play", "double", "take", "drop", "beaver", "raccoon"}
    assert told >= {"resign", "accept", "decline"}
