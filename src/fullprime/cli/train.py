"""`fullprime train`: cards at the terminal."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from fullprime.analysis.review import report_json
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.cli.match_files import failure, find
from fullprime.cli.output import count, print_json, print_lines
from fullprime.cli.params import json_option
from fullprime.cli.reviewed import NoMatch, depth_option, me_option, not_there, review_file
from fullprime.cli.show import FILES
from fullprime.errors import BadFile, FullprimeError
from fullprime.files import data_folder

if TYPE_CHECKING:
    from fullprime.practice.notebook import Notebook

DECKS: Final = ("errors", "openings", "bearoff", "pips", "cube")


@click.command()
@click.argument("deck", type=click.Choice(DECKS), required=False)
@click.argument("files", nargs=-1, type=FILES, metavar="[FILE...]")
@me_option
@depth_option
@click.option("--most", type=click.IntRange(1), metavar="N", help="Stop after N cards.")
@click.option("--ascii", "plain", is_flag=True, help="Draw the board without Unicode.")
@json_option
def train(
    deck: str | None,
    files: tuple[Path, ...],
    me: str | None,
    plies: int,
    most: int | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Train with cards that come again when you are about to forget them.

    Without DECK, the decks and what is due. `errors` asks about the errors of your
    matches: FILE adds those of a match file or a folder, with --me as your name.

    \b
    Examples:
      fullprime train
      fullprime train openings --most 10
      fullprime train errors match.mat --me Ann
    """
    from fullprime.practice.notebook import NAME, Notebook

    if files and deck != "errors":
        raise click.UsageError("match files belong to the deck errors")
    if files and me is None:
        raise click.UsageError("--me NAME says which player of the files you are")
    notebook = Notebook.open(data_folder() / NAME)
    if deck is None:
        _list(notebook, as_json)
        return
    if files and me:
        _add(notebook, files, me, plies)
    if deck == "errors" and not any(notebook.deck(deck)):
        raise BadFile(
            "no errors to train yet; fullprime train errors match.mat --me NAME adds some"
        )
    from fullprime.tui.console import ConsoleTerminal
    from fullprime.tui.train import Drill

    io = ConsoleTerminal()
    Drill(io, notebook, deck, ascii=plain or not io.unicode, most=most).run()


def _list(notebook: Notebook, as_json: bool) -> None:
    from fullprime.tui.train import TITLES

    now = time.time()
    found = {name: notebook.deck(name) for name in DECKS}
    due = {name: len(deck.due(now)) for name, deck in found.items()}
    if as_json:
        told = [
            {"deck": name, "due": due[name], "new": len(deck.new), "learned": deck.learned}
            for name, deck in found.items()
        ]
        print_json({"decks": told})
        return
    columns = [
        Column("Deck", list(found), left=True),
        Column("Due", [str(each) for each in due.values()]),
        Column("New", [str(len(deck.new)) for deck in found.values()]),
        Column("Learned", [str(deck.learned) for deck in found.values()]),
        Column("", [TITLES[name] for name in found], left=True),
    ]
    print_lines(table(columns, WIDEST))


def _add(notebook: Notebook, files: tuple[Path, ...], me: str, plies: int) -> None:
    """A file that cannot be read is named, and the others count; alone, it is an error."""
    import msgspec

    from fullprime.practice import gather

    places, new = find(files), 0
    for place in places:
        try:
            reviewed = review_file(place, plies, me)
            if reviewed.seat is None:
                raise not_there(place, reviewed.match, me)
        except (FullprimeError, OSError) as error:
            if len(places) == 1:
                raise
            if not isinstance(error, NoMatch):
                click.echo(f"fullprime: {failure(place, error)}", err=True)
            continue
        report = msgspec.json.encode(report_json(reviewed.report))
        new += notebook.add(gather(reviewed.match, report, reviewed.seat).cards)
    notebook.save()
    click.echo(f"{count(new, 'new card')} of errors", err=True)
