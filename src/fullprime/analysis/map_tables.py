"""Maps as text for people; colors are for terminals, and say nothing that the text does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from string import ascii_uppercase
from typing import Final

from fullprime.analysis.maps import RollMap, RollSquare, ScoreMap, ScoreSquare
from fullprime.analysis.tables import WIDEST, Column, table
from fullprime.engine.cube import CubeAction

Paint = Callable[[str, str], str]
"""A text in a color: `good`, `fair`, `poor` or `bad`, or one of `ABCDEF`."""
GOOD: Final = 0.1
"""Luck from which on a roll is more than fair."""
SHORT: Final[dict[str, str]] = {
    CubeAction.NO_DOUBLE: "ND",
    CubeAction.DOUBLE_TAKE: "D/T",
    CubeAction.DOUBLE_PASS: "D/P",
    CubeAction.TOO_GOOD_TAKE: "TGt",
    CubeAction.TOO_GOOD_PASS: "TG",
}
HUES: Final[dict[str, str]] = {
    CubeAction.NO_DOUBLE: "bad",
    CubeAction.DOUBLE_TAKE: "fair",
    CubeAction.DOUBLE_PASS: "good",
}
CELL: Final = 9


def unpainted(text: str, _color: str) -> str:
    """Where there are no colors."""
    return text


# By roll ------------------------------------------------------------------------------------------


def roll_lines(found: RollMap, paint: Paint = unpainted, width: int = WIDEST) -> list[str]:
    """The 36 squares, then every roll with its best play, the luckiest first."""
    head = "".join(f"{die:>{CELL}}" for die in range(1, 7))
    lines = [f" {head}"]
    for first in range(1, 7):
        cells = (found.at(first, second) for second in range(1, 7))
        lines.append(f"{first}{''.join(_roll_cell(each, paint) for each in cells)}")
    ordered = sorted(found.squares, key=lambda each: -each.equity)
    columns = [
        Column("Roll", [f"{max(each.roll)}-{min(each.roll)}" for each in ordered], left=True),
        Column("Best play", [each.play for each in ordered], left=True),
        Column("Equity", [f"{each.equity:+.4f}" for each in ordered]),
        Column("Luck", [f"{each.luck:+.4f}" for each in ordered]),
        Column("Of 36", [str(each.roll.weight) for each in ordered], 1),
    ]
    return [*lines, "", *table(columns, width), f"Mean of the 36 rolls: {found.mean:+.4f}"]


def _roll_cell(square: RollSquare, paint: Paint) -> str:
    return " " + paint(f"{square.equity:+.3f}".rjust(CELL - 1), luck_word(square.luck))


def luck_word(luck: float) -> str:
    """How lucky a roll is, in a word."""
    if luck >= 0:
        return "good" if luck >= GOOD else "fair"
    return "bad" if luck <= -GOOD else "poor"


# By score -----------------------------------------------------------------------------------------


def score_lines(found: ScoreMap, paint: Paint = unpainted) -> list[str]:
    """A row for what you need, a column for what they need; what is best, and its margin."""
    names = _names(found)
    return [
        *_grid(found, lambda square: _best_cell(square, names, paint)),
        "",
        *(f"{letter:5} {best}" for best, letter in names.items()),
        f"Money: {names[found.money.best]}{_margin(found.money)}",
    ]


def market_lines(found: ScoreMap) -> list[str]:
    """The same grid with the window of each score: from where you double to where they pass."""
    return [
        *_grid(found, _market_cell),
        "",
        "Percent of games won from which on you double, and from which on they pass.",
        f"Money: {_window(found.money)}",
    ]


def _grid(found: ScoreMap, cell: Callable[[ScoreSquare], str]) -> Iterator[str]:
    heads = [*_heads(found.size)]
    yield "You    They need"
    yield f"need {''.join(name.rjust(CELL) for name, _, _ in heads)}"
    for name, mine, after in heads:
        cells = (_square(found, (mine, after), (theirs, over)) for _, theirs, over in heads)
        row = "".join(" " * CELL if each is None else cell(each) for each in cells)
        yield f"{name:>4} {row}".rstrip()


def _heads(size: int) -> Iterator[tuple[str, int, bool]]:
    """`1C` is the Crawford game, `1` a game after it."""
    yield "1C", 1, False
    for away in range(1, size + 1):
        yield str(away), away, True


def _square(
    found: ScoreMap, mine: tuple[int, bool], theirs: tuple[int, bool]
) -> ScoreSquare | None:
    """Of a Crawford game one side is head alone."""
    crawford = not mine[1] or not theirs[1]
    return found.at(mine[0], theirs[0], crawford)


def _names(found: ScoreMap) -> dict[str, str]:
    """A few letters for each of the answers, the most frequent first."""
    ordered = [best for best, _ in Counter(each.best for each in found.squares).most_common()]
    if found.money.best not in ordered:
        ordered.append(found.money.best)
    if all(best in SHORT for best in ordered):
        return {best: SHORT[best] for best in ordered}
    return dict(zip(ordered, _letters(), strict=False))


def _letters() -> Iterator[str]:
    """A to Z, then A1 and so on."""
    for round_ in count():
        yield from (f"{letter}{round_ or ''}" for letter in ascii_uppercase)


def _best_cell(square: ScoreSquare, names: dict[str, str], paint: Paint) -> str:
    text = f"{names[square.best]}{_margin(square)}"
    hue = HUES.get(square.best, "poor") if square.best in SHORT else names[square.best][0]
    return " " + paint(text.rjust(CELL - 1), hue)


def _margin(square: ScoreSquare) -> str:
    """Thousandths are enough to see what is close."""
    return "" if square.margin is None else f" {square.margin:.3f}".replace(" 0.", " .")


def _market_cell(square: ScoreSquare) -> str:
    return _window(square).rjust(CELL)


def _window(square: ScoreSquare) -> str:
    """`68-79`; where they never pass, it has no end."""
    market = square.market
    if market is None or market.double is None:
        return "-"
    cash = "" if market.cash is None else f"{100 * market.cash:.0f}"
    return f"{100 * market.double:.0f}-{cash}"
