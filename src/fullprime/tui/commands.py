"""What a player can type: one small function for each command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fullprime.action import (
    COLOURS,
    MULTIPLES,
    Accepted,
    Action,
    Beavered,
    Coloured,
    Declined,
    Doubled,
    Dropped,
    Named,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
)
from fullprime.dice import EnteredDice, Roll
from fullprime.errors import BadAction, FullprimeError, IllegalAction, sentences, shorten
from fullprime.formats.match_file import writers
from fullprime.formats.plain_text import game_lines, match_lines
from fullprime.game import Phase
from fullprime.glossary import find_term, terms
from fullprime.rulebook import rules_of
from fullprime.rulebook.text import blocks, differences, plain_lines
from fullprime.tui import referee, words
from fullprime.tui import tutor as tutoring
from fullprime.tui.hints import hint_lines, outlook_lines, rolls_lines
from fullprime.tui.table import Table


class Leave(Exception):
    """The player has had enough for now."""


def obey(table: Table, line: str) -> None:
    """Does what the line says; a refusal gives the reason, and nothing changes."""
    line = line.strip()
    first, _, rest = line.partition(" ")
    verb = ALIASES.get(first.lower(), first.lower())
    table.leaving = table.leaving and verb == "quit"
    if table.tutor.held and answer_tutor(table, line.lower()):
        return
    if table.resigning and answer_resigning(table, line.lower()):
        return
    if line.lower() in ("y", "yes") and table.game.phase is Phase.TO_PLAY and table.draft.play:
        verb = ""
    if verb in AT_THE_TABLE:
        AT_THE_TABLE[verb](table, rest.strip())
    elif verb in IN_THE_GAME:
        _in_the_game(table, verb, IN_THE_GAME[verb], rest.strip())
    elif referee.knows(table, verb):
        _in_the_game(table, verb, referee.COMMANDS[verb], rest.strip())
    elif table.game.phase is Phase.TO_NAME and line[:1].isdecimal() and "/" not in line:
        _in_the_game(table, "name", name, line)
    elif table.game.phase is Phase.TO_COLOR and line.lower() in COLOURS:
        _in_the_game(table, "color", color, line)
    elif table.waits_for_real_dice and "/" not in line:
        _in_the_game(table, "roll", type_dice, line)
    elif line.isdecimal():
        _in_the_game(table, "play", pick, line)
    elif "/" in line:
        _in_the_game(table, "play", enter, line)
    else:
        now = f"Now: {', '.join(words.verbs(table.game))}; help" if table.game.verbs else "Help"
        table.io.say(f"There is no command {shorten(verb, 40)!r}. {now} lists everything.")


def _in_the_game(table: Table, verb: str, command: Callable[[Table, str], None], rest: str) -> None:
    """What changes the game needs one that goes on, and a turn of the player's own."""
    if table.game.result:
        table.io.say("The game is over.")
    elif table.bot and verb in ("double", "resign"):
        table.io.say(f"It is {table.who}'s turn: only its dice can be typed now.")
    else:
        try:
            command(table, rest)
        except FullprimeError as error:
            table.io.say(words.refusal(error, words.untimely(table.game, verb)))


# The game --------------------------------------------------------------------------------------


def go_on(table: Table, _rest: str) -> None:
    """Enter alone: the next thing to do."""
    if table.game.phase in (Phase.OPENING, Phase.TO_ROLL):
        table.decide_to_go_on()
    elif table.game.phase is Phase.TO_PLAY:
        plays = table.draft.plays
        play = table.draft.play or (plays[0] if len(plays) == 1 else None)
        if play:
            table.decide(Played.of(play))
        else:
            how = "Type a play, such as 8/5 6/5; moves lists the legal ones."
            table.io.say(how + (referee.hint(table) if table.draft.written else ""))


def roll(table: Table, rest: str) -> None:
    """Throws; real dice can be typed in the same line."""
    if rest and isinstance(table.dice, EnteredDice):
        type_dice(table, rest)
    elif table.game.phase is Phase.TO_ROLL and "roll" in table.game.verbs:
        table.decide_to_go_on()
    else:
        table.throw()


def type_dice(table: Table, text: str) -> None:
    """What real dice show."""
    table.apply(Rolled(Roll.parse(text)))


def name(table: Table, text: str) -> None:
    """The doublet that a player takes: `6`, or `6-6`."""
    numbers = set(text) - set("- ")
    if len(numbers) == 1 and numbers <= set("123456"):
        table.apply(Named(int(numbers.pop())))
    elif table.game.phase is Phase.TO_NAME:
        table.io.say("Name the doublet by its number, 1 to 6.")
    else:
        table.game.apply(Named(1))  # raises, with the rule


def color(table: Table, text: str) -> None:
    """`color white`, or the color alone while it is asked for."""
    wanted = COLOURS.get(text.lower())
    if wanted is None:
        raise BadAction("which color? Type: color white, or color black")
    table.apply(Coloured(wanted))


