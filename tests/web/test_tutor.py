"""The tutor in the browser: it asks before an error is final."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from web.hands import BOT, Hands
from web.test_pages import faults

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
MONEY = {"type": "money", "stake": "1"}


def tutored(person: Hands, level: str, **fields: Any) -> str:
    """A match against the computer that begins with a 3-1 of one's own."""
    usual: dict[str, Any] = {
        "opponent": BOT,
        "tutor": {"level": level, "least": 0.08},
        "position": {"position": START, "starter": 0},
        "dice": [3, 1],
        "target": MONEY,
    }
    # A new server makes its tables of races when they are first needed, which takes a while.
    warm = person.page.request.post("/api/analysis", data={"position": "6:1 / 1:1"})
    assert warm.ok
    match_id = person.sit(**usual | fields)
    person.my_turn()
    return match_id


def careless(person: Hands) -> Locator:
    """13/10 and 24/23; the question that comes."""
    for source, target in (("13", "10"), ("24", "23")):
        person.page.mouse.click(*person.place(source))
        person.page.mouse.click(*person.place(target))
    person.page.locator('.controls [data-name="confirm"]').click()
    expect(person.page.get_by_role("dialog", name="There is something better")).to_be_visible()
    # Hidden at once, it is gone when what was chosen is done.
    return person.page.locator("dialog.tutor")


def test_a_nudge_and_the_play_is_taken_back_by_escape(person: Hands) -> None:
    page = person.page
    tutored(person, "nudge")
    before = person.state()
    start = person.checkers()
    dialog = careless(person)
    expect(dialog).to_contain_text("You are about to play 24/23 13/10.")
    expect(dialog.locator("li")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Take back")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert person.checkers() == start
    assert person.state()["version"] == before["version"]
    assert person.state()["can"] == before["can"]


def test_everything_is_said_and_the_play_is_made_anyway(person: Hands) -> None:
    page = person.page
    tutored(person, "full")
    version = person.state()["version"]
    dialog = careless(person)
    rows = dialog.locator("li")
    expect(rows.first).to_contain_text("8/5 6/5")
    expect(rows.filter(has_text="yours")).to_contain_text("24/23 13/10")
    expect(dialog.locator(".why")).to_contain_text("5-point")
    expect(dialog).to_contain_text("2-ply")
    expect(dialog.locator("#tutor-about .loss")).to_have_text(
        re.compile(r"^0\.\d{3}$")
    )  # it *loses* so much
    assert faults(page) == []
    rows.first.get_by_role("button").focus()
    expect(page.locator(".board .arrow").first).to_be_attached()
    page.keyboard.press("Shift+Tab")
    dialog.get_by_role("button", name="Play it anyway").press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".history")).to_contain_text("24/23 13/10")
    tutor = person.state()["tutor"]
    assert person.state()["version"] > version
    assert (tutor["warned"], tutor["taken_back"]) == (1, 0)


def test_a_candidate_goes_onto_the_board(person: Hands) -> None:
    tutored(person, "candidates")
    dialog = careless(person)
    expect(dialog).not_to_contain_text("+0")
    dialog.get_by_role("button", name="8/5 6/5").click()
    expect(dialog).to_have_count(0)
    person.press("confirm")
    expect(person.page.locator(".history")).to_contain_text("8/5 6/5")
    expect(dialog).to_have_count(0)
    assert person.state()["tutor"]["taken_back"] == 1


def test_it_is_set_on_the_form_and_changed_at_the_table(person: Hands) -> None:
    page = person.page
    person.turn_to("/new")
    form = page.locator(".new-game")
    form.get_by_role("radio", name="Full").check(force=True)
    form.get_by_role("radio", name="from 0.02").check(force=True)
    form.get_by_role("radio", name="Same screen").check(force=True)
    expect(form.get_by_role("radio", name="Full")).to_have_count(0)
    form.get_by_role("radio", name="Computer").check(force=True)
    form.get_by_role("button", name="Play").click()
    page.wait_for_url("**/match/*")
    expect(page.locator(".board .checker").first).to_be_attached()
    assert person.state()["tutor"] == {
        "level": "full",
        "least": 0.02,
        "warned": 0,
        "taken_back": 0,
    }
    person.my_turn()
    row = page.locator(".tutor-row")
    row.get_by_label("Tutor").select_option("nudge")
    expect(row.get_by_label("Warn from this error on")).to_have_value("0.02")
    person.heard()
    assert person.state()["tutor"]["level"] == "nudge"


@pytest.mark.parametrize(
    ("language", "back"), [("tr", "Geri al"), ("fa", "پس بگیر")], ids=["tr", "fa"]
)
def test_on_a_phone_in_other_languages(new_person: Any, language: str, back: str) -> None:
    person = new_person(viewport={"width": 390, "height": 844}, has_touch=True)
    person.prefer(language=language)
    position = {"position": "6:1 / 1:1", "starter": 0}
    tutored(person, "full", position=position, dice=None)
    page = person.page
    page.locator('.controls [data-name="roll"]').tap()
    dialog = page.locator("dialog.tutor")
    expect(dialog).to_be_visible()
    box, board = dialog.bounding_box(), page.locator(".board-place").bounding_box()
    assert box and board and box["x"] >= 0 and box["x"] + box["width"] <= 390
    dialog.get_by_role("button", name=back).tap()
    expect(dialog).to_have_count(0)
    assert person.state()["dice"] is None


def test_the_answer_to_a_double_is_seen_from_your_side(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.prefer(hints=True)
    position = {"position": "4:1 2:1 / 1:1", "starter": 1}
    best = {"kind": "bot", "level": None}
    person.sit(opponent=best, position=position, target=MONEY)
    advice = page.locator(".cube-advice")
    expect(advice.locator("strong")).to_have_text("Take")
    expect(advice.locator("li")).to_have_text(["Take\u22120.556best", "Pass\u22121.000\u22120.444"])


def test_no_advice_where_doubling_is_forbidden(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.prefer(hints=True)
    position = {"position": START, "starter": 0, "cube": 2, "owner": 1}
    person.sit(opponent=BOT, position=position, target=MONEY)
    expect(page.locator(".analysis-content .chances")).to_be_visible()
    expect(page.locator(".cube-advice")).to_have_count(0)
