"""Games that are the same on the board are measured once."""

from __future__ import annotations

import pytest
from benchmarks.alike import first_of
from benchmarks.family import Evaluating, duel, mind_of, net_of

from fullprime import Variant


@pytest.mark.parametrize(
    ("game", "first"),
    [
        *[("takhteh", "tavla"), ("mahbusa", "plakoto"), ("shesh_besh", "portes")],
        *[("portes", "portes"), ("nackgammon", "nackgammon"), ("fevga", "fevga")],
    ],
)
def test_who_is_first(game: str, first: str) -> None:
    assert first_of(Variant.load(game)).id == first


@pytest.mark.parametrize(("one", "other"), [("takhteh", "tavla"), ("mahbusa", "plakoto")])
def test_their_games_are_the_same(one: str, other: str) -> None:
    first, second = (Variant.load(name) for name in (one, other))
    tallies = [
        duel(
            game,
            (Evaluating(net_of(game, None)[1], game.score), mind_of("handmade", game)),
            range(2),
        )
        for game in (first, second)
    ]
    assert tallies[0] == tallies[1]
