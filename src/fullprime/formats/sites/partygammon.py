"""PartyGammon: `.gam` files of keys and values."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.sites.scribe import Scribe, digits
from fullprime.formats.transcript import NO_PLAY, Kind, Transcript, head_of, text_of
from fullprime.match import MOST

_KEY: Final = re.compile(r"\s*([A-Za-z_0-9]+)\s*=(.*)$")
_BOARD: Final = re.compile(r"\bBOARDID {0,9}=")
_OF_GAME: Final = re.compile(r"GAME_(\d{1,9})_(\w+)")
_TURN: Final = re.compile(r"\s*([12])\s+(?:\d{1,9}\s+\d{1,9}\s+)?([1-6])([1-6])(?:[:\s]+(.*))?$")
_SAID: Final = re.compile(r"\s*([12])\s+(?:\d{1,9}\s+)*([A-Za-z].*)$")
_WORDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("doubl", "double"), ("redoubl", "double"), ("beaver", "beaver"), ("raccoon", "raccoon"),
    ("tak", "take"), ("accept", "take"), ("drop", "drop"), ("pass", "drop"), ("reject", "drop"),
    ("declin", "drop"), ("resign", "resign"), ("win", "win"),
)  # fmt: skip


class _Game:
    """One game, its keys in any order."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.play = ""
        self.names = ["", ""]
        self.after: list[int | None] = [None, None]


def looks_like(data: bytes) -> bool:
    """The number of the board, and the moves of a game."""
    head = head_of(data).upper()
    return bool(_BOARD.search(head)) and "GAME_" in head


def read(data: bytes) -> Transcript:
    """A match, or a money session."""
    scribe = Scribe("partygammon")
    games: dict[int, _Game] = {}
    for number, line in enumerate(text_of(data).split("\n"), 1):
        if found := _KEY.match(line):
            _key(scribe, games, found[1].upper(), found[2].strip(), number)
    score: tuple[int, int] = (0, 0)
    for _, game in sorted(games.items()):
        score = _read_game(scribe, game, score)
    return scribe.match


def _key(scribe: Scribe, games: dict[int, _Game], key: str, value: str, line: int) -> None:
    if key == "MATCHLENGTH":
        scribe.set_length(digits(value))
    elif key == "BOARDID":
        scribe.match.about["match_id"] = value
    elif found := _OF_GAME.fullmatch(key):
        game = games.setdefault(int(found[1]), _Game(line))
        match found[2]:
            case "PLAYER_1":
                game.names[0] = value
            case "PLAYER_2":
                game.names[1] = value
            case "GAMEPLAY":
                game.play, game.line = value, line
            case "SCORE1":
                game.after[0] = digits(value)
            case "SCORE2":
                game.after[1] = digits(value)


def _read_game(scribe: Scribe, game: _Game, score: tuple[int, int]) -> tuple[int, int]:
    """The score after it."""
    first, second = game.names
    if first and second and not scribe.match.games:
        scribe.match.players = (first, second)
    scribe.begin(game.line, score)
    for action in filter(str.strip, game.play.split("#")):
        _action(scribe, action, game.line)
    a, b = game.after
    if a is None or b is None or max(a, b) > MOST:
        return score
    gained = a - score[0], b - score[1]
    if min(gained) == 0 < max(gained):
        scribe.add("win", 0 if gained[0] else 1, game.line, max(gained))
    return a, b


def _action(scribe: Scribe, text: str, line: int) -> None:
    if found := _TURN.match(text):
        dice = int(found[2]), int(found[3])
        play = " ".join((found[4] or "").replace(",", " ").split())
        scribe.roll(_seat(found[1]), dice, line, play if "/" in play else NO_PLAY if play else "")
        return
    said = _SAID.match(text)
    word = said[2].lower() if said else ""
    kind = next((kind for start, kind in _WORDS if word.startswith(start)), None)
    if said is None or kind is None:
        scribe.fault(line, f"not understood: {shorten(text, 60)}")
    else:
        scribe.add(kind, _seat(said[1]), line, digits(word) if kind != "resign" else 0)


def _seat(number: str) -> Seat:
    return 0 if number == "1" else 1
