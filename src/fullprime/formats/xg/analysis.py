"""What eXtreme Gammon thought of a decision: from its records to notes."""

from __future__ import annotations

from typing import Final

from fullprime.formats.steps import written
from fullprime.formats.xg.records import NONE, Record, steps
from fullprime.notes import Analysis, Candidate, CubeVerdict, SixChances

_LEVELS: Final = {
    **{level: f"{level + 1}-ply" for level in range(7)},
    12: "3-ply red",
    100: "rollout",
    998: "opening book",
    999: "opening book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
_ROLLOUT: Final = 100
_ROLLOUT_SIZE: Final = 2184
_TRIALS_AT: Final = 84
_MOST_TRIALS: Final = 10**7
_MOST_CANDIDATES: Final = 32
_BEST: Final = 124
"""Where the candidates of a move record begin."""
_DOUBLE: Final = 64
"""Where the verdict of a cube record begins."""


def of_move(record: Record, rollouts: bytes) -> Analysis | None:
    """The candidates, which of them was played, and the luck of the roll."""
    count = min(record.integer(_BEST + 64), _MOST_CANDIDATES)
    candidates = tuple(_candidate(record, at, rollouts) for at in range(count))
    after = record.board(35)
    boards = [record.board(_BEST + 68 + 26 * at) for at in range(count)]
    played = boards.index(after) if after in boards and record.flag(2308) else None
    luck = record.double(2320)
    if not candidates and luck <= NONE:
        return None
    return Analysis(
        candidates=candidates,
        played=played,
        luck=_rounded(luck) if luck > NONE else None,
        raw=_errors(record, ErrMove=2312),
    )


def of_cube(record: Record, rollouts: bytes) -> Analysis | None:
    """What doubling would have brought."""
    if record.integer(232) < 0:
        return None
    no_double, take, drop = record.floats(_DOUBLE + 88, 3)
    verdict = CubeVerdict(
        no_double=_rounded(no_double),
        double_take=_rounded(take),
        double_pass=_rounded(drop),
        outcome=_outcome(record.floats(_DOUBLE + 60, 7)),
        by=_by(record.integer(_DOUBLE + 28), record.integer(224), rollouts),
    )
    return Analysis(cube=verdict, raw=_errors(record, ErrCube=200, ErrTake=216))


def _candidate(record: Record, at: int, rollouts: bytes) -> Candidate:
    numbers = record.bytes_of(_BEST + 900 + 8 * at, 8)
    evaluation = record.floats(_BEST + 1284 + 28 * at, 7)
    level = record.small(_BEST + 1156 + 4 * at)
    return Candidate(
        play=written(steps(numbers)) or "-",
        equity=_rounded(evaluation[6]),
        outcome=_outcome(evaluation),
        by=_by(level, record.integer(2344 + 4 * at), rollouts),
    )


def _by(level: int, rollout: int, rollouts: bytes) -> str:
    name = _LEVELS.get(level, f"level {level}")
    if level != _ROLLOUT or not 0 <= rollout < len(rollouts) // _ROLLOUT_SIZE:
        return name
    at = rollout * _ROLLOUT_SIZE + _TRIALS_AT
    trials = int.from_bytes(rollouts[at : at + 4], "little")
    return f"{name}, {trials} trials" if 0 < trials <= _MOST_TRIALS else name


def _outcome(evaluation: tuple[float, ...]) -> SixChances | None:
    """Theirs are lost with a backgammon, a gammon, at all; won at all, and so on."""
    if not all(-0.001 <= chance <= 1.001 for chance in evaluation[:6]):
        return None
    lost_3, lost_2, lost, won, won_2, won_3 = evaluation[:6]
    six = (won - won_2, won_2 - won_3, won_3, lost - lost_2, lost_2 - lost_3, lost_3)
    first, *rest = (_rounded(max(0.0, chance)) for chance in six)
    return (first, rest[0], rest[1], rest[2], rest[3], rest[4])


def _errors(record: Record, **fields: int) -> dict[str, tuple[str, ...]]:
    """As eXtreme Gammon has computed them."""
    found = {name: record.double(at) for name, at in fields.items()}
    return {name: (f"{error:.6f}",) for name, error in found.items() if error > NONE}


def _rounded(number: float) -> float:
    return round(number, 6)
