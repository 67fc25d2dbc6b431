"""A match in a line, for lists."""

from __future__ import annotations

import msgspec

from fullprime.server.record import Record
from fullprime.server.state import series_json
from fullprime.store import Seats


def summary_json(record: Record, seats: Seats) -> str:
    """What a list shows of a match."""
    match = record.match
    waiting = "waiting" if None in seats else "playing"
    summary = {
        "variant": {"id": match.variant.id, "name": match.variant.name},
        "series": series_json(match.series),
        "score": match.shown_score,
        "target": match.target,
        "state": "over" if record.is_over else waiting,
        "actor": match.game.actor,
        "over": match.game.result is not None,
        "winner": match.winner,
    }
    return msgspec.json.encode(summary).decode()
