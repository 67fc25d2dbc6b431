"""Plays of a roll, and how players write them. `notation` reads them back.

>>> variant = Variant.load()
>>> plays = legal_plays(variant, variant.start_position, Roll(3, 1))
>>> len(plays), str(plays[0])
(16, '24/21 24/23')
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, starmap
from typing import Final, NamedTuple, overload

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.errors import BadPlay, shorten
from fullprime.position import BAR, HAND, LOST, OFF, Position
from fullprime.variant import Variant

HIT: Final = 1
PIN: Final = 2

MOST_PLAYS: Final = 2**21
"""A turn of several batches can have more plays than anyone wants to see."""
MOST_SHOWN: Final = 20
"""Plays in the `repr` of a list of them."""

Place = int | str
"""A place on the wire: a point by its number, or "bar", "hand", "off", "lost"."""

_NAMES: Final = {OFF: "off", BAR: "bar", HAND: "hand", LOST: "lost"}
_PLACES: Final = {name: place for place, name in _NAMES.items()}
_ON_THE_WIRE: Final[tuple[Place, ...]] = tuple(_NAMES.get(p, p) for p in range(LOST + 1))
_FOUR_BYTES: Final = struct.Struct("4B")
_MARKS: Final = {HIT: "*", PIN: "^"}


class Step(NamedTuple):
    """One checker, one number. Places by the mover's own count: 0 off, 25 bar, 26 hand, 27 lost."""

    source: int
    target: int
    die: int
    event: int = 0

    @property
    def wire(self) -> tuple[Place, Place]:
        """The step as JSON writes it: `(8, 5)`, `("bar", 21)`, `(6, "off")`."""
        return _ON_THE_WIRE[self.source], _ON_THE_WIRE[self.target]


class Play(NamedTuple):
    """The steps of a turn and the position they lead to, the mover still first."""

    steps: tuple[Step, ...]
    position: Position

    def __str__(self) -> str:
        return write_steps(self.steps)

    def __repr__(self) -> str:
        return f"<Play {self}>"


def place_name(place: int) -> Place:
    """`25` is "bar" on the wire, `8` is 8."""
    return _ON_THE_WIRE[place]


def place_number(place: Place) -> int:
    """The other way round."""
    if isinstance(place, int) and 1 <= place <= 24:
        return place
    if isinstance(place, str) and place in _PLACES:
        return _PLACES[place]
    raise BadPlay(f"bad place {shorten(repr(place), 40)}: expected 1 to 24, 'bar', 'hand' or 'off'")


def wire_steps(steps: Iterable[Step]) -> list[list[Place]]:
    """The steps as JSON writes them."""
    return [[_ON_THE_WIRE[source], _ON_THE_WIRE[target]] for source, target, _, _ in steps]


class _KeptPlays(tuple[tuple[bytes, tuple[tuple[int, int, int, int], ...]], ...]):
    """What a list of the kernel holds, as values that can be pickled."""

    __slots__ = ()

    def packed(self) -> list[tuple[bytes, bytes]]:
        """As the kernel packs them: four bytes a step."""
        return [(raw, bytes(chain.from_iterable(steps))) for raw, steps in self]


class Plays(Sequence[Play]):
    """The legal plays of a roll, one per distinct final position.

    The kernel holds them; a `Play` is made when it is needed, since finding plays is fast and
    making Python objects is not.
    """

    __slots__ = ("_found",)

    def __init__(self, found: _kernel.PlayList | _KeptPlays) -> None:
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Play]:
        if isinstance(self._found, tuple):  # they have been pickled
            return starmap(_play, self._found)
        return starmap(unpacked_play, self._found.packed())

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> list[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | list[Play]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return [_play(*self._found[place]) for place in places]
        return _play(*self._found[places])

    def packed(self) -> list[tuple[bytes, bytes]]:
        """The bytes of the position that each leads to, and four bytes a step."""
        return self._found.packed()

    def to(self, position: Position) -> Play | None:
        """The play that leads to this position."""
        wanted = position.raw
        for raw, steps in self._found.packed():
            if raw == wanted:
                return unpacked_play(raw, steps)
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plays) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Plays], tuple[_KeptPlays]]:
        return Plays, (_KeptPlays(self._found),)

    def __repr__(self) -> str:
        shown = "; ".join(map(str, self[:MOST_SHOWN]))
        return f"<{len(self)} plays: {shown}{'; ...' if len(self) > MOST_SHOWN else ''}>"


