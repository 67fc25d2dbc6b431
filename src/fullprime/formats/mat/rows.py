"""The rows of match text: which cells a line has, whose they are, and what they say.

Columns are not to be trusted: some programs pad them, some do not, and a long play pushes the other
column aside. So a cell is found by how it begins, a roll or a word.

>>> [cell.kind for cell in cells_of("  3) 31: 8/5 6/5         Doubles => 2").cells]
['roll', 'double']
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fullprime.action import Seat
from fullprime.formats.transcript import MULTIPLES, NO_PLAY, Kind
from fullprime.position import Position

_NUMBER: Final = re.compile(r"\s*(\d{1,5})\s*(?:\)|(\.)(?=\s))")
_DUMP: Final = re.compile(r"illegal\s+play\s*\(?((?:[^;]*;){39}\s*\d*;?)\)?", re.IGNORECASE)
"""An illegal play is followed by the board that it left, as a line of Snowie."""
_CELL: Final = re.compile(
    r"(?<![\w=/.])(?P<dice>[0-6][-, ]?[0-6])\s?:(?!\d\d(?![\d/-]))"  # no time of day
    r"|(?<![a-z])(?<![a-z] )\((?P<enclosed>[1-6][-, ]?[1-6])\):?"
    r"|(?<![\w/*-])(?<!/ )(?P<bare>[1-6][1-6])(?=\s+(?:\d{1,2}|bar)/)"
    r"|\b(?:(?P<double>(?:re)?doubles?)|(?P<take>takes?|accepts?|accepted)"
    r"|(?P<drop>drops?|(?<!:)(?<!: )pass(?:e[sd])?|refuses|rejects|rejected)|(?P<beaver>beavers?)"
    r"|(?P<raccoon>raccoons?|racoons?)"
    r"|(?P<win>wins?|won)|(?P<loss>loss(?:es)?|loses?|lost)"
    r"|(?P<resign>concede[sd]?|resigns?|resigned|forfeits?|forfeited|abandons?|abandoned|quits?"
    r"|gives up|time ?outs?|times out|timed out|(?:ran |runs )?out of time|time (?:is )?over"
    r"|disconnect(?:s|ed)))\b",
    re.IGNORECASE,
)
_VALUE: Final = re.compile(r"\D{0,12}?(\d+)")
_NOTHING: Final = re.compile(
    r"\(?(?:cannot move|can't move|can not move|no (?:legal )?(?:moves?|plays?)|dance[sd]?|danced"
    r"|fan(?:s|ned)?|pass(?:e[sd])?|no|none|forced pass|-+|0/0)\)?\.?",
    re.IGNORECASE,
)
_UNKNOWN: Final = re.compile(r"\?+|\.\.\.|unknown|illegal play.*", re.IGNORECASE)
_ASIDE: Final = re.compile(
    r"\[[^\[\]]*\]|\{[^{}]*\}|\([^()\d]{0,20}\d+[.:]\d+[^()]{0,20}\)|[-+]\d+\.\d+"
)
"""An equity, a clock or a remark within a row."""
_GAP: Final = re.compile(r"\s{3,}")
_SAID: Final = {
    "double": re.compile(r"[^a-z]*(?:to\b)?[^a-z]*"),
    "win": re.compile(
        r"\W*(?:$|\d|(?:(?:a|the|by|one) )?(?:single|normal|(?:back)?gammon|game|match|point)).*"
    ),
    "answer": re.compile(r"[^a-z]*"),
    "resign": re.compile(
        r"(?:[^a-z]|\b(?:a|the|by|on|for|single|normal|(?:back)?gammon|game|match|time|points?)\b)*"
    ),
}
"""What may follow a word in a line without a number, which could as well be a remark."""
_LIKE: Final = {
    "beaver": "double", "raccoon": "double", "loss": "win", "take": "answer", "drop": "answer",
}  # fmt: skip
_ZERO_STEP: Final = re.compile(r"(?:^|\s)0/0(?=\s|$)")
_HYPHEN: Final = re.compile(r"(?<=[\dr])-(?=[\do])", re.IGNORECASE)
_LOOSE: Final = re.compile(r"\s*(/)\s*|\s+(?=[(*])")
_STAR_FIRST: Final = re.compile(r"(?<!\S)\*\s*(?=[\db])", re.IGNORECASE)
_STAR_LAST: Final = re.compile(r"(\(\d\))\*|(?<=\d)[xX](?=\s|\(|/|$)")
_REMARK: Final = re.compile(r"\s*[;#{].*$|\billegal\b|[!?]+(?=\s|$)", re.IGNORECASE)
_WORD: Final = r"[\dBbar]+(?:/[\dOof]+\*?)+(?:\(\d\))?"
_PLAIN: Final = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_DICE: Final = ("dice", "enclosed", "bare")
"""The ways in which a cell begins with a roll: `31:`, `(31)`, or `31` before a play."""
_OTHER_COLUMN: Final = 8
"""A word that begins so far to the left of the right cells belongs to the left one."""
_FAR: Final = 8
"""A cell that begins so far behind the number of its row has an empty one before it."""
_HALFWAY: Final = 16
"""A result that begins here or further right is that of the right column."""


class Cell(NamedTuple):
    """What one player did, as it is written."""

    kind: Kind
    player: Seat
    dice: tuple[int, int] | None = None
    play: str | None = None
    value: int = 0
    dump: str = ""
    """The board after an illegal play."""


class Row(NamedTuple):
    """A line of a game."""

    number: int
    """0: the line has none."""
    cells: tuple[Cell, ...]
    starts: tuple[int, ...] = ()
    """The columns in which they begin."""
    is_padded: bool = False
    """Are there blanks between the first two cells that only columns need?"""
    is_remark: bool = False
    """Could it be a remark that has words of the game in it?"""
    rest: str = ""
    """What could not be read."""
    comment: str = ""
    """What is written below it."""
    board: Position | None = None
    """In the place of cells: how the board stands here, seen by the left player."""

    @property
    def is_alone(self) -> bool:
        """Is there one cell only, next to the number, so that it looks like the left one?"""
        return len(self.cells) == 1 and self.number > 0 and self.cells[0].player == 0

    @property
    def is_end(self) -> bool:
        """Does it say only how the game ended?"""
        return bool(self.cells) and all(cell.kind in ("win", "resign") for cell in self.cells)


class _Found(NamedTuple):
    kind: str
    start: int
    text: str
    match: re.Match[str]
    rest: str = ""
    """What could not be read of it."""


def cells_of(line: str, players: tuple[str, str] = ("", "")) -> Row:
    """The cells of a row; tabs have been expanded."""
    numbered = _NUMBER.match(line)
    start = numbered.end() if numbered else 0
    number = int(numbered[1]) if numbered else 0
    dumps = _DUMP.findall(line) if ";" in line else []
    # Names in a dump could look like cells.
    shown = _DUMP.sub(lambda found: "!" * len(found[0]), line) if dumps else line
    if not dumps and any(sign in shown for sign in "[{(."):
        shown = _ASIDE.sub(lambda found: " " * len(found[0]), shown)
    matches = list(_CELL.finditer(shown, start))
    if not matches:
        # `1. ` may begin any list; only its cells make it a row.
        counts = numbered is not None and not numbered[2]
        return Row(number if counts else 0, (), rest=line[start:].strip())
    ends = [found.start() for found in matches[1:]] + [len(shown)]
    found = [
        _found(each, shown[each.end() : end].strip())
        for each, end in zip(matches, ends, strict=True)
    ]
    before = shown[start : found[0].start].strip()
    seats = _seats(found, start if numbered else None)
    named = _named(before, players) if found[0].kind in ("win", "loss", "resign") else None
    if named is not None:
        seats[0], before = named, ""
    cells: list[Cell] = []
    for each, seat in zip(found, seats, strict=True):
        cells.append(_cell(each, seat, cells[-1] if cells else None, dumps))
    starts = tuple(each.start for each in found)
    is_padded = len(starts) > 1 and shown[starts[1] - 2 : starts[1]].isspace()
    is_remark = not numbered and (bool(before) or not all(map(_is_plain, found)))
    rest = "  ".join(filter(None, (before, *(each.rest for each in found))))
    return Row(number, tuple(cells), starts, is_padded, is_remark, rest)


def _found(match: re.Match[str], text: str) -> _Found:
    """A cell; what stands far behind a play and is none is not part of it."""
    kind = match.lastgroup or ""
    if kind not in _DICE:
        return _Found(kind, match.start(), text, match)
    play, *others = _GAP.split(text)
    steps = [each for each in others if "/" in each]
    rest = " ".join(each for each in others if "/" not in each and each[0] not in ";#")
    return _Found("dice", match.start(), " ".join((play, *steps)).strip(), match, rest)


def _is_plain(found: _Found) -> bool:
    """Does nothing follow the word but what belongs to it?"""
    rule = _SAID.get(_LIKE.get(found.kind, found.kind))
    return rule is None or bool(rule.fullmatch(found.text.lower()))


def _seats(found: list[_Found], start: int | None) -> list[Seat]:
    """The first cell is the left player's unless there is a gap before it; then they take turns."""
    first = found[0].start
    right = first >= _HALFWAY if start is None else first - start > _FAR
    seats: list[Seat] = [1 if right else 0]
    for _ in found[1:]:
        seats.append(_other(seats[-1]))
    return seats


