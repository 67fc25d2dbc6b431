"""The tables of the page about the opening book are up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_up_to_date() -> None:
    page = runpy.run_path(str(DOCS / "opening_book.py"))["page"]()
    assert (DOCS / "book.md").read_text(encoding="utf-8") == page, "run `make opening-book`"
