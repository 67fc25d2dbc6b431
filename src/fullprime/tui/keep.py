"""Keeps the match on the disk, so that nothing is lost if the program ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from fullprime.dice import Dice, SeededDice
from fullprime.errors import FullprimeError, plain, shorten
from fullprime.files import write_atomically
from fullprime.formats import match_file, saved
from fullprime.match import Match

Notes = dict[str, str | int | None]


def dice_notes(dice: Dice) -> Notes:
    """What is needed to go on with the same dice."""
    if isinstance(dice, SeededDice):
        return {"seed": dice.seed, "stream": dice.stream, "thrown": dice.thrown}
    return {}


class Keeper:
    """Writes the match after every action; says once when the disk refuses, and when it is back.

    `notes` is called at every save, because the dice move on.
    """

    def __init__(
        self, path: Path | None, notes: Callable[[], Notes], tell: Callable[[str], None]
    ) -> None:
        self.path = path
        self._notes = notes
        self._tell = tell
        self._trouble = ""
        self._written: bytes | None = None
        """What `path` holds, if no other program writes there."""

    def save(self, match: Match) -> bool:
        """Is the match on the disk now?"""
        if self.path is None:
            return False
        self._make_way(self.path)
        trouble = self._write(self.path, match)
        if trouble and trouble != self._trouble:
            self._tell(f"{trouble} The game goes on, but it is not on the disk.")
        elif self._trouble and not trouble:
            self._tell(f"The match is on the disk again: {self.path}")
        self._trouble = trouble
        return not trouble

    def save_as(self, name: str, match: Match, overwrite: bool) -> bool:
        """Writes a copy; a match that had no file is kept in this one from now on."""
        path = Path(name)
        try:
            path = path.expanduser()
            taken = path.exists() and path != self.path
        except (OSError, RuntimeError) as error:
            self._tell(_could_not(path, error))
            return False
        if taken and not overwrite:
            self._tell(f"{path} exists already; 'save! {path}' overwrites it.")
            return False
        if path == self.path:
            self._make_way(path)
            path = self.path
        trouble = self._write(path, match)
        self._tell(trouble or f"Saved to {path}")
        if not trouble and self.path is None:
            self.path = path
        return not trouble

    def export(self, name: str, match: Match, overwrite: bool) -> None:
        """Writes the match in the format of the ending, and says what that cannot hold."""
        path = Path(name)
        try:
            path = path.expanduser()
            if path.exists() and not overwrite:
                self._tell(f"{path} exists already; 'export! {path}' overwrites it.")
                return
            losses = match_file.save(match, path)
        except FullprimeError as error:
            self._tell(f"{plain(str(error)).rstrip('.')}.")
        except (OSError, RuntimeError, ValueError) as error:
            self._tell(_could_not(path, error))
        else:
            self._tell(f"Written to {path}")
            for loss in losses:
                self._tell(loss)

    def _make_way(self, path: Path) -> None:
        """Two programs with one file would undo each other's work, so this one goes elsewhere."""
        if self._written is None or _read(path) in (None, self._written):
            return
        self.path = _beside(path)
        self._tell(
            f"Another program has changed {path}; "
            f"from now on this match is kept in {self.path.name} beside it."
        )

    def _write(self, path: Path, match: Match) -> str:
        data = saved.dump(match, self._notes())
        try:
            write_atomically(path, data)
        except (OSError, ValueError) as error:  # ValueError: no name of a file at all
            return _could_not(path, error)
        if self.path in (None, path):
            self._written = data
        return ""


def _could_not(path: Path, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or error
    return f"Could not save to {shorten(plain(str(path)))}: {str(reason).rstrip('.')}."


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _beside(path: Path) -> Path:
    """`match-2.json` for `match.json`, or the next number that is free."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())
