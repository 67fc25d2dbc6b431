"""What BGBlitz thought of a decision.

None of it is needed to replay a match, so what cannot be read is left out.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from fullprime.formats.bgf.document import Move, Play
from fullprime.formats.steps import written
from fullprime.formats.transcript import NO_PLAY
from fullprime.notes import Analysis, Candidate, CubeVerdict, SixChances
from fullprime.shapes import converted


class Number(float):
    """BGBlitz writes numbers as texts, with the decimal sign of a language."""


class Cube(msgspec.Struct, rename="camel"):
    """What doubling brings; chances to win the match where the equity says so."""

    eq_no_double: Number
    eq_double_take: Number
    eq_double_pass: Number


class Equity(msgspec.Struct, rename="camel"):
    """An evaluation; chances count what is better or worse as well."""

    equity: Number
    my_wins: Number
    my_gammon: Number
    my_back_gammon: Number
    opp_wins: Number
    opp_gammon: Number
    opp_back_gammon: Number
    use_match_equity: bool = False
    emg: Number = Number(0.0)
    has_emg: bool = msgspec.field(default=False, name="hasEMG")
    cube_decision: Cube | None = None


class Evaluated(msgspec.Struct, rename="camel"):
    """A play that was evaluated."""

    move: Play
    eq: Equity
    ply: int = 0
    played: bool = False


class Luck(msgspec.Struct, rename="camel"):
    """Of a roll, in points of the cube."""

    luck_weighted: Number


class Thought(msgspec.Struct, rename="camel"):
    """All that belongs to a move."""

    equity: Equity | None = None
    move_analysis: list[Evaluated] | None = None
    luck: Luck | None = None


def analysis_of(move: Move) -> Analysis | None:
    """The candidates, which of them was played, the cube before the roll, and its luck."""
    found = {"equity": move.equity, "moveAnalysis": move.move_analysis, "luck": move.luck}
    try:
        thought = converted(found, Thought, strict=False, dec_hook=_number)
    except msgspec.ValidationError:
        return None
    candidates = thought.move_analysis or []
    cube = _verdict(thought.equity, move.ply) if thought.equity else None
    if not candidates and cube is None and thought.luck is None:
        return None
    return Analysis(
        candidates=tuple(map(_candidate, candidates)),
        played=next((at for at, each in enumerate(candidates) if each.played), None),
        cube=cube,
        luck=float(thought.luck.luck_weighted) if thought.luck else None,
    )


def play_text(play: Play) -> str:
    """As players write it."""
    steps = [pair for pair in zip(play.source, play.to, strict=False) if min(pair) >= 0]
    return written(steps) or NO_PLAY


def _number(kind: type, value: Any) -> Number:
    number = Number(str(value).replace(",", "."))
    if kind is not Number or not math.isfinite(number):
        raise ValueError("expected a number")
    return number


def _candidate(found: Evaluated) -> Candidate:
    equity = found.eq.emg if found.eq.has_emg else found.eq.equity
    return Candidate(
        play=play_text(found.move),
        equity=float(equity),
        outcome=_outcome(found.eq),
        by=f"{found.ply}-ply",
    )


def _verdict(equity: Equity, plies: int) -> CubeVerdict | None:
    cube = equity.cube_decision
    if cube is None:
        return None
    return CubeVerdict(
        no_double=float(cube.eq_no_double),
        double_take=float(cube.eq_double_take),
        double_pass=float(cube.eq_double_pass),
        outcome=_outcome(equity),
        by=f"{plies}-ply",
        chances=equity.use_match_equity,
    )


def _outcome(equity: Equity) -> SixChances:
    return (
        _chance(equity.my_wins, equity.my_gammon),
        _chance(equity.my_gammon, equity.my_back_gammon),
        _chance(equity.my_back_gammon, 0.0),
        _chance(equity.opp_wins, equity.opp_gammon),
        _chance(equity.opp_gammon, equity.opp_back_gammon),
        _chance(equity.opp_back_gammon, 0.0),
    )


def _chance(at_least: float, more: float) -> float:
    return round(max(0.0, min(1.0, at_least - more)), 8)
