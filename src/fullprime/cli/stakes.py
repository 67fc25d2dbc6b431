"""What a game is played for, as options of commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import click
import msgspec

from fullprime.analysis import wager_for
from fullprime.engine.cube import Wager
from fullprime.formats import match_equity
from fullprime.formats.situation import Situation
from fullprime.formats.stakes_fields import LARGEST_CUBE, MOST_AWAY, StakesFields
from fullprime.stakes import Stakes
from fullprime.variant import Variant


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
    """Nothing, rather than no, where it is not given."""
    return click.option(name, is_flag=True, default=None, help=words)


_IN_IDS: Final = ("cube", "owner", "away", "crawford", "jacoby", "beavers")
"""What an id may tell as well."""
_NAMES: Final = (*_IN_IDS, "holland", "house_rules", "met")
_OPTIONS = (
    click.option(
        "--cube", type=click.IntRange(1, LARGEST_CUBE), metavar="N", help="What the cube shows."
    ),
    click.option(
        "--owner", type=click.Choice(["me", "opponent"]), help="Who owns it; nobody if left out."
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
    _flag("--house-rules", "Allow rules that do not belong together."),
    click.option(
        "--met", metavar="TABLE",
        help="A match equity table: a name, or a file in TOML or GNU Backgammon's XML.",
    ),
)  # fmt: skip


def stakes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets those that are given together as `stakes`."""

    @wraps(command)
    def gathered(**values: Any) -> None:
        stakes = {name: values.pop(name) for name in _NAMES}
        given = {name: value for name, value in stakes.items() if value is not None}
        command(stakes=given, **values)

    wrapped: Callable[..., None] = gathered
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def wager_of(variant: Variant, stakes: dict[str, Any], told: Situation) -> Wager:
    """For the side on roll, checked: as the id of the position tells, unless options tell
    something that ids do."""
    values = dict(stakes)
    table, house_rules = values.pop("met", None), values.pop("house_rules", False)
    if values.keys().isdisjoint(_IN_IDS):
        fields = msgspec.structs.replace(told.stakes, **values)
    else:
        fields = StakesFields(**values)
    return wager_for(
        variant, fields.stakes(house_rules), match_equity.load(table) if table else None
    )


def head_line(variant: Variant, wager: Wager, *judged: str, cubeful: bool = False) -> str:
    """What an answer is about, what is played for, and who says so."""
    cube = ("with the cube",) if cubeful else ()
    return "; ".join((variant.name, stakes_words(wager.stakes), *judged, *cube))


def stakes_words(stakes: Stakes) -> str:
    """What is played for, in a few words."""
    owner = {None: "in the middle", 0: "yours", 1: "theirs"}[stakes.owner]
    rules = [name for name in ("crawford", "jacoby", "holland") if getattr(stakes, name)]
    animals = ("beavers", "raccoons")[: stakes.animals]
    score = "money" if stakes.away is None else "you need {}, they need {}".format(*stakes.away)
    cube = f"cube {stakes.value} {owner}" if stakes.cube else "no cube"
    return ", ".join([score, cube, *rules, *animals])
