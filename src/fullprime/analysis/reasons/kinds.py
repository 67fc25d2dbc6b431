"""The kinds of reasons: what each is about, how it may speak, and how much it weighs.

Weights were fitted and kinds dropped by what `benchmarks/reasons.py` measured: docs/reasons.md.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Role = Literal["lead", "support", "second"]
"""A lead may stand alone; support opens only where the balance speaks for the play; a second never
opens."""


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


SHOTS: Final = Kind("shots", "risk", "lead", 0.33)
DOUBLE_HIT: Final = Kind("double_hit", "risk", "lead", 0.26)
RETURN: Final = Kind("return", "risk", "second", 0.03, 0.6)
DUPLICATE: Final = Kind("duplicate", "risk", "second", 0.0, 0.5)
CONTAIN: Final = Kind("contain", "block", "lead", 0.0)
PRIME: Final = Kind("prime", "block", "lead", 0.42)
POINT: Final = Kind("point", "point", "lead", 0.37)
BUILD: Final = Kind("build", "point", "support", 0.0, 0.7)
COVER: Final = Kind("cover", "point", "second", 0.0, 0.6)
HIT: Final = Kind("hit", "hit", "lead", 0.17)
DANCE: Final = Kind("dance", "hit", "lead", 0.34)
ATTACK: Final = Kind("attack", "attack", "support", 0.24, 0.7)
DIVERSE: Final = Kind("diverse", "next", "second", 0.05, 0.5)
ESCAPE: Final = Kind("escape", "back", "second", 0.0, 0.6)
ANCHOR: Final = Kind("anchor", "anchor", "lead", 0.05)
ANCHOR_NEXT: Final = Kind("anchor_next", "anchor", "second", 0.0, 0.6)
THEIR_POINT: Final = Kind("their_point", "their point", "second", 0.59)
DEAD: Final = Kind("dead", "dead", "lead", 0.55)
STACK: Final = Kind("stack", "stack", "second", 0.57)
GAMMONS_WON: Final = Kind("gammons_won", "gammons", "support", 0.0, 0.4)
GAMMONS_LOST: Final = Kind("gammons_lost", "gammons", "support", 0.0, 0.4)
OFF: Final = Kind("off", "off", "lead", 0.3)
CROSS: Final = Kind("cross", "off", "lead", 0.3)
OFF_NEXT: Final = Kind("off_next", "off", "lead", 0.3)

KINDS: Final = (
    *(SHOTS, DOUBLE_HIT, RETURN, DUPLICATE, CONTAIN, PRIME, POINT, BUILD, COVER, HIT, DANCE),
    *(ATTACK, DIVERSE, ESCAPE, ANCHOR, ANCHOR_NEXT, THEIR_POINT, DEAD, STACK),
    *(GAMMONS_WON, GAMMONS_LOST, OFF, CROSS, OFF_NEXT),
)
SAFE_ANCHOR: Final = 0.34
"""The weight of an anchor that also saves shots, in place of both."""
