"""XGIDs: positions with everything beside them, as eXtreme Gammon writes them.

The board is told from the side of X, who sits at the bottom, whoever is on roll.

>>> xgid(Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"), Situation(dice=Roll(3, 1)))
'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault, shorten
from fullprime.formats.situation import CHECKERS, Situation, fits, read_situation, with_off
from fullprime.position import BAR, PLACES, Position

PREFIX: Final = "XGID="
_SHAPE = re.compile(r"[-A-Pa-p]{26}:.*", re.ASCII | re.DOTALL)
_LETTERS: Final = "-" + ascii_uppercase[:CHECKERS]
_FIELDS: Final = {
    "board": (r"[-A-Oa-o]{26}", "26 characters: '-', A to O for X, a to o for O"),
    "cube": (r"\d{1,2}", "how often it was turned"),
    "owner": (r"-1|0|1", "1, 0 or -1"),
    "turn": (r"-1|0|1", "1 or -1"),
    "dice": (r"00|[1-6]{2}|D", "two numbers, 00 or D"),
    "score of X": (r"-?\d{1,5}", "a number"),
    "score of O": (r"-?\d{1,5}", "a number"),
    "rules": (r"[0-3]", "0 to 3"),
    "length": (r"\d{1,5}", "a number"),
    "largest cube": (r"\d{1,2}", "a number"),
}
"""What stands between the colons, and how its faults are told. Some leave out the last."""
_LARGEST_CUBE: Final = 10
_JACOBY, _BEAVERS = 1, 2


def is_xgid(text: str) -> bool:
    """Does this look like an XGID, with or without its prefix?"""
    return text.startswith(PREFIX) or bool(_SHAPE.fullmatch(text))


def xgid(position: Position, situation: Situation) -> str | None:
    """The XGID; None where it cannot say what stands on the board.

    The sides move against each other, and no point has checkers of both.
    """
    x, o = (position.mover, position.other)[:: -1 if situation.upper else 1]
    if not fits(position) or any(x[place] and o[BAR - place] for place in range(1, BAR)):
        return None
    turn = -1 if situation.upper else 1
    owner = {"me": turn, "opponent": -turn, None: 0}[situation.owner]
    score = situation.score[::turn]
    stakes = situation.stakes
    money = _JACOBY * stakes.jacoby + _BEAVERS * (stakes.animals > 0)
    fields = (
        _board(x, o),
        stakes.value.bit_length() - 1,
        owner,
        turn,
        "".join(map(str, sorted(situation.dice, reverse=True))) if situation.dice else "00",
        *score,
        int(stakes.crawford) if situation.length else money,
        situation.length,
        _LARGEST_CUBE,
    )
    return PREFIX + ":".join(map(str, fields))


def from_xgid(text: str) -> tuple[Position, Situation]:
    """What an XGID tells; whatever follows it after a blank is left alone."""
    told = _fields(text)
    board = told["board"]
    x, o = _row(board), _row(board[::-1].swapcase())
    turn = -1 if told["turn"] == "-1" else 1  # some leave it open: 0
    misplaced = board[0].isupper() or board[-1].islower()
    faults = [Fault("id.other_bar")] if misplaced else []
    situation = _situation(text, faults, told, turn)
    mover, other = (x, o)[::turn]
    return with_off(text, mover, other), situation


def _fields(text: str) -> dict[str, str]:
    words = text.removeprefix(PREFIX).split()
    told = words[0].split(":") if words else []
    if len(told) not in (len(_FIELDS) - 1, len(_FIELDS)):
        raise BadPosition(text, [Fault("id.xgid_fields", n=len(_FIELDS), found=len(told))])
    fields = dict(zip(_FIELDS, told, strict=False))
    faults = [
        _field_fault(name, value)
        for name, value in fields.items()
        if not re.fullmatch(_FIELDS[name][0], value, re.ASCII)
    ]
    if faults:
        raise BadPosition(text, faults)
    return fields


def _field_fault(name: str, value: str) -> Fault:
    asked, expected = repr(shorten(value, 40)), _FIELDS[name][1]
    return Fault("id.xgid_field", field=name, value=asked, expected=expected)


def _situation(text: str, faults: list[Fault], told: dict[str, str], turn: int) -> Situation:
    length, rules, owner = int(told["length"]), int(told["rules"]), int(told["owner"])
    mine: Literal["me", "opponent"] = "me" if owner == turn else "opponent"
    mover, other = (int(told[f"score of {side}"]) for side in "XO"[::turn])
    return read_situation(
        text,
        faults,
        upper=turn == -1,
        dice=Roll.parse(told["dice"]) if told["dice"] not in ("00", "D") else None,
        cube=1 << int(told["cube"]),
        owner=mine if owner else None,
        length=length,
        score=(mover, other) if length else (0, 0),
        crawford=length > 0 and bool(rules & 1),
        jacoby=length == 0 and bool(rules & _JACOBY),
        beavers=length == 0 and bool(rules & _BEAVERS),
    )


def _board(x: Sequence[int], o: Sequence[int]) -> str:
    points = (
        _LETTERS[x[place]] if x[place] else _LETTERS[o[BAR - place]].lower()
        for place in range(1, BAR)
    )
    return _LETTERS[o[BAR]].lower() + "".join(points) + _LETTERS[x[BAR]]


def _row(board: str) -> Sequence[int]:
    """The checkers written in capitals, by their own points."""
    row = [0] * PLACES
    for place in range(1, BAR + 1):
        row[place] = max(0, _LETTERS.find(board[place]))
    return row
