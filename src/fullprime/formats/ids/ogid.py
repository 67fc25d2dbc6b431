"""OGIDs: positions as OpenGammon and HedgeHog write them, one character for each checker.

White moves from 1 to 24 and waits on 0 when hit; Black moves from 24 to 1 and waits on 25. Here
White is the upper side. The turn names the player who has *reached* the position, so the other is
on roll; only while a double waits for its answer is it the one who has doubled.

>>> ogid(Position.parse("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"), Situation(dice=Roll(3, 1)))
'11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:0:0'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.ids.fields import COUNT, Shape, first_word, without_prefix
from fullprime.formats.ids.situation import CHECKERS, Situation, meets, read_situation, with_off
from fullprime.position import BAR, OFF, PLACES, Position

PREFIX: Final = "OGID="
_PLACES: Final = "0123456789abcdefghijklmnop"
_BORNE_OFF: Final = "q"
_SHAPE = re.compile(r"[0-9a-z]*:[0-9a-z]*:[A-Z?]\d+[A-Z](:.*)?", re.ASCII | re.DOTALL)
_CHECKERS: Final = (r"[0-9a-q]*", "a character for each checker: 0 to 9, a to p")
_POINTS: Final = (r"\d{0,5}", "a whole number from 0")
_OGID: Final = Shape(
    "idkind.ogid",
    ":",
    {
        "list of White's checkers": _CHECKERS,
        "list of Black's checkers": _CHECKERS,
        "cube": (r"[WBND?]\d{1,2}[NOTP]", "owner W, B or N, how often it was turned, and N or O"),
        "dice": (r"([1-6]{2})?", "two numbers, or nothing"),
        "turn": (r"[WB]?", "W or B"),
        "state": (r"[A-Z]{0,2}", "at most two capital letters"),
        "score of White": _POINTS,
        "score of Black": _POINTS,
        "length": (r"\d{0,5}(C|L|G\d{0,5})?", "a number, with C in the Crawford game"),
        "number of the move": COUNT,
        "number of checkers": (rf"{CHECKERS}?", str(CHECKERS)),
    },
    needed=3,
)


def is_ogid(text: str) -> bool:
    """Does this look like an OGID, with or without its prefix?"""
    return without_prefix(text, PREFIX) != text or bool(_SHAPE.fullmatch(text))


def ogid(position: Position, situation: Situation) -> str | None:
    """The OGID; None where it cannot say what stands on the board. It has no Jacoby rule."""
    if not meets(position):
        return None
    white, black = (position.mover, position.other)[:: 1 if situation.upper else -1]
    on_roll = "WB"[not situation.upper]
    reached = "WB"[situation.upper]
    owner = {"me": on_roll, "opponent": reached, None: "N"}[situation.owner]
    scores = situation.score[:: 1 if situation.upper else -1]
    offered = situation.offered > 0 and not situation.dice
    fields = (
        "".join(_PLACES[BAR - place] * white[place] for place in range(BAR, 0, -1)),
        "".join(_PLACES[place] * black[place] for place in range(1, BAR + 1)),
        f"{owner}{situation.stakes.value.bit_length() - 1}{'O' if offered else 'N'}",
        "".join(map(str, sorted(situation.dice or ()))),
        on_roll if offered else reached,
        "D" if offered else "R" if situation.dice else "C",
        *scores,
        f"{situation.length}{'C' if situation.stakes.crawford else ''}",
        0,
    )
    return ":".join(map(str, fields))


def from_ogid(text: str) -> tuple[Position, Situation]:
    """What an OGID says; what follows it in a sentence is ignored."""
    fields = first_word(without_prefix(text, PREFIX)).split(":")
    if len(fields) > 9 and not fields[9]:
        fields[9] = "0"  # some leave it empty
    told = _OGID.read(text, fields)
    offered = told["cube"].endswith("O") or told.get("state") == "D"
    named_white = told.get("turn", "") != "B"
    upper = named_white if offered else not named_white
    white = _row(told["list of White's checkers"], range(BAR, -1, -1))
    black = _row(told["list of Black's checkers"], range(BAR + 1))
    mover, other = (white, black)[:: 1 if upper else -1]
    if white[OFF] or black[OFF]:
        raise BadPosition(text, [Fault("id.other_bar")])
    return with_off(text, mover, other), _situation(text, told, upper, offered)


def _situation(text: str, told: dict[str, str], upper: bool, offered: bool) -> Situation:
    on_roll = "WB"[not upper]
    cube = told["cube"]
    mine: Literal["me", "opponent"] = "me" if cube[0] == on_roll else "opponent"
    scores = [int(told.get(f"score of {side}") or 0) for side in ("White", "Black")]
    mover, other = scores[:: 1 if upper else -1]
    length = told.get("length", "")
    dice = told.get("dice")
    return read_situation(
        text,
        [],
        upper=upper,
        dice=Roll.parse(dice) if dice else None,
        cube=1 << int(cube[1:-1]),
        owner=mine if cube[0] in "WB" else None,
        length=int(re.sub(r"\D.*", "", length) or 0),
        score=(mover, other),
        crawford=length.endswith("C"),
        offered=int(offered),
    )


def _row(checkers: str, own: Sequence[int]) -> list[int]:
    """By own points, from the characters of the common ones."""
    row = [0] * PLACES
    for character, count in Counter(checkers.replace(_BORNE_OFF, "")).items():
        row[own[_PLACES.index(character)]] = count
    return row
