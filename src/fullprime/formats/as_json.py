"""A match as `fullprime show --json` prints it, in the words of files rather than in our own.

>>> from fullprime import Match
>>> match = Match.start(players=("Ann", "Ben"), target=5).apply("31").apply("8/5 6/5")
>>> match_json(match, "json")["games"][0]["actions"]
[{'player': 0, 'action': 'move', 'dice': [3, 1], 'play': '8/5 6/5', 'before': '4HPwATDgc/ABMA'}]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from fullprime.action import Arranged, Demanded, Played, Resigned, Seen
from fullprime.dice import Roll
from fullprime.formats.action_text import notation
from fullprime.formats.ids import gnubg_id
from fullprime.formats.turns import follow
from fullprime.game import Game
from fullprime.match import Match
from fullprime.notes import ReadingFault

_SAID = ("double", "take", "drop", "beaver", "raccoon", "accept", "decline")


def match_json(match: Match, format_name: str) -> dict[str, Any]:
    """The shape that other programs rely on; `format_name` is that of the file."""
    return {
        "format": format_name,
        "players": list(match.players),
        "length": match.needed or 0,
        "games": [
            {
                "score": list(score),
                "actions": list(_actions(game)),
                "winner": game.result.winner if game.result else None,
                "points": game.result.points if game.result else None,
            }
            for score, game in zip(match.scores_before, match.games, strict=True)
        ],
        "faults": [{"line": fault.line, "text": fault_text(fault)} for fault in match.notes.faults],
    }


def fault_text(fault: ReadingFault) -> str:
    """What is wrong, and in which game."""
    return f"game {fault.game}: {fault.described}" if fault.game else fault.described


def _actions(game: Game) -> Iterator[dict[str, Any]]:
    """Of a roll that was never played there is nothing to list, nor of a play taken back."""
    turns = list(follow(game))
    for (seat, action, before, _), following in zip_longest(turns, turns[1:]):
        if following and isinstance(following.action, Demanded):
            continue
        if isinstance(action, Played | Seen | Arranged):
            if before.roll:
                yield {"player": seat, **_move(before, before.roll, action)}
        elif isinstance(action, Resigned):
            points = before.stakes.points(action.multiple)
            yield {"player": seat, "action": "resign", "points": points}
        elif action.name in _SAID:
            yield {"player": seat, "action": action.name}


def _move(before: Game, roll: Roll, action: Played | Seen | Arranged) -> dict[str, Any]:
    opening = sum(before.rolls) == 1 and not before.roll_was_chosen
    position = before.position
    return {
        "action": "move",
        # The opening throw is one die each, so its order says who has thrown what.
        "dice": sorted(roll, reverse=True) if opening else list(roll),
        "play": notation(before, action),
        "before": gnubg_id(position) or before.variant.text(position),
    }
