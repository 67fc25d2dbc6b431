"""Kept rollouts: what is in the file, and whether it is true."""

from __future__ import annotations

import msgspec
import pytest

from engine.test_rollout import CONTACT, RACE, roller, short, table
from engine.test_search import BACKGAMMON, BEAR_OFF
from fullprime import Position, Roll, Stakes
from fullprime.engine import Wager
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, Terms
from fullprime.errors import FullprimeError
from fullprime.notation import read_play

__all__ = ["roller", "table"]  # fixtures


def test_verify(roller: Roller) -> None:
    found = roller.plays(Position.parse(CONTACT), Roll(3, 1), short(cubeful=True))
    loaded = RolledOut.load(found.dump())
    assert loaded == found
    assert roller.verify(loaded) == []


def test_a_changed_digit_is_found(roller: Roller) -> None:
    found = roller.position(Position.parse(CONTACT), short(72))
    text = found.dump().decode()
    mean = repr(found.lines[0].chances[1].mean)
    other = mean[:6] + ("1" if mean[6] != "1" else "2") + mean[7:]
    [told] = roller.verify(RolledOut.load(text.replace(mean, other).encode()))
    assert told == f"lines[0].chances[1].mean: {float(other)}, expected {mean}"


def forged(found: RolledOut, *changes: tuple[str, str]) -> RolledOut:
    """With other words in the file."""
    text = found.dump().decode()
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return RolledOut.load(text.encode())


def test_other_names_are_found(roller: Roller) -> None:
    """The figures of one play under the name of another."""
    position, roll = BACKGAMMON.start_position, Roll(3, 1)
    plays = [read_play(BACKGAMMON, position, roll, text) for text in ("8/5 6/5", "24/23 13/10")]
    found = roller.plays(position, roll, short(36), plays=plays)
    assert roller.verify(found) == []
    swap = (("8/5 6/5", "?"), ("24/23 13/10", "8/5 6/5"), ("?", "24/23 13/10"))
    first, second = roller.verify(forged(found, *swap))
    assert first.startswith("lines[0].subject.position: ")
    assert second.startswith("lines[1].subject.position: ")
    without = msgspec.structs.replace(found, question=None)
    assert roller.verify(without) == ["question: None, expected what the lines are the answer to"]
    other = forged(found, (f'"position": "{BACKGAMMON.text(position)}"', f'"position": "{RACE}"'))
    with pytest.raises(FullprimeError, match="8/5 6/5"):
        roller.verify(other)


def test_a_double_that_was_none_is_found(roller: Roller) -> None:
    found = roller.cube(Position.parse(CONTACT), short(36))
    assert roller.verify(found) == []
    swapped = (("no double", "?"), ("double, take", "no double"), ("?", "double, take"))
    told = roller.verify(forged(found, *swapped))
    assert told[0] == "lines[0].subject.name: 'double, take', expected 'no double'"
    fewer = msgspec.structs.replace(found, lines=found.lines[:1], differences=())
    assert "lines: 1 of them, expected 2" in roller.verify(fewer)


def test_other_reasons_to_stop_are_found(roller: Roller) -> None:
    found = roller.position(Position.parse(CONTACT), short(36))
    for old, new in (
        ('"stopped": "trials"', '"stopped": "confidence"'),
        ('"stopped": "trials"', '"stopped": "standard error"'),
        ('"trials": 36', '"trials": 10'),
    ):
        [told] = roller.verify(forged(found, (old, new)))
        assert told.startswith("stopped: ") and "after 36 trials" in told


def test_what_was_played_for_is_in_the_file() -> None:
    wager = Wager(Stakes(away=(3, 5)))
    asked = RolloutSettings(trials=36, cubeful=True, truncate=1)
    found = roller_for(BACKGAMMON).position(
        BACKGAMMON.start_position, asked, Terms.for_wager(wager)
    )
    assert (found.terms.played_for, found.terms.table) == (wager.stakes, "Kazaross-XG2")
    assert roller_for(BACKGAMMON).verify(found) == []
    other = msgspec.structs.replace(found.terms, played_for=Stakes(away=(3, 4)))
    told = roller_for(BACKGAMMON).verify(msgspec.structs.replace(found, terms=other))
    assert told and all(each.startswith("terms.") for each in told)
    strange = msgspec.structs.replace(found.terms, table="mine")
    with pytest.raises(FullprimeError, match=r"'mine', expected one that comes with .*Kazaross"):
        roller_for(BACKGAMMON).verify(msgspec.structs.replace(found, terms=strange))
    money = Terms.for_wager(Wager(Stakes()))
    assert (money.played_for, money.table) == (Stakes(), None)
    assert Terms.for_wager(Wager(Stakes(), seat=1)).played_for is None


def test_figures_that_are_missing_are_told(roller: Roller) -> None:
    found = roller.plays(Position.parse(CONTACT), Roll(3, 1), short(36))
    fewer = msgspec.structs.replace(found, differences=())
    assert roller.verify(fewer) == [f"differences: 0 of them, expected {len(found.differences)}"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"{}", "not a rollout"), (b"\xff", "not a rollout"), (b'{"format": 1}', "not a rollout")],
)
def test_other_files_are_refused(content: bytes, words: str) -> None:
    with pytest.raises(FullprimeError, match=words):
        RolledOut.load(content)


def test_another_format_is_refused(roller: Roller) -> None:
    found = msgspec.structs.replace(roller.position(Position.parse(BEAR_OFF), short(1)), format=99)
    with pytest.raises(FullprimeError, match="format 99; expected"):
        RolledOut.load(found.dump())
