"""The position editor: by hand, by ids and links, its verdict, and what is played from there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import NewPerson, Watch
from web.hands import Hands

START_ID = "4HPwATDgc/ABMA"
"""The start of backgammon as GNU Backgammon calls it."""
START_TEXT = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
XGID = "XGID=-a--BBB-D---dB---c-dAb--B-:1:-1:-1:52:2:3:0:5:10"
BOTH = "2ObBgDCY5+ABEA:UYmqACAAGAAE"
RACE = "/position/backgammon/6:2_3:1~5:1"


def line(page: Page, name: str) -> Locator:
    """What the position is called."""
    return page.get_by_role("textbox", name=name, exact=True)


def paste(page: Page, text: str) -> None:
    """Anywhere on the page, as from the clipboard."""
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(pasted);
        }""",
        text,
    )


def tool(page: Page, name: str) -> Locator:
    return page.locator(f'[data-tool="{name}"]')


def drag(person: Hands, source: str, target: str) -> None:
    mouse = person.page.mouse
    mouse.move(*person.place(source))
    mouse.down()
    mouse.move(*person.place(target), steps=3)
    mouse.up()


def colors(page: Page) -> dict[str, int]:
    """How many light and dark checkers lie on the points."""
    found: dict[str, int] = page.evaluate(
        """() => Object.fromEntries(["light", "dark"].map((tone) =>
          [tone, document.querySelectorAll(`.board .checker.${tone}`).length]))"""
    )
    return found


def test_checkers_are_set_up_by_hand_and_edits_undone(person: Hands) -> None:
    person.turn_to("/editor")
    page = person.page
    text = line(page, "Text")
    expect(text).to_have_value(START_TEXT)
    expect(page.locator(".board .tally")).to_have_text(["0 of 15", "0 of 15"])
    expect(page.locator(".editor-pips b")).to_have_text(["167", "167"])
    expect(tool(page, "undo")).to_be_disabled()
    tool(page, "clear").click()
    expect(page.locator(".board .tally")).to_have_text(["15 of 15", "15 of 15"])
    page.mouse.click(*person.place("6"))
    drag(person, "off0", "3")
    expect(text).to_have_value("6:1 3:1 / off:15")
    expect(page.locator(".verdict")).to_contain_text("over")
    page.get_by_role("group", name="A click places").get_by_label("Black").check()
    page.mouse.click(*person.place("20"))
    expect(text).to_have_value("6:1 3:1 / 5:1")
    page.mouse.click(*person.place("3"), button="right")
    expect(text).to_have_value("6:1 / 5:1")
    page.keyboard.press("Control+z")
    expect(text).to_have_value("6:1 3:1 / 5:1")
    tool(page, "undo").click()
    expect(text).to_have_value("6:1 3:1 / off:15")
    for _ in range(3):
        tool(page, "undo").click()
    expect(text).to_have_value(START_TEXT)
    page.mouse.click(*person.place("10"))
    expect(page.locator(".notice")).to_have_text(
        "All 15 black checkers are on the board: remove one or drag one."
    )


def test_sides_are_swapped_and_the_board_mirrored(person: Hands) -> None:
    page = person.page
    person.turn_to(RACE)
    text, pips = line(page, "Text"), page.locator(".editor-pips b")
    expect(pips).to_have_text(["15", "5"])
    page.get_by_role("group", name="To play").get_by_label("Black").check()
    expect(text).to_have_value("5:1 / 6:2 3:1")
    expect(pips).to_have_text(["15", "5"])
    tool(page, "swap").click()
    expect(text).to_have_value("5:1 / 6:2 3:1")
    expect(pips).to_have_text(["5", "15"])
    x, _ = person.place("1")
    tool(page, "mirror").click()
    assert person.place("1")[0] < x / 2


@pytest.mark.parametrize("text", [XGID, XGID.removeprefix("XGID="), BOTH])
def test_an_id_brings_dice_cube_score_and_side(person: Hands, text: str) -> None:
    page = person.page
    person.turn_to("/editor")
    expect(line(page, "Text")).to_have_value(START_TEXT)
    paste(page, text)
    pressed = page.locator('.face[aria-pressed="true"]')
    expect(pressed).to_have_count(2)
    assert [face.get_attribute("data-face") for face in pressed.all()] == ["2", "5"]
    expect(page.get_by_role("group", name="Cube", exact=True).get_by_label("2")).to_be_checked()
    side = "White" if text == BOTH else "Black"
    expect(page.get_by_role("group", name="Owner").get_by_label(side)).to_be_checked()
    expect(page.get_by_role("group", name="To play").get_by_label(side)).to_be_checked()
    needs = (2, 3) if side == "White" else (3, 2)
    score = re.compile(rf"Score, to 5: {5 - needs[0]} . {5 - needs[1]}")
    expect(page.get_by_role("button", name=score)).to_be_visible()
    expect(line(page, "GNU id")).to_have_value(re.compile("^" + re.escape(BOTH[:14])))
    name, same = ("GNU id", BOTH) if text == BOTH else ("XGID", XGID)
    expect(line(page, name)).to_have_value(same)


