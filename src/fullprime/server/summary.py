"""A match in a line, for lists."""

from __future__ import annotations

import msgspec

from fullprime.server.board import rows_json
from fullprime.server.record import Record
from fullprime.server.state import series_json
from fullprime.store import Seats


def summary_json(record: Record, seats: Seats) -> str:
    """What a list shows of a match."""
    match, game = record.match, record.match.game
    waiting = "waiting" if None in seats else "playing"
    summary = {
        "variant": {"id": match.variant.id, "name": match.variant.name},
        "options": match.variant.chosen,
        "series": series_json(match.series),
        "score": match.shown_score,
        "target": match.target,
        "state": "over" if record.is_over else waiting,
        "actor": game.actor,
        "over": game.result is not None,
        "winner": record.winner,
        "abandoned": record.abandoned_json,
        "balance": str(match.balance),
        "rows": rows_json(game.variant, game.position, game.turn),
        "white": game.white,
    }
    return msgspec.json.encode(summary).decode()
