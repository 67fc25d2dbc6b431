"""A report as JSON: the shape that other programs rely on, and more beside it."""

from __future__ import annotations

from typing import Any

import msgspec

from fullprime.analysis.question import Question
from fullprime.analysis.reasons import plans, reasons_json
from fullprime.analysis.review.rating import PlayerReport, Tally
from fullprime.analysis.review.report import GameReport, Report, RollLuck
from fullprime.analysis.review.verdict import Verdict
from fullprime.formats.as_json import fault_text
from fullprime.formats.ids import gnubg_id

Json = dict[str, Any]


def report_json(report: Report) -> Json:
    """What `fullprime analyze --json` prints."""
    return {
        "players": [_player_json(player) for player in report.players],
        "games": [_game_json(game) for game in report.games],
        "settings": report.settings,
        "faults": [{"line": fault.line, "text": fault_text(fault)} for fault in report.faults],
    }


def verdict_json(verdict: Verdict) -> Json:
    """One decision."""
    made = verdict.decision
    return {
        "turn": made.turn,
        "player": made.player,
        "kind": made.kind,
        "played": verdict.played,
        "best": verdict.best,
        "error": verdict.error,
        "luck": verdict.luck,
        "plies": verdict.plies,
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


def _game_json(game: GameReport) -> Json:
    return {
        "variant": game.variant,
        "score": list(game.score),
        "winner": game.winner,
        "points": game.points,
        "decisions": [verdict_json(verdict) for verdict in game.decisions],
        "rolls": [_roll_json(roll) for roll in game.rolls],
        "curve": msgspec.to_builtins(game.curve),
    }


def _roll_json(roll: RollLuck) -> Json:
    return {
        "turn": roll.thrown.turn,
        "player": roll.player,
        "dice": list(roll.thrown.roll),
        "luck": roll.luck,
    }
