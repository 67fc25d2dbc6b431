"""Several games in turn: what follows what, who starts, and what it adds up to."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fullprime
from cli.test_cli import NOT_UNDERSTOOD
from fullprime import (
    Accepted,
    BestOf,
    IllegalAction,
    Match,
    Money,
    Phase,
    Played,
    Points,
    Resigned,
    Result,
    Rolled,
    Settings,
    Variant,
    variants,
)
from fullprime.errors import BadSettings, BadVariant
from fullprime.formats.saved import dump, load
from fullprime.match import Target
from fullprime.protocols import jsonl
from fullprime.series import Series, all_series, read_series
from fullprime.tui import words
from program import run

WHITE, BLACK, NAMES = 0, 1, ("Ann", "Ben")
OWN = "portes,tapa,backgammon+cap5"


def begin(text: str, target: Target | None = None, **options: Any) -> Match:
    series = Series.parse(text)
    rotation = series.rotation(options)
    return Match.start(
        players=NAMES, target=target or Points(series.to), series=series, rotation=rotation
    )


def won(match: Match, winner: int, multiple: int = 1) -> Match:
    """The current game is resigned by the loser as soon as it is his turn."""
    loser = 1 - winner
    while match.game.phase is Phase.OPENING:
        match = match.apply(Rolled((2, 1)) if loser == 0 else Rolled((1, 2)))
    while match.game.turn != loser:
        plays = match.game.plays
        match = match.apply(Played.of(plays[0]) if plays else Rolled((2, 1)))
    return match.apply(Resigned(multiple)).apply(Accepted())


def ended(match: Match, result: Result) -> Match:
    """The current game has ended like that, by whatever play."""
    game = msgspec.structs.replace(match.game, phase=Phase.OVER, result=result)
    return msgspec.structs.replace(match, games=(*match.games[:-1], game))


def drawn(match: Match) -> Match:
    return ended(match, Result(None, 0, 0, "lock"))


def state(match: Match) -> tuple[str, int | None]:
    """The game being played and its starter; None: the opening throw comes first."""
    starter = None if match.game.phase is Phase.OPENING else match.game.turn
    return match.variant.id, starter


# The usual series --------------------------------------------------------------------------------


@pytest.mark.rule("VAR-TAVLI")
def test_tavli_to_five() -> None:
    match = begin("tavli")
    assert (match.target, state(match)) == (Points(5), ("portes", None))
    match = won(match, WHITE, 2)
    assert match.score == (2, 0)
    match = match.next_game()
    assert state(match) == ("plakoto", WHITE)
    match = won(match, BLACK, 2)
    assert match.score == (2, 2)
    match = match.next_game()
    assert state(match) == ("fevga", BLACK)
    match = won(match, BLACK, 1)
    assert match.score == (2, 3)
    match = match.next_game()
    assert state(match) == ("portes", BLACK)
    match = won(match, WHITE, 2)
    assert match.score == (4, 3)
    match = match.next_game()
    assert state(match) == ("plakoto", WHITE)
    match = drawn(match)
    assert (match.score, match.winner) == ((4, 3), None)
    match = match.next_game()
    assert state(match) == ("fevga", WHITE)
    match = won(match, BLACK, 2)
    assert (match.score, match.winner) == ((4, 5), BLACK)
    assert match.scores == ((2, 0), (2, 2), (2, 3), (4, 3), (4, 3), (4, 5))
    # Only the first game has an opening throw; it was Black who threw the higher number.
    assert match.starters == (BLACK, WHITE, BLACK, BLACK, WHITE, WHITE)
    with pytest.raises(IllegalAction, match="Ben has won the match"):
        match.next_game()


@pytest.mark.rule("VAR-TAVLI", "VAR-SCORE2")
def test_tavli_has_neither_cube_nor_crawford_nor_triple_games() -> None:
    match = begin("tavli", Points(3))
    for winner in (WHITE, BLACK, WHITE):
        assert not match.game.stakes.cube and not match.game.stakes.crawford
        opened = match if match.game.actor is not None else match.apply(Rolled((2, 1)))
        assert opened.game.verbs == ("roll", "resign")
        with pytest.raises(IllegalAction, match="STD-WIN-6"):
            opened.apply(Resigned(3))
        match = won(match, winner).next_game()
    assert (match.score, state(match)) == ((2, 1), ("portes", WHITE))


@pytest.mark.rule("VAR-TAVLI")
def test_a_draw_before_anybody_has_won_asks_for_a_new_throw() -> None:
    match = drawn(begin("tavli")).next_game()
    assert (match.score, state(match)) == ((0, 0), ("plakoto", None))
    match = match.apply(Rolled((2, 6)))
    assert state(match) == ("plakoto", BLACK)
    assert match.game.phase is Phase.TO_ROLL  # and rolls both dice


@pytest.mark.rule("VAR-BALKAN")
@pytest.mark.parametrize("target", [5, 7])
def test_balkan(target: int) -> None:
    match = begin("balkan", Points(target))
    assert state(match) == ("backgammon", None)
    match = won(match, WHITE, 2)
    assert match.score == (2, 0)
    match = match.next_game()
    assert state(match) == ("gul_bara", WHITE)
    match = won(match, BLACK, 1)
    assert match.score == (2, 1)
    match = match.next_game()
    assert state(match) == ("tapa", BLACK)
    match = won(match, BLACK, 2)
    assert match.score == (2, 3)
    match = match.next_game()
    assert state(match) == ("backgammon", BLACK)
    match = won(match, BLACK, 2)
    assert match.score == (2, 5)
    if target == 5:
        assert match.winner == BLACK
    else:
        assert match.winner is None
        assert state(match.next_game()) == ("gul_bara", BLACK)


@pytest.mark.rule("VAR-BALKAN", "VAR-START")
def test_the_straight_game_of_the_balkans() -> None:
    opened = begin("balkan").apply(Rolled((6, 1)))
    assert (opened.game.phase, opened.game.turn) == (Phase.TO_ROLL, WHITE)  # both dice afresh
    assert opened.game.verbs == ("roll", "resign")
    with pytest.raises(IllegalAction, match="STD-WIN-6"):
        opened.apply(Resigned(3))
    western = begin("balkan", western_first_game=True).apply(Rolled((6, 1)))
    assert (western.game.phase, western.game.verbs) == (Phase.TO_ROLL, ("roll", "resign"))
    triple = western.apply(Resigned(3)).apply(Accepted())
    assert triple.score == (0, 3)
    assert state(triple.next_game()) == ("gul_bara", BLACK)


def test_every_series_is_well_made() -> None:
    names = {name for variant in variants() for name in (variant.id, *variant.aliases)}
    for series in all_series():
        assert series.name and series.summary.endswith(".")
        for name in (series.id, *series.aliases):
            assert Series.load(name.upper()) == Series.parse(f" {name} ") == series
            assert name not in names, "a game and a series of one name"
        for option in (None, *series.options):
            rotation = series.rotation({option: True} if option else None)
            assert {variant.starter for variant in rotation} == {"previous_winner"}
        assert set(series.options) <= set(series.summaries)


def test_no_series_is_named_in_the_source() -> None:
    """Series are data: the program would play another one just as well."""
    for file in Path(fullprime.__file__).parent.rglob("*.py"):
        found = {*re.findall(r"\w+", file.read_text(encoding="utf-8"))}
        assert not found & {series.id for series in all_series()}, file


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('name = "X"', "missing required field `games`"),
        ('name = "X"\ngames = []', "length >= 1"),
        ('name = "X"\ngames = ["portes"]\nto = 0', "$.to"),
        ('name = "X"\ngames = ["portes"]\nwings = 2', "unknown field `wings`"),
        ('name = "X"\ngames = ["portes"]\n[options.o]\nsummary = ""', "field `games`"),
        ("name = ", "series file x.toml: "),
    ],
)
def test_bad_series_files(text: str, fault: str) -> None:
    with pytest.raises(BadVariant, match=r"series file x\.toml") as caught:
        read_series("x", text.encode())
    assert fault in str(caught.value)


def test_unknown_series() -> None:
    with pytest.raises(BadVariant, match=r"unknown series 'tavly', .* did you mean 'tavli'"):
        Series.load("tavly")


# Series of one's own -----------------------------------------------------------------------------


def test_games_follow_in_their_order_and_wrap_around() -> None:
    match = begin(OWN, Points(20))
    seen = []
    for winner in (WHITE, BLACK, BLACK, WHITE, WHITE, BLACK, WHITE):
        seen.append(state(match))
        match = won(match, winner).next_game()
    assert seen == [
        ("portes", None), ("tapa", WHITE), ("backgammon", None), ("portes", BLACK),
        ("tapa", WHITE), ("backgammon", None), ("portes", BLACK),
    ]  # fmt: skip
    assert [game.variant.cap for game in match.games[:4]] == [0, 0, 5, 0]
    assert match.series is None


def test_one_variant_is_a_rotation_of_one() -> None:
    variant = Variant.load("tapa")
    match = Match.start(target=Points(5), variant=variant)
    assert match.rotation == (variant,)
    assert match.variant == match.next_variant == won(match, WHITE).next_game().variant == variant
    assert Match.start(target=Points(5), series=Series.parse("tapa")) == match
    assert Match.start(target=Points(5)).rotation == (Variant.load(),)


def test_options_behind_a_game_and_for_all_games() -> None:
    listed = Series.parse("backgammon+bulgarian+score=3, Standard+cap5=false,tapa").rotation()
    assert [variant.id for variant in listed] == ["backgammon", "backgammon", "tapa"]
    assert [variant.score for variant in listed] == [3, 3, 2]
    assert [variant.cube for variant in listed] == [False, True, False]
    capped = Series.parse("portes,tapa,backgammon").rotation({"cap5": True})
    assert [variant.cap for variant in capped] == [5, 0, 5]  # a game that has no such rule
    both = Series.load("balkan").rotation({"western_first_game": True, "bear_off": "exact"})
    assert (both[0].score, both[2].bear_off) == (3, "exact")
    plain = Series.load("balkan").rotation({"western_first_game": False})
    assert plain == Series.load("balkan").rotation()


@pytest.mark.parametrize(
    ("text", "options", "fault"),
    [
        (
            "portes,plakotto",
            {},
            "the list 'portes,plakotto': unknown variant 'plakotto'; did you",
        ),
        ("portes,", {}, "the list 'portes,': unknown variant ''"),
        (",", {}, "the list ',': unknown variant ''"),
        ("", {}, "unknown variant ''"),
        ("portes,tavli", {}, "the list 'portes,tavli': tavli is a series of games"),
        ("balkna", {}, "unknown variant 'balkna'; did you mean 'balkan'"),
        ("x" * 5000 + ",portes", {}, r"\(5007 characters\)"),
        ("portes,tapa+cap5", {}, "unknown option of tapa 'cap5'"),
        ("portes+,tapa", {}, "unknown option of portes ''"),
        ("portes,tapa", {"cap6": True}, "unknown option of portes,tapa 'cap6', .*'cap5'"),
        ("tavli", {"western_first_game": True}, "unknown option of tavli 'western_first_game'"),
        ("balkan", {"western_first_game": 3}, "expected true or false, got 3"),
        ("nowhere.toml", {}, "nowhere.toml: cannot be read"),
    ],
)
def test_bad_lists(text: str, options: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadVariant, match=fault) as caught:
        Series.parse(text).rotation(options)
    assert len(str(caught.value)) < 1000


def test_own_files_in_a_list(tmp_path: Path) -> None:
    folder = tmp_path / "c++"
    folder.mkdir()
    file = folder / "five.toml"
    file.write_text('name = "Five"\nstart = "24:2 23:2 22:1"\ncheckers = 5\n', encoding="utf-8")
    rotation = Series.parse(f"portes,{file},{file}+cap5").rotation()
    assert [(variant.id, variant.cap) for variant in rotation] == [
        ("portes", 0), ("five", 0), ("five", 5),
    ]  # fmt: skip


# The match ---------------------------------------------------------------------------------------


@pytest.mark.rule("OPT-CRAWFORD")
def test_the_crawford_game_is_the_first_with_a_cube() -> None:
    match = begin("backgammon,portes", Points(3))
    assert match.game.stakes.cube and not match.game.stakes.crawford
    match = won(match, WHITE, 2).next_game()
    assert (match.score, match.variant.id) == ((2, 0), "portes")
    assert not match.game.stakes.cube and not match.game.stakes.crawford
    match = won(match, BLACK).next_game()
    assert match.game.stakes.cube and match.game.stakes.crawford
    match = won(won(match, BLACK).next_game(), WHITE)
    assert match.winner == WHITE


@pytest.mark.parametrize(
    ("games", "target", "chosen", "faults"),
    [
        ("backgammon,portes", Points(5), {"cube": True}, ["Portes is played without the cube"]),
        ("portes,tapa,portes", Points(5), {"cube": True}, ["Portes is", "Tapa is"]),
        ("tavli", Points(5), {"crawford": True}, ["Crawford: needs the cube"] * 3),
        ("portes,tapa", Money(), {"jacoby": True}, ["Jacoby: needs the cube"] * 2),
        ("backgammon,portes", Points(5), {"jacoby": True}, ["Jacoby: only in money play"]),
    ],
)
def test_settings_are_looked_at_for_every_game(
    games: str, target: Target, chosen: dict[str, Any], faults: Sequence[str]
) -> None:
    with pytest.raises(BadSettings) as caught:
        Match.start(target=target, settings=Settings(**chosen), series=Series.parse(games))
    told = str(caught.value).partition("together: ")[2].split("; ")
    assert len(told) == len(faults)
    assert all(fault in text for fault, text in zip(faults, told, strict=True))
    house = Settings(**chosen, house_rules=True)
    assert Match.start(target=target, settings=house, series=Series.parse(games))


def test_rules_of_the_cube_hold_where_there_is_one() -> None:
    chosen = Settings(jacoby=True, beavers=1)
    match = Match.start(target=Money(), settings=chosen, series=Series.parse("backgammon,portes"))
    assert match.game.stakes.cube and match.game.stakes.jacoby
    match = won(match, WHITE).next_game()
    assert not match.game.stakes.cube


def test_best_of_and_money_go_through_the_games_too() -> None:
    match = begin("tavli", BestOf(3))
    match = won(match, WHITE, 2).next_game()
    assert (match.score, match.variant.id) == ((1, 0), "plakoto")
    assert won(match, WHITE, 2).winner == WHITE
    match = begin("tavli", Money(Decimal(2)))
    match = won(won(match, WHITE, 2).next_game(), BLACK).next_game()
    assert (match.score, match.balance, state(match)) == ((2, 1), Decimal(2), ("fevga", BLACK))


results = st.lists(st.tuples(st.sampled_from([WHITE, BLACK, None]), st.integers(1, 2)), max_size=12)
games = st.lists(st.sampled_from(["backgammon", "portes", "tapa", "fevga"]), min_size=1, max_size=4)


@given(games, results)
def test_score_and_starter_follow_from_the_results(
    names: list[str], happened: list[tuple[int | None, int]]
) -> None:
    match = begin(",".join(names), Points(99))
    totals, last = [0, 0], None
    for number, (winner, points) in enumerate(happened, 1):
        if winner is None:
            match = drawn(match)
        else:
            match = ended(match, Result(winner, points, points, "bearing off"))
            totals[winner] += points
            last = winner
        assert match.score == tuple(totals)
        name = names[number % len(names)]
        starter = None if name == "backgammon" else last
        assert (match.next_variant.id, match.next_starter) == (name, starter)
        match = match.next_game()
        assert state(match) == (name, starter)
        assert match.starters[-1] == starter
    assert len(match.games) == len(happened) + 1


def test_the_starter_is_whoever_won_the_throw() -> None:
    match = begin("portes")
    assert match.starters == (None,)
    match = match.apply(Rolled((3, 3)))
    assert match.starters == (None,)
    match = match.apply(Rolled((3, 5))).apply(Rolled((6, 1)))
    assert match.starters == (BLACK,)


# Saving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "name"),
    [
        ("tavli", {}, "tavli"),
        ("balkan", {"western_first_game": True}, "balkan"),
        (OWN, {}, None),
        ("tapa", {}, None),
        ("portes,fevga", {"cap5": True}, None),
    ],
)
def test_a_series_reads_back(text: str, options: dict[str, Any], name: str | None) -> None:
    match = begin(text, Points(9), **options)
    for winner in (WHITE, BLACK, WHITE, WHITE):
        match = won(match, winner).next_game()
    saved = json.loads(dump(match))
    assert saved["series"] == name
    assert [set(entry) for entry in saved["rotation"]] == [{"variant", "options"}] * len(
        match.rotation
    )
    again, _ = load(dump(match))
    assert again == match
    assert (again.score, state(again)) == (match.score, state(match))


# The terminal and the command --------------------------------------------------------------------


def test_the_table_names_series_and_game() -> None:
    match = begin("tavli")
    assert words.header(match, NAMES) == "Tavli, match to 5, game 1, Portes: Ann 0, Ben 0."
    undecided = words.coming(drawn(match), NAMES)
    assert undecided == "Next: Plakoto; the opening throw decides who starts."
    match = won(match, WHITE, 2)
    assert words.standing(match, NAMES) == "Score: Ann 2, Ben 0."
    assert words.coming(match, NAMES) == "Next: Plakoto; Ann starts."
    header = words.header(match.next_game(), NAMES)
    assert header == "Tavli, match to 5, game 2, Plakoto: Ann 2, Ben 0."
    own = words.header(begin(OWN), NAMES)
    assert own == "Series, match to 5, game 1, Portes: Ann 0, Ben 0."
    assert words.header(begin("tapa"), NAMES) == "Tapa, match to 5, game 1: Ann 0, Ben 0."


def test_the_rules_of_a_series() -> None:
    match = begin("balkan", western_first_game=True)
    listed = [line.split(None, 1) for line in words.rules_lines(match, 80)]
    assert listed[:3] == [
        ["Series", "Balkan: Backgammon, Gul bara, Tapa"],
        ["Game", "Backgammon, bulgarian, score=3"],
        ["Played", "match to 5"],
    ]
    assert words.rules_lines(begin("tapa"), 80)[0].split() == ["Game", "Tapa"]


def test_the_games_of_a_match() -> None:
    match = won(drawn(won(begin("tavli"), BLACK, 2).next_game()).next_game(), WHITE)
    match = won(won(match.next_game(), WHITE, 2).next_game(), WHITE, 2)
    assert words.games_lines(match, NAMES, 80) == [
        "No  Game     Starts  Wins   Points  Score",
        "1   Portes   Ann     Ben    2       0-2",
        "2   Plakoto  Ben     drawn  0       0-2",
        "3   Fevga    Ben     Ann    1       1-2",
        "4   Portes   Ann     Ann    2       3-2",
        "5   Plakoto  Ann     Ann    2       5-2",
    ]
    for width in (40, 50, 79):
        lines = words.games_lines(match, ("A" * 20, "B" * 20), width)
        assert max(map(len, lines)) <= width
        assert len({*map(len, lines[1:])}) == 1


@pytest.mark.parametrize("arguments", [["tavli"], ["balkan", "--match", "3"], [OWN]])
def test_two_bots_play_a_series_to_the_end(arguments: list[str], tmp_path: Path) -> None:
    bots = ["--bots", "--plies", "0", "--seed", "1"]
    done = run("play", *bots, "--variant", *arguments, home=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    match, _ = load(next((tmp_path / "matches").iterdir()).read_bytes())
    assert match.winner is not None
    players = (match.players[0], match.players[1])
    assert lines[-len(match.games) - 2 : -1] == words.games_lines(match, players, 80)
    assert lines[-1].startswith(f"{players[match.winner]} wins the match ")
    assert sum(line.startswith("Next: ") for line in lines) == len(match.games) - 1
    assert match.target == Points(3 if "--match" in arguments else 5)


def test_a_series_is_left_and_resumed(tmp_path: Path) -> None:
    chosen = ["--variant", "balkan", "--option", "western_first_game", "--match", "7"]
    run("play", *chosen, "--seed", "5", stdin="quit\n", home=tmp_path)
    again = run("play", "--resume", stdin="rules\nquit\n", home=tmp_path)
    assert "Balkan, match to 7, game 1, Backgammon" in again.stdout
    assert "Backgammon, bulgarian, score=3" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["portes,plakotto"], "the list 'portes,plakotto': unknown variant 'plakotto'"),
        (["tavly"], "unknown variant 'tavly'"),
        (["tavli", "--option", "western_first_game"], "unknown option of tavli"),
        (["balkan", "--cube"], "Backgammon (bulgarian) is played without the cube"),
        (["portes,tapa", "--crawford"], "Crawford: needs the cube"),
    ],
)
def test_series_that_are_refused(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("play", "--variant", *arguments, home=tmp_path)
    assert done.returncode == NOT_UNDERSTOOD
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_info_lists_the_series() -> None:
    listed = jsonl.answer(b'{"id":1,"op":"info"}')
    assert list(listed) == ["id", "version", "nets", "variants", "series"]
    assert [series["id"] for series in listed["series"]] == ["tavli", "balkan"]
    assert listed["series"][0]["games"] == ["portes", "plakoto", "fevga"]
    assert listed["series"][0]["to"] == 5
    assert list(listed["series"][1]["options"]) == ["western_first_game"]
    told = run("info").stdout
    assert "\n  games    portes, plakoto, fevga; to 5\n" in told
    assert "\n  --option western_first_game  " in told
