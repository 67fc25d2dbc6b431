"""Draws the icons of the installed application from `favicon.svg`. Run by `make icons`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

WEB: Final = Path(__file__).parents[1] / "src" / "fullprime" / "web"
GROUND: Final = "#2b3a42"
"""That of the sign itself; it fills what a system cuts off from an icon to give it its shape."""
SAFE: Final = 0.72
"""How much of such an icon is never cut off."""


def draw(browser: Browser, size: int, share: float = 1.0, ground: str = "transparent") -> bytes:
    """The sign at that share of a square."""
    page = browser.new_page(viewport={"width": size, "height": size})
    sign = (WEB / "favicon.svg").read_text(encoding="utf-8")
    place = f"position:fixed;inset:{50 * (1 - share):.2f}%"
    page.set_content(
        f'<body style="margin:0;background:{ground}"><div style="{place}">{sign}</div></body>'
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
        (folder / "maskable-512.png").write_bytes(draw(browser, 512, SAFE, GROUND))
        browser.close()


if __name__ == "__main__":
    main()
