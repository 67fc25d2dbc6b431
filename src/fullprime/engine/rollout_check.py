"""What is rolled out for a question, and whether a kept result has that.

A file could name other plays than those whose figures it holds, or another score than the one that
was played for: figures alone do not tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from fullprime.dice import Roll
from fullprime.engine.rollout_result import Question, RolledOut, Subject, Terms, differing
from fullprime.engine.wager import Wager
from fullprime.errors import FullprimeError
from fullprime.match_equity import shipped
from fullprime.notation import read_play
from fullprime.play import Play
from fullprime.variant import Variant


def after_play(variant: Variant, play: Play, roll: Roll) -> Subject:
    """The other side rolls next."""
    position = variant.text(variant.turned(play.position, roll))
    return Subject(name=str(play), position=position, asker_rolls=False)


def doubled_or_not(position: str) -> list[Subject]:
    """Both ways to begin."""
    return [
        Subject(name="no double", position=position, may_double=False),
        Subject(name="double, take", position=position, may_double=False, doubled=True),
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
        return doubled_or_not(question.position)
    if question.roll is None:
        return [Subject(position=question.position)]
    position, roll = variant.position(question.position), Roll.of(question.roll)
    return [
        after_play(variant, read_play(variant, position, roll, subject.name), roll)
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
