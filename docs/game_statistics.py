"""Writes `docs/statistics.md`: every game in numbers. Run by `make statistics`.

The numbers are those of `src/fullprime/data/statistics`, which `benchmarks/game_statistics.py`
measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fullprime import Variant, variants
from fullprime.game_statistics import GameStatistics, Opening, statistics_of

PAGE: Final = Path(__file__).with_name("statistics.md")
HEAD: Final = (
    "game", "games", "starter wins", "points a game of the starter", "rolls", "double wins",
    "triple wins", "draws",
)  # fmt: skip
INTRODUCTION: Final = """\
<!-- Written by `make statistics` from src/fullprime/data/statistics. -->

# The games in numbers

The net of each game has played itself at 0-ply, without the cube, from the opening throw to the
end. A draw is half a win for each side. *Points* are those of the player who starts, with their
standard error. *Rolls* are those of both players together. The best first plays are evaluated as
far ahead as the last column says; their equities are cubeless, and *behind* is what the second
play is worth less. A difference of less than 0.01 is within the errors of a net."""


def page() -> str:
    """The whole page."""
    measured = [(variant, statistics_of(variant.id)) for variant in variants()]
    found = [(variant, numbers) for variant, numbers in measured if numbers]
    missing = [variant.name for variant, numbers in measured if numbers is None]
    parts = [INTRODUCTION, table(HEAD, [row(*each) for each in found])]
    if missing:
        parts.append(f"Not measured yet: {', '.join(missing)}.")
    parts += [section(*each) for each in found]
    return "\n\n".join(parts) + "\n"


def row(variant: Variant, numbers: GameStatistics) -> tuple[str, ...]:
    """The line of a game."""
    return (
        f"[{variant.name}](variants/{variant.id}.md)",
        f"{numbers.games:,}",
        f"{numbers.starter_wins:.1%}",
        f"{numbers.advantage:+.3f} ± {numbers.advantage_error:.3f}",
        f"{numbers.lengths.mean:.1f}",
        *(f"{numbers.share(n):.1%}" if variant.score >= n else "" for n in (2, 3)),
        f"{numbers.drawn / numbers.games:.2%}" if variant.can_be_drawn else "",
    )


def section(variant: Variant, numbers: GameStatistics) -> str:
    """The lengths and openings of a game."""
    spread = numbers.lengths
    return "\n\n".join(
        (
            f"## {variant.name}",
            f"{spread.shortest} to {spread.longest} rolls, half of the games at most "
            f"{spread.median}; standard deviation {spread.deviation:.1f}. Net `{numbers.net}`, "
            f"{numbers.date}.",
            table(
                ("roll", "best play", "equity", "second", "behind", "plays", "depth"),
                [opening_row(each) for each in numbers.openings],
            ),
        )
    )


def opening_row(opening: Opening) -> tuple[str, ...]:
    """The line of a roll."""
    behind = "" if opening.behind is None else f"{opening.behind:.3f}"
    return (
        opening.roll,
        opening.play,
        f"{opening.equity:+.3f}",
        opening.second or "",
        behind,
        str(opening.plays),
        f"{opening.plies}-ply",
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join((lines[0], "|---" * len(head) + "|", *lines[1:]))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
