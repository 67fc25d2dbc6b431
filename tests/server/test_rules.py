"""The rules and the glossary over HTTP: codes with English, figures that boards can draw."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from docs import web_words
from fullprime import Variant, variants
from fullprime.glossary import terms
from fullprime.rulebook import rules_of
from server_client import Server, Visitor

CODES = web_words.library().keys()


def codes_in(value: Any) -> set[str]:
    """Of all sentences, however deep they lie."""
    if isinstance(value, list):
        return {code for each in value for code in codes_in(each)}
    if not isinstance(value, dict):
        return set()
    own = {value["code"]} if {"code", "text"} <= value.keys() else set()
    return own | {code for each in value.values() for code in codes_in(each)}


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_the_rules_of_a_game(server: Server, name: str) -> None:
    status, told = Visitor(server).get(f"/api/rules/{name}")
    book = json.loads(msgspec.json.encode(rules_of(Variant.load(name))))
    assert status == 200 and told["kind"] == "variant"
    assert {field: told[field] for field in book} == book
    assert codes_in(told) and codes_in(told) <= CODES
    assert all(
        {f"figure.{f['id']}.title", f"figure.{f['id']}.text"} <= CODES for f in told["figures"]
    )
    assert len(told["start"]) == 2 and 1 <= len(told["opening"]) <= 4
    assert all(each["last"]["dice"] for each in told["opening"])


def test_a_figure_that_can_be_tried(server: Server) -> None:
    figures = Visitor(server).get("/api/rules/standard")[1]["figures"]
    entering = next(figure for figure in figures if figure["id"] == "entering")
    assert (entering["dice"], entering["left"]) == ([6, 4], [6, 4])
    assert entering["play"] == [["bar", 21], [24, 18]]
    first = entering["walk"]["nodes"][0]["next"]
    assert {(step[0], step[1]) for step in first} == {("bar", 21)}
    assert entering["rows"][0]["bar"] == 1 and entering["after"][0]["bar"] == 0


def test_a_figure_of_black(server: Server) -> None:
    figures = Visitor(server).get("/api/rules/tapa")[1]["figures"]
    closed = next(figure for figure in figures if figure["id"] == "pinned_point")
    assert (closed["seat"], closed["rule"], closed["wrong"]) == (1, "VAR-PIN", [[18, 14]])
    assert closed["rows"][1]["pinned"] == [14]


def test_a_series(server: Server) -> None:
    told = Visitor(server).get("/api/rules/tavli")[1]
    assert told["kind"] == "series" and told["rules"][0]["id"] == "VAR-TAVLI"
    assert [game["id"] for game in told["games"]] == ["portes", "plakoto", "fevga"]


@pytest.mark.parametrize("name", ["chess", "..%2Fown.toml", "own.toml"])
def test_what_is_no_game_has_no_rules(server: Server, name: str) -> None:
    status, told = Visitor(server).get(f"/api/rules/{name}")
    assert status == 404 and told["code"] in ("request.unknown_game", "request.missing")


def test_the_glossary(server: Server) -> None:
    told = Visitor(server).get("/api/glossary")[1]
    assert [each["id"] for each in told] == list(terms())
    assert told[0].keys() == {"id", "name", "forms", "text", "see", "common"}
