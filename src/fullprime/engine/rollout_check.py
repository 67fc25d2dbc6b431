"""What is rolled out for a question, and whether a kept result has that.

A file could name other plays than those whose figures it holds, or another score than the one that
was played for: figures alone do not show it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.dice import Roll
from fullprime.engine.rollout_result import Question, RolledOut, Subject, Terms, differing
from fullprime.engine.wager import Wager
from fullprime.errors import FullprimeError
from fullprime.match_equity import shipped
from fullprime.notation import read_turn
from fullprime.numbers_to_play import earns_bonus, named_in
from fullprime.play import Play, write_named
from fullprime.position import Position
from fullprime.variant import Variant


def turns_so_far(variant: Variant, position: Position) -> tuple[int, int] | None:
    """The turns made before a position, where its text does not say so: doublets climb later."""
    counts = variant.doublet == "cascade"
    usual = variant.remembering(position).turns_made if counts else None
    return position.turns_made if counts and position.turns_made != usual else None


def position_of(variant: Variant, asked: Subject | Question) -> Position:
    """With what the game remembers."""
    position = variant.position(asked.position)
    return variant.remembering(position, asked.turns) if asked.turns else position


def after_play(variant: Variant, start: Position, play: Play, roll: Roll) -> Subject:
    """The other side rolls next, or the same after a turn that earns another; no one doubles
    before that."""
    again = earns_bonus(variant, start, roll, play)
    position = variant.turned(play.position, roll, again)
    return Subject(
        name=write_named(play, named_in(variant, roll, play)),
        position=variant.text(position),
        asker_rolls=again,
        may_double=not again,
        turns=turns_so_far(variant, position),
    )


def doubled_or_not(asked: Question) -> list[Subject]:
    """Both ways to begin."""
    return [
        Subject(
            name="double, take" if doubled else "no double",
            position=asked.position,
            may_double=False,
            doubled=doubled,
            turns=asked.turns,
        )
        for doubled in (False, True)
    ]


def unfounded(variant: Variant, found: RolledOut) -> Iterator[str]:
    """What does not follow from the question, each with its place."""
    subjects = [line.subject for line in found.lines]
    if found.question is None:
        if any(subject.name for subject in subjects):
            yield "question: None, expected what the lines are the answer to"
    else:
        expected = _subjects(variant, found.question, subjects)
        if len(expected) != len(subjects):
            yield f"lines: {len(subjects)} of them, expected {len(expected)}"
        for number, (own, right) in enumerate(zip(subjects, expected, strict=False)):
            yield from (f"lines[{number}].subject.{fault}" for fault in differing(own, right))
    yield from _wrong_terms(variant, found.terms)


def _subjects(variant: Variant, question: Question, named: list[Subject]) -> list[Subject]:
    if question.double:
        return doubled_or_not(question)
    if question.roll is None:
        return [Subject(position=question.position, turns=question.turns)]
    position, roll = position_of(variant, question), Roll.of(question.roll)
    return [
        after_play(variant, position, read_turn(variant, position, roll, subject.name), roll)
        for subject in named
    ]


def _wrong_terms(variant: Variant, terms: Terms) -> Iterator[str]:
    if terms.played_for is None:
        return
    tables = {table.name: table for table in shipped().values()}
    if terms.table and terms.table not in tables:
        raise FullprimeError(
            f"played for by the table {terms.table!r}, expected one that comes with the program: "
            + ", ".join(sorted(tables))
        )
    table = tables[terms.table] if terms.table else None
    right = Terms.for_wager(Wager(terms.played_for, 0, table, variant.score))
    yield from (f"terms.{fault}" for fault in differing(terms, right))