@pytest.mark.parametrize("name", ["xg", "gnubg", "bgblitz", "snowie"])
def test_an_export_of_another_program_is_pasted_whole(person: Hands, name: str) -> None:
    page = person.page
    export = (Path(__file__).parents[1] / "data" / "positions" / f"{name}.txt").read_text("latin-1")
    person.turn_to("/editor")
    expect(line(page, "Text")).to_have_value(START_TEXT)
    paste(page, export + "\nand much more" * 1000 * (name != "snowie"))
    expect(line(page, "XGID")).to_have_value(XGID)


def test_names_are_copied_and_entered(person: Hands, watch: Watch) -> None:
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.turn_to(RACE + "?dice=66&black=1")
    link = line(page, "Link")
    expect(link).to_have_value("http://" + page.url.split("//")[1])
    copied = link.input_value()
    line(page, "GNU id").fill(START_ID)
    line(page, "GNU id").press("Enter")
    expect(line(page, "Text")).to_have_value(START_TEXT)
    page.get_by_role("button", name="Copy: Text").click()
    expect(page.locator(".notice")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == START_TEXT
    paste(page, " ")
    paste(page, copied)
    expect(line(page, "Link")).to_have_value(copied)
    expect(page.locator(".board .die")).to_have_count(4)
    watch.expected += ["Failed to load resource"]
    paste(page, "what is this")
    expect(page.locator(".notice.fault")).to_contain_text("what is this")
    expect(line(page, "Link")).to_have_value(copied)


def test_blacks_turn_keeps_its_colors_and_a_finished_match_its_sense(person: Hands) -> None:
    page = person.page
    match_id = person.new_match(target={"type": "points", "to": 1})
    person.hasten(match_id, lambda state: state["turn"] == 1 and state["phase"] == "to_play")
    person.open_match(match_id)
    person.my_turn()
    board = colors(page)
    dark = page.evaluate("() => document.querySelector('.board .die').className.baseVal")
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Open in the editor").click()
    expect(page.get_by_role("group", name="To play").get_by_label("Black")).to_be_checked()
    assert colors(page) == board
    assert page.evaluate("() => document.querySelector('.board .die').className.baseVal") == dark
    with person.at_table(match_id) as table:
        table.do("resigned", multiple=1)
        table.do("accepted")
    person.open_match(match_id)
    link = page.locator('.menu-list a[href^="/position/"]')
    expect(link).not_to_have_attribute("href", re.compile("away="))


def test_nonsense_in_a_link_is_said_and_left_out(person: Hands) -> None:
    page = person.page
    person.turn_to(RACE + "?away=-3-3")
    note = page.locator(".verdict .note")
    expect(note).to_have_text(
        "The link says that the players need -3-3 points, which no match has. "
        "The position is shown for money."
    )
    expect(page.get_by_role("button", name="Score: Money")).to_be_visible()
    tool(page, "clear").click()
    expect(note).to_have_count(0)


def test_the_verdict_comes_in_words_and_plays_with_arrows(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    verdict = page.locator(".verdict h2")
    expect(verdict).to_have_text("No double")
    expect(page.locator(".cube-rows .hot")).to_contain_text("best")
    expect(page.locator(".evaluation")).to_be_visible()
    for face in ("3", "1"):
        page.locator(f'[data-face="{face}"]').click()
    plays, arrows = page.locator(".plays .ranked button"), page.locator(".board .arrow.best")
    expect(plays.first.locator(".notation")).to_have_text("8/5 6/5")
    expect(plays.nth(1).locator("b")).to_have_class(re.compile("blunder"))
    why = "The best play makes your 5-point: 2 home points instead of 1."
    expect(page.locator(".plays .why")).to_have_text(why)
    plays.first.click()
    page.mouse.move(1, 1)
    expect(arrows).not_to_have_count(0)
    page.keyboard.press("Escape")
    plays.first.blur()
    expect(arrows).to_have_count(0)
    page.get_by_role("group", name="Owner").get_by_label("Black").check()
    expect(verdict).to_have_text("White is the favorite")


def test_rolls_are_shown_as_squares_and_chosen_there(person: Hands) -> None:
    page = person.page
    person.turn_to(RACE)
    squares = page.locator(".roll-map .square")
    expect(squares).to_have_count(36)
    expect(page.locator(".roll-line")).to_contain_text("Mean of all rolls")
    double_six = page.get_by_role("button", name=re.compile("^6-6: "))
    expect(double_six).to_have_class(re.compile("\\blucky"))
    expect(page.get_by_role("button", name=re.compile("^1-2: "))).to_have_class(
        re.compile("unlucky")
    )
    double_six.hover()
    expect(page.locator(".roll-line")).to_contain_text("6/off(2) 3/off")
    expect(page.locator(".board .arrow.best")).not_to_have_count(0)
    double_six.click()
    expect(page.locator(".plays .ranked .notation").first).to_have_text("6/off(2) 3/off")
    expect(squares).to_have_count(0)
    tool(page, "undo").click()
    expect(squares).to_have_count(36)


def test_an_analysis_can_be_cancelled(person: Hands) -> None:
    page = person.page
    page.route("**/api/analysis", lambda _: None)  # thinks for ever
    person.turn_to("/editor")
    expect(page.get_by_text("Analyzing")).to_be_visible()
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    page.unroute("**/api/analysis")
    page.get_by_role("button", name="Analyze").click()
    expect(page.locator(".cube-rows")).to_be_visible()


def test_stakes_are_asked_in_a_dialogue(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    page.get_by_role("button", name="Score: Money").click()
    page.get_by_label("Jacoby rule").check()
    page.get_by_role("button", name="Apply").click()
    page.get_by_role("button", name="Score: Money, Jacoby").click()
    page.get_by_label("Match", exact=True).check()
    page.get_by_label(re.compile("White.s points")).fill("6")
    page.get_by_label(re.compile("White.s points")).press("Tab")
    page.get_by_label("Crawford game").check()
    page.get_by_role("button", name="Apply").click()
    score = re.compile("Score, to 7: 6 . 0, Crawford")
    expect(page.get_by_role("button", name=score)).to_be_visible()
    expect(page.locator(".verdict .headline p")).to_have_text(
        "Before the roll, 1 away against 7 away (Crawford game)"
    )


def test_all_games_are_in_the_picker(person: Hands) -> None:
    page = person.page
    person.turn_to("/position/hypergammon")
    expect(line(page, "Text")).to_have_value("24:1 23:1 22:1 / 24:1 23:1 22:1")
    page.get_by_role("button", name="Game: Hypergammon").click()
    cards = page.locator(".game-card")
    assert cards.count() == len(page.request.get("/api/variants").json()["variants"])
    expect(page.locator(".game-card[aria-current]")).to_have_text("Hypergammon")
    page.locator('[data-game="narde"]').click()
    expect(line(page, "Text")).to_have_value("24:15 / 24:15")
    expect(line(page, "XGID")).to_have_count(0)
    expect(page.get_by_text("This game can be drawn")).to_be_visible()
    person.turn_to("/position/nonsense/24:2")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_the_board_is_saved_as_a_picture(person: Hands, tmp_path: Path) -> None:
    page = person.page
    person.turn_to("/editor")
    expect(line(page, "Text")).to_have_value(START_TEXT)
    for kind in ("svg", "png"):
        page.get_by_role("button", name="Picture").click()
        with page.expect_download() as saved:
            page.locator(f'[data-name="{kind}"]').click()
        saved.value.save_as(tmp_path / f"board.{kind}")
        assert saved.value.suggested_filename == f"backgammon.{kind}"
    drawing = ElementTree.parse(tmp_path / "board.svg").getroot()
    ids = {element.get("id") for element in drawing.iter() if element.get("id")}
    svg = "{http://www.w3.org/2000/svg}"
    used = {element.get("href", "")[1:] for element in drawing.iter(f"{svg}use")}
    assert used and used <= ids
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_is_played_from_here(person: Hands) -> None:
    page = person.page
    person.turn_to(RACE + "?dice=21&black=1&away=3-5&to=7&cube=2&owner=me")
    expect(line(page, "Text")).to_have_value("6:2 3:1 / 5:1")
    page.get_by_role("button", name="Play from here").click()
    page.locator('dialog [data-name="here"]').click()
    page.wait_for_url("**/match/*")
    person.my_turn()
    state = person.state()
    assert (state["turn"], state["dice"], state["score"]) == (1, [2, 1], [2, 4])
    assert (state["cube"]["value"], state["cube"]["owner"]) == (2, 1)
    assert state["rows"][1]["points"][:6] == [0, 0, 1, 0, 0, 2]


@pytest.mark.parametrize(("locale", "words"), [("tr", "hapis olmaz"), ("fa", "مهره")])
def test_faults_are_said_in_the_language_and_leave_the_board_alone(
    new_person: NewPerson, locale: str, words: str
) -> None:
    person = new_person(locale=locale)
    page = person.page
    person.open("/editor")
    place = page.locator(".board-place")
    expect(page.locator(".cube-rows")).to_be_visible()
    before = place.bounding_box()
    person.turn_to("/position/backgammon/18p:1_6:14~7:1_6:14")
    faults = page.locator(".verdict .faults")
    expect(faults).to_contain_text(words)
    expect(faults).not_to_contain_text("nothing is ever pinned")
    assert place.bounding_box() == before
    expect(page.locator(".editor-ways .primary")).to_be_disabled()
