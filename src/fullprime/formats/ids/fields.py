"""Ids that are fields with a mark between them: what each must look like, and which is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fullprime.errors import BadPosition, Fault, shorten

WHOLE: Final = (r"-?\d{1,5}", "a whole number")
COUNT: Final = (r"\d{1,5}", "a whole number from 0")
END: Final = r"\s,.;()<>\"'`\[\]{}|&#*!"
"""What ends an id in a sentence."""


def first_word(text: str) -> str:
    """Up to what ends an id in a sentence."""
    return re.split(f"[{END}]", text, maxsplit=1)[0]


def without_prefix(text: str, prefix: str) -> str:
    """Some write it in small letters."""
    return text[len(prefix) :] if text[: len(prefix)].upper() == prefix.upper() else text


class Shape(NamedTuple):
    """The fields of an id."""

    kind: str
    """The code of its name, in messages.toml."""
    mark: str
    """Between the fields."""
    fields: Mapping[str, tuple[str, str]]
    """What each field looks like, and how that is said to people; in the order of the id."""
    needed: int
    """How many must be there; the rest may be left out."""

    def read(self, text: str, words: Sequence[str]) -> dict[str, str]:
        """The fields by their names; raises with all that are wrong."""
        if not self.needed <= len(words) <= len(self.fields):
            wrong = Fault(
                "id.fields", kind=Fault(self.kind), n=len(self.fields), mark=self.mark,
                found=len(words),
            )  # fmt: skip
            raise BadPosition(text, [wrong])
        told = dict(zip(self.fields, words, strict=False))
        faults = [
            self.fault(name, value)
            for name, value in told.items()
            if not re.fullmatch(self.fields[name][0], value, re.ASCII)
        ]
        if faults:
            raise BadPosition(text, faults)
        return told

    def below_zero(self, told: Mapping[str, str | int], *names: str) -> list[Fault]:
        """The scores that no match can have; only for money they count below zero."""
        return [
            self.fault(name, str(told[name]), COUNT[1]) for name in names if int(told[name]) < 0
        ]

    def fault(self, name: str, value: str, expected: str = "") -> Fault:
        """That this field is not what it should be."""
        found, expected = repr(shorten(value, 40)), expected or self.fields[name][1]
        return Fault("id.field", kind=Fault(self.kind), field=name, value=found, expected=expected)
