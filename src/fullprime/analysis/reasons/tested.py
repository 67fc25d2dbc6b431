"""Every kind of reason, tested for one play against another: counted, and proved by taking it away.

A kind that does not apply is left out. What may be said follows in `choosing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from fullprime.analysis.reasons import altered, board
from fullprime.analysis.reasons import kinds as k
from fullprime.analysis.reasons.case import Aftermath, Case
from fullprime.analysis.reasons.kinds import Kind
from fullprime.analysis.reasons.plans import plan
from fullprime.analysis.reasons.rolls import THROWS, Deed, Square, roll_maps
from fullprime.engine.effective_pips import effective_counts
from fullprime.position import BAR
from fullprime.summation import total

Values = dict[str, Any]

POINTS: Final = range(2, 9)
COVERED: Final = range(1, 8)
OUTPOSTS: Final = range(9, 18)
ANCHORS: Final = range(18, 23)
DEEP_ANCHORS: Final = (23, 24)
DEEP_PLANS: Final = ("backgame", "ace_point", "deep_anchor")
"""Where an anchor so deep is what the game is about."""
FEW_PERCENT: Final = 2


class Entry(NamedTuple):
    """A kind of reason, for one play against another."""

    kind: Kind
    mine: int
    """The number for the play that it speaks for."""
    other: int
    enough: bool
    """Do the numbers differ as much as they must?"""
    worth: float
    """In favor of the play, in points of equity."""
    holds: bool = True
    """Do the rolls confirm it, where it is about rolls?"""
    squares: tuple[tuple[Square, ...], tuple[Square, ...]] = ((), ())
    """The throws behind the numbers, after either play."""
    points: tuple[int, ...] = ()
    """To be shown on the board, in the player's numbers."""
    about: Values = {}  # noqa: RUF012 - nobody changes it
    """What the words need beside the numbers."""


def entries(case: Case, mine: Aftermath, other: Aftermath) -> list[Entry]:
    """All kinds that apply, in favor of one play."""
    found = [*_always(case, mine, other)]
    if case.counts_rolls:
        tests = _PLAIN if case.is_plain else _PINNING
        found += [entry for test in tests for entry in test(mine, other)]
    return found


# The opponent's roll ------------------------------------------------------------------------------


def _fewer(
    kind: Kind,
    deed: Deed,
    least: int,
    mine: Aftermath,
    other: Aftermath,
    forbid: Deed | None = None,
) -> Entry:
    """Fewer rolls of the opponent do it. Worth what forbidding it costs them less, and not more
    than what the play gains on the rolls that differ."""
    ours, theirs = mine.rolls.theirs, other.rolls.theirs
    few, many = ours.count(deed), theirs.count(deed)
    forbidden = deed if forbid is None else forbid
    compared = mine.case.their_rolls(mine)
    return Entry(
        kind,
        few,
        many,
        many - few >= least,
        min(theirs.worth(forbidden) - ours.worth(forbidden), compared.part(deed)),
        compared.confirms(deed),
        (ours.squares(deed), theirs.squares(deed)),
    )


