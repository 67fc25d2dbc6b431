"""Chances to win matches without a cube, from how their games end; and plays that follow them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime import Match, MatchEquity, Stakes, Variant
from fullprime.analysis.question import Question
from fullprime.cli import cli
from fullprime.engine import Engine
from fullprime.engine.result_values import equity_worths, worth_of
from fullprime.engine.rollout_result import Terms
from fullprime.errors import FullprimeError
from fullprime.game import Game
from fullprime.game_statistics import GameStatistics, Lengths
from fullprime.match import BestOf, Settings
from fullprime.series import all_series, game_text
from fullprime.series_equity import (
    LONGEST,
    GameRates,
    SeriesEquity,
    equity_after,
    series_equity,
    table_for,
)

PORTES = GameRates((0.37, 0.15, 0.0), (0.34, 0.14, 0.0), 0.0)
PLAKOTO = GameRates((0.24, 0.28, 0.0), (0.22, 0.25, 0.0), 0.01)
FEVGA = GameRates((0.41, 0.11, 0.0), (0.39, 0.09, 0.0), 0.0, winner_starts=False)
TAVLI = SeriesEquity([PORTES, PLAKOTO, FEVGA])


@st.composite
def rates(draw: st.DrawFn, drawn: int = 30) -> GameRates:
    """Any game; draws are rare."""
    weights = [draw(st.integers(1, 100)) for _ in range(6)]
    weights.append(draw(st.integers(0, drawn)))
    shares = [weight / sum(weights) for weight in weights]
    won, lost = (shares[0], shares[1], shares[2]), (shares[3], shares[4], shares[5])
    return GameRates(won, lost, shares[6], draw(st.booleans()))


def brute(games: Sequence[GameRates], mine: int, theirs: int, starts: bool, game: int = 0) -> float:
    """By following every way that a match without draws can go."""
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    rates, found = games[game % len(games)], 0.0
    mine_first, theirs_first = (rates.won, rates.lost) if starts else (rates.lost, rates.won)
    following = games[(game + 1) % len(games)]
    for points, (won, lost) in enumerate(zip(mine_first, theirs_first, strict=True), 1):
        for chance, a, b, i_won in (
            (won, mine - points, theirs, True),
            (lost, mine, theirs - points, False),
        ):
            starters = [i_won] if following.winner_starts else [True, False]
            after = [brute(games, a, b, starter, game + 1) for starter in starters]
            found += chance * sum(after) / len(after)
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(rates(drawn=0), min_size=1, max_size=3), st.integers(1, 3), st.integers(1, 3))
def test_the_chances_are_those_of_every_way_a_match_can_go(
    games: list[GameRates], mine: int, theirs: int
) -> None:
    found = SeriesEquity(games).chance(mine, theirs, won_last=None)
    known = (brute(games, mine, theirs, True) + brute(games, mine, theirs, False)) / 2
    assert found == pytest.approx(known, abs=1e-12)
    if games[0].winner_starts:
        started = SeriesEquity(games).chance(mine, theirs, won_last=True)
        assert started == pytest.approx(brute(games, mine, theirs, True), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.lists(rates(), min_size=1, max_size=3), st.integers(0, 2))
def test_even_scores_are_even_and_more_points_never_help_less(
    games: list[GameRates], game: int
) -> None:
    equity, needs = SeriesEquity(games), range(1, 8)
    for n in needs:
        assert equity.chance(n, n, game=game) == pytest.approx(0.5, abs=1e-12)
    for mine, theirs in product(needs, needs):
        both = equity.chance(mine, theirs, game=game) + equity.chance(theirs, mine, game=game)
        assert both == pytest.approx(1.0, abs=1e-12)
        lower = equity.chance(mine + 1, theirs, won_last=True, game=game)
        assert lower <= equity.chance(mine, theirs, won_last=True, game=game) + 1e-12


def test_draws_are_played_again_with_the_next_game() -> None:
    """At one point each: a game that is always drawn leads to one that the starter always wins."""
    drawn = GameRates((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0)
    sure = GameRates((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
    equity = SeriesEquity([drawn, sure])
    assert equity.chance(1, 1, won_last=True) == 1.0
    assert equity.chance(1, 1, won_last=False) == 0.0
    half = GameRates((0.25, 0.0, 0.0), (0.25, 0.0, 0.0), 0.5)
    assert SeriesEquity([half]).chance(1, 2, won_last=True) == pytest.approx(Fraction(3, 4))


def test_the_next_game_matters_and_so_does_who_starts_it() -> None:
    before_plakoto, before_fevga = (TAVLI.chance(2, 1, game=game) for game in (1, 2))
    assert before_plakoto > before_fevga, "doubles are frequent in the one and rare in the other"
    assert TAVLI.chance(2, 2, won_last=True) > 0.5 > TAVLI.chance(2, 2, won_last=False)
    assert TAVLI.chance(0, 3) == 1.0 and TAVLI.chance(3, -1) == 0.0
    with pytest.raises(FullprimeError, match=f"at most {LONGEST}"):
        TAVLI.chance(LONGEST + 1, 1)


def test_a_longer_match_gives_the_same_chances() -> None:
    one, other = SeriesEquity([PORTES, FEVGA]), SeriesEquity([PORTES, FEVGA])
    one.chance(9, 9)
    assert [one.chance(2, n) for n in range(1, 6)] == [other.chance(2, n) for n in range(1, 6)]


# From the statistics ------------------------------------------------------------------------------


def measured(variant: str, starter: tuple[int, int, int], other: tuple[int, int, int]) -> Any:
    """Statistics of a thousand games."""
    games = sum(starter) + sum(other)
    lengths = Lengths(50.0, 10.0, 50, 20, 90)
    return GameStatistics(variant, "net", "2026-01-01", 1, games, starter, other, 0, lengths, ())


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of Tavli and the straight game, as if they had been measured so."""
    found = {
        "portes": measured("portes", (380, 140, 0), (350, 130, 0)),
        "plakoto": measured("plakoto", (240, 280, 0), (220, 260, 0)),
        "fevga": measured("fevga", (420, 100, 0), (390, 90, 0)),
        "backgammon": measured("backgammon", (400, 110, 10), (370, 100, 10)),
    }
    monkeypatch.setattr("fullprime.series_equity.statistics_of", found.get)
    series_equity.cache_clear()
    yield
    series_equity.cache_clear()


