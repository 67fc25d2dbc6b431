"""`fullprime show`: what is in a match file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from fullprime.action import Arranged, Played, Seen
from fullprime.cli.match_files import STDIN, Found, failure, find, progress
from fullprime.cli.output import count, print_json, print_lines
from fullprime.cli.params import json_option
from fullprime.errors import BadFile, FullprimeError, plain
from fullprime.formats.as_json import match_json
from fullprime.formats.match_file import Loaded
from fullprime.formats.plain_text import (
    about_lines,
    game_lines,
    heading,
    result_text,
    standing,
    target_text,
    title,
)
from fullprime.formats.repair.proposals import Proposal
from fullprime.formats.turns import up_to
from fullprime.game import Game
from fullprime.match import Match
from fullprime.notes import ReadingFault

NOT_UNDERSTOOD = 3
FILES = click.Path(path_type=Path, allow_dash=True)
strict_option = click.option(
    "--strict", is_flag=True, help="Refuse a file at its first fault, instead of listing them all."
)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--game", "number", type=click.IntRange(1), metavar="N",
              help="List everything that happened in this game.")  # fmt: skip
@strict_option
@click.option("--repair", is_flag=True,
              help="Propose how a game that breaks the rules may have been meant.")  # fmt: skip
@json_option
def show(
    files: tuple[Path, ...], number: int | None, strict: bool, repair: bool, as_json: bool
) -> int:
    """Show the matches in files of any format, and what is wrong with them.

    Every action is played again by the rules. FILE may be a folder, which is
    read with everything in it, or `-` for standard input.

    \b
    Examples:
      fullprime show match.mat
      fullprime show match.mat --game 2
      fullprime show match.sgf --json
      fullprime show match.mat --repair
      fullprime show matches/
    """
    found = find(files)
    single = len(files) == 1 and (files[0] == STDIN or not files[0].is_dir())
    if single:
        if repair:
            return _show_repairs(found[0], as_json)
        return _show_one(found[0], number, strict, as_json)
    if number is not None or repair:
        option = "--repair" if repair else "--game"
        raise click.UsageError(f"{option} belongs to a single file")
    return _show_all(found, strict, as_json)


# One file ----------------------------------------------------------------------------------------


def _show_one(found: Found, number: int | None, strict: bool, as_json: bool) -> int:
    loaded = found.load(strict=strict)
    if loaded is None:
        raise BadFile(f"{found.name}: not a match file")
    match, kind = loaded
    if number is not None and number > len(match.games):
        raise click.UsageError(f"--game {number}: the match has {count(len(match.games), 'game')}")
    if as_json:
        print_json(match_json(match, kind.name))
    elif number is None:
        print_lines(_summary(loaded))
    else:
        print_lines(game_lines(match, number - 1))
    return 0


def _show_repairs(found: Found, as_json: bool) -> int:
    """Nothing is changed: whoever reads it decides."""
    proposals = found.proposals()
    if as_json:
        print_json({"proposals": [_proposal_json(each) for each in proposals]})
        return 0
    if not proposals:
        faults = found.load(strict=False)
        faulty = faults is not None and bool(faults.match.notes.faults)
        click.echo("No change was found that helps." if faulty else "Every game is legal.")
    for number, group in groupby(proposals, key=lambda each: each.game):
        click.echo(f"Game {number}:")
        for rank, each in enumerate(group, 1):
            click.echo(f"  {rank}. {plain(each.text)}")
    return 0


def _proposal_json(proposal: Proposal) -> dict[str, Any]:
    shown = ("game", "line", "change", "text", "cost")
    return {name: getattr(proposal, name) for name in shown}


def _summary(loaded: Loaded) -> Iterator[str]:
    match = loaded.match
    yield title(match)
    yield f"{target_text(match)}; read as {loaded.format.name} ({loaded.format.title})"
    yield from about_lines(match)
    for number, game in enumerate(match.games):
        so_far = up_to(match, number)
        end = result_text(so_far) if game.result else "  not finished"
        yield f"{heading(so_far)}, {count(plies(game), 'play')}:{end[1:]}"
    yield standing(match)
    faults = match.notes.faults
    if faults:
        yield ""
        yield f"{count(len(faults), 'fault')}:"
        yield from (f"  {_located(fault)}" for fault in faults)


def _located(fault: ReadingFault) -> str:
    places = (("line", fault.line), ("game", fault.game))
    where = ", ".join(f"{word} {n}" for word, n in places if n)
    return f"{where}: {plain(fault.described)}" if where else plain(fault.described)


def plies(game: Game) -> int:
    """Plays of the game, legal or not."""
    return sum(isinstance(action, Played | Seen | Arranged) for action in game.log)


# Many files --------------------------------------------------------------------------------------


def _show_all(found: Sequence[Found], strict: bool, as_json: bool) -> int:
    tally = Tally()
    with progress(found) as files:
        for each in files:
            try:
                loaded = each.load(strict=strict)
            except (FullprimeError, OSError) as error:
                tally.failed += 1
                _print_failure(each, error, as_json)
                continue
            if loaded is None:
                tally.others += 1
                continue
            tally.add(loaded)
            if as_json:
                print_json({"file": each.name, **match_json(loaded.match, loaded.format.name)})
            else:
                click.echo(f"{each.name}: {_in_a_line(loaded.match)}")
    click.echo("\n".join(tally.lines()), err=as_json)
    return NOT_UNDERSTOOD if tally.failed else 0


def _print_failure(found: Found, error: FullprimeError | OSError, as_json: bool) -> None:
    if as_json:
        answer: dict[str, Any] = {"file": found.name, "error": failure(found, error)}
        print_json(answer)
    else:
        click.echo(f"fullprime: {failure(found, error)}", err=True)


def _in_a_line(match: Match) -> str:
    faults = len(match.notes.faults)
    told = f", {count(faults, 'fault')}" if faults else ""
    return f"{title(match)}, {count(len(match.games), 'game')}, {standing(match)}{told}"


class Tally:
    """How many files, games, plays and faults there are of each format."""

    def __init__(self) -> None:
        self.failed = 0
        self.others = 0
        """Files in a folder that are no match files."""
        self._rows: dict[str, list[int]] = {}

    def add(self, loaded: Loaded) -> None:
        match = loaded.match
        counted = (1, len(match.games), sum(map(plies, match.games)), len(match.notes.faults))
        row = self._rows.setdefault(loaded.format.name, [0] * len(counted))
        self._rows[loaded.format.name] = [a + b for a, b in zip(row, counted, strict=True)]

    def lines(self) -> Iterator[str]:
        """As a table."""
        heads = ("Files", "Games", "Plays", "Faults")
        rows = {name: self._rows[name] for name in sorted(self._rows)}
        if len(rows) > 1:
            rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
        width = max(len(name) for name in ("Format", *rows))
        yield "Format".ljust(width) + "".join(head.rjust(9) for head in heads)
        for name, row in rows.items():
            yield name.ljust(width) + "".join(f"{value:,}".rjust(9) for value in row)
        if self.others:
            yield f"{count(self.others, 'other file')} skipped: no match files"
        if self.failed:
            yield f"{count(self.failed, 'file')} could not be read"
