"""One game, from the opening throw to the result.

A game is a value: `apply` answers with the next one and is the only way to get there.

>>> game = Game.start(Variant.load("backgammon"))
>>> game = game.apply(Rolled((5, 3)))
>>> game.turn, len(game.plays)
(0, 9)
>>> game = game.apply(game.read("8/3 6/3"))
>>> game.verbs
('roll', 'double', 'resign')
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, assert_never

import msgspec

from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
    checked,
)
from fullprime.dice import ROLLS, Roll
from fullprime.errors import IllegalAction, shorten
from fullprime.notation import read_play
from fullprime.play import Play, legal_plays, place_number
from fullprime.position import BAR, Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant
from fullprime.why import Route, find_play


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "opening throw"
    TO_ROLL = "roll"
    TO_PLAY = "play"
    OFFERED = "answer to the cube"
    RESIGNING = "answer to the resignation"
    OVER = "nothing: the game is over"


class Result(NamedTuple):
    """How a game ended."""

    winner: int | None
    """None: the game is drawn."""
    points: int
    multiple: int
    by: str
    """`bearing off`, `drop`, `resignation` or `draw`."""


class Game(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A game in progress or finished. Seats are 0 and 1."""

    variant: Variant
    stakes: Stakes
    position: Position
    """Seen by the seat whose turn it is."""
    phase: Phase = Phase.OPENING
    turn: int = 0
    """The seat whose turn it is; during an offer, the seat that made it."""
    roll: Roll | None = None
    rolls: tuple[int, int] = (0, 0)
    """Rolls made by each seat; the opening throw is the starter's first."""
    ties: int = 0
    """Equal opening throws so far."""
    offer: int = 0
    """What the cube would show after a take."""
    animals: int = 0
    """Beavers, raccoons and so on in this offer."""
    has_offered: bool = False
    """The cube has been offered in this turn."""
    resigning: int = 0
    """The multiple offered by a resignation."""
    resigned_from: Phase | None = None
    skip_closed_out: bool = True
    """A closed-out player passes instead of rolling."""
    result: Result | None = None
    log: tuple[Action, ...] = ()

    @staticmethod
    def start(
        variant: Variant,
        stakes: Stakes | None = None,
        *,
        starter: int | None = None,
        skip_closed_out: bool = True,
    ) -> Game:
        """A new game before the opening throw, or before the roll of a starter who is known."""
        return Game(
            variant=variant,
            stakes=stakes or Stakes(cube=variant.cube),
            position=variant.start_position,
            phase=Phase.OPENING if starter is None else Phase.TO_ROLL,
            turn=starter or 0,
            skip_closed_out=skip_closed_out,
        )

    def _repr_svg_(self) -> str:
        # Notebooks ask the value itself for its picture; drawing lives above the values.
        from fullprime.render.svg import board_svg

        return board_svg(
            self.position, self.variant, turn=self.turn, roll=self.roll, stakes=self.stakes
        )

    # What is possible now ----------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that must act; None for the opening throw and after the end."""
        match self.phase:
            case Phase.OPENING | Phase.OVER:
                return None
            case Phase.OFFERED:
                return self.turn if self.animals % 2 else 1 - self.turn
            case Phase.RESIGNING:
                return 1 - self.turn
            case _:
                return self.turn

    @cached_property
    def plays(self) -> Sequence[Play]:
        """The legal plays of the roll on the table."""
        if self.roll is None or self.phase is not Phase.TO_PLAY:
            return ()
        return legal_plays(self.variant, self.position, self.roll)

    @property
    def closed_out(self) -> bool:
        """Is the side to move on the bar against a closed board?"""
        return bool(self.position.mover[BAR]) and not any(
            legal_plays(self.variant, self.position, roll)[0].steps for roll in ROLLS
        )

    def legal(self) -> tuple[Action, ...]:
        """Every different action that is possible now, with every roll that the dice can show.

        `apply` also takes other ways of saying the same: 1-3 for 3-1, steps in another order.
        """
        match self.phase:
            case Phase.OPENING:
                return tuple(Rolled((a, b)) for a in range(1, 7) for b in range(1, 7))
            case Phase.TO_ROLL:
                passing = self.skip_closed_out and self.closed_out
                rolls = (Passed(),) if passing else tuple(Rolled(roll) for roll in ROLLS)
                return *rolls, *self._cube_offers(), *self._resignations()
            case Phase.TO_PLAY:
                return *(Played.of(play) for play in self.plays), *self._resignations()
            case Phase.OFFERED:
                return Took(), Dropped(), *self._animal_offers()
            case Phase.RESIGNING:
                return Accepted(), Declined()
            case Phase.OVER:
                return ()

    @property
    def verbs(self) -> tuple[str, ...]:
        """The kinds of action that are legal now, as players name them."""
        return tuple(dict.fromkeys(action.name for action in self.legal()))

    def read(self, text: str) -> Played:
        """The play that the text means under the roll on the table."""
        if self.roll is None or self.phase is not Phase.TO_PLAY:
            raise self._refusal(f"the play {text}", "STD-TURN-1")
        return Played.of(read_play(self.variant, self.position, self.roll, text))

    def _cube_offers(self) -> tuple[Action, ...]:
        return () if self._against_doubling() else (Doubled(),)

    def _against_doubling(self) -> str | None:
        if not any(self.rolls):
            return "STD-OPEN-3"
        if self.has_offered:
            return "STD-CUBE-9"
        return self.stakes.against_doubling(self.turn, self.rolls)

    def _animal_offers(self) -> tuple[Action, ...]:
        if self.animals >= self.stakes.animals:
            return ()
        return (Raccooned(),) if self.animals % 2 else (Beavered(),)

    def _resignations(self) -> tuple[Action, ...]:
        return tuple(Resigned(multiple) for multiple in range(1, self.variant.score + 1))

    # What happens next -------------------------------------------------------------------------

    def apply(self, action: Action) -> Game:
        """The game after this action; an illegal one raises with the rule that it breaks."""
        action = checked(action)
        if isinstance(action, Passed) and self.phase is Phase.TO_PLAY:
            action = Played(())  # with dice on the table, a pass is the play without steps
        match action:
            case Rolled():
                after = self._rolled(Roll.of(action.dice))
            case Played():
                play = self._meant(action)
                action, after = Played.of(play), self._played(play)
            case Passed():
                after = self._passed()
            case Doubled():
                after = self._doubled()
            case Took():
                after = self._took()
            case Dropped():
                after = self._dropped()
            case Beavered() | Raccooned():
                after = self._raised(action)
            case Resigned():
                after = self._resigned(action.multiple)
            case Accepted() | Declined():
                after = self._answered(action)
            case _:
                assert_never(action)
        return after._with(log=(*self.log, action))

    def _with(self, **changes: Any) -> Game:
        return msgspec.structs.replace(self, **changes)

    def _refusal(self, asked: str, rule: str) -> IllegalAction:
        seat = "" if self.actor is None else f" from seat {self.actor}"
        return IllegalAction(asked, rule, f"the game waits for: {self.phase}{seat}")

    def _expect(self, phase: Phase, action: str, rule: str) -> None:
        if self.phase is Phase.OVER:
            raise self._refusal(action, self._over_by())
        if self.phase is not phase:
            raise self._refusal(action, rule)

    def _over_by(self) -> str:
        """The rule by which the game ended."""
        how = self.result.by if self.result else ""
        rules = {"drop": "STD-CUBE-5", "resignation": "STD-WIN-6", "draw": "VAR-LOCK"}
        return rules.get(how, "STD-WIN-1")

    def _rolled(self, roll: Roll) -> Game:
        if self.phase is Phase.OPENING:
            return self._opened(roll)
        self._expect(Phase.TO_ROLL, f"the roll {roll}", "STD-TURN-1")
        if self.skip_closed_out and self.closed_out:
            raise self._refusal(f"the roll {roll}", "STD-TURN-3")
        return self._with(roll=roll, rolls=self._rolls_with_one_more(), phase=Phase.TO_PLAY)

    def _opened(self, roll: Roll) -> Game:
        if roll.double:
            limit = self.stakes.murphy
            cube = self.stakes.cube and not self.stakes.crawford
            doubles = cube and (limit is None or self.ties < limit)
            stakes = self.stakes.doubled(owner=None) if doubles else self.stakes
            return self._with(ties=self.ties + 1, stakes=stakes)
        starter = 0 if roll.first > roll.second else 1
        if self.variant.opening == "reroll":
            return self._with(turn=starter, phase=Phase.TO_ROLL)
        opened = self._with(turn=starter, roll=roll, phase=Phase.TO_PLAY)
        return opened._with(rolls=opened._rolls_with_one_more())

    def _rolls_with_one_more(self) -> tuple[int, int]:
        first, second = self.rolls
        return (first + 1, second) if self.turn == 0 else (first, second + 1)

    def _meant(self, action: Played) -> Play:
        """The legal play that the steps make; it is what the log keeps."""
        routes = [Route((place_number(a), place_number(b))) for a, b in action.steps]
        asked = f"the play {shorten(' '.join(map(str, routes)), 80) or '(no play)'}"
        self._expect(Phase.TO_PLAY, asked, "STD-TURN-1")
        assert self.roll is not None  # noqa: S101 - the phase says so
        return find_play(self.variant, self.position, self.roll, routes)

    def _played(self, play: Play) -> Game:
        multiple = self.variant.end(play.position)
        if multiple is not None:
            over = self._with(position=play.position)
            if multiple == 0:
                draw = Result(None, 0, 0, "draw")
                return over._with(phase=Phase.OVER, roll=None, result=draw)
            return over._ended(self.turn if multiple > 0 else 1 - self.turn, abs(multiple))
        return self._with(position=play.position)._next_turn()

    def _passed(self) -> Game:
        self._expect(Phase.TO_ROLL, "a pass", "STD-TURN-1")
        if not (self.skip_closed_out and self.closed_out):
            raise self._refusal("a pass", "STD-TURN-2")
        return self._next_turn()

    def _next_turn(self) -> Game:
        return self._with(
            position=self.variant.turned(self.position),
            turn=1 - self.turn,
            roll=None,
            phase=Phase.TO_ROLL,
            has_offered=False,
        )

    def _doubled(self) -> Game:
        first_play = self.phase is Phase.TO_PLAY and sum(self.rolls) == 1
        early = self.phase is Phase.OPENING or first_play
        self._expect(Phase.TO_ROLL, "a double", "STD-OPEN-3" if early else "STD-CUBE-3")
        rule = self._against_doubling()
        if rule:
            raise self._refusal("a double", rule)
        return self._with(
            phase=Phase.OFFERED, offer=self.stakes.value * 2, animals=0, has_offered=True
        )

    def _took(self) -> Game:
        self._expect(Phase.OFFERED, "a take", "STD-CUBE-5")
        # Animals or not, the cube ends with the side that was doubled.
        stakes = self.stakes.doubled(owner=1 - self.turn, value=self.offer)
        return self._with(stakes=stakes, phase=Phase.TO_ROLL, offer=0, animals=0)

    def _dropped(self) -> Game:
        self._expect(Phase.OFFERED, "a drop", "STD-CUBE-5")
        winner = 1 - self.actor if self.actor is not None else self.turn
        result = Result(winner, self.stakes.drop_points(self.offer), 1, "drop")
        return self._with(phase=Phase.OVER, result=result, offer=0, animals=0)

    def _raised(self, action: Beavered | Raccooned) -> Game:
        beaver = isinstance(action, Beavered)
        rule = "OPT-BEAVER" if beaver else "OPT-RACCOON"
        self._expect(Phase.OFFERED, f"a {action.name}", rule)
        if action not in self._animal_offers():
            raise self._refusal(f"a {action.name}", rule)
        return self._with(offer=self.offer * 2, animals=self.animals + 1)

    def _resigned(self, multiple: int) -> Game:
        asked = f"resigning {multiple} times the cube"
        if self.phase is Phase.OVER:
            raise self._refusal(asked, self._over_by())
        if Resigned(multiple) not in self.legal():
            raise self._refusal(asked, "STD-WIN-6")
        return self._with(phase=Phase.RESIGNING, resigning=multiple, resigned_from=self.phase)

    def _answered(self, action: Accepted | Declined) -> Game:
        asked = f"to {action.name} a resignation"
        self._expect(Phase.RESIGNING, asked, "STD-WIN-6")
        before = self._with(phase=self.resigned_from, resigned_from=None, resigning=0)
        if isinstance(action, Declined):
            return before
        return before._ended(1 - self.turn, self.resigning, "resignation")

    def _ended(self, winner: int, multiple: int, by: str = "bearing off") -> Game:
        counted = self.stakes.counted(multiple)
        result = Result(winner, self.stakes.points(multiple), counted, by)
        return self._with(phase=Phase.OVER, roll=None, result=result)
