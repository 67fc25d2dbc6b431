"""RTF to plain text: enough for comments, and for anything else without complaint.

>>> plain_text(b"{\\\\rtf1{\\\\fonttbl{\\\\f0 Arial;}}caf\\\\'e9\\\\par \\\\u233 ?}")
'café\\né'
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    rb"((?:\\'[0-9A-Fa-f]{2})+)"  # bytes of the code page
    rb"|\\([A-Za-z]{1,32})(-?\d{1,9})? ?"  # a word, with a number
    rb"|\\([^A-Za-z])"  # a sign
    rb"|([{}])|([\r\n]+)|([^\\{}\r\n]+)|(\\)",
    re.DOTALL,
)
_WORDS: Final = {
    b"par": "\n", b"line": "\n", b"sect": "\n", b"page": "\n", b"row": "\n", b"tab": "\t",
    b"cell": "\t", b"emdash": "\u2014", b"endash": "\u2013", b"lquote": "\u2018",
    b"rquote": "\u2019", b"ldblquote": "\u201c", b"rdblquote": "\u201d", b"bullet": "\u2022",
}  # fmt: skip
_SIGNS: Final = {b"~": "\u00a0", b"_": "\u2011", b"-": "", b"\r": "\n", b"\n": "\n", b"*": ""}
_HIDDEN: Final = frozenset(
    (b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"object", b"header", b"footer")
)
"""Groups that hold no text."""


def plain_text(data: bytes) -> str:
    """The text; what is no RTF is text already."""
    if not data.lstrip().startswith(b"{\\rtf"):
        return data.decode("cp1252", "replace").strip()
    return _Reader().read(data).strip()


class _Reader:
    """One pass over the tokens; groups are remembered, not entered."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._page = "cp1252"
        self._skip = 0
        """So many characters stand for the last one, for readers that know no Unicode."""
        self._replaced = 1
        self._depth = 0
        self._hidden = 0
        """The depth of the outermost group that holds no text; 0: none is open."""

    def read(self, data: bytes) -> str:
        for token in _TOKEN.finditer(data):
            coded, word, number, sign, brace, _line, text, _lone = token.groups()
            if brace:
                self._group(brace == b"{")
            elif word:
                self._word(word, int(number) if number else None)
            elif coded:
                found = bytes.fromhex(coded.replace(b"\\'", b"").decode())
                self._say(found.decode(self._page, "replace"))
            elif sign == b"*":
                self._hide()
            elif sign:
                self._say(_SIGNS.get(sign, sign.decode("cp1252", "replace")))
            elif text:
                self._say(text.decode(self._page, "replace"))
        # Characters beyond the first plane are written as two halves.
        halves = "".join(self._found).encode("utf-16-le", "surrogatepass")
        return halves.decode("utf-16-le", "replace")

    def _group(self, opens: bool) -> None:
        self._skip = 0
        self._depth += 1 if opens else -1
        if self._depth < self._hidden:
            self._hidden = 0

    def _hide(self) -> None:
        self._hidden = self._hidden or self._depth

    def _word(self, word: bytes, number: int | None) -> None:
        if word in _HIDDEN:
            self._hide()
        elif word == b"u" and number is not None:
            self._skip = 0
            self._say(chr(number & 0xFFFF))
            self._skip = self._replaced
        elif word == b"uc" and number is not None:
            self._replaced = max(0, min(number, 9))
        elif word == b"ansicpg" and number is not None:
            self._page = _code_page(number)
        elif word in _WORDS:
            self._say(_WORDS[word])

    def _say(self, text: str) -> None:
        skipped = min(self._skip, len(text))
        self._skip -= skipped
        if not self._hidden:
            self._found.append(text[skipped:])


def _code_page(number: int) -> str:
    """Those of Windows; what is unknown is taken for the Western one."""
    try:
        "".encode(f"cp{number}")
    except LookupError:
        return "cp1252"
    return f"cp{number}"
