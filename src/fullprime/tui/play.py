"""Plays a match in a terminal: humans type, bots choose, and every action is kept at once."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

from fullprime.action import Passed, Played, Rolled
from fullprime.analysis.tutor import Tutor
from fullprime.dice import Dice
from fullprime.engine.engine import Engine
from fullprime.errors import FullprimeError
from fullprime.game import Phase
from fullprime.match import Match, Money
from fullprime.tui import tutor as tutoring
from fullprime.tui import words
from fullprime.tui.commands import Leave, obey
from fullprime.tui.keep import Keeper, Notes, dice_notes
from fullprime.tui.table import Look, Player, Seats, Table
from fullprime.tui.terminal import Terminal

DONE, FAILED, INTERRUPTED = 0, 1, 130


def run(
    match: Match,
    *,
    seats: Seats = (None, None),
    dice: Dice,
    io: Terminal,
    save_path: Path | None = None,
    notes: Notes | None = None,
    resume: str = "fullprime resume",
    ascii: bool = False,  # noqa: A002 - named like the option
    confirm: bool = True,
    flip: bool | None = None,
    home_left: bool = False,
    pace: float = 0,
    engine: Engine | None = None,
    tutor: Tutor | None = None,
) -> int:
    """Plays on from where the match stands and returns the exit code.

    After every action the match is written to `save_path`, together with `notes`, who plays
    (`seat0`, `seat1`: a bot's name, or None for a human) and, for seeded dice, `seed`, `stream`
    and `thrown`. `resume` is the command that goes on with such a file, shown on leaving. `engine`
    gives hints, and warnings to a player against a bot who wants a `tutor`; how often is kept among
    the notes. Where only bots play, each turn is shown for `pace` seconds.
    """
    players = {f"seat{seat}": bot.name if bot else None for seat, bot in enumerate(seats)}

    def kept() -> Notes:
        return {**players, **(notes or {}), **dice_notes(dice), **table.tutor.notes}

    keeper = Keeper(save_path, kept, io.say)
    look = Look(ascii, confirm, flip, home_left, pace)
    table = Table(match, seats, dice, io, keeper, look, engine, tutor, notes)
    try:
        keeper.save(match)
        if match.winner is not None:
            io.say("This match is over.")
        _play(table)
        if match.winner is not None and table.humans:
            _look_back(table)
    except Leave:
        return _farewell(table, resume, DONE)
    except (EOFError, KeyboardInterrupt) as stopped:
        io.say("")  # the cursor still stands behind the prompt
        interrupted = isinstance(stopped, KeyboardInterrupt)
        return _farewell(table, resume, INTERRUPTED if interrupted else DONE)
    except FullprimeError as error:
        # Humans can try again, so this is a bot, or dice that have run out.
        io.say(f"The game cannot go on: {error}")
        return _farewell(table, resume, FAILED)
    if keeper.path is None or keeper.save(table.match):
        return DONE
    io.say("The match is not saved.")
    return FAILED


def _play(table: Table) -> None:
    """To the end of the match."""
    while True:
        game = table.game
        if game.result:
            if not _next_game(table):
                return
        elif game.actor is None:
            _opening(table)
        else:
            if table.bot:
                _let(table, table.bot)
            else:
                _ask(table)


def _look_back(table: Table) -> None:
    """A match that was over when it was opened: what can still be done with it."""
    table.io.say("history all lists it, export FILE writes it for other programs; Enter leaves.")
    with suppress(Leave, EOFError):
        while line := table.io.ask("> ").strip():
            obey(table, line)


def _farewell(table: Table, resume: str, code: int) -> int:
    keeper = table.keeper
    if keeper.save(table.match):
        # Drawn, not said: a command that is to be copied must not be wrapped.
        table.io.draw([f"Saved. To go on: {resume} {shlex.quote(str(keeper.path))}"])
        return code
    table.io.say("The match is not saved.")
    return FAILED if keeper.path and code == DONE and not table.leaving else code


# Turns -----------------------------------------------------------------------------------------


def _opening(table: Table) -> None:
    if table.humans or table.waits_for_real_dice:
        _ask(table)
    else:
        table.throw()


def _let(table: Table, bot: Player) -> None:
    """One action of a bot."""
    action = bot.choose(table.game)
    # No bot throws dice, so a roll that it names is as good as none.
    if action is not None and not isinstance(action, Rolled):
        table.apply(action)
    elif table.waits_for_real_dice:
        _ask_for_dice(table)
    else:
        table.go_on()
    if not table.humans and table.game.phase is Phase.TO_ROLL:
        table.show()  # there is no prompt, so the board is drawn after every turn
        if table.look.pace:
            table.io.pause(table.look.pace)


def _ask_for_dice(table: Table) -> None:
    """Until the bot's dice are typed: it has decided, and does not choose again."""
    match = table.match
    while table.match is match:
        _ask(table)


def _ask(table: Table) -> None:
    """One line of a human, unless there is nothing to decide."""
    game = table.game
    if "pass" in game.verbs and "double" not in game.verbs:
        table.apply(Passed())
    elif len(game.plays) == 1 and not table.look.confirm and not game.may_reroll:
        table.apply(Played.of(game.plays[0]))
    else:
        table.show()
        table.io.say(_expected(table))
        obey(table, table.io.ask("> "))


def _expected(table: Table) -> str:
    game, who = table.game, table.who
    if table.resigning:
        what = words.resignation(game, table.resigning)
        return f"{who}: resign {what}? y resigns, Enter or n goes on."
    if held := table.tutor.held:
        return f"{who}: {tutoring.question(held)}"
    if table.bot:
        return f"{who}: roll its dice and type them, such as 5-3."
    if game.phase is not Phase.TO_PLAY:
        return words.expected(game, table.names, table.waits_for_real_dice)
    draft, plays, roll = table.draft, game.plays, words.to_play(game)
    if not plays[0].steps:
        return f"{who}: {roll} cannot be played. Enter goes on."
    if draft.play:
        return f"{who}: {draft.written}. Enter plays it, undo takes it back."
    if draft.written and len(draft.plays) == 1:
        return f"{who}: {draft.written}; the rest is forced: {draft.plays[0]}. Enter plays it."
    if draft.written:
        left = ", ".join(map(str, draft.left))
        return f"{who}: {draft.written} so far; still to play: {left}."
    again = " (roll throws both dice again)" if game.may_reroll else ""
    if len(plays) == 1:
        return f"{who}: {roll} has one legal play, {plays[0]}. Enter plays it.{again}"
    own = ", counted from your own home" if table.counts_otherwise else ""
    return f"{who}: {roll} to play{own}.{again}"


# Between games ---------------------------------------------------------------------------------


def _next_game(table: Table) -> bool:
    """Says how the game ended and goes on to the next; False when there is none."""
    table.show()
    match, names, in_turn = table.match, table.names, words.in_turn(table.match)
    money = isinstance(match.target, Money)
    over = match.winner is not None or (money and not table.humans)
    table.io.say(words.result(match, names))
    if over and in_turn:
        table.io.draw(words.games_lines(match, names, table.io.width))
    table.io.say(words.standing(match, names))
    if over:
        if spoken := tutoring.summary(table.tutor):
            table.io.say(spoken)
        return False
    if in_turn:
        table.io.say(words.coming(match, names))
    if table.humans:
        _wait_for_next(table, money)
    table.next_game()
    return True


def _wait_for_next(table: Table, money: bool) -> None:
    question = "Another game? Enter or no." if money else "Enter begins the next game."
    while True:
        table.io.say(question)
        line = table.io.ask("> ")
        answer = line.strip().lower()
        if answer in ("", "y", "yes", "new", "new game", "next"):
            return
        if answer in ("n", "no"):
            raise Leave
        obey(table, line)
