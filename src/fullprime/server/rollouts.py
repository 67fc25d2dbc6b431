"""Rollouts over HTTP: jobs that show their figures as they grow.

A rollout goes on only while its visitor looks: a page that is closed asks no more.
"""

from __future__ import annotations

import asyncio
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis import answers
from fullprime.analysis.as_json import rollout_json
from fullprime.analysis.question import Question
from fullprime.engine.rollout import MOST_KEPT, Progress, Roller, new_roller
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, Terms, phases_of
from fullprime.engine.threads import usual_threads
from fullprime.server.analysis import QuestionBody
from fullprime.server.door import Door, json_answer
from fullprime.server.jobs import Jobs, Kind
from fullprime.server.people import known, visitor
from fullprime.server.worker import Show
from fullprime.shapes import decoded
from fullprime.store import Job
from fullprime.variant import Variant

if TYPE_CHECKING:
    from fullprime.store.store import Store

AT_ONCE: Final = 2
"""In all; the others wait for their turn."""
MOST_EACH: Final = 1
"""Of one visitor, running or waiting."""
MOST: Final = 20
"""Running or waiting, of all visitors."""
PATIENCE: Final = 90.0
"""Seconds without a look after which one is given up. Browsers wake a page in the background once
a minute."""
MOST_TRIALS: Final = 12_960
MOST_PLIES: Final = 2
STEPS: Final = (36, 12, 2)
"""Trials of a thread between two looks, by plies: a second or two until a cancel is heard."""

Json = dict[str, Any]
door = Door("/api")


class RolloutBody(QuestionBody, forbid_unknown_fields=True, kw_only=True):
    """A question, and how to roll it out."""

    trials: Annotated[int, Meta(ge=1, le=MOST_TRIALS)] = 1296
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] = 0
    seed: Annotated[int, Meta(ge=0)] = 1
    double: Annotated[
        bool | None,
        Meta(description="The cube action; null: without dice, where a double is possible."),
    ] = None


@door.post("/rollouts", RolloutBody, status=201)
async def roll_out(request: Request, body: RolloutBody) -> Response:
    """Begins a rollout; each visitor has one at a time."""
    await asyncio.to_thread(_prepared, body)
    person, jobs = await visitor(request), _jobs(request)
    job = await jobs.start(ROLLOUTS.name, person.id, msgspec.json.encode(body))
    return json_answer(_job_json(job, jobs), 201)


@door.get("/rollouts/{job_id}")
async def rollout(request: Request) -> Response:
    """How far a rollout of yours is, and its figures so far."""
    return json_answer(_job_json(await _mine(request), _jobs(request)))


@door.delete("/rollouts/{job_id}")
async def cancel_rollout(request: Request) -> Response:
    """Cancels a rollout of yours."""
    await _jobs(request).cancel((await _mine(request)).id)
    return Response(status_code=204)


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


async def _mine(request: Request) -> Job:
    person = await known(request, request.app.state.store)
    return await _jobs(request).look(person and person.id, request.path_params["job_id"])


def _job_json(job: Job, jobs: Jobs) -> Json:
    figures = msgspec.Raw(job.result.encode()) if job.result else jobs.shown(job) or None
    error = msgspec.Raw(job.error.encode()) if job.error else None
    return {"id": job.id, "state": job.state, "progress": figures, "error": error}


# The job -----------------------------------------------------------------------------------------


async def _task(_: Store, job: Job) -> bytes:
    return job.task.encode()


async def _keep(store: Store, job: Job, found: bytes) -> None:
    await store.jobs.change(job.id, state="done", result=found.decode())


_MAKING: Final = threading.Lock()
ROLLOUTS: Final = Kind(
    name="rollout",
    lanes=AT_ONCE,
    task=_task,
    keep=_keep,
    most=MOST,
    most_each=MOST_EACH,
    patience=PATIENCE,
)


class _Prepared(NamedTuple):
    """A rollout, as far as it can be made at all."""

    question: Question
    settings: RolloutSettings
    double: bool
    roller: Roller


def _prepared(body: RolloutBody) -> _Prepared:
    question = body.question()
    roller = _roller(question.variant, body.plies)
    asked = RolloutSettings(trials=body.trials, seed=body.seed)
    settings = answers.rollout_settings(question, asked, phases_of(body.plies), body.cubeful)
    double = _may_double(question) if body.double is None else body.double
    return _Prepared(question, settings, double, roller)


def work(about: bytes, show: Show) -> Json:
    """Makes a rollout, in the process of the job."""
    question, settings, double, roller = _prepared(decoded(about, RolloutBody))

    def watch(progress: Progress) -> None:
        show(**figures(progress.found, progress.expected, progress.seconds_left))

    found = answers.rollout(question, settings, double=double, roller=roller, watch=watch)
    return figures(found, found.trials, 0.0)


def figures(found: RolledOut, expected: int, seconds_left: float) -> Json:
    """`result` is what `fullprime rollout --json` prints."""
    return {
        "trials": found.trials,
        "expected": expected,
        "seconds_left": seconds_left,
        "result": rollout_json(found),
    }


def _may_double(question: Question) -> bool:
    """Is there a double to be decided about?"""
    if question.roll or not question.stakes.cube:
        return False
    terms = Terms.for_wager(question.wager)
    return terms.holder != "theirs" and terms.mine[0]


def _roller(variant: Variant, plies: int) -> Roller:
    """Of those who ask for the same at once, one makes it, and the others wait."""
    with _MAKING:
        return _made_roller(variant, plies)


@lru_cache(MOST_KEPT)
def _made_roller(variant: Variant, plies: int) -> Roller:
    """With a share of the processor for each that runs at once."""
    threads = max(1, usual_threads() // AT_ONCE)
    return new_roller(variant, threads, STEPS[plies] * threads)
