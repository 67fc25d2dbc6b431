"""The page on the architecture names every part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "fullprime"
PARTS = sorted(
    path.stem
    for path in (*PACKAGE.iterdir(), *(ROOT / "kernel").iterdir())
    if path.suffix in (".py", ".h") or (path.is_dir() and path.name != "__pycache__")
)


@pytest.mark.parametrize("part", [part for part in PARTS if not part.startswith(("_", "bind"))])
def test_every_part_is_named(part: str) -> None:
    assert re.search(rf"\b{part}\b", PAGE)


def test_files_that_are_named_exist() -> None:
    for file in re.findall(r"`((?:kernel|tests|analysis|engine)/[\w/]+\.(?:py|h))`", PAGE):
        assert (ROOT / file).exists() or (PACKAGE / file).exists(), file
