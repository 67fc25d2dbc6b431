"""What the game needs of a terminal, the real one, and one for tests."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TextIO

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


class Terminal(Protocol):
    """Shows text and asks for lines."""

    @property
    def width(self) -> int:
        """Columns, as of now: a window may have been resized."""

    def draw(self, lines: Sequence[str]) -> None:
        """Shows lines as they are."""

    def say(self, text: str) -> None:
        """Shows a sentence, wrapped where it is long."""

    def ask(self, prompt: str) -> str:
        """The next line typed; raises EOFError where there is none."""


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


class ScriptedTerminal:
    """Answers from a list and keeps what is shown; an exception in the list is raised."""

    def __init__(self, answers: Iterable[str | BaseException], width: int = 80) -> None:
        self._answers = iter(answers)
        self.width = width
        self.shown: list[str] = []

    def draw(self, lines: Sequence[str]) -> None:
        self.shown += lines

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        answer = next(self._answers, EOFError())
        if isinstance(answer, BaseException):
            raise answer
        self.shown.append(prompt + answer)
        return answer

    @property
    def text(self) -> str:
        """Everything shown so far."""
        return "\n".join(self.shown)
