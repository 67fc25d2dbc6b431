"""The index leads to every page."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
LINK = re.compile(r"\]\((?!https?:)([^)#]+\.md)")


def reached_from(index: Path) -> set[Path]:
    """By any number of links."""
    reached: set[Path] = set()
    waiting = [index]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            links = LINK.findall(page.read_text(encoding="utf-8"))
            waiting += [(page.parent / link).resolve() for link in links]
    return reached


def test_every_page_can_be_reached() -> None:
    pages = set(DOCS.rglob("*.md"))
    assert len(pages) > 50
    assert not pages - reached_from(DOCS / "README.md")


def test_pages_of_the_first_level_are_on_the_index() -> None:
    listed = set(LINK.findall((DOCS / "README.md").read_text(encoding="utf-8")))
    assert not {page.name for page in DOCS.glob("*.md")} - listed - {"README.md"}
