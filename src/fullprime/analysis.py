"""The questions of the commands `eval`, `hint`, `cube` and `rollout`, asked from Python.

A position is a `Position`, or any text that the commands read: position text, a GNU id, an XGID.
The side on roll has seat 0 of the stakes; without stakes they are those that the id tells, and
money where it tells none. `plies` and the equities are those of docs/engine.md.

>>> eval("6:1 / 1:2").equity
0.5
>>> print(hint("4HPwATDgc/ABMA", "31")[0].play)
8/5 6/5
>>> print(cube("6:1 / 1:1").action)
double, take
>>> found = rollout("6:1 2:1 / 1:2", settings=RolloutSettings(trials=36))
>>> round(found.best.outcome.win, 3)
0.361
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from fullprime.dice import Roll
from fullprime.engine.cube import CubeVerdict, Wager, cube_verdict
from fullprime.engine.judge import Opinion, judge_for, opinions
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average, equity_worths
from fullprime.engine.rollout import Watch, roller_for
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, Terms, phases_of
from fullprime.errors import BadPlay, BadPosition, FullprimeError, shorten
from fullprime.formats.ids import read_id, read_position
from fullprime.formats.stakes_fields import StakesFields
from fullprime.match_equity import MatchEquity
from fullprime.notation import read_play
from fullprime.play import Play, every_play
from fullprime.position import Position
from fullprime.stakes import Stakes
from fullprime.variant import Variant

MONEY: Final = Stakes()
USUAL: Final = RolloutSettings()
USUAL_ROLLS: Final = (2, 2)
"""Turns made so far, where nobody says: enough for any rule."""
MOST_JUDGED: Final = 10_000
"""Plays of one roll; a staged doublet can have millions."""


class Evaluation(NamedTuple):
    """What a position is worth to the side on roll, before rolling."""

    equity: float
    outcome: Outcome
    """A draw, where there are any, is half a game won and half a game lost."""


# The questions ------------------------------------------------------------------------------------


def eval(  # noqa: A001 - called as the command is
    position: Position | str,
    *,
    variant: Variant | str | None = None,
    stakes: Stakes | None = None,
    table: MatchEquity | None = None,
    plies: int = 0,
    cubeful: bool = False,
) -> Evaluation:
    """The chances of the side on roll, and what they are worth.

    cubeful: the equity of the best decision about the cube.

    >>> eval("6:1 / 1:1", cubeful=True).equity
    1.0
    """
    game, where, wager = _asked(position, variant, stakes, table)
    return evaluated(game, where, wager, plies, cubeful)


def hint(
    position: Position | str,
    roll: Roll | str,
    *,
    variant: Variant | str | None = None,
    stakes: Stakes | None = None,
    table: MatchEquity | None = None,
    plies: int = 0,
    cubeful: bool = False,
) -> list[Opinion]:
    """The legal plays of a roll, the best first.

    >>> [str(opinion.play) for opinion in hint("6:1 3:1 / 1:2", "5-2")]
    ['6/1 3/1', '6/off']
    """
    game, where, wager = _asked(position, variant, stakes, table)
    ranked = ranked_plays(game, where, _thrown(roll), None, wager, plies, cubeful)
    return [opinion for _, opinion in ranked]


def cube(
    position: Position | str,
    *,
    variant: Variant | str | None = None,
    stakes: Stakes | None = None,
    table: MatchEquity | None = None,
    plies: int = 0,
) -> CubeVerdict:
    """Should the side on roll double, and the other take?

    >>> print(cube("6:1 / 1:1", stakes=Stakes(away=(1, 4))).action)
    no double
    """
    game, where, wager = _asked(position, variant, stakes, table)
    return cube_verdict(judge_for(game, plies), where, wager)


def rollout(
    position: Position | str,
    roll: Roll | str | None = None,
    *,
    double: bool = False,
    plays: Sequence[Play | str] = (),
    settings: RolloutSettings = USUAL,
    variant: Variant | str | None = None,
    stakes: Stakes | None = None,
    table: MatchEquity | None = None,
    plies: int = 0,
    cubeful: bool = False,
    watch: Watch | None = None,
) -> RolledOut:
    """A position, the plays of a roll, or a cube decision (`double`), played on to the end.

    plays: of that roll, such as "8/5 6/5"; the most promising if there are none.
    plies: how far ahead plays are chosen from the first on; for more, the settings have `phases`.

    >>> found = rollout("6:1 / 1:1", double=True, settings=RolloutSettings(trials=36))
    >>> [(line.subject.name, round(line.equity.mean, 3)) for line in found.lines]
    [('no double', 0.5), ('double, take', 1.0)]
    """
    if double and roll is not None:
        raise FullprimeError("a rollout of a double and of a roll, expected one of them")
    if plays and roll is None:
        raise FullprimeError("a rollout of plays, expected their roll, too")
    game, where, wager = _asked(position, variant, stakes, table)
    how, terms = _settings(settings, plies, cubeful), Terms.for_wager(wager)
    roller = roller_for(game)
    if double:
        return roller.cube(where, how, terms, watch)
    if roll is None:
        return roller.position(where, how, terms, watch)
    thrown = _thrown(roll)
    chosen = [read_play(game, where, thrown, str(play)) for play in plays]
    return roller.plays(where, thrown, how, terms, watch, chosen or None)


# What is asked, answered --------------------------------------------------------------------------


def evaluated(
    variant: Variant,
    position: Position,
    wager: Wager,
    plies: int,
    cubeful: bool,
    rolls: tuple[int, int] = USUAL_ROLLS,
) -> Evaluation:
    """With the cube, the equity of the best decision."""
    judge = judge_for(variant, plies)
    if cubeful:
        verdict = cube_verdict(judge, position, wager, rolls)
        return Evaluation(verdict.equity, verdict.outcome)
    [outcome] = judge.evaluate([position])
    return Evaluation(average(outcome, equity_worths(wager.stakes, table=wager.table)), outcome)


def ranked_plays(
    variant: Variant,
    position: Position,
    roll: Roll,
    named: int | None,
    wager: Wager,
    plies: int,
    cubeful: bool,
) -> list[tuple[int | None, Opinion]]:
    """The plays, the best first, each with the doublet that was named for it."""
    listed = listed_plays(variant, position, roll, named)
    doublets = {play.position: doublet for doublet, play in listed}
    legal = [play for _, play in listed]
    worths = wager.worths if cubeful else equity_worths(wager.stakes, table=wager.table)
    cube = wager.cube if cubeful else None
    found = opinions(judge_for(variant, plies), position, roll, legal, worths, cube)
    return [(doublets[opinion.play.position], opinion) for opinion in found]


# What is asked, checked ---------------------------------------------------------------------------


def playable(variant: Variant, position: Position) -> Position:
    """The position, unless nobody can play in it any more."""
    if variant.end(position) is not None:
        raise FullprimeError(f"the game is over in {shorten(variant.text(position))!r}")
    return position


def wager_for(variant: Variant, stakes: Stakes, table: MatchEquity | None = None) -> Wager:
    """For the side on roll, who has seat 0; not every game has a cube."""
    stakes = msgspec.structs.replace(stakes, cube=stakes.cube and variant.cube)
    return Wager(stakes, table=table, most=variant.score)


def listed_plays(
    variant: Variant, position: Position, roll: Roll, named: int | None = None
) -> list[tuple[int | None, Play]]:
    """The plays of a roll, each with the doublet that was named for it, if they can all be
    judged."""
    try:
        return list(every_play(variant, position, roll, named, MOST_JUDGED))
    except BadPlay as error:
        raise BadPlay(f"{error}, expected at most {MOST_JUDGED:,}") from error


def _asked(
    position: Position | str,
    variant: Variant | str | None,
    stakes: Stakes | None,
    table: MatchEquity | None,
) -> tuple[Variant, Position, Wager]:
    """The game, where somebody is to play, and what for."""
    game = variant if isinstance(variant, Variant) else Variant.load(variant)
    where = playable(game, _place(game, position))
    stakes = _told(game, position) if stakes is None else _sound(stakes)
    return game, where, wager_for(game, stakes, table)


def _place(variant: Variant, position: Position | str) -> Position:
    """What a `Position` remembers of earlier turns stays."""
    if isinstance(position, str):
        return read_position(variant, position)
    if faults := variant.faults(position):
        raise BadPosition(variant.text(position), faults)
    return position


def _told(variant: Variant, position: Position | str) -> Stakes:
    """By an id."""
    found = read_id(variant, position.strip()) if isinstance(position, str) else None
    return found[1].stakes.stakes(house_rules=True) if found else MONEY


def _sound(stakes: Stakes) -> Stakes:
    """As JSON would have them; a cube that somebody owns has been turned."""
    try:
        told = msgspec.to_builtins(StakesFields.of(stakes, seat=0))
        msgspec.convert(told, type=StakesFields).stakes(house_rules=True)
    except msgspec.ValidationError as error:
        raise FullprimeError(f"bad stakes: {error}") from error
    return msgspec.structs.replace(stakes, turned=stakes.turned or stakes.owner is not None)


def _thrown(roll: Roll | str) -> Roll:
    return Roll.parse(roll) if isinstance(roll, str) else Roll.of(roll)


def _settings(settings: RolloutSettings, plies: int, cubeful: bool) -> RolloutSettings:
    if plies and settings.phases:
        raise FullprimeError("a rollout with plies and phases, expected one of them")
    phases = phases_of(plies) or settings.phases
    cubeful = cubeful or settings.cubeful
    return msgspec.structs.replace(settings, phases=phases, cubeful=cubeful)
