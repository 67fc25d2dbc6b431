"""Second opinions on reasons: the counts by the slow oracle of the tests, and another alteration of
the position than the one that the reason was chosen by."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fullprime.analysis.reasons import altered, board
from fullprime.analysis.reasons.case import Aftermath, Case
from fullprime.analysis.reasons.rolls import Deed, RollSeen, mean
from fullprime.analysis.reasons.tested import Entry
from fullprime.engine.evaluators import evaluator_for
from fullprime.engine.result_values import average, worths_of_the_other
from fullprime.play import legal_plays
from fullprime.position import BAR, Position

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from deeds_oracle import deeds, recount
from oracle import Board

# Counting once more -------------------------------------------------------------------------------


def board_of(position: Position) -> Board:
    """As the oracle sees it."""
    return Board(tuple(position.mover), tuple(position.other))


COUNTED: Final = {
    "shots": "hit",
    "double_hit": "two hits",
    "duplicate": "help",
    "contain": "escape",
    "their_point": "point",
    "dance": "stay out",
}
"""Kinds about the opponent's roll."""


def is_recounted(case: Case, entry: Entry) -> bool | None:
    """Do both numbers come out again? None: the kind is not about the opponent's roll."""
    deed = COUNTED.get(entry.kind.name)
    if deed is None:
        return None
    both = (case.best, case.other)
    numbers = [recount(board_of(case.turned(each.position)), deed) for each in both]
    return numbers == [entry.mine, entry.other]


# Another alteration -------------------------------------------------------------------------------


def is_proved(case: Case, entry: Entry) -> bool | None:
    """Does the second alteration say the same? None: it cannot be made here."""
    proof = PROOFS.get(entry.kind.name)
    return proof(case, entry) if proof else None


def _blots_safe(case: Case, entry: Entry) -> bool | None:
    """All blots of both plays go to the nearest own points: the other play must gain more."""
    gained = []
    for each in (case.best, case.other):
        safe = _without_blots(each.position)
        if safe is None:
            return None
        gained.append(case.equity(safe) - each.equity)
    return gained[1] > gained[0]


def _without_blots(position: Position) -> Position | None:
    row = position.mover
    points = [p for p in range(1, 25) if row[p] >= 2]
    if not points:
        return None
    steps = [(p, min(points, key=lambda q: (abs(q - p), q))) for p in board.blots(row)]
    return board.moved(position, steps)


def _spread(case: Case, entry: Entry) -> bool | None:
    """The checkers of the point stand before and behind it: the best play must lose."""
    mine, point = case.best, entry.points[0]
    free = [p for p in (point + 1, point - 1) if board.is_open(mine.other, p)]
    free = [p for p in free if not mine.other[BAR - p]]
    if len(free) < 2:
        return None
    steps = [(point, free[n % 2]) for n in range(mine.row[point])]
    return mine.equity > case.equity(board.moved(mine.position, steps))


def _entered(case: Case, entry: Entry) -> bool | None:
    """A hit checker enters on the 1-point: the best play must lose."""
    altered_ = _on_the_ace(case.best)
    return None if altered_ is None else case.best.equity > case.equity(altered_)


def _entered_in_both(case: Case, entry: Entry) -> bool | None:
    """One checker enters on the 1-point after both plays: the best must lose more."""
    found = [_on_the_ace(each) for each in (case.best, case.other)]
    if found[0] is None or found[1] is None:
        return None
    lost = [
        each.equity - case.equity(altered_)
        for each, altered_ in zip((case.best, case.other), found, strict=True)
        if altered_
    ]
    return lost[0] > lost[1]


def _on_the_ace(mine: Aftermath) -> Position | None:
    if not mine.other[BAR] or mine.row[1]:
        return None
    return board.moved(mine.position, [(BAR, 24)], theirs=True)


def _split_otherwise(case: Case, entry: Entry) -> bool | None:
    """The next pair of points for the checkers of the anchor."""
    pairs = list(altered.split_anchors(case.best.position, entry.points[0]))[1:2]
    return case.best.equity > case.equity(pairs[0]) if pairs else None


def _without_gammons(case: Case, entry: Entry) -> bool:
    """Where gammons do not count, less is lost."""
    single = (1.0, 1.0, 1.0, -1.0, -1.0, -1.0)
    wins = [average(each.outcome, single) for each in (case.best, case.other)]
    worths = [average(each.outcome, case.sight.worths) for each in (case.best, case.other)]
    return wins[0] - wins[1] < worths[0] - worths[1]


def _deeper(deed: Deed, *, fewer: bool, own: bool) -> Callable[[Case, Entry], bool]:
    """The same thing forbidden, with leaves one ply deeper."""

    def proof(case: Case, entry: Entry) -> bool:
        costs = [_cost(case, each, deed, own) for each in (case.best, case.other)]
        return costs[0] < costs[1] if fewer else costs[0] > costs[1]

    return proof


