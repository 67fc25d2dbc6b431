"""How well checkers and points stand out on every board, measured on pixels of a real browser."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page

Json = dict[str, Any]
Light = float
Face = tuple[Light, ...]

GROUNDS = ("field", "odd", "even", "tray")
THEMES = ("walnut", "green", "slate", "night", "sand", "contrast", "colorblind", "print")
PAIRS = ("ivory-black", "ivory-red", "white-blue", "gold-green")
SCALE = 2
"""Pixels of the device for one of the page; thin lines are measured."""
SIZE = (536, 376)
BY_SHAPE = ("contrast", "print")
"""Their checkers stand out by their rims, and the faces may have the color of the field."""
PAINTED = ("walnut", "green", "slate", "night", "sand")
"""Their checkers can have other colors."""

OPEN = """async ([width, height]) => {
  const { createBoard } = await import("/static/js/board/index.js");
  const { variants } = await (await fetch("/api/variants")).json();
  const { board: shape } = variants.find((each) => each.id === "backgammon");
  const place = document.createElement("div");
  Object.assign(place.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 9 });
  Object.assign(place.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(place);
  window.measured = createBoard(place, { animate: false, form: "wide" });
  const row = { points: shape.across.map(() => 0), bar: 0, hand: 0, off: 0, pinned: [] };
  measured.set({ board: shape, rows: [row, row] });
}"""

FACES = """async (wanted) => {
  const { checkerIcon } = await import("/static/js/board/thumbnail.js");
  const sheet = document.body.appendChild(document.createElement("div"));
  Object.assign(sheet.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 9 });
  sheet.style.width = "680px";
  const drawn = wanted.map(([theme, checkers]) => ["light", "dark"].map((tone) => {
    const place = sheet.appendChild(document.createElement("span"));
    place.className = "themed";
    Object.assign(place.dataset, { theme, checkers });
    Object.assign(place.style, { float: "left", width: "68px", height: "70px" });
    const icon = place.appendChild(checkerIcon(tone));
    Object.assign(icon.style, { width: "68px", height: "70px", display: "block" });
    return icon;
  }));
  const middle = (icon) => {
    const { x, y } = icon.getBoundingClientRect();
    return [x + 34, y + 32];
  };
  window.sheet = sheet;
  return drawn.map((icons) => icons.map(middle));
}"""

SHOW = """async (theme) => {
  measured.configure({ theme });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { layout, svg } = measured.view;
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / layout.width;
  const on = ({ x, y }) => [left + x * scale, top + y * scale];
  const points = layout.areas.filter(({ key }) => Number(key));
  const inwards = ({ x, y, dy }, by, aside = 0) => on({ x: x + aside, y: y + dy * by });
  const painted = (odd) => points.filter(({ key }) => key % 2 === odd)
    .flatMap((area) => [inwards(area, 20), inwards(area, 150)]);
  const gap = ({ x, y, w, h }) => [0.2, 0.8].map((part) => on({ x: x + w * part, y: y + h / 2 }));
  const hollow = ({ box: { x, y, w, h } }) =>
    [0.3, 0.7].map((part) => on({ x: x + w / 2, y: y + h * part }));
  // A point is 292 long and 61 wide at its end, which lies 31.5 before its first checker.
  const outline = (by) => 30.5 * (1 - (by + 31.5) / 292);
  return {
    field: [...layout.dice.flatMap(gap), ...points.map((area) => inwards(area, 150, 19))],
    odd: painted(1),
    even: painted(0),
    tray: layout.areas.filter(({ edge }) => edge).flatMap(hollow),
    outline: points.flatMap((area) => [60, 110, 160].map((by) => inwards(area, by, outline(by)))),
    unit: scale,
  };
}"""


class Row(NamedTuple):
    """The contrasts of one board, each the lowest of all its places."""

    theme: str
    checkers: str
    field: float
    odd: float
    even: float
    tray: float
    outline: float
    """Of the points against the field."""

    @property
    def lowest(self) -> float:
        return min(self[2:])


def measure(page: Page, themes: Sequence[str], pairs: Sequence[str]) -> Iterator[Row]:
    """Every board with its own checkers, and with others; the page is one of the application's."""
    wanted = [
        (theme, checkers)
        for theme in themes
        for checkers in ("theme", *(pairs if theme in PAINTED else ()))
    ]
    faces = _faces(page, wanted)
    page.evaluate(OPEN, list(SIZE))
    for theme in themes:
        found = page.evaluate(SHOW, theme)
        picture = Picture(page, *SIZE)
        grounds = {name: _patches(picture, found, name) for name in GROUNDS}
        outline = _outline(picture, found, grounds["field"])
        for each, checkers in wanted:
            if each == theme:
                seen = faces[theme, checkers]
                against = {name: _lowest(seen, lights) for name, lights in grounds.items()}
                yield Row(theme, checkers, **against, outline=outline)
    page.evaluate("measured.element.remove(); measured.destroy()")


