"""What can be typed where a referee records a real table: one small function for each command."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final, Literal

import msgspec

from fullprime.action import (
    Condoned,
    Demanded,
    Misplaced,
    Mixed,
    Played,
    Premature,
    Reset,
    Rolled,
    RolledOff,
    Seat,
    Seen,
    Voided,
)
from fullprime.dice import EnteredDice, Roll
from fullprime.errors import BadAction, IllegalAction, shorten
from fullprime.notation import read_routes
from fullprime.play import place_name
from fullprime.referee import TableRules, ruling
from fullprime.tui.table import Table

Command = Callable[[Table, str], None]

_CHOICES: Final[dict[str, Literal["seats", "checkers", "dice"]]] = {
    "seats": "seats",
    "checkers": "checkers",
    "dice": "dice",
}

VOID_HELP: Final = (
    ("cocked, off", "the throw is void: a die does not lie flat, or is off the right-hand half"),
    ("on checker, touched", "the throw is void: a die lies on a checker, or was touched"),
)
HELP: Final = (
    *VOID_HELP,
    ("premature 52", "the opponent has thrown 5-2 before the play was over"),
    ("seen 13/8", "a play as it was made, legal or not; seen alone: nothing was played"),
    ("demand, condone", "call for a legal play, or let the one seen stand; so does rolling"),
    ("setup 24:2 .../...", "how the board stood at the start, the first player's checkers first"),
    ("reset", "correct a wrong set-up"),
    ("mix NAME", "NAME wants the dice mixed"),
    ("rolloff seats 5-3", "a throw for seats, checkers or dice before the game"),
)


def _void(reason: Literal["cocked", "off_board", "on_checker", "touched"]) -> Command:
    """`cocked` before the dice are typed or right after it, `cocked 53` with what they showed."""

    def command(table: Table, rest: str) -> None:
        if not table.game.table:
            _throw_again(table, reason, rest)
            return
        if rest or not table.before_roll:
            table.apply(Voided(Roll.parse(rest) if rest else None, reason))
            return
        thrown = Voided(_last_dice(table), reason)
        table.before_roll.apply(thrown)  # raises, before anything is taken back
        table.take_back_roll()
        table.apply(thrown)

    return command


def _throw_again(
    table: Table, reason: Literal["cocked", "off_board", "on_checker", "touched"], rest: str
) -> None:
    """Without a referee nothing is recorded: the dice are thrown again, by the same rule."""
    match = table.before_roll or table.match
    watched = msgspec.structs.replace(match.game, table=TableRules())
    shown = Roll.parse(rest) if rest else _last_dice(table) if table.before_roll else None
    thrown = Voided(shown, reason)
    watched.apply(thrown)  # raises, before anything is taken back
    table.take_back_roll()
    table.io.say(str(ruling(watched, thrown, table.names)))


def _last_dice(table: Table) -> tuple[int, int]:
    return next(action.dice for action in reversed(table.game.log) if isinstance(action, Rolled))


def on(table: Table, rest: str) -> None:
    """`on checker`: where a die lies."""
    where, _, dice = rest.partition(" ")
    if where.lower() not in ("checker", "a", "checkers"):
        raise BadAction("on what? Type: on checker")
    _void("on_checker")(table, dice.removeprefix("checker").strip())


def premature(table: Table, rest: str) -> None:
    """`premature 52`."""
    table.apply(Premature(Roll.parse(rest)))


def seen(table: Table, rest: str) -> None:
    """`seen 8/5 6/4`: a play as it stands on the board."""
    routes = read_routes(rest or "pass")
    pairs = [pair for route in routes for pair in pairwise(route.places)]
    table.apply(Seen(tuple((place_name(a), place_name(b)) for a, b in pairs)))


def demand(table: Table, rest: str) -> None:
    """`demand`, or `demand NAME` where either player may call."""
    table.apply(Demanded(_seat(table, rest) if rest else None))


def mix(table: Table, rest: str) -> None:
    """`mix NAME`; without a name it is the player who must act."""
    if not rest and not table.who:
        raise BadAction(f"who wants it? Type: mix {table.names[0]}")
    table.apply(Mixed(_seat(table, rest or table.who)))


def _seat(table: Table, name: str) -> Seat:
    """The player of that name, or of one that begins so."""
    fitting: list[Seat] = [
        seat for seat in (0, 1) if table.names[seat].lower().startswith(name.lower())
    ]
    if len(fitting) != 1:
        both = " or ".join(table.names)
        raise BadAction(f"who is {shorten(name, 40)!r}? Expected {both}")
    return fitting[0]


def set_up(table: Table, rest: str) -> None:
    """`setup 24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5`."""
    table.apply(Misplaced(rest))


def rolloff(table: Table, rest: str) -> None:
    """`rolloff seats 5-3`."""
    word, _, dice = rest.partition(" ")
    what = _CHOICES.get(word.lower())
    if what is None:
        raise BadAction("a throw for what? Type: rolloff seats 5-3, or checkers, or dice")
    table.apply(RolledOff(what, Roll.parse(dice)))


COMMANDS: Final[dict[str, Command]] = {
    "cocked": _void("cocked"),
    "off": _void("off_board"),
    "on": on,
    "touched": _void("touched"),
    "premature": premature,
    "seen": seen,
    "demand": demand,
    "condone": lambda table, _rest: table.apply(Condoned()),
    "setup": set_up,
    "reset": lambda table, _rest: table.apply(Reset()),
    "mix": mix,
    "rolloff": rolloff,
}


VOID: Final = ("cocked", "off", "on", "touched")


def knows(table: Table, verb: str) -> bool:
    """Can this be typed here? Real dice can fall off the board at any table."""
    real_dice = isinstance(table.dice, EnteredDice) and verb in VOID
    return verb in COMMANDS and (table.game.table is not None or real_dice)


def help_rows(table: Table) -> tuple[tuple[str, str], ...]:
    """What can be typed here besides the usual."""
    if table.game.table:
        return HELP
    return VOID_HELP if isinstance(table.dice, EnteredDice) else ()


def hint(table: Table, text: str = "") -> str:
    """How to enter what is no legal play, where illegal plays can be recorded; or else ''."""
    rules = table.game.table
    if rules is None or rules.illegal_play == "forbid":
        return ""
    begun = "" if table.draft.play else table.draft.written.partition(" (")[0]
    return f" Enter it as seen? seen {f'{begun} {text}'.strip()}"


def check_lifted(table: Table) -> None:
    """Refuses to take back a play whose dice are lifted."""
    if table.game.table and any(isinstance(a, Played | Seen) for a in table.game.log):
        raise IllegalAction("to undo", "IRR-3", "the play is confirmed, so the dice are lifted")
