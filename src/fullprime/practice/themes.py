"""What a decision is about, in one word: by which players see where they lose most."""

from __future__ import annotations

from typing import Final

from fullprime.analysis.review.decisions import Kind

OPENING_TURNS: Final = 2
"""The first roll and the reply to it."""
THEMES: Final = (
    "opening",
    "doubling",
    "taking",
    "blitz",
    "priming",
    "holding",
    "mutual_holding",
    "backgame",
    "ace_point",
    "deep_anchor",
    "containment",
    "running",
    "race",
    "bearing_off",
    "other",
)
"""Decisions about the cube, the opening, and the game plans of `analysis.reasons`; `other` is
checker play in which the one who decides has no plan that has a name."""


def theme_of(kind: Kind, turn: int, plan: str | None) -> str:
    """`turn`: counted from 1, those of both players; `plan`: of who decides."""
    if kind != "checker":
        return "doubling" if kind == "double" else "taking"
    if turn <= OPENING_TURNS:
        return "opening"
    return plan or "other"
