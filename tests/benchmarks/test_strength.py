"""The programs that measure strength: files, arithmetic and games, with toy players. The peers
themselves are asked only where they are installed."""

from __future__ import annotations

import importlib.util
import math
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest
from benchmarks.positions import Pair, sample
from benchmarks.shipped import NET
from benchmarks.strength import decisions, duel, judges, losses, pace, picks, rollouts, store
from benchmarks.strength.decisions import Decision
from benchmarks.strength.games import Game, play_out
from benchmarks.strength.kinds import kind_of
from benchmarks.strength.players import (
    VARIANT,
    Gnubg,
    Here,
    Player,
    Sage,
    left_by,
    player_of,
    plays_of,
    sage_boards,
)
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import gnubg, page
from fullprime import Position
from fullprime.formats.ids import from_gnubg_id

DANCING = "bar:1 6:14 / 6:2 5:2 4:2 3:2 2:2 1:5"
needs_sage = pytest.mark.skipif(
    importlib.util.find_spec("bgbot_cpp") is None, reason="BG Sage is not installed"
)
needs_gnubg = pytest.mark.skipif(
    shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games") is None,
    reason="GNU Backgammon is not installed",
)


class Toy(Here):
    """Plays the first or the last of all plays, in the order of their bytes."""

    def __init__(self, name: str, choice: int) -> None:
        self.name = name
        self.asked = 0
        self._choice = choice

    def play(self, pairs: Sequence[Pair]) -> list[Position]:
        """What it leaves, the other side on roll."""
        self.asked += len(pairs)
        return [
            left_by(sorted(plays, key=lambda final: final.tobytes())[self._choice])
            for plays in plays_of(pairs)
        ]


