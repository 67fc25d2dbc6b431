"""A match as a text that people read."""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.action import Played, Rolled, Seen
from fullprime.game import Game, Phase
from fullprime.match import Match
from fullprime.render.layout import plain
from fullprime.server.action_text import play_of, told
from fullprime.server.record import Logged, NextGame, OfMatch, Record, decode
from fullprime.store import Kept


def transcript(kept: Kept) -> bytes:
    """Every game, one action a line; a roll stands in the line of its play."""
    return "".join(f"{line}\n" for line in _lines(kept)).encode()


def _lines(kept: Kept) -> Iterator[str]:
    start = Record.start(kept)
    names = [plain(name) for name in start.match.players]
    yield f"{names[0]} - {names[1]}"
    yield from _heading(start.match)
    unplayed = ""
    """The line of a roll that waits for its play."""
    for event, before, record in start.follow(kept.events):
        action = decode(event.action)
        if unplayed and not isinstance(action, Played | Seen):
            yield unplayed
        unplayed = ""
        if isinstance(action, NextGame):
            yield from _heading(record.match)
            continue
        who = "" if event.seat is None else f"{names[event.seat]}: "
        line = f"  {who}{_text(before.match.game, action)}"
        if isinstance(action, Rolled) and record.match.game.phase is Phase.TO_PLAY:
            unplayed = line
            continue
        yield line
        if record.match.game.result and not before.match.game.result:
            yield _result(record.match, names)
    if unplayed:
        yield unplayed


def _text(game: Game, action: Logged) -> str:
    if isinstance(action, OfMatch):
        return action.name
    if isinstance(action, Rolled) and game.phase is Phase.OPENING:
        return f"opening throw {told(game, action)}"
    if isinstance(action, Played) and game.numbers and _goes_on(game):
        return f"{' '.join(map(str, game.numbers.batch[0]))}: {play_of(game, action)}"
    return told(game, action)


def _goes_on(game: Game) -> bool:
    """Does a play belong to a roll that an earlier line has named?"""
    return game.inherited or (game.numbers is not None and game.numbers.start != game.position)


def _heading(match: Match) -> Iterator[str]:
    yield ""
    yield f"Game {len(match.games)}, {match.variant.name}, {match.score[0]}-{match.score[1]}"


def _result(match: Match, names: list[str]) -> str:
    result = match.game.result
    if result is None or result.winner is None:
        return "  drawn"
    before, after = ((0, 0), *match.shown_scores)[-2:]
    points = after[result.winner] - before[result.winner]
    return f"  {names[result.winner]} wins {points} ({result.by})"
