"""Draws the icons of the installed application from `favicon.svg`. Run by `make icons`."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

WEB: Final = Path(__file__).parents[1] / "src" / "fullprime" / "web"
SIGN: Final = (WEB / "favicon.svg").read_text(encoding="utf-8")
SAFE: Final = 0.72
"""How much of an icon is never cut off by a system that gives it its own shape."""


def ground() -> str:
    """The color of the sign's first form, which fills what is cut off."""
    found = re.search(r'<rect[^>]* fill="([^"]+)"', SIGN)
    if not found:
        raise SystemExit("favicon.svg has no ground")
    return found[1]


def draw(browser: Browser, size: int, share: float = 1.0, around: str = "transparent") -> bytes:
    """The sign at that share of a square."""
    page = browser.new_page(viewport={"width": size, "height": size})
    place = f"position:fixed;inset:{50 * (1 - share):.2f}%"
    page.set_content(
        f'<body style="margin:0;background:{around}"><div style="{place}">{SIGN}</div></body>'
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    """Writes all of them."""
    path = os.environ.get("FULLPRIME_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        folder = WEB / "icons"
        folder.mkdir(exist_ok=True)
        for size in (192, 512):
            (folder / f"icon-{size}.png").write_bytes(draw(browser, size))
        (folder / "maskable-512.png").write_bytes(draw(browser, 512, SAFE, ground()))
        browser.close()


if __name__ == "__main__":
    main()
