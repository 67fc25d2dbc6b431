"""The tables that benchmarks put into docs/strength.md, each between the marks of its name.

Rows for results.csv come first: they show whether something was changed since the commit, and the
page is about to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[1] / "docs" / "strength.md"


def put(name: str, block: str, page: Path = PAGE) -> None:
    """A new block in the place of the old one."""
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    if begin not in text or end not in text:
        raise ValueError(f"the page has no marks {begin.strip()} and {end}")
    head, _, rest = text.partition(begin)
    page.write_text(f"{head}{begin}\n{block}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """In markdown: names to the left, figures to the right."""
    lines = [f"| {' | '.join(titles)} |", "| --- |" + " ---: |" * (len(titles) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"
