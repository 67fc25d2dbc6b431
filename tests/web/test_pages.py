"""Every page: its looks for those who do not see well, its words, its weight, its addresses."""

from __future__ import annotations

from itertools import cycle
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, expect

from web.conftest import NewPerson, Watch
from web.hands import BOT, SINGLE, THEMES, Hands

PAGES = [
    "/",
    "/new",
    "/games",
    "/games/backgammon",
    "/games/fevga",
    "/games/tavli",
    "/glossary",
    "/matches",
    "/statistics",
    "/decisions",
    "/editor",
    "/position/backgammon/24:2_13:5_8:3_6:5~24:2_13:5_8:3_6:5",
    "/print",
    "/train",
    "/train/openings",
    "/train/pips",
    "/train/cube",
    "/train/errors",
    "/learn",
    "/learn/basics/11",
    "/learn/shots/1",
    "/book/43",
    "/verify",
    "/dice",
    "/settings",
    "/about",
    "/api",
    "/join/nobody",
    "/nowhere",
]
FIRST_PAGE_BYTES = 150_000
FIRST_PAGE_REQUESTS = 12


def faults(page: Page) -> list[str]:
    """All that axe finds, by day and by night."""
    return [*faults_by(page, "light"), *faults_by(page, "dark", runOnly=["color-contrast"])]


def faults_by(page: Page, scheme: Literal["light", "dark"], **options: Any) -> list[str]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found: dict[str, Any] = (
        Axe().run(page, options={"resultTypes": ["violations"], **options}).response
    )
    return [
        f"{page.url} ({scheme}): {each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(("path", "theme"), list(zip(PAGES, cycle(THEMES), strict=False)))
def test_axe_finds_nothing_on_any_page(person: Hands, watch: Watch, path: str, theme: str) -> None:
    watch.expected += ["Failed to load resource"]  # of addresses that lead nowhere
    person.paint(theme)
    person.turn_to(path)
    expect(person.page.locator("main h1").first).to_be_attached()
    assert faults(person.page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_win_counts_can_be_read_on_every_board(person: Hands, theme: str) -> None:
    person.paint(theme)
    person.turn_to("/games/fevga")
    expect(person.page.locator(".tiles span")).to_have_count(2)
    assert faults_by(person.page, "light", runOnly=["color-contrast"]) == []


def test_axe_finds_nothing_on_the_pages_of_a_match(newcomer: Hands) -> None:
    page = newcomer.page
    match_id = newcomer.sit(opponent=BOT)
    newcomer.to_play()
    page.get_by_text("The board in words").click()
    page.get_by_role("switch", name="Show engine analysis").click()
    expect(page.locator(".ranked button").first).to_be_visible()
    found = faults(page)
    page.get_by_role("button", name="Resign").click()
    found += faults(page)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    newcomer.turn_to(f"/match/{match_id}/replay")
    expect(page.locator(".history")).to_be_visible()
    found += faults(page)
    assert found == []


@pytest.mark.parametrize("page", ["start", "match"])
def test_the_first_page_is_light(new_person: NewPerson, page: str) -> None:
    person = new_person()
    answers: list[Response] = []
    person.page.on("response", lambda answer: answers.append(answer))
    if page == "start":
        person.open("/")
        expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    else:
        person.open(f"/match/{new_person().new_match()}")  # which is looked at
        expect(person.page.locator(".board .checker").first).to_be_visible()
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert any("/js/main.js" in url for url in sizes)
    assert len(sizes) <= FIRST_PAGE_REQUESTS, sizes
    assert sum(sizes.values()) < FIRST_PAGE_BYTES, sizes


def test_persian_is_written_from_the_right(newcomer: Hands) -> None:
    person = newcomer
    person.open("/settings")
    person.page.get_by_label("Language").select_option("fa")
    page = person.page.locator("html[lang=fa][dir=rtl]")
    expect(page).to_be_attached()
    person.sit(opponent=BOT)
    person.to_play()
    expect(page).to_be_attached()
    name = person.page.locator(".player.upper .name").bounding_box()
    score = person.page.locator(".player.upper .score").bounding_box()
    assert name and score
    assert name["x"] > score["x"]
    person.make_play()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/match/nothing", "/match/nothing/review/1.1", "/match"]
)
def test_a_wrong_address_says_so(person: Hands, watch: Watch, path: str) -> None:
    watch.expected += ["Failed to load resource"]
    person.open(path)
    expect(person.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    person.page.get_by_role("link", name="Go to the start page").click()
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_back_and_forth(person: Hands) -> None:
    person.turn_to("/")
    heading = person.page.get_by_role("heading", level=1)
    ways = person.page.get_by_role("navigation", name="Main pages")
    for name in ("Games", "My matches"):
        ways.get_by_role("link", name=name).click()
        expect(heading).to_have_text(name)
        expect(ways.locator("[aria-current=page]")).to_have_text(name)
    person.page.get_by_role("link", name="Settings").click()
    expect(heading).to_have_text("Settings")
    person.page.go_back()
    expect(heading).to_have_text("My matches")
    person.page.go_forward()
    expect(heading).to_have_text("Settings")


def test_settings_survive(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.open("/settings")
    page.get_by_label("Slate").check()
    page.get_by_text("Dark", exact=True).click()
    page.get_by_role("switch", name="Hide the pip count").click()
    page.get_by_role("button", name="Sounds").click()  # of the header, which both show
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    page.get_by_label("Your name").fill("Ma'at & <b>Co</b>")
    with page.expect_response(lambda answer: "Ma'at" in (answer.request.post_data or "")):
        page.get_by_label("Your name").press("Tab")
    expect(page.locator("html[data-theme=slate][data-mode=dark]")).to_be_attached()
    page.evaluate("localStorage.clear()")
    person.open("/settings")
    expect(page.locator("html[data-theme=slate][data-mode=dark]")).to_be_attached()
    expect(page.get_by_label("Your name")).to_have_value("Ma'at & <b>Co</b>")
    expect(page.get_by_role("switch", name="Hide the pip count")).to_be_checked()
    expect(page.locator(".theme-card", has_text="In use")).to_contain_text("Slate")
    person.sit(opponent=BOT)
    expect(page.locator(".player.lower .name")).to_have_text("Ma'at & <b>Co</b>")
    expect(page.locator('.board[data-theme="slate"]')).to_be_attached()


def test_my_matches_go_on(newcomer: Hands) -> None:
    person = newcomer
    match_id = person.sit(opponent=BOT, target=SINGLE)
    person.my_turn()
    person.turn_to("/matches")
    person.page.get_by_role("link", name="Backgammon", exact=True).click()
    person.page.wait_for_url(f"**/match/{match_id}")
    person.my_turn()
    with person.page.expect_download() as download:
        person.turn_to("/matches")
        person.page.get_by_role("button", name="Export: Backgammon").click()
        person.page.get_by_role("dialog").get_by_role("link", name="Plain text").click()
    assert "Backgammon" in download.value.path().read_text()
