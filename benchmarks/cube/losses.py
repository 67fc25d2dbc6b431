"""How well programs double and take, as BG Sage sees it when it looks three plies ahead.

A program doubles or not and takes or not by its own equities; what that loses comes from the
judge's. Both are asked of every decision: whether to double, and whether to take if doubled.
Losses are in mEq, thousandths of a single game at the present value of the cube, with standard
errors. BG Sage at fewer plies is shown too, but a judge is not fair to its own program.

    python -m benchmarks.cube.losses --docs --record
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy
from benchmarks.cube import decisions
from benchmarks.cube.decisions import Decision
from benchmarks.cube.programs import Equities, Program, program_of
from benchmarks.gnubg import Missing
from benchmarks.shipped import NET
from benchmarks.strength.kinds import KINDS, kind_of
from benchmarks.strength.losses import Mean

from benchmarks import page, results
from fullprime.errors import FullprimeError

JUDGE: Final = "sage4"
PROGRAMS: Final = ("ours0", "ours1", "ours2", "gnubg0", "gnubg2", "sage1", "sage2", "sage3")
PAGE: Final = page.PAGE.with_name("cube.md")
FELT: Final = 0.1
"""A loss below, in mEq, is none. Where losing the game loses the match anyway, a double may as well
wait for a roll, and who looks that far finds both equal up to rounding."""

Numbers = numpy.ndarray[Any, Any]
Row = tuple[str, Sequence[Mean]]


class Found(NamedTuple):
    """What one program does, decision by decision."""

    same_double: Numbers
    """100 where the judge agrees, or thinks that both are the same; else 0."""
    same_take: Numbers
    double_loss: Numbers
    take_loss: Numbers

    @classmethod
    def of(cls, judged: Sequence[Equities], said: Sequence[Equities]) -> Found:
        """By the judge's equities and the program's own."""
        pairs = list(zip(judged, said, strict=True))
        double = numpy.array([1000.0 * double_loss(judge, own.doubles) for judge, own in pairs])
        take = numpy.array([1000.0 * take_loss(judge, own.takes) for judge, own in pairs])
        return cls(100.0 * (double < FELT), 100.0 * (take < FELT), double, take)


HEADS: Final = (
    "same double, %",
    "same take, %",
    "mEq lost by doubling or not",
    "mEq lost by taking or not",
)
UNITS: Final = ("%", "%", "mEq/decision", "mEq/decision")
"""Both in the order of what is found."""


def double_loss(judge: Equities, doubles: bool) -> float:
    """What the side on roll loses by doubling, or by not doubling."""
    chosen = judge.doubled if doubles else judge.no_double
    return max(judge.doubled, judge.no_double) - chosen


def take_loss(judge: Equities, takes: bool) -> float:
    """What the other side loses by taking, or by passing."""
    return (judge.double_take if takes else judge.double_pass) - judge.doubled


class Table(NamedTuple):
    """What the judge says of one set."""

    name: str
    judge: str
    size: int
    rows: list[Row]
    """By program, with a mean for each head."""
    differences: list[Row]
    """By kind of position: how much more the first program says than the judge, in mEq, of no
    double and of a taken double."""


def table_of(
    name: str, judge: Program, programs: Sequence[Program], asked: Sequence[Decision]
) -> Table:
    """Asks everybody."""
    judged = judge.equities(asked)
    said = {_title(program, judge): program.equities(asked) for program in programs}
    rows: list[Row] = [
        (title, [Mean.of(each) for each in Found.of(judged, own)]) for title, own in said.items()
    ]
    first = next(iter(said.values()))
    return Table(name, judge.name, len(asked), rows, differences(asked, judged, first))


def _title(program: Program, judge: Program) -> str:
    own = program.name.partition("-")[0] == judge.name.partition("-")[0]
    return f"{program.name} (the reference's program)" if own else program.name


def differences(
    asked: Sequence[Decision], judged: Sequence[Equities], said: Sequence[Equities]
) -> list[Row]:
    """By kind of position, for `Table`."""
    more = 1000.0 * (numpy.array(said) - numpy.array(judged))[:, :2]
    kinds = numpy.array([kind_of(decision.board) for decision in asked])
    return [
        (f"{kind} ({(kinds == kind).sum()})", [Mean.of(side) for side in more[kinds == kind].T])
        for kind in KINDS
    ]


# Showing ------------------------------------------------------------------------------------------


def lines_of(heads: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """A table for the terminal; the first head is that of the names."""
    width = max(len(name) for name, _ in rows)
    shown = [f"{heads[0]:{width}}" + "".join(f"{head:>30}" for head in heads[1:])]
    shown += [
        f"{name:{width}}" + "".join(f"{mean!s:>30}" for mean in means) for name, means in rows
    ]
    return shown


def text_of(table: Table) -> str:
    """For the terminal."""
    first, _ = table.rows[0]
    lines = [f"{table.size} decisions of {table.name}, evaluated by {table.judge}"]
    lines += lines_of(["", *HEADS], table.rows)
    lines += ["", f"mEq by which {first} says more than the judge"]
    lines += lines_of(["", "no double", "double, take"], table.differences)
    return "\n".join(lines) + "\n"


def markdown_of(table: Table) -> str:
    """For docs/cube.md."""
    rows = [[name, *map(str, means)] for name, means in table.rows]
    head = f"{table.size} decisions, evaluated by {table.judge}:\n\n"
    return head + page.table(["program", *HEADS], rows)


def measured(tables: Iterable[Table]) -> list[results.Measured]:
    """Rows for the file of results."""
    return [
        results.Measured(
            subject=row,
            value=mean.value,
            unit=unit,
            peer=table.judge,
            note=f"{head}; ± {mean.error:.2f}, judged by the peer, {table.size} of {table.name}",
        )
        for table in tables
        for row, means in table.rows
        for head, unit, mean in zip(HEADS, UNITS, means, strict=True)
    ]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures what doubling and taking loses.")
    told = f"ours0, gnubg2, sage1 and the like ({' '.join(PROGRAMS)})"
    parser.add_argument("programs", nargs="*", default=PROGRAMS, metavar="program", help=told)
    parser.add_argument("--net", type=Path, default=NET, help="of ours (%(default)s)")
    parser.add_argument("--first", type=int, help="only so many decisions of each set")
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/cube.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    try:
        judge, *programs = (
            program_of(spec, arguments.net, arguments.processes)
            for spec in (JUDGE, *arguments.programs)
        )
    except (ValueError, Missing, FullprimeError) as error:
        raise SystemExit(str(error)) from error
    sets = {name: decisions.load(decisions.file_of(name)) for name in decisions.SETS}
    tables = [
        table_of(name, judge, programs, asked[: arguments.first]) for name, asked in sets.items()
    ]
    print("\n".join(map(text_of, tables)))
    if arguments.record:
        results.append("cube", measured(tables))
    if arguments.docs:
        for table in tables:
            page.put(table.name, markdown_of(table), PAGE)


if __name__ == "__main__":
    main()
