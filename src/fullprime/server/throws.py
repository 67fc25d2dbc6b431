"""All dice that were thrown on this server, counted."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import Response

from fullprime.action import Rolled, decode
from fullprime.fair_dice.statistics import ChiSquare, even
from fullprime.server.door import Door, json_answer

if TYPE_CHECKING:
    from fullprime.store.store import Store

FRESH: Final = 60.0
"""Seconds for which a count holds: every log is read for it."""
KINDS: Final = ("dice_revealed", "dice_deposited", "dice_anchor", "withheld")

Json = dict[str, Any]
door = Door("/api")


class Throws:
    """The counts, made again when someone asks and they are old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._made = -FRESH
        self._json: Json = {}

    async def json(self) -> Json:
        """As the page shows them."""
        async with self._lock:
            if time.monotonic() - self._made >= FRESH:
                counted = await self._store.thrown()
                self._json = counts_json(counted) | await self._checked()
                self._made = time.monotonic()
            return self._json

    async def _checked(self) -> Json:
        """Of dice that both players can check."""
        found = await self._store.logged(KINDS)
        return {
            "checked": {
                "rolls": found["dice_revealed"],
                "deposits": found["dice_deposited"],
                "anchors": found["dice_anchor"],
                "withheld": found["withheld"],
            }
        }


def counts_json(counted: dict[str, int]) -> Json:
    """By the actions that stand in the logs."""
    pairs = [[0] * 6 for _ in range(6)]
    for action, count in counted.items():
        rolled = decode(action)
        if isinstance(rolled, Rolled):
            first, second = rolled.dice
            pairs[first - 1][second - 1] += count
    faces = [sum(pairs[n]) + sum(row[n] for row in pairs) for n in range(6)]
    rolls = [count for row in pairs for count in row]
    return {
        "rolls": sum(rolls),
        "faces": faces,
        "pairs": pairs,
        "doubles": sum(pairs[n][n] for n in range(6)),
        "tests": {
            "faces": _test_json(even(faces) if sum(faces) else None, 5),
            "pairs": _test_json(even(rolls) if sum(faces) else None, 35),
        },
    }


def _test_json(test: ChiSquare | None, freedom: int) -> Json:
    """Without dice there is nothing to test."""
    if test is None:
        return {"chi": 0.0, "freedom": freedom, "p": None}
    return {"chi": test.statistic, "freedom": freedom, "p": test.chance}


@door.get("/dice")
async def thrown(request: Request) -> Response:
    """Every roll that was thrown on this server, counted, and tested against fair dice."""
    throws: Throws = request.app.state.throws
    return json_answer(await throws.json())
