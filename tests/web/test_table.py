"""What can be done at a table besides moving: the cube, resigning, naming; and what may happen."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Route, expect

from server_client import Server
from web.conftest import NewPerson, Watch
from web.hands import BOT, SINGLE, Hands, Json

BUTTONS: tuple[Literal["right", "left"], ...] = ("right", "left")
MONEY = {"type": "money", "stake": "1"}
WISHES: tuple[tuple[Literal["reduce", "no-preference"], bool], ...] = (
    ("reduce", False),
    ("no-preference", True),
)
"""What people ask their systems for, and whether checkers glide then."""

COUNT_MOTIONS = """() => {
  window.moved = 0;
  const was = Element.prototype.animate;
  Element.prototype.animate = function (...how) { moved++; return was.apply(this, how); };
}"""

COUNT_SOUNDS = """() => {
  window.heard = 0;
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100, 44100); heard++; }
  };
}"""


def before_a_roll(person: Hands, **fields: Any) -> str:
    """A match on one screen, the opening play made: whoever is to roll may double."""
    match_id = person.new_match(**fields)
    person.hasten(match_id, lambda state: state["phase"] == "to_roll")
    person.open_match(match_id)
    return match_id


def test_double_and_take(person: Hands) -> None:
    before_a_roll(person, target=MONEY)
    cube = person.page.locator(".board .cube text")
    expect(cube).to_have_text("64")
    person.press("double")
    expect(person.page.locator(".board .offered text")).to_have_text("2")
    person.press("take")
    expect(cube).to_have_text("2")
    state = person.state()
    assert (state["cube"]["value"], state["cube"]["owner"]) == (2, 1 - state["turn"])
    assert "double" not in person.my_turn().shown


def test_the_winner_of_the_opening_throw_chooses_a_color(person: Hands) -> None:
    match_id = person.new_match(
        settings={"winner_picks_color": True},
        opponent={"kind": "here", "name": "Ben"},
        target={"type": "money", "stake": "5 beans"},
    )
    person.hasten(match_id, lambda state: state["phase"] == "to_color")
    person.open_match(match_id)
    expect(person.page.locator("main")).to_contain_text("5\u00a0beans per point")
    winner = person.state()["actor"]
    before = light_seats(person)
    person.press("white" if winner else "black")
    expect(person.page.locator("[data-name=white]")).to_have_count(0)
    assert person.state()["white"] == 1
    assert light_seats(person) != before


def light_seats(person: Hands) -> list[str]:
    """How the checkers are painted, place by place."""
    pieces = person.page.locator(".board .checker")
    seen = "all => all.map((each) => each.outerHTML.match(/light|dark/)?.[0])"
    return list(pieces.evaluate_all(seen))


def test_double_and_drop(person: Hands) -> None:
    before_a_roll(person, target={"type": "points", "to": 2})
    person.press("double")
    person.press("drop")
    expect(person.page.locator(".ending h2")).to_contain_text("1 point")
    expect(person.page.locator(".board .cube text")).to_have_text("2")  # it lies as it was passed
    person.press("next_game")
    expect(person.page.locator(".player .sign").first).to_be_attached()
    expect(person.page.locator(".board .cube")).to_have_count(0)
    assert person.state()["crawford"]


def test_beaver_and_raccoon(person: Hands) -> None:
    before_a_roll(person, target=MONEY, settings={"beavers": 2})
    for name, value in (("double", "2"), ("beaver", "4"), ("raccoon", "8")):
        person.press(name)
        expect(person.page.locator(".board .offered text")).to_have_text(value)
    assert "raccoon" not in person.my_turn().shown
    person.press("take")
    assert person.state()["cube"]["value"] == 8


def test_a_play_can_be_taken_back(person: Hands) -> None:
    person.sit()
    person.to_play()
    before = person.checkers()
    version = person.state()["version"]
    undo, board = person.page.locator(".board [data-name=undo]"), person.page.locator(".board")
    ways: list[Callable[[], None]] = [undo.click, lambda: board.press("Backspace")]
    for take_back in ways:
        person.step()
        assert "undo" in person.look().open
        for _ in range(4):  # a checker may have gone several numbers at once
            if "undo" in person.look().open:
                take_back()
        assert person.checkers() == before
    assert person.state()["version"] == version
    person.make_play()
    assert person.state()["version"] == version + 1


def test_resigning(person: Hands) -> None:
    person.sit(target=SINGLE, opponent=BOT)
    person.my_turn()
    person.page.get_by_role("button", name="Resign").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    person.page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="backgammon").click()
    expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert person.state()["winner"] == 1
    person.press("rematch")
    expect(person.page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert person.state()["winner"] is None


def test_naming_a_doublet(person: Hands) -> None:
    match_id = person.new_match("acey_deucey", target={"type": "best_of", "games": 99})
    person.hasten(match_id, lambda state: state["phase"] == "to_name")
    person.open_match(match_id)
    assert person.my_turn().open == ["doublet"] * 6
    person.page.get_by_role("button", name="Choose 4-4").click()
    person.heard()
    game = person.state()["game"]
    replay = person.page.request.get(f"/api/matches/{match_id}/games/{game}").json()
    assert {"type": "named", "number": 4} in [each["action"] for each in replay["steps"]]
    expect(person.page.locator(".history")).to_contain_text("chooses 4-4")


def test_a_reload_in_the_middle_of_a_turn(person: Hands) -> None:
    person.sit(opponent=BOT)
    person.to_play()
    before = person.checkers()
    person.step()
    person.page.reload()
    person.to_play()
    assert person.checkers() == before
    version = person.state()["version"]
    person.make_play()
    assert person.state()["version"] > version


def test_the_server_is_killed_in_the_middle_of_a_turn(
    new_person: NewPerson, watch: Watch, tmp_path: Path
) -> None:
    watch.expected += ["WebSocket connection", "Failed to load resource"]
    own = Server(tmp_path / "matches.db", "--seed", "11").start()
    watch.host = f"127.0.0.1:{own.port}"
    person = new_person()
    lost = person.page.get_by_text("Connection lost")
    try:
        match_id = person.sit(opponent=BOT, target=SINGLE)
        person.to_play()
        person.step()
        drawn = person.checkers()
        board = person.page.locator(".board-place").bounding_box()
        own.kill()
        expect(lost).to_be_visible()
        assert person.checkers() == drawn
        assert person.page.locator(".board-place").bounding_box() == board
        while person.look().sources:
            person.step()
        person.page.get_by_role("button", name="Done").click()
        own.start()
        expect(lost).to_be_hidden()
        person.to_play()
        person.make_play()
        replay = person.page.request.get(f"/api/matches/{match_id}/games/1").json()
        plays = [each for each in replay["steps"] if each["action"]["type"] == "played"]
        assert all(one["seat"] != next_["seat"] for one, next_ in pairwise(plays))
    finally:
        person.page.context.close()
        own.kill()


def answering(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body)


def test_what_happens_while_a_page_opens_is_listed(person: Hands) -> None:
    match_id = person.new_match()
    for path in (f"/api/matches/{match_id}", f"/api/matches/{match_id}/games/1"):
        old = person.page.request.get(path).text()
        person.page.route(f"**{path}", answering(old))
    person.hasten(match_id, lambda state: state["version"] >= 6)
    person.open_match(match_id)
    kept = person.page.request.get(f"/api/matches/{match_id}/export?format=json").json()
    plays = [each for each in kept["games"][0]["actions"] if each["type"] == "played"]
    expect(person.page.locator(".history .notation")).to_have_count(len(plays))


def test_two_tabs_of_one_person(person: Hands) -> None:
    match_id = person.sit()
    other = Hands(person.page.context.new_page(), person.server)
    other.open_match(match_id)
    person.to_play()
    person.make_play()
    expect(other.page.locator(".history .notation")).to_have_count(1)
    other.press("double")
    expect(person.page.locator(".board .offered text")).to_have_text("2")
    other.page.close()


def test_whoever_comes_third_watches(person: Hands, new_person: NewPerson, watch: Watch) -> None:
    watch.expected += ["Failed to load resource"]
    host, guest, third = person, new_person(), new_person()
    match_id = host.sit(opponent={"kind": "invite"})
    link = host.page.get_by_role("textbox", name="Invitation").input_value()
    for each in (guest, third):
        each.page.goto(link)
        each.page.get_by_role("button", name="Sit down").wait_for()
    for each in (guest, third):
        each.page.get_by_role("button", name="Sit down").click()
        each.page.locator(".board, .notice.fault").first.wait_for()
    expect(third.page.locator(".notice.fault")).to_be_visible()
    third.open_match(match_id)
    assert third.look().shown == []
    expect(third.page.locator(".watching")).to_have_text("You are watching · 1 watching")
    expect(host.page.locator(".watching")).to_have_text("1 watching")
    assert third.state()["you"] == []
    third.page.set_viewport_size({"width": 360, "height": 740})
    expect(third.page.locator(".row-note")).to_have_text("You are watching · 1 watching")
    assert third.look().shown == []
    assert guest.state()["you"] == [1]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360), (820, 1180)])
def test_no_screen_needs_scrolling(phone: Hands, width: int, height: int) -> None:
    person = phone
    person.page.set_viewport_size({"width": width, "height": height})
    person.sit(opponent=BOT)
    sight = person.my_turn()
    for _ in range(3):
        for part in (".player.upper", ".board .board-svg", ".player.lower", ".action-row"):
            box = person.page.locator(part).bounding_box()
            assert box is not None
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True), part
            assert (box["y"] >= 0, box["y"] + box["height"] <= height) == (True, True), part
        frame = person.page.locator(".board .board-frame").bounding_box()
        assert frame is not None
        assert max(frame["width"] / width, frame["height"] / height) > 0.75
        person.decide(sight)
        sight = person.my_turn()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width
    assert person.page.evaluate("scrollY") == 0


def test_a_phone_on_its_side_can_turn_the_board_and_resign(phone: Hands) -> None:
    page = phone.page
    page.set_viewport_size({"width": 740, "height": 360})
    phone.sit(opponent=BOT)
    phone.my_turn()
    menu = page.locator(".ticker .menu")
    menu.locator("summary").tap()
    menu.get_by_role("button", name="Turn board").tap()
    expect(page.locator(".player.upper .name")).to_have_text("You")
    menu.locator("summary").tap()
    menu.get_by_role("button", name="Resign").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_finger_plays(phone: Hands) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.sit()
    phone.to_play()
    before = phone.checkers()
    phone.page.touchscreen.tap(*phone.look().sources[0])
    phone.page.touchscreen.tap(*phone.look().targets[0])
    assert phone.checkers() != before


def test_a_checker_is_dragged(person: Hands) -> None:
    person.sit()
    person.to_play()
    before, mouse = person.checkers(), person.page.mouse
    mouse.move(*person.look().sources[0])
    mouse.down()
    mouse.move(600, 300, steps=3)
    mouse.move(*person.look().targets[0], steps=3)
    mouse.up()
    assert person.checkers() != before
    assert "undo" in person.look().open


def test_one_click_plays_a_number(newcomer: Hands) -> None:
    newcomer.prefer(oneClick=True)
    newcomer.sit()
    newcomer.to_play()
    state = newcomer.state()
    place = newcomer.place(from_where_both_numbers_go(state))
    used = newcomer.page.locator(".board .die.used")
    for number, button in zip(sorted(state["dice"]), BUTTONS, strict=True):
        newcomer.page.mouse.click(*place, button=button)
        expect(used).to_have_attribute("data-die", str(number))
        newcomer.page.keyboard.press("u")


def from_where_both_numbers_go(state: Json) -> str:
    """A point, by White's number. At the start of backgammon every throw has one."""
    numbers: dict[int, set[int]] = {}
    for source, _, number, *_ in state["walk"]["nodes"][0]["next"]:
        numbers.setdefault(source, set()).add(number)
    point = next(source for source, found in numbers.items() if len(found) == 2)
    return str(point if state["turn"] == 0 else state["board"]["across"][point - 1])


