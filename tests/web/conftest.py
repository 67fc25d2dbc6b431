"""A browser, and people before it. Every page is watched: it may not fail, nor ask other hosts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from server_client import Server
from web.hands import Hands

NO_BROWSER = "the pages are NOT tested: there is no Chromium (on Debian: apt-get install chromium)"
PATIENCE_MS = 60_000
"""After so long something must have gone wrong, however slow the machine is."""

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


@dataclass
class Watch:
    """What pages should not do."""

    host: str
    expected: list[str] = field(default_factory=list)
    """Beginnings of complaints that belong to a test."""
    faults: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.on("request", lambda request: self.asked(request.url))
        context.on("page", lambda page: self.on_line(page))
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self.said)

    def on_line(self, page: Page) -> None:
        page.on("websocket", lambda line: self.asked(line.url))

    def asked(self, url: str) -> None:
        if not url.startswith((f"http://{self.host}/", f"ws://{self.host}/", "data:", "blob:")):
            self.faults.append(f"asks {url}")

    def said(self, message: ConsoleMessage) -> None:
        foreseen = any(message.text.startswith(each) for each in self.expected)
        if message.type in ("error", "warning") and not foreseen:
            self.faults.append(message.text)


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    watched = Watch(f"127.0.0.1:{server.port}")
    yield watched
    assert watched.faults == []


@pytest.fixture
def new_person(browser: Browser, server: Server, watch: Watch) -> Iterator[NewPerson]:
    """Somebody with a device of his own; takes the options of Playwright's contexts."""
    contexts = []

    def make(**options: Any) -> Hands:
        chosen = {"reduced_motion": "reduce", "viewport": {"width": 1200, "height": 760}} | options
        context = browser.new_context(base_url=f"http://{watch.host}", **chosen)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        watch.over(context)
        context.request.get("/api/me")  # gives the cookie
        return Hands(context.new_page(), server)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def person(new_person: NewPerson) -> Hands:
    return new_person()


@pytest.fixture
def page(person: Hands) -> Page:
    return person.page
