"""What can go wrong, and the sentence of the rule that says so.

Every error says what was asked, what was expected and where.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

MOST_FAULTS = 10


class FullprimeError(ValueError):
    """Everything that Fullprime refuses."""


class BadPosition(FullprimeError):
    """A position that cannot exist; lists all its faults."""

    def __init__(self, text: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        told = list(self.faults[:MOST_FAULTS])
        if len(self.faults) > MOST_FAULTS:
            told.append(f"and {len(self.faults) - MOST_FAULTS} more faults")
        super().__init__(f"bad position {shorten(text)!r}: {'; '.join(told)}")


class BadVariant(FullprimeError):
    """An unknown variant, or one whose file or options do not make sense."""


class BadDice(FullprimeError):
    """Dice that nobody can throw, or none where some were expected."""


class BadAction(FullprimeError):
    """Something that is no action of a game at all."""


class BadPlay(FullprimeError):
    """A play that cannot be read, or that could mean several plays."""


class BadSettings(FullprimeError):
    """Rules for a match that contradict each other."""


class BadFile(FullprimeError):
    """A saved match that cannot be read back."""


class IllegalAction(FullprimeError):
    """An action that a rule forbids at this point of the game."""

    def __init__(self, asked: str, rule: str, detail: str = "") -> None:
        self.asked = asked
        self.rule = rule
        self.sentence = sentences()[rule]
        self.detail = detail
        reason = f" ({detail})" if detail else ""
        super().__init__(f"{shorten(asked)} is not allowed{reason}: {self.sentence} ({rule})")


@cache
def sentences() -> dict[str, str]:
    """The rules by id, one sentence each."""
    text = resources.files("fullprime").joinpath("rules.toml").read_text(encoding="utf-8")
    return {rule: str(sentence) for rule, sentence in tomllib.loads(text).items()}


def shorten(text: str, width: int = 200) -> str:
    """Quotes input of any size in a message of bearable size."""
    return text if len(text) <= width else f"{text[:width]}... ({len(text)} characters)"
