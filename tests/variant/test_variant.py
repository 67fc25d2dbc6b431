"""Variants as data."""

from __future__ import annotations

import json

import pytest

from fullprime import Variant, variants
from fullprime.cli.params import VariantName
from fullprime.errors import BadVariant, FullprimeError
from fullprime.formats.ids import gnubg_id, read_position
from fullprime.protocols.jsonl import answer
from fullprime.series import Series, all_series
from fullprime.variant import Option, name_key
from program import run


def test_the_first_of_the_family() -> None:
    assert Variant.load().id == variants()[0].id == "backgammon"
    assert Variant.load("standard") == Variant.load("Backgammon") == Variant.load("backgammon")


@pytest.mark.parametrize(
    ("spelling", "id_"),
    [
        ("gul bara", "gul_bara"),
        ("Gul Bara", "gul_bara"),
        ("gul-bara", "gul_bara"),
        ("coan ki", "coan_ki"),
        ("Çoan kî", "coan_ki"),
        ("russian backgammon", "russian"),
        ("Russian-Backgammon", "russian"),
        ("Dutch backgammon", "dutch"),
        ("ACEY DEUCEY", "acey_deucey"),
        ("Misere", "misere"),
        ("Misère", "misere"),
        ("Tayla", "tavla"),
        (" plakoto ", "plakoto"),
    ],
)
def test_names_as_people_write_them(spelling: str, id_: str) -> None:
    assert Variant.load(spelling).id == id_
    assert Series.parse(spelling).rotation()[0].id == id_
    asked = {"op": "perft", "variant": spelling, "depth": 1}
    assert "nodes" in answer(json.dumps(asked).encode())
    assert run("info", spelling).stdout == run("info", id_).stdout


def test_series_as_people_write_them() -> None:
    assert Series.load("Tavli") == Series.parse(" TAVLI ") == Series.load("greek")
    mixed = Series.parse("Gul bara, russian backgammon+cap5")
    assert [game.id for game in mixed.rotation()] == ["gul_bara", "russian"]
    refusal = "Balkan is a series of games; choose one of backgammon, gul_bara, tapa"
    for load in (Variant.load, lambda name: VariantName().convert(name, None, None)):
        with pytest.raises(BadVariant, match=refusal):
            load("Balkan")
    assert answer(b'{"op":"perft","variant":"Balkan","depth":1}')["error"] == refusal


def test_no_two_games_share_a_name() -> None:
    games: list[Variant | Series] = [*variants(), *all_series()]
    spelled = [{name_key(name) for name in (g.id, g.name, *g.aliases)} for g in games]
    assert sum(map(len, spelled)) == len(set().union(*spelled))


@pytest.mark.parametrize("name", ["", "chess", "a", "x" * 5000])
def test_unknown_variants(name: str) -> None:
    with pytest.raises(BadVariant, match=r"unknown variant .*, expected one of: .*backgammon") as e:
        Variant.load(name)
    assert len(str(e.value)) < 1000


def test_near_misses_are_suggested() -> None:
    with pytest.raises(BadVariant, match="did you mean 'backgammon'"):
        Variant.load("bakgammon")


def test_options() -> None:
    capped = Variant.load("backgammon", {"cap5": True})
    assert (capped.cap, capped.chosen) == (5, {"cap5": True})
    assert capped.with_options({}) == capped
    assert Variant.load("backgammon", {"cap5": False}) == Variant.load("backgammon")
    assert sum(capped.perft(capped.start_position, 1).values()) == 405
    with pytest.raises(BadVariant, match="unknown option of backgammon 'cap6'"):
        Variant.load("backgammon", {"cap6": True})
    with pytest.raises(BadVariant, match="expected true or false"):
        Variant.load("backgammon", {"cap5": "yes"})


def test_options_with_values() -> None:
    cap = Option("At most so many on a point.", field="cap")
    variant = Variant(name="Test", start="24:15", id="test", options={"cap": cap})
    assert variant.with_options({"cap": 7}).cap == 7
    assert variant.with_options({"cap": 7}).chosen == {"cap": 7}
    for bad in ("many", 99, -1):
        with pytest.raises(BadVariant, match=r"option cap of test: field cap: got .*, expected"):
            variant.with_options({"cap": bad})


def test_perft_needs_a_depth() -> None:
    with pytest.raises(FullprimeError, match="depth 0"):
        Variant.load().perft(Variant.load().start_position, 0)


def test_a_rule_can_be_switched_off() -> None:
    assert not Variant.load("tavla", {"no_hit_and_run": False}).no_hit_and_run
    capped = Variant.load("backgammon", {"cap5": True})
    assert capped.with_options({"cap5": False}).cap == 0
    assert Variant.load("narde", {"head_exception": None}).head_exception == "none"  # type: ignore[dict-item]


def test_the_order_of_options_does_not_matter() -> None:
    for options in ({"score": 3, "bulgarian": True}, {"bulgarian": True, "score": 3}):
        assert Variant.load("backgammon", options).score == 3


def test_an_id_is_remembered_like_a_text() -> None:
    narde = Variant.load("narde")
    text = "24:14 20:1 / 24:14 3:1"
    same = read_position(narde, gnubg_id(narde.position(text)) or "")
    assert same == narde.position(text)
