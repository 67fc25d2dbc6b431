"""The kernel and the variant files against the oracle of the family."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import family_generate
import family_oracle
import family_rows
from family_oracle import Board, Result, Rules
from fullprime import Position, Roll, Variant, legal_plays, variants

SHIPPED = [variant.id for variant in variants()]
MODIFIERS: tuple[dict[str, Any], ...] = ({"cap5": True}, {"no_hit_and_run": True})
OPTIONS = family_generate.OPTIONS | {
    name: [*family_generate.OPTIONS.get(name, []), *more]
    for name, more in {
        "tapa": [{"bear_off": "exact"}],
        "gioul": [{"rest": "opponent"}],
        "longgammon": list(MODIFIERS),
        "shesh_besh": list(MODIFIERS),
    }.items()
}
CASES = [(name, options) for name in SHIPPED for options in ({}, *OPTIONS.get(name, ()))]
SAME_FIELDS = (
    "geometry", "opening", "landing", "block", "hit_right", "entry", "doublet", "named_doublet",
    "complement_after_entry", "first_doublet_plain", "bonus_on_doubles", "rest", "runner", "prime",
    "prime_check", "forbidden_wall", "must_open_gate", "no_hit_and_run", "mother_rule",
    "mirror_gammon", "cube", "double_one", "consecutive_plain",
)  # fmt: skip
"""Fields that the oracle and the files call and spell alike."""


def shipped(name: str, options: Mapping[str, Any] | None = None) -> Variant:
    spelt = {k: "none" if v is None else v for k, v in (options or {}).items()}
    return Variant.load(name, spelt)


def position_of(board: Board) -> Position:
    return Position.of(board.mover, board.other, (board.mover_pinned, board.other_pinned))


def kernel_finals(
    variant: Variant,
    board: Board,
    dice: tuple[int, int],
    rolls: tuple[int, int] | None = None,
    hit_right: tuple[bool, bool] | None = None,
    named: int | None = None,
    doublets: int | None = None,
) -> list[Board]:
    """The final positions of whole turns; without a named doublet, those of all six."""
    thrown = None if doublets is None else (doublets > 0, False)
    position = variant.remembering(position_of(board), rolls, hit_right, thrown)
    roll = Roll(*dice)
    names = range(1, 7) if named is None and variant.names_doublet(roll) else [named]
    found = [[p.position for p in legal_plays(variant, position, roll, name)] for name in names]
    assert all(len(set(finals)) == len(finals) for finals in found), "listed twice"
    everything = dict.fromkeys(final for finals in found for final in finals)
    return [Board(p.mover, p.other, *p.pinned) for p in everything]


def check(name: str, options: Mapping[str, Any], count: int, seed: str = "") -> None:
    """The same final positions, and the same value where one of them ends the game."""
    rng, variant = Random(f"{name} {options}{seed}"), shipped(name, options)
    rules = family_oracle.with_options(family_oracle.RULES[name], options)
    for i in range(count):
        make = family_generate.wild if i % 2 else family_generate.played
        case = make(rng, name, options)
        found = kernel_finals(
            variant, case.board, case.dice, case.rolls, case.hit_right, case.named, case.doublets
        )
        finals = list(case.finals())
        assert set(found) == set(finals), f"{case}"
        for board in finals[:3]:
            expected = as_end(family_oracle.result(rules, board))
            assert variant.end(position_of(board)) == expected, board


def as_end(result: Result) -> int | None:
    """What the oracle says, as the library would."""
    return 0 if result == "draw" else result or None


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_agrees_with_the_oracle(name: str, options: dict[str, Any]) -> None:
    check(name, options, 150 if options else 500)


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_agrees_with_the_oracle_at_length(name: str) -> None:
    check(name, {}, 20_000, " at length")


@pytest.mark.parametrize("row", family_rows.read_plays(), ids=lambda row: row.id)
def test_examples_of_the_family(row: family_rows.PlayRow) -> None:
    variant = variant_of(row.rules)
    found = kernel_finals(variant, row.board, row.dice, row.rolls, named=row.named)
    if isinstance(row.expected, int):
        assert len(found) == row.expected
    else:
        assert set(found) == set(row.expected)


@pytest.mark.parametrize("row", family_rows.read_results(), ids=lambda row: row.id)
def test_results_of_the_family(row: family_rows.ResultRow) -> None:
    assert variant_of(row.rules).end(position_of(row.board)) == as_end(row.value)


@pytest.mark.parametrize("name", SHIPPED)
def test_opening_counts(name: str) -> None:
    variant = Variant.load(name)
    counts = variant.perft(variant.start_position, 1)
    assert sum(counts.values()) == family_oracle.perft(family_oracle.RULES[name], 1)


def variant_of(rules: Rules) -> Variant:
    """The same game as a row of fields for the kernel."""
    places = {family_oracle.HAND: "hand"}
    same: dict[str, Any] = {field: getattr(rules, field) for field in SAME_FIELDS}
    return Variant(
        name=rules.id,
        start=" ".join(f"{places.get(point, point)}:{count}" for point, count in rules.start),
        checkers=rules.n,
        bear_off="exact" if rules.exact_home else rules.bear_off,  # type: ignore[arg-type]
        cap=rules.cap or 0,
        cascade_after=rules.cascade_after if rules.doublet == "cascade" else 0,
        head_limit=rules.head_limit or 0,
        head_exception=rules.head_exception or "none",  # type: ignore[arg-type]
        score=2 if rules.mirror_gammon else len(rules.score),
        goal=rules.end,  # type: ignore[arg-type]
        **same,
    )


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_the_files_say_the_same_as_the_oracle(name: str, options: dict[str, Any]) -> None:
    """Each shipped variant, with each option, is the row that the oracle's parameters give."""
    rules = family_oracle.with_options(family_oracle.RULES[name], options)
    found, expected = shipped(name, options), variant_of(rules)
    for field in (*SAME_FIELDS, "start", "checkers", "bear_off", "cap", "cascade_after", "score",
                  "head_limit", "head_exception", "goal"):  # fmt: skip
        assert getattr(found, field) == getattr(expected, field), field
