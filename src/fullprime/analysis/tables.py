"""Answers as tables for people, one line of text each.

Chances are written as players do: gammons are all that count two or more, backgammons among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fullprime.analysis.answers import Depth, Evaluation
from fullprime.analysis.question import Question
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.cube_window import CubeWindow
from fullprime.engine.effective_pips import EffectiveCount
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import worth_of_equity
from fullprime.errors import sentences
from fullprime.play import write_named
from fullprime.stakes import Stakes
from fullprime.summation import total

MOST_SHOWN: Final = 5
"""Plays, unless more are wanted."""
WIDEST: Final = 100


class Column(NamedTuple):
    """A column of a table."""

    head: str
    cells: Sequence[str]
    rank: int = 0
    """Where the lines are too long, the columns of the highest rank are left out first."""
    left: bool = False
    """Its cells begin at the left, as words do; numbers end at the right."""

    @property
    def width(self) -> int:
        """Of the widest cell."""
        return max(len(text) for text in (self.head, *self.cells))


# What an answer is about --------------------------------------------------------------------------


def head_line(question: Question, depth: Depth) -> str:
    """The game, what is played for, and how the numbers were found."""
    roll = (f"{question.roll} to play",) if question.roll else ()
    evaluator = depth.engine.describe(question.variant)
    return "; ".join((*subject(question), *roll, evaluator, depth_words(depth)))


def subject(question: Question) -> tuple[str, str]:
    """The game, and what is played for."""
    return question.variant.name, stakes_words(question.stakes)


def depth_words(depth: Depth) -> str:
    """Such as `2-ply, cubeful`."""
    how = "exact" if depth.exact else f"{depth.plies}-ply"
    return f"{how}, {cube_words(depth.cubeful)}"


def cube_words(cubeful: bool) -> str:
    """With the cube or without it."""
    return "cubeful" if cubeful else "cubeless"


def stakes_words(stakes: Stakes) -> str:
    """What is played for, in a few words."""
    owner = {None: "in the middle", 0: "yours", 1: "theirs"}[stakes.owner]
    rules = [name for name in ("crawford", "jacoby", "holland") if getattr(stakes, name)]
    animals = ("beavers", "raccoons")[: stakes.animals]
    score = "money" if stakes.away is None else "you need {}, they need {}".format(*stakes.away)
    cube = f"cube {stakes.value} {owner}" if stakes.cube else "no cube"
    limit = [f"cube limit {stakes.cube_limit}"] if stakes.cube_limit else []
    return ", ".join([score, cube, *rules, *animals, *limit])


# Plays --------------------------------------------------------------------------------------------


def plays_lines(question: Question, found: Sequence[RankedPlay], width: int = WIDEST) -> list[str]:
    """The plays, the best first, each with its error (about, with a tilde, where it was not
    evaluated as far ahead).

    Games that six chances do not describe have equities only.
    """
    numbers = Column("", [str(number) for number in range(1, len(found) + 1)])
    return table([numbers, *plays_columns(question, found)], width)


def plays_columns(question: Question, found: Sequence[RankedPlay]) -> list[Column]:
    """What is known of each play; the best is the first."""
    outcomes = [] if question.variant.can_be_drawn else [each.outcome for each in found]
    return [
        Column("Play", [write_named(each.play, each.named) for each in found], left=True),
        Column("Equity", [f"{each.equity:+.4f}" for each in found]),
        Column("Error", ["", *(_error(found[0], each) for each in found[1:])], 1),
        *chances_columns(outcomes),
        Column("Ply", [str(each.plies) for each in found], 3),
    ]


def _error(best: RankedPlay, other: RankedPlay) -> str:
    """A tilde: the two were not evaluated equally far ahead."""
    return f"{'' if other.plies == best.plies else '~'}{other.error:.4f}"


def chances_columns(outcomes: Sequence[Outcome]) -> list[Column]:
    """What players read of the six chances; nothing where these do not describe the game."""
    if not outcomes:
        return []
    rows = [_percent(outcome) for outcome in outcomes]
    heads = (("Win %", 2), ("Gammon", 4), ("BG", 5), ("Lose G", 4), ("BG", 5))
    kinds = (0, 1, 2, 4, 5)
    return [
        Column(head, [row[kind] for row in rows], rank)
        for (head, rank), kind in zip(heads, kinds, strict=True)
    ]


def _percent(outcome: Outcome) -> list[str]:
    """Won at all, gammons and more, backgammons; the same lost."""
    won, lost = outcome[:3], outcome[3:]
    return [f"{100 * total(side[kind:]):.1f}" for side in (won, lost) for kind in range(3)]


# Positions ----------------------------------------------------------------------------------------


def evaluation_lines(question: Question, found: Evaluation) -> list[str]:
    """What a position is worth, and how the games of either side end."""
    equity = [f"Equity  {found.equity:+.4f} ({cube_words(found.cubeful)})"]
    return equity + outcome_lines(question, found.outcome) + match_lines(question, found.equity)


def outcome_lines(question: Question, outcome: Outcome) -> list[str]:
    """How the games of either side end; nothing where six chances do not describe it."""
    if question.variant.can_be_drawn:
        return []
    cells = _percent(outcome)
    sides = [
        Column("", ["Won", "Lost"]),
        *(
            Column(head, [f"{cells[kind]} %", f"{cells[kind + 3]} %"])
            for kind, head in enumerate(("Games", "Gammons", "Backgammons"))
        ),
    ]
    return table(sides, WIDEST)


def match_lines(question: Question, equity: float) -> list[str]:
    """What an equity means for the match; nothing for money."""
    if not question.stakes.away:
        return []
    return [f"Match winning chance  {_match_chance(question, equity)}"]


def _match_chance(question: Question, equity: float) -> str:
    return f"{100 * worth_of_equity(equity, question.stakes, 0, question.scores):.2f} %"


def race_lines(counts: Sequence[EffectiveCount]) -> list[str]:
    """How long the race of the side on roll, and of the other, will be."""
    columns = [
        Column("", ["On roll", "Opponent"]),
        Column("Pips", [str(count.pips) for count in counts]),
        Column("Wasted", [f"{count.wasted:.2f}" for count in counts]),
        Column("Effective", [f"{count.effective:.2f}" for count in counts]),
        Column("Rolls", [f"{count.rolls:.3f}" for count in counts]),
    ]
    return table(columns, WIDEST)


# The cube -----------------------------------------------------------------------------------------


def cube_lines(question: Question, verdict: CubeVerdict) -> list[str]:
    """The equities, the error of each, and what to do; why not, where there is nothing to
    decide."""
    undecided = _why_not(question.stakes, verdict)
    columns = cube_columns(question, verdict, 1 if undecided else None)
    action = verdict.action.replace("double", _double(question))
    return [*table(columns, WIDEST), undecided or f"{action[0].upper()}{action[1:]}."]


def cube_columns(question: Question, verdict: CubeVerdict, most: int | None = None) -> list[Column]:
    """What the side on roll has by what both do: not doubling first, then the answers."""
    double = _double(question)
    answer = "beaver" if verdict.action.endswith("beaver") else "take"
    rows = {
        f"No {double}": verdict.no_double,
        f"{double.capitalize()}, {answer}": verdict.double_take,
        f"{double.capitalize()}, pass": verdict.double_pass,
    }
    names = list(rows)[:most]
    equities = [rows[name] for name in names]
    return [Column("", names, left=True), *_equities(question, equities, verdict.equity)]


def _double(question: Question) -> str:
    return "redouble" if question.stakes.owner == 0 else "double"


def _why_not(stakes: Stakes, verdict: CubeVerdict) -> str | None:
    """The reason why the side to roll has no decision."""
    if rule := verdict.forbidden:
        return f"You may not double. {sentences()[rule]} [{rule}]"
    if stakes.is_dead(0):
        return "The cube is dead: its present value wins you the match. [STD-CUBE-11]"
    return None


def _equities(question: Question, equities: Sequence[float], best: float) -> list[Column]:
    """With the error of each, and at a score as match winning chances."""
    errors = [best - equity for equity in equities]
    columns = [Column("Equity", [f"{equity:+.4f}" for equity in equities])]
    if any(error > 0 for error in errors):
        columns.append(Column("Error", [f"{error:.4f}" if error > 0 else "" for error in errors]))
    if question.stakes.away:
        chances = [_match_chance(question, equity) for equity in equities]
        columns.append(Column("Match", chances))
    return columns


def answer_lines(verdict: CubeVerdict) -> list[str]:
    """The same for the side that has been doubled, with what the wrong answer costs it."""
    rows = {name.capitalize(): equity for name, equity in verdict.answers.items()}
    best = max(rows, key=rows.__getitem__)
    errors = [rows[best] - value for value in rows.values()]
    columns = [
        Column("", list(rows), left=True),
        Column("Equity", [f"{value:+.4f}" for value in rows.values()]),
        Column("Error", [f"{error:.4f}" if error > 0 else "" for error in errors]),
    ]
    return [*table(columns, WIDEST), f"{best}."]


def window_lines(window: CubeWindow) -> list[str]:
    """The points of the market, in percent of games won."""
    kinds = (window.dead, window.live, window.effective)
    taking = [None if points.cash is None else 1.0 - points.cash for points in kinds]
    rows = {
        "Doubling point": [points.double for points in kinds],
        "Cash point": [points.cash for points in kinds],
        "Too good from": [points.too_good for points in kinds],
        "Their take point": taking,
    }
    cells = [
        [*("-" if point is None else f"{100 * point:.1f} %" for point in row)]
        for row in rows.values()
    ]
    columns = [
        Column("", list(rows), left=True),
        *(
            Column(head, [row[kind] for row in cells])
            for kind, head in enumerate(("Dead cube", "Live cube", "This position"))
        ),
    ]
    mine, theirs = window.gammon_values
    return [*table(columns, WIDEST), f"Gammon value  yours {mine:.2f}, theirs {theirs:.2f}"]


# Any table ----------------------------------------------------------------------------------------


def table(columns: Sequence[Column], width: int) -> list[str]:
    """As many columns as fit, each as wide as it must be."""
    while sum(column.width + 2 for column in columns) - 2 > width:
        last = max(column.rank for column in columns)
        if not last:
            break
        columns = [column for column in columns if column.rank < last]
    rows = zip(*((column.head, *column.cells) for column in columns), strict=True)
    return ["  ".join(_cells(row, columns)).rstrip() for row in rows]


def _cells(row: Sequence[str], columns: Sequence[Column]) -> list[str]:
    return [
        text.ljust(column.width) if column.left else text.rjust(column.width)
        for text, column in zip(row, columns, strict=True)
    ]
