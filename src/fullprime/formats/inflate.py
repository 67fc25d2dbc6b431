"""Unpacks what strangers have packed, with limits: a small file cannot grow large.

Nothing that comes out is unpacked again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from fullprime.errors import BadFile

LARGEST: Final = 32 * 2**20
"""Bytes that may come out."""
FREE: Final = 2**20
"""So many may come out of anything; beyond, they must not be more than `RATIO` times the input."""
RATIO: Final = 100
MOST_MEMBERS: Final = 8
"""A gzip file may be several, one after the other."""
_STEP: Final = 2**16
_ZLIB: Final = zlib.MAX_WBITS
_GZIP: Final = 16 + zlib.MAX_WBITS


class Inflated(NamedTuple):
    """What came out, and whether that was all."""

    data: bytes
    fault: str = ""
    """Why it stopped early; empty: it did not."""


def inflate(data: bytes, largest: int = LARGEST, free: int = FREE) -> Inflated:
    """A zlib stream; what follows its end is ignored."""
    return _collected(_stream(data, _ZLIB), largest, free)


def gunzip(data: bytes, largest: int = LARGEST) -> bytes:
    """A whole gzip file."""
    found = _collected(_stream(data, _GZIP), largest, FREE)
    if found.fault:
        raise BadFile(f"cannot be unpacked: {found.fault}")
    return found.data


class _Broken(Exception):
    """The packed bytes are damaged or end early."""


def _collected(pieces: Iterator[tuple[bytes, int]], largest: int, free: int) -> Inflated:
    kept, size = [], 0
    try:
        for piece, read in pieces:
            size += len(piece)
            if size > largest:
                raise BadFile(f"unpacks to more than {largest} bytes")
            if size > free and size > RATIO * read:
                raise BadFile(f"unpacks to more than {RATIO} times its size")
            kept.append(piece)
    except _Broken as error:
        return Inflated(b"".join(kept), str(error))
    return Inflated(b"".join(kept))


def _stream(data: bytes, kind: int) -> Iterator[tuple[bytes, int]]:
    """Piece by piece, with the number of bytes read so far."""
    at = 0
    for _ in range(MOST_MEMBERS):
        member = zlib.decompressobj(kind)
        while not member.eof:
            given = data[at : at + _STEP]
            try:
                piece = member.decompress(given, _STEP)
            except zlib.error as error:
                raise _Broken(str(error)) from error
            left = member.unused_data if member.eof else member.unconsumed_tail
            at += len(given) - len(left)
            if not piece and not member.eof and at >= len(data):
                raise _Broken("it ends too early")
            yield piece, at
        if kind == _ZLIB or at >= len(data):
            return
    raise BadFile(f"more than {MOST_MEMBERS} gzip members in one file")
