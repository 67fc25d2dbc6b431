"""The pages: one shell for all of them, whose script knows the way, and the files it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

import fullprime
from fullprime.errors import Fault
from fullprime.server.people import give_cookie, visitor
from fullprime.server.problems import problem

WEB: Final = Path(fullprime.__file__).parent / "web"
PAGES: Final = (
    "/",
    "/new",
    "/games",
    "/matches",
    "/match/{match_id}",
    "/match/{match_id}/replay",
    "/join/{code}",
    "/editor",
    "/position/{variant}",
    "/position/{variant}/{text:path}",
    "/learn",
    "/learn/{lesson}",
    "/learn/{lesson}/{step}",
    "/settings",
    "/about",
    "/api",
)


async def shell(request: Request) -> Response:
    """The page; a newcomer gets a cookie with it."""
    await visitor(request)
    page = FileResponse(WEB / "index.html", headers={"Cache-Control": "no-cache"})
    give_cookie(request, page)
    return page


async def favicon(_: Request) -> Response:
    """The sign in the tab."""
    return FileResponse(WEB / "favicon.svg")


class _Files(StaticFiles):
    """Browsers check whether a file has changed: no page is half old after an update."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        """The file, or that it has not changed."""
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response


def routes() -> list[BaseRoute]:
    """The pages and their files."""
    files = Mount("/static", _Files(directory=WEB, check_dir=False))
    return [*(Route(path, shell) for path in PAGES), Route("/favicon.svg", favicon), files]


async def lost(request: Request, _: Exception) -> Response:
    """Nothing is at this address: people get the page that says so, programs the problem."""
    if "text/html" in request.headers.get("Accept", ""):
        return FileResponse(WEB / "index.html", 404)
    return problem(404, Fault("request.missing"))
