"""A report for people: a table of both players, and the errors, the most expensive first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from fullprime.analysis.review.rating import PlayerReport, Tally
from fullprime.analysis.review.report import Report
from fullprime.analysis.review.verdict import Verdict
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.errors import plain
from fullprime.formats.as_json import fault_text

MOST_ERRORS: Final = 20
"""In a list, unless more are wanted."""
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
    table_name = settings["match_equity"]
    return "; ".join([*games, *([f"match equity {table_name}"] if table_name else [])])


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
    return f"{max(roll)}-{min(roll)}" if roll else ""


def _chances(errors: Sequence[Verdict]) -> list[Column]:
    """As chances to win the match, where there is one."""
    lost = [each.mwc_error for each in errors]
    if all(each is None for each in lost):
        return []
    return [Column("Match", ["" if each is None else f"{100 * each:.2f} %" for each in lost], 1)]


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
