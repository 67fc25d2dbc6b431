"""Second opinions on reasons: the counts by the slow oracle of the tests, and another alteration of
the position than the one that the reason was chosen by."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, cast

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.reasons import altered, board
from fullprime.analysis.reasons.case import Aftermath, Case
from fullprime.analysis.reasons.rolls import Deed, RollSeen
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

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from deeds_oracle import deeds, recount
from oracle import Board

# Counting once more -------------------------------------------------------------------------------


def board_of(position: Position) -> Board:
    """As the oracle sees it."""
    return Board(tuple(position.mover), tuple(position.other))


DEEDS: Final = {
    "shots": Deed.HIT,
    "double_hit": Deed.TWO_HITS,
    "duplicate": Deed.HELP,
    "contain": Deed.ESCAPE,
    "passing": Deed.PASS,
    "their_point": Deed.POINT,
}
"""Kinds about the opponent's roll, and what they forbid, if it is not FORBIDDEN instead."""
FORBIDDEN: Final = {"double_hit": Deed.HIT}
DEEDS_NEXT: Final = {
    "build": Deed.POINT,
    "cover": Deed.COVER,
    "attack": Deed.HIT,
    "diverse": Deed.HELP,
    "escape": Deed.ESCAPE,
    "anchor_next": Deed.ANCHOR,
    "safe_next": Deed.TIDY,
    "timing": Deed.KEEP,
}
"""Kinds about one's own next roll, after the opponent's best replies."""
WORDS: Final = {
    Deed.HIT: "hit",
    Deed.TWO_HITS: "two hits",
    Deed.ESCAPE: "escape",
    Deed.POINT: "point",
    Deed.ANCHOR: "anchor",
    Deed.COVER: "cover",
    Deed.STAY_OUT: "stay out",
    Deed.HELP: "help",
    Deed.TIDY: "tidy",
    Deed.PASS: "pass",
    Deed.KEEP: "keep",
}
"""Deeds in the words of the oracle."""
SLOWLY_COUNTED: Final = frozenset((*DEEDS_NEXT, "return"))


def is_recounted(case: Case, entry: Entry) -> bool:
    """Do both numbers come out again?"""
    name, counted = entry.kind.name, DEEDS | {"closed": Deed.STAY_OUT}
    if name in counted:
        word = WORDS[counted[name]]
        numbers = [_their_count(case, each, word) for each in (case.best, case.other)]
    elif name in DEEDS_NEXT:
        word = WORDS[DEEDS_NEXT[name]]
        numbers = [_next_count(case, each, word) for each in (case.best, case.other)]
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
        safe = altered.without_blots(each.position)
        if safe is None:
            return None
        gained.append(case.equity(safe) - each.equity)
    return gained[1] > gained[0]


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
    return total(
        each.weight * _leaf_cost(case, each.mover, each.seen, deed, each.worths)
        for each in _turns(case, after, own, hit)
    )


class _Turn(NamedTuple):
    """A roll of who is meant, with the part that it has of all."""

    weight: float
    mover: Position
    seen: RollSeen
    worths: tuple[float, ...]


def _turns(case: Case, after: Aftermath, own: bool, hit: bool = False) -> Iterator[_Turn]:
    """The opponent's rolls, or one's own after their replies; `hit`: after those that hit."""
    rolls = after.rolls.theirs.rolls
    if not own:
        mover, theirs = case.turned(after.position), worths_of_the_other(case.sight.worths)
        yield from (_Turn(each.roll.weight / 36, mover, each, theirs) for each in rolls)
        return
    pairs = after.rolls.next.after_hits() if hit else after.rolls.next
    for reply, own_map in pairs.replies:
        mover = case.question.variant.turned(reply.best, reply.roll)
        for each in own_map.rolls:
            weight = reply.roll.weight * each.roll.weight / 1296
            yield _Turn(weight, mover, each, case.sight.worths)


def _leaf_cost(
    case: Case, mover: Position, seen: RollSeen, deed: Deed, worths: tuple[float, ...]
) -> float:
    leaves = _leaves(case, mover, seen, deed, worths)
    if leaves is None:
        return 0.0
    search = evaluator_for(case.question.variant, 1)
    flipped = worths_of_the_other(worths)
    done, not_done = search.evaluate_for([each.flipped() for each in leaves], flipped)
    return average(done.flipped(), worths) - average(not_done.flipped(), worths)


def _leaves(
    case: Case, mover: Position, seen: RollSeen, deed: Deed, worths: tuple[float, ...]
) -> tuple[Position, Position] | None:
    """After the best turn and after the best that does not do it, the roller still first; None:
    it costs nothing."""
    if not seen.cost(deed):
        return None
    variant, before, forbidden = case.question.variant, board_of(mover), WORDS[deed]
    turns = [play.position for play in legal_plays(variant, mover, seen.roll)]
    bare = evaluator_for(variant, 0)
    found = bare.evaluate_for([each.flipped() for each in turns], worths_of_the_other(worths))
    ranked = sorted(
        zip(found, turns, strict=True), key=lambda pair: -average(pair[0].flipped(), worths)
    )
    best = next(turn for _, turn in ranked if forbidden not in deeds(before, board_of(turn)))
    leaves = seen.best, best
    return None if any(variant.end(leaf) is not None for leaf in leaves) else leaves


