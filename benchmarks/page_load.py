"""How soon a match page shows its board on a slow line: Chromium with 100 ms and 4 Mbit/s.

    python -m benchmarks.page_load [--name before] [--record]

A fresh profile opens the address of a match, which is the first visit, leaves it, and opens it
again, which is the second; the clock runs from the start of the navigation to the first checker
in the page. Requests and bytes on the line are counted until the line is quiet.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks import results

ROUNDS: Final = 5
LATENCY_MS: Final = 100
BITS: Final = 4_000_000
SETTLED_MS: Final = 1500
"""The line is quiet when nothing has come for so long."""
MATCH: Final = {"game": "backgammon", "opponent": {"kind": "here", "name": ""}}
WATCH: Final = """
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".board .checker")) return;
    observer.disconnect();
    window.boardDrawn = performance.now();
  }).observe(document, { childList: true, subtree: true });
"""


class Visit(NamedTuple):
    """What one opening of the page has cost."""

    seconds: float
    requests: int
    bytes: int


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server of its own."""
    command = [sys.executable, "-m", "fullprime", "serve", "--no-open", "--port", "0"]
    command += ["--data", str(folder / "matches.db"), "--seed", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if not found:
            raise SystemExit("the server does not say its address")
        address = found[0].rstrip("/")
        wait_for(f"{address}/healthz")
        yield address
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    """It is printed a moment before anyone answers there."""
    for _ in range(100):
        try:
            urllib.request.urlopen(url).close()
            return
        except urllib.error.URLError:
            time.sleep(0.1)
    raise SystemExit(f"{url} does not answer")


def new_match(address: str) -> str:
    """The path of a match that everyone may look at."""
    request = urllib.request.Request(
        f"{address}/api/matches",
        json.dumps(MATCH).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return f"/match/{json.load(answer)['id']}"


class Meter:
    """Counts what goes over the line of a page."""

    def __init__(self, session: CDPSession) -> None:
        self.begin()
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def begin(self) -> None:
        self.requests = 0
        self.bytes = 0
        self._own: set[str] = set()

    def _received(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if not response.get("fromDiskCache") and not response.get("fromServiceWorker"):
            self._own.add(event["requestId"])
            self.requests += 1

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._own:
            self.bytes += int(event["encodedDataLength"])


def open_page(page: Page, meter: Meter, url: str) -> Visit:
    """From the address to a quiet line."""
    meter.begin()
    page.goto(url, wait_until="commit")
    page.locator(".board .checker").first.wait_for(state="attached")
    seconds = page.evaluate("window.boardDrawn") / 1000
    seen = -1
    while seen != meter.requests:
        seen = meter.requests
        page.wait_for_timeout(SETTLED_MS)
    return Visit(seconds, meter.requests, meter.bytes)


def visits(browser: Browser, url: str) -> tuple[Visit, Visit]:
    """The first and the second of a fresh profile."""
    # A page that is kept is loaded by its worker, whose line is not slowed down.
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        slow = {"downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8}
        session.send(
            "Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **slow}
        )
        meter = Meter(session)
        first = open_page(page, meter, url)
        page.goto("about:blank")
        return first, open_page(page, meter, url)


def middle(found: list[Visit]) -> Visit:
    """The median of each figure."""
    columns = list(zip(*found, strict=True))
    return Visit(median(columns[0]), round(median(columns[1])), round(median(columns[2])))


def measured(rounds: int) -> dict[str, Visit]:
    """The medians of first and second visits."""
    path = os.environ.get("FULLPRIME_CHROMIUM") or shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path)
        url = address + new_match(address)
        visits(browser, url)  # the browser and the server have done everything once
        rows = [visits(browser, url) for _ in range(rounds)]
        browser.close()
    first, second = zip(*rows, strict=True)
    return {"first visit": middle(list(first)), "second visit": middle(list(second))}


def main() -> None:
    """Prints the figures, and records them if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="now", help="of what is measured, for the record")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    found = measured(args.rounds)
    for name, visit in found.items():
        print(f"{name}: {visit.seconds:.2f} s, {visit.requests} requests, {visit.bytes} bytes")
    if args.record:
        results.append("page_load", _rows(found, args.name, args.rounds))


def _rows(found: dict[str, Visit], name: str, rounds: int) -> Iterator[results.Measured]:
    line = f"Chromium throttled to {LATENCY_MS} ms and {BITS // 1_000_000} Mbit/s"
    for which, visit in found.items():
        note = f"first checker in the page; {line}, median of {rounds}"
        counted = f"{visit.requests} requests, {visit.bytes} bytes until the line is quiet"
        subject = f"match page, {which}, {name}"
        yield results.Measured(subject, visit.seconds, "s", note=f"{note}; {counted}")


if __name__ == "__main__":
    main()
