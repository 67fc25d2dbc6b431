"""What pages show of reviews: the card of a match that is over, and the list of my matches."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from uploads import MAT
from web.hands import BOT, SINGLE, Hands

FIGURE = re.compile(r"^\d+\.\d$")
TURNED = re.compile(r"Game 1, turn \d+ changed most, from \d+% to \d+%")


def resigned(person: Hands, **fields: Any) -> str:
    """A match of one game, which is given up after a few turns."""
    match_id = person.new_match(target=SINGLE, **fields)
    person.turn_to("/matches")
    person.hasten(match_id, lambda state: state["version"] >= 6 and "resign" in state["can"])
    person.open_match(match_id)
    person.my_turn()
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="single game").click()
    return match_id


def widths(page: Page) -> bool:
    """Does nothing reach beyond the screen?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_match_that_is_over_shows_its_review(newcomer: Hands) -> None:
    page = newcomer.page
    match_id = resigned(newcomer)
    newcomer.press("accept")
    figures = page.locator(".ending .review-figures p")
    expect(figures).to_have_count(3)
    expect(figures.first.locator("b")).to_have_text(FIGURE)
    expect(figures.first).to_contain_text("PR, ")
    expect(figures.nth(1)).to_contain_text("luck")
    expect(page.get_by_role("button", name="Review match")).to_be_visible()
    report = page.request.get(f"/api/matches/{match_id}/review").json()["report"]
    player = report["players"][0]
    assert figures.first.locator("b").inner_text() == f"{player['pr']:.1f}"
    side = page.get_by_role("complementary")
    expect(side.get_by_role("heading", name="Both players")).to_be_visible()
    checker = side.get_by_role("row", name="Checker play").get_by_role("cell")
    rate = 500 * player["checker"]["error"] / player["checker"]["count"]
    expect(checker.first).to_have_text(f"{rate:.1f}")
    expect(side.locator(".ended-curve .chart-line")).to_have_count(1)
    expect(side.locator(".ended-story")).to_have_text(TURNED)
    summary = page.request.get(f"/api/matches/{match_id}/review?report=false").json()["summary"]
    worst = summary["players"][0]["worst"] or {"reasons": []}
    why = [each["text"] for each in worst["reasons"][:1]]  # chance decides whether there is any
    expect(page.locator(".review-worst .because")).to_have_text(why)
    newest = page.locator(".history tbody tr").last
    expect(newest).to_be_in_viewport()
    newcomer.turn_to("/matches")
    row = page.locator(".match-row")
    expect(row.locator(".rated b")).to_have_text(FIGURE)
    expect(row.locator("a.rated")).to_have_attribute("href", f"/match/{match_id}/review")
    expect(page.locator(".rate-now b")).to_have_text(FIGURE)
    expect(page.locator(".goes")).to_contain_text("Checker play")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(row.get_by_text("PR", exact=False).first).to_be_visible()
    assert widths(page)


def test_a_match_is_compared_with_ones_others(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.turn_to("/")
    figure = page.locator(".ending .review-figures p").first
    resigned(newcomer, opponent=BOT)
    expect(figure).to_contain_text("PR, Fullprime: ")
    resigned(newcomer, opponent=BOT)
    expect(figure).to_contain_text("PR, your average is ")
    average = page.request.get("/api/me/statistics").json()["total"]["pr"]
    expect(figure).to_contain_text(f"PR, your average is {average:.1f}")


def test_i_say_once_which_player_i_am(newcomer: Hands) -> None:
    page = newcomer.page
    page.request.patch("/api/me", data={"name": "Nobody"})
    newcomer.open("/matches")
    expect(page.get_by_text("You have not played yet.")).to_be_visible()
    chosen: FilePayload = {"name": "club.mat", "mimeType": "text/plain", "buffer": MAT}
    page.locator(".drop-zone input").set_input_files([chosen])
    row = page.locator(".match-row")
    expect(row).to_have_count(1)
    expect(row.get_by_role("link", name="Review: ")).to_have_text("Review")
    asked = page.get_by_role("region", name="Which player are you?")
    asked.get_by_role("button", name="Ann").click()
    expect(asked).to_be_hidden()
    expect(row.locator(".rated b")).to_have_text("86.6")
    worst: Locator = row.get_by_role("link", name="Worst error")
    expect(worst).to_contain_text("13/8 6/4")
    expect(worst).to_contain_text("??")
    newcomer.turn_to("/settings")
    names = page.get_by_label("Player names in imported matches")
    expect(names).to_have_value("Ann")
    names.fill("Ben, Cleo,")
    names.blur()
    expect(names).to_have_value("Ben, Cleo")
    newcomer.turn_to("/matches")
    expect(row.locator(".rated b")).to_have_text("0.0")
