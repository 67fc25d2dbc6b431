"""Lessons for the page: each step with its board, and what solves it. The texts are words."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullprime.errors import IllegalAction
from fullprime.formats.stakes_fields import StakesFields
from fullprime.game import Game, Phase
from fullprime.lessons import Lesson, Solved, all_lessons, solve
from fullprime.lessons.file import Arrow
from fullprime.notation import read_play
from fullprime.play import Place, Play, wire_steps, write_steps
from fullprime.position import Position
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.problems import Problem, fault_json
from fullprime.server.state import EVENTS, variant_json, walk_json
from fullprime.variant import Variant

Json = dict[str, Any]
door = Door("/api")


@door.get("/lessons")
async def lessons(_: Request) -> Response:
    """The lessons in their order, each with the names of its steps."""
    return json_answer([_summary(lesson.id) for lesson in all_lessons()])


class WhichLesson(msgspec.Struct):
    """A lesson by its name."""

    lesson: str


@door.get("/lessons/{lesson}", WhichLesson)
async def lesson_steps(_: Request, body: WhichLesson) -> Response:
    """A lesson: boards, legal plays, answers and marks of all its steps."""
    lesson = _find(body.lesson)
    found = await asyncio.to_thread(_lesson, lesson.id)
    return Response(found, media_type="application/json")


def _find(name: str) -> Lesson:
    for lesson in all_lessons():
        if lesson.id == name:
            return lesson
    raise Problem(404, "request.missing")


@cache
def _summary(lesson_id: str) -> Json:
    """With the board of one step, as a picture of the lesson."""
    lesson = _find(lesson_id)
    cover = solve(lesson, lesson.cover or next(iter(lesson.steps)))
    return {
        "id": lesson.id,
        "variant": lesson.variant,
        "steps": list(lesson.steps),
        "cover": {
            "board": board_json(cover.variant),
            "rows": rows_json(cover.variant, cover.game.position, cover.game.turn),
            "dice": list(cover.game.roll) if cover.game.roll else None,
        },
    }


@cache
def _lesson(name: str) -> bytes:
    lesson = _find(name)
    solved = {step: solve(lesson, step) for step in lesson.steps}
    boards = {each.variant.id: board_json(each.variant) for each in solved.values()}
    steps = [_step(step, each) for step, each in solved.items()]
    return msgspec.json.encode(
        {
            "id": lesson.id,
            "variant": lesson.variant,
            "boards": boards,
            "steps": steps,
        }
    )


# A step ------------------------------------------------------------------------------------------


def _step(name: str, solved: Solved) -> Json:
    step = solved.step
    return {
        "id": name,
        "kind": step.kind,
        "variant": variant_json(solved.variant),
        **_board(solved),
        **_answers(solved),
        **_marks(solved),
        "has": [text for text in ("done", "wrong") if getattr(step, text)],
        "values": solved.values,
        "rolls": solved.rolls,
        "rolls_shown": step.rolls is not None and step.rolls.shown,
    }


def _board(solved: Solved) -> Json:
    game, step = solved.game, solved.step
    stakes = game.stakes
    moves = game.phase is Phase.TO_PLAY and game.numbers is not None
    return {
        "turn": game.turn,
        "dice": list(game.roll) if game.roll else None,
        "left": list(game.numbers.left) if moves and game.numbers else [],
        "rows": rows_json(game.variant, game.position, game.turn),
        "position": game.variant.text(game.position),
        "pips": list(solved.pips),
        "stakes": msgspec.to_builtins(StakesFields.of(stakes, game.turn)),
        "cube": {
            "on": stakes.cube,
            "value": stakes.value,
            "owner": stakes.owner,
            "offer": 2 * stakes.value if step.offered else 0,
        },
        "walk": walk_json(game) if step.kind == "play" else None,
    }


def _answers(solved: Solved) -> Json:
    """What solves it; no ends: any legal play does."""
    step, game = solved.step, solved.game
    play = solved.plays[0] if solved.plays else None
    any_play = not step.plays and not step.begin
    return {
        "ends": None if any_play else [_rows(game, each.position) for each in solved.plays],
        "beginnings": [list(each) for each in solved.beginnings],
        "shown": _shown(solved, play) if play else None,
        "places": [_key(place, 0) for place in step.places],
        "options": list(step.options),
        "why": [name for name, option in step.options.items() if option.why],
        "answer": step.answer or solved.number,
    }


def _shown(solved: Solved, play: Play) -> Json:
    """The play that Show me makes: all of it, or the first step that is wanted."""
    game = solved.game
    steps, after = play.steps, play.position
    if solved.beginnings:
        wanted = solved.beginnings[0]
        steps = tuple(step for step in play.steps if step.wire == wanted)[:1]
        after = solved.first_stop().position
    return {
        "seat": game.turn,
        "dice": list(game.roll or ()),
        "steps": wire_steps(steps),
        "events": [EVENTS.get(step.event) for step in steps],
        "text": write_steps(steps),
        "rows": _rows(game, after),
    }


def _rows(game: Game, position: Position) -> list[Json]:
    return rows_json(game.variant, position, game.turn)


def _marks(solved: Solved) -> Json:
    step, seat = solved.step, solved.seat
    return {
        "rings": [_key(place, 0) for place in step.rings],
        "labels": [
            {
                "at": _label_key(solved.variant, label.at, seat),
                "text": label.text,
                "kind": label.kind,
            }
            for label in solved.labels
        ],
        "arrows": [_arrow(arrow) for arrow in step.arrows],
        "way": step.way,
    }


def _arrow(arrow: Arrow) -> Json:
    seat = 0 if arrow.by == "you" else 1
    return {"seat": seat, "from": arrow.source, "to": arrow.target, "kind": arrow.kind}


def _label_key(variant: Variant, place: Place, seat: int) -> str:
    """Keys of points are yours, whoever enters."""
    point = variant.across(place) if seat and isinstance(place, int) else place
    return _key(point, seat)


def _key(place: Place, seat: int) -> str:
    """The name of a place on your board."""
    return str(place) if isinstance(place, int) else f"{place}{seat}"


# Why not? ----------------------------------------------------------------------------------------


class WhyNot(msgspec.Struct):
    """A step of a checker that the board has refused, after those already made."""

    lesson: str
    step: str
    play: str
    """As players write it, such as `24/19`."""


@door.get("/lessons/{lesson}/{step}/why", WhyNot)
async def why_not(_: Request, body: WhyNot) -> Response:
    """The rule against a play; nothing if it is legal."""
    lesson = _find(body.lesson)
    if body.step not in lesson.steps:
        raise Problem(404, "request.missing")
    return json_answer(await asyncio.to_thread(_refusal, solve(lesson, body.step), body.play))


def _refusal(solved: Solved, text: str) -> Json | None:
    game = solved.game
    if game.roll is None:
        return None
    try:
        read_play(game.variant, game.position, game.roll, text)
    except IllegalAction as error:
        return {"rule": error.rule, **fault_json(error.fault)}
    return None
