"""Keeps the match on the disk, so that nothing is lost whatever happens to the program."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from fullprime.dice import Dice, SeededDice
from fullprime.formats import saved
from fullprime.match import Match

Notes = dict[str, str | int | None]


def dice_notes(dice: Dice) -> Notes:
    """What is needed to go on with the same dice."""
    if isinstance(dice, SeededDice):
        return {"seed": dice.seed, "stream": dice.stream, "thrown": dice.thrown}
    return {}


def write_atomically(path: Path, data: bytes) -> None:
    """Afterwards the file is the new one or the old one, never a part of either."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


class Keeper:
    """Writes the match after every action; tells once when the disk refuses, and when it is over.

    `notes` is asked at every save, for the dice move on.
    """

    def __init__(
        self, path: Path | None, notes: Callable[[], Notes], tell: Callable[[str], None]
    ) -> None:
        self.path = path
        self._notes = notes
        self._tell = tell
        self._trouble = ""

    def save(self, match: Match) -> bool:
        """Is the match on the disk now?"""
        if self.path is None:
            return False
        trouble = self._write(self.path, match)
        if trouble and trouble != self._trouble:
            self._tell(f"{trouble} The game goes on, but it is not on the disk.")
        elif self._trouble and not trouble:
            self._tell(f"The match is on the disk again: {self.path}")
        self._trouble = trouble
        return not trouble

    def save_as(self, path: Path, match: Match, overwrite: bool) -> bool:
        """Writes a copy; a match that had no file is kept in this one from now on."""
        if path.exists() and path != self.path and not overwrite:
            self._tell(f"{path} exists already; 'save! {path}' overwrites it.")
            return False
        trouble = self._write(path, match)
        self._tell(trouble or f"Saved to {path}")
        if not trouble and self.path is None:
            self.path = path
        return not trouble

    def _write(self, path: Path, match: Match) -> str:
        try:
            write_atomically(path, saved.dump(match, self._notes()))
        except OSError as error:
            return f"Could not save to {path}: {error.strerror or error}."
        return ""
