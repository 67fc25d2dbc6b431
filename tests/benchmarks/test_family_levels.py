"""Measuring what the levels lose in any game with a net."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from benchmarks.error_rates import NAMES, SearchJudge, weigh
from benchmarks.family_levels import (
    Effort,
    can_be_rolled_out,
    decided,
    dial_in,
    drawn,
    losses,
    measure,
    put_table,
)

from benchmarks import family_levels
from fullprime import Variant, variants
from fullprime.action import Rolled
from fullprime.engine import levels
from fullprime.engine.evaluators import evaluator_name
from fullprime.game import Game, Phase


def test_a_game_is_measured(tmp_path: Path) -> None:
    said = measure("hypergammon", Effort(count=24, rolled=3, trials=2), tmp_path)
    variant = Variant.load("hypergammon")
    known = msgspec.json.decode((tmp_path / "hypergammon.json").read_bytes(), type=levels.Measured)
    assert known.net == evaluator_name(variant)
    assert list(known.cards) == [level.name for level in levels.all_levels()]
    assert known.cards["champion"].rate.decisions <= 3 < known.cards["master"].rate.decisions
    assert known.dial.rates[-1].pr >= known.dial.rates[0].pr
    assert "put right by rollouts of 2 trials" in known.judge
    assert said.splitlines()[0].startswith("hypergammon: ")


@pytest.mark.parametrize("name", ["tapa", "narde", "coan_ki"])
def test_more_misjudgement_loses_more_in_any_game(name: str) -> None:
    variant = Variant.load(name)
    weighed = weigh(SearchJudge(variant, plies=0), drawn(variant, 1, 16))
    dial = dial_in(variant, weighed)
    assert dial.rates[0].pr == 0.0 < dial.rates[-1].pr, "the judge is as blind as its like"
    assert all(one.pr <= other.pr for one, other in pairwise(dial.rates))
    kinds = {kind for kind, _ in losses(weighed, decided(variant, [0.0], weighed)[0])}
    assert kinds == {"play"} if variant.geometry != "contrary" else "play" not in kinds


def test_a_doublet_to_be_named_is_a_decision() -> None:
    variant = Variant.load("acey_deucey")
    game = Game.start(variant, starter=0).apply(Rolled((2, 1)))
    while game.phase is Phase.TO_PLAY:
        game = game.apply(game.legal()[0])
    assert game.phase is Phase.TO_NAME
    [weighed] = weigh(SearchJudge(variant, plies=0), [game])
    assert set(weighed.equities) == set(NAMES) and weighed.kind != "cube"
    assert not can_be_rolled_out(game)


def test_only_whole_turns_are_rolled_out() -> None:
    staged, plain = Variant.load("gul_bara"), Variant.load("fevga")
    games = [Game.start(each, starter=0) for each in (staged, plain)]
    doublets = [game.apply(Rolled((3, 3))) for game in games]
    assert [can_be_rolled_out(game) for game in doublets] == [False, True]
    assert can_be_rolled_out(games[0].apply(Rolled((3, 1))))


def test_the_table_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- games -->\n<!-- end of games -->\n", encoding="utf-8")
    monkeypatch.setattr(family_levels, "PAGE", page)
    put_table()
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[2].startswith("| game | beginner | casual |")
    assert any(line.startswith("| Backgammon | 21.7 ± 3.0 |") for line in lines)
    names = [line.split("|")[1].strip() for line in lines[4:-2]]
    assert names == [variant.name for variant in variants()], "measured or not"
