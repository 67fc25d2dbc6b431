"""Reviews over HTTP: begun by themselves when a match is over, and kept with it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.server import deepening
from fullprime.server.deeper import CLOSE_ONES, key_of
from fullprime.server.door import Door, json_answer
from fullprime.server.jobs import Fields, Jobs, Kind
from fullprime.server.people import visitor, who_asks
from fullprime.server.problems import Problem
from fullprime.server.reviewing import (
    MOST_PLIES,
    REVIEW,
    Found,
    ReviewBody,
    ReviewTask,
    match_key,
    unpacked,
)
from fullprime.server.rolled import KeptReport, Rolled
from fullprime.server.tables import match_for, played
from fullprime.shapes import decoded
from fullprime.store import Job, Kept, Review

if TYPE_CHECKING:
    from fullprime.store.store import Store

LANES: Final = 2
"""Each uses all cores that are free; a very long match holds up no other."""
LONGEST: Final = 1800.0
"""Seconds: many times what a long match takes."""

Json = dict[str, Any]
door = Door("/api")


class ReviewAsked(msgspec.Struct):
    """What is wanted of a review."""

    match_id: str
    report: Annotated[bool, Meta(description="False: only how far it is, and the summary.")] = True


@door.get("/matches/{match_id}/review", ReviewAsked)
async def review(request: Request, body: ReviewAsked) -> Response:
    """How far the review of the match is, and its report so far."""
    store: Store = request.app.state.store
    await match_for(await who_asks(request), body.match_id, store)
    return json_answer(await _told(request, body.match_id, report=body.report))


@door.post("/matches/{match_id}/review", ReviewBody, status=201)
async def begin_review(request: Request, body: ReviewBody) -> Response:
    """Begins the review of a match that is over; one that is kept already is not made again."""
    person, match_id = await visitor(request), request.path_params["match_id"]
    store: Store = request.app.state.store
    await _check_over(request, person.id, match_id)
    job = await store.jobs.of_match(match_id, REVIEW)
    if job is None or not job.is_open:
        await _begin(request, person.id, match_id, body)
    return json_answer(await _told(request, match_id), 201)


@door.delete("/matches/{match_id}/review")
async def cancel_review(request: Request) -> Response:
    """Cancels the review of a match of yours, or the look at what is close; what is kept stays."""
    match_id, who = request.path_params["match_id"], await who_asks(request)
    store: Store = request.app.state.store
    await deepening.check_mine(store, who, match_id)
    if job := await store.jobs.of_match(match_id, REVIEW):
        await _jobs(request).cancel(job.id)
    await deepening.cancel(request, match_id)
    return Response(status_code=204)


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


async def _check_over(request: Request, person: int, match_id: str) -> None:
    """What the best play was would help who still plays."""
    kept = await match_for(person, match_id, request.app.state.store)
    if kept.owner is None and not (await asyncio.to_thread(played, kept)).is_over:
        raise Problem(409, "review.unfinished")


async def _begin(request: Request, person: int, match_id: str, body: ReviewBody) -> None:
    store: Store = request.app.state.store
    kept = await match_for(person, match_id, store)
    if not await _is_known(store, kept, body.plies):
        await _jobs(request).start(REVIEW, person, msgspec.json.encode(body), match_id)


async def _is_known(store: Store, kept: Kept, plies: int) -> bool:
    """Is there a review already, of this match or of the same that someone else has brought? The
    deepest comes first."""
    now = await store.reviews.of_match(kept.id)
    for key in await asyncio.to_thread(_keys, kept, plies, now):
        if await store.reviews.share(kept.id, key):
            return True
    return False


def _keys(kept: Kept, plies: int, now: Review | None) -> list[str]:
    mine = [key_of(kept, now.report, plies)] if now else []
    return [*mine, match_key(kept, plies, CLOSE_ONES), match_key(kept, plies)]


async def _told(request: Request, match_id: str, *, report: bool = True) -> Json:
    store: Store = request.app.state.store
    job = await store.jobs.of_match(match_id, REVIEW)
    kept = await store.reviews.of_match(match_id)
    so_far = _jobs(request).shown(job) if job else {}
    return {
        "state": job.state if job else "done" if kept else "none",
        "progress": so_far.get("progress"),
        "report": await asyncio.to_thread(_report, so_far, kept) if report else None,
        "summary": msgspec.Raw(kept.summary.encode()) if kept else None,
        "error": msgspec.Raw(job.error.encode()) if job and job.error else None,
        **await deepening.told(request, match_id),
    }


def _report(so_far: Fields, kept: Review | None) -> msgspec.Raw | None:
    """What a review that is being made has so far; else what is kept."""
    if "report" in so_far:
        return unpacked(decoded(so_far["report"], bytes))
    return unpacked(kept.report) if kept else None


# The job -----------------------------------------------------------------------------------------


async def _task(store: Store, job: Job) -> bytes | None:
    """None: the match is no more, or the same one was reviewed for someone else."""
    plies = decoded(job.task, ReviewBody).plies
    kept = await store.match(job.match or "")
    if kept is None or await _is_known(store, kept, plies):
        return None
    before = await store.reviews.of_match(kept.id)
    rolled = await asyncio.to_thread(_rolled_in, before) if before else ()
    return msgspec.json.encode(ReviewTask(kept, plies, rolled))


def _rolled_in(review: Review) -> tuple[Rolled, ...]:
    try:
        return tuple(KeptReport.of(review.report).rolled)
    except msgspec.DecodeError:  # of a version with other rollouts
        return ()


async def _keep(store: Store, job: Job, found: bytes, *, deepens: bool) -> None:
    plies = decoded(job.task, ReviewBody).plies
    kept = await store.match(job.match or "")
    if kept is None:
        return
    made = decoded(found, Found)
    key = await asyncio.to_thread(key_of, kept, made.report, plies)
    review = Review(key, msgspec.json.encode(made.summary).decode(), made.report)
    goes_on = deepens and plies == MOST_PLIES and made.close > 0
    then = deepening.deepening_of(job.person, kept.id) if goes_on else None
    await store.reviews.keep(kept.id, review, job.id, then=then)


def reviews_kind(deepens: bool) -> Kind:
    """`deepens`: what is close is looked at again after the review."""
    keep = partial(_keep, deepens=deepens)
    return Kind(name=REVIEW, lanes=LANES, task=_task, keep=keep, longest=LONGEST)
