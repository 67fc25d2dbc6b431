"""Positions of Snowie: one line of 40 fields with `;` between them, seen by the side on roll.

>>> snowie_line(Position.parse("6:2 / 24:2"), Situation(dice=Roll(3, 1)), ("Ann", "Ben"))[:40]
'0;0;0;1;1;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;0'
"""

from __future__ import annotations

import re
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.ids.fields import COUNT, WHOLE, Shape
from fullprime.formats.ids.situation import Situation, from_signed, meets, read_situation, signed
from fullprime.position import Position

_NAME: Final = (r"[^;\r\n]*", "a name")
_YES: Final = (r"[01]", "0 or 1")
_SNOWIE: Final = Shape(
    "idkind.snowie",
    ";",
    {
        "length": COUNT,
        "Jacoby rule": _YES,
        "third field": WHOLE,
        "mark of money": _YES,
        "player on roll": _YES,
        "name of the player on roll": _NAME,
        "name of the opponent": _NAME,
        "Crawford rule": _YES,
        "score of the player on roll": WHOLE,
        "score of the opponent": WHOLE,
        "cube": COUNT,
        "owner": (r"-1|0|1", "1, 0 or -1"),
        **{f"slot {slot}": (r"-?\d{1,2}", "a number of checkers") for slot in range(26)},
        "first die": (r"[0-6]", "a number from 0 to 6"),
        "second die": (r"[0-6]", "a number from 0 to 6"),
    },
    needed=40,
)


def is_snowie_line(text: str) -> bool:
    """Does this look like such a line?"""
    return bool(re.fullmatch(r"\d+;\d+;.*", text))


def snowie_line(
    position: Position, situation: Situation, players: tuple[str, str] = ("", "")
) -> str | None:
    """The line, the names of the side on roll and of the other in it.

    None where it cannot say what stands on the board. It has no beavers.
    """
    if not meets(position):
        return None
    stakes = situation.stakes
    dice = sorted(situation.dice or (0, 0), reverse=True)
    fields = (
        situation.length,
        int(stakes.jacoby),
        0,
        int(not situation.length),
        int(not situation.upper),
        *(re.sub(r"[;\r\n]", " ", name) for name in players),
        int(stakes.crawford),
        *situation.score,
        stakes.value,
        {"me": 1, "opponent": -1, None: 0}[situation.owner],
        *signed(position),
        *dice,
    )
    return ";".join(map(str, fields)) + ";"


def from_snowie_line(text: str) -> tuple[Position, Situation]:
    """What such a line says."""
    told = _told(text)
    number = {name: int(value) for name, value in told.items() if not name.startswith("name")}
    position = from_signed(text, [number[f"slot {slot}"] for slot in range(26)])
    dice = number["first die"], number["second die"]
    if bool(dice[0]) != bool(dice[1]):
        raise BadPosition(text, [Fault("id.dice", a=dice[0], b=dice[1])])
    owners: dict[int, Literal["me", "opponent"] | None] = {1: "me", -1: "opponent", 0: None}
    length = number["length"]
    scores = "score of the player on roll", "score of the opponent"
    situation = read_situation(
        text,
        _SNOWIE.below_zero(number, *scores) if length else [],
        upper=not number["player on roll"],
        dice=Roll(*dice) if all(dice) else None,
        cube=number["cube"],
        owner=owners[number["owner"]],
        length=length,
        score=(number[scores[0]], number[scores[1]]),
        crawford=length > 0 and bool(number["Crawford rule"]),
        jacoby=not length and bool(number["Jacoby rule"]),
    )
    return position, situation


def names_of(text: str) -> tuple[str, str]:
    """The players of such a line, the side on roll first."""
    told = _told(text)
    return told["name of the player on roll"], told["name of the opponent"]


def _told(text: str) -> dict[str, str]:
    return _SNOWIE.read(text, text.strip().removesuffix(";").split(";"))
