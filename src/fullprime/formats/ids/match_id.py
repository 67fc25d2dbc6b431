"""Match ids of GNU Backgammon: 72 bits that hold everything but the checkers.

>>> from fullprime.stakes import Stakes
>>> from_match_id("cAkAAAAAAAAA").stakes.jacoby
True
>>> match_id(Situation(stakes=Stakes(jacoby=True)))
'cAkAAAAAAAAA'
"""

from __future__ import annotations

import base64
import re
from typing import Final, Literal

from fullprime.dice import Roll
from fullprime.errors import BadPosition, Fault
from fullprime.formats.ids.situation import Situation, read_situation

_ID = re.compile(r"[A-Za-z0-9+/]{12}", re.ASCII)
_WIDTHS: Final = {
    "cube": 4,  # how often it was turned
    "owner": 2,
    "player": 1,
    "crawford": 1,
    "state": 3,
    "actor": 1,  # another than the player only where an offer waits for its answer
    "doubled": 1,
    "resigned": 2,
    "first": 3,
    "second": 3,
    "length": 15,
    "score_0": 15,
    "score_1": 15,
    "no_jacoby": 1,
}
"""Fields and their bits, the low end first."""
_BYTES: Final = 9
_CENTRED: Final = 3
_PLAYING: Final = 1


def match_id(situation: Situation) -> str:
    """The id of a situation; it has no beavers, and no raccoon that is offered."""
    player = 0 if situation.upper else 1
    asked = situation.offered + bool(situation.resigning)  # every offer is for the other to answer
    owners = {"me": player, "opponent": 1 - player, None: _CENTRED}
    scores = situation.score[:: -1 if player else 1]
    first, second = sorted(situation.dice or (0, 0), reverse=True)
    fields = {
        "cube": situation.stakes.value.bit_length() - 1,
        "owner": owners[situation.owner],
        "player": player,
        "crawford": situation.stakes.crawford,
        "state": _PLAYING,
        "actor": player ^ asked & 1,
        "doubled": bool(situation.offered),
        "resigned": situation.resigning,
        "first": first,
        "second": second,
        "length": situation.length,
        "score_0": scores[0],
        "score_1": scores[1],
        "no_jacoby": bool(situation.length) or not situation.stakes.jacoby,
    }
    bits = shift = 0
    for name, width in _WIDTHS.items():
        bits |= fields.get(name, 0) << shift
        shift += width
    return base64.b64encode(bits.to_bytes(_BYTES, "little")).decode()


def from_match_id(text: str) -> Situation:
    """What such an id says."""
    if not _ID.fullmatch(text):
        raise BadPosition(text, [Fault("id.match")])
    bits = int.from_bytes(base64.b64decode(text), "little")
    fields = {}
    for name, width in _WIDTHS.items():
        fields[name] = bits & (1 << width) - 1
        bits >>= width
    dice = fields["first"], fields["second"]
    thrown = all(1 <= number <= 6 for number in dice)
    player, owner, money = fields["player"], fields["owner"], not fields["length"]
    mine: Literal["me", "opponent"] = "me" if owner == player else "opponent"
    faults = []
    if any(dice) and not thrown:
        faults.append(Fault("id.dice", a=dice[0], b=dice[1]))
    if owner not in (0, 1, _CENTRED):
        faults.append(Fault("id.owner"))
    return read_situation(
        text,
        faults,
        upper=player == 0,
        dice=Roll(*dice) if thrown else None,
        cube=1 << fields["cube"],
        owner=None if owner == _CENTRED else mine,
        length=fields["length"],
        score=(fields[f"score_{player}"], fields[f"score_{1 - player}"]),
        crawford=bool(fields["crawford"]),
        jacoby=money and not fields["no_jacoby"],  # old programs never set the bit
        offered=_offered(fields),
        resigning=fields["resigned"],
    )


def _offered(fields: dict[str, int]) -> int:
    """A double waits for the other side, a beaver for the one that has doubled."""
    if not fields["doubled"]:
        return 0
    crossed = fields["actor"] != fields["player"]
    return 1 if crossed != bool(fields["resigned"]) else 2
