"""Files of BGBlitz: moves, cube, endings, boards that were set up, and anything that is broken."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bgf_writer import dump
from fullprime import Match
from fullprime.errors import BadFile
from fullprime.formats.match_file import load, sniff
from fullprime.match import Money, Points

SAMPLE = Path(__file__).parents[1] / "data" / "matches" / "ann-ben.bgf"
GREEN, RED = -1, 1
START = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0, 0, 0, 0]


def move(player: int, dice: str, *steps: tuple[int, int], **more: Any) -> dict[str, Any]:
    sources = [source for source, _ in steps] + [-1] * (4 - len(steps))
    targets = [target for _, target in steps] + [-1] * (4 - len(steps))
    red, green = map(int, dice)
    return {"type": "amove", "player": player, "red": red, "green": green} | {
        "from": sources, "to": targets, **more
    }  # fmt: skip


def action(player: int, kind: int) -> dict[str, Any]:
    return move(player, f"{kind}7")


OPENING = move(GREEN, "31", (8, 5), (6, 5))


def document(*moves: dict[str, Any], won: int = 0, **more: Any) -> dict[str, Any]:
    game = {"scoreGreen": 0, "scoreRed": 0, "wonPoints": won, "moves": list(moves)}
    game |= {"initial": {"cube": 1, "points": START, "cubeOwner": 0}}
    names = {"nameGreen": "Ann", "nameRed": "Ben", "date": "Nov 2, 2025"}
    return {"matchlen": 5, "games": [game], **names, **more}


def match_of(*moves: dict[str, Any], **more: Any) -> Match:
    return load(dump(document(*moves, **more)))


def test_moves_and_players() -> None:
    data = dump(document(OPENING, move(RED, "64", (24, 18), (18, 14))))
    assert (found := sniff(data)) is not None
    assert found.name == "bgf"
    match = load(data)
    assert match.players == ("Ann", "Ben")
    assert match.target == Points(5)
    assert match.notes.about == {"date": "2025-11-02"}
    assert match.game.position.other[14] == 1


def test_the_cube() -> None:
    taken = match_of(OPENING, action(RED, 1), action(GREEN, 2))
    assert (taken.game.stakes.value, taken.game.stakes.owner) == (2, 0)
    dropped = match_of(OPENING, action(RED, 1), action(GREEN, 3), won=1, finalRed=1)
    assert dropped.score == (0, 1)


def test_a_roll_that_cannot_be_played() -> None:
    danced = move(RED, "57", (6, 4))
    found = document(move(GREEN, "21", (8, 6), (7, 6)), danced)
    points = [*[-2] * 5, 1, -3, -2, *[0] * 12, 14, *[0] * 7]
    found["games"][0]["initial"]["points"] = points
    match = load(dump(found))
    assert match.game.turn == 0
    assert match.game.position.other[25] == 1
    assert match.game.log[-2].dice == (6, 4)  # type: ignore[union-attr]
    open_board = load_lenient(document(OPENING, danced))
    assert "the roll can be played" in open_board.notes.faults[0].text


def load_lenient(found: dict[str, Any]) -> Match:
    return load(dump(found), strict=False)


def test_a_resignation_is_in_the_points() -> None:
    match = match_of(OPENING, action(GREEN, 4), won=2, finalGreen=2)
    assert match.score == (2, 0)
    assert match.game.result is not None
    assert match.game.result.by == "resignation"


def test_the_winner_is_known_without_a_score() -> None:
    assert match_of(OPENING, action(RED, 4), won=1).score == (0, 1)
    assert match_of(OPENING, action(RED, 4)).score == (0, 0)


def test_a_board_that_was_set_up() -> None:
    found = document(move(RED, "21", (6, 4), (4, 3)))
    points = [0] * 28
    points[5], points[18] = -3, 4
    found["games"][0]["initial"] = {"cube": 2, "points": points, "cubeOwner": RED}
    match = load(dump(found))
    assert match.game.turn == 0
    assert (match.game.stakes.value, match.game.stakes.owner) == (2, 1)
    assert (match.game.position.mover[6], match.game.position.other[6]) == (3, 3)


def test_money_and_its_rules() -> None:
    match = match_of(OPENING, matchlen=0, useJacoby=True, useBeaver=True)
    assert isinstance(match.target, Money)
    assert (match.settings.jacoby, match.settings.beavers) == (True, 1)


def test_comments_and_analysis() -> None:
    chances = {"myWins": "0.6", "myGammon": "0.2", "myBackGammon": "0.02"}
    chances |= {"oppWins": "0.4", "oppGammon": "0.1", "oppBackGammon": "0.01"}
    cube = {"eqNoDouble": "0.53", "eqDoubleTake": "0.51", "eqDoublePass": "0.59"}
    equity = {"equity": "0.2", "emg": "0.3", "hasEMG": True, "useMatchEquity": True, **chances}
    candidate = {"move": {"from": [8, 6], "to": [5, 5]}, "eq": equity, "ply": 2, "played": True}
    first = OPENING | {
        "comment": "Of course.",
        "moveAnalysis": [candidate],
        "equity": equity | {"cubeDecision": cube},
        "luck": {"luckWeighted": "0.11"},
        "ply": 2,
    }
    match = match_of(first, comment="A match.")
    note = match.notes.of(0, 1)
    assert match.notes.whole.text == "A match."
    assert note.text == "Of course."
    assert note.analysis is not None
    (found,) = note.analysis.candidates
    assert (found.play, found.equity, found.by) == ("8/5 6/5", 0.3, "2-ply")
    assert found.outcome == pytest.approx((0.4, 0.18, 0.02, 0.3, 0.09, 0.01))
    assert (note.analysis.played, note.analysis.luck) == (0, 0.11)
    assert note.analysis.cube is not None
    assert note.analysis.cube.chances
    assert note.analysis.cube.no_double == 0.53


def test_numbers_may_have_a_decimal_comma() -> None:
    match = match_of(OPENING | {"luck": {"luckWeighted": "-0,125"}})
    analysis = match.notes.of(0, 1).analysis
    assert analysis is not None
    assert analysis.luck == -0.125


@pytest.mark.parametrize("luck", [{"luckWeighted": "much"}, {"luckWeighted": "NaN"}, {}, "luck"])
def test_analysis_that_cannot_be_read_is_left_out(luck: Any) -> None:
    match = match_of(OPENING | {"luck": luck})
    assert match.notes.of(0, 1).analysis is None
    assert len(match.game.log) == 2


def test_plain_json_is_read_as_well() -> None:
    body = json.dumps(document(OPENING)).encode()
    plain = b'{"format":"BGF","version":"1.0"}\n' + body
    packed = b'{"format": "BGF", "compress": true}\n' + gzip.compress(body)
    assert load(plain) == load(packed) == match_of(OPENING)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ({"matchlen": 5}, "missing required field `games`"),
        ({"matchlen": -1, "games": []}, "a match to -1 points"),
        ({"matchlen": 1, "games": [{"moves": [5]}]}, "Expected `object`, got `int`"),
        ([], "Expected `object`, got `array`"),
    ],
)
def test_what_is_wrong(found: Any, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        load(dump(found))


def test_faults_are_listed() -> None:
    found = document(OPENING, action(RED, 6), move(9, "21"), matchlen=5)
    found["games"][0]["gameMode"] = 3
    found["games"][0]["initial"]["points"] = [*START[:24], 1, 0, 0, 0]
    texts = [fault.text for fault in load_lenient(found).notes.faults]
    assert texts == [
        "game mode 3 is not known; the standard game is assumed",
        "the game begins with checkers on the bar, which cannot be read",
        "an action of kind 6, expected 1 to 5",
        "player 9: expected 1 or -1",
    ]


def lenient(data: bytes) -> None:
    try:
        load(data, strict=False)
    except BadFile:
        return


def test_cut_off_anywhere() -> None:
    data = dump(document(OPENING, action(RED, 1), action(GREEN, 2)))
    for size in range(40, len(data)):
        with pytest.raises(BadFile):
            load(data[:size])
        lenient(data[:size])


VALUES: st.SearchStrategy[Any] = (
    st.none() | st.integers(-(2**40), 2**40) | st.text(max_size=4) | st.floats() | st.just([])
)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(list(OPENING)), VALUES)), st.data())
def test_odd_values_are_read_or_refused(
    changes: list[tuple[str, Any]], data: st.DataObject
) -> None:
    found = document(OPENING | dict(changes), move(RED, "64", (24, 14)))
    game = found["games"][0]
    game[data.draw(st.sampled_from(list(game)))] = data.draw(VALUES)
    found[data.draw(st.sampled_from(list(found)))] = data.draw(VALUES)
    lenient(dump(found))


def test_the_sample() -> None:
    match = load(SAMPLE)
    assert (match.score, match.notes.of(0, 1).text) == ((2, 0), "The usual play.")
