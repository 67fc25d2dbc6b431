"""The editor and other programs' ids, its links and its notes; plays picked from the list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.conftest import NewPerson, Watch
from web.hands import BOT, Hands

XGID = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
BOTH = "2ObBgDCY5+ABEA:UYmqACAAGAAE"
START_TEXT = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def paste(page: Page, text: str) -> None:
    page.get_by_label("Paste a position").fill(text)
    page.get_by_role("button", name="Read").click()


@pytest.mark.parametrize("text", [XGID, XGID.removeprefix("XGID="), BOTH])
def test_an_id_brings_dice_cube_score_and_side(person: Hands, text: str) -> None:
    page = person.page
    person.turn_to("/editor")
    paste(page, text)
    expect(page.get_by_label("First die")).to_have_value("5")
    expect(page.get_by_label("Second die")).to_have_value("2")
    expect(page.get_by_role("combobox", name="Cube", exact=True)).to_have_value("2")
    expect(page.get_by_label("Owner of the cube")).to_have_value("me")
    expect(page.get_by_label("Player on roll needs")).to_have_value("2")
    expect(page.get_by_label("Opponent needs")).to_have_value("3")
    side = "Black" if "XGID" in text or ":1:-1:" in text else "White"
    group = page.get_by_role("group", name="On roll")
    expect(group.get_by_label(side)).to_be_checked()
    expect(page.get_by_role("textbox", name="GNU position id")).to_have_value(BOTH[:14])
    expect(page.get_by_role("textbox", name="XGID")).not_to_have_value("")


def test_a_copied_link_is_read_again(person: Hands) -> None:
    page = person.page
    person.open("/position/tavla/6:2~5:2?dice=66&black=1")
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_have_value("http://" + page.url.split("//")[1])
    copied = link.input_value()
    person.turn_to("/editor")
    expect(page.get_by_role("textbox", name="Position text")).to_have_value(START_TEXT)
    paste(page, copied)
    expect(page.get_by_role("textbox", name="Link")).to_have_value(copied)
    expect(page.locator(".board .disc")).to_have_count(4)
    expect(page.locator(".board .die")).to_have_count(4)
    expect(page.get_by_label("Jacoby rule")).to_have_count(0)


def test_nothing_pasted_changes_nothing(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator(".board .disc")).to_have_count(0)
    paste(page, " ")
    expect(page.get_by_role("textbox", name="Position text")).to_have_value("off:15 / off:15")


def test_addresses_of_games(person: Hands) -> None:
    page = person.page
    person.open("/position/hypergammon")
    expect(page.locator(".board .disc")).to_have_count(6)
    person.turn_to("/position/nonsense/24:2")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_a_full_board_says_why_a_click_does_nothing(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    expect(page.get_by_role("textbox", name="Position text")).to_have_value(START_TEXT)
    page.mouse.click(*person.place("10"))
    expect(page.locator(".notice")).to_have_text(
        "All 15 white checkers are on the board: remove one or drag one."
    )


@pytest.mark.parametrize(("locale", "words"), [("tr", "hapis olmaz"), ("fa", "مهره")])
def test_faults_are_told_in_the_language_and_leave_the_board_alone(
    new_person: NewPerson, watch: Watch, locale: str, words: str
) -> None:
    person = new_person(locale=locale)
    page = person.page
    person.open("/editor")
    place = page.locator(".board-place")
    expect(page.locator(".board .disc")).to_have_count(30)
    before = place.bounding_box()
    person.open("/position/backgammon/18p:1_6:14~7:1_6:14")
    notes = page.locator(".notes.fault")
    expect(notes).to_contain_text(words)
    expect(notes).not_to_contain_text("nothing is ever pinned")
    assert place.bounding_box() == before
    watch.expected += ["Failed to load resource"]
    page.locator("form.copyable input").fill("what is this")
    page.locator("form.copyable button").click()
    expect(page.locator(".notice.fault")).not_to_contain_text("bad position")
    expect(page.locator(".notice.fault")).to_contain_text("what is this")


def test_a_picked_play_keeps_its_arrows_until_the_next_click(person: Hands) -> None:
    page = person.page
    person.turn_to(
        f"/position/backgammon/{START_TEXT.replace(' / ', '~').replace(' ', '_')}?dice=31"
    )
    page.get_by_role("button", name="Analyze").click()
    rows = page.locator(".ranked button")
    arrows = page.locator(".board .arrow")
    for escape in (True, False):
        rows.nth(0).click()
        page.mouse.move(1, 1)
        page.get_by_label("First die").focus()
        expect(arrows).to_have_count(2)
        if escape:
            page.keyboard.press("Escape")
        else:
            page.locator(".notes").click()
        expect(arrows).to_have_count(0)
    depths = page.locator(".ranked .next-depth")
    expect(depths).to_have_count(2)
    expect(depths.nth(0)).to_contain_text("1-ply")
    shallow = depths.nth(1).locator("button")
    expect(shallow).to_contain_text("0-ply")
    expect(shallow).to_have_attribute("title", re.compile("^Searched at 0-ply only"))


def test_a_picked_play_is_laid_on_the_board(newcomer: Hands) -> None:
    person = newcomer
    person.sit(opponent=BOT)
    person.to_play()
    page = person.page
    before = person.checkers()
    page.get_by_text("Show engine analysis").click()
    page.locator(".ranked button").first.click()
    done = page.locator('.controls [data-name="confirm"]')
    expect(done).to_be_enabled()
    assert person.checkers() != before
    expect(page.locator(".board .arrow")).to_have_count(0)
    while page.locator('.controls [data-name="undo"]').is_enabled():
        page.locator('.controls [data-name="undo"]').click()
    assert person.checkers() == before


def test_chances_only_where_there_are_some(person: Hands) -> None:
    page = person.page
    person.turn_to("/position/portes")
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator(".chances thead th")).to_have_text(["all", "gammon"])
    person.turn_to("/position/plakoto")
    page.get_by_role("button", name="Analyze").click()
    expect(page.get_by_text("This game can be drawn")).to_be_visible()
