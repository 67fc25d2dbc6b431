"""`fullprime solve`: the exact value of every position of a small game."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from time import perf_counter
from typing import Any, Final, NamedTuple

import click

from fullprime import analysis
from fullprime.analysis.rollout_tables import duration, filled_bar
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.cli.output import one_line, print_json, print_lines
from fullprime.cli.params import VariantName, json_option, rules_option
from fullprime.engine.solve_work import SolveProgress
from fullprime.engine.solved import Solution, solve, table_path
from fullprime.engine.solved_match import (
    MOST_AWAY,
    MatchScore,
    MatchSolution,
    scores_to,
    solve_match,
)
from fullprime.series import chosen_options
from fullprime.variant import Variant

Away = click.IntRange(1, MOST_AWAY)
CUBES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "centered": ("Cube in the middle", {}),
    "jacoby": ("the same, Jacoby rule", {"jacoby": True}),
    "mine": ("Your cube", {"cube": 2, "owner": "me"}),
    "opponent": ("Their cube", {"cube": 2, "owner": "opponent"}),
}
"""States of the cube, in JSON and in words, and as stakes."""


class Solved(NamedTuple):
    """What the command has done."""

    solution: Solution | MatchSolution
    seconds: float
    size: int
    """Of all tables, in bytes."""


@click.command("solve")
@click.argument("variant", type=VariantName())
@click.option("--match", "away", type=(Away, Away), metavar="N M",
              help=f"Solve it at a match score, too, up to {MOST_AWAY} points away.")  # fmt: skip
@rules_option
@json_option
def solve_game(
    variant: Variant, away: tuple[int, int] | None, options: tuple[str, ...], as_json: bool
) -> None:
    """Solve a game of up to three checkers a side: the exact value of every position.

    From then on hints, evaluations and cube actions of that game are exact for money, and the
    engine plays it perfectly. Games of one or two checkers take seconds and are solved when they
    are needed; games of three take minutes, a gigabyte of memory and 290 MB of disk. Ctrl-C stops
    it; the same command goes on from there.

    With --match it is also solved at a match score and at all scores that can follow, with the
    Crawford rule. That takes longer: games of two checkers seconds to a minute, games of three
    minutes to hours, and up to gigabytes of disk.

    VARIANT is the name of a game or the path of your own file.

    \b
    Examples:
      fullprime solve two.toml
      fullprime solve two.toml --match 3 2
      fullprime solve two.toml --json
    """
    variant = variant.with_options(chosen_options(options))
    began = perf_counter()
    with one_line() as write:

        def watch(progress: SolveProgress) -> None:
            if write:
                write(_progress_line(progress))

        solution = solve_match(variant, *away, watch) if away else solve(variant, watch)
    paths = _paths(variant, solution, away)
    size = sum(path.stat().st_size for path in paths if path.exists())
    done = Solved(solution, perf_counter() - began, size)
    if as_json:
        print_json(_as_json(variant, done, away))
        return
    found = _score_lines(done.solution, away) if away else _start_lines(variant)
    at = " at {}-away {}-away and all scores that can follow,".format(*away) if away else ""
    kept = f"{_files(paths)}, {size / 1e6:.1f} MB" if size else "No table was kept."
    print_lines([f"{variant.name}: solved{at}{_effort(done)}.", *found, kept])


def _paths(
    variant: Variant, solution: Solution | MatchSolution, away: tuple[int, int] | None
) -> list[Path]:
    """The tables that were asked for."""
    if away is None or not isinstance(solution, MatchSolution):
        return [table_path(variant)]
    return [solution.scores.path(score) for score in scores_to(*away)]


def _files(paths: list[Path]) -> str:
    if len(paths) == 1:
        return f"Table: {paths[0]}"
    return f"{len(paths)} tables: {paths[0].parent}"


def start_equities(variant: Variant) -> dict[str, float]:
    """Of the side on roll at the start of the game, for money, in every state of the cube."""
    found = {"cubeless": analysis.evaluate(variant=variant, cubeful=False).equity}
    for name, (_, stakes) in CUBES.items() if variant.cube else ():
        found[name] = analysis.evaluate(variant=variant, stakes=stakes).equity
    return found


def _as_json(variant: Variant, done: Solved, away: tuple[int, int] | None) -> dict[str, Any]:
    found = {
        "variant": variant.id,
        "sweeps": done.solution.sweeps,
        "change": done.solution.change,
        "seconds": round(done.seconds, 3),
        "bytes": done.size,
    }
    if not isinstance(done.solution, MatchSolution) or away is None:
        return {**found, "start": start_equities(variant)}
    chances = _start_chances(done.solution, away).items()
    scores = [
        {"away": [score.mine, score.theirs], "crawford": score.crawford, "chance": chance}
        for score, chance in chances
    ]
    return {**found, "scores": scores}


def _start_chances(solution: MatchSolution, away: tuple[int, int]) -> dict[MatchScore, float]:
    """Of the side that needs more, before the opening throw."""
    return {
        score: solution.scores.chance(score.mine, score.theirs, not score.crawford)
        for score in scores_to(*away)
    }


def _score_lines(solution: Solution | MatchSolution, away: tuple[int, int]) -> list[str]:
    if not isinstance(solution, MatchSolution):
        return []
    chances = _start_chances(solution, away)
    names = [_score_name(score) for score in chances]
    widest = max(map(len, names))
    return table(
        [
            Column("Needs".ljust(widest), [name.ljust(widest) for name in names]),
            Column("Wins %", [f"{100 * chance:.3f}" for chance in chances.values()]),
        ],
        WIDEST,
    )


def _score_name(score: MatchScore) -> str:
    """Such as `3 against 1, Crawford game`."""
    after = score.theirs == 1 < score.mine and not score.crawford
    game = ", Crawford game" if score.crawford else ", after it" if after else ""
    return f"{score.mine} against {score.theirs}{game}"


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