def enter(table: Table, text: str) -> None:
    """A play, or a part of one."""
    if table.game.phase is not Phase.TO_PLAY:
        table.game.read(text)  # raises, with the rule
    try:
        table.draft.enter(text)
    except IllegalAction as error:
        table.io.say(words.refusal(error) + referee.hint(table, text))
    else:
        _play_unless_confirmed(table)


def pick(table: Table, number: str) -> None:
    """A play by its number in the list."""
    if not table.listed:
        table.io.say("A number picks a play from the list that moves or hint shows.")
    elif number in (numbers := [str(n) for n in range(1, len(table.listed) + 1)]):
        table.draft.choose(table.listed[numbers.index(number)])
        _play_unless_confirmed(table)
    else:
        table.io.say(f"The list has {words.count(len(table.listed), 'play')}.")


def _play_unless_confirmed(table: Table) -> None:
    if table.draft.play and not table.look.confirm:
        table.decide(Played.of(table.draft.play))


def undo(table: Table, _rest: str) -> None:
    """Takes back what was entered last, as long as it is not confirmed."""
    table.listed = ()
    entered = table.game.phase is Phase.TO_PLAY and table.draft.undo()
    if not entered and not table.take_back_roll():
        referee.check_lifted(table)
        table.io.say("There is nothing to take back.")


def moves(table: Table, _rest: str) -> None:
    """The legal plays, numbered, in columns."""
    if _nothing_to_play(table):
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


def hint(table: Table, _rest: str) -> None:
    """The best plays, numbered; where there is none to choose, what the position is worth."""
    if table.game.phase in (Phase.TO_ROLL, Phase.OFFERED):
        table.io.draw(outlook_lines(table.engine, table.game))
        return
    if _nothing_to_play(table):
        return
    table.listed, lines = hint_lines(table.engine, table.game, table.draft.plays, table.io.width)
    table.io.draw(lines)


def rolls(table: Table, _rest: str) -> None:
    """What every roll would bring to the side that is about to throw."""
    if table.game.phase is Phase.TO_ROLL:
        table.io.draw(rolls_lines(table.engine, table.game, table.io.width))
    else:
        table.io.say("rolls shows what each roll would bring, before you throw the dice.")


def _nothing_to_play(table: Table) -> bool:
    """Says so, if it is so, and what is to be done first."""
    if table.game.phase is Phase.TO_PLAY:
        return False
    first = _FIRST.get(table.game.phase, "the dice are thrown")
    table.io.say(f"There is nothing to play before {first}.")
    return True


_FIRST: Final = {
    Phase.OFFERED: "the double is answered: take or pass",
    Phase.RESIGNING: "the offer is answered: accept or decline",
    Phase.TO_COLOR: "a color is chosen: white or black",
    Phase.TO_NAME: "a doublet is named, such as name 6",
}


def passing(table: Table, _rest: str) -> None:
    """`pass` answers a double; it is also the play of a roll without a play."""
    if table.game.phase is Phase.OFFERED:
        table.decide(Dropped())
    elif table.game.phase is Phase.TO_PLAY:
        table.apply(table.game.read("pass"))
    else:
        table.apply(Passed())


def double(table: Table, _rest: str) -> None:
    """The cube, even where it gains nothing."""
    dead = table.game.stakes.is_dead(table.game.turn)
    table.decide(Doubled())
    if dead:
        table.io.say(words.dead_cube())


def resign(table: Table, rest: str) -> None:
    """`resign`, `resign 2`, `resign gammon`."""
    multiple = MULTIPLES.get(rest.lower())
    if multiple is None:
        table.io.say("Type resign 1, 2 or 3: a single game, a gammon or a backgammon.")
    else:
        table.game.apply(Resigned(multiple))  # raises, with the rule, before anything is confirmed
        table.resigning = multiple


def answer_resigning(table: Table, answer: str) -> bool:
    """Resigns, or does not; False if the line is no answer but something else to do instead.

    Enter confirms plays, and is pressed without thinking; so it does not resign.
    """
    multiple, table.resigning = table.resigning, 0
    if answer in ("y", "yes"):
        table.decide(Resigned(multiple))
    return answer in ("", "y", "yes", "n", "no")


def answer_tutor(table: Table, answer: str) -> bool:
    """Does what the tutor has held back, or takes it back; False if the line is something else to
    do, by which it is taken back too.

    Enter is pressed without thinking; so it takes back.
    """
    if answer in ("y", "yes", "anyway"):
        table.do_anyway()
        return True
    table.take_back_held()
    return answer in ("", "n", "no", "u", "undo")


def accept(table: Table, _rest: str) -> None:
    """A resignation; said of the cube it means take."""
    table.decide(Took() if table.game.phase is Phase.OFFERED else Accepted())


def decline(table: Table, _rest: str) -> None:
    """A resignation; said of the cube it means pass."""
    table.decide(Dropped() if table.game.phase is Phase.OFFERED else Declined())


def _action(action: Action) -> Callable[[Table, str], None]:
    return lambda table, _rest: table.decide(action)


