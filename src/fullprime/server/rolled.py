"""The rollouts in a report that is kept, which go into the next one."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from fullprime.analysis.review import Kind, Reviewer
from fullprime.engine.rollout_result import RolledOut
from fullprime.shapes import decoded

Key = tuple[int, int, Kind]
"""Of a decision: its game and action, counted from 0, and what was decided."""


class Rolled(msgspec.Struct, frozen=True):
    """A decision that was rolled out."""

    key: Key
    found: RolledOut


class _Decision(msgspec.Struct):
    action: int
    kind: Kind
    rolled_out: RolledOut | None = None


class _Game(msgspec.Struct):
    decisions: list[_Decision]


class _Settings(msgspec.Struct):
    plies: int
    close: dict[str, Any] | None = None


class KeptReport(msgspec.Struct):
    """Of a report, what the next one begins with."""

    games: list[_Game]
    settings: _Settings

    @staticmethod
    def of(packed: bytes) -> KeptReport:
        """From a report as the store keeps it."""
        return decoded(zlib.decompress(packed), KeptReport)

    @property
    def rolled(self) -> list[Rolled]:
        """What was rolled out, in order."""
        return [
            Rolled((number, each.action, each.kind), each.rolled_out)
            for number, game in enumerate(self.games)
            for each in game.decisions
            if each.rolled_out
        ]


def take_rolled(reviewer: Reviewer, rolled: Iterable[Rolled]) -> list[Rolled]:
    """Puts them in the place of verdicts; those that there was a decision for."""
    known = {each.key: each for each in reviewer.decisions}
    taken = [each for each in rolled if each.key in known]
    for each in taken:
        reviewer.take(known[each.key], each.found)
    return taken