class Picture:
    """Light at places of the page, of which the upper left part is taken."""

    def __init__(self, page: Page, width: float, height: float) -> None:
        picture = page.screenshot(clip={"x": 0, "y": 0, "width": width, "height": height})
        self._image = Image.open(io.BytesIO(picture)).convert("RGB")

    def near(self, spot: list[float], least: float, most: float) -> list[Light]:
        """At all pixels that are so far from a spot."""
        x, y = (int(SCALE * each) for each in spot)
        reach = int(SCALE * most) + 1
        return [
            self._light(x + dx, y + dy)
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
            if (SCALE * least) ** 2 <= dx * dx + dy * dy <= (SCALE * most) ** 2
        ]

    def across(self, spot: list[float], by: float) -> list[Light]:
        """At the pixels of a short line from left to right."""
        x, y = (int(SCALE * each) for each in spot)
        reach = max(round(SCALE * by), 1)
        return [self._light(x + dx, y) for dx in range(-reach, reach + 1)]

    def _light(self, x: int, y: int) -> Light:
        color = self._image.getpixel((x, y))
        assert isinstance(color, tuple)
        red, green, blue = color
        return 0.2126 * LINEAR[red] + 0.7152 * LINEAR[green] + 0.0722 * LINEAR[blue]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


LINEAR = [_linear(value / 255) for value in range(256)]


def contrast(a: Light, b: Light) -> float:
    """As WCAG defines it."""
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def _faces(page: Page, wanted: list[tuple[str, str]]) -> dict[tuple[str, str], list[Face]]:
    """What stands out of the checkers: their faces, or the colors of their rims."""
    found = page.evaluate(FACES, wanted)
    picture = Picture(page, 680, 70 * (len(wanted) // 5 + 1))
    page.evaluate("sheet.remove()")
    return {
        each: [_face(picture, each[0], spot) for spot in spots]
        for each, spots in zip(wanted, found, strict=True)
    }


def _face(picture: Picture, theme: str, spot: list[float]) -> Face:
    if theme not in BY_SHAPE:
        return (median(picture.near(spot, 0, 24)),)
    rim = picture.near(spot, 24, 28)
    return min(rim), max(rim)


def _patches(picture: Picture, found: Json, name: str) -> list[Light]:
    return [median(picture.near(spot, 0, 4 * found["unit"])) for spot in found[name]]


def _lowest(faces: list[Face], grounds: list[Light]) -> float:
    """Of each checker against each place; of a rim the color that stands out more counts."""
    return min(max(contrast(each, ground) for each in face) for face in faces for ground in grounds)


def _outline(picture: Picture, found: Json, grounds: list[Light]) -> float:
    """Lines are thinner than pixels: of each short way across one the clearest pixel counts."""
    ways = [picture.across(spot, 3 * found["unit"]) for spot in found["outline"]]
    return median(
        min(max(contrast(each, ground) for each in way) for ground in grounds) for way in ways
    )
