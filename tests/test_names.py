"""Games are data: no line of C++ or Python knows one of them by its name.

The rule: no id and no alias of a variant or a series occurs as a whole word, in any case, in
`kernel/` or in `src/fullprime/**/*.py`, comments and examples included. Underscores, hyphens and
spaces are the same, and an underscore ends a word: `play_narde` names a game. What is allowed
nevertheless is listed here, each with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, get_args, get_origin

import pytest

from fullprime import Variant, variants
from fullprime.series import all_series
from fullprime.variant.schema import fields

ROOT = Path(__file__).parent.parent
FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (*(ROOT / "kernel").iterdir(), *(ROOT / "src" / "fullprime").rglob("*.py"))
    if path.suffix in (".h", ".cpp", ".py")
)
ALLOWED: Final = {
    r"\bgammon\b.*\bbackgammon\b": "a loss that counts three, told beside one that counts two",
    r"\ba backgammon\b": "the same, told alone",
    r"\b(wins|loses)_backgammon\b": "the same, as a part of an outcome",
    r"\bBACKGAMMON_SHARE\b": "how many losses are of that kind",
    r"\bGNU Backgammon\b": "another program",
    r"\bRules of Backgammon \(bkgm\.com\)": "the title of a source",
    r"\bBackgammon played on four tables\b": "the title of a source",
    r"\bother backgammon programs\b": "the pastime, whose programs write position ids",
    r"\bPlay backgammon\b": "the pastime, in the first line of the help",
    r"\bstandard (input|output|error|stream)\b": "what a process reads and writes",
    r"\bstandard[ _-]errors?\b": "how far a mean may be off",
    r"\bthe standard game\b": "the game that the defaults of the fields describe",
}
"""Ordinary words that are names of games as well, by the phrases in which they are harmless."""
ENUMS: Final = {"prime": "Prime", "mother_rule": "Mother"}
"""Fields of which a value is called after the game that is known for it, and their C++ types.

The names of these values are those of the catalogue of rules. They are allowed in lower case, and
only on a line that names their field or its type.
"""


def pattern(name: str) -> str:
    return "[_ -]?".join(map(re.escape, re.split("[_ -]", name)))


NAMES = {name for game in variants() for name in (game.id, *game.aliases)}
NAMES |= {name for series in all_series() for name in (series.id, *series.aliases)}
LONGEST_FIRST = sorted(NAMES, key=lambda name: (-len(name), name))
GAME = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(pattern, LONGEST_FIRST))})(?![^\W_])", re.I)


def values_named_after_games() -> Iterator[tuple[str, str]]:
    """The field and the value."""
    for name, field in fields(Variant).items():
        if get_origin(field.type) is Literal:
            yield from ((name, value) for value in get_args(field.type) if value in NAMES)


def games_in(line: str) -> list[str]:
    """The games that a line names, without what is allowed."""
    for phrase in ALLOWED:
        line = re.sub(phrase, "", line, flags=re.IGNORECASE)
    for field, value in values_named_after_games():
        if re.search(rf"\b(?:{field}|{field}_check|{ENUMS[field]})\b", line):
            line = re.sub(rf"(?<![^\W_]){value}(?![^\W_])", "", line)
    return GAME.findall(line)


@pytest.mark.parametrize("name", FILES)
def test_no_game_is_named(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = [f"{name}:{n}: {games_in(line)}" for n, line in enumerate(lines, 1) if games_in(line)]
    assert not found


def test_the_lists_are_up_to_date() -> None:
    assert {field for field, _ in values_named_after_games()} == set(ENUMS)
    source = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in FILES)
    for phrase in ALLOWED:
        assert re.search(phrase, source, re.IGNORECASE), f"nobody says {phrase}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('if variant.id == "tavla":', ["tavla"]),
        ('Variant.load("fevga")', ["fevga"]),
        ("def play_narde(position):", ["narde"]),
        ("// as in Gul bara and Coan-ki", ["Gul bara", "Coan-ki"]),
        ('{"long_nardy": 1}', ["long_nardy"]),
        ("// Fevga's prime is odd", ["Fevga"]),
        ('variant.prime == "fevga" and variant.id == "tapa"', ["tapa"]),
        ('_BEST = "backgammon"  # and standard', ["backgammon", "standard"]),
        ('variant.prime == "fevga"', []),
        ("if (v.mother_rule == Mother::plakoto) return;", []),
        ("enum class Prime : uint8_t { none, narde, fevga };", []),
        ("a single game, a gammon or a backgammon", []),
        ("reads standard input; GNU Backgammon ids", []),
        ("the standards, straightened, and a Greeker tavlin", []),
    ],
)
def test_what_counts_as_a_name(line: str, found: list[str]) -> None:
    assert games_in(line) == found
