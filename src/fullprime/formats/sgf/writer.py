"""Writes matches as GNU Backgammon does, so that it can read them."""

from __future__ import annotations

import fullprime
from fullprime.errors import BadFile
from fullprime.formats.file_games import names_in_files
from fullprime.formats.sgf.game import (
    AUTOMATIC_DOUBLES,
    BEAVERS,
    CLOSED_OUT_PASS,
    CUBE_LIMIT,
    ROOT,
)
from fullprime.formats.sgf.game_writer import GameWriter
from fullprime.formats.sgf.lexer import escaped
from fullprime.formats.written import Written
from fullprime.match import Match, Money, Points
from fullprime.notes import Note
from fullprime.variant import Variant


def dump(match: Match) -> Written:
    """One game tree for each game."""
    rule = _rule(match)
    if not isinstance(match.target, Points | Money):
        raise BadFile(
            "GNU Backgammon's .sgf holds matches to points and money sessions, not a best of games"
        )
    losses = dict.fromkeys(_losses(match))
    trees = []
    for number in range(len(match.games)):
        writer = GameWriter(match, number, losses)
        body = writer.body()
        head = _head(match, number) + _rules(match, number, rule) + writer.root()
        trees.append(f"(;{head}{body})\n")
    return Written("".join(trees).encode(), tuple(losses))


def _rule(match: Match) -> str:
    """The name of the game in the list of rules."""
    known = names_in_files("sgf")
    for variant in match.rotation:
        if variant.id not in known or variant != Variant.load(variant.id):
            names = ", ".join(Variant.load(game).name for game in known)
            raise BadFile(
                f"GNU Backgammon's .sgf holds {names} by their usual rules, "
                f"not {variant.name}{' with options' if variant.chosen else ''}"
            )
    if len(set(match.rotation)) > 1:
        raise BadFile("GNU Backgammon's .sgf holds matches of one game, not of several in turn")
    return known[match.variant.id]


def _head(match: Match, number: int) -> str:
    """What everybody wants to know first; where it was played stands in the first game only."""
    length = match.target.to if isinstance(match.target, Points) else 0
    white, black = match.scores_before[number]
    first, second = (escaped(_line(name)) for name in match.players)
    head = (
        f"FF[4]GM[6]CA[UTF-8]AP[Fullprime:{fullprime.__version__}]"
        f"MI[length:{length}][game:{number}][ws:{white}][bs:{black}]PW[{first}]PB[{second}]"
    )
    if number:
        return head
    about = match.notes.about
    told = "".join(
        f"{name}[{escaped(_line(about[key]))}]" for name, key in ROOT.items() if about.get(key)
    )
    comment = match.notes.whole.text
    return head + told + (f"GC[{escaped(comment)}]" if comment else "")


def _rules(match: Match, number: int, rule: str) -> str:
    settings, game = match.settings, match.games[number]
    rules = {
        "NoCube": settings.cube is False,
        "Crawford": settings.plays_crawford(match.target),
        "CrawfordGame": (game.begun or game).stakes.crawford or _is_set_up_so(match, number),
        "Jacoby": settings.jacoby,
        rule: bool(rule),
        f"{BEAVERS}{settings.beavers}": settings.beavers > 0,
        f"{CUBE_LIMIT}{settings.cube_limit}": settings.cube_limit is not None,
        AUTOMATIC_DOUBLES: settings.murphy != 0,
        CLOSED_OUT_PASS: settings.skip_closed_out,
    }
    told = ":".join(name for name, holds in rules.items() if holds)
    return f"RU[{told}]" if told else ""


def _is_set_up_so(match: Match, number: int) -> bool:
    """The Crawford game as it is, even where no one could have doubled."""
    set_up = match.set_ups[number] if number < len(match.set_ups) else None
    return set_up is not None and set_up.crawford


def _usual_murphy(match: Match) -> int | None:
    """Automatic doubles per game that readers expect where there are any."""
    return None if isinstance(match.target, Money) else 1


def _line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")


def _losses(match: Match) -> list[str]:
    """What has no place in the format, whatever happens in the games."""
    settings, notes = match.settings, match.notes
    kept_out = (key for key in notes.about if key not in ROOT.values())
    unknown = sorted(
        {key.removesuffix("_0").removesuffix("_1").replace("_", " ") for key in kept_out}
    )
    stake = isinstance(match.target, Money) and match.target != Money()
    rules = {
        "Holland": settings.holland,
        "the limit of automatic doubles": settings.murphy not in (0, _usual_murphy(match)),
        "the winner of the opening throw picks a color": settings.winner_picks_color,
        "those of a real table": settings.referee is not None,
    }
    left_out = [name for name, holds in rules.items() if holds]
    found = {
        f"Rules are left out: {', '.join(left_out)}.": bool(left_out),
        "The stake is left out.": stake,
        "The name of the series is left out.": match.series is not None,
        f"Facts about the match are left out: {', '.join(unknown)}.": bool(unknown),
        "Marks and analysis of the match as a whole are left out.": (
            notes.whole != Note(text=notes.whole.text)
        ),
        "The list of faults in the file that it came from is left out.": bool(notes.faults),
        "The rules of the clock are left out.": bool(notes.clock),
        "The proof of the dice is left out.": bool(notes.proof),
    }
    return [sentence for sentence, is_lost in found.items() if is_lost]
