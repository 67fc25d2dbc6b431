"""The kinds of reasons: what each is about, how it may speak, and how much it weighs.

The weights are those of a least-squares fit of the loss on the differences of worth, none negative:
1,200 errors of simulated people and 800 of self-play with noise, none of real people. That of the
cube is 1: its worth is an exact part of the loss. What they bring is measured: docs/reasons.md.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Role = Literal["lead", "support", "half", "second"]
"""Who may open: a lead; support where the balance speaks for the play or all that can be said
explains half of the loss; half where both are so; a second never."""


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


SHOTS: Final = Kind("shots", "risk", "lead", 0.24)
DOUBLE_HIT: Final = Kind("double_hit", "risk", "lead", 0.32)
RETURN: Final = Kind("return", "risk", "second", 0.03, 0.6)
DUPLICATE: Final = Kind("duplicate", "risk", "second", 0.00, 0.5)
CONTAIN: Final = Kind("contain", "block", "lead", 0.27)
PASSING: Final = Kind("passing", "block", "lead", 0.74)
PRIME: Final = Kind("prime", "block", "lead", 0.15)
POINT: Final = Kind("point", "point", "lead", 0.25)
OUTPOST: Final = Kind("outpost", "outpost", "lead", 0.13)
BUILD: Final = Kind("build", "point", "support", 0.42, 0.7)
COVER: Final = Kind("cover", "point", "support", 0.15, 0.6)
HIT: Final = Kind("hit", "hit", "lead", 0.05)
CLOSED: Final = Kind("closed", "hit", "lead", 0.30)
ATTACK: Final = Kind("attack", "attack", "support", 0.50, 0.7)
DIVERSE: Final = Kind("diverse", "next", "support", 0.14, 0.5)
ESCAPE: Final = Kind("escape", "back", "support", 0.32, 0.6)
ANCHOR: Final = Kind("anchor", "anchor", "lead", 0.02)
ANCHOR_NEXT: Final = Kind("anchor_next", "anchor", "support", 1.05, 0.6)
THEIR_POINT: Final = Kind("their_point", "their point", "second", 0.75)
SAFE_NEXT: Final = Kind("safe_next", "next", "support", 0.64, 0.6)
TIMING: Final = Kind("timing", "timing", "support", 0.97, 0.7)
DEAD: Final = Kind("dead", "dead", "lead", 0.32)
STACK: Final = Kind("stack", "stack", "support", 0.32)
GAMMONS_WON: Final = Kind("gammons_won", "gammons", "half", 0.91, 0.4)
GAMMONS_LOST: Final = Kind("gammons_lost", "gammons", "half", 0.90, 0.4)
CUBE: Final = Kind("cube", "cube", "half", 1.00, 0.4)
OFF: Final = Kind("off", "off", "lead", 0.26)
CROSS: Final = Kind("cross", "off", "lead", 0.89)
OFF_NEXT: Final = Kind("off_next", "off", "lead", 0.53)
ROLLS: Final = Kind("rolls", "off", "lead", 0.59, 0.9)

KINDS: Final = (
    *(SHOTS, DOUBLE_HIT, RETURN, DUPLICATE, CONTAIN, PASSING, PRIME, POINT, OUTPOST, BUILD, COVER),
    *(HIT, CLOSED, ATTACK, DIVERSE, ESCAPE, ANCHOR, ANCHOR_NEXT, THEIR_POINT),
    *(SAFE_NEXT, TIMING, DEAD, STACK, GAMMONS_WON, GAMMONS_LOST, CUBE),
    *(OFF, CROSS, OFF_NEXT, ROLLS),
)
GOOD_ROLLS: Final = frozenset((BUILD, ATTACK, ESCAPE, ANCHOR_NEXT))
"""What DIVERSE counts together."""
WEIGHTS: Final = {kind.name: kind.weight for kind in KINDS}
