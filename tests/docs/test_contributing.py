"""The commands for single tests name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_tests_exist() -> None:
    found = re.findall(r"(tests/[\w/.]+\.(?:py|js))(?:::(\w+))?", PAGE)
    assert any(name for _, name in found)
    for file, name in found:
        assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8") if name else True
        assert (ROOT / file).exists()
