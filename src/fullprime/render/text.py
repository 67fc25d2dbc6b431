"""The board in characters, for terminals of any width.

>>> from fullprime.variant import Variant
>>> board = board_text(Game.start(Variant.load()), width=40)
>>> print(board[3])
│ ○  ·  ·  ·  ●  ·│  │ ●  ·  ·  ·  ·  ○│
"""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.game import Game
from fullprime.render.characters import in_ascii, in_color
from fullprime.render.layout import scene
from fullprime.render.text_points import point_board
from fullprime.render.text_ring import ring_board
from fullprime.render.words import Words


def board_text(
    game: Game,
    *,
    seat: int = 0,
    ascii: bool = False,  # noqa: A002 - named like the option
    width: int = 80,
    home_left: bool = False,
    names: tuple[str, str] = ("White", "Black"),
    left: Sequence[int] | None = None,
) -> list[str]:
    """The board as `seat` sees it, no line wider than `width`.

    Below 40 columns no board fits, and the checkers are listed instead. Where only some numbers
    of the roll are `left` to play, the dice already used lose their brackets; numbers left that
    the dice do not show stand behind them.
    """
    seen = scene(game.position, game.variant, turn=game.turn, seat=seat)
    words = Words(game, seen, ascii, left)
    board = (ring_board if seen.ring else point_board)(words, width, home_left)
    if board is None:
        return words.listed(names, width)
    other, own = (
        words.caption(s, names[s], width, board.indent, cube=not board.has_cube)
        for s in (1 - seat, seat)
    )
    colored = [in_color(line, game.white) for line in board.lines]
    body = map(in_ascii, colored) if ascii else colored
    return [line.rstrip() for line in (other, *body, own)]
