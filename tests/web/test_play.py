"""The match page: what stands where, keys and fingers, looking back, and how games end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from web.hands import BOT, HAND_MADE, SINGLE, Hands

TWO = {"type": "points", "to": 2}


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


def to_roll(person: Hands, **fields: Any) -> str:
    """A match on one screen, the opening play made: whoever is to roll may double."""
    match_id = person.new_match(**fields)
    person.hasten(match_id, lambda state: state["phase"] == "to_roll")
    person.open_match(match_id)
    person.my_turn()
    return match_id


# What stands where -------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "share"), [(1440, 900, 0.6), (1366, 768, 0.56)])
def test_the_board_has_the_room_and_keeps_it(
    newcomer: Hands, width: int, height: int, share: float
) -> None:
    person, page = newcomer, newcomer.page
    person.prefer(hints=True)
    page.set_viewport_size({"width": width, "height": height})
    person.sit(opponent=BOT, clock={"minutes": 5, "delay": 10})
    person.to_play()
    expect(page.locator(".ranked button").first).to_be_visible()
    board = page.locator(".board-place")
    before = box(board)
    assert before["width"] * before["height"] >= share * width * height
    for part in page.locator(".tools > :not([hidden])").all():
        seen = box(part)
        assert seen["x"] + seen["width"] <= width
        assert seen["y"] + seen["height"] <= height
    last = box(page.locator(".history tbody tr").last)
    assert last["y"] + last["height"] <= height
    person.step()
    assert box(board) == before
    person.page.keyboard.press("u")
    person.make_play()
    person.my_turn()
    assert box(board) == before


def test_pips_follow_the_play(person: Hands) -> None:
    person.sit()
    person.to_play()
    side = ".lower" if person.state()["turn"] == 0 else ".upper"
    pips = person.page.locator(f".player{side} .pips")
    expect(pips).to_have_text("167 pips")
    person.step()
    expect(pips).not_to_have_text("167 pips")
    person.page.keyboard.press("u")
    person.page.keyboard.press("u")
    expect(pips).to_have_text("167 pips")


def test_the_delay_of_a_turn_is_shown(person: Hands) -> None:
    person.sit(clock={"minutes": 5, "delay": 90})
    person.my_turn()
    expect(person.page.locator(".clock.runs .delay")).to_have_text(re.compile(r"\+(90|8\d)"))
    expect(person.page.locator(".clock .time").first).to_have_text("5:00")


# What is done ------------------------------------------------------------------------------------


def test_keys_work_wherever_the_focus_is(person: Hands) -> None:
    page = person.page
    to_roll(person, target=TWO)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    dialog = page.get_by_role("dialog", name="Double to 2?")
    expect(dialog).to_contain_text("the game is played for 2 points")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator('.board [data-name="roll"]')).to_have_count(0)
    person.heard()
    while person.look().sources:
        person.step()
    page.evaluate("document.activeElement.blur()")
    version = person.state()["version"]
    page.keyboard.press("Space")
    person.heard()
    assert person.state()["version"] == version + 1


def test_the_board_itself_is_pressed_to_roll_and_to_double(person: Hands) -> None:
    page = person.page
    to_roll(person, target=TWO)
    page.locator(".board .cube").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    zone = box(page.locator(".board .zone").first)
    page.mouse.click(zone["x"] + 0.08 * zone["width"], zone["y"] + zone["height"] / 2)
    person.heard()
    assert person.state()["dice"] or person.state()["phase"] != "to_roll"


def test_why_not(person: Hands) -> None:
    page = person.page
    person.sit()
    person.to_play()
    board = box(page.locator(".board-place"))
    source = person.look().sources[-1]  # not from the farthest point
    page.mouse.move(*source)
    page.mouse.down()
    turn = person.state()["turn"]
    page.mouse.move(*person.place("12" if turn else "1"), steps=4)
    page.mouse.move(*person.place("1" if turn else "24"), steps=4)
    page.mouse.up()
    why = page.locator(".why-not")
    expect(why).to_contain_text("Not allowed")
    expect(why.get_by_role("link")).to_have_attribute("href", re.compile("^/games/backgammon"))
    assert box(page.locator(".board-place")) == board
    person.step()
    expect(why).to_be_hidden()


def test_looking_back_and_playing_on_from_there(person: Hands) -> None:
    page = person.page
    match_id = person.new_match()
    person.hasten(match_id, lambda state: state["version"] >= 7 and state["phase"] == "to_play")
    person.open_match(match_id)
    person.my_turn()
    now = person.checkers()
    page.locator(".history button").first.click()
    expect(page.locator(".history [aria-current]")).to_have_count(1)
    then = person.checkers()
    assert then != now
    assert person.look().shown == []
    page.get_by_role("button", name="Back to the game").click()
    assert person.checkers() == now
    page.locator(".history button").first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Both sides on this screen").click()
    page.wait_for_url(lambda url: match_id not in url)
    person.my_turn()
    assert person.checkers() == then
    assert person.state()["version"] < 7


def test_everything_automatic(newcomer: Hands) -> None:
    """One click a number; rolls, forced plays and the end of a play come by themselves."""
    newcomer.prefer(autoRoll=True, autoForced=True, oneClick=True, confirm=False, marks="all")
    newcomer.prefer(hidePips=True)
    newcomer.sit("hypergammon", opponent=HAND_MADE, target=SINGLE)
    page = newcomer.page
    expect(page.locator(".player .score")).to_have_count(2)
    expect(page.locator(".player .pips")).to_have_count(0)
    done = page.locator(
        ".ending-place:not([hidden]), .history tr:nth-child(3) td:last-child button"
    )
    onward = page.locator(".board .marks .source").or_(done)
    while not done.count():
        if sources := newcomer.look().sources:
            page.mouse.click(*sources[0])
        else:
            onward.first.wait_for()


def test_a_game_by_touch(phone: Hands) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.sit("hypergammon", opponent=HAND_MADE, target=SINGLE)
    page, tap = phone.page, phone.page.touchscreen.tap
    ended = page.locator(".ending-place:not([hidden])")
    while not ended.count():
        sight = phone.my_turn()
        if sight.targets:
            tap(*sight.targets[0])
        elif sight.sources:
            tap(*sight.sources[0])
        elif ready := [name for name in ("roll", "confirm", "take") if name in sight.open]:
            page.locator(f'.action-row [data-name="{ready[0]}"]').tap()
            phone.heard()
    assert phone.state()["winner"] in (0, 1)
    page.locator(".ending .close").tap()
    page.get_by_role("button", name="Plays", exact=True).tap()
    expect(page.locator(".history tbody tr").last).to_be_in_viewport()
    page.locator(".history button").first.tap()
    page.get_by_role("button", name="Back to the game").tap()


# How games end -----------------------------------------------------------------------------------


def test_a_match_that_is_won_by_more_than_it_needs(person: Hands) -> None:
    page = person.page
    person.sit(target=SINGLE)
    person.my_turn()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="backgammon").click()
    person.press("accept")
    card = page.locator(".ending")
    expect(card.locator("h2")).to_contain_text("wins the match")
    expect(card.locator(".how")).to_contain_text("resigned. Backgammon: 3 points.")
    expect(card.locator(".end-score b").first).to_have_text("1")
    expect(page.locator(".game-list li")).to_contain_text(re.compile("[+]3.*1 . 0|[+]3.*0 . 1"))
    expect(page.locator(".player .score", has_text="/")).to_have_count(0)
    more = page.locator(".menu summary")
    more.click()
    editor = page.get_by_role("link", name="Open in the editor")
    expect(editor).not_to_have_attribute("href", re.compile("away="))


def test_a_lost_clock_is_called_so(person: Hands) -> None:
    person.sit(target=TWO, clock={"minutes": 0.005, "delay": 0})
    page = person.page
    expect(page.locator(".ending h2")).to_contain_text("on time")
    expect(page.locator(".ending .how")).to_contain_text("ran out of time")
    expect(page.locator(".history")).to_contain_text("loses on time")
    expect(page.locator(".history")).not_to_contain_text("resign")
