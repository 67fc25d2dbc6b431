"""Answers as JSON: the shapes that every JSON interface of Fullprime uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fullprime.analysis.answers import Depth, Evaluation
from fullprime.analysis.maps import RollMap, ScoreMap, ScoreSquare
from fullprime.analysis.opening_book import Book, Candidate, Opened, game_at, play_of
from fullprime.analysis.opening_book import Line as BookLine
from fullprime.analysis.question import Question
from fullprime.engine.cube import CASH, CubeVerdict
from fullprime.engine.effective_pips import EffectiveCount
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.result_values import MONEY, average
from fullprime.engine.rollout_result import Line, RolledOut
from fullprime.errors import BadPlay
from fullprime.formats.stakes_fields import StakesFields
from fullprime.play import MOST_PLAYS, Play, wire_steps
from fullprime.stakes import Stakes
from fullprime.variant import Variant
from fullprime.why import Judgement

Json = dict[str, Any]
MOST_TO_SHOW: Final = 10_000
"""Plays beside the reason against another."""


def legal_json(question: Question, most: int = MOST_PLAYS) -> list[Json]:
    """The legal plays of the roll, one for each final position."""
    variant = question.variant
    if question.named or not question.names_doublet:
        return [play_json(variant, play) for play in question.plays(most)]
    return [
        play_json(variant, play) | {"named": doublet}
        for doublet, play in question.named_plays(most)
    ]


def play_json(variant: Variant, play: Play) -> Json:
    """Steps in own points, and the position they lead to, the mover still first."""
    return {"steps": wire_steps(play.steps), "position": variant.text(play.position)}


def depth_json(depth: Depth | Evaluation) -> Json:
    """How the numbers were found; `exact` only where they are."""
    exact = {"exact": True} if depth.exact else {}
    return {"plies": depth.plies, "cubeful": depth.cubeful} | exact


def evaluation_json(question: Question, found: Evaluation) -> Json:
    """What the position is worth."""
    drawn = question.variant.can_be_drawn
    worth: Json = {"equity": found.equity, "outcome": None if drawn else found.outcome}
    if drawn:  # six chances cannot express it
        worth["points"] = average(found.outcome, MONEY)
    return worth | depth_json(found)


def plays_json(question: Question, depth: Depth, found: Sequence[RankedPlay]) -> Json:
    """The plays, the best first."""
    variant, drawn = question.variant, question.variant.can_be_drawn
    names = question.names_doublet and not question.named
    checkers = variant.checkers
    plays: list[Json] = [
        {
            "steps": wire_steps(play.steps),
            "position": play.position.text(checkers),
            "equity": equity,
            "outcome": None if drawn else outcome,
            "plies": plies,
        }
        for play, outcome, equity, _, plies, *_ in found
    ]
    for play, candidate in zip(plays, found, strict=True) if names or drawn else ():
        play |= {"points": average(candidate.outcome, MONEY)} if drawn else {}
        play |= {"named": candidate.named} if names else {}
    return {"plays": plays} | depth_json(depth)


def cube_json(verdict: CubeVerdict) -> Json:
    """The three equities, and what both sides should do."""
    return {
        "no_double": verdict.no_double,
        "double_take": verdict.double_take,
        "double_pass": verdict.double_pass,
        "action": str(verdict.action),
    }


def roll_map_json(question: Question, found: RollMap) -> Json:
    """The mean of all rolls, and each of them with its best play."""
    return {
        "mean": found.mean,
        "rolls": [
            {
                "dice": list(each.roll),
                "weight": each.roll.weight,
                "play": each.play,
                **play_json(question.variant, each.best.play),
                "equity": each.equity,
                "luck": each.luck,
            }
            for each in found.squares
        ],
    }


def score_map_json(found: ScoreMap) -> Json:
    """The decision at every score, and for money."""
    return {
        "size": found.size,
        "money": _score_square_json(found.money),
        "scores": [
            {"away": each.score.away, "crawford": each.score.crawford} | _score_square_json(each)
            for each in found.squares
        ],
    }


def _score_square_json(square: ScoreSquare) -> Json:
    market = square.market
    return {
        "best": square.best,
        "equity": square.equity,
        "margin": square.margin,
        "market": None if market is None else market._asdict(),
    }


def book_json(found: Opened) -> Json:
    """The rolls that can be thrown there, and the candidates of the one that is looked at."""
    decision = found.decision
    return {
        "variant": found.variant.id,
        "first": decision.first if decision else None,
        "play": found.play or None,
        "reply": found.reply or None,
        "rolled_out": _made_json(found.book) if found.book else None,
        "decision": decision and _decision_json(found.variant, decision),
        "rolls": [_book_roll_json(found.variant, each) for each in found.rolls],
    }


def _made_json(book: Book) -> Json:
    """What the figures of a rollout follow from, besides the seed of each decision."""
    return {
        "net": book.net,
        "current": book.current,
        "pruner": book.pruner,
        "date": book.date,
        "truncate": book.truncate,
        "truncation_plies": book.truncation_plies,
    }


def _decision_json(variant: Variant, line: BookLine) -> Json:
    game = game_at(variant, line.first, line.play, line.reply)
    return _of_book(line) | {
        "position": variant.text(game.position),
        "seed": line.seed,
        "candidates": [
            _candidate_json(variant, line, each)
            | {"cubeless": each.cubeless, "outcome": each.chances}
            for each in line.candidates
        ],
    }


def _book_roll_json(variant: Variant, line: BookLine) -> Json:
    """In short: the best play, and how close the next is."""
    second = line.second
    return _of_book(line) | {
        "best": _candidate_json(variant, line, line.best),
        "second": second and _candidate_json(variant, line, second),
    }


def _of_book(line: BookLine) -> Json:
    roll = line.roll
    return {
        "roll": line.reply or line.first,
        "dice": list(roll),
        "weight": roll.weight,
        "plies": line.plies,
        "plays": line.plays,
    }


def _candidate_json(variant: Variant, line: BookLine, candidate: Candidate) -> Json:
    return {
        "play": candidate.play,
        **play_json(variant, play_of(variant, line, candidate)),
        "equity": candidate.equity,
        "error": line.loss(candidate),
        "trials": candidate.trials,
        "standard_error": candidate.standard_error,
        "joint_error": candidate.joint_error,
    }


def cube_answer_json(verdict: CubeVerdict, depth: Depth) -> Json:
    """The same, and how the numbers were found: with the cube, always."""
    found = depth_json(depth)
    del found["cubeful"]
    return cube_json(verdict) | found


def race_json(counts: Sequence[EffectiveCount] | None) -> Json:
    """One entry for the side on roll, one for the other; nothing unless both are at home."""
    if counts is None:
        return {}
    sides = [
        {
            "pips": count.pips,
            "wasted": round(count.wasted, 3),
            "effective": round(count.effective, 3),
            "rolls": round(count.rolls, 4),
        }
        for count in counts
    ]
    return {"race": sides}


def rollout_json(found: RolledOut) -> Json:
    """Means and standard errors, and what they follow from; candidates are listed."""
    settings = found.settings
    about: Json = {
        "trials": found.trials,
        "seed": settings.seed,
        "net": found.net,
        "plies": found.plies,
        "cubeful": settings.cubeful,
        "stopped": found.stopped,
    }
    if action := found.action:
        about |= {"double_pass": CASH, "action": str(action)}
    if [line.subject.name for line in found.lines] == [""]:
        return _line_json(found.lines[0]) | about
    return {
        "lines": [{"name": each.subject.name} | _line_json(each) for each in found.lines]
    } | about


def why_json(question: Question, judged: Judgement) -> Json:
    """Is a play legal? If not, the rule; and what would be, where that is not too long to list."""
    objection = judged.objection
    return {
        "legal": objection is None,
        "rule": objection.rule if objection else None,
        "reason": objection.reason if objection else None,
        "legal_plays": _plays_to_show(question),
    }


def _plays_to_show(question: Question) -> list[Json] | None:
    try:
        return legal_json(question, MOST_TO_SHOW)
    except BadPlay:
        return None


def perft_json(question: Question, depth: int) -> Json:
    """Counts of whole turns; depth one also has the counts by roll."""
    counts = question.variant.perft(question.position, depth)
    nodes: Json = {"nodes": sum(counts.values())}
    if depth == 1:
        nodes["by_roll"] = {f"{a}{b}": count for (a, b), count in counts.items()}
    return nodes


def stakes_json(stakes: Stakes) -> Json:
    """Seen by the side on roll, who has seat 0."""
    fields: Json = msgspec.to_builtins(StakesFields.of(stakes, seat=0))
    return fields


def _line_json(line: Line) -> Json:
    return {
        "equity": line.equity.mean,
        "outcome": line.outcome,
        "standard_errors": {
            "equity": line.equity.standard_error,
            "outcome": [tally.standard_error for tally in line.chances],
        },
    }
