"""The page about saved matches names every field, and the file holds everything."""

from __future__ import annotations

import json

import msgspec

from docs import match_json
from fullprime import Match, Points, Settings
from fullprime.action import Seen
from fullprime.formats import match_file, saved
from fullprime.notes import Analysis, Candidate, CubeVerdict, Note, Notes
from fullprime.referee import TableRules

BEYOND = {"Variant", "Option"}
"""Described by the page about games of one's own."""


def test_up_to_date() -> None:
    page, schema = match_json.PAGE.read_text(encoding="utf-8"), match_json.SCHEMA.read_text()
    assert page == match_json.page(), "run `make match-json`"
    assert json.loads(schema) == json.loads(json.dumps(match_json.schema())), "the same"


def test_every_struct_is_on_the_page() -> None:
    assert {each.__name__ for each in match_json.STRUCTS} == set(match_json.definitions()) - BEYOND


def test_every_field_of_a_file_is_on_the_page() -> None:
    page = match_json.PAGE.read_text(encoding="utf-8")
    file = json.loads(saved.dump(everything()))
    for name in {*file, *file["notes"], *file["settings"], *file["games"][0]}:
        assert f"| `{name}` |" in page, name


def test_nothing_is_lost() -> None:
    match = everything()
    written = match_file.dump(match, "json")
    assert match_file.load(written.data) == match
    assert written.losses == ()


def everything() -> Match:
    """Games in turn at a real table, with an irregularity, clock, proof, comments and analysis."""
    rules = TableRules(illegal_play="opponent_option")
    match = Match.start(
        rotation=("portes", "plakoto"),
        players=("Ann", "Ben"),
        target=Points(5),
        settings=Settings(referee=rules),
    )
    match = match.apply("31").apply("62").apply(Seen(((24, 18), (13, 10))))
    outcome = (0.5, 0.1, 0.0, 0.3, 0.1, 0.0)
    verdict = CubeVerdict(no_double=0.4, double_take=0.3, outcome=outcome)
    candidate = Candidate(play="24/18 13/11", equity=0.1, outcome=outcome, by="2-ply")
    analysis = Analysis(
        candidates=(candidate,), played=0, cube=verdict, luck=0.1, raw={"A": ("1",)}
    )
    notes = Notes(
        about={"event": "Club night"},
        clock={"reserve": 300},
        proof={"seed": "00ff"},
    ).with_note(Note(text="Why not?", mark="?", analysis=analysis, spent=3.5), 0, 1)
    return msgspec.structs.replace(match, notes=notes)
