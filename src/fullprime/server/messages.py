"""What clients send over a WebSocket, and what they receive."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from fullprime.action import (
    Coloured,
    Condoned,
    Decision,
    Demanded,
    Misplaced,
    Mixed,
    Played,
    Premature,
    Reset,
    Resigned,
    Rolled,
    RolledOff,
    Seen,
    Voided,
)
from fullprime.analysis.tutor import Caution, Level, caution_json
from fullprime.errors import Fault, FullprimeError, field_fault, sentences, shorten
from fullprime.fair_dice.actions import Hash, Number
from fullprime.server.problems import coded
from fullprime.server.record import BetweenGames, TakenBack, TutorSet
from fullprime.shapes import decoded

MOST_BYTES: Final = 4096
MOST_STEPS: Final = 40

Json = dict[str, Any]
Version = Annotated[int, Meta(ge=0)]


class BadMessage(FullprimeError):
    """A message that no client may send."""


class Hello(msgspec.Struct, frozen=True):
    """The first message: the version that the client has seen; null: it has seen nothing."""

    version: Version | None = None


class Ping(msgspec.Struct, frozen=True):
    """The client wants to know whether the line lives."""


class Roll(msgspec.Struct, frozen=True, tag_field="type", tag="roll"):
    """Lets the server roll the dice: clients never do."""

    link: Hash | None = None
    """With dice that both players can check: the player's part of the roll."""


class Anchor(msgspec.Struct, frozen=True, tag_field="type", tag="anchor"):
    """The page has a chain of links for the dice."""

    first: Number
    anchor: Hash


class Link(msgspec.Struct, frozen=True, tag_field="type", tag="link"):
    """The player's part of a roll, asked for by the opponent's or by an opening roll."""

    n: Number
    link: Hash


class Deposit(msgspec.Struct, frozen=True, tag_field="type", tag="deposit"):
    """The player's part of the coming roll, left with the server: the page may be closed then."""

    n: Number
    link: Hash


Recorded = Rolled | Voided | Premature | Misplaced | Reset | Mixed | RolledOff | TakenBack
"""What has happened at a real table, whoever did it: any of its players may type it."""

OfDice = Anchor | Link | Deposit
"""What pages do by themselves for dice that both players can check."""

Deed = Roll | BetweenGames | TutorSet | Decision | Seen | Demanded | Condoned | Coloured | Recorded
"""What players do."""

Wish = Deed | OfDice
"""What a client may send."""


class Ask(msgspec.Struct, frozen=True):
    """The envelope: the version that the client acts upon, and a key for the answer."""

    version: Version
    ack: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]+$")]
    seat: Literal[0, 1] | None = None
    anyway: bool = False
    """The player has heard what the tutor says, or does not want to."""


class _Any(msgspec.Struct, frozen=True):
    type: str
    ack: Any = None


def read(text: str) -> tuple[Ask, Wish] | Hello | Ping:
    """The message that the text holds."""
    try:
        kind = decoded(text, _Any).type
        if kind == "hello":
            return decoded(text, Hello)
        if kind == "ping":
            return Ping()
        wish = decoded(text, Wish)
        if isinstance(wish, Played | Seen) and len(wish.steps) > MOST_STEPS:
            raise BadMessage(Fault("message.steps", n=len(wish.steps), most=MOST_STEPS))
        if isinstance(wish, Resigned) and wish.by is not msgspec.UNSET:
            raise msgspec.ValidationError("Object contains unknown field `by`")
        return decoded(text, Ask), wish
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        text_shown = repr(shorten(text, 80))
        raise BadMessage(
            Fault("message.invalid", text=text_shown, error=field_fault(error))
        ) from error


def ack_in(text: str) -> str | None:
    """The key of a message that cannot be read otherwise, if it has one."""
    try:
        ack = decoded(text, _Any).ack
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return ack if isinstance(ack, str) and len(ack) <= 40 else None


PONG: Final[Json] = {"type": "pong"}
"""The answer to a ping."""


def events(happened: bytes, state: bytes) -> bytes:
    """What has happened, and the state after it; both are JSON already."""
    return b'{"type":"events","events":' + happened + b',"state":' + state + b"}"


def acked(ack: str, version: int) -> Json:
    """Said only when the action is on the disk."""
    return {"type": "ack", "ack": ack, "version": version}


def warning(ack: str, version: int, level: Level, found: Caution) -> Json:
    """Said to the sender alone, and nothing has happened: it can be sent again with `anyway`."""
    return {"type": "warning", "ack": ack, "version": version, **caution_json(found, level)}


def closing(why: Fault, retry: float) -> Json:
    """The last word of a server that ends, or that cannot go on with this match."""
    return {"type": "closing", **refusal_json(why), "retry": retry}


def refused(fault: Fault, ack: str | None, version: int, stale: bool = False) -> Json:
    """Said to the sender alone."""
    return {
        "type": "error",
        "ack": ack,
        **refusal_json(fault),
        "stale": stale,
        "version": version,
    }


def refusal_json(fault: Fault) -> Json:
    """Why something is not allowed, and by which rule if one forbids it."""
    rule = fault.code if fault.code in sentences() else None
    return {**coded(fault), "error": str(fault), "rule": rule}
