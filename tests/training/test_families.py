"""Self-play and features of the games that are not plain hitting, on the host."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.family import AtRandom, Evaluating, duel

import export
from fullprime import Position, Roll, Variant, _kernel, variants
from fullprime.engine import NetEvaluator
from fullprime.play import every_play, legal_plays
from library import Library, variant_row
from nets import net_of, random_arrays, rows_of
from selfplay import Array, Host, SelfPlay, Settings

PINS = _kernel.FEATURES
"""Where the pins begin among the features; what is remembered follows them."""
MEMORY = PINS + 48
HAND_TWO, HELD, MAY_HIT, ROLLS_BEFORE = 1, 4, 5, 6
PLAIN = ["backgammon", "nackgammon", "portes", "shesh_besh", "hypergammon", "longgammon", "misere"]
STAGED = ["russian", "gul_bara", "gioul", "acey_deucey", "acey_european"]
SEED = 5

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


def encoded(variant: Variant, text: str) -> Array:
    return _kernel.encode(variant.kernel, rows_of([variant.position(text)]))[0]


# --- Features --------------------------------------------------------------------------------


def test_games_of_plain_hitting_keep_their_features() -> None:
    plain = {v.id for v in variants() if _kernel.features_of(v.kernel) == _kernel.FEATURES}
    assert plain == {*PLAIN, "tavla", "takhteh"}
    assert {len(_kernel.units(v.kernel)) for v in variants()} == {256, 320}


def test_pins_are_seen_on_both_sides() -> None:
    plakoto = Variant.load("plakoto")
    row = encoded(plakoto, "18p:1 6:13 5:1 / 20p:1 7:1 4:13")
    pins = row[PINS:MEMORY].reshape(2, 24)
    assert [np.flatnonzero(side).tolist() for side in pins] == [[17], [19]]
    memory = row[MEMORY:].reshape(2, 8)
    assert memory[:, HELD].tolist() == [1, 1]


def test_shots_are_the_rolls_that_pin() -> None:
    """A lone checker eight pips away, beside one that is pinned already and does not count."""
    plakoto = Variant.load("plakoto")
    text = "18p:1 9:1 3:13 / 24:14 7:1"
    position, shots = plakoto.position(text), int(encoded(plakoto, text)[200 + 14])
    rolls = [Roll(a, b) for a in range(1, 7) for b in range(1, 7)]
    pinning = [
        roll for roll in rolls
        if any(len(play.position.pinned[1]) > 1
               for play in legal_plays(plakoto, position.flipped(), roll))
    ]  # fmt: skip
    assert shots == len(pinning) > 0


def test_hands_rights_and_first_turns_are_seen() -> None:
    dutch = Variant.load("dutch")
    start = encoded(dutch, "hand:15 / hand:14 24:1")[MEMORY:].reshape(2, 8)
    assert start[:, HAND_TWO].tolist() == [4, 4]
    assert start[:, MAY_HIT].tolist() == [0, 0]
    home = encoded(dutch, "hand:10 6:5 / 24:15")[MEMORY:].reshape(2, 8)
    assert home[:, MAY_HIT].tolist() == [4, 0]
    narde = Variant.load("narde")
    first = narde.start_position
    later = narde.turned(narde.turned(first, Roll(6, 5)), Roll(6, 5))
    rolls = [
        int(_kernel.encode(narde.kernel, rows_of([p]))[0][MEMORY + 8 + ROLLS_BEFORE])
        for p in (first, later)
    ]
    assert rolls == [1, 0]


@pytest.mark.parametrize("name", ["plakoto", "fevga", "dutch", "gul_bara", "russian", "coan_ki"])
def test_every_path_gives_the_same_bits(name: str) -> None:
    variant = Variant.load(name)
    rows = played(name).memory["replay"]
    arrays = random_arrays(3, 128, 32, features=_kernel.MOST_FEATURES)
    found = [
        bytes(net_of(arrays, path).evaluate(variant.kernel, rows)) for path in _kernel.net_paths()
    ]
    assert len(set(found)) == 1
    from_base = net_of(arrays).evaluate_from(variant.kernel, rows[0].tobytes(), rows)
    assert bytes(from_base) == found[0]


def test_a_net_is_refused_where_it_sees_too_little_or_too_much() -> None:
    plakoto, standard = Variant.load("plakoto"), Variant.load()
    for variant, features in ((plakoto, _kernel.FEATURES), (standard, _kernel.MOST_FEATURES)):
        net = net_of(random_arrays(1, features=features))
        with pytest.raises(ValueError, match="cannot judge a game that has"):
            net.evaluate(variant.kernel, rows_of([variant.start_position]))


# --- Self-play -------------------------------------------------------------------------------


def guess(play: SelfPlay, first: int, features: Array) -> None:
    """A network that likes some places more than others."""
    hidden = np.ascontiguousarray(features[:, 96:104], np.float32)
    weights = np.linspace(-1, 1, 48, dtype=np.float32).reshape(6, 8)
    play.head(first, hidden, weights, np.zeros(6, np.float32))


def self_play(name: str, games: int = 8, **changes: Any) -> SelfPlay:
    values: dict[str, Any] = {
        "rolls": 1,
        "replay": 64 * games,
        "planned": 0.0,
        "plays_per_roll": 2000,
    } | changes
    settings = Settings(games=games, seed=SEED, large_slab=32768, **values)
    return SelfPlay(Library("host"), variant_row(name), Host(), settings)


@cache
def played(name: str) -> SelfPlay:
    """After some rounds: the replay is full."""
    play = self_play(name)
    for _ in range(64):
        play.round(guess)
    return play


@needs_compiler
@pytest.mark.parametrize("name", [*STAGED, "narde", "fevga", "dutch", "plakoto", "coan_ki"])
def test_turns_are_those_of_the_rules(name: str) -> None:
    """Whole turns, with what is remembered of them and who rolls next."""
    variant = Variant.load(name)
    play = self_play(name, random_openings=0.5)
    followed = 0
    for step in range(1, 13):
        before = [Position(row.tobytes()) for row in play.memory["game"]]
        play.round(guess)
        for game, position in enumerate(before):
            roll = Roll(*_kernel.roll(SEED, game, step))
            if not play.memory["ply"][game] or (variant.doublet == "cascade" and is_long(roll)):
                continue
            turns = {after.position for _, after in every_play(variant, position, roll)}
            now = Position(play.memory["game"][game].tobytes())
            ends = {variant.turned(end, roll) for end in turns}
            again = {variant.turned(end, roll, again=True) for end in turns}
            assert now in (ends | again if variant.bonus_on_doubles else ends)
            followed += 1
    assert play.dropped == 0
    assert followed > 50


def is_long(roll: Roll) -> bool:
    """Turns that climb through more than three doublets are too many to be listed."""
    return roll.first == roll.second < 4


@needs_compiler
def test_another_roll_of_the_same_side_is_evaluated_as_such() -> None:
    """The net gives the side that has just moved a tenth; who rolls again has the rest."""

    def tenth(play: SelfPlay, first: int, features: Array) -> None:
        bias = np.full(6, -30, np.float32)
        bias[[0, 3]] = np.log(0.1), np.log(0.9)
        hidden = np.zeros((len(features), 8), np.float32)
        play.head(first, hidden, np.zeros((6, 8), np.float32), bias)

    play = self_play("russian", rolls=21, replay=64)
    play.round(tenth)
    wins = play.memory["classes"][play.memory["best"], 0].astype(float).round(3)
    doublets = [0, 6, 11, 15, 18, 20]
    assert set(wins[doublets].ravel().tolist()) == {0.9}
    assert set(np.delete(wins, doublets, 0).ravel().tolist()) == {0.1}


@needs_compiler
def test_a_drawn_game_is_half_won() -> None:
    """One mother is pinned already, and some plays pin the other."""
    plakoto = Variant.load("plakoto")
    play = self_play("plakoto", games=1, rolls=21, replay=2)
    position = plakoto.position("24p:1 3:1 2:13 / 24:1 1:1 5:13")
    play.memory["game"][:] = rows_of([position])
    play.round(guess)
    classes = play.memory["classes"][: int(play.memory["counters"][0]), :6]
    drawn = (classes == [0.5, 0, 0, 0.5, 0, 0]).all(1)
    expected = [
        plakoto.end(Position(row.tobytes())) == 0 for row in play.memory["after"][: len(drawn)]
    ]
    assert drawn.tolist() == expected
    assert any(expected)


@needs_compiler
def test_a_tiny_run_learns_a_game_with_pins(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed: no training here")
    import run

    file = Path(run.__file__).parent / "experiments" / "tiny_pins.toml"
    run.Run(run.read_experiment(file), tmp_path, None).run()
    assert (tmp_path / "tenth.safetensors").exists()
    path, report = export.export(tmp_path / "net.safetensors", tmp_path)
    assert report["differences"]["equity_rms"] < 0.01
    plakoto = Variant.load("plakoto")
    minds = (Evaluating(NetEvaluator.load(path, plakoto), 2), AtRandom())
    tally = duel(plakoto, minds, range(20))
    assert tally.per_game - 4 * tally.error > 0
    shared, _ = export.export(tmp_path / "net.safetensors", tmp_path, "tapa")
    assert shared.stem.startswith("tapa-")
