"""One game, from the opening throw to the result.

A game is a value: `apply` answers with the next one and is the only way to get there.

>>> game = Game.start().apply("53")
>>> game.turn, len(game.plays)
(0, 9)
>>> game = game.apply("8/3 6/3")
>>> game.verbs
('roll', 'double', 'resign')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, assert_never

import msgspec

from fullprime.action import (
    Accepted,
    Action,
    ActionLike,
    Arranged,
    Beavered,
    Coloured,
    Declined,
    Doubled,
    Dropped,
    GameAction,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    TableAction,
    Took,
    checked,
    read_doublet,
    read_words,
)
from fullprime.dice import ROLLS, Roll, is_roll
from fullprime.errors import (
    BadAction,
    BadPosition,
    FullprimeError,
    IllegalAction,
    expected_one_of,
    shorten,
)
from fullprime.notation import read_routes
from fullprime.numbers_to_play import Numbers, can_step
from fullprime.play import Place, Play, place_number
from fullprime.position import BAR, OFF, START, Position
from fullprime.stakes import Stakes
from fullprime.variant import Choice, Variant, VariantLike
from fullprime.why import find_play
from fullprime.written_play import Route

if TYPE_CHECKING:
    from fullprime.engine import By
    from fullprime.referee import Irregular, TableRules

_ENDED_BY: Final = {
    "drop": "STD-CUBE-5",
    "resignation": "STD-WIN-6",
    "lock": "VAR-LOCK",
    "mother": "VAR-MOTHER",
    "mothers": "VAR-MOTHER",
}
"""The rules by which a game can end, other than by bearing off."""
EXAMPLES: Final = {"roll": "roll 3-1", "play": "8/5 6/5", "name": "name 6", "colour": "color white"}
"""How `Game.read` understands actions that need more than their verb."""
SET_UP_ROLLS: Final = (2, 2)
"""Turns made before a position that was set up: enough for every rule about early turns."""


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "opening throw"
    TO_COLOR = "choice of color"
    TO_ROLL = "roll"
    TO_PLAY = "play"
    TO_NAME = "doublet to be named"
    OFFERED = "answer to the cube"
    RESIGNING = "answer to the resignation"
    SEEN = "answer to an illegal play"
    OVER = "nothing: the game is over"


_DUE: Final = {
    Phase.OPENING: "before the opening throw",
    Phase.TO_COLOR: "to choose a color",
    Phase.TO_ROLL: "to roll",
    Phase.TO_PLAY: "to play",
    Phase.TO_NAME: "to name a doublet",
    Phase.OFFERED: "to answer the cube",
    Phase.RESIGNING: "to answer the resignation",
    Phase.SEEN: "to answer an illegal play",
}
"""What comes next, in a few words."""


class Result(NamedTuple):
    """How a game ended."""

    winner: int | None
    """None: the game is drawn."""
    points: int
    multiple: int
    by: str
    """`bearing off`, `mother`, `drop`, `resignation`, or of a draw `lock` or `mothers`; on a
    server also `abandonment`, of either."""


class Game(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A game in progress or finished. Seats are 0 and 1."""

    variant: Variant
    stakes: Stakes
    position: Position
    """Seen by the seat whose turn it is."""
    phase: Phase = Phase.OPENING
    turn: int = 0
    """The seat whose turn it is; during an offer, or after an illegal play, the one who made it."""
    roll: Roll | None = None
    numbers: Numbers | None = None
    """What is to play, or to be followed by a doublet that is named."""
    inherited: bool = False
    """The numbers are what the opponent could not play."""
    bonus: bool = False
    """The turn was earned by the one before it; most games have no double before it."""
    rolls: tuple[int, int] = (0, 0)
    """Rolls made by each seat; the opening throw is the starter's first."""
    roll_was_chosen: bool = False
    """The starter has rolled both dice instead of playing the opening throw."""
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
    resigner: int | None = None
    """The seat that offers it."""
    resigned_from: Phase | None = None
    skip_closed_out: bool = True
    """A closed-out player passes instead of rolling."""
    table: TableRules | None = None
    """What the players of a real table have agreed on; None: no irregularity can happen."""
    irregular: Irregular | None = None
    """The illegal play that waits for an answer."""
    early: tuple[int, Roll] | None = None
    """The seat that has thrown before its turn, and its dice, which stand."""
    before_first_play: Game | None = None
    """At a real table, where the game goes back to when its set-up was wrong."""
    setup: Game | None = None
    """The game before its wrong set-up was noticed."""
    length: int = 0
    """Points that win the match, where that is known: ids say the score by it."""
    picks_color: bool = False
    """The winner of the opening throw chooses a color before anything else."""
    white: int | None = None
    """The seat that plays white, where the winner of an opening throw has chosen."""
    result: Result | None = None
    log: tuple[Action, ...] = ()
    begun: Game | None = None
    """The game before the first action of this log; None while there is none."""

    @staticmethod
    def start(
        variant: VariantLike = None,
        stakes: Stakes | None = None,
        *,
        options: Mapping[str, Choice] | None = None,
        position: Position | str | None = None,
        starter: int | None = None,
        skip_closed_out: bool = True,
        table: TableRules | None = None,
        length: int = 0,
        picks_color: bool = False,
        white: int | None = None,
    ) -> Game:
        """A new game before the opening throw, or before the roll of a starter who is known.

        A game may also begin in any `position` (a `Position`, position text, or an id), both sides
        having moved before and the starter, seat 0 if none is given, to roll. An id brings its
        dice, and its stakes unless they are given. The `length` of the match is for ids.

        >>> Game.start(position="6:2 / 24:2").apply("11").plays[-1]
        <Play 6/2>
        """
        variant = Variant.load(variant, options)
        _check(stakes, starter)
        known = starter is not None or position is not None
        seat = starter or 0
        where, usual, dice = variant.start_position, Stakes(cube=variant.cube), None
        if position is not None:
            where, usual, dice, stated = _set_up(variant, position)
            length = length or (0 if stakes else stated)
        game = Game(
            variant=variant,
            stakes=stakes or usual.seen_by(seat),
            position=where,
            phase=Phase.TO_ROLL if known else Phase.OPENING,
            turn=seat,
            rolls=(0, 0) if position is None else SET_UP_ROLLS,
            roll_was_chosen=known,  # there is no opening throw to choose against
            skip_closed_out=skip_closed_out,
            table=table,
            length=length,
            picks_color=picks_color,
            white=white,
        )
        return game.apply(dice) if dice else game

    # As Python users expect it -----------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Game of {self.variant.name}: {self._state_text()}>"

    def __str__(self) -> str:
        # Drawing lives above the values, so a game reaches up when it is printed.
        from fullprime.render.text import board_text

        return "\n".join(board_text(self, ascii=True))

    def _repr_svg_(self) -> str:
        # Notebooks take the picture from the value itself.
        from fullprime.render.svg import board_svg

        return board_svg(
            self.position,
            self.variant,
            turn=self.turn,
            roll=self.roll,
            stakes=self.stakes,
            white=self.white,
        )

    def _state_text(self) -> str:
        """`seat 0 to play 3-1`, `seat 1 has won 2 points`."""
        if self.result is None:
            seat = "" if self.actor is None else f"seat {self.actor} "
            dice = f" {self.roll}" if self.phase is Phase.TO_PLAY else ""
            return f"{seat}{_DUE[self.phase]}{dice}"
        if self.result.winner is None:
            return f"drawn ({self.result.by})"
        points = f"{self.result.points} point{'s' if self.result.points > 1 else ''}"
        return f"seat {self.result.winner} has won {points} ({self.result.by})"

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.result is not None

    @property
    def winner(self) -> int | None:
        """The seat that has won; None while the game goes on, and in a draw."""
        return self.result.winner if self.result else None

    @property
    def is_chance(self) -> bool:
        """Do the dice decide what happens next? No one can double first, and no one must pass."""
        if self.phase is not Phase.TO_ROLL:
            return self.phase is Phase.OPENING
        return not self._cube_offers() and not (self.skip_closed_out and self.closed_out)

    def xgid(self) -> str | None:
        """The XGID, with dice, cube and score; None where there is none.

        >>> Game.start().apply("31").xgid()
        'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
        """
        from fullprime.formats.ids.situation import Situation
        from fullprime.formats.ids.xgid import xgid

        if self.variant.geometry != "contrary":
            return None
        situation = Situation(
            upper=self.turn == 1,
            dice=self.roll,
            stakes=self.stakes.seen_by(self.turn),
            match_length=self.length,
            offered=min(1 + self.animals, 3) if self.phase is Phase.OFFERED else 0,
        )
        return xgid(self.position, situation)

    def best(self, *, plies: int | None = None, by: By = None) -> Play | Action | None:
        """What the engine (or `by`, another engine or an evaluator of yours) would do: a play,
        another action, or None to roll.

        >>> Game.start().apply("31").best()
        <Play 8/5 6/5>
        """
        # The engine stands above the values; those who never use it need not load it.
        from fullprime.engine import Engine

        action = Engine.of(by).choose(self, plies)
        return next((play for play in self.plays if Played.of(play) == action), action)

    def undo(self, actions: int = 1) -> Game:
        """The game without its last action, or without several of them.

        >>> game = Game.start().apply("31").apply("8/5 6/5")
        >>> game.undo().phase.value, game.undo(2) == Game.start()
        ('play', True)
        """
        if type(actions) is not int or not 0 <= actions <= len(self.log):
            counted = "action" if actions == 1 else "actions"
            raise FullprimeError(f"cannot undo {actions!r} {counted}: the game has {len(self.log)}")
        game = self.begun or self
        for action in self.log[len(game.log) : len(self.log) - actions]:
            game = game.apply(action)
        return game

    # What is possible now ----------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that must act; None for the opening throw and after the end."""
        match self.phase:
            case Phase.OPENING | Phase.OVER:
                return None
            case Phase.OFFERED:
                return self.turn if self.animals % 2 else 1 - self.turn
            case Phase.RESIGNING if self.resigner is not None:
                return 1 - self.resigner
            case Phase.SEEN:
                return 1 - self.turn
            case _:
                return self.turn

    @cached_property
    def plays(self) -> Sequence[Play]:
        """The legal plays of the numbers on the table: one batch of them at a time."""
        if self.numbers is None or self.phase is not Phase.TO_PLAY:
            return ()
        return self.numbers.plays(self.position)

    @property
    def closed_out(self) -> bool:
        """Is the side to move on the bar against a closed board?"""
        return bool(self.position.mover[BAR]) and not can_step(self.variant, self.position)

    @property
    def may_reroll(self) -> bool:
        """May the starter roll both dice instead of playing the numbers of the opening throw?"""
        first = self.phase is Phase.TO_PLAY and self.roll is not None and sum(self.rolls) == 1
        return first and self.variant.opening == "choice" and not self.roll_was_chosen

    def legal(self, resignations: bool = False) -> tuple[Action, ...]:
        """Every different action that is possible now, with every roll that the dice can show.

        `apply` also takes other ways of saying the same: 1-3 for 3-1, steps in another order.
        Irregularities are never legal, so only the answers to them are here.
        """
        regular = self._regular()
        return (*regular, *self._resignations()) if resignations else regular

    def _regular(self) -> tuple[Action, ...]:
        match self.phase:
            case Phase.OPENING:
                return tuple(Rolled((a, b)) for a in range(1, 7) for b in range(1, 7))
            case Phase.TO_COLOR:
                return Coloured("white"), Coloured("black")
            case Phase.TO_ROLL:
                passing = self.skip_closed_out and self.closed_out
                rolls = (Passed(),) if passing else tuple(Rolled(roll) for roll in ROLLS)
                return *rolls, *self._cube_offers()
            case Phase.TO_PLAY:
                rolls = tuple(Rolled(roll) for roll in ROLLS) if self.may_reroll else ()
                return *(Played.of(play) for play in self.plays), *rolls
            case Phase.TO_NAME:
                return tuple(Named(number) for number in range(1, 7))
            case Phase.OFFERED:
                return Took(), Dropped(), *self._animal_offers()
            case Phase.RESIGNING:
                return Accepted(), Declined()
            case Phase.SEEN:
                return self.irregular.answers if self.irregular else ()
            case Phase.OVER:
                return ()

    @property
    def verbs(self) -> tuple[str, ...]:
        """The kinds of action that are legal now, as players name them."""
        actions = (*self._one_of_each(), *self._resignations())
        return tuple(dict.fromkeys(action.name for action in actions))

    def _one_of_each(self) -> tuple[Action, ...]:
        """Of every kind that is legal now one at least: not every play, nor every roll."""
        roll = Rolled(ROLLS[0])
        match self.phase:
            case Phase.TO_PLAY:
                return (Played(()), roll) if self.may_reroll else (Played(()),)
            case Phase.TO_ROLL:
                passes = self.skip_closed_out and self.closed_out
                return Passed() if passes else roll, *self._cube_offers()
            case _:
                return self._regular()

    @property
    def resignations(self) -> tuple[int, ...]:
        """How many times the cube the player who must act may offer, to end the game at once."""
        return tuple(offer.multiple for offer in self._resignations())

    def read(self, text: str) -> Action:
        """The action that the text means now: a play, dice, or words.

        >>> game = Game.start()
        >>> game.read("31"), game.read("resign gammon")
        (Rolled(dice=Roll(3, 1)), Resigned(multiple=2))
        >>> game.apply("31").read("8/5 6/5")
        Played(steps=((8, 5), (6, 5)))
        """
        if text.strip().lower() == "pass" and self.phase is not Phase.TO_PLAY:
            return Dropped() if self.phase is Phase.OFFERED else Passed()
        if action := read_words(text):
            return action
        if self.phase is Phase.TO_NAME and text.strip()[:1].isdecimal() and "/" not in text:
            return Named(read_doublet(text))
        if is_roll(text):
            return Rolled(Roll.parse(text))
        return self._read_play(text)

    def _read_play(self, text: str) -> Played:
        if self.numbers is not None and self.phase is Phase.TO_PLAY:
            return Played.of(find_play(self.numbers.at_hand, self.position, read_routes(text)))
        if "/" in text:
            raise self._refusal(f"the play {text}", "STD-TURN-1")
        raise BadAction(
            f"cannot read {shorten(text, 40)!r} while the game waits for: {self.phase}; "
            f"{expected_one_of([EXAMPLES.get(verb, verb) for verb in self.verbs], text)}"
        )

    def _understood(self, action: ActionLike) -> Action:
        """What `apply` is given, as an action."""
        match action:
            case str():
                return self.read(action)
            case Play():
                return Played.of(action)
            case Roll():
                return Rolled(action)
            case tuple() | list():
                return Rolled(Roll.of(action))
            case _:
                return action

    def _cube_offers(self) -> tuple[Action, ...]:
        return () if self._against_doubling() else (Doubled(),)

    def _against_doubling(self) -> str | None:
        if not any(self.rolls):
            return "STD-OPEN-3"
        if self.has_offered:
            return "STD-CUBE-9"
        if self.bonus and not self.variant.double_before_bonus:
            return "VAR-BONUS"
        return self.stakes.against_doubling(self.turn, self.rolls)

    def _animal_offers(self) -> tuple[Action, ...]:
        if self.animals >= self.stakes.animals or not self.stakes.allows(self.offer * 2):
            return ()
        return (Raccooned(),) if self.animals % 2 else (Beavered(),)

    def _resignations(self) -> tuple[Resigned, ...]:
        if self.irregular and not self.irregular.must_correct:
            return self.irregular.accepted._resignations()
        if self.phase not in (Phase.TO_COLOR, Phase.TO_ROLL, Phase.TO_PLAY, Phase.TO_NAME):
            return ()
        return tuple(Resigned(multiple) for multiple in range(1, self.variant.score + 1))

    # What happens next -------------------------------------------------------------------------

    def apply(self, action: ActionLike) -> Game:
        """The game after this action; an illegal one raises with the rule that it breaks.

        >>> game = Game.start().apply(Roll(3, 1))
        >>> game = game.apply(game.plays[0]).apply("double").apply("take").apply("6-5")
        >>> game.stakes.value
        2
        """
        action = checked(self._understood(action))
        if isinstance(action, Passed) and self.phase is Phase.TO_PLAY:
            action = Played(())  # with dice on the table, a pass is the play without steps
        if self.table or isinstance(action, TableAction):
            # The referee stands above the game, and most games have none.
            from fullprime import referee

            action, after = referee.after(self, action)
        else:
            action, after = self.after(action)
        return after._with(log=(*self.log, action), begun=self.begun or self)

    def after(self, action: GameAction) -> tuple[GameAction, Game]:
        """The action as the log keeps it and the game after it, irregularities apart."""
        match action:
            case Rolled():
                after = self._rolled(Roll.of(action.dice))
            case Played():
                self._expect_play(action)
                play = self.meant(action)
                action, after = Played.of(play), self._played(play)
                self._found[action.steps] = play  # as the log writes it
            case Named():
                after = self._named(action.number)
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
                after = self._resigned(action)
            case Accepted() | Declined():
                after = self._answered(action)
            case Coloured():
                after = self._coloured(action)
            case Arranged():
                after = self._arranged(action)
            case _:
                assert_never(action)
        return action, after

    def _with(self, **changes: Any) -> Game:
        return msgspec.structs.replace(self, **changes)

    def _refusal(self, attempt: str, rule: str) -> IllegalAction:
        seat = "" if self.actor is None else f" from seat {self.actor}"
        return IllegalAction(attempt, rule, f"the game waits for: {self.phase}{seat}")

    def _expect(self, phase: Phase, action: str, rule: str) -> None:
        if self.phase is Phase.OVER:
            raise self._refusal(action, self._over_by())
        if self.phase is not phase:
            raise self._refusal(action, rule)

    def _over_by(self) -> str:
        """The rule by which the game ended."""
        how = self.result.by if self.result else ""
        return _ENDED_BY.get(how, "STD-WIN-1")

    def _rolled(self, roll: Roll) -> Game:
        if self.phase is Phase.OPENING:
            return self._opened(roll)
        if self.may_reroll:
            return self._with(roll_was_chosen=True)._to_play(roll)
        self._expect(Phase.TO_ROLL, f"the roll {roll}", "STD-TURN-1")
        if self.skip_closed_out and self.closed_out:
            raise self._refusal(f"the roll {roll}", "STD-TURN-3")
        return self._with(rolls=self._rolls_with_one_more())._to_play(roll)

    def _to_play(self, roll: Roll) -> Game:
        numbers = Numbers.of(self.variant, self.position, roll)
        return self._with(roll=roll, numbers=numbers, phase=Phase.TO_PLAY)

    def _opened(self, roll: Roll) -> Game:
        if roll.double:
            limit = self.stakes.murphy
            cube = self.stakes.cube and not self.stakes.crawford
            doubles = cube and (limit is None or self.ties < limit)
            doubles = doubles and self.stakes.allows(self.stakes.value * 2)
            stakes = self.stakes.doubled(owner=None) if doubles else self.stakes
            return self._with(ties=self.ties + 1, stakes=stakes)
        starter = 0 if roll.first > roll.second else 1
        seen = self.position.flipped() if starter else self.position
        opened = self._with(turn=starter, position=seen)
        if self.variant.opening == "reroll":
            opened = opened._with(phase=Phase.TO_ROLL)
        else:
            opened = opened._with(rolls=opened._rolls_with_one_more())._to_play(roll)
        return opened._with(phase=Phase.TO_COLOR) if self.picks_color else opened

    def _coloured(self, action: Coloured) -> Game:
        """What the opening throw has brought waits until the color is chosen."""
        self._expect(Phase.TO_COLOR, f"the choice of {action.colour}", "STD-SETUP-4")
        white = self.turn if action.colour == "white" else 1 - self.turn
        return self._with(white=white, phase=Phase.TO_PLAY if self.roll else Phase.TO_ROLL)

    def _rolls_with_one_more(self) -> tuple[int, int]:
        first, second = self.rolls
        return (first + 1, second) if self.turn == 0 else (first, second + 1)

    def _expect_play(self, action: Played) -> None:
        if self.phase is not Phase.TO_PLAY:
            routes = " ".join(map(str, _routes(action)))
            attempt = f"the play {shorten(routes, 80) or '(no play)'}"
            self._expect(Phase.TO_PLAY, attempt, "STD-TURN-1")

    def meant(self, action: Played) -> Play:
        """The legal play that the steps make, with its dice and hits, which the log leaves out."""
        assert self.numbers is not None  # noqa: S101 - there is something to play
        if action.steps not in self._found:  # whoever shows a play asks again
            found = find_play(self.numbers.at_hand, self.position, _routes(action))
            self._found[action.steps] = found
        return self._found[action.steps]

    @cached_property
    def _found(self) -> dict[tuple[tuple[Place, Place], ...], Play]:
        return {}

    def _played(self, play: Play) -> Game:
        numbers = self.numbers
        assert numbers is not None  # noqa: S101 - the phase says so
        after = self._with(position=play.position)
        if play.position.mover[OFF] == self.variant.checkers:
            return after._end_turn(numbers, play)
        following = numbers.after(play)
        if following:
            return after._with(numbers=following)
        names = self.roll is not None and self.variant.names_doublet(self.roll)
        if names and numbers.played_out(play) and not numbers.has_named:
            return after._with(phase=Phase.TO_NAME)
        return after._end_turn(numbers, play)

    def _named(self, number: int) -> Game:
        self._expect(Phase.TO_NAME, f"naming {number}-{number}", "VAR-NAMED")
        assert self.numbers is not None  # noqa: S101 - the phase says so
        return self._with(phase=Phase.TO_PLAY, numbers=self.numbers.named(number))

    def _end_turn(self, numbers: Numbers, play: Play) -> Game:
        """The result, another turn for the same seat, or the other seat's turn."""
        if self.inherited or self.variant.end(self.position) is not None:
            return self.ended_turn()
        if self._earns_bonus(numbers, play):
            again = self.variant.turned(self.position, self.roll, again=True)
            return self._with(
                position=again, phase=Phase.TO_ROLL, roll=None, numbers=None, bonus=True,
                has_offered=False,
            )  # fmt: skip
        following, rest = self._next_turn(), numbers.rest(play)
        if rest is None:
            return following
        return following._with(
            phase=Phase.TO_PLAY,
            roll=self.roll,
            numbers=rest.begun_by(following.position),
            inherited=True,
        )

    def _earns_bonus(self, numbers: Numbers, play: Play) -> bool:
        """Does the same seat roll again after this last play of its turn?"""
        if self.variant.bonus_always:
            return numbers.bonus or self.variant.names_doublet(numbers.roll)
        return numbers.bonus and numbers.played_out(play)

    def ended_turn(self) -> Game:
        """The game after a turn that earns nothing more, however this position came about."""
        multiple = self.variant.end(self.position)
        if multiple is not None:
            return self._ended_by_play(multiple)
        if self.inherited:
            return self._with(phase=Phase.TO_ROLL, roll=None, numbers=None, inherited=False)
        return self._next_turn()

    def _ended_by_play(self, multiple: int) -> Game:
        if multiple == 0:
            trapped = all(START in pinned for pinned in self.position.pinned)
            mothers = trapped and self.variant.mother_rule != "none"
            draw = Result(None, 0, 0, "mothers" if mothers else "lock")
            return self._with(phase=Phase.OVER, roll=None, numbers=None, result=draw)
        off = self.variant.checkers in (self.position.mover[OFF], self.position.other[OFF])
        winner = self.turn if multiple > 0 else 1 - self.turn
        return self._ended(winner, abs(multiple), "bearing off" if off else "mother")

    def _passed(self) -> Game:
        self._expect(Phase.TO_ROLL, "a pass", "STD-TURN-1")
        if not (self.skip_closed_out and self.closed_out):
            raise self._refusal("a pass", "STD-TURN-2")
        return self._next_turn()

    def _next_turn(self) -> Game:
        return self._with(
            position=self.variant.turned(self.position, self.roll),
            turn=1 - self.turn,
            roll=None,
            numbers=None,
            bonus=False,
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
        self._expect(Phase.OFFERED, "passing a double", "STD-CUBE-5")
        winner = 1 - self.actor if self.actor is not None else self.turn
        result = Result(winner, self.stakes.drop_points(self.offer), 1, "drop")
        return self._with(phase=Phase.OVER, result=result, offer=0, animals=0)

    def _raised(self, action: Beavered | Raccooned) -> Game:
        beaver = isinstance(action, Beavered)
        rule = "OPT-BEAVER" if beaver else "OPT-RACCOON"
        self._expect(Phase.OFFERED, f"a {action.name}", rule)
        if not self.stakes.allows(self.offer * 2):
            raise self._refusal(f"a {action.name}", "OPT-LIMIT")
        if action not in self._animal_offers():
            raise self._refusal(f"a {action.name}", rule)
        return self._with(offer=self.offer * 2, animals=self.animals + 1)

    def _resigned(self, action: Resigned) -> Game:
        attempt = f"resigning {action.multiple} times the cube"
        if self.phase is Phase.OVER:
            raise self._refusal(attempt, self._over_by())
        # In a transcript the other side may resign, and before the opening throw, too.
        seat = self.turn if action.by is msgspec.UNSET else action.by
        early = self.phase is Phase.OPENING and action.by is not msgspec.UNSET
        known = self._with(phase=Phase.TO_ROLL) if early else self
        if Resigned(action.multiple) not in known._resignations():
            raise self._refusal(attempt, "STD-WIN-6")
        return self._with(
            phase=Phase.RESIGNING,
            resigning=action.multiple,
            resigner=seat,
            resigned_from=self.phase,
        )

    def _answered(self, action: Accepted | Declined) -> Game:
        attempt = f"to {action.name} a resignation"
        self._expect(Phase.RESIGNING, attempt, "STD-WIN-6")
        assert self.resigner is not None  # noqa: S101 - the phase says so
        before = self._with(
            phase=self.resigned_from, resigned_from=None, resigning=0, resigner=None
        )
        if isinstance(action, Declined):
            return before
        return before._ended(1 - self.resigner, self.resigning, "resignation")

    def _arranged(self, action: Arranged) -> Game:
        """The game goes on from this board, no matter what led there."""
        if self.phase is Phase.OVER:
            raise self._refusal("a new board", self._over_by())
        there = self._with(
            position=self.variant.position(action.position),
            turn=action.turn,
            phase=Phase.TO_ROLL,
            rolls=self.rolls if any(self.rolls) else SET_UP_ROLLS,
            roll=None,
            numbers=None,
            inherited=False,
            bonus=False,
            has_offered=False,
            offer=0,
            animals=0,
            resigning=0,
            resigner=None,
            resigned_from=None,
            irregular=None,
        )
        multiple = self.variant.end(there.position)
        return there if multiple is None else there._ended_by_play(multiple)

    def _ended(self, winner: int, multiple: int, by: str) -> Game:
        counted = self.stakes.counted(multiple)
        result = Result(winner, self.stakes.points(multiple), counted, by)
        return self._with(phase=Phase.OVER, roll=None, numbers=None, result=result)


def _routes(action: Played) -> list[Route]:
    return [Route((place_number(a), place_number(b))) for a, b in action.steps]


def _check(stakes: Stakes | None, starter: int | None) -> None:
    """What a game is started with has the right kind."""
    if not isinstance(stakes, Stakes | None):
        raise FullprimeError(
            f"stakes {stakes!r}: expected Stakes, such as Stakes(away=(3, 3)); "
            "options of a game are given as options={...}"
        )
    if starter is not None and (type(starter) is not int or starter not in (0, 1)):
        raise FullprimeError(f"starter {starter!r}: expected seat 0 or 1, or None")


def _set_up(variant: Variant, given: Position | str) -> tuple[Position, Stakes, Roll | None, int]:
    """A position that this game can have and in which it is not over, with what an id adds: what
    the game is played for, its dice, and the length of the match."""
    position, stakes, dice, length = given, Stakes(cube=variant.cube), None, 0
    if isinstance(position, str):
        # Ids live above the values; only texts need them.
        from fullprime.formats.ids import read_situation

        position, situation = read_situation(variant, position)
        stakes = msgspec.structs.replace(situation.stakes, cube=variant.cube)
        dice, length = situation.dice, situation.match_length
    elif not isinstance(position, Position):
        raise FullprimeError(f"position {position!r}: expected a Position or text")
    elif faults := variant.faults(position):
        raise BadPosition(variant.text(position), faults)
    if variant.end(position) is not None:
        raise FullprimeError(f"the game is already over in {variant.text(position)!r}")
    return position, stakes, dice, length
