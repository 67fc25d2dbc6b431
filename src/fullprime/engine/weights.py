"""Nets in files: the integers that `training/export.py` writes, in the safetensors format.

That is eight bytes with the length of a JSON header, the header, then the numbers of all arrays. A
file says for which game and for which version of the features it was made, and is refused for
others; so is one whose tails are for other kinds of position than the kernel knows. The environment
variable FULLPRIME_SIMD (plain, avx2, avx512) chooses how nets are computed; the results are the
same, to the last bit.
"""

from __future__ import annotations

import os
from math import prod
from pathlib import Path
from typing import Final, Literal

import msgspec

from fullprime import _kernel
from fullprime.errors import BadNet
from fullprime.shapes import decoded
from fullprime.variant import Variant

CLASSES: Final = 6
_CODES: Final[dict[str, Literal["h", "i"]]] = {"I16": "h", "I32": "i"}
_BYTES: Final = {"I16": 2, "I32": 4}


class _Array(msgspec.Struct):
    """How the header describes an array."""

    dtype: str
    shape: list[int]
    data_offsets: tuple[int, int]


class Metadata(msgspec.Struct):
    """What the header says about the net; there may be more."""

    variant: str
    feature_version: str
    sizes: str
    """The width of each layer, as a list in JSON."""
    recipe: str
    """The hash of the experiment that it comes from."""
    buckets: str = "1"
    """How many tails it has: one, or one for each kind of position."""
    bucket_version: str = "none"
    """Which kinds those are."""
    experiment: str = "{}"
    """What it was trained by, in JSON."""
    log: str = "{}"
    """The last row of its log, in JSON."""
    rules: str = ""
    """The text of the file of its game, where that is a variant of the user's own."""

    @property
    def tails(self) -> int:
        """How often it has its last two layers."""
        return decoded(self.buckets, int)

    @property
    def widths(self) -> tuple[int, int, int, int]:
        """The width of each layer."""
        return decoded(self.sizes, tuple[int, int, int, int])


class _Header(msgspec.Struct):
    metadata: Metadata = msgspec.field(name="__metadata__")
    w1: _Array
    b1: _Array
    w2: _Array
    b2: _Array
    w3: _Array
    b3: _Array


def load_net(file: Path, variant: Variant, path: str | None = None) -> _kernel.Net:
    """The net in a file, if it was made for this game and these features.

    `path` is the way to compute it; left out, the environment says it, or it is the fastest.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadNet(f"cannot read the net {file}: {error.strerror}") from error
    try:
        return read_net(content, variant, path)
    except BadNet as error:
        raise BadNet(f"net {file}: {error}") from error


def read_net(content: bytes, variant: Variant, path: str | None = None) -> _kernel.Net:
    """The net in the content of a file."""
    header, numbers = _split(content)
    _check_purpose(header.metadata, variant)
    inputs, first, second, classes = header.metadata.widths
    tails = header.metadata.tails
    wanted = {
        "w1": ("I16", [inputs, first]),
        "b1": ("I32", [first]),
        "w2": ("I16", [tails * second, first]),
        "b2": ("I32", [tails * second]),
        "w3": ("I16", [tails * classes, second]),
        "b3": ("I32", [tails * classes]),
    }
    arrays = {n: _array(n, getattr(header, n), *w, numbers) for n, w in wanted.items()}
    said = os.environ.get("FULLPRIME_SIMD", "") if path is None else path
    try:
        return _kernel.Net(**arrays, path=said.lower())
    except ValueError as error:
        blamed = f"FULLPRIME_SIMD={said}: " if said and path is None else ""
        raise BadNet(f"{blamed}{error}") from error


def read_metadata(content: bytes) -> Metadata:
    """What a file says about its net, for any game."""
    return _split(content)[0].metadata


def _split(content: bytes) -> tuple[_Header, memoryview]:
    """The header, and the numbers that it describes."""
    begin = 8 + int.from_bytes(content[:8], "little")
    if not 8 < begin <= len(content):
        raise BadNet("not a safetensors file, or cut off: its header is longer than the file")
    try:
        header = decoded(content[8:begin], _Header)
        _ = header.metadata.widths, header.metadata.tails
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadNet(f"the header cannot be read: {error}") from error
    return header, memoryview(content)[begin:]


def _check_purpose(metadata: Metadata, variant: Variant) -> None:
    sizes = metadata.widths
    if metadata.variant != variant.id:
        raise BadNet(f"made for {metadata.variant!r}, asked for {variant.id!r}")
    features = _kernel.features_of(variant.kernel)
    plain = features == _kernel.FEATURES
    known = _kernel.FEATURE_VERSION if plain else _kernel.MORE_FEATURE_VERSION
    if metadata.feature_version != str(known):
        seen = metadata.feature_version
        raise BadNet(f"made for version {seen} of the features, expected {known}")
    if sizes[0] != features or sizes[-1] != CLASSES or min(sizes) < 1:
        expected = f"{features} inputs and {CLASSES} outputs"
        raise BadNet(f"layers of {', '.join(map(str, sizes))}, expected {expected}")
    if metadata.tails != 1:
        made = f"{metadata.tails} buckets of version {metadata.bucket_version}"
        wanted = f"{_kernel.BUCKETS} buckets of version {_kernel.BUCKET_VERSION}"
        if made != wanted:
            raise BadNet(f"tails for {made}, expected {wanted}")


def _array(
    name: str, found: _Array, dtype: str, shape: list[int], numbers: memoryview
) -> memoryview:
    if (found.dtype, found.shape) != (dtype, shape):
        raise BadNet(f"{name} is {found.dtype} {found.shape}, expected {dtype} {shape}")
    begin, end = found.data_offsets
    if not 0 <= begin <= end <= len(numbers) or end - begin != prod(shape) * _BYTES[dtype]:
        where = f"bytes {begin} to {end} of {len(numbers)}"
        raise BadNet(f"{name}: {where} do not hold {dtype} {shape}; is the file cut off?")
    # A copy begins where the processor likes numbers to begin; in the file they may not.
    return memoryview(bytes(numbers[begin:end])).cast(_CODES[dtype], shape)
