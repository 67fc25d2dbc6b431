"""A game of the family, as data.

The defaults are the standard game, so a variant file states its differences only.

>>> Variant.load().start_position.pips
(167, 167)
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from fullprime import _kernel
from fullprime.data import shipped
from fullprime.dice import ROLLS, Roll
from fullprime.errors import (
    BadPosition,
    BadVariant,
    Fault,
    FullprimeError,
    nearest,
    shorten,
    unknown,
)
from fullprime.position import BAR, HAND, MOST_CHECKERS, OFF, RING, START, Position, parse_row
from fullprime.shapes import converted
from fullprime.variant.contradictions import contradictions
from fullprime.variant.file import OLD_NAMES, decode, is_path, read_file
from fullprime.variant.schema import defaults
from fullprime.variant.schema import faults as field_faults

Choice = bool | int | str
"""What can be chosen for a named option."""

_NAMED: Final[dict[str, Any]] = {
    "geometry": _kernel.Geometry,
    "landing": _kernel.Landing,
    "entry": _kernel.Entry,
    "bear_off": _kernel.BearOff,
    "hit_right": _kernel.HitRight,
    "doublet": _kernel.Doublet,
    "head_exception": _kernel.HeadException,
    "prime": _kernel.Prime,
    "prime_check": _kernel.PrimeCheck,
    "forbidden_wall": _kernel.ForbiddenWall,
    "mother_rule": _kernel.Mother,
    "double_one": _kernel.DoubleOne,
}
"""Fields that choose among behaviours of the kernel."""
_PLAIN: Final = (
    "checkers", "block", "cap", "home", "score", "no_hit_and_run", "cascade_after",
    "complement_after_entry", "first_doublet_plain", "named_doublet", "bonus_on_doubles",
    "head_limit", "runner", "must_open_gate", "mirror_gammon", "consecutive_plain",
)  # fmt: skip
"""Fields that the kernel takes as they are."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named rule of a table: it switches fields (`set`), or it is the value of one (`field`)."""

    summary: str
    set: dict[str, Any] = {}
    field: str = ""

    def changes(self, name: str, choice: Choice | None, now: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that this choice changes from what they are `now`."""
        if self.field:
            return {self.field: "none" if choice is None else choice}
        if not isinstance(choice, bool):
            raise BadVariant(f"option {name}: expected true or false, got {choice!r}")
        if choice:
            return self.set
        # Switched off: a game that has the rule by itself then plays without it.
        has_it = all(now[field] == value for field, value in self.set.items())
        return {field: defaults(Variant)[field] for field in self.set} if has_it else {}


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """One row of the parameter table."""

    name: str
    start: str
    id: str = ""
    aliases: tuple[str, ...] = ()
    order: int = 100
    summary: str = ""
    """One sentence."""
    description: str = ""
    """A few sentences: what it feels like to play it."""
    options: dict[str, Option] = {}
    chosen: dict[str, Choice] = {}
    sources: tuple[str, ...] = ()
    """Where these rules come from."""
    checkers: Annotated[int, Meta(ge=1, le=MOST_CHECKERS)] = 15
    home: Annotated[int, Meta(ge=6, le=12)] = 6
    geometry: Literal["contrary", "parallel12", "common", "ring16"] = "contrary"
    opening: Literal["use", "reroll", "choice"] = "use"
    """Does the starter play the numbers of the opening throw, or roll both dice?"""
    starter: Literal["rolloff", "previous_winner"] = "rolloff"
    """Who starts the later games of a match."""
    goal: Literal["first_off", "last_off"] = "first_off"
    mirror_gammon: bool = False
    landing: Literal["none", "hit", "pin", "share"] = "hit"
    block: Annotated[int, Meta(ge=1, le=MOST_CHECKERS)] = 2
    entry: Literal["bar", "free", "all_first"] = "bar"
    bear_off: Literal["over", "exact"] = "over"
    cap: Annotated[int, Meta(ge=0, le=MOST_CHECKERS)] = 0
    score: Annotated[int, Meta(ge=1, le=3)] = 3
    hit_right: Literal["always", "home_reached", "currently_in_home"] = "always"
    no_hit_and_run: bool = False
    doublet: Literal["plain", "complement", "cascade"] = "plain"
    """What follows a doublet played out: nothing, its complement to seven, or all higher ones."""
    cascade_after: Annotated[int, Meta(ge=0, le=15)] = 0
    complement_after_entry: bool = False
    first_doublet_plain: bool = False
    named_doublet: bool = False
    bonus_on_doubles: bool = False
    bonus_always: bool = False
    """Does a roll that earns another turn earn it even where it cannot be played out?"""
    double_before_bonus: bool = False
    rest: Literal["lost", "opponent"] = "lost"
    """What becomes of numbers that the roller cannot play."""
    head_limit: Annotated[int, Meta(ge=0, le=MOST_CHECKERS)] = 0
    head_exception: Literal["none", "first_3_4_6", "if_single_cannot_finish"] = "none"
    runner: bool = False
    prime: Literal["none", "narde", "fevga"] = "none"
    prime_check: Literal["step", "turn_end"] = "step"
    forbidden_wall: Literal[
        "own_quadrant", "unless_passed", "either_quadrant", "opponent_quadrant"
    ] = "own_quadrant"
    must_open_gate: bool = True
    mother_rule: Literal["none", "plakoto", "immediate", "draw_only"] = "none"
    double_one: Literal["lose", "fine_only", "restart"] = "lose"
    consecutive_plain: bool = False
    cube: bool = True

    @staticmethod
    def load(name: VariantLike = None, options: Mapping[str, Choice] | None = None) -> Variant:
        """The variant of that name or file, however it is spelled; left out, the standard game.

        A `Variant` is loaded already, so a function that takes either can load both.
        """
        return _find(name).with_options(options or {})

    def __repr__(self) -> str:
        if all(self.id != variant.id for variant in variants()):
            return f"<Variant {self.id or self.name!r}>"
        return f"Variant.load({self.id!r}{f', {self.chosen}' if self.chosen else ''})"

    def __hash__(self) -> int:
        return hash((self.id, bytes(self.kernel)))  # not all fields can be hashed

    @property
    def name_with_options(self) -> str:
        """Its name, and behind it what was chosen: `... with cap5 and no_hit_and_run`."""
        chosen = " and ".join(self.chosen)
        return f"{self.name} with {chosen}" if chosen else self.name

    def with_options(self, options: Mapping[str, Choice]) -> Variant:
        """The same game with some of its named options chosen."""
        if not options:
            return self
        options = {self.option_name(name): choice for name, choice in options.items()}
        where = f"options {options} of {self.id}"
        fields = msgspec.to_builtins(self)
        for name in options:
            if name not in self.options:
                raise BadVariant(unknown(f"option of {self.id}", name, sorted(self.options)))
        # What is named by its value wins over what comes with others, in any order.
        for name in sorted(options, key=lambda name: self.options[name].field != ""):
            changes = self.options[name].changes(name, options[name], fields)
            wrong = field_faults(Variant, changes, partial=True).values()
            if told := [f"option {name} of {self.id}: {line}" for lines in wrong for line in lines]:
                raise BadVariant(*told)
            fields |= changes
            if changes:
                fields["chosen"][name] = "none" if options[name] is None else options[name]
        try:
            chosen = converted(fields, Variant)
        except msgspec.ValidationError as error:
            raise BadVariant(f"{where}: {error}") from error
        return chosen.checked(where)

    def option_name(self, name: str) -> str:
        """The name of an option today, for one by which it was called before."""
        new = OLD_NAMES.get(name, name)
        return new if new in self.options and name not in self.options else name

    def has_option(self, name: str) -> bool:
        """Is this the name of one of its options, or was it once?"""
        return self.option_name(name) in self.options

    def checked(self, where: str) -> Variant:
        """The same game, its fields in harmony; what was chosen is named with their faults."""
        fields = msgspec.to_builtins(self)
        told = contradictions(fields, defaults(Variant), [_start_faults])
        if faults := [f"{where}: {fault}" for fault in told]:
            raise BadVariant(*faults)
        return self

    @cached_property
    def kernel(self) -> _kernel.Variant:
        """This row as the kernel reads it."""
        try:
            return self._row()
        except (KeyError, ValueError, TypeError) as error:
            raise BadVariant(f"variant {self.id or self.name!r}: {error}") from error

    def _row(self) -> _kernel.Variant:
        named = {field: kind[getattr(self, field)] for field, kind in _NAMED.items()}
        plain = {field: getattr(self, field) for field in _PLAIN}
        start = list(parse_row(self.start, self.checkers))
        return _kernel.Variant(start=start, last_off=self.goal == "last_off", **named, **plain)

    @cached_property
    def start_position(self) -> Position:
        """How the game begins."""
        return Position(_kernel.start(self.kernel))

    def across(self, point: int) -> int:
        """The same point in the other side's numbers."""
        return self._across[point] if 1 <= point <= START else _kernel.across(self.kernel, point)

    @cached_property
    def _across(self) -> tuple[int, ...]:
        return (0, *(_kernel.across(self.kernel, point) for point in range(1, BAR)))

    def position(self, text: str) -> Position:
        """Reads a position text and makes sure that this game can have it."""
        position = Position.parse_text(text, self.checkers)
        faults = self.faults(position)
        if faults:
            raise BadPosition(text, faults)
        return self.remembering(position)

    def remembering(
        self,
        position: Position,
        rolls: tuple[int, int] | None = None,
        hit_right: tuple[bool, bool] | None = None,
        doublet: tuple[bool, bool] | None = None,
    ) -> Position:
        """The position with the turns made and the rights won so far, where this game looks back.

        Left out, a side that stands on its start has made no turn, any other one; and a side
        that has made a turn has thrown a doublet.
        """
        if not self.looks_back:
            return position
        start = parse_row(self.start, self.checkers)
        mine, theirs = rolls or (int(position.mover != start), int(position.other != start))
        thrown = doublet or (mine > 0, theirs > 0)
        return position.remembering((mine, theirs), hit_right or (False, False), thrown)

    @property
    def looks_back(self) -> bool:
        """Does a turn depend on earlier ones, beyond the checkers?"""
        counts = self.head_exception != "none" or self.doublet == "cascade"
        return counts or self.first_doublet_plain or self.hit_right == "home_reached"

    @property
    def can_be_drawn(self) -> bool:
        """Can both sides be locked for good, or lose their mothers?"""
        return self.landing in ("none", "pin")

    @property
    def title(self) -> Fault:
        """Its name, by which pages find it in their language."""
        return Fault.named(f"variant.{self.id}", self.name)

    def text(self, position: Position) -> str:
        """The position text for this game."""
        return position.text(self.checkers)

    def faults(self, position: Position) -> list[Fault]:
        """Why this game cannot have that position; empty if it can."""
        mine, theirs = position.mover, position.other
        across, pins = self._across, position.pinned
        found = [
            Fault("position.checkers", side=Fault(side), n=sum(row), expected=self.checkers)
            for side, row in (("side.mover", mine), ("side.other", theirs))
            if sum(row) != self.checkers
        ]
        meet = [point for point in range(1, BAR) if mine[point] and theirs[across[point]]]
        for point in meet if self.landing != "share" else ():
            there = across[point]
            if (point in pins[0]) == (there in pins[1]):
                found.append(Fault("position.shared", point=point, there=there))
        if self.landing != "pin" and (pins[0] or pins[1]):
            found.append(Fault("position.unpinnable", game=self.title))
        elif any(not theirs[self.across(p)] for p in pins[0]) or any(
            not mine[self.across(p)] for p in pins[1]
        ):
            found.append(Fault("position.unpinned"))
        if (mine[HAND] or theirs[HAND]) and not parse_row(self.start, self.checkers)[HAND]:
            found.append(Fault("position.hand", game=self.title))
        if (mine[BAR] or theirs[BAR]) and self.landing != "hit":
            found.append(Fault("position.bar", game=self.title))
        if self.geometry == "ring16" and any((*mine[RING + 1 : BAR], *theirs[RING + 1 : BAR])):
            found.append(Fault("position.ring", n=RING))
        if mine[OFF] == theirs[OFF] == self.checkers:
            found.append(Fault("position.all_off"))
        return found

    def turned(self, position: Position, roll: Roll | None = None, again: bool = False) -> Position:
        """The position after the mover's turn, for the other side or, `again`, for the same."""
        doublet = roll is not None and roll.double
        after = Position(_kernel.counted(self.kernel, position.raw, doublet))
        return after if again else after.flipped()

    def names_doublet(self, roll: Roll) -> bool:
        """Does the player choose a doublet after this roll?"""
        return self.named_doublet and sum(roll) == 3

    def end(self, position: Position) -> int | None:
        """Multiple of the stake that the mover has won (negative: lost, 0: drawn); None before."""
        return _kernel.end(self.kernel, position.raw)

    def perft(self, position: Position, depth: int) -> dict[tuple[int, int], int]:
        """Whole turns at that depth, by first roll (larger number first)."""
        if depth < 1:
            raise FullprimeError(f"depth {depth}: expected 1 or more")
        try:
            return {(a, b): self._turns(position.raw, a, b, depth) for a, b in ROLLS}
        except ValueError as error:  # a staged doublet can have millions of turns
            raise FullprimeError(f"perft of {self.text(position)}: {error}") from error

    def _turns(self, position: bytes, a: int, b: int, depth: int) -> int:
        # The kernel cannot be interrupted, so it is given two turns at a time: less than a second,
        # unless a doublet has millions of plays.
        if depth <= 2:
            return _kernel.perft(self.kernel, position, a, b, depth)
        named = range(1, 7) if self.names_doublet(Roll(a, b)) else (0,)
        plays = (p for n in named for p in _kernel.plays(self.kernel, position, a, b, n))
        after = {self.turned(Position(raw), Roll(a, b)): raw for raw, _ in plays}
        going_on = (turned for turned, raw in after.items() if self.end(Position(raw)) is None)
        return sum(sum(self.perft(following, depth - 1).values()) for following in going_on)


VariantLike = Variant | str | Path | None
"""A variant, its name, its file, or None for the standard game."""


@cache
def variants() -> tuple[Variant, ...]:
    """The family, in the order in which to offer it."""
    folder = shipped("variants")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    loaded = [read_variant(file.name, file.read_bytes()) for file in files]
    return tuple(sorted(loaded, key=lambda variant: (variant.order, variant.id)))


@cache
def _modifiers() -> dict[str, Option]:
    text = shipped("modifiers.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Option])


@lru_cache(1024)
def name_key(name: str) -> str:
    """What all spellings have in common: case, blanks, hyphens and accents do not count."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(
        sign
        for sign in letters
        if not (sign.isspace() or sign in "-_'" or unicodedata.combining(sign))
    )


@cache
def _by_name() -> dict[str, Variant]:
    return {
        name_key(name): variant
        for variant in variants()
        for name in (variant.id, variant.name, *variant.aliases)
    }


def _find(name: VariantLike) -> Variant:
    if name is None:
        return variants()[0]
    if isinstance(name, Variant):
        return name
    if not isinstance(name, str | Path):
        raise BadVariant(f"variant {name!r}: expected a name, a file or a Variant")
    if isinstance(name, Path) or is_path(name):
        return read_variant(Path(name).name, read_file(Path(name)))
    if name_key(name) not in _by_name():
        raise BadVariant(unknown_game(name))
    return _by_name()[name_key(name)]


def unknown_game(name: str, also: Iterable[str] = ()) -> str:
    """The fault of a name that is no game: what a series holds, the nearest name, or all games.

    Names that may be given here as well are `also` known.
    """
    if games := _series_games().get(name_key(name)):
        return Fault("refused.series", name=name, games=", ".join(games))
    ids = [variant.id for variant in variants()]
    aliases = (alias for variant in variants() for alias in variant.aliases)
    if near := nearest(name, (*ids, *aliases, *also)):
        return f"unknown variant {shorten(name, 40)!r}; did you mean {near!r}?"
    return unknown("variant", name, [*ids, *also])


@cache
def _series_games() -> dict[str, list[str]]:
    """The games of each series, by all its names: only to refuse the series where a game is due."""
    files = [file for file in shipped("series").iterdir() if file.name.endswith(".toml")]
    found = {file.name.removesuffix(".toml"): tomllib.loads(file.read_text()) for file in files}
    return {
        name_key(name): [game.partition("+")[0] for game in series["games"]]
        for id_, series in found.items()
        for name in (id_, series["name"], *series.get("aliases", ()))
    }


def read_variant(file: str, data: bytes) -> Variant:
    """The variant that a file of that name describes; all its faults if it does not."""
    variant = decode(Variant, file, data, checks=[_start_faults])
    own, offered = variant.options, _modifiers() if variant.landing == "hit" else {}
    # Its own options come first, and win over those that every such game has.
    return msgspec.structs.replace(variant, id=Path(file).stem, options=own | offered | own)


def _start_faults(start: str, checkers: int, geometry: Any, landing: Any) -> list[str]:
    variant = Variant(name="", start=start, checkers=checkers, geometry=geometry, landing=landing)
    found = variant.faults(variant.start_position)
    return [f"field start: {'; '.join(found)}"] if found else []
