"""How much of the window the board of a match takes, at four sizes.

    python -m benchmarks.board_area [--address http://127.0.0.1:8024]

Without an address a server of its own is started. Figures of an older edition come from a server
that runs in its tree.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.page_load import new_match, serving
from playwright.sync_api import Browser, sync_playwright

WINDOWS: Final = ((1366, 768), (1440, 900), (1920, 1080), (360, 740))
DRAWN: Final = ".board .board-frame, .board svg .frame"
"""The frame and all in it: an element of its own, or a part of the drawing before."""
TOUCH_BELOW: Final = 800
"""Narrower windows are those of phones."""


def share(browser: Browser, url: str, width: int, height: int) -> float:
    """The frame of the board, in the area of the window."""
    touch = width < TOUCH_BELOW
    with browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, service_workers="block"
    ) as context:
        page = context.new_page()
        page.goto(url)
        page.locator(".board .checker").first.wait_for(state="attached")
        box = page.locator(DRAWN).first.bounding_box()
        assert box is not None
        return box["width"] * box["height"] / (width * height)


def table(address: str) -> None:
    """Printed for a page of the docs."""
    path = os.environ.get("FULLPRIME_CHROMIUM") or shutil.which("chromium")
    url = address + new_match(address)
    print("| window | board |\n| --- | ---: |")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        for width, height in WINDOWS:
            print(f"| {width}×{height} | {100 * share(browser, url, width, height):.1f} % |")
        browser.close()


def main() -> None:
    """Of a server that runs, or of one of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", help="of a server that runs already")
    asked = parser.parse_args().address
    if asked:
        table(asked.rstrip("/"))
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        table(address)


if __name__ == "__main__":
    main()
