"""`fullprime find`: decisions of many matches, by what they cost and what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from fullprime.analysis.reasons import plan_name
from fullprime.analysis.review import report_json
from fullprime.analysis.review.finding import (
    CUBE,
    DONE,
    MOST,
    Finder,
    FoundDecision,
    Query,
    Searched,
    best_first,
)
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.cli.match_files import failure, find
from fullprime.cli.output import count, print_json, print_lines, screen_width
from fullprime.cli.params import json_option
from fullprime.cli.reviewed import NoMatch, depth_option, review_file
from fullprime.cli.show import FILES
from fullprime.errors import FullprimeError, plain
from fullprime.files import data_folder
from fullprime.store.collection import kept_reports


@click.command("find")
@click.argument("files", nargs=-1, type=FILES, metavar="[FILE...]")
@click.option("--loss", type=click.FloatRange(0), metavar="X",
              help="Lost at least X; default 0.02, and 0 with --like.")  # fmt: skip
@click.option("--kind", metavar="KIND", help=f"What was done: {', '.join(DONE)}.")
@click.option("--was", metavar="ACTION", help=f"What was right: {', '.join(CUBE)}.")
@click.option("--plan", metavar="PLAN", help="The game plan of who decided, such as backgame.")
@click.option("--against", metavar="PLAN", help="The game plan of the opponent.")
@click.option("--theme", metavar="THEME", help="A kind of reason, such as prime, shots, anchor.")
@click.option("--player", metavar="NAME", help="Who decided.")
@click.option("--opponent", metavar="NAME", help="Against whom.")
@click.option("--game", metavar="GAME", help="The game; `fullprime info` lists them.")
@click.option("--like", metavar="POSITION", help="The nearest positions first.")
@click.option("--most", type=click.IntRange(1), default=MOST, show_default=True, metavar="N")
@click.option("--data", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Another data file of `fullprime serve`.")  # fmt: skip
@depth_option
@json_option
def find_decisions(
    files: tuple[Path, ...],
    most: int,
    data: Path | None,
    plies: int,
    as_json: bool,
    **fields: Any,
) -> None:
    """Find decisions in reviewed matches.

    FILE is a match or a folder of them, which are reviewed first; what was
    reviewed before is not computed again. Without FILE, the matches that
    `fullprime serve` keeps are searched.

    \b
    Examples:
      fullprime find --player Ann --loss 0.1 --plan backgame
      fullprime find --kind pass --was take
      fullprime find matches/ --like 4HPwATDgc/ABMA --most 5
    """
    finder = Finder(Query(**fields))
    searched = _of_files(files, plies) if files else _kept(data)
    matches, found = 0, list[FoundDecision]()
    for source, match in searched:
        matches += 1
        found += finder.in_match(source, match)
    shown = best_first(found, most)
    if as_json:
        print_json({"matches": matches, "count": len(found), "found": msgspec.to_builtins(shown)})
        return
    where = f"{matches:,} match{'' if matches == 1 else 'es'}"
    total = f"{count(len(found), 'decision')} found in {where}"
    left = f"; {len(shown)} shown" if len(shown) < len(found) else ""
    lines = table(_columns(shown), screen_width() or WIDEST) if shown else []
    print_lines([total + left, *lines])


def _of_files(files: Sequence[Path], plies: int) -> Iterator[tuple[str, Searched]]:
    """A file that cannot be read is named, and the others count."""
    places = find(files)
    for number, place in enumerate(places, 1):
        before = f"{number}/{len(places)} " if len(places) > 1 else ""
        try:
            report = review_file(place, plies, None, before).report
        except NoMatch:
            continue
        except (FullprimeError, OSError) as error:
            click.echo(f"fullprime: {failure(place, error)}", err=True)
            continue
        yield place.name, Searched.of(report_json(report))


def _kept(data: Path | None) -> Iterator[tuple[str, Searched]]:
    for match, report in kept_reports(data or data_folder() / "fullprime.db"):
        try:
            yield match, Searched.decode(report)
        except msgspec.DecodeError:  # of a version before there were game plans
            continue


def _columns(found: Sequence[FoundDecision]) -> list[Column]:
    columns = [
        Column("Match", [plain(each.source) for each in found], left=True),
        Column("Decision", [each.address for each in found], left=True),
        Column("Player", [plain(each.player) for each in found], left=True),
        Column("Dice", ["-".join(map(str, each.dice or ())) for each in found]),
        Column("Played", [each.played for each in found], left=True),
        Column("Best", [each.best for each in found], left=True),
        Column("Error", [f"{each.error:.3f}" for each in found]),
        Column("Plan", [_plan(each) for each in found], 2, left=True),
        Column("Position", [each.position for each in found], 1, left=True),
    ]
    if any(each.distance is not None for each in found):
        columns.insert(0, Column("Pips", [str(each.distance) for each in found]))
    return columns


def _plan(found: FoundDecision) -> str:
    mine, _ = found.plans
    return plan_name(mine) if mine else ""