def _cell(found: _Found, seat: Seat, before: Cell | None, dumps: list[str]) -> Cell:
    match found.kind:
        case "dice":
            digits = next(filter(None, map(found.match.group, _DICE)))
            play, dump = _play(found.text, dumps)
            return Cell("roll", seat, dice=(int(digits[0]), int(digits[-1])), play=play, dump=dump)
        case "win" | "loss":
            winner = seat if found.kind == "win" else _other(seat)
            if before and before.kind in ("drop", "resign"):
                winner = _other(before.player)
            elif before and before.kind == "win":
                winner = before.player
            points, multiple = _value(found.text), _multiple(found.text)
            if multiple > 1 and not points:  # a gammon, whatever the cube shows
                return Cell("resign", _other(winner), value=multiple)
            return Cell("win", winner, value=points)
        case "resign":
            return Cell("resign", seat, value=_multiple(found.text))
        case "double" | "beaver" | "raccoon":
            return Cell(_KINDS[found.kind], seat, value=_value(found.text))
        case _:
            return Cell(_KINDS[found.kind], seat)


_KINDS: Final[dict[str, Kind]] = {
    "double": "double",
    "take": "take",
    "drop": "drop",
    "beaver": "beaver",
    "raccoon": "raccoon",
}


def _play(text: str, dumps: list[str]) -> tuple[str | None, str]:
    """The play of a roll, and the board that an illegal one left."""
    if text.startswith("!!!") and dumps:
        return None, dumps.pop(0)
    if not text or ("0/0" not in text and _PLAIN.fullmatch(text)):
        return text, ""
    if _UNKNOWN.fullmatch(text):
        return None, ""
    if _NOTHING.fullmatch(_REMARK.sub("", text).strip()):
        return NO_PLAY, ""
    return _tidied(text), ""


