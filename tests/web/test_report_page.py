"""Reports of a review in a real browser: nothing runs, nothing is fetched, everything fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fullprime import Match
from fullprime.analysis.review import review
from fullprime.analysis.review.document import document
from fullprime.analysis.review.html import html

NAME = "<img src=x onerror=alert(1)><script>alert(2)</script>"
A4_WIDTH = 703
"""Of the paper less its margins, in pixels."""


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = Match.start(players=(NAME, "Ben with a name that is rather long"), target=3)
    for action in ("31", "24/23 13/10", "64", "24/14", "double", "take"):
        match = match.apply(action)
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(html([document(match, review(match, plies=0))]), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("width", "media", "scheme"),
    [(1200, "screen", "light"), (360, "screen", "dark"), (A4_WIDTH, "print", "dark")],
)
def test_a_report_is_safe_and_fits(
    browser: Browser, page_file: Path, width: int, media: str, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    asked: list[str] = []
    heard: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("console", lambda message: heard.append(message.text))
    page.emulate_media(media=media)  # type: ignore[arg-type]
    page.goto(page_file.as_uri())
    assert asked == [page_file.as_uri()]
    assert heard == []
    assert NAME in page.locator("h1").inner_text()
    assert page.locator("article svg").count() == page.locator("article").count() > 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (media == "print")
    assert (ground == "rgb(16, 18, 20)") == (scheme == "dark" and media == "screen")
    context.close()
