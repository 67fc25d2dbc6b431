"""Any evaluator works everywhere: search, cube, rollout, levels, play, analysis."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fullprime import FullprimeError, Position, Roll, SeededDice, Stakes, Variant, legal_plays
from fullprime import analysis as room
from fullprime.action import Doubled, Rolled
from fullprime.engine import (
    BearoffEvaluator,
    Engine,
    Evaluator,
    EvaluatorRoller,
    Outcome,
    Roller,
    RolloutSettings,
    Search,
    Terms,
    Wager,
    cube_verdict,
    level,
    net_for,
)
from fullprime.engine.look_ahead import LookAhead
from fullprime.game import Game

BACKGAMMON = Variant.load("backgammon")
CONTACT = BACKGAMMON.position("24:2 13:4 8:3 6:4 5:2 / 24:1 21:1 13:5 8:3 6:5")
RACE = BACKGAMMON.position("6:2 5:2 3:1 / 6:2 4:2 2:1")


class Racer(Evaluator):
    """Looks at nothing but the race."""

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """Each pip ahead is worth a hundredth."""
        leads = (position.pips[1] - position.pips[0] + 4 for position in positions)
        return [Outcome.of(max(0.01, min(0.99, 0.5 + lead / 100))) for lead in leads]


def bare_net() -> Search:
    net = net_for(BACKGAMMON)
    assert net is not None
    return Search(BACKGAMMON, net.kernel)


# Looking ahead ------------------------------------------------------------------------------------


def test_looking_ahead_in_python_is_the_search_of_the_kernel() -> None:
    net = net_for(BACKGAMMON)
    assert net is not None
    kernel = Search(BACKGAMMON, net.kernel, plies=1)
    python = bare_net_ahead(1)
    for position in (CONTACT, RACE):
        assert python.evaluate([position])[0] == pytest.approx(kernel.evaluate([position])[0])
    roll = Roll(4, 2)
    plays = list(legal_plays(BACKGAMMON, CONTACT, roll))
    ours, theirs = python.rank(CONTACT, roll, plays), kernel.rank(CONTACT, roll, plays)
    assert [each.play for each in ours] == [each.play for each in theirs]
    assert [each.equity for each in ours] == pytest.approx([each.equity for each in theirs])
    assert ours[0].plies == 1


def bare_net_ahead(plies: int) -> Evaluator:
    return Evaluator.looking_ahead(bare_net(), plies)


def test_two_plies_are_one_ply_twice() -> None:
    racer = Racer(BACKGAMMON)
    [two] = racer.looking_ahead(2).evaluate([RACE])
    [nested] = LookAhead(LookAhead(racer)).evaluate([RACE])
    assert two == nested
    assert racer.looking_ahead(0) is racer


def test_errors_are_counted_from_the_best_play() -> None:
    roll, racer = Roll(6, 5), Racer(BACKGAMMON)
    plays = list(legal_plays(BACKGAMMON, CONTACT, roll))
    for ranked in (
        racer.rank(CONTACT, roll, plays),
        racer.looking_ahead(1).rank(CONTACT, roll, plays),
    ):
        assert ranked[0].error == 0
        assert all(each.error == ranked[0].equity - each.equity for each in ranked)
        assert sorted(each.play for each in ranked) == sorted(plays)


def test_a_finished_game_is_not_evaluated() -> None:
    last = BACKGAMMON.position("1:1 / 6:2 1:1")
    roll = Roll(6, 5)
    [best] = Racer(BACKGAMMON).rank(last, roll, list(legal_plays(BACKGAMMON, last, roll)))
    assert best.outcome == Outcome.finished(1)


# Rollouts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cubeful", [False, True])
@pytest.mark.parametrize("truncate", [1, 2])
@pytest.mark.parametrize(
    "stakes",
    [Stakes(), Stakes(away=(3, 5)), Stakes(value=2, owner=0, turned=True, away=(4, 5))],
    ids=["money", "match", "owned"],
)
def test_trials_in_python_are_those_of_the_kernel(
    stakes: Stakes, truncate: int, cubeful: bool
) -> None:
    """While they are short: longer ones decide about the cube by what they see, not by a search."""
    net = net_for(BACKGAMMON)
    assert net is not None
    settings = RolloutSettings(
        trials=72, truncate=truncate, cubeful=cubeful, variance_reduction=False
    )
    terms = Terms.for_wager(Wager(stakes))
    python = EvaluatorRoller(bare_net()).position(CONTACT, settings, terms)
    kernel = Roller(BACKGAMMON, net.kernel).position(CONTACT, settings, terms)
    assert python.lines[0].outcome == pytest.approx(kernel.lines[0].outcome)
    assert python.lines[0].equity.mean == pytest.approx(kernel.lines[0].equity.mean)
    assert python.lines[0].plies == kernel.lines[0].plies


def test_whole_games_end_with_whole_results() -> None:
    settings = RolloutSettings(trials=36, seed=3)
    found = EvaluatorRoller(Racer(BACKGAMMON)).position(RACE, settings)
    assert not found.settings.variance_reduction
    assert sum(found.lines[0].outcome) == pytest.approx(1)
    assert 36 * found.lines[0].outcome.win == pytest.approx(round(36 * found.lines[0].outcome.win))
    again = EvaluatorRoller(Racer(BACKGAMMON)).position(RACE, settings)
    assert again.lines == found.lines


def test_a_cash_ends_a_trial() -> None:
    """Far ahead, the racer doubles at once and everybody passes: one point, no ply."""
    won = BACKGAMMON.position("2:2 / 6:8 5:7")
    settings = RolloutSettings(trials=36, cubeful=True)
    line = EvaluatorRoller(Racer(BACKGAMMON)).position(won, settings).lines[0]
    assert line.equity.mean == 1
    assert line.plies == 0


def test_what_rolls_out_twice_in_a_row_is_refused() -> None:
    with pytest.raises(FullprimeError, match="turns do not alternate"):
        EvaluatorRoller(Racer("acey_deucey"))


# Everywhere else ----------------------------------------------------------------------------------


def test_plays_at_every_phase() -> None:
    engine, dice = Engine(Racer(BACKGAMMON)), SeededDice(4)
    game = Game.start(BACKGAMMON)
    while game.result is None:
        action = None if game.actor is None else engine.choose(game)
        game = game.apply(action or Rolled(dice.roll()))
    assert any(isinstance(action, Doubled) for action in game.log)


def test_looks_ahead_as_an_engine() -> None:
    deep = Engine(Racer(BACKGAMMON), plies=1).evaluator(BACKGAMMON)
    assert isinstance(deep, LookAhead)
    assert isinstance(Engine(Racer(BACKGAMMON)).evaluator(BACKGAMMON), Racer)


def test_belongs_to_its_game() -> None:
    with pytest.raises(FullprimeError, match="the evaluator is for Backgammon; this game is Plak"):
        Engine(Racer(BACKGAMMON)).evaluator(Variant.load("plakoto"))


class Odd(Evaluator):
    """Says the same about everything."""

    def __init__(self, said: object) -> None:
        super().__init__(BACKGAMMON)
        self.said = said

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """Right or wrong."""
        return self.said  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([], r"Odd.evaluate: expected one outcome for each position, \d+ in all; got 0"),
        (None, "Odd.evaluate: expected a list of Outcome values"),
        ([0.5] * 2, "Odd.evaluate: expected a list of Outcome values"),
        ([Outcome(2, 0, 0, -1, 0, 0)], "expected six chances from 0 to 1 that sum to 1"),
        ([Outcome(0.5, 0, 0, 0.4, 0, 0)], "expected six chances from 0 to 1 that sum to 1"),
        ([Outcome(float("nan"), 0, 0, 0.5, 0, 0)], "expected six chances from 0 to 1"),
    ],
)
def test_what_cannot_be_true_is_refused(said: object, why: str) -> None:
    last = BACKGAMMON.position("6:1 / 1:2")  # every roll can be played in one way
    odd = Odd(said)
    for ask in (
        lambda: room.evaluate(last, by=odd, cubeful=False),
        lambda: room.cube(last, by=odd),
        lambda: room.plays(last, "21", by=odd),
        lambda: room.rollout(last, by=odd, settings=RolloutSettings(trials=36)),
        lambda: Engine(odd).choose(Game.start(position=last)),
        lambda: Engine(odd, level="club").choose(Game.start(position=last)),
    ):
        with pytest.raises(FullprimeError, match=why):
            ask()


def test_an_evaluator_behind_the_bearoff_table_is_checked() -> None:
    with pytest.raises(FullprimeError, match="for each position, 1 in all; got 0"):
        BearoffEvaluator(Odd([]), BACKGAMMON).evaluate([RACE, CONTACT])


@pytest.mark.parametrize("win", [-1, 2.0, float("nan")])
def test_a_chance_is_from_0_to_1(win: float) -> None:
    with pytest.raises(FullprimeError, match="to win: expected 0 to 1"):
        Outcome.of(win=win)


def test_errs_at_a_level() -> None:
    club = Engine(Racer(BACKGAMMON), level=level("club"), person=3)
    seen = club.evaluator(BACKGAMMON).evaluate([CONTACT])
    assert seen != Racer(BACKGAMMON).evaluate([CONTACT])


def test_decides_about_the_cube() -> None:
    verdict = cube_verdict(Racer(BACKGAMMON), BACKGAMMON.position("2:2 / 6:8 5:7"), Wager(Stakes()))
    assert verdict.action == "double, pass"


def test_answers_in_the_room() -> None:
    racer = Racer(BACKGAMMON)
    assert room.evaluate(CONTACT, by=racer, cubeful=False).outcome == racer.evaluate([CONTACT])[0]
    best = room.plays(CONTACT, "42", by=racer, cubeful=False)[0]
    assert (best.plies, best.error) == (0, 0)
    assert room.plays(CONTACT, "42", by=racer, plies=1)[0].plies == 1
    found = room.rollout(RACE, by=racer, settings=RolloutSettings(trials=36))
    assert found.net == "Racer"
    assert room.cube(RACE, by=racer).action in ("no double", "double, take", "double, pass")
