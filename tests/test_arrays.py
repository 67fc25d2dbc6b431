"""Arrays say what the values say, one by one."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest

import generate
from fullprime import Position, Roll, Variant, _kernel, arrays, legal_plays
from fullprime.engine import NetEvaluator, Outcome, net_for
from fullprime.errors import BadDice, BadPosition, FullprimeError

BACKGAMMON = Variant.load()
START = arrays.pack([BACKGAMMON.start_position])


def positions(count: int, seed: int = 1) -> list[Position]:
    rng = Random(seed)
    boards = [generate.played(rng)[0] for _ in range(count)]
    return [Position.of(board.mover, board.other) for board in boards]


def test_packing_and_flipping() -> None:
    found = positions(20)
    rows = arrays.pack(found)
    assert rows.shape == (20, 64) and rows.dtype == np.uint8
    assert arrays.unpack(rows) == found
    assert arrays.unpack(arrays.flipped(rows)) == [each.flipped() for each in found]
    assert arrays.pack([]).shape == (0, 64)


@pytest.mark.parametrize("name", ["backgammon", "plakoto", "narde", "coan_ki"])
def test_plays_of_many_rolls(name: str) -> None:
    variant = Variant.load(name)
    wanted = positions(50) if name == "backgammon" else [variant.start_position] * 50
    rng = np.random.default_rng(1)
    rolls = rng.integers(1, 7, (50, 2))
    found = arrays.plays(arrays.pack(wanted), rolls, variant)
    assert found.offsets[0] == 0 and found.offsets[-1] == len(found.afterstates)
    for i, (position, dice) in enumerate(zip(wanted, rolls.tolist(), strict=True)):
        begin, end = found.offsets[i], found.offsets[i + 1]
        plays = [found.play(index) for index in range(begin, end)]
        assert plays == list(legal_plays(variant, position, Roll(*dice)))


def test_encoding_is_that_of_the_kernel() -> None:
    rows = arrays.pack(positions(20))
    values = arrays.encode(rows)
    assert values.shape == (20, _kernel.FEATURES)
    assert (values == _kernel.encode(BACKGAMMON.kernel, rows)).all()
    assert arrays.units().shape == (_kernel.FEATURES,)


@pytest.mark.parametrize("name", ["backgammon", "portes"])
def test_outcomes_are_those_of_the_net(name: str) -> None:
    variant = Variant.load(name)
    net = net_for(variant)
    assert net is not None
    found = [*positions(20), variant.position("/ 24:15"), variant.position("6:1 / 3:1")]
    outcomes = arrays.evaluate(arrays.pack(found), variant)
    assert outcomes.shape == (22, 6) and np.allclose(outcomes.sum(axis=1), 1)
    seen = NetEvaluator(variant, net.kernel).evaluate([each.flipped() for each in found])
    expected = [outcome.flipped().counted(variant.score) for outcome in seen]
    assert [Outcome(*row) for row in outcomes.tolist()] == expected
    assert arrays.evaluate(arrays.pack([]), variant).shape == (0, 6)


def test_no_net_and_no_room_are_told() -> None:
    with pytest.raises(FullprimeError, match="Backgammon has no neural net yet"):
        arrays.evaluate(START, Variant.load(options={"cap5": True, "no_hit_and_run": True}))
    with pytest.raises(FullprimeError, match="plays some rolls in stages"):
        arrays.plays(START, [[3, 1]], "russian")


@pytest.mark.parametrize(
    "wrong",
    [
        START.astype(np.int64),
        START[0],
        START[:, :63],
        np.full((1, 64), 255, np.uint8),
        np.concatenate([START, np.full((1, 64), 9, np.uint8)]),
        np.where(np.arange(64) == 28, np.uint8(1), START),  # a pin that is on no point
        np.where(np.arange(64) == 63, np.uint8(2), START),
    ],
)
def test_rows_that_are_no_positions(wrong: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
    for ask in (arrays.unpack, arrays.flipped, arrays.encode, arrays.evaluate):
        with pytest.raises(BadPosition, match="expected"):
            ask(wrong)
    with pytest.raises(BadPosition, match="expected"):
        arrays.plays(wrong, [[3, 1]])


@pytest.mark.parametrize("wrong", [[[7, 1]], [[0, 1]], [[3.0, 1.0]], [3, 1], [[3, 1], [3, 1]]])
def test_rolls_that_no_dice_show(wrong: list[list[int]]) -> None:
    with pytest.raises(BadDice, match="bad rolls"):
        arrays.plays(START, wrong)


def test_any_bytes_are_refused_or_answered() -> None:
    """No garbage brings the kernel down."""
    rng = np.random.default_rng(2)
    rows = rng.integers(0, 2, (2000, 64), np.uint8)
    rows[:, [0, 31, 32, 63]] = 0
    rows[:, [28, 60]] &= 254
    kept = rows[(rows[:, :27].sum(axis=1) <= 30) & (rows[:, 32:59].sum(axis=1) <= 30)]
    assert len(kept) > 1000
    assert len(arrays.evaluate(kept)) == len(kept)
    assert len(arrays.plays(kept, np.full((len(kept), 2), 3)).offsets) == len(kept) + 1


def test_without_numpy_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import fullprime\n"
        "try: fullprime.arrays\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'fullprime[arrays]'" in done.stdout
