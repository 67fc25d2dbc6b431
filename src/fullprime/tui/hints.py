"""What a judge thinks, as tables for people.

Chances are told as players do: gammons are all that count two or more, backgammons among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fullprime.engine.effective import EffectiveCount
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.judge import Opinion, opinions
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import actor, average, equity_worths
from fullprime.game import Game
from fullprime.play import Play
from fullprime.variant import Variant

Judge = Callable[[Variant], Evaluator]
"""Who is asked about a game."""

MOST_HINTS: Final = 5
WIDEST: Final = 100


def advice(judge: Judge, game: Game, among: Sequence[Play]) -> list[Opinion]:
    """The best of these plays of the roll on the table."""
    assert game.roll is not None  # noqa: S101 - asked only while there is something to play
    worths = equity_worths(game.stakes, game.turn)
    return opinions(judge(game.variant), game.position, game.roll, among, worths)[:MOST_HINTS]


def outlook_lines(judge: Judge, game: Game) -> list[str]:
    """What the position, before the roll, is worth to the seat that has to do something."""
    [outcome] = judge(game.variant).evaluate([game.position])
    seat = actor(game)
    outcome = outcome if seat == game.turn else outcome.flipped()
    equity = average(outcome, equity_worths(game.stakes, seat))
    return outcome_lines(outcome, equity, chances=not game.variant.can_be_drawn)


class _Column(NamedTuple):
    head: str
    cells: Sequence[str]
    rank: int = 0
    """Where the lines are too long, the columns of the highest rank are left out first."""

    @property
    def width(self) -> int:
        return max(len(text) for text in (self.head, *self.cells))


def hint_lines(
    written: Sequence[str], found: Sequence[Opinion], chances: bool, width: int = WIDEST
) -> list[str]:
    """The plays as they are written, the best first, and what each loses against the best (about,
    with a tilde, where it was not looked at as far).

    Without `chances` only the points are told, as in games that six chances do not describe.
    """
    widest = max(map(len, written))
    outcomes = [opinion.outcome for opinion in found] if chances else []
    columns = [
        _Column("", [str(number) for number in range(1, len(found) + 1)]),
        _Column("play".ljust(widest), [text.ljust(widest) for text in written]),
        _Column("equity", [f"{opinion.equity:+.4f}" for opinion in found]),
        _Column("loss", ["", *(_loss(found[0], opinion) for opinion in found[1:])], 1),
        *_chances(outcomes),
        _Column("plies", [str(opinion.plies) for opinion in found], 3),
    ]
    return _table(columns, width)


def _loss(best: Opinion, other: Opinion) -> str:
    """A tilde says that the two were not looked at equally far."""
    return f"{'' if other.plies == best.plies else '~'}{best.equity - other.equity:.4f}"


def _chances(outcomes: Sequence[Outcome]) -> list[_Column]:
    if not outcomes:
        return []
    rows = [_percent(outcome) for outcome in outcomes]
    heads = (("win %", 2), ("gammon", 4), ("bg", 5), ("lose g", 4), ("bg", 5))
    kinds = (0, 1, 2, 4, 5)
    return [
        _Column(head, [row[kind] for row in rows], rank)
        for (head, rank), kind in zip(heads, kinds, strict=True)
    ]


def _percent(outcome: Outcome) -> list[str]:
    """Won at all, gammons and more, backgammons; the same lost."""
    won, lost = outcome[:3], outcome[3:]
    return [f"{100 * sum(side[kind:]):.1f}" for side in (won, lost) for kind in range(3)]


def _table(columns: Sequence[_Column], width: int) -> list[str]:
    """As many columns as fit, each as wide as it must be."""
    while sum(column.width + 2 for column in columns) - 2 > width:
        last = max(column.rank for column in columns)
        if not last:
            break
        columns = [column for column in columns if column.rank < last]
    rows = zip(*((column.head, *column.cells) for column in columns), strict=True)
    return ["  ".join(_cells(row, columns)).rstrip() for row in rows]


def _cells(row: Sequence[str], columns: Sequence[_Column]) -> list[str]:
    return [text.rjust(column.width) for text, column in zip(row, columns, strict=True)]


def outcome_lines(outcome: Outcome, equity: float, chances: bool) -> list[str]:
    """What a position is worth, and how the games of either side end."""
    lines = [f"equity  {equity:+.4f}"]
    if chances:
        cells = _percent(outcome)
        sides = [
            _Column("", ["won", "lost"]),
            *(
                _Column(head, [f"{cells[kind]} %", f"{cells[kind + 3]} %"])
                for kind, head in enumerate(("games", "gammons", "backgammons"))
            ),
        ]
        lines += _table(sides, WIDEST)
    return lines


def effective_lines(counts: Sequence[EffectiveCount]) -> list[str]:
    """How long the race of the side on roll, and of the other, will be."""
    columns = [
        _Column("", ["on roll", "other"]),
        _Column("pips", [str(count.pips) for count in counts]),
        _Column("wasted", [f"{count.wasted:.2f}" for count in counts]),
        _Column("effective", [f"{count.effective:.2f}" for count in counts]),
        _Column("rolls", [f"{count.rolls:.3f}" for count in counts]),
    ]
    return _table(columns, WIDEST)
