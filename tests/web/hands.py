"""Somebody before a screen: sees what is marked on the board, and clicks or presses keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from fullprime.server.pages import WEB
from server_client import Server, Sitting, Visitor, at_random

Json = dict[str, Any]
Spot = tuple[float, float]

BOT = {"kind": "bot", "level": "casual"}
HAND_MADE = {"kind": "bot", "level": None}
SINGLE = {"type": "points", "to": 1}
THEMES = re.findall('^  "([a-z]+)",$', (WEB / "js/board/themes.js").read_text("utf-8"), re.M)

LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const middle = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return [
    all(".controls button").map((each) => each.dataset.name),
    all(".controls button:enabled").map((each) => each.dataset.name),
    all(".board .marks .source").map(middle),
    all(".board .marks .target").map(middle),
    all(".board .checker").map((each) => each.getAttribute("class") + each.style.transform).sort(),
  ];
}"""

TURN_TO = """(path) => {
  for (const id of ["main", "notices", "live"]) document.getElementById(id).replaceChildren();
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""

MY_TURN = (
    ".play:is(.your-turn, :has(.ending-place:not([hidden]))):not(:has(.controls [aria-disabled]))"
)
STUCK = (
    "main:not(:has(.board .marks .source)) .controls [data-name=confirm],"
    ".controls [data-name=pass]:only-child"
)
"""There is nothing to be moved, or not even to be rolled; that goes on by itself in a moment."""


class Sight(NamedTuple):
    """What can be seen of the board and of the choices."""

    shown: list[str]
    """Names of the buttons on the board or below it,"""
    open: list[str]
    """and of those that can be pressed now."""
    sources: list[Spot]
    """Where marked checkers lie on the screen,"""
    targets: list[Spot]
    """and where the one that is picked up can go."""
    checkers: list[str]
    """Whose checker lies where on the screen."""


class Hands:
    """One open page, and what a person does on it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.chance = random.Random(5)

    # Where to go

    def open(self, path: str) -> None:
        """As an address is typed: everything is loaded."""
        self.page.goto(path)
        expect(self.page.locator("main > *").first).to_be_attached()

    def turn_to(self, path: str) -> None:
        """As a link is followed, where the application is open already."""
        if self.page.url.startswith("http"):
            self.page.evaluate(TURN_TO, path)
            expect(self.page.locator("main > *").first).to_be_attached()
        else:
            self.open(path)

    def paint(self, theme: str) -> None:
        """Chooses a board, as a person does it."""
        self.turn_to("/settings")
        self.page.get_by_role("switch", name="Change with the light").set_checked(False)
        self.page.locator(f"input[name=theme][value={theme}]").check()

    def new_match(self, game: str = "backgammon", **fields: Any) -> str:
        """Made without the form; both seats are ours unless something else is said."""
        asked = {"game": game, "opponent": {"kind": "here", "name": ""}, **fields}
        answer = self.page.request.post("/api/matches", data=asked)
        assert answer.status == 201, answer.text()
        return str(answer.json()["id"])

    def sit(self, game: str = "backgammon", **fields: Any) -> str:
        """A new match, and its page."""
        match_id = self.new_match(game, **fields)
        self.open_match(match_id)
        return match_id

    def open_match(self, match_id: str) -> None:
        self.turn_to(f"/match/{match_id}")
        expect(self.page.locator(".board .checker").first).to_be_attached()

    def hasten(self, match_id: str, ready: Callable[[Json], bool]) -> None:
        """Lets a program play for both sides, by the first thing that can be done, until then."""
        with self.at_table(match_id) as table:
            table.until(lambda: table.my_turn)
            while not ready(table.state):
                first = table.state | {"can": table.state["can"][:1]}
                table.do(**at_random(first, self.chance))
                table.until(lambda: table.my_turn or table.state["phase"] == "over")

    def at_table(self, match_id: str) -> Sitting:
        visitor = Visitor(self.server)
        [cookie] = [each for each in self.page.context.cookies() if each["name"] == "fullprime"]
        visitor.cookie = f"fullprime={cookie['value']}"
        return visitor.sit(match_id)

    def prefer(self, **settings: object) -> None:
        """As the page of settings does it."""
        known = self.page.request.get("/api/me").json()["settings"]
        self.page.request.patch("/api/me", data={"settings": {**known, **settings}})

    # What is seen

    def state(self) -> Json:
        """What the server says about the match that is open."""
        match_id = self.page.url.split("/match/")[1].split("/")[0]
        found: Json = self.page.request.get(f"/api/matches/{match_id}").json()
        return found

    def look(self) -> Sight:
        return Sight(*self.page.evaluate(LOOK))

    def my_turn(self) -> Sight:
        """Waits until there is something to decide."""
        self.page.locator(MY_TURN).wait_for()
        return self.look()

    def checkers(self) -> list[str]:
        return self.look().checkers

    def place(self, name: str) -> Spot:
        """The middle of a place of the board."""
        box = self.page.locator(f'.board [data-place="{name}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # What is done

    def press(self, name: str) -> None:
        """A button on the board or below it, as soon as it can be pressed."""
        self.page.locator(f'.controls [data-name="{name}"]').click()
        if name == "double":  # which asks once
            self.page.locator('dialog [data-name="double"]').click()
        self.heard()

    def heard(self) -> None:
        """Waits until the server has answered to everything."""
        expect(self.page.locator(".controls [aria-disabled]")).to_have_count(0)

    def click_any(self, spots: list[Spot]) -> None:
        self.page.mouse.click(*self.chance.choice(spots))

    def step(self) -> Sight:
        """A checker that is marked, to a place that is marked then; what is seen after it."""
        before = self.look()
        self.click_any(before.sources)
        self.click_any(self.look().targets)
        after = self.look()
        assert after.checkers != before.checkers
        return after

    def make_play(self) -> None:
        """Steps until nothing is left to move; then Done."""
        sight = self.look()
        while sight.sources:
            sight = self.step()
        self.press("confirm")

    def decide(self, sight: Sight) -> None:
        """What is to be done, as somebody does it who always goes on; nothing if it is past."""
        wanted = [name for name in GOING_ON if name in sight.open]
        if "confirm" in sight.shown and sight.sources:
            self.make_play()
        elif "confirm" in sight.shown or sight.shown == ["pass"]:
            expect(self.page.locator(STUCK)).to_have_count(0)
        elif "doublet" in sight.open:  # which one is named does not matter
            self.page.locator('.controls [data-name="doublet"]').first.click()
            self.heard()
        elif wanted:
            self.press(wanted[0])

    def to_play(self) -> Sight:
        """Goes on until checkers are to be moved."""
        while "confirm" not in (sight := self.my_turn()).shown or not sight.sources:
            self.decide(sight)
        return sight

    def play_on(self) -> None:
        """Until the match is over."""
        while "rematch" not in (sight := self.my_turn()).shown:
            self.decide(sight)

    def play_by_keys(self) -> None:
        """The same with the keyboard alone; the board has the focus."""
        keys = self.page.keyboard
        while "rematch" not in self.my_turn().shown:
            while (now := self.look()).sources or now.targets:
                for _ in range(self.chance.randint(1, 4)):
                    keys.press("n")
                keys.press("Enter")
            keys.press("Enter")
            self.heard()


GOING_ON = ("roll", "pass", "take", "accept", "next_game")
"""What is pressed where there is a choice."""
