"""The tutorial: short scripts, each complete in itself."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
SCRIPTS = re.findall(
    r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
MOST_LINES = 10


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_every_script_runs_by_itself(number: int) -> None:
    script = doctest.DocTestParser().get_doctest(SCRIPTS[number], {}, PAGE.name, str(PAGE), 0)
    assert sum(example.source.count("\n") for example in script.examples) <= MOST_LINES
    runner = doctest.DocTestRunner()
    runner.run(script)
    assert runner.failures == 0


def test_there_are_twenty_of_them() -> None:
    assert len(SCRIPTS) >= 20
