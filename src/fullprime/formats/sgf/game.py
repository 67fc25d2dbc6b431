"""One game of GNU Backgammon's match files: what the nodes of its tree say, one after the other.

Boards, dice and the cube may be set in any number of nodes and any order before somebody acts, so
they are gathered until then.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import msgspec

from fullprime.action import Seat
from fullprime.errors import shorten
from fullprime.formats.sgf.analysis import read_analysis, read_mark
from fullprime.formats.sgf.letters import board_letters, counts, point_list, written_steps
from fullprime.formats.sgf.lexer import Node, unescaped
from fullprime.formats.transcript import NO_PLAY, Entry, GameTranscript, Kind
from fullprime.notes import Note, ReadingFault
from fullprime.position import Position
from fullprime.variant import Variant

SEATS: Final[dict[str, Seat]] = {"W": 0, "B": 1}
ROOT: Final = {
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "DT": "date",
    "US": "transcriber",
    "AN": "annotator",
    "SO": "source",
    "WR": "rating_0",
    "BR": "rating_1",
}
"""Properties of the root, and what they are called in `notes.ABOUT`."""
BEAVERS, AUTOMATIC_DOUBLES, CLOSED_OUT_PASS = "Beavers", "AutomaticDoubles", "ClosedOutPass"
CUBE_LIMIT: Final = "CubeLimit"
"""Rules that are ours alone; GNU Backgammon passes over what it does not know."""
_ACTIONS: Final = frozenset(("W", "B", "AE", "AW", "AB", "PL", "CV", "CP", "CO", "DI", "C"))
_HEAD: Final = frozenset(("FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "RE", "GC", *ROOT))
TAKEN: Final = _ACTIONS | _HEAD
"""Properties that are understood, so that they are no analysis."""
_WORDS: Final[dict[str, Kind]] = {"double": "double", "take": "take", "drop": "drop"}
_ROLLED = re.compile(r"([1-6])([1-6])([a-z]{0,8})")
_RESULT = re.compile(r"([WB])\+(\d{0,6})", re.IGNORECASE)
ALL: Final = frozenset("abcdefghijklmnopqrstuvwx")


def match_info(root: Node) -> dict[str, str]:
    """`MI[length:7][ws:2]` by its keys."""
    pairs = (value.partition(":") for value in root.properties.get("MI", ()))
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


class GameReader:
    """A game on its way to becoming a transcript."""

    def __init__(self, root: Node, variant: Variant, match: bool) -> None:
        self.faults: list[ReadingFault] = []
        self._root = root
        self._match = match
        self._variant = variant
        self._entries: list[Entry] = []
        self._board: tuple[Counter[str], Counter[str]] | None = None
        """The checkers of White and Black by letter, where they were set up."""
        self._is_new_board = False
        self._board_note, self._board_line = Note(), root.line
        self._turn: Seat | None = None
        self._cube = 1
        self._owner: Seat | None = None
        self._rolled: Entry | None = None
        """Dice that were set, as long as nobody has moved."""
        self._begins = GameTranscript(
            line=root.line,
            score=self._score(),
            crawford=self._crawford(),
            note=self._note(root, 0, TAKEN),
            entries=self._entries,
        )
        self._set_up(root)

    def take(self, node: Node) -> None:
        """The next node."""
        self._set_up(node)
        name = next((name for name in node.properties if name in SEATS), None)
        if name:
            self._act(node, SEATS[name], (node.first(name) or "").strip().lower())
        elif "DI" in node.properties:
            self._dice(node)
        else:
            self._remark(self._note(node, self._turn or 0, _ACTIONS))

    def game(self) -> GameTranscript:
        """All of it, after the last node."""
        self._flush(self._turn)
        if self._rolled:
            self._entries.append(self._rolled)
        self._result()
        return self._begins

    def _fault(self, line: int, text: str) -> None:
        self.faults.append(ReadingFault(line=line, text=text))

    # The head ----------------------------------------------------------------------------------

    def _score(self) -> tuple[int, int] | None:
        info = match_info(self._root)
        found = [info.get(key, "") for key in ("ws", "bs")]
        if not all(text.isdecimal() and len(text) < 9 for text in found):
            return None
        return int(found[0]), int(found[1])

    def _crawford(self) -> bool | None:
        """Is it the Crawford game? Whoever writes the rules writes that, too."""
        rules = self._root.words("RU").lower().split(":")
        if not self._match or "crawford" not in rules:
            return None
        return "crawfordgame" in rules

    def _result(self) -> None:
        result = _RESULT.match(self._root.words("RE").strip())
        if result:
            winner = SEATS[result[1].upper()]
            value = int(result[2] or 0)
            line = self._entries[-1].line if self._entries else self._root.line
            self._entries.append(Entry(kind="win", player=winner, value=value, line=line))

    def _note(self, node: Node, seat: Seat, known: frozenset[str]) -> Note:
        """Comment, mark and analysis of a node."""
        properties = node.properties.items()
        rest = {name: values for name, values in properties if values and name not in known}
        mark, name = read_mark(rest)
        rest.pop(name, None)
        return Note(
            text=node.text("C"),
            mark=mark,
            analysis=read_analysis(rest, seat, match=self._match),
        )

    def _joined(self, first: Note, second: Note, seat: Seat) -> Note:
        """Both notes in one; where both say something, the second counts."""
        if first == Note():
            return second
        raw = {
            name: list(values)
            for note in (first, second)
            if note.analysis
            for name, values in note.analysis.raw.items()
        }
        return Note(
            text="\n".join(filter(None, (first.text, second.text))),
            mark=second.mark or first.mark,
            analysis=read_analysis(raw, seat, match=self._match),
        )

    def _remark(self, note: Note) -> None:
        """What stands beside no action belongs to the one before it, or to the game."""
        if note == Note():
            return
        if self._is_new_board:
            self._board_note = self._joined(self._board_note, note, 0)
        elif self._rolled:
            joined = self._joined(self._rolled.note, note, self._rolled.player)
            self._rolled = msgspec.structs.replace(self._rolled, note=joined)
        elif self._entries:
            last = self._entries[-1]
            joined = self._joined(last.note, note, last.player)
            self._entries[-1] = msgspec.structs.replace(last, note=joined)
        else:
            self._begins.note = self._joined(self._begins.note, note, 0)

    # What was set up ---------------------------------------------------------------------------

    def _set_up(self, node: Node) -> None:
        properties = node.properties
        turn = (node.first("PL") or "").strip().upper()[:1]
        if turn in SEATS:
            self._turn = SEATS[turn]
        if not properties.keys().isdisjoint(("AE", "AW", "AB")):
            self._set_board(node)
        if not properties.keys().isdisjoint(("CV", "CP", "CO")):
            self._set_cube(node)

    def _set_board(self, node: Node) -> None:
        emptied = set(point_list(node.properties.get("AE", ())))
        if self._entries and not emptied >= ALL:
            self._fault(node.line, "some points of a board that was played on are set up")
            return
        self._flush_roll("PL" in node.properties)
        white, black = self._board if self._board and not self._entries else self._start()
        for side, name in ((white, "AW"), (black, "AB")):
            for letter in emptied:
                side.pop(letter, None)
            side.update(point_list(node.properties.get(name, ())))
        self._board, self._is_new_board, self._board_line = (white, black), True, node.line

    def _start(self) -> tuple[Counter[str], Counter[str]]:
        white, black = board_letters(self._variant.start_position, 0)
        return Counter(white), Counter(black)

    def _flush_roll(self, turn_is_known: bool) -> None:
        """Dice on the table, and then a board of the other player: that is an illegal play."""
        if self._rolled and turn_is_known and self._turn != self._rolled.player:
            self._entries.append(self._rolled)
            self._rolled = None

    def _set_cube(self, node: Node) -> None:
        value = (node.first("CV") or "").strip()
        owner = (node.first("CP") or node.first("CO") or "").strip().upper()[:1]
        cube = int(value) if value.isdecimal() and len(value) < 6 else self._cube
        holder = self._owner if owner not in ("W", "B", "C") else SEATS.get(owner)
        if self._entries and (cube, holder) != (self._cube, self._owner):
            self._fault(node.line, "the cube is set up in the middle of a game")
        elif cube.bit_count() != 1:
            self._fault(node.line, f"the cube shows {cube}, expected 1, 2, 4 and so on")
        else:
            self._cube = self._begins.cube = cube
            self._owner = self._begins.owner = holder

    def _flush(self, actor: Seat | None) -> None:
        """The board as it was set up, before this player acts."""
        if not self._is_new_board or self._board is None:
            return
        self._is_new_board = False
        turn = actor if actor is not None else 0
        position = self._position(*self._board, turn)
        note, self._board_note = self._board_note, Note()
        if position is None:
            checkers = self._variant.checkers
            self._fault(self._board_line, f"a side has more than {checkers} checkers")
        elif self._entries:
            board = Entry(
                kind="board", player=turn, after=position, line=self._board_line, note=note
            )
            self._entries.append(board)
        else:
            self._begins.position, self._begins.starter = position, turn
            self._begins.note = self._joined(self._begins.note, note, 0)

    def _position(self, white: Counter[str], black: Counter[str], turn: Seat) -> Position | None:
        checkers = self._variant.checkers
        first = counts("".join(white.elements()), 0, checkers)
        second = counts("".join(black.elements()), 1, checkers)
        if first is None or second is None:
            return None
        return Position.of(second, first) if turn else Position.of(first, second)

    # What was done -----------------------------------------------------------------------------

    def _act(self, node: Node, seat: Seat, value: str) -> None:
        note = self._note(node, seat, _ACTIONS)
        found = _ROLLED.fullmatch(value)
        play = written_steps(found[3], seat) if found else None
        if found and play is not None:
            dice = int(found[1]), int(found[2])
            # Dice that were set before are those of this move, or were set anew.
            if self._rolled and self._rolled.player == seat:
                note = self._joined(self._rolled.note, note, seat)
            self._rolled = None
            self._add(node, seat, "roll", note, dice, play or NO_PLAY)
        elif value in _WORDS:
            self._rolled = None
            self._add(node, seat, _WORDS[value], note)
        else:
            what = shorten(unescaped(value), 20)
            self._fault(node.line, f"{what!r} is no move: expected one such as 31hefe, or double")

    def _add(
        self,
        node: Node,
        seat: Seat,
        kind: Kind,
        note: Note,
        dice: tuple[int, int] | None = None,
        play: str | None = None,
    ) -> None:
        self._flush(seat)
        self._turn = None
        self._entries.append(
            Entry(kind=kind, player=seat, line=node.line, dice=dice, play=play, note=note)
        )

    def _dice(self, node: Node) -> None:
        """Dice without a move: the last thing before a player resigned, or before the move."""
        found = _ROLLED.fullmatch((node.first("DI") or "").strip())
        if not found or found[3]:
            self._fault(node.line, f"{shorten(node.first('DI') or '', 20)!r} are no dice")
            return
        if self._entries:
            self._flush(self._turn)
        seat = self._turn or 0
        self._rolled = Entry(
            kind="roll",
            player=seat,
            line=node.line,
            dice=(int(found[1]), int(found[2])),
            note=self._note(node, seat, _ACTIONS),
        )
