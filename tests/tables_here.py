"""Tables without a server and without a disk: thousands of commands in a second."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import msgspec

from fullprime.dice import SeededDice
from fullprime.fair_dice.keys import DiceKeys
from fullprime.server.bots import Thinkers
from fullprime.server.client import Client
from fullprime.server.messages import BadMessage, read
from fullprime.server.new_match import NewMatch, kept_match
from fullprime.server.record import Record
from fullprime.server.state import actor_json
from fullprime.server.table import House, Table
from fullprime.store import Event, Job, Kept, Person, Seat
from fullprime.store.store import Store
from server_client import at_random

Json = dict[str, Any]
ANN, BEN, EVE = 1, 2, 3
"""Two who play, and one who does not."""
MONEY: Json = {"type": "money", "stake": "1"}


class Notebook:
    """The log of one match, as strict as a database."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.summary = ""
        """What lists show."""
        self._keys: set[tuple[int | None, str]] = set()

    async def append(
        self,
        _: str,
        events: Sequence[Event],
        summary: str,
        job: Job | None = None,
        *,
        fence: int = 0,
    ) -> None:
        for event in events:
            assert event.version == len(self.events) + 1
            if event.ack:
                assert (event.person, event.ack) not in self._keys
                self._keys.add((event.person, event.ack))
            self.events.append(event)
        self.summary = summary
        await asyncio.sleep(0)  # as a disk does, it lets others come in between


class Seated:
    """A table of Ann and Ben, with a client for each of them and one for Eve."""

    def __init__(self, seed: int = 5, **fields: Any) -> None:
        wanted = {"game": "hypergammon", "opponent": {"kind": "here"}, **fields}
        kept, _ = kept_match(msgspec.convert(wanted, NewMatch), Person(ANN, "Ann"))
        self.kept: Kept = kept._replace(
            id="m", number=1, seats=(Seat("Ann", ANN), Seat("Ben", BEN)), events=()
        )
        self.notebook = Notebook()
        dice = lambda match, thrown: SeededDice(seed, match, thrown)  # noqa: E731
        house = House(cast(Store, self.notebook), cast(Thinkers, None), dice, DiceKeys.fresh())
        self.table = Table(self.kept, Record.start(self.kept), house)
        self.clients = {person: Client(person, most=10**9) for person in (ANN, BEN, EVE)}

    async def begin(self) -> None:
        """After the opening throw."""
        self.table.wake()
        while self.table.game.actor is None:
            await asyncio.sleep(0)

    async def send(self, person: int, message: Json, client: Client | None = None) -> Json:
        """The answer."""
        line = client or self.clients[person]
        try:
            wish = read(msgspec.json.encode(message).decode())
        except BadMessage as refusal:
            return {"type": "error", "code": refusal.fault.code}
        assert isinstance(wish, tuple)
        await self.table.ask(line, *wish)
        while True:
            text = await line.next()
            answer: Json = msgspec.json.decode(text or b"")
            if answer.get("ack") == message["ack"]:
                return answer

    def wish(self, chance: random.Random) -> Json:
        """What the player who must act could do."""
        game = self.table.game
        asked = at_random({"phase": game.phase.name.lower(), **actor_json(game)}, chance)
        return {"type": asked.pop("kind"), **asked}

    async def act(self, chance: random.Random, number: int) -> None:
        """One action at random."""
        person = (ANN, BEN)[self.table.game.actor or 0]
        message = self.wish(chance) | {"version": self.table.version, "ack": f"k{number}"}
        answer = await self.send(person, message)
        assert answer["type"] == "ack", answer

    @property
    def log(self) -> list[tuple[int | None, str]]:
        """All that has happened, without its time."""
        return [(event.seat, event.action) for event in self.notebook.events]

    def again(self) -> Record:
        """The match from its log alone."""
        return Record.start(self.kept).to_end(self.notebook.events)

    def is_whole(self) -> bool:
        """Is what the table shows what its log says?"""
        return self.again().file == self.table.record.file


def at_tables(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(cast(Any, work()))
