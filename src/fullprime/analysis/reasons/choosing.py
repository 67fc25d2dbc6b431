"""What is said of all that was tested: gate, balance, rank, concession, silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fullprime.analysis.reasons import kinds as k
from fullprime.analysis.reasons.case import Case
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.summation import total

LEAST_LOSS: Final = 0.02
"""Below it nothing is said."""
LEAST_WORTH: Final = 0.015
SHARE: Final = 0.25
"""A reason is worth at least this, and this part of the loss."""
LARGE_WORTH: Final = 0.05
"""Worth a word whatever the loss is."""
HALF: Final = 0.5
"""Of the loss: where all that is said is worth this, some kinds may open."""
MOST_WORTH: Final = 0.6
"""Counted in the balance at most."""
LEAST_CONCEDED: Final = 0.03
"""What is conceded is worth at least this."""
MOST: Final = 3
Weights = Mapping[str, float]
"""By the names of the kinds."""
CLOSE: Final = 5.0
"""Where what is said and what is conceded are both worth so many times the loss, it is close."""


class Untold(NamedTuple):
    """Something that was tested and not said."""

    entry: Entry
    why: str
    """count, worth, rolls, balance, role, family, enough: docs/reasons.md."""


class Choice(NamedTuple):
    """What is said about the best play, and what was not."""

    said: tuple[Entry, ...] = ()
    conceded: Entry | None = None
    """In favor of the other play."""
    close: bool = False
    untold: tuple[Untold, ...] = ()
    balance: float = 0.0

    @property
    def lead(self) -> Entry | None:
        """What is said first about the best play."""
        return self.said[0] if self.said else None


def choose(case: Case) -> Choice:
    """The reasons for the best play of a case."""
    if case.loss < LEAST_LOSS:
        return Choice()
    mine = entries(case, case.best, case.other)
    theirs = entries(case, case.other, case.best)
    return chosen(mine, theirs, case.measure)


def chosen(
    mine: Sequence[Entry], theirs: Sequence[Entry], loss: float, weights: Weights = k.WEIGHTS
) -> Choice:
    """From all that was tested for either play."""
    faults = {entry.kind.name: fault(entry, loss) for entry in mine}
    passing = _joined([entry for entry in mine if not faults[entry.kind.name]])
    balance, against = balanced(mine, weights), balanced(theirs, weights)
    even = total(balance) - total(against)
    silenced = even <= 0 and max(against, default=0.0) > max(balance, default=0.0)
    ranked = sorted(passing, key=lambda entry: _rank(entry, loss), reverse=True)
    said: list[Entry] = []
    untold = [Untold(entry, why) for entry in mine if (why := faults[entry.kind.name])]
    if silenced:
        untold += [Untold(entry, "balance") for entry in ranked]
        return Choice(untold=tuple(untold), balance=even)
    half = _together(ranked) >= HALF * loss
    opener = next((entry for entry in ranked if _may_open(entry, even, half)), None)
    if opener is None:
        untold += [Untold(entry, "role") for entry in ranked]
        return Choice(untold=tuple(untold), balance=even)
    conceded = _conceded(theirs, opener, loss)
    most = MOST - (conceded is not None)
    for entry in [opener, *(entry for entry in ranked if entry is not opener)]:
        if any(_repeats(entry, each) for each in said):
            untold.append(Untold(entry, "family"))
        elif len(said) >= most or total(each.worth for each in said) >= loss:
            untold.append(Untold(entry, "enough"))
        else:
            said.append(entry)
    close = conceded is not None and min(conceded.worth, opener.worth) > CLOSE * loss
    return Choice(tuple(said), conceded, close, tuple(untold), even)


def fault(entry: Entry, loss: float) -> str | None:
    """Why a kind may not speak; None: it may."""
    if not entry.enough:
        return "count"
    if entry.worth < max(LEAST_WORTH, min(SHARE * loss, LARGE_WORTH)):
        return "worth"
    return None if entry.holds else "rolls"


def balanced(tested: Sequence[Entry], weights: Weights = k.WEIGHTS) -> list[float]:
    """What speaks for a play, entry by entry."""
    return [
        weights[entry.kind.name] * min(entry.worth, MOST_WORTH)
        for entry in tested
        if entry.enough and entry.worth >= LEAST_WORTH
    ]


def _joined(passing: list[Entry]) -> list[Entry]:
    """A point made on top of a blot says the hit as well, and a prime its new point."""
    on_blot = any(entry.kind is k.POINT and entry.about["on_blot"] for entry in passing)
    primed = any(entry.kind is k.PRIME for entry in passing)
    said = {k.HIT, k.PRIME} if on_blot else {k.POINT, k.OUTPOST} if primed else set()
    return [entry for entry in passing if entry.kind not in said]


def _rank(entry: Entry, loss: float) -> tuple[bool, float, float]:
    """A closed board always comes first; of equals, what is worth more."""
    closed = bool(entry.about.get("closed"))
    return closed, entry.kind.rank * min(entry.worth, loss), entry.worth


def _together(passing: Sequence[Entry]) -> float:
    """What three sentences can be worth, one for each family."""
    families: dict[str, float] = {}
    for entry in passing:
        known = families.get(entry.kind.family, 0.0)
        families[entry.kind.family] = max(known, entry.worth)
    return total(sorted(families.values(), reverse=True)[:MOST])


def _repeats(entry: Entry, said: Entry) -> bool:
    """Does it say nearly the same once more? Good rolls are those of several kinds together, and
    bearing off in contact says its gammons itself."""
    if entry.kind is k.GAMMONS_WON and "gammons" in said.about:
        return True
    good = {entry.kind, said.kind} - {k.DIVERSE}
    return entry.kind.family == said.kind.family or (len(good) == 1 and good <= k.GOOD_ROLLS)


def _may_open(entry: Entry, balance: float, half: bool) -> bool:
    """May it be said first? `half`: half of the loss is explained."""
    match entry.kind.role:
        case "lead":
            return True
        case "support":
            return balance > 0 or half
        case "half":
            return balance > 0 and half
        case "second":
            return False


def _same_matter(one: Entry, two: Entry) -> bool:
    """Points and primes are both about what stands in the way."""
    families = {one.kind.family, two.kind.family}
    return len(families) == 1 or families == {k.POINT.family, k.PRIME.family}


def _conceded(theirs: Sequence[Entry], opener: Entry, loss: float) -> Entry | None:
    """The best that speaks for the other play, where it is worth a word."""
    worthy = [
        entry
        for entry in _joined([each for each in theirs if fault(each, loss) is None])
        if entry.kind.role == "lead"
        and not _same_matter(entry, opener)
        and entry.worth >= LEAST_CONCEDED
    ]
    return max(worthy, key=lambda entry: entry.worth, default=None)