def shots(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that hit, or pin."""
    entry = _fewer(k.SHOTS, Deed.HIT, 4, mine, other)
    if mine.case.is_plain:
        yield _at_risk(entry, mine, other)
    else:
        yield entry._replace(points=tuple(board.blots(other.row)), about={"pin": True})


def double_hit(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that hit two."""
    yield _at_risk(_fewer(k.DOUBLE_HIT, Deed.TWO_HITS, 2, mine, other, Deed.HIT), mine, other)


def _at_risk(entry: Entry, mine: Aftermath, other: Aftermath) -> Entry:
    """Being hit costs less than it seems where blots in safety would stand no better: the other
    play must gain more where all blots of both go to own points, too."""
    holds = entry.holds
    if holds and entry.enough and entry.worth > 0:
        lost = [each.worth(altered.without_blots(each.position)) for each in (mine, other)]
        holds = lost[0] is None or lost[1] is None or lost[1] < lost[0]
    return entry._replace(holds=holds, points=tuple(board.blots(other.row)))


def duplicate(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that help the opponent in any way."""
    entry = _fewer(k.DUPLICATE, Deed.HELP, 3, mine, other)
    single = (Deed.HIT, Deed.ESCAPE, Deed.ANCHOR, Deed.POINT)
    sums = [sum(each.rolls.theirs.count(deed) for deed in single) for each in (mine, other)]
    yield entry._replace(about={"twice": sums[0] >= sums[1]})


def contain(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that escape."""
    yield _fewer(k.CONTAIN, Deed.ESCAPE, 3, mine, other)


def passing(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that come past and leave no blot in reach."""
    yield _fewer(k.PASSING, Deed.PASS, 3, mine, other)


def their_point(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer rolls that make the opponent a new point."""
    yield _fewer(k.THEIR_POINT, Deed.POINT, 3, mine, other)


def closed(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """A board that no roll enters, where the other play leaves a point open; worth what is gained
    on the rolls that differ."""
    ours, theirs = mine.rolls.theirs, other.rolls.theirs
    many, few = ours.count(Deed.STAY_OUT), theirs.count(Deed.STAY_OUT)
    new = tuple(p for p in board.HOME if not board.is_point(other.row, p))
    if many < THROWS or board.home_points(mine.row) < len(board.HOME) or not new:
        return
    gained = mine.case.their_rolls(mine).part(Deed.STAY_OUT)
    squares = ours.squares(Deed.STAY_OUT), theirs.squares(Deed.STAY_OUT)
    yield Entry(k.CLOSED, many, few, many > few, gained, True, squares, new, {"closed": True})


# One's own next roll ------------------------------------------------------------------------------


def _more(
    kind: Kind, deed: Deed, least: int = 2
) -> Callable[[Aftermath, Aftermath], Iterator[Entry]]:
    """More of one's own next rolls do it. Worth what it would cost not to, and not more than what
    the play gains on the pairs of rolls that differ."""

    def test(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
        ours, theirs = mine.rolls.next, other.rolls.next
        many, few = ours.count(deed), theirs.count(deed)
        compared = mine.case.next_rolls(mine)
        yield Entry(
            kind,
            many,
            few,
            many - few >= least,
            min(ours.worth(deed) - theirs.worth(deed), compared.part(deed)),
            compared.confirms(deed),
            (ours.squares(deed), theirs.squares(deed)),
        )

    return test


def cover(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More rolls that cover a blot; without one, the other play has nothing to cover."""
    for entry in _more(k.COVER, Deed.COVER)(mine, other):
        blots = tuple(point for point in board.blots(mine.row) if point in COVERED)
        slot = len(blots) == 1 and not any(p in COVERED for p in board.blots(other.row))
        yield entry._replace(points=blots, about={"slot": slot})


def timing(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More rolls that break no point, as long as there are checkers to bring home."""
    if not board.all_home(mine.case.before.mover):
        yield from _more(k.TIMING, Deed.KEEP)(mine, other)


def return_shots(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More rolls that hit back, after the opponent has hit."""
    ours, theirs = mine.rolls.next.after_hits(), other.rolls.next.after_hits()
    if not ours.weight or not theirs.weight:
        return
    many, few = round(ours.mean_count(Deed.HIT)), round(theirs.mean_count(Deed.HIT))
    worth = ours.worth(Deed.HIT) - theirs.worth(Deed.HIT)
    yield Entry(k.RETURN, many, few, many - few >= 2, worth)


# The board ----------------------------------------------------------------------------------------


def points(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Own points that the other play lacks; with a prime, where one holds somebody."""
    lacked = [p for p in (*POINTS, *OUTPOSTS) if _has_and_lacks(mine, other, p)]
    found = [entry for p in lacked if (entry := _point(mine, other, p))]
    for kind, places in ((k.POINT, POINTS), (k.OUTPOST, OUTPOSTS)):
        those = [entry for entry in found if entry.points[0] in places]
        if those:
            yield max(those, key=lambda entry: entry.worth)._replace(kind=kind)
    primes = [entry for each in found if (entry := _prime(mine, other, each))]
    if primes:
        yield max(primes, key=lambda entry: entry.worth)


def _prime(mine: Aftermath, other: Aftermath, point: Entry) -> Entry | None:
    prime = board.prime_with(mine.row, point.points[0])
    if len(prime) < board.LONG_PRIME or not board.trapped(mine.other, prime):
        return None
    return point._replace(
        kind=k.PRIME,
        mine=len(prime),
        other=board.longest_prime(other.row),
        points=(point.points[0], *(p for p in prime if p != point.points[0])),
    )


def _has_and_lacks(mine: Aftermath, other: Aftermath, point: int) -> bool:
    return board.is_point(mine.row, point) and not board.is_point(other.row, point)


def _point(mine: Aftermath, other: Aftermath, point: int) -> Entry | None:
    worth = mine.worth(altered.without_point(mine.position, point))
    if worth is None:
        return None
    before = mine.case.before
    about: Values = {
        "kept": board.is_point(before.mover, point),
        "covered": before.mover[point] == 1,
        "on_blot": BAR - point in altered.hit_points(mine.position, before),
    }
    if point in OUTPOSTS:
        about["behind"] = sum(mine.row[point + 1 : BAR + 1])
    if about["on_blot"]:
        about["stay"] = mine.rolls.theirs.count(Deed.STAY_OUT)
    homes = board.home_points(mine.row), board.home_points(other.row)
    return Entry(k.POINT, *homes, True, worth, points=(point,), about=about)


def anchor(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """An anchor that the other play lacks."""
    found, deep = [], plan(mine.case.before) in DEEP_PLANS
    for point in (*ANCHORS, *(DEEP_ANCHORS if deep else ())):
        if _has_and_lacks(mine, other, point):
            worth = mine.worth(altered.without_anchor(mine.position, point, mine.play))
            kept = board.is_point(mine.case.before.mover, point)
            if worth is not None:
                about = {"kept": kept}
                found.append(Entry(k.ANCHOR, 1, 0, True, worth, points=(point,), about=about))
    if found:
        yield max(found, key=lambda entry: entry.worth)


def hit(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More checkers hit; worth what is lost where they stand beside instead."""
    before = mine.case.before
    ours, theirs = (altered.hit_points(each.position, before) for each in (mine, other))
    if len(ours) <= len(theirs):
        return
    gained = mine.worth(altered.without_hit(mine.position, before))
    if gained is None:
        return
    same = other.worth(altered.without_hit(other.position, before)) or 0.0
    lost = board.pips(mine.other) - board.pips(before.other)
    stay = mine.rolls.theirs.count(Deed.STAY_OUT)
    yield Entry(
        k.HIT,
        len(ours),
        len(theirs),
        True,
        gained - same,
        squares=(mine.rolls.theirs.squares(Deed.STAY_OUT), ()),
        points=tuple(BAR - point for point in ours),
        about={"pips": lost, "stay": stay},
    )


def pin(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More checkers pinned; the worth is that of the whole play."""
    ours, theirs = (each.position.pinned[1] for each in (mine, other))
    if len(ours) > len(theirs):
        across = mine.case.question.variant.across
        new = tuple(sorted(across(point) for point in ours - theirs))
        worth = mine.equity - other.equity
        yield Entry(k.HIT, len(ours), len(theirs), True, worth, points=new, about={"pin": True})


def dead(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """Fewer checkers out of play; worth what one of them would gain in play. One that has just hit
    was not out of it."""
    few, many = board.out_of_play(mine.row), board.out_of_play(other.row)
    hit_deep = any(BAR - p <= 3 for p in altered.hit_points(other.position, mine.case.before))
    if many > few and not hit_deep:
        lost = other.worth(altered.with_one_alive(other.position))
        if lost is not None:
            deep = tuple(point for point in (1, 2, 3) if other.row[point])
            yield Entry(k.DEAD, few, many, True, -lost * (many - few), points=deep)


def stack(mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """A smaller stack; worth what the big one would gain if one checker stood behind it."""
    (few, _), (many, point) = (board.biggest_stack(each.row) for each in (mine, other))
    if many > few and many >= board.BIG_STACK and not board.all_home(other.row):
        lost = other.worth(altered.with_smaller_stack(other.position, point))
        if lost is not None:
            yield Entry(k.STACK, few, many, True, -lost, points=(point,))


# Results and the race -----------------------------------------------------------------------------


def _always(case: Case, mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """What every game has: gammons, or whatever counts more, and bearing off."""
    won, lost = (_gammons(case, mine, other, side) for side in (0, 3))
    yield won
    yield lost
    yield from _cube(case, mine, other)
    yield from _bearing_off(case, mine, other, won)


def _gammons(case: Case, mine: Aftermath, other: Aftermath, side: int) -> Entry:
    """Their exact part of the equity."""
    worths, first, second = case.sight.worths, mine.outcome, other.outcome
    worth = total(
        (worths[side + n] - worths[side]) * (first[side + n] - second[side + n]) for n in (1, 2)
    )
    ours, theirs = (round(100 * total(each[side + 1 : side + 3])) for each in (first, second))
    gained = ours - theirs if side == 0 else theirs - ours
    kind = k.GAMMONS_WON if side == 0 else k.GAMMONS_LOST
    plain = {"double": not case.is_plain}
    return Entry(kind, ours, theirs, gained >= FEW_PERCENT, worth, about=plain)


def _cube(case: Case, mine: Aftermath, other: Aftermath) -> Iterator[Entry]:
    """More wins, where most of the difference is what the cube adds to it."""
    if case.question.stakes.cube and not case.is_race:
        whole = mine.cubeful - other.cubeful
        added = whole - (mine.cubeless - other.cubeless)
        many, few = (round(100 * each.outcome.win) for each in (mine, other))
        enough = many > few and added >= abs(whole) / 2
        yield Entry(k.CUBE, many, few, enough, added)


def _bearing_off(case: Case, mine: Aftermath, other: Aftermath, gammons: Entry) -> Iterator[Entry]:
    """In a race the table or the net says what it is worth: all of the difference."""
    many, few = board.off(mine.row), board.off(other.row)
    if not case.is_race:
        if many > few:
            about = {"gammons": gammons.mine, "instead": gammons.other}
            yield Entry(k.OFF, many, few, True, gammons.worth, about=about)
        return
    worth = mine.equity - other.equity
    yield from _rolls_left(case, mine, other, worth)
    if many != few:
        yield Entry(k.OFF, many, few, many > few, worth)
        return
    fewer, more = board.crossovers(mine.row), board.crossovers(other.row)
    if fewer != more:
        yield Entry(k.CROSS, fewer, more, more > fewer, worth)
    elif not mine.over and not other.over and case.is_plain:
        yield from _next_off(case, mine, other, worth)


def _rolls_left(case: Case, mine: Aftermath, other: Aftermath, worth: float) -> Iterator[Entry]:
    """How many rolls bearing off takes on average, in hundredths, where the table knows it."""
    counts = [effective_counts(case.question.variant, each.position) for each in (mine, other)]
    if counts[0] and counts[1]:
        fewer, more = (round(100 * each[0].rolls) for each in counts if each)
        yield Entry(k.ROLLS, fewer, more, fewer < more, worth)


def _next_off(case: Case, mine: Aftermath, other: Aftermath, worth: float) -> Iterator[Entry]:
    """In a race the next roll does not depend on the reply."""
    rollers = [mine.position, other.position]
    ours, theirs = roll_maps(case.sight.search, rollers, case.sight.worths)
    many, few = ours.count(Deed.TWO_OFF), theirs.count(Deed.TWO_OFF)
    squares = ours.squares(Deed.TWO_OFF), theirs.squares(Deed.TWO_OFF)
    yield Entry(k.OFF_NEXT, many, few, many > few, worth, squares=squares)


Test = Callable[[Aftermath, Aftermath], Iterator[Entry]]
_PLAIN: Final[tuple[Test, ...]] = (
    *(shots, double_hit, return_shots, duplicate, contain, passing),
    *(their_point, closed),
    *(points, anchor, hit, dead, stack),
    _more(k.BUILD, Deed.POINT),
    cover,
    _more(k.ATTACK, Deed.HIT),
    _more(k.DIVERSE, Deed.HELP),
    _more(k.ESCAPE, Deed.ESCAPE),
    _more(k.ANCHOR_NEXT, Deed.ANCHOR),
    _more(k.SAFE_NEXT, Deed.TIDY),
    timing,
)
_PINNING: Final[tuple[Test, ...]] = (shots, pin)
