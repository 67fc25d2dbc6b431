"""A table: one match in memory, with one writer, and the clients around it.

An action is checked, written to the disk, and only then seen by anybody. What cannot be written
has not happened.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from fullprime.action import Demanded, Doubled, Passed, Rolled
from fullprime.dice import Dice
from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.server import messages
from fullprime.server.bots import Thinkers, bot_for
from fullprime.server.forfeit import forfeit
from fullprime.server.messages import Ask, Asked
from fullprime.server.record import Logged, NextGame, Record, encode, event_json, named
from fullprime.server.state import (
    NOTHING_TO_DO,
    actor_json,
    game_json,
    match_json,
    play_json,
)
from fullprime.store import Event, Kept, Seat

if TYPE_CHECKING:
    from fullprime.store.store import Store

Json = dict[str, Any]
log = logging.getLogger(__name__)


class House(NamedTuple):
    """What all tables share."""

    store: Store
    thinkers: Thinkers
    dice: Callable[[int, int], Dice]
    """By the number of the match and the rolls thrown in it so far."""
    pace: float = 0.4
    """Seconds between two actions of a bot at least, so that people can follow."""


class Client:
    """Somebody at a table, by one connection; several may be the same person's."""

    def __init__(self, person: int | None, most: int = 200) -> None:
        self.person = person
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    def send(self, message: bytes) -> None:
        """Who does not read is sent away, so that nobody waits for him."""
        if self.outbox.full():
            self.close()
        else:
            self.outbox.put_nowait(message)

    def close(self) -> None:
        """The last that it hears."""
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class Table:
    """One match. All that changes it goes through `_commit`, one at a time."""

    def __init__(self, kept: Kept, record: Record, house: House) -> None:
        self.id = kept.id
        self.kept = kept
        self.record = record
        self.seats = kept.seats
        self.invite = kept.invite
        self.rematch = kept.rematch
        self.clients: set[Client] = set()
        self.broken = False
        """A write has failed: what is in memory may not be what is on the disk."""
        self._house = house
        self._lock = asyncio.Lock()
        self._acks = {(e.person, e.ack): e.version for e in kept.events if e.ack}
        self._told: dict[int, Json] = {}
        self._driver: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._since = time.monotonic()
        self._actor_json: tuple[int, Json] | None = None
        self._background: set[asyncio.Task[None]] = set()
        self.on_rest: Callable[[], None] = lambda: None
        """Called when nothing happens by itself any more."""

    # What it shows ---------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self.record.version

    @property
    def game(self) -> Game:
        return self.record.match.game

    @property
    def both_here(self) -> bool:
        """Has the opponent come?"""
        return None not in self.seats

    def seats_of(self, person: int | None) -> list[int]:
        """The seats that somebody acts for."""
        mine = (seat is not None and seat.person == person for seat in self.seats)
        return [number for number, own in enumerate(mine) if own and person is not None]

    def here(self) -> list[bool]:
        """Who is at the table now; bots always are."""
        people = {client.person for client in self.clients}
        return [seat is not None and (seat.is_bot or seat.person in people) for seat in self.seats]

    def state(self, person: int | None) -> Json:
        """What this person sees."""
        you, game = self.seats_of(person), self.game
        acts = self.both_here and game.actor in you
        return {
            "id": self.id,
            "version": self.version,
            "players": self._players(),
            "you": you,
            **match_json(self.record.match),
            **play_json(self.record.match),
            **game_json(game, self.record.last),
            **(self._for_actor() if acts else NOTHING_TO_DO),
            "clock": self._clock_json(),
            "rematch": self.rematch,
            "invite": f"/join/{self.invite}" if self.invite and you else None,
        }

    def _for_actor(self) -> Json:
        if self._actor_json is None or self._actor_json[0] != self.version:
            self._actor_json = self.version, actor_json(self.game)
        return self._actor_json[1]

    def _players(self) -> list[Json]:
        return [_player(seat, here) for seat, here in zip(self.seats, self.here(), strict=True)]

    def _clock_json(self) -> Json | None:
        clock, actor = self.record.clock, self._on_clock()
        if clock is None:
            return None
        now = clock.after(actor, self._spent(), actor)
        return {"left": list(now.left), "delay": now.delay, "running": actor}

    # Who is here -----------------------------------------------------------------------------

    def leave(self, client: Client) -> None:
        """Somebody closes it."""
        self.clients.discard(client)
        self._tell_presence()

    def _tell_presence(self) -> None:
        self._tell({"type": "presence", "here": self.here()})

    def _tell(self, message: Json) -> None:
        text = msgspec.json.encode(message)
        for client in self.clients:
            client.send(text)

    def show(self, events: Sequence[Json] = ()) -> None:
        """Sends everybody what has happened and what he sees now."""
        for person in {client.person for client in self.clients}:
            text = self._events(events, person)
            for client in self.clients:
                if client.person == person:
                    client.send(text)

    def _events(self, events: Sequence[Json], person: int | None) -> bytes:
        message = {"type": "events", "events": events, "state": self.state(person)}
        return msgspec.json.encode(message)

    async def hello(self, client: Client, version: int | None) -> None:
        """What a client has missed, and the state; from now on it hears everything, once."""
        async with self._lock:
            missed = [] if version is None else await self._missed(version)
            is_new = client not in self.clients
            self.clients.add(client)
            client.send(self._events(missed, client.person))
            if is_new:
                self._tell_presence()
                self._set_alarm()
        self.wake()

    async def _missed(self, version: int) -> list[Json]:
        wanted = range(version + 1, self.version + 1)
        if any(number not in self._told for number in wanted):
            kept = await self._house.store.match(self.id)
            if kept:
                self._told |= await asyncio.to_thread(_all_told, kept)
        return [self._told[number] for number in wanted]

    # What people do --------------------------------------------------------------------------

    async def ask(self, client: Client, ask: Ask, asked: Asked) -> None:
        """Does what a client asks for, or tells it why not."""
        # A connection that breaks must not break off what has begun.
        await asyncio.shield(self._answer(client, ask, asked))

    async def _answer(self, client: Client, ask: Ask, asked: Asked) -> None:
        async with self._lock:
            try:
                done = self._acks.get((client.person, ask.ack))
                if done is None:
                    done = await self._obey(client, ask, asked)
                answer = messages.acked(ask.ack, done)
            except _Refused as refusal:
                answer = messages.refused(str(refusal), ask.ack, self.version, refusal.stale)
            except FullprimeError as error:
                answer = messages.refused(error, ask.ack, self.version)
        client.send(msgspec.json.encode(answer))
        self.wake()

    async def _obey(self, client: Client, ask: Ask, asked: Asked) -> int:
        seat = self._seat(client, ask)
        if ask.version != self.version:
            raise _Refused(f"the table is at version {self.version}", stale=True)
        action = self._action(asked, seat)
        await self._commit([(seat, action)], client.person, ask.ack)
        return self.version

    def _seat(self, client: Client, ask: Ask) -> int:
        """The seat for which a client speaks."""
        mine = self.seats_of(client.person)
        if not mine or ask.seat not in (None, *mine):
            raise _Refused("this seat is not yours" if mine else "you have no seat at this table")
        if not self.both_here:
            raise _Refused("the opponent has not come yet")
        if ask.seat is not None:
            return ask.seat
        return self.game.actor if self.game.actor in mine else mine[0]

    def _action(self, asked: Asked, seat: int) -> Logged:
        if isinstance(asked, NextGame):
            return asked
        if isinstance(asked, Demanded):  # the rules know whether this seat may
            return Demanded(0 if seat == 0 else 1)
        if self.game.actor not in (None, seat):
            raise _Refused("it is the other player's turn")
        if not isinstance(asked, messages.Roll):
            return asked
        if self.game.phase is Phase.OPENING:
            raise _Refused("the server makes the opening throw")
        if "roll" not in self.game.verbs:
            self.game.apply(Rolled((2, 1)))  # raises, with the rule; the dice stay in the cup
        return self._throw()

    def _throw(self) -> Rolled:
        games = self.record.match.games
        thrown = sum(isinstance(action, Rolled) for game in games for action in game.log)
        return Rolled(self._house.dice(self.kept.number, thrown).roll())

    # One at a time ---------------------------------------------------------------------------

    async def _commit(
        self,
        actions: Sequence[tuple[int | None, Logged]],
        person: int | None = None,
        ack: str | None = None,
    ) -> None:
        """Makes the actions, writes them to the disk, and then shows them."""
        record, events, told = self.record, [], []
        spent = self._spent()
        for seat, asked in actions:
            before = record
            record, action = record.after(asked, spent)
            row = (record.version, seat, encode(action), person, ack, spent, time.time())
            events.append(Event(*row))
            told.append(event_json(events[-1], before))
            ack, spent = None, 0.0  # they belong to the first
        try:
            await self._house.store.append(self.id, events, summary_json(record, self.seats))
        except Exception:
            # It may be on the disk or not: the table is loaded again, and who asks again knows.
            self.broken = True
            for client in self.clients:
                client.close()
            raise
        if events[0].ack:
            self._acks[person, events[0].ack] = events[0].version
        self.record = record
        self._told |= {event["version"]: event for event in told}
        self._since = time.monotonic()
        self._set_alarm()
        self.show(told)

    async def join(self, code: str, seat: Seat) -> bool:
        """Somebody takes the empty seat; False if it is taken already."""
        async with self._lock:
            if not await asyncio.shield(self._house.store.join(self.id, code, seat)):
                return False
            first, second = self.seats
            self.seats = (first or seat, second or seat)
            self.invite = None
            self.record = self.record._replace(match=named(self.record.match, self.seats))
            self._since = time.monotonic()
            self.show()
        self.wake()
        return True

    # What happens by itself ------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Is something happening by itself?"""
        return self._driver is not None or bool(self._background)

    def wake(self) -> None:
        """Lets happen what is due without anybody's asking: throws, passes and bots."""
        if self._driver is None and not self.broken and self._due():
            self._driver = asyncio.create_task(self._drive())

    def _due(self) -> bool:
        game = self.game
        if not self.both_here or game.phase is Phase.OVER:
            return False
        if game.phase is Phase.OPENING or self._must_pass():
            return True
        return game.actor is not None and self._is_bot(game.actor)

    def _is_bot(self, number: int) -> bool:
        seat = self.seats[number]
        return seat is not None and seat.is_bot

    def _must_pass(self) -> bool:
        """Is somebody closed out who could not double either?"""
        if self.game.phase is not Phase.TO_ROLL or not self.game.closed_out:
            return False
        legal = self.game.legal()
        return Passed() in legal and Doubled() not in legal

    async def _drive(self) -> None:
        try:
            while self._due():
                await self._act_by_itself()
        except Exception as error:
            log.exception("table %s stands still", self.id)
            self._tell(messages.refused(f"the server could not go on: {error}", None, self.version))
        finally:
            self._driver = None
            self.on_rest()

    async def _act_by_itself(self) -> None:
        record, actor = self.record, self.game.actor
        action = await self._decide()
        if actor is not None and self._is_bot(actor):
            await asyncio.sleep(self._house.pace - (time.monotonic() - self._since))
        async with self._lock:
            if self.record is record:  # nobody's time ran out meanwhile
                await self._commit([(actor, action)])

    async def _decide(self) -> Logged:
        game = self.game
        if game.phase is Phase.OPENING:
            return self._throw()
        if self._must_pass():
            return Passed()
        seat = self.seats[game.actor or 0]
        assert seat is not None  # noqa: S101 - both are here, or nothing would be due
        return await self._house.thinkers.choose(bot_for(seat), game) or self._throw()

    # The clock -------------------------------------------------------------------------------

    def _on_clock(self) -> int | None:
        """The seat whose time runs."""
        return self.game.actor if self.both_here else None

    def _spent(self) -> float:
        """What the actor has used since the last event; nothing counts that nobody sees."""
        timed = self.record.clock is not None and self._on_clock() is not None
        return time.monotonic() - self._since if timed else 0.0

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        clock, actor = self.record.clock, self._on_clock()
        if clock is None or actor is None:
            return
        left = clock.lasts(actor) - self._spent()
        self._alarm = asyncio.get_running_loop().call_later(max(0.0, left), self._ring)

    def _ring(self) -> None:
        task = asyncio.create_task(self._time_out())
        self._background.add(task)
        task.add_done_callback(self._rang)

    def _rang(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        self.on_rest()

    async def _time_out(self) -> None:
        try:
            async with self._lock:
                clock, actor = self.record.clock, self._on_clock()
                if clock and actor is not None and self._spent() >= clock.lasts(actor):
                    await self._commit(forfeit(self.game, actor))
        except Exception:
            log.exception("table %s: the clock", self.id)
        self.wake()

    def close(self) -> None:
        """Nobody is here any more."""
        if self._alarm:
            self._alarm.cancel()


class _Refused(Exception):
    """A request that the table does not even try."""

    def __init__(self, why: str, stale: bool = False) -> None:
        super().__init__(why)
        self.stale = stale


def _player(seat: Seat | None, here: bool) -> Json:
    if seat is None:
        return {"name": "", "kind": "person", "level": None, "here": False}
    kind = "bot" if seat.is_bot else "person"
    return {"name": seat.name, "kind": kind, "level": seat.level, "here": here}


def summary_json(record: Record, seats: Sequence[Seat | None]) -> str:
    """What a list shows of a match."""
    match = record.match
    waiting = "waiting" if None in seats else "playing"
    summary = {
        "variant": {"id": match.variant.id, "name": match.variant.name},
        "series": match.series.name if match.series else None,
        "score": match.score,
        "target": match.target,
        "state": "over" if match.winner is not None else waiting,
        "actor": match.game.actor,
        "over": match.game.result is not None,
        "winner": match.winner,
    }
    return msgspec.json.encode(summary).decode()


def _all_told(kept: Kept) -> dict[int, Json]:
    walked = Record.start(kept).follow(kept.events)
    return {event.version: event_json(event, before) for event, before, _ in walked}
