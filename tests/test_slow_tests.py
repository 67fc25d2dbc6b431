"""The list of slow tests names tests that there are."""

from __future__ import annotations

import ast

import pytest

from slow_tests import FOLDER, MANY_CASES, SLOW

LISTED = [(file, name) for table in (SLOW, MANY_CASES) for file in table for name in table[file]]


@pytest.mark.parametrize(("file", "name"), sorted(LISTED))
def test_listed_tests_exist(file: str, name: str) -> None:
    tree = ast.parse((FOLDER / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