def test_what_a_screen_reader_is_told(newcomer: Hands) -> None:
    newcomer.sit(opponent=BOT, target=SINGLE)
    newcomer.to_play()
    page = newcomer.page
    page.get_by_text("The board in words").click()
    words = page.locator(".in-words")
    expect(words.get_by_text("Dice:")).to_be_visible()
    expect(words.get_by_text(re.compile(r"\d on point \d")).first).to_be_visible()
    steps = words.locator(".actions").get_by_role("button")
    expect(steps.first).to_have_text(re.compile(r"^(point \d+|the bar) to point \d+ with \d"))
    while steps.count():
        steps.first.click()
    page.evaluate("document.getElementById('live').replaceChildren()")
    page.locator(".board").get_by_role("button", name="Done").click()
    expect(page.locator("#live[aria-live=polite]")).to_contain_text("Fullprime plays")


def test_motion_only_where_it_is_wanted(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/")
    page.evaluate(COUNT_MOTIONS)
    for wish, moves in WISHES:
        page.emulate_media(reduced_motion=wish)
        newcomer.sit()
        newcomer.to_play()
        page.evaluate("moved = 0")
        newcomer.step()
        assert (page.evaluate("moved") > 0) == moves


def test_sounds_only_where_they_are_wanted(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/settings")
    page.evaluate(COUNT_SOUNDS)
    for wanted in (False, True):
        newcomer.turn_to("/settings")
        page.get_by_role("switch", name="Sounds").set_checked(wanted)
        newcomer.sit()
        newcomer.to_play()
        newcomer.make_play()
        assert (page.evaluate("heard") > 0) == wanted
