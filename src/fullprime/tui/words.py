"""What the terminal says: the sentences, apart from the flow that says them."""

from __future__ import annotations

from textwrap import wrap
from typing import Final, assert_never

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
from fullprime.errors import FullprimeError, IllegalAction, sentences
from fullprime.game import Game, Phase
from fullprime.match import BestOf, Match, Money, Points
from fullprime.render.layout import plain

Names = tuple[str, str]

MULTIPLES: Final = {1: "a single game", 2: "a gammon", 3: "a backgammon"}

COMMANDS: Final = (
    ("Enter, roll", "throw the dice; confirm a play; go on"),
    ("8/5 6/5", "play; bar/21* enters and hits, 24/18(2) moves two, 6/off bears off"),
    ("8/5", "one step; the rest may follow on the next line"),
    ("undo", "take back what was entered last"),
    ("moves", "list the legal plays; a number then picks one"),
    ("double", "offer the cube: take, drop, beaver or raccoon answer it"),
    ("resign 1", "offer to lose a single game (2 gammon, 3 backgammon)"),
    ("accept, decline", "answer a resignation"),
    ("board, pips", "show the board again; the pip counts"),
    ("save FILE", "keep a copy of the match"),
    ("quit", "leave; the match is saved and can be resumed"),
)


def help_lines(width: int) -> list[str]:
    """The commands, in two columns or, on narrow terminals, below each other."""
    column = 17 if width >= 60 else 2
    lines = []
    for command, meaning in COMMANDS:
        text = wrap(meaning, width - column)
        if column > 2:
            lines.append(command.ljust(column) + text.pop(0))
        else:
            lines.append(command)
        lines += [" " * column + part for part in text]
    return lines


