"""Looking at positions and games: the editor, the analysis, the replay."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.conftest import Watch
from web.hands import BOT, SINGLE, Hands

START_ID = "4HPwATDgc/ABMA"
"""The start of backgammon as GNU Backgammon calls it."""


def test_checkers_are_set_up_by_hand(person: Hands) -> None:
    person.turn_to("/editor")
    page = person.page
    expect(page.get_by_role("textbox", name="Position text")).to_have_value(
        "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
    )
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator(".board .disc")).to_have_count(0)
    for name in ("6", "6", "3"):
        page.mouse.click(*person.place(name))
    page.get_by_text("Black", exact=True).first.click()
    page.mouse.click(*person.place("20"))
    expect(page.locator(".board .disc")).to_have_count(4)
    expect(page.get_by_role("textbox", name="Position text")).to_have_value("6:2 3:1 / 5:1")
    page.mouse.click(*person.place("3"), button="right")
    expect(page.get_by_role("textbox", name="Position text")).to_have_value("6:2 / 5:1")
    person.open(page.url)
    expect(page.locator(".board .disc")).to_have_count(3)


def test_a_pasted_id_becomes_a_board_and_is_copied(person: Hands) -> None:
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.turn_to("/editor")
    page.get_by_role("button", name="Empty board").click()
    page.get_by_label("Paste a position").fill(START_ID)
    page.get_by_role("button", name="Read").click()
    expect(page.locator(".board .disc")).to_have_count(30)
    expect(page.get_by_role("textbox", name="GNU position id")).to_have_value(START_ID)
    page.get_by_role("button", name="Copy: GNU position id").click()
    expect(page.locator(".notice")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == START_ID


def test_nonsense_is_refused(person: Hands, watch: Watch) -> None:
    watch.expected += ["Failed to load resource"]
    page = person.page
    person.turn_to("/editor")
    page.get_by_label("Paste a position").fill("what is this")
    page.get_by_role("button", name="Read").click()
    expect(page.locator(".notice.fault")).to_contain_text("what is this")
    expect(page.locator(".board .disc")).to_have_count(30)


def test_ranked_plays_with_arrows(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    page.get_by_label("First die").select_option("3")
    page.get_by_label("Second die").select_option("1")
    page.get_by_role("button", name="Analyze").click()
    best = page.locator(".ranked button").first
    expect(best.locator(".notation")).to_have_text("8/5 6/5")
    best.hover()
    expect(page.locator(".board .arrow")).to_have_count(2)
    expect(page.locator(".evaluation")).to_be_visible()
    page.get_by_label("First die").select_option("")
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator(".cube-advice strong")).to_be_visible()
    expect(page.locator(".board .arrow")).to_have_count(0)


def test_an_analysis_can_be_cancelled(person: Hands) -> None:
    page = person.page
    page.route("**/api/analysis", lambda _: None)  # thinks for ever
    person.turn_to("/editor")
    page.get_by_role("button", name="Analyze").click()
    expect(page.get_by_text("Analyzing")).to_be_visible()
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    page.unroute("**/api/analysis")
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator(".cube-advice")).to_be_visible()


def test_hints_beside_the_board(newcomer: Hands) -> None:
    newcomer.sit(opponent=BOT)
    newcomer.to_play()
    page = newcomer.page
    expect(page.locator(".ranked")).to_have_count(0)
    page.get_by_role("switch", name="Show engine analysis").click()
    expect(page.locator(".ranked button").first).to_be_visible()


def test_a_game_is_replayed_by_keys(person: Hands) -> None:
    match_id = person.new_match("tapa", target=SINGLE)
    person.hasten(match_id, lambda state: state["version"] >= 12)
    page, keys = person.page, person.page.keyboard
    replay = page.request.get(f"/api/matches/{match_id}/games/1").json()
    kinds = [step["action"]["type"] for step in replay["steps"]]
    turns = sum(kind != "rolled" for kind in kinds) + (kinds[-1] == "rolled")
    person.turn_to(f"/match/{match_id}/replay")
    status = page.locator(".status")
    expect(status).to_contain_text("Start of the game")
    expect(status).to_contain_text(f"0/{turns}")
    start = person.checkers()
    keys.press("End")
    expect(status).to_contain_text(f"{turns}/{turns}")
    assert person.checkers() != start
    keys.press("ArrowLeft")
    expect(status).to_contain_text(f"{turns - 1}/{turns}")
    expect(page).to_have_url(re.compile(rf"/replay\?game=1&turn={turns - 1}$"))
    shared = person.checkers()
    keys.press("Home")
    assert person.checkers() == start
    for _ in range(turns):  # a roll and its play are one step
        keys.press("ArrowRight")
    expect(status).to_contain_text(f"{turns}/{turns}")
    page.locator(".history button").first.click()
    expect(page.locator(".history [aria-current]")).to_have_count(1)
    expect(page).to_have_url(re.compile("turn=1$"))
    person.turn_to(f"/match/{match_id}/replay?game=1&turn={turns - 1}")
    expect(status).to_contain_text(f"{turns - 1}/{turns}")
    assert person.checkers() == shared
