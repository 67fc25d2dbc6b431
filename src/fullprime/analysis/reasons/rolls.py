"""What all rolls can do after a play: those of the opponent, and one's own that follow.

Every count comes from complete legal turns, which the kernel lists and evaluates by the bare net.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from fullprime.dice import ROLLS, Roll
from fullprime.engine.result_values import Worths, worths_of_the_other
from fullprime.engine.search import Search
from fullprime.position import Position
from fullprime.summation import total

THROWS = 36
Square = tuple[int, int]
"""One of the 36 throws."""


class Deed(IntEnum):
    """What a turn can do, in the order of the kernel (kernel/deeds.h)."""

    HIT = 0
    TWO_HITS = 1
    ESCAPE = 2
    POINT = 3
    ANCHOR = 4
    COVER = 5
    TWO_OFF = 6
    STAY_OUT = 7
    HELP = 8
    TIDY = 9
    PASS = 10
    KEEP = 11


class RollSeen(NamedTuple):
    """The turns of one roll."""

    roll: Roll
    best: Position
    """After the best turn, the roller still first."""
    worth: float
    """Of the best turn, to the roller."""
    done: int
    """Deeds of the best turn, as bits."""
    can: int
    """Deeds of some legal turn."""
    without: Sequence[float]
    """By deed, what the best turn is worth that does not do it; where every turn does, the best."""

    def cost(self, deed: Deed) -> float:
        """What the roller loses where the deed is forbidden."""
        return self.worth - self.without[deed]


class RollMap:
    """The 21 rolls of the side to move, seen from one position."""

    def __init__(self, rolls: Sequence[RollSeen]) -> None:
        self.rolls = rolls

    def count(self, deed: Deed) -> int:
        """Of the 36 throws, those with a legal turn that does it."""
        return sum(each.roll.weight for each in self.rolls if each.can >> deed & 1)

    def squares(self, deed: Deed) -> tuple[Square, ...]:
        """These throws, one by one."""
        return squares_of(each.roll for each in self.rolls if each.can >> deed & 1)

    def worth(self, deed: Deed) -> float:
        """What the roller would lose if it were forbidden."""
        return mean((each.roll, each.cost(deed)) for each in self.rolls)

    @property
    def equity(self) -> float:
        """To the roller, when every roll is played at its best."""
        return mean((each.roll, each.worth) for each in self.rolls)


class NextMap:
    """One's own rolls after the opponent's best reply to each of theirs."""

    def __init__(self, replies: Sequence[tuple[RollSeen, RollMap]]) -> None:
        self.replies = replies
        """Replies that end the game have no rolls after them."""
        self._worths: dict[Deed, float] = {}  # each is asked for by both plays

    def count(self, deed: Deed) -> int:
        """The mean number of the 36 rolls, as a whole number."""
        return round(mean((reply.roll, own.count(deed)) for reply, own in self.replies))

    def worth(self, deed: Deed) -> float:
        """What is lost on average if it is forbidden."""
        if deed not in self._worths:
            costs = ((reply.roll, own.worth(deed)) for reply, own in self.replies)
            self._worths[deed] = mean(costs)
        return self._worths[deed]

    def squares(self, deed: Deed) -> tuple[Square, ...]:
        """The own throws that do it after at least half of the replies."""
        after = dict.fromkeys(ROLLS, 0)
        for reply, own in self.replies:
            for each in own.rolls:
                after[each.roll] += reply.roll.weight * (each.can >> deed & 1)
        return squares_of(roll for roll, times in after.items() if 2 * times >= THROWS)

    def after_hits(self) -> NextMap:
        """Only where the reply has hit."""
        return NextMap([each for each in self.replies if each[0].done >> Deed.HIT & 1])

    @property
    def weight(self) -> int:
        """How many of the 36 replies there are."""
        return sum(reply.roll.weight for reply, _ in self.replies)

    def mean_count(self, deed: Deed) -> float:
        """The mean number of own rolls over these replies alone."""
        found = total(reply.roll.weight * own.count(deed) for reply, own in self.replies)
        return found / self.weight if self.weight else 0.0


def squares_of(rolls: Iterable[Roll]) -> tuple[Square, ...]:
    """Each roll as its one or two throws."""
    throws = {square for a, b in rolls for square in ((a, b), (b, a))}
    return tuple(sorted(throws))


def mean(values: Iterable[tuple[Roll, float]]) -> float:
    """Over the 36 throws; what is missing counts nothing."""
    return total(roll.weight * value for roll, value in values) / THROWS


class Beside(NamedTuple):
    """One roll, or one pair of rolls, after two plays."""

    weight: int
    gain: float
    """What the first play gains over the second on it."""
    first: int
    """Deeds of some legal turn after the first play, as bits."""
    second: int

    def differs(self, deed: Deed) -> bool:
        """Can it be done after only one of the plays?"""
        return (self.first ^ self.second) >> deed & 1 == 1


class Compared:
    """What a play gains over another, roll by roll: the parts add up to the whole."""

    def __init__(self, rolls: Sequence[Beside], throws: int) -> None:
        self.rolls, self._throws = rolls, throws

    @staticmethod
    def theirs(first: RollMap, second: RollMap) -> Compared:
        """The opponent's 36 rolls: what they gain, the plays lose."""
        both = zip(first.rolls, second.rolls, strict=True)
        found = [Beside(a.roll.weight, b.worth - a.worth, a.can, b.can) for a, b in both]
        return Compared(found, THROWS)

    @staticmethod
    def next(first: NextMap, second: NextMap) -> Compared:
        """All 36 times 36 pairs of a reply and an own roll that follow both plays."""
        others = {reply.roll: own for reply, own in second.replies}
        found = [
            Beside(reply.roll.weight * a.roll.weight, a.worth - b.worth, a.can, b.can)
            for reply, own in first.replies
            if reply.roll in others
            for a, b in zip(own.rolls, others[reply.roll].rolls, strict=True)
        ]
        return Compared(found, THROWS * THROWS)

    def reversed(self) -> Compared:
        """The same, for the second play."""
        turned = [Beside(w, -gain, second, first) for w, gain, first, second in self.rolls]
        return Compared(turned, self._throws)

    def part(self, deed: Deed) -> float:
        """Of the difference between the plays, what falls on rolls where one of them allows the
        deed and the other does not."""
        those = (each for each in self.rolls if each.differs(deed))
        return total(each.weight * each.gain for each in those) / self._throws

    def confirms(self, deed: Deed) -> bool:
        """Does the play gain more on the rolls where the deed differs than on the others?"""
        differing = [each for each in self.rolls if each.differs(deed)]
        alike = [each for each in self.rolls if not each.differs(deed)]
        return not differing or not alike or _mean_gain(differing) > _mean_gain(alike)


