"""Rollouts over HTTP: jobs that show their figures as they grow."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any, Final

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
from fullprime.server.jobs import AT_ONCE, Job, Jobs, Show, Work
from fullprime.server.people import known, visitor
from fullprime.server.problems import fault_json
from fullprime.variant import Variant

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
    work = await asyncio.to_thread(_work, body)
    person = await visitor(request)
    return json_answer(_job_json(_jobs(request).start(person.id, work)), 201)


@door.get("/rollouts/{job_id}")
async def rollout(request: Request) -> Response:
    """How far a rollout of yours is, and its figures so far."""
    return json_answer(_job_json(await _mine(request)))


@door.delete("/rollouts/{job_id}")
async def cancel_rollout(request: Request) -> Response:
    """Cancels a rollout of yours."""
    _jobs(request).cancel(await _mine(request))
    return Response(status_code=204)


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


async def _mine(request: Request) -> Job:
    person = await known(request, request.app.state.store)
    return _jobs(request).look(person and person.id, request.path_params["job_id"])


def _job_json(job: Job) -> Json:
    state = job.state  # before what is shown: what is done shows its last figures
    error = fault_json(job.fault) if job.fault else None
    return {"id": job.id, "state": state, "progress": job.shown, "error": error}


def _work(body: RolloutBody) -> Work:
    """What is to be done, as far as it can be done at all."""
    question = body.question()
    roller = _roller(question.variant, body.plies)
    asked = RolloutSettings(trials=body.trials, seed=body.seed)
    settings = answers.rollout_settings(question, asked, phases_of(body.plies), body.cubeful)
    double = _may_double(question) if body.double is None else body.double

    def work(show: Show) -> Json:
        def watch(progress: Progress) -> None:
            show(_figures(progress.found, progress.expected, progress.seconds_left))

        found = answers.rollout(question, settings, double=double, roller=roller, watch=watch)
        return _figures(found, found.trials, 0.0)

    return work


def _figures(found: RolledOut, expected: int, seconds_left: float) -> Json:
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


@lru_cache(MOST_KEPT)
def _roller(variant: Variant, plies: int) -> Roller:
    """With a share of the processor for each that runs at once."""
    threads = max(1, usual_threads() // AT_ONCE)
    return new_roller(variant, threads, STEPS[plies] * threads)
