"""A match as a text that people read."""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.match import Match
from fullprime.render.layout import plain
from fullprime.server.record import EndSession, NextGame, Record, decode, event_json
from fullprime.store import Kept


def transcript(kept: Kept) -> bytes:
    """Every game, one action a line."""
    return "".join(f"{line}\n" for line in _lines(kept)).encode()


def _lines(kept: Kept) -> Iterator[str]:
    start = Record.start(kept)
    names = [plain(name) for name in start.match.players]
    yield f"{names[0]} - {names[1]}"
    yield from _heading(start.match)
    for event, before, record in start.follow(kept.events):
        action = decode(event.action)
        if isinstance(action, NextGame):
            yield from _heading(record.match)
            continue
        who = "" if event.seat is None else f"{names[event.seat]}: "
        yield f"  {who}{event_json(event, before)['text']}"
        if record.match.game.result and not isinstance(action, EndSession):
            yield _result(record.match, names)


def _heading(match: Match) -> Iterator[str]:
    yield ""
    yield f"Game {len(match.games)}, {match.variant.name}, {match.score[0]}-{match.score[1]}"


def _result(match: Match, names: list[str]) -> str:
    result = match.game.result
    if result is None or result.winner is None:
        return "  drawn"
    return f"  {names[result.winner]} wins {result.points} ({result.by})"
