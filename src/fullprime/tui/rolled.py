"""What rollouts have found, as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from fullprime.engine.cube import CASH, CubeAction, action_for
from fullprime.engine.rollout import Progress
from fullprime.engine.rollout_result import Line, Phase, RolledOut, RolloutSettings, Stopped

_HEAD = "   equity    s.e.   win %  gammon    bg  lose g    bg"
_MARGIN = 2
"""Blanks before the first column, needed only behind a name."""
_BAR = 24
_STOPPED: dict[Stopped, str] = {
    "trials": "",
    "standard error": " (stopped: the standard error is as small)",
    "confidence": " (stopped: the best is known)",
    "cancelled": " (stopped by hand)",
}


def rollout_lines(found: RolledOut) -> list[str]:
    """The lines, the best first, and what they follow from."""
    lines = sorted(found.lines, key=lambda line: -line.equity.mean)
    names = [_cube_words(line.subject.name, found) for line in lines]
    width = max(map(len, names))
    rows = zip(names, map(_cells, lines), strict=True)
    told = [" " * width + _HEAD, *(name.ljust(width) + cells for name, cells in rows)]
    if not width:
        told = [text[_MARGIN:] for text in told]
    return [*told, *_verdict(found), _settings(found)]


def found_action(found: RolledOut) -> CubeAction | None:
    """What to do with the cube; None if it was not asked."""
    if not any(line.subject.doubled for line in found.lines):
        return None
    kept, taken = (line.equity.mean for line in found.lines)
    stakes = found.terms.played_for
    beavers = stakes is not None and stakes.animals > 0 and stakes.away is None and taken < 0
    return action_for(kept, 2 * taken if beavers else taken, beavers)


def _cube_words(text: str, found: RolledOut) -> str:
    """Who owns the cube redoubles."""
    return text.replace("double", "redouble") if found.terms.holder == "mine" else text


def _cells(line: Line) -> str:
    """Chances as players tell them: gammons are all that count two or more. Taking luck off may
    leave a chance a little below nothing."""
    w, g, b, _, lost_g, lost_b = line.outcome
    chances = (w + g + b, g + b, b, lost_g + lost_b, lost_b)
    told = [f"{100.0 * max(0.0, chance):.1f}" for chance in chances]
    error = line.equity.standard_error
    equity = f"{line.equity.mean:+9.4f}  {'-' if error == inf else f'{error:.4f}':>6}"
    return f"{equity}  {told[0]:>6}  {told[1]:>6}  {told[2]:>4}  {told[3]:>6}  {told[4]:>4}"


def _verdict(found: RolledOut) -> list[str]:
    if action := found_action(found):
        return [_cube_words(f"double, pass {CASH:+.4f}: {action}", found)]
    if len(found.lines) == 1 or found.trials == 1:
        return []
    if found.confidence == inf:
        return ["The lead of the best is the same in every trial."]
    return [f"The best leads by {found.confidence:.1f} joint standard errors."]


def _settings(found: RolledOut) -> str:
    settings = found.settings
    told = [
        _counted(found.trials, "trial", "trials"),
        f"seed {settings.seed}",
        _plies(settings.phases),
        *_truncation(settings),
        "with the cube" if settings.cubeful else "without the cube",
        *([] if settings.variance_reduction else ["without variance reduction"]),
    ]
    return ", ".join(told) + _STOPPED[found.stopped]


def _truncation(settings: RolloutSettings) -> list[str]:
    if settings.truncate is None:
        return []
    told = [f"truncated after {_counted(settings.truncate, 'ply', 'plies')}"]
    if settings.truncation_plies:
        told.append(f"judged {_counted(settings.truncation_plies, 'ply', 'plies')} ahead")
    return told


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _plies(phases: Sequence[Phase]) -> str:
    first, *later = phases or (Phase(from_ply=0, plies=0),)
    if first.from_ply:
        first, later = Phase(from_ply=0, plies=0), list(phases)
    told = (f"{phase.plies} from ply {phase.from_ply} on" for phase in later)
    return ", ".join((f"plies {first.plies}", *told))


# On the way -------------------------------------------------------------------------------------


def progress_line(progress: Progress, width: int) -> str:
    """How far a rollout is: a bar where there is room for one, trials, rate and time left."""
    told = (
        f"{progress.trials} of {progress.expected} trials, {progress.rate:.0f} a second, "
        f"{_duration(progress.seconds_left)} left"
    )
    if len(told) + _BAR + 3 > width:
        return told[:width]
    done = _BAR * progress.trials // progress.expected
    return f"[{'#' * done}{'.' * (_BAR - done)}] {told}"


def _duration(seconds: float) -> str:
    """As people say it.

    >>> _duration(8.4), _duration(125), _duration(7500)
    ('8 s', '2 min 5 s', '2 h 5 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
