"""Takes `docs/images/web-*.jpg` from the running application. Run by `make screenshots`.

    python docs/screenshots.py [PART...]

The dice have a seed and the engine chooses the plays, so the same games are seen every time.
Every part has a server of its own: one part taken alone gives the same pictures as all of them.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, expect, sync_playwright

from fullprime import Match, variants
from fullprime.action import Rolled
from fullprime.engine.engine import Engine
from fullprime.engine.levels import level
from fullprime.formats import match_file
from fullprime.game import Phase
from server_client import Server
from web.conftest import PATIENCE_MS, chromium
from web.hands import Hands, Json

FOLDER = Path(__file__).parent / "images"
SAMPLES = Path(__file__).parents[1] / "tests" / "data" / "matches"
DESK: Json = {"viewport": {"width": 1440, "height": 900}}
PHONE: Json = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
}
LANDSCAPE: Json = PHONE | {"viewport": {"width": 740, "height": 360}}
TABLET: Json = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
SMALL: Json = {"viewport": {"width": 760, "height": 585}}
REVIEWED = "4.15"
EVENINGS = (
    (1, "backgammon", "casual", "2026-09-04"),
    (2, "backgammon", "casual", "2026-09-19"),
    (3, "plakoto", "casual", "2026-10-02"),
    (4, "backgammon", "improver", "2026-10-10"),
    (5, "narde", "improver", "2026-10-21"),
    (6, "backgammon", "improver", "2026-11-01"),
    (7, "nackgammon", "club", "2026-11-07"),
    (8, "backgammon", "club", "2026-11-12"),
)
"""Seed, game, level of the one side, and date."""
POSITION = "/position/backgammon/24:1_18:1_13:4_8:3_6:4_5:2~24:2_13:4_8:3_6:4_4:2?dice=42"
OPENING = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
CARELESS = ("31", "24/23 13/10", "64", "24/14", "52", "13/8 6/4", "21", "13/11 6/5")
BOT = {"kind": "bot", "level": "club"}
THEMES = {
    "walnut": "Walnut",
    "green": "Tournament green",
    "slate": "Slate",
    "night": "Night",
    "sand": "Sand",
    "contrast": "High contrast",
    "colorblind": "Color-blind safe",
    "print": "Print",
}
ON_ONE_SHEET = 6
QUALITY = 72
SHEET = """<style>
body {{ margin: 0; padding: 12px; font: 15px system-ui, sans-serif; background: #fff; width: 1476px;
  display: grid; grid-template-columns: repeat({columns}, 1fr); gap: 12px }}
