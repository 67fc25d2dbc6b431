"""The quick way to a play finds what the slow one finds, and refuses what it refuses."""

from __future__ import annotations

from random import Random

import pytest

from fullprime import Game
from fullprime.dice import Roll
from fullprime.direct_play import direct_play
from fullprime.errors import BadPlay
from fullprime.formats.turns import follow
from fullprime.game import Phase
from fullprime.notation import read_routes
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant
from fullprime.why import _meant
from fullprime.written_play import Route, walk_all
from random_matches import random_match


def slow(game: Game, routes: list[Route]) -> Play | None:
    assert game.numbers is not None
    try:
        return _meant(walk_all(game.numbers, game.position, routes), routes)
    except BadPlay:
        return None


def direct(game: Game, routes: list[Route]) -> Play | None:
    assert game.numbers is not None
    return direct_play(game.numbers, game.position, routes)


def to_play(seed: int) -> list[Game]:
    games = random_match(seed).games
    stages = [turn.before for game in games for turn in follow(game)]
    return [stage for stage in stages if stage.phase is Phase.TO_PLAY]


@pytest.mark.parametrize("seed", range(4))
def test_legal_plays_are_found(seed: int) -> None:
    random = Random(seed)
    found = missed = 0
    for game in to_play(seed)[:60]:
        play = random.choice(game.plays)
        steps = [Route((step.source, step.target)) for step in play.steps]
        joined = list(read_routes(str(play))) if play.steps else []
        random.shuffle(steps)
        for routes in (steps, joined):
            quick = direct(game, routes)
            missed += quick is None
            found += 1
            assert quick is None or quick == slow(game, routes)
    assert missed < found * 0.1


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_wrongly_is_refused(seed: int) -> None:
    random = Random(seed)
    for game in to_play(seed)[:60]:
        for _ in range(8):
            places = [sorted(random.sample(range(26), random.randint(2, 3))) for _ in range(2)]
            play = random.choice(game.plays)
            wrong = [Route(tuple(reversed(way))) for way in places]
            steps = [Route((step.source, step.target)) for step in play.steps[1:]]
            for routes in (wrong, wrong[:1], steps, [*steps, wrong[0]]):
                quick = direct(game, routes)
                assert quick is None or quick == slow(game, routes)


@pytest.mark.parametrize(
    ("board", "dice", "play", "legal"),
    [
        ("13:1 / 18:2", "63", "13/7 7/4", False),  # the 7-point is closed, the 10-point is not
        ("13:1 / 18:2", "63", "13/10 10/4", True),
        ("13:1 / 18:2", "63", "13/4", True),
        ("13:1 / 18:1", "63", "13/4", True),  # the blot on the 7-point is not hit
        ("13:1 / 18:1", "63", "13/7*/4", True),
        ("13:1 / 18:1", "63", "13/4*", False),
        ("7:1 2:2 / 1:2", "62", "7/1/off", False),
        ("7:1 2:2 / 1:2", "62", "7/5/off", True),
        ("9:1 / 1:2", "65", "9/off", True),
        ("13:1 6:2 / 1:2", "33", "13/8/7 6/3(2)", False),
        ("13:1 6:2 / 1:2", "33", "13/7 6/3(2)", True),
    ],
)
def test_the_way_counts_and_not_only_the_end(board: str, dice: str, play: str, legal: bool) -> None:
    variant = Variant.load()
    position = Position.parse(board)
    numbers = Numbers.of(variant, position, Roll.parse(dice))
    routes = read_routes(play)
    split = [Route(leg) for way in routes for leg in zip(way.places, way.places[1:], strict=False)]
    quick = direct_play(numbers, position, routes)
    assert (quick is not None) <= legal
    assert (_meant(walk_all(numbers, position, routes), routes) is not None) == legal
    if "*" not in play:
        quick = direct_play(numbers, position, split)
        assert (quick is not None) <= (
            _meant(walk_all(numbers, position, split), split) is not None
        )
