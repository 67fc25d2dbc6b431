"""The pages: one shell for all of them, whose script knows the way, and the files it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

import fullprime
from fullprime.server.people import Visitor
from fullprime.server.problems import problem

WEB: Final = Path(fullprime.__file__).parent / "web"
PAGES: Final = (
    "/",
    "/new",
    "/games",
    "/match/{match_id}",
    "/match/{match_id}/replay",
    "/join/{code}",
    "/editor",
    "/position/{variant}",
    "/position/{variant}/{text:path}",
    "/settings",
    "/about",
    "/api",
)

router = APIRouter(include_in_schema=False)


async def shell(_: Visitor, response: Response) -> Response:
    """The page; whoever comes for the first time gets his cookie with it."""
    page = FileResponse(WEB / "index.html", headers={"Cache-Control": "no-cache"})
    page.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return page


for path in PAGES:
    router.add_api_route(path, shell, methods=["GET", "HEAD"])


@router.get("/favicon.svg")
async def favicon() -> FileResponse:
    """The sign in the tab."""
    return FileResponse(WEB / "favicon.svg")


class _Files(StaticFiles):
    """Browsers ask whether a file has changed: after an update nobody has half of the old one."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        """The file, or that it has not changed."""
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response


def add_pages(app: FastAPI) -> None:
    """The pages and their files."""
    app.include_router(router)
    app.mount("/static", _Files(directory=WEB, check_dir=False))
    app.add_exception_handler(404, _lost)


async def _lost(request: Request, error: Exception) -> Response:
    """Nothing is there: the page tells people so, programs are told the problem."""
    if "text/html" in request.headers.get("Accept", ""):
        return FileResponse(WEB / "index.html", 404)
    return problem(404, error.detail if isinstance(error, HTTPException) else str(error))
