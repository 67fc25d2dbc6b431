"""Match text: the `.mat` of GNU Backgammon and Jellyfish, XG's text, and what the sites make of it.

No two programs write it alike, so the reader goes by what a line looks like and not by columns.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

import msgspec

from fullprime.action import Seat
from fullprime.errors import BadFile, BadPosition, BadVariant, shorten
from fullprime.formats.file_games import names_in_files
from fullprime.formats.ids.snowie_line import from_snowie_line
from fullprime.formats.mat.rows import Cell, Row, cells_of, placed
from fullprime.formats.mat.tags import TAG, apply_tags, rated_names
from fullprime.formats.transcript import (
    ANOTHER,
    OFFERS,
    Entry,
    GameTranscript,
    Transcript,
    head_of,
    text_of,
    variant_of,
)
from fullprime.formats.written import Written
from fullprime.match import MOST, Match
from fullprime.notes import Note, ReadingFault
from fullprime.position import BAR, Position
from fullprime.variant import Variant

LENGTH: Final = re.compile(
    r"\s*(?:(\d{1,9})[\s-]*(?:points?|pts?\.?)[\s-]+match\b(?!\s*:\s*\d)"
    r"|(?:match (?:to|of)|match length\s*[:=]?) (\d{1,9})(?: points?)?[\s.:;]*$"
    r"|(unlimited|money)[\s-]*(?:match|game|session)?\b[\s.:;]*$)",
    re.IGNORECASE,
)
GAME: Final = re.compile(
    r"\s*game\s*#?\s*(\d{1,9})(?:\s+of\s+\d{1,9})?"
    r"(?:\s*[(,:-]*\s*(?:post-?)?crawford(?:\s+game)?\)?)?\s*[.:]?\s*$",
    re.IGNORECASE,
)
SCORES: Final = tuple(
    re.compile(rf"\s*(.*?)\s*:\s*(-?\d{{1,9}}){gap}(\S.*?)?\s*:\s*(-?\d{{1,9}})\s*$")
    for gap in (r"\s{2,}", r"[\s,;|-]+")
)
ROW: Final = re.compile(r"\s*\d{1,5}\s*\)")
SET_POS: Final = re.compile(r"set\s*pos\s*=\s*([-A-Pa-p]{26})(?:/(-?\d{1,2}))?", re.IGNORECASE)
_CRAWFORD_GAME: Final = re.compile(r'\[CrawfordGame "(On|Off)"\]', re.IGNORECASE)
_CUBE: Final = re.compile(r'\[Cube "(\d{1,4})"\]', re.IGNORECASE)
"""What the cube shows from the beginning, in the middle; Fullprime writes these two."""
_BETWEEN_NAMES: Final = re.compile(r"\s{2,}|\s+(?:vs?\.?|-|against)\s+", re.IGNORECASE)
_QUOTED: Final = r"(?:\s{0,3}<[^<>\n]{0,99}>|>)*"
"""Before a line of a page or of a letter that is answered."""
_BEFORE_LINE: Final = re.compile(r"(?:> ?)+(?=\s*(?:[\w;#+|]|$))")
_MARKUP: Final = re.compile(r"(?i)<(?:html|body|pre|p|br)\b")
_ELEMENT: Final = re.compile(r"</?[A-Za-z][^<>\n]{0,99}>")
_CRAWFORD_MARK: Final = re.compile(r"\(crawford(?: game)?\)", re.IGNORECASE)
_SPACES: Final = str.maketrans(
    dict.fromkeys("\xa0\u2002\u2003\u2007\u2009\u202f", " ")
    | {"\u3000": "  ", "\uff1a": ":", "\uff0f": "/"}
    | dict.fromkeys("\u200b\u200e\u200f\u2060")
)
"""Blanks, colons and slashes of other keyboards; marks that are not seen."""
_SIGNS: Final = re.compile(
    rf"(?im)^{_QUOTED}\s*\d{{1,9}}[\s-]*points?[\s-]+match\b"
    rf"|^{_QUOTED}{GAME.pattern}\n+.*:\s*\d+.*:\s*\d+\s*$"
)
_FIRST_ROW: Final = re.compile(r"(?m)^\s*1\s*[).]\s*\(?[1-6][-,]?[1-6](?:\s?:|\))")
LONGEST: Final = 1000
"""Characters of a line."""


def looks_like(data: bytes) -> bool:
    """The length of the match, or a game with its score."""
    return bool(_SIGNS.search(_without_indents(data)))


def read(data: bytes) -> Transcript:
    """A match, or a money session."""
    return read_text(text_of(data), "mat")


def dump(match: Match) -> Written:
    """As GNU Backgammon writes it, so that every program reads it."""
    # Most who read a file do not write one.
    from fullprime.formats.mat.writer import written

    return written(match)


def looks_like_rows(data: bytes) -> bool:
    """Rows without a heading, as in a file of a single game."""
    return bool(_FIRST_ROW.search(_without_indents(data)))


def _without_indents(data: bytes) -> str:
    """The head of a file, in which blank lines would be looked at again and again."""
    return re.sub(r"\n\s+", "\n", head_of(data))


def read_text(text: str, name: str) -> Transcript:
    """The match in a text of any dialect; `name` is that of the format."""
    reader = _Reader(name)
    if _MARKUP.search(text, 0, LONGEST):  # a page that shows it
        text = unescape(_ELEMENT.sub("", text))
    for number, line in enumerate(text.split("\n"), 1):
        reader.line(number, line)
        if reader.is_over:
            break
    return reader.finished()


class _Reader:
    """A file, line by line."""

    def __init__(self, name: str) -> None:
        self._match = Transcript(format=name, players=("", ""), length=0)
        self._tags: dict[str, str] = {}
        self._spelled: dict[str, str] = {}
        """How the file writes the names of its tags, which come in any case."""
        self._players: tuple[str, str] | None = None
        self._game: GameTranscript | None = None
        self._rows: list[tuple[int, Row]] = []
        self._flipped = False
        """The players have changed columns since the first game."""
        self._awaits_score = False
        self._loose: str | None = None
        """The last line that meant nothing by itself: names, before rows without a heading."""
        self._firsts = 0
        """How many games the file calls its first."""
        self.is_over = False
        """Another match begins, which is not read."""

    def line(self, number: int, line: str) -> None:
        """One line; the number counts from 1."""
        if len(line) > LONGEST:
            self._fault(number, f"a line of {len(line)} characters: {LONGEST} are read")
            line = line[:LONGEST]
        line = line.expandtabs(8).translate(_SPACES).rstrip()
        if quoted := _BEFORE_LINE.match(line):
            line = line[quoted.end() :]
        text = line.lstrip(" \ufeff\x0c")
        if not text:
            return
        if self._awaits_score and not self._rows and self._score(line):
            pass  # a name may look like anything, `12) Ann` or `#1`
        elif text[0] in ";#":
            self._comment(text[1:].strip(), number)
        elif text[0] == "{" and text[-1] == "}":
            self._noted(text[1:-1].strip())
        elif text[0].isdecimal() and ROW.match(line):
            self._row(number, line)
        elif found := LENGTH.match(line):
            self._length(found, number)
        elif found := GAME.match(line):
            self._begin(number)
            self._firsts += int(found[1]) == 1
            self._awaits_score = True
        elif self._game is None or not self._row(number, line):
            self._junk(text)

    def finished(self) -> Transcript:
        """The match, once all lines have been read."""
        self._end_rows()
        match = self._match
        tagged = self._tags.get("player 1", ""), self._tags.get("player 2", "")
        match.players = self._players or (tagged if all(tagged) else ("", ""))
        match.players = match.players[0] or "Player 1", match.players[1] or "Player 2"
        match.players = rated_names(match.players, match.about)
        apply_tags(match, self._tags, self._spelled)
        self._known_variant()
        self._game_by_its_board()
        if any(entry.kind in OFFERS for game in match.games for entry in game.entries):
            match.cube = True
        return match

    def _game_by_its_board(self) -> None:
        """Games that all begin on the board of a known game are of it, and were not set up."""
        games = self._match.games
        boards = {each.position for each in games}
        if self._match.variant is not None or len(boards) != 1 or None in boards:
            return
        for game in names_in_files("mat"):
            if boards == {Variant.load(game).start_position}:
                self._match.variant = game
                for each in games:
                    each.position = each.starter = None

    def _known_variant(self) -> None:
        try:
            found = variant_of(self._match.variant)
            self._match.variant = None if found == Variant.load() else self._match.variant
        except BadVariant as error:
            self._fault(0, f"the variation: {error}")
            self._match.variant = None

    def _fault(self, number: int, text: str) -> None:
        game = len(self._match.games)
        self._match.faults.append(ReadingFault(line=number, text=text, game=game))

    # Headings ----------------------------------------------------------------------------------

    def _length(self, found: re.Match[str], number: int) -> None:
        if self._rows or len(self._match.games) > 1:
            return  # some repeat it before each game
        length = int(found[1] or found[2] or 0)
        if length > MOST:
            self._fault(number, f"a match to {length} points: expected {MOST} at most")
            length = 0
        self._match.length = length

    def _begin(self, number: int) -> None:
        self._end_rows()
        self._game = GameTranscript(line=number)
        self._match.games.append(self._game)
        self._flipped = False

    def _score(self, line: str) -> bool:
        if not self._awaits_score or ":" not in line:
            return False
        line = _CRAWFORD_MARK.sub("", line)
        found = SCORES[0].match(line) or SCORES[1].match(line)
        if not found or self._game is None:
            return False
        self._awaits_score = False
        names = found[1].strip(), (found[3] or "").strip()
        points = int(found[2]), int(found[4])
        if self._is_another(names, points):
            return True
        if self._players is None:
            self._players = names
        first, second = (name.casefold() for name in names)
        known = tuple(name.casefold() for name in self._players)
        self._flipped = first != second and (second, first) == known
        self._game.score = points[::-1] if self._flipped else points
        return True

    def _is_another(self, names: tuple[str, str], points: tuple[int, int]) -> bool:
        """Some files hold several matches; games begin again with the first, at 0-0.

        The same players may have played one game for money after the other.
        """
        games = self._match.games
        same = self._players is not None and set(names) == set(self._players)
        again = self._firsts > 1 and not any(points) and any(each.entries for each in games[:-1])
        if not again or (same and not self._match.length):
            return False
        self._fault(games.pop().line, ANOTHER)
        self._game, self.is_over = None, True
        return True

    def _comment(self, text: str, number: int) -> None:
        if found := SET_POS.search(text):
            self._set_up(found, number)
        elif self._game is not None and (crawford := _CRAWFORD_GAME.search(text)):
            self._game.crawford = crawford[1].casefold() == "on"
        elif self._game is not None and (cube := _CUBE.search(text)):
            self._game.cube = int(cube[1])
        elif self._game is None and (tag := TAG.fullmatch(text)):
            self._tags[tag[1].casefold()] = tag[2].strip()
            self._spelled[tag[1].casefold()] = tag[1]
        else:
            self._noted(text)

    def _noted(self, text: str) -> None:
        """A comment belongs to what stands before it."""
        if not text:
            return
        game = self._game
        if game is None:
            self._match.note = _with_text(self._match.note, text)
        elif not self._rows:
            game.note = _with_text(game.note, text)
        else:
            number, row = self._rows[-1]
            self._rows[-1] = number, row._replace(comment=f"{row.comment}\n{text}".strip())

    def _junk(self, text: str) -> None:
        """Names before rows without a heading, or a remark."""
        self._loose = text
        self._noted(text.strip("+|=- ") if text[0] in "+|" else text)

    def _set_up(self, found: re.Match[str], number: int) -> None:
        """How the board stands, at the beginning of a game or later."""
        if self._game is None:
            self._begin(number)
            self._awaits_score = True
        game = self._game
        assert game is not None  # noqa: S101 - it has just begun
        board = self._board(found[1], number)
        if board is None:
            return
        if self._rows:
            self._rows.append((number, Row(0, (), board=board)))
            return
        cube = max(-12, min(12, int(found[2] or 0)))
        if board != Variant.load().start_position or cube:
            game.position = board  # turned round in `_face_starter` if need be
            game.cube = 1 << abs(cube)
            game.owner = None if not cube else 1 if cube > 0 else 0

    def _board(self, letters: str, number: int) -> Position | None:
        """As XG writes it: capitals are the left player's checkers."""
        left, right = [0] * 27, [0] * 27
        for place, letter in enumerate(letters):
            if letter.isupper():
                left[place] += ord(letter) - ord("A") + 1
            elif letter.islower():
                right[BAR - place] += ord(letter) - ord("a") + 1
        checkers = 3 if self._tags.get("variation", "").casefold().startswith("hyper") else 15
        left[0], right[0] = checkers - sum(left[1:]), checkers - sum(right[1:])
        if min(left[0], right[0]) < 0:
            self._fault(number, f"the board has more than {checkers} checkers of a player")
            return None
        board = Position.of(left, right)
        return board.flipped() if self._flipped else board

    # Rows --------------------------------------------------------------------------------------

    def _row(self, number: int, line: str) -> bool:
        """Whether the line has cells."""
        row = cells_of(line, self._players or ("", ""))
        if not row.number and (not row.cells or self._is_remark(row)):
            return False
        if not row.cells and not row.rest:
            return True  # an empty row with its number
        if self._game is None or self._restarts(row):
            self._headless(number)
        self._rows.append((number, row))
        return True

    def _is_remark(self, row: Row) -> bool:
        """A game begins with a roll, whatever stands before it."""
        return row.is_remark and (bool(self._rows) or row.cells[0].kind != "roll")

    def _restarts(self, row: Row) -> bool:
        """Without headings, a game begins where the numbers begin again."""
        return row.number == 1 and any(each.number for _, each in self._rows)

    def _headless(self, number: int) -> None:
        names = _BETWEEN_NAMES.split(self._loose.strip()) if self._loose else []
        self._begin(number)
        self._awaits_score = self._loose is not None
        if self._loose and not self._score(self._loose) and len(names) == 2 and all(names):
            self._players = self._players or (names[0], names[1])
            self._match.note = Note(text=self._match.note.text.removesuffix(self._loose).strip())
        self._awaits_score = False

    def _end_rows(self) -> None:
        game, rows = self._game, self._rows
        self._rows = []
        if game is None:
            return
        board: Position | None = None
        for number, row in placed(rows):
            board = row.board or board
            if row.rest:
                self._fault(number, f"cannot read {shorten(row.rest, 60)!r}")
            for cell in row.cells:
                entry = self._entry(cell, number, row.number)
                if board is not None:
                    game.entries.append(_as_board(board, entry))
                    board = None
                game.entries.append(entry)
            if row.comment and row.cells:
                last = game.entries[-1]
                note = _with_text(last.note, row.comment)
                game.entries[-1] = msgspec.structs.replace(last, note=note)
        self._begin_on_board(game)
        self._face_starter(game)

    def _begin_on_board(self, game: GameTranscript) -> None:
        """DailyGammon sets up a board by an illegal play before the game, with dice of its own."""
        first = game.entries[0] if game.entries else None
        if game.position is not None or first is None or first.after is None:
            return
        if (
            first.after.mover != Variant.load().start_position.mover
        ):  # the opponent of who would have made that play
            del game.entries[0]
            game.position, game.starter = first.after, _other(first.player)

    def _face_starter(self, game: GameTranscript) -> None:
        """A board set up is seen by whoever acts first."""
        if game.position is None or game.starter is not None:
            return
        starter: Seat = next((entry.player for entry in game.entries), 0)
        if self._flipped:
            game.owner = None if game.owner is None else _other(game.owner)
        game.position = game.position.flipped() if starter else game.position
        game.starter = starter

    def _entry(self, cell: Cell, line: int, row: int) -> Entry:
        after = None
        if cell.dump:
            try:
                after = from_snowie_line(cell.dump.strip())[0]
            except BadPosition as error:
                self._fault(line, str(error))
        return Entry(
            kind=cell.kind,
            player=_other(cell.player) if self._flipped else cell.player,
            line=line,
            row=row,
            dice=cell.dice,
            play=cell.play,
            value=cell.value,
            after=after,
        )


def _as_board(board: Position, following: Entry) -> Entry:
    """The board before something that a player did, as that player sees it."""
    seen = board.flipped() if following.player else board
    return Entry(kind="board", player=following.player, line=following.line, after=seen)


def _with_text(note: Note, text: str) -> Note:
    return msgspec.structs.replace(note, text=f"{note.text}\n{text}".strip())


def _other(seat: Seat) -> Seat:
    return 0 if seat else 1


def read_one_game(data: bytes, name: str) -> Transcript:
    """Rows without a heading."""
    found = read_text(text_of(data), name)
    if not any(game.entries for game in found.games):
        raise BadFile("no row of a game was found in it")
    return found