def legal_plays(
    variant: Variant,
    position: Position,
    roll: Roll,
    named: int | None = None,
    most: int = MOST_PLAYS,
) -> Plays:
    """All legal plays, each a whole turn; more than `most` are refused.

    Where nothing can be played, the one play has no steps.

    Where the roll lets the player name a doublet, `named` is it; without it only the roll itself
    is played.
    """
    try:
        return Plays(_kernel.plays(variant.kernel, position.raw, *roll, named or 0, most))
    except ValueError as error:  # a staged doublet can have millions of turns
        raise BadPlay(f"{roll} in {variant.text(position)}: {error}") from error
    except (AttributeError, TypeError) as error:  # checked late: this is called very often
        raise BadPlay(
            f"the plays of {roll!r}: expected a Variant, a Position and a Roll; `Variant.load`, "
            "`Position.parse` and `Roll.parse` read text"
        ) from error


def every_play(
    variant: Variant,
    position: Position,
    roll: Roll,
    named: int | None = None,
    most: int = MOST_PLAYS,
) -> Iterator[tuple[int | None, Play]]:
    """All legal plays, one per final position, each with the doublet that was named for it.

    Where none is `named` already, all are tried. Of two ways to a position the one that plays more
    numbers is kept.
    """
    if named is not None or not variant.names_doublet(roll):
        yield from ((named, play) for play in legal_plays(variant, position, roll, named, most))
        return
    best: dict[Position, tuple[int | None, Play]] = {}
    for number in range(1, 7):
        for play in legal_plays(variant, position, roll, number, most):
            known = best.get(play.position)
            if known is None or len(known[1].steps) < len(play.steps):
                over = play.position.mover[OFF] == variant.checkers
                taken = len(play.steps) > 2 or (len(play.steps) == 2 and not over)
                best[play.position] = (number if taken else None, play)
    yield from best.values()


def _play(raw: bytes, steps: tuple[tuple[int, int, int, int], ...]) -> Play:
    return Play(tuple(starmap(_step, steps)), Position(raw))


def unpacked_play(raw: bytes, steps: bytes) -> Play:
    """A play as the kernel packs it: the position afterwards, and four bytes a step."""
    return _make_play((unpacked_steps(steps), Position(raw)))


_make_play: Final = Play._make  # quicker than the constructor


@lru_cache(1 << 16)
def unpacked_steps(steps: bytes) -> tuple[Step, ...]:
    """Steps as the kernel packs them; the same are met again and again."""
    return tuple(starmap(_step, _FOUR_BYTES.iter_unpack(steps)))


_step = cache(Step)
"""There are few different steps, and they are met again and again."""


def write_steps(steps: tuple[Step, ...]) -> str:
    """`8/5 6/5`, `bar/21*`, `24/18(2)`, `6/off`; steps of one checker are joined: `24/13`."""
    if not steps:
        return "(no play)"
    routes: list[list[Step]] = []
    for step in steps:
        joined = next((r for r in routes if r[-1].target == step.source), None)
        if joined:
            joined.append(step)
        else:
            routes.append([step])
    groups: dict[tuple[str, ...], list[str]] = {}
    for route in sorted(routes, key=lambda route: (route[0].source != BAR, -route[0].source)):
        text = _route_text(route)
        groups.setdefault(tuple(re.sub(r"[*^]", "", text).split("/")), []).append(text)
    words = []
    for texts in groups.values():
        marked = max(texts, key=len)
        words.append(marked if len(texts) == 1 else f"{marked}({len(texts)})")
    return " ".join(words)


def write_named(play: Play, named: int | None) -> str:
    """A play and the doublet that was named for it, if one was: `24/4 24/23 (6-6)`."""
    return f"{play} ({named}-{named})" if named else f"{play}"


def _route_text(route: list[Step]) -> str:
    places = [str(place_name(route[0].source))]
    for step in route:
        if step is route[-1] or step.event:
            places.append(f"{place_name(step.target)}{_MARKS.get(step.event, '')}")
    return "/".join(places)
