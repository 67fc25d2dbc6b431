"""The review of a match by a crew: the same report as here, to the last bit.

The crew computes the answers that a review asks for; they are kept in the cache of the review,
which then finds everything there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Final

import msgspec

from fullprime.analysis.review.cache import Cache
from fullprime.analysis.review.report import Report
from fullprime.analysis.review.reviewing import Progress, Reviewer, Watch
from fullprime.cluster.crew import Crew, Kind, WorkerDiffers
from fullprime.cluster.piece import Answers, ReviewPiece, answers, review_pieces
from fullprime.engine.evaluators import DEFAULT_PLIES
from fullprime.match import Match

MOMENTS: Final = (800, 100, 40, 8)
"""Of a piece, by plies: some tenths of a second. The figures do not depend on it."""


class _Missing(Exception):
    """An answer that is not there."""


class _Complete(MutableMapping[str, bytes]):
    """Answers of which none may be missing; `asked` are those that were looked for."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        self.found = found
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> bytes:
        self.asked.add(key)
        try:
            return self.found[key]
        except KeyError:
            raise _Missing(key) from None

    def __setitem__(self, key: str, answer: bytes) -> None:
        raise _Missing(key)

    def __delitem__(self, key: str) -> None:
        raise _Missing(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


def review(
    crew: Crew,
    match: Match,
    *,
    plies: int = DEFAULT_PLIES,
    watch: Watch | None = None,
    cached: Cache | None = None,
) -> Report:
    """The report of a match. What `cached` has already is not computed again, and what the crew
    finds is kept there."""
    known: Cache = {} if cached is None else cached
    reviewer = Reviewer(match, plies=plies, cached=known)
    compute(crew, reviewer, known, watch)
    for _ in reviewer.verdicts(deepen=False):
        pass
    return reviewer.report()


def compute(crew: Crew, reviewer: Reviewer, known: Cache, watch: Watch | None = None) -> None:
    """All that a review needs and `known`, its cache, lacks."""
    plies = reviewer.plies
    wanted = [each for each in range(reviewer.moments) if _asked(reviewer, each, known) is None]
    pieces = review_pieces(reviewer.match, plies, wanted, MOMENTS[plies])
    while True:
        try:
            for found in _gathered(crew, pieces, reviewer, watch):
                known.update(found)
            return
        except WorkerDiffers:
            continue


def _gathered(
    crew: Crew, pieces: Sequence[ReviewPiece], reviewer: Reviewer, watch: Watch | None
) -> list[Answers]:
    """All answers at once: only when the last is there, none of them can prove wrong any more."""
    total, done = reviewer.moments, reviewer.moments - sum(len(each.moments) for each in pieces)
    kept: list[Answers] = []

    def sound(piece: ReviewPiece, figures: Sequence[Answers]) -> bool:
        return all(
            _asked(reviewer, moment, found) == found.keys()
            for moment, found in zip(piece.moments, figures, strict=True)
        )

    kind = Kind(list[Answers], lambda piece: len(piece.moments), sound, _again)
    for figures in crew.in_order(pieces, kind):
        kept += figures
        done += len(figures)
        if watch:
            watch(Progress(done, total, reviewer.plies))
    return kept


def _again(piece: ReviewPiece, place: int) -> Answers:
    return answers(piece, piece.moments[place])


def _asked(reviewer: Reviewer, moment: int, found: Mapping[str, bytes]) -> set[str] | None:
    """The keys of all answers that a moment needs; None: one is missing, or cannot be read."""
    complete = _Complete(found)
    try:
        reviewer.settle(moment, complete)
    except (_Missing, msgspec.MsgspecError, LookupError, TypeError, ValueError):
        return None
    return complete.asked
