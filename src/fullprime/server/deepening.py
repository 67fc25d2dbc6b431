"""Deeper reviews over HTTP: what is close is looked at again by itself, and a decision is rolled
out when someone asks for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.review.finding import Searched
from fullprime.server.deeper import Deepened, RollOut, deeper
from fullprime.server.door import Door, json_answer
from fullprime.server.jobs import Jobs, Kind, new_job
from fullprime.server.people import asker
from fullprime.server.problems import Problem
from fullprime.server.reviewing import REVIEW, unpacked
from fullprime.server.rollouts import MOST, MOST_EACH, MOST_PLIES, MOST_TRIALS
from fullprime.server.tables import match_for
from fullprime.shapes import decoded
from fullprime.store import Job, Review

if TYPE_CHECKING:
    from fullprime.store.store import Store

DEEPENING: Final = "deepening"
DECISION: Final = "decision"
"""The kinds of jobs."""
LONGEST: Final = 1800.0
"""Seconds for all that is close in a match."""

Json = dict[str, Any]
door = Door("/api")


class RollOutBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which decision is to be rolled out, and how."""

    address: Annotated[str, Meta(max_length=40, description="Of the decision, such as `3.8-take`.")]
    trials: Annotated[int, Meta(ge=1, le=MOST_TRIALS)] = 1296
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] = 0
    seed: Annotated[int, Meta(ge=0)] = 1


@door.post("/matches/{match_id}/review/rollouts", RollOutBody, status=201)
async def roll_out_decision(request: Request, body: RollOutBody) -> Response:
    """Begins the rollout of a decision in a match of yours that is reviewed; its verdict takes the
    place of the one in the review. Each visitor has one at a time."""
    person, match_id = await asker(request), request.path_params["match_id"]
    store: Store = request.app.state.store
    await check_mine(store, person.id, match_id)
    kept = await store.reviews.of_match(match_id)
    if kept is None:
        raise Problem(409, "review.first")
    if body.address not in await asyncio.to_thread(_addresses, kept):
        raise Problem(422, "review.no_decision", address=body.address)
    job = await _jobs(request).start(DECISION, person.id, msgspec.json.encode(body), match_id)
    return json_answer(_rollout_json(job, _jobs(request)), 201)


@door.delete("/matches/{match_id}/review/rollouts/{job_id}")
async def cancel_decision(request: Request) -> Response:
    """Cancels the rollout of a decision in a match of yours."""
    person, match_id = await asker(request), request.path_params["match_id"]
    job = await _jobs(request).look(person.id, request.path_params["job_id"])
    if job.match != match_id:
        raise Problem(404, "job.unknown")
    await _jobs(request).cancel(job.id)
    return Response(status_code=204)


async def check_mine(store: Store, person: int | None, match_id: str) -> None:
    """Only who sits in a match, or has brought it, says what is computed for it."""
    kept = await match_for(person, match_id, store)
    if person is None or person not in [seat.person for seat in kept.seats if seat]:
        raise Problem(403, "table.no_seat")


async def told(request: Request, match_id: str) -> Json:
    """What is being made deeper, or could not be."""
    store: Store = request.app.state.store
    job, jobs = await store.jobs.of_match(match_id, DEEPENING), _jobs(request)
    rollouts = await store.jobs.of_kind(DECISION, match_id)
    return {
        "deepening": job and _job_json(job) | {"progress": jobs.shown(job).get("progress")},
        "rollouts": [_rollout_json(each, jobs) for each in rollouts],
    }


async def cancel(request: Request, match_id: str) -> None:
    """Ends the look at what is close; what is kept stays."""
    store: Store = request.app.state.store
    if job := await store.jobs.of_match(match_id, DEEPENING):
        await _jobs(request).cancel(job.id)


def deepening_of(person: int, match_id: str) -> Job:
    """What comes after a review in which something is close."""
    return new_job(DEEPENING, person, match=match_id)


def _addresses(kept: Review) -> set[str]:
    return Searched.decode(bytes(unpacked(kept.report))).addresses


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def _job_json(job: Job) -> Json:
    error = msgspec.Raw(job.error.encode()) if job.error else None
    return {"state": job.state, "error": error}


def _rollout_json(job: Job, jobs: Jobs) -> Json:
    asked = decoded(job.task, RollOutBody)
    about = {"id": job.id, **msgspec.to_builtins(asked), **_job_json(job)}
    return about | {"progress": jobs.shown(job) or None}


# The jobs ----------------------------------------------------------------------------------------


async def _task(store: Store, job: Job) -> bytes | None:
    """None: the match or its review is no more."""
    kept = await store.match(job.match or "")
    review = await store.reviews.of_match(job.match or "")
    if kept is None or review is None:
        return None
    rolls = job.kind == DECISION
    asked = RollOut(**decoded(job.task, dict)) if rolls else None
    return msgspec.json.encode(await asyncio.to_thread(deeper, kept, review, asked))


async def _keep(store: Store, job: Job, found: bytes) -> None:
    made = decoded(found, Deepened)
    summary = msgspec.json.encode(made.found.summary).decode()
    review = Review(made.key, summary, made.found.report)
    await store.reviews.keep(job.match or "", review, job.id, base=made.base)


DEEPENINGS: Final = Kind(
    name=DEEPENING, lanes=1, task=_task, keep=_keep, longest=LONGEST, after=REVIEW
)
DECISIONS: Final = Kind(
    name=DECISION, lanes=1, task=_task, keep=_keep, most=MOST, most_each=MOST_EACH
)
