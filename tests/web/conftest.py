"""A browser, and people before it. Every page is watched: it may not fail, nor ask other hosts.

Dice fall as they like: which match a test gets depends on what was played before it. So no test may
count on who begins, on a throw, or on what the computer does.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from server_client import Server
from web.hands import Hands

NO_BROWSER = "the pages are NOT tested: there is no Chromium (on Debian: apt-get install chromium)"
PATIENCE_MS = 60_000
"""After so long something must have gone wrong, however slow the machine is."""

SIZE: ViewportSize = {"width": 1200, "height": 760}

NO_WORKER = "Service Worker registration blocked by Playwright"
"""Said where a test has no use for pages that are kept: they answer before its routes do."""

NewPerson = Callable[..., Hands]


def chromium() -> str:
    """Where it is. Only a machine that has promised one fails without."""
    found = os.environ.get("FULLPRIME_CHROMIUM") or shutil.which("chromium")
    if found:
        return found
    if os.environ.get("FULLPRIME_NEEDS_CHROMIUM"):
        pytest.fail(NO_BROWSER, pytrace=False)
    pytest.skip(NO_BROWSER)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For this folder alone: while it runs, no other test of the process can have a loop."""
    path = chromium()
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        options = ["--disable-dev-shm-usage", "--disable-quic"]
        running = playwright.chromium.launch(executable_path=path, args=options)
        yield running
        running.close()


class Watch:
    """What pages should not do."""

    def __init__(self, server: Server) -> None:
        self.own = f"127.0.0.1:{server.port}"
        self.begin()

    def begin(self) -> None:
        """A test."""
        self.host = self.own
        self.expected: list[str] = []
        """Beginnings of complaints that belong to the test."""
        self.faults: list[str] = []

    def over(self, context: BrowserContext) -> None:
        context.on("request", lambda request: self.asked(request.url))
        context.on("page", lambda page: self.on_line(page))
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self.said)

    def on_line(self, page: Page) -> None:
        page.on("websocket", lambda line: self.asked(line.url))

    def asked(self, url: str) -> None:
        # Pages of earlier tests, which are still open, may ask their own server.
        known = [f"{kind}://{host}/" for kind in ("http", "ws") for host in (self.host, self.own)]
        if not url.startswith((*known, "data:", "blob:")):
            self.faults.append(f"asks {url}")

    def said(self, message: ConsoleMessage) -> None:
        foreseen = any(message.text.startswith(each) for each in (*self.expected, NO_WORKER))
        if message.type in ("error", "warning") and not foreseen:
            self.faults.append(message.text)


@pytest.fixture(scope="package")
def watcher(server: Server) -> Watch:
    return Watch(server)


@pytest.fixture
def watch(watcher: Watch) -> Iterator[Watch]:
    watcher.begin()
    yield watcher
    faults = watcher.faults
    watcher.begin()  # what all tests share is opened before the next one begins
    assert faults == []


def new_context(browser: Browser, watcher: Watch, **options: Any) -> BrowserContext:
    usual = {"reduced_motion": "reduce", "viewport": SIZE, "service_workers": "block"}
    chosen = usual | options
    context = browser.new_context(base_url=f"http://{watcher.host}", **chosen)
    context.set_default_timeout(PATIENCE_MS)
    watcher.over(context)
    introduce(context)
    return context


def introduce(context: BrowserContext) -> None:
    """Gets a cookie. Whoever tests sees at once which checkers can move."""
    context.request.patch("/api/me", data={"settings": {"marks": "all"}})


@pytest.fixture
def new_person(browser: Browser, server: Server, watch: Watch) -> Iterator[NewPerson]:
    """Somebody with a device of his own; takes the options of Playwright's contexts."""
    contexts = []

    def make(**options: Any) -> Hands:
        contexts.append(new_context(browser, watch, **options))
        return Hands(contexts[-1].new_page(), server)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def desk(browser: Browser, watcher: Watch) -> Iterator[Page]:
    """A page that one test after the other uses: most of the time goes into opening pages."""
    with new_context(browser, watcher) as context:
        yield context.new_page()


@pytest.fixture(scope="package")
def spare(browser: Browser, watcher: Watch) -> Iterator[Page]:
    """Another one, which is loaded again for every test."""
    with new_context(browser, watcher) as context:
        yield context.new_page()


@pytest.fixture(scope="package")
def pocket(browser: Browser, watcher: Watch) -> Iterator[BrowserContext]:
    """A device with a small screen that is touched."""
    size = {"width": 360, "height": 640}
    options = {"viewport": size, "has_touch": True, "is_mobile": True}
    with new_context(browser, watcher, **options) as context:
        yield context


@pytest.fixture
def person(desk: Page, server: Server, watch: Watch) -> Iterator[Hands]:
    """Somebody who goes from one match to the next; settings but the board's paint stay."""
    yield Hands(desk, server)
    tidy(desk)


@pytest.fixture
def newcomer(spare: Page, server: Server, watch: Watch) -> Iterator[Hands]:
    """Somebody whom nobody knows, and who may change the settings."""
    if spare.url.startswith("http"):
        spare.evaluate("localStorage.clear()")
    spare.goto("about:blank")
    spare.context.clear_cookies()
    introduce(spare.context)
    yield Hands(spare, server)
    tidy(spare)


@pytest.fixture
def phone(pocket: BrowserContext, server: Server, watch: Watch) -> Iterator[Hands]:
    """Somebody with a phone; a test says how large it is.

    A page of its own for each: a finger that one test leaves on the screen, or a screen that it has
    turned, would be there in the next.
    """
    with pocket.new_page() as page:
        yield Hands(page, server)


def tidy(page: Page) -> None:
    page.unroute_all()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(SIZE)
