"""A rematch: the same players and rules again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fullprime.server.new_match import new_id
from fullprime.server.problems import Problem
from fullprime.server.record import Record
from fullprime.server.summary import summary_json
from fullprime.server.table import Table

if TYPE_CHECKING:
    from fullprime.store.store import Store


async def rematch_of(table: Table, store: Store) -> str:
    """The match that follows; the first request makes it."""
    if not table.record.is_over:
        raise Problem(409, "rematch.early")
    # The tutor stays as the player has it now.
    start = Record.start(table.kept)._replace(tutor=table.record.tutor).file
    following = table.kept._replace(
        id=new_id(), start=start, seats=table.seats, invite=None, rematch=None, events=()
    )
    summary = summary_json(Record.start(following), following.seats)
    if table.rematch is None and await store.new_match(following, summary, rematch_of=table.id):
        table.rematch = following.id
        table.show()
    if table.rematch is None:  # the opponent was faster, while this request waited for the disk
        kept = await store.match(table.id)
        table.rematch = kept.rematch if kept else None
    return table.rematch or following.id
