"""What is written as match text comes back, but for what the writer says is lost."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import msgspec
import pytest

from fullprime import Match, Money, Settings, load
from fullprime.action import Accepted, Arranged, Declined, Doubled, Resigned, Rolled, Took
from fullprime.errors import BadFile
from fullprime.formats.match_file import dump, save, sniff
from fullprime.game import Game
from fullprime.match import BestOf, Points, SetUp
from fullprime.notes import Analysis, Note
from random_matches import random_match

FORMATS = ("mat", "xg_text")
SAMPLES = Path(__file__).parents[1] / "data" / "matches"
FEW, MANY = (*range(15), 24), range(15, 1000)
"""The last game of match 24 ends with a forced roll that is resigned."""
FORCED_ROLL = "A roll that can be played in one way only is not kept where a player resigns it."


def comes_back(match: Match, name: str) -> None:
    written = dump(match, name)
    kept = without_forced_rolls(match)
    assert written.losses == (() if kept == match else (FORCED_ROLL,))
    assert load(written.data) == kept


def without_forced_rolls(match: Match) -> Match:
    """Without rolls that left no choice and were resigned, which GNU Backgammon would play."""
    games = tuple(map(_without_forced_roll, match.games))
    return msgspec.structs.replace(match, games=games)


def _without_forced_roll(game: Game) -> Game:
    if [type(action) for action in game.log[-3:]] != [Rolled, Resigned, Accepted]:
        return game
    start = game.begun
    assert start is not None
    before = reduce(Game.apply, game.log[:-3], start)
    plays = before.apply(game.log[-3]).plays
    if len(plays) != 1 or not plays[0].steps:
        return game
    return reduce(Game.apply, game.log[-2:], before)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", FEW)
def test_random_matches_come_back(seed: int, name: str) -> None:
    comes_back(random_match(seed), name)


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_a_thousand_matches_come_back(name: str) -> None:
    for seed in MANY:
        comes_back(random_match(seed), name)


def started(**given: object) -> Match:
    match = Match.start(players=("Ann", "Ben"), **given)  # type: ignore[arg-type]
    return match.apply("31").apply("8/5 6/5")


def test_the_plain_manner() -> None:
    match = started(target=Points(5)).apply("65").apply("24/13")
    text = dump(match, "mat").data.decode()
    assert "\n 5 point match\n\n Game 1\n Ann : 0                        Ben : 0\n" in text
    assert text.endswith("  1) 31: 8/5 6/5                 65: 24/18 18/13\n\n")


def test_long_cells_do_not_touch() -> None:
    text = dump(random_match(0), "mat").data.decode()
    assert "  2) 11: 24/23* 23/22 22/21 21/20 55: 25/20" in text


def test_the_manner_of_xg() -> None:
    match = started(target=Points(5)).apply("22").apply("24/22(2) 13/11(2)").apply(Doubled())
    data = dump(match, "xg_text").data
    assert data.startswith(b'\xef\xbb\xbf; [Player 1 "Ben"]\r\n; [Player 2 "Ann"]\r\n')
    assert b"  1) 31: 8/5 6/5                       22: 24/22(2) 13/11(2)" in data
    assert b"  2)  Doubles => 2 " in data


def test_xg_text_is_known_by_its_words() -> None:
    match = random_match(4)
    found = sniff(dump(match, "xg_text").data)
    assert found is not None and found.name == "xg_text"
    found = sniff(dump(match, "mat").data)
    assert found is not None and found.name == "mat"


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    match = started(target=Points(5))
    for name in ("match.mat", "match.txt"):
        assert save(match, tmp_path / name) == ()
        assert load(tmp_path / name) == match


def test_comments_come_back_below_their_row() -> None:
    match = started(target=Points(5)).apply("65").apply("24/13")
    notes = match.notes.comment("A match.\nTwo lines.").comment("A game.", 0)
    notes = notes.comment("A play.", 0, 3)
    match = msgspec.structs.replace(match, notes=notes)
    written = dump(match, "mat")
    assert any("Comments" in loss for loss in written.losses)
    assert load(written.data) == match


def test_what_is_known_about_a_match_comes_back() -> None:
    about = {
        "event": "Open", "date": "2026-11-18", "time": "09:30", "rating_1": "1702.5",
        "experience_1": "30", "annotator": "Ann", "Remark": "windy",
    }  # fmt: skip
    match = started(target=Points(5))
    match = msgspec.structs.replace(match, notes=msgspec.structs.replace(match.notes, about=about))
    for name in FORMATS:
        comes_back(match, name)


BOARD = "24:2 13:5 8:3 6:5 / 24:1 13:6 8:3 6:5"


@pytest.mark.parametrize(
    "set_up",
    [
        SetUp(position=BOARD, starter=1, cube=4, owner=0),
        SetUp(position=BOARD, starter=0, cube=2, owner=1, score=(2, 1)),
        SetUp(score=(4, 2), crawford=True),
        SetUp(score=(4, 2), crawford=False),
        SetUp(position=BOARD, score=(4, 2), crawford=False),
    ],
)
def test_games_that_were_set_up_come_back(set_up: SetUp) -> None:
    match = Match.start(players=("Ann", "Ben"), target=Points(5), begins=set_up)
    match = match.apply(Rolled((4, 2))).apply("8/4 6/4")
    for name in FORMATS:
        comes_back(match, name)


def test_automatic_doubles_are_kept_as_the_cube() -> None:
    match = Match.start(players=("Ann", "Ben"), settings=Settings(murphy=1))
    match = match.apply("33").apply("31").apply("8/5 6/5").apply(Resigned(1)).apply(Accepted())
    written = dump(match, "mat")
    assert any("Ties" in loss for loss in written.losses)
    assert load(written.data).score == match.score == (2, 0)


@pytest.mark.parametrize(("limit", "kept"), [(None, None), (64, 64), (1024, None)])
def test_a_cube_limit_comes_back(limit: int | None, kept: int | None) -> None:
    match = started(settings=Settings(cube_limit=limit))
    written = dump(match, "mat")
    assert load(written.data).settings.cube_limit == kept
    assert any("cube limit" in loss for loss in written.losses) == (limit != kept)


def lossy() -> list[tuple[str, Match]]:
    plain = started(target=Points(5))
    noted = plain.notes.with_note(Note(mark="?!", spent=3.0, analysis=Analysis(luck=0.1)), 0, 1)
    analysed = msgspec.structs.replace(plain, notes=noted)
    jacoby = started(settings=Settings(jacoby=True))
    return [
        ("order of the two dice", plain.apply(Rolled((1, 6)))),
        ("declined", plain.apply(Resigned(1)).apply(Declined())),
        ("waits for its answer", plain.apply(Resigned(1))),
        ("did not count", jacoby.apply(Resigned(2)).apply(Accepted())),
        ("stake", started(target=Money.of("5 beans"))),
        ("holland", started(target=Points(5), settings=Settings(holland=True))),
        ("analysis", analysed),
        ("Marks", analysed),
        ("clock", analysed),
        ("between two turns", plain.apply(Arranged(BOARD, 1))),
    ]


@pytest.mark.parametrize(("words", "match"), lossy())
def test_what_is_lost_is_said(words: str, match: Match) -> None:
    for name in FORMATS:
        written = dump(match, name)
        assert any(words in loss for loss in written.losses), written.losses
        assert load(written.data, strict=False).games


def test_illegal_plays_that_stood_are_written() -> None:
    match = started(target=Points(5)).apply(Rolled((5, 2)))
    seen = match.apply(Arranged("24:2 13:5 8:2 6:4 5:2 / 24:1 22:1 13:4 8:4 6:5", 0))
    data = dump(seen, "mat").data
    assert b"52: Illegal play (" in data
    found = load(data, strict=False)
    assert found.game.position == seen.game.position
    moved = match.apply(Arranged("24:2 13:5 8:2 6:4 5:2 / 24:2 13:3 8:4 7:1 6:5", 0, ((13, 7),)))
    assert b"52: 13/7\n" in dump(moved, "mat").data


@pytest.mark.parametrize(
    "match", [Match.start("plakoto"), Match.start(target=BestOf(3)), Match.start("tavli")]
)
def test_what_match_text_has_no_words_for(match: Match) -> None:
    with pytest.raises(BadFile, match="match text cannot hold"):
        dump(match, "mat")


def test_a_taken_beaver_at_the_end_of_an_unfinished_game() -> None:
    match = started(settings=Settings(beavers=1)).apply(Doubled()).apply("beaver").apply(Took())
    for name in FORMATS:
        comes_back(match, name)


def test_the_samples() -> None:
    """Made by Fullprime: three games for money with a beaver, a raccoon and resignations."""
    plain, xg = load(SAMPLES / "sample.mat"), load(SAMPLES / "sample.txt")
    assert plain == xg
    assert plain.scores == ((1, 0), (1, 1), (97, 1))
    assert plain.notes.whole.text == "Three games for money."
    assert dump(plain, "mat").data == (SAMPLES / "sample.mat").read_bytes()
    assert dump(xg, "xg_text").data == (SAMPLES / "sample.txt").read_bytes()
    alone = load(SAMPLES / "sample.gam")
    assert alone.players == ("Ann", "Ben")
    assert alone.game.log == plain.games[0].log
