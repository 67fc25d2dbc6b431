"""The review of a match as a job: what the process is given, and what it answers."""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

import fullprime
from fullprime.analysis.answers import ENGINE
from fullprime.analysis.review import Progress, Report, Reviewer, report_json, summary_json
from fullprime.analysis.review.as_json import worst_of
from fullprime.engine.evaluators import DEFAULT_PLIES
from fullprime.match import Match
from fullprime.server.board import rows_json
from fullprime.server.jobs import new_job
from fullprime.server.record import Record
from fullprime.server.rolled import Rolled, take_rolled
from fullprime.server.worker import Show
from fullprime.shapes import decoded
from fullprime.store import Job, Kept, Seats
from fullprime.store.verdicts import shared_verdicts

REVIEW: Final = "review"
"""The kind of job."""
MOST_PLIES: Final = 2
FORM: Final = 2
"""Of what is kept; a report of another form is computed again."""
OFTEN: Final = 0.25
"""Seconds between two signs of progress at least,"""
SELDOM: Final = 3.0
"""and between two reports of what there is so far, which are larger."""

Json = dict[str, Any]


class ReviewBody(msgspec.Struct, forbid_unknown_fields=True):
    """How a match is to be reviewed."""

    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] = DEFAULT_PLIES


class ReviewTask(NamedTuple):
    """A match to be reviewed."""

    kept: Kept
    plies: int
    rolled: tuple[Rolled, ...] = ()
    """What was rolled out in the review before."""


class Found(msgspec.Struct):
    """What is kept of a review."""

    summary: Json
    report: bytes
    """Deflated."""
    close: int = 0
    """Decisions that one ply more could change."""


def match_key(kept: Kept, plies: int, deeper: Sequence[Any] = ()) -> str:
    """A hash of all that a report depends on: the log, the names, the depth, the nets, and what was
    looked at more closely."""
    variants = dict.fromkeys(Record.start(kept).match.rotation)
    parts = [
        FORM,
        fullprime.__version__,
        kept.start.decode(),
        [seat and seat.name for seat in kept.seats],
        [event.action for event in kept.events],
        plies,
        [ENGINE.describe(variant) for variant in variants],
        *deeper,
    ]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def review_of(match_id: str, seats: Seats) -> Job | None:
    """The review of a match that has just ended; None: no person has played in it."""
    people = [seat.person for seat in seats if seat and seat.person is not None]
    task = msgspec.json.encode(ReviewBody())
    return new_job(REVIEW, people[0], task, match_id) if people else None


def work(about: bytes, show: Show) -> Found:
    """Reviews a match, the first verdicts at once and then each again as far ahead as wanted."""
    task = decoded(about, ReviewTask)
    match = Record.start(task.kept).to_end(task.kept.events).match
    reviewer = Reviewer(match, plies=task.plies, cached=shared_verdicts())
    watch = _Watch(reviewer, show)
    for _ in reviewer.verdicts(watch=watch):
        watch.show_if_due()
    take_rolled(reviewer, task.rolled)
    report = reviewer.report()
    return Found(summary_of(match, report), packed(report), len(reviewer.close_ones))


def summary_of(match: Match, report: Report) -> Json:
    """The few figures that lists show, with the board of each worst error, as a page draws it."""
    players = summary_json(report)
    for seat, player in enumerate(players):
        if worst := worst_of(report, seat):
            made = worst.decision
            question, turn = made.question, 1 - seat if made.kind == "take" else seat
            rows = rows_json(question.variant, question.position, turn)
            player["worst"] |= {"variant": question.variant.id, "turn_of": turn, "rows": rows}
    return {"date": match.notes.about.get("date"), "players": players}


def packed(report: Report) -> bytes:
    """With everything that a page shows of it."""
    return zlib.compress(msgspec.json.encode(report_json(report, detail=True)))


def unpacked(report: bytes) -> msgspec.Raw:
    """Back again."""
    return msgspec.Raw(zlib.decompress(report))


class _Watch:
    """Shows now and then how far the review is."""

    def __init__(self, reviewer: Reviewer, show: Show) -> None:
        self._reviewer = reviewer
        self._show = show
        self._progress: Progress | None = None
        self._last = self._last_report = 0.0

    def __call__(self, progress: Progress) -> None:
        self._progress = progress

    def show_if_due(self) -> None:
        """The report at the end of every pass, and now and then within one."""
        progress, now = self._progress, time.monotonic()
        assert progress is not None  # noqa: S101 - there is a verdict
        ended = 2 * progress.done == progress.total
        if not ended and now - self._last < OFTEN:
            return
        whole = ended or now - self._last_report >= SELDOM
        found = {"report": packed(self._reviewer.report())} if whole else {}
        self._show(progress=progress._asdict(), **found)
        self._last = time.monotonic()
        if whole:
            self._last_report = self._last
