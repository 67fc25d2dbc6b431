"""Takes `docs/images/web-*.png` from the running application. Run by `make screenshots`.

The dice have a seed and the engine chooses the plays, so the same games are seen every time.
"""

from __future__ import annotations

import io
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from fullprime import variants
from server_client import Server
from web.conftest import chromium
from web.hands import Hands, Json

FOLDER = Path(__file__).parent / "images"
PHONE: Json = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
}
DESK: Json = {"viewport": {"width": 1440, "height": 900}}
SMALL: Json = {"viewport": {"width": 760, "height": 585}}
BOT = {"kind": "bot", "level": "club"}
ON_ONE_SHEET = 6
SHEET = """<style>
body {{ margin: 0; padding: 12px; font: 15px system-ui, sans-serif; background: #fff; width: 1476px;
  display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 12px }}
figure {{ margin: 0 }} figcaption {{ margin-bottom: 4px; font-weight: 600 }}
img {{ display: block }}
</style>{figures}"""


class Studio:
    """A server, a browser, and people with their devices."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self._browser = browser

    def person(self, name: str = "", **options: Any) -> Hands:
        """Somebody with a device of his own."""
        context = self._browser.new_context(
            base_url=f"http://127.0.0.1:{self.server.port}", reduced_motion="reduce", **options
        )
        context.request.patch("/api/me", data={"name": name})
        return Hands(context.new_page(), self.server)


def keep(name: str, picture: bytes) -> None:
    """As a small file."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"web-{name}.png", optimize=True)


def play_well(person: Hands, match_id: str, enough: Callable[[Json], bool]) -> None:
    """The engine plays both sides until then."""
    with person.at_table(match_id) as table:
        table.until(lambda: table.my_turn)
        while not enough(table.state):
            state = table.state
            if state["phase"] == "over":
                table.do("next_game")
            elif "play" in state["can"]:
                table.do("played", steps=best_steps(person, state))
            elif "name" in state["can"]:
                table.do("named", number=6)
            else:
                table.do("roll")
            table.until(lambda: table.my_turn or table.state["phase"] == "over")


def best_steps(person: Hands, state: Json) -> list[Any]:
    """As the analysis says, as far as one action goes; the rest of staged doublets is any play."""
    wanted = {"variant": state["variant"]["id"], "position": state["position"], "plies": 0}
    answer = person.page.request.post("/api/analysis", data=wanted | {"dice": state["dice"]})
    nodes, steps = state["walk"]["nodes"], []
    node = nodes[0]
    for step in answer.json()["plays"][0]["steps"] if answer.ok else []:
        if edge := next((each for each in node["next"] if each[:2] == step), None):
            steps.append(step)
            node = nodes[edge[4]]
    while not node["done"]:
        steps.append(node["next"][0][:2])
        node = nodes[node["next"][0][4]]
    return steps


def is_telling(state: Json) -> bool:
    """White moves in the middle of a game that shows what is special about it."""
    if state["phase"] != "to_play" or state["turn"] != 0 or len(state["walk"]["nodes"]) < 9:
        return False
    rows, variant = state["rows"], state["variant"]["id"]
    if variant in ("plakoto", "tapa", "mahbusa", "pin_game"):
        return any(row["pinned"] for row in rows)
    if variant == "russian":  # both have one home
        return all(sum(row["points"][:6]) > 2 for row in rows)
    return bool(state["version"] > 20)


def boards(studio: Studio) -> None:
    """A position of every game, on sheets."""
    person = studio.person(**SMALL)
    figures = []
    for variant in variants():
        match_id = person.new_match(variant.id)
        play_well(person, match_id, is_telling)
        person.open_match(match_id)
        person.my_turn()
        picture = b64encode(person.page.locator(".board .board-frame").screenshot()).decode()
        image = f'<img src="data:image/png;base64,{picture}">'
        figures.append(f"<figure><figcaption>{variant.name}</figcaption>{image}</figure>")
    page = studio.person(viewport={"width": 1500, "height": 100}).page
    for start in range(0, len(figures), ON_ONE_SHEET):
        page.set_content(SHEET.format(figures="".join(figures[start : start + ON_ONE_SHEET])))
        keep(f"games-{start // ON_ONE_SHEET + 1}", page.screenshot(full_page=True))