figure {{ margin: 0 }} figcaption {{ margin-bottom: 4px; font-weight: 600 }}
img {{ display: block; width: 100% }}
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
    """As a small file; wood and cloth have too many colors for a palette."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.save(FOLDER / f"web-{name}.jpg", quality=QUALITY, subsampling=0, optimize=True)


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
            elif "take" in state["can"]:
                table.do("took")
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


def figure(person: Hands, caption: str) -> str:
    """The board that is open, for a sheet."""
    picture = b64encode(person.page.locator(".board .board-frame").screenshot()).decode()
    image = f'<img src="data:image/png;base64,{picture}">'
    return f"<figure><figcaption>{caption}</figcaption>{image}</figure>"


def keep_sheet(studio: Studio, name: str, figures: list[str], columns: int) -> None:
    """Several boards in one picture."""
    page = studio.person(viewport={"width": 1500, "height": 100}).page
    page.set_content(SHEET.format(columns=columns, figures="".join(figures)))
    keep(name, page.screenshot(full_page=True))


def games(studio: Studio) -> None:
    """A position of every game, on sheets."""
    person = studio.person(**SMALL)
    figures = []
    for variant in variants():
        match_id = person.new_match(variant.id)
        play_well(person, match_id, is_telling)
        sit_down(person, match_id)
        figures.append(figure(person, variant.name))
    for start in range(0, len(figures), ON_ONE_SHEET):
        sheet = figures[start : start + ON_ONE_SHEET]
        keep_sheet(studio, f"games-{start // ON_ONE_SHEET + 1}", sheet, 3)


def middle_game(person: Hands) -> str:
    """A match of backgammon in its middle, the cube turned."""
    target = {"type": "points", "to": 5}
    match_id = person.new_match(opponent={"kind": "here", "name": "Ben"}, target=target)
    play_well(person, match_id, lambda state: state["phase"] == "to_roll" and state["turn"] == 0)
    with person.at_table(match_id) as table:
        table.do("doubled")
        table.do("took")
    play_well(person, match_id, lambda state: state["version"] > 30 and is_telling(state))
    return match_id


def sit_down(person: Hands, match_id: str) -> None:
    """The page of a match in which something can be done, with the settings of now."""
    person.open(f"/match/{match_id}")
    person.my_turn()


def start(studio: Studio) -> None:
    """What is around the games: start, gallery, new game, settings."""
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
    person.open("/settings")
    keep("settings", page.screenshot())


def files(studio: Studio) -> None:
    """Match files: My matches after an autumn, a replay with a fault, export."""
    person = studio.person("Ann", **DESK)
    match_id = person.new_match("plakoto", opponent={"kind": "here", "name": "Ben"})
    play_well(person, match_id, is_telling)
    reviewed = after_evenings(person, len(EVENINGS))
    person.open("/matches")
    expect(reviewed).to_have_count(len(EVENINGS))
    keep("matches", person.page.screenshot())
    person = studio.person("Ann", **DESK)
    page = person.page
    add_samples(person)
    open_the_fault(person)
    keep("faults", page.screenshot())
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    keep("export", page.screenshot())
    person = studio.person("Ann", **PHONE)
    add_samples(person)
    open_the_fault(person)
    person.page.locator(".replay .controls").evaluate("it => it.scrollIntoView({block: 'center'})")
    keep("phone-replay", person.page.screenshot())


def after_evenings(person: Hands, count: int) -> Locator:
    """That many matches, brought and reviewed; what the list shows of each."""
    for seed, name, strength, date in EVENINGS[:count]:
        match = club_match(seed, name, strength)
        notes = msgspec.structs.replace(match.notes, about={"date": date})
        bring(person, msgspec.structs.replace(match, notes=notes))
    person.open("/matches")
    reviewed = person.page.locator(".match-row .worst .cost")
    expect(reviewed).to_have_count(count, timeout=10 * PATIENCE_MS)
    return reviewed


def add_samples(person: Hands) -> None:
    """Three files; the last one has a wrong die."""
    names = ("sample.sgf", "ann-ben.xg", "sample.mat")
    data = {name: (SAMPLES / name).read_bytes() for name in names}
    data["club-night.mat"] = data.pop("sample.mat").replace(b"5) 42:", b"5) 43:")
    person.open("/matches")
    added: list[FilePayload] = [
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        for name, content in data.items()
    ]
    person.page.locator(".drop-zone input").set_input_files(added)
    expect(person.page.locator(".added [data-state=added]")).to_have_count(len(names))


def open_the_fault(person: Hands) -> None:
    """The replay at the turn with the fault, and a word about it."""
    page = person.page
    page.locator(".added li", has_text="club-night").get_by_role("link").click()
    page.locator(".file-faults li button").first.click()
    page.get_by_label("Comment", exact=True).fill("Was the roll 4-2? Then this is the play.")
    page.get_by_role("button", name="interesting", exact=True).click()
    expect(page.locator(".comments [role=status]")).to_have_text("Saved")


def review(studio: Studio) -> None:
    """The review of a match that the computer has played at two levels, at an error."""
    for name, options, turn in (
        ("review", DESK, REVIEWED),
        ("review-night", DESK | {"color_scheme": "dark"}, REVIEWED),
        ("review-phone", PHONE, REVIEWED),
    ):
        person = studio.person("", **options)
        match_id = bring(person, club_match())
        person.open(f"/match/{match_id}/review/{turn}")
        expect(person.page.locator(".review-state")).to_be_hidden()
        expect(person.page.locator(".candidates")).to_be_visible()
        keep(name, person.page.screenshot())


def bring(person: Hands, match: Match) -> str:
    """As a file; the id of its match."""
    answer = person.page.request.post(
        "/api/imports?name=club-night.json",
        data=match_file.dump(match, "json").data,
        headers={"content-type": "application/octet-stream"},
    )
    return str(answer.json()["id"])


def club_match(seed: int = 8, name: str = "backgammon", strength: str = "strong") -> Match:
    """The same one every time."""
    rng = random.Random(seed)
    players = Engine(level=level(strength), person=1), Engine(level=level("club"), person=2)
    match = Match.start(variant=name, players=("Ann", "Ben"), target=5)
    while not match.is_over:
        if match.game.phase is Phase.OVER:
            match = match.next_game()
            continue
        rolls = [each for each in match.game.legal() if isinstance(each, Rolled)]
        actor = match.game.actor
        action = None if actor is None else players[actor].choose(match.game)
        match = match.apply(action or rng.choice(rolls))
    return match


def tutor(studio: Studio) -> None:
    """The warning before an error is final, and training, with cards and with an answer."""
    person = studio.person("Ann", **DESK)
    page = person.page
    person.sit(
        opponent=BOT,
        tutor={"level": "full", "least": 0.08},
        position={"position": OPENING, "starter": 0},
        dice=[3, 1],
        target={"type": "points", "to": 5},
    )
    person.my_turn()
    move(person, "13", "10", "24", "23")
    page.locator('.controls [data-name="confirm"]').click()
    expect(page.locator("dialog.tutor li").first).to_be_visible()
    keep("tutor", page.screenshot())
    match = Match.start(players=("Ann", "Ben"), target=3)
    for action in CARELESS:
        match = match.apply(action)
    bring(person, match)
    person.open("/matches")
    expect(page.locator(".match-row .worst .cost")).to_have_count(1, timeout=10 * PATIENCE_MS)
    person.open("/train")
    expect(page.locator(".deck .thumbnail")).to_have_count(5)
    keep("training", page.screenshot())
    person.open("/train/openings")
    move(person, "6", "4", "6", "5")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".judged")).to_be_visible()
    keep("training-card", page.screenshot())
    person = studio.person("", **PHONE)
    person.open("/train")
    expect(person.page.locator(".deck .thumbnail")).to_have_count(4)
    keep("training-phone", person.page.screenshot())


def move(person: Hands, *places: str) -> None:
    """Clicks on checkers and where they go."""
    for place in places:
        person.page.mouse.click(*person.place(place))


def learn(studio: Studio) -> None:
    """Lessons, the opening book, rules, glossary."""
    person = studio.person("Ann", **DESK)
    page = person.page
    for name, address, drawn in (
        ("learn", "/learn", ".lesson-card"),
        ("lesson", "/learn/basics/11", ".preview"),
        ("book", "/book/31", ".book-plays"),
        ("rules", "/games/plakoto", ".setup .around"),
        ("glossary", "/glossary", ".entry .term"),
    ):
        person.open(address)
        expect(page.locator(drawn).first).to_be_attached()
        keep(name, page.screenshot())


def game(studio: Studio) -> None:
    """A game as it is played: on a desk, and on every board."""
    person = studio.person("Ann", **DESK)
    match_id = middle_game(person)
    person.prefer(theme="walnut")
    sit_down(person, match_id)
    point_at_a_checker(person)
    keep("game", person.page.screenshot())
    themes(studio, person, match_id)


def ending(studio: Studio) -> None:
    """A match that is over, with its review."""
    person = studio.person("Ann", **DESK)
    person.prefer(theme="walnut")
    after_evenings(person, 2)
    target = {"type": "points", "to": 3}
    match_id = person.new_match(opponent=BOT | {"level": "casual"}, target=target)
    play_well(person, match_id, lambda state: state["over"])
    person.open(f"/match/{match_id}")
    expect(person.page.get_by_text("your average is")).to_be_visible(timeout=10 * PATIENCE_MS)
    expect(person.page.locator(".ended-story")).to_be_visible()
    keep("ending", person.page.screenshot())


def point_at_a_checker(person: Hands) -> None:
    """One that can go furthest, so that its targets are shown."""
    edges = person.state()["walk"]["nodes"][0]["next"]
    person.page.mouse.move(*person.place(str(max(edge[0] for edge in edges))))
    expect(person.page.locator(".board .marks .target").first).to_be_attached()


def themes(studio: Studio, person: Hands, match_id: str) -> None:
    """The same board in each of its eight looks."""
    figures = []
    for name in THEMES:
        person.prefer(theme=name)
        sit_down(person, match_id)
        figures.append(figure(person, THEMES[name]))
    keep_sheet(studio, "themes", figures, 4)


def night(studio: Studio) -> None:
    """In the dark, with hints and without."""
    person = studio.person("Ann", **DESK, color_scheme="dark")
    sit_down(person, middle_game(person))
    keep("dark", person.page.screenshot())
    person.page.get_by_role("switch", name="Show engine analysis").click()
    person.page.locator(".ranked button").nth(1).hover()
    keep("analysis", person.page.screenshot())


def hand(studio: Studio) -> None:
    """On devices that are held in the hand."""
    for name, device in (("phone", PHONE), ("landscape", LANDSCAPE), ("tablet", TABLET)):
        person = studio.person("Ann", **device)
        sit_down(person, middle_game(person))
        keep(name, person.page.screenshot())


def editor(studio: Studio) -> None:
    """A position with its verdict, and rolled out."""
    person = studio.person("Ann", **DESK)
    page = person.page
    person.open(POSITION)
    page.locator(".plays .ranked button").first.hover()
    expect(page.locator(".board .arrow.best").first).to_be_attached()
    keep("editor", page.screenshot())
    page.get_by_role("button", name="Roll out").click()
    page.get_by_role("group", name="Trials").get_by_label("324").check()
    page.get_by_role("button", name="Start the rollout").click()
    expect(page.locator(".rollout").get_by_text("324 trials")).to_be_visible()
    keep("rollout", page.screenshot())


def persian(studio: Studio) -> None:
    """From right to left."""
    person = studio.person("", **DESK)
    person.prefer(language="fa", theme="slate")
    match_id = person.new_match(opponent=BOT)
    play_well(person, match_id, lambda state: "play" in state["can"])
    sit_down(person, match_id)
    keep("persian", person.page.screenshot())


def referee(studio: Studio) -> None:
    """At a real table, after a ruling."""
    person = studio.person("Ann", **DESK)
    page = person.page
    person.sit(opponent={"kind": "here", "name": "Ben"}, referee={"dice": "typed"})
    call = page.locator(".referee")
    call.locator('[data-name="face5"]').click()
    expect(call.locator('[data-name="face5"]')).to_have_attribute("aria-pressed", "true")
    call.locator('[data-name="face3"]').click()
    expect(page.locator(".board .die")).to_have_count(2)
    person.heard()
    call.locator('[data-name="cocked"]').click()
    expect(page.locator(".ruling")).to_contain_text("5-3")
    keep("referee", page.screenshot())


def sheets(studio: Studio) -> None:
    """What is printed, in line art and in color."""
    page = studio.person(**DESK).page
    for name, address in (
        ("print", "/print?game=backgammon&paper=a4"),
        ("print-color", "/print?game=coan_ki&paper=a4&look=color"),
    ):
        page.goto(address)
        pictures = page.locator(".desk img")
        expect(pictures.first).to_be_visible()
        pictures.evaluate_all("all => Promise.all(all.map((each) => each.decode()))")
        keep(name, page.screenshot())


PARTS = (
    start,
    files,
    review,
    tutor,
    learn,
    game,
    ending,
    night,
    hand,
    editor,
    persian,
    referee,
    sheets,
    games,
)


def main() -> None:
    """Those that are named, or all of them."""
    wanted = sys.argv[1:]
    if unknown := set(wanted) - {part.__name__ for part in PARTS}:
        names = ", ".join(part.__name__ for part in PARTS)
        raise SystemExit(f"no such part: {', '.join(sorted(unknown))}; there are {names}")
    expect.set_options(timeout=PATIENCE_MS)
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium()) as browser,
    ):
        for part in PARTS:
            if not wanted or part.__name__ in wanted:
                take(part, browser)


def take(part: Callable[[Studio], None], browser: Browser) -> None:
    """With dice of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "matches.db", "--seed", "3") as server,
    ):
        part(Studio(server, browser))


if __name__ == "__main__":
    main()
