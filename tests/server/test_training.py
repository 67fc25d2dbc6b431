"""Training over HTTP: cards come, are answered, and come again, also after a restart."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fullprime import Match
from fullprime.formats import match_file
from fullprime.practice import find_card, judge, made_cards
from fullprime.practice.openings import best_plays
from fullprime.store import schema
from server_client import Json, Server, Visitor, steps_at_random
from uploads import ACTIONS, bring

DAY = 86_400


def _doubled() -> bytes:
    """Ann doubles too early, and that is her only error."""
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in ACTIONS[:6]:
        match = match.apply(action)
    return match_file.dump(match, "mat").data


MAT = _doubled()


def finished(visitor: Visitor, match_id: str) -> Json:
    """The review of a match, once it is done."""
    path = f"/api/matches/{match_id}/review"
    while visitor.get(f"{path}?report=false")[1]["state"] != "done":
        time.sleep(0.02)
    found: Json = visitor.get(path)[1]
    return found


def decks_of(visitor: Visitor) -> dict[str, Json]:
    status, found = visitor.get("/api/training")
    assert (status, found["gathering"]) == (200, 0)
    return {deck["id"]: deck for deck in found["decks"]}


def next_of(visitor: Visitor, deck: str, last: str | None = None) -> Json:
    status, found = visitor.get(f"/api/training/{deck}/next" + (f"?last={last}" if last else ""))
    assert status == 200, found
    answer: Json = found
    return answer


def answer(visitor: Visitor, card: Json, seconds: float = 5.0, **given: object) -> Json:
    body = {"card": card["id"], "times": card["times"], "seconds": seconds, **given}
    status, found = visitor.post("/api/training/answers", body)
    assert status == 201, found
    told: Json = found
    return told


def steps_of(text: str) -> list[list[int]]:
    """Of a play without repetitions."""
    return [[int(place) for place in step.split("/")] for step in text.split()]


def test_a_newcomer_has_everything_before_them(server: Server) -> None:
    decks = decks_of(Visitor(server))
    assert list(decks) == ["errors", "openings", "bearoff", "pips", "cube"]
    for name, deck in decks.items():
        size = 0 if name == "errors" else len(made_cards(name))
        cover, card = deck.pop("cover"), next_of(Visitor(server), name)["card"]
        assert cover == (card and {part: card["state"][part] for part in ("board", "rows", "dice")})
        assert deck == {
            "id": name, "cards": size, "new": size, "due": 0, "learned": 0, "next_due": None
        }  # fmt: skip
    assert next_of(Visitor(server), "errors")["card"] is None
    status, problem = Visitor(server).get("/api/training/chess/next")
    assert (status, problem["code"]) == (404, "train.deck")


def test_a_right_answer_and_a_wrong_one(server: Server) -> None:
    ann = Visitor(server, "Ann")
    first = next_of(ann, "openings")["card"]
    assert (first["id"], first["kind"], first["theme"]) == ("openings-21", "checker", "opening")
    assert first["state"]["dice"] == [2, 1]
    assert first["state"]["you"] == [0] and first["state"]["walk"]
    right = answer(ann, first, steps=steps_of(best_plays()["21"]))
    assert (right["right"], right["loss"], right["grade"]) == (True, 0.0, "easy")
    assert right["decision"]["candidates"][0]["play"] == best_plays()["21"]
    assert right["waits"]["again"] < 61 < right["waits"]["good"] < DAY < right["waits"]["easy"]
    second = next_of(ann, "openings", first["id"])["card"]
    assert second["id"] == "openings-31"
    wrong = answer(ann, second, steps=[[24, 23], [13, 10]])
    assert (wrong["right"], wrong["grade"]) == (False, "again")
    assert 0.2 < wrong["loss"] < 0.3
    assert "5-point" in wrong["decision"]["reasons"][0]["text"]
    deck = decks_of(ann)["openings"]
    assert (deck["new"], deck["due"], deck["learned"]) == (328, 0, 1)
    assert decks_of(Visitor(server))["openings"]["new"] == 330


def test_the_grade_can_be_changed_until_the_next_answer(server: Server) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    card = next_of(ann, "openings")["card"]
    told = answer(ann, card, steps=steps_of(best_plays()["21"]))
    path = f"/api/training/answers/{told['answer']}"
    changed = ann.patch(path, {"grade": "again"})
    assert changed[0] == 200 and changed[1]["grade"] == "again"
    assert changed[1]["due"] - time.time() < 61
    assert decks_of(ann)["openings"]["learned"] == 0
    assert ann.patch(path, {"grade": "easy"})[0] == 200
    assert decks_of(ann)["openings"]["learned"] == 1
    assert ann.patch(path, {"grade": "best"})[0] == 422
    assert ben.patch(path, {"grade": "easy"})[1]["code"] == "train.graded"
    assert ann.patch("/api/training/answers/x", {"grade": "easy"})[1]["code"] == "train.graded"
    answer(ann, {**card, "times": 1}, steps=steps_of(best_plays()["21"]))
    assert ann.patch(path, {"grade": "hard"})[1]["code"] == "train.graded"


def test_a_pip_count_is_another_one_each_time(server: Server) -> None:
    ann = Visitor(server, "Ann")
    card = next_of(ann, "pips")["card"]
    assert (card["id"], card["kind"], card["wanted"]) == ("pips-race-mine", "count", "mine")
    pips = find_card(card["id"], 0).game.position.pips
    told = answer(ann, card, seconds=30.0, number=pips[0] + 1)
    assert (told["right"], told["grade"], told["loss"]) == (False, "hard", None)
    assert told["count"]["number"] == pips[0] == told["count"]["pips"][0]
    assert told["count"]["off"] == 1
    way = told["count"]["halves"][0]
    assert 3 * way["halves"] + 2 * way["checkers"] + way["rest"] == pips[0]
    ann.patch(f"/api/training/answers/{told['answer']}", {"grade": "again"})
    while (again := next_of(ann, "pips", last=None)["card"])["id"] != card["id"]:
        number = find_card(again["id"], again["times"]).number
        assert answer(ann, again, number=number)["grade"] == "easy"
    assert again["times"] == 1
    assert again["state"]["rows"] != card["state"]["rows"]


def test_answers_of_the_cube(server: Server) -> None:
    ann = Visitor(server, "Ann")
    card = next_of(ann, "cube")["card"]
    assert (card["kind"], card["choices"]) == ("double", ["no double", "double"])
    expected = judge(find_card(card["id"]), "double", 5.0)
    told = answer(ann, card, choice="double")
    assert (told["right"], told["loss"]) == (expected.right, expected.loss)
    assert told["decision"]["cube"]["action"]
    take = next_of(ann, "cube", card["id"])["card"]
    assert (take["kind"], take["choices"]) == ("take", ["take", "pass"])
    assert take["state"]["cube"]["offer"] == 2
    assert take["state"]["you"] == [0]


@pytest.mark.parametrize(
    ("card", "given", "status"),
    [
        ("openings-31", {"steps": [[24, 10]]}, 422),
        ("openings-31", {"choice": "take"}, 422),
        ("openings-31", {"number": 3}, 422),
        ("openings-31", {}, 422),
        ("openings-31", {"steps": [[8, 5], [6, 5]], "number": 3}, 422),
        ("cube-1-double", {"choice": "take"}, 422),
        ("pips-race-mine", {"choice": "double"}, 422),
        ("openings-77", {"steps": [[8, 5]]}, 404),
        ("errors-0123456789abcdef", {"steps": [[8, 5]]}, 404),
        ("x" * 61, {"number": 1}, 422),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_not_kept(server: Server, card: str, given: Json, status: int) -> None:
    ann = Visitor(server, "Ann")
    body = {"card": card, "times": 0, "seconds": 1.0, **given}
    assert ann.post("/api/training/answers", body)[0] == status
    assert ann.get("/api/training/progress")[1]["answers"] == 0


# One's own errors --------------------------------------------------------------------------------


def test_errors_of_an_imported_match_become_cards(server: Server) -> None:
    ann, ben = Visitor(server, "Ann"), Visitor(server, "Ben")
    match_id = bring(ann, MAT)[1]["id"]
    finished(ann, match_id)
    assert decks_of(ann)["errors"]["cards"] == 1
    card = next_of(ann, "errors")["card"]
    assert (card["kind"], card["theme"]) == ("double", "doubling")
    assert card["state"]["needed"] == 3
    assert not {"was", "source", "decision"} & set(card)
    body = {"card": card["id"], "times": 0, "seconds": 1.0, "choice": "double"}
    assert ben.post("/api/training/answers", body)[0] == 404
    told = answer(ann, card, choice="double")
    assert (told["right"], told["grade"]) == (False, "again")
    assert told["was"]["played"] == "double" and told["was"]["error"] == told["loss"]
    assert told["source"] == {"match": match_id, "place": "1.3-double"}
    again = next_of(ann, "errors", card["id"])["card"]  # minutes ahead, since no other is left
    assert (again["id"], again["times"]) == (card["id"], 1)
    assert answer(ann, again, choice="no double")["right"]
    # The card outlives its match.
    assert ann.delete(f"/api/matches/{match_id}") == 204
    assert decks_of(ann)["errors"]["cards"] == 1
    told = answer(ann, {**card, "times": 2}, choice="no double")
    assert told["source"]["match"] is None


def test_errors_against_the_computer_become_cards(server: Server) -> None:
    ann = Visitor(server, "Ann")
    bot = {"kind": "bot", "level": "casual"}
    target = {"type": "points", "to": 1}
    match_id = ann.new_match("backgammon", opponent=bot, target=target)["id"]
    chance = Random(2)
    with ann.sit(match_id) as table:
        for _ in range(28):
            table.until(lambda: table.my_turn or table.state["over"])
            if "roll" in table.state["can"]:
                table.do("roll")
            elif "play" in table.state["can"]:
                table.do("played", steps=steps_at_random(table.state["walk"], chance))
        table.until(lambda: table.my_turn)
        table.do("resigned", multiple=1)
        table.until(lambda: table.state["over"])
    report = finished(ann, match_id)["report"]
    wrong = [
        each
        for each in report["games"][0]["decisions"]
        if each["player"] == 0 and each["size"] in ("error", "blunder")
    ]
    assert decks_of(ann)["errors"]["cards"] == len(wrong) > 0
    card = next_of(ann, "errors")["card"]
    worst = max(wrong, key=lambda each: each["error"])
    told = answer(ann, card, steps=steps_of_best(worst))
    assert told["right"]
    assert told["was"]["error"] == worst["error"]


def steps_of_best(decision: Json) -> list[list[object]]:
    found: list[list[object]] = decision["candidates"][0]["steps"]
    return found


def test_whose_errors_they_are_follows_the_names(server: Server) -> None:
    visitor = Visitor(server, "Nobody")
    match_id = bring(visitor, MAT)[1]["id"]
    finished(visitor, match_id)
    assert decks_of(visitor)["errors"]["cards"] == 0
    visitor.patch("/api/me", {"names": ["Ann"]})
    assert decks_of(visitor)["errors"]["cards"] == 1
    visitor.patch("/api/me", {"names": ["Ben"]})
    assert decks_of(visitor)["errors"]["cards"] == ben_errors(visitor, match_id)


def ben_errors(visitor: Visitor, match_id: str) -> int:
    report = finished(visitor, match_id)["report"]
    sizes = [
        each["size"]
        for game in report["games"]
        for each in game["decisions"]
        if each["player"] == 1
    ]
    return sizes.count("error") + sizes.count("blunder")


def test_the_same_error_in_two_matches_is_one_card(server: Server) -> None:
    ann = Visitor(server, "Ann")
    for other in ("Ben", "Cem"):
        match = Match.start(players=("Ann", other), target=3)
        match = match.apply("31").apply("24/23 13/10")
        data = match_file.dump(match, "mat").data
        finished(ann, bring(ann, data, f"name={other}.mat")[1]["id"])
    assert decks_of(ann)["errors"]["cards"] == 1


# It is kept --------------------------------------------------------------------------------------


def test_a_schedule_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Server(path) as server:
        ann = Visitor(server, "Ann")
        finished(ann, bring(ann, MAT)[1]["id"])
        decks_of(ann)
        card = next_of(ann, "errors")["card"]
        answer(ann, card, choice="no double")
        answer(ann, next_of(ann, "openings")["card"], steps=steps_of(best_plays()["21"]))
        before, cookie = decks_of(ann), ann.cookie
        server.kill()
    late(path, 10 * DAY)
    with Server(path) as server:
        ann = Visitor(server)
        ann.cookie = cookie
        decks = decks_of(ann)
        assert (decks["errors"]["due"], decks["openings"]["due"]) == (1, 1)
        assert decks["openings"]["new"] == before["openings"]["new"]
        again = next_of(ann, "errors")["card"]
        assert answer(ann, again, choice="no double")["waits"]["good"] > 8 * DAY
        found = ann.get("/api/training/progress?zone=-300")[1]
        assert (found["answers"], found["right"], found["retention"]) == (3, 3, 1.0)
        assert [day["answers"] for day in found["days"]] == [2, 1]
        assert found["leaks"] == []  # three decisions say nothing
        assert ann.get("/api/training/progress?deck=openings")[1]["answers"] == 1


def late(path: Path, seconds: float) -> None:
    """As if so much time had passed."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM about").fetchone() == (schema.VERSION,)
        connection.execute("UPDATE cards SET due = due - ?", [seconds])
        connection.execute("UPDATE answers SET at = at - ?", [seconds])
        connection.execute(
            "UPDATE cards SET schedule = json_set(schedule, '$.due', due, "
            "'$.last', json_extract(schedule, '$.last') - ?)",
            [seconds],
        )
        connection.commit()
