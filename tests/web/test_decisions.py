"""Finding my decisions, my statistics, and maps by score: by mouse, keys and address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from fullprime import Match
from fullprime.formats import match_file
from web.conftest import NewPerson, Watch
from web.hands import Hands
from web.test_my_matches import widths
from web.test_pages import faults
from web.test_review_page import imported, reviewed

PHONE: ViewportSize = {"width": 360, "height": 740}


def played(first: str, second: str, *actions: str) -> bytes:
    match = Match.start(players=(first, second), target=5)
    for action in actions:
        match = match.apply(action)
    return match_file.dump(match, "mat").data


ANN = played("Ann", "Ben", "31", "24/23 13/10", "64", "24/14", "double", "pass")
CLEO = played("Cleo", "Ann", "61", "13/7 8/7", "31", "24/23 13/10", "52", "13/8 6/4")


@pytest.fixture
def ann(new_person: NewPerson) -> Hands:
    """Someone with two reviewed matches."""
    person = new_person()
    person.page.request.patch("/api/me", data={"names": ["Ann"]})
    for name, data in (("one.mat", ANN), ("two.mat", CLEO)):
        match_id = imported(person, name, data)
        path = f"/api/matches/{match_id}/review?report=false"
        while person.page.request.get(path).json()["state"] != "done":
            person.page.wait_for_timeout(50)
    return person


def chosen(page: Page, name: str) -> Locator:
    return page.get_by_label(name, exact=True)


def test_decisions_are_found_and_lead_to_their_review(ann: Hands) -> None:
    page = ann.page
    ann.open("/matches")
    page.get_by_role("link", name="Decisions").click()
    cards = page.locator(".found")
    plays = cards.filter(has_text="24/23 13/10")
    expect(plays).to_have_count(2)
    expect(plays.first.locator(".thumbnail .arrow.played")).to_have_count(2)
    expect(plays.filter(has_text="Ann \N{EN DASH} Ben")).to_have_count(1)
    everything = cards.count()
    chosen(page, "Opponent").focus()
    chosen(page, "Opponent").select_option("Ben")
    expect(page).to_have_url(re.compile(r"/decisions\?opponent=Ben$"))
    expect(page.locator(".found-list")).not_to_have_attribute("aria-busy", "true")
    expect(plays).to_have_count(1)
    expect(chosen(page, "Opponent")).to_be_focused()
    chosen(page, "Which decision").select_option("Checker plays")
    chosen(page, "How bad").select_option("Lost 0.2 or more")
    expect(cards).to_have_count(1)
    ann.open(page.url)
    expect(cards).to_have_count(1)
    expect(chosen(page, "How bad")).to_have_value("0.2")
    assert faults(page) == []
    page.go_back()
    expect(page).to_have_url(re.compile("kind=checker$"))
    page.get_by_role("button", name="Clear filters").click()
    expect(cards).to_have_count(everything)
    chosen(page, "Which decision").select_option("Passes that were takes")
    expect(page.locator(".found-list")).to_contain_text("Nothing found")
    page.get_by_role("button", name="Clear filters").first.click()
    plays.first.get_by_role("link").press("Enter")
    expect(page).to_have_url(re.compile(r"/match/\w+/review/1\.\d$"))
    expect(page.locator(".played-row")).to_contain_text("24/23 13/10")


def test_positions_like_this_one(ann: Hands) -> None:
    page = ann.page
    ann.open("/decisions")
    page.locator(".found").first.get_by_role("link").click()
    page.get_by_role("link", name="Similar decisions").click()
    expect(page.locator(".found").first).to_contain_text("The same position")
    expect(page.locator(".found").nth(1)).to_contain_text("apart")
    expect(page.locator(".find-like .thumbnail")).to_be_visible()
    page.get_by_role("button", name="Do not compare positions").click()
    expect(page.locator(".find-like")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/decisions\?game=backgammon$"))
    ann.open("/position/backgammon")
    page.get_by_role("link", name="Similar decisions").click()
    expect(page.locator(".found").first).to_contain_text("The same position")


def test_nothing_is_found_on_a_phone(new_person: NewPerson, ann: Hands, watch: Watch) -> None:
    watch.expected.append("Failed to load resource: the server responded with a status of 422")
    nobody = new_person(viewport=PHONE)
    nobody.open("/decisions")
    expect(nobody.page.get_by_role("heading", name="No reviewed matches yet")).to_be_visible()
    nobody.open("/statistics")
    expect(nobody.page.get_by_role("heading", name="No figures yet")).to_be_visible()
    page = ann.page
    page.set_viewport_size(PHONE)
    ann.open("/decisions?plan=backgame")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    page.get_by_role("button", name="Clear filters").last.click()
    expect(page.locator(".found").first).to_be_visible()
    assert widths(page)
    ann.open("/decisions?plan=nonsense")
    expect(page.locator(".find-count .fault")).to_contain_text("nonsense")


def test_statistics_by_everything(ann: Hands) -> None:
    page = ann.page
    ann.open("/statistics")
    expect(page.locator(".stats-chart .dot")).to_have_count(2)
    expect(page.locator(".stats-time dd").first).to_have_text(re.compile(r"^\d+\.\d ±\s\d+\.\d$"))
    for name in ("By kind of decision", "By theme", "By game", "By opponent"):
        expect(page.get_by_role("region", name=name).locator("li").first).to_be_visible()
    expect(page.get_by_text("\N{MINUS SIGN}0.00", exact=True)).to_have_count(0)
    assert faults(page) == []
    page.set_viewport_size(PHONE)
    assert widths(page)
    page.get_by_role("region", name="By opponent").get_by_role("link", name="Ben").click()
    expect(page).to_have_url(re.compile(r"/decisions\?opponent=Ben$"))
    expect(page.locator(".found").first).to_be_visible()


def test_figures_that_are_still_to_come_are_announced(ann: Hands) -> None:
    """Until the reviews are there: then what they bring stands on the page by itself."""
    page = ann.page
    known = page.request.get("/api/matches").json()
    open_ones = [known[0] | {"reviewing": True, "review": None}, *known[1:]]
    looks = iter([open_ones])
    page.route("**/api/matches", lambda route: route.fulfill(json=next(looks, known)))
    ann.open("/statistics")
    waiting = page.get_by_text("1 match is being reviewed")
    expect(waiting).to_be_visible()
    expect(waiting).to_have_count(0)
    looks = iter([open_ones])
    ann.turn_to("/decisions")
    expect(waiting).to_be_visible()
    expect(waiting).to_have_count(0)


def test_a_map_by_score(person: Hands) -> None:
    page = reviewed(person, imported(person, "one.mat", ANN), "/1.1")
    page.get_by_role("button", name="By score").click()
    dialog = page.get_by_role("dialog")
    squares = dialog.locator("td.square")
    expect(squares).to_have_count(61)
    expect(dialog.locator(".score-legend")).to_contain_text("8/5 6/5")
    expect(dialog.locator(".score-money")).to_contain_text("8/5 6/5, by 0.")
    expect(dialog.locator(".square[aria-current]")).to_have_count(1)
    expect(dialog.locator(".score-line")).to_contain_text("At this score: 8/5 6/5, by 0.")
    squares.last.hover()
    expect(dialog.locator(".score-line")).to_contain_text("You need 7, they need 7: ")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    person.open("/position/backgammon/6:2_5:2_4:1~6:2_5:1_3:2")
    page.get_by_role("button", name="By score").click()
    expect(squares).to_have_count(61)
    expect(dialog.locator(".score-legend")).to_contain_text(re.compile("ouble"))
    dialog.get_by_role("radio", name="Market window").check()
    expect(dialog.locator(".score-money")).to_contain_text("Double from")
    expect(squares.last).to_contain_text(re.compile(r"^\d\d"))
    assert faults(page) == []
    page.set_viewport_size(PHONE)
    assert dialog.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_the_luck_of_the_dice(ann: Hands) -> None:
    page = ann.page
    ann.open("/matches")
    page.locator(".match-row").first.locator(".rated").click()
    page.locator(".luck-figure").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Game 1")).to_contain_text(
        re.compile(r"[+\N{MINUS SIGN}]\d")
    )
    assert faults(page) == []
    dialog.get_by_role("button", name=re.compile(r"turn 3, 5-2")).click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/review/1\.3$"))
