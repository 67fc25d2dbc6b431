"""The board itself: what is seen on it and what a hand does on it, whatever page is around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import NewPerson
from web.contrast import PAIRS, SCALE, THEMES, measure
from web.hands import Hands, Spot

OPEN = """async ([rows, state, width, height]) => {
  const { createBoard } = await import("/static/js/board/index.js");
  const { variants } = await (await fetch("/api/variants")).json();
  const { board: shape } = variants.find((each) => each.id === "backgammon");
  const place = document.createElement("div");
  Object.assign(place.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 9 });
  Object.assign(place.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(place);
  window.calls = [];
  const call = (name) => (value) => calls.push(value === undefined ? name : [name, value]);
  const board = createBoard(place, {
    onRoll: call("roll"),
    onDouble: call("double"),
    onRefused: call("refused"),
    onPlay: call("play"),
  });
  const row = (points) => ({
    points: shape.across.map((_, at) => points[at + 1] ?? 0), bar: 0, hand: 0, off: 0, pinned: [],
  });
  const common = { board: shape, version: 1, you: [0], actor: 0, turn: 0, rows: rows.map(row) };
  window.board = board;
  window.show = (more) => board.set({ ...common, ...more });
  show(state);
}"""

ROWS = [{"8": 2, "6": 3}, {"6": 3, "1": 2}]
PLAYING = {
    "phase": "to_play",
    "dice": [4, 3],
    "left": [4, 3],
    "cube": {"on": True, "value": 1, "owner": None},
    "walk": {
        "nodes": [
            {"done": False, "next": [[8, 4, 4, None, 1], [8, 5, 3, None, 2]]},
            {"done": False, "next": [[4, 1, 3, None, 3], [6, 3, 3, None, 3]]},
            {"done": False, "next": [[5, 1, 4, None, 3]]},
            {"done": True, "next": []},
        ]
    },
}
ROLLING = {
    "version": 2,
    "phase": "to_roll",
    "dice": None,
    "can": ["roll", "double"],
    "cube": {"on": True, "value": 1, "owner": None},
}
UNIQUE = """async () => {
  const { createBoard } = await import("/static/js/board/index.js");
  const { thumbnail } = await import("/static/js/board/thumbnail.js");
  const { variants } = await (await fetch("/api/variants")).json();
  const main = document.body.appendChild(document.createElement("div"));
  main.append(...variants.map(({ board, start }) => thumbnail(board, start)));
  for (const { board, start } of variants.slice(0, 2)) {
    const place = main.appendChild(document.createElement("div"));
    createBoard(place, {}).set({ board, rows: start });
  }
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  const copies = [...document.querySelectorAll("use")];
  const wanted = copies.map((each) => each.getAttribute("href").slice(1));
  const found = {
    twice: ids.filter((id, at) => ids.indexOf(id) !== at),
    missing: wanted.filter((id) => !ids.includes(id)),
    drawn: main.querySelectorAll(".thumbnail .checker").length,
  };
  main.remove();
  return found;
}"""


@pytest.fixture
def board(person: Hands) -> Iterator[Hands]:
    """A board over another page, with 4-3 to be played."""
    go_aside(person)
    person.page.evaluate(OPEN, [ROWS, PLAYING, 1000, 702])
    yield person
    person.page.evaluate("board.destroy(); board.element.remove()")


def go_aside(person: Hands) -> None:
    """To a page without a board of its own, if that is not open already."""
    if not person.page.url.endswith("/about"):
        person.turn_to("/about")


def calls(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("calls.splice(0)")
    return found


def near_rim(person: Hands, name: str) -> Spot:
    """The first checker on a point below."""
    box = person.page.locator(f'.board [data-place="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 30


def drag(person: Hands, source: str, target: str) -> None:
    person.page.mouse.move(*near_rim(person, source))
    person.page.mouse.down()
    person.page.mouse.move(*near_rim(person, target), steps=3)
    person.page.mouse.up()


def test_contrast_of_every_board(new_person: NewPerson) -> None:
    person = new_person(device_scale_factor=SCALE)
    person.open("/about")
    rows = list(measure(person.page, THEMES, PAIRS))
    assert len(rows) == len(THEMES) + 5 * len(PAIRS)
    assert [row for row in rows if row.lowest < 3] == []


def test_a_checker_under_the_mouse_shows_where_it_can_go(board: Hands) -> None:
    page = board.page
    marks = page.locator(".board .marks :is(.source, .target)")
    expect(marks).to_have_count(0)
    page.mouse.move(*near_rim(board, "8"))
    expect(page.locator(".board .target")).to_have_count(3)
    assert page.locator(".board .tag").all_text_contents() == ["3+4", "4", "3"]
    assert page.locator(".board .number.on").all_text_contents() == ["1", "4", "5"]
    page.mouse.move(*near_rim(board, "6"))
    expect(marks).to_have_count(0)
    page.evaluate("board.configure({ marks: 'all' })")
    expect(page.locator(".board .source")).to_have_count(1)


def test_a_checker_that_cannot_go_there_comes_back(board: Hands) -> None:
    drag(board, "8", "7")
    assert calls(board.page) == [["refused", {"from": 8, "to": 7}]]
    drag(board, "6", "2")
    assert calls(board.page) == [["refused", {"from": 6, "to": 2}]]
    assert board.page.evaluate("board.draft.steps") == []
    assert board.page.evaluate("board.draft.pips") == [34, 20]
    drag(board, "8", "4")
    assert board.page.evaluate("[board.draft.steps, board.draft.pips]") == [[[8, 4]], [30, 20]]
    drag(board, "6", "3")
    board.page.locator(".board .die").first.click()
    assert calls(board.page) == [["play", [[8, 4], [6, 3]]]]


def test_dice_and_cube_are_clicked(board: Hands) -> None:
    page = board.page
    cube = page.locator(".board .cube")
    cube.click()
    page.locator(".board .zone").first.click(position={"x": 20, "y": 20})
    assert calls(page) == []
    page.evaluate("(state) => show(state)", ROLLING)
    cube.click()
    page.locator(".board .zone").first.click(position={"x": 20, "y": 20})
    assert calls(page) == ["double", "roll"]


def test_buttons_on_the_board_leave_its_size_alone(board: Hands) -> None:
    page = board.page
    frame, dice = page.locator(".board-frame"), page.locator(".board .dice").first
    before, lay = frame.bounding_box(), dice.bounding_box()
    page.evaluate(
        """() => {
          for (const host of [board.middle, board.middle, board.beside]) {
            host.append(Object.assign(document.createElement("button"), { textContent: "Done" }));
          }
        }"""
    )
    buttons = page.locator(".board-middle button")
    aside, first = dice.bounding_box(), buttons.first.bounding_box()
    assert lay and aside and first
    assert aside["x"] < lay["x"]
    assert aside["x"] + 2 * aside["width"] < first["x"]
    assert frame.bounding_box() == before
    buttons.first.click()
    assert calls(page) == []


def test_a_finger_bears_off_where_there_are_no_trays(phone: Hands) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    go_aside(phone)
    nodes = [
        {"done": False, "next": [[6, "off", 6, None, 1], [6, 5, 1, None, 1]]},
        {"done": False, "next": [[5, "off", 6, None, 2], [6, "off", 6, None, 2]]},
        {"done": True, "next": []},
    ]
    rows = [{"6": 2, "5": 2}, {"1": 2}]
    page.evaluate(OPEN, [rows, {**PLAYING, "dice": [6, 1], "walk": {"nodes": nodes}}, 352, 472])
    page.evaluate(
        """() => {
          const strip = document.body.appendChild(board.offStrip(0));
          Object.assign(strip.style, { position: "fixed", left: "20px", top: "560px", zIndex: 9 });
        }"""
    )
    strip = page.locator(".board-off")
    expect(strip).to_be_hidden()
    touch = page.context.new_cdp_session(page)
    first, *way = [near_rim(phone, "6"), (300, 300), (40, 570)]
    for kind, spots in (("touchStart", [first]), ("touchMove", way)):
        for x, y in spots:
            points = [{"x": x, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(".board .target")).to_have_count(2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(strip).to_have_attribute("aria-label", "board.count.off")
    assert page.evaluate("board.draft.steps") == [[6, "off"]]
    assert strip.locator("g").count() == 1
    page.touchscreen.tap(*near_rim(phone, "5"))
    strip.tap()
    assert page.evaluate("board.draft.steps") == [[6, "off"], [5, "off"]]
    page.evaluate("board.destroy(); board.element.remove()")
    strip.evaluate("(each) => each.remove()")


def test_lessons_draw_on_the_board(board: Hands) -> None:
    page = board.page
    notes = {
        "arrows": [
            {"seat": 0, "from": 8, "to": 4},
            {"seat": 0, "from": 6, "to": 4},
            {"seat": 0, "from": 6, "to": 2, "kind": "played"},
            {"seat": 0, "from": 6, "to": 3, "kind": "way"},
        ],
        "rings": ["6"],
        "labels": [{"at": "20", "text": "5", "kind": "blocked"}, {"at": "21", "text": "4"}],
        "way": 0,
    }
    page.evaluate("(notes) => board.annotate(notes)", notes)
    expect(page.locator(".board .arrow")).to_have_count(5)
    ends = page.locator(".board .trail.best")
    spots = [(each.get_attribute("cx"), each.get_attribute("cy")) for each in ends.all()]
    assert len(set(spots)) == 2  # one behind the other
    assert page.locator(".board .label text").all_text_contents() == ["5 ×", "4"]
    assert page.locator(".board .number.on").all_text_contents() == ["3"]
    page.evaluate("board.annotate({})")
    expect(page.locator(".board .arrow, .board .label, .board .ring")).to_have_count(0)


def test_the_board_takes_the_form_of_its_place(board: Hands) -> None:
    page = board.page
    forms = {(1000, 702): "wide", (352, 472): "upright", (533, 347): "flat", (800, 900): "wide"}
    for (width, height), form in forms.items():
        page.evaluate(
            "([w, h]) => Object.assign(board.element.style, { width: `${w}px`, height: `${h}px` })",
            [width, height],
        )
        expect(page.locator(f'.board-svg[data-form="{form}"]')).to_be_attached()
        box = page.locator(".board-frame").bounding_box()
        assert box is not None
        assert (box["width"] <= width + 1, box["height"] <= height + 1) == (True, True)
        assert box["width"] > width - 1 or box["height"] > height - 1


def test_boards_and_thumbnails_share_their_drawings(person: Hands) -> None:
    go_aside(person)
    found = person.page.evaluate(UNIQUE)
    assert (found["twice"], found["missing"]) == ([], [])
    assert found["drawn"] > 500
