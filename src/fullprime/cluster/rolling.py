"""Rollouts by a crew: the same figures as here, to the last bit.

The crew plays the trials; they are added up here, one after the other, as always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Final

from fullprime.cluster.crew import Crew, Kind, WorkerDiffers
from fullprime.cluster.piece import RolloutPiece, rollout_piece, trials
from fullprime.dice import Roll
from fullprime.engine.rollout import BLOCK, Roller, Row, Rows, Watch, roller_for
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, Terms
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant

TRIALS: Final = (BLOCK, 36, 6, 1)
"""Of a piece, by plies; each divides the block, so that rollouts stop where they always do."""


class CrewRoller(Roller):
    """Rolls out with the workers of a cluster."""

    def __init__(self, crew: Crew, variant: Variant) -> None:
        self._crew = crew
        self._here = roller_for(variant)
        self._set_up(variant, self._here.names, self._here.threads)

    def _candidates(
        self, position: Position, roll: Roll, terms: Terms, cubeful: bool
    ) -> list[Play]:
        return self._here._candidates(position, roll, terms, cubeful)

    def _run(self, found: RolledOut, watch: Watch | None) -> RolledOut:
        while True:
            try:
                return super()._run(found, watch)
            except WorkerDiffers:  # nothing that came from there counts
                continue

    def _last(self, settings: RolloutSettings, first: int) -> int:
        plies = max((settings.truncation_plies, *(each.plies for each in settings.phases)))
        return min(settings.trials, (first // TRIALS[plies] + 1) * TRIALS[plies])

    def _rows_of(self, found: RolledOut) -> Rows:
        answers = self._crew.in_order(self._pieces(found), KIND)

        def rows(_line: int, _first: int, _last: int) -> Sequence[Row]:
            return next(answers)  # they come in the order in which they are asked for

        return rows

    def _pieces(self, found: RolledOut) -> Iterator[RolloutPiece]:
        settings, first = found.settings, found.trials
        while first < settings.trials:
            last = self._last(settings, first)
            for line in found.lines:
                yield rollout_piece(self, settings, found.terms, line.subject, first, last)
            first = last


def _count(piece: RolloutPiece) -> int:
    return piece.last - piece.first


def _sound(_piece: Any, figures: Sequence[Row]) -> bool:
    return all(isfinite(each) for row in figures for each in row)


def _again(piece: RolloutPiece, place: int) -> Row:
    [row] = trials(piece, piece.first + place, piece.first + place + 1)
    return row


KIND: Final = Kind(list[Row], _count, _sound, _again)
