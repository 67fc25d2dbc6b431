"""Why to double or not, why to take or pass: at most three sentences, seen by who decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.case import Sight
from fullprime.analysis.reasons.choosing import LEAST_LOSS, MOST
from fullprime.analysis.reasons.rolls import THROWS, Square, roll_maps, squares_of
from fullprime.analysis.reasons.words import Reason
from fullprime.engine.cube import CASH, CubeAction, CubeVerdict, cube_verdict
from fullprime.engine.cube_window import CubePoints
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import worths_of_the_other
from fullprime.position import Position
from fullprime.stakes import Stakes

MANY_LOSE: Final = 0.2
"""Of the 1,296 pairs of rolls: from here on market losers are a reason to double."""
FEW_LOSE: Final = 0.1
"""Below it their lack is a reason not to."""
FELT: Final = 0.1
"""The score is named where it moves an equity so far, or changes the action."""
CLEARLY: Final = 0.05
"""A double that is taken by mistake for this much is a clear pass."""
HALVINGS: Final = 30


class CubeCase(NamedTuple):
    """A decision about the cube: what was done and what is right."""

    question: Question
    """Seen by the side on roll, also where the other decides."""
    depth: Depth
    verdict: CubeVerdict
    kind: Literal["double", "take"]
    played: str
    best: str

    @property
    def win(self) -> float:
        """The chance of who decides."""
        win = self.verdict.outcome.win
        return win if self.kind == "double" else 1.0 - win


def cube_reasons(case: CubeCase, loss: float) -> tuple[Reason, ...]:
    """At most three; none where nothing proves itself."""
    engine = case.depth.engine
    told = loss >= LEAST_LOSS and not engine.own and not engine.level and not case.verdict.forbidden
    if not told or case.question.variant.can_be_drawn or not case.question.stakes.cube:
        return ()
    found: list[Reason] = []
    for reasons in (_window, _score, _market, _gammons, _race):
        found += reasons(case)
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


def cube_hint(question: Question, depth: Depth, verdict: CubeVerdict) -> tuple[Reason, ...]:
    """Why to double or not, before anyone has decided."""
    doubled = min(verdict.double_take, verdict.double_pass)
    best, played = ("double", "no double") if verdict.action.doubles else ("no double", "double")
    case = CubeCase(question, depth, verdict, "double", played, best)
    return cube_reasons(case, abs(doubled - verdict.no_double))


def take_hint(question: Question, depth: Depth, verdict: CubeVerdict) -> tuple[Reason, ...]:
    """The same for who has been doubled: why to take or to pass."""
    worths = verdict.answers
    best = "take" if worths["take"] > worths["pass"] else "pass"
    played = "pass" if best == "take" else "take"
    case = CubeCase(question, depth, verdict, "take", played, best)
    return cube_reasons(case, abs(worths["take"] - worths["pass"]))


def _said(kind: str, key: str, **args: Any) -> Reason:
    return Reason(sign="+", kind=kind, family="cube", key=key, args=args)


def _percent(*chances: float) -> list[int | float]:
    """Whole numbers, unless they would look the same."""
    whole = [round(100 * chance) for chance in chances]
    if len(set(whole)) == len(whole):
        return list(whole)
    return [round(100 * chance, 1) for chance in chances]


# The window ---------------------------------------------------------------------------------------


def _window(case: CubeCase) -> Iterator[Reason]:
    """The chance to win beside the point that decides; only where the two say what is right."""
    window = answers.window(case.question, case.depth, case.verdict)
    if window is None:
        return
    found = _double_point(case, window.effective) if case.kind == "double" else None
    if case.kind == "take" and window.effective.cash is not None:
        need = 1.0 - window.effective.cash
        if (case.best == "pass") == (case.win < need):
            key = "doubling.passes" if case.best == "pass" else "doubling.takes"
            found = key, "need", need
    if found:
        key, name, point = found
        win, beside = _percent(case.win, point)
        yield _said("window", key, **{"win": win, name: beside})


def _double_point(case: CubeCase, points: CubePoints) -> tuple[str, str, float] | None:
    """The key, the name of the point, and the point."""
    action, win = case.verdict.action, case.win
    if action.startswith("too good"):
        point = points.too_good
        return ("doubling.too_good", "point", point) if point and win >= point else None
    if case.best == "double":
        if points.cash is not None and win >= points.cash and not action.takes:
            return "doubling.cashes", "cash", points.cash
        point = points.double
        return ("doubling.doubles", "double", point) if point and win >= point else None
    point = points.double
    return ("doubling.early", "double", point) if point and win < point else None


# The market ---------------------------------------------------------------------------------------


class Market(NamedTuple):
    """What becomes of the market after both have rolled once."""

    share: float
    """Of the 1,296 pairs (own roll, reply), those after which a double is a pass."""
    squares: tuple[Square, ...]
    """Own throws after which it is for half of the replies or more."""


def market(question: Question, depth: Depth) -> Market | None:
    """Both play their best by the bare net; None where nothing is said in the game."""
    sight = Sight.of(question, depth)
    if sight is None:
        return None
    [mine] = roll_maps(sight.search, [question.position], sight.worths)
    variant = question.variant
    bare = depth.engine.evaluator(variant, 0)
    lost = {}
    for own in mine.rolls:
        if variant.end(own.best) is not None:
            lost[own.roll] = THROWS
            continue
        replier = variant.turned(own.best, own.roll)
        [replies] = roll_maps(sight.search, [replier], worths_of_the_other(sight.worths))
        lost[own.roll] = sum(
            reply.roll.weight
            for reply in replies.rolls
            if variant.end(reply.best) is None
            and _is_pass(bare, variant.turned(reply.best, reply.roll), question)
        )
    share = sum(roll.weight * count for roll, count in lost.items()) / THROWS**2
    return Market(share, squares_of(roll for roll, count in lost.items() if 2 * count >= THROWS))


def _is_pass(bare: Evaluator, position: Position, question: Question) -> bool:
    return not cube_verdict(bare, position, question.wager, question.turns).action.takes


def _market(case: CubeCase) -> Iterator[Reason]:
    if case.kind != "double" or case.verdict.action.startswith("too good"):
        return
    if case.verdict.double_take > CASH + CLEARLY:
        return  # the market is lost already
    found = market(case.question, case.depth)
    if found is None:
        return
    number = len(found.squares)
    if case.best == "double" and found.share >= MANY_LOSE and number:
        yield _counted("doubling.market", found)
    elif case.best == "no double" and found.share < FEW_LOSE:
        few = "doubling.market_few" if number > 1 else "doubling.market_one"
        yield _counted(few if number else "doubling.market_none", found)


def _counted(key: str, found: Market) -> Reason:
    said = _said("market", key, n=len(found.squares))
    return msgspec.structs.replace(said, rolls=(found.squares, ()))


# Gammons ------------------------------------------------------------------------------------------


def _gammons(case: CubeCase) -> Iterator[Reason]:
    """Where a pass is a take without them."""
    outcome, action = case.verdict.outcome, case.verdict.action
    if action.takes or action.startswith("too good") or not outcome.win:
        return
    limit = gammon_limit(case.question, case.depth, outcome)
    share = (outcome.wins_gammon + outcome.wins_backgammon) / outcome.win
    if limit is None or limit >= share:
        return
    mine, beside = _percent(share, limit)
    key = "doubling.gammons_cash" if case.kind == "double" else "doubling.gammons_pass"
    yield _said("gammons", key, share=mine, limit=beside)


def gammon_limit(question: Question, depth: Depth, outcome: Outcome) -> float | None:
    """Of the wins of the side on roll, the share of gammons from which on a double is a pass, at
    this chance to win; None: it is a pass without any, or a take with all."""
    life = depth.engine.evaluator(question.variant, depth.plies).life(question.position, outcome)
    cube = question.wager.cube

    def passes(share: float) -> bool:
        won = outcome.win * (1 - share), outcome.win * share, 0.0
        kept = cube.stakes.kept(Outcome(*won, *outcome[3:]), *life)
        return cube.stakes.taken(kept, cube.level) >= CASH

    least, most = 0.0, 1.0
    if passes(least) or not passes(most):
        return None
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        least, most = (least, middle) if passes(middle) else (middle, most)
    return most


# The score ----------------------------------------------------------------------------------------


def _score(case: CubeCase) -> Iterator[Reason]:
    """The same position for money: another action, or the same for another price."""
    question, here = case.question, case.verdict
    if question.stakes.away is None:
        return
    money = answers.cube(question._replace(stakes=for_money(question.stakes)), case.depth)
    if money.forbidden:
        return
    if _decides(case, money.action) != _decides(case, here.action):
        yield _said("score", "doubling.score", money=_named(money), here=_named(here))
    elif abs(moved := _gap(case, here) - _gap(case, money)) >= FELT:
        keys = _MOVED[case.kind]
        yield _said("score", keys[0] if moved > 0 else keys[1], points=round(abs(moved), 2))


_MOVED: Final = {
    "double": ("doubling.score_more", "doubling.score_less"),
    "take": ("doubling.take_more", "doubling.take_less"),
}
"""Where the decision brings more than for money, and where less."""


def for_money(stakes: Stakes) -> Stakes:
    """The same cube without a score."""
    return msgspec.structs.replace(stakes, away=None, crawford=False)


def _decides(case: CubeCase, action: CubeAction) -> bool:
    return action.doubles if case.kind == "double" else action.takes


def _gap(case: CubeCase, verdict: CubeVerdict) -> float:
    """What the decision is about."""
    if case.kind == "take":
        return verdict.double_pass - verdict.double_take
    return min(verdict.double_take, verdict.double_pass) - verdict.no_double


def _named(verdict: CubeVerdict) -> dict[str, str]:
    """The action, with the code by which pages find it in their language."""
    words = str(verdict.action)
    return {"code": f"advice.{words.replace(', ', '_').replace(' ', '_')}", "message": words}


# The race -----------------------------------------------------------------------------------------


def _race(case: CubeCase) -> Iterator[Reason]:
    if not case.question.position.is_race or case.question.variant.geometry != "contrary":
        return
    counts = answers.race(case.question)
    pips = case.question.position.pips
    mine, theirs = pips if case.kind == "double" else pips[::-1]
    key = "doubling.lead" if theirs >= mine else "doubling.trail"
    share = round(100 * abs(theirs - mine) / mine)
    yield _said("race", key, pips=abs(theirs - mine), share=share)
    if counts:
        own, other = counts if case.kind == "double" else counts[::-1]
        yield _said(
            "race",
            "doubling.wasted",
            mine=round(own.effective, 1),
            theirs=round(other.effective, 1),
        )
