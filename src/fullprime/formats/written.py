"""What a format makes of a match."""

from __future__ import annotations

from typing import NamedTuple


class Written(NamedTuple):
    """A match in another format."""

    data: bytes
    losses: tuple[str, ...] = ()
    """What the format cannot hold, one sentence each."""
