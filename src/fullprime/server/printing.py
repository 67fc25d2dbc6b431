"""The print kit over HTTP: what there is to print, each sheet as a picture, and the PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.printing.kit import Kit
from fullprime.printing.typeset import pdf, svg
from fullprime.server.door import Door, json_answer
from fullprime.server.new_match import known_series
from fullprime.server.problems import InvalidRequest, Problem

_T = TypeVar("_T")

door = Door("/api")

_PRESS: Final = ThreadPoolExecutor(1, "press")
"""One sheet is set after the other, a few hundredths of a second each, beside the games."""
_KINDS: Final = {"pdf": "application/pdf", "svg": "image/svg+xml"}


class KitOf(msgspec.Struct, frozen=True):
    """What the sheets are for, and on what they are printed."""

    game: Annotated[str, Meta(max_length=80, description="The id of a variant or a series.")]
    paper: Literal["a4", "letter", "a3"] = "a4"
    look: Literal["ink", "color"] = "ink"
    large: Annotated[bool, Meta(description="The board on two sheets.")] = False

    def kit(self) -> Kit:
        """The kit of the game; an unknown one is refused."""
        rotation = known_series(self.game).rotation()
        return Kit.of(rotation, self.paper, self.look, self.large)


class SheetOf(KitOf, frozen=True):
    """A sheet or several as a file."""

    file: Annotated[str, Meta(description="Such as board.svg or kit.pdf.")] = "kit.pdf"
    sheets: Annotated[str, Meta(max_length=200, description="Of a kit, with commas.")] = ""
    page: Annotated[int, Meta(ge=1, le=99, description="Of an SVG.")] = 1

    def wanted(self, what: str) -> tuple[str, ...]:
        """The sheets that were asked for; none: all of them."""
        if what != "kit":
            return (what,)
        return tuple(name for name in self.sheets.split(",") if name)


@door.get("/print/{game}", KitOf)
async def sheets(_: Request, body: KitOf) -> Response:
    """The sheets of a game: how many pages each has, and how many things are on it."""
    return json_answer({"sheets": await _pressed(_listed, body.kit())})


@door.get("/print/{game}/{file}", SheetOf)
async def sheet(_: Request, body: SheetOf) -> Response:
    """A sheet, or the kit, as PDF; as SVG one page of it."""
    what, _dot, kind = body.file.rpartition(".")
    if kind not in _KINDS or not what:
        raise InvalidRequest("file: expected a sheet and its kind, such as board.pdf or board.svg")
    source = body.kit().source(body.wanted(what))
    headers = {"Cache-Control": "max-age=300"}
    if kind == "pdf":
        headers["Content-Disposition"] = f'inline; filename="fullprime-{body.game}-{what}.pdf"'
        return Response(await _pressed(pdf, source), media_type=_KINDS[kind], headers=headers)
    pages = await _pressed(_pictures, source)
    if body.page > len(pages):
        raise Problem(404, "request.missing")
    return Response(pages[body.page - 1], media_type=_KINDS[kind], headers=headers)


async def _pressed(make: Callable[[Any], _T], what: Any) -> _T:
    return await asyncio.get_running_loop().run_in_executor(_PRESS, make, what)


@lru_cache(64)
def _pictures(source: str) -> tuple[bytes, ...]:
    return tuple(svg(source))


@lru_cache(256)
def _listed(kit: Kit) -> list[dict[str, Any]]:
    """Only setting a text shows how long it is."""
    return [
        {**sheet._asdict(), "pages": sheet.pages or len(_pictures(kit.source([sheet.id])))}
        for sheet in kit.sheets()
    ]
