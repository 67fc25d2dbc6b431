"""What is asked about a position: read once, from anything that means one.

A position is a `Position`, a `Game`, or any text: position text or an id of another program;
without one it is the start of the game. The side on roll has seat 0 of the stakes. An id brings its
dice and its stakes; what the caller says takes their place.

>>> question = Question.about("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10")
>>> str(question.roll), question.stakes.away
('3-1', (3, 4))
>>> question.xgid()
'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

import msgspec

from fullprime.dice import Roll
from fullprime.engine.solved_match import exact_scores
from fullprime.engine.wager import Wager
from fullprime.errors import BadPosition, Fault, FullprimeError, field_fault, shorten
from fullprime.formats import match_equity
from fullprime.formats.ids import read_situation
from fullprime.formats.ids.situation import Situation
from fullprime.formats.ids.xgid import xgid
from fullprime.formats.stakes_fields import StakesFields
from fullprime.game import Game, Phase
from fullprime.match_equity import MatchEquity, Scores
from fullprime.numbers_to_play import Numbers
from fullprime.play import MOST_PLAYS, Play, every_play, legal_plays
from fullprime.position import Position
from fullprime.series_equity import follows_in
from fullprime.shapes import converted
from fullprime.stakes import Stakes
from fullprime.variant import Choice, Variant

ENOUGH_TURNS: Final = (2, 2)
"""Turns made so far where they are not given: enough for any rule of the cube."""
MONEY: Final = Stakes()
_IN_IDS: Final = frozenset(("cube", "owner", "away", "crawford", "jacoby", "beavers"))
"""Fields of stakes that an id may state as well."""

Dice = Roll | str | Sequence[int]
Listed = list[tuple[int | None, Play]]


class Details(TypedDict, total=False):
    """What may be said about a position beside it."""

    variant: Variant | str | None
    options: Mapping[str, Choice] | None
    stakes: Stakes | Mapping[str, Any] | None
    """For money if left out, unless an id says otherwise."""
    table: MatchEquity | str | None
    """A match equity table, or its name or file."""
    house_rules: bool
    """Allow stakes that do not belong together."""
    turns: tuple[int, int] | None
    """Made so far by each side, for games and rules that look back."""
    hit_right: tuple[bool, bool] | None
    """Which side has won the right to hit, in games that grant it."""
    named: int | None
    """The doublet chosen after the roll, in games that give one."""


class Question(NamedTuple):
    """A position to think about, with everything that the answers depend on."""

    variant: Variant
    position: Position
    roll: Roll | None = None
    named: int | None = None
    """The doublet chosen after the roll, in games that give one."""
    stakes: Stakes = MONEY
    table: MatchEquity | None = None
    """The match equity table that is given; None: the best that there is."""
    turns: tuple[int, int] = ENOUGH_TURNS
    """Made so far by each side."""
    at_hand: Sequence[Play] | None = None
    """The plays to choose from, where a game is in the middle of a turn."""
    length: int = 0
    """Points that win the match, where an id or a game says it."""
    numbers: Numbers | None = None
    """What is left of the turn, where a game is in the middle of one."""

    @staticmethod
    def about(
        what: Position | Game | str | None = None,
        dice: Dice | None = None,
        *,
        variant: Variant | str | None = None,
        options: Mapping[str, Choice] | None = None,
        stakes: Stakes | Mapping[str, Any] | None = None,
        table: MatchEquity | str | None = None,
        house_rules: bool = False,
        turns: tuple[int, int] | None = None,
        hit_right: tuple[bool, bool] | None = None,
        named: int | None = None,
    ) -> Question:
        """The question, checked; `house_rules` allow stakes that do not belong together."""
        known = _known(what, variant, options)
        game, position = known.variant, known.position
        if turns or hit_right:
            position = game.remembering(position, turns, hit_right)
        roll = known.roll if dice is None else _roll(dice)
        _check(game, position, roll, named)
        same_roll = dice is None and named is None
        at_stake = read_stakes(stakes, known.stakes, house_rules)
        return Question(
            game,
            position,
            roll,
            named,
            _with_cube(game, at_stake, stakes is not None),
            match_equity.load(table) if isinstance(table, str) else table,
            turns or known.turns,
            known.at_hand if same_roll else None,
            known.length if at_stake.away == known.stakes.away else 0,
            known.numbers if same_roll else None,
        )

    @staticmethod
    def in_game(game: Game) -> Question:
        """What the seat on roll has to think about now."""
        rolled = game.phase is Phase.TO_PLAY
        _check(game.variant, game.position)
        return Question(
            game.variant,
            game.position,
            game.roll if rolled else None,
            stakes=_with_cube(game.variant, game.stakes.seen_by(game.turn)),
            turns=game.rolls,
            at_hand=game.plays if rolled else None,
            length=game.length,
            numbers=game.numbers if rolled else None,
        )

    def xgid(self) -> str | None:
        """The XGID of what is asked, with dice, cube and score; None where there is none."""
        if self.variant.geometry != "contrary":
            return None
        told = Situation(dice=self.roll, stakes=self.stakes, match_length=self.length)
        return xgid(self.position, told)

    @property
    def wager(self) -> Wager:
        """The stakes as the engine takes them."""
        return Wager(self.stakes, 0, self.scores, self.variant.score)

    @property
    def scores(self) -> Scores | None:
        """What the match is worth by: the exact chances where they are known, unless a table is
        given. None: the default match equity table."""
        return self.table or exact_scores(self.variant, self.stakes)

    @property
    def names_doublet(self) -> bool:
        """Is a doublet chosen after this roll?"""
        whole_turn = self.roll is not None and self.at_hand is None
        return whole_turn and self.variant.names_doublet(self.rolled())

    def rolled(self) -> Roll:
        """The roll, which the question needs."""
        if self.roll is None:
            raise FullprimeError("dice are missing: give two, such as 31")
        return self.roll

    def plays(self, most: int = MOST_PLAYS) -> Sequence[Play]:
        """The plays of the roll; with the doublets chosen for them, see `named_plays`."""
        if self.at_hand is not None:
            return self.at_hand
        return legal_plays(self.variant, self.position, self.rolled(), self.named, most)

    def named_plays(self, most: int = MOST_PLAYS) -> Listed:
        """The plays of the roll, each with the doublet chosen for it."""
        if not self.names_doublet:
            return [(self.named, play) for play in self.plays(most)]
        return list(every_play(self.variant, self.position, self.rolled(), self.named, most))


# Reading it ---------------------------------------------------------------------------------------


def _known(
    what: Position | Game | str | None,
    variant: Variant | str | None,
    options: Mapping[str, Choice] | None,
) -> Question:
    """What a game, an id or a position says by itself."""
    if isinstance(what, Game):
        if variant is not None or options:
            raise FullprimeError("a game has its own variant; leave out variant and options")
        return Question.in_game(what)
    game = Variant.load(variant).with_options(options or {})
    position, situation = _place(game, what)
    turns = _turns_so_far(game, position)
    return Question(
        game,
        position,
        situation.dice,
        stakes=situation.stakes,
        turns=turns,
        length=situation.match_length,
    )


def _turns_so_far(variant: Variant, position: Position) -> tuple[int, int]:
    """None at the start of the game; anywhere else enough for any rule of the cube."""
    return (0, 0) if position == variant.start_position else ENOUGH_TURNS


def read_stakes(
    given: Stakes | Mapping[str, Any] | None, in_id: Stakes = MONEY, house_rules: bool = False
) -> Stakes:
    """What the game is played for: as given, or as an id says.

    Fields that no id has (such as `holland`) are added to what the id says.
    """
    if given is None:
        return in_id
    if isinstance(given, Stakes):
        fields = msgspec.to_builtins(StakesFields.of(given, seat=0))
        _stakes(fields, house_rules)
        return msgspec.structs.replace(given, turned=given.turned or given.owner is not None)
    if _IN_IDS.isdisjoint(given):
        stated = msgspec.to_builtins(StakesFields.of(in_id, seat=0))
        return _stakes(stated | dict(given), house_rules)
    return _stakes(dict(given), house_rules)


def _stakes(fields: dict[str, Any], house_rules: bool) -> Stakes:
    try:
        return converted(fields, StakesFields).stakes(house_rules)
    except msgspec.ValidationError as error:
        raise FullprimeError(Fault("stakes.field", error=field_fault(error))) from error


def _with_cube(variant: Variant, stakes: Stakes, given: bool = False) -> Stakes:
    """Not every game has a cube; one that is `given` then has no place. A match goes on with the
    same game if nothing else is said."""
    if (
        given
        and stakes.cube
        and not variant.cube
        and (stakes.value > 1 or stakes.owner is not None)
    ):
        raise FullprimeError(f"{variant.name} is played without the cube; leave out its value")
    cube = stakes.cube and variant.cube
    follows = stakes.follows or (follows_in((variant,), cube) if stakes.away else ())
    return msgspec.structs.replace(stakes, cube=cube, follows=follows)


def _place(variant: Variant, what: Position | str | None) -> tuple[Position, Situation]:
    """What a `Position` remembers of earlier turns stays."""
    if what is None:
        return variant.start_position, Situation()
    if isinstance(what, str):
        return read_situation(variant, what)
    if not isinstance(what, Position):
        raise FullprimeError(f"{what!r}: expected a Position, a Game, a Match or text")
    if faults := variant.faults(what):
        raise BadPosition(variant.text(what), faults)
    return what, Situation()


def _roll(dice: Dice) -> Roll:
    return Roll.parse(dice) if isinstance(dice, str) else Roll.of(dice)


def _check(
    variant: Variant, position: Position, roll: Roll | None = None, named: int | None = None
) -> None:
    if variant.end(position) is not None:
        text = repr(shorten(variant.text(position)))
        raise FullprimeError(Fault("position.over", position=text))
    if named is not None and (roll is None or not variant.names_doublet(roll)):
        raise FullprimeError(f"named {named}: no doublet is named after {roll} in {variant.name}")
