"""Analysis over HTTP: in threads, and only as long as the client waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.as_json import (
    cube_json,
    depth_json,
    evaluation_json,
    plays_json,
    roll_map_json,
    score_map_json,
)
from fullprime.analysis.maps import USUAL_SIZE, roll_map, score_map
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import Reason, cube_hint, hint_reasons, reasons_json, take_hint
from fullprime.engine.engine import Engine
from fullprime.engine.evaluators import is_solved
from fullprime.engine.nets import net_for
from fullprime.play import write_named
from fullprime.server.door import Door, json_answer
from fullprime.server.positions import LONGEST_TEXT, VariantName, load_variant
from fullprime.server.standing_back import stand_back
from fullprime.variant import Variant

AT_ONCE: Final = 2
MOST_PLIES: Final = 2
MOST_SHOWN: Final = 100
LARGEST_MAP: Final = 15

Json = dict[str, Any]
Turns = Annotated[int, Meta(ge=0)]
Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)
door = Door("/api")


class QuestionBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position and, if there are dice, their roll."""

    variant: VariantName | None = None
    options: dict[str, bool | int | str] = {}
    position: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None
    dice: list[int] | None = None
    named: Annotated[int, Meta(ge=1, le=6)] | None = None
    rolls: tuple[Turns, Turns] | None = None
    hit_right: tuple[bool, bool] | None = None
    stakes: dict[str, Any] | None = None
    house_rules: bool = False
    cubeful: bool | None = None

    def question(self) -> Question:
        """As the library reads it."""
        return Question.about(
            self.position,
            self.dice,
            variant=load_variant(self.variant, self.options) if self.variant else None,
            stakes=self.stakes,
            house_rules=self.house_rules,
            turns=self.rolls,
            hit_right=self.hit_right,
            named=self.named,
        )


class AnalysisBody(QuestionBody, forbid_unknown_fields=True, kw_only=True):
    """A question, and how far to look ahead."""

    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None
    every: bool = False
    reasons: bool = False
    offered: Annotated[
        bool, Meta(description="The side on roll has doubled: the reasons are for the answer.")
    ] = False


@door.post("/analysis", AnalysisBody)
async def analysis(request: Request, body: AnalysisBody) -> Response:
    """The plays of a roll, the best first; without dice, what the position is worth."""
    analysts: Analysts = request.app.state.analysts
    asked = body.plies, body.cubeful, body.every, body.reasons, body.offered
    task = Task(body.question(), *asked)
    return json_answer(await analysts.ask(task, request))


class RollsBody(QuestionBody, forbid_unknown_fields=True, kw_only=True):
    """A question about all rolls, and how far to look ahead."""

    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None


@door.post("/rolls", RollsBody)
async def rolls(request: Request, body: RollsBody) -> Response:
    """What every roll is worth, with its best play."""
    analysts: Analysts = request.app.state.analysts
    task = RollsTask(body.question(), body.plies, body.cubeful)
    return json_answer(await analysts.ask(task, request))


class ScoresBody(QuestionBody, forbid_unknown_fields=True, kw_only=True):
    """A decision at all scores, how far to look ahead, and up to which score."""

    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None
    size: Annotated[int, Meta(ge=2, le=LARGEST_MAP)] = USUAL_SIZE


@door.post("/scores", ScoresBody)
async def scores(request: Request, body: ScoresBody) -> Response:
    """The best play of the dice, or without dice the cube action and its window, at every score."""
    analysts: Analysts = request.app.state.analysts
    task = ScoresTask(body.question(), body.plies, body.cubeful, body.size)
    return json_answer(await analysts.ask(task, request))


class Asked(Protocol[Found_co]):
    """Anything that takes a while to answer."""

    def answer(self, engine: Engine) -> Found_co:
        """By this engine."""


class RollsTask(NamedTuple):
    """A question about all rolls."""

    question: Question
    plies: int | None
    cubeful: bool | None

    def answer(self, engine: Engine) -> Json:
        """In the shapes of docs/server.md."""
        depth = Depth.of(self.question, self.plies, self.cubeful, engine=engine)
        found = roll_map(self.question, depth)
        return roll_map_json(self.question, found) | depth_json(depth)


class ScoresTask(NamedTuple):
    """A decision at all scores up to so many points away."""

    question: Question
    plies: int | None
    cubeful: bool | None
    size: int

    def answer(self, engine: Engine) -> Json:
        """As `fullprime map scores --json`."""
        depth = Depth.of(self.question, self.plies, self.cubeful, engine=engine)
        return score_map_json(score_map(self.question, depth, self.size)) | depth_json(depth)


class Task(NamedTuple):
    """A question, and how it is to be answered."""

    question: Question
    plies: int | None
    cubeful: bool | None
    every: bool
    reasons: bool
    offered: bool = False
    """The side on roll has doubled."""

    def answer(self, engine: Engine) -> Json:
        """In the shapes of docs/server.md."""
        question = self.question
        depth = Depth.of(question, self.plies, self.cubeful, self.every, engine)
        about = _evaluator(question.variant) | {"most": question.variant.score}
        if question.roll:
            return about | _plays(question, depth, self.reasons)
        return about | _outlook(question, depth, self.reasons, self.offered)


def _evaluator(variant: Variant) -> Json:
    """What answers: a solved game, a net, or by hand."""
    if is_solved(variant):
        return {"net": None, "solved": True}
    net = net_for(variant)
    return {"net": net.name if net else None}


def _plays(question: Question, depth: Depth, reasons: bool) -> Json:
    found = answers.plays(question, depth)[:MOST_SHOWN]
    shown = plays_json(question, depth, found)
    for play, candidate in zip(shown["plays"], found, strict=True):
        moved = candidate.play.steps  # where nothing can be played, the page says so
        play["text"] = write_named(candidate.play, candidate.named) if moved else ""
    return shown | _told(hint_reasons(question, depth, found) if reasons else None)


def _outlook(question: Question, depth: Depth, reasons: bool, offered: bool) -> Json:
    found, verdict = answers.outlook(question, depth)
    hint = take_hint if offered else cube_hint
    why = hint(question, depth, verdict) if reasons and verdict else ()
    cube = verdict and cube_json(verdict) | {"forbidden": verdict.forbidden}
    shown = evaluation_json(question, found) | {"cube": cube}
    return shown | _told(why if reasons else None)


def _told(reasons: Sequence[Reason] | None) -> Json:
    """Only for who wants to know."""
    return {} if reasons is None else {"reasons": reasons_json(reasons)}


class Analysts:
    """A few engines; a question waits for the next that is free."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, "analyst", initializer=stand_back)
        self._free: asyncio.Queue[Engine] = asyncio.Queue()
        for _ in range(AT_ONCE):
            # Engines of their own, so that to stop one stops no other.
            self._free.put_nowait(Engine(shared=False))

    async def ask(self, task: Asked[Found], request: Request) -> Found:
        """The answer; if the client goes away, the search ends early."""
        engine = await self._free.get()
        leaving = asyncio.create_task(_gone(request))
        try:
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._pool, task.answer, engine)
            await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                engine.cancel()
            return await answer
        finally:
            leaving.cancel()
            self._free.put_nowait(engine)

    def close(self) -> None:
        """Does not wait for those that still think."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
