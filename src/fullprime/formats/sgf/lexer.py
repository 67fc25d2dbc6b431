"""The Smart Game Format, whatever the game: collections of game trees, nodes and properties.

Only the main line of a tree is kept; variations are skipped. Nothing here is refused, except a file
that is too large: what makes no sense is listed and left out.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fullprime.errors import BadFile, shorten
from fullprime.notes import ReadingFault

MOST_VALUES = 1_000_000
"""Nodes and values of a file; an analyzed match of ten games has ten thousand."""
MOST_FAULTS: Final = 100

# Every branch takes what it can and never gives back, so time grows with the text alone.
_TOKEN = re.compile(
    r"\s*+(?:"
    r"\[(?P<value>[^\]\\]*+(?:\\(?:.|\Z)[^\]\\]*+)*+)(?P<end>\]?)"
    r"|(?P<name>[A-Za-z]++)"
    r"|(?P<mark>[();])"
    r"|(?P<other>[^\s()\[;A-Za-z]++)"
    r")",
    re.DOTALL,
)
_NOT_UPPER = re.compile(r"[a-z]+")
_ESCAPED = re.compile(r"\\(?:\n|(.?))", re.DOTALL)
_SAFE = re.compile(r"[^\]\\]*+(?:\\.[^\]\\]*+)*+", re.DOTALL)


class Node(NamedTuple):
    """One node: the values of each property as they stand there, escapes and all."""

    line: int
    properties: dict[str, list[str]]

    def first(self, name: str) -> str | None:
        """The first value of a property; whoever repeats one is not heard."""
        values = self.properties.get(name)
        return values[0] if values else None

    def text(self, name: str) -> str:
        """The value as text of any length; empty where there is none."""
        return unescaped(self.first(name) or "")

    def words(self, name: str) -> str:
        """The value as text of one line."""
        return " ".join(self.text(name).split("\n"))


class Collection(NamedTuple):
    """The main lines of all trees of a file."""

    trees: list[list[Node]]
    faults: list[ReadingFault]


def read_collection(text: str) -> Collection:
    """The trees of a text whose lines end with a line feed."""
    reader = _Reader(text)
    for found in _TOKEN.finditer(text):
        reader.take(found)
    return reader.end()


class _Reader:
    """What has been read so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._counted, self._line = 0, 1
        """Where lines were counted last, and the line there."""
        self._trees: list[list[Node]] = []
        self._faults: list[ReadingFault] = []
        self._depth = 0
        self._is_main = True
        """Until the first branch of a tree has ended."""
        self._values: list[str] | None = None
        """Of the property that is being read."""
        self._skipped: list[str] = []
        """The values of a variation go here."""
        self._taken = 0

    def take(self, found: re.Match[str]) -> None:
        kind = found.lastgroup
        if kind == "end":
            self._value(found)
        elif kind == "name":
            self._name(found)
        elif kind == "mark":
            self._values = None
            self._mark(found)
        else:
            what = shorten(found["other"], 20)
            self._fault(found.start("other"), f"{what!r} is no part of a property or a node")

    def end(self) -> Collection:
        if self._depth:
            self._fault(len(self._text), "the file ends in the middle of a game")
        return Collection(self._trees, self._faults)

    def _line_at(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _fault(self, at: int, text: str) -> None:
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(ReadingFault(line=self._line_at(at), text=text))

    def _count(self) -> None:
        self._taken += 1
        if self._taken > MOST_VALUES:
            raise BadFile(f"more than {MOST_VALUES} nodes and values, expected a match")

    def _mark(self, found: re.Match[str]) -> None:
        match found["mark"]:
            case "(":
                if not self._depth:
                    self._is_main = True
                    self._trees.append([])
                self._depth += 1
                self._count()
            case ")":
                self._is_main = False
                if not self._depth:
                    self._fault(found.start("mark"), "a bracket ) without the one that opens it")
                self._depth = max(0, self._depth - 1)
            case _:
                self._node(found.start("mark"))

    def _node(self, at: int) -> None:
        if not self._depth:
            self._fault(at, "a node outside of a game tree")
        elif self._is_main:
            self._count()
            self._trees[-1].append(Node(self._line_at(at), {}))

    def _name(self, found: re.Match[str]) -> None:
        # Once names could be written out, as in GaMe; their capital letters are what counts.
        name = _NOT_UPPER.sub("", found["name"])
        if not self._is_main or not self._depth:
            self._values = self._skipped
        elif not name or not self._trees[-1]:
            self._fault(found.start("name"), f"{shorten(found['name'], 20)!r} is no property")
            self._values = self._skipped
        else:
            self._values = self._trees[-1][-1].properties.setdefault(name, [])

    def _value(self, found: re.Match[str]) -> None:
        if not found["end"]:
            self._fault(found.start("value"), "the file ends in the middle of a value")
        if self._values is None:
            self._fault(found.start("value"), "a value without a property")
        elif self._values is not self._skipped:
            self._count()
            self._values.append(found["value"])


def unescaped(value: str) -> str:
    r"""The text of a value.

    >>> unescaped(r"[1\]: C:\\games")
    '[1]: C:\\games'
    """
    # A line that ends with a backslash goes on in the next one.
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def escaped(text: str) -> str:
    """The text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def is_value(raw: str) -> bool:
    """May this stand between brackets as it is?"""
    return _SAFE.fullmatch(raw) is not None
