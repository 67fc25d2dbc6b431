"""Games that show how a game looks: the recorded plays of `data/samples.json`, played again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from fullprime.action import Action, Played
from fullprime.data import shipped
from fullprime.match import Match, Settings
from fullprime.server.board import board_json
from fullprime.server.record import Record
from fullprime.server.state import game_json
from fullprime.shapes import decoded
from fullprime.variant import Variant

Json = dict[str, Any]
TURNS: Final = 6
"""After as many plays a game is shown in lists."""

OPENING: Final = 4
"""So many plays show how a game begins."""


@cache
def _logs() -> dict[str, tuple[Action, ...]]:
    """`docs/samples.py` writes them."""
    text = shipped("samples.json").read_bytes()
    return decoded(text, dict[str, tuple[Action, ...]])


def sample_start(variant: Variant) -> Match:
    """A match of one game, without the cube."""
    settings = Settings(cube=False) if variant.cube else Settings()
    return Match.start(variant, target=1, settings=settings)


def turns(match: Match) -> int:
    """How many plays have been made in its game."""
    return sum(isinstance(action, Played) for action in match.game.log)


def _records(variant: Variant) -> Iterator[Record]:
    """From the set-up on; an action that is not legal raises."""
    record = Record(sample_start(variant))
    yield record
    for action in _logs()[variant.id]:
        record, _ = record.after(action)
        yield record


def sample_position(variant: Variant) -> Json:
    """The checkers after a few turns, and the roll that was played last."""
    shown = _shown(next(each for each in _records(variant) if turns(each.match) == TURNS))
    return {"rows": shown["rows"], "last": shown["last"]}


def sample_opening(variant: Variant) -> list[Json]:
    """The first plays of the sample game, each with the board after it."""
    records = [each for each in _records(variant) if each.last and turns(each.match) <= OPENING]
    found = {turns(each.match): _shown(each) for each in reversed(records)}
    return [{"rows": found[n]["rows"], "last": found[n]["last"]} for n in sorted(found)]


def sample_game(variant: Variant) -> Json:
    """The board, and all the game's states, the set-up first."""
    return {"board": board_json(variant), "states": [_shown(each) for each in _records(variant)]}


def _shown(record: Record) -> Json:
    """Without what only players need."""
    state = game_json(record.match.game, record.last)
    return {name: state[name] for name in ("rows", "dice", "turn", "cube", "last")}
