"""Bots that sit at tables. They think in threads of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from fullprime.action import Action
from fullprime.engine.engine import Engine
from fullprime.engine.levels import level
from fullprime.game import Game
from fullprime.store import Seat
from fullprime.variant import Variant

NAME: Final = "Fullprime"


class Bot(Protocol):
    """Whoever decides for a seat."""

    def choose(self, game: Game) -> Action | None:
        """What it does now; None: it rolls."""


def bot_for(seat: Seat) -> Bot:
    """The bot that sits there."""
    if not seat.level:
        return Engine(name=NAME)
    return Engine(level=level(seat.level), person=seat.habits or 0, name=NAME)


def check_level(name: str, rotation: tuple[Variant, ...]) -> None:
    """Raises if nobody plays one of these games at that level."""
    for variant in rotation:
        level(name).evaluator(variant)


class Thinkers:
    """The threads in which bots think; the engine leaves the interpreter to others meanwhile."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    async def choose(self, bot: Bot, game: Game) -> Action | None:
        """What the bot does."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, game)

    def close(self) -> None:
        """Does not wait for whoever is still thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)
