"""How much equity contestants lose per decision, as two judges see it.

What a judge itself would play is the zero: a play loses what it is worth less than that. A
contestant may find better than the judge's first choice, so a single loss may be negative. Losses
are in mEq, thousandths of a cubeless money point, with their standard errors; comparisons are
paired, decision by decision.

    python -m benchmarks.strength.losses development --net FILE
    python -m benchmarks.strength.losses report --net FILE --docs --record
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy
from benchmarks.strength.decisions import Decision
from benchmarks.strength.judges import JUDGES, Judge, verdicts_of
from benchmarks.strength.kinds import KINDS, kind_of
from benchmarks.strength.picks import add_arguments, asked_of, picks_of, players_of
from benchmarks.strength.players import Player

from benchmarks import page, results
from fullprime.formats.ids import from_gnubg_id

PLAYERS: Final = ("ours0", "sage1", "sage2", "gnubg0")

Numbers = numpy.ndarray[Any, Any]


class Mean(NamedTuple):
    """A mean with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, numbers: Numbers) -> Mean:
        """Of independent numbers."""
        if len(numbers) < 2:
            return cls(float("nan"), float("nan"))
        return cls(float(numbers.mean()), float(numbers.std(ddof=1)) / len(numbers) ** 0.5)

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.error:.2f}"


class Table(NamedTuple):
    """What one judge says."""

    judge: str
    kinds: Numbers
    """Of every decision."""
    losses: dict[str, Numbers]
    """By contestant, mEq of every decision."""

    def heads(self) -> list[str]:
        """What the means are over, with the number of decisions."""
        counts = [len(self.kinds), *(int((self.kinds == kind).sum()) for kind in KINDS)]
        return [f"{name} ({count})" for name, count in zip(("all", *KINDS), counts, strict=True)]

    def means(self, numbers: Numbers) -> list[Mean]:
        """Over all decisions and over each kind."""
        return [Mean.of(numbers), *(Mean.of(numbers[self.kinds == kind]) for kind in KINDS)]

    def rows(self) -> list[tuple[str, list[Mean]]]:
        """Every contestant; then the first one less each other, paired."""
        alone = [(name, self.means(found)) for name, found in self.losses.items()]
        (first, mine), *others = self.losses.items()
        paired = [(f"{first} less {name}", self.means(mine - found)) for name, found in others]
        return alone + paired


def table_of(judge: Judge, players: Sequence[Player], asked: Sequence[Decision]) -> Table:
    """Asks everybody for what is not known yet."""
    best = picks_of(judge.player, asked)
    played = {player.name: picks_of(player, asked) for player in players}
    worth = verdicts_of(judge, (pick for picks in (best, *played.values()) for pick in picks))
    zero = numpy.array([worth[pick] for pick in best])
    kinds = numpy.array([kind_of(from_gnubg_id(decision.position)) for decision in asked])
    losses = {
        name: 1000.0 * (zero - numpy.array([worth[pick] for pick in picks]))
        for name, picks in played.items()
    }
    return Table(judge.player.name, kinds, losses)


def text_of(table: Table) -> str:
    """For the terminal."""
    rows = table.rows()
    width = max(len(name) for name, _ in rows)
    lines = [f"mEq lost per decision, evaluated by {table.judge}"]
    lines.append(" " * width + "".join(f"{head:>20}" for head in table.heads()))
    lines += [
        f"{name:{width}}" + "".join(f"{mean!s:>20}" for mean in means) for name, means in rows
    ]
    return "\n".join(lines) + "\n"


def markdown_of(table: Table) -> str:
    """For docs/strength.md."""
    rows = [[name, *map(str, means)] for name, means in table.rows()]
    head = f"Evaluated by {table.judge}, mEq lost per decision:\n\n"
    return head + page.table(["contestant", *table.heads()], rows)


def measured(tables: Iterable[Table], name: str) -> list[results.Measured]:
    """Rows for the file of results."""
    return [
        results.Measured(
            subject=row,
            value=means[0].value,
            unit="mEq/decision",
            peer=table.judge,
            note=f"± {means[0].error:.2f}, judged by the peer, {len(table.kinds)} of {name}",
        )
        for table in tables
        for row, means in table.rows()
    ]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures the equity that contestants lose.")
    add_arguments(parser, PLAYERS)
    parser.add_argument("--judge", choices=JUDGES, action="append", help="only this one")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/strength.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    asked, players = asked_of(arguments), players_of(arguments, arguments.processes)
    judges = [JUDGES[name](arguments.processes) for name in arguments.judge or JUDGES]
    tables = [table_of(judge, players, asked) for judge in judges]
    print("\n".join(map(text_of, tables)))
    if arguments.record:
        results.append("strength", measured(tables, arguments.set))
    if arguments.docs:
        page.put(arguments.set, "\n".join(map(markdown_of, tables)))


if __name__ == "__main__":
    main()
