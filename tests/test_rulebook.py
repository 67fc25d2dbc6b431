"""Every rule has a sentence, a place in the docs and a test that carries its id."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import rows
from fullprime.errors import IllegalAction, sentences

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"


def marked_rules() -> set[str]:
    """The ids named by `pytest.mark.rule` on any test."""
    found: set[str] = set()
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


@cache
def proven_rules() -> set[str]:
    """Those, and the ids of the example rows, each of which is a test against the kernel."""
    examples = {row.id for row in rows.read_plays()} | {row.id for row in rows.read_results()}
    return marked_rules() | examples


@pytest.mark.parametrize("rule", sentences())
def test_every_rule_is_proven_by_a_test(rule: str) -> None:
    assert rule in proven_rules()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert marked_rules() <= set(sentences())


def test_every_rule_is_explained_to_players() -> None:
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    missing = [rule for rule in sentences() if f"{rule})" not in page and f"{rule}," not in page]
    assert missing == []


@pytest.mark.parametrize("rule", sentences())
def test_sentences_read_well_in_an_error(rule: str) -> None:
    sentence = sentences()[rule]
    assert sentence[0].isupper() and sentence.endswith(".") and len(sentence) <= 160
    assert (
        str(IllegalAction("8/2", rule, "why")) == f"8/2 is not allowed (why): {sentence} ({rule})"
    )


def test_the_catalogue_is_complete() -> None:
    """Part A of the catalogue, and what the family adds."""
    counts = {
        "STD-BOARD": 3, "STD-SETUP": 6, "STD-OBJ": 1, "STD-OPEN": 3, "STD-TURN": 3, "STD-MOVE": 7,
        "STD-DBL": 1, "STD-FORCE": 7, "STD-HIT": 4, "STD-BAR": 7, "STD-OFF": 10, "STD-WIN": 6,
        "STD-CUBE": 11, "STD-PLAY": 5, "IRR": 8,
    }  # fmt: skip
    expected = {f"{group}-{n}" for group, last in counts.items() for n in range(1, last + 1)}
    optional = ("MURPHY", "BEAVER", "RACCOON", "JACOBY", "CRAWFORD", "HOLLAND", "LIMIT", "SCOPE")
    family = (
        "CAP5", "NOHR", "ENTRY", "RIGHT", "PIN", "LOCK", "MOTHER", "BLOCK", "HEAD", "RUNNER",
        "PRIME", "GATE", "EXACT", "PROG", "NAMED", "BONUS", "REST", "START", "SCORE2", "RING",
        "RING-BLOCK",
    )  # fmt: skip
    options = {f"VAR-{name}" for name in family}
    options |= {"VAR-TAVLI", "VAR-BALKAN"}
    assert set(sentences()) == expected | options | {f"OPT-{name}" for name in optional}
