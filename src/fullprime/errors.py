"""What can go wrong, and the sentence of the rule that says so.

Every error says what was given, what is wrong with it, and what would do instead.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from fullprime.data import shipped

MOST_FAULTS = 10


class Fault(str):
    """A sentence of messages.toml, with its code and the values in its gaps.

    >>> fault = Fault("dice.bad", dice="7-1")
    >>> print(fault, fault.code, fault.values)
    bad dice 7-1: expected two numbers from 1 to 6 dice.bad {'dice': '7-1'}
    """

    code: str
    values: dict[str, Any]

    def __new__(cls, code: str, **values: Any) -> Fault:
        """The sentence in English; values may be faults themselves, or lists of them."""
        gaps = {name: "; ".join(v) if isinstance(v, list) else v for name, v in values.items()}
        return cls.named(code, messages()[code].format(**gaps), values)

    @classmethod
    def named(cls, code: str, text: str, values: dict[str, Any] | None = None) -> Fault:
        """A text that stands elsewhere, such as the name of a game, by its code."""
        made = super().__new__(cls, text)
        made.code, made.values = code, values or {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault.named, (self.code, str(self), self.values)


class FullprimeError(ValueError):
    """Everything that Fullprime refuses."""

    def __reduce__(self) -> tuple[Any, ...]:
        # An error from another process is rebuilt from its message, not from what led to it.
        return _rebuilt, (type(self), self.args, vars(self))

    @property
    def fault(self) -> Fault:
        """What is wrong, with its code."""
        told = self.args[0] if self.args else ""
        return told if isinstance(told, Fault) else Fault("refused.other", message=str(self))


class BadPosition(FullprimeError):
    """A position that cannot exist; lists all its faults."""

    def __init__(self, text: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        found = Fault("position.bad", text=repr(shorten(text)), faults=_told(self.faults))
        super().__init__(found)


class BadVariant(FullprimeError):
    """An unknown variant, or one whose file or options do not make sense; lists all its faults."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__(*faults)

    def __str__(self) -> str:
        return "\n".join(_told(self.faults))


class BadDice(FullprimeError):
    """Dice that cannot be thrown, or none where some were expected."""


class BadAction(FullprimeError):
    """Something that is no action of a game at all."""


class BadPlay(FullprimeError):
    """A play that cannot be read, or that could mean several plays."""


class BadSettings(FullprimeError):
    """Rules for a match that contradict each other."""


class BadStakes(FullprimeError):
    """Stakes that no game can have; lists all their faults."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults[0] if len(self.faults) == 1 else "; ".join(self.faults))


class BadFile(FullprimeError):
    """A file that cannot be read back, or that cannot be written where it should be."""


class BadNet(FullprimeError):
    """Weights that cannot be read, or that belong to another game or version."""


class BadMatchEquity(FullprimeError):
    """A match equity table that cannot be read or cannot be true; lists all its faults."""

    def __init__(self, name: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        told = "; ".join(_told(self.faults))
        super().__init__(f"bad match equity table {shorten(name)!r}: {told}")


class IllegalAction(FullprimeError):
    """An action that a rule forbids at this point of the game."""

    def __init__(self, asked: str, rule: str, detail: str = "") -> None:
        self.asked = asked
        self.rule = rule
        self.sentence = sentences()[rule]
        self.detail = detail
        reason = f" ({detail})" if detail else ""
        super().__init__(f"{shorten(asked)} is not allowed{reason}: {self.sentence} ({rule})")

    @property
    def fault(self) -> Fault:
        """The rule is its own code."""
        about = {"detail": self.detail} if isinstance(self.detail, Fault) else {}
        return Fault.named(self.rule, str(self), about)


def _rebuilt(kind: type[FullprimeError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


@cache
def sentences() -> dict[str, str]:
    """The rules by id, one sentence each."""
    text = shipped("rules.toml").read_text(encoding="utf-8")
    return {rule: str(sentence) for rule, sentence in tomllib.loads(text).items()}


@cache
def messages() -> dict[str, str]:
    """All other sentences by code."""
    groups = tomllib.loads(shipped("messages.toml").read_text(encoding="utf-8"))
    return {
        f"{group}.{name}": text for group, texts in groups.items() for name, text in texts.items()
    }


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}
_LIMITS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def field_fault(error: Exception, within: str = "") -> str:
    """What a decoder found wrong with a field, in plain words, the field first.

    >>> field_fault(ValueError("Expected `int` <= 3 - at `$.plies`"))
    'plies: expected a whole number, at most 3'
    >>> field_fault(ValueError("Object missing required field `to`"), "target")
    'target.to: missing'
    """
    text, _, place = str(error).partition(" - at `")
    path = place.rpartition("$")[2].rstrip("`")
    fault = text
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", text):
        path = f"{path}.{field[2]}"
        fault = "missing" if "missing" in field[1] else "unknown field"
    elif value := re.fullmatch(r"Invalid (?:enum )?value ([^(].*)", text):
        fault = f"unknown value {shorten(value[1], 60)}"
    elif expected := re.fullmatch(r"Expected `([^`]*)`(.*)", text):
        fault = f"expected {_kinds(expected[1])}{_limit(expected[2])}"
    path = (within + path).removeprefix(".")
    return f"{path}: {fault}" if path else fault


def _kinds(text: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in text.split(" | "))


def _limit(text: str) -> str:
    """How large, how long, or what was there instead."""
    if got := re.fullmatch(r", got `(.*)`", text):
        return f", got {_kinds(got[1])}"
    if limit := re.fullmatch(r"( of length)? ([<>]=?) (.*)", text):
        return f"{limit[1] or ','} {_LIMITS[limit[2]]} {limit[3]}"
    return text


def unknown(kind: str, name: str, known: Sequence[str]) -> str:
    """The fault of a name that is none of those known, with the nearest one."""
    return f"unknown {kind} {shorten(name, 40)!r}, {expected_one_of(known, name)}"


def expected_one_of(known: Sequence[str], name: str) -> str:
    """What is known, and what the name may have been meant for."""
    near = nearest(name, known)
    hint = f"; did you mean {near!r}?" if near else ""
    return f"expected one of: {', '.join(known) or 'none'}{hint}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one was probably meant to be."""
    return next(iter(difflib.get_close_matches(name, list(known), 1)), None)


def _told(faults: Sequence[str]) -> list[str]:
    more = len(faults) - MOST_FAULTS
    return [*faults[:MOST_FAULTS], *([Fault("position.more", n=more)] if more > 0 else [])]


def shorten(text: str, width: int = 200) -> str:
    """Quotes input of any size in a message of bearable size."""
    return text if len(text) <= width else f"{text[:width]}... ({len(text)} characters)"


def plain(text: str) -> str:
    """The text without what would move a cursor or break a file: names may come from anywhere."""
    return "".join(char if char.isprintable() else "?" for char in text)
