"""The opening book in the page: from the squares to a candidate, its replies, and back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.conftest import NewPerson, Watch
from web.hands import Hands


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def path(page: Page, wanted: str) -> None:
    expect(page).to_have_url(re.compile(re.escape(wanted) + "$"))


def test_from_a_first_roll_to_a_reply_and_back(person: Hands) -> None:
    page = person.page
    person.turn_to("/learn")
    page.get_by_role("link", name="Opening book").click()
    heading(page, "First rolls")
    path(page, "/book/backgammon")
    expect(page.locator(".book .square")).to_have_count(2 * 15)
    page.locator('.book-rolls [data-roll="31"]').click()
    heading(page, "How to open with 3-1")
    path(page, "/book/backgammon/31/8-5_6-5")
    expect(page.locator(".book-verdict")).to_contain_text("8/5 6/5 is best.")
    expect(page.locator(".book-plays .best-row")).to_contain_text(re.compile(r"trials.*±.*best"))
    expect(page.locator(".book-made")).to_contain_text("Seed 3832313845")
    expect(page.locator(".book .square")).to_have_count(36)
    page.locator(".book-plays button").nth(1).click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Replies after 24/23 13/10")
    page.go_back()
    path(page, "/book/backgammon/31/8-5_6-5")
    expect(page.get_by_role("heading", level=2)).to_have_text("Replies after 8/5 6/5")
    page.get_by_role("button", name="6-6: 24/18(2) 13/7(2)").first.click()
    heading(page, "How to reply with 6-6")
    path(page, "/book/backgammon/31/8-5_6-5/66")
    expect(page.locator(".book-plays .best-row")).to_contain_text("24/18(2) 13/7(2)")
    expect(page.locator(".board .arrow")).not_to_have_count(0)
    page.get_by_role("link", name="Open in the editor").click()
    expect(page.locator(".plays .ranked")).to_contain_text("24/18(2) 13/7(2)")
    page.go_back()
    heading(page, "How to reply with 6-6")
    page.keyboard.press("Escape")
    heading(page, "How to open with 3-1")
    page.keyboard.press("Escape")
    heading(page, "First rolls")


def test_by_keyboard_alone(person: Hands) -> None:
    page = person.page
    person.turn_to("/book/31")
    heading(page, "How to open with 3-1")
    path(page, "/book/backgammon/31/8-5_6-5")
    page.locator(".square[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".square:focus")).to_have_attribute("aria-label", re.compile("^2-1: "))
    page.keyboard.press("ArrowDown")
    expect(page.locator(".square:focus")).to_have_attribute("aria-label", re.compile("^2-2: "))
    expect(page.locator(".book-caption")).to_contain_text("2-2")
    page.keyboard.press("Enter")
    heading(page, "How to reply with 2-2")
    expect(page.locator("h1:focus")).to_have_count(1)


def test_another_game_is_evaluated(person: Hands) -> None:
    page = person.page
    person.turn_to("/games")
    page.get_by_role("link", name="Opening book of Fevga").click()
    heading(page, "First rolls")
    path(page, "/book/fevga")
    page.locator('.book-rolls [data-roll="55"]').click()
    heading(page, "How to open with 5-5")
    expect(page.locator(".book-made")).to_have_text("Evaluated at 2-ply, not rolled out.")
    expect(page.locator(".book-plays")).not_to_contain_text("±")
    page.get_by_role("button", name="Game: Fevga").click()
    page.locator('dialog [data-game="backgammon"]').click()
    path(page, "/book/backgammon")


def test_on_a_phone_in_every_language(new_person: NewPerson) -> None:
    phone = new_person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page = phone.page
    for language in ("en", "tr", "fa"):
        page.request.patch("/api/me", data={"settings": {"language": language}})
        phone.open("/book/backgammon/43/13-9_13-10/66")
        expect(page.locator(".book-plays .best-row")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        expect(page.locator(".book")).not_to_contain_text(re.compile(r"book\.\w"))


def test_what_is_not_in_any_book_is_said(person: Hands, watch: Watch) -> None:
    watch.expected += ["Failed to load resource"]
    page = person.page
    person.turn_to("/book/backgammon/11")
    expect(page.locator(".fault")).to_have_text(
        "1-1 cannot be the first roll in Backgammon: the opening throw decides who begins and is"
        " played"
    )


def test_a_card_leads_to_its_place_in_the_book(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/train/openings")
    expect(page.get_by_role("heading", name="You roll 2-1. What do you play?")).to_be_visible()
    for place in ("13", "11", "6", "5"):
        page.mouse.click(*newcomer.place(place))
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".decision .depth-of")).to_have_text("rolled out")
    page.get_by_role("link", name="See it in the opening book").click()
    heading(page, "How to open with 2-1")
