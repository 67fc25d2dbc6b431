"""What rollouts have found, as tables for people."""

from __future__ import annotations

from fullprime.engine.cube import CASH, action_for
from fullprime.engine.rolled_out import Line, RolledOut

_HEAD = "   equity       ±   win %  gammon    bg  lose g    bg"
_MARGIN = 2
"""Blanks before the first column, needed only behind a name."""


def rollout_lines(found: RolledOut) -> list[str]:
    """The lines, the best first, and what they follow from."""
    lines = sorted(found.lines, key=lambda line: -line.equity.mean)
    width = max(len(line.subject.name) for line in lines)
    told = [" " * width + _HEAD, *(line.subject.name.ljust(width) + _cells(line) for line in lines)]
    if not width:
        told = [text[_MARGIN:] for text in told]
    return [*told, *_verdict(found), _settings(found)]


def _cells(line: Line) -> str:
    """Chances as players tell them: gammons are all that count two or more. Taking luck off may
    leave a chance a little below nothing."""
    w, g, b, _, lost_g, lost_b = line.outcome
    chances = (w + g + b, g + b, b, lost_g + lost_b, lost_b)
    told = [f"{100.0 * max(0.0, chance):.1f}" for chance in chances]
    equity = f"{line.equity.mean:+9.4f}  {line.equity.standard_error:.4f}"
    return f"{equity}  {told[0]:>6}  {told[1]:>6}  {told[2]:>4}  {told[3]:>6}  {told[4]:>4}"


def _verdict(found: RolledOut) -> list[str]:
    if any(line.subject.doubled for line in found.lines):
        kept, taken = (line.equity.mean for line in found.lines)
        return [f"double, pass {CASH:+.4f}: {action_for(kept, taken)}"]
    if len(found.lines) > 1:
        return [f"The best leads by {found.confidence:.1f} joint standard errors."]
    return []


def _settings(found: RolledOut) -> str:
    settings = found.settings
    plies = max((phase.plies for phase in settings.phases), default=0)
    cube = "with the cube" if settings.cubeful else "without the cube"
    return f"{found.trials} trials, seed {settings.seed}, plies {plies}, {cube}"
