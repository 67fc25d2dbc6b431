"""How often a fault in a transcript is found again: random legal matches, one fault put into each.

    python -m benchmarks.repair --matches 500 --docs --record

A match is written as match text and changed in one place, as people do who type or scan: a wrong
die, two digits exchanged, an impossible play, two turns exchanged, a line left out. Then
`fullprime show --repair` is asked. Faults that leave the game legal cannot be noticed by rules, so
they are counted apart.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import page, results
from fullprime.errors import BadFile
from fullprime.formats.mat import reader as mat
from fullprime.formats.match_file import dump
from fullprime.formats.repair.proposals import Proposal, proposals, repaired
from fullprime.formats.replay import replay
from fullprime.formats.transcript import Transcript
from random_matches import random_match

PAGE: Final = Path(__file__).parent.parent / "docs" / "formats.md"
ROW: Final = re.compile(r"\s*\d+\)")
CELL: Final = re.compile(r"\b([1-6])([1-6]): ((?:\d+/\d+\*?(?: (?=\d)|))+)")
"""A roll with its play."""

GAMES: Final = ("backgammon",)

Lines = list[str]


class Faulty(NamedTuple):
    """A text with one fault in it."""

    lines: Lines
    at: int
    """The line that was changed, or that is gone, counted from 1."""


def wrong_die(rng: random.Random, lines: Lines) -> Faulty | None:
    """One die shows another number."""
    at, cell = _some_cell(rng, lines)
    which = rng.choice((1, 2))
    die = rng.choice([each for each in "123456" if each != cell[which]])
    return _changed(lines, at, cell.start(which), cell.end(which), die)


def swapped_digits(rng: random.Random, lines: Lines) -> Faulty | None:
    """Two neighboring digits of a play are exchanged."""
    at, cell = _some_cell(rng, lines)
    digits = [m.start() for m in re.finditer(r"\d", lines[at]) if _inside(m.start(), cell)]
    line = lines[at]
    pairs = [(a, b) for a, b in pairwise(digits) if line[a] != line[b]]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return _changed(lines, at, a, b + 1, line[b] + line[a + 1 : b] + line[a])


def impossible_play(rng: random.Random, lines: Lines) -> Faulty | None:
    """Another play stands there, which has nothing to do with the dice."""
    at, cell = _some_cell(rng, lines)
    steps = " ".join(f"{rng.randint(7, 24)}/{rng.randint(1, 6)}" for _ in range(2))
    return _changed(lines, at, cell.start(3), cell.end(3), steps)


def turns_exchanged(rng: random.Random, lines: Lines) -> Faulty | None:
    """Two turns that follow each other in a row, or of a player, have changed places."""
    at, cell = _some_cell(rng, lines)
    other = at if rng.random() < 0.5 else at + 1
    cells = [m for m in CELL.finditer(lines[other]) if (other, m.start()) != (at, cell.start())]
    if other > at:
        near = [m for m in cells if abs(m.start() - cell.start()) < 9]
        cells = near if ROW.match(lines[other]) else []
    if not cells or cells[0][0].strip() == cell[0].strip():
        return None
    found = list(lines)
    second = cells[0]
    if other == at:
        first, last = sorted((cell, second), key=lambda each: each.start())
        line = lines[at]
        gap = line[first.end() : last.start()]
        found[at] = line[: first.start()] + last[0] + gap + first[0] + line[last.end() :]
    else:
        found[at] = _put(lines[at], cell, second[0])
        found[other] = _put(lines[other], second, cell[0])
    return Faulty(found, at + 1)


def missing_line(rng: random.Random, lines: Lines) -> Faulty | None:
    """A row is gone."""
    at, _ = _some_cell(rng, lines)
    if not ROW.match(lines[at + 1]):
        return None  # nothing follows it in its game
    return Faulty([*lines[:at], *lines[at + 1 :]], at + 1)


FAULTS: Final[dict[str, Callable[[random.Random, Lines], Faulty | None]]] = {
    "a wrong die": wrong_die,
    "two digits exchanged": swapped_digits,
    "an impossible play": impossible_play,
    "two turns exchanged": turns_exchanged,
    "a missing line": missing_line,
}


def _some_cell(rng: random.Random, lines: Lines) -> tuple[int, re.Match[str]]:
    rows = [(at, cell) for at, line in enumerate(lines) for cell in CELL.finditer(line)]
    return rng.choice(rows)


def _inside(at: int, cell: re.Match[str]) -> bool:
    return cell.start(3) <= at < cell.end(3)


def _changed(lines: Lines, at: int, start: int, end: int, text: str) -> Faulty:
    line = lines[at][:start] + text + lines[at][end:]
    return Faulty([*lines[:at], line, *lines[at + 1 :]], at + 1)


def _put(line: str, cell: re.Match[str], text: str) -> str:
    return line[: cell.start()] + text.rstrip().ljust(len(cell[0])) + line[cell.end() :]


# Is it found? ------------------------------------------------------------------------------------


def transcript(lines: Lines) -> Transcript:
    return mat.read("\n".join(lines).encode())


def logs(found: Transcript) -> list[object]:
    """What was played in every game."""
    return [game.log for game in replay(found, strict=False).games]


def is_original(kind: str, proposal: Proposal, faulty: Faulty, original: Transcript) -> bool:
    """Does it give the match back? Of a missing line, its place is enough."""
    if kind == "a missing line":
        return proposal.change == "missing" and proposal.line == faulty.at
    return logs(repaired(transcript(faulty.lines), proposal)) == logs(original)


def verdict(rng: random.Random, kind: str) -> str:
    """`legal`, `first`, `among three` or `not found`, for one match and one fault."""
    while True:
        match = random_match(rng.randrange(2**32), GAMES)
        lines = dump(match, "mat").data.decode().splitlines()
        if not any(map(CELL.search, lines)):
            continue
        faulty = FAULTS[kind](rng, lines)
        if faulty is None:
            continue
        original = transcript(lines)
        try:
            if not replay(transcript(faulty.lines), strict=False).notes.faults:
                return "legal"
        except BadFile:
            pass
        found = proposals(transcript(faulty.lines))
        right = [is_original(kind, each, faulty, original) for each in found]
        return "first" if right[:1] == [True] else "among three" if any(right) else "not found"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/formats.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    given = parser.parse_args()
    counts = {kind: Counter[str]() for kind in FAULTS}
    for number in range(given.matches):
        kind = list(FAULTS)[number % len(FAULTS)]
        counts[kind][verdict(random.Random(f"{given.seed}-{number}"), kind)] += 1
    rows = [_row(kind, count) for kind, count in counts.items()]
    whole = sum(counts.values(), Counter[str]())
    rows.append(_row("all", whole))
    titles = ["fault", "matches", "left legal", "first", "among three", "share"]
    table = page.table(titles, rows)
    print(table)
    if given.record:  # first: what is written then would make the commit another
        note = f"{given.matches} matches, seed {given.seed}, original among three proposals"
        results.append("repair", [results.Measured("repair", _share(whole), "%", note=note)])
    if given.docs:
        page.put("repair", table, PAGE)


def _share(count: Counter[str]) -> float:
    noticed = count.total() - count["legal"]
    return 100 * (count["first"] + count["among three"]) / max(noticed, 1)


def _row(kind: str, count: Counter[str]) -> Sequence[str]:
    found = count["first"], count["first"] + count["among three"]
    return [kind, *map(str, (count.total(), count["legal"], *found)), f"{_share(count):.0f} %"]


if __name__ == "__main__":
    main()
