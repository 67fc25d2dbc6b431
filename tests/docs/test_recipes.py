"""The recipes name things that exist, and the one for a variant works as it is written."""

from __future__ import annotations

import importlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import fullprime.data
from docs import variants as pages
from fullprime import Game, Rolled, Variant, variants
from fullprime.variant import variant as reader

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
SPANS = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
PATHS = [span for span in SPANS if re.match(r"(src|docs|tests|kernel)/", span)]
NAMES = [span for span in SPANS if span.startswith("fullprime.")]
TARGETS = [target for span in SPANS if span.startswith("make ") for target in span.split()[1:]]
LOCAL = re.compile(r"`(\w+)` (?:of|in)\s+`([^`]+\.(?:py|js|cpp|h))`")
"""A name, and the file that has it."""


@pytest.mark.parametrize("path", [path for path in PATHS if "NAME" not in path])
def test_files_exist(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", [path for path in PATHS if "NAME" in path])
def test_new_files_have_neighbors(path: str) -> None:
    new = ROOT / path
    assert list(new.parent.glob(f"*{new.suffix}"))


@pytest.mark.parametrize("name", NAMES)
def test_names_exist(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize(("name", "file"), LOCAL.findall(PAGE))
def test_names_in_files_exist(name: str, file: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("target", TARGETS)
def test_targets_exist(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_page_is_read() -> None:
    assert len(PATHS) > 20 and len(NAMES) > 3 and len(TARGETS) > 5 and len(LOCAL.findall(PAGE)) > 4


# The recipe for a variant ------------------------------------------------------------------------


@pytest.fixture
def shipped_with_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The data of the program with the file of the recipe added."""
    data = tmp_path / "data"
    shutil.copytree(Path(fullprime.data.__file__).parent, data)
    [text] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (data / "variants" / "sprint.toml").write_text(dedent(text), encoding="utf-8")
    monkeypatch.setattr(reader, "shipped", lambda *parts: data.joinpath(*parts))
    _forget()
    yield
    _forget()


def _forget() -> None:
    variants.cache_clear()
    reader._by_name.cache_clear()


@pytest.mark.usefixtures("shipped_with_a_new_one")
def test_a_new_variant_is_found_and_played() -> None:
    sprint = Variant.load("sprint")
    assert sprint in variants() and sprint.start_position.mover[13] == 3
    game = Game.start(sprint).apply(Rolled((3, 1)))
    assert game.apply(game.read("8/5 6/5")).position.other[5] == 2
    assert sum(sprint.perft(sprint.start_position, 1).values()) == 222


@pytest.mark.usefixtures("shipped_with_a_new_one")
def test_a_new_variant_gets_a_page() -> None:
    page = pages.page(Variant.load("sprint"))
    assert "# Sprint" in page and "Seven checkers" in page
