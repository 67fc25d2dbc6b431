"""Saved matches: what is read back is what was written, and bad files are told apart."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime import (
    Accepted,
    BestOf,
    Doubled,
    Match,
    Money,
    Phase,
    Played,
    Points,
    Resigned,
    Rolled,
    SeededDice,
    Settings,
    Took,
    Variant,
)
from fullprime.action import decode, encode
from fullprime.errors import BadFile, BadVariant, FullprimeError
from fullprime.formats.saved import dump, load
from fullprime.variant import read_variant


def some_match(plies: int = 40, **start: Any) -> Match:
    """A match in the middle of its second game."""
    match = Match.start(**{"target": Points(5), **start})
    match = match.apply(Rolled((2, 1))).apply(Resigned(2)).apply(Accepted()).next_game()
    dice = SeededDice(3)
    for _ in range(plies):
        if match.game.phase is Phase.TO_PLAY:
            match = match.apply(Played.of(match.game.plays[0]))
        elif len(match.game.log) == 8 and "double" in match.game.verbs:
            match = match.apply(Doubled()).apply(Took())
        elif match.game.verbs[0] == "pass":
            match = match.apply(match.game.legal()[0])
        else:
            match = match.apply(Rolled(dice.roll()))
    return match


@pytest.mark.parametrize(
    "start",
    [
        {},
        {"players": ("Ann", "Ben \N{GRINNING FACE}"), "target": Points(7)},
        {"target": BestOf(5)},
        {"target": Money(Decimal(5), "beans")},
        {"target": Money(Decimal("0.25")), "settings": Settings(jacoby=True, beavers=2)},
        {"variant": Variant.load("backgammon", {"cap5": True})},
    ],
)
def test_reads_back(start: dict[str, Any]) -> None:
    match = some_match(**start)
    again, table = load(dump(match, {"seed": 7}))
    assert again == match
    assert table == {"seed": 7}
    assert dump(again, table) == dump(match, {"seed": 7})


def test_a_stake_of_older_files_has_no_unit() -> None:
    data = dump(Match.start(target=Money(Decimal("0.25"))))
    old = re.sub(rb',\s*"unit": ""', b"", data)
    assert old != data
    assert load(old)[0].target == Money(Decimal("0.25"))


def test_every_action_reads_back() -> None:
    for action in some_match().game.log:
        assert decode(encode(action)) == action
    for text in ("", "{}", '{"type":"cheated"}', '{"type":"rolled"}', '{"type":"rolled","dice":1}'):
        with pytest.raises(BadFile, match="cannot read the action"):
            decode(text)


def test_every_truncation_is_refused() -> None:
    data = dump(some_match(8))
    for length in range(len(data) - 2):
        with pytest.raises(BadFile, match="not a saved match"):
            load(data[:length])


def change(**fields: object) -> bytes:
    return msgspec.json.encode({**json.loads(dump(some_match())), **fields})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a saved match"),
        (b"\xff\xfe", "not a saved match"),
        (b"[1,2,3]", "not a saved match"),
        (change(format="other 1"), "saved as 'other 1', expected 'fullprime match 3'"),
        (change(format="fullprime match 4", rules=[]), "saved as 'fullprime match 4'"),
        (change(rotation=[{"variant": "chess", "options": {}}]), "unknown variant 'chess'"),
        (change(rotation=[{"variant": "standard", "options": {}}]), "unknown variant 'standard'"),
        (change(rotation=[{"variant": "./x.toml", "options": {}}]), "unknown variant './x.toml'"),
        (change(rotation=[{"variant": "tapa", "options": {"cap5": True}}]), "of tapa 'cap5'"),
        (change(rotation=[]), "not a saved match"),
        (change(series="whist"), "unknown series 'whist'"),
        (change(format="fullprime match 1"), "rotation[0].variant: expected text"),
        (change(players=["one"]), "not a saved match"),
        (change(settings={"jacoby": True}), "Jacoby: only in money play"),
        (change(target={"type": "points", "to": 0}), "not a saved match"),
        (change(extra=1), "extra: unknown field"),
        (
            change(games=[{"actions": [{"type": "doubled"}]}]),
            "game 1, action 1: a double is not allowed",
        ),
        (
            change(games=[{"actions": [{"type": "rolled", "dice": [7, 1]}]}]),
            "game 1, action 1: bad dice",
        ),
        (change(games=[{"actions": []}, {"actions": []}]), "game 1 does not end"),
        (
            change(games=[{"actions": [Rolled((3, 1)), Played(((8, 2),))]}]),
            "game 1, action 2: 8/2 with roll 3-1",
        ),
    ],
)
def test_bad_files(data: bytes, message: str) -> None:
    with pytest.raises(FullprimeError) as caught:
        load(data)
    assert message in str(caught.value)


FIVE = b"""
name = "Five"
start = "24:2 23:2 22:1"
checkers = 5
[options.crowded]
summary = "As many on a point as you like."
set = { cap = 0 }
"""


@pytest.mark.parametrize(
    "variant",
    [
        read_variant("five.toml", FIVE),
        read_variant("five.toml", FIVE).with_options({"cap5": True, "crowded": True}),
        read_variant("backgammon.toml", FIVE),
        Variant(name="Nameless", start="24:2 13:5 8:3 6:5", opening="reroll"),
    ],
)
def test_a_variant_of_ones_own_is_kept_with_the_match(variant: Variant) -> None:
    rotation = (variant, Variant.load("backgammon", {"cap5": True}))
    match = some_match(rotation=rotation)
    kept = json.loads(dump(match))["rotation"]
    assert kept[0]["definition"]["start"] == variant.start
    assert kept[1] == {"variant": "backgammon", "options": {"cap5": True}}
    assert load(dump(match))[0] == match


def test_options_in_an_order_that_matters_are_kept() -> None:
    triple = Variant.load("backgammon", {"bulgarian": True, "score": 3})
    for variant in (triple, triple.with_options({"bulgarian": True})):
        assert load(dump(some_match(variant=variant)))[0].variant.score == variant.score


def test_matches_from_before_there_were_series() -> None:
    match = some_match(variant=Variant.load("backgammon", {"cap5": True}))
    old = json.loads(dump(match, {"seed": 7}))
    (only,) = old.pop("rotation")
    del old["series"]
    again, table = load(msgspec.json.encode({**old, **only, "format": "fullprime match 1"}))
    assert (again, table) == (match, {"seed": 7})


def test_matches_from_before_fields_had_their_names() -> None:
    own = Variant(name="Own", start="24:2 13:5 8:3 6:5", id="own", no_hit_and_run=True)
    banned = Variant.load("backgammon", {"no_hit_and_run": True})
    match = some_match(rotation=(own, banned))
    old = dump(match).replace(b'"no_hit_and_run"', b'"nohr"')
    old = old.replace(b'"forbidden_wall"', b'"p1"').replace(b'"must_open_gate"', b'"p2"')
    assert b"no_hit_and_run" not in old
    again = load(old)[0]
    assert [game.no_hit_and_run for game in again.rotation] == [True, True]
    assert (again.score, again.game.log) == (match.score, match.game.log)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadFile):
        load(data)


SAVED = [dump(some_match(12)), dump(some_match(12, variant=read_variant("five.toml", FIVE)))]


@given(st.sampled_from(SAVED), st.integers(min_value=0), st.integers(min_value=0, max_value=255))
@settings(max_examples=400, deadline=None)
def test_a_damaged_byte_never_crashes(saved: bytes, place: int, value: int) -> None:
    data = bytearray(saved)
    data[place % len(data)] = value
    try:
        load(bytes(data))
    except FullprimeError as error:
        assert str(error)


def test_a_definition_that_contradicts_itself_is_refused() -> None:
    """A file from somewhere else brings its own game; it is looked at like any other."""
    own = Variant(name="Own", start="24:15", id="own")
    data = dump(Match.start(target=Points(1), variant=own))
    with pytest.raises(BadVariant, match="field block: got 30"):
        load(data.replace(b'"block": 2', b'"block": 30'))
