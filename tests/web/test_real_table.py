"""A real table in the page: dice are entered, and what goes wrong is said with its rule."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, WebSocketRoute, expect

from web.conftest import NewPerson
from web.hands import Hands

HERE = {"kind": "here", "name": "Ben"}


def call(person: Hands, name: str) -> Locator:
    """A button of the referee."""
    return person.page.locator(f'.referee [data-name="{name}"]')


def enter(person: Hands, dice: str) -> None:
    """By keys."""
    for number in dice:
        person.page.keyboard.press(number)
    person.heard()


def drag(person: Hands, source: str, target: str) -> None:
    mouse = person.page.mouse
    mouse.move(*person.place(source))
    mouse.down()
    mouse.move(*person.place(target), steps=3)
    mouse.up()


def test_whoever_types_quickly_loses_nothing(new_person: NewPerson) -> None:
    """Dice that are entered before the server has acknowledged what was said before."""
    person = new_person()
    late: list[tuple[WebSocketRoute, str]] = []

    def through(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def heard(message: str | bytes) -> None:
            text = str(message)
            if '"type":"ack"' in text.replace(" ", ""):
                late.append((page, text))
            else:
                page.send(text)

        server.on_message(heard)

    def answer() -> None:
        while late:
            page, text = late.pop(0)
            page.send(text)

    person.page.route_web_socket(re.compile("/ws/matches/"), through)
    person.sit(opponent=HERE, referee={"dice": "typed"})
    ruling = person.page.locator(".ruling")
    person.page.keyboard.press("5")
    person.page.keyboard.press("3")
    expect(person.page.locator(".board .die")).to_have_count(2)
    while not late:
        person.page.wait_for_timeout(10)
    answer()
    call(person, "cocked").click()
    expect(ruling).to_contain_text("The opening throw of 5-3 is void")
    person.page.keyboard.press("6")
    person.page.keyboard.press("2")
    while not late:
        person.page.wait_for_timeout(10)
    answer()
    expect(person.page.locator(".board .die")).to_have_count(2)
    assert sorted(person.state()["dice"]) == [2, 6]
    answer()


def test_a_game_at_a_real_table(person: Hands) -> None:
    person.sit(opponent=HERE, referee={"dice": "typed"})
    page = person.page
    ruling = page.locator(".ruling")
    expect(page.locator(".referee .faces legend")).to_contain_text("Opening throw")
    expect(page.locator('.controls [data-name="roll"]')).to_have_count(0)

    call(person, "seats").click()
    enter(person, "24")
    expect(ruling).to_contain_text("Ben chooses.")
    call(person, "cocked").click()
    expect(ruling).to_contain_text("The opening throw is void: a die does not lie flat.")
    expect(ruling).to_contain_text("(IRR-1; Rules of Backgammon (bkgm.com), Irregularities 1)")
    call(person, "face5").click()
    expect(call(person, "face5")).to_have_attribute("aria-pressed", "true")
    call(person, "face3").click()
    expect(page.locator(".board .die")).to_have_count(2)
    call(person, "cocked").click()  # the dice were entered already
    expect(ruling).to_contain_text("The opening throw of 5-3 is void")
    enter(person, "62")
    expect(page.locator(".board .die")).to_have_count(2)
    call(person, "takeBack").click()
    person.heard()
    expect(page.locator(".board .die")).to_have_count(0)
    expect(page.locator(".referee .faces legend")).to_contain_text("Opening throw")
    enter(person, "53")

    call(person, "premature").click()
    enter(person, "42")
    expect(ruling).to_contain_text("Ben throws 4-2 too early: it is void")
    drag(person, "13", "8")
    person.press("confirm")
    expect(ruling).to_contain_text("which is not legal: the 3 has not been played (STD-FORCE-1)")
    person.press("demand")
    expect(ruling).to_contain_text("Ben calls for a legal play")
    for target in ("8", "10"):
        drag(person, "13", target)
    person.press("confirm")
    expect(page.locator(".referee .faces legend")).to_have_text("Ben throws: enter both dice")
    enter(person, "61")
    state = person.state()
    assert (state["turn"], state["dice"]) == (1, [6, 1])


def test_a_wrong_set_up_is_put_up_again_and_corrected(person: Hands) -> None:
    person.sit(opponent=HERE, referee={"dice": "typed"})
    page = person.page
    call(person, "setup").click()
    dialog = page.locator(".setup-dialog")
    expect(dialog.locator(".tally")).to_have_text(["0 of 15", "0 of 15"])
    six, five = (dialog.locator(f'[data-place="{n}"]').bounding_box() for n in (6, 5))
    assert six and five
    page.mouse.move(six["x"] + six["width"] / 2, six["y"] + six["height"] / 2)
    page.mouse.down()
    page.mouse.move(five["x"] + five["width"] / 2, five["y"] + five["height"] / 2, steps=3)
    page.mouse.up()
    dialog.locator('[data-name="done"]').click()
    expect(page.locator(".ruling")).to_contain_text("24:2 13:5 8:3 6:4 5:1")
    person.heard()
    assert person.state()["rows"][0]["points"][4] == 1
    call(person, "reset").click()
    expect(page.locator(".ruling")).to_contain_text("The set-up is corrected")
    person.heard()
    assert person.state()["rows"][0]["points"][4] == 0


def test_dice_are_under_the_thumb_on_a_phone(phone: Hands) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.sit(opponent=HERE, referee={"dice": "typed"})
    page = phone.page
    for face in ("face5", "face3"):
        page.locator(f'.action-row [data-name="{face}"]').tap()
    expect(page.locator(".board .die")).to_have_count(2)
    phone.heard()
    assert phone.state()["dice"] == [5, 3]
