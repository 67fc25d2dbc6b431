"""What the game needs of a terminal, and one for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol


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

    def pause(self, seconds: float) -> None:
        """Leaves what is shown on the screen for a while."""


class ScriptedTerminal:
    """Answers from a list and keeps what is shown; an exception in the list is raised."""

    def __init__(self, answers: Iterable[str | BaseException], width: int = 80) -> None:
        self._answers = iter(answers)
        self.width = width
        self.shown: list[str] = []
        self.pauses: list[float] = []

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

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    @property
    def text(self) -> str:
        """Everything shown so far."""
        return "\n".join(self.shown)
