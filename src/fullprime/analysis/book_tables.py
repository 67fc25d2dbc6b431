"""The opening book as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from fullprime.analysis.opening_book import Candidate, Line, Opened
from fullprime.analysis.tables import WIDEST, Column, chances_columns, table
from fullprime.engine.outcome import Outcome

CLOSE = 2.0
"""Joint standard errors of a lead below which it is open which play is better."""


def book_lines(found: Opened, width: int = WIDEST) -> list[str]:
    """The decision, then the rolls that can be thrown there."""
    decision = found.decision
    if decision is None:
        return [_title(found, "first rolls"), *rolls_table(found.rolls, width), *_foot(found.rolls)]
    roll = f"{decision.roll} to play"
    reply = f"after {_dashed(decision.first)}: {decision.play}; " if decision.reply else ""
    lines = [_title(found, f"{reply}{roll}"), *candidates_table(decision, width)]
    if found.reply:
        return [*lines, *_foot([decision])]
    heading = f"Replies after {found.play}"
    if not found.rolls:
        return [*lines, *_foot([decision]), "", f"{heading}: none, since the same player goes on."]
    lines += ["", f"{heading}:", *rolls_table(found.rolls, width)]
    return [*lines, *_foot([decision, *found.rolls])]


def _title(found: Opened, what: str) -> str:
    book = found.book
    if book is None:
        return f"{found.variant.name}; {what}; evaluated, not rolled out"
    former = "" if book.current else ", a former net"
    return f"{found.variant.name}; {what}; rolled out with {book.net}{former}"


def _dashed(roll: str) -> str:
    return f"{roll[0]}-{roll[1]}"


def rolls_table(lines: Sequence[Line], width: int) -> list[str]:
    """Every roll with its best play and how close the next one is."""
    seconds = [line.second for line in lines]
    columns = [
        Column("Roll", [str(line.roll) for line in lines], left=True),
        Column("Best play", [line.best.play for line in lines], left=True),
        Column("Equity", [f"{line.best.equity:+.4f}" for line in lines]),
        *_errors("S.E.", [line.best.standard_error for line in lines], 3),
        Column("Second", [each.play if each else "" for each in seconds], 1, left=True),
        Column("Error", [_loss(line, line.second) for line in lines], 1),
        *_errors("S.E.", [each.joint_error if each else None for each in seconds], 2),
        _made(lines, [line.best for line in lines]),
    ]
    return table(columns, width)


def candidates_table(line: Line, width: int) -> list[str]:
    """The plays of a roll, the best first."""
    found = line.candidates
    # Taking luck off may leave a chance a little below nothing.
    outcomes = [Outcome(*(max(0.0, p) for p in each.chances)) for each in found if each.chances]
    columns = [
        Column("Play", [each.play for each in found], left=True),
        Column("Equity", [f"{each.equity:+.4f}" for each in found]),
        *_errors("S.E.", [each.standard_error for each in found], 3),
        Column("Error", ["", *(_loss(line, each) for each in found[1:])]),
        *_errors("S.E.", [each.joint_error for each in found], 2),
        *chances_columns(outcomes),
        _made([line] * len(found), found),
    ]
    return table(columns, width)


def _errors(head: str, errors: Sequence[float | None], rank: int) -> list[Column]:
    """Nothing where nothing is rolled out."""
    cells = ["" if error is None else f"{error:.4f}" for error in errors]
    return [Column(head, cells, rank)] if any(cells) else []


def _loss(line: Line, candidate: Candidate | None) -> str:
    """With a tilde where it is open which of the two is better."""
    if candidate is None:
        return ""
    loss = line.loss(candidate)
    return f"{'~' if is_open(line, candidate) else ''}{loss:.4f}"


def is_open(line: Line, candidate: Candidate) -> bool:
    """Is it uncertain whether the best is better than this play?"""
    joint = candidate.joint_error
    return joint is not None and line.loss(candidate) < CLOSE * joint


def _made(lines: Sequence[Line], found: Sequence[Candidate]) -> Column:
    """Trials, or how far ahead it is evaluated."""
    rolled = all(each.trials for each in found)
    cells = [
        (f"{each.trials:,}" if rolled else f"{each.trials:,} trials")
        if each.trials
        else f"{line.plies}-ply"
        for line, each in zip(lines, found, strict=True)
    ]
    return Column("Trials" if rolled else "Depth", cells, 4)


def _foot(lines: Sequence[Line]) -> list[str]:
    if any(is_open(line, each) for line in lines for each in line.candidates[1:]):
        return ["~ less than two joint standard errors: it is open which of the two is better"]
    return []
