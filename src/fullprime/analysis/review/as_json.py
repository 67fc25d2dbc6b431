"""A report as JSON: the shape that other programs rely on, and more beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fullprime.analysis.as_json import cube_json, rollout_json
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import plans, reasons_json
from fullprime.analysis.review.decisions import Kind
from fullprime.analysis.review.rating import PlayerReport, Tally
from fullprime.analysis.review.report import GameReport, Report, RollLuck
from fullprime.analysis.review.verdict import Verdict
from fullprime.engine.evaluator import RankedPlay
from fullprime.formats.as_json import fault_text
from fullprime.formats.ids import gnubg_id
from fullprime.play import wire_steps, write_named
from fullprime.summation import total
from fullprime.variant import Variant

CANDIDATES: Final = 8
"""Of a checker decision, beside the play that was made."""

Json = dict[str, Any]


def report_json(report: Report, *, detail: bool = False) -> Json:
    """What `fullprime analyze --json` prints; with `detail` also what else could have been played,
    which a page shows beside the board."""
    return {
        "players": [_player_json(player) for player in report.players],
        "games": [_game_json(game, detail) for game in report.games],
        "settings": report.settings,
        "faults": [{"line": fault.line, "text": fault_text(fault)} for fault in report.faults],
    }


def verdict_json(verdict: Verdict, *, detail: bool = False) -> Json:
    """One decision."""
    made = verdict.decision
    told = {
        "turn": made.turn,
        "player": made.player,
        "kind": made.kind,
        "played": verdict.played,
        "best": verdict.best,
        "error": verdict.error,
        "luck": verdict.luck,
        "plies": verdict.plies,
        "rollout": rollout_json(verdict.rollout) if verdict.rollout else None,
        "action": made.action,
        "counts": verdict.counts,
        "size": verdict.size,
        "equity": verdict.equity,
        "chance": verdict.chance,
        "mwc_error": verdict.mwc_error,
        "position": _board(made.question),
        "dice": list(made.question.roll) if made.question.roll else None,
        "reasons": reasons_json(verdict.reasons),
        "plans": _plans(verdict),
    }
    return told | _detail(verdict) if detail else told


def _detail(verdict: Verdict) -> Json:
    """The candidates, the best first and at last the play that was made; or the cube. And the
    whole rollout, as `fullprime rollout --save` writes it."""
    rolled = {"rolled_out": msgspec.to_builtins(verdict.rollout)} if verdict.rollout else {}
    if verdict.cube is not None:
        return {"cube": cube_json(verdict.cube), **rolled}
    shown, at = list(verdict.candidates[:CANDIDATES]), verdict.at
    if at is not None and at >= len(shown):
        shown.append(verdict.candidates[at])
        at = len(shown) - 1
    variant = verdict.decision.question.variant
    return {"candidates": [_candidate_json(variant, each) for each in shown], "at": at, **rolled}


def _candidate_json(variant: Variant, found: RankedPlay) -> Json:
    """In the words of `plays_json`."""
    return {
        "play": write_named(found.play, found.named),
        "equity": found.equity,
        "error": found.error,
        "plies": found.plies,
        "outcome": None if variant.can_be_drawn else found.outcome,
        "steps": wire_steps(found.play.steps),
        "position": variant.text(found.play.position),
    }


def summary_json(report: Report) -> list[Json]:
    """Of each player the few figures that lists show, and what they can be added up by."""
    return [_in_short(report, seat) for seat in range(len(report.players))]


def _in_short(report: Report, seat: int) -> Json:
    player = report.players[seat]
    mine = [each for each in report.verdicts if each.decision.player == seat]
    return {
        "name": player.name,
        "pr": player.pr,
        "interval": player.interval,
        "decisions": player.decisions,
        "luck": player.luck,
        "luck_adjusted": player.luck_adjusted,
        "doubtful": player.doubtful,
        "errors": player.errors,
        "blunders": player.blunders,
        "worst": _worst_json(worst_of(report, seat)),
        "kinds": {
            "checker": _sums_json(mine, "checker"),
            "doubling": _sums_json(mine, "double"),
            "taking": _sums_json(mine, "take"),
        },
    }


def worst_of(report: Report, seat: int) -> Verdict | None:
    """The most expensive error of a player; None: nothing that is worth a word."""
    return next((each for each in report.errors if each.decision.player == seat), None)


def _worst_json(worst: Verdict | None) -> Json | None:
    if worst is None:
        return None
    made = worst.decision
    told = {
        "played": worst.played,
        "best": worst.best,
        "error": worst.error,
        "size": worst.size,
        "kind": made.kind,
        "game": made.game,
        "turn": made.turn,
        "action": made.action,
        "dice": list(made.question.roll) if made.question.roll else None,
        "reasons": reasons_json(worst.reasons),
    }
    if made.play is None:
        return told
    best = worst.candidates[0].play
    return told | {"steps": wire_steps(made.play.steps), "best_steps": wire_steps(best.steps)}


def _sums_json(mine: Sequence[Verdict], kind: Kind) -> Json:
    """By which the PR and the interval of several matches can be computed."""
    found = [each.error for each in mine if each.counts and each.decision.kind == kind]
    squares = total(error * error for error in found)
    return {"count": len(found), "error": total(found), "squares": squares}


def _plans(verdict: Verdict) -> list[str | None]:
    """The game plans of who decides and of the opponent, by name."""
    made = verdict.decision
    mine, theirs = plans(made.question.variant, made.question.position)
    return [theirs, mine] if made.kind == "take" else [mine, theirs]


def _board(question: Question) -> str:
    """As `show` writes it: a GNU position id, or position text where the game has none; seen by
    the side on roll."""
    return gnubg_id(question.position) or question.variant.text(question.position)


def _player_json(player: PlayerReport) -> Json:
    return {
        "name": player.name,
        "pr": player.pr,
        "interval": player.interval,
        "decisions": player.decisions,
        "checker": _tally_json(player.checker),
        "doubling": _tally_json(player.doubling),
        "taking": _tally_json(player.taking),
        "luck": player.luck,
        "luck_value": player.luck_value,
        "result": player.result,
        "luck_adjusted": player.luck_adjusted,
        "snowie": player.snowie,
        "gnu": player.gnu,
        "doubtful": player.doubtful,
        "errors": player.errors,
        "blunders": player.blunders,
    }


def _tally_json(tally: Tally) -> Json:
    return {"error": tally.error, "count": tally.count}


def _game_json(game: GameReport, detail: bool) -> Json:
    return {
        "variant": game.variant,
        "score": list(game.score),
        "winner": game.winner,
        "points": game.points,
        "decisions": [verdict_json(verdict, detail=detail) for verdict in game.decisions],
        "rolls": [_roll_json(roll) for roll in game.rolls],
        "curve": msgspec.to_builtins(game.curve),
    }


def _roll_json(roll: RollLuck) -> Json:
    return {
        "turn": roll.thrown.turn,
        "player": roll.player,
        "action": roll.thrown.action,
        "dice": list(roll.thrown.roll),
        "luck": roll.luck,
    }
