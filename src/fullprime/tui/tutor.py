"""The tutor at the table: holds an action back until the player has thought again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fullprime.action import Action, Doubled, Dropped, Played, Resigned, Rolled, Took
from fullprime.analysis.review.verdict import size_of
from fullprime.analysis.tables import Column, table
from fullprime.analysis.tutor import LEVELS, Caution, Choice, Tutor, caution
from fullprime.engine.engine import Engine
from fullprime.game import Game
from fullprime.play import Play, wire_steps
from fullprime.tui.keep import Notes

ALIKE: Final = 0.00005
"""Errors below it are written as none."""


class Held(NamedTuple):
    """An action that the player has not made yet."""

    action: Action | None
    """None: the dice are thrown."""
    caution: Caution


class TableTutor:
    """Sits beside a player against the computer; anywhere else it is off and stays so."""

    def __init__(self, setting: Tutor, *, allowed: bool, notes: Notes) -> None:
        self.setting = setting if allowed else Tutor()
        self.allowed = allowed
        self.held: Held | None = None
        self.warned = _count(notes, "warned")
        self.taken_back = _count(notes, "taken_back")
        self._told: list[tuple[Game, Action | None]] = []

    @property
    def notes(self) -> Notes:
        """What is kept beside the match."""
        if not (self.setting.is_on or self.warned):
            return {}
        counts: Notes = {"warned": self.warned, "taken_back": self.taken_back}
        return {"tutor": str(self.setting), **counts}

    def holds(self, game: Game, action: Action | None, engine: Engine) -> bool:
        """Does it hold the action back, because another one is better?"""
        found = caution(game, action, self.setting, engine) if self.setting.is_on else None
        self.held = Held(action, found) if found else None
        if found:
            # Whoever tries the same again has been warned once.
            here = [each for each in self._told if each[0] is game and each[1] != action]
            self._told = [*here, (game, action)]
        return found is not None

    def settle(self, game: Game, action: Action) -> None:
        """The player has decided: counts what was said before."""
        made = None if isinstance(action, Rolled) else action
        here = [about for before, about in self._told if before is game]
        self.warned += len(here)
        self.taken_back += sum(about != made for about in here)
        self._told = []

    def let_go(self) -> Held | None:
        """What was held back; it is taken back or made now."""
        held, self.held = self.held, None
        return held


def _count(notes: Notes, name: str) -> int:
    found = notes.get(name)
    return found if isinstance(found, int) else 0


# What it says ------------------------------------------------------------------------------------


def caution_lines(held: Held, setting: Tutor, width: int) -> list[str]:
    """As much as is wanted."""
    found = held.caution
    lines = [f"Tutor: there is something better than {_wanted(held)}."]
    if setting.level == "candidates":
        return [*lines, *_choices_lines(found, setting, width)]
    if setting.level != "full":
        return lines
    size = size_of(found.error)
    kind = f", {'an' if size == 'error' else 'a'} {size}" if size and size != "doubtful" else ""
    lines += _choices_lines(found, setting, width)
    lines.append(f"It loses {found.error:.3f}{kind} ({found.plies}-ply).")
    return lines + [reason.text for reason in found.reasons]


def shown_choices(found: Caution, setting: Tutor) -> Sequence[Choice]:
    """The best first; candidates come in an order that says nothing."""
    if setting.level == "candidates":
        return sorted(found.choices, key=lambda choice: choice.name)
    return found.choices if setting.level == "full" else ()


def _choices_lines(found: Caution, setting: Tutor, width: int) -> list[str]:
    """Numbered where a number picks one: plays, not cube actions."""
    choices = shown_choices(found, setting)
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    columns = [Column("", numbers)] if found.kind == "checker" else []
    names = [
        f"{_NAMES.get(each.name, each.name)}{' (yours)' * (each.name == found.played)}"
        for each in choices
    ]
    columns.append(Column("Play" if columns else "", names, left=True))
    if setting.level == "full":
        columns.append(Column("Equity", [f"{each.equity:+.4f}" for each in choices]))
        columns.append(Column("Error", [_error(each, found.plies) for each in choices], 1))
    return table(columns, width)


def _error(choice: Choice, plies: int) -> str:
    """A tilde: it was not evaluated as far ahead, as in the tables of hints."""
    if choice.error < ALIKE:
        return ""
    return f"{'' if choice.plies == plies else '~'}{choice.error:.4f}"


def plays_of(choices: Sequence[Choice], plays: Sequence[Play]) -> tuple[Play, ...]:
    """The plays that these choices are, so that a number picks one."""
    known = {str(wire_steps(play.steps)): play for play in plays}
    return tuple(known[steps] for each in choices if (steps := str(each.steps)) in known)


def question(held: Held) -> str:
    """What the player can answer."""
    return f"y {_ANYWAY.get(type(held.action), 'rolls')} anyway, Enter takes it back."


def answer_to(rest: str, now: Tutor) -> Tutor:
    """`full`, `nudge 0.02`, `off`, or an error alone: from there on it warns as it did."""
    if rest[:1].isdecimal() or rest.startswith("."):
        return Tutor.parse(f"{now.level} {rest}")
    return Tutor.parse(rest, usual=now.least)


def told(tutor: TableTutor) -> str:
    """How the tutor is set, and how often it was needed."""
    setting = tutor.setting
    how = f"{setting.level}, from {setting.least:g}" if setting.is_on else "off"
    return f"Tutor: {how} (tutor {', '.join(LEVELS)}; tutor 0.02).{summary(tutor, ' ')}"


def summary(tutor: TableTutor, before: str = "") -> str:
    """How often it has warned; nothing if it has not."""
    if not tutor.warned:
        return ""
    times = "once" if tutor.warned == 1 else f"{tutor.warned} times"
    return f"{before}It has warned {times}, and {tutor.taken_back} taken back."


def _wanted(held: Held) -> str:
    """What the player wants to do, in words."""
    found = held.caution
    words = {"no double": "rolling", "double": "a double", "resign": "resigning"}
    words |= {"take": "a take", "pass": "a pass", "beaver": "a beaver"}
    return words.get(found.played, found.played)


_NAMES: Final = {"no double": "Roll", "play on": "Play on"} | {
    word: word.capitalize() for word in ("double", "take", "pass", "beaver", "resign")
}
_ANYWAY: Final[dict[type, str]] = {
    Played: "plays it",
    Doubled: "doubles",
    Took: "takes",
    Dropped: "passes",
    Resigned: "resigns",
}
