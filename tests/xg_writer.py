"""Writes matches as eXtreme Gammon would, as far as our reader looks: for tests only."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from random import Random

from fullprime import Match, Position
from fullprime.action import (
    Accepted,
    Action,
    Arranged,
    Beavered,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.formats.turns import Turn, follow
from fullprime.formats.xg.container import END, ENTRY, HEADER
from fullprime.formats.xg.records import (
    CUBE,
    GAME,
    GAME_END,
    KIND_AT,
    MAGIC,
    MATCH,
    MATCH_END,
    MOVE,
    SIZE,
    UNLIMITED,
    Board,
    turned,
)
from fullprime.game import Game, Phase
from fullprime.match import MONEY, Points, Settings

GAMES = ("backgammon", "nackgammon", "hypergammon", "longgammon")


class Record:
    """A record to fill in."""

    def __init__(self, kind: int) -> None:
        self.raw = bytearray(SIZE)
        self.raw[KIND_AT] = kind

    def put(self, at: int, layout: str, *values: float) -> Record:
        struct.pack_into(f"<{layout}", self.raw, at, *values)
        return self

    def board(self, at: int, board: Board) -> Record:
        return self.put(at, "26b", *board)

    def text(self, ansi: int, wide: int, text: str) -> Record:
        short = text.encode("cp1252", "replace")
        self.raw[ansi : ansi + 1 + len(short)] = bytes([len(short)]) + short
        coded = text.encode("utf-16-le")
        self.raw[wide : wide + len(coded) + 2] = coded + bytes(2)
        return self


def dump(match: Match, comments: Sequence[str] = ()) -> bytes:
    """The file; comments belong to the moves, in their order."""
    made = list(_records(match, len(comments)))  # an answer changes the record of its double
    records = [bytes(each.raw) for each in made]
    files = {"temp.xg": b"".join(records), "temp.xgi": records[0] + records[-1]}
    if comments:
        files["temp.xgc"] = b"".join(_rich(text) + b"\r\n" for text in comments)
    return container(files)


def container(
    files: dict[str, bytes], *, stored: bool = False, thumbnail: bytes = b"JPEG"
) -> bytes:
    """The files in a container, with a thumbnail."""
    blobs = directory = b""
    for name, data in files.items():
        blob = data if stored else zlib.compress(data)
        text = (bytes([len(name)]) + name.encode()).ljust(256, b"\0")
        numbers = (len(data), len(blob), len(blobs), zlib.crc32(data), int(stored))
        directory += ENTRY.pack(text, bytes(256), *numbers)
        blobs += blob
    packed = zlib.compress(directory)
    crc = zlib.crc32(blobs + packed)
    end = END.pack(crc, len(files), 1, len(packed), len(blobs), 1)
    head = b"RGMH" + struct.pack("<iiqi", 1, HEADER, 0, len(thumbnail))
    return head.ljust(HEADER, b"\0") + thumbnail + blobs + packed + end


def header(match: Match, version: int = 32) -> Record:
    length = match.target.to if isinstance(match.target, Points) else UNLIMITED
    settings = match.settings
    record = Record(MATCH).put(92, "ii", length, GAMES.index(match.game.variant.id))
    flags = (settings.crawford is not False, settings.jacoby, settings.beavers, settings.murphy)
    record.put(100, "4?", *(flag is None or bool(flag) for flag in flags))
    record.put(552, "iI", version, MAGIC).put(576, "ii", -1, -1)
    record.put(104, "ddii", 1650.5, 1800.25, 40, 0).put(128, "d", 45801.5)
    names = ((9, 880), (50, 1138))
    for (ansi, wide), name in zip(names, match.players, strict=True):
        record.text(ansi, wide, name)
    record.text(136, 622, "Open").text(417, 1654, "Final")
    return record


def _rich(text: str) -> bytes:
    signs = "".join(
        c if c.isascii() and c not in "\\{}\n" else {"\n": "\\par\x01\x02"}.get(c, f"\\u{ord(c)}?")
        for c in text
    )
    return b"{\\rtf1\\ansi\\uc1{\\fonttbl{\\f0 Arial;}}\x01\x02\\f0 " + signs.encode() + b"}"


def _records(match: Match, comments: int) -> Iterator[Record]:
    yield header(match)
    moves = 0
    for number, game in enumerate(match.games):
        before, after = match.scores_before[number], match.scores[number]
        turns = list(follow(game))
        first = game.begun or game
        ties = sum(turn.before.phase is turn.after.phase is Phase.OPENING for turn in turns)
        automatic = ties if match.settings.murphy is None else 0
        record = Record(GAME).put(12, "ii?", *before, first.stakes.crawford)
        record.put(48, "i?", number + 1, game.result is None).put(56, "iii", -1, -1, automatic)
        yield record
        for made in _Writer(automatic).records(turns):
            if made.raw[KIND_AT] == MOVE:
                made.put(2524, "i", moves if moves < comments else -1)
                moves += 1
            yield made
        if game.result is not None:
            ended = {"drop": 0, "resignation": 100}.get(game.result.by, 0)
            ended += game.result.multiple if game.result.by != "drop" else 0
            record = Record(GAME_END).put(12, "ii?", *after, False)
            yield record.put(24, "iii", -1 if game.result.winner else 1, game.result.points, ended)
    yield Record(MATCH_END).put(12, "ii", *match.score)


class _Writer:
    """One game; its automatic doubles are not on the cube of the records."""

    def __init__(self, automatic: int) -> None:
        self._automatic = automatic
        self._offer: Record | None = None
        """The cube record of a double; its answers go into it."""
        self._moved: Record | None = None

    def records(self, turns: Sequence[Turn]) -> Iterator[Record]:
        for turn in turns:
            match turn.action:
                case Doubled():
                    self._offer = self._cube(turn.before, doubled=1)
                    yield self._offer
                case Beavered() | Raccooned():
                    self._answer(2)
                case Took() | Dropped():
                    self._answer(int(isinstance(turn.action, Took)))
                case Rolled() if turn.after.phase is not Phase.OPENING:
                    if self._offer is None:
                        yield self._cube(turn.after, doubled=0)
                    self._offer = None
                    self._moved = self._rolled(turn.after)
                    yield self._moved
                case Played() | Arranged() if self._moved is not None:
                    self._played(turn)
                case Resigned() if turn.before.phase is Phase.TO_ROLL:
                    yield self._cube(turn.before, doubled=-1)

    def _cube(self, game: Game, doubled: int) -> Record:
        record = Record(CUBE).put(12, "6i", -1 if game.turn else 1, doubled, -1, -1, -1, 0)
        record.put(32, "i", self._shown(game)).board(36, _first_view(game))
        return record.put(224, "iii", -1, -1, -1).put(292, "i", -1)

    def _answer(self, answer: int) -> None:
        assert self._offer is not None
        at = next(at for at in (20, 24, 28) if self._offer.raw[at] == 0xFF)
        self._offer.put(at, "i", answer)

    def _rolled(self, game: Game) -> Record:
        record = Record(MOVE).board(9, _first_view(game)).put(64, "i", -1 if game.turn else 1)
        assert game.roll is not None
        record.put(100, "3i", *game.roll, self._shown(game))
        return record.put(2312, "dd", -1000.0, -1000.0).put(2524, "i", -1)

    def _played(self, turn: Turn) -> None:
        assert self._moved is not None
        assert isinstance(turn.action, Played | Arranged)
        after = turn.after.position if turn.after.result else turn.after.position.flipped()
        numbers = [_point(place) - 1 for step in turn.action.steps for place in step]
        self._moved.put(68, "8i", *[*numbers, *[-1] * 8][:8])
        self._moved.board(35, board(after)).put(2308, "?", True)
        self._moved = None

    def _shown(self, game: Game) -> int:
        power = game.stakes.value.bit_length() - 1 - self._automatic
        return 0 if game.stakes.owner is None else -power if game.stakes.owner else power


def board(position: Position) -> Board:
    """As the side to move sees it."""
    mine, theirs = position.mover, position.other
    points = (mine[at] - theirs[25 - at] for at in range(1, 25))
    return (-theirs[25], *points, mine[25])


def _first_view(game: Game) -> Board:
    return turned(board(game.position)) if game.turn else board(game.position)


def _point(place: int | str) -> int:
    return {"bar": 25, "off": 0}.get(str(place), 0) or (place if isinstance(place, int) else 0)


# Random matches --------------------------------------------------------------------------------


def random_match(seed: int) -> Match:
    """With everything that these files can hold, most often to its end."""
    random = Random(seed)
    money = random.random() < 0.4
    settings = Settings(
        crawford=False if not money and random.random() < 0.2 else None,
        jacoby=money and random.random() < 0.5,
        beavers=random.randrange(3) if money else 0,
        murphy=None if money and random.random() < 0.5 else 0,
        skip_closed_out=False,
    )
    target = MONEY if money else Points(random.choice((1, 2, 3, 5)))
    match = Match.start(
        random.choice(GAMES), players=("Ann", "Ben\u00e9"), target=target, settings=settings
    )
    games = random.randint(1, 3)
    broken_off = random.random() < 0.2
    while True:
        while match.game.result is None:
            match = match.apply(_chosen(match.game, random))
        if match.winner is not None or (money and len(match.games) == games):
            break
        match = match.next_game()
    while broken_off and match.game.phase not in (Phase.TO_ROLL, Phase.TO_PLAY, Phase.OPENING):
        match = match.undo()
    return match


def _chosen(game: Game, random: Random) -> Action:
    match game.phase:
        case Phase.OPENING:
            return Rolled((random.randint(1, 6), random.randint(1, 6)))
        case Phase.OFFERED:
            animals = [a for a in game.legal() if isinstance(a, Beavered | Raccooned)]
            return random.choice([Took(), Took(), Dropped(), *animals, *animals])
        case Phase.RESIGNING:
            return Accepted()
    if random.random() < 0.006:
        most = 1 if game.stakes.jacoby and not game.stakes.turned else game.variant.score
        return Resigned(random.randint(1, most))
    if game.phase is Phase.TO_PLAY:
        return Played.of(random.choice(game.plays))
    if Doubled() in game.legal() and game.stakes.value < 64 and random.random() < 0.05:
        return Doubled()
    return Rolled((random.randint(1, 6), random.randint(1, 6)))
