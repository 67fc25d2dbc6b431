"""The files of the pages: their names, how long they are kept, and how they are sent."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from fullprime.server.pages import PAGES, WEB, accepts_gzip
from fullprime.server.site import as_it_is, built, starred
from server_client import Server, Visitor

SITE = built(WEB)
ZIPPED = {"Accept-Encoding": "br;q=1.0, gzip;q=0.8, *;q=0.1"}


def shell(visitor: Visitor, path: str = "/", **headers: str) -> str:
    status, _, content = visitor.ask("GET", path, headers=headers)
    assert status == 200
    return content.decode()


def early(page: str) -> dict[str, Any]:
    [found] = re.findall(r'<script type="application/json" id="early">(.*?)</script>', page)
    return dict(json.loads(found))


# Names ---------------------------------------------------------------------------------------


def test_every_file_that_a_page_names_is_there_for_a_year(server: Server) -> None:
    visitor = Visitor(server)
    match_id = visitor.new_match("backgammon")["id"]
    for path in ("/", f"/match/{match_id}", "/editor"):
        names = re.findall(r'(?:href|src)="(/[^"]+)"', shell(visitor, path))
        assert not [name for name in names if name.startswith("/static/")]
        for name in names:
            status, headers, content = visitor.ask("GET", name)
            assert (status, bool(content)) == (200, True), name
            if name.startswith("/files/"):
                assert headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_scripts_and_words_are_named_by_the_release_too(server: Server) -> None:
    """A script names other files by where it is itself."""
    assert {"js/main.js", "js/pages/match.js", "words/en.json", "css/all.css"} <= set(SITE.files)
    for name, asset in SITE.files.items():
        for path in re.findall(r'import\("([^"]+)"\)', asset.body.decode(errors="replace")):
            assert str((Path("/") / name).parent.joinpath(path).resolve())[1:] in SITE.files


def test_a_file_that_changes_has_another_name(tmp_path: Path) -> None:
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    assert built(web).version == SITE.version
    seen = {SITE.version}
    for name in ("css/board.css", "js/words.js", "words/en.json", "worker.js", "index.html"):
        with (web / name).open("a", encoding="utf-8") as file:
            file.write("\n")
        seen.add(built(web).version)
    assert len(seen) == 6


def test_a_release_has_its_own_files_only(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.ask("GET", f"/files/{SITE.version}/js/main.js")[0] == 200
    assert visitor.ask("GET", "/files/0123456789ab/js/main.js")[0] == 404
    assert visitor.ask("GET", f"/files/{SITE.version}/js/words.js")[0] == 404


def test_style_sheets_are_one_in_their_order() -> None:
    whole = SITE.files["css/all.css"].body.decode()
    names = re.findall(r'href="/static/(css/[^"]+)"', (WEB / "index.html").read_text("utf-8"))
    firsts = [(WEB / name).read_text("utf-8").rpartition("}\n")[0][-40:].strip() for name in names]
    places = [whole.find(first.splitlines()[-1].strip()) for first in firsts]
    assert all(place >= 0 for place in places)
    assert whole.count("{") == whole.count("}")
    assert "/*" not in whole
    assert "@media print{" in whole


@pytest.mark.parametrize("pattern", PAGES)
def test_every_page_loads_its_script_early(pattern: str) -> None:
    scripts, sheets = SITE.needs(pattern)
    assert scripts[0].startswith("js/pages/")
    assert {*scripts, *sheets} <= set(SITE.files)


def test_what_few_pages_need_comes_with_them_alone(server: Server) -> None:
    visitor = Visitor(server)
    assert SITE.needs("/match/:id") == (["js/pages/match.js"], [])
    assert SITE.needs("/train/:deck").scripts == ["js/pages/train.js", "js/shared.js"]
    for path, sheets in (("/train/pips", ["learn", "train"]), ("/new", [])):
        found = re.findall(
            r'rel="stylesheet" href="/files/\w+/css/(\w+)\.css"', shell(visitor, path)
        )
        assert found == ["all", *sheets]


def test_every_style_sheet_is_loaded_by_some_page() -> None:
    late = {sheet for needs in SITE.pages.values() for sheet in needs.sheets}
    sent = {name for name in SITE.files if name.startswith("css/")}
    assert sent == {"css/all.css", *late}


def test_patterns_of_router_and_server_are_compared_alike() -> None:
    assert starred("/match/:id/replay") == starred("/match/{match_id}/replay") == "/match/*/replay"


# The shell -----------------------------------------------------------------------------------


def test_a_match_page_brings_the_match_along(server: Server) -> None:
    ann = Visitor(server, "</script>")
    match_id = ann.new_match("backgammon")["id"]
    with ann.sit(match_id) as table:
        table.until(lambda: table.state["actor"] is not None)
    page = shell(ann, f"/match/{match_id}")
    assert early(page) == {
        "/api/me": ann.get("/api/me")[1],
        f"/api/matches/{match_id}": ann.get(f"/api/matches/{match_id}")[1],
    }
    assert set(early(shell(ann, "/match/nothing"))) == {"/api/me"}
    assert f'rel="modulepreload" href="/files/{SITE.version}/js/pages/match.js"' in page


def test_the_words_of_the_reader_come_along(server: Server) -> None:
    visitor = Visitor(server)
    words = 'crossorigin href="/files/{}/words/{}.json"'
    for wished, code in (("tr-TR,tr;q=0.9,en;q=0.8", "tr"), ("de,fa;q=0.5", "fa"), ("de", "en")):
        page = shell(visitor, **{"Accept-Language": wished})
        assert words.format(SITE.version, code) in page
    visitor.patch("/api/me", {"settings": {"language": "fa"}})
    page = shell(visitor, **{"Accept-Language": "tr"})
    assert words.format(SITE.version, "fa") in page


def test_a_shell_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    visitor = Visitor(server)
    visitor.get("/api/me")
    _, headers, _ = visitor.ask("GET", "/settings")
    same = {"If-None-Match": headers["ETag"]}
    assert headers["Cache-Control"] == "private, no-cache"
    assert visitor.ask("GET", "/settings", headers=same)[::2] == (304, b"")
    visitor.patch("/api/me", {"name": "Ann"})
    assert visitor.ask("GET", "/settings", headers=same)[0] == 200


def test_the_empty_shell_knows_nobody(server: Server) -> None:
    visitor = Visitor(server)
    page = shell(visitor, "/shell")
    assert 'id="early"' not in page
    assert not visitor.cookie


# Compression ---------------------------------------------------------------------------------


def test_files_are_compressed_for_those_who_accept_it(server: Server) -> None:
    visitor = Visitor(server)
    for path in (f"/files/{SITE.version}/js/main.js", "/api/variants", "/"):
        plain, zipped = visitor.ask("GET", path), visitor.ask("GET", path, headers=ZIPPED)
        assert plain[1].get("Content-Encoding") is None
        assert zipped[1]["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in zipped[1]["Vary"]
        assert gzip.decompress(zipped[2]) == plain[2]
        assert zipped[1]["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("said", "accepted"),
    [("gzip", True), ("deflate, gzip;q=1.0", True), ("*", True), ("gzip;q=0", False),
     ("gzip; q=0.000", False), ("", False), ("br", False), ("x-gzip-not", False)],
)  # fmt: skip
def test_who_accepts_gzip(said: str, accepted: bool) -> None:
    assert accepts_gzip(Headers({"Accept-Encoding": said})) is accepted


# Installed pages -----------------------------------------------------------------------------


def test_the_manifest_names_icons_that_are_there(server: Server) -> None:
    visitor = Visitor(server)
    status, headers, content = visitor.ask("GET", "/manifest.webmanifest")
    assert (status, headers["Content-Type"]) == (200, "application/manifest+json")
    for icon in json.loads(content)["icons"]:
        _, headers, picture = visitor.ask("GET", icon["src"])
        assert headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            size = "x".join(str(int.from_bytes(picture[n : n + 4])) for n in (16, 20))
            assert size == icon["sizes"]


def test_the_worker_keeps_the_files_of_its_release(server: Server) -> None:
    status, headers, content = Visitor(server).ask("GET", "/worker.js")
    assert (status, headers["Cache-Control"]) == (200, "no-cache")
    known = json.loads(content.decode().partition("const RELEASE = ")[2].partition(";\n")[0])
    assert known["version"] == SITE.version
    assert known["files"] == [SITE.root + name for name in SITE.files]


def test_developers_get_the_files_as_they_are(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db", "--dev") as server:
        visitor = Visitor(server)
        page = shell(visitor)
        assert 'src="/static/js/main.js"' in page
        assert 'name="version"' not in page
        assert "/api/me" in early(page)
        assert visitor.ask("GET", "/worker.js")[0] == 404
    site = as_it_is(WEB)
    assert site.head + site.rest == (WEB / "index.html").read_text("utf-8")
