"""Looking at games: the analysis beside the board, the replay."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.hands import BOT, SINGLE, Hands


def test_hints_beside_the_board(newcomer: Hands) -> None:
    newcomer.sit(opponent=BOT)
    newcomer.to_play()
    page = newcomer.page
    expect(page.locator(".ranked")).to_have_count(0)
    page.get_by_role("switch", name="Show engine analysis").click()
    expect(page.locator(".ranked button").first).to_be_visible()


def test_a_picked_play_is_laid_on_the_board(newcomer: Hands) -> None:
    person = newcomer
    person.sit(opponent=BOT)
    person.to_play()
    page = person.page
    before = person.checkers()
    page.get_by_role("switch", name="Show engine analysis").click()
    page.locator(".ranked button").first.click()
    done = page.locator('.controls [data-name="confirm"]')
    expect(done).to_be_enabled()
    assert person.checkers() != before
    expect(page.locator(".board .arrow")).to_have_count(0)
    while page.locator('[data-tool="undo"]').is_enabled():
        page.locator('[data-tool="undo"]').click()
    assert person.checkers() == before


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
