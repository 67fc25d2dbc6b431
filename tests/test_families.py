"""Every game has a family, and a recorded opening that shows it."""

from __future__ import annotations

import msgspec
import pytest

from docs import samples
from fullprime import variants
from fullprime.families import families, family_of
from fullprime.series import all_series
from fullprime.server.samples import TURNS, sample_game, sample_position
from fullprime.variant import Variant


def test_every_game_and_series_has_exactly_one_family() -> None:
    listed = [game for games in families().values() for game in games]
    games = [variant.id for variant in variants()]
    assert sorted(listed) == sorted(games + [series.id for series in all_series()])
    assert family_of("tavli") == "mixed"


@pytest.mark.parametrize("game", ["backgammon", "hypergammon", "acey_deucey", "coan_ki"])
def test_the_samples_are_what_the_program_writes(game: str) -> None:
    recorded = msgspec.json.decode(samples.FILE.read_bytes())
    played = msgspec.json.encode(samples.sample(Variant.load(game)))
    assert msgspec.json.decode(played) == recorded[game]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_a_sample_is_a_legal_opening(variant: Variant) -> None:
    found = sample_position(variant)
    assert found["rows"] != sample_game(variant)["states"][0]["rows"]
    assert found["last"]["dice"]


def test_the_start_page_shows_a_whole_game() -> None:
    states = sample_game(Variant.load("backgammon"))["states"]
    assert len(states) > 10 * TURNS // 2
    assert [row["off"] for row in states[0]["rows"]] == [0, 0]
    assert 15 in [row["off"] for row in states[-1]["rows"]]
