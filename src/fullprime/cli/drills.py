"""`fullprime cards`, and the quiz of `fullprime print`: the errors of matches as questions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from fullprime.analysis.review.quiz import Card, anki_text, cards
from fullprime.cli.match_files import Found, failure, find
from fullprime.cli.output import count
from fullprime.cli.reviewed import NoMatch, depth_option, me_option, not_there, review_file
from fullprime.cli.show import FILES
from fullprime.errors import BadFile, FullprimeError, plain
from fullprime.files import check_folder, write_atomically

STDOUT: Final = Path("-")


@click.command("cards")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
              default=STDOUT, metavar="FILE.txt",
              help="Where to write them; the standard output if left out.")  # fmt: skip
@depth_option
@me_option
@click.option("--all", "every", is_flag=True, help="Also doubtful decisions.")
@click.option("--text", "text_boards", is_flag=True, help="Boards in characters, not as pictures.")
def write_cards(
    files: tuple[Path, ...], out: Path, plies: int, me: str | None, every: bool, text_boards: bool
) -> None:
    """Write the errors of matches as cards that Anki imports.

    A card has the board and the question on its front, the best play and what
    was lost on its back. Importing a match again changes its cards, and adds none.

    \b
    Examples:
      fullprime cards match.mat --me Ann --out cards.txt
      fullprime cards matches/ --me Ann --out cards.txt
    """
    if out != STDOUT:
        check_folder(out)
    found = collected(files, plies, me, every)
    text = anki_text(found, text_boards=text_boards)
    if out == STDOUT:
        sys.stdout.buffer.write(text.encode())
        return
    write_atomically(out, text.encode())
    click.echo(f"{plain(str(out))}: {count(len(found), 'card')}")


def collected(
    files: Sequence[Path], plies: int, me: str | None, every: bool, most: int | None = None
) -> list[Card]:
    """The errors of all files, the most expensive first and each once.

    A file that cannot be read is named, and the others count; alone, it is an error.
    """
    found: dict[str, Card] = {}
    places = find(files)
    for number, place in enumerate(places, 1):
        before = f"{number}/{len(places)} " if len(places) > 1 else ""
        try:
            mine = _of_file(place, plies, me, every, before)
        except NoMatch:
            if len(places) == 1:
                raise
            continue
        except (FullprimeError, OSError) as error:
            if len(places) == 1:
                raise
            click.echo(f"fullprime: {failure(place, error)}", err=True)
            continue
        found |= {card.id: card for card in mine}
    ordered = sorted(found.values(), key=lambda card: -card.error)
    if not ordered:
        raise BadFile("no errors to ask about in these matches")
    return ordered[:most]


def _of_file(place: Found, plies: int, me: str | None, every: bool, before: str) -> list[Card]:
    reviewed = review_file(place, plies, me, before)
    if me and reviewed.seat is None:
        raise not_there(place, reviewed.match, me)
    return cards(reviewed.match, reviewed.report, me=reviewed.seat, every=every)
