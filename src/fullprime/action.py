"""Everything that can happen in a game, as one closed union.

The same values are the input of `Game.apply`, the message on a wire, the row in a store and the
entry in a saved match.

>>> encode(Rolled((3, 1)))
b'{"type":"rolled","dice":[3,1]}'
>>> read_words("resign gammon")
Resigned(multiple=2)
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from fullprime.dice import Roll
from fullprime.errors import BadAction, BadFile, field_fault, shorten
from fullprime.play import Place, Play
from fullprime.shapes import converted, decoded

Seat = Literal[0, 1]


class _Action(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    @property
    def name(self) -> str:
        """The verb that players use."""
        return _VERBS[type(self).__name__]


class Rolled(_Action, frozen=True):
    """The dice. In the opening throw the first die is seat 0's, the second seat 1's."""

    dice: tuple[int, int]


class Played(_Action, frozen=True):
    """The play of the roll, step by step; no steps where nothing can be played."""

    steps: tuple[tuple[Place, Place], ...]

    @classmethod
    def of(cls, play: Play) -> Played:
        """The action that makes this play."""
        return cls(tuple(step.wire for step in play.steps))


class Named(_Action, frozen=True):
    """The doublet that a player takes after 2-1, where the game gives them one."""

    number: Annotated[int, Meta(ge=1, le=6)]


class Passed(_Action, frozen=True):
    """A closed-out player does not even roll."""


class Doubled(_Action, frozen=True):
    """The cube is offered."""


class Took(_Action, frozen=True):
    """The offer, or the animal, is accepted."""


class Dropped(_Action, frozen=True):
    """The offer, or the animal, is refused: the game ends."""


class Beavered(_Action, frozen=True):
    """The doubled side doubles back and keeps the cube."""


class Raccooned(_Action, frozen=True):
    """The doubler doubles the beaver; the cube stays where it is."""


class Resigned(_Action, frozen=True, repr_omit_defaults=True):
    """The game is offered to the opponent for that many times the cube."""

    multiple: Annotated[int, Meta(ge=0, le=99)] = 1
    by: Seat | msgspec.UnsetType = msgspec.UNSET
    """Who resigns; the player on turn unless a transcript names another."""


class Accepted(_Action, frozen=True):
    """The resignation is accepted."""


class Declined(_Action, frozen=True):
    """The resignation is refused; play goes on."""


class Voided(_Action, frozen=True):
    """At a real table: a throw that does not count, and what it showed if anyone read it."""

    dice: tuple[int, int] | None
    reason: Literal["cocked", "off_board", "on_checker", "touched"]


class Premature(_Action, frozen=True):
    """At a real table: the opponent has thrown before the play was over."""

    dice: tuple[int, int]


class Seen(_Action, frozen=True):
    """At a real table: the checkers as they were moved, whether or not that is a legal play."""

    steps: tuple[tuple[Place, Place], ...]


class Demanded(_Action, frozen=True):
    """A legal play is called for instead of the one seen; by the opponent if no one is named."""

    caller: Seat | None = None


class Condoned(_Action, frozen=True):
    """The opponent accepts the play as it was seen."""


class Misplaced(_Action, frozen=True):
    """At a real table: the board was set up like this, the checkers of seat 0 first."""

    position: str


class Reset(_Action, frozen=True):
    """The wrong set-up is corrected."""


class Mixed(_Action, frozen=True):
    """A player wants all four dice to be mixed."""

    caller: Seat


class RolledOff(_Action, frozen=True):
    """A throw of one die each for a choice before the game, seat 0's die first."""

    what: Literal["seats", "checkers", "dice"]
    dice: tuple[int, int]


class Coloured(_Action, frozen=True):
    """The color that the winner of the opening throw wants to play."""

    colour: Literal["white", "black"]


class Arranged(_Action, frozen=True, repr_omit_defaults=True):
    """In a transcript: the board from which the game went on, where no legal action leads there.

    An illegal play that the players let stand, a turn that is missing, a board that was edited.
    """

    position: Annotated[str, Meta(max_length=1000)]
    """Position text, seen by the seat that is on roll now."""
    turn: Seat
    steps: tuple[tuple[Place, Place], ...] = ()
    """What was moved, as it was written."""


