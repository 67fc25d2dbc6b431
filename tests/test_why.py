"""Why not? Every rule against a play is named, in Python, on the command line and in JSON lines."""

from __future__ import annotations

import json
from random import Random

import pytest

import family_generate
from fullprime import IllegalAction, Roll, Variant, judge_play, legal_plays, read_play, variants
from fullprime.errors import BadPlay, sentences
from fullprime.play import write_steps
from fullprime.protocols.jsonl import answer
from kernel.test_family import position_of


def rule_against(
    name: str,
    position: str,
    roll: str,
    play: str,
    rolls: tuple[int, int] | None = None,
    named: int | None = None,
    **options: bool | str,
) -> str:
    variant = Variant.load(name, options)
    where = variant.remembering(variant.position(position), rolls)
    objection = judge_play(variant, where, Roll.parse(roll), play, named).objection
    return objection.rule if objection else "legal"


@pytest.mark.rule("VAR-HEAD", "VAR-RUNNER", "VAR-PRIME", "VAR-GATE", "VAR-BLOCK", "VAR-EXACT")
@pytest.mark.parametrize(
    ("name", "position", "roll", "play", "rule"),
    [
        # One checker may leave the head, two in a first turn of 3-3, 4-4 or 6-6.
        ("narde", "24:14 20:1 / 24:14 15:1", "65", "24/18 24/19", "VAR-HEAD"),
        ("narde", "24:14 20:1 / 24:14 15:1", "65", "24/18 20/15", "legal"),
        ("narde", "24:15 / 24:15", "44", "24/20(2) 20/16(2)", "legal"),
        ("narde", "24:15 / 24:15", "55", "24/19(2) 19/14 14/9", "VAR-HEAD"),
        # The first checker runs alone until it has passed the enemy's start.
        ("fevga", "24:14 17:1 / 24:14 16:1", "63", "24/18 17/14", "VAR-RUNNER"),
        ("fevga", "24:14 17:1 / 24:14 16:1", "63", "17/11 24/21", "legal"),
        # Walls: in Narde with nobody ahead, in Fevga in the own first table.
        ("narde", "24:9 23:1 22:1 21:1 20:1 14:2 / 24:15", "51", "24/19 14/13", "VAR-PRIME"),
        ("narde", "24:9 23:1 22:1 21:1 20:1 14:2 / 24:14 6:1", "51", "24/19 14/13", "legal"),
        ("fevga", "24:9 23:1 22:1 21:1 20:1 11:2 / 24:15", "51", "24/19 11/10", "VAR-PRIME"),
        ("fevga", "24:9 23:1 22:1 21:1 20:1 11:2 / 24:15", "51", "24/19 20/19", "VAR-PRIME"),
        ("fevga", "24:9 23:1 22:1 21:1 20:1 11:2 / 24:15", "51", "20/19 24/19", "VAR-PRIME"),
        ("fevga", "11:2 10:2 9:2 8:2 7:2 6:2 5:3 / 24:15", "21", "11/10 5/3", "VAR-GATE"),
        ("fevga", "11:2 10:2 9:2 8:2 7:2 6:2 5:3 / 24:15", "21", "11/10 11/9", "legal"),
        # A single enemy closes a point where nothing is hit.
        ("nard", "13:1 6:14 / 18:1 16:1 24:13", "64", "13/7", "VAR-BLOCK"),
        ("gul_bara", "16:1 / 6:14 18:1", "51", "16/15 15/10", "legal"),
        ("acey_european", "4:2 2:2 1:1 / 22:2 1:13", "53", "4/off 4/1", "VAR-EXACT"),
    ],
)
def test_the_rules_of_the_family_are_named(
    name: str, position: str, roll: str, play: str, rule: str
) -> None:
    found = rule_against(name, position, roll, play)
    # Fevga's first table may be left and filled in one turn, in that order alone.
    assert found == ("legal" if "20/19" in play else rule)


