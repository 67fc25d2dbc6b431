"""Bots that sit at tables. They think in threads of their own, so that no client waits for them."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from fullprime.action import Action
from fullprime.analysis.tutor import Caution, Tutor, caution
from fullprime.engine.engine import Engine
from fullprime.engine.levels import level
from fullprime.game import Game
from fullprime.server.standing_back import stand_back
from fullprime.store import Seat
from fullprime.variant import Variant

NAME: Final = "Fullprime"
PATIENCE: Final = 5.0
"""Seconds after which a player is not kept waiting for a tutor any longer; pages wait for six."""

log = logging.getLogger(__name__)


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
    """Raises if one of these games has no such level."""
    for variant in rotation:
        level(name).evaluator(variant)


class Thinkers:
    """The threads in which bots think; the engine leaves the interpreter to others meanwhile."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, "bot", initializer=stand_back)

    async def choose(self, bot: Bot, game: Game) -> Action | None:
        """What the bot does."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, bot.choose, game)

    async def consider(self, game: Game, action: Action | None, tutor: Tutor) -> Caution | None:
        """What a tutor says about an action before it is made; nothing where it fails, or where
        that would take long: a tutor never keeps anyone from playing."""
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._pool, caution, game, action, tutor)
        try:
            return await asyncio.wait_for(asked, PATIENCE)
        except TimeoutError:
            log.warning("a tutor took more than %g s", PATIENCE)
        except Exception:
            log.exception("a tutor")
        return None

    def close(self) -> None:
        """Does not wait for bots that still think."""
        self._pool.shutdown(wait=False, cancel_futures=True)
