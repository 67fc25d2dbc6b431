"""What is in a file of BGBlitz, by its own names; what is not used here is left out."""

from __future__ import annotations

from typing import Any

import msgspec


class Head(msgspec.Struct, rename="camel"):
    """The line in front."""

    compress: bool = False
    use_smile: bool = False


class Play(msgspec.Struct, rename="camel"):
    """From and to, by the points of the player; -1 where there is no step."""

    source: list[int] = msgspec.field(default_factory=list, name="from")
    to: list[int] = []


class Move(Play, rename="camel"):
    """A roll with its play, or an action."""

    player: int = 0
    red: int = 0
    green: int = 0
    equity: Any = None
    move_analysis: Any = None
    luck: Any = None
    """What BGBlitz thought of it: `bgf_analysis` reads it."""
    ply: int = 0
    comment: Any = None


class Initial(msgspec.Struct, rename="camel"):
    """Where a game begins."""

    points: list[int] = []
    cube: int = 1
    cube_owner: int = 0


class Game(msgspec.Struct, rename="camel"):
    """One game."""

    moves: list[Move] = []
    score_green: int = 0
    score_red: int = 0
    is_crawford: bool = False
    won_points: int = 0
    initial: Initial | None = None
    game_mode: int = 0
    comment: Any = None


class Match(msgspec.Struct, rename="camel"):
    """The document."""

    matchlen: int
    games: list[Game]
    name_green: str | None = None
    name_red: str | None = None
    final_green: int = 0
    final_red: int = 0
    use_crawford: bool = True
    use_jacoby: bool = False
    use_beaver: bool = False
    use_cube: bool = True
    date: str | None = None
    location: str | None = None
    event: str | None = None
    round: str | None = None
    site: str | None = None
    match_id: Any = msgspec.field(default=None, name="extMatchID")
    rating_green: float = 0
    rating_red: float = 0
    comment: Any = None
