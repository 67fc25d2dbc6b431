"""The pages of rules and the glossary, by hand: figures are tried, words explain themselves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from fullprime import variants
from web.hands import Hands


def test_every_game_has_a_page_of_rules(person: Hands) -> None:
    page = person.page
    for variant in variants():
        person.turn_to(f"/games/{variant.id}")
        expect(page.get_by_role("heading", level=1, name=variant.name, exact=True)).to_be_visible()
        expect(page.locator(".setup .checker").first).to_be_attached()
        expect(page.locator(".chapter").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_different_is_shown_by_figures(person: Hands) -> None:
    page = person.page
    person.turn_to("/games/plakoto")
    cards = page.locator(".rule-card")
    expect(cards).to_have_count(5)
    expect(page.get_by_role("img", name="Pins. Land on a lone checker")).to_be_visible()
    expect(page.locator(".house .on").first).to_contain_text("usual")
    cards.get_by_role("link", name="A checker under").first.click()
    expect(page).to_have_url(re.compile("#VAR-PIN$"))
    expect(page.locator("#VAR-PIN")).to_have_class(re.compile("at-mark"))
    opening = page.locator(".opening-play").first
    opening.click()
    expect(opening).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".setup .die").first).to_be_attached()
    opening.click()
    expect(page.locator(".setup .around")).to_be_attached()
    page.get_by_role("link", name="Same screen").click()
    expect(page).to_have_url(re.compile("/new.game=plakoto&opponent=here"))


def test_a_figure_is_tried(person: Hands) -> None:
    page = person.page
    person.turn_to("/games/backgammon")
    card = page.locator("#figure-entering")
    card.get_by_role("button", name="Try it").click()
    expect(card.locator(".basic-status")).to_contain_text("Numbers left: 6, 4")
    for place in ("bar0", "21", "24", "18"):
        card.locator(f"[data-place='{place}']").first.click(force=True)
    expect(card.locator(".basic-status")).to_contain_text("That is a legal play: bar/21 24/18")
    card.get_by_role("button", name="Start over").click()
    card.get_by_role("button", name="Try it").press("Enter")
    for key in ("n", "Enter", "n", "Enter"):  # the board has the focus: both numbers at once
        page.keyboard.press(key)
    expect(card.locator(".basic-status")).to_contain_text("That is a legal play: bar/21 21/15")


def test_a_series_leads_to_its_games(person: Hands) -> None:
    page = person.page
    person.turn_to("/games/tavli")
    expect(page.locator(".series-game")).to_have_count(3)
    page.get_by_role("link", name="Fevga", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Fevga")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Tavli")).to_be_visible()


def test_words_explain_themselves(person: Hands) -> None:
    page = person.page
    person.turn_to("/glossary#anchor")
    expect(page.locator("#anchor")).to_have_class(re.compile("at-mark"))
    page.get_by_label("Find a word").fill("golden")
    expect(page.locator(".entry:visible")).to_have_count(1)
    term = page.locator("#golden_point a.term").first
    term.focus()
    expect(page.get_by_role("main").get_by_role("tooltip")).to_contain_text("A point that you hold")
    term.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()
    page.get_by_label("Find a word").fill("xyz")
    expect(page.get_by_text("No word fits.")).to_be_visible()
    page.get_by_label("Find a word").fill("")
    page.get_by_role("link", name="P", exact=True).click()
    expect(page).to_have_url(re.compile("#letter-P$"))


def test_on_a_phone(phone: Hands) -> None:
    page = phone.page
    for path in ("/games/backgammon", "/games/russian", "/games/balkan", "/glossary"):
        phone.turn_to(path)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator("a.term").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    term = page.locator("a.term").first
    term.tap()  # the first tap explains, the second one leads on
    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(page).to_have_url(re.compile("/glossary$"))
    term.tap()
    expect(page).to_have_url(re.compile("/glossary#"))
