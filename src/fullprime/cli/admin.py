"""`fullprime admin`: for whoever runs a server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fullprime.cli.serve import kept_at, store_options
from fullprime.errors import BadFile, FullprimeError
from fullprime.files import write_atomically

if TYPE_CHECKING:
    from fullprime.server.record import Record
    from fullprime.store import Kept

T = TypeVar("T")
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group("admin")
def admin() -> None:
    """Look after the store of a server.

    backup, check and export only read, and may run beside the server; the
    others refuse to while it runs.

    \b
    Examples:
      fullprime admin backup monday.db
      fullprime admin restore monday.db --store postgresql://fullprime@localhost/fullprime
      fullprime admin check
    """


@admin.command()
@click.argument("file", type=_FILE)
@store_options
def backup(file: Path, data: Path | None, store: str | None) -> None:
    """Write a copy of everything to FILE, while the server goes on."""
    from fullprime.store import care

    count = _run(care.save(kept_at(data, store), file))
    click.echo(f"{file}: {_matches(count)}")


@admin.command()
@click.argument("file", type=_FILE)
@store_options
def restore(file: Path, data: Path | None, store: str | None) -> None:
    """Bring a backup back, into a store that has nothing in it."""
    from fullprime.store import care

    count = _run(care.restore(file, kept_at(data, store)))
    click.echo(f"{_matches(count)} restored")


@admin.command()
@store_options
def check(data: Path | None, store: str | None) -> None:
    """Look for damage: in the database, in the links of every log, and in
    what follows when every match is played again.

    Ends with 1 if there is any.
    """
    from fullprime.store import care

    found = _run(care.faults(kept_at(data, store), _played_again))
    for match_id, wrong in found:
        click.echo(f"{match_id or 'database'}: {wrong}")
    if found:
        raise BadFile(f"{len(found)} {'fault' if len(found) == 1 else 'faults'}")
    click.echo("No damage found")


@admin.command()
@click.option("--days", type=click.FloatRange(1), default=365, show_default=True, metavar="N",
              help="What is older than so many days.")  # fmt: skip
@store_options
def prune(days: float, data: Path | None, store: str | None) -> None:
    """Delete what no one needs any more: visitors who did nothing, invitations
    that no one has taken, and jobs that are over."""
    from fullprime.store import care

    found = _run(care.prune(kept_at(data, store), days))
    click.echo(", ".join(f"{count} {what}" for what, count in found.items()) + " deleted")


@admin.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--match", "wanted", multiple=True, metavar="ID",
              help="This match alone; can be repeated.")  # fmt: skip
@store_options
def export(folder: Path, wanted: tuple[str, ...], data: Path | None, store: str | None) -> None:
    """Write every match as a file that `fullprime play --resume` reads.

    Damaged matches are named and left out; the command ends with 1 then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written, damaged = _run(_export(kept_at(data, store), folder, wanted))
    for wrong in damaged:
        click.echo(wrong, err=True)
    click.echo(f"{folder}: {_matches(written)}")
    if damaged:
        raise BadFile(f"{_matches(len(damaged))} could not be exported")


@admin.command()
@click.option("--match", "match_id", required=True, metavar="ID", help="The match.")
@click.option("--seat", type=click.IntRange(0, 1), metavar="0|1",
              help="Delete the person who sits there, with all that is theirs.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Do not ask.")
@store_options
def delete(
    match_id: str, seat: int | None, yes: bool, data: Path | None, store: str | None
) -> None:
    """Delete a match, or a person who has played in it.

    A person's matches with other people stay, without their name.
    """
    from fullprime.store import care

    what = f"match {match_id}" if seat is None else f"the person at seat {seat} of {match_id}"
    if not yes:
        click.confirm(f"Delete {what} for good?", abort=True)
    place = kept_at(data, store)
    if seat is None:
        _run(care.delete_match(place, match_id))
        click.echo(f"{what} is deleted")
    else:
        count = _run(care.delete_player(place, match_id, seat))
        click.echo(f"{what} is deleted, with {_matches(count)}")


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


async def _export(
    place: Path | str, folder: Path, wanted: tuple[str, ...]
) -> tuple[int, list[str]]:
    from fullprime.store.store import Store

    written, damaged = 0, []
    async with await Store.look(place) as store:
        for match_id in wanted or await store.match_ids():
            try:
                kept = await store.match(match_id)
                if kept is None:
                    raise BadFile(f"there is no match {match_id}")
                saved = _record(kept)._replace(fair=None).file
                write_atomically(folder / f"{match_id}.json", saved)
                written += 1
            except FullprimeError as error:
                damaged.append(f"{match_id}: {error}")
    return written, damaged


async def _played_again(kept: Kept) -> str | None:
    try:
        _record(kept)
    except FullprimeError as error:
        return f"it cannot be played again: {error}"
    return None


def _record(kept: Kept) -> Record:
    from fullprime.server.record import Record

    return Record.start(kept).to_end(kept.events)