def game(person: Hands) -> str:
    """A match of backgammon in its middle, the cube turned."""
    match_id = person.new_match(opponent={"kind": "here", "name": "Ben"})
    play_well(person, match_id, lambda state: state["phase"] == "to_roll" and state["turn"] == 0)
    with person.at_table(match_id) as table:
        table.do("doubled")
        table.do("took")
    play_well(person, match_id, lambda state: state["version"] > 30 and is_telling(state))
    person.open_match(match_id)
    person.my_turn()
    return match_id


def main() -> None:
    """All of them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "matches.db", "--seed", "3") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium()) as browser,
    ):
        studio = Studio(server, browser)
        pages(studio)
        tables(studio)
        boards(studio)
        sheets(studio)


def pages(studio: Studio) -> None:
    """Start, gallery, new game, matches, settings, editor, Persian."""
    person = studio.person("Ann", **DESK)
    page = person.page
    for name in ("tavla", "narde", "plakoto"):
        match_id = person.new_match(name, opponent={"kind": "here", "name": "Ben"})
        play_well(person, match_id, is_telling)
    person.open("/")
    expect(page.locator(".continue-card")).to_have_count(3)
    expect(page.locator(".living .checker").first).to_be_visible()
    keep("start", page.screenshot())
    person.open("/games")
    keep("gallery", page.screenshot())
    person.open("/new?game=plakoto")
    expect(page.locator(".preview .checker").first).to_be_visible()
    keep("new", page.screenshot())
    person.open("/matches")
    keep("matches", page.screenshot())
    person.open("/settings")
    keep("settings", page.screenshot())
    person.open("/position/backgammon/24:1_18:1_13:4_8:3_6:4_5:2~24:2_13:4_8:3_6:4_4:2?dice=42")
    page.get_by_role("button", name="Analyze").click()
    page.locator(".ranked button").first.hover()
    keep("editor", page.screenshot())
    person.open("/learn")
    expect(page.locator(".lesson-card").first).to_be_visible()
    keep("learn", page.screenshot())
    person.open("/learn/basics/11")
    expect(page.locator(".preview")).to_be_attached()
    keep("lesson", page.screenshot())
    person.open("/games/plakoto")
    expect(page.locator(".setup .around")).to_be_attached()
    keep("rules", page.screenshot())
    person.open("/glossary")
    expect(page.locator(".entry .term").first).to_be_attached()
    keep("glossary", page.screenshot())
    persian = studio.person("", **DESK, color_scheme="dark")
    persian.prefer(language="fa", theme="slate")
    persian.sit(opponent=BOT)
    persian.to_play()
    keep("persian", persian.page.screenshot())


def tables(studio: Studio) -> None:
    """A game as it is played: on a desk, in the dark, with hints, on a phone."""
    person = studio.person("Ann", **DESK)
    game(person)
    person.step()
    keep("game", person.page.screenshot())
    dark = studio.person("Ann", **DESK, color_scheme="dark")
    game(dark)
    dark.page.get_by_role("switch", name="Show engine analysis").click()
    dark.page.locator(".ranked button").nth(1).hover()
    keep("analysis", dark.page.screenshot())
    phone = studio.person("Ann", **PHONE)
    game(phone)
    keep("phone", phone.page.screenshot())


def sheets(studio: Studio) -> None:
    """What is printed, in line art and in color."""
    page = studio.person(viewport={"width": 1440, "height": 900}).page
    for name, address in (
        ("print", "/print?game=backgammon&paper=a4"),
        ("print-color", "/print?game=coan_ki&paper=a4&look=color"),
    ):
        page.goto(address)
        pictures = page.locator(".desk img")
        expect(pictures.first).to_be_visible()
        pictures.evaluate_all("all => Promise.all(all.map((each) => each.decode()))")
        keep(name, page.screenshot())


if __name__ == "__main__":
    main()
