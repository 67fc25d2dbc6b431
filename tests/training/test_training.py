"""Features, self-play on the host, returns, and the way to an exported net.

Everything but the last part runs without torch.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from benchmarks.positions import Pair
from benchmarks.shipped import NET
from benchmarks.strength.decisions import file_of, load
from benchmarks.strength.duel import play_block
from benchmarks.strength.players import Here, Ours, left_by, plays_of
from hypothesis import given, settings
from hypothesis import strategies as st

import export
import generate
import oracle
import tensors
from fullprime import Position, Variant, _kernel
from fullprime.engine import NetEvaluator
from fullprime.formats.ids import from_gnubg_id
from library import Library, bearoff_table, variant_row
from nets import bucket_of, net_of, random_positions, rows_of
from oracle import Board
from selfplay import Host, SelfPlay, Settings, buckets_of

Array = np.ndarray[Any, Any]

BACKGAMMON = Variant.load("backgammon")
HIT_GAMES = ["backgammon", "nackgammon", "hypergammon", "longgammon", "dutch", "portes"]
PLACE_FEATURES = 200
SCALARS = [
    "off_any", "off_first", "off_second", "off_third", "pips_low", "pips_middle", "pips_high",
    "gammon_pips", "contact", "rear", "back", "home_points", "blots", "prime", "shots",
    "double_shots", "pip_loss", "dance", "escapes", "leaps", "contained", "containable",
    "mobility", "free_numbers", "blocks_ahead", "first_block", "in_hand", "anchor",
]  # fmt: skip

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


def encoded(position: Position, variant: Variant = BACKGAMMON) -> Array:
    raw = np.frombuffer(position.raw, np.uint8).reshape(1, 64)
    row: Array = _kernel.encode(variant.kernel, raw)[0]
    return row


def scalars(position: Position, side: int) -> dict[str, int]:
    values = encoded(position)[PLACE_FEATURES + side * len(SCALARS) :]
    return dict(zip(SCALARS, values[: len(SCALARS)].tolist(), strict=True))


def to_position(board: Board) -> Position:
    return Position.of(board.mover, board.other)


def random_position(seed: int) -> Position:
    rng = Random(seed)
    board, _ = generate.played(rng) if seed % 2 else generate.wild(rng)
    return to_position(board)


# --- Features --------------------------------------------------------------------------------


def test_layout() -> None:
    assert PLACE_FEATURES + 2 * len(SCALARS) == _kernel.FEATURES
    assert _kernel.FEATURES % 32 == 0
    units = np.array(_kernel.units(BACKGAMMON.kernel))
    assert (np.log2(units) % 1 == 0).all(), "half precision holds powers of two exactly"


def test_features_of_the_start() -> None:
    start = scalars(BACKGAMMON.start_position, 0)
    expected = {
        "pips_low": 64, "pips_middle": 64, "pips_high": 39, "rear": 24, "back": 2,
        "home_points": 1, "prime": 1, "anchor": 1, "free_numbers": 6, "shots": 0, "contact": 0,
    }  # fmt: skip
    assert {name: start[name] for name in expected} == expected
    assert scalars(BACKGAMMON.start_position, 1)["contact"] == 23


def shots_by_oracle(board: Board) -> int:
    """Rolls of 36 of `other` that can hit a checker of `mover`."""
    roller, waiting = oracle.swap(board), board.mover[oracle.BAR]
    return sum(
        any(after.other[oracle.BAR] > waiting for after in oracle.plays(roller, (a, b)))
        for a in range(1, 7)
        for b in range(1, 7)
    )


def test_shots_agree_with_the_rules() -> None:
    """Compulsion can make a hit illegal, rarely; otherwise the shots are those of the rules."""
    rng = Random(7)
    boards = [generate.played(rng)[0] for _ in range(40)]
    wrong = [
        board for board in boards
        if scalars(to_position(board), 0)["shots"] != shots_by_oracle(board)
    ]  # fmt: skip
    assert len(wrong) <= 2, wrong


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_ranges(seed: int) -> None:
    position = random_position(seed)
    for side in (0, 1):
        values = scalars(position, side)
        for name in ("shots", "double_shots", "dance", "escapes", "leaps", "contained"):
            assert 0 <= values[name] <= 36, name
        pips = values["pips_low"] + values["pips_middle"] + values["pips_high"]
        assert pips == position.pips[side]
        off = values["off_first"] + values["off_second"] + values["off_third"]
        assert off == (position.mover, position.other)[side][0]
        assert values["double_shots"] <= values["shots"]
        assert values["leaps"] <= values["escapes"]
        assert values["containable"] <= values["contained"]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_swapping_the_sides_swaps_the_features(seed: int) -> None:
    position = random_position(seed)
    here, there = encoded(position), encoded(position.flipped())
    half = PLACE_FEATURES // 2
    assert (here[:half] == there[half:PLACE_FEATURES]).all()
    mine = here[PLACE_FEATURES:].reshape(2, -1)
    theirs = there[PLACE_FEATURES:].reshape(2, -1)[::-1].copy()
    contact = SCALARS.index("contact")
    mine[:, contact] = theirs[:, contact] = 0  # one fact, told in two columns
    assert (mine == theirs).all()


@pytest.mark.parametrize("name", HIT_GAMES)
def test_other_games_are_encoded(name: str) -> None:
    variant = Variant.load(name)
    row = encoded(variant.start_position, variant)
    assert row[:PLACE_FEATURES].sum() > 0 or row[PLACE_FEATURES:].sum() > 0


# --- Self-play on the host -------------------------------------------------------------------


@cache
def library() -> Library:
    return Library("host")


def guess(play: SelfPlay, first: int, features: Array) -> None:
    """A network that looks at nothing much, with numpy alone."""
    hidden = np.ascontiguousarray(features[:, 200:208], np.float32)
    weights = np.linspace(-1, 1, 48, dtype=np.float32).reshape(6, 8)
    play.head(first, hidden, weights, np.zeros(6, np.float32))


def self_play(
    variant: str = "backgammon", bearoff: bytes | None = None, **changes: Any
) -> SelfPlay:
    values = {"games": 32, "replay": 512, "planned": 0.5, "seed": 3} | changes
    return SelfPlay(library(), variant_row(variant), Host(), Settings(**values), bearoff)


def positions(*texts: str) -> Array:
    """Positions of backgammon as self-play keeps them."""
    raws = b"".join(BACKGAMMON.position(text).raw for text in texts)
    return np.frombuffer(raws, np.uint8).reshape(-1, 64)


@needs_compiler
@pytest.mark.parametrize("variant", ["backgammon", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("slab", [8, 512])
def test_lists_are_those_of_the_kernel(variant: str, slab: int) -> None:
    """Also where lists do not fit into the small memory and are made again in the large one."""
    play = self_play(variant, games=16, slab=slab)
    for _ in range(10):
        play.round(guess)
    games = play.memory["game"].copy()
    play.list()
    assert play.dropped == 0
    dice = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    for number, roll in enumerate(dice):
        rolls = np.tile(np.array(roll, np.uint8), (len(games), 1))
        after, _, _, offsets = _kernel.plays_of_many(Variant.load(variant).kernel, games, rolls)
        for game in range(len(games)):
            begin, length = (int(play.memory[k][number, game]) for k in ("begin", "length"))
            expected = after[offsets[game] : offsets[game + 1]]
            listed = play.memory["after"][begin : begin + length]
            assert (listed == expected).all()


@needs_compiler
def test_features_are_those_of_the_kernel() -> None:
    play = self_play()
    for _ in range(20):
        play.round(guess)
    rows = play.memory["replay"]
    features = np.zeros((len(rows), _kernel.FEATURES), np.float32)
    play.encode(rows, len(rows), features)
    expected = _kernel.encode(BACKGAMMON.kernel, rows) * np.array(_kernel.units(BACKGAMMON.kernel))
    assert (features == expected).all()
    seen = library().features(variant_row("backgammon"))
    assert seen == (_kernel.FEATURES, _kernel.FEATURE_VERSION)


@needs_compiler
@pytest.mark.parametrize("variant", ["backgammon", "hypergammon"])
def test_planned_games_begin_with_all_checkers(variant: str) -> None:
    play = self_play(variant, games=2000, replay=4000, planned=1.0, rolls=1)
    for side in np.split(play.memory["game"], 2, axis=1):
        assert (side[:, :27].sum(1) == Variant.load(variant).checkers).all()
        assert (side[:, 0] < Variant.load(variant).checkers).all()
    both = play.memory["game"].reshape(-1, 2, 32)
    assert not ((both[:, 0, 1:25] > 0) & (both[:, 1, 24:0:-1] > 0)).any(), "two on one point"


@needs_compiler
def test_scattered_games_begin_in_disorder() -> None:
    """Stacks, blots and checkers back on both sides, in games that are legal and not over."""
    play = self_play(games=4000, replay=8000, planned=0.0, scattered=1.0, rolls=1)
    both = play.memory["game"].reshape(-1, 2, 32)
    assert (both[:, :, :27].sum(2) == 15).all()
    assert (both[:, :, 1:26].sum(2) > 0).all(), "somebody has won"
    assert not ((both[:, 0, 1:25] > 0) & (both[:, 1, 24:0:-1] > 0)).any(), "two on one point"
    found: dict[str, Array] = {
        "a stack": both[:, :, 1:25].max(2) >= 7,
        "many back": both[:, :, 19:26].sum(2) >= 3,
        "blots": (both[:, :, 1:25] == 1).sum(2) >= 3,
        "on the bar": both[:, :, 25] > 0,
    }
    for name, sides in found.items():
        assert sides.all(1).mean() > 0.02, f"{name} on both sides"


@needs_compiler
def test_kinds_of_start_come_in_their_shares() -> None:
    """A share of planned games is the same games, whatever else there is."""

    def games(**shares: Any) -> Array:
        play = self_play(games=4000, replay=8000, rolls=1, **shares)
        rows: Array = play.memory["game"]
        return rows

    start = np.frombuffer(BACKGAMMON.start_position.raw, np.uint8)
    planned, both = games(planned=0.2), games(planned=0.2, scattered=0.3)
    at_start, still = ((rows == start).all(1) for rows in (planned, both))
    assert abs(at_start.mean() - 0.8) < 0.03
    assert abs(still.mean() - 0.5) < 0.03
    assert (planned[~at_start] == both[~at_start]).all()


@needs_compiler
def test_random_openings_are_as_long_as_they_are_said_to_be() -> None:
    for most in (11, 20):
        play = self_play(games=2000, replay=4000, random_openings=1.0, opening_plies=most)
        assert set(play.memory["random_left"].tolist()) == set(range(most + 1))


@needs_compiler
def test_the_same_seed_plays_the_same_games() -> None:
    def target(seed: int) -> Array:
        play = self_play(seed=seed, rolls=1)
        for _ in range(16):
            play.round(guess)
        rows: Array = play.memory["target"]
        return rows

    assert (target(5) == target(5)).all()
    assert (target(5) != target(6)).any()


@needs_compiler
def test_lists_that_do_not_fit_are_counted() -> None:
    play = self_play(plays_per_roll=1, slab=64, large_slab=64)
    play.round(guess)
    assert play.dropped > 0


@needs_compiler
def test_targets_of_finished_games_are_exact() -> None:
    """In a game that the next roll ends for certain, the target is the class of that end."""
    play = self_play(games=2, replay=4, planned=0)
    play.memory["game"][:] = positions("off:14 1:1 / 23:15", "off:14 1:1 / off:1 5:14")
    play.round(guess)
    assert play.memory["target"][0, :6].tolist() == [0, 0, 0, 0, 0, 1]
    assert play.memory["target"][1, :6].tolist() == [0, 0, 0, 1, 0, 0]


@needs_compiler
def test_races_at_home_are_taken_from_the_table() -> None:
    data = bearoff_table()
    play = self_play(games=2, replay=4, planned=0, bearoff=data)
    play.memory["game"][:] = positions(
        "8:1 6:5 5:5 4:4 / 6:5 4:5 3:5", "13:2 6:8 5:5 / 6:5 4:5 3:5"
    )
    play.round(guess)
    n = int(play.memory["counters"][0])
    after = play.memory["after"][:n]
    on_roll = np.roll(after, 32, axis=1).tobytes()
    known = _kernel.Bearoff(data).judge(BACKGAMMON.kernel, on_roll)
    classes = play.memory["classes"][:n, :6]
    assert 0 < sum(found is not None for found in known) < n
    for row, found in zip(classes, known, strict=True):
        if found is not None:
            win, gammon_won, gammon_lost = found
            lost = [win - gammon_won, gammon_won, 0]
            assert np.allclose(row, [1 - win - gammon_lost, gammon_lost, 0, *lost], atol=1e-6)


@needs_compiler
def test_a_game_ends_where_the_table_knows_the_rest() -> None:
    play = self_play(games=2, replay=4, planned=0, bearoff=bearoff_table())
    play.memory["game"][:] = positions(
        "7:1 6:5 5:5 4:4 / 6:5 4:5 3:5", "24:2 6:8 5:5 / 6:5 4:5 3:5"
    )
    play.round(guess)
    assert play.statistics()["home"] == 1
    assert play.memory["ply"].tolist() == [0, 1]


@needs_compiler
def test_returns_follow_their_definition() -> None:
    play = self_play(games=8, window=4, replay=64, lambda_=0.7, random_plays=0.2)
    for _ in range(4):
        play.round(guess)
    m = play.memory
    other = [3, 4, 5, 0, 1, 2]
    later = m["expected"][3, :, :6]
    for slot in (2, 1, 0):
        surprise = later[:, other] - m["valued"][slot, :, :6]
        later = m["expected"][slot, :, :6] + 0.7 * m["follows"][slot][:, None] * surprise
        rows = m["target"][slot * 8 : slot * 8 + 8, :6]
        assert np.allclose(rows, later[:, other], atol=1e-6)
        assert np.allclose(rows.sum(1), 1, atol=1e-5)
    assert play.sampled() == (0, 32)


def test_a_replay_holds_whole_windows() -> None:
    with pytest.raises(ValueError, match="expected a replay"):
        Settings(games=8, window=4, replay=40)


# --- Buckets ---------------------------------------------------------------------------------


@needs_compiler
def test_buckets_are_those_that_are_told_in_words() -> None:
    positions = random_positions(5, 1000)
    features = _kernel.encode(BACKGAMMON.kernel, rows_of(positions)) * np.array(
        _kernel.units(BACKGAMMON.kernel)
    )
    found = buckets_of(library(), Host(), features.astype(np.float32))
    assert found.tolist() == [bucket_of(position) for position in positions]
    assert (library().most_buckets, library().bucket_version) == (
        _kernel.BUCKETS,
        _kernel.BUCKET_VERSION,
    )


def test_every_bucket_is_met_in_games() -> None:
    """Of the decisions between good players, each has a share from which a tail can learn."""
    asked = [from_gnubg_id(decision.position) for decision in load(file_of("development"))]
    counts = np.bincount([bucket_of(position) for position in asked], minlength=_kernel.BUCKETS)
    assert (counts / len(asked)).min() > 0.04


# --- Files and integers ----------------------------------------------------------------------


def random_weights(rng: np.random.Generator, tails: int = 1) -> dict[str, Array]:
    shapes = {
        "first.weight": (64, _kernel.FEATURES), "first.bias": (64,),
        "second.weight": (tails * 16, 64), "second.bias": (tails * 16,),
        "last.weight": (tails * 6, 16), "last.bias": (tails * 6,),
    }  # fmt: skip
    return {k: rng.normal(0, 0.2, shape).astype(np.float32) for k, shape in shapes.items()}


def test_tensors_come_back(tmp_path: Path) -> None:
    arrays: dict[str, Array] = {
        "a": np.arange(6, dtype=np.int16).reshape(2, 3),
        "b": np.ones(2, np.float32),
    }
    path = tmp_path / "file"
    path.write_bytes(tensors.to_bytes(arrays, {"name": "value"}))
    back, metadata = tensors.read(path)
    assert metadata == {"name": "value"}
    assert all((back[name] == arrays[name]).all() for name in arrays)


@pytest.mark.parametrize("tails", [1, _kernel.BUCKETS])
def test_integers_answer_as_the_reals_do(tails: int) -> None:
    weights, units = (
        random_weights(np.random.default_rng(1), tails),
        np.array(_kernel.units(BACKGAMMON.kernel)),
    )
    net = export.quantised(weights, units)
    positions = [random_position(i) for i in range(200)]
    features = _kernel.encode(BACKGAMMON.kernel, rows_of(positions))
    buckets = np.array([bucket_of(position) for position in positions])
    real = export.evaluate_real(weights, units, features, buckets)
    integers = export.evaluate(net, features, buckets)
    assert np.abs(integers - real).max() < 0.02
    assert max(export.most_sums(net).values()) < 2**31
    played = net_of(net).evaluate(BACKGAMMON.kernel, rows_of(positions))
    unfinished = [BACKGAMMON.end(position) is None for position in positions]
    assert np.allclose(integers[unfinished], np.asarray(played)[unfinished], atol=1e-9)


@pytest.mark.parametrize("game", ["backgammon", "plakoto"])
def test_a_net_that_plays_can_be_trained_on(game: str) -> None:
    """Its integers stand for real numbers that give the same integers again."""
    variant = Variant.load(game)
    path = next(NET.parent.glob(f"{game}-*.safetensors"))
    net, _ = tensors.read(path)
    units = np.array(_kernel.units(variant.kernel))
    again = export.quantised(export.reals(net, units), units)
    assert all((again[name] == net[name]).all() for name in net)


def test_weights_that_do_not_fit_are_refused() -> None:
    weights = random_weights(np.random.default_rng(1))
    weights["last.weight"][0, 0] = 9
    with pytest.raises(ValueError, match="last layer reaches 9"):
        export.quantised(weights, np.array(_kernel.units(BACKGAMMON.kernel)))


# --- With torch ------------------------------------------------------------------------------


def test_dead_units_are_drawn_again_and_change_no_answer() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: no training here")
    from net import Net
    from revive import grown, revive

    units = np.array(_kernel.units(BACKGAMMON.kernel))
    weights = random_weights(np.random.default_rng(1))
    weights["first.bias"][:5] = -100  # never on
    weights["second.bias"][:3] = -100
    positions = [random_position(i) for i in range(1000)]
    features = _kernel.encode(BACKGAMMON.kernel, rows_of(positions))
    buckets = np.array([bucket_of(position) for position in positions])
    before = export.evaluate_real(weights, units, features, buckets)
    ours = {name: torch.from_numpy(weight) for name, weight in weights.items()}
    sample, kinds = torch.from_numpy(features * units).float(), torch.from_numpy(buckets)

    def answers(weights: dict[str, Any]) -> Array:
        arrays = {name: weight.numpy() for name, weight in weights.items()}
        return export.evaluate_real(arrays, units, features, buckets)

    revived = revive(ours, sample, kinds)
    assert revived["first"] >= 5
    assert revived["second"] >= 3
    assert np.allclose(answers(ours), before, atol=1e-6)
    assert revive(ours, sample, kinds) == {"first": 0, "second": 0}

    def shaped(first: int, second: int, tails: int = 1) -> dict[str, Any]:
        net = Net(units.tolist(), (first, second), tails)
        return {name: weight.detach() for name, weight in net.named_parameters()}

    larger = grown(ours, shaped(96, 16))
    assert revive(larger, sample, kinds) == {"first": 32, "second": 0}
    assert np.allclose(answers(larger), before, atol=1e-6)
    with pytest.raises(ValueError, match="does not fit"):
        grown(larger, ours)

    tails = _kernel.BUCKETS
    apart = grown(ours, shaped(64, 32, tails))
    assert np.allclose(answers(apart), before, atol=1e-6)
    revived = revive(apart, sample, kinds)
    assert revived["first"] == 0
    assert revived["second"] >= 16 * tails
    assert np.allclose(answers(apart), before, atol=1e-6)
    assert revive(apart, sample, kinds) == {"first": 0, "second": 0}
    assert all(torch.equal(weight, apart[name]) for name, weight in grown(apart, apart).items())
    with pytest.raises(ValueError, match="does not fit"):
        grown(apart, shaped(64, 32))


def test_a_net_with_buckets_learns_in_each_of_its_tails_for_itself() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: no training here")
    from net import Net

    units = np.array(_kernel.units(BACKGAMMON.kernel))
    net = Net(units.tolist(), (64, 16), _kernel.BUCKETS)
    positions = random_positions(3, 300)
    features = _kernel.encode(BACKGAMMON.kernel, rows_of(positions))
    buckets = np.array([bucket_of(position) for position in positions])
    inputs = torch.from_numpy(features * units).float()
    weights = {name: weight.detach().numpy() for name, weight in net.named_parameters()}
    expected = export.evaluate_real(weights, units, features, buckets)
    found = torch.softmax(net(inputs, torch.from_numpy(buckets)), 1)
    assert np.allclose(found.detach().numpy(), expected, atol=1e-5)

    own = buckets == 7
    net(inputs[own], torch.from_numpy(buckets[own])).square().sum().backward()
    learned = net.second.weight.grad.unflatten(0, (_kernel.BUCKETS, -1)).abs().sum((1, 2)) > 0
    assert learned.tolist() == [False] * 7 + [True]


def test_a_net_can_care_for_equities() -> None:
    """With too few units to fit everything, the one that is told to gets equities nearer."""
    torch = pytest.importorskip("torch", reason="torch is not installed: no training here")
    from net import Net, Torch
    from train import Batch, Optimiser, Trainer

    wrong = []
    for weight in (0.0, 3.0):
        torch.manual_seed(7)
        net = Net([1.0] * 4, (2, 2))
        batch = Batch(Torch("cpu"), 64, 4)
        batch.inputs.copy_(torch.rand(64, 4))
        batch.targets[:, :6] = torch.rand(64, 6).pow(4).softmax(1)
        trainer = Trainer(net, Torch("cpu"), Optimiser(rate=0.01, equity=weight), batch)
        for _ in range(400):
            trainer.fit()
        chances = net(batch.inputs, batch.buckets).softmax(1)
        equities = (chances - batch.targets[:, :6]) @ trainer.points
        wrong.append(equities.square().mean().item())
        assert trainer.name == ("2-2-equity3" if weight else "2-2")
    assert wrong[1] < 0.95 * wrong[0]


class AtRandom(Here):
    """A player that plays anything."""

    name = "random"

    def __init__(self) -> None:
        self._rng = Random(1)

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        return [left_by(self._rng.choice(plays)) for plays in plays_of(pairs)]


def distance(net: Path) -> float:
    """Mean square of how far its equities are from those of the net that comes with us."""
    asked = [from_gnubg_id(decision.position) for decision in load(file_of("development"))[:300]]
    ours, true = (
        [outcome.equity for outcome in NetEvaluator.load(file, BACKGAMMON).evaluate(asked)]
        for file in (net, NET)
    )
    return float(np.mean((np.array(ours) - np.array(true)) ** 2))


@needs_compiler
def test_a_tiny_run_learns(tmp_path: Path) -> None:
    """From self-play to exported nets that judge better than before, one with buckets among them,
    and beat random play."""
    pytest.importorskip("torch", reason="torch is not installed: no training here")
    import run

    names = ("net", "net-64-16x8")
    files: dict[str, list[Path]] = {name: [] for name in names}
    for scale in (0.01, 1.0):
        file = Path(run.__file__).parent / "experiments" / "tiny.toml"
        out = tmp_path / str(scale)
        run.Run(run.read_experiment(file, scale), out, None).run()
        for name in names:
            path, report = export.export(out / f"{name}.safetensors", out)
            assert report["differences"]["equity_rms"] < 0.01
            files[name].append(path)
    for before, after in files.values():
        assert distance(after) < 0.75 * distance(before)
        tally = play_block((Ours(after, plies=0), AtRandom()), seed=1, block=0, pairs=50)
        assert tally.per_game - 5 * tally.error > 0


def after_a_tiny_run(folder: Path) -> tuple[Any, dict[str, Any]]:
    """The program that runs experiments, and the one that has left its files in the folder."""
    pytest.importorskip("torch", reason="torch is not installed: no training here")
    import run

    file = Path(run.__file__).parent / "experiments" / "tiny.toml"
    experiment = run.read_experiment(file, scale=0.1)
    run.Run(experiment, folder, None).run()
    return run, experiment


@needs_compiler
def test_a_run_leaves_a_log_students_and_a_net_to_go_on_from(tmp_path: Path) -> None:
    run, experiment = after_a_tiny_run(tmp_path)
    assert (tmp_path / "log.csv").read_text().startswith("time,phase,updates")
    path, _ = export.export(tmp_path / "net-32-16.safetensors", tmp_path)
    arrays, metadata = tensors.read(path)
    assert arrays["w1"].shape == (_kernel.FEATURES, 32)
    assert json.loads(metadata["sizes"]) == [_kernel.FEATURES, 32, 16, 6]

    going_on = [{"sizes": [32, 16], "continues": True}, {"sizes": [96, 32], "continues": True}]
    started = run.Run(experiment | {"students": going_on}, tmp_path, tmp_path / "net.safetensors")
    before, grew = (
        {name: weight.numpy() for name, weight in student.averaged().items()}
        for student in started.students
    )
    saved, _ = tensors.read(tmp_path / "net-32-16.safetensors")
    assert all(np.array_equal(before[name], saved[name]) for name in before)
    net, _ = tensors.read(tmp_path / "net.safetensors")
    assert np.array_equal(grew["first.weight"][: len(net["first.weight"])], net["first.weight"])
    with pytest.raises(ValueError, match="does not fit"):
        run.Run(experiment | {"sizes": [32, 32]}, tmp_path, tmp_path / "net.safetensors")
    same = run.Run(experiment | {"sizes": [32, 16], "students": []}, tmp_path, path).trainer
    averaged = same.averaged()["first.weight"].numpy()
    assert np.allclose(averaged, saved["first.weight"], atol=2**-9)


@needs_compiler
def test_students_with_buckets_go_on_or_grow_from_a_net_without(tmp_path: Path) -> None:
    run, experiment = after_a_tiny_run(tmp_path)
    origins = {
        "64-16x8": "net-64-16x8",
        "64-16x8-equity3": "net-64-16x8",
        "32-16x8": "net-32-16",
        "64-32x8": "net",
    }
    students = [
        {"sizes": [64, 16], "buckets": 8, "continues": True},
        {"sizes": [64, 16], "buckets": 8, "equity": 3.0, "continues": True},
        {"sizes": [32, 16], "buckets": 8, "continues": True},
        {"sizes": [64, 32], "buckets": 8, "continues": True},
    ]
    started = run.Run(experiment | {"students": students}, tmp_path, tmp_path / "net.safetensors")
    units = np.array(_kernel.units(BACKGAMMON.kernel))
    positions = random_positions(2, 200)
    features = _kernel.encode(BACKGAMMON.kernel, rows_of(positions))
    buckets = np.array([bucket_of(position) for position in positions])
    for student in started.students:
        ours = {name: weight.numpy() for name, weight in student.averaged().items()}
        theirs, _ = tensors.read(tmp_path / f"{origins.pop(student.name)}.safetensors")
        before, after = (
            export.evaluate_real(weights, units, features, buckets) for weights in (theirs, ours)
        )
        assert np.allclose(after, before, atol=1e-6)
    assert not origins
    with pytest.raises(ValueError, match="expected 1 bucket or 8, got 4"):
        run.Run(experiment | {"students": [{"sizes": [64, 16], "buckets": 4}]}, tmp_path, None)
