"""Lessons over HTTP."""

from __future__ import annotations

import pytest

from fullprime.lessons import all_lessons
from server_client import Server, Visitor


def test_all_lessons_with_the_names_of_their_steps(server: Server) -> None:
    listed = Visitor(server).get("/api/lessons")[1]
    assert [each["id"] for each in listed] == [lesson.id for lesson in all_lessons()]
    assert [each["steps"] for each in listed] == [list(lesson.steps) for lesson in all_lessons()]
    assert all(each["cover"]["board"] and each["cover"]["rows"] for each in listed)


def test_a_lesson_with_boards_walks_and_answers(server: Server) -> None:
    lesson = Visitor(server).get("/api/lessons/basics")[1]
    steps = {step["id"]: step for step in lesson["steps"]}
    assert set(steps) == set(all_lessons()[0].steps)
    assert all(step["variant"]["id"] in lesson["boards"] for step in steps.values())
    enter = steps["enter"]
    assert enter["walk"]["nodes"][0]["next"][0][:3] == ["bar", 21, 4]
    assert enter["beginnings"] == [["bar", 21]] and enter["shown"]["text"] == "bar/21"
    assert enter["pips"] == [168, 167] and enter["dice"] == [6, 4]
    assert {"at": "19", "text": "6", "kind": "blocked"} in enter["labels"]
    assert steps["cube"]["cube"] == {"on": True, "value": 1, "owner": None, "offer": 2}
    assert steps["cube"]["turn"] == 1 and steps["cube"]["answer"] == "take"
    assert steps["goal"]["ends"] is None and steps["goal"]["walk"] is None


def test_the_rolls_that_hit(server: Server) -> None:
    shots = Visitor(server).get("/api/lessons/shots")[1]["steps"]
    six = shots[0]
    assert six["answer"] == sum(map(sum, six["rolls"])) == 17
    assert six["rolls"][5] == [True] * 6 and six["rolls"][0] == [False] * 4 + [True] * 2


def test_why_a_play_is_not_allowed(server: Server) -> None:
    visitor = Visitor(server)
    why = visitor.get("/api/lessons/basics/blocked/why?play=24/19")[1]
    assert why["rule"] == why["code"] == "STD-MOVE-2"
    assert why["values"]["detail"]["values"] == {"points": 19}
    assert visitor.get("/api/lessons/basics/blocked/why?play=24/20%2013/8") == (200, None)
    assert visitor.get("/api/lessons/basics/goal/why?play=24/20") == (200, None)


@pytest.mark.parametrize("path", ["nothing", "nothing/goal/why?play=8/5", "basics/no/why?play=8/5"])
def test_what_is_no_lesson(server: Server, path: str) -> None:
    assert Visitor(server).get(f"/api/lessons/{path}")[0] == 404


def test_what_is_no_play(server: Server) -> None:
    assert Visitor(server).get("/api/lessons/basics/two/why?play=hello")[0] == 422
