"""The kinds of reasons: what each is about, how it may speak, and how much it weighs.

The weights are those of a least-squares fit of the loss on the differences of worth, none negative:
246 errors of people and 1,000 of self-play. What they bring is measured: docs/reasons.md.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Role = Literal["lead", "support", "half", "second"]
"""Who may open: a lead; support where the balance speaks for the play; half where it does and the
reason is worth half of the loss; a second never."""


class Kind(NamedTuple):
    """A kind of reason."""

    name: str
    family: str
    """Two kinds of one family say nearly the same, so only one of them is said."""
    role: Role
    weight: float
    """How much of its worth counts when two plays are balanced: worths overlap."""
    rank: float = 1.0
    """Worth by worth, what is said first."""


SHOTS: Final = Kind("shots", "risk", "lead", 0.14)
DOUBLE_HIT: Final = Kind("double_hit", "risk", "lead", 0.0)
RETURN: Final = Kind("return", "risk", "second", 0.32, 0.6)
DUPLICATE: Final = Kind("duplicate", "risk", "second", 0.0, 0.5)
CONTAIN: Final = Kind("contain", "block", "lead", 0.24)
PRIME: Final = Kind("prime", "block", "lead", 0.01)
POINT: Final = Kind("point", "point", "lead", 0.17)
BUILD: Final = Kind("build", "point", "support", 0.09, 0.7)
COVER: Final = Kind("cover", "point", "second", 0.0, 0.6)
HIT: Final = Kind("hit", "hit", "lead", 0.13)
DANCE: Final = Kind("dance", "hit", "lead", 0.15)
ATTACK: Final = Kind("attack", "attack", "support", 0.25, 0.7)
DIVERSE: Final = Kind("diverse", "next", "half", 0.0, 0.5)
ESCAPE: Final = Kind("escape", "back", "half", 0.06, 0.6)
ANCHOR: Final = Kind("anchor", "anchor", "lead", 0.0)
ANCHOR_NEXT: Final = Kind("anchor_next", "anchor", "second", 0.32, 0.6)
THEIR_POINT: Final = Kind("their_point", "their point", "second", 0.05)
SAFE_NEXT: Final = Kind("safe_next", "next", "support", 0.19, 0.6)
DEAD: Final = Kind("dead", "dead", "lead", 0.29)
STACK: Final = Kind("stack", "stack", "half", 0.64)
GAMMONS_WON: Final = Kind("gammons_won", "gammons", "half", 0.77, 0.4)
GAMMONS_LOST: Final = Kind("gammons_lost", "gammons", "half", 1.12, 0.4)
OFF: Final = Kind("off", "off", "lead", 0.56)
CROSS: Final = Kind("cross", "off", "lead", 0.2)
OFF_NEXT: Final = Kind("off_next", "off", "lead", 0.61)
ROLLS: Final = Kind("rolls", "off", "lead", 0.0, 0.9)

KINDS: Final = (
    *(SHOTS, DOUBLE_HIT, RETURN, DUPLICATE, CONTAIN, PRIME, POINT, BUILD, COVER, HIT, DANCE),
    *(ATTACK, DIVERSE, ESCAPE, ANCHOR, ANCHOR_NEXT, THEIR_POINT, SAFE_NEXT, DEAD, STACK),
    *(GAMMONS_WON, GAMMONS_LOST, OFF, CROSS, OFF_NEXT, ROLLS),
)
WEIGHTS: Final = {kind.name: kind.weight for kind in KINDS}
