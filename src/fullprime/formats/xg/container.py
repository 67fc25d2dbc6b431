"""The container of eXtreme Gammon: a header, a thumbnail, packed files, and their directory at the
end of the file. Everything is found from the end; the thumbnail is never looked at.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final, NamedTuple

from fullprime.errors import BadFile
from fullprime.formats.inflate import LARGEST, Inflated, inflate

MAGIC: Final = b"RGMH"
HEADER: Final = 8232
THUMBNAIL_SIZE: Final = 20
END: Final = struct.Struct("<IiiiiI12x")
"""CRC of files and directory, number of files, version, size of the directory, size of the files,
is the directory packed?"""
ENTRY: Final = struct.Struct("<256s256siiiIB3x")
"""Name, path, size, packed size, where it begins, CRC, 0 if it is packed."""
MOST_FILES: Final = 64
RECORDS: Final = "temp.xg"
ROLLOUTS: Final = "temp.xgr"
COMMENTS: Final = "temp.xgc"
FREE: Final = 8 * 2**20
"""Records of a match without analysis are zeros for the most part: they shrink to less than
a hundredth. So many bytes may come out of anything, which is more than most matches have."""
_READ: Final = (RECORDS, ROLLOUTS, COMMENTS)


class Contents(NamedTuple):
    """The files in a container, and what is wrong with it."""

    files: dict[str, bytes]
    faults: list[str]


class _Listed(NamedTuple):
    """A file as the directory has it."""

    name: str
    size: int
    packed: bytes
    crc: int
    stored: bool


def contents(data: bytes) -> Contents:
    """The files that hold a match; a file that is cut off gives what is there."""
    if not data.startswith(MAGIC):
        raise BadFile("not a file of eXtreme Gammon: it does not begin with RGMH")
    try:
        listed, faults = _listed(data)
    except BadFile as error:
        return _salvaged(data, str(error))
    files: dict[str, bytes] = {}
    for each in listed:
        if each.name in _READ and each.name not in files:
            room = LARGEST - sum(map(len, files.values()))
            files[each.name], found = _unpacked(each, room)
            faults += found
    return Contents(files, faults)


def _listed(data: bytes) -> tuple[list[_Listed], list[str]]:
    if len(data) < HEADER + END.size:
        raise BadFile(f"{len(data)} bytes: expected at least {HEADER + END.size}")
    crc, count, version, packed, size, is_packed = END.unpack_from(data, len(data) - END.size)
    begin = len(data) - END.size - packed - size
    if version != 1 or not 1 <= count <= MOST_FILES or min(packed, size, begin - HEADER) < 0:
        raise BadFile("its directory is not at the end")
    body = data[begin : len(data) - END.size]
    entries = _directory(body[size:], count, bool(is_packed))
    faults = [] if zlib.crc32(body) == crc else ["its checksum is wrong: the file is damaged"]
    return [_entry(raw, body[:size]) for raw in entries], faults


def _directory(packed: bytes, count: int, is_packed: bool) -> list[bytes]:
    found = inflate(packed, MOST_FILES * ENTRY.size) if is_packed else Inflated(packed)
    if found.fault or len(found.data) < count * ENTRY.size:
        raise BadFile("its directory is cut off")
    return [found.data[at * ENTRY.size : (at + 1) * ENTRY.size] for at in range(count)]


def _entry(raw: bytes, blobs: bytes) -> _Listed:
    name, _, size, packed, start, crc, stored = ENTRY.unpack(raw)
    if min(size, packed, start) < 0 or start + packed > len(blobs):
        raise BadFile("its directory names bytes that are not there")
    text = name[1 : 1 + name[0]].decode("cp1252", "replace").lower()
    return _Listed(text, size, blobs[start : start + packed], crc, bool(stored))


def _unpacked(listed: _Listed, room: int) -> tuple[bytes, list[str]]:
    found = Inflated(listed.packed) if listed.stored else inflate(listed.packed, room, FREE)
    if found.fault:
        return found.data, [f"{listed.name} cannot be unpacked: {found.fault}"]
    if len(found.data) != listed.size:
        return found.data, [f"{listed.name} has {len(found.data)} bytes, not {listed.size}"]
    if zlib.crc32(found.data) != listed.crc:
        return found.data, [f"{listed.name} is damaged: its checksum is wrong"]
    return found.data, []


def _salvaged(data: bytes, reason: str) -> Contents:
    """The records come first, so that they may be there even if the end is not."""
    if len(data) < HEADER:
        raise BadFile(reason)
    thumbnail = int.from_bytes(data[THUMBNAIL_SIZE : THUMBNAIL_SIZE + 4], "little")
    found = inflate(data[HEADER + thumbnail :], free=FREE)
    if not found.data:
        raise BadFile(reason)
    return Contents({RECORDS: found.data}, [f"{reason}; what stands before is kept"])