@pytest.mark.usefixtures("known")
def test_rates_count_as_the_game_does() -> None:
    straight = Variant.load("backgammon", {"bulgarian": True})
    found = GameRates.of(straight)
    assert found == GameRates((0.4, 0.12, 0.0), (0.37, 0.11, 0.0), 0.0, winner_starts=True)
    assert GameRates.of(straight, flat=True) == GameRates((0.52, 0, 0), (0.48, 0, 0), 0.0, True)
    assert GameRates.of(Variant.load("backgammon", {"cap5": True})) is None, "plays differ"
    assert GameRates.of(Variant.load("tapa")) is None
    own = msgspec.structs.replace(straight, id="mine")
    assert GameRates.of(own) is None and game_text(own) is None


@pytest.mark.usefixtures("known")
def test_a_match_knows_what_follows() -> None:
    match = Match.start(series="tavli", target=5)
    assert match.game.stakes.follows == ("plakoto", "fevga", "portes")
    assert Match.start("plakoto", target=BestOf(5)).game.stakes.follows == ("plakoto",)
    assert Match.start("backgammon", target=5).game.stakes.follows == ()
    assert Match.start(series="tavli").game.stakes.follows == (), "for money nothing follows"
    cubeless = Match.start("backgammon", target=5, settings=Settings(cube=False))
    assert cubeless.game.stakes.follows == ("backgammon",)
    straight = Match.start(series="balkan", target=5)
    assert straight.game.stakes.follows == ("gul_bara", "tapa", "backgammon+bulgarian=True")
    assert equity_after(straight.game.stakes) is None, "Tapa was not measured here"


def test_every_series_has_match_equities() -> None:
    """Of games without a cube, from what was measured."""
    for series in all_series():
        stakes = Match.start(series=series, target=5).game.stakes
        found = equity_after(stakes)
        assert found, f"{series.name}: one of its games is not measured"
        chances = [found.chance(needed, 3) for needed in range(1, 6)]
        assert chances == sorted(chances, reverse=True)


