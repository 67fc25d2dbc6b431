"""XGIDs: positions with everything beside them, as eXtreme Gammon writes them.

The board is seen from the side of X, who sits at the bottom, no matter who is on roll.

>>> xgid(Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"), Situation(dice=Roll(3, 1)))
'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import Fault
from fullprime.formats.ids.fields import COUNT, WHOLE, Shape, first_word, without_prefix
from fullprime.formats.ids.situation import (
    CHECKERS,
    LARGEST_CUBE_TURNED,
    Situation,
    meets,
    read_situation,
    with_off,
)
from fullprime.position import BAR, PLACES, Position

PREFIX: Final = "XGID="
_SHAPE = re.compile(r"[-A-Pa-p]{26}:.*", re.ASCII | re.DOTALL)
_LETTERS: Final = "-" + ascii_uppercase[:CHECKERS]
_XGID: Final = Shape(
    "idkind.xgid",
    ":",
    {
        "board": (r"[-A-Oa-o]{26}", "26 characters: '-', A to O for X, a to o for O"),
        "cube": (r"\d{1,2}", "how often it was turned"),
        "owner": (r"-1|0|1", "1, 0 or -1"),
        "turn": (r"-1|0|1", "1 or -1"),
        "dice": (r"00|[1-6]{2}|D|DD|B|BB|R|RR", "two numbers, 00, D, B or R"),
        "score of X": WHOLE,
        "score of O": WHOLE,
        "rules": (r"[0-3]", "0 to 3"),
        "length": COUNT,
        "largest cube": (r"\d{1,2}", "how often it can be turned"),
    },
    needed=9,  # some leave out the last
)
_OFFERS: Final = ("00", "D", "B", "R")
_JACOBY, _BEAVERS = 1, 2


def is_xgid(text: str) -> bool:
    """Does this look like an XGID, with or without its prefix?"""
    return without_prefix(text, PREFIX) != text or bool(_SHAPE.fullmatch(text))


def xgid(position: Position, situation: Situation) -> str | None:
    """The XGID; None where it cannot say what stands on the board."""
    if not meets(position):
        return None
    x, o = (position.mover, position.other)[:: -1 if situation.upper else 1]
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
        _dice(situation),
        *score,
        int(stakes.crawford) if situation.length else money,
        situation.length,
        stakes.cube_limit.bit_length() - 1 if stakes.cube_limit else situation.cube_limit,
    )
    return PREFIX + ":".join(map(str, fields))


def _dice(situation: Situation) -> str:
    """A roll, or what is offered before it."""
    if situation.dice:
        return "".join(map(str, sorted(situation.dice, reverse=True)))
    return _OFFERS[situation.offered]


def from_xgid(text: str) -> tuple[Position, Situation]:
    """What an XGID says; what follows it in a sentence is ignored."""
    told = _XGID.read(text, first_word(without_prefix(text, PREFIX)).split(":"))
    board = told["board"]
    x, o = _row(board), _row(board[::-1].swapcase())
    turn = -1 if told["turn"] == "-1" else 1  # some leave it open: 0
    misplaced = board[0].isupper() or board[-1].islower()
    faults = [Fault("id.other_bar")] if misplaced else []
    if int(told["length"]):
        faults += _XGID.below_zero(told, "score of X", "score of O")
    situation = _situation(text, faults, told, turn)
    mover, other = (x, o)[::turn]
    return with_off(text, mover, other), situation


def _situation(text: str, faults: list[Fault], told: dict[str, str], turn: int) -> Situation:
    length, rules, owner = int(told["length"]), int(told["rules"]), int(told["owner"])
    mine: Literal["me", "opponent"] = "me" if owner == turn else "opponent"
    mover, other = (int(told[f"score of {side}"]) for side in "XO"[::turn])
    dice = told["dice"]
    rolled = dice.isdigit() and dice != "00"
    return read_situation(
        text,
        faults,
        upper=turn == -1,
        dice=Roll.parse(dice) if rolled else None,
        cube=1 << int(told["cube"]),
        owner=mine if owner else None,
        length=length,
        score=(mover, other),
        crawford=length > 0 and bool(rules & 1),
        jacoby=length == 0 and bool(rules & _JACOBY),
        beavers=length == 0 and bool(rules & _BEAVERS),
        offered=0 if dice.isdigit() else _OFFERS.index(dice[0]),
        cube_limit=int(told.get("largest cube", LARGEST_CUBE_TURNED)),
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
