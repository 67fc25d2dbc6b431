"""The golden playthroughs still hold."""

from __future__ import annotations

import re

import pytest

import family_playthrough
import playthrough
from fullprime import variants


def kept(name: str) -> str:
    return (playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", playthrough.MATCHES)
def test_playthrough(name: str) -> None:
    found = playthrough.playthrough(name)
    assert found == kept(name), "read the difference of `make playthroughs`"


@pytest.mark.parametrize("name", family_playthrough.GAMES)
def test_playthrough_of_the_family(name: str) -> None:
    found = family_playthrough.transcript(name)
    assert found == kept(name), "read the difference of `make playthroughs`"


def test_no_playthrough_is_left_over() -> None:
    files = {file.stem for file in playthrough.FOLDER.glob("*.txt")}
    assert files == set(playthrough.MATCHES) | set(family_playthrough.GAMES)


def test_playthroughs_meet_every_action() -> None:
    """Together they show every kind of action but the passes of a closed-out player."""
    told = set(re.findall(r"^> (\w+)", "".join(map(kept, playthrough.MATCHES)), re.MULTILINE))
    assert told >= {"roll", "play", "double", "take", "drop", "beaver", "raccoon"}
    assert told >= {"resign", "accept", "decline"}


def test_every_variant_has_a_playthrough() -> None:
    games = family_playthrough.GAMES
    assert all(games[variant.id].games == variant.id for variant in variants())


@pytest.mark.parametrize("name", family_playthrough.GAMES)
def test_playthroughs_show_what_is_special(name: str) -> None:
    text = kept(name)
    missing = [words for words in family_playthrough.GAMES[name].shows if words not in text]
    assert not missing
