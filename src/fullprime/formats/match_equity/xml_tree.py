"""XML from strangers as a tree whose elements know their line.

Entities of a file's own are refused, so that a small file cannot grow large; nothing is fetched.
"""

from __future__ import annotations

from typing import Final
from xml.parsers import expat

DEEPEST: Final = 20


class BadXml(Exception):
    """A text that is no XML, or more than is read here; says in which line."""


class Element:
    """An element, its attributes, its text, and the elements in it."""

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.text = ""
        self.children: list[Element] = []

    def named(self, tag: str) -> list[Element]:
        """The elements of that name right below this one."""
        return [child for child in self.children if child.tag == tag]


def parse(data: bytes) -> Element:
    """The outermost element."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise BadXml(f"line {error.lineno}: not XML: {reason}") from error
    except (LookupError, ValueError) as error:  # an unknown encoding
        raise BadXml(f"not XML: {error}") from error
    return builder.root.children[0]


class _Builder:
    def __init__(self) -> None:
        self.root = Element("", {}, 0)
        self._open = [self.root]
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if len(self._open) > DEEPEST:
            raise BadXml(f"line {line}: nested deeper than {DEEPEST} elements")
        element = Element(tag, attributes, line)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        self._open[-1].text += text

    def _entity(self, name: str, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        raise BadXml(f"line {line}: declares the entity {name!r}, expected none")
