"""`fullprime solve`: the exact value of every position of a small game."""

from __future__ import annotations

from shutil import get_terminal_size
from time import perf_counter
from typing import Any, Final, NamedTuple

import click

from fullprime import analysis
from fullprime.analysis.rollout_tables import duration, filled_bar
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.cli.output import one_line, print_json, print_lines
from fullprime.cli.params import VariantName, json_option, rules_option
from fullprime.engine.solved import Solution, SolveProgress, solve, table_path
from fullprime.series import chosen_options
from fullprime.variant import Variant

CUBES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "centered": ("Cube in the middle", {}),
    "jacoby": ("the same, Jacoby rule", {"jacoby": True}),
    "mine": ("Your cube", {"cube": 2, "owner": "me"}),
    "opponent": ("Their cube", {"cube": 2, "owner": "opponent"}),
}
"""States of the cube, in JSON and in words, and as stakes."""


class Solved(NamedTuple):
    """What the command has done."""

    solution: Solution
    seconds: float
    size: int


@click.command("solve")
@click.argument("variant", type=VariantName())
@rules_option
@json_option
def solve_game(variant: Variant, options: tuple[str, ...], as_json: bool) -> None:
    """Solve a game of up to three checkers a side: the exact value of every position.

    From then on hints, evaluations and cube actions of that game are exact for money, and the
    engine plays it perfectly. Games of one or two checkers take seconds and are solved when they
    are needed; games of three take minutes, a gigabyte of memory and 290 MB of disk. Ctrl-C stops
    it; the same command goes on from there.

    VARIANT is the name of a game or the path of your own file.

    \b
    Examples:
      fullprime solve two.toml
      fullprime solve two.toml --json
    """
    variant = variant.with_options(chosen_options(options))
    began = perf_counter()
    with one_line() as write:
        solution = solve(variant, write and (lambda progress: write(_progress_line(progress))))
    path = table_path(variant)
    size = path.stat().st_size if path.exists() else 0
    done = Solved(solution, perf_counter() - began, size)
    if as_json:
        print_json(_as_json(variant, done))
        return
    lines = [f"{variant.name}: solved{_effort(done)}.", *_start_lines(variant)]
    print_lines([*lines, f"Table: {path}, {size / 1e6:.1f} MB" if size else "No table was kept."])


def start_equities(variant: Variant) -> dict[str, float]:
    """Of the side on roll at the start of the game, for money, in every state of the cube."""
    found = {"cubeless": analysis.evaluate(variant=variant, cubeful=False).equity}
    for name, (_, stakes) in CUBES.items() if variant.cube else ():
        found[name] = analysis.evaluate(variant=variant, stakes=stakes).equity
    return found


def _as_json(variant: Variant, done: Solved) -> dict[str, Any]:
    return {
        "variant": variant.id,
        "sweeps": done.solution.sweeps,
        "change": done.solution.change,
        "seconds": round(done.seconds, 3),
        "bytes": done.size,
        "start": start_equities(variant),
    }


def _effort(done: Solved) -> str:
    solution, seconds = done.solution, done.seconds
    if not solution.sweeps:
        return " before"
    time = duration(seconds)
    return f" in {time}, {solution.sweeps} sweeps; the last change was {solution.change:.0e}"


def _start_lines(variant: Variant) -> list[str]:
    equities = start_equities(variant)
    names = {"cubeless": "Cubeless"} | {name: words for name, (words, _) in CUBES.items()}
    widest = max(map(len, names.values()))
    return table(
        [
            Column("Start".ljust(widest), [names[name].ljust(widest) for name in equities]),
            Column("Equity", [f"{equity:+.5f}" for equity in equities.values()]),
        ],
        WIDEST,
    )


def _progress_line(progress: SolveProgress) -> str:
    shown = f"{progress.share:.0%}, sweep {progress.sweeps}, change {progress.change:.0e}"
    return filled_bar(progress.share, shown, get_terminal_size().columns - 1)
