"""Finding decisions in reviewed matches."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from fullprime.analysis.review.finding import Finder, Query, Searched, best_first, distance
from fullprime.errors import FullprimeError
from fullprime.variant import Variant
from program import run

NOT_UNDERSTOOD = 3
START = "4HPwATDgc/ABMA"
HEAD = " 3 point match\n\n Game 1\n Ann : 0              Ben : 0\n"
MATCH = HEAD + "  1) 31: 24/23 13/10   62: 24/18 13/11\n  2) 65: 24/13\n"


def decision(**fields: Any) -> dict[str, Any]:
    usual = {
        "turn": 1,
        "player": 0,
        "kind": "checker",
        "played": "13/10",
        "best": "8/5 6/5",
        "error": 0.1,
        "size": "blunder",
        "position": START,
        "dice": [3, 1],
        "reasons": [],
        "plans": [None, None],
    }
    return usual | fields


def report(*decisions: dict[str, Any], variant: str = "backgammon") -> dict[str, Any]:
    game = {"variant": variant, "decisions": list(decisions)}
    return {"players": [{"name": "Ann"}, {"name": "Ben"}], "games": [game]}


def found(query: Query, *decisions: dict[str, Any]) -> list[int]:
    """The turns of those that are found."""
    known = Searched.of(report(*decisions))
    return [each.turn for each in Finder(query).in_match("m", known)]


def test_errors_in_backgames() -> None:
    mine = decision(turn=3, plans=["backgame", "bearing_off"], error=0.15)
    small = decision(turn=4, plans=["backgame", None], error=0.05)
    theirs = decision(turn=5, plans=["race", "backgame"], error=0.2)
    all_three = (mine, small, theirs)
    assert found(Query(loss=0.1, plan="backgame"), *all_three) == [3]
    assert found(Query(plan="backgame"), *all_three) == [3, 4]
    assert found(Query(against="backgame"), *all_three) == [5]


def test_passes_that_were_takes() -> None:
    wrong = decision(turn=1, kind="take", played="pass", best="take", dice=None)
    right = decision(turn=2, kind="take", played="take", best="take", error=0.0, size=None)
    late = decision(turn=3, kind="double", played="no double", best="double")
    assert found(Query(kind="pass", was="take"), wrong, right, late) == [1]
    assert found(Query(kind="drop", was="take"), wrong, right, late) == [1]
    assert found(Query(kind="cube"), wrong, right, late) == [1, 3]
    assert found(Query(kind="no double"), wrong, right, late) == [3]
    assert found(Query(kind="checker"), wrong, right, late) == []


def test_player_theme_and_game() -> None:
    prime = decision(turn=1, reasons=[{"kind": "contain", "family": "block"}])
    other = decision(turn=2, player=1)
    assert found(Query(player="ann"), prime, other) == [1]
    assert found(Query(theme="block"), prime, other) == [1]
    assert found(Query(theme="contain"), prime, other) == [1]
    assert found(Query(game="plakoto"), prime, other) == []


def test_addresses_are_those_of_the_page() -> None:
    known = Searched.of(
        report(
            decision(turn=2),
            decision(turn=2),
            decision(turn=3, kind="take", played="pass", best="take"),
        )
    )
    addresses = [each.address for each in Finder(Query()).in_match("m", known)]
    assert addresses == ["1.2", "1.2-2", "1.3-take"]


def test_positions_like_this_one() -> None:
    near = "24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5"
    far = "6:5 5:5 4:5 / 6:5 5:5 4:5"
    known = Searched.of(
        report(
            decision(turn=1, position=far, error=0.9),
            decision(turn=2, position=near, error=0.0, size=None),
            decision(turn=3, error=0.01, size=None),
        )
    )
    nearest = best_first(Finder(Query(like=START)).in_match("m", known))
    assert [(each.turn, each.distance) for each in nearest[:2]] == [(3, 0), (2, 4)]
    assert nearest[2].turn == 1


def test_the_distance_is_that_of_pips() -> None:
    variant = Variant.load()
    positions = [
        variant.position(text)
        for text in (
            "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
            "24:1 23:1 13:4 10:1 8:3 6:5 / 24:2 13:5 8:3 6:5",
            "bar:1 24:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5",
        )
    ]
    start, played, hit = positions
    assert distance(start, played) == distance(played, start) == 4
    assert distance(start, hit) == 1
    assert distance(hit, played) <= distance(hit, start) + distance(start, played)


@pytest.mark.parametrize(
    "query",
    [
        Query(kind="fold"),
        Query(was="checker"),
        Query(plan="back"),
        Query(theme="x"),
        Query(game="x"),
    ],
)
def test_words_that_mean_nothing(query: Query) -> None:
    with pytest.raises(FullprimeError, match="unknown"):
        Finder(query)


def test_the_command_over_files(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    (tmp_path / "b.mat").write_text("3 point match\nGame 1\n")
    (tmp_path / "notes.md").write_text("no match\n")
    asked = ["find", str(tmp_path), "--plies", "0", "--player", "Ann"]
    told = json.loads(run(*asked, "--json").stdout)
    assert told["count"] == len(told["found"]) == 2
    first = told["found"][0]
    assert first["error"] >= told["found"][1]["error"] > 0
    assert {first["played"], told["found"][1]["played"]} == {"24/23 13/10", "24/13"}
    shown = run(*asked, "--most", "1").stdout
    assert "2 decisions found in" in shown
    assert "; 1 shown" in shown
    refused = run("find", str(tmp_path), "--plan", "bakgame")
    assert refused.returncode == NOT_UNDERSTOOD
    assert "did you mean 'backgame'?" in refused.stderr


def test_the_command_over_the_store(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    connection = sqlite3.connect(file)
    connection.executescript(
        "CREATE TABLE matches (id TEXT, changed REAL);"
        "CREATE TABLE reviews (key TEXT, report BLOB);"
        "CREATE TABLE reviewed (match TEXT, review TEXT);"
        "INSERT INTO matches VALUES ('m1', 1.0); INSERT INTO reviewed VALUES ('m1', 'k');"
    )
    packed = zlib.compress(json.dumps(report(decision())).encode())
    connection.execute("INSERT INTO reviews VALUES ('k', ?)", [packed])
    connection.commit()
    connection.close()
    told = json.loads(run("find", "--data", str(file), "--json").stdout)
    assert [(each["source"], each["address"]) for each in told["found"]] == [("m1", "1.1")]
    refused = run("find", "--data", str(tmp_path / "none.db"))
    assert refused.returncode == NOT_UNDERSTOOD
    assert "no matches are kept there yet" in refused.stderr
