"""The strongest evaluator of each game, and what it thinks of plays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fullprime import (
    FullprimeError,
    Game,
    Position,
    Roll,
    Rolled,
    Stakes,
    Variant,
    legal_plays,
    variants,
)
from fullprime.dice import ROLLS
from fullprime.engine import (
    Engine,
    Evaluator,
    HandmadeEvaluator,
    Outcome,
    equity_worths,
    evaluator_for,
    net_for,
)
from fullprime.engine.evaluator import Choice, RankedPlay
from fullprime.engine.evaluators import deepest, default_plies
from fullprime.engine.result_values import average
from fullprime.engine.score_limit import ScoreLimit
from fullprime.engine.search import Search

STANDARD = Variant.load("backgammon")
WITHOUT_NET = Variant.load("plakoto", {"mother_rule": "draw_only"})
START = STANDARD.start_position
FREE_GAMMON = "6:3 5:3 4:3 3:3 2:3 / bar:2 24:2 13:5 8:6"


def ranked(judge: Evaluator, roll: Roll, position: Position = START) -> list[RankedPlay]:
    return judge.rank(position, roll, legal_plays(STANDARD, position, roll))


# Who evaluates ------------------------------------------------------------------------------------


def test_who_evaluates_which_game() -> None:
    assert isinstance(evaluator_for(STANDARD), Search)
    assert isinstance(evaluator_for(Variant.load("portes")), ScoreLimit)
    assert isinstance(evaluator_for(Variant.load("longgammon")), Search)
    assert isinstance(evaluator_for(Variant.load("russian")), Search)
    assert isinstance(evaluator_for(WITHOUT_NET), HandmadeEvaluator)


def test_evaluators_are_kept() -> None:
    assert evaluator_for(STANDARD, 1) is evaluator_for(Variant.load("backgammon"), 1)
    assert evaluator_for(STANDARD, 1) is not evaluator_for(STANDARD, 0)
    capped = STANDARD.with_options({"cap5": True})
    assert evaluator_for(capped) is not evaluator_for(STANDARD)


def test_looks_ahead_with_the_pruner_of_the_net() -> None:
    net = net_for(STANDARD)
    assert net and net.pruner
    search = Search(STANDARD, net.kernel, pruner=net.pruner.kernel, plies=1)
    assert evaluator_for(STANDARD, 1).evaluate([START]) == search.evaluate([START])


def test_the_handmade_evaluator_does_not_look_ahead() -> None:
    with pytest.raises(FullprimeError, match="1-ply: Plakoto with mother_rule has no neural net"):
        evaluator_for(WITHOUT_NET, 1)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_every_game_is_looked_ahead_at(variant: Variant) -> None:
    assert (deepest(variant), default_plies(variant)) == (3, 2)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_every_game_is_evaluated(variant: Variant) -> None:
    judge = evaluator_for(variant)
    start, roll = variant.start_position, Roll(5, 3)
    plays = legal_plays(variant, start, roll)
    found = judge.rank(start, roll, plays)
    assert sorted(str(opinion.play) for opinion in found) == sorted(map(str, plays))
    assert [o.equity for o in found] == sorted((o.equity for o in found), reverse=True)
    for outcome in (*judge.evaluate([start]), *(opinion.outcome for opinion in found)):
        assert sum(outcome) == pytest.approx(1)
        assert not any(outcome[score] or outcome[score + 3] for score in range(variant.score, 3))


# What it thinks of plays --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "play"),
    [(Roll(3, 1), "8/5 6/5"), (Roll(4, 2), "8/4 6/4"), (Roll(6, 1), "13/7 8/7")],
)
def test_known_openings(roll: Roll, play: str) -> None:
    """Every book has them."""
    assert str(ranked(evaluator_for(STANDARD), roll)[0].play) == play


def test_worths_decide() -> None:
    """Who needs one point takes the safer play, whatever gammons the other would win."""
    bold, safe = Outcome(0.2, 0.5, 0, 0.3, 0, 0), Outcome(0.8, 0, 0, 0.2, 0, 0)

    class Bold(Evaluator):
        def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
            """Thinks well of the first play, and safer of the others."""
            return [(safe if n else bold).flipped() for n in range(len(positions))]

    plays = legal_plays(STANDARD, START, Roll(3, 1))[:2]
    money = Bold(STANDARD).rank(START, Roll(3, 1), plays)
    last_point = equity_worths(Stakes(away=(1, 1)))
    at_score = Bold(STANDARD).rank(START, Roll(3, 1), plays, last_point)
    assert [o.play for o in money] == plays
    assert [o.play for o in at_score] == plays[::-1]
    assert [o.equity for o in at_score] == pytest.approx([0.6, 0.4])


def test_equals_stay_in_order() -> None:
    class Indifferent(Evaluator):
        def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
            """Everything is even."""
            return [Outcome.of(0.5) for _ in positions]

    assert [o.play for o in ranked(Indifferent(STANDARD), Roll(3, 1))] == list(
        legal_plays(STANDARD, START, Roll(3, 1))
    )


class Listener(Search):
    """Hears what results are worth."""

    heard: Sequence[float] = ()

    def __init__(self) -> None:
        net = net_for(STANDARD)
        assert net is not None
        super().__init__(STANDARD, net.kernel)

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """Listens."""
        assert choice.roll == Roll(3, 1)
        self.heard = list(choice.worths)
        return [RankedPlay(choice.plays[0], Outcome(0.1, 0.1, 0.3, 0.1, 0.1, 0.3), 0.0, 0.0, 0)]


@pytest.mark.parametrize("stakes", [Stakes(), Stakes(value=4), Stakes(away=(3, 5))], ids=str)
def test_a_search_hears_of_games_and_not_of_points(stakes: Stakes) -> None:
    """Its filters are widths of equity, at any cube and score."""
    listener = Listener()
    game = Game.start(STANDARD, stakes).apply(Rolled((3, 1)))
    Engine(listener).choose(game)
    assert (listener.heard[0], listener.heard[3]) == (1, -1)


# Games that count less ----------------------------------------------------------------------------


def test_a_backgammon_counts_as_a_gammon_where_two_is_the_most() -> None:
    position = STANDARD.position(FREE_GAMMON)
    [whole] = evaluator_for(STANDARD).evaluate([position])
    [counted] = evaluator_for(Variant.load("portes")).evaluate([position])
    assert whole.wins_backgammon > 0
    assert counted == whole.counted(2)
    assert counted.wins_gammon == whole.wins_gammon + whole.wins_backgammon


def test_counted_worths() -> None:
    """The inner evaluator hears that nothing is worth more than the most that counts."""

    inner = Listener()
    roll, plays = Roll(3, 1), legal_plays(STANDARD, START, Roll(3, 1))
    [found] = ScoreLimit(inner, 2).rank(START, roll, plays, [1, 2, 3, -1, -2, -3])
    assert inner.heard == [1, 2, 2, -1, -2, -2]
    assert found.outcome == pytest.approx((0.1, 0.4, 0, 0.1, 0.4, 0))
    ScoreLimit(inner, 1).rank(START, roll, plays, [1, 2, 3, -1, -2, -3])
    assert inner.heard == [1, 1, 1, -1, -1, -1]


def test_what_does_not_count_is_not_played_for() -> None:
    """Looked at one ply ahead, a position is worth what the best replies are worth as counted."""
    portes = Variant.load("portes")
    position = portes.position("24:2 13:1 12:1 9:1 3:2 2:4 1:4 / 4:2 2:4")
    net = net_for(portes)
    assert net is not None
    found = ScoreLimit(Search(portes, net.kernel, plies=1), 2).evaluate([position])[0]
    bare, worths, mean = evaluator_for(portes), [1, 2, 2, -1, -2, -2], 0.0
    for roll in ROLLS:
        best = bare.rank(position, roll, legal_plays(portes, position, roll), worths)[0]
        mean += (1 if roll.first == roll.second else 2) / 36 * best.equity
    assert average(found, worths) == pytest.approx(mean, abs=1e-9)
    assert found.wins_backgammon == found.loses_backgammon == 0


def test_the_option_that_a_net_does_not_know_is_named() -> None:
    with pytest.raises(
        FullprimeError, match="Backgammon with cap5 and no_hit_and_run has no neural"
    ):
        evaluator_for(Variant.load(options={"cap5": True, "no_hit_and_run": True}), 1)


def test_some_of_the_plays_can_be_ranked() -> None:
    backgammon = Variant.load()
    plays = legal_plays(backgammon, START, Roll(3, 1))
    for judge in (evaluator_for(backgammon), HandmadeEvaluator(backgammon)):
        found = judge.rank(START, Roll(3, 1), plays[:3])
        assert {opinion.play.position for opinion in found} == {p.position for p in plays[:3]}
