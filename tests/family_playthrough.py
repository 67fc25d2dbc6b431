"""Golden playthroughs of the family: one game each, a line for every action.

A line of a play tells the numbers, batch after batch, how many plays there are, a fingerprint of
all of them, the one that is made and what it leaves on the board, the mover still first.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple
from zlib import crc32

from fullprime import (
    Action,
    Game,
    Match,
    Money,
    Named,
    Numbers,
    Passed,
    Phase,
    Play,
    Played,
    Points,
    Roll,
    Rolled,
    SeededDice,
)
from fullprime.series import Series


class Told(NamedTuple):
    """What to play, with which seed, and words that the transcript must show."""

    games: str
    seed: int
    shows: tuple[str, ...] = ()
    to: int = 0
    """Points to play for; 0: one game."""


GAMES = {
    "backgammon": Told("backgammon", 56, ("multiple=3", "(no play)", "bar/", "may double")),
    "backgammon-no-hit-and-run": Told("backgammon+no_hit_and_run", 3, ("*",)),
    "backgammon-cap5": Told("backgammon+cap5", 2, ("*",)),
    "backgammon-bulgarian": Told("backgammon+bulgarian", 16, ("multiple=2", "without the cube")),
    "nackgammon": Told("nackgammon", 41, ("23/",)),
    "hypergammon": Told("hypergammon", 57, ("off:3",)),
    "longgammon": Told("longgammon", 16, ("*", "bar/")),
    "dutch": Told("dutch", 3, ("hand/", "*", "(no play)")),
    "dutch-options": Told("dutch+entry=free+hit_right=currently_in_home", 48, ("hand/", "*")),
    "russian": Told("russian", 16, ("has 1111 6666", "has 6666:", "rolls again", "may double")),
    "russian-choice": Told("russian+opening=choice", 16, ("rolls afresh",)),
    "russian-first-doublet-plain": Told("russian+first_doublet_plain", 48, ("rolls again",)),
    "russian-complement-after-entry": Told("russian+complement_after_entry", 54, ("rolls again",)),
    "acey_deucey": Told("acey_deucey", 56, ("names", "rolls again")),
    "acey_deucey-options": Told(
        "acey_deucey+entry=all_first+bonus_on_doubles=false+bear_off=exact", 5, ("rolls again",)
    ),
    "acey_european": Told("acey_european", 56, ("names", "has 1111 6666", "rolls again")),
    "portes": Told("portes", 16, ("multiple=2", "without the cube")),
    "tavla": Told("tavla", 16, ("multiple=2",)),
    "takhteh": Told("takhteh", 23),
    "shesh_besh": Told("shesh_besh", 23),
    "tapa": Told("tapa", 21, ("^", "p:1", "bearing off")),
    "tapa-lock": Told("tapa", 34, ("winner=None, points=0, multiple=0, by='lock'",)),
    "tapa-exact": Told("tapa+bear_off=exact", 54, ("bearing off",)),
    "pin_game": Told("pin_game", 58, ("^", "bearing off")),
    "plakoto": Told("plakoto", 32, ("multiple=2, by='mother'",)),
    "plakoto-draw": Told("plakoto", 5, ("winner=None, points=0, multiple=0, by='mothers'",)),
    "plakoto-draw-only": Told("plakoto+mother_rule=draw_only", 5, ("'mothers'",)),
    "mahbusa": Told("mahbusa", 8, ("by='mother'",)),
    "mahbusa-immediate": Told("mahbusa+mother_rule=immediate", 39, ("by='mother'",)),
    "nard": Told("nard", 3, ("may double",)),
    "narde": Told("narde", 49, ("multiple=2",)),
    "narde-options": Told("narde+head_exception=if_single_cannot_finish+prime_check=turn_end", 28),
    "fevga": Told("fevga", 3, ("multiple=2",)),
    "fevga-either-quadrant": Told("fevga+forbidden_wall=either_quadrant", 34),
    "moultezim": Told("moultezim", 34),
    "gul_bara": Told("gul_bara", 20, ("has 5555 6666",)),
    "gul_bara-rest": Told("gul_bara+rest=opponent", 54, ("inherits",)),
    "gul_bara-crazy-narde": Told("gul_bara+crazy_narde", 26),
    "gul_bara-fevga-limits": Told("gul_bara+fevga_limits", 5),
    "gioul": Told("gioul", 42, ("has 5555 6666", "may double")),
    "gioul-rest": Told("gioul+rest=opponent", 57, ("inherits",)),
    "misere": Told("misere", 3, ("multiple=1",)),
    "misere-mirror-gammon": Told("misere+mirror_gammon", 56, ("multiple=2",)),
    "coan_ki": Told("coan_ki", 42, ("/lost", "has 0:")),
    "coan_ki-options": Told("coan_ki+double_one=restart+exact_home", 38, ("(no play)",)),
    "tavli": Told("portes,plakoto,fevga", 2, ("game 3: Fevga", "'mother"), to=3),
    "balkan": Told("backgammon+bulgarian,gul_bara,tapa", 16, ("game 3: Tapa",), to=3),
}
"""By the name of the file; every variant has one under its own id."""


def transcript(name: str) -> str:
    """The games of a match, played by the given seed, every legal play weighed alike."""
    told = GAMES[name]
    dice, rng = SeededDice(told.seed), Random(told.seed)
    match = start(told)
    lines = [f"# {told.games}, seed {told.seed}"]
    while True:
        lines.append(f"# {opening(match)}")
        while match.game.phase is not Phase.OVER:
            action = choose(match.game, dice, rng)
            lines.append(f"{len(match.game.log):>3}  {tell(match.game, action)}")
            match = match.apply(action)
        lines.append(f"# {ending(match)}")
        if not told.to or match.winner is not None:
            return "\n".join([*lines, ""])
        match = match.next_game()


def start(told: Told) -> Match:
    """The match before its first action."""
    target = Points(told.to) if told.to else Money()
    return Match.start(target=target, rotation=Series.parse(told.games).rotation())


def opening(match: Match) -> str:
    """What is played, and who begins."""
    game = match.game
    begins = "a throw decides who begins" if game.actor is None else f"seat {game.actor} begins"
    cube = "with" if game.stakes.cube else "without"
    return f"game {len(match.games)}: {game.variant.name}, {cube} the cube, {begins}"


def ending(match: Match) -> str:
    """How it ended."""
    game = match.game
    left = game.variant.text(game.position)
    return f"{game.result}, score {match.score}, seat {game.turn} has moved last: {left}"


def choose(game: Game, dice: SeededDice, rng: Random) -> Action:
    """A roll where dice are due, otherwise anything that can be played."""
    if game.phase is Phase.TO_NAME:
        return Named(1 + int(rng.random() * 6))
    if game.phase is Phase.TO_PLAY and not (game.may_reroll and rng.random() < 0.5):
        return Played.of(game.plays[int(rng.random() * len(game.plays))])
    if game.phase is Phase.TO_ROLL and game.skip_closed_out and game.closed_out:
        return Passed()
    return Rolled(dice.roll())


def tell(game: Game, action: Action) -> str:
    """What happens, in a line."""
    who = f"seat {game.turn}"
    match action:
        case Rolled() if game.phase is Phase.OPENING:
            return f"the throw is {Roll(*action.dice)}"
        case Rolled() if game.phase is Phase.TO_PLAY:
            return f"{who} rolls afresh: {Roll(*action.dice)}"
        case Rolled():
            again = " again" if game.bonus else ""
            doubling = " (may double)" if "double" in game.verbs else ""
            return f"{who} rolls{again} {Roll(*action.dice)}{doubling}"
        case Named(number):
            return f"{who} names {number}-{number}"
        case Played():
            play = next(play for play in game.plays if Played.of(play) == action)
            return f"{who} {tell_play(game, play)}"
    return f"{who}: {action.name}"


def tell_play(game: Game, play: Play) -> str:
    """The numbers, what they allow, and what is done."""
    assert game.numbers is not None
    gets = "inherits" if game.inherited else "has"
    every = "; ".join(str(each) for each in game.plays)
    many = f"{len(game.plays)} plays {crc32(every.encode()):08x}"
    after = game.variant.text(play.position)
    return f"{gets} {tell_numbers(game.numbers)}: {many}, {play} -> {after}"


def tell_numbers(numbers: Numbers) -> str:
    """`11 22`: the batch to play and those that follow; `6+3/9`: patterns of the ring."""
    if numbers.variant.geometry == "ring16":
        return "/".join("+".join(map(str, batch)) for batch in numbers.batch) or "nothing"
    return " ".join("".join(map(str, batch)) for batch in (*numbers.batch, *numbers.later))