@pytest.mark.rule("VAR-PROG")
def test_batches_come_one_after_the_other() -> None:
    start = "24:15 / 24:15"
    assert rule_against("gul_bara", start, "55", "24/19(4)", (2, 2)) == "legal"
    assert rule_against("gul_bara", start, "55", "24/19(4)", (3, 3)) == "VAR-PROG"
    assert rule_against("gul_bara", start, "55", "24/18", (3, 3)) == "VAR-PROG"
    assert rule_against("gul_bara", start, "55", "24/19(4) 24/18", (3, 3)) == "STD-FORCE-1"
    assert rule_against("gul_bara", start, "55", "24/19(4) 24/18(4)", (3, 3)) == "legal"
    assert rule_against("gul_bara", start, "55", "24/4 24/18(4)", (3, 3)) == "legal"


def test_a_named_doublet_is_part_of_the_turn() -> None:
    where = ("acey_deucey", "24:2 / 8:2 24:2", "21")
    assert rule_against(*where, "24/22 24/23 22/4", named=6) == "legal"
    assert rule_against(*where, "24/22 24/23 22/4", named=5) != "legal"
    assert rule_against(*where, "24/21 24/18", named=6) == "STD-FORCE-1"


@pytest.mark.rule("VAR-RING", "VAR-RING-BLOCK")
@pytest.mark.parametrize(
    ("position", "roll", "play", "rule"),
    [
        ("16:8 15:8 / 16:8 15:8", "63", "16/7", "legal"),
        ("16:8 15:8 / 16:8 15:8", "63", "16/10 16/13", "legal"),
        ("16:8 15:8 / 16:8 15:8", "63", "16/10", "VAR-RING"),
        ("16:8 15:8 / 16:8 15:8", "63", "16/12", "VAR-RING"),
        ("16:1 12:15 / 16:8 15:8", "63", "16/10 10/7", "VAR-RING"),
        ("16:8 15:8 / 16:8 15:8", "11", "16/lost", "legal"),
        ("16:8 15:8 / 16:8 15:8", "11", "16/15", "VAR-RING"),
        ("16:8 15:8 / 16:8 15:8", "63", "16/lost", "VAR-RING"),
        ("16:8 15:8 / 16:8 3:8", "63", "16/10 16/13", "VAR-RING-BLOCK"),
        ("16:8 15:8 / 16:8 3:8", "63", "pass", "legal"),
        ("4:1 1:1 off:14 / 16:8 15:8", "43", "4/off 1/off", "legal"),
    ],
)
def test_the_ring_is_explained(position: str, roll: str, play: str, rule: str) -> None:
    assert rule_against("coan_ki", position, roll, play) == rule


def test_home_by_the_exact_number_alone() -> None:
    where = ("coan_ki", "4:1 1:1 off:14 / 16:8 15:8", "43")
    assert rule_against(*where, "4/off 1/off", exact_home=True) == "VAR-EXACT"


def test_objections_are_sentences() -> None:
    variant = Variant.load("narde")
    judged = judge_play(variant, variant.start_position, Roll(5, 5), "24/19(2) 19/9")
    assert judged.play is None
    assert judged.objection is not None
    expected = f"{sentences()['VAR-HEAD']} (1 of yours may leave the 24 in this turn)"
    assert judged.objection.reason == expected


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_what_is_legal_is_never_objected_to_and_the_other_way_round(name: str) -> None:
    """Random plays of random positions, whole turns and broken ones."""
    rng = Random(f"why {name}")
    variant = Variant.load(name)
    for i in range(25):
        make = family_generate.wild if i % 2 else family_generate.played
        case = make(rng, name)
        doublet = (case.doublets > 0, False)
        position = variant.remembering(position_of(case.board), case.rolls, case.hit_right, doublet)
        roll, named = Roll(*case.dice), case.named
        if variant.names_doublet(roll):
            named = named or 6
        plays = legal_plays(variant, position, roll, named)
        play = rng.choice(plays)
        if len(play.steps) > 12:
            continue
        text = " ".join(f"{step.wire[0]}/{step.wire[1]}" for step in play.steps) or "pass"
        found = judge_play(variant, position, roll, text, named)
        assert found.play is not None, (case, text, found)
        assert found.play.position == play.position
        broken = play.steps[:-1] if rng.random() < 0.5 else play.steps[1:]
        check_broken(variant, position, roll, write_steps(broken), named)


def check_broken(
    variant: Variant, position: object, roll: Roll, text: str, named: int | None
) -> None:
    try:
        judged = judge_play(variant, position, roll, text, named)  # type: ignore[arg-type]
    except BadPlay:
        return  # it can be played in several ways
    finals = {p.position for p in legal_plays(variant, position, roll, named)}  # type: ignore[arg-type]
    if judged.play:
        assert judged.play.position in finals
    else:
        assert judged.objection is not None
        assert judged.objection.rule in sentences()


