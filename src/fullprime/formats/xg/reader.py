"""eXtreme Gammon's own files: `.xg`, a match, and `.xgp`, a position."""

from __future__ import annotations

from typing import Final

import msgspec

from fullprime.action import Seat
from fullprime.errors import BadFile, FullprimeError
from fullprime.formats.file_games import file_games
from fullprime.formats.steps import written
from fullprime.formats.transcript import NO_PLAY, Entry, GameTranscript, Kind, Transcript
from fullprime.formats.xg import analysis as xg_analysis
from fullprime.formats.xg import container as xg_container
from fullprime.formats.xg import records as xg_records
from fullprime.formats.xg.records import Board, Record
from fullprime.formats.xg.rtf import plain_text
from fullprime.notes import Analysis, Note, ReadingFault
from fullprime.stakes import LARGEST_CUBE
from fullprime.variant import Variant

_CONCEDED: Final = 104
"""How a game ended: with the whole match. Other ends follow from play, cube and points."""
_MOST_AUTOMATIC: Final = 6
_EMPTY: Final = (0,) * 26


def looks_like(data: bytes) -> bool:
    """The container of a rich game file."""
    return data.startswith(xg_container.MAGIC)


def read(data: bytes) -> Transcript:
    """The match or the position."""
    contents = xg_container.contents(data)
    found = contents.files.get(xg_container.RECORDS, b"")
    if len(found) < xg_records.SIZE:
        raise BadFile(
            f"{xg_container.RECORDS} in it has {len(found)} bytes: "
            f"expected records of {xg_records.SIZE} bytes"
        )
    reader = _Reader(contents.files, [ReadingFault(line=0, text=text) for text in contents.faults])
    if len(found) % xg_records.SIZE:
        reader.fault(len(found) // xg_records.SIZE + 1, "the last record is cut off")
    return reader.transcript(xg_records.records(found))


class _Reader:
    """Goes through the records in their order."""

    def __init__(self, files: dict[str, bytes], faults: list[ReadingFault]) -> None:
        self._rollouts = files.get(xg_container.ROLLOUTS, b"")
        self._comments = _comments(files.get(xg_container.COMMENTS, b""))
        self._faults = faults
        self._games: list[GameTranscript] = []
        self._game: GameTranscript | None = None
        """The one that is going on."""
        self._version = 0
        self._length = 0
        """0: a money session."""
        self._checkers = 0
        self._start: Board = ()
        self._board: Board | None = None
        """As player 1 sees it after the last record; None: not known."""
        self._automatic = 0
        self._cube_note = Note()
        """Of a turn without a double; it goes to what follows."""

    def fault(self, number: int, text: str) -> None:
        self._faults.append(ReadingFault(line=number, text=text, game=len(self._games)))

    def transcript(self, records: list[Record]) -> Transcript:
        header = xg_records.header(records[0])
        variation, games = header.variation, file_games("xg")
        if str(variation) not in games:
            raise BadFile(f"record 1: variation {variation}, expected 0 to {len(games) - 1}")
        variant = Variant.load(games[str(variation)])
        self._version = header.version
        self._length = header.length
        self._checkers = variant.checkers
        start = variant.start_position
        self._start = _board_of(start.mover, start.other)
        for record in records[1:]:
            try:
                self._follow(record)
            except FullprimeError as error:
                self.fault(record.number, str(error))
        self._leave()
        return Transcript(
            format="xg",
            players=header.players,
            length=header.length,
            variant=variant.id,
            crawford=header.crawford if header.length else None,
            jacoby=header.jacoby,
            beavers=1 if header.beaver and not header.length else 0,
            murphy=header.automatic and not header.length,
            about=header.about,
            games=self._games,
            note=self._texts(*header.comments),
            faults=self._faults,
        )

    def _follow(self, record: Record) -> None:
        match record.kind:
            case xg_records.GAME:
                self._begin(record)
            case xg_records.CUBE:
                self._cube(record)
            case xg_records.MOVE:
                self._move(record)
            case xg_records.GAME_END:
                self._end(record)
            case xg_records.MISSING:
                self._missing(record)
            case xg_records.MATCH_END:
                self._game = None
            case _:
                raise BadFile(f"a record of kind {record.kind}, expected 1 to 6")

    def _open(self) -> GameTranscript:
        if self._game is None:
            raise BadFile("it stands in no game")
        return self._game

    def _texts(self, *numbers: int) -> Note:
        found = [self._comments.get(number, "") for number in numbers]
        return Note(text="\n\n".join(filter(None, found)))

    # A game begins -----------------------------------------------------------------------------

    def _leave(self) -> None:
        """A position may be a question about the cube and nothing else."""
        game = self._game
        if game is not None and not game.entries and self._cube_note != Note():
            text = "\n\n".join(filter(None, (game.note.text, self._cube_note.text)))
            game.note = Note(text=text, analysis=self._cube_note.analysis)
        self._cube_note = Note()

    def _begin(self, record: Record) -> None:
        self._leave()
        automatic = record.integer(64) if self._version >= xg_records.AUTOMATIC else 0
        self._automatic = max(0, min(automatic, _MOST_AUTOMATIC))
        score = (record.integer(12), record.integer(16))
        one_away = self._length > 1 and self._length - 1 in score
        self._game = GameTranscript(
            line=record.number,
            score=score,
            crawford=record.flag(20) if one_away else None,
            cube=1 << self._automatic,
            note=self._texts(record.integer(56), record.integer(60)),
        )
        self._games.append(self._game)
        self._board = None

    def _stand(self, record: Record, board: Board, seat: Seat, cube: int) -> None:
        """The board before a decision: that of a game that was set up, or one that was changed."""
        game = self._open()
        if self._board == board:
            return
        if game.entries:
            seen = xg_records.position(xg_records.seen_by(board, seat), self._checkers)
            game.entries.append(Entry(kind="board", player=seat, line=record.number, after=seen))
            if not record.flag(296 if record.kind == xg_records.CUBE else 2528):
                self.fault(record.number, "the board does not follow from the record before it")
        elif board != self._start or cube:
            seen = xg_records.position(xg_records.seen_by(board, seat), self._checkers)
            game.position, game.starter = seen, seat
            value = 1 << min(abs(cube) + self._automatic, LARGEST_CUBE.bit_length() - 1)
            game.cube = value
            game.owner = None if not cube else 0 if cube > 0 else 1
        self._board = board

    # Cube and play -----------------------------------------------------------------------------

    def _cube(self, record: Record) -> None:
        game, seat, number = self._open(), record.seat(12), record.number
        cube = record.integer(32)
        self._stand(record, record.board(36), seat, cube)
        text = self._texts(record.integer(292)).text
        note = Note(text=text, analysis=xg_analysis.of_cube(record, self._rollouts))
        if record.integer(16) != 1:
            self._cube_note = note
            return
        other: Seat = 0 if seat else 1
        value = 2 << min(abs(cube) + self._automatic, LARGEST_CUBE.bit_length())
        offers: list[tuple[Kind, Seat]] = [("double", seat), ("beaver", other), ("raccoon", seat)]
        for (kind, player), answer in zip(offers, record.integers(20, 3), strict=True):
            shown = value if value <= LARGEST_CUBE else 0
            game.entries.append(
                Entry(kind=kind, player=player, line=number, value=shown, note=note)
            )
            note, value = Note(), 2 * value
            if answer != 2 or kind == "raccoon":
                if answer in (0, 1):
                    answered: Kind = "take" if answer else "drop"
                    by: Seat = 0 if player else 1
                    game.entries.append(Entry(kind=answered, player=by, line=number))
                return

    def _move(self, record: Record) -> None:
        game, seat = self._open(), record.seat(64)
        board = record.board(9)
        self._stand(record, board, seat, record.integer(108))
        dice = record.integers(100, 2)
        play, left = self._play(record, xg_records.seen_by(board, seat))
        after = xg_records.position(xg_records.turned(left), self._checkers) if left else None
        if dice == (0, 0) and play is None:
            return
        game.entries.append(
            Entry(
                kind="roll",
                player=seat,
                line=record.number,
                dice=(dice[0], dice[1]),
                play=play,
                after=after,
                note=self._move_note(record),
            )
        )

    def _play(self, record: Record, before: Board) -> tuple[str | None, Board | None]:
        """How it is written; and the board after it, where the steps do not lead there."""
        after = record.board(35)
        if not record.flag(2308) or after == _EMPTY:
            return None, None
        play = xg_records.steps(record.integers(68, 8))
        seat = record.seat(64)
        self._board = xg_records.seen_by(after, seat)
        wrong = xg_records.moved(before, play) != after
        return written(play) or NO_PLAY, after if wrong else None

    def _move_note(self, record: Record) -> Note:
        """With what was thought of the cube before the roll."""
        before, self._cube_note = self._cube_note, Note()
        own = self._texts(record.integer(2524)).text
        analysis = xg_analysis.of_move(record, self._rollouts)
        if before.analysis is not None:
            analysis = _joined(before.analysis, analysis)
        return Note(text="\n\n".join(filter(None, (before.text, own))), analysis=analysis)

    # The end -----------------------------------------------------------------------------------

    def _end(self, record: Record) -> None:
        game, winner = self._open(), record.seat(24)
        points, termination = record.integer(28), record.integer(32)
        if game.score is not None and (self._automatic or termination == _CONCEDED):
            # The cube is written without automatic doubles, and a player who gives up the match
            # gives any number of points; the score is right.
            points = record.integer(16 if winner else 12) - game.score[winner]
        self._win(winner, points, record.number)
        self._leave()
        self._game = None

    def _missing(self, record: Record) -> None:
        """A game of which only the result is known."""
        if self._game is None or self._game.entries:
            self._game = GameTranscript(line=record.number)
            self._games.append(self._game)
        self._game.note = Note(text="The moves of this game are missing in the file.")
        self._win(record.seat(24), record.integer(28), record.number)

    def _win(self, winner: Seat, points: int, number: int) -> None:
        if not 0 <= points <= xg_records.UNLIMITED:
            raise BadFile(f"a game of {points} points")
        game = self._open()
        if game.entries and game.entries[-1].kind == "win":
            return  # the end of a game that is missing
        note, self._cube_note = self._cube_note, Note()
        game.entries.append(Entry(kind="win", player=winner, line=number, value=points, note=note))


def _joined(cube: Analysis, move: Analysis | None) -> Analysis:
    move = move or Analysis()
    return msgspec.structs.replace(move, cube=cube.cube, raw={**cube.raw, **move.raw})


def _board_of(mover: tuple[int, ...], other: tuple[int, ...]) -> Board:
    return (0, *(mover[point] - other[25 - point] for point in range(1, 25)), 0)


def _comments(data: bytes) -> dict[int, str]:
    """By their number; a comment is a line, and has line breaks of its own inside."""
    lines = data.split(b"\r\n")
    return {at: plain_text(line.replace(b"\x01\x02", b"\r\n")) for at, line in enumerate(lines)}
