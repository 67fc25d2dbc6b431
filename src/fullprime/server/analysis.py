"""What the engine thinks of a position: in threads, and only as long as somebody waits for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis import USUAL_ROLLS, listed_plays, wager_for
from fullprime.dice import Roll
from fullprime.engine.cube import Wager, cube_verdict
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.judge import Opinion, new_judge, opinions
from fullprime.engine.nets import net_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.score_limit import CountedRanker
from fullprime.engine.search import Search
from fullprime.errors import Fault, FullprimeError
from fullprime.formats.ids import read_position
from fullprime.formats.stakes_fields import StakesFields
from fullprime.play import write_named
from fullprime.position import Position
from fullprime.server.bots import USUAL_PLIES
from fullprime.server.door import Door, json_answer
from fullprime.server.positions import LONGEST_TEXT, VariantName, load_variant
from fullprime.variant import Choice, Variant

AT_ONCE: Final = 2
MOST_PLIES: Final = 2
MOST_SHOWN: Final = 100
JUDGES: Final = 4

Json = dict[str, Any]
door = Door("/api")


class AnalysisAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position and, if there are dice, their roll."""

    variant: VariantName
    options: dict[str, bool | int | str] = {}
    position: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    dice: list[int] | None = None
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None


@door.post("/analysis", AnalysisAsked)
async def analysis(request: Request, asked: AnalysisAsked) -> Response:
    """The plays of a roll, the best first; without dice, what the position is worth."""
    analysts: Analysts = request.app.state.analysts
    question = _question(asked)
    found = await analysts.ask(question, request)
    return json_answer(found)


class Question(NamedTuple):
    """What is asked of an analyst."""

    variant: Variant
    position: Position
    roll: Roll | None
    wager: Wager
    plies: int

    def answer(self, judge: Evaluator) -> Json:
        """In the shapes of docs/server.md."""
        found = self._plays(judge) if self.roll else self._outlook(judge)
        net = net_for(self.variant)
        about = {"net": net.name if net else None, "plies": self.plies, "most": self.variant.score}
        return {**about, **found}

    def _plays(self, judge: Evaluator) -> Json:
        variant, position, roll, wager, _ = self
        assert roll is not None  # noqa: S101 - asked only with dice
        listed = listed_plays(variant, position, roll)
        doublets = {play.position: doublet for doublet, play in listed}
        cube = wager.cube if variant.cube else None
        ranked = opinions(judge, position, roll, [p for _, p in listed], wager.worths, cube)
        shown = [self._play(each, doublets[each.play.position]) for each in ranked[:MOST_SHOWN]]
        return {"plays": shown}

    def _play(self, opinion: Opinion, doublet: int | None) -> Json:
        return {
            "steps": [list(step.wire) for step in opinion.play.steps],
            "text": write_named(opinion.play, doublet),
            "equity": opinion.equity,
            "outcome": self._chances(opinion.outcome),
            "plies": opinion.plies,
        }

    def _outlook(self, judge: Evaluator) -> Json:
        verdict = cube_verdict(judge, self.position, self.wager, USUAL_ROLLS)
        cube = {
            "no_double": verdict.no_double,
            "double_take": verdict.double_take,
            "double_pass": verdict.double_pass,
            "action": str(verdict.action),
        }
        return {
            "equity": verdict.equity,
            "outcome": self._chances(verdict.outcome),
            "cube": cube if self.variant.cube else None,
        }

    def _chances(self, outcome: Outcome) -> list[float] | None:
        """Six chances cannot tell of a draw."""
        return None if self.variant.can_be_drawn else list(outcome)


def _question(asked: AnalysisAsked) -> Question:
    options: dict[str, Choice] = asked.options
    variant = load_variant(asked.variant, options)
    position = read_position(variant, asked.position)
    if variant.end(position) is not None:
        raise FullprimeError(Fault("position.over"))
    stakes = asked.stakes.stakes(house_rules=True)
    usual = USUAL_PLIES if net_for(variant) else 0
    return Question(
        variant,
        position,
        None if asked.dice is None else Roll.of(asked.dice),
        wager_for(variant, stakes),
        usual if asked.plies is None else asked.plies,
    )


class _Analyst:
    """Has judges of its own, so that to stop it stops nobody else."""

    def __init__(self) -> None:
        self._judges: OrderedDict[tuple[Variant, int], Evaluator] = OrderedDict()
        self._asked: Evaluator | None = None

    def answer(self, question: Question) -> Json:
        """Takes as long as it takes."""
        key = question.variant, question.plies
        judge = self._judges.pop(key, None) or new_judge(*key)
        self._judges[key] = self._asked = judge
        if len(self._judges) > JUDGES:
            self._judges.popitem(last=False)
        return question.answer(judge)

    def cancel(self) -> None:
        """What is not finished is not looked at any further."""
        judge = self._asked
        search = judge.inner if isinstance(judge, CountedRanker) else judge
        if isinstance(search, Search):
            search.cancel()


class Analysts:
    """A few of them; who asks waits for the next that is free."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="analyst")
        self._free: asyncio.Queue[_Analyst] = asyncio.Queue()
        for _ in range(AT_ONCE):
            self._free.put_nowait(_Analyst())

    async def ask(self, question: Question, request: Request) -> Json:
        """The answer; if the client goes away, the search ends early."""
        analyst = await self._free.get()
        leaving = asyncio.create_task(_gone(request))
        try:
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._pool, analyst.answer, question)
            await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                analyst.cancel()
            return await answer
        finally:
            leaving.cancel()
            self._free.put_nowait(analyst)

    def close(self) -> None:
        """Does not wait for whoever is still thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
