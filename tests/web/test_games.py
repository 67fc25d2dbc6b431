"""Whole games, played by clicks and by keys."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from fullprime import variants
from fullprime.series import all_series
from web.conftest import NewPerson
from web.hands import BOT, HAND_MADE, SINGLE, THEMES, Hands


def test_a_game_against_the_computer(person: Hands) -> None:
    person.sit(opponent=BOT, target=SINGLE)
    person.play_on()
    state = person.state()
    assert state["winner"] in (0, 1)
    assert len(state["results"]) == 1
    expect(person.page.locator(".ending h2")).to_contain_text(re.compile("wins? the match"))
    expect(person.page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    replay = person.page.request.get(f"/api/matches/{state['id']}/games/1").json()
    played = [each for each in replay["steps"] if each["action"]["type"] == "played"]
    plays = [each["play"] for each in played if each["action"]["steps"]]
    shown = person.page.locator(".history .notation").all_inner_texts()
    assert [text for text in shown if text in plays] == plays
    assert sum("no play" in text for text in shown) == len(played) - len(plays)


def choose(person: Hands, game: str) -> None:
    """A game of the gallery, for the form of a new one."""
    person.turn_to("/new")
    person.page.get_by_role("link", name="Other game").click()
    person.page.locator("main").get_by_role("link", name=game, exact=True).click()
    expect(person.page.get_by_role("heading", name=game, exact=True, level=1)).to_be_visible()


def test_two_people_with_an_invitation(person: Hands, new_person: NewPerson) -> None:
    host, guest = person, new_person()
    choose(host, "Hypergammon")
    host.page.get_by_role("radio", name="By link").check()
    host.page.get_by_role("radio", name="1", exact=True).check()
    host.page.get_by_role("button", name="Play", exact=True).click()
    link = host.page.get_by_role("textbox", name="Invitation").input_value()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Nadia")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(host.page.locator(".player.upper .name")).to_have_text("Nadia")
    boards = set()
    while "rematch" not in host.look().shown:
        boards.add(str(host.page.locator(".board .board-frame").bounding_box()))
        for each in (host, guest):
            each.decide(each.look())
    assert len(boards) == 1, "the board jumps"
    for each in (host, guest):
        expect(each.page.get_by_role("button", name="Rematch")).to_be_visible()
    titles = {each.page.locator(".ending h2").inner_text() for each in (host, guest)}
    assert len(titles) == 2


def test_balkan_is_started_from_the_page(person: Hands) -> None:
    choose(person, "Balkan")
    expect(person.page.get_by_role("switch", name="Doubling cube")).to_be_disabled()
    expect(person.page.get_by_role("switch", name="Crawford")).to_have_count(0)
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.get_by_role("application")).to_be_visible()
    state = person.state()
    assert (state["series"], state["needed"]) == ({"id": "balkan", "name": "Balkan"}, 5)


def test_a_game_by_keys_alone(person: Hands) -> None:
    person.sit("hypergammon", opponent=HAND_MADE, target=SINGLE)
    board = person.page.get_by_role("application")
    for _ in range(20):
        person.page.keyboard.press("Tab")
        if board.evaluate("board => board === document.activeElement"):
            break
    person.play_by_keys()
    assert person.state()["winner"] in (0, 1)
    expect(person.page.locator(".ending [data-name=review]")).to_be_focused()


SPOKEN = ("Roll", re.compile(r"^(point|the bar).* with \d"), "Done")
"""Of the buttons: before a throw, for each step that can be made, and after the play."""


def test_a_game_by_ear_alone(person: Hands) -> None:
    """By roles, names and announcements, which is all that a screen reader has."""
    person.sit("hypergammon", opponent=HAND_MADE, target=SINGLE)
    page = person.page
    page.get_by_text("The board in words").click()
    button = page.get_by_role("button", disabled=False)
    roll, step, done = (button.and_(page.get_by_role("button", name=name)) for name in SPOKEN)
    over = page.get_by_role("button", name="Rematch")
    while not over.count():
        roll.or_(step).or_(done).or_(over).first.wait_for()
        for choice in (step, roll, done):
            if choice.count():
                choice.first.click()
                break
        person.heard()
    assert person.state()["winner"] in (0, 1)
    expect(page.locator("#live[aria-live=polite]")).to_contain_text(re.compile("wins? the match"))


GAMES = [each.id for each in variants()] + [each.id for each in all_series()]
ROTATION = list(zip(GAMES, cycle(THEMES), strict=False))


@pytest.mark.parametrize(("game", "theme"), ROTATION)
def test_the_first_turn_of_every_game(person: Hands, game: str, theme: str) -> None:
    person.paint(theme)
    person.sit(game)
    person.to_play()
    expect(person.page.locator(".play.themed")).to_have_attribute("data-theme", theme)
    state = person.state()
    assert len(person.checkers()) == 2 * state["board"]["checkers"]
    assert person.page.locator(".board .die").count() >= 2
    person.make_play()
    after = person.state()
    assert (after["last"]["seat"], after["rows"] != state["rows"]) == (state["turn"], True)
    expect(person.page.locator(".history .notation")).to_contain_text(after["last"]["text"])


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_three_turns_of_every_game_on_every_board(person: Hands, game: str, theme: str) -> None:
    """Pages are watched: nothing may be said on the console."""
    person.paint(theme)
    person.sit(game)
    for _ in range(3):
        person.to_play()
        person.make_play()
    expect(person.page.locator(".play.themed")).to_have_attribute("data-theme", theme)
    assert person.page.locator(".history .notation").count() >= 3