PROOFS: Final[dict[str, Callable[[Case, Entry], bool | None]]] = {
    "shots": _deeper(Deed.HIT, fewer=True, own=False),
    "double_hit": _deeper(Deed.HIT, fewer=True, own=False),
    "point": _spread,
    "prime": _spread,
    "hit": _entered,
    "closed": _spread,
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
SECOND: Final = frozenset(
    (
        "point",
        "outpost",
        "prime",
        "hit",
        "closed",
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
LEAVES: Final = 8
"""Of the rolls on which something is forbidden, so many are drawn, the more it costs by the bare
net the more often."""
LEAF_TRIALS: Final = 12
"""Of the turn that does it and of the best that does not, each."""
LEAF_TRUNCATE: Final = 6


class _Rolled:
    """Looks at a case by rollouts: what is altered is proved as before, by other equities."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._known: dict[Position, Outcome] = {}
        self.best, self.other = _After(self, case.best), _After(self, case.other)

    def __getattr__(self, name: str) -> object:
        return getattr(self._case, name)

    def outcome(self, position: Position) -> Outcome:
        """Of a position after the play, to the player."""
        if position not in self._known:
            mover = self._case.turned(position)
            variant = self._case.question.variant
            [found] = _rolled_outcomes(variant, [mover], TRIALS, TRUNCATE)
            self._known[position] = found.flipped()
        return self._known[position]

    def equity(self, position: Position) -> float:
        """The same as a number."""
        return average(self.outcome(position), self._case.sight.worths)


class _After:
    """A play of it."""

    def __init__(self, rolled: _Rolled, after: Aftermath) -> None:
        self._after, self._rolled = after, rolled

    def __getattr__(self, name: str) -> object:
        return getattr(self._after, name)

    @property
    def outcome(self) -> Outcome:
        """By a rollout."""
        return self._rolled.outcome(self._after.position)

    @property
    def equity(self) -> float:
        """By the same."""
        return self._rolled.equity(self._after.position)


def _rolled_outcomes(
    variant: Variant, movers: Sequence[Position], trials: int, truncate: int
) -> list[Outcome]:
    """To who moves."""
    asked = [Subject(position=variant.text(each)) for each in movers]
    found = _roller(variant).roll_out(asked, RolloutSettings(trials=trials, truncate=truncate))
    return [Outcome(*(each.mean for each in line.chances)) for line in found.lines]


@cache
def _roller(variant: Variant) -> Roller:
    return new_roller(variant, 1)


def _rolled_forbidden(
    deed: Deed, *, fewer: bool, own: bool, hit: bool = False
) -> Callable[[Case, Entry], bool]:
    """The same thing forbidden, on rolls that are drawn, with leaves rolled out."""

    def proof(case: Case, entry: Entry) -> bool:
        costs = [_drawn_cost(case, each, deed, own, hit) for each in (case.best, case.other)]
        return costs[0] < costs[1] if fewer else costs[0] > costs[1]

    return proof


def _drawn_cost(case: Case, after: Aftermath, deed: Deed, own: bool, hit: bool) -> float:
    """By the bare net, times what rollouts find of it on the rolls that are drawn."""
    turns = [each for each in _turns(case, after, own, hit) if each.seen.cost(deed) > 0]
    costs = [each.weight * each.seen.cost(deed) for each in turns]
    if not turns:
        return 0.0
    variant = case.question.variant
    drawn = random.Random(variant.text(after.position)).choices(turns, costs, k=LEAVES)
    pairs = [_leaves(case, each.mover, each.seen, deed, each.worths) for each in drawn]
    leaves = [leaf.flipped() for pair in pairs if pair for leaf in pair]
    outcomes = iter(_rolled_outcomes(variant, leaves, LEAF_TRIALS, LEAF_TRUNCATE) if leaves else [])
    parts = []
    for turn, pair in zip(drawn, pairs, strict=True):
        if pair:
            done, not_done = (average(next(outcomes).flipped(), turn.worths) for _ in range(2))
            parts.append((done - not_done) / turn.seen.cost(deed))
    return total(costs) * total(parts) / LEAVES


def _rolled_altered(
    alter: Callable[[Position, Entry], Position | None],
) -> Callable[[Case, Entry], bool | None]:
    """The same alteration of the other play: it must gain."""

    def proof(case: Case, entry: Entry) -> bool | None:
        better = alter(case.other.position, entry)
        return None if better is None else case.equity(better) > case.other.equity

    return proof


ROLLOUTS: Final[dict[str, Callable[[Case, Entry], bool | None]]] = {
    **{name: PROOFS[name] for name in sorted(SECOND)},
    "shots": _blots_safe,
    "double_hit": _blots_safe,
    "dead": _rolled_altered(lambda position, _: altered.with_one_alive(position)),
    "stack": _rolled_altered(lambda position, e: altered.with_smaller_stack(position, e.points[0])),
    "return": _rolled_forbidden(Deed.HIT, fewer=False, own=True, hit=True),
    **{
        name: _rolled_forbidden(DEEDS[name], fewer=True, own=False)
        for name in ("duplicate", "contain", "passing", "their_point")
    },
    **{name: _rolled_forbidden(deed, fewer=False, own=True) for name, deed in DEEDS_NEXT.items()},
}
"""By kind; those of the cube and of races are left to the table and the net."""


def is_rolled_out(case: Case, entry: Entry) -> bool | None:
    """Does the second look say the same when it is rolled out?"""
    return ROLLOUTS[entry.kind.name](cast("Case", _Rolled(case)), entry)