def test_a_game_with_a_cube_has_its_own_table() -> None:
    own, default = MatchEquity.load("fullprime-hypergammon"), MatchEquity.load()
    stakes = Match.start("hypergammon", target=5).game.stakes
    assert stakes.cube and stakes.follows == ("hypergammon",)
    assert equity_after(stakes) is None and table_for(stakes) is own
    assert worth_of(2, stakes, 0) == own.chance(3, 5) != default.chance(3, 5)
    assert worth_of(2, stakes, 0, default) == default.chance(3, 5)
    asked = Question.about(variant="hypergammon", stakes={"away": (3, 5)})
    assert table_for(asked.stakes) is own
    assert Terms.for_wager(asked.wager).table == own.name
    assert table_for(Match.start("backgammon", target=5).game.stakes) is default
    with_option = Match.start(
        Variant.load("hypergammon", {"no_hit_and_run": True}), target=5
    ).game.stakes
    assert table_for(with_option) is own, "also with its options"
    assert (
        table_for(Match.start(Variant.load("backgammon", {"cap5": True}), target=5).game.stakes)
        is default
    )
    mixed = Match.start("hypergammon,backgammon", target=5).game.stakes
    assert mixed.follows == () and table_for(mixed) is default


@pytest.mark.usefixtures("known")
def test_results_are_worth_what_the_series_says() -> None:
    stakes = Stakes(cube=False, away=(4, 1), follows=("plakoto", "fevga", "portes"))
    series = equity_after(stakes)
    assert series is not None
    assert worth_of(2, stakes, 0) == series.chance(2, 1, won_last=True)
    assert worth_of(-1, stakes, 0) == 0.0 and worth_of(1, stakes, 1) == 1.0
    worths = equity_worths(stakes)
    assert worths[0] == 1.0 < worths[1] and worths[3:] == [-1.0, -1.0, -1.0]
    assert equity_worths(stakes, seat=1)[:3] == [1.0, 1.0, 1.0]


def portes(mine: int, theirs: int) -> Game:
    """4-4 to play: to hit both checkers for a double win, or to build the prime in safety."""
    variant = Variant.load("portes")
    stakes = Stakes(cube=False, away=(mine, theirs), follows=("plakoto", "fevga", "portes"))
    text = "13:2 8:2 7:2 6:3 5:2 4:2 3:2 / 24:1 23:1 13:4 8:3 6:4 4:2"
    game = Game.start(variant, stakes, starter=0)
    board = variant.position(text)
    return msgspec.structs.replace(game, position=board, rolls=(3, 3)).apply("roll 4-4")


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("plies", [0, 2])
def test_the_play_follows_the_score(plies: int) -> None:
    """Behind, a double win is worth the risk of a shot; who needs one point takes none."""
    engine = Engine(plies=plies)
    for behind in (portes(2, 1), portes(4, 1)):
        assert engine.choose(behind) == behind.read("13/9 6/2* 5/1*(2)")
    ahead = portes(1, 4)
    assert engine.choose(ahead) == ahead.read("13/5(2)")


@pytest.mark.usefixtures("known")
def test_the_table_of_a_series() -> None:
    shown = CliRunner().invoke(cli, ["met", "--variant", "tavli", "--length", "3"])
    lines = shown.stdout.splitlines()
    assert lines[0] == "Tavli: chances to win the match before Portes, in per cent"
    assert lines[-3].split()[:2] == ["1", "50.0"]
    found = CliRunner().invoke(cli, ["met", "--variant", "tavli", "--json"]).stdout
    table = msgspec.json.decode(found)
    assert table["games"] == ["portes", "plakoto", "fevga"] and len(table["before"]) == 5


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--variant", "tapa"], "how its games end was not measured yet"),
        (["--variant", "backgammon"], "Backgammon has a cube"),
        (["mine.toml", "--variant", "tavli"], "choose a table or --variant"),
    ],
)
def test_tables_that_there_are_not(arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(cli, ["met", *arguments])
    assert done.exit_code != 0 and told in done.output + str(done.exception)
