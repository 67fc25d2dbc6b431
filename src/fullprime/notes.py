"""What a match carries besides its actions: where it was played, comments, marks, and the analysis
that another program has left in its file.

Actions and games are counted from 0, as in `match.games[game].log[action]`.

>>> notes = Notes().comment("A fine start.", game=0, action=1)
>>> notes.of(0, 1).text
'A fine start.'
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Mark = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""As in other games: brilliant, good, interesting, doubtful, error, blunder."""
Index = Annotated[int, Meta(ge=0)]
SixChances = tuple[float, float, float, float, float, float]
"""Single, gammon, backgammon won, then lost; they exclude each other."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play as a program has evaluated it."""

    play: str
    equity: float
    """In points of the present cube (EMG in a match)."""
    outcome: SixChances | None = None
    by: str = ""
    """How deep: `2-ply`, `XG Roller++`, `rollout, 1296 trials`."""


class CubeVerdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What doubling would have brought; equities, or match winning chances where they say so."""

    no_double: float
    double_take: float
    double_pass: float | None = 1.0
    """None: the file does not say, as in a match of which only chances to win it are known."""
    outcome: SixChances | None = None
    """Without a double."""
    by: str = ""
    chances: bool = False
    """The three are chances to win the match, not equities."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the program that wrote the file thought of a decision."""

    candidates: tuple[Candidate, ...] = ()
    """Best first."""
    played: int | None = None
    """Which of them was played."""
    cube: CubeVerdict | None = None
    luck: float | None = None
    raw: dict[str, tuple[str, ...]] = {}
    """Properties of the file as they stand there, so that writing it again loses nothing."""


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What belongs to one action, to one game or to the match."""

    text: str = ""
    mark: Mark = ""
    analysis: Analysis | None = None
    spent: float | None = None
    """Seconds on the clock of the one who acted."""


class GameNotes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What belongs to one game."""

    whole: Note = Note()
    actions: dict[Index, Note] = {}


class ReadingFault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something in a file that could not be read or that breaks the rules."""

    line: int
    """Where it stands, counted from 1; in files without lines, the number of the record."""
    text: str
    game: int = 0
    """Counted from 1, as players do; 0: before the first game."""
    action: Index | None = None
    """Which action of the game was to come next; null where no game had begun."""
    position: str = ""
    """The board there, as a GNU id or position text."""

    @property
    def described(self) -> str:
        """What is wrong, and on which board."""
        return f"{self.text}; position {self.position}" if self.position else self.text


class Notes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of a match."""

    about: dict[str, str] = {}
    """Event, place, date and so on, by the keys of `ABOUT` or any other."""
    whole: Note = Note()
    games: dict[Index, GameNotes] = {}
    faults: tuple[ReadingFault, ...] = ()
    """What was wrong with the file that it was read from."""
    clock: dict[str, Any] = {}
    """The rules of the clock, as the server has them."""
    proof: dict[str, Any] = {}
    """What is needed to check the dice."""

    def of(self, game: int | None = None, action: int | None = None) -> Note:
        """The note of an action, of a game, or of the match; an empty one where there is none."""
        if game is None:
            return self.whole
        notes = self.games.get(game, GameNotes())
        return notes.whole if action is None else notes.actions.get(action, Note())

    def with_note(self, note: Note, game: int | None = None, action: int | None = None) -> Notes:
        """The same notes with this one in its place; an empty one takes the old one away."""
        if game is None:
            return msgspec.structs.replace(self, whole=note)
        notes = self.games.get(game, GameNotes())
        if action is None:
            changed = msgspec.structs.replace(notes, whole=note)
        else:
            kept = {**notes.actions, action: note}
            actions = {key: kept[key] for key in sorted(kept) if kept[key] != Note()}
            changed = msgspec.structs.replace(notes, actions=actions)
        games = {**self.games, game: changed}
        games = {key: games[key] for key in sorted(games) if games[key] != GameNotes()}
        return msgspec.structs.replace(self, games=games)

    def comment(self, text: str, game: int | None = None, action: int | None = None) -> Notes:
        """The same notes with this comment there."""
        note = msgspec.structs.replace(self.of(game, action), text=text)
        return self.with_note(note, game, action)


ABOUT = (
    "event",
    "round",
    "place",
    "site",
    "match_id",
    "date",
    "time",
    "transcriber",
    "annotator",
    "source",
    "rating_0",
    "rating_1",
    "experience_0",
    "experience_1",
)
"""The keys that formats share; dates are YYYY-MM-DD, `_0` and `_1` belong to the seats."""