def _hits_back(case: Case, entry: Entry) -> bool:
    """The same for hitting back, after hits only."""
    costs = [_cost(case, each, Deed.HIT, own=True, hit=True) for each in (case.best, case.other)]
    return costs[0] > costs[1]


def _altered_deeper(
    alter: Callable[[Position, Entry], Position | None],
) -> Callable[[Case, Entry], bool | None]:
    """The same alteration of the other play, one ply deeper: it must gain."""

    def proof(case: Case, entry: Entry) -> bool | None:
        better = alter(case.other.position, entry)
        if better is None:
            return None
        theirs = worths_of_the_other(case.sight.worths)
        movers = [case.turned(each) for each in (better, case.other.position)]
        deeper = evaluator_for(case.question.variant, 3).evaluate_for(movers, theirs)
        equities = [average(each.flipped(), case.sight.worths) for each in deeper]
        return equities[0] > equities[1]

    return proof


def _cost(case: Case, after: Aftermath, deed: Deed, own: bool, hit: bool = False) -> float:
    """What forbidding the deed costs who rolls, by leaves at 1-ply; `hit`: only after a hit."""
    theirs = worths_of_the_other(case.sight.worths)
    rolls = after.rolls.theirs.rolls
    if not own:
        mover = case.turned(after.position)
        return mean((each.roll, _leaf_cost(case, mover, each, deed, theirs)) for each in rolls)
    variant = case.question.variant
    pairs = after.rolls.next.replies
    if hit:
        pairs = after.rolls.next.after_hits().replies
    return mean(
        (
            reply.roll,
            mean(
                (
                    each.roll,
                    _leaf_cost(
                        case, variant.turned(reply.best, reply.roll), each, deed, case.sight.worths
                    ),
                )
                for each in own_map.rolls
            ),
        )
        for reply, own_map in pairs
    )


def _leaf_cost(
    case: Case, mover: Position, seen: RollSeen, deed: Deed, worths: tuple[float, ...]
) -> float:
    if not seen.cost(deed):
        return 0.0
    search = evaluator_for(case.question.variant, 1)
    flipped = worths_of_the_other(worths)
    before, forbidden = board_of(mover), WORDS[deed]
    others = [
        play.position
        for play in legal_plays(case.question.variant, mover, seen.roll)
        if forbidden not in deeds(before, board_of(play.position))
    ]
    bare = evaluator_for(case.question.variant, 0)
    found = bare.evaluate_for([each.flipped() for each in others], flipped)
    best = max(zip(found, others, strict=True), key=lambda pair: average(pair[0].flipped(), worths))
    values = []
    for leaf in (seen.best, best[1]):
        if case.question.variant.end(leaf) is not None:
            return 0.0
        [outcome] = search.evaluate_for([leaf.flipped()], flipped)
        values.append(average(outcome.flipped(), worths))
    return values[0] - values[1]


PROOFS: Final[dict[str, Callable[[Case, Entry], bool | None]]] = {
    "shots": _blots_safe,
    "double_hit": _blots_safe,
    "point": _spread,
    "prime": _spread,
    "hit": _entered,
    "dance": _entered_in_both,
    "anchor": _split_otherwise,
    "gammons_won": _without_gammons,
    "gammons_lost": _without_gammons,
    "contain": _deeper(Deed.ESCAPE, fewer=True, own=False),
    "their_point": _deeper(Deed.POINT, fewer=True, own=False),
    "duplicate": _deeper(Deed.HELP, fewer=True, own=False),
    "safe_next": _deeper(Deed.TIDY, fewer=False, own=True),
    "return": _hits_back,
    "dead": _altered_deeper(lambda position, _: altered.with_one_alive(position)),
    "stack": _altered_deeper(lambda position, e: altered.with_smaller_stack(position, e.points[0])),
    "build": _deeper(Deed.POINT, fewer=False, own=True),
    "cover": _deeper(Deed.COVER, fewer=False, own=True),
    "attack": _deeper(Deed.HIT, fewer=False, own=True),
    "diverse": _deeper(Deed.HELP, fewer=False, own=True),
    "escape": _deeper(Deed.ESCAPE, fewer=False, own=True),
    "anchor_next": _deeper(Deed.ANCHOR, fewer=False, own=True),
}
WORDS: Final = {
    Deed.HIT: "hit",
    Deed.ESCAPE: "escape",
    Deed.POINT: "point",
    Deed.ANCHOR: "anchor",
    Deed.COVER: "cover",
    Deed.HELP: "help",
    Deed.TIDY: "tidy",
}
"""Deeds in the words of the oracle."""
SECOND: Final = frozenset(
    (
        "shots",
        "double_hit",
        "point",
        "prime",
        "hit",
        "dance",
        "anchor",
        "gammons_won",
        "gammons_lost",
    )
)
"""Kinds whose proof is another alteration; the others repeat theirs one ply deeper."""
