"""The rulebook of every game: nothing that differs is left out, and every field shows."""

from __future__ import annotations

import json
import re
import sys
from string import Formatter
from typing import Any

import msgspec
import pytest

from family_choices import RULE_FIELDS, other_values, told_against, with_fields
from fullprime import Variant, variants
from fullprime.errors import sentences
from fullprime.rulebook import Rulebook, rules_of, rules_of_series
from fullprime.rulebook.text import blocks, plain_lines, series_blocks
from fullprime.rulebook.words import (
    FIELDS,
    fits,
    listed_values,
    matters,
    sentence,
    start_sentence,
    texts,
    title,
    written,
)
from fullprime.series import Series, all_series
from fullprime.variant import read_variant
from program import run

IDS = [variant.id for variant in variants()]
ABOUT_MORE = {"together", "path", "start"}
"""Tables of sentences that are about something else than the values of one field."""
OTHER_STARTS = (("24:15", {"start": "24:14 23:1"}), ("24:15", {"start": "24:14", "checkers": 14}))


def text(book: Rulebook) -> str:
    return "\n".join(block.text for block in blocks(book))


def flat(shown: str) -> str:
    """Without line breaks and list marks."""
    return re.sub(r"\s+", " ", shown)


# What differs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_the_command_mentions_every_field_that_differs(name: str) -> None:
    """Computed from the fields themselves, not from what the rulebook takes for a difference."""
    variant, standard = Variant.load(name), Variant.load()
    shown = flat(run("rules", name).stdout)
    for field in FIELDS:
        value = getattr(variant, field)
        if value != getattr(standard, field):
            assert sentence(field, value).text in shown, field
    if variant.start != standard.start:
        assert start_sentence(variant).text in shown
    assert variant.description in shown and variant.summary in shown
    assert all(source in shown for source in variant.sources)


@pytest.mark.parametrize("name", IDS)
def test_flipping_any_field_changes_the_text(name: str) -> None:
    variant = Variant.load(name)
    usual = text(rules_of(variant))
    for field in RULE_FIELDS:
        if field in ("start", "checkers"):  # they change together, see below
            continue
        for value in other_values(field, getattr(variant, field)):
            flipped = with_fields(variant, **{field: value})
            if not told_against(flipped):
                assert text(rules_of(flipped)) != usual, (field, value)


@pytest.mark.parametrize(("start", "changes"), OTHER_STARTS)
def test_another_start_changes_the_text(start: str, changes: dict[str, Any]) -> None:
    variant = next(v for v in variants() if v.start == start)
    assert text(rules_of(with_fields(variant, **changes))) != text(rules_of(variant))


def test_the_standard_game_differs_in_nothing() -> None:
    assert rules_of(Variant.load()).differences == ()


def test_fields_that_matter_through_others() -> None:
    fevga, standard = Variant.load("fevga"), Variant.load()
    assert matters(fevga, "must_open_gate") and not matters(standard, "must_open_gate")
    assert matters(Variant.load("tapa"), "mother_rule")
    assert not matters(standard, "no_hit_and_run")


def test_options_change_the_rules() -> None:
    shown = flat(run("rules", "backgammon", "--option", "cap5").stdout)
    assert sentence("cap", 5).text in shown and "(VAR-CAP5)" in shown


# Chapters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_a_difference_is_in_its_chapter_too(name: str) -> None:
    book = rules_of(Variant.load(name))
    in_chapters = [line.says for section in book.sections for line in section.lines]
    assert all(line.says in in_chapters for line in book.differences)


def test_every_field_and_every_rule_has_one_chapter() -> None:
    rows = texts("sections")["section"]
    named = [field for row in rows for field in row["fields"]]
    assert sorted(named) == sorted(["start", *FIELDS])
    for row in rows:
        assert {name for each in row["stated"] for name in each["ids"]} <= set(row["fields"])
    ids = [rule for row in rows for each in row["rules"] for rule in each["ids"]]
    assert sorted([*ids, *texts("sections")["series"].values()]) == sorted(sentences())


def test_every_rule_belongs_to_some_game() -> None:
    games = [*variants(), Variant.load(None, {"cap5": True})]
    games.append(Variant.load("gul_bara", {"rest": "opponent"}))
    named = {rule.id for game in games for rule in rules_of(game).rules}
    named |= {rule.id for series in all_series() for rule in rules_of_series(series).rules}
    assert named == set(sentences())


def test_rules_of_hitting_are_not_listed_where_nothing_is_hit() -> None:
    ids = {rule.id for rule in rules_of(Variant.load("plakoto")).rules}
    assert "VAR-PIN" in ids and not any(rule.startswith(("STD-HIT", "STD-BAR")) for rule in ids)
    assert "STD-DBL-1" not in {rule.id for rule in rules_of(Variant.load("coan_ki")).rules}


