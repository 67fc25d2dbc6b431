"""The log of a match, played again: the only way from rows to a match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec

from fullprime.action import Accepted, Action, Arranged, Dropped, Played, Resigned, Rolled, Seen
from fullprime.analysis.tutor import Kind, Least, Level, Tutor
from fullprime.errors import Fault, IllegalAction
from fullprime.fair_dice.actions import (
    Anchored,
    Deposited,
    Fixed,
    OfDice,
    Revealed,
    Rolling,
)
from fullprime.fair_dice.ledger import Ledger, UnfairDice
from fullprime.fair_dice.sealing import digest_of
from fullprime.formats import saved
from fullprime.formats.action_text import notation, told
from fullprime.game import Game, Phase, Result
from fullprime.match import Match, Money, SetUp
from fullprime.referee import ruling
from fullprime.server.clock import Clock, ClockRules
from fullprime.server.problems import fault_json
from fullprime.server.state import LastPlay, last_play
from fullprime.shapes import decoded
from fullprime.store import Event, Kept, Seats

COLORS = ("White", "Black")
"""In files, where a player has given no name."""
CODES = ("board.white", "board.black")
"""By which a page finds its own words for them."""
TYPED = {"dice": "entered"}
"""The note of a match whose dice are thrown at a real table; the terminal reads it, too."""
FAIR = {"dice": "checked"}
"""The note of a match whose dice both players can check."""
GRACE: Final = 2.0
"""Seconds in which a page must give its link before the time of its player runs."""
TUTOR: Final = "tutor"
"""The note of the tutor with which a match begins, in the terminal, too."""
UNKNOWN = "?"
"""The name of an opponent who has not come yet."""


class NextGame(msgspec.Struct, frozen=True, tag_field="type", tag="next_game"):
    """The board is set up again; the log keeps it as a row like all others."""

    name = "next game"


class SetUpGame(NextGame, frozen=True, tag_field="type", tag="set_up_game"):
    """The next game of an imported match, where it begins at another score or on another board."""

    begins: SetUp


class EndSession(msgspec.Struct, frozen=True, tag_field="type", tag="end_session"):
    """A money session has no end of its own: a player ends it between two games."""

    name = "end of the session"


class TakenBack(msgspec.Struct, frozen=True, tag_field="type", tag="taken_back"):
    """The dice that were typed last were typed wrongly."""

    name = "dice taken back"


class TutorSet(msgspec.Struct, frozen=True, tag_field="type", tag="tutor"):
    """A player wants more or less of the tutor from now on."""

    level: Level
    least: Least

    name = "tutor"


class Warned(msgspec.Struct, frozen=True, tag_field="type", tag="warned"):
    """The tutor has warned of an action; kept with what was done then."""

    kind: Kind
    played: str
    """What it was about, in the words of reviews."""
    error: float
    taken_back: bool
    """Something else was done."""

    name = "warned"


class Abandoned(msgspec.Struct, frozen=True, tag_field="type", tag="abandoned"):
    """A player leaves the match for good; null: the one who plays both sides."""

    by: Literal[0, 1] | None = None

    name = "left the match"


class Withheld(Abandoned, frozen=True, tag_field="type", tag="withheld"):
    """A player's page has not given its link in time: no roll can be worse than that."""

    name = "loses on time"


class TimedOut(msgspec.Struct, frozen=True, tag_field="type", tag="timed_out"):
    """The time of a player is over, which loses the game. Only the server says so."""

    name = "loses on time"


BetweenGames = NextGame | EndSession
OfTutor = TutorSet | Warned
Leaving = Abandoned | Withheld
OfMatch = (
    BetweenGames | SetUpGame | Leaving | TakenBack | TimedOut | OfTutor
    | Anchored | Fixed | Rolling | Deposited | Revealed
)  # fmt: skip
"""What the library does not know."""
Logged = Action | OfMatch
"""What a row of the log may hold."""
ON_TIME: Final = "time"
"""How a game ended that was lost on time; the library knows no clock."""
ABANDONED: Final = "abandonment"
"""How a game ends in which a player leaves the match."""


def decode(action: str) -> Logged:
    """The action of a row."""
    found: Logged = decoded(action, Logged)
    return found


def encode(action: Logged) -> str:
    """The row of an action."""
    return msgspec.json.encode(action).decode()


