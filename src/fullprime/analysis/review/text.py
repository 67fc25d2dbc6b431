"""A report for people: a table of both players, and the errors, the most expensive first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from fullprime.analysis.review.rating import PlayerReport, Tally
from fullprime.analysis.review.report import Report
from fullprime.analysis.review.verdict import Verdict
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.dice import Roll
from fullprime.engine.rollout_result import RolledOut
from fullprime.errors import plain
from fullprime.formats.as_json import fault_text
from fullprime.summation import total

MOST_ERRORS: Final = 20
"""In a list, unless more are wanted."""
MOST_ROLLS: Final = 10
NOTHING: Final = "-"
INDENT: Final = " " * 12
SIGNS: Final = {"+": "+", "-": "\N{MINUS SIGN}"}
"""Before what is said about the best play, and about the one that was played."""
Shown = Callable[[PlayerReport], str]


def report_lines(
    report: Report,
    *,
    me: int | None = None,
    most: int | None = MOST_ERRORS,
    width: int = WIDEST,
) -> list[str]:
    """The whole report; `me`: the seat whose errors are listed, both if None."""
    errors = [each for each in report.errors if me is None or each.decision.player == me]
    return [
        settings_line(report),
        "",
        *player_lines(report, width),
        "",
        *error_lines(report, errors[:most], width),
        *_left_out(len(errors), most),
        *_faults(report),
    ]


def settings_line(report: Report) -> str:
    """How the figures were found: of each game the depth and what evaluates it."""
    settings = report.settings
    games = [
        f"{name}: {settings['depths'][name]}-ply, {evaluator}"
        for name, evaluator in settings["evaluators"].items()
    ]
    close, table_name = settings["close"], settings["match_equity"]
    more = [f"close decisions {close['plies']}-ply"] if close else []
    return "; ".join([*games, *more, *([f"match equity {table_name}"] if table_name else [])])


# Players ------------------------------------------------------------------------------------------


def player_lines(report: Report, width: int = WIDEST) -> list[str]:
    """Both players, side by side."""
    return table(player_columns(report), width)


def player_columns(report: Report) -> list[Column]:
    """What is measured, and a column for each player."""
    rows: dict[str, Shown] = {
        "PR": _pr,
        "Decisions": lambda player: str(player.decisions),
        "Checker play": lambda player: _tally(player.checker),
        "Doubling": lambda player: _tally(player.doubling),
        "Taking": lambda player: _tally(player.taking),
        "Doubtful": lambda player: str(player.doubtful),
        "Errors": lambda player: str(player.errors),
        "Blunders": lambda player: str(player.blunders),
        "Snowie rate": lambda player: _rate(player.snowie),
        "GNU rate": lambda player: _rate(player.gnu),
        "Luck": lambda player: f"{player.luck:+.3f}",
        "Result": lambda player: f"{player.result:+.3f}",
        "Luck-adjusted": lambda player: f"{player.luck_adjusted:+.3f}",
    }
    return [
        Column("", list(rows), left=True),
        *(
            Column(plain(player.name), [shown(player) for shown in rows.values()])
            for player in report.players
        ),
    ]


def _pr(player: PlayerReport) -> str:
    if player.pr is None:
        return NOTHING
    interval = "" if player.interval is None else f" \N{PLUS-MINUS SIGN}{player.interval:.1f}"
    return f"{player.pr:.2f}{interval}"


def _tally(tally: Tally) -> str:
    return f"{tally.error:.3f} in {tally.count}" if tally.count else NOTHING


def _rate(rate: float | None) -> str:
    return NOTHING if rate is None else f"{rate:.2f}"


# Luck ---------------------------------------------------------------------------------------------


def luck_lines(report: Report, most: int | None = MOST_ROLLS, width: int = WIDEST) -> list[str]:
    """The luck of either player, game by game, and the rolls that mattered most; all of them in the
    order of the match where `most` is None."""
    known = [each for each in report.rolls if each.luck is not None]
    if not report.rolls:
        return ["No rolls."]
    if not known:
        return ["Luck is not measured in this game: a roll is played in stages."]
    names = [plain(player.name) for player in report.players]
    games = range(1, len(report.games) + 1)
    heads = [*map(str, games), "All"] if len(games) > 1 else ["1"]
    columns = [
        Column("Luck in game", heads, left=True),
        *(Column(name, _luck_by_game(report, seat)) for seat, name in enumerate(names)),
    ]
    shown = known if most is None else sorted(known, key=lambda each: -abs(each.luck or 0.0))[:most]
    rolls = [
        Column("Game", [str(each.thrown.game + 1) for each in shown]),
        Column("Turn", [str(each.thrown.turn) for each in shown]),
        Column("Player", [names[each.player] for each in shown], left=True),
        Column("Dice", [_roll_text(each.thrown.roll) for each in shown]),
        Column("Luck", [f"{each.luck:+.3f}" for each in shown]),
    ]
    return [*table(columns, width), "", *table(rolls, width)]


def _luck_by_game(report: Report, seat: int) -> list[str]:
    sums = [
        total(each.luck or 0.0 for each in game.rolls if each.player == seat)
        for game in report.games
    ]
    all_of_them = [total(sums)] if len(sums) > 1 else []
    return [f"{luck:+.3f}" for luck in (*sums, *all_of_them)]


# Errors -------------------------------------------------------------------------------------------


def error_lines(report: Report, errors: Sequence[Verdict], width: int = WIDEST) -> list[str]:
    """A line each; turns are counted from 1 in each game."""
    if not errors:
        return [none_found(report)]
    head, *lines = table(error_columns(report, errors), width)
    return [head, *_with_reasons(lines, errors, width)]


def none_found(report: Report) -> str:
    """Where there is no error to list."""
    return "No errors." if report.verdicts else "Nothing to review."


def error_columns(report: Report, errors: Sequence[Verdict]) -> list[Column]:
    """When, who, what they did and what was better, and what it cost."""
    names = [plain(player.name) for player in report.players]
    made = [each.decision for each in errors]
    return [
        Column("Game", [str(each.game + 1) for each in made]),
        Column("Turn", [str(each.turn) for each in made]),
        Column("Player", [names[each.player] for each in made], left=True),
        Column("Dice", [dice_text(each) for each in errors]),
        Column("Played", [each.played for each in errors], left=True),
        Column("Best", [each.best for each in errors], left=True),
        Column("Error", [f"{each.error:.3f}" for each in errors]),
        *_chances(errors),
        *_depths(report, errors),
        Column("", [each.size or "" for each in errors], 2, left=True),
    ]


def _with_reasons(lines: Sequence[str], errors: Sequence[Verdict], width: int) -> Iterator[str]:
    """Under each error why the best was better."""
    for line, error in zip(lines, errors, strict=True):
        yield line
        for reason in error.reasons:
            first = f"{INDENT}{SIGNS[reason.sign]} "
            yield from wrap(
                reason.text, width, initial_indent=first, subsequent_indent=" " * len(first)
            )


def dice_text(verdict: Verdict) -> str:
    """The larger number first; nothing before a roll."""
    roll = verdict.decision.question.roll
    return _roll_text(roll) if roll else ""


def _roll_text(roll: Roll) -> str:
    return f"{max(roll)}-{min(roll)}"


def _chances(errors: Sequence[Verdict]) -> list[Column]:
    """As chances to win the match, where there is one."""
    lost = [each.mwc_error for each in errors]
    if all(each is None for each in lost):
        return []
    return [Column("Match", ["" if each is None else f"{100 * each:.2f} %" for each in lost], 1)]


def _depths(report: Report, errors: Sequence[Verdict]) -> list[Column]:
    """How each was found, where not all were found alike."""
    if len({depth_text(each) for each in report.verdicts}) < 2:
        return []
    return [Column("By", [depth_text(each) for each in errors], 1, left=True)]


def depth_text(verdict: Verdict) -> str:
    """How far ahead it was evaluated, or that it was rolled out."""
    return "rollout" if verdict.rollout else f"{verdict.plies}-ply"


def rollout_text(found: RolledOut) -> str:
    """By how many trials a verdict was found, and how sure they are."""
    widest = max(line.equity.standard_error for line in found.lines)
    depth = f"{found.plies}-ply, seed {found.settings.seed}"
    return f"Rolled out: {found.trials:,} trials, {depth}, standard error up to {widest:.3f}."


def _left_out(found: int, most: int | None) -> list[str]:
    return [f"and {found - most} more"] if most is not None and found > most else []


def _faults(report: Report) -> list[str]:
    if not report.faults:
        return []
    lines = (
        f"  line {fault.line}: {plain(fault_text(fault))}"
        if fault.line
        else f"  {plain(fault_text(fault))}"
        for fault in report.faults
    )
    return ["", "Faults of the file:", *lines]
