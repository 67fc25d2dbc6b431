"""Without a network, with one that goes silent, and after a new release."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from fullprime.server.pages import WEB
from server_client import Server
from web.conftest import NewPerson, Watch
from web.hands import BOT, Hands
from web.test_pages import faults_by

UNREACHABLE = ["Failed to load resource", "WebSocket connection", "Service Worker registration"]
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const last = async () => (await (await caches.match("/api/lessons"))?.json())?.at(-1).id;
  const read = async () => caches.match(`/api/lessons/${await last()}`);
  while (!(await read())) await new Promise((resolve) => setTimeout(resolve, 50));
  return true;
}"""
"""Ends when the pages are kept, and what can be read on them."""
ONLY_KEPT = """async (version) => {
  while (!(await caches.keys()).every((name) => name.endsWith(version)))
    await new Promise((resolve) => setTimeout(resolve, 50));
}"""
"""Ends when nothing is kept but this release."""


def keep(person: Hands) -> None:
    """Waits until the pages are kept."""
    assert person.page.evaluate(KEPT)


def version(page: Page) -> str:
    return str(page.locator("meta[name=version]").get_attribute("content"))


def loaded(page: Page) -> set[str]:
    """The releases of which the page has files."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    return {found[1] for name in names if (found := re.search(r"/files/(\w+)/", name))}


def test_pages_open_without_the_server(new_person: NewPerson, watch: Watch, tmp_path: Path) -> None:
    watch.expected += UNREACHABLE
    own = Server(tmp_path / "matches.db", "--seed", "11").start()
    watch.host = f"127.0.0.1:{own.port}"
    person = new_person(service_workers="allow")
    page = person.page
    try:
        person.open("/settings")
        keep(person)
        match_id = person.sit(opponent=BOT)
        person.to_play()
        person.turn_to(f"/match/{match_id}/replay")
        expect(page.locator(".board .checker").first).to_be_attached()
        own.stop()
        person.open("/settings")
        expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
        for path, board in (("/games/plakoto", "svg.thumbnail"), ("/learn/basics", ".board")):
            person.open(path)
            expect(page.locator(board).first).to_be_attached()
        person.open(f"/match/{match_id}/replay")
        expect(page.locator(".board .checker").first).to_be_attached()
        person.open("/join/nobody")
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        assert faults_by(page, "light") == []
        own.start()
        expect(page.get_by_role("heading", name="Invitation")).to_be_visible()
    finally:
        page.context.close()
        own.stop()


def test_a_new_release_replaces_the_old_one(
    new_person: NewPerson, watch: Watch, tmp_path: Path
) -> None:
    watch.expected += UNREACHABLE
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, title in ((old, "Settings of old"), (new, "Settings of new")):
        shutil.copytree(WEB, folder)
        script = folder / "js" / "pages" / "settings.js"
        text = script.read_text("utf-8").replace('t("settings.title")', f'"{title}"')
        assert title in text
        script.write_text(text, "utf-8")
    server = Server(tmp_path / "matches.db", web=old).start()
    watch.host = f"127.0.0.1:{server.port}"
    person = new_person(service_workers="allow")
    page = person.page
    try:
        person.open("/about")
        keep(person)
        first = version(page)
        server.stop()
        released = Server(tmp_path / "matches.db", web=new)
        released.port = server.port
        with released:
            # A page that is open goes on with its own release; the next one is of the new one.
            person.turn_to("/settings")
            expect(page.get_by_role("heading", name="Settings of old")).to_be_visible()
            assert loaded(page) == {first}
            person.open("/settings")
            expect(page.get_by_role("heading", name="Settings of new")).to_be_visible()
            second = version(page)
            assert loaded(page) == {second} != {first}
            page.evaluate(ONLY_KEPT, second)
            keep(person)
        person.open("/settings")
        expect(page.get_by_role("heading", name="Settings of new")).to_be_visible()
        assert loaded(page) == {second}
    finally:
        page.context.close()
        server.stop()


def test_a_silent_line_is_noticed(new_person: NewPerson) -> None:
    """Everything arrives until it is cut; then nothing does, and no one says so."""
    person = new_person()
    cut: list[bool] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: None if cut else server.send(message))
        server.on_message(lambda message: None if cut else line.send(message))

    page = person.page
    page.route_web_socket(re.compile("/ws/matches/"), between)
    page.clock.install()
    person.sit(opponent=BOT)
    person.to_play()
    lost = page.get_by_text("Connection lost")
    expect(lost).to_be_hidden()
    cut.append(True)
    page.clock.run_for(9_100)
    expect(lost).to_be_visible()
    cut.clear()
    page.clock.run_for(500)  # it tries again
    expect(lost).to_be_hidden()


def test_no_network_is_said_at_once(new_person: NewPerson, watch: Watch) -> None:
    watch.expected += UNREACHABLE
    person = new_person()
    person.sit(opponent=BOT)
    person.to_play()
    lost = person.page.get_by_text("Connection lost")
    person.page.context.set_offline(True)
    expect(lost).to_be_visible()
    person.page.context.set_offline(False)
    expect(lost).to_be_hidden()
