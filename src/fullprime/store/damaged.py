"""What is said of a match whose log does not fit together."""

from __future__ import annotations

from fullprime.errors import Fault, FullprimeError


class DamagedMatch(FullprimeError):
    """The log of a match is not what was written."""

    def __init__(self, match_id: str, event: int) -> None:
        super().__init__(Fault("request.damaged", id=match_id, n=event))
        self.event = event
        """The first that does not fit, counted from 1."""
