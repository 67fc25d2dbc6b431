"""Variants as data."""

from __future__ import annotations

import pytest

from fullprime import Roll, Variant, variants
from fullprime.errors import BadVariant, FullprimeError
from fullprime.variant import Option, read_variant


def test_the_first_of_the_family() -> None:
    assert Variant.load().id == variants()[0].id == "backgammon"
    assert Variant.load("standard") == Variant.load("Backgammon") == Variant.load("backgammon")


@pytest.mark.parametrize("name", ["", "bakgammon", "chess", "x" * 5000, "../backgammon"])
def test_unknown_variants(name: str) -> None:
    with pytest.raises(BadVariant, match=r"unknown variant .*, expected one of: backgammon") as e:
        Variant.load(name)
    assert len(str(e.value)) < 300


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
        with pytest.raises(BadVariant, match=r"options .* of test: "):
            variant.with_options({"cap": bad})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('name = "X"', "missing required field `start`"),
        ('name = "X"\nstart = "24:16"', "16 checkers, expected 15"),
        ('name = "X"\nstart = "24:15"\nhome = 40', "`int` <= 12 - at `$.home`"),
        ('name = "X"\nstart = "24:15"\nblock = 256', "`int` <= 30 - at `$.block`"),
        ('name = "X"\nstart = "24:15"\nlanding = "jump"', "Invalid enum value 'jump'"),
        ('name = "X"\nstart = "24:15"\nwings = 2', "unknown field `wings`"),
        ('name = "X"\nstart = "24:15"\n[options.o]\nsummary = ""\nset = {kap = 5}', "`kap`"),
        ('name = "X"\nstart = "24:15"\n[options.o]\nsummary = ""\nset = {cap = "5"}', "$.cap"),
        ('name = "X"\nstart = "24:15"\n[options.o]\nsummary = ""\nfield = "kap"', "'kap'"),
        ("name = ", "variant file x.toml: "),
    ],
)
def test_bad_variant_files(text: str, fault: str) -> None:
    with pytest.raises(BadVariant) as caught:
        read_variant("x", text.encode())
    assert "variant file x.toml" in str(caught.value)
    assert fault in str(caught.value)


def test_numbers_of_a_roll() -> None:
    variant = Variant.load()
    assert variant.batches(variant.start_position, Roll(4, 4)) == [[4, 4, 4, 4]]
    assert variant.batches(variant.start_position, Roll(3, 1)) == [[3, 1]]


def test_perft_needs_a_depth() -> None:
    with pytest.raises(FullprimeError, match="depth 0"):
        Variant.load().perft(Variant.load().start_position, 0)
