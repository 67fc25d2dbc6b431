"""The real terminal. What draws there is slow to import, so only `fullprime play` asks for it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - importing it gives `input` line editing and history

_STYLES: Final = (
    ("○", "bold cyan"),
    ("●", "bold magenta"),
    ("▸", "bold"),
    (r"\[\d\]", "bold reverse"),
    (r"[·─│├┤┌┬┐└┴┘]", "dim"),
)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise  # what is being handled: how to end is not ours to decide


class ConsoleTerminal:
    """Standard input and output; coloured where the terminal and its user want colour."""

    def __init__(self, console: Console | None = None, lines: TextIO | None = None) -> None:
        self._console = console or _Console(highlight=False, markup=False, emoji=False)
        self._lines = lines or sys.stdin
        for stream in (self._lines, self._console.file):
            # A stray byte in a name or in the input must not end the game.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:
                reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return self._console.width

    @property
    def unicode(self) -> bool:
        """Can the characters of the Unicode board be written?"""
        return self._console.encoding.lower().startswith("utf")

    @property
    def is_watched(self) -> bool:
        """Does a person see this as it is written, rather than a file or a pipe?"""
        return self._console.is_terminal

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def draw(self, lines: Sequence[str]) -> None:
        for line in lines:
            text = Text(line)
            for pattern, style in _STYLES:
                text.highlight_regex(pattern, style)
            self._console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def say(self, text: str) -> None:
        self._console.print(Text(text))

    def ask(self, prompt: str) -> str:
        if self._lines.isatty():
            return input(prompt)
        line = self._lines.readline()
        if not line:
            raise EOFError
        # The answer is written down too, so that the record of a scripted game can be read.
        self._console.print(Text(prompt + line.rstrip("\r\n")))
        return line
