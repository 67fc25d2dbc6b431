"""The table: the match, who sits at it, the dice, and the file that it is kept in."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from fullprime.action import Action, Passed, Played, Rolled, TableAction
from fullprime.analysis.tutor import Tutor
from fullprime.dice import Dice, EnteredDice
from fullprime.engine.engine import Engine
from fullprime.game import Game, Phase
from fullprime.match import Match
from fullprime.play import Play
from fullprime.referee import ruling
from fullprime.render.text import board_text
from fullprime.tui import words
from fullprime.tui.draft import Draft
from fullprime.tui.keep import Keeper, Notes
from fullprime.tui.terminal import Terminal
from fullprime.tui.tutor import TableTutor, caution_lines, plays_of, shown_choices


class Player(Protocol):
    """A bot."""

    @property
    def name(self) -> str:
        """How it is called."""

    def choose(self, game: Game) -> Action | None:
        """What it does now that it must act; None: it rolls, and the table throws the dice."""


Seats = tuple[Player | None, Player | None]
"""Who plays; None is a human."""


class Look(NamedTuple):
    """How the table is shown, and what has to be confirmed."""

    ascii: bool = False
    confirm: bool = True
    """Plays wait for Enter."""
    flip: bool | None = None
    """Turn the board to the human who must act; None: where both are human."""
    home_left: bool = False
    pace: float = 0
    """Seconds for which each turn is shown where only bots play."""


class Table:
    """A match in progress. Every action replaces `match`; what was half entered is then gone."""

    def __init__(
        self,
        match: Match,
        seats: Seats,
        dice: Dice,
        io: Terminal,
        keeper: Keeper,
        look: Look,
        engine: Engine | None = None,
        tutor: Tutor | None = None,
        notes: Notes | None = None,
    ) -> None:
        self.match = match
        self.seats = seats
        self.dice = dice
        self.io = io
        self.keeper = keeper
        self.look = look
        self.engine = engine or Engine()
        """Gives hints, and warnings where a tutor is wanted."""
        against_bot = len(self.humans) == 1 and not match.settings.referee
        self.tutor = TableTutor(tutor or Tutor(), allowed=against_bot, notes=notes or {})
        self.names = words.table_names(match)
        self.listed: tuple[Play, ...] = ()
        """The plays that were listed with numbers."""
        self.leaving = False
        """The player wants to leave although the match is not saved."""
        self.resigning = 0
        """The multiple that the player wants to resign, not yet confirmed."""
        self._draft: Draft | None = None
        self.before_roll: Match | None = None
        """The match before the roll that was typed last, as long as it can be taken back."""
        self._drawn: object = None

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def humans(self) -> list[int]:
        return [seat for seat in (0, 1) if self.seats[seat] is None]

    @property
    def who(self) -> str:
        """The name of the one who must act."""
        return "" if self.game.actor is None else self.names[self.game.actor]

    @property
    def bot(self) -> Player | None:
        """The bot that must act, if it is one."""
        return None if self.game.actor is None else self.seats[self.game.actor]

    @property
    def waits_for_real_dice(self) -> bool:
        """Are dice due that a player throws and types?"""
        if not isinstance(self.dice, EnteredDice) or self.game.phase is Phase.TO_PLAY:
            return False
        return self.game.phase is Phase.SEEN or "roll" in self.game.verbs

    @property
    def draft(self) -> Draft:
        """The play being entered; only while the game waits for a play."""
        if self._draft is None:
            self._draft = Draft(self.game)
        return self._draft

    @property
    def viewer(self) -> int:
        """The seat from which the board is shown."""
        humans, actor = self.humans, self.game.actor
        flip = len(humans) == 2 if self.look.flip is None else self.look.flip
        if flip and actor is not None and actor in humans:
            return actor
        return humans[0] if len(humans) == 1 else 0

    @property
    def counts_otherwise(self) -> bool:
        """Does the one who acts count the points from another end than the board shows?"""
        shared = self.game.variant.geometry == "common"
        return self.game.actor not in (None, self.viewer) and not shared

    # What happens ------------------------------------------------------------------------------

    def decide(self, action: Action) -> None:
        """An action of a player's own: the tutor may hold it back."""
        self.game.apply(action)  # raises, with the rule
        if not self._is_held(action):
            self.apply(action)

    def decide_to_go_on(self) -> None:
        """The same for a throw, while the dice are in the cup."""
        thrown = isinstance(self.dice, EnteredDice)
        if thrown or "roll" not in self.game.verbs or not self._is_held(None):
            self.go_on()

    def _is_held(self, action: Action | None) -> bool:
        if not self.tutor.holds(self.game, action, self.engine):
            return False
        held, setting = self.tutor.held, self.tutor.setting
        assert held is not None  # noqa: S101 - it holds something
        choices = shown_choices(held.caution, setting)
        self.listed = plays_of(choices, self.game.plays)
        self.io.draw(caution_lines(held, setting, self.io.width))
        return True

    def do_anyway(self) -> None:
        """What the tutor has held back."""
        held = self.tutor.let_go()
        if held is None or held.action is None:
            self.go_on()
        else:
            self.apply(held.action)

    def take_back_held(self) -> None:
        """The player thinks again; a play is lifted from the board."""
        held = self.tutor.let_go()
        if held and isinstance(held.action, Played) and self._draft:
            while self._draft.undo():
                pass

    def apply(self, action: Action) -> None:
        """Makes the action, writes it to the disk, and says what happened."""
        before, bot = self.match, self.bot
        after = before.apply(action)
        action = after.game.log[-1]  # a legal play that was seen is played
        told = words.told(before.game, action, self.names, self._written(action))
        if isinstance(action, Rolled):
            self.before_roll = before if isinstance(self.dice, EnteredDice) else None
        elif not bot:
            self.before_roll = None  # a player who acts upon a roll has seen that it is right
        if not bot:
            self.tutor.settle(before.game, action)
        self._replace(after)
        # A roll is seen on the board, and told together with the play.
        if not isinstance(action, Rolled) or before.game.phase is Phase.OPENING:
            self.io.say(told)
        consent = ruling(before.game, action, self.names)
        if consent and not isinstance(action, TableAction):  # those are told as rulings anyway
            self.io.say(str(consent))

    def _written(self, action: Action) -> str:
        """A play as its player wrote it, and a hint where its points are not those shown."""
        if not isinstance(action, Played):
            return ""
        entered = self._draft.written if self._draft and self._draft.play else ""
        text = entered or words.play_text(self.game, action)
        if not self.counts_otherwise:
            return text
        return f"{text} ({'its ' if self.bot else ''}own points)"

    def take_back_roll(self) -> bool:
        """Goes back to before a roll that was typed, and before what a bot made of it."""
        if self.before_roll is None:
            return False
        self._replace(self.before_roll)
        self.before_roll = None
        what = f"The roll of {self.who}" if self.who else "The opening throw"
        self.io.say(f"{what} is taken back.")
        return True

    def next_game(self) -> None:
        """Sets up the board again."""
        self.before_roll = None
        self._replace(self.match.next_game())

    def _replace(self, match: Match) -> None:
        before, after = self.match.game, match.game
        self.match = match
        if (before.phase, before.position, before.numbers) != (
            (after.phase, after.position, after.numbers)
        ):
            self._draft, self.listed = None, ()  # what was half entered belongs to another moment
        self.keeper.save(match)

    def throw(self) -> None:
        """Throws the dice, if it is time to."""
        if "roll" not in self.game.verbs:
            self.game.apply(Rolled((2, 1)))  # raises, with the rule; the dice stay in the cup
        if isinstance(self.dice, EnteredDice):
            again = "roll and " if self.game.may_reroll else ""
            self.io.say(f"Type {again}what the dice show, such as {again[:5]}5-3.")
        else:
            self.apply(Rolled(self.dice.roll()))

    def go_on(self) -> None:
        """Throws, or passes where a closed-out player does not throw."""
        if "pass" in self.game.verbs:
            self.apply(Passed())
        else:
            self.throw()

    # What is seen ------------------------------------------------------------------------------

    def _left(self) -> tuple[int, ...] | None:
        """The numbers still to play; None while a roll can be played in several patterns."""
        numbers = self.game.numbers
        if numbers is None or (
            len(numbers.batch) > 1 and not (self._draft and self._draft.written)
        ):
            return None
        return self._draft.left if self._draft else numbers.left

    def show(self, again: bool = False) -> None:
        """Draws the table if anything on it has changed since the last time."""
        game = self.game
        left = self._left()
        if self._draft:
            game = msgspec.structs.replace(game, position=self._draft.position)
        drawn = (game, self.viewer, self.io.width)
        if drawn == self._drawn and not again:
            return
        self._drawn = drawn
        self.io.say("")
        self.io.say(words.header(self.match, self.names))
        self.io.draw(
            board_text(
                game,
                seat=self.viewer,
                ascii=self.look.ascii,
                width=self.io.width,
                home_left=self.look.home_left,
                names=self.names,
                left=left,
            )
        )
