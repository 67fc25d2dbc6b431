"""Smile, the binary form of JSON in which BGBlitz keeps its matches.

Only what a match needs is read: texts, numbers, lists and objects. Depth and number of values have
limits, and every text is at most as long as the file.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from fullprime.errors import BadFile

MARK: Final = b":)\n"
DEEPEST: Final = 64
MOST_VALUES: Final = 2_000_000
_SHARED: Final = 1024
"""So many texts can be referred to; then both sides forget them and begin anew."""
_LONGEST_SHARED: Final = 64
_END_OF_TEXT: Final = 0xFC
_END_OF_LIST: Final = 0xF9
_END_OF_OBJECT: Final = 0xFB
_SIMPLE: Final[dict[int, Any]] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


def parse(data: bytes) -> Any:
    """The document: dicts, lists, texts, numbers, True, False, None."""
    if not data.startswith(MARK) or len(data) < 4:
        raise BadFile("not a Smile document: it does not begin with ':)'")
    if data[3] >> 4:
        raise BadFile(f"a Smile document of version {data[3] >> 4}: expected version 0")
    return _Reader(data).value(0)


class _Shared:
    """The texts that can be referred to by their number."""

    def __init__(self, used: bool) -> None:
        self._used = used
        self._texts: list[str] = []

    def add(self, text: str, size: int) -> None:
        if self._used and size <= _LONGEST_SHARED:
            if len(self._texts) == _SHARED:
                self._texts.clear()
            self._texts.append(text)

    def __getitem__(self, number: int) -> str:
        if number >= len(self._texts):
            raise BadFile(f"refers to text {number} of {len(self._texts)}")
        return self._texts[number]


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 4
        self._values = 0
        self._names = _Shared(bool(data[3] & 1))
        self._texts = _Shared(bool(data[3] & 2))

    def value(self, depth: int) -> Any:
        self._values += 1
        if self._values > MOST_VALUES:
            raise BadFile(f"more than {MOST_VALUES} values")
        if depth > DEEPEST:
            raise BadFile(f"nested deeper than {DEEPEST}")
        token = self._byte()
        if token in _SIMPLE:
            return _SIMPLE[token]
        if token == 0xFA:
            return self._object(depth)
        if token == 0xF8:
            return self._list(depth)
        if 0xC0 <= token <= 0xDF:
            return _zigzag(token - 0xC0)
        if token in (0x24, 0x25):
            return _zigzag(self._number())
        if token == 0x28:
            return struct.unpack(">f", self._seven_bits(5, 4))[0]
        if token == 0x29:
            return struct.unpack(">d", self._seven_bits(10, 8))[0]
        return self._text(token)

    def _text(self, token: int) -> str:
        if 0x01 <= token <= 0x1F:
            return self._texts[token - 1]
        if 0xEC <= token <= 0xEF:
            return self._texts[(token & 3) << 8 | self._byte()]
        if token in (0xE0, 0xE4):
            return self._long()
        if 0x40 <= token <= 0x7F:
            size = token - 0x40 + 1
        elif 0x80 <= token <= 0xBF:
            size = token - 0x80 + 2
        else:
            raise self._unknown(token, "a value")
        text = self._decoded(self._take(size))
        self._texts.add(text, size)
        return text

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x40 <= token <= 0x7F:
            return self._names[token - 0x40]
        if 0x30 <= token <= 0x33:
            return self._names[(token & 3) << 8 | self._byte()]
        if token == 0x34:
            return self._long()
        if 0x80 <= token <= 0xBF:
            size = token - 0x80 + 1
        elif 0xC0 <= token <= 0xF7:
            size = token - 0xC0 + 2
        else:
            raise self._unknown(token, "a name")
        name = self._decoded(self._take(size))
        self._names.add(name, size)
        return name

    def _object(self, depth: int) -> dict[str, Any]:
        found = {}
        while (token := self._byte()) != _END_OF_OBJECT:
            name = self._name(token)
            found[name] = self.value(depth + 1)
        return found

    def _list(self, depth: int) -> list[Any]:
        found = []
        while self._peek() != _END_OF_LIST:
            found.append(self.value(depth + 1))
        self._at += 1
        return found

    # Bytes -------------------------------------------------------------------------------------

    def _peek(self) -> int:
        if self._at >= len(self._data):
            raise BadFile(f"ends too early, after {len(self._data)} bytes")
        return self._data[self._at]

    def _byte(self) -> int:
        byte = self._peek()
        self._at += 1
        return byte

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise BadFile(f"ends too early, after {len(self._data)} bytes")
        self._at += size
        return taken

    def _long(self) -> str:
        end = self._data.find(_END_OF_TEXT, self._at)
        if end < 0:
            raise BadFile(f"the text at byte {self._at} has no end")
        text = self._decoded(self._data[self._at : end])
        self._at = end + 1
        return text

    def _decoded(self, text: bytes) -> str:
        return text.decode("utf-8", "replace")

    def _number(self) -> int:
        """Seven bits a byte, the last one with its highest bit set and six."""
        number = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        raise BadFile(f"the number at byte {self._at - 10} is too long")

    def _seven_bits(self, count: int, size: int) -> bytes:
        """A float, spread over bytes of seven bits."""
        number = 0
        for byte in self._take(count):
            number = number << 7 | byte & 0x7F
        return (number & (1 << 8 * size) - 1).to_bytes(size, "big")

    def _unknown(self, token: int, expected: str) -> BadFile:
        return BadFile(f"byte {self._at - 1} is {token:#04x}: expected the beginning of {expected}")


def _zigzag(number: int) -> int:
    return number >> 1 ^ -(number & 1)
