"""A worker whose figures are a little wrong: the first of every piece, by the last bit or so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fullprime.cli import main
from fullprime.cluster import piece


def a_little_more(found: Callable[..., Any]) -> Callable[..., Any]:
    def lying(asked: piece.Piece) -> Any:
        figures = found(asked)
        if isinstance(asked, piece.RolloutPiece):
            return [(*row[:6], row[6] + 1e-9, *row[7:]) for row in figures]
        return [
            {key: answer.replace(b"1", b"2", 1) for key, answer in each.items()} for each in figures
        ]

    return lying


piece.found = a_little_more(piece.found)

if __name__ == "__main__":
    main()
