"""Figures of the rules: what they show as legal is legal, what they cross out is refused."""

from __future__ import annotations

import pytest

from fullprime import Roll, Variant, variants
from fullprime.errors import sentences
from fullprime.notation import judge_play
from fullprime.rulebook import rules_of
from fullprime.rulebook.figures import (
    Figure,
    all_figures,
    figures_of,
    game_of,
    steps_of,
    wrong_steps,
)
from fullprime.rulebook.words import FIELDS, listed_values

SHOWN = [(variant.id, figure.id) for variant in variants() for figure in figures_of(variant)]


def figure_in(game: str, name: str) -> tuple[Variant, Figure]:
    return Variant.load(game), all_figures()[name]


@pytest.mark.parametrize(("game", "name"), SHOWN)
def test_a_figure_is_an_example_of_its_game(game: str, name: str) -> None:
    variant, figure = figure_in(game, name)
    if figure.rolls:
        assert not figure.position and all(Roll.parse(roll) for roll in figure.rolls)
        return
    seen = game_of(figure, variant)
    assert bool(figure.play or figure.wrong) == bool(figure.dice)
    assert bool(figure.wrong) == bool(figure.rule)
    assert steps_of(figure, variant) or not figure.play  # raises if it is not legal
    if figure.wrong:
        judged = judge_play(variant, seen.position, Roll.parse(figure.dice), figure.wrong)
        assert judged.objection and judged.objection.rule == figure.rule
        assert figure.rule in {rule.id for rule in rules_of(variant).rules}
        assert wrong_steps(figure)


def test_every_figure_is_shown_by_some_game() -> None:
    assert {name for _, name in SHOWN} == set(all_figures())


@pytest.mark.parametrize("name", all_figures())
def test_a_figure_is_well_described(name: str) -> None:
    figure = all_figures()[name]
    assert figure.title[0].isupper() or figure.title[0].isdigit()
    assert not figure.title.endswith(".") and figure.text.endswith(".") and len(figure.text) <= 130
    assert bool(figure.group) != (figure.field in FIELDS)
    for field, values in figure.when.items():
        assert set(values) <= set(listed_values(field))
    assert bool(figure.view) != bool(figure.rolls)
    assert not figure.rule or figure.rule in sentences()


def test_the_figures_of_the_sources() -> None:
    names = [figure.id for figure in figures_of(Variant.load())]
    assert names == ["two_checkers", "one_checker", "entering", "bearing_off", "cube"]
    tried = {figure.id for figure in figures_of(Variant.load()) if figure.attempt}
    assert tried == {"two_checkers", "one_checker", "entering", "bearing_off"}


def test_a_mother_that_is_pinned_wins_two() -> None:
    variant, figure = figure_in("plakoto", "mother")
    game = game_of(figure, variant)
    after = game.apply(game.read(figure.play))
    assert after.result and (after.result.winner, after.result.points) == (0, 2)


def test_places_of_a_refused_play() -> None:
    assert wrong_steps(all_figures()["hit_and_stay"]) == [(6, 4), (4, 3)]
    assert wrong_steps(all_figures()["exact"]) == [(4, "off")]