def count(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def spoken(roll: Roll | None) -> str:
    """`6-4`: players name the larger number first."""
    return "-".join(map(str, sorted(roll or (), reverse=True)))


def header(match: Match, names: Names) -> str:
    """What is being played, and the score."""
    score = f"{names[0]} {match.score[0]}, {names[1]} {match.score[1]}"
    match match.target:
        case Points(to):
            target = f"match to {to}"
        case BestOf(games):
            target = f"best of {games}"
        case Money(stake):
            target, score = f"money at {stake:f} a point", money_score(match, names)
        case _:
            assert_never(match.target)
    crawford = " Crawford game: no doubling." if match.game.stakes.crawford else ""
    return f"{match.variant.name}, {target}, game {len(match.games)}: {score}.{crawford}"


def money_score(match: Match, names: Names) -> str:
    """Who is ahead, and by what."""
    first, second = match.score
    if first == second:
        return "even"
    ahead = 0 if first > second else 1
    points = count(abs(first - second), "point")
    return f"{names[ahead]} is {points} ahead ({abs(match.balance):f})"


# What has happened -----------------------------------------------------------------------------


def told(game: Game, action: Action, names: Names) -> str:
    """The action in words; `game` is the game before it."""
    who = "" if game.actor is None else names[game.actor]
    match action:
        case Rolled():
            roll = Roll.of(action.dice)
            return _thrown(game, roll, names) if not who else f"{who} rolls {spoken(roll)}."
        case Played():
            return f"{who} rolls {spoken(game.roll)} and {_played(game, action)}."
        case Passed():
            return f"{who} is closed out and does not roll."
        case Doubled():
            again = "redoubles" if game.stakes.owner is not None else "doubles"
            return f"{who} {again} to {game.stakes.value * 2}."
        case Took():
            return f"{who} takes; the cube is at {game.offer}."
        case Dropped():
            return f"{who} drops."
        case Beavered() | Raccooned():
            return f"{who} {action.name}s to {game.offer * 2}."
        case Resigned():
            return f"{who} offers to resign {resignation(game, action.multiple)}."
        case Accepted():
            return f"{who} accepts."
        case Declined():
            return f"{who} declines; play goes on."
        case _:
            assert_never(action)


def _thrown(game: Game, roll: Roll, names: Names) -> str:
    throw = f"{names[0]} throws {roll.first}, {names[1]} throws {roll.second}"
    after = game.apply(Rolled(roll))
    if after.actor is not None:
        return f"{throw}: {names[after.actor]} begins."
    if after.stakes.value != game.stakes.value:
        return f"{throw}: a tie, and the cube goes to {after.stakes.value}."
    return f"{throw}: a tie, again."


def _played(game: Game, action: Played) -> str:
    play = next((play for play in game.plays if Played.of(play) == action), None)
    text = str(play) if play else " ".join(f"{a}/{b}" for a, b in action.steps)
    return f"plays {text}" if action.steps else "cannot move"


def resignation(game: Game, multiple: int) -> str:
    """`a gammon (4 points)`."""
    what = MULTIPLES.get(multiple, f"{multiple} games")
    return f"{what} ({count(game.stakes.points(multiple), 'point')})"


def result(match: Match, names: Names) -> str:
    """How the last game ended, and the score."""
    end = match.game.result
    assert end is not None  # noqa: S101 - asked only of finished games
    how = {"drop": ": the double was dropped", "resignation": " by resignation"}.get(end.by, "")
    what = MULTIPLES.get(end.multiple, f"{end.multiple} games")
    points = "" if isinstance(match.target, BestOf) else f", {count(end.points, 'point')}"
    if end.by == "drop":
        what = "the game"
    return f"{names[end.winner]} wins {what}{points}{how}."


def standing(match: Match, names: Names) -> str:
    """The score, and who has won the match."""
    first, second = match.score
    if isinstance(match.target, Money):
        return f"Session: {money_score(match, names)}."
    if match.winner is None:
        return f"Score: {names[0]} {first}, {names[1]} {second}."
    best, other = (first, second) if match.winner == 0 else (second, first)
    return f"{names[match.winner]} wins the match {best}-{other}."


# What is expected ------------------------------------------------------------------------------


def expected(game: Game, names: Names, real_dice: bool = False) -> str:
    """What the game waits for; the entering of plays has its own words."""
    who = "" if game.actor is None else names[game.actor]
    match game.phase:
        case Phase.OPENING:
            how = f"type both, {names[0]}'s first, such as 5-3" if real_dice else "Enter"
            return f"Opening throw, one die each: {how}. (help lists what you can type)"
        case Phase.TO_ROLL:
            return f"{who}: {_before_roll(game, real_dice)}."
        case Phase.OFFERED:
            others = ", ".join(verb for verb in game.verbs if verb not in ("take", "drop"))
            more = f" (or {others} to {game.offer * 2})" if others else ""
            return f"{who}: the cube comes at {game.offer}: take or drop{more}?"
        case Phase.RESIGNING:
            offer = resignation(game, game.resigning)
            return f"{who}: {names[game.turn]} resigns {offer}: accept or decline?"
        case Phase.TO_PLAY | Phase.OVER:
            return f"{who}: your play."
        case _:
            assert_never(game.phase)


def _before_roll(game: Game, real_dice: bool) -> str:
    verbs = game.verbs
    rolling = "roll and type the dice, such as 5-3" if real_dice else "Enter rolls"
    first = "closed out; Enter passes" if "pass" in verbs else rolling
    if "double" not in verbs:
        return first
    word = "redouble" if game.stakes.owner is not None else "double"
    dead = " (pointless: the cube is dead)" if game.stakes.is_dead(game.turn) else ""
    return f"{first}, or {word} to {game.stakes.value * 2}{dead}"


def refusal(error: FullprimeError) -> str:
    """Why something is not allowed, for somebody who has the board before him."""
    if not isinstance(error, IllegalAction):
        return f"{str(error)[0].upper()}{str(error)[1:]}."
    # That the game waits for something else is what the next prompt says anyway.
    why = "" if error.detail.startswith("the game waits for") else f": {error.detail}"
    return f"Not allowed{why}. {error.sentence} ({error.rule})"


def dead_cube() -> str:
    """Said to a player who doubles although nothing can be gained by it."""
    return f"{sentences()['STD-CUBE-11']} (STD-CUBE-11)"


def table_names(match: Match) -> Names:
    """The players' names as they can safely be shown."""
    return plain(match.players[0]), plain(match.players[1])
