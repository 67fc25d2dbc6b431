"""The pages: one shell for all of them, whose script knows the way, and the files it needs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

import fullprime
from fullprime.errors import Fault
from fullprime.server.people import NOBODY, asker, give_cookie, person_json, renew
from fullprime.server.problems import problem
from fullprime.server.relay import Elsewhere
from fullprime.server.site import Asset, Site
from fullprime.server.tables import NoSuchMatch, Tables
from fullprime.server.verifier import verifier_page
from fullprime.shapes import decoded
from fullprime.store import DamagedMatch

if TYPE_CHECKING:
    from fullprime.store import Person

WEB: Final = Path(fullprime.__file__).parent / "web"
PAGES: Final = (
    "/",
    "/new",
    "/games",
    "/games/{game}",
    "/glossary",
    "/matches",
    "/statistics",
    "/decisions",
    "/match/{match_id}",
    "/match/{match_id}/replay",
    "/match/{match_id}/review",
    "/match/{match_id}/review/{at}",
    "/review",
    "/join/{code}",
    "/editor",
    "/position/{variant}",
    "/position/{variant}/{text:path}",
    "/book",
    "/book/{game}",
    "/book/{game}/{first}",
    "/book/{game}/{first}/{play}",
    "/book/{game}/{first}/{play}/{reply}",
    "/train",
    "/train/{deck}",
    "/print",
    "/verify",
    "/dice",
    "/learn",
    "/learn/{lesson}",
    "/learn/{lesson}/{step}",
    "/settings",
    "/about",
    "/api",
)
MATCH: Final = "/match/{match_id}"
SHELL: Final = "/shell"
"""The page without anything of a person, for when there is no network."""
FOREVER: Final = "public, max-age=31536000, immutable"
PERSONAL: Final = "private, no-cache"
CHECKED: Final = "no-cache"
"""May be kept, but is asked for each time."""
SEEDED: Final = '<meta name="seeded-dice" content="yes">\n'
"""Says on every page that the dice can be foreseen."""
A_DAY: Final = "public, max-age=86400"

Json = dict[str, Any]


def _site(request: Request) -> Site:
    site: Site = request.app.state.site()
    return site


# The shell -----------------------------------------------------------------------------------


def _page(pattern: str) -> Callable[[Request], Awaitable[Response]]:
    """Answers with the page; a newcomer gets a cookie with it."""

    async def page(request: Request) -> Response:
        person = await asker(request)
        if person != NOBODY:
            renew(request)
        early = {"/api/me": person_json(person)}
        if pattern == MATCH:
            early |= await _match(request, person)
        language = _language(request, person)
        response = _shell(request, pattern, early, language)
        give_cookie(request, response)
        return response

    return page


async def _match(request: Request, person: Person) -> Json:
    """The state of the match, as the page is about to get it."""
    match_id = request.path_params["match_id"]
    tables: Tables = request.app.state.tables
    try:
        async with tables.at(match_id, person.id) as table:
            return {f"/api/matches/{match_id}": table.state(person.id)}
    except (NoSuchMatch, DamagedMatch, Elsewhere):
        return {}  # the page finds out by itself


def _shell(
    request: Request, pattern: str, early: Json, language: str | None, status: int = 200
) -> Response:
    """The page with what it will need at once: it need not wait for one thing to know the next."""
    site = _site(request)
    needs = site.needs(pattern)
    ahead = [f'<link rel="stylesheet" href="{site.root}{each}">\n' for each in needs.sheets]
    ahead += [f'<link rel="modulepreload" href="{site.root}{each}">\n' for each in needs.scripts]
    if language:
        words = f"{site.root}words/{language}.json"
        ahead.append(f'<link rel="preload" as="fetch" crossorigin href="{words}">\n')
    if request.app.state.is_seeded:
        ahead.append(SEEDED)
    data = msgspec.json.encode(early).replace(b"<", b"\\u003c").decode()
    known = f'<script type="application/json" id="early">{data}</script>\n' if early else ""
    body = "".join([site.head, *ahead, known, site.rest]).encode()
    return _checked(request, body, "text/html; charset=utf-8", PERSONAL, status)


def _checked(
    request: Request, body: bytes, kind: str, kept: str = CHECKED, status: int = 200
) -> Response:
    """An answer that browsers keep, and ask whether it is still the same."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": kept}
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers, kind)


