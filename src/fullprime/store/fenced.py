"""What a write ends with that comes too late."""

from __future__ import annotations


class Conflict(Exception):
    """What was to be written does not fit to what is kept."""


class Fenced(Conflict):
    """Another server has the match, or may have had it meanwhile."""

    def __init__(self, match: str) -> None:
        super().__init__(f"match {match} is served by another server")
