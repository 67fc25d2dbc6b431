"""A match as a text that people read: every action of every game, one a line.

It is written only. For a file that programs read again, take another format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from fullprime.action import Action, Arranged, Played, Rolled, Seen
from fullprime.errors import plain
from fullprime.formats.action_text import told
from fullprime.formats.turns import Turn, follow, up_to
from fullprime.formats.written import Written
from fullprime.game import Game, Phase
from fullprime.match import BestOf, Match, Money, Points
from fullprime.notes import Note

LOSSES = ("Plain text is for people: no program reads the match from it again.",)
INDENT = "  "


class Told(NamedTuple):
    """One action of a text: who took it, and the match around it."""

    seat: int | None
    action: Action | str
    """Or words for what only a server knows."""
    before: Match
    after: Match
    note: Note = Note()


def dump(match: Match) -> Written:
    """The whole match."""
    text = "".join(f"{line}\n" for line in match_lines(match))
    return Written(text.encode(), LOSSES)


def match_lines(match: Match) -> Iterator[str]:
    """All of it, from the names to the last score."""
    yield title(match)
    yield target_text(match)
    yield from about_lines(match)
    yield from comment_lines(match.notes.whole, "")
    for number in range(len(match.games)):
        yield ""
        yield from game_lines(match, number)
    yield ""
    yield standing(match)


def title(match: Match) -> str:
    """`Ann - Ben`."""
    first, second = map(plain, match.players)
    return f"{first} - {second}"


def target_text(match: Match) -> str:
    """`Match to 5 points`, with the games that are played in turn."""
    match match.target:
        case Points(to):
            length = f"Match to {to} point{'s' if to > 1 else ''}"
        case BestOf(games):
            length = f"Best of {games} games"
        case Money(stake, unit):
            at = f" at {stake:f} {unit}".rstrip() if stake != 1 or unit else ""
            length = f"Money session{at}"
    names = ", ".join(dict.fromkeys(variant.name for variant in match.rotation))
    return f"{length}, {names}"


def about_lines(match: Match) -> Iterator[str]:
    """Where and when it was played, as far as the file said so."""
    for key, value in match.notes.about.items():
        fact, _, seat = key.rpartition("_")
        whose = f" of {plain(match.players[int(seat)])}" if seat in ("0", "1") else ""
        name = plain(fact if whose else key).replace("_", " ").capitalize()
        yield f"{name}{whose}: {plain(value)}"


def game_lines(match: Match, number: int) -> Iterator[str]:
    """One game, counted from 0, with its heading, comments and result."""
    so_far = up_to(match, number)
    yield heading(so_far)
    yield from set_up_lines(so_far)
    yield from comment_lines(match.notes.of(number), INDENT)
    yield from action_lines(
        Told(turn.seat, turn.action, _at(so_far, turn.before), _at(so_far, turn.after), note)
        for turn, note in _with_notes(match, number)
    )


def action_lines(actions: Iterable[Told]) -> Iterator[str]:
    """A roll stands in the line of its play; a result has its own."""
    unplayed = ""
    """The line of a roll that waits for its play."""
    for seat, action, before, after, note in actions:
        if unplayed and not isinstance(action, Played | Seen | Arranged):
            yield unplayed
        unplayed = ""
        who = "" if seat is None else f"{plain(after.players[seat])}: "
        line = f"{INDENT}{who}{_text(before.game, action)}"
        if isinstance(action, Rolled) and after.game.phase is Phase.TO_PLAY:
            unplayed = line
        else:
            yield line
        yield from comment_lines(note, INDENT * 2)
        if after.game.result and not before.game.result:
            yield result_text(after)
    if unplayed:
        yield unplayed


def _with_notes(match: Match, number: int) -> Iterator[tuple[Turn, Note]]:
    for count, turn in enumerate(follow(match.games[number])):
        yield turn, match.notes.of(number, count)


def _at(match: Match, game: Game) -> Match:
    """The match while its last game was this one."""
    return msgspec.structs.replace(match, games=(*match.games[:-1], game))


def heading(match: Match) -> str:
    """The last game, and the score before it."""
    number = len(match.games)
    first, second = match.scores_before[-1]
    crawford = ", Crawford game" if match.game.stakes.crawford else ""
    return f"Game {number}, {match.variant.name}, {first}-{second}{crawford}"


def result_text(match: Match) -> str:
    """How the last game ended."""
    result = match.game.result
    if result is None or result.winner is None:
        return f"{INDENT}drawn"
    points = match.shown_score[result.winner] - match.scores_before[-1][result.winner]
    return f"{INDENT}{plain(match.players[result.winner])} wins {points} ({result.by})"


def standing(match: Match) -> str:
    """The score, and who has won."""
    score = ", ".join(
        f"{plain(name)} {points}"
        for name, points in zip(match.players, match.shown_score, strict=True)
    )
    if match.winner is None:
        return f"Score: {score}"
    return f"Score: {score}; {plain(match.players[match.winner])} has won the match"


def _text(game: Game, action: Action | str) -> str:
    if isinstance(action, str):
        return action
    if isinstance(action, Rolled) and game.phase is Phase.OPENING:
        return f"opening throw {told(game, action)}"
    if isinstance(action, Played) and game.numbers and _goes_on(game):
        return f"{' '.join(map(str, game.numbers.batch[0]))}: {game.meant(action)}"
    return told(game, action)


def _goes_on(game: Game) -> bool:
    """Does a play belong to a roll that an earlier line has named?"""
    return game.inherited or (game.numbers is not None and game.numbers.start != game.position)


def set_up_lines(match: Match) -> Iterator[str]:
    """Where the last game began, if not where the rules have it."""
    number = len(match.games) - 1
    set_up = match.set_ups[number] if number < len(match.set_ups) else None
    if set_up is None:
        return
    if set_up.position is not None:
        starter = plain(match.players[set_up.starter])
        yield f"{INDENT}the board is {set_up.position}, {starter} on roll"
    if set_up.cube > 1:
        owner = "in the middle" if set_up.owner is None else plain(match.players[set_up.owner])
        yield f"{INDENT}cube {set_up.cube}, {owner}"


def comment_lines(note: Note, indent: str) -> Iterator[str]:
    """What was said about it, its mark first."""
    mark = f"{note.mark} " if note.mark else ""
    lines = note.text.splitlines() or ([""] if mark else [])
    for number, line in enumerate(lines):
        yield f"{indent}# {mark if number == 0 else ''}{plain(line)}".rstrip()