def _value(text: str) -> int:
    found = _VALUE.match(text)
    return min(int(found[1][:9]), 10**6) if found else 0


def _multiple(text: str) -> int:
    """What a game is called that counts more than once; 0 where nothing is said."""
    words = text.lower()
    return max((n for word, n in MULTIPLES.items() if word in words), default=0)


def _named(text: str, players: tuple[str, str]) -> Seat | None:
    """`Ann wins 2 points`."""
    name = text.casefold().rstrip(": ")
    known = [player.casefold() for player in players]
    if not name or name not in known or known[0] == known[1]:
        return None
    return 0 if name == known[0] else 1


def _other(seat: Seat) -> Seat:
    return 0 if seat else 1


def placed(rows: list[tuple[int, Row]]) -> list[tuple[int, Row]]:
    """The rows, single cells given to whom they belong.

    In a file without columns nothing shows that the left cell of a row is empty. But a row with one
    cell and another row after it cannot lack its right cell.
    """
    pairs = [row for _, row in rows if len(row.cells) > 1]
    if not pairs:
        return rows
    has_columns = sum(row.is_padded for row in pairs) * 2 >= len(pairs)
    usual = sorted(row.starts[1] for row in pairs)[len(pairs) // 2]
    last = max((at for at, (_, row) in enumerate(rows) if row.number and not row.is_end), default=0)
    given = []
    for at, (number, row) in enumerate(rows):
        cells = row.cells
        if row.is_alone and not has_columns and at < last:
            cells = (cells[0]._replace(player=1),)
        elif len(cells) == 2 and cells[1].kind == "resign" and has_columns:
            stays = row.starts[1] < usual - _OTHER_COLUMN
            cells = (cells[0], cells[1]._replace(player=cells[0].player)) if stays else cells
        given.append((number, row._replace(cells=cells)))
    return given


def _tidied(play: str) -> str:
    """A play in the notation of `notation`: no remarks, no empty steps, blanks where they belong.

    >>> _tidied("13 / 7 24-18 (2) 0/0 ?!")
    '13/7 24/18(2)'
    >>> _tidied("*24/18 13/11(2)* 6/4x")
    '24/18 13/11*(2) 6/4*'
    """
    text = _STAR_FIRST.sub("", _REMARK.sub("", play))
    text = _STAR_LAST.sub(lambda found: f"*{found[1] or ''}", text)
    text = _ZERO_STEP.sub(" ", _LOOSE.sub(r"\1", _HYPHEN.sub("/", text)))
    return " ".join(text.split())
