"""Lessons: the whole first one by keyboard, tries that are wrong by hand, and what is kept."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from web.hands import Hands

Json = dict[str, Any]
MOST_PLACES = 40
NAMES = {"bar": "the bar", "off": "off"}
"""Of places that have no number."""


def steps_of(page: Page, lesson: str) -> list[Json]:
    steps: list[Json] = page.request.get(f"/api/lessons/{lesson}").json()["steps"]
    return steps


# By keyboard ------------------------------------------------------------------------------------


def cursor(page: Page) -> str:
    """Where it is, in the words that a screen reader hears."""
    return page.locator(".board-live").inner_text().split(",")[0]


def named(place: str) -> str:
    return NAMES.get(place, f"point {place}")


def point_at(page: Page, key: str) -> None:
    """Along the row, and into the other one at its end."""
    page.keyboard.press("ArrowLeft")
    for _ in range(MOST_PLACES):
        if cursor(page) == named(key):
            return
        before = cursor(page)
        page.keyboard.press("ArrowRight")
        if cursor(page) == before:
            lower = page.evaluate("document.querySelector('.cursor').getBBox().y") > 300
            page.keyboard.press("ArrowUp" if lower else "ArrowDown")
            for _ in range(14):
                page.keyboard.press("ArrowLeft")
    raise AssertionError(f"{key} cannot be reached")


def next_place(page: Page, key: str) -> None:
    """The next of the places that can be used, until it is this one."""
    for _ in range(MOST_PLACES):
        page.keyboard.press("n")
        if cursor(page) == named(key):
            return
    raise AssertionError(f"{key} is not offered")


def solve_by_keys(page: Page, step: Json) -> None:
    match step["kind"]:
        case "click":
            point_at(page, step["places"][0])
            page.keyboard.press("Enter")
        case "play":
            for source, target in step["shown"]["steps"]:
                for place in (source, target):
                    next_place(page, str(place))
                    page.keyboard.press("Enter")
        case "watch":
            pass  # it plays by itself
        case "roll":
            page.keyboard.press("Enter")
        case "choose":
            while page.evaluate("document.activeElement.dataset.option") != step["answer"]:
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")


def test_the_first_lesson_by_keyboard_alone(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/learn")
    page.get_by_role("link", name="Start").focus()
    page.keyboard.press("Enter")
    steps = steps_of(page, "basics")
    page.locator(".board").first.focus()
    for number, step in enumerate(steps, start=1):
        expect(page.get_by_text(f"step {number} of {len(steps)}")).to_be_visible()
        solve_by_keys(page, step)
        expect(page.locator(".judged.right")).to_be_visible()
        expect(page.locator(".next")).to_be_focused()
        if number < len(steps):
            page.keyboard.press("Enter")
    expect(page.locator(".lessons [aria-current]")).to_contain_text("18 of 18")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Race and pip count").first).to_be_visible()
    expect(page.get_by_text("step 1 of 11")).to_be_visible()
    newcomer.open("/learn")
    expect(page.get_by_role("link", name="Once more")).to_be_visible()


# By hand ----------------------------------------------------------------------------------------


def press(page: Page, key: str) -> None:
    page.locator(f'.board [data-place="{key}"]').click(force=True)


def drag(page: Page, source: str, target: str) -> None:
    page.locator(f'.board [data-place="{source}"]').hover(force=True)
    page.mouse.down()
    page.locator(f'.board [data-place="{target}"]').hover(force=True)
    page.mouse.up()


def test_a_wrong_try_is_explained_and_taken_back(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/learn/basics/6")
    for place in ("13", "8", "13", "10"):
        press(page, place)
    expect(page.locator(".judged")).to_contain_text("That is allowed, but")
    expect(page.locator(".strip").last).to_contain_text("167")
    for place in ("8", "3", "6", "3"):
        press(page, place)
    expect(page.locator(".judged.right")).to_contain_text("Well played")
    expect(page.locator(".strip").last).to_contain_text("159")


def test_an_illegal_try_hears_the_rule(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/learn/basics/8")
    drag(page, "24", "19")
    expect(page.locator(".judged")).to_contain_text("two or more enemy checkers")


def test_counting_and_being_shown(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/learn/shots/1")
    expect(page.locator(".rolls .figure")).to_have_text("?/36")
    page.get_by_label("Your count").fill("11")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".judged")).to_contain_text("Count the filled squares")
    page.get_by_label("Your count").fill("17")
    page.keyboard.press("Enter")
    expect(page.locator(".rolls .figure")).to_have_text("17/36")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".answer.right")).to_have_text("5-1, 4-2, 2-2, 3-3")


def test_a_place_that_one_step_reaches_is_enough(phone: Hands) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 740})
    phone.turn_to("/learn/basics/11")
    expect(page.locator(".board .label.answer")).to_be_visible()
    press(page, "21")
    expect(page.locator(".judged.right")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
