"""The kernel against the oracle, the examples of the rules and the known numbers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fullprime
import generate
import oracle
import rows
from fullprime import Numbers, Position, Roll, Variant, _kernel, legal_plays, read_play, variants
from fullprime.dice import ROLLS
from fullprime.errors import BadPlay
from oracle import Board

BACKGAMMON = Variant.load("backgammon")


def to_position(board: Board) -> Position:
    return Position.of(board.mover, board.other)


def to_board(position: Position) -> Board:
    return Board(position.mover, position.other)


def kernel_finals(board: Board, dice: tuple[int, int]) -> list[Board]:
    return [
        to_board(play.position) for play in legal_plays(BACKGAMMON, to_position(board), Roll(*dice))
    ]


def assert_same_plays(board: Board, dice: tuple[int, int]) -> None:
    found = kernel_finals(board, dice)
    expected = oracle.plays(board, dice)
    where = f"{rows.board_text(board)}, roll {dice}"
    assert len(found) == len(set(found)), f"listed twice: {where}"
    assert set(found) == set(expected), where


@pytest.mark.parametrize("row", rows.read_plays(), ids=lambda row: row.id)
def test_examples_of_the_rules(row: rows.PlayRow) -> None:
    found = set(kernel_finals(row.board, row.dice))
    if isinstance(row.expected, int):
        assert len(found) == row.expected
    else:
        assert found == row.expected


@pytest.mark.parametrize("row", rows.read_results(), ids=lambda row: row.id)
def test_value_of_finished_games(row: rows.ResultRow) -> None:
    assert BACKGAMMON.end(to_position(row.board)) == (row.value or None)


@pytest.mark.parametrize("source", [generate.played, generate.wild])
@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_the_oracle(source: generate.Source, seed: int) -> None:
    rng = Random(seed)
    for _ in range(600):
        assert_same_plays(*source(rng))


@pytest.mark.parametrize("rule", generate.BINDING_RULES)
def test_agrees_where_a_compulsion_binds(rule: str) -> None:
    rng = Random(rule)
    for _ in range(1000):
        board, dice = generate.binding(rng, rule)
        assert generate.binds(board, dice, rule)
        assert_same_plays(board, dice)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", generate.SHARES)
def test_agrees_with_the_oracle_at_length(seed: int) -> None:
    """100,000 pairs; `make crosscheck` asks other programs about the same ones."""
    for board, dice in generate.share(seed):
        assert_same_plays(board, dice)


# Properties --------------------------------------------------------------------------------------

seeds = st.integers(min_value=0, max_value=2**32)
sources = st.sampled_from([generate.played, generate.wild])


@given(seeds, sources)
@settings(max_examples=200, deadline=None)
def test_checkers_are_conserved_and_points_not_shared(seed: int, source: generate.Source) -> None:
    board, dice = source(Random(seed))
    for after in kernel_finals(board, dice):
        assert sum(after.mover) == sum(after.other) == 15
        assert not any(after.mover[p] and after.other[25 - p] for p in range(1, 25))
        assert after.other[0] == board.other[0]


@given(seeds, sources)
@settings(max_examples=200, deadline=None)
def test_order_of_the_dice_does_not_matter(seed: int, source: generate.Source) -> None:
    board, (a, b) = source(Random(seed))
    assert set(kernel_finals(board, (a, b))) == set(kernel_finals(board, (b, a)))


@given(seeds, sources)
@settings(max_examples=200, deadline=None)
def test_steps_lead_to_the_position(seed: int, source: generate.Source) -> None:
    board, dice = source(Random(seed))
    for play in legal_plays(BACKGAMMON, to_position(board), Roll(*dice)):
        at = board
        for step in play.steps:
            offered = {
                (s.source, s.target, s.die, int(s.hit)): b for s, b in oracle.steps(at, step.die)
            }
            at = offered[step]
        assert at == to_board(play.position)


@given(seeds, sources)
@settings(max_examples=100, deadline=None)
def test_no_play_is_left_out(seed: int, source: generate.Source) -> None:
    """Every sequence of single steps that uses as many numbers as any is found by the kernel."""
    board, dice = source(Random(seed))
    walks = oracle.sequences(board, oracle.numbers_of(dice))
    most = max(len(steps) for steps, _ in walks)
    if most < 2:
        return  # which single number must be played is another rule
    assert {after for steps, after in walks if len(steps) == most} == set(
        kernel_finals(board, dice)
    )


@given(st.binary(min_size=64, max_size=64), st.sampled_from(ROLLS))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_survived(raw: bytes, roll: Roll) -> None:
    """Nonsense gives nonsense, but no crash; the sanitizer build runs this too."""
    small = bytes(byte % 4 for byte in raw)
    assert _kernel.plays(BACKGAMMON.kernel, small, *roll)
    large = bytes(byte % 31 for byte in raw)
    _kernel.end(BACKGAMMON.kernel, large)


# Arrays ------------------------------------------------------------------------------------------


def test_arrays_say_the_same_as_single_calls() -> None:
    rng = Random(3)
    pairs = [generate.played(rng) for _ in range(50)] + [generate.wild(rng) for _ in range(50)]
    raws = [to_position(board).raw for board, _ in pairs]
    positions = np.frombuffer(b"".join(raws), np.uint8).reshape(-1, 64)
    dice = np.array([dice for _, dice in pairs], np.uint8)
    after, steps, lengths, offsets = _kernel.plays_of_many(BACKGAMMON.kernel, positions, dice)
    assert offsets[-1] == len(after) == len(steps) == len(lengths)
    for i, (raw, (_, roll)) in enumerate(zip(raws, pairs, strict=True)):
        single = list(_kernel.plays(BACKGAMMON.kernel, raw, *roll))
        found = [
            (after[j].tobytes(), tuple(tuple(map(int, step)) for step in steps[j][: lengths[j]]))
            for j in range(offsets[i], offsets[i + 1])
        ]
        assert found == single


def test_counting_finds_the_same_plays() -> None:
    rng = Random(4)
    pairs = [generate.wild(rng) for _ in range(50)]
    raws = b"".join(to_position(board).raw for board, _ in pairs)
    positions = np.frombuffer(raws, np.uint8).reshape(-1, 64)
    dice = np.array([dice for _, dice in pairs], np.uint8)
    expected = sum(len(kernel_finals(*pair)) for pair in pairs)
    assert _kernel.count_plays(BACKGAMMON.kernel, positions, dice) == expected


def test_a_list_of_plays_ends() -> None:
    plays = _kernel.plays(BACKGAMMON.kernel, BACKGAMMON.start_position.raw, 6, 5)
    assert len(plays) == 7
    assert [plays[i] for i in range(7)] == list(plays)
    with pytest.raises(IndexError):
        plays[7]


def test_plays_are_a_sequence() -> None:
    plays = legal_plays(BACKGAMMON, BACKGAMMON.start_position, Roll(6, 5))
    assert list(plays) == [plays[i] for i in range(7)] == plays[:]
    assert plays[-1] == plays[6]
    assert plays[2] in plays
    assert plays == legal_plays(BACKGAMMON, BACKGAMMON.start_position, Roll(5, 6))
    assert plays != legal_plays(BACKGAMMON, BACKGAMMON.start_position, Roll(6, 4))
    assert repr(plays).startswith("<7 plays: 24/13; ")
    with pytest.raises(IndexError):
        plays[7]


def test_arrays_of_the_wrong_shape_are_refused() -> None:
    good = np.zeros((2, 64), np.uint8)
    with pytest.raises(ValueError, match=r"expected positions \[n, 64\]"):
        _kernel.plays_of_many(BACKGAMMON.kernel, good, np.ones((3, 2), np.uint8))
    with pytest.raises(ValueError, match="1 to 6"):
        _kernel.plays_of_many(BACKGAMMON.kernel, good, np.full((2, 2), 7, np.uint8))


@pytest.mark.parametrize("numbers", [[], [7], [0, 1], [1, 2, 3], [1] * 5])
def test_impossible_numbers_are_refused(numbers: list[int]) -> None:
    start = BACKGAMMON.start_position.raw
    with pytest.raises(ValueError, match=r"has 1 to|1 to 6|only a batch of two"):
        _kernel.plays_of_batch(BACKGAMMON.kernel, start, start, numbers, 0, True)


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_any_bytes_are_survived_in_every_game(name: str) -> None:
    """Positions that no game can have: the answer does not matter, but there is one."""
    variant, rng = Variant.load(name), Random(name)
    for count in range(120):
        raw = bytearray(rng.randbytes(64))
        most = rng.choice((1, 2, 15, 30))
        for place in (*range(27), *range(32, 59)):
            raw[place] = rng.randint(0, most) if rng.random() < 0.4 else 0
        if count % 4 == 0:
            raw[28:32] = raw[60:64] = bytes(4)  # without pins
        position = Position(bytes(raw))
        variant.end(position)
        _kernel.counted(variant.kernel, position.raw, True)
        roll = rng.choice(ROLLS)
        numbers = Numbers.of(variant, position, roll)
        assert len(numbers.plays(position)) >= 1
        for number in set(numbers.left) - {0}:
            numbers.steps(position, number)
        if not numbers.later:
            assert len(legal_plays(variant, position, roll)) >= 1


def test_impossible_counts_are_refused() -> None:
    raw = bytes([31]) + bytes(63)
    with pytest.raises(ValueError, match="0 to 30 checkers"):
        _kernel.end(BACKGAMMON.kernel, raw)


def test_many_plays_fit() -> None:
    """Sixteen hundred plays of one roll: more than the memory that the kernel starts with."""
    board = rows.parse_board(" ".join(f"{p}:1" for p in range(24, 9, -1)) + " / bar:2")
    assert len(kernel_finals(board, (1, 1))) > 1000
    assert_same_plays(board, (1, 1))


# Perft -------------------------------------------------------------------------------------------


def test_perft_of_the_start() -> None:
    counts = BACKGAMMON.perft(BACKGAMMON.start_position, 1)
    assert sum(counts.values()) == 447
    assert list(counts.values()) == [
        42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11
    ]  # fmt: skip
    assert sum(BACKGAMMON.perft(BACKGAMMON.start_position, 2).values()) == 202_782


@pytest.mark.long
def test_perft_of_the_start_at_depth_three() -> None:
    assert sum(BACKGAMMON.perft(BACKGAMMON.start_position, 3).values()) == 116_154_993


@pytest.mark.parametrize("seed", range(5))
def test_perft_agrees_with_the_oracle_near_the_end(seed: int) -> None:
    rng = Random(seed)
    board = generate.few(rng)
    expected = oracle.perft(board, 2)
    assert sum(BACKGAMMON.perft(to_position(board), 2).values()) == expected


# The shape for the whole family ------------------------------------------------------------------
# The variants come as data. What the fields of the kernel do is proven here by the known numbers
# of the games that need nothing else.

FINGERPRINTS: dict[str, tuple[dict[str, object], int]] = {
    "nackgammon": ({"start": "24:2 23:2 13:4 8:3 6:4"}, 547),
    "hypergammon": ({"start": "24:1 23:1 22:1", "checkers": 3}, 195),
    "cap of five": ({"cap": 5}, 405),
    "nard": ({"start": "24:15", "landing": "none", "block": 1}, 59),
    "plakoto": ({"start": "24:15", "landing": "pin"}, 59),
    "dutch": ({"start": "hand:15", "entry": "all_first"}, 21),
    "gul bara": ({"start": "24:15", "landing": "none", "block": 1, "geometry": "parallel12"}, 53),
    "free entry": ({"start": "hand:15", "entry": "free"}, 60),
    "narde": (
        {
            "start": "24:15",
            "landing": "none",
            "block": 1,
            "geometry": "parallel12",
            "head_limit": 1,
            "head_exception": "first_3_4_6",
            "prime": "narde",
        },
        22,
    ),
    "fevga": (
        {
            "start": "24:15",
            "landing": "none",
            "block": 1,
            "geometry": "parallel12",
            "runner": True,
            "prime": "fevga",
        },
        22,
    ),
}


def made(**fields: object) -> Variant:
    return Variant(**{"name": "made for a test", "start": BACKGAMMON.start, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_fields_of_the_family(name: str) -> None:
    fields, count = FINGERPRINTS[name]
    variant = made(**fields)
    assert sum(variant.perft(variant.start_position, 1).values()) == count


@pytest.mark.parametrize("entry", ["bar", "free", "all_first"])
@pytest.mark.parametrize("geometry", ["contrary", "parallel12", "common"])
@pytest.mark.parametrize("landing", ["hit", "pin", "none"])
def test_no_position_is_listed_twice(entry: str, geometry: str, landing: str) -> None:
    variant = made(entry=entry, geometry=geometry, landing=landing, start="hand:15")
    rng = Random(f"{entry} {geometry} {landing}")
    for _ in range(60):
        mine, theirs = ([0] * 27, [0] * 27)
        for _ in range(15):
            mine[rng.choice((rng.randint(0, 26), 25, 26))] += 1
            theirs[rng.choice([p for p in range(1, 25) if not mine[variant.across(p)]] or [0])] += 1
        for roll in ROLLS:
            plays = legal_plays(variant, Position.of(mine, theirs), roll)
            assert len({play.position for play in plays}) == len(plays)


def finals(variant: Variant, position: str, roll: Roll) -> set[str]:
    where = Position.parse(position, variant.checkers).remembering((9, 9), doublet=(True, True))
    return {str(play) for play in legal_plays(variant, where, roll)}


def test_pins() -> None:
    variant = made(start="24:15", landing="pin")
    # A blot is pinned, a point of two is closed.
    assert finals(variant, "24:14 20:1 / 24:13 11:1 8:1", Roll(6, 3)) == {
        "20/14^/11", "24/15", "24/18 20/17^", "24/18 24/21", "24/21 20/14^"
    }  # fmt: skip
    # A prisoner cannot move, and its friends cannot land on it.
    assert finals(variant, "13:2 11p:1 / 14:1 24:2", Roll(2, 1)) == {"13/10"}
    # Nobody bears off while a checker is pinned.
    assert finals(variant, "6:2 5:2 3p:1 / 22:1 24:2", Roll(6, 5)) == {"(no play)"}
    # Leaving sets the prisoner free.
    plays = legal_plays(variant, Position.parse("9:1 6:2 / 16p:1 5:2"), Roll(3, 1))
    free = {str(play): not play.position.pinned[1] for play in plays}
    assert free == {"6/2": False, "6/3 6/5": False, "9/5": True, "9/8 6/3": True}


def test_common_path_and_batches() -> None:
    variant = made(start="hand:15", geometry="common", entry="free", doublet="complement")
    hit = legal_plays(variant, Position.parse("bar:1 15:1 / 20:2 19:1"), Roll(6, 5))
    assert {str(play) for play in hit} == {"bar/19*/14", "bar/19* 15/10"}
    # The second batch is played only after a complete first one, and ends with the game.
    assert finals(variant, "24:1 / 24:15", Roll(5, 5)) == {"24/off"}
    assert finals(variant, "8:2 / 24:2 2:2", Roll(3, 3)) == {"8/5(2)"}
    assert finals(variant, "24:1 10:1 / 8:2 5:1", Roll(1, 1)) == {"24/14 10/4", "24/3 10/3"}


CASCADE = {
    "start": "24:15", "landing": "none", "block": 1, "geometry": "parallel12", "doublet": "cascade"
}  # fmt: skip


def test_cascade_of_batches() -> None:
    variant = made(**CASCADE)
    assert finals(variant, "24:2 / 24:1 1:14", Roll(4, 4)) == {"24/off(2)"}
    stop = "20:2 / 24:1 23:1 22:1 21:1 20:1 2:10"
    assert finals(variant, stop, Roll(4, 4)) == {"20/16(2)"}


def test_a_turn_of_very_many_plays() -> None:
    """All the ways through four batches of a cascade; the oracle of the family counts the same."""
    variant = made(**CASCADE)
    plays = legal_plays(variant, variant.start_position, Roll(3, 3))
    assert len(plays) == 42_675
    assert len({play.position for play in plays}) == 42_675
    with pytest.raises(BadPlay, match="too many plays"):
        legal_plays(variant, variant.start_position, Roll(1, 1))


def test_exact_bear_off() -> None:
    assert finals(made(bear_off="exact"), "4:2 2:2 / 1:2", Roll(5, 3)) == {"4/1"}
    assert finals(BACKGAMMON, "4:2 2:2 / 1:2", Roll(5, 3)) == {"4/off 4/1"}


@pytest.mark.rule("VAR-NOHR")
def test_no_hit_and_run() -> None:
    banned = Variant.load("backgammon", {"no_hit_and_run": True})
    cases = {
        ("8:1 6:1 / 21:1 5:2", 4, 2): {"8/4 6/4*", "8/6 6/2"},
        ("8:2 / 21:1 5:2", 4, 4): {"8/4*(2) 4/off"},
        ("13:1 / 16:1 5:2", 4, 2): {"13/9* 9/7", "13/11 11/7"},
        ("5:2 / 22:1 5:2", 3, 2): {"5/2 2/off", "5/3* 5/2"},
    }
    for (position, a, b), expected in cases.items():
        plays = legal_plays(banned, Position.parse(position), Roll(a, b))
        meant = {read_play(banned, Position.parse(position), Roll(a, b), t) for t in expected}
        assert {play.position for play in plays} == {play.position for play in meant}


@pytest.mark.rule("VAR-CAP5")
def test_cap_of_five() -> None:
    capped = Variant.load("backgammon", {"cap5": True})
    cases = {
        ("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 5, 5): {"13/8(3) 8/3", "13/3(2)", "13/3 8/3(2)"},
        ("6:1 1:5 / 1:2", 5, 5): {"(no play)"},
        ("8:1 2:5 1:5 / 1:2", 6, 1): {"8/7"},
        ("bar:1 21:5 / 3:2 5:2", 4, 4): {"(no play)"},
    }
    for (position, a, b), expected in cases.items():
        plays = legal_plays(capped, Position.parse(position), Roll(a, b))
        sizes = {tuple(play.position.mover) for play in plays}
        assert len(sizes) == len(expected), position
        if len(expected) == 1:
            assert {str(play) for play in plays} == expected


def test_score_is_limited_by_the_variant() -> None:
    backgammon = Position.parse("off:15 / bar:1 24:14")
    assert [made(score=score).end(backgammon) for score in (1, 2, 3)] == [1, 2, 3]


# The module --------------------------------------------------------------------------------------


def test_stub_says_what_the_module_is(tmp_path: Path) -> None:
    made_now = tmp_path / "stub.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "fullprime._kernel"]
    subprocess.run([*command, "-o", str(made_now)], check=True)
    committed = Path(fullprime.__file__).parent / "_kernel.pyi"
    assert made_now.read_text() == committed.read_text(), "run `make stub`"
