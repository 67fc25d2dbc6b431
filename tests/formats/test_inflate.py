"""Bombs come out as a refusal, and take little memory."""

from __future__ import annotations

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import pytest

from fullprime.errors import BadFile
from fullprime.formats import match_file
from fullprime.formats.inflate import FREE, LARGEST, MOST_MEMBERS, RATIO, gunzip, inflate

HEAD = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
MEGABYTE = 2**20
MOST_MEMORY = 20 * MEGABYTE
"""Besides the bomb itself; far less than any of them would unpack to."""


def zeros(megabytes: int, kind: int = zlib.MAX_WBITS) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, kind)
    pieces = [packer.compress(bytes(MEGABYTE)) for _ in range(megabytes)]
    return b"".join(pieces) + packer.flush()


def xg_of(blob: bytes) -> bytes:
    """The container of a packed file, which says that it is small."""
    entry = bytes([7]) + b"temp.xg".ljust(255, b"\0") + bytes(256)
    entry += b"".join(n.to_bytes(4, "little") for n in (2560, len(blob), 0, 0)) + bytes(4)
    directory = zlib.compress(entry)
    numbers = (zlib.crc32(blob + directory), 1, 1, len(directory), len(blob), 1)
    end = b"".join(n.to_bytes(4, "little") for n in numbers) + bytes(12)
    return b"RGMH" + bytes(8228) + blob + directory + end


def bombs() -> Iterator[tuple[str, bytes]]:
    plain, packed = zeros(96), zeros(96, 31)
    yield from ((f"xg, {n} MB", xg_of(zeros(n))) for n in (9, 33, 64))
    yield from ((f"bgf, {n} MB", HEAD + zeros(n, 31)) for n in (2, 33, 64))
    yield "xg without a directory", b"RGMH" + bytes(8228) + plain
    yield "bgf in bgf", HEAD + gzip.compress(HEAD + packed)
    yield "xg in xg", xg_of(zlib.compress(xg_of(plain)))
    for depth in range(2, 10):  # packed again and again
        nested_xg, nested_bgf = plain, packed
        for _ in range(depth - 1):
            nested_xg, nested_bgf = zlib.compress(nested_xg), gzip.compress(nested_bgf)
        yield f"xg, {depth} deep", xg_of(nested_xg)
        yield f"bgf, {depth} deep", HEAD + nested_bgf
    small = zeros(1, 31)
    for members in (MOST_MEMBERS + 1, 64, 4096):
        yield f"bgf, {members} members", HEAD + small * members
        yield f"bgf, {members} empty members", HEAD + gzip.compress(b"") * members
    yield "bgf, a bomb behind a member", HEAD + gzip.compress(b"x") + packed
    for share in range(1, 9):  # cut off
        yield f"xg, {share} tenths", xg_of(plain[: len(plain) * share // 10])
        yield f"bgf, {share} tenths", HEAD + packed[: len(packed) * share // 10]
    noise = random.Random(1).randbytes(9 * MEGABYTE // 16)
    yield "xg, just below the ratio", xg_of(zlib.compress(noise) + plain)
    mixed = zlib.compress(noise[: 2**19] + bytes(40 * MEGABYTE), 9)
    yield "xg, too large at a fair ratio", xg_of(mixed)
    yield "bgf, too large at a fair ratio", HEAD + gzip.compress(noise[: 2**19] + bytes(2**26), 9)


BOMBS = dict(bombs())


def test_there_are_fifty_bombs() -> None:
    assert len(BOMBS) >= 50


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused(name: str) -> None:
    data = BOMBS[name]
    for strict in (True, False):
        tracemalloc.start()
        try:
            with pytest.raises(BadFile):
                match_file.load(data, strict=strict)
            assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY + 3 * len(data) + LARGEST * (
                "fair" in name
            )
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("unpack", [lambda data: inflate(data).data, gunzip])
def test_what_is_below_the_limits_comes_out(unpack: Callable[[bytes], bytes]) -> None:
    kind = 31 if unpack is gunzip else zlib.MAX_WBITS
    for data in (b"", b"roll", bytes(FREE), random.Random(2).randbytes(3 * FREE)):
        packer = zlib.compressobj(9, zlib.DEFLATED, kind)
        assert unpack(packer.compress(data) + packer.flush()) == data


def test_the_limits() -> None:
    assert len(inflate(zeros(1)).data) == FREE  # a thousand times its size
    with pytest.raises(BadFile, match=f"more than {RATIO} times"):
        inflate(zeros(2))
    with pytest.raises(BadFile, match="more than 1000 bytes"):
        inflate(zlib.compress(bytes(1001)), 1000)


def test_members_of_gzip_are_joined() -> None:
    assert gunzip(gzip.compress(b"a") * MOST_MEMBERS) == b"a" * MOST_MEMBERS
    with pytest.raises(BadFile, match="members"):
        gunzip(gzip.compress(b"a") * (MOST_MEMBERS + 1))


def test_what_is_cut_off_gives_what_is_there() -> None:
    noise = random.Random(3).randbytes(100_000)
    packed = zlib.compress(noise)
    found = inflate(packed[:50_000])
    assert found.fault
    assert noise.startswith(found.data)
    assert len(found.data) > 40_000
    with pytest.raises(BadFile, match="cannot be unpacked"):
        gunzip(gzip.compress(noise)[:50_000])


def test_rubbish_is_refused() -> None:
    assert inflate(b"no zlib").fault
    with pytest.raises(BadFile, match="cannot be unpacked"):
        gunzip(b"no gzip")
