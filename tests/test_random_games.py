"""Whole games of random legal plays: they end, and no checker gets lost on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from family_playthrough import choose
from fullprime import Match, Money, Phase, SeededDice, Variant, variants
from fullprime.formats import saved
from fullprime.series import Series

BOUNDS = {
    "backgammon": 700,
    "backgammon+no_hit_and_run": 600,
    "backgammon+cap5": 750,
    "backgammon+bulgarian": 550,
    "nackgammon": 800,
    "hypergammon": 150,
    "longgammon": 1150,
    "longgammon+cap5": 1100,
    "dutch": 1150,
    "dutch+entry=free": 1050,
    "dutch+hit_right=currently_in_home": 1000,
    "russian": 550,
    "russian+opening=choice": 500,
    "russian+entry=all_first": 500,
    "russian+complement_after_entry": 550,
    "russian+first_doublet_plain": 450,
    "acey_deucey": 1000,
    "acey_deucey+bonus_on_doubles=false": 900,
    "acey_deucey+entry=all_first": 750,
    "acey_deucey+european": 750,
    "acey_european": 750,
    "portes": 750,
    "tavla": 800,
    "takhteh": 800,
    "shesh_besh": 750,
    "tapa": 500,
    "tapa+bear_off=exact": 600,
    "tapa+mother_rule=plakoto": 300,
    "pin_game": 600,
    "plakoto": 400,
    "plakoto+mother_rule=immediate": 300,
    "plakoto+mother_rule=draw_only": 450,
    "plakoto+mother_rule=none": 500,
    "mahbusa": 400,
    "nard": 300,
    "narde": 300,
    "narde+head_exception=if_single_cannot_finish": 300,
    "narde+prime_check=turn_end": 300,
    "fevga": 300,
    "fevga+forbidden_wall=either_quadrant": 300,
    "moultezim": 300,
    "gul_bara": 250,
    "gul_bara+rest=opponent": 250,
    "gul_bara+crazy_narde": 450,
    "gul_bara+crazy_narde+rest=opponent": 450,
    "gul_bara+fevga_limits": 250,
    "gul_bara+cascade_after=0": 200,
    "gioul": 250,
    "gioul+rest=opponent": 200,
    "misere": 700,
    "misere+mirror_gammon": 600,
    "misere+cap5+no_hit_and_run": 750,
    "coan_ki": 200,
    "coan_ki+double_one=restart+exact_home": 2150,
    "coan_ki+consecutive_plain": 250,
}
"""Actions within which a game ends: a quarter more than in the longest of 1,000 (options: 100)."""


def variant_of(text: str) -> Variant:
    """`gul_bara+rest=opponent`."""
    return Series.parse(text).rotation()[0]


def games(text: str, seed: int) -> Iterator[Match]:
    """A game of random plays, before every action and after the last."""
    dice, rng = SeededDice(seed), Random(seed)
    match = Match.start(target=Money(), variant=variant_of(text))
    yield match
    while match.game.phase is not Phase.OVER:
        match = match.apply(choose(match.game, dice, rng))
        yield match


def play(text: str, seed: int) -> None:
    """One game, looked at after every action."""
    for match in games(text, seed):
        game = match.game
        assert len(game.log) <= BOUNDS[text], f"seed {seed}"
        assert not game.variant.faults(game.position), f"seed {seed}, action {len(game.log)}"
    assert game.result is not None
    assert (game.result.points == 0) == (game.result.winner is None)
    assert game.result.points <= game.variant.score


def test_every_variant_is_played() -> None:
    assert {variant.id for variant in variants()} <= set(BOUNDS)


@pytest.mark.parametrize("text", BOUNDS)
def test_random_games(text: str) -> None:
    for seed in range(20):
        play(text, seed)


@pytest.mark.long
@pytest.mark.parametrize("text", BOUNDS)
def test_many_random_games(text: str) -> None:
    for seed in range(100 if "+" in text else 1000):
        play(text, seed)


@pytest.mark.parametrize("text", BOUNDS)
def test_saved_and_loaded_in_the_middle(text: str) -> None:
    """Whatever the game waits for, a saved match is loaded as it was."""
    waiting: dict[tuple[Phase, bool, bool], Match] = {}
    for seed in range(3):
        for match in games(text, seed):
            waiting[match.game.phase, match.game.inherited, match.game.bonus] = match
    for match in waiting.values():
        assert saved.load(saved.dump(match))[0] == match
