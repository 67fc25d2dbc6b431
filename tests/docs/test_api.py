"""The Python reference is written from the source and up to date."""

from __future__ import annotations

import importlib

import pytest

from docs import api


def test_up_to_date() -> None:
    assert api.PAGE.read_text(encoding="utf-8") == api.page(), "run `make api`"


@pytest.mark.parametrize("module", api.MODULES)
def test_every_name_is_there(module: str) -> None:
    imported = importlib.import_module(module)
    section = api.section(module)
    for name in getattr(imported, "__all__", api.public(api.parsed(module))):
        assert hasattr(imported, name)
        assert f"\n### {name}\n" in section


def test_signatures_of_functions() -> None:
    section = api.section("fullprime")
    assert "`read_play(variant: Variant, position: Position, roll: Roll, text: str" in section
    assert "- `flipped() -> Position`: " in section, "a method"
    assert "- `pips: tuple[int, int]`: " in section, "a property"
    assert "- `games: Positive`" in section, "a field"
