"""Second opinions on reasons: the counts by the slow oracle of the tests, and another alteration of
the position than the one that the reason was chosen by."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.reasons import altered, board
from fullprime.analysis.reasons.case import Aftermath, Case
from fullprime.analysis.reasons.rolls import Deed, RollSeen, mean
from fullprime.analysis.reasons.tested import Entry
from fullprime.engine.evaluators import evaluator_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average, worths_of_the_other
from fullprime.engine.rollout import Roller, new_roller
from fullprime.engine.rollout_result import RolloutSettings, Subject
from fullprime.play import legal_plays
from fullprime.position import BAR, Position
from fullprime.summation import total
from fullprime.variant import Variant

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
    "passing": "pass",
    "their_point": "point",
    "dance": "stay out",
}
"""Kinds about the opponent's roll."""
COUNTED_NEXT: Final = {
    "build": "point",
    "cover": "cover",
    "attack": "hit",
    "diverse": "help",
    "escape": "escape",
    "anchor_next": "anchor",
    "safe_next": "tidy",
    "timing": "keep",
}
"""Kinds about one's own next roll, after the opponent's best replies."""


SLOWLY_COUNTED: Final = frozenset((*COUNTED_NEXT, "return"))


def is_recounted(case: Case, entry: Entry) -> bool:
    """Do both numbers come out again?"""
    name = entry.kind.name
    if name in COUNTED:
        numbers = [_their_count(case, each, COUNTED[name]) for each in (case.best, case.other)]
    elif name in COUNTED_NEXT:
        deed = COUNTED_NEXT[name]
        numbers = [_next_count(case, each, deed) for each in (case.best, case.other)]
    elif name == "return":
        numbers = [_next_count(case, each, "hit", hit=True) for each in (case.best, case.other)]
    elif name in READ:
        numbers = [READ[name](case, each, entry) for each in (case.best, case.other)]
    else:
        return True  # the table of races says it
    return numbers == [entry.mine, entry.other]


def _their_count(case: Case, after: Aftermath, deed: str) -> int:
    return recount(board_of(case.turned(after.position)), deed)


def _next_count(case: Case, after: Aftermath, deed: str, hit: bool = False) -> int:
    """The mean over the replies, which are the kernel's; their throws are counted here."""
    variant, counted, throws = case.question.variant, 0, 0
    for reply in after.rolls.theirs.rolls:
        if variant.end(reply.best) is not None:
            continue
        if hit and reply.best.other[BAR] <= after.position.mover[BAR]:
            continue
        own = recount(board_of(variant.turned(reply.best, reply.roll)), deed)
        counted, throws = counted + reply.roll.weight * own, throws + reply.roll.weight
    return round(counted / (throws if hit else 36)) if throws else 0


def _made(row: Sequence[int], first: int, last: int) -> int:
    return sum(row[point] > 1 for point in range(first, last + 1))


def _prime_length(case: Case, after: Aftermath, entry: Entry) -> int:
    """Of the best play with the named point, of the other the longest."""
    text = "".join("#" if after.row[point] > 1 else " " for point in range(2, 13))
    if after is case.best:
        before, behind = text[: entry.points[0] - 2], text[entry.points[0] - 2 :]
        return len(before) - len(before.rstrip("#")) + len(behind) - len(behind.lstrip("#"))
    return max(len(run) for run in text.split(" "))


def _percent(after: Aftermath, first: int, last: int) -> int:
    return round(100 * total(list(after.outcome)[first : last + 1]))


READ: Final[dict[str, Callable[[Case, Aftermath, Entry], int]]] = {
    "point": lambda case, after, entry: _made(after.row, 1, 6),
    "outpost": lambda case, after, entry: _made(after.row, 1, 6),
    "prime": _prime_length,
    "anchor": lambda case, after, entry: int(after.row[entry.points[0]] > 1),
    "hit": lambda case, after, entry: after.other[BAR] - case.before.other[BAR],
    "dead": lambda case, after, entry: (
        after.row[1] + max(after.row[2] - 2, 0) + max(after.row[3] - 3, 0)
    ),
    "stack": lambda case, after, entry: max(after.row[1:BAR]),
    "off": lambda case, after, entry: after.row[0],
    "gammons_won": lambda case, after, entry: _percent(after, 1, 2),
    "gammons_lost": lambda case, after, entry: _percent(after, 4, 5),
    "cube": lambda case, after, entry: _percent(after, 0, 2),
}
"""Numbers that are read from the board or the outcome."""


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


def _cube_elsewhere(case: Case, entry: Entry) -> bool:
    """At another depth, too, the cube adds to the difference."""
    depth = Depth.of(case.question, 1)
    found = answers.plays(case.question, depth)
    for each in (case.best, case.other):
        found = answers.with_play(case.question, depth, found, each.play)
    added = []
    for each in (case.best, case.other):
        same = next(e for e in found if e.play.position == each.position)
        added.append(same.equity - average(same.outcome, case.sight.worths))
    return added[0] > added[1]


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
    "outpost": _spread,
    "gammons_won": _without_gammons,
    "gammons_lost": _without_gammons,
    "cube": _cube_elsewhere,
    "passing": _deeper(Deed.PASS, fewer=True, own=False),
    "timing": _deeper(Deed.KEEP, fewer=False, own=True),
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
    Deed.PASS: "pass",
    Deed.KEEP: "keep",
}
"""Deeds in the words of the oracle."""
SECOND: Final = frozenset(
    (
        "shots",
        "double_hit",
        "point",
        "outpost",
        "prime",
        "hit",
        "dance",
        "anchor",
        "gammons_won",
        "gammons_lost",
    )
)
"""Kinds whose proof is another alteration; the others repeat theirs one ply deeper."""


# Rollouts -----------------------------------------------------------------------------------------

TRIALS: Final = 36
TRUNCATE: Final = 10
"""Plies of a trial; the net evaluates what is left, and luck is taken out."""


class _Rolled:
    """Looks at a case by rollouts: what is altered is proved as before, by other equities."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self.best, self.other = _After(self, case.best), _After(self, case.other)

    def __getattr__(self, name: str) -> object:
        return getattr(self._case, name)

    def equity(self, position: Position) -> float:
        """Of a position after the play, to the player."""
        variant = self._case.question.variant
        asked = Subject(position=variant.text(self._case.turned(position)))
        settings = RolloutSettings(trials=TRIALS, truncate=TRUNCATE)
        found = _roller(variant).roll_out([asked], settings)
        chances = Outcome(*(each.mean for each in found.lines[0].chances))
        return average(chances.flipped(), self._case.sight.worths)


class _After:
    """A play of it."""

    def __init__(self, rolled: _Rolled, after: Aftermath) -> None:
        self._after, self._rolled = after, rolled

    def __getattr__(self, name: str) -> object:
        return getattr(self._after, name)

    @property
    def equity(self) -> float:
        """By a rollout."""
        return self._rolled.equity(self._after.position)


@cache
def _roller(variant: Variant) -> Roller:
    return new_roller(variant, 1)


ROLLED_OUT: Final = ("shots", "double_hit", "point", "prime", "outpost", "hit", "dance", "anchor")
"""Kinds whose second alteration is a position that can be rolled out."""


def is_rolled_out(case: Case, entry: Entry) -> bool | None:
    """Does the second alteration say the same when it is rolled out?"""
    return PROOFS[entry.kind.name](cast("Case", _Rolled(case)), entry)
