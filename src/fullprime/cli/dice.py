"""`fullprime verify-dice`: the record of the dice of a match, verified without the server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fullprime.cli.output import count, print_json, print_lines
from fullprime.cli.params import json_option
from fullprime.cli.show import FILES
from fullprime.errors import FullprimeError
from fullprime.files import read_start, write_atomically

if TYPE_CHECKING:
    from fullprime.fair_dice.transcript import Dealt, Forged, Transcript, Verified

Json = dict[str, Any]


@click.command("verify-dice")
@click.argument("file", type=FILES, metavar="[FILE]", required=False)
@click.option("--rolls", is_flag=True, help="List every roll.")
@click.option("--page", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write a page that does the same in a browser, without any server.")  # fmt: skip
@json_option
def verify_dice(file: Path | None, rolls: bool, page: Path | None, as_json: bool) -> None:
    """Verify the dice of a match that was played with dice both can check.

    FILE is the record that *Save the record* writes (.dice.json). Every link,
    every roll and the signature are checked; no server is needed. The exit
    code is 1 where the record does not hold.

    \b
    Examples:
      fullprime verify-dice fullprime-Ann-Ben-1a2b3c4d.dice.json
      fullprime verify-dice --page verify-dice.html
    """
    if (file is None) == (page is None):
        raise click.UsageError("give either a record to verify or --page FILE")
    if page:
        _write_page(page)
    elif file:
        _verify(file, rolls, as_json)


def _write_page(path: Path) -> None:
    try:
        from fullprime.server.pages import WEB
        from fullprime.server.verifier import verifier_page
    except ImportError as error:
        raise _missing(error) from error
    write_atomically(path, verifier_page(WEB).encode())
    click.echo(f"{path}: open it in a browser and choose a record")


def _verify(file: Path, rolls: bool, as_json: bool) -> None:
    try:
        from fullprime.fair_dice.transcript import MOST_BYTES, Forged, Transcript, verify
        from fullprime.server.dealing import play_again
    except ImportError as error:
        raise _missing(error) from error
    if str(file) == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        data = read_start(file, MOST_BYTES + 1)
    record = Transcript.read(data)
    try:
        found = verify(record)
        play_again(record)
    except Forged as fault:
        if as_json:
            print_json(_fault_json(record, fault))
        else:
            click.echo(f"The record does not hold. Event {fault.version}: {fault.about}")
        click.get_current_context().exit(1)
    if as_json:
        print_json(_json(found))
    else:
        print_lines(_lines(record, found, rolls))


def _missing(error: ImportError) -> FullprimeError:
    return FullprimeError(f"{error}; it comes with: pip install 'fullprime[web]'")


def _lines(record: Transcript, found: Verified, rolls: bool) -> list[str]:
    rolled, events = count(len(found.rolls), "roll"), count(len(record.events), "event")
    lines = [
        f"All dice are right: {rolled}, {events}.",
        f"Match {found.match}: {' against '.join(record.players)}.",
        "The match is over, and the record is complete."
        if found.over
        else "The match goes on; this is the record so far.",
    ]
    if found.weak:
        lines.append(f"{count(found.weak, 'roll')} with a link that was left in advance.")
    if any(found.renewed):
        lines.append(f"{count(sum(found.renewed), 'chain')} replaced during the match.")
    lines += [f"Key of the server   {found.key}", f"Hash of the record  {found.head}"]
    return [*lines, *(map(_roll_line, found.rolls) if rolls else ())]


def _roll_line(roll: Dealt) -> str:
    throws = ", ".join(f"{first}-{second}" for first, second in roll.throws)
    return f"{roll.number:>5}  {throws}{'  opening' if roll.opening else ''}"


def _json(found: Verified) -> Json:
    return {
        "right": True,
        "match": found.match,
        "over": found.over,
        "rolls": [
            {"number": each.number, "opening": each.opening, "throws": each.throws}
            for each in found.rolls
        ],
        "left_in_advance": found.weak,
        "replaced": list(found.renewed),
        "key": found.key,
        "head": found.head,
    }


def _fault_json(record: Transcript, fault: Forged) -> Json:
    return {
        "right": False,
        "match": record.match,
        "event": fault.version,
        "code": fault.about.code,
        "fault": str(fault.about),
    }
