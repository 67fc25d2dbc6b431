"""The table of nets in the docs is the one that the measured rows give."""

from __future__ import annotations

from pathlib import Path

from benchmarks import family_table, page


def test_the_page_has_the_table_of_today(tmp_path: Path) -> None:
    before = family_table.PAGE.read_text(encoding="utf-8")
    copy = tmp_path / "engine.md"
    copy.write_text(before, encoding="utf-8")
    page.put("nets", family_table.table(), copy)
    assert copy.read_text(encoding="utf-8") == before
