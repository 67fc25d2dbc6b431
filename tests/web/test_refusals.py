"""What the server refuses is said in the language of the page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from docs import web_words
from web.conftest import NewPerson, Watch
from web.hands import Hands


def twist(page: Page, kind: str, **other: object) -> None:
    """A page that is not ours: instead of this message it sends another one."""

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            server.send(json.dumps({**said, **other} if said["type"] == kind else said))

        line.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/matches/"), between)


def refused(person: Hands, language: str) -> None:
    person.prefer(language=language)
    person.sit()
    person.to_play()
    person.make_play()


@pytest.mark.parametrize("language", ["en", "tr", "fa"])
def test_an_illegal_play_is_refused_in_words_of_the_page(
    new_person: NewPerson, language: str
) -> None:
    person = new_person()
    twist(person.page, "played", steps=[[1, 24]])
    refused(person, language)
    words = web_words.catalogue(language)["STD-MOVE-1"]
    expect(person.page.locator(".notice.fault")).to_contain_text(str(words))
    expect(person.page.locator(".notice.fault")).to_contain_text("STD-MOVE-1")


def test_a_double_at_the_wrong_time_is_refused_in_turkish(new_person: NewPerson) -> None:
    person = new_person()
    twist(person.page, "played", type="doubled", steps=None)
    refused(person, "tr")
    notice = person.page.locator(".notice.fault")
    expect(notice).to_contain_text("İlk hamleden önce katlanamaz")


def test_set_up_faults_of_the_editor_are_said_in_persian(newcomer: Hands, watch: Watch) -> None:
    newcomer.prefer(language="fa")
    newcomer.open("/position/narde/bar:1_24:14~24:15")
    expect(newcomer.page.locator(".verdict .faults")).to_contain_text("روی بار نمی‌رود")
    watch.expected += ["Failed to load resource"]
    newcomer.page.locator('[data-id="text"]').fill("25:1 / 6:1")
    newcomer.page.locator('[data-id="text"]').press("Enter")
    expect(newcomer.page.locator(".notice.fault")).to_contain_text("چنین خانه‌ای نیست")