def test_reading_a_play_raises_with_the_same_rule() -> None:
    variant = Variant.load("fevga")
    position = variant.position("24:14 17:1 / 24:14 16:1")
    with pytest.raises(IllegalAction, match="VAR-RUNNER"):
        read_play(variant, position, Roll(6, 3), "24/18 17/14")


def test_why_in_json_lines() -> None:
    asked = {
        "id": 7, "op": "why", "variant": "backgammon", "position": "13:1 / 20:2 5:13",
        "dice": [6, 2], "play": "13/11",
    }  # fmt: skip
    told = answer(json.dumps(asked).encode())
    assert told["legal"] is False
    assert told["rule"] == "STD-FORCE-3"
    assert told["reason"] == f"{sentences()['STD-FORCE-3']} (the 6 can be played)"
    assert told["legal_plays"] == [{"steps": [[13, 7]], "position": "7:1 / 20:2 5:13"}]
    told = answer(json.dumps(asked | {"play": "13/7"}).encode())
    assert (told["legal"], told["rule"], told["reason"]) == (True, None, None)
    told = answer(json.dumps(asked | {"play": "thirteen"}).encode())
    assert "cannot read 'thirteen'" in told["error"]
    told = answer(json.dumps(asked | {"named": 3}).encode())
    assert told["error"] == "named 3: no doublet is named after 6-2 in Backgammon"


def test_a_turn_in_too_many_single_steps_is_refused() -> None:
    variant = Variant.load("gioul")
    position = variant.remembering(variant.start_position, (9, 9))
    steps = (
        "24/23 24/23 24/23 23/22 23/21 23/21 21/19 21/19 19/16 19/16 16/13 13/10 "
        "24/20 24/20 24/20 10/6 24/19 24/19 16/11 11/6 24/18 24/18 19/13 13/7"
    )
    with pytest.raises(BadPlay, match="too many steps, join those of one checker"):
        judge_play(variant, position, Roll(1, 1), steps)


def test_without_a_name_any_doublet_will_do() -> None:
    where = ("acey_deucey", "24:2 / 24:2 8:2", "21")
    assert rule_against(*where, "24/22 22/21 24/18 21/15 15/9 9/3") == "legal"
    assert rule_against(*where, "24/22 24/23") == "VAR-PROG"
    assert rule_against(*where, "24/22 24/20") != "legal"


def test_other_numbers_may_do_the_same() -> None:
    """Two ways of spending the numbers lead to one position, and just one of them is legal."""
    position = "8:2 7:1 1:1 / hand:1 21:2 12:2 6:1 3:2"
    assert rule_against("russian", position, "11", "8/6*/off 8/off 7/1", (4, 4)) == "legal"
    position = "19:2 7:2 5:1 4:1 / 8:1 3:2"
    assert rule_against("gioul", position, "22", "19/off(2) 7/off(2) 5/1 4/off", (4, 4)) == "legal"


@pytest.mark.parametrize(
    ("position", "roll", "play", "rule"),
    [
        ("16:8 15:8 / 16:8 15:8", "32", "16/11/9", "VAR-RING"),
        ("8:2 off:14 / 16:8 off:8", "62", "8/2/off", "VAR-RING"),
        ("8:2 off:14 / 12:8 3:8", "62", "8/off", "VAR-RING-BLOCK"),
    ],
)
def test_the_ring_names_the_right_rule(position: str, roll: str, play: str, rule: str) -> None:
    assert rule_against("coan_ki", position, roll, play, exact_home=True) == rule


def test_pins_are_not_called_hits() -> None:
    assert rule_against("plakoto", "24:15 / 24:15", "51", "24/19* 24/23") == "VAR-PIN"


def test_a_verdict_needs_no_list() -> None:
    asked = {
        "op": "why", "variant": "gul_bara", "position": "24:10 20:2 15:3 / 24:10 20:2 10:3",
        "dice": [1, 1], "rolls": [3, 3], "play": "24/20",
    }  # fmt: skip
    told = answer(json.dumps(asked).encode())
    assert told["legal"] is False
    assert told["legal_plays"] is None
