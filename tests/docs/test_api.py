"""The Python reference is written from the source and up to date."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def program() -> ModuleType:
    """`docs/api.py`, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("docs_api", ROOT / "docs" / "api.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


API = program()


def test_up_to_date() -> None:
    assert API.PAGE.read_text(encoding="utf-8") == API.page(), "run `make api`"


@pytest.mark.parametrize("module", API.MODULES)
def test_every_name_is_there(module: str) -> None:
    imported = importlib.import_module(module)
    section = API.section(module)
    for name in getattr(imported, "__all__", API.public(API.parsed(module))):
        assert hasattr(imported, name)
        assert f"\n### {name}\n" in section


def test_signatures_of_functions() -> None:
    section = API.section("fullprime")
    assert "`read_play(variant: Variant, position: Position, roll: Roll, text: str" in section
    assert "- `flipped() -> Position`: " in section, "a method"
    assert "- `pips: tuple[int, int]`: " in section, "a property"
    assert "- `games: Positive`" in section, "a field"