# The table -------------------------------------------------------------------------------------


def pips(table: Table, _rest: str) -> None:
    """The pip counts, and who leads."""
    counts = table.game.position.pips
    first, second = counts if table.game.turn == 0 else counts[::-1]
    lead = "level"
    if first != second:
        lead = f"{table.names[0 if first < second else 1]} leads by {abs(first - second)}"
    table.io.say(f"Pips: {table.names[0]} {first}, {table.names[1]} {second}; {lead}.")


def tutor(table: Table, rest: str) -> None:
    """`tutor full`, `tutor nudge 0.02`, `tutor off`; alone it says how it is set."""
    if not table.tutor.allowed:
        table.io.say("A tutor sits only beside a player against the computer.")
        return
    if rest:
        try:
            table.tutor.setting = tutoring.answer_to(rest, table.tutor.setting)
        except FullprimeError as error:
            table.io.say(words.refusal(error))
            return
        table.keeper.save(table.match)
    table.io.say(tutoring.told(table.tutor))


def help_(table: Table, _rest: str) -> None:
    """The commands."""
    table.io.draw(words.help_lines(table.io.width, referee.help_rows(table)))


def rules(table: Table, rest: str) -> None:
    """What is played, and how: `rules`, `rules all`, or one rule by its id."""
    book, width = rules_of(table.game.variant), table.io.width
    sentence = sentences().get(rest.upper())
    if sentence:
        table.io.say(f"{sentence} ({rest.upper()})")
    elif rest.lower() == "all":
        table.io.draw(plain_lines(blocks(book), width))
    elif rest:
        table.io.say("Type rules, rules all, or rules with the id of one, such as STD-HIT-1.")
    else:
        table.io.draw(words.rules_lines(table.match, width))
        table.io.draw(["", *plain_lines(differences(book), width)])


def glossary(table: Table, rest: str) -> None:
    """What a word of the players means; without one, all words."""
    if not rest:
        table.io.say(", ".join(term.name.lower() for term in terms().values()))
        return
    try:
        term = find_term(rest)
    except FullprimeError as error:
        table.io.say(words.refusal(error))
    else:
        table.io.say(f"{term.name}: {term.text}")


def save(table: Table, rest: str) -> None:
    """Keeps a copy."""
    _save(table, rest, overwrite=False)


def save_over(table: Table, rest: str) -> None:
    """Keeps a copy even where there is a file already."""
    _save(table, rest, overwrite=True)


def _save(table: Table, rest: str, overwrite: bool) -> None:
    name = rest or table.keeper.path
    if name:
        table.keeper.save_as(str(name), table.match, overwrite)
    else:
        table.io.say("Type where to save it: save FILE.")


def export(table: Table, rest: str) -> None:
    """Writes the match for another program, by the ending of the file."""
    _export(table, rest, overwrite=False)


def export_over(table: Table, rest: str) -> None:
    """Writes it even where there is a file already."""
    _export(table, rest, overwrite=True)


def _export(table: Table, rest: str, overwrite: bool) -> None:
    endings = ", ".join(ending for each in writers() for ending in each.endings)
    if rest:
        table.keeper.export(rest, table.match, overwrite)
    else:
        table.io.say(f"Type where to write it: export FILE. It can end with {endings}.")


def history(table: Table, rest: str) -> None:
    """What has happened: in this game, in the game of that number, or in all of them."""
    games = len(table.match.games)
    number = rest or str(games)
    if rest.lower() == "all":
        table.io.draw(list(match_lines(table.match)))
    elif number in map(str, range(1, games + 1)):
        table.io.draw(list(game_lines(table.match, int(number) - 1)))
    else:
        named = shorten(rest, 40)
        table.io.say(f"There is no game {named!r}. Type history, history all, or history 1.")


def quit_(table: Table, _rest: str) -> None:
    """Leaves; only when typed again if the match would be lost."""
    if table.keeper.save(table.match) or table.leaving:
        raise Leave
    table.leaving = True
    table.io.say("The match is not saved. Type save FILE to keep it, or quit again to leave it.")


IN_THE_GAME: Final[dict[str, Callable[[Table, str], None]]] = {
    "": go_on,
    "roll": roll,
    "undo": undo,
    "name": name,
    "color": color,
    "moves": moves,
    "hint": hint,
    "rolls": rolls,
    "pass": passing,
    "double": double,
    "take": _action(Took()),
    "drop": _action(Dropped()),
    "beaver": _action(Beavered()),
    "raccoon": _action(Raccooned()),
    "resign": resign,
    "accept": accept,
    "decline": decline,
}

AT_THE_TABLE: Final[dict[str, Callable[[Table, str], None]]] = {
    "board": lambda table, _rest: table.show(again=True),
    "pips": pips,
    "tutor": tutor,
    "help": help_,
    "rules": rules,
    "glossary": glossary,
    "save": save,
    "save!": save_over,
    "export": export,
    "export!": export_over,
    "history": history,
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
    "colour color",
)
ALIASES: Final = dict(line.split() for line in _SHORT)
