"""The board of FIBS and its clients (`boardstyle 3`): everything in 52 fields after `board:`.

"You" is the player who looks at the board, or is watched; here the lower side.

>>> fibs_board(Position.parse("6:2 / 6:2"), Situation(dice=Roll(3, 1)), ("Ann", "Ben"))[:34]
'board:Ann:Ben:0:0:0:0:0:0:0:0:0:2:'
"""

from __future__ import annotations

from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.ids.fields import COUNT, WHOLE, Shape, without_prefix
from fullprime.formats.ids.situation import Situation, from_signed, meets, read_situation, signed
from fullprime.position import BAR, OFF, Position

PREFIX: Final = "board:"
_UNLIMITED: Final = 9999
_NUMBER: Final = (r"[0-6]", "a number from 0 to 6")
_YES: Final = (r"[01]", "0 or 1")
_SIDE: Final = (r"-?1", "1 or -1")
_NAME: Final = (r"[^:]*", "a name")
_FIBS: Final = Shape(
    "idkind.fibs",
    ":",
    {
        "own name": _NAME,
        "opponent's name": _NAME,
        "length": COUNT,
        "own score": WHOLE,
        "opponent's score": WHOLE,
        **{f"slot {slot}": (r"-?\d{1,2}", "a number of checkers") for slot in range(26)},
        "turn": _SIDE,
        "own first die": _NUMBER,
        "own second die": _NUMBER,
        "opponent's first die": _NUMBER,
        "opponent's second die": _NUMBER,
        "cube": (r"\d{1,5}", "1, 2, 4 and so on"),
        "own right to double": _YES,
        "opponent's right to double": _YES,
        "pending double": (r"-?[01]", "0, 1 or -1"),
        "color": _SIDE,
        "direction": _SIDE,
        "home": (r"0|25", "0 or 25"),
        "bar": (r"0|25", "0 or 25"),
        "own count of checkers off": COUNT,
        "opponent's count of checkers off": COUNT,
        "own count of checkers on the bar": COUNT,
        "opponent's count of checkers on the bar": COUNT,
        "number of pieces to move": COUNT,
        "forced move": COUNT,
        "mark of the Crawford game": COUNT,
        "number of redoubles": COUNT,
    },
    needed=52,
)


def is_fibs_board(text: str) -> bool:
    """Does this begin like such a board?"""
    return without_prefix(text, PREFIX) != text


def fibs_board(
    position: Position, situation: Situation, players: tuple[str, str] = ("X", "O")
) -> str | None:
    """The line, from the side of the first of these players, who sits below.

    None where it cannot say what stands on the board. It has no Jacoby rule and no beavers.
    """
    if not meets(position):
        return None
    mine = not situation.upper
    seen = position if mine else position.flipped()
    dice = sorted(situation.dice or (0, 0), reverse=True)
    side = 1 if mine else -1
    score = situation.score[::side]
    may = {"me": (1, 0), "opponent": (0, 1), None: (1, 1)}[situation.owner][::side]
    stakes, length = situation.stakes, situation.length
    last = length > 1 and max(score) == length - 1
    fields = (
        *(name.replace(":", " ") for name in players),
        length,
        *score,
        *signed(seen),
        side,
        *dice,
        *dice,
        stakes.value,
        *may,
        side if situation.offered else 0,
        *(1, -1, 0, 25),  # you are O and move from 24 to 1
        *(seen.mover[OFF], seen.other[OFF]),
        *(seen.mover[BAR], seen.other[BAR]),
        *(0, 0),  # how many can move, and whether they must, is left to who needs it
        int(last and not stakes.crawford),
        int(not stakes.crawford),
    )
    return PREFIX + ":".join(map(str, fields))


def from_fibs_board(text: str) -> tuple[Position, Situation]:
    """What such a line says; anything that follows it after its last field is ignored."""
    words = without_prefix(text.strip(), PREFIX).split(":")
    words[-1:] = words[-1].split()[:1]  # a line of a session goes on
    told = _FIBS.read(text, words)
    number = {name: int(value) for name, value in told.items() if not name.endswith("name")}
    board = [number[f"slot {slot}"] * number["color"] for slot in range(26)]
    if number["direction"] == 1:
        board.reverse()
    mine = number["turn"] == number["color"]
    seen = from_signed(text, board)
    position = seen if mine else seen.flipped()
    return position, _situation(text, number, mine)


def _situation(text: str, number: dict[str, int], mine: bool) -> Situation:
    length = number["length"] if number["length"] != _UNLIMITED else 0
    score = number["own score"], number["opponent's score"]
    mover, other = score if mine else score[::-1]
    may = number["own right to double"], number["opponent's right to double"]
    who = "own" if mine else "opponent's"
    dice = number[f"{who} first die"], number[f"{who} second die"]
    owner: Literal["me", "opponent"] | None = None
    if sum(may) == 1:
        owner = "me" if may[0] == mine else "opponent"
    if bool(dice[0]) != bool(dice[1]):
        raise BadPosition(text, [Fault("id.dice", a=dice[0], b=dice[1])])
    faults = _FIBS.below_zero(number, "own score", "opponent's score") if length else []
    over = number["mark of the Crawford game"] or number["number of redoubles"]
    return read_situation(
        text,
        faults,
        upper=not mine,
        dice=Roll(*dice) if all(dice) else None,
        cube=number["cube"],
        owner=owner,
        length=length,
        score=(mover, other),
        crawford=length > 1 and max(score) == length - 1 and not over,
        offered=int(number["pending double"] != 0),
    )
