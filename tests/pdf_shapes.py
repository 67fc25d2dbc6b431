"""What is drawn in a PDF, in millimetres from the upper left corner of the page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader

POINT = 25.4 / 72
CORNERS = {b"m": 1, b"l": 1, b"c": 3}
PAINTS = {b"S", b"s", b"f", b"f*", b"B", b"b", b"B*", b"b*", b"n"}


class Shape(NamedTuple):
    """A drawn path: the spots it goes through, and whether it is bent."""

    spots: tuple[tuple[float, float], ...]
    bent: bool

    @property
    def left(self) -> float:
        return min(x for x, _ in self.spots)

    @property
    def top(self) -> float:
        return min(y for _, y in self.spots)

    @property
    def right(self) -> float:
        return max(x for x, _ in self.spots)

    @property
    def bottom(self) -> float:
        return max(y for _, y in self.spots)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Page(NamedTuple):
    """A page: its size, the shapes on it, where words begin, and what they say."""

    width: float
    height: float
    shapes: list[Shape]
    words: list[tuple[float, float]]
    text: str


def pages(pdf: bytes) -> list[Page]:
    return [_page(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def _page(page: PageObject) -> Page:
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    shapes: list[Shape] = []
    words: list[tuple[float, float]] = []
    path: list[tuple[float, float]] = []
    bent = [False]

    def place(x: float, y: float, matrix: list[float]) -> tuple[float, float]:
        a, b, c, d, e, f = map(float, matrix)
        return (a * x + c * y + e) * POINT, (height - (b * x + d * y + f)) * POINT

    def see(operator: bytes, operands: list[Any], matrix: list[float], text: list[float]) -> None:
        numbers = [float(n) for n in operands] if operator in CORNERS or operator == b"re" else []
        if operator in CORNERS:
            # Only where a path goes through counts: what bends a curve lies beside it.
            path.append(place(numbers[-2], numbers[-1], matrix))
            bent[0] = bent[0] or operator == b"c"
        elif operator == b"re":
            x, y, wide, high = numbers
            path.extend(place(*spot, matrix) for spot in ((x, y), (x + wide, y + high)))
        elif operator in (b"Tj", b"TJ"):
            words.append(place(text[4], text[5], matrix))
        elif operator in PAINTS:
            if operator != b"n" and path:
                shapes.append(Shape(tuple(path), bent[0]))
            path.clear()
            bent[0] = False

    said = page.extract_text(visitor_operand_before=see)
    return Page(width * POINT, height * POINT, shapes, words, said)


def triangles(page: Page) -> Iterator[Shape]:
    """The points of a board, and other shapes with three corners."""
    for shape in page.shapes:
        corners = {(round(x, 3), round(y, 3)) for x, y in shape.spots}
        if len(corners) == 3 and not shape.bent and shape.height > 20:
            yield shape


def circles(page: Page, diameter: float, within: float = 0.1) -> list[Shape]:
    return [
        shape
        for shape in page.shapes
        if shape.bent
        and abs(shape.width - diameter) < within
        and abs(shape.height - diameter) < within
    ]
