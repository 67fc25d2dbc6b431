"""Matches of every game and series, in the formats that can hold all of them."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from family_playthrough import choose
from fullprime import Match, Points, SeededDice, Settings, variants
from fullprime.action import Accepted, Condoned, Demanded, Resigned, Seen, Voided
from fullprime.formats.as_json import match_json
from fullprime.formats.match_file import dump, load
from fullprime.formats.plain_text import match_lines
from fullprime.game import Phase
from fullprime.notes import Analysis, Candidate, Note, Notes
from fullprime.referee import TableRules
from fullprime.series import all_series

GAMES = (*(variant.id for variant in variants()), *(series.id for series in all_series()))
SEEDS = 1 + 1000 // len(GAMES)
MOST = 60
"""Actions of a game in a quick test; then a player resigns."""


def random_match(games: str, seed: int, most: int = MOST) -> Match:
    """Two games of it, with the cube where there is one, notes here and there, and no end."""
    rng, dice = Random(seed), SeededDice(seed)
    match = Match.start(games, players=("Ann", "Ben"), target=Points(rng.choice((3, 5, 7))))
    notes = Notes(about={"event": "Club night"}, clock={"reserve": 300}, proof={"seed": "ab"})
    while match.winner is None and len(match.games) < 3:
        game = match.game
        if game.result:
            match = match.next_game()
        elif game.phase is Phase.OFFERED:
            match = match.apply(rng.choice(("take", "take", "drop")))
        elif game.phase is Phase.TO_ROLL and rng.random() < 0.1 and "double" in game.verbs:
            match = match.apply("double")
        elif len(game.log) > most and Resigned(1) in game.legal(resignations=True):
            match = match.apply(Resigned(1)).apply(Accepted())
        else:
            match = match.apply(choose(game, dice, rng))
        if rng.random() < 0.05 and match.game.log:
            candidate = Candidate(play="8/5", equity=rng.random(), by="2-ply")
            note = Note(
                text="Why?", mark="?!", spent=1.5, analysis=Analysis(candidates=(candidate,))
            )
            notes = notes.with_note(note, len(match.games) - 1, len(match.game.log) - 1)
    return msgspec.structs.replace(match, notes=notes)


def check(match: Match) -> None:
    written = dump(match, "json")
    assert written.losses == ()
    assert load(written.data) == match
    assert dump(load(written.data), "json") == written


@pytest.mark.parametrize("games", GAMES)
def test_json_loses_nothing(games: str) -> None:
    check(random_match(games, 1))


@pytest.mark.long
@pytest.mark.parametrize("games", GAMES)
def test_json_loses_nothing_at_length(games: str) -> None:
    for seed in range(2, 2 + SEEDS):
        check(random_match(games, seed, 10_000))


@pytest.mark.parametrize("games", GAMES)
def test_plain_text_and_json_of_show_have_every_play(games: str) -> None:
    match = random_match(games, 2)
    plays = sum(action.name == "play" for game in match.games for action in game.log)
    text = "\n".join(match_lines(match))
    assert text.startswith("Ann - Ben\nMatch to ")
    assert (
        sum(line.count(": ") == 2 for line in text.splitlines() if line[:3] in ("  A", "  B"))
        == plays
    )
    shown = match_json(match, "json")
    moves = [a for game in shown["games"] for a in game["actions"] if a["action"] == "move"]
    assert len(moves) == plays


def test_irregularities_of_a_real_table() -> None:
    rules = TableRules(illegal_play="opponent_option")
    match = Match.start(players=("Ann", "Ben"), target=5, settings=Settings(referee=rules))
    wrong = Seen(((24, 18), (13, 10)))
    for action in (
        "31",
        "8/5 6/5",
        Voided((6, 6), "cocked"),
        "62",
        wrong,
        Demanded(),
        wrong,
        Condoned(),
    ):
        match = match.apply(action)
    check(match)
    text = "\n".join(match_lines(match))
    assert "  Ben: 6-2: 24/18 13/10 (illegal)\n" in text
    assert "void" in text
    moves = match_json(match, "json")["games"][0]["actions"]
    assert [move["play"] for move in moves] == ["8/5 6/5", "24/18 13/10"]  # once, as it stood
