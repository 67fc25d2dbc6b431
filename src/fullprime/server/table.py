"""A table: one match in memory, with one writer, and the clients around it.

An action is checked, written to the disk, and only then shown. What cannot be written
has not happened.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from fullprime.action import Action, Demanded, Mixed, Premature, Rolled, Voided
from fullprime.analysis.tutor import Caution
from fullprime.dice import Dice
from fullprime.errors import Fault, FullprimeError, IllegalAction
from fullprime.fair_dice.keys import DiceKeys
from fullprime.game import Game, Phase
from fullprime.referee import calls
from fullprime.server import messages
from fullprime.server.alarm import Alarm
from fullprime.server.bots import Thinkers
from fullprime.server.client import Client
from fullprime.server.clock import LagCredit
from fullprime.server.dealing import Sealed, follows_from, is_lost
from fullprime.server.driver import Driver
from fullprime.server.messages import Ask, Deed, OfDice, Recorded, Wish
from fullprime.server.metrics import ACTIONS, KEPT
from fullprime.server.outages import Outages
from fullprime.server.problems import NotKept, Problem
from fullprime.server.record import (
    Abandoned,
    BetweenGames,
    Logged,
    OfMatch,
    Record,
    TakenBack,
    TutorSet,
    Warned,
    encode,
    event_json,
    named,
)
from fullprime.server.reviewing import review_of
from fullprime.server.state import (
    NOTHING_TO_DO,
    actor_json,
    game_json,
    import_json,
    match_json,
    play_json,
    player_json,
)
from fullprime.server.summary import summary_json
from fullprime.server.watch import MOVED, Leave, Watch
from fullprime.store import Event, Import, Kept, Seat
from fullprime.store.fenced import Fenced

if TYPE_CHECKING:
    from fullprime.store.store import Store

Json = dict[str, Any]


class House(NamedTuple):
    """What all tables share."""

    store: Store
    thinkers: Thinkers
    dice: Callable[[int, int], Dice]
    """By the number of the match and its rolls so far."""
    dice_keys: DiceKeys
    """For dice that both players can check."""
    pace: float = 0.4
    """Seconds between two actions of a bot at least, so that people can follow."""
    review: Callable[[], None] | None = None
    """Called when a match waits for its review; None: matches are not reviewed by themselves."""
    watch: Watch | None = None
    """Decides what follows from a write that failed."""
    outages: Outages | None = None
    """When no server was running."""
    claim: float = 86400.0
    """Seconds after which a match without a clock can be claimed from who stays away."""


class _Cautioned(NamedTuple):
    """What the tutor has said, until the player has decided."""

    game: Game
    about: Action | None
    """As the log would keep it; None: the dice are rolled."""
    caution: Caution


class Table:
    """One match. All that changes it goes through `commit`, one at a time."""

    def __init__(
        self,
        kept: Kept,
        record: Record,
        house: House,
        imported: Import | None = None,
        fence: int = 0,
    ) -> None:
        self.id = kept.id
        self.kept = kept
        self.fence = fence
        """Shown with everything that is written: it is this process that serves the match."""
        self._imported = imported
        self.record = record
        self.seats = kept.seats
        self.invite = kept.invite
        self.rematch = kept.rematch
        self.clients: set[Client] = set()
        self.broken = False
        """A write has failed: what is in memory may not be what is on the disk."""
        self.house = house
        self.lock = asyncio.Lock()
        self._acks = {(e.person, e.ack): e.version for e in kept.events if e.ack}
        self._told: dict[int, Json] = {}
        self._driver = Driver(self)
        self._alarm = Alarm(self)
        self.since = time.monotonic() - self._ran_already(kept)
        self._credit = LagCredit()
        self._for_all: tuple[Record, bytes] | None = None
        self._actor_json: tuple[Record, Json] | None = None
        self._cautioned: list[_Cautioned] = []
        self._sealed = Sealed(kept, house.dice_keys) if record.fair else None
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

    @property
    def is_imported(self) -> bool:
        """Was the match played elsewhere? Then nothing is played here."""
        return self.kept.owner is not None

    def seats_of(self, person: int | None) -> list[int]:
        """The seats of this person, for which they can act."""
        if self.is_imported:
            return []
        mine = (seat is not None and seat.person == person for seat in self.seats)
        return [number for number, own in enumerate(mine) if own and person is not None]

    def here(self) -> list[bool]:
        """Who is at the table now; bots always are."""
        people = {client.person for client in self.clients}
        return [seat is not None and (seat.is_bot or seat.person in people) for seat in self.seats]

    def watchers(self) -> int:
        """How many look on without a seat; several pages of one person count once."""
        strangers = [client.person for client in self.clients if not self.seats_of(client.person)]
        return len(set(strangers) - {None}) + strangers.count(None)

    def state(self, person: int | None) -> msgspec.Raw:
        """The match as this person sees it, as JSON."""
        return msgspec.Raw(self._state(self.seats_of(person)))

    def _state(self, you: list[int]) -> bytes:
        """What all see is written once for everyone, and what belongs to these seats after it."""
        if self._for_all is None or self._for_all[0] is not self.record:
            self._for_all = self.record, msgspec.json.encode(self._seen_by_all())
        return self._for_all[1][:-1] + b"," + msgspec.json.encode(self._seen_from(you))[1:]

    def _seen_by_all(self) -> Json:
        """What changes with the log alone."""
        record = self.record
        return {
            "id": self.id,
            "version": self.version,
            "imported": import_json(self._imported),
            **match_json(record.match),
            "winner": record.winner,
            "over": record.is_over,
            "abandoned": record.abandoned_json,
            **play_json(record.match),
            **game_json(self.game, record.last),
            "typed": record.typed,
            "fair": self._sealed.json(record) if self._sealed else None,
        }

    def _seen_from(self, you: list[int]) -> Json:
        """What belongs to some seats, and who is here and what time it is."""
        # Where the table passes by itself, what a player sends would come too late.
        waits = self.both_here and not self._driver.passes and self.are_dice_ready
        return {
            "players": self._players(),
            "you": you,
            "watchers": self.watchers(),
            **(self._for_actor() if waits and self.game.actor in you else NOTHING_TO_DO),
            "calls": self._calls() if you and waits else [],
            "tutor": self._tutor_json() if you else None,
            "clock": self._clock_json(),
            "claim": self._claim_json(you),
            "rematch": self.rematch,
            "invite": f"/join/{self.invite}" if self.invite and you else None,
        }

    @property
    def are_dice_ready(self) -> bool:
        """Can anything be done? With dice that are checked, nothing while a link is missing."""
        fair = self.record.fair
        return fair is None or (fair.is_ready and not is_lost(fair, self.house.dice_keys))

    def _for_actor(self) -> Json:
        if self._actor_json is None or self._actor_json[0] is not self.record:
            shown = actor_json(self.game)
            if self.record.typed:  # the dice are thrown at the table
                shown["can"] = [verb for verb in shown["can"] if verb != "roll"]
            walk = msgspec.Raw(msgspec.json.encode(shown["walk"]))
            self._actor_json = self.record, {**shown, "walk": walk}
        return self._actor_json[1]

    def _calls(self) -> list[str]:
        """What its players can type in besides their own actions, at a real table."""
        if not self.record.typed:
            return []
        return [*calls(self.game), *(["take back"] if self.record.can_take_back else [])]

    def _players(self) -> list[Json]:
        seats = zip(self.seats, self.here(), strict=True)
        return [{**player_json(seat), "here": here} for seat, here in seats]

    def _clock_json(self) -> Json | None:
        now, running = self.record.clock_after(self.spent()), self.on_clock()
        if now is None:
            return None
        owes = self.record.owed_for(self.spent())
        delay = owes if owes is not None else now.delay if now.rules.kind == "delay" else 0.0
        return {
            "left": list(now.left),
            "delay": delay,
            "running": running,
            "kind": now.rules.kind,
        }

    @property
    def may_have_tutor(self) -> bool:
        """A person plays against a bot, and on the screen."""
        kinds = [seat.is_bot for seat in self.seats if seat]
        return sorted(kinds) == [False, True] and not self.record.match.settings.referee

    def _tutor_json(self) -> Json | None:
        if not self.may_have_tutor:
            return None
        record = self.record
        asked = msgspec.to_builtins(record.tutor)
        return {**asked, "warned": record.warned, "taken_back": record.taken_back}

    # Who is here -----------------------------------------------------------------------------

    def leave(self, client: Client) -> None:
        """A client leaves."""
        self.clients.discard(client)
        self._tell_presence()

    def _tell_presence(self) -> None:
        self.tell({"type": "presence", "here": self.here(), "watchers": self.watchers()})

    def tell(self, message: Json) -> None:
        """Sends a message to everyone."""
        text = msgspec.json.encode(message)
        for client in self.clients:
            client.send(text)

    def show(self, events: Sequence[Json] = ()) -> None:
        """Sends everyone what has happened and what they see now; each view is written once."""
        happened, views = msgspec.json.encode(events), dict[tuple[int, ...], bytes]()
        for client in self.clients:
            you = self.seats_of(client.person)
            if tuple(you) not in views:
                views[tuple(you)] = messages.events(happened, self._state(you))
            client.send(views[tuple(you)])

    async def hello(self, client: Client, version: int | None) -> None:
        """What a client has missed, and the state; from now on it hears everything, once."""
        async with self.lock:
            missed = [] if version is None else await self._missed(version)
            is_new = client not in self.clients
            self.clients.add(client)
            state = self._state(self.seats_of(client.person))
            client.send(messages.events(msgspec.json.encode(missed), state))
            if is_new:
                self._tell_presence()
                self._alarm.set()
        self.wake()

    async def _missed(self, version: int) -> list[Json]:
        wanted = range(version + 1, self.version + 1)
        if any(number not in self._told for number in wanted):
            kept = await self.house.store.match(self.id)
            if kept:
                self._told |= await asyncio.to_thread(_all_told, kept)
        return [self._told[number] for number in wanted]

    # What people do --------------------------------------------------------------------------

    async def ask(self, client: Client, ask: Ask, wish: Wish) -> None:
        """Does what a client wants, or says why not."""
        # A connection that breaks must not break off what has begun.
        await asyncio.shield(self._answer(client, ask, wish))

    async def _answer(self, client: Client, ask: Ask, wish: Wish) -> None:
        found = await self._considered(client, ask, wish)  # while others at the table go on
        async with self.lock:
            try:
                done = self._acks.get((client.person, ask.ack))
                if done is None and found and found.game is self.game:
                    answer = self._warn(ask, found)
                else:
                    if done is None:
                        done = await self._obey(client, ask, wish)
                    answer = messages.acked(ask.ack, done)
            except _Stale as refusal:
                answer = messages.refused(refusal.fault, ask.ack, self.version, stale=True)
            except FullprimeError as refusal:
                answer = messages.refused(refusal.fault, ask.ack, self.version)
            except NotKept:
                return  # everyone here was told; who comes back sends it again
        client.send(msgspec.json.encode(answer))
        self.wake()

    async def _obey(self, client: Client, ask: Ask, wish: Wish) -> int:
        seat = self._seat(client, ask)
        if ask.version != self.version and not isinstance(wish, OfDice):
            raise _Stale(Fault("table.version", n=self.version))
        actions: Sequence[tuple[int | None, Logged]]
        if isinstance(wish, OfDice):  # they name the roll that they are for
            actions = follows_from(self.record, self.house.dice_keys, seat, wish)
        elif not self.are_dice_ready:
            raise _Refused(Fault("fair.waits"))
        elif isinstance(wish, Recorded):
            actions = self._recorded(wish)
        elif isinstance(wish, messages.Roll) and self.record.fair:
            self._check_roll(seat)
            actions = follows_from(self.record, self.house.dice_keys, seat, wish)
        else:
            action = self._action(wish, seat)
            actions = [*self._heeded(seat, action), (seat, action)]
        await self.commit(actions, client.person, ask.ack, self._lag(client))
        return self.version

    def _seat(self, client: Client, ask: Ask) -> int:
        """The seat for which a client speaks."""
        mine = self.seats_of(client.person)
        if not mine or ask.seat not in (None, *mine):
            raise _Refused(Fault("table.other_seat" if mine else "table.no_seat"))
        if not self.both_here:
            raise _Refused(Fault("table.alone"))
        if ask.seat is not None:
            return ask.seat
        return self.game.actor if self.game.actor in mine else mine[0]

    def _action(self, wish: Deed, seat: int) -> Logged:
        if isinstance(wish, TutorSet) and not self.may_have_tutor:
            raise _Refused(Fault("tutor.people"))
        if isinstance(wish, BetweenGames | TutorSet):
            return wish
        if isinstance(wish, Demanded):  # the rules know whether this seat may
            return Demanded(0 if seat == 0 else 1)
        if self.game.actor not in (None, seat):
            raise _Refused(Fault("table.turn"))
        if not isinstance(wish, messages.Roll):
            return wish
        self._check_roll(seat)
        return self.throw()

    def _check_roll(self, seat: int) -> None:
        if self.record.typed:
            raise _Refused(Fault("table.typed"))
        if self.game.phase is Phase.OPENING:
            raise _Refused(Fault("table.opening"))
        if self.game.actor not in (None, seat):
            raise _Refused(Fault("table.turn"))
        if "roll" not in self.game.verbs:
            self._refuse_roll()

    def _recorded(self, wish: Recorded) -> list[tuple[int | None, Logged]]:
        """What has happened at a real table, as the log keeps it, and whose doing it was."""
        if not self.record.typed:
            raise _Refused(Fault("table.screen"))
        game = self.game
        match wish:
            case Premature():
                return [(1 - game.turn, wish)]
            case Mixed(caller):
                return [(caller, wish)]
            case Voided(dice, reason) if self.record.can_take_back:
                shown = dice or game.log[-1].dice  # type: ignore[union-attr]
                return [(None, TakenBack()), (None, Voided(shown, reason))]
            case Rolled() | Voided():
                return [(game.actor, wish)]
            case _:
                return [(None, wish)]

    def _refuse_roll(self) -> None:
        """Raises, with the rule; the dice stay in the cup."""
        try:
            self.game.apply(Rolled((2, 1)))
        except IllegalAction as error:
            raise IllegalAction("rolling", error.rule, error.detail) from error

    def throw(self) -> Rolled:
        """New dice, not seen by anyone yet."""
        return Rolled(self.house.dice(self.kept.number, self.record.rolls).roll())

    # The tutor -------------------------------------------------------------------------------

    async def _considered(self, client: Client, ask: Ask, wish: Wish) -> _Cautioned | None:
        """What the tutor says before something is done; None: go on."""
        game, tutor = self.game, self.record.tutor
        if isinstance(wish, OfDice):
            return None
        asked = tutor.is_on and self.may_have_tutor and not ask.anyway
        known = (client.person, ask.ack) in self._acks or ask.version != self.version
        mine = game.actor in self.seats_of(client.person)
        if not asked or known or not mine or isinstance(wish, BetweenGames | TutorSet | Recorded):
            return None
        about: Action | None = None
        if not isinstance(wish, messages.Roll):
            try:
                about = game.apply(wish).log[-1]
            except FullprimeError:
                return None  # it will be refused, with the rule
        found = await self.house.thinkers.consider(game, about, tutor)
        return _Cautioned(game, about, found) if found else None

    def _warn(self, ask: Ask, found: _Cautioned) -> Json:
        """Says it; what the same turn was warned of already is not counted again."""
        here = [each for each in self._cautioned if each.game is found.game]
        if found.about not in [each.about for each in here]:
            here.append(found)
        self._cautioned = here
        return messages.warning(ask.ack, self.version, self.record.tutor.level, found.caution)

    def _heeded(self, seat: int, action: Logged) -> list[tuple[int | None, Logged]]:
        """How the warnings of this turn have ended, for the log: they stand before the action."""
        if isinstance(action, OfMatch):
            return []
        made = None if isinstance(action, Rolled) else self.game.apply(action).log[-1]
        return [
            (seat, Warned(caution.kind, caution.played, caution.error, about != made))
            for game, about, caution in self._cautioned
            if game is self.game
        ]

    # The end of it ---------------------------------------------------------------------------

    async def abandon(self, person: int) -> None:
        """This player leaves the match, which is over then."""
        async with self.lock:
            seats = self._own_seats(person)
            if not self.both_here:
                raise Problem(409, "table.alone")
            if self.record.is_over:
                raise Problem(409, "abandon.over")
            [seat] = seats if len(seats) == 1 else [None]
            fair = self.record.fair
            lost = fair is not None and is_lost(fair, self.house.dice_keys)  # nobody's doing
            leaves = Abandoned(None if lost else _side(seat))
            await asyncio.shield(self.commit([(seat, leaves)], person))

    async def delete(self, person: int) -> None:
        """Takes the match off this person's list; it is gone where no one else has it on theirs."""
        async with self.lock:
            if not self.is_imported or self.kept.owner != person:
                self._own_seats(person)
            if await asyncio.shield(self.house.store.hide_match(self.id, person)):
                self.broken = True  # nothing is written to it any more
                for client in self.clients:
                    client.close()

    def _own_seats(self, person: int) -> list[int]:
        seats = self.seats_of(person)
        if not seats:
            raise Problem(403, "table.no_seat")
        return seats

    # One at a time ---------------------------------------------------------------------------

    async def commit(
        self,
        actions: Sequence[tuple[int | None, Logged]],
        person: int | None = None,
        ack: str | None = None,
        lag: float = 0.0,
    ) -> None:
        """Makes the actions, writes them to the disk, and then shows them; under the lock."""
        record, events, told = self.record, [], []
        spent, began = max(0.0, self.spent() - lag), time.perf_counter()
        for seat, wish in actions:
            before = record
            record, action = record.after(wish, spent)
            row = (record.version, seat, encode(action), person, ack, spent, time.time())
            events.append(Event(*row))
            told.append(event_json(events[-1], before))
            ack, spent = None, 0.0  # they belong to the first
        ended = record.is_over and not self.record.is_over
        job = review_of(self.id, self.seats) if ended and self.house.review else None
        watch = self.house.watch
        try:
            summary = summary_json(record, self.seats)
            await self.house.store.append(self.id, events, summary, job, fence=self.fence)
            if watch:
                watch.check()
        except Fenced as error:
            raise self._moved() from error
        except Exception as error:
            # It may be on the disk or not: the table is loaded again, and the client sends it
            # again.
            self.broken = True
            if watch is None:
                raise
            leave = watch.failed(error)
            self.dismiss(leave)
            raise NotKept(leave) from error
        KEPT.add(time.perf_counter() - began)
        ACTIONS.add(by=len(events))
        if events[0].ack:
            self._acks[person, events[0].ack] = events[0].version
        if self._sealed:
            self._sealed.add(events)
        self.record = record
        self._told |= {event["version"]: event for event in told}
        self.since = time.monotonic()
        self._alarm.set()
        self.show(told)
        if job and self.house.review:
            self.house.review()

    async def join(self, code: str, seat: Seat) -> bool:
        """A player takes the empty seat; False if it is taken already."""
        async with self.lock:
            joining = self.house.store.join(self.id, code, seat, fence=self.fence)
            try:
                joined = await asyncio.shield(joining)
            except Fenced as error:
                raise self._moved() from error
            if not joined:
                return False
            first, second = self.seats
            self.seats = (first or seat, second or seat)
            self.invite = None
            self.record = self.record._replace(match=named(self.record.match, self.seats))
            self.since = time.monotonic()
            self.show()
        self.wake()
        return True

    @property
    def is_busy(self) -> bool:
        """Is something happening by itself?"""
        return self._driver.is_busy or self._alarm.is_busy

    def part_with(self, person: int) -> None:
        """Closes the lines of this person."""
        for client in self.clients:
            if client.person == person:
                client.close()

    def dismiss(self, leave: Leave) -> None:
        """Sends everyone away, with the reason and the time to come back."""
        self.tell(messages.closing(leave.why, leave.retry))
        for client in self.clients:
            client.close()

    def _moved(self) -> NotKept:
        """Another process serves the match: nothing has happened, and everyone finds it there."""
        self.broken = True
        self.dismiss(MOVED)
        return NotKept(MOVED)

    def wake(self) -> None:
        """Lets happen what is due by itself."""
        self._driver.wake()

    # The clock -------------------------------------------------------------------------------

    def on_clock(self) -> int | None:
        """The seat whose time runs."""
        return self.record.runs_for if self.both_here else None

    def spent(self) -> float:
        """What the actor has used since the last event, whether or not a page is open."""
        timed = self.record.clock is not None and self.on_clock() is not None
        return time.monotonic() - self.since if timed else 0.0

    def set_alarm(self) -> None:
        """The clock rings when the time is over, also if nobody is here."""
        self._alarm.set()

    def credit(self, seat: int) -> float:
        """How long the line to who sits there is, as far as their clock has to bear with it."""
        lags = [client.lag for client in self.clients if seat in self.seats_of(client.person)]
        return self._credit.of(seat, min(lags, default=0.0))

    def _lag(self, client: Client) -> float:
        """What is credited to the one who acts."""
        actor = self.on_clock()
        if self.record.clock is None or actor is None:
            return 0.0
        mine = actor in self.seats_of(client.person)
        return self._credit.take(actor, client.lag) if mine else 0.0

    def _ran_already(self, kept: Kept) -> float:
        """Seconds since the last event, while a server was running."""
        outages = self.house.outages
        return outages.running_since(kept.events[-1].at) if outages and kept.events else 0.0

    # Who stays away --------------------------------------------------------------------------

    def _claim_json(self, you: Sequence[int]) -> float | None:
        """Seconds until the match can be claimed, 0 from then on; null: it cannot be."""
        actor = self._stays_away()
        waits = (
            len(you) == 1
            and self.both_here
            and not self.record.is_over
            and actor is not None
            and actor != you[0]
        )
        if not waits or self.here()[actor or 0]:
            return None
        return max(0.0, self.house.claim - (time.monotonic() - self.since))

    async def claim(self, person: int) -> None:
        """Ends the match as if the opponent, who has stayed away for so long, had left it."""
        async with self.lock:
            left = self._claim_json(self._own_seats(person))
            if left is None:
                raise Problem(409, "claim.none")
            if left > 0:
                raise Problem(409, "claim.early", n=math.ceil(left))
            actor = self._stays_away()
            await asyncio.shield(self.commit([(actor, Abandoned(_side(actor)))], person))

    def _stays_away(self) -> int | None:
        """The seat that everyone waits for without a clock."""
        if self.record.clock is not None and self.on_clock() is not None:
            return None
        if self.record.fair and self.record.fair.missing is not None:
            return self.record.fair.missing
        return self.record.awaited

    def close(self) -> None:
        """The last client has left."""
        self._alarm.cancel()


def _side(seat: int | None) -> Literal[0, 1] | None:
    return None if seat is None else 1 if seat else 0


class _Refused(FullprimeError):
    """A request that the table does not even try."""


class _Stale(_Refused):
    """The client has not seen the latest version."""


def _all_told(kept: Kept) -> dict[int, Json]:
    walked = Record.start(kept).follow(kept.events)
    return {event.version: event_json(event, before) for event, before, _ in walked}
