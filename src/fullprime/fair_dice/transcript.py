"""The published record of a match with fair dice, and its verification.

The record is enough by itself: neither the server nor a network is needed to verify it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from fullprime.errors import BadFile, Fault, FullprimeError, field_fault
from fullprime.fair_dice.actions import Hash, OfDice
from fullprime.fair_dice.dealing import Dice
from fullprime.fair_dice.ledger import Ledger, UnfairDice
from fullprime.fair_dice.sealing import digest_of, first_head, is_signed, next_head, signed_text
from fullprime.shapes import converted, decoded

FORMAT: Final = "bgdice/v1"
MOST_BYTES: Final = 32 * 1024 * 1024
"""Of a file; a match of a thousand rolls has less than one."""

_DICE: Final = frozenset(
    {"dice_anchor", "dice_fixed", "dice_rolling", "dice_deposited", "dice_revealed"}
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event of the log."""

    version: int
    seat: Literal[0, 1] | None
    action: str | None = None
    """JSON as the server keeps it; None: a link that is still secret,"""
    digest: Hash | None = None
    """by its SHA-256."""

    @property
    def hashed(self) -> bytes:
        """What the chain over the log has of it."""
        if self.action is None:
            return bytes.fromhex(self.digest or "")
        return digest_of(self.action)


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is needed to verify the dice of a match."""

    format: Literal["bgdice/v1"]
    match: Annotated[str, Meta(min_length=1, max_length=100)]
    rules: str
    """The file of the match before its first action, as it was agreed."""
    players: tuple[str, str]
    """To be shown; the signature does not cover names."""
    events: tuple[Entry, ...]
    over: bool
    key: Hash
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]

    @staticmethod
    def read(data: bytes) -> Transcript:
        """The record in a file."""
        if len(data) > MOST_BYTES:
            raise BadFile(f"the file has {len(data):,} bytes, expected {MOST_BYTES:,} at most")
        try:
            return decoded(data, Transcript)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadFile(
                f"cannot read the record of dice: {field_fault(error)}; expected a file in the "
                f"format {FORMAT}, as *Save the record* writes it"
            ) from error


class Forged(FullprimeError):
    """A record that does not hold, and where."""

    def __init__(self, fault: Fault, version: int) -> None:
        self.version = version
        self.about = fault
        super().__init__(f"event {version}: {fault}")

    @property
    def kind(self) -> str:
        """Of the fault: `link`, `signature` ..."""
        return self.about.code.partition(".")[2]


class Dealt(NamedTuple):
    """One roll as it was verified."""

    number: int
    opening: bool
    throws: tuple[Dice, ...]
    """One, and before it the ties of an opening roll."""


class Verified(NamedTuple):
    """What holds of a record."""

    match: str
    over: bool
    rolls: tuple[Dealt, ...]
    weak: int
    """Rolls for which a player's link lay with the server before the turn."""
    renewed: tuple[int, int]
    """Chains that each player has begun anew."""
    key: str
    head: str
    """The hash over the whole log: compare it with what a player has kept."""


def verify(record: Transcript) -> Verified:
    """Goes through the whole record; raises `Forged` where it does not hold."""
    rules = record.rules.encode()
    ledger, head = Ledger(record.match, rules), first_head(record.match, rules)
    dealt: list[Dealt] = []
    for number, entry in enumerate(record.events, 1):
        try:
            _check(entry.version == number, "fair.order")
            before, ledger = ledger, _after(ledger, entry, record.over)
        except UnfairDice as error:
            raise Forged(error.fault, number) from error
        if ledger.dealt > before.dealt:
            opening = before.rolling is not None and before.rolling.opening
            dealt.append(Dealt(ledger.dealt, opening, ledger.due))
        head = next_head(head, number, entry.seat, entry.hashed)
    try:
        _check(not ledger.due, "fair.cut")
        _check(ledger.key.hex() in ("", record.key), "fair.key")
        text = signed_text(head, len(record.events), record.over)
        signature = bytes.fromhex(record.signature)
        _check(is_signed(bytes.fromhex(record.key), signature, text), "fair.signature")
    except UnfairDice as error:
        raise Forged(error.fault, len(record.events)) from error
    return Verified(
        record.match,
        record.over,
        tuple(dealt),
        ledger.weak,
        ledger.renewed,
        record.key,
        head.hex(),
    )


def _after(ledger: Ledger, entry: Entry, over: bool) -> Ledger:
    if entry.action is None:
        _check(entry.digest is not None and not over, "fair.hidden")
        return ledger.after_hidden(entry.seat, entry.hashed)
    action = _decoded(entry.action)
    match action.get("type"):
        case kind if kind in _DICE:
            of_dice = _convert(action)
            by = getattr(of_dice, "by", entry.seat)
            _check(by == entry.seat, "fair.seat")
            return ledger.after(of_dice)
        case "rolled":
            match action.get("dice"):
                case [first, second]:
                    return ledger.after_roll((first, second))
            raise UnfairDice("fair.unreadable")
        case str(kind):
            return ledger.after_other(kind)
        case _:
            raise UnfairDice("fair.unreadable")


def _decoded(action: str) -> dict[str, Any]:
    try:
        return decoded(action, dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnfairDice("fair.unreadable") from error


def _convert(action: dict[str, Any]) -> OfDice:
    try:
        found: OfDice = converted(action, OfDice)
    except msgspec.ValidationError as error:
        raise UnfairDice("fair.unreadable") from error
    return found


def _check(right: bool, code: str) -> None:
    if not right:
        raise UnfairDice(code)