# The sentences -----------------------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("file", ["sentences", "titles"])
def test_every_value_has_words(file: str, field: str) -> None:
    """A new field, or a new value of one, fails here until the rulebook has words for it."""
    values, words = list(listed_values(field)), texts(file)[field]
    assert len(values) > 1
    for value in values:
        says = sentence(field, value) if file == "sentences" else title(field, value)
        assert says.text[0].isupper() or says.text[0].isdigit()
        assert says.text.endswith(".") == (file == "sentences")
        assert not re.search(r"[{}]|  |\btrue\b|\bfalse\b", says.text)
        assert len(says.text) <= 40 or file == "sentences"
    known = {written(value) for value in values}
    assert set(words) <= known | {"other"}, "words for a value that is gone"
    assert "other" not in words or set(words) < known | {"other"}


def test_no_words_without_a_field() -> None:
    assert set(texts("sentences")) - ABOUT_MORE == set(FIELDS)
    assert set(texts("titles")) - ABOUT_MORE == set(FIELDS)


def test_sentences_of_several_fields() -> None:
    assert set(texts("titles")["together"]) == {row["id"] for row in texts("sentences")["together"]}
    for row in texts("sentences")["together"]:
        for field, values in row["when"].items():
            assert set(values) <= set(listed_values(field))
        assert any(fits(variant, row) for variant in variants()), row["id"]


def test_every_path_is_described() -> None:
    paths = texts("sentences")["path"]
    assert set(paths) == set(listed_values("geometry"))
    for words in paths.values():
        assert {name for _, name, _, _ in Formatter().parse(words) if name} <= {
            "home", "far", "near",
        }  # fmt: skip


# House rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_every_choice_can_be_chosen_and_one_is_usual(name: str) -> None:
    variant = Variant.load(name)
    book = rules_of(variant)
    for rule in book.options:
        field = variant.options[rule.name].field
        for choice in rule.choices:
            chosen = variant.with_options({rule.name: choice.value})
            assert getattr(chosen, field) == choice.value and chosen.kernel
        assert [c.value for c in rule.choices if c.usual] in ([rule.usual], [])
    in_force = {n for n in variant.options if n not in {r.name for r in book.options}}
    assert {rule.name for rule in book.modifiers} <= in_force


def test_a_modifier_in_force_is_not_offered() -> None:
    names = {rule.name for rule in rules_of(Variant.load("tavla")).modifiers}
    assert names == {"cap5"}
    assert "no_hit_and_run" in {rule.name for rule in rules_of(Variant.load()).modifiers}


# Doors -------------------------------------------------------------------------------------------


def test_the_command_defaults_to_the_standard_game_and_draws_its_board() -> None:
    shown = run("rules").stdout
    assert shown.startswith("Backgammon\n==========\n")
    assert "┌" in shown and "(STD-OFF-10)" in shown and "all others are compared with" in shown


def test_plain_and_short() -> None:
    shown = run("rules", "fevga", "--plain", "--short").stdout
    assert shown.isascii() and "STD-" not in shown and "House rules\n-----------" in shown


def test_on_a_terminal_headings_are_bold_and_not_underlined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = sys.modules["fullprime.cli.rules"]  # in its package the name is the command
    monkeypatch.setattr(module, "screen_width", lambda: 90)
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("rules", "tapa").stdout
    assert "\x1b[1mHouse rules\x1b[0m" in shown and "-----------" not in shown
    assert "\x1b[2m" in shown and "┌" in shown


def test_a_series_lists_its_games() -> None:
    shown = flat(run("rules", "tavli").stdout)
    assert "1. Portes: " in shown and "3. Fevga: " in shown and "(VAR-TAVLI)" in shown
    balkan = flat(run("rules", "balkan").stdout)
    assert "with bulgarian" in balkan and "western_first_game" in balkan


def test_json_has_the_same_structure_as_the_library() -> None:
    told = json.loads(run("rules", "tapa", "--json").stdout)
    assert told == json.loads(msgspec.json.encode(rules_of(Variant.load("tapa"))))
    assert json.loads(run("rules", "tavli", "--json").stdout)["games"][1]["id"] == "plakoto"


def test_a_game_of_your_own() -> None:
    own = b'name = "Nine"\nstart = "24:3 13:3 6:3"\ncheckers = 9\nbear_off = "exact"\n'
    book = rules_of(read_variant("nine.toml", own))
    assert [line.field for line in book.differences] == ["start", "checkers", "bear_off"]
    assert "Sources" not in text(book)


def test_a_list_of_games_is_a_series_too() -> None:
    lines = plain_lines(series_blocks(rules_of_series(Series.parse("tapa,nard"))), 80)
    assert any(line.startswith("2. Nard") for line in lines)


@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_too_wide(width: int) -> None:
    for variant in variants():
        assert all(len(line) <= width for line in plain_lines(blocks(rules_of(variant)), width))