class Record(NamedTuple):
    """A match as far as it has got."""

    match: Match
    version: int = 0
    """How many rows the log has."""
    last: LastPlay | None = None
    clock: Clock | None = None
    ended: bool = False
    """A player has ended the session, or has left the match."""
    abandoned: Abandoned | None = None
    """Who has left it."""
    typed: bool = False
    """The dice are thrown at a real table and typed in."""
    tutor: Tutor = Tutor()
    """Beside a player against a bot."""
    warned: int = 0
    """How often the tutor has warned,"""
    taken_back: int = 0
    """and how often something else was done then."""
    rolls: int = 0
    """How often dice were thrown in the match."""
    fair: Ledger | None = None
    """Where both players can check the dice: what is known of them."""

    @property
    def is_over(self) -> bool:
        """Is nothing played in this match any more?"""
        return self.ended or self.match.winner is not None

    @property
    def winner(self) -> int | None:
        """The seat that has won; of a match that is left, the other one. Sessions have none."""
        if self.abandoned is None or isinstance(self.match.target, Money):
            return self.match.winner
        return _other(self.abandoned.by)

    @property
    def abandoned_json(self) -> dict[str, int | bool | None] | None:
        """Who has left the match, as clients see it."""
        if self.abandoned is None:
            return None
        withheld = {"withheld": True} if isinstance(self.abandoned, Withheld) else {}
        return {"by": self.abandoned.by, **withheld}

    @property
    def awaited(self) -> int | None:
        """The seat that everyone waits for: who acts, or whose page owes a link."""
        owes = self.fair.owes if self.fair else None
        return self.match.game.actor if owes is None else owes

    @property
    def runs_for(self) -> int | None:
        """The seat whose time runs; it begins with the first roll of the match."""
        if self.fair and (not self.fair.context or (self.fair.rolling and not self.fair.dealt)):
            return None
        return self.awaited

    def clock_after(self, spent: float, ends: bool = False) -> Clock | None:
        """When so many seconds have gone by, and the turn is still the same, or is over."""
        seat = self.runs_for
        if self.clock is None:
            return None
        if self.fair and self.fair.rolling and seat is not None:
            return self.clock.without(seat, max(0.0, spent - GRACE))
        return self.clock.after(seat, spent, None if ends else seat)

    def owed_for(self, spent: float) -> float | None:
        """What is left of the grace in which a page owes its link; None: no page does."""
        if self.fair and self.fair.rolling and self.fair.dealt:
            return max(0.0, GRACE - spent)
        return None

    def lasts(self, seat: int) -> float:
        """Seconds until the time of this seat is over, if it runs."""
        if self.clock is None:
            return math.inf
        if self.fair and self.fair.rolling:
            return self.clock.left[seat] + GRACE
        return self.clock.lasts(seat)

    @staticmethod
    def start(kept: Kept) -> Record:
        """Before the first action."""
        match, notes = saved.load(kept.start)
        rules = decoded(kept.clock, ClockRules) if kept.clock else None
        return Record(
            named(match, kept.seats),
            rolls=sum(isinstance(action, Rolled) for game in match.games for action in game.log),
            clock=Clock.start(rules) if rules else None,
            typed=notes.items() >= TYPED.items(),
            tutor=Tutor.parse(str(notes[TUTOR])) if notes.get(TUTOR) else Tutor(),
            fair=Ledger(kept.id, kept.start) if _is_fair(kept, notes) else None,
        )

    @property
    def file(self) -> bytes:
        """The match as it is saved."""
        tutor = {TUTOR: str(self.tutor)} if self.tutor.is_on else {}
        dice = TYPED if self.typed else FAIR if self.fair else {}
        return saved.dump(self.match, {**dice, **tutor})

    @property
    def can_take_back(self) -> bool:
        """Were dice typed last, so that they can still be corrected?"""
        log = self.match.game.log
        return self.typed and bool(log) and isinstance(log[-1], Rolled)

    def after(self, action: Logged, spent: float = 0.0) -> tuple[Record, Logged]:
        """What follows, and the action as the log keeps it; an illegal one raises."""
        if isinstance(action, OfDice):
            return self._of_dice(action, spent), action
        if self.fair:
            self = self._replace(fair=_fair_after(self.fair, action))
        before, rolls = self.match.game, self.rolls
        if isinstance(action, EndSession):
            return self._end(), action
        if isinstance(action, Leaving):
            return self._abandoned(action, spent), action
        if isinstance(action, OfTutor):
            return self._tutored(action), action
        if isinstance(action, NextGame):
            self._check_open("a new game")
            begins = action.begins if isinstance(action, SetUpGame) else None
            match, last = self.match.next_game(begins), None
        elif isinstance(action, TakenBack):
            match, last = self._without_dice(), self.last
            rolls -= 1
        elif isinstance(action, TimedOut):
            match, last = _lost_on_time(self.match), self.last
        else:
            match = self.match.apply(action)
            action = match.game.log[-1]
            last = last_play(before, action, self.last)
            rolls += isinstance(action, Rolled)
        clock = self.clock and self.clock.after(before.actor, spent, match.game.actor)
        version = self.version + 1
        after = self._replace(match=match, version=version, last=last, clock=clock, rolls=rolls)
        return after, action

    def _of_dice(self, action: OfDice, spent: float) -> Record:
        """The dice of the match have got further; the game has not."""
        if self.fair is None:
            raise UnfairDice("fair.unreadable")
        fair, clock = self.fair.after(action), self.clock_after(spent)
        return self._replace(fair=fair, clock=clock, version=self.version + 1)

    def _without_dice(self) -> Match:
        if not self.can_take_back:
            raise IllegalAction(TakenBack.name, "IRR-3", Fault("table.no_dice"))
        return self.match.undo()

    def _end(self) -> Record:
        name = EndSession.name
        self._check_open(name)
        if not isinstance(self.match.target, Money):
            raise IllegalAction(name, "STD-PLAY-2", Fault("table.money_only"))
        if not self.match.game.result:
            raise IllegalAction(name, "STD-OBJ-1", Fault("table.unfinished"))
        return self._replace(version=self.version + 1, ended=True)

    def _abandoned(self, action: Leaving, spent: float) -> Record:
        """A game that was being played is lost, single, or three times the cube where a link was
        withheld; of who plays alone it is drawn."""
        name = Abandoned.name
        self._check_open(name)
        if self.match.winner is not None:
            winner = self.match.players[self.match.winner]
            raise IllegalAction(name, "STD-PLAY-3", Fault("table.won", name=winner))
        *before, game = self.match.games
        multiple = 3 if isinstance(action, Withheld) else 1
        games = (*before, game if game.result else _left(game, _other(action.by), multiple))
        return self._replace(
            match=msgspec.structs.replace(self.match, games=games),
            version=self.version + 1,
            clock=self.clock_after(spent, ends=True),
            ended=True,
            abandoned=action,
        )

    def _tutored(self, action: OfTutor) -> Record:
        """No time is counted: that belongs to what the player does then."""
        version = self.version + 1
        if isinstance(action, TutorSet):
            self._check_open(action.name)
            return self._replace(version=version, tutor=Tutor(action.level, action.least))
        back = self.taken_back + action.taken_back
        return self._replace(version=version, warned=self.warned + 1, taken_back=back)

    def _check_open(self, wanted: str) -> None:
        if self.ended:
            raise IllegalAction(wanted, "STD-PLAY-2", Fault("table.ended"))

    def follow(self, events: Iterable[Event]) -> Iterator[tuple[Event, Record, Record]]:
        """Every event with the record before and after it."""
        record = self
        for event in events:
            following, _ = record.after(decode(event.action), event.spent)
            yield event, record, following
            record = following

    def to_end(self, events: Iterable[Event]) -> Record:
        """After all of them."""
        for event in events:
            self, _ = self.after(decode(event.action), event.spent)
        return self


