"""The net: every way to compute it against whole numbers in Python, and nets in files."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tensors
from fullprime import Position, Roll, Variant, _kernel, legal_plays
from fullprime.engine import NetEvaluator, Outcome
from fullprime.engine.weights import load_net, read_net
from fullprime.errors import BadNet
from nets import (
    Array,
    Arrays,
    bucket_of,
    listed,
    net_of,
    random_arrays,
    random_positions,
    rows_of,
)

BACKGAMMON = Variant.load("backgammon")
PATHS = _kernel.net_paths()
SIZES = [(64, 16), (64, 256), (320, 80), (1024, 64), (2048, 256)]
METADATA = {
    "variant": "backgammon",
    "feature_version": str(_kernel.FEATURE_VERSION),
    "sizes": json.dumps([_kernel.FEATURES, 64, 16, 6]),
    "recipe": "none, this is a test",
}


# The reference ----------------------------------------------------------------------------------


def e_to(x: float) -> float:
    total = term = 1.0
    for n in range(1, 41):
        term = term * x / n
        total += term
    return total


def make_powers() -> list[list[float]]:
    """powers[k][n] is e to the minus n * 2^(7k - 20), by the same steps as in the kernel."""
    powers = []
    for k in range(4):
        step = 1 / e_to(2.0 ** (7 * k - 20))
        powers.append([1.0])
        while len(powers[k]) < 128:
            powers[k].append(powers[k][-1] * step)
    return powers


POWERS = make_powers()


def softmax(logits: list[int]) -> list[float]:
    powers = []
    for logit in logits:
        difference = max(logits) - logit
        digits = [difference >> 7 * k & 127 for k in range(4)]
        product_of_digits = 2.0**50
        for k, digit in enumerate(digits):
            product_of_digits *= POWERS[k][digit]
        powers.append(int(product_of_digits) if difference < 1 << 28 else 0)
    return [power / sum(powers) for power in powers]


def logits_of(arrays: Arrays, positions: list[Position]) -> Array:
    a = {name: array.astype(np.int64) for name, array in arrays.items()}
    values = _kernel.encode(BACKGAMMON.kernel, rows_of(positions)).astype(np.int64)
    a1 = np.clip(a["b1"] + values @ a["w1"], 0, 2**16 - 1) >> 6
    tails = len(a["b3"]) // 6
    tail = [bucket_of(position) if tails > 1 else 0 for position in positions]
    w2, b2, w3, b3 = (np.split(a[name], tails) for name in ("w2", "b2", "w3", "b3"))
    a2 = [np.clip(b2[t] + w2[t] @ row, 0, 2**23 - 1) >> 12 for t, row in zip(tail, a1, strict=True)]
    return np.stack([b3[t] + w3[t] @ row for t, row in zip(tail, a2, strict=True)])


def reference(arrays: Arrays, positions: list[Position]) -> list[list[float]]:
    chances = [softmax(row) for row in logits_of(arrays, positions).tolist()]
    for i, position in enumerate(positions):
        points = BACKGAMMON.end(position)
        if points is not None:
            chances[i] = list(Outcome.finished(points))
    return chances


def test_softmax_is_the_softmax() -> None:
    logits = np.array([3 << 20, 12345, -(7 << 20), 999_999, 0, -(40 << 20)])
    powers = np.exp(logits / 2**20)
    assert softmax(logits.tolist()) == pytest.approx(
        list(powers / powers.sum()), rel=1e-13, abs=1e-14
    )


# Every path -------------------------------------------------------------------------------------


TAILS = [1, _kernel.BUCKETS]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("first", "second"), SIZES)
@pytest.mark.parametrize("tails", TAILS)
def test_path_equals_the_reference(path: str, first: int, second: int, tails: int) -> None:
    arrays = random_arrays(first + second, first, second, 300, tails)
    positions = random_positions(first * second, 40)  # more than a group
    found = net_of(arrays, path).evaluate(BACKGAMMON.kernel, rows_of(positions))
    assert listed(found) == reference(arrays, positions)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from([1, 30, 800, 5000]),
    st.integers(1, 70),
    st.sampled_from(TAILS),
)
def test_paths_agree(
    seed: int, first: int, second: int, large: int, count: int, tails: int
) -> None:
    arrays = random_arrays(seed, 64 * first, 16 * second, large, tails)
    positions = random_positions(seed, count)
    expected = reference(arrays, positions)
    for path in PATHS:
        net = net_of(arrays, path)
        rows = rows_of(positions)
        assert listed(net.evaluate(BACKGAMMON.kernel, rows)) == expected
        base = positions[seed % count].raw
        assert listed(net.evaluate_from(BACKGAMMON.kernel, base, rows)) == expected


@settings(deadline=None, max_examples=30)
@given(st.lists(st.binary(min_size=64, max_size=64), min_size=1, max_size=8))
def test_any_bytes_get_some_chances(raws: list[bytes]) -> None:
    """What no game can have is still the same on every path."""
    rows = np.frombuffer(b"".join(raws), np.uint8).reshape(-1, 64)
    arrays = random_arrays(5, tails=_kernel.BUCKETS)
    found = [listed(net_of(arrays, path).evaluate(BACKGAMMON.kernel, rows)) for path in PATHS]
    assert all(chances == found[0] for chances in found)


@pytest.mark.parametrize("path", PATHS)
def test_weights_as_large_as_they_may_be(path: str) -> None:
    """The sums reach the ends of 32 bits, and both clips."""
    arrays = random_arrays(3, 64, 16)
    for name, most in (("w1", 32_767), ("w2", 32_700), ("w3", 32_767)):
        arrays[name] = np.where(arrays[name] > 0, most, -most).astype(np.int16)
    positions = random_positions(8, 40)
    found = net_of(arrays, path).evaluate(BACKGAMMON.kernel, rows_of(positions))
    assert listed(found) == reference(arrays, positions)


@pytest.mark.parametrize("path", PATHS)
def test_weights_that_fit_because_of_their_signs(path: str) -> None:
    """What adds fits, and what takes away fits; the two would not if they had the same sign."""
    arrays = random_arrays(4, 2048, 16)
    arrays["w2"] = np.where(arrays["w2"] > 0, 1_800, -1_800).astype(np.int16)
    assert 2048 * 1_800 * 1023 > 2**31
    positions = random_positions(9, 20)
    found = net_of(arrays, path).evaluate(BACKGAMMON.kernel, rows_of(positions))
    assert listed(found) == reference(arrays, positions)


def test_the_same_tail_everywhere_is_one_tail() -> None:
    one, positions = random_arrays(11), random_positions(12, 200)
    copies = {
        name: array if name in ("w1", "b1") else np.concatenate([array] * _kernel.BUCKETS)
        for name, array in one.items()
    }
    assert {bucket_of(position) for position in positions} == set(range(_kernel.BUCKETS))
    found = [net_of(a).evaluate(BACKGAMMON.kernel, rows_of(positions)) for a in (one, copies)]
    assert listed(found[0]) == listed(found[1])


@pytest.mark.parametrize("path", PATHS)
def test_same_bits_everywhere(path: str) -> None:
    """The chances of a net made by counting have this name on every machine, until the features
    change."""

    def counted(at: int, most: int, *shape: int) -> Array:
        numbers = (np.arange(np.prod(shape), dtype=np.int64) + at) * 2_654_435_761 >> 9
        weights: Array = (numbers % (2 * most + 1)).reshape(shape) - most
        return weights

    arrays: Arrays = {
        "w1": counted(1, 300, _kernel.FEATURES, 256).astype(np.int16),
        "b1": counted(2, 9000, 256).astype(np.int32),
        "w2": counted(3, 900, 64, 256).astype(np.int16),
        "b2": counted(4, 1 << 20, 64).astype(np.int32),
        "w3": counted(5, 900, 6, 64).astype(np.int16),
        "b3": counted(6, 1 << 20, 6).astype(np.int32),
    }
    plays = [play for roll in ((3, 1), (6, 4), (1, 1)) for play in start_plays(Roll(*roll))]
    found = net_of(arrays, path).evaluate(BACKGAMMON.kernel, rows_of(plays))
    assert hashlib.sha256(found.tobytes()).hexdigest()[:16] == "7b66b439ae30cac5"


def start_plays(roll: Roll) -> list[Position]:
    return [play.position for play in legal_plays(BACKGAMMON, BACKGAMMON.start_position, roll)]


def test_finished_games_are_exact() -> None:
    net = net_of(random_arrays(1))
    home, back = "6:5 5:5 4:5", "24:1 6:5 5:5 4:4"
    finished = {
        "off:15 / off:1 6:14": 1,
        f"off:15 / {home}": 2,
        f"off:15 / {back}": 3,
        "off:1 6:14 / off:15": -1,
        f"{home} / off:15": -2,
        f"bar:1 {home.replace('4:5', '4:4')} / off:15": -3,
    }
    positions = [Position.parse(text) for text in finished]
    found = listed(net.evaluate(BACKGAMMON.kernel, rows_of(positions)))
    assert [tuple(row) for row in found] == [Outcome.finished(n) for n in finished.values()]


def test_drawn_games_are_even() -> None:
    plakoto = Variant.load("plakoto")
    both_mothers = plakoto.position("24p:1 2:13 1:1 / 24p:1 2:13 1:1")
    net = net_of(random_arrays(1, features=_kernel.MOST_FEATURES))
    found = net.evaluate(plakoto.kernel, rows_of([both_mothers]))
    assert tuple(listed(found)[0]) == Outcome.finished(0)


def test_many_threads_get_the_same() -> None:
    arrays = random_arrays(2, 256, 64)
    positions = random_positions(4, 200)
    net = net_of(arrays)
    rows, base = rows_of(positions), positions[0].raw

    def ask(turn: int) -> bytes:
        kernel = BACKGAMMON.kernel
        asked = net.evaluate_from(kernel, base, rows) if turn % 2 else net.evaluate(kernel, rows)
        return asked.tobytes()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(64)))) == 1


def test_impossible_questions_are_refused() -> None:
    net = net_of(random_arrays(4))
    start = rows_of([BACKGAMMON.start_position])
    with pytest.raises(ValueError, match=r"expected positions \[n, 64\]"):
        net.evaluate(BACKGAMMON.kernel, start[:, :63].copy())
    with pytest.raises(ValueError, match="a position has 64 bytes"):
        net.evaluate_from(BACKGAMMON.kernel, b"", start)


# The evaluator ----------------------------------------------------------------------------------


def test_evaluator_judges_the_side_about_to_roll() -> None:
    arrays = random_arrays(6)
    positions = [*random_positions(3, 10), Position.parse("6:15 / off:15")]
    found = NetEvaluator(BACKGAMMON, net_of(arrays)).evaluate(positions)
    after = reference(arrays, [position.flipped() for position in positions])
    assert found == [Outcome(*row).flipped() for row in after]
    assert found[-1] == Outcome.finished(-2)
    assert NetEvaluator(BACKGAMMON, net_of(arrays)).evaluate([]) == []


# Nets that cannot be ----------------------------------------------------------------------------


def test_sums_that_may_overflow_are_refused() -> None:
    arrays = random_arrays(1, 2048, 64, 32_767)
    with pytest.raises(ValueError, match="a sum may overflow"):
        net_of(arrays)
    arrays = random_arrays(1)
    arrays["b3"][2] = -(2**31)
    with pytest.raises(ValueError, match="a sum may overflow"):
        net_of(arrays)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (96, 16, "first layer has 96 neurons, expected a multiple of 64 up to 2048"),
        (64, 24, "second layer has 24 neurons, expected a multiple of 16 up to 256"),
        (64, 0, "second layer has 0 neurons"),
        (2112, 16, "too many neurons"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(first: int, second: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        net_of(random_arrays(1, first, second, 1))


def test_shapes_that_do_not_belong_together_are_refused() -> None:
    arrays = random_arrays(1)
    for name, array in arrays.items():
        words = "256 inputs or 320, not 255" if name == "w1" else r"expected w1 \[i, n\]"
        with pytest.raises(ValueError, match=words):
            net_of(arrays | {name: array[:-1]})


def test_another_number_of_tails_is_refused() -> None:
    with pytest.raises(ValueError, match="one tail or 8, not 3"):
        net_of(random_arrays(1, tails=3))


def test_unknown_path_is_refused() -> None:
    with pytest.raises(ValueError, match=r"called 'abacus'.*expected one of: .*plain"):
        net_of(random_arrays(1), "abacus")


# Files ------------------------------------------------------------------------------------------


def content_of(arrays: Arrays, **metadata: str) -> bytes:
    return tensors.to_bytes(arrays, METADATA | metadata)


@pytest.mark.parametrize("path", PATHS)
def test_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    file = tmp_path / "net.safetensors"
    file.write_bytes(content_of(random_arrays(7)))
    monkeypatch.setenv("FULLPRIME_SIMD", path)
    net = load_net(file, BACKGAMMON)
    assert net.path == path
    positions = random_positions(1, 5)
    expected = net_of(random_arrays(7)).evaluate(BACKGAMMON.kernel, rows_of(positions))
    assert net.evaluate(BACKGAMMON.kernel, rows_of(positions)) == expected
    assert NetEvaluator.load(file, BACKGAMMON).evaluate(positions)


def test_file_with_buckets() -> None:
    arrays = random_arrays(7, tails=_kernel.BUCKETS)
    said = {"buckets": str(_kernel.BUCKETS), "bucket_version": str(_kernel.BUCKET_VERSION)}
    net = read_net(content_of(arrays, **said), BACKGAMMON)
    assert net.tails == _kernel.BUCKETS
    positions = random_positions(1, 50)
    found = net.evaluate(BACKGAMMON.kernel, rows_of(positions))
    assert listed(found) == reference(arrays, positions)


def test_unknown_path_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULLPRIME_SIMD", "abacus")
    with pytest.raises(BadNet, match="expected one of"):
        read_net(content_of(random_arrays(7)), BACKGAMMON)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match=r"cannot read the net .*nothing\.safetensors: No such file"):
        load_net(tmp_path / "nothing.safetensors", BACKGAMMON)


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"variant": "plakoto"}, "made for 'plakoto', asked for 'backgammon'"),
        ({"feature_version": "0"}, "made for version 0 of the features, expected"),
        ({"sizes": "[256, 64, 16]"}, "the header cannot be read: .*length 4"),
        ({"sizes": "[255, 64, 16, 6]"}, "layers of 255, 64, 16, 6, expected 256 inputs"),
        ({"sizes": "[256, 128, 16, 6]"}, r"w1 is I16 \[256, 64\], expected I16 \[256, 128\]"),
        ({"buckets": "8"}, "tails for 8 buckets of version none, expected 8 buckets of version 1"),
        ({"buckets": "2", "bucket_version": "1"}, "tails for 2 buckets of version 1, expected 8"),
        ({"buckets": "8", "bucket_version": "1"}, r"w2 is I16 .16, 64., expected I16 .128, 64."),
        ({"buckets": "many"}, "the header cannot be read"),
    ],
)
def test_file_for_something_else(tmp_path: Path, metadata: dict[str, str], words: str) -> None:
    file = tmp_path / "net.safetensors"
    file.write_bytes(content_of(random_arrays(7), **metadata))
    with pytest.raises(BadNet, match=rf"net\.safetensors: .*{words}"):
        load_net(file, BACKGAMMON)


def test_file_without_an_array() -> None:
    arrays = random_arrays(7)
    del arrays["b2"]
    with pytest.raises(BadNet, match="missing required field `b2`"):
        read_net(content_of(arrays), BACKGAMMON)


def test_file_with_large_weights() -> None:
    arrays = random_arrays(7)
    arrays["b1"][0] = 2**31 - 1
    with pytest.raises(BadNet, match="a sum may overflow"):
        read_net(content_of(arrays), BACKGAMMON)


def test_file_that_is_cut_off() -> None:
    content = content_of(random_arrays(7))
    begin = 8 + int.from_bytes(content[:8], "little")
    for length in (*range(0, begin, 7), *range(begin, len(content), 997), len(content) - 1):
        with pytest.raises(BadNet, match=r"cut off|cannot be read"):
            read_net(content[:length], BACKGAMMON)


@settings(deadline=None)
@given(st.integers(0, 900), st.integers(0, 255))
def test_damaged_header(at: int, byte: int) -> None:
    """Whatever a byte becomes: a net or a clear refusal."""
    content = bytearray(content_of(random_arrays(7)))
    content[at] = byte
    try:
        read_net(bytes(content), BACKGAMMON)
    except BadNet as error:
        assert str(error)
