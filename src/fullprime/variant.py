"""A game of the family, as data.

The defaults are the standard game, so a variant file states its differences only.

>>> backgammon = Variant.load("backgammon")
>>> backgammon.start_position.pips
(167, 167)
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.errors import BadPosition, BadVariant, FullprimeError, shorten
from fullprime.position import HAND, MOST_CHECKERS, OFF, Position, parse_row

Choice = bool | int | str
"""What can be chosen for a named option."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named rule of a table: it switches fields (`set`), or it is the value of one (`field`)."""

    summary: str
    set: dict[str, Any] = {}
    field: str = ""

    def changes(self, name: str, choice: Choice) -> dict[str, Any]:
        """The fields that this choice changes."""
        if self.field:
            return {self.field: choice}
        if not isinstance(choice, bool):
            raise BadVariant(f"option {name}: expected true or false, got {choice!r}")
        return self.set if choice else {}


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """One row of the parameter table."""

    name: str
    start: str
    id: str = ""
    aliases: tuple[str, ...] = ()
    order: int = 100
    summary: str = ""
    options: dict[str, Option] = {}
    chosen: dict[str, Choice] = {}
    checkers: Annotated[int, Meta(ge=1, le=MOST_CHECKERS)] = 15
    home: Annotated[int, Meta(ge=6, le=12)] = 6
    geometry: Literal["contrary", "parallel12", "common"] = "contrary"
    opening: Literal["use", "reroll"] = "use"
    """Does the starter play the numbers of the opening throw, or roll both dice afresh?"""
    starter: Literal["rolloff", "previous_winner"] = "rolloff"
    """Who starts the later games of a match."""
    goal: Literal["first_off", "last_off"] = "first_off"
    landing: Literal["none", "hit", "pin"] = "hit"
    block: Annotated[int, Meta(ge=1, le=MOST_CHECKERS)] = 2
    entry: Literal["bar", "free", "all_first"] = "bar"
    bear_off: Literal["over", "exact"] = "over"
    cap: Annotated[int, Meta(ge=0, le=MOST_CHECKERS)] = 0
    score: Annotated[int, Meta(ge=1, le=3)] = 3
    hit_right: Literal["always", "home_reached", "currently_in_home"] = "always"
    nohr: bool = False
    head_limit: Annotated[int, Meta(ge=0, le=MOST_CHECKERS)] = 0
    head_exception: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    runner: bool = False
    prime: Literal["none", "narde", "fevga"] = "none"
    cube: bool = True

    @staticmethod
    def load(name: str | None = None, options: Mapping[str, Choice] | None = None) -> Variant:
        """The variant of that id or alias (the first of the family when left out)."""
        family = variants()
        variant = family[0] if name is None else _by_name().get(name.lower())
        if variant is None:
            raise BadVariant(_unknown("variant", str(name), sorted(_by_name())))
        return variant.with_options(options or {})

    def with_options(self, options: Mapping[str, Choice]) -> Variant:
        """The same game with some of its named options chosen."""
        fields = msgspec.to_builtins(self)
        for name, choice in options.items():
            if name not in self.options:
                raise BadVariant(_unknown(f"option of {self.id}", name, sorted(self.options)))
            fields |= self.options[name].changes(name, choice)
        fields["chosen"] = {**self.chosen, **{k: v for k, v in options.items() if v is not False}}
        try:
            return msgspec.convert(fields, type=Variant) if options else self
        except msgspec.ValidationError as error:
            raise BadVariant(f"options {dict(options)} of {self.id}: {error}") from error

    @cached_property
    def kernel(self) -> _kernel.Variant:
        """This row as the kernel reads it."""
        try:
            return self._row()
        except (KeyError, ValueError, TypeError) as error:
            raise BadVariant(f"variant {self.id or self.name!r}: {error}") from error

    def _row(self) -> _kernel.Variant:
        return _kernel.Variant(
            checkers=self.checkers,
            start=list(parse_row(self.start, self.checkers)),
            geometry=_kernel.Geometry[self.geometry],
            landing=_kernel.Landing[self.landing],
            block=self.block,
            entry=_kernel.Entry[self.entry],
            bear_off=_kernel.BearOff[self.bear_off],
            cap=self.cap,
            home=self.home,
            score=self.score,
            hit_right=_kernel.HitRight[self.hit_right],
            nohr=self.nohr,
            head_limit=self.head_limit,
            head_exception=self.head_exception,
            runner=self.runner,
            prime=_kernel.Prime[self.prime],
            last_off=self.goal == "last_off",
        )

    @cached_property
    def start_position(self) -> Position:
        """How the game begins."""
        return Position(_kernel.start(self.kernel))

    def across(self, point: int) -> int:
        """The same point in the other side's numbers."""
        return _kernel.across(self.kernel, point)

    def position(self, text: str) -> Position:
        """Reads a position text and makes sure that this game can have it."""
        position = Position.parse(text, self.checkers)
        faults = self.faults(position)
        if faults:
            raise BadPosition(text, faults)
        return self.remembering(position)

    def remembering(
        self,
        position: Position,
        rolls: tuple[int, int] | None = None,
        hit_right: tuple[bool, bool] | None = None,
    ) -> Position:
        """The position with the turns made and the rights won so far, where this game looks back.

        Left out, a side that stands on its start has made no turn, any other one.
        """
        if not self.head_exception and self.hit_right == "always":
            return position
        start = parse_row(self.start, self.checkers)
        first, second = (int(row != start) for row in (position.mover, position.other))
        return position.remembering(rolls or (first, second), hit_right or (False, False))

    def text(self, position: Position) -> str:
        """The position text for this game."""
        return position.text(self.checkers)

    def faults(self, position: Position) -> list[str]:
        """Why this game cannot have that position; empty if it can."""
        mine, theirs = position.mover, position.other
        pins = position.pinned
        found = [
            f"{name} has {sum(row)} checkers, expected {self.checkers}"
            for name, row in (("the side on roll", mine), ("the other side", theirs))
            if sum(row) != self.checkers
        ]
        for point in range(1, 25):
            there = self.across(point)
            if not (mine[point] and theirs[there]):
                continue
            if (point in pins[0]) == (there in pins[1]):
                found.append(f"both sides stand on the {point} (the other side's {there})")
        if self.landing != "pin" and (pins[0] or pins[1]):
            found.append(f"nothing is ever pinned in {self.name}")
        elif any(not theirs[self.across(p)] for p in pins[0]) or any(
            not mine[self.across(p)] for p in pins[1]
        ):
            found.append("a checker is marked as pinned, but no enemy stands on it")
        if (mine[HAND] or theirs[HAND]) and not parse_row(self.start, self.checkers)[HAND]:
            found.append(f"no checker is ever in hand in {self.name}")
        if mine[OFF] == theirs[OFF] == self.checkers:
            found.append("both sides have borne off all their checkers")
        return found

    def turned(self, position: Position) -> Position:
        """The position for the other side after the mover's turn."""
        return Position(_kernel.turned(self.kernel, position.raw))

    def batches(self, position: Position, roll: Roll) -> list[list[int]]:
        """The numbers that a roll gives to play, batch by batch."""
        return _kernel.batches(self.kernel, position.raw, *roll)

    def end(self, position: Position) -> int | None:
        """Multiple of the stake that the mover has won (negative: lost, 0: drawn); None before."""
        return _kernel.end(self.kernel, position.raw)

    def perft(self, position: Position, depth: int) -> dict[tuple[int, int], int]:
        """Whole turns at that depth, by first roll (larger number first)."""
        if depth < 1:
            raise FullprimeError(f"depth {depth}: expected 1 or more")
        return {
            (a, b): self._turns(position.raw, a, b, depth)
            for a in range(1, 7)
            for b in range(1, a + 1)
        }

    def _turns(self, position: bytes, a: int, b: int, depth: int) -> int:
        # The kernel cannot be interrupted, so it is given work of less than a second at a time.
        if depth <= 2:
            return _kernel.perft(self.kernel, position, a, b, depth)
        plays = _kernel.plays(self.kernel, position, a, b)
        after = [self.turned(Position(raw)) for raw, _ in plays]
        going_on = (following for following in after if self.end(following) is None)
        return sum(sum(self.perft(following, depth - 1).values()) for following in going_on)


