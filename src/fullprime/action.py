"""Everything that can happen in a game, as one closed union.

The same values are the input of `Game.apply`, the message on a wire, the row in a store and the
entry in a saved match.

>>> encode(Rolled((3, 1)))
b'{"type":"rolled","dice":[3,1]}'
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from fullprime.errors import BadAction, BadFile, shorten
from fullprime.play import Place, Play


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


class Resigned(_Action, frozen=True):
    """The game is offered to the opponent for that many times the cube."""

    multiple: Annotated[int, Meta(ge=0, le=99)] = 1


class Accepted(_Action, frozen=True):
    """The resignation is accepted."""


class Declined(_Action, frozen=True):
    """The resignation is refused; play goes on."""


Action = (
    Rolled
    | Played
    | Passed
    | Doubled
    | Took
    | Dropped
    | Beavered
    | Raccooned
    | Resigned
    | Accepted
    | Declined
)

_VERBS = {
    "Rolled": "roll",
    "Played": "play",
    "Passed": "pass",
    "Doubled": "double",
    "Took": "take",
    "Dropped": "drop",
    "Beavered": "beaver",
    "Raccooned": "raccoon",
    "Resigned": "resign",
    "Accepted": "accept",
    "Declined": "decline",
}


def checked(action: Action) -> Action:
    """The same action, its fields of the right kind; whatever else is refused."""
    try:
        return msgspec.convert(msgspec.to_builtins(action), type=Action)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, TypeError) as error:
        raise BadAction(f"not an action ({type(action).__name__}): {error}") from error


def encode(action: Action) -> bytes:
    """The action as JSON."""
    return msgspec.json.encode(action)


def decode(data: bytes | str) -> Action:
    """The action that the JSON means."""
    try:
        action: Action = msgspec.json.decode(data, type=Action)
    except msgspec.DecodeError as error:
        text = data if isinstance(data, str) else data.decode(errors="replace")
        raise BadFile(f"cannot read the action {shorten(text, 80)!r}: {error}") from error
    return action