def _mean_gain(rolls: Sequence[Beside]) -> float:
    weights = sum(each.weight for each in rolls)
    return total(each.weight * each.gain for each in rolls) / weights


class Rolls:
    """Both maps of a position after a play, found when they are first needed."""

    def __init__(self, search: Search, mover: Position, worths: Worths) -> None:
        """`mover`: who rolls next stands first; `worths`: to the side that does not."""
        self._search, self._mover, self._worths = search, mover, worths

    @cached_property
    def theirs(self) -> RollMap:
        """The opponent's roll."""
        [found] = roll_maps(self._search, [self._mover], worths_of_the_other(self._worths))
        return found

    @cached_property
    def next(self) -> NextMap:
        """One's own roll after that."""
        variant = self._search.variant
        going_on = [each for each in self.theirs.rolls if variant.end(each.best) is None]
        rollers = [variant.turned(each.best, each.roll) for each in going_on]
        maps = roll_maps(self._search, rollers, self._worths)
        return NextMap(list(zip(going_on, maps, strict=True)))


def roll_maps(search: Search, rollers: Sequence[Position], worths: Worths) -> list[RollMap]:
    """The rolls of each side to move; worths are those to it."""
    found = search.kernel.deeds(b"".join(each.raw for each in rollers), worths)
    return [
        RollMap(
            [
                RollSeen(roll, Position(raw), worth, done, can, without)
                for roll, (raw, worth, done, can, without) in zip(ROLLS, rows, strict=True)
            ]
        )
        for rows in found
    ]
