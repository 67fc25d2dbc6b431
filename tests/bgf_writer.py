"""Writes documents as BGBlitz does: Smile, packed, behind a line of JSON. For tests only."""

from __future__ import annotations

import gzip
import struct
from typing import Any

HEAD = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'


def dump(document: Any) -> bytes:
    """A whole file."""
    return HEAD + gzip.compress(smile(document))


def smile(document: Any, *, names: bool = True, texts: bool = False) -> bytes:
    """With references to names and texts that were written before, as asked."""
    return b":)\n" + bytes([names + 2 * texts]) + _Writer(names, texts).value(document)


class _Writer:
    def __init__(self, names: bool, texts: bool) -> None:
        self._names: list[str] | None = [] if names else None
        self._texts: list[str] | None = [] if texts else None

    def value(self, value: Any) -> bytes:
        match value:
            case None | True | False:
                return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
            case int():
                return _integer(value)
            case float():
                return b"\x29" + _seven_bits(struct.pack(">d", value), 10)
            case str():
                return self._text(value)
            case list():
                return b"\xf8" + b"".join(map(self.value, value)) + b"\xf9"
        pairs = (self._name(name) + self.value(each) for name, each in value.items())
        return b"\xfa" + b"".join(pairs) + b"\xfb"

    def _name(self, name: str) -> bytes:
        coded = name.encode()
        if not coded:
            return b"\x20"
        if self._names is not None and name in self._names:
            at = self._names.index(name)
            return bytes([0x40 + at]) if at < 64 else bytes([0x30 + (at >> 8), at & 255])
        if len(coded) > (64 if name.isascii() else 57):
            return b"\x34" + coded + b"\xfc"
        _share(self._names, name)
        return bytes([len(coded) + (0x7F if name.isascii() else 0xBE)]) + coded

    def _text(self, text: str) -> bytes:
        coded = text.encode()
        if not coded:
            return b"\x20"
        if self._texts is not None and text in self._texts:
            at = self._texts.index(text)
            return bytes([1 + at]) if at < 31 else bytes([0xEC + (at >> 8), at & 255])
        if len(coded) > (64 if text.isascii() else 65):
            return (b"\xe0" if text.isascii() else b"\xe4") + coded + b"\xfc"
        if len(coded) <= 64:
            _share(self._texts, text)
        return bytes([len(coded) + (0x3F if text.isascii() else 0x7E)]) + coded


def _share(shared: list[str] | None, text: str) -> None:
    if shared is not None:
        if len(shared) == 1024:
            shared.clear()
        shared.append(text)


def _integer(value: int) -> bytes:
    zigzag = value << 1 if value >= 0 else (-value << 1) - 1
    if zigzag < 32:
        return bytes([0xC0 + zigzag])
    found = bytes([0x80 | zigzag & 0x3F])
    zigzag >>= 6
    while zigzag:
        found = bytes([zigzag & 0x7F]) + found
        zigzag >>= 7
    return (b"\x24" if -(2**31) <= value < 2**31 else b"\x25") + found


def _seven_bits(data: bytes, count: int) -> bytes:
    number = int.from_bytes(data, "big")
    return bytes(number >> 7 * at & 0x7F for at in reversed(range(count)))
