"""What the log of a match says about its dice. Hashes are 64 hexadecimal digits."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=1, lt=2**32)]
Seat = Literal[0, 1]


class _OfDice(msgspec.Struct, frozen=True, tag_field="type"):
    name: ClassVar[str] = "dice"


class Anchored(_OfDice, frozen=True, tag="dice_anchor"):
    """A player publishes the anchor of a chain."""

    by: Seat
    first: Number
    """The first roll that it is for."""
    anchor: Hash


class Fixed(_OfDice, frozen=True, tag="dice_fixed"):
    """All anchors are known: from now on every roll is fixed, and nobody knows it."""

    first: Number
    anchors: tuple[Hash, Hash, Hash]
    """Of the server, of seat 0, of seat 1."""
    context: Hash
    key: Hash
    """With which the server signs."""


class Rolling(_OfDice, frozen=True, tag="dice_rolling"):
    """A player wants to roll, and shows their link: there is no way back."""

    by: Seat
    n: Number
    link: Hash
    opening: bool = False
    """Both throw a die for who begins; the faster page comes first."""


class Deposited(_OfDice, frozen=True, tag="dice_deposited"):
    """A player who may be away leaves the link for the opponent's coming roll with the server."""

    by: Seat
    n: Number
    link: Hash


class Revealed(_OfDice, frozen=True, tag="dice_revealed"):
    """All three links of a roll; the dice follow from them."""

    n: Number
    links: tuple[Hash, Hash, Hash]


OfDice = Anchored | Fixed | Rolling | Deposited | Revealed
