"""Stakes as options of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY


class AwayText(click.ParamType[tuple[int, int]]):
    """Points that both sides need, such as 5,7."""

    name = "away"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        mine, comma, theirs = str(value).partition(",")
        if not comma or not mine.strip().isdecimal() or not theirs.strip().isdecimal():
            self.fail(f"{value!r}: expected the points that you and they need, such as 5,7")
        points = int(mine), int(theirs)
        if not all(1 <= needed <= MOST_AWAY for needed in points):
            self.fail(f"{value!r}: expected 1 to {MOST_AWAY} points that a side needs")
        return points


def _flag(name: str, words: str) -> Callable[..., Any]:
    """None, rather than False, where it is not given."""
    return click.option(name, is_flag=True, default=None, help=words)


_NAMES: Final = (
    *("cube", "owner", "away", "crawford", "jacoby", "beavers", "holland", "cube_limit"),
    *("house_rules", "met"),
)
STAKES_OPTIONS: Final = (
    click.option(
        "--cube", type=click.IntRange(1, LARGEST_CUBE), metavar="N", help="The value of the cube."
    ),
    click.option(
        "--owner", type=click.Choice(["me", "opponent"]),
        help="Who owns the cube; default: centered.",
    ),
    click.option(
        "--away", type=AwayText(), metavar="N,M",
        help="A match in which you need N points and they M; money if left out.",
    ),
    _flag("--crawford", "This is the Crawford game."),
    _flag("--jacoby", "Gammons count only after a double was taken."),
    click.option(
        "--beavers", type=click.IntRange(0), metavar="N", help="1 beavers, 2 raccoons too."
    ),
    _flag("--holland", "No double before both have rolled twice."),
    click.option(
        "--cube-limit", type=click.IntRange(2, LARGEST_CUBE), metavar="N",
        help="The highest value of the cube, such as 64.",
    ),
    _flag("--house-rules", "Allow rules that do not belong together."),
    click.option(
        "--met", metavar="TABLE",
        help="A match equity table: a name, or a file in TOML or GNU Backgammon's XML.",
    ),
)  # fmt: skip


def given_stakes(values: dict[str, Any]) -> dict[str, Any]:
    """Takes what was given about the stakes out of the values of a command."""
    given = {name: values.pop(name) for name in _NAMES}
    stakes = {name: value for name, value in given.items() if value is not None}
    table, house_rules = stakes.pop("met", None), stakes.pop("house_rules", False)
    return {"stakes": stakes or None, "table": table, "house_rules": house_rules}
