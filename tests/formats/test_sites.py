"""Files of sites and programs of the past: whole matches, samples, faults, and damaged bytes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fullprime import FullprimeError, Match, Phase, Resigned, Rolled
from fullprime.errors import BadFile
from fullprime.formats.as_json import match_json
from fullprime.formats.match_file import FORMATS, load, sniff
from random_matches import random_match
from site_writers import WRITERS

SAMPLES = Path(__file__).parents[1] / "data" / "matches"
MATCHES = 8
ONLY_MATCHES = ("bgammon",)
"""Those that know no money sessions."""
NO_RULES = ("oldmoves", "partygammon", "bgammon", "javafibs", "bgroom", "bkg")
"""Those that say nothing about the rules, so that matches have the usual ones."""
ONE_LINE = ("bgammon", "bkg")
"""Those that write a double together with its answer."""
NO_UNPLAYED = ("oldmoves", "partygammon", "bgammon", "bgroom", "bkg")
"""Those in which a roll without a play can only mean that the play was forced."""


def matches(name: str) -> Iterator[Match]:
    """Random matches that the format can hold."""
    found, seed = 0, 0
    while found < MATCHES:
        seed += 1
        match = generated(seed)
        if _fits(match, name):
            found += 1
            yield match


@cache
def generated(seed: int) -> Match:
    match = random_match(seed, ("backgammon",))
    return msgspec.structs.replace(match, players=("Ann", "Ben"))


def _fits(match: Match, name: str) -> bool:
    rules = match.settings
    if name in ONLY_MATCHES and match.needed is None:
        return False
    if name == "bkg" and match.needed is not None:
        return False
    if not match.game.log or (name in ONE_LINE and match.game.phase is Phase.OFFERED):
        return False
    if name in NO_UNPLAYED and any(
        isinstance(a, Rolled) and isinstance(b, Resigned)
        for game in match.games
        for a, b in pairwise(game.log)
    ):
        return False
    usual = rules.crawford is None and rules.cube is None and not rules.jacoby
    return name not in NO_RULES or (usual and not rules.beavers)


def happened(match: Match) -> list[dict[str, Any]]:
    """What files can say: not who has offered to resign."""
    games = match_json(match, "")["games"]
    for game in games:
        game["actions"] = [
            {**action, "dice": sorted(action.get("dice", ()))}
            for action in game["actions"]
            if action["action"] not in ("resign", "accept", "decline")
        ]
    return list(games)


@pytest.mark.parametrize("name", WRITERS)
def test_whole_matches_are_read(name: str) -> None:
    for match in matches(name):
        data = WRITERS[name](match).encode()
        found = sniff(data)
        assert found is not None
        assert found.name == name
        again = load(data)
        if name != "bkg":
            assert set(again.players) == set(match.players)
            assert again.needed == match.needed
        assert happened(again) == happened(match)


@pytest.mark.parametrize("name", WRITERS)
def test_the_samples_are_read(name: str) -> None:
    (path,) = SAMPLES.glob(f"{name}.*")
    found = sniff(path.read_bytes())
    assert found is not None
    assert found.name == name
    assert path.suffix in found.endings
    match = load(path)
    assert match.score != (0, 0)
    assert len(match.games[0].log) > 10


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_breaks_off_gives_what_is_there(name: str) -> None:
    (path,) = SAMPLES.glob(f"{name}.*")
    data = path.read_bytes()
    whole = load(path)
    half = load(data[: len(data) * 2 // 3], strict=False)
    assert half.players == whole.players
    assert 0 < len(half.games[0].log) <= len(whole.games[0].log)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_encodings_and_ends_of_lines(name: str, encoding: str) -> None:
    (path,) = SAMPLES.glob(f"{name}.*")
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    again = load(text.encode(encoding))
    assert happened(again) == happened(load(path))


@pytest.mark.parametrize("name", WRITERS)
def test_an_illegal_play_is_a_fault_with_its_line(name: str) -> None:
    (path,) = SAMPLES.glob(f"{name}.*")
    text = path.read_text(encoding="utf-8")
    wrong = {"oldmoves": ("13-8", "13-7"), "javafibs": ("13-8", "13-7"), "bkg": ("13 8", "13 7")}
    right, changed = wrong.get(name, ("13/8", "13/7"))
    assert right in text
    data = text.replace(right, changed, 1).encode()
    with pytest.raises(BadFile, match=r"line \d+, game 1: "):
        load(data)
    (first, *_) = load(data, strict=False).notes.faults
    assert first.game == 1
    assert first.line > 0


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(WRITERS)),
    at=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 40),
    put=st.binary(max_size=12) | st.sampled_from([b"\n", b"999999999", b"-1", b"#", b"(", b"*"]),
)
@example(name="tmg", at=0.0, cut=40, put=b"")
def test_damaged_bytes_are_refused_in_plain_words(
    name: str, at: float, cut: int, put: bytes
) -> None:
    (path,) = SAMPLES.glob(f"{name}.*")
    data = path.read_bytes()
    place = int(at * len(data))
    damaged = data[:place] + put + data[place + cut :]
    form = next(each for each in FORMATS if each.name == name)
    try:
        match = form.read(damaged, strict=False)
    except FullprimeError as error:
        assert isinstance(error, BadFile), repr(error)
    else:
        assert match.games


def test_scores_that_a_server_has_swapped() -> None:
    lines = [
        *("Score is 0-0 in a 5 point match.", "Ann is X - Ben is O"),
        *("X: (3 1) 17-20 19-20", "O: doubles", "X: rejects", "O: wins 1 point", ""),
        *("Score is 1-0 in a 5 point match.", "Ann is O - Ben is X", "X: (3 1) 8-5 6-5"),
    ]
    assert load("\n".join(lines).encode()).scores_before == ((0, 0), (0, 1))


def test_other_games_of_bgammon_are_refused() -> None:
    with pytest.raises(BadFile, match=r"variant 2 of bgammon\.org is not read"):
        load(b"bgammon-replay 00000024\ni 1702738670 Ann Ben 1 0 0 1 1 2\n1 r 4-1 13/9 9/8\n")


def test_automatic_doubles_of_gamesgrid_and_truemoneygames() -> None:
    grid = "Ann vs. Ben\nAutomatic Doubles: Yes\nGame 1.0-0\n1\t11: Automatic double\n"
    data = f"{grid}1\t31:\n1\t31: 8/5, 6/5\n2\t\tDouble to 4\n2\tPass\nBen  wins 2 points.\n"
    assert load(data.encode()).score == (2, 0)
    keys = "Player1: 1 Ann 0\nPlayer2: 2 Ben 0\nLength: 0\n\nGame 1: 0-0\n  1 2 Auto\n"
    turns = "  1 1 31:\n  1 4 8/5 6/5\n  -2 5 Double to 4\n  2 10 Pass\n"
    data = f"{keys}{turns}  -2 14 2 Ben wins 2 points\n"
    assert load(data.encode()).score == (2, 0)


def test_the_first_replays_of_bgammon_have_no_time() -> None:
    match = load(b"bgammon-replay 00000024\ni Ann 12 3 0 0 2 1 0\n1 r 4-1 13/9 24/23\n1 t\n")
    assert (match.players, match.score) == (("Ann", "12"), (0, 1))
    assert "date" not in match.notes.about


@pytest.mark.parametrize("width", [4, 8])
def test_gamesgrid_whose_tabs_have_become_blanks(width: int) -> None:
    data = (SAMPLES / "sgg.sgg").read_text(encoding="utf-8").replace("\t", " " * width)
    assert happened(load(data.encode())) == happened(load(SAMPLES / "sgg.sgg"))


def test_blanks_around_the_keys_of_partygammon() -> None:
    data = (SAMPLES / "partygammon.gam").read_text(encoding="utf-8").replace("=", " = ", 1)
    assert happened(load(data.encode())) == happened(load(SAMPLES / "partygammon.gam"))
