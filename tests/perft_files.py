"""Writes the counts of whole turns from the start of every game, by first roll.

`make perft-files` writes them again; a change of the rules then shows as a difference that
somebody has to read. `test_perft.py` compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from family_choices import choices
from fullprime import Variant, variants
from fullprime.dice import ROLLS

FOLDER = Path(__file__).parent / "data" / "perft"
DEPTHS = {
    "hypergammon": 3,
    "longgammon": 3,
    "dutch": 3,
    "tapa": 3,
    "plakoto": 3,
    "mahbusa": 3,
    "nard": 3,
    "narde": 3,
    "fevga": 4,
    "moultezim": 4,
    "gul_bara": 3,
    "gioul": 3,
    "coan_ki": 3,
}
"""As deep as takes a moment; the others go to 2."""
OPTIONS_DEPTHS = {"acey_european": 1}
"""Not so deep with options, where every one takes seconds."""

Counts = tuple[int, ...]
"""By roll: 11, 21, 22, and so on."""


def settings(variant: Variant) -> Iterator[tuple[str, Variant]]:
    """The game as it is, and with each value of each of its options."""
    yield "-", variant
    for name, value in choices(variant):
        text = name if value is True else f"{name}={str(value).lower()}"
        yield text, variant.with_options({name: value})


def counts_to(variant: Variant, deepest: int) -> list[Counts]:
    """Whole turns from the start, at each depth."""
    start = variant.start_position
    return [tuple(variant.perft(start, depth).values()) for depth in range(1, deepest + 1)]


def table(variant: Variant) -> str:
    """The file of a game: the game itself, then every setting with other counts."""
    lines = ["\t".join(["options", "depth", "turns", *(f"{a}{b}" for a, b in ROLLS)])]
    deepest = DEPTHS.get(variant.id, 2)
    usual = counts_to(variant, deepest)
    for text, chosen in settings(variant):
        same = chosen is variant
        found = usual if same else counts_to(chosen, OPTIONS_DEPTHS.get(variant.id, deepest))
        if same or found != usual[: len(found)]:
            for depth, row in enumerate(found, 1):
                lines.append("\t".join(map(str, [text, depth, sum(row), *row])))
    return "\n".join(lines) + "\n"


def read(name: str) -> dict[tuple[str, int], Counts]:
    """The counts of a file, by options and depth."""
    lines = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {(text, int(depth)): tuple(map(int, row)) for text, depth, _, *row in rows}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for variant in variants():
        (FOLDER / f"{variant.id}.tsv").write_text(table(variant), encoding="utf-8")
