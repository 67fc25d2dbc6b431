"""Kinds of positions, in words that players use; kernel/cube_life.h says which is which."""

from __future__ import annotations

from typing import Final

from fullprime import Position, _kernel

KINDS: Final = tuple(kind.name for kind in _kernel.Kind)


def kind_of(position: Position) -> str:
    """The first that fits: a race; contact after a checker was borne off (containment); a side with
    four checkers back, or with two points in the other's home (back); any other contact."""
    return _kernel.kind_of(position.raw).name