@cache
def variants() -> tuple[Variant, ...]:
    """The family, in the order in which to offer it."""
    folder = resources.files("fullprime").joinpath("variants")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    loaded = [read_variant(file.name.removesuffix(".toml"), file.read_bytes()) for file in files]
    return tuple(sorted(loaded, key=lambda variant: (variant.order, variant.id)))


@cache
def _modifiers() -> dict[str, Option]:
    text = resources.files("fullprime").joinpath("modifiers.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Option])


@cache
def _by_name() -> dict[str, Variant]:
    return {name: variant for variant in variants() for name in (variant.id, *variant.aliases)}


def read_variant(name: str, data: bytes) -> Variant:
    """The variant that a file describes."""
    try:
        variant = msgspec.toml.decode(data, type=Variant)
        options = variant.options | (_modifiers() if variant.landing == "hit" else {})
        variant = msgspec.structs.replace(variant, id=name, options=options)
        parse_row(variant.start, variant.checkers)
        for option in variant.options.values():
            msgspec.convert(msgspec.to_builtins(variant) | option.set, type=Variant)
            if option.field and option.field not in Variant.__struct_fields__:
                raise BadVariant(f"no field {option.field!r}")
    except (msgspec.DecodeError, FullprimeError) as error:
        raise BadVariant(f"variant file {name}.toml: {error}") from error
    return variant


def _unknown(kind: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    expected = ", ".join(known) or "none"
    return f"unknown {kind} {shorten(name, 40)!r}, expected one of: {expected}{hint}"
