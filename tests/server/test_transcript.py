"""A match as a text: every action once, and every roll once."""

from __future__ import annotations

import re
from random import Random

import pytest

from family_playthrough import choose
from fullprime import (
    Accepted,
    Action,
    Doubled,
    Match,
    Money,
    Phase,
    Played,
    Points,
    Resigned,
    Rolled,
    SeededDice,
    Took,
    Variant,
)
from fullprime.formats import saved
from fullprime.server.record import EndSession, Logged, NextGame, OfMatch, encode
from fullprime.server.transcript import transcript
from fullprime.store import Event, Kept, Seat


def kept(match: Match, *actions: Logged) -> Kept:
    """The rows of a match in which this has happened."""
    events, now = [], match
    for number, action in enumerate(actions, 1):
        between = isinstance(action, OfMatch)
        events.append(Event(number, None if between else now.game.actor, encode(action)))
        if isinstance(action, NextGame):
            now = now.next_game()
        elif not isinstance(action, OfMatch):
            now = now.apply(action)
    seats = (Seat("Ann", 1), Seat("Ben", 2))
    return Kept("x", 1, saved.dump(match), None, None, None, seats, tuple(events))


def lines(match: Match, *actions: Logged) -> list[str]:
    return transcript(kept(match, *actions), match.notes).decode().splitlines()


def test_a_roll_stands_in_the_line_of_its_play() -> None:
    told = lines(
        Match.start(target=Points(5)),
        *(Rolled((4, 4)), Rolled((3, 1)), Played(((8, 5), (6, 5)))),
        *(Doubled(), Took(), Rolled((6, 5)), Resigned(1), Accepted(), NextGame()),
        Rolled((5, 2)),
    )
    assert told == [
        "Ann - Ben",
        "",
        "Game 1, Backgammon, 0-0",
        "  opening throw 4-4",
        "  Ann: 3-1: 8/5 6/5",
        "  Ben: double to 2",
        "  Ann: take",
        "  Ben: 6-5",
        "  Ben: resign 2",
        "  Ann: accept",
        "  Ann wins 2 (resignation)",
        "",
        "Game 2, Backgammon, 2-0",
        "  opening throw 5-2",
    ]


def test_no_more_is_won_than_the_match_needs() -> None:
    told = lines(Match.start(target=Points(1)), Rolled((3, 1)), Resigned(2), Accepted())
    assert told[-1] == "  Ben wins 1 (resignation)"


def test_an_opening_throw_that_is_not_played_has_its_own_line() -> None:
    told = lines(
        Match.start(target=Points(5), variant=Variant.load("portes")),
        *(Rolled((5, 3)), Rolled((6, 5)), Played(((24, 18), (18, 13)))),
    )
    assert told[3:] == ["  opening throw 5-3", "  Ann: 6-5: 24/13"]


def test_later_batches_name_their_numbers_and_not_the_roll() -> None:
    match = Match.start(target=Money(), variant=Variant.load("russian"))
    hand = (("hand", 22),) * 4
    told = lines(
        match, Rolled((3, 1)), Played((("hand", 22), ("hand", 24))), Rolled((3, 3)), Played(hand)
    )
    assert told[-1] == "  Ben: 3-3: hand/22*(4)"
    after = match
    for action in (
        Rolled((3, 1)),
        Played((("hand", 22), ("hand", 24))),
        Rolled((3, 3)),
        Played(hand),
    ):
        after = after.apply(action)
    fours = Played.of(after.game.plays[0])
    again = lines(match, *after.game.log, fours)
    assert again[:-1] == told
    assert again[-1].startswith("  Ben: 4 4 4 4: ")


@pytest.mark.parametrize("name", ["backgammon", "gul_bara", "acey_deucey"])
def test_every_play_of_a_game_has_one_line(name: str) -> None:
    match = Match.start(target=Money(), variant=Variant.load(name, {}))
    dice, rng = SeededDice(4), Random(4)
    actions: list[Action] = []
    while match.game.phase is not Phase.OVER:
        actions.append(choose(match.game, dice, rng))
        match = match.apply(actions[-1])
    told = lines(Match.start(target=Money(), variant=match.variant), *actions, EndSession())
    plays = [action for action in actions if isinstance(action, Played)]
    assert sum(": " in line.partition(": ")[2] for line in told) == len(plays)
    named = sum(action.name == "name" for action in actions)
    assert sum(bool(re.fullmatch(r"  \w+: \d-\d", line)) for line in told) == named
    assert told[-1] == "  end of the session"
