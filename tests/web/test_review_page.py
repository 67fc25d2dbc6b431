"""The review of a match: by keys, by address, on a phone, from right to left, in every game."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from fullprime import Match
from fullprime.action import Action, Played, Rolled
from fullprime.formats import match_file
from fullprime.game import Phase
from web.conftest import Watch
from web.hands import SINGLE, Hands
from web.test_files import drop
from web.test_pages import faults

OPENING = (
    *("31", "24/23 13/10", "64", "24/14", "double", "take", "52", "13/8 6/4", "21", "13/11 6/5"),
    *("61", "13/7 8/7", "33", "8/5(2) 6/3(2)"),
)
"""The first two plays are errors."""


def played(*actions: str) -> bytes:
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in actions:
        match = match.apply(action)
    return match_file.dump(match, "mat").data


MAT = played(*OPENING)


def saved(game: str, turns: int) -> bytes:
    """The beginning of a random game."""
    rng, match = random.Random(2), Match.start(game, players=("Ann", "Ben"), target=1)
    while turns and match.game.phase is not Phase.OVER:
        if match.game.phase is Phase.TO_PLAY:
            action: Action = Played.of(rng.choice(match.game.plays))
            turns -= 1
        else:
            legal = match.game.legal()
            action = rng.choice([each for each in legal if isinstance(each, Rolled)] or legal)
        match = match.apply(action)
    return match_file.dump(match, "json").data


def imported(person: Hands, name: str, data: bytes) -> str:
    """The match of a file, as the page of matches sends it."""
    path = f"/api/imports?name={name}"
    headers = {"content-type": "application/octet-stream"}
    answer = person.page.request.post(path, data=data, headers=headers)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def reviewed(person: Hands, match_id: str, at: str = "") -> Page:
    """Its review, when it is done."""
    person.turn_to(f"/match/{match_id}/review{at}")
    finished(person.page, match_id)
    return person.page


def finished(page: Page, match_id: str) -> None:
    """Waits until the server has the whole review, and the page shows no part of it any more."""
    while page.request.get(f"/api/matches/{match_id}/review").json()["state"] != "done":
        page.wait_for_timeout(50)
    expect(page.locator(".review-state")).to_be_hidden()


def head(page: Page) -> Locator:
    return page.locator(".decision h2")


def test_a_dropped_file_is_reviewed_and_walked_through_by_keys(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/matches")
    drop(page, ("club.mat", MAT))
    page.locator(".added li").get_by_role("link").click()
    page.locator(".tools").get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile("/review"))
    finished(page, page.url.split("/match/")[1].split("/")[0])
    expect(head(page)).to_have_text("Game 1, turn 1")
    expect(page).to_have_url(re.compile(r"/review/1\.1$"))
    expect(page.locator(".played-row")).to_contain_text("24/23 13/10")
    expect(page.locator(".best-row")).to_contain_text("8/5 6/5")
    expect(page.locator(".board .arrow.best")).to_have_count(2)
    expect(page.locator(".board .arrow.played")).to_have_count(2)
    page.locator(".board").click()
    page.keyboard.press("ArrowRight")
    expect(head(page)).to_have_text("Game 1, turn 2")
    page.get_by_role("radio", name=re.compile("Ben")).check()
    page.keyboard.press("n")
    expect(head(page)).not_to_have_text("Game 1, turn 2")
    expect(page.locator(".decision .size.named")).to_contain_text("?")
    page.keyboard.press("End")
    expect(head(page)).to_have_text("Game 1, the end")
    page.keyboard.press("Home")
    expect(head(page)).to_have_text("Game 1, turn 1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("error")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(head(page)).to_have_text("Game 1, turn 1")


def test_every_decision_has_an_address_and_back_returns_to_it(person: Hands) -> None:
    match_id = imported(person, "club.mat", MAT)
    page = reviewed(person, match_id, "/1.3-take")
    expect(head(page)).to_have_text("Game 1, turn 3")
    expect(page.locator(".candidates li")).to_have_count(3)
    expect(page.locator(".turn-parts [aria-current]")).to_have_text("Answer")
    person.open(f"/match/{match_id}/review/1.3-take")
    expect(page.locator(".turn-parts [aria-current]")).to_have_text("Answer")
    expect(page.locator(".board .cube")).to_be_attached()
    row = page.locator(".error-rows button").first
    row.click()
    expect(head(page)).to_have_text("Game 1, turn 1")
    expect(row).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator(".turn-parts [aria-current]")).to_have_text("Answer")
    page.go_forward()
    expect(head(page)).to_have_text("Game 1, turn 1")


def test_a_candidate_is_shown_on_the_board(person: Hands) -> None:
    page = reviewed(person, imported(person, "club.mat", MAT), "/1.1")
    third = page.locator(".candidates button").nth(2)
    third.click()
    expect(third).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".board .arrow.other").first).to_be_attached()
    expect(page.locator(".board .arrow.played")).to_have_count(0)
    expect(page.locator(".decision .chances")).to_be_visible()
    third.click()
    page.mouse.move(0, 0)
    expect(page.locator(".board .arrow.played")).to_have_count(2)
    page.locator(".more-plays").click()
    expect(page.locator(".candidates li")).to_have_count(8)


def fewer_trials(route: Route) -> None:
    """Who waits for a slow machine needs no exact figures."""
    asked = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps(asked if asked["plies"] else asked | {"trials": 36}))


def test_a_decision_is_rolled_out(person: Hands) -> None:
    page = reviewed(person, imported(person, "club.mat", MAT), "/1.1")
    page.route("**/review/rollouts", fewer_trials)
    expect(page.locator(".depth-of")).to_have_text("2-ply")
    page.locator(".decision-ways").get_by_role("button", name="Roll out").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="324", exact=True).check()
    dialog.get_by_role("radio", name="2-ply").check()
    dialog.get_by_role("button", name="Start the rollout").click()
    page.locator(".rolling").get_by_role("button", name="Cancel").click()
    expect(page.locator(".rolling")).to_be_hidden()
    expect(page.locator(".depth-of")).to_have_text("2-ply")
    page.locator(".decision-ways").get_by_role("button", name="Roll out").click()
    dialog.get_by_role("radio", name="0-ply").check()
    dialog.get_by_role("button", name="Start the rollout").click()
    expect(page.locator(".depth-of")).to_have_text("rollout, 36 trials")
    expect(page.locator(".rolling")).to_be_hidden()
    expect(page.locator(".best-row .spread")).to_contain_text("\N{PLUS-MINUS SIGN}0.0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".depth-of")).to_have_text("2-ply")


def test_the_curve_goes_where_it_is_clicked(person: Hands) -> None:
    page = reviewed(person, imported(person, "club.mat", MAT), "/1.1")
    chart = page.get_by_role("slider", name="The match as a curve")
    box = chart.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.click(box["x"] + box["width"] * 0.97, middle)
    expect(head(page)).not_to_have_text("Game 1, turn 1")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("Game 1"))
    page.mouse.move(box["x"] + box["width"] * 0.9, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, middle)
    page.mouse.up()
    expect(head(page)).to_have_text("Game 1, turn 1")


def test_errors_are_sorted_by_cost(person: Hands) -> None:
    page = reviewed(person, imported(person, "club.mat", MAT))
    page.get_by_role("radio", name="All").check()
    page.get_by_role("button", name="Sort by cost").click()
    costs = page.locator(".error-rows .loss").all_inner_texts()
    found = [float(each[1:]) for each in costs if each.startswith("\N{MINUS SIGN}")]
    assert found == sorted(found, reverse=True) and found[0] > 0.08


def test_a_review_leads_on(newcomer: Hands) -> None:
    match_id = imported(newcomer, "club.mat", MAT)
    page = reviewed(newcomer, match_id, "/1.2")
    page.locator(".decision-ways").get_by_role("link", name="Replay").click()
    expect(page.locator(".replay-status")).to_contain_text("2/")
    page.locator(".tools").get_by_role("link", name="Review").click()
    expect(head(page)).to_have_text("Game 1, turn 2")
    page.locator(".decision-ways").get_by_role("link", name="Open in the editor").click()
    page.wait_for_url("**/position/backgammon/**dice=64**")
    page.get_by_role("navigation", name="Main pages").get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/match/{match_id}/review/**")
    expect(page.locator(".error-rows button").first).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_label("Beginner").check()
    page.get_by_role("dialog").get_by_role("button", name="computer").click()
    page.wait_for_url(re.compile(r"/match/\w+$"))
    state = newcomer.state()
    assert [each["level"] for each in state["players"] if each["kind"] == "bot"] == ["beginner"]


def test_without_a_review_the_way_leads_to_all_matches(newcomer: Hands) -> None:
    newcomer.open("/review")
    newcomer.page.wait_for_url("**/matches")


@pytest.mark.parametrize("game", ["plakoto", "coan_ki"])
def test_every_game_is_reviewed(person: Hands, game: str) -> None:
    page = reviewed(person, imported(person, f"{game}.json", saved(game, 4)))
    expect(page.locator(".board .checker").first).to_be_attached()
    expect(page.locator(".candidates, .decision .plain").first).to_be_visible()
    page.keyboard.press("End")
    expect(head(page)).to_have_text("Game 1, the end")


def test_an_empty_match_says_so(person: Hands) -> None:
    page = reviewed(person, imported(person, "empty.json", saved("backgammon", 0)))
    expect(page.locator(".empty-review")).to_be_visible()
    expect(page.locator(".board .checker")).to_have_count(30)


def test_a_match_of_ones_own_is_reviewed_for_you(person: Hands) -> None:
    match_id = person.sit(target=SINGLE, opponent={"kind": "bot", "level": "beginner"})
    person.to_play()
    person.make_play()
    person.my_turn()
    page = person.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="backgammon").last.click()
    expect(page.locator(".ending")).to_be_visible()
    page = reviewed(person, match_id)
    expect(page.locator(".summary h2")).to_contain_text("wins")
    expect(page.locator(".list-tabs")).to_contain_text("You")


def test_how_far_a_review_is_and_what_went_wrong(person: Hands) -> None:
    match_id = imported(person, "club.mat", MAT)
    done = reviewed(person, match_id).request.get(f"/api/matches/{match_id}/review").json()
    page = person.page
    waits: dict[str, Any] = {"state": "waiting", "progress": None, "report": None, "error": None}
    waits |= {"deepening": None, "rollouts": []}
    part = {"done": 12, "total": 16, "plies": 2}
    answers = [waits, done | {"state": "running", "progress": part}]
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        route.fulfill(json=answers[0])

    page.route(f"**/api/matches/{match_id}/review*", answer)
    person.turn_to("/matches")
    person.turn_to(f"/match/{match_id}/review")
    state = page.locator(".review-state")
    expect(state).to_contain_text("about to begin")
    answers.pop(0)
    expect(state).to_contain_text("Reviewing at 2-ply: 75%")
    expect(page.locator(".error-rows button").first).to_be_visible()
    answers[0] = waits | {"state": "none"}
    state.get_by_role("button", name="Cancel").click()
    expect(state).to_contain_text("was canceled")
    assert asked.count("DELETE") == 1
    expect(page.locator(".error-rows button").first).to_be_visible()
    error = {"code": "job.slow", "values": {}, "message": ""}
    answers[0] = waits | {"state": "failed", "error": error}
    state.get_by_role("button", name="Continue").click()
    expect(state).to_contain_text("took too long")
    page.unroute_all()
    state.get_by_role("button", name="Try again").click()
    expect(state).to_be_hidden()


def test_reasons_stand_below_the_candidates_with_their_rolls(person: Hands) -> None:
    match_id = imported(person, "club.mat", MAT)
    page = reviewed(person, match_id, "/1.1")
    done = page.request.get(f"/api/matches/{match_id}/review").json()
    rolls = {"best": [[1, 1]], "played": [[4, 4], [2, 6], [6, 2]]}
    about = {"key": "", "args": {}, "text": "Leaves one shot instead of 3.", "rolls": rolls}
    done["report"]["games"][0]["decisions"][0]["reasons"] = [about | {"sign": "+"}]
    page.route(f"**/api/matches/{match_id}/review", lambda route: route.fulfill(json=done))
    person.turn_to("/matches")
    person.turn_to(f"/match/{match_id}/review/1.1")
    page.locator(".reasons .good").get_by_text("Leaves one shot").click()
    expect(page.locator(".roll-grids .cell.on")).to_have_count(4)


def test_the_faults_of_a_file_are_listed(person: Hands) -> None:
    broken = MAT.replace(b"52:", b"62:")
    page = reviewed(person, imported(person, "broken.mat", broken))
    faults = page.locator(".file-faults")
    expect(faults.locator("li")).to_be_hidden()
    faults.get_by_text("1 fault").click()
    expect(faults.locator("li")).to_be_visible()


def test_on_a_phone_the_next_error_is_under_the_thumb(phone: Hands) -> None:
    page = phone.page
    phone.open("/settings")
    match_id = imported(phone, "club.mat", MAT)
    reviewed(phone, match_id)
    for width, height in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        following = page.get_by_role("button", name="Next error")
        box = following.bounding_box()
        assert box and box["height"] >= 44 and box["y"] + box["height"] <= height
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(head(page)).to_have_text("Game 1, turn 2")
    row = page.locator(".error-rows button").first
    row.scroll_into_view_if_needed()
    row.tap()
    expect(head(page)).to_have_text("Game 1, turn 1")
    expect(page.locator(".board-seat")).to_be_in_viewport(ratio=0.9)


def test_a_review_in_persian_and_its_looks(newcomer: Hands, watch: Watch) -> None:
    match_id = imported(newcomer, "club.mat", MAT)
    page = reviewed(newcomer, match_id, "/1.1")
    found = faults(page)
    page.locator(".candidates button").nth(2).click()
    found += faults(page)
    newcomer.prefer(language="fa")
    newcomer.open(f"/match/{match_id}/review/1.1")
    one = "\N{EXTENDED ARABIC-INDIC DIGIT ONE}"
    expect(page.locator("html[dir=rtl] .decision h2")).to_contain_text(one)
    board = page.locator(".board-seat").bounding_box()
    side = page.locator(".play-side").bounding_box()
    assert board and side and side["x"] < board["x"]
    assert found == []