class Pips:
    """A judge that likes to be ahead in the race."""

    def __init__(self) -> None:
        self.player: Player = Toy("pips", 0)
        self.asked = 0

    def equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side that has just played."""
        self.asked += len(positions)
        return [(position.pips[0] - position.pips[1]) / 100 for position in positions]


def some_decisions(count: int) -> list[Decision]:
    return list(decisions.choices_in(sample(2 * count), "toys"))[:count]


def test_a_set_of_decisions_survives_its_file(tmp_path: Path) -> None:
    written = some_decisions(50)
    file = tmp_path / "set.tsv"
    file.write_text(decisions.dump(["a set", "of decisions"], written))
    assert decisions.load(file) == written
    assert file.read_text().startswith("# a set\n# of decisions\n")


@pytest.mark.parametrize("line", ["4HPwATDgc/ABMA\t31", "4HPwATDgc/ABMA\t3x\ttoys"])
def test_a_bad_line_is_shown(tmp_path: Path, line: str) -> None:
    file = tmp_path / "set.tsv"
    file.write_text(f"{line}\n")
    with pytest.raises(ValueError, match="bad decision '4HPw"):
        decisions.load(file)


def test_a_draw_is_repeatable_fair_and_without_what_is_taken() -> None:
    sources: dict[str, Player] = {"first": Toy("first", 0), "last": Toy("last", -1)}
    drawn = decisions.draw(sources, seed=3, count=40, taken=[])
    assert drawn == decisions.draw(sources, seed=3, count=40, taken=[])
    assert [d.source for d in drawn].count("first") == 20
    assert all(len(plays) > 1 for plays in plays_of([d.pair for d in drawn]))
    again = decisions.draw(sources, seed=3, count=40, taken=drawn)
    assert not {d[:2] for d in drawn} & {d[:2] for d in again}
    assert len({d[:2] for d in drawn}) == 40


def test_the_sets_that_are_kept_are_whole_and_apart() -> None:
    kept = {name: decisions.load(decisions.file_of(name)) for name in decisions.SETS}
    assert {name: len(found) for name, found in kept.items()} == {
        name: count for name, (_, count) in decisions.SETS.items()
    }
    keys = [decision[:2] for found in kept.values() for decision in found]
    assert len(set(keys)) == len(keys)


def test_a_store_asks_once_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(keys: Sequence[str]) -> list[str]:
        asked.extend(keys)
        return [key.upper() for key in keys]

    file = tmp_path / "folder" / "answers.tsv"
    store.Store(file).complete(["a", "b", "a"], answer, batch=1)
    with file.open("a") as out:
        out.write("c\tha")  # stopped in the middle of a line
    again = store.Store(file)
    again.complete(["b", "c"], answer)
    assert asked == ["a", "b", "c"]
    assert store.Store(file).known == again.known == {"a": "A", "b": "B", "c": "C"}


def test_picks_are_computed_once(tmp_path: Path) -> None:
    asked = some_decisions(30)
    toy = Toy("toy", 0)
    first = picks.picks_of(toy, asked[:20], tmp_path)
    assert picks.picks_of(toy, asked, tmp_path)[:20] == first
    assert toy.asked == 30
    left = [decisions.identity(position) for position in toy.play([d.pair for d in asked[:20]])]
    assert first == left


def test_verdicts_are_computed_once_and_exact_where_the_game_is_over(tmp_path: Path) -> None:
    judge = Pips()
    over = decisions.identity(VARIANT.position("24:1 6:14 / off:15"))
    on = decisions.identity(VARIANT.position("6:2 / 1:1"))
    found = judges.verdicts_of(judge, [over, on, on], tmp_path)
    assert found == {over: 3.0, on: 0.11}
    assert judges.verdicts_of(judge, [on], tmp_path) == {on: 0.11}
    assert judge.asked == 1


def test_losses_are_counted_from_what_the_judge_would_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(losses, "picks_of", lambda p, asked: picks.picks_of(p, asked, tmp_path))
    monkeypatch.setattr(
        losses, "verdicts_of", lambda j, found: judges.verdicts_of(j, found, tmp_path)
    )
    judge, asked = Pips(), some_decisions(40)
    same, other = Toy("same", 0), Toy("other", -1)
    table = losses.table_of(judge, [other, same], asked)
    assert not table.losses["same"].any()
    lost = [
        10 * (mine.pips[1] - best.pips[1] - mine.pips[0] + best.pips[0])
        for mine, best in zip(
            other.play([d.pair for d in asked]), same.play([d.pair for d in asked]), strict=True
        )
    ]
    assert table.losses["other"] == pytest.approx(lost)
    rows = dict(table.rows())
    assert rows["other less same"][0] == rows["other"][0]
    assert sum(int(head.split("(")[1][:-1]) for head in table.heads()[1:]) == 40


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=20))
def test_a_mean_has_the_textbook_error(numbers: list[int]) -> None:
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    found = losses.Mean.of(numpy.array(numbers))
    assert found == pytest.approx((mean, math.sqrt(variance / len(numbers))))


def test_a_comparison_is_paired() -> None:
    """What both lose alike does not blur the difference."""
    common = numpy.array([0.0, 100.0, 5.0, 70.0])
    table = losses.Table("judge", numpy.array(["race"] * 4), {"a": common + 1.0, "b": common})
    paired = dict(table.rows())["a less b"]
    assert paired[0] == pytest.approx((1.0, 0.0))
    assert math.isnan(paired[-1].value)  # no decision of that kind
    assert "| a less b | 1.00 ± 0.00 |" in losses.markdown_of(table)
    assert "evaluated by judge" in losses.text_of(table)


def test_a_block_is_put_between_its_marks(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("before\n<!-- x -->\nold\n<!-- end of x -->\nafter\n")
    page.put("x", "new\n", file)
    assert file.read_text() == "before\n<!-- x -->\n\nnew\n\n<!-- end of x -->\nafter\n"
    with pytest.raises(ValueError, match="no marks <!-- y -->"):
        page.put("y", "new", file)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "contact"),
        ("6:5 5:5 4:5 / 6:5 5:5 4:5", "race"),
        ("13:1 6:14 / 11:1 6:14", "race"),
        ("bar:1 6:5 5:5 / 6:2 5:2", "containment"),
        ("24:2 22:2 6:5 5:5 4:1 / 13:2 6:5 5:5 4:3", "back"),
        ("24:1 23:1 22:1 bar:1 6:11 / 13:2 6:5 5:5 4:3", "back"),
        ("6:5 5:5 4:5 / 24:2 23:2 6:5 5:5 4:1", "back"),
    ],
)
def test_kinds_of_positions(text: str, kind: str) -> None:
    assert kind_of(VARIANT.position(text)) == kind


def test_games_are_played_to_the_end_and_nobody_begins_with_a_doublet() -> None:
    openings: list[Pair] = []
    games = [Game(1, stream, mover=stream % 2) for stream in range(30)]
    play_out((Toy("a", 0), Toy("b", -1)), games, lambda pairs: openings.extend(pairs[:30]))
    assert all(game.points and VARIANT.end(game.position) is not None for game in games)
    begun = [pair for pair in openings if pair.raw == VARIANT.start_position.raw]
    assert begun and not any(pair.double for pair in begun)


def test_equal_players_with_exchanged_sides_win_nothing(tmp_path: Path) -> None:
    """Both games of a pair are the same game, seen from both sides."""
    tally = duel.duel((Toy("a", 0), Toy("b", 0)), 1, folder=tmp_path)
    assert tally == (duel.PAIRS, 0, 0)
    assert (tally.per_game, tally.error) == (0.0, 0.0)


def test_a_duel_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "PAIRS", 10)
    players = (Toy("a", 0), Toy("b", -1))
    short = duel.duel(players, 1, folder=tmp_path)
    asked = players[0].asked
    assert duel.duel(players, 1, folder=tmp_path) == short
    assert players[0].asked == asked
    longer = duel.duel(players, 3, folder=tmp_path)
    assert longer.pairs == 30
    assert longer == duel.duel(players, 3, folder=tmp_path / "anew")
    assert longer == short + duel.play_block(players, duel.SEED, 1, duel.PAIRS) + duel.play_block(
        players, duel.SEED, 2, duel.PAIRS
    )


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=30))
def test_a_tally_has_the_textbook_error_over_pairs(points: list[int]) -> None:
    tally = duel.Tally.of(points)
    found = losses.Mean.of(numpy.array(points) / 2)
    assert (tally.per_game, tally.error) == pytest.approx(found, abs=1e-12)


def test_rollouts_compare_plays_that_differ() -> None:
    worth = {"b": 0.1, "x": 0.3, "c": 2.0, "y": 1.0}
    compared = rollouts.Compared.of(["a", "b", "c"], ["a", "x", "y"], worth)
    assert compared.first == pytest.approx([0, 200, 0])
    assert compared.second == pytest.approx([0, 0, 1000])
    _, _, (name, whole, part) = compared.lines(["mine", "theirs"])
    assert name == "mine less theirs"
    assert (whole.value, part.value) == pytest.approx((-800 / 3, -400))


def test_a_rollout_is_read_from_the_screen() -> None:
    begun = "Current Position:\n 0.5 CL +0.000000\n0 games\n"
    done = "Rollout done. Printing final results.\n 0.098 - 0.901 CL -0.797352\n [0.002 CL 0.004]\n"
    assert rollouts.GnubgRoller.read(f"{begun}{done}72 games, dice\n") == -0.797352
    with pytest.raises(RuntimeError, match="no result"):
        rollouts.GnubgRoller.read(begun)


def test_who_rolls_out_is_neither() -> None:
    with pytest.raises(ValueError, match="expected one player of ours and one peer"):
        rollouts.roller_of([Toy("bgsage-1", 0), Toy("gnubg-1", 0)], 1)


def test_paces_are_of_all_players() -> None:
    toys = [Toy("a", 0), Toy("b", 0)]
    found = pace.paces(toys, [decision.pair for decision in some_decisions(25)])
    assert len(found) == 2 and min(found) > 0
    assert [toy.asked for toy in toys] == [26, 26]


@pytest.mark.parametrize("spec", ["ours", "xg2", "sage12"])
def test_unknown_contestants_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="unknown contestant"):
        player_of(spec)


def test_our_players_need_a_net() -> None:
    with pytest.raises(ValueError, match="say which with --net"):
        player_of("ours0")


@pytest.mark.parametrize("plies", [0, 1])
def test_ours_plays_legally(plies: int) -> None:
    dances = Decision(decisions.identity(VARIANT.position(DANCING)), (6, 6), "toys")
    assert legal(player_of(f"ours{plies}", NET), [dances, *some_decisions(10)])


def test_boards_as_sage_has_them() -> None:
    raw = VARIANT.position("bar:1 24:2 6:12 / bar:2 3:13").raw
    (board,) = sage_boards(numpy.frombuffer(raw, numpy.uint8).reshape(1, 64))
    assert board == [2, *[0] * 5, 12, *[0] * 15, -13, 0, 2, 1]


def legal(player: Player, asked: Sequence[Decision]) -> bool:
    pairs = [decision.pair for decision in asked]
    return all(
        any(left_by(final) == left for final in plays)
        for left, plays in zip(player.play(pairs), plays_of(pairs), strict=True)
    )


@needs_sage
@pytest.mark.parametrize("plies", [1, 2])
def test_sage_plays_legally(plies: int) -> None:
    assert legal(Sage(plies), some_decisions(10))


@needs_gnubg
@pytest.mark.parametrize("plies", [0, 1])
def test_gnubg_plays_legally(plies: int) -> None:
    assert legal(Gnubg(plies, processes=2), some_decisions(10))


@needs_gnubg
def test_gnubg_judges_for_the_side_that_has_played() -> None:
    lost = VARIANT.position("6:5 5:5 4:5 / 1:2")
    (equity,) = judges.GnubgJudge(1).equities([lost])
    assert equity == pytest.approx(1 + 2 / 36)  # only 2-1 does not save the gammon


@needs_gnubg
def test_gnubg_says_what_is_wrong() -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        gnubg.Gnubg(1).ask([{"op": "nonsense"}])


def test_a_decision_asks_about_the_position_of_its_id() -> None:
    decision = Decision("4HPwATDgc/ABMA", (3, 1), "toys")
    assert decision.pair == (from_gnubg_id("4HPwATDgc/ABMA").raw, (3, 1))
