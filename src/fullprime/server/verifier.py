"""The page that verifies records of dice without a server: everything is in one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from fullprime.server.joined import joined

FIRST: Final = "fair/alone.js"
USED: Final = ("fair.", "verify.")
"""Beginnings of the words that it needs."""
_STYLE: Final = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
:root { color-scheme: light dark; }
.drop { display: block; padding: 1.5rem; border: 2px dashed; border-radius: 10px; cursor: pointer; }
.drop .button { margin-inline-end: 1rem; text-decoration: underline; }
.unseen { position: absolute; opacity: 0; }
.drop.over, .drop:focus-within { outline: 3px solid; }
.verdict-of-dice { font-size: 1.4rem; font-weight: 600; }
.bad { color: light-dark(#b3261e, #ff8a80); }
.hashes dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
td, th { padding-inline-end: 1.5rem; text-align: start; }
"""


def verifier_page(web: Path) -> str:
    """As it is saved: script, style and words of all languages are in it."""
    folder = web / "js"
    scripts = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.js")
    }
    words = {
        path.name.partition(".")[0]: _used(path, path.with_suffix(".fair.json"))
        for path in sorted((web / "words").glob("??.json"))
    }
    known = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    script = joined(scripts, FIRST)[FIRST]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Fullprime</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<script type="application/json" id="words">{known}</script>\n'
        f'<script type="module">\n{script}</script>\n</body>\n</html>\n'
    )


def _used(*files: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in files:
        found |= json.loads(file.read_text("utf-8"))
    return {key: text for key, text in found.items() if key.startswith(USED)}
