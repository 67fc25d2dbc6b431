"""What a judge thinks, as tables for people.

Chances are told as players do: gammons are all that count two or more, backgammons among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fullprime.action import Doubled
from fullprime.engine.cube import CubeVerdict, Wager, cube_verdict
from fullprime.engine.cube_window import CubeWindow
from fullprime.engine.effective_pips import EffectiveCount
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.judge import Opinion, opinions
from fullprime.engine.outcome import Outcome
from fullprime.engine.player import actor
from fullprime.engine.result_values import worth_of_equity
from fullprime.errors import sentences
from fullprime.game import Game, Phase
from fullprime.play import Play
from fullprime.summation import total
from fullprime.variant import Variant

Judge = Callable[[Variant], Evaluator]
"""Who is asked about a game."""

MOST_HINTS: Final = 5
WIDEST: Final = 100


def advice(judge: Judge, game: Game, among: Sequence[Play]) -> list[Opinion]:
    """The best of these plays of the roll on the table."""
    assert game.roll is not None  # noqa: S101 - asked only while there is something to play
    wager = _wager(game)
    asked = (game.position, game.roll, among, wager.worths, wager.cube)
    return opinions(judge(game.variant), *asked)[:MOST_HINTS]


def outlook_lines(judge: Judge, game: Game) -> list[str]:
    """What the position, before the roll, is worth to the seat that has to do something, and what
    to do with the cube if it is about that."""
    wager = _wager(game)
    verdict = cube_verdict(judge(game.variant), game.position, wager, game.rolls)
    chances = not game.variant.can_be_drawn
    if actor(game) == game.turn:
        lines = outcome_lines(verdict.outcome, verdict.equity, chances)
        doubles = Doubled() in game.legal()
        return [*lines, "", *cube_lines(verdict, wager)] if doubles else lines
    if game.phase is not Phase.OFFERED:
        return outcome_lines(verdict.outcome.flipped(), -verdict.equity, chances)
    return [*outcome_lines(verdict.outcome.flipped(), None, chances), "", *answer_lines(verdict)]


def _wager(game: Game) -> Wager:
    return Wager(game.stakes, game.turn, most=game.variant.score)


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
    return [f"{100 * total(side[kind:]):.1f}" for side in (won, lost) for kind in range(3)]


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


def outcome_lines(outcome: Outcome, equity: float | None, chances: bool) -> list[str]:
    """What a position is worth, and how the games of either side end."""
    lines = [] if equity is None else [f"equity  {equity:+.4f}"]
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


def cube_lines(verdict: CubeVerdict, wager: Wager) -> list[str]:
    """The equities, what each loses against the best, and what to do; why not, where there is
    nothing to decide."""
    double = "redouble" if wager.stakes.owner == wager.seat else "double"
    answer = "beaver" if verdict.action.endswith("beaver") else "take"
    rows = {
        f"no {double}": verdict.no_double,
        f"{double}, {answer}": verdict.double_take,
        f"{double}, pass": verdict.double_pass,
    }
    undecided = _why_not(verdict, wager)
    names = list(rows)[: 1 if undecided else None]
    columns = [_named(names), *_equities([rows[name] for name in names], verdict.equity, wager)]
    action = verdict.action.replace("double", double)
    return [*_table(columns, WIDEST), undecided or f"{action[0].upper()}{action[1:]}."]


def _why_not(verdict: CubeVerdict, wager: Wager) -> str | None:
    """The reason why the side to roll has no decision."""
    if rule := verdict.forbidden:
        return f"You may not double. {sentences()[rule]} [{rule}]"
    if wager.stakes.is_dead(wager.seat):
        return "The cube is dead: its present value wins you the match. [STD-CUBE-11]"
    return None


def _named(names: Sequence[str]) -> _Column:
    widest = max(map(len, names))
    return _Column("", [name.ljust(widest) for name in names])


def _equities(equities: Sequence[float], best: float, wager: Wager) -> list[_Column]:
    """Beside the best one, and at a score as chances to win the match."""
    differences = [equity - best for equity in equities]
    columns = [_Column("equity", [f"{equity:+.4f}" for equity in equities])]
    if any(differences):
        cells = [f"{more:+.4f}" if more else "" for more in differences]
        columns.append(_Column("to the best", cells))
    if wager.stakes.away:
        columns.append(_Column("match", [_match_chance(equity, wager) for equity in equities]))
    return columns


def match_lines(equity: float, wager: Wager) -> list[str]:
    """What an equity means for the match; nothing for money."""
    if not wager.stakes.away:
        return []
    return [f"chance to win the match  {_match_chance(equity, wager)}"]


def _match_chance(equity: float, wager: Wager) -> str:
    return f"{100 * worth_of_equity(equity, wager.stakes, wager.seat, wager.table):.2f} %"


def answer_lines(verdict: CubeVerdict) -> list[str]:
    """The same to the side that has been doubled."""
    rows = {"take": -verdict.double_take, "pass": -verdict.double_pass}
    columns = [
        _Column("", list(rows)),
        _Column("equity", [f"{value:+.4f}" for value in rows.values()]),
    ]
    best = max(rows, key=rows.__getitem__)
    return [*_table(columns, WIDEST), f"{best.capitalize()}."]


def window_lines(window: CubeWindow) -> list[str]:
    """The points of the market, in per cent of games won."""
    kinds = (window.dead, window.live, window.effective)
    taking = [None if points.cash is None else 1.0 - points.cash for points in kinds]
    rows = {
        "you double from": [points.double for points in kinds],
        "they drop from": [points.cash for points in kinds],
        "too good from": [points.too_good for points in kinds],
        "their take point": taking,
    }
    cells = [
        [*("-" if point is None else f"{100 * point:.1f} %" for point in row)]
        for row in rows.values()
    ]
    columns = [
        _named(list(rows)),
        *(
            _Column(head, [row[kind] for row in cells])
            for kind, head in enumerate(("dead cube", "live cube", "this position"))
        ),
    ]
    mine, theirs = window.gammon_values
    return [*_table(columns, WIDEST), f"gammon value  yours {mine:.2f}, theirs {theirs:.2f}"]


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
