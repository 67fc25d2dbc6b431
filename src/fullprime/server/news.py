"""What a process of a site tells the others, where there are others."""

from __future__ import annotations

from collections.abc import Callable

Hears = Callable[[str], None]


class News:
    """By kinds; the others hear it a moment later, unless they are starting just then. So nothing
    may depend on it that must not be lost."""

    def __init__(self) -> None:
        self._hearers: dict[str, Hears] = {}
        self.tell: Callable[[str, str], None] = lambda kind, about: None
        """Tells the others something of a kind, and what it is about."""

    def on(self, kind: str, hears: Hears) -> None:
        """Who hears news of this kind."""
        self._hearers[kind] = hears

    def heard(self, kind: str, about: str) -> None:
        """Another process has told it."""
        if hears := self._hearers.get(kind):
            hears(about)
