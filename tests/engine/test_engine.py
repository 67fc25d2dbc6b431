"""The built-in opponent: what it thinks of positions, and what it does in games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from fullprime import (
    Accepted,
    Action,
    Declined,
    Doubled,
    Dropped,
    FullprimeError,
    Game,
    Passed,
    Phase,
    Played,
    Position,
    Resigned,
    Roll,
    Rolled,
    SeededDice,
    Settings,
    Stakes,
    Took,
    Variant,
    legal_plays,
)
from fullprime.action import Beavered
from fullprime.engine import (
    Engine,
    Evaluator,
    HandmadeEvaluator,
    Outcome,
    RankedPlay,
    evaluator_for,
    net_for,
    play_match,
)
from fullprime.engine.evaluator import Choice
from fullprime.engine.result_values import equity_worths, worth_of
from fullprime.engine.shots import escapes, hitting_throws

VARIANT = Variant.load("backgammon")
EVALUATOR = HandmadeEvaluator(VARIANT)
ENGINE = Engine(EVALUATOR)

CRUSHING_RACE = "8:2 6:4 5:4 4:5 / 10:4 8:3 6:4 5:4"
MASSACRE = "6:3 5:3 4:3 3:3 2:3 / bar:2 24:2 13:5 8:6"
EVEN_RACE = "8:2 6:5 5:4 4:4 / 8:2 6:5 5:4 4:4"
CLOSED_OUT = "bar:1 13:2 6:5 5:5 4:2 / 8:1 7:2 6:2 5:2 4:2 3:2 2:2 1:2"

# A lone checker at each distance on an empty board: the throws of 36 that hit it.
HITS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 24: 1}


def judge(text: str) -> Outcome:
    """The outcome of a position."""
    return EVALUATOR.evaluate([VARIANT.position(text)])[0]


def game_at(text: str, stakes: Stakes | None = None, phase: Phase = Phase.TO_ROLL) -> Game:
    """A game in progress, seat 0 on roll."""
    return Game(
        variant=VARIANT,
        stakes=stakes or Stakes(),
        position=VARIANT.position(text),
        phase=phase,
        rolls=(5, 5),
    )


def choose(game: Game) -> Action | None:
    """The choice of the engine; it must be legal, and the same when asked again."""
    action = ENGINE.choose(game)
    assert action is None or action in game.legal(resignations=True)
    assert ENGINE.choose(game) == action
    return action


@cache
def walk(seed: int, turns: int = 60) -> tuple[Position, ...]:
    """Positions of a random game."""
    rng = random.Random(seed)
    game = Game.start(VARIANT)
    found: list[Position] = []
    while not game.result and len(found) < turns:
        actions = [action for action in game.legal() if not isinstance(action, Doubled | Dropped)]
        game = game.apply(rng.choice(actions))
        found.append(game.position)
    return tuple(found)


# Outcomes ---------------------------------------------------------------------------------------


def test_outcome() -> None:
    """The chances give the equity, and flipping changes its sign only."""
    outcome = Outcome(0.3, 0.2, 0.05, 0.25, 0.15, 0.05)
    assert outcome.win == pytest.approx(0.55)
    assert outcome.equity == pytest.approx(0.3 + 0.4 + 0.15 - 0.25 - 0.3 - 0.15)
    assert outcome.flipped().equity == pytest.approx(-outcome.equity)
    assert outcome.flipped().flipped() == outcome
    shares = Outcome.of(0.6, (0.5, 0.1), (0.25, 0.0))
    assert shares == pytest.approx((0.3, 0.24, 0.06, 0.3, 0.1, 0.0))


@pytest.mark.parametrize("multiple", [1, 2, 3, -1, -2, -3])
def test_outcome_of_a_finished_game(multiple: int) -> None:
    """A result is certain."""
    assert Outcome.finished(multiple).equity == multiple
    assert sum(Outcome.finished(multiple)) == 1


# The evaluator ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_chances_sum_to_one(seed: int) -> None:
    """Every position of a game gets six chances, whoever is on roll."""
    positions = walk(seed)
    for outcome in EVALUATOR.evaluate([*positions, *(p.flipped() for p in positions)]):
        assert sum(outcome) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in outcome)


def test_batches_are_judged_one_by_one() -> None:
    """A batch gives what its positions give alone, in order."""
    positions = walk(1)
    alone = [EVALUATOR.evaluate([position])[0] for position in positions]
    assert EVALUATOR.evaluate(positions) == alone
    assert EVALUATOR.evaluate([]) == []


@pytest.mark.parametrize(
    ("text", "equity"),
    [
        ("off:15 / 3:1", 1),
        ("off:15 / 13:5 6:10", 2),
        ("off:15 / bar:1 6:14", 3),
        ("2:1 / off:15", -1),
        ("6:15 / off:15", -2),
        ("24:1 6:14 / off:15", -3),
    ],
)
def test_finished_games_are_exact(text: str, equity: int) -> None:
    """Single games, gammons and backgammons, won and lost."""
    assert judge(text).equity == equity


@pytest.mark.parametrize(
    ("text", "win"),
    [
        ("1:1 / 1:1", 1.0),
        ("2:2 / 1:1", 26 / 36),  # misses with 2-1 both ways and with 1 and another number
        ("6:1 / 1:1", 27 / 36),
        ("6:2 / 1:1", 4 / 36),
        ("6:4 / 1:2", 1 / 36),
        ("6:5 / 1:2", 0.0),
        ("6:15 / 1:2", 0.0),
        ("6:1 / 6:5", 1.0),
        ("1:2 / 6:15", 1.0),
    ],
)
def test_short_races_are_exact(text: str, win: float) -> None:
    """The other side is off with its next roll: what counts is one roll."""
    assert judge(text).win == pytest.approx(win)


def test_being_on_roll_is_all_that_a_mirrored_position_offers() -> None:
    """It is worth something, but not much."""
    for text in (VARIANT.start, "20:2 13:4 8:3 6:4 4:2", "8:2 6:5 5:4 4:4"):
        outcome = judge(f"{text} / {text}")
        assert 0.5 < outcome.win < 0.75
        assert 0 < outcome.equity < 0.75


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(
            "8:1 7:2 6:3 5:3 4:2 3:2 2:2 / bar:1 13:4 8:3 6:5 4:2",
            "8:1 7:2 6:3 5:3 4:2 3:2 2:2 / 24:1 13:4 8:3 6:5 4:2",
            id="an enemy on the bar against five points",
        ),
        pytest.param(
            "13:3 8:3 7:2 6:3 5:2 4:2 / 24:2 13:5 8:3 6:5",
            "13:3 8:3 7:2 6:5 2:2 / 24:2 13:5 8:3 6:5",
            id="a wall rather than a gap",
        ),
        pytest.param(
            "20:2 13:5 8:3 6:5 / 13:5 8:4 6:4 4:2",
            "24:1 20:1 13:5 8:3 6:5 / 13:5 8:4 6:4 4:2",
            id="an anchor rather than two blots",
        ),
        pytest.param(
            "8:3 6:5 5:4 4:3 / 13:3 8:3 6:5 4:4",
            "13:3 8:3 6:5 4:4 / 13:3 8:3 6:5 4:4",
            id="a lead in the race",
        ),
        pytest.param(
            "13:5 8:3 6:5 24:2 / 24:2 13:5 8:2 6:5 5:1",
            "13:5 8:3 6:5 24:2 / 24:2 13:5 8:3 6:5",
            id="a blot to shoot at",
        ),
        pytest.param(
            "6:2 5:2 4:2 3:2 / 6:4 5:4",
            "6:4 5:4 / 6:4 5:4",
            id="fewer pips at the end",
        ),
    ],
)
def test_better_positions_are_judged_better(better: str, worse: str) -> None:
    """What every player knows."""
    assert judge(better).equity > judge(worse).equity


def test_gammons() -> None:
    """They loom for who is far behind, and are gone once a checker is off."""
    massacre = judge(MASSACRE)
    assert massacre.wins_gammon + massacre.wins_backgammon > 0.3
    saved = judge("6:3 5:3 4:3 3:3 2:3 / bar:2 6:5 5:5")
    assert saved.wins_gammon == saved.wins_backgammon == 0
    assert judge("3:2 / 13:10 12:5").wins_gammon > 0.95


@pytest.mark.parametrize("distance", HITS)
def test_single_shots(distance: int) -> None:
    """Direct, combination and doublet shots at one blot are counted exactly."""
    assert hitting_throws([24 - distance], 0, 24, 0).bit_count() == HITS[distance]


def test_blocked_shots() -> None:
    """Closed stops spoil combinations."""
    assert hitting_throws([1], 0, 8, 1 << 2 | 1 << 7).bit_count() == 4  # no 6-1
    assert hitting_throws([], 2, 3, 0).bit_count() == 11  # with two on the bar only a 3
    assert hitting_throws([1], 1, 7, 0).bit_count() > 0


def test_walls() -> None:
    """Nothing passes a full prime; a six passes five points from the edge."""
    assert escapes(0b1111110) == 0
    assert escapes(0b0111110) == 11
    assert escapes(0) == 36


@pytest.mark.parametrize(
    "changes",
    [
        {"landing": "pin", "block": 2},
        {"landing": "none", "block": 1, "geometry": "parallel12", "start": "24:15"},
        {"bear_off": "exact"},
        {"start": "hand:15", "entry": "free"},
        {"start": "hand:15", "geometry": "common"},
        {"home": 12},
        {"score": 1},
        {"score": 2, "cap": 2, "start": "24:2 20:2 18:2 16:2 13:2 8:2 6:2 4:1"},
    ],
    ids=str,
)
def test_other_games_are_judged_as_well(changes: dict[str, str | int]) -> None:
    """Whole games by the rules of relatives, far from the standard game."""
    variant = msgspec.structs.replace(VARIANT, **changes)
    evaluator = HandmadeEvaluator(variant)
    dice = SeededDice(3)
    position = variant.start_position
    for _ in range(300):
        plays = legal_plays(variant, position, dice.roll())
        outcomes = evaluator.evaluate([play.position.flipped() for play in plays])
        for outcome in outcomes:
            assert sum(outcome) == pytest.approx(1)
            assert abs(outcome.equity) <= variant.score
        best = min(range(len(plays)), key=lambda number: outcomes[number].equity)
        position = plays[best].position.flipped()
        if variant.end(position) is not None:
            break


# Plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "good"),
    [
        ("3-1", ["8/5 6/5"]),
        ("4-2", ["8/4 6/4"]),
        ("6-1", ["13/7 8/7"]),
        ("5-3", ["8/3 6/3"]),
        ("6-5", ["24/13"]),
        ("3-2", ["13/10 13/11", "24/21 13/11"]),
        ("4-3", ["13/9 13/10", "24/20 13/10", "24/21 13/9"]),
        ("5-4", ["13/8 13/9", "24/20 13/8"]),
        ("5-2", ["13/8 13/11", "24/22 13/8"]),
        ("5-1", ["13/8 6/5", "24/23 13/8"]),
        ("6-2", ["24/18 13/11", "24/16", "13/5"]),
        ("6-3", ["24/18 13/10", "24/15"]),
        ("6-4", ["24/14", "24/18 13/9", "8/2 6/2"]),
    ],
)
def test_opening_plays(roll: str, good: list[str]) -> None:
    """Plays that the books know."""
    game = Game.start(VARIANT).apply(Rolled(Roll.parse(roll)))
    assert choose(game) in [game.read(play) for play in good]


def play_on(seed: int, engines: Sequence[Engine | None]) -> Game:
    """A game without the cube; None is a seat that plays at random."""
    dice, rng = SeededDice(seed), random.Random(seed)
    game = Game.start(VARIANT, Stakes(cube=False))
    while not game.result:
        engine = None if game.actor is None else engines[game.actor]
        action: Action | None
        if engine:
            action = engine.choose(game)
        else:
            random_play = game.phase is Phase.TO_PLAY
            action = Played.of(rng.choice(game.plays)) if random_play else None
            if Passed() in game.legal():
                action = Passed()
        game = game.apply(action or Rolled(dice.roll()))
    return game


def test_beats_random_play() -> None:
    """Nearly always, from either seat."""
    games = 40
    won = 0
    for seed in range(games):
        seat = seed % 2
        game = play_on(seed, (ENGINE, None) if seat == 0 else (None, ENGINE))
        won += game.result is not None and game.result.winner == seat
    assert won >= 0.85 * games


# The cube -----------------------------------------------------------------------------------------


def test_doubles_a_crushing_lead() -> None:
    """And the other side drops."""
    game = game_at(CRUSHING_RACE)
    assert choose(game) == Doubled()
    assert choose(game.apply(Doubled())) == Dropped()


def test_plays_on_for_a_gammon() -> None:
    """Cashing would be too little."""
    assert choose(game_at(MASSACRE)) is None


def test_takes_what_is_even() -> None:
    """It would not double there itself."""
    game = game_at(EVEN_RACE)
    assert choose(game) is None
    assert choose(game.apply(Doubled())) == Took()


def test_beavers_a_wrong_double() -> None:
    """When it is allowed and the doubled side is ahead."""
    behind = " / ".join(reversed(CRUSHING_RACE.split(" / ")))
    assert choose(game_at(behind, Stakes(animals=1)).apply(Doubled())) == Beavered()
    beavered = game_at(behind, Stakes(animals=2)).apply(Doubled()).apply(Beavered())
    assert choose(beavered) in (Took(), Dropped())
    assert choose(game_at(behind).apply(Doubled())) == Took()


@pytest.mark.parametrize(
    "stakes",
    [
        Stakes(cube=False),
        Stakes(owner=1, value=2),
        Stakes(crawford=True, away=(3, 1)),
        Stakes(away=(1, 3)),
        Stakes(away=(2, 5), owner=0, value=2),
    ],
    ids=str,
)
def test_does_not_double_without_right_or_reason(stakes: Stakes) -> None:
    """No access to the cube, or nothing to gain by it."""
    assert choose(game_at(CRUSHING_RACE, stakes)) is None


def test_does_not_double_twice_in_a_turn() -> None:
    """After a take it rolls."""
    game = game_at(CRUSHING_RACE).apply(Doubled()).apply(Took())
    assert choose(game) is None


def test_trailer_doubles_at_once_after_the_crawford_game() -> None:
    """He loses the match with this game anyway."""
    game = game_at(f"{VARIANT.start} / {VARIANT.start}", Stakes(away=(4, 1)))
    assert choose(game) == Doubled()


@pytest.mark.parametrize(
    ("points", "away", "worth"),
    [
        (1, (3, 2), 0.5),
        (2, (2, 5), 1.0),
        (-2, (4, 2), 0.0),
        (-1, (4, 2), 0.18564),  # the Crawford game is next
        (1, (3, 1), 0.48803),  # it is over
        (2, (5, 1), 0.32264),
        (-1, (1, 4), 1 - 0.32264),
    ],
)
def test_worth_of_points_at_a_score(points: int, away: tuple[int, int], worth: float) -> None:
    """A table says what a score is worth; with one point to go, the Crawford game is behind."""
    assert worth_of(points, Stakes(away=away), seat=0) == pytest.approx(worth)
    assert worth_of(points, Stakes(away=(away[1], away[0])), seat=1) == pytest.approx(worth)


@pytest.mark.parametrize("away", [(1, 9999), (2, 5000), (9999, 1)], ids=str)
def test_decided_matches_are_played_as_for_money(away: tuple[int, int]) -> None:
    """No game is felt any more, and yet some plays are better."""
    assert equity_worths(Stakes(away=away)) == equity_worths(Stakes())


def test_passes_when_closed_out() -> None:
    """Without a roll there is nothing else to do."""
    game = game_at(CLOSED_OUT)
    assert Passed() in game.legal()
    assert choose(game) == Passed()


# Resigning ----------------------------------------------------------------------------------------


def test_resigns_what_is_lost_and_asks_once_a_turn() -> None:
    """One checker of the enemy is left, four rolls away from home oneself."""
    game = game_at("6:8 / 1:1")
    assert choose(game) == Resigned(1)
    game = game.apply(Resigned(1))
    assert choose(game) == Accepted()
    assert choose(game.apply(Declined())) is None
    assert choose(game_at("6:2 / 1:1")) is None


@pytest.mark.parametrize(
    ("multiple", "answer"), [(1, Declined()), (2, Accepted()), (3, Accepted())]
)
def test_answers_resignations(multiple: int, answer: Action) -> None:
    """A single game is too little where a gammon is sure; more than expected is welcome."""
    game = game_at("13:10 12:5 / 1:2")
    assert choose(game.apply(Resigned(multiple))) == answer


def test_answers_a_resignation_after_the_roll() -> None:
    """The roll is on the table: with it the last checker comes home."""
    game = game_at("6:1 / 1:1").apply(Rolled((5, 1)))
    assert choose(game.apply(Resigned(1))) == Accepted()  # it would lose now
    even = game_at(EVEN_RACE)
    assert choose(even.apply(Resigned(1))) == Accepted()


# Whole matches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_match_of_two_engines(seed: int) -> None:
    """Every answer is legal, up to the last point."""
    assert max(play_match(ENGINE, ENGINE, SeededDice(seed), target=5).score) >= 5


def test_money_session_with_every_rule() -> None:
    """Jacoby, raccoons and automatic doubles."""
    settings = Settings(jacoby=True, beavers=2, murphy=1)
    match = play_match(ENGINE, ENGINE, SeededDice(5), settings=settings, games=6)
    assert len(match.games) == 6 and all(game.result for game in match.games)


def test_nobody_to_act() -> None:
    """The opening throw is a roll; after the end there is nothing to choose."""
    assert ENGINE.choose(Game.start(VARIANT)) is None
    over = game_at("6:8 / 1:1").apply(Resigned(1)).apply(Accepted())
    with pytest.raises(FullprimeError, match="over"):
        ENGINE.choose(over)


def test_any_evaluator_will_do() -> None:
    """The engine knows the base class only."""

    class Indifferent(Evaluator):
        def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
            """Everything is even."""
            return [Outcome.of(0.5) for _ in positions]

    engine = Engine(Indifferent(VARIANT), name="Buridan")
    game = Game.start(VARIANT).apply(Rolled((3, 1)))
    assert engine.name == "Buridan"
    assert engine.choose(game) == Played.of(game.plays[0])


def test_engine_ranks_plays() -> None:
    """An evaluator that ranks them itself is not asked what it thinks of the positions."""

    class Ranks(Evaluator):
        def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
            raise AssertionError("asked for positions")

        def ranked(self, choice: Choice) -> list[RankedPlay]:
            return [RankedPlay(play, Outcome.of(0.5), 0.0, 0.0, 0) for play in choice.plays[::-1]]

    game = Game.start(VARIANT).apply(Rolled((3, 1)))
    assert Engine(Ranks(VARIANT)).choose(game) == Played.of(game.plays[-1])


# How it plays -------------------------------------------------------------------------------------


def points_of(net: Engine, other: Engine, variant: Variant, seed: int) -> int:
    """What the net wins in a game without the cube; it sits on either side in turn."""
    seats = (net, other) if seed % 2 == 0 else (other, net)
    rules = Settings(cube=False)
    match = play_match(*seats, SeededDice(seed), variant=variant, settings=rules)
    return match.score[seed % 2] - match.score[1 - seed % 2]


@pytest.mark.parametrize(
    ("name", "games"), [("backgammon", 80), ("nackgammon", 40), ("portes", 40)]
)
def test_beats_the_handmade_judge(name: str, games: int) -> None:
    """The same games every time; nets get replaced, so the margin is not asked for."""
    variant = Variant.load(name)
    net = Engine(evaluator_for(variant))
    handmade = Engine(HandmadeEvaluator(variant))
    assert net_for(variant)
    won = sum(points_of(net, handmade, variant, seed) for seed in range(games))
    assert won > 0
