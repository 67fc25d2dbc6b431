"""The kernel against the oracle of the family, for the games that its fields reach so far.

Games with staged turns or patterns of their own are not among them yet.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import family_generate
import family_oracle
import family_rows
from family_oracle import Board, Rules
from fullprime import (
    Game,
    Phase,
    Played,
    Position,
    Roll,
    Rolled,
    SeededDice,
    Variant,
    legal_plays,
    variants,
)

REACHED = (
    "backgammon", "dutch", "hypergammon", "longgammon", "mahbusa", "misere", "nackgammon", "nard",
    "narde", "fevga", "pin_game", "plakoto", "portes", "shesh_besh", "takhteh", "tapa", "tavla",
)  # fmt: skip
MODIFIERS: tuple[dict[str, Any], ...] = ({"cap5": True}, {"nohr": True})
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "dutch": ({"entry": "free"}, {"hit_right": "currently_in_home"}),
    "narde": ({"head_exception": None}, {"prime": "none"}),
    "fevga": ({"prime": "narde"}, {"prime": "none"}),
    "tapa": ({"bear_off": "exact"},),
}
FIELDS = (
    "start", "checkers", "geometry", "landing", "block", "entry", "bear_off", "hit_right", "cap",
    "nohr", "head_limit", "head_exception", "runner", "prime", "score", "goal", "opening", "cube",
)  # fmt: skip
SHIPPED = [variant.id for variant in variants()]
RESULTS = [
    row
    for row in family_rows.read_results()
    if row.rules.id in SHIPPED and row.rules == family_oracle.RULES[row.rules.id]
]
ROWS = [row for row in family_rows.read_plays() if row.rules.id in REACHED]
CASES = [
    (name, options)
    for name in REACHED
    for options in (
        {},
        *OPTIONS.get(name, ()),
        *(MODIFIERS if family_oracle.RULES[name].landing == "hit" else ()),
    )
]


def variant_of(rules: Rules) -> Variant:
    """The same game as a row of fields for the kernel."""
    places = {family_oracle.HAND: "hand"}
    return Variant(
        name=rules.id,
        start=" ".join(f"{places.get(point, point)}:{count}" for point, count in rules.start),
        checkers=rules.n,
        geometry=rules.geometry,  # type: ignore[arg-type]
        landing=rules.landing,  # type: ignore[arg-type]
        block=rules.block,
        entry=rules.entry,  # type: ignore[arg-type]
        bear_off=rules.bear_off,  # type: ignore[arg-type]
        hit_right=rules.hit_right,  # type: ignore[arg-type]
        cap=rules.cap or 0,
        nohr=rules.nohr,
        head_limit=rules.head_limit or 0,
        head_exception=(3, 4, 6) if rules.head_exception else (),
        runner=rules.runner,
        prime=rules.prime,  # type: ignore[arg-type]
        score=len(rules.score),
        goal=rules.end,  # type: ignore[arg-type]
        opening=rules.opening,  # type: ignore[arg-type]
        cube=rules.cube,
    )


def kernel_finals(
    rules: Rules,
    board: Board,
    dice: tuple[int, int],
    rolls: tuple[int, int] | None,
    hit_right: tuple[bool, bool] | None = None,
) -> list[Board]:
    variant = variant_of(rules)
    position = variant.remembering(
        Position.of(board.mover, board.other, (board.mover_pinned, board.other_pinned)),
        rolls,
        hit_right,
    )
    plays = legal_plays(variant, position, Roll(*dice))
    return [Board(p.position.mover, p.position.other, *p.position.pinned) for p in plays]


def assert_same(found: list[Board], expected: set[Board], where: str) -> None:
    assert len(found) == len(set(found)), f"listed twice: {where}"
    assert set(found) == expected, where


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_agrees_with_the_oracle(name: str, options: dict[str, Any]) -> None:
    rng = Random(f"{name} {options}")
    for i in range(500 if not options else 150):
        make = family_generate.wild if i % 2 else family_generate.played
        case = make(rng, name, options)
        found = kernel_finals(case.rules, case.board, case.dice, case.rolls, case.hit_right)
        assert_same(found, set(case.finals()), f"{case}")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_examples_of_the_family(row: family_rows.PlayRow) -> None:
    found = kernel_finals(row.rules, row.board, row.dice, row.rolls)
    if isinstance(row.expected, int):
        assert len(set(found)) == row.expected
    else:
        assert_same(found, set(row.expected), row.id)


@pytest.mark.parametrize("row", RESULTS, ids=lambda row: f"{row.id} {row.rules.id}")
def test_results_of_the_family(row: family_rows.ResultRow) -> None:
    board = row.board
    pins = (board.mover_pinned, board.other_pinned)
    end = Variant.load(row.rules.id).end(Position.of(board.mover, board.other, pins))
    assert end == (row.value or None)


@pytest.mark.parametrize("name", SHIPPED)
def test_ends_agree_with_the_oracle(name: str) -> None:
    rng, variant, rules = Random(name), Variant.load(name), family_oracle.RULES[name]
    for i in range(200):
        case = (family_generate.wild if i % 2 else family_generate.played)(rng, name)
        for board in list(case.finals())[:3]:
            pins = (board.mover_pinned, board.other_pinned)
            value = family_oracle.result(rules, board)
            end = variant.end(Position.of(board.mover, board.other, pins))
            assert end == (0 if value == "draw" else value or None), board


@pytest.mark.parametrize("name", REACHED)
def test_opening_counts(name: str) -> None:
    rules = family_oracle.RULES[name]
    variant = variant_of(rules)
    counts = variant.perft(variant.start_position, 1)
    assert sum(counts.values()) == family_oracle.perft(rules, 1)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_files_say_the_same_as_the_oracle(name: str) -> None:
    """Each shipped variant is the row that the oracle's parameters give."""
    shipped, expected = Variant.load(name), variant_of(family_oracle.RULES[name])
    for field in FIELDS:
        assert getattr(shipped, field) == getattr(expected, field), field


@pytest.mark.parametrize("name", SHIPPED)
def test_random_games_end(name: str) -> None:
    for seed in range(20):
        rng, dice = Random(seed), SeededDice(seed)
        game = Game.start(Variant.load(name))
        for _ in range(3000):
            if game.result:
                break
            if game.phase is Phase.TO_PLAY:
                game = game.apply(Played.of(rng.choice(game.plays)))
            elif game.verbs[0] == "pass":
                game = game.apply(game.legal()[0])
            else:
                game = game.apply(Rolled(dice.roll()))
            assert sum(game.position.mover) == sum(game.position.other) == game.variant.checkers
        assert game.result is not None
