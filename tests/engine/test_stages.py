"""Turns of several stages: searched, chosen and rolled out as whole turns."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from fullprime import Game, Named, Phase, Played, Position, Roll, Rolled, Variant, analysis
from fullprime.dice import ROLLS
from fullprime.engine import Engine, Filter, RolloutSettings, Search
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.nets import net_for
from fullprime.engine.rollout import Roller, new_roller
from fullprime.engine.score_limit import ScoreLimit
from fullprime.play import Play, every_play
from program import run
from slow_turns import SlowTurns

FEW = {
    "gul_bara": "24:2 10:1 / 20:1",
    "gioul": "24:1 13:2 / 20:1",
    "russian": "hand:1 20:1 8:1 / 12:1",
    "acey_deucey": "14:1 20:1 / 12:1",
    "acey_european": "20:1 9:1 / 12:1",
    "coan_ki": "16:1 9:2 / 12:1",
}
"""So few checkers that all whole turns can be listed."""
FEWER = FEW | {
    "gul_bara": "24:1 10:1 / 20:1",
    "gioul": "24:1 13:1 / 20:1",
    "russian": "hand:1 8:1 / 12:1",
    "acey_european": "20:1 / 12:1",
}
"""So few that the narrow beam of replies cuts nothing off."""
EVERY = (Filter(10**6, 1e9),) * 3
STAGED = list(FEW)


def few(name: str, texts: Mapping[str, str] = FEW) -> Position:
    variant = Variant.load(name)
    position = variant.position(texts[name])
    return variant.remembering(position, (5, 5)) if variant.doublet == "cascade" else position


def search(slow: SlowTurns, plies: int, threads: int = 1) -> Evaluator:
    inner = Search(slow.variant, slow.kernel, plies=plies, threads=threads, filters=EVERY)
    return inner if slow.variant.score == 3 else ScoreLimit(inner, slow.variant.score)


@pytest.fixture(scope="module", params=STAGED)
def slow(request: pytest.FixtureRequest) -> SlowTurns:
    return SlowTurns(request.param)


@pytest.mark.parametrize("plies", [0, 1])
def test_the_best_turn_is_that_of_every_turn(slow: SlowTurns, plies: int) -> None:
    judge = search(slow, plies)
    position = few(slow.variant.id)
    for roll in ROLLS if plies == 0 else (Roll(1, 1), Roll(2, 1), Roll(5, 5), Roll(6, 3)):
        found = judge.turns(position, roll)
        values: dict[tuple[Position, bool], float] = {}
        for end in slow.ends(position, roll):
            equity = slow.equity(slow.ahead(end, plies))
            values[end.position, end.again] = max(equity, values.get((end.position, end.again), -9))
        assert {(each.play.position, each.again) for each in found} == set(values)
        for each in found:
            assert each.equity == pytest.approx(values[each.play.position, each.again], abs=1e-6)
        assert found[0].equity == pytest.approx(max(values.values()), abs=1e-6)


def test_positions_are_worth_the_mean_of_the_best_turns(slow: SlowTurns) -> None:
    position = few(slow.variant.id, FEWER)
    [found] = search(slow, 1).evaluate([position])
    expected = slow.look(position, 1).counted(slow.variant.score)
    assert list(found) == pytest.approx(list(expected), abs=1e-6)


def test_batches_are_chosen_for_the_turn_that_they_begin(slow: SlowTurns) -> None:
    position = few(slow.variant.id)
    for roll in (Roll(1, 1), Roll(2, 2), Roll(2, 1), Roll(5, 4)):
        game = slow.on_roll(position).apply(Rolled(roll))
        while game.phase in (Phase.TO_PLAY, Phase.TO_NAME):
            action = Engine(plies=0).choose(game)
            assert isinstance(action, Played | Named)
            before, game = game, game.apply(action)
        best = slow.equity(slow.bare(slow.best(position, roll)))
        chosen = [
            end
            for end in slow.ends(position, roll)
            if end.roller == game.position and end.again == (game.turn == 0 and not game.is_over)
        ]
        if game.is_over:
            assert best == pytest.approx(before.variant.end(game.position) or 0)
        else:
            assert max(slow.equity(slow.bare(end)) for end in chosen) == pytest.approx(best)


@pytest.mark.parametrize("less_luck", [False, True])
def test_trials_are_those_of_a_slow_rollout(slow: SlowTurns, less_luck: bool) -> None:
    position = few(slow.variant.id, FEWER)
    settings = RolloutSettings(trials=4, seed=3, variance_reduction=less_luck, cubeful=False)
    found = new_roller(slow.variant, threads=1).position(position, settings).lines[0]
    trials = [slow.trial(position, number, 3, less_luck) for number in range(4)]
    columns = zip(*(trial.outcome.counted(slow.variant.score) for trial in trials), strict=True)
    assert [tally.mean for tally in found.chances] == pytest.approx(
        [sum(column) / 4 for column in columns], abs=1e-6
    )
    assert found.plies == sum(trial.plies for trial in trials)


@pytest.mark.parametrize("name", STAGED)
def test_threads_change_no_bit(name: str) -> None:
    variant = Variant.load(name)
    settings = RolloutSettings(trials=6, truncate=8, cubeful=False)
    rollers: list[Roller] = [new_roller(variant, threads) for threads in (1, 3)]
    start, roll = variant.start_position, Roll(3, 3)
    one, three = (roller.plays(start, roll, settings) for roller in rollers)
    assert one.lines == three.lines
    if variant.score == 3:  # the terms of a game that counts less are made by a question
        assert not rollers[0].verify(one)
    net = net_for(variant)
    assert net
    searches = [Search(variant, net.kernel, plies=2, threads=threads) for threads in (1, 3)]
    first, second = (each.turns(start, Roll(2, 1))[:3] for each in searches)
    assert first == second


@pytest.mark.parametrize("name", STAGED)
def test_every_command_looks_ahead(name: str) -> None:
    text = FEW[name]
    hint = run("hint", text, "21", "--variant", name, "--plies", "1", "--json")
    assert json.loads(hint.stdout)["plays"][0]["plies"] == 1
    value = run("eval", text, "--variant", name, "--plies", "1", "--json")
    assert json.loads(value.stdout)["plies"] == 1
    rolled = run("rollout", text, "--dice", "21", "--variant", name, "--trials", "36", "--json")
    assert json.loads(rolled.stdout)["lines"][0]["name"]


@pytest.mark.parametrize("name", STAGED)
def test_levels_play_stages(name: str) -> None:
    game = Game.start(name, starter=0).apply("11")
    while game.phase in (Phase.TO_PLAY, Phase.TO_NAME):
        action = Engine(level="club").choose(game)
        assert action in game.legal()
        game = game.apply(action)


@pytest.mark.parametrize(
    ("name", "text", "roll", "by_batches", "whole"),
    [
        ("gul_bara",
         "24:5 23:1 22:1 16:1 15:2 11:1 4:1 3:1 2:1 1:1 / 22:1 21:1 20:2 19:6 18:3 17:2",
         Roll(4, 4), 1.21, 1.42),
        ("acey_deucey",
         "19:3 14:1 12:3 4:2 3:2 2:2 1:2 / 20:1 10:2 5:2 4:3 3:2 2:2 1:3", Roll(2, 1), 0.09, 0.85),
    ],
)  # fmt: skip
def test_the_whole_turn_changes_the_play(
    name: str, text: str, roll: Roll, by_batches: float, whole: float
) -> None:
    """A climbing doublet and a named one; docs/search.md shows both."""
    slow = SlowTurns(name)
    position = slow.variant.remembering(slow.variant.position(text), (7, 7))
    ranked = search(slow, 0).turns(position, roll)
    end = batch_by_batch(slow, slow.on_roll(position).apply(Rolled(roll)))
    assert round(ranked[0].equity, 2) == whole
    [chosen] = (each for each in ranked if each.play.position == end)
    assert round(chosen.equity, 2) == by_batches


def batch_by_batch(slow: SlowTurns, game: Game) -> Position:
    """Where it ends if each batch is the best as if the turn ended with it."""

    def worth(play: Play) -> float:
        [seen] = slow.net.evaluate([play.position.flipped()])
        return -slow.equity(seen)

    while True:
        best = max(game.plays, key=worth)
        game = game.apply(Played.of(best))
        if game.phase is Phase.TO_NAME:
            named = [game.apply(Named(number)) for number in range(6, 0, -1)]
            game = max(named, key=lambda each: max(map(worth, each.plays)))
        if game.phase is not Phase.TO_PLAY:
            return best.position


def test_batches_that_the_beam_has_lost_are_ranked_too() -> None:
    variant = Variant.load("gul_bara")
    crowd = variant.position("24:3 20:2 16:2 11:2 9:2 8:2 7:2 / 24:15")
    game = SlowTurns("gul_bara").on_roll(variant.remembering(crowd, (5, 5))).apply("11")
    ranked = analysis.plays(game, plies=0)
    assert {each.play for each in ranked} == set(game.plays)
    equities = [each.equity for each in ranked]
    assert equities == sorted(equities, reverse=True)


def test_whole_turns_that_the_beam_has_lost_are_ranked_too() -> None:
    variant = Variant.load("acey_european")
    start, roll = variant.start_position, Roll(2, 1)
    listed = [play for _, play in every_play(variant, start, roll)]
    net = net_for(variant)
    assert net
    ranked = Search(variant, net.kernel, threads=1).rank(start, roll, listed)
    assert {each.play for each in ranked} == set(listed)
