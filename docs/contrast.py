"""Writes the table of contrasts in `docs/board.md`. Run by `make contrast`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from server_client import Server
from web.conftest import chromium
from web.contrast import PAIRS, SCALE, THEMES, Row, measure

PAGE = Path(__file__).parent / "board.md"
HEAD = """| board | checkers | field | odd points | even points | tray | outline of points |
|---|---|---|---|---|---|---|
"""
PLACE = re.compile(r"(<!-- contrast -->\n).*?(<!-- end -->)", re.DOTALL)


def line(row: Row) -> str:
    figures = " | ".join(f"{each:.2f}" for each in row[2:])
    return f"| {row.theme} | {row.checkers} | {figures} |\n"


def main() -> None:
    """Measures all boards in the browser."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "matches.db") as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium()) as browser,
    ):
        page = browser.new_page(device_scale_factor=SCALE)
        page.goto(f"http://127.0.0.1:{server.port}/about")
        table = HEAD + "".join(line(row) for row in measure(page, THEMES, PAIRS))
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PLACE.sub(rf"\g<1>{table}\g<2>", text), encoding="utf-8")


if __name__ == "__main__":
    main()
