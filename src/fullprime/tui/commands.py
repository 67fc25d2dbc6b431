"""What a player can type: one small function for each command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from fullprime.action import (
    Accepted,
    Action,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.dice import Roll
from fullprime.errors import FullprimeError, shorten
from fullprime.game import Phase
from fullprime.tui import words
from fullprime.tui.table import Table


class Leave(Exception):
    """The player has had enough for now."""


def obey(table: Table, line: str) -> None:
    """Does what the line says; what is refused is told with the reason, and nothing changes."""
    first, _, rest = line.strip().partition(" ")
    verb = ALIASES.get(first.lower(), first.lower())
    table.leaving = table.leaving and verb == "quit"
    try:
        if verb in COMMANDS:
            COMMANDS[verb](table, rest.strip())
        elif table.waits_for_real_dice and "/" not in line:
            table.apply(Rolled(Roll.parse(line)))
        elif verb.isdecimal() and "/" not in rest:
            pick(table, verb)
        elif "/" in line:
            enter(table, line)
        else:
            now = ", ".join(table.game.verbs)
            asked = shorten(verb, 40)
            table.io.say(f"There is no command {asked!r}. Now: {now}; help lists everything.")
    except FullprimeError as error:
        table.io.say(words.refusal(error))


# The game --------------------------------------------------------------------------------------


def go_on(table: Table, _rest: str) -> None:
    """Enter alone: whatever comes next."""
    if table.game.phase in (Phase.OPENING, Phase.TO_ROLL):
        table.go_on()
    elif table.game.phase is Phase.TO_PLAY:
        plays = table.draft.plays
        play = table.draft.play or (plays[0] if len(plays) == 1 else None)
        if play:
            table.apply(Played.of(play))
        else:
            table.io.say("Type a play, such as 8/5 6/5; moves lists the legal ones.")


def enter(table: Table, text: str) -> None:
    """A play, or a part of one."""
    if table.game.phase is not Phase.TO_PLAY:
        table.game.read(text)  # raises, with the rule
    table.draft.enter(text)
    _play_unless_confirmed(table)


def pick(table: Table, number: str) -> None:
    """A play by its number in the list."""
    if not table.listed:
        table.io.say("A number picks a play from the list that moves shows.")
    elif number in (numbers := [str(n) for n in range(1, len(table.listed) + 1)]):
        table.draft.choose(table.listed[numbers.index(number)])
        _play_unless_confirmed(table)
    else:
        table.io.say(f"The list has {words.count(len(table.listed), 'play')}.")


def _play_unless_confirmed(table: Table) -> None:
    if table.draft.play and not table.look.confirm:
        table.apply(Played.of(table.draft.play))


def undo(table: Table, _rest: str) -> None:
    """Takes back what was entered last, as long as it is not confirmed."""
    if table.game.phase is not Phase.TO_PLAY or not table.draft.undo():
        table.io.say("There is nothing to take back.")
    table.listed = ()


def moves(table: Table, _rest: str) -> None:
    """The legal plays, numbered, in columns."""
    if table.game.phase is not Phase.TO_PLAY:
        table.io.say("There is nothing to play before the dice are thrown.")
        return
    table.listed = table.draft.plays
    entries = [f"{number:>3} {play}" for number, play in enumerate(table.listed, 1)]
    widest = max(len(entry) for entry in entries)
    abreast = max(1, (table.io.width + 2) // (widest + 2))
    table.io.draw(
        [
            "  ".join(entry.ljust(widest) for entry in entries[first : first + abreast]).rstrip()
            for first in range(0, len(entries), abreast)
        ]
    )


def passing(table: Table, _rest: str) -> None:
    """`pass` is what many say for drop; it is also the play of a roll without a play."""
    if table.game.phase is Phase.OFFERED:
        table.apply(Dropped())
    elif table.game.phase is Phase.TO_PLAY:
        table.apply(table.game.read("pass"))
    else:
        table.apply(Passed())


def double(table: Table, _rest: str) -> None:
    """The cube, even where it gains nothing."""
    dead = table.game.stakes.is_dead(table.game.turn)
    table.apply(Doubled())
    if dead:
        table.io.say(words.dead_cube())


def resign(table: Table, rest: str) -> None:
    """`resign`, `resign 2`, `resign gammon`."""
    multiple = _MULTIPLES.get(rest.lower())
    if multiple is None:
        table.io.say("Say resign 1, 2 or 3: a single game, a gammon or a backgammon.")
    else:
        table.apply(Resigned(multiple))


_MULTIPLES: Final = {"": 1, "single": 1, "gammon": 2, "backgammon": 3, "1": 1, "2": 2, "3": 3}


def _action(action: Action) -> Callable[[Table, str], None]:
    return lambda table, _rest: table.apply(action)


# The table -------------------------------------------------------------------------------------


def pips(table: Table, _rest: str) -> None:
    """The pip counts, and who leads."""
    counts = table.game.position.pips
    first, second = counts if table.game.turn == 0 else counts[::-1]
    lead = "level"
    if first != second:
        lead = f"{table.names[0 if first < second else 1]} leads by {abs(first - second)}"
    table.io.say(f"Pips: {table.names[0]} {first}, {table.names[1]} {second}; {lead}.")


def help_(table: Table, _rest: str) -> None:
    """The commands."""
    table.io.draw(words.help_lines(table.io.width))


def save(table: Table, rest: str) -> None:
    """Keeps a copy."""
    _save(table, rest, overwrite=False)


def save_over(table: Table, rest: str) -> None:
    """Keeps a copy even where there is a file already."""
    _save(table, rest, overwrite=True)


def _save(table: Table, rest: str, overwrite: bool) -> None:
    path = Path(rest).expanduser() if rest else table.keeper.path
    if path is None:
        table.io.say("Say where: save FILE.")
    else:
        table.keeper.save_as(path, table.match, overwrite)


def quit_(table: Table, _rest: str) -> None:
    """Leaves; asks once more if the match would be lost."""
    if table.keeper.save(table.match) or table.leaving:
        raise Leave
    table.leaving = True
    table.io.say("The match is not saved: save FILE keeps it, quit again leaves it.")


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "": go_on,
    "roll": lambda table, _rest: table.throw(),
    "undo": undo,
    "moves": moves,
    "pass": passing,
    "double": double,
    "take": _action(Took()),
    "drop": _action(Dropped()),
    "beaver": _action(Beavered()),
    "raccoon": _action(Raccooned()),
    "resign": resign,
    "accept": _action(Accepted()),
    "decline": _action(Declined()),
    "board": lambda table, _rest: table.show(again=True),
    "pips": pips,
    "help": help_,
    "save": save,
    "save!": save_over,
    "quit": quit_,
}

_SHORT: Final = (
    "r roll",
    "u undo",
    "m moves",
    "d double",
    "redouble double",
    "t take",
    "refuse decline",
    "reject decline",
    "b board",
    "h help",
    "? help",
    "q quit",
    "exit quit",
)
ALIASES: Final = dict(line.split() for line in _SHORT)
