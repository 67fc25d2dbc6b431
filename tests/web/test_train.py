"""Training in the page: cards answered by hand, wrong and right, and what comes again."""

from __future__ import annotations

from playwright.sync_api import expect

from fullprime import Match
from fullprime.formats import match_file
from uploads import ACTIONS
from web.hands import Hands


def click(hands: Hands, *places: str) -> None:
    for place in places:
        hands.page.mouse.click(*hands.place(place))


def test_an_opening_is_played_on_the_board(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/train")
    expect(page.locator(".deck .thumbnail")).to_have_count(4)  # no errors are known yet
    page.get_by_role("link", name="Openings and replies").click()
    expect(page.get_by_role("heading", name="You roll 2-1. What do you play?")).to_be_visible()
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    click(newcomer, "6", "4", "6", "5")
    done.click()
    expect(page.locator(".judged")).to_contain_text("6/4 6/5 loses")
    expect(page.locator(".candidates .best-row")).to_contain_text("13/11 6/5")
    again = page.locator(".grade.is-again")
    expect(again).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Next card").click()
    expect(page.get_by_role("heading", name="You roll 3-1. What do you play?")).to_be_visible()
    click(newcomer, "8", "5", "6", "5")
    done.click()
    expect(page.locator(".judged.right")).to_have_text("Right: 8/5 6/5.")
    page.get_by_role("link", name="All decks").click()
    expect(page.locator(".deck", has_text="Openings")).to_contain_text("328 new")
    expect(page.locator(".figures")).to_contain_text("50.0%")


def test_an_error_comes_again_until_it_is_known(newcomer: Hands) -> None:
    page = newcomer.page
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in ACTIONS[:6]:
        match = match.apply(action)
    newcomer.open("/train/errors")
    expect(page.get_by_role("heading", name="No cards yet")).to_be_visible()
    page.request.patch("/api/me", data={"names": ["Ann"]})
    data = match_file.dump(match, "mat").data
    made = page.request.post("/api/imports?name=a.mat", data=data, headers={
        "content-type": "application/octet-stream", "origin": page.url.partition("/train")[0]
    }).json()  # fmt: skip
    while page.request.get(f"/api/matches/{made['id']}/review").json()["state"] != "done":
        page.wait_for_timeout(50)
    newcomer.open("/train/errors")
    expect(page.get_by_role("heading", name="Do you double?")).to_be_visible()
    page.get_by_role("button", name="Double", exact=True).click()
    expect(page.locator(".judged")).to_contain_text("Double loses")
    expect(page.locator(".was")).to_contain_text("In your match: Double")
    expect(page.get_by_role("link", name="See it in the match")).to_be_visible()
    page.get_by_role("button", name="Next card").click()
    page.get_by_role("button", name="No double", exact=True).click()
    expect(page.locator(".judged.right")).to_have_text("Right: No double.")
    page.locator(".grade.is-easy").click()
    expect(page.locator(".grade.is-easy")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Next card").click()
    expect(page.get_by_role("heading", name="Done for now")).to_be_visible()


def test_pips_are_counted_against_the_clock(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/train/pips")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator(".strip .pips")).to_have_count(0)
    page.get_by_text("Half crossovers").click()
    expect(page.get_by_text("45 halves make 135")).to_be_visible()
    page.get_by_label("Your count").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator(".judged")).to_contain_text("too low")
    expect(page.locator(".strip .pips")).to_have_count(2)
    expect(page.locator(".counted")).to_contain_text("3 ×")
