"""The files of the pages as they are sent: joined, compressed, and named after their content.

All names carry the version, a hash over every file: what was loaded once is never asked for again,
a new release has other names, and no page can mix the files of two releases.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fullprime.server.joined import SHARED, joined, relative

RAW: Final = "/static/"
"""Where the files are as they are in the repository."""
_LEAST_PACKED: Final = 200
"""Smaller files are not worth compressing."""
_SHEET: Final = re.compile(
    r'<link rel="stylesheet" href="/static/(?P<path>[^"]+)"(?: media="(?P<media>\w+)")?>\n'
)
_WAY: Final = re.compile(
    r'\["(?P<address>/[^"]*)", \(\) => import\("\./(?P<page>pages/[^"]+)"\)(?P<sheets>[^\]]*)\]'
)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class Asset(NamedTuple):
    """A file, and the same compressed where that is smaller."""

    body: bytes
    packed: bytes | None
    kind: str

    @staticmethod
    def of(body: bytes, name: str) -> Asset:
        """The file of that name."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = gzip.compress(body, 9, mtime=0) if len(body) >= _LEAST_PACKED else body
        text = kind.startswith("text/") or kind.endswith(("json", "xml"))
        return Asset(
            body,
            packed if len(packed) < len(body) else None,
            f"{kind}; charset=utf-8" if text else kind,
        )


class Needs(NamedTuple):
    """What a page loads besides what all pages load."""

    scripts: Sequence[str] = ()
    sheets: Sequence[str] = ()


class Site(NamedTuple):
    """Everything that pages load besides data."""

    version: str
    files: Mapping[str, Asset]
    """By their paths below `root`."""
    head: str
    """The page up to the end of its head,"""
    rest: str
    """and what follows."""
    pages: Mapping[str, Needs]
    """What a page needs by its address, whose variable parts are stars."""
    worker: bytes
    """The script that keeps the files for when there is no network."""

    @property
    def root(self) -> str:
        """Where the files are."""
        return f"/files/{self.version}/" if self.version else RAW

    @property
    def languages(self) -> list[str]:
        """Those that the pages have words for."""
        found = (re.fullmatch(r"words/(\w+)\.json", path) for path in self.files)
        return sorted(each[1] for each in found if each)

    def needs(self, address: str) -> Needs:
        """What a page needs, by the pattern of its address."""
        return self.pages.get(starred(address), Needs())


def starred(pattern: str) -> str:
    """An address with stars for its variable parts: `/match/:id` and `/match/{match_id}` alike."""
    parts = pattern.split("/")
    return "/".join("*" if part.startswith((":", "{")) else part for part in parts)


def as_it_is(web: Path) -> Site:
    """For developers: every file by itself, read again each time."""
    head, end, rest = (web / "index.html").read_text(encoding="utf-8").partition("</head>")
    return Site("", {}, head, end + rest, {}, b"")


def built(web: Path) -> Site:
    """What is sent to players."""
    sources = {
        path.relative_to(web).as_posix(): path.read_bytes()
        for path in sorted(web.rglob("*"))
        if path.is_file() and path.suffix != ".po"
    }
    version = _version(sources)
    page = sources["index.html"].decode()
    scripts = _texts(sources, "js/")
    texts = joined(scripts)
    files = {
        "css/all.css": "\n".join(_sheets(page, sources)).encode(),
        **{name: _short(sources[name]).encode() for name in _late_sheets(page, sources)},
        **{f"js/{name}": text.encode() for name, text in texts.items()},
        **{name: body for name, body in sources.items() if _is_plain(name)},
    }
    root = f"/files/{version}/"
    whole = _SHEET.sub("", page).replace(RAW, root)
    head, end, rest = whole.partition("</head>")
    head += f'<link rel="stylesheet" href="{root}css/all.css">\n'
    head += f'<meta name="version" content="{version}">\n'
    return Site(
        version,
        {name: Asset.of(body, name) for name, body in files.items()},
        head,
        end + rest,
        {
            starred(way["address"]): _needs(way, texts)
            for way in _WAY.finditer(scripts["router.js"])
        },
        _worker(sources["worker.js"], version, root, files),
    )


def _version(sources: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, body in sources.items():
        found.update(f"{name}\0{len(body)}\0".encode() + body)
    return found.hexdigest()[:12]


def _texts(sources: Mapping[str, bytes], folder: str) -> dict[str, str]:
    return {
        name.removeprefix(folder): body.decode()
        for name, body in sources.items()
        if name.startswith(folder)
    }


def _is_plain(name: str) -> bool:
    """Is the file sent as it is?"""
    return name.startswith(("words/", "icons/"))


def _sheets(page: str, sources: Mapping[str, bytes]) -> Iterable[str]:
    """The style sheets that the page names, in their order."""
    for found in _SHEET.finditer(page):
        short = _short(sources[found["path"]])
        yield f"@media {found['media']}{{{short}}}" if found["media"] else short


def _late_sheets(page: str, sources: Mapping[str, bytes]) -> list[str]:
    """Those that some pages ask for."""
    early = {found["path"] for found in _SHEET.finditer(page)}
    return [name for name in sources if name.startswith("css/") and name not in early]


def _short(sheet: bytes) -> str:
    """Without comments and indents."""
    return re.sub(r"\s*\n\s*", "\n", _COMMENT.sub("", sheet.decode())).strip()


def _needs(way: re.Match[str], texts: Mapping[str, str]) -> Needs:
    """What the router loads on this way, and what its script imports."""
    page = way["page"]
    shared = [SHARED] if f'from"{relative(page, SHARED)}"' in texts[page] else []
    names = re.findall(r'"([^"]+)"', way["sheets"])
    return Needs([f"js/{each}" for each in (page, *shared)], [f"css/{each}.css" for each in names])


def _worker(script: bytes, version: str, root: str, files: Iterable[str]) -> bytes:
    """The script with what it must keep."""
    known = {"version": version, "files": [root + name for name in files]}
    return f"const RELEASE = {json.dumps(known)};\n".encode() + script