Decision = (
    Played
    | Named
    | Passed
    | Doubled
    | Took
    | Dropped
    | Beavered
    | Raccooned
    | Resigned
    | Accepted
    | Declined
    | Coloured
)
"""What players do of their own accord."""

GameAction = Rolled | Decision | Arranged
"""What happens in every game."""

TableAction = (
    Voided | Premature | Seen | Demanded | Condoned | Misplaced | Reset | Mixed | RolledOff
)
"""What happens at a real table besides; `referee.py` knows the rules of it."""

Action = GameAction | TableAction

ActionLike = Action | Play | Roll | tuple[int, int] | str
"""What `Game.apply` understands: an action, a play or roll by itself, two dice, or text: `8/5 6/5`,
`31`, `double`."""

_VERBS = {
    "Rolled": "roll",
    "Played": "play",
    "Named": "name",
    "Passed": "pass",
    "Doubled": "double",
    "Took": "take",
    "Dropped": "drop",
    "Beavered": "beaver",
    "Raccooned": "raccoon",
    "Resigned": "resign",
    "Accepted": "accept",
    "Declined": "decline",
    "Voided": "void",
    "Premature": "premature",
    "Seen": "seen",
    "Demanded": "demand",
    "Condoned": "condone",
    "Misplaced": "setup",
    "Reset": "reset",
    "Mixed": "mix",
    "RolledOff": "rolloff",
    "Coloured": "colour",
    "Arranged": "arrange",
}


_WORDS: Final[dict[str, Action]] = {
    "double": Doubled(),
    "redouble": Doubled(),
    "take": Took(),
    "drop": Dropped(),
    "beaver": Beavered(),
    "raccoon": Raccooned(),
    "accept": Accepted(),
    "decline": Declined(),
    "refuse": Declined(),
    "reject": Declined(),
}
"""Actions that are said in one word. A `pass` depends on what it answers, so it is not here."""
MULTIPLES: Final = {"": 1, "single": 1, "gammon": 2, "backgammon": 3, "1": 1, "2": 2, "3": 3}
"""What can follow the word `resign`."""


COLOURS: Final[dict[str, Literal["white", "black"]]] = {"white": "white", "black": "black"}
"""What can follow the word `color`."""


def read_words(text: str) -> Action | None:
    """The action that words such as `double`, `resign gammon`, `name 6` or `roll 3-1` mean.

    None where they mean none: a play, dice alone, or a `pass`, which depends on the game.
    """
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb == "resign" and rest in MULTIPLES:
        return Resigned(MULTIPLES[rest])
    if verb == "name" and rest:
        return Named(read_doublet(rest))
    if verb in ("color", "colour") and rest in COLOURS:
        return Coloured(COLOURS[rest])
    if verb == "roll" and rest:
        return Rolled(Roll.parse(rest))
    return None if rest else _WORDS.get(verb)


def read_doublet(text: str) -> int:
    """Reads the number of a doublet that is named: `6`, or `6-6`."""
    numbers = set(text) - set("- ")
    if len(numbers) != 1 or not numbers <= set("123456"):
        raise BadAction(f"cannot read the doublet {shorten(text, 40)!r}: expected 6 or 6-6")
    return int(numbers.pop())


_KINDS: Final = frozenset(get_args(Action))


def checked(action: Action) -> Action:
    """The same action, its fields of the right kind; anything else is refused."""
    if type(action) not in _KINDS:
        raise BadAction(
            f"not an action: {type(action).__name__}; expected an action, a Play, a Roll, "
            "or text such as '8/5 6/5', '31' or 'double'"
        )
    try:
        return converted(msgspec.to_builtins(action), type(action))
    except (msgspec.ValidationError, TypeError) as error:
        raise BadAction(f"not an action ({type(action).__name__}): {field_fault(error)}") from error


def encode(action: Action) -> bytes:
    """The action as JSON."""
    return msgspec.json.encode(action)


def decode(data: bytes | str) -> Action:
    """The action that the JSON means."""
    try:
        action: Action = decoded(data, Action)
    except msgspec.DecodeError as error:
        text = data if isinstance(data, str) else data.decode(errors="replace")
        raise BadFile(
            f"cannot read the action {shorten(text, 80)!r}: {field_fault(error)}"
        ) from error
    return action
