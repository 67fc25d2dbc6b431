"""What GNU Backgammon thought of a decision, as it stands in its files.

Of versions 0 to 3. Nothing here fails: what cannot be read stays what it is, a text that is written
again as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import Final

from fullprime.action import Seat
from fullprime.formats.sgf.letters import written_steps
from fullprime.formats.transcript import NO_PLAY
from fullprime.notes import Analysis, Candidate, CubeVerdict, Mark, SixChances

MARKS: Final[dict[tuple[str, str], Mark]] = {
    ("BM", "2"): "??",
    ("BM", "1"): "?",
    ("DO", ""): "?!",
    ("IT", ""): "!?",
    ("TE", "1"): "!",
    ("TE", "2"): "!!",
}
"""Bad, doubtful, interesting and good moves of every game in this format."""
OUTPUTS: Final = 7
"""Wins, gammons, backgammons, gammons and backgammons lost, equity, and with the cube."""
DIGITS: Final = 6
_PLIES = re.compile(r"(\d{1,3})(C?)")


def read_mark(properties: Mapping[str, Sequence[str]]) -> tuple[Mark, str]:
    """The mark of a node, and the property that it stands in; empty where there is none."""
    for (name, value), mark in MARKS.items():
        if properties.get(name) == [value]:
            return mark, name
    return "", ""


def read_analysis(raw: Mapping[str, Sequence[str]], seat: Seat, *, match: bool) -> Analysis | None:
    """What the properties of a node say about its decision; None where there are none."""
    if not raw:
        return None
    listed = raw.get("A", ())
    candidates = tuple(filter(None, (_candidate(value, seat) for value in listed[1:])))
    complete = len(candidates) == len(listed) - 1
    played = _whole(listed[0]) if listed and complete else None
    return Analysis(
        candidates=candidates,
        played=played if played is not None and played < len(candidates) else None,
        cube=_cube(raw["DA"][0], match) if raw.get("DA") else None,
        luck=_number(raw["LU"][0]) if raw.get("LU") else None,
        raw={name: tuple(values) for name, values in raw.items()},
    )


def _candidate(value: str, seat: Seat) -> Candidate | None:
    pairs, _, rest = value.strip().partition(" ")
    if pairs in ("E", "X"):  # nothing could be moved
        pairs, rest = "", value.strip()
    play = written_steps(pairs, seat)
    if play is None:
        return None
    if rest.startswith("X"):
        return _rolled_out(play or NO_PLAY, rest)
    words = _without_version(rest)
    found = _numbers(words[:6])
    if found is None or len(found) < 6:
        return None
    return Candidate(
        play=play or NO_PLAY,
        equity=found[5],
        outcome=_outcome(found),
        by=_depth(words[6] if words[6:] else ""),
    )


def _rolled_out(play: str, text: str) -> Candidate | None:
    score, output = _after(text, "Score", 2), _after(text, "Output", OUTPUTS)
    if score is None or output is None:
        return None
    return Candidate(play=play, equity=score[0], outcome=_outcome(output), by=_trials(text))


def _cube(value: str, match: bool) -> CubeVerdict | None:
    """In a match the last number of each row is the chance to win the match, else the equity."""
    if value.startswith("X"):
        first = _after(value, "NoDouble Output", OUTPUTS)
        second = _after(value, "DoubleTake Output", OUTPUTS)
        by = _trials(value)
    else:
        words = _without_version(value)
        numbers = _numbers(words[-2 * OUTPUTS :])
        if numbers is None or len(numbers) < 2 * OUTPUTS:
            return None
        first, second = numbers[:OUTPUTS], numbers[OUTPUTS:]
        old = len(words) - 2 * OUTPUTS >= 8  # four numbers that mean nothing any more
        by = _depth(words[4 if old else 0])
    if first is None or second is None:
        return None
    return CubeVerdict(
        no_double=first[-1],
        double_take=second[-1],
        # What a pass gives in a match is not in the file: it follows from a match equity table.
        double_pass=None if match else 1.0,
        outcome=_outcome(first),
        by=by,
        chances=match,
    )


def _without_version(text: str) -> list[str]:
    """The words after `E ver 3`; the oldest files have no version."""
    words = text.split()
    if words[:1] == ["E"]:
        words = words[1:]
    return words[2:] if words[:1] == ["ver"] else words


def _after(text: str, name: str, count: int) -> list[float] | None:
    _, found, rest = text.partition(f" {name} ")
    numbers = _numbers(rest.split(None, count)[:count])
    return numbers if found and numbers is not None and len(numbers) == count else None


def _outcome(chances: Sequence[float]) -> SixChances:
    """From chances that include each other, as GNU Backgammon counts."""
    win, gammon, third, lost_gammon, lost_third = chances[:5]
    return (
        round(win - gammon, DIGITS),
        round(gammon - third, DIGITS),
        third,
        round(1 - win - lost_gammon, DIGITS),
        round(lost_gammon - lost_third, DIGITS),
        lost_third,
    )


@lru_cache
def _depth(word: str) -> str:
    found = _PLIES.fullmatch(word)
    if not found:
        return ""
    return f"{int(found[1])}-ply{'' if found[2] else ' cubeless'}"


def _trials(text: str) -> str:
    found = re.search(r" Trials (\d{1,12}) ", text)
    return f"rollout, {found[1]} trials" if found else "rollout"


def _numbers(words: Sequence[str]) -> list[float] | None:
    try:
        found = [float(word) for word in words]
    except ValueError:
        return None
    return found if all(map(isfinite, found)) else None


def _number(word: str) -> float | None:
    found = _numbers([word])
    return found[0] if found else None


def _whole(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 6 else None
