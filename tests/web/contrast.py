"""How well checkers and points stand out on every board, measured on the pixels of a real browser."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page

Json = dict[str, Any]
Light = float

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
  const row = (points) => ({
    points: shape.across.map((_, at) => Number(points.includes(at + 1))),
    bar: 0, hand: 0, off: 0, pinned: [],
  });
  measured.set({ board: shape, rows: [row([13, 6]), row([13, 20])] });
}"""

SHOW = """async ([theme, checkers]) => {
  measured.configure({ theme, checkers });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { layout, checkers: lying, svg } = measured.view;
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / layout.width;
  const on = ({ x, y }) => [left + x * scale, top + y * scale];
  const points = layout.areas.filter(({ key }) => Number(key));
  const empty = points.filter(({ key }) => !lying.some((each) => each.key === key));
  const inwards = ({ x, y, dy }, by, aside = 0) => on({ x: x + aside, y: y + dy * by });
  const painted = (odd) => empty.filter(({ key }) => key % 2 === odd)
    .flatMap((area) => [inwards(area, 20), inwards(area, 150)]);
  const gap = ({ x, y, w, h }) => [0.2, 0.8].map((part) => on({ x: x + w * part, y: y + h / 2 }));
  const hollow = ({ box: { x, y, w, h } }) =>
    [0.3, 0.7].map((part) => on({ x: x + w / 2, y: y + h * part }));
  // A point is 292 long and 61 wide at its end, which lies 31.5 before its first checker.
  const outline = (by) => 30.5 * (1 - (by + 31.5) / 292);
  return {
    field: [...layout.dice.flatMap(gap), ...empty.map((area) => inwards(area, 150, 19))],
    odd: painted(1),
    even: painted(0),
    tray: layout.areas.filter(({ edge }) => edge).flatMap(hollow),
    light: lying.filter(({ seat }) => seat === 0).map(on),
    dark: lying.filter(({ seat }) => seat === 1).map(on),
    outline: empty.flatMap((area) => [60, 110, 160].map((by) => inwards(area, by, outline(by)))),
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


def measure(page: Page, themes: Iterable[str], pairs: Iterable[str]) -> Iterator[Row]:
    """Every board with its own checkers, and with other ones; the page is one of the application's."""
    page.evaluate(OPEN, SIZE)
    for theme in themes:
        for checkers in ("theme", *(pairs if theme in PAINTED else ())):
            found = page.evaluate(SHOW, [theme, checkers])
            clip = {"x": 0, "y": 0, "width": SIZE[0], "height": SIZE[1]}
            picture = page.screenshot(clip=clip)  # type: ignore[arg-type]
            yield _row(theme, checkers, found, Picture(picture))
    page.evaluate("measured.element.remove(); measured.destroy()")


class Picture:
    """Light at places of the page."""

    def __init__(self, picture: bytes) -> None:
        self._image = Image.open(io.BytesIO(picture)).convert("RGB")

    def near(self, spot: list[float], least: float, most: float) -> list[Light]:
        """At all pixels that are so far from a spot."""
        x, y = (SCALE * each for each in spot)
        reach = int(SCALE * most) + 1
        return [
            self._light(int(x) + dx, int(y) + dy)
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
        red, green, blue = (_linear(each / 255) for each in color)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def contrast(a: Light, b: Light) -> float:
    """As WCAG defines it."""
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def _row(theme: str, checkers: str, found: Json, picture: Picture) -> Row:
    unit = found["unit"]

    def faces(tone: str) -> Iterator[tuple[Light, ...]]:
        """What stands out of each checker: its face, or the colors of its rim."""
        for spot in found[tone]:
            if theme in BY_SHAPE:
                rim = picture.near(spot, 24 * unit, 30 * unit)
                yield min(rim), max(rim)
            else:
                yield (median(picture.near(spot, 0, 24 * unit)),)

    def patches(name: str) -> list[Light]:
        return [median(picture.near(spot, 0, 4 * unit)) for spot in found[name]]

    seen = [*faces("light"), *faces("dark")]
    against = {
        name: min(
            max(contrast(face, ground) for face in each) for each in seen for ground in patches(name)
        )
        for name in ("field", "odd", "even", "tray")
    }
    grounds = patches("field")
    lines = [
        min(max(contrast(each, ground) for each in picture.across(spot, 3 * unit)) for ground in grounds)
        for spot in found["outline"]
    ]
    return Row(theme, checkers, **against, outline=median(lines))
