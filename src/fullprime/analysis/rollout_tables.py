"""Rollouts as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from fullprime.engine.cube import CASH
from fullprime.engine.rollout import Progress
from fullprime.engine.rollout_result import Line, Phase, RolledOut, RolloutSettings, Stopped

_HEAD = "   Equity    S.E.   Win %  Gammon    BG  Lose G    BG"
_MARGIN = 2
"""Blanks before the first column, needed only behind a name."""
_BAR = 24
_STOPPED: dict[Stopped, str] = {
    "trials": "",
    "standard error": ". Target standard error reached.",
    "confidence": ". Target confidence reached.",
    "cancelled": ". Stopped early.",
}


def rollout_lines(found: RolledOut) -> list[str]:
    """The lines, the best first, and what they follow from."""
    lines = sorted(found.lines, key=lambda line: -line.equity.mean)
    names = [_cube_words(line.subject.name, found) for line in lines]
    width = max(map(len, names))
    rows = zip(names, map(_cells, lines), strict=True)
    shown = [" " * width + _HEAD, *(name.ljust(width) + cells for name, cells in rows)]
    if not width:
        shown = [text[_MARGIN:] for text in shown]
    return [*shown, *_verdict(found), _settings(found)]


def _cube_words(text: str, found: RolledOut) -> str:
    """The owner of the cube redoubles."""
    return text.replace("double", "redouble") if found.terms.holder == "mine" else text


def _cells(line: Line) -> str:
    """Chances as players write them: gammons are all that count two or more. Taking luck off may
    leave a chance a little below nothing."""
    w, g, b, _, lost_g, lost_b = line.outcome
    chances = (w + g + b, g + b, b, lost_g + lost_b, lost_b)
    shown = [f"{100.0 * max(0.0, chance):.1f}" for chance in chances]
    error = line.equity.standard_error
    equity = f"{line.equity.mean:+9.4f}  {'-' if error == inf else f'{error:.4f}':>6}"
    return f"{equity}  {shown[0]:>6}  {shown[1]:>6}  {shown[2]:>4}  {shown[3]:>6}  {shown[4]:>4}"


def _verdict(found: RolledOut) -> list[str]:
    if action := found.action:
        shown = f"double, pass{CASH:+9.4f}", f"Best cube action: {action}"
        return [_cube_words(line, found) for line in shown]
    if len(found.lines) == 1 or found.trials == 1:
        return []
    if found.confidence == inf:
        return ["The lead of the best is the same in every trial."]
    return [f"The best leads by {found.confidence:.1f} joint standard errors."]


def _settings(found: RolledOut) -> str:
    settings = found.settings
    shown = [
        _counted(found.trials, "trial", "trials"),
        f"seed {settings.seed}",
        _plies(settings.phases),
        *_truncation(settings),
        "cubeful" if settings.cubeful else "cubeless",
        *([] if settings.variance_reduction else ["without variance reduction"]),
    ]
    return ", ".join(shown) + _STOPPED[found.stopped]


def _truncation(settings: RolloutSettings) -> list[str]:
    if settings.truncate is None:
        return []
    shown = [f"truncated after {_counted(settings.truncate, 'ply', 'plies')}"]
    if settings.truncation_plies:
        shown.append(f"evaluated at {settings.truncation_plies}-ply")
    return shown


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _plies(phases: Sequence[Phase]) -> str:
    first, *later = phases or (Phase(from_ply=0, plies=0),)
    if first.from_ply:
        first, later = Phase(from_ply=0, plies=0), list(phases)
    changes = (f"{phase.plies}-ply from ply {phase.from_ply}" for phase in later)
    return ", ".join((f"{first.plies}-ply", *changes))


# On the way -------------------------------------------------------------------------------------


def progress_line(progress: Progress, width: int) -> str:
    """How far a rollout is: a bar where there is room for one, trials, rate and time left."""
    shown = (
        f"{progress.trials} of {progress.expected} trials, {progress.rate:.0f} a second, "
        f"{duration(progress.seconds_left)} left"
    )
    return filled_bar(progress.trials / progress.expected, shown, width)


def filled_bar(share: float, shown: str, width: int) -> str:
    """A text behind a bar, where there is room for one.

    >>> filled_bar(0.25, "a quarter", 40)
    '[######..................] a quarter'
    """
    if len(shown) + _BAR + 3 > width:
        return shown[:width]
    done = int(_BAR * share)
    return f"[{'#' * done}{'.' * (_BAR - done)}] {shown}"


def duration(seconds: float) -> str:
    """As people say it.

    >>> duration(8.4), duration(125), duration(7500)
    ('8 s', '2 min 5 s', '2 h 5 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