def _lost_on_time(match: Match) -> Match:
    """An offered cube is passed, else a single game is lost: actions that every program knows."""
    offered = match.game.phase is Phase.OFFERED
    for action in (Dropped(),) if offered else (Resigned(1), Accepted()):
        match = match.apply(action)
    *before, game = match.games
    result = game.result and game.result._replace(by=ON_TIME)
    ended = msgspec.structs.replace(game, result=result)
    return msgspec.structs.replace(match, games=(*before, ended))


def _other(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat


def _is_fair(kept: Kept, notes: dict[str, Any]) -> bool:
    """Can both players check the dice? What was played elsewhere has no links."""
    return kept.owner is None and notes.items() >= FAIR.items()


def _fair_after(fair: Ledger, action: Logged) -> Ledger:
    """What the dice know of anything else that happens."""
    if isinstance(action, Rolled):
        return fair.after_roll(action.dice)
    return fair.after_other(str(action.__struct_config__.tag))


def _left(game: Game, winner: int | None, multiple: int) -> Game:
    """The game of which a player has walked away."""
    counts = (0, 0)
    if winner is not None:
        counts = game.stakes.points(multiple), game.stakes.counted(multiple)
    return msgspec.structs.replace(
        game,
        phase=Phase.OVER,
        result=Result(winner, *counts, ABANDONED),
        roll=None,
        numbers=None,
        offer=0,
        animals=0,
        resigning=0,
        resigner=None,
        resigned_from=None,
        irregular=None,
    )


def named(match: Match, seats: Seats) -> Match:
    """The match with the names of those who sit there now."""
    first, second = (
        (seat.name or color) if seat else UNKNOWN for seat, color in zip(seats, COLORS, strict=True)
    )
    return msgspec.structs.replace(match, players=(first, second))


def event_json(event: Event, before: Record) -> dict[str, Any]:
    """An event as clients see it."""
    action, game = decode(event.action), before.match.game
    found = {"version": event.version, "seat": event.seat, "action": msgspec.to_builtins(action)}
    if before.fair:
        found |= public(event)
        if isinstance(action, Deposited):
            found["action"] = {"type": "dice_deposited", "by": action.by, "n": action.n}
    if isinstance(action, OfMatch):
        return {**found, "text": action.name}
    if isinstance(action, Played | Seen | Arranged) and game.roll:
        found |= {"dice": game.roll, "play": notation(game, action)}
    return {**found, "text": told(game, action), **_ruling_json(before.match, action)}


def public(event: Event) -> dict[str, str]:
    """What everyone may see of an event at once: its very text, or of a secret link its hash."""
    if isinstance(decode(event.action), Deposited):
        return {"digest": digest_of(event.action).hex()}
    return {"raw": event.action}


def _ruling_json(match: Match, action: Action) -> dict[str, Any]:
    """What a referee says about it, where there is one and something to say."""
    first, second = (
        Fault.named(code, name) if name == color else name
        for name, color, code in zip(match.players, COLORS, CODES, strict=True)
    )
    said = ruling(match.game, action, (first, second))
    if said is None:
        return {}
    return {"ruling": {**fault_json(said.text), "rule": said.clause, "source": said.source}}
