"""Real files of eXtreme Gammon and BGBlitz: every record agrees with the game as it is replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from corpus import CORPUS, endings, indexed, plies
from fullprime import Match
from fullprime.action import Arranged, Doubled, Played, Rolled
from fullprime.formats.match_file import load
from fullprime.formats.turns import Turn, follow
from fullprime.formats.xg.container import RECORDS, contents
from fullprime.formats.xg.records import (
    CUBE,
    GAME,
    GAME_END,
    MATCH_END,
    MOVE,
    Record,
    records,
    seen_by,
)
from xg_writer import board

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the collection of files is not here")

NO_MATCH = "xg/Insti_xgdatatools__example.xg"
"""A container of another program's tests; the file in it has 578 bytes of filling."""
FILES = [file for file, kind in indexed().items() if kind in ("xg", "xgp") and file != NO_MATCH]
TWINS = {
    "xg/kevung_blunderDB__test.xg": "mat/kevung_blunderDB__test.txt",
    "xg/kevung_blunderDB__charlot1-charlot2_7p_2025-11-08-2305.xg": (
        "mat/kevung_blunderDB__charlot1-charlot2_7p_2025-11-08-2305.mat"
    ),
}
MARSEILLE = "HsbtMarseille_main_ronde4_LamourDeCaslouGildas_UngerKevin_7p.xg"


def records_of(file: str) -> list[Record]:
    return records(contents((CORPUS / file).read_bytes()).files[RECORDS])


def turns(match: Match) -> Iterator[Turn]:
    for game in match.games:
        yield from follow(game)


@pytest.mark.parametrize("file", FILES)
def test_every_record_has_the_board_of_the_replay(file: str) -> None:
    found = records_of(file)
    moves = iter([record for record in found if record.kind == MOVE])
    doubles = iter([each for each in found if each.kind == CUBE and each.integer(16) == 1])
    compared = 0
    for turn in turns(load(CORPUS / file, strict=False)):
        before = turn.before.position
        match turn.action:
            case Rolled():
                record = next(moves)
                assert record.seat(64) == turn.after.turn
                assert seen_by(record.board(9), record.seat(64)) == board(turn.after.position)
                assert sorted(record.integers(100, 2)) == sorted(turn.after.roll or ())
                assert abs(record.integer(108)) == turn.after.stakes.value.bit_length() - 1
            case Played() | Arranged():
                after = turn.after.position
                seen = after if turn.after.result else after.flipped()
                assert record.board(35) == board(seen)
                compared += 1
            case Doubled():
                cube = next(doubles)
                assert cube.seat(12) == turn.before.turn
                assert seen_by(cube.board(36), cube.seat(12)) == board(before)
    assert next(moves, None) is None
    assert next(doubles, None) is None
    assert compared == sum(each.flag(2308) for each in found if each.kind == MOVE)


@pytest.mark.parametrize("file", FILES)
def test_every_score_agrees(file: str) -> None:
    found = records_of(file)
    match = load(CORPUS / file, strict=False)
    begins = [(each.integer(12), each.integer(16)) for each in found if each.kind == GAME]
    assert match.scores_before == tuple(begins)
    ends = [each for each in found if each.kind == GAME_END]
    for each, game, score in zip(ends, match.games, match.scores, strict=False):
        assert game.result is not None
        assert game.result.winner == each.seat(24)
        assert score == (each.integer(12), each.integer(16))
    for each in found:
        if each.kind == MATCH_END:
            assert match.score == (each.integer(12), each.integer(16))


@pytest.mark.parametrize("file", TWINS)
def test_twins_are_one_match(file: str) -> None:
    match, twin = load(CORPUS / file), load(CORPUS / TWINS[file])
    assert list(plies(match)) == list(plies(twin))
    assert [each[:3] for each in endings(match)] == [each[:3] for each in endings(twin)]


@pytest.mark.parametrize("file", FILES)
def test_the_analysis_is_that_of_the_decision(file: str) -> None:
    """The best comes first, and what was played is among the candidates."""
    match = load(CORPUS / file, strict=False)
    seen = 0
    for number, game in enumerate(match.games):
        for at, turn in enumerate(follow(game)):
            analysis = match.notes.of(number, at).analysis
            if analysis is None or not isinstance(turn.action, Played) or not turn.action.steps:
                continue
            seen += 1
            assert analysis.played is not None
            error = float(analysis.raw["ErrMove"][0])
            equity = [each.equity for each in analysis.candidates]
            assert error == pytest.approx(equity[analysis.played] - equity[0], abs=1e-4)
            for each in analysis.candidates:
                assert each.outcome is not None
                assert sum(each.outcome) == pytest.approx(1.0, abs=0.03)  # 1-ply is rough
                assert each.by
    assert seen


def test_the_errors_are_those_of_the_report() -> None:
    """PR is 500 times the error per decision that counts. How many count is not in the file: the
    report of eXtreme Gammon has 9.28 and 13.20, which are 89 and 79 decisions with our errors."""
    path = CORPUS / "stats" / "kevung_blunderDB__marseille-round4-7pt.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    match = load(next(CORPUS.glob(f"xg/*{MARSEILLE}")), strict=False)
    assert list(match.players) == report["players"]
    errors = [0.0, 0.0]
    for number, game in enumerate(match.games):
        for at, turn in enumerate(follow(game)):
            analysis = match.notes.of(number, at).analysis
            for name, values in analysis.raw.items() if analysis else ():
                seat = turn.before.turn
                errors[1 - seat if name == "ErrTake" else seat] += abs(float(values[0]))
    found = [report["xg"][name]["pr"] for name in ("player1", "player2")]
    for total, decisions, rating in zip(errors, (89, 79), found, strict=True):
        assert 500 * total / decisions == pytest.approx(rating, abs=0.006)


def test_comments_are_read() -> None:
    match = load(CORPUS / "xg/kevung_blunderDB__match_with_comment.xg")
    texts = [note.text for game in match.notes.games.values() for note in game.actions.values()]
    assert [text for text in texts if text] == [
        "coup assez difficile",
        "les double 66 sont toujpurs difficiles à trouver",
    ]


def test_a_match_of_bgblitz() -> None:
    (path,) = CORPUS.glob("bgf/*.bgf")
    match = load(path)
    assert match.players == ("TachiAI_V", "player")
    assert match.score == (4, 0)
    assert match.game.result is not None
    assert match.game.result.by == "bearing off"
    assert len(list(plies(match))) == 67
    played = [note.analysis for note in match.notes.games[0].actions.values() if note.analysis]
    assert sum(len(each.candidates) for each in played) == 362
    assert all(each.played == 0 for each in played if len(each.candidates) == 1)
