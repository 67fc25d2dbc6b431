"""Safetensors files, of which we need so little that numpy is enough.

Eight bytes with the length of a JSON header, the header, then the numbers of all arrays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_TYPES = {"U8": "u1", "I16": "<i2", "I32": "<i4", "F16": "<f2", "F32": "<f4"}
_NAMES = {np.dtype(code): name for name, code in _TYPES.items()}


def to_bytes(arrays: dict[str, Array], metadata: dict[str, str]) -> bytes:
    """The content of a file; the same arrays and metadata always give the same bytes."""
    header: dict[str, Any] = {"__metadata__": dict(sorted(metadata.items()))}
    at = 0
    for name, array in sorted(arrays.items()):
        end = at + array.nbytes
        header[name] = {
            "dtype": _NAMES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [at, end],
        }
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    numbers = b"".join(np.ascontiguousarray(array).tobytes() for _, array in sorted(arrays.items()))
    return len(text).to_bytes(8, "little") + text + numbers


def read(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """Arrays and metadata of a file."""
    content = path.read_bytes()
    begin = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:begin])
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        first, end = (begin + offset for offset in entry["data_offsets"])
        numbers = np.frombuffer(content[first:end], _TYPES[entry["dtype"]])
        arrays[name] = numbers.reshape(entry["shape"])
    return arrays, metadata