def _language(request: Request, person: Person) -> str | None:
    """The one that the page will choose: the person's, or else the first that the browser names."""
    wished = decoded(person.settings, dict).get("language")
    offered = re.findall(r"([a-z]+)[^,]*", request.headers.get("accept-language", ""))
    known = _site(request).languages
    return next((code for code in (wished, *offered, "en") if code in known), None)


async def empty_shell(request: Request) -> Response:
    """What is shown without a network."""
    return _shell(request, SHELL, {}, None)


async def lost(request: Request, _: Exception) -> Response:
    """Nothing is at this address: people get the page that says so, programs the problem."""
    if "text/html" in request.headers.get("Accept", ""):
        return _shell(request, request.url.path, {}, None, 404)
    return problem(404, Fault("request.missing"))


# Files ---------------------------------------------------------------------------------------


async def file(request: Request) -> Response:
    """A file of this release; its name never means another one."""
    site, params = _site(request), request.path_params
    found = site.files.get(params["path"]) if params["version"] == site.version else None
    if found is None:
        return problem(404, Fault("request.missing"))
    return sent(found, request.headers)


def sent(asset: Asset, headers: Headers) -> Response:
    """The file, compressed for those who accept that."""
    kept = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if asset.packed is not None and accepts_gzip(headers):
        return Response(asset.packed, 200, kept | {"Content-Encoding": "gzip"}, asset.kind)
    return Response(asset.body, 200, kept, asset.kind)


def accepts_gzip(headers: Headers) -> bool:
    """Does the client say that it reads gzip?"""
    for each in headers.get("accept-encoding", "").split(","):
        name, _, quality = each.replace(" ", "").partition(";")
        if name in ("gzip", "*"):
            return not re.fullmatch(r"q=0(\.0*)?", quality)
    return False


async def worker(request: Request) -> Response:
    """The script that keeps the files; developers have none."""
    script = _site(request).worker
    if not script:
        return problem(404, Fault("request.missing"))
    return _checked(request, script, "text/javascript; charset=utf-8")


async def verifier(request: Request) -> Response:
    """The page that verifies records of dice, as one file that needs no server."""
    attached = {"Content-Disposition": 'attachment; filename="verify-dice.html"'}
    return Response(_verifier(), 200, {**attached, "Cache-Control": CHECKED}, "text/html")


@cache
def _verifier() -> str:
    return verifier_page(WEB)


async def favicon(_: Request) -> Response:
    """The sign in the tab."""
    return FileResponse(WEB / "favicon.svg", headers={"Cache-Control": A_DAY})


async def manifest(_: Request) -> Response:
    """What the application is called where it is installed."""
    kind = "application/manifest+json"
    return FileResponse(WEB / "manifest.json", headers={"Cache-Control": CHECKED}, media_type=kind)


class _Files(StaticFiles):
    """The files as they are in the repository; browsers check whether they have changed."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        """The file, or that it has not changed."""
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = CHECKED
        return response


def routes() -> list[BaseRoute]:
    """The pages and their files."""
    return [
        *(Route(path, _page(path)) for path in PAGES),
        Route(SHELL, empty_shell),
        Route("/files/{version}/{path:path}", file),
        Route("/worker.js", worker),
        Route("/favicon.svg", favicon),
        Route("/verify-dice.html", verifier),
        Route("/manifest.webmanifest", manifest),
        Mount("/static", _Files(directory=WEB, check_dir=False)),
    ]
