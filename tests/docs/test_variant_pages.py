"""The pages of the games: they are up to date, and they leave nothing out."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

import click
import pytest

from fullprime import Roll, Variant, legal_plays, variants
from fullprime.cli import cli
from fullprime.rulebook import rules_of
from fullprime.rulebook.words import listed_values
from fullprime.series import all_series, chosen_options

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "variants"
IDS = [variant.id for variant in variants()]
SERIES = [series.id for series in all_series()]
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def program() -> ModuleType:
    """`docs/variants.py`, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("docs_variants", ROOT / "docs" / "variants.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs = program()


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


# The files ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    files: dict[str, str] = docs.everything()
    return files


def test_up_to_date(written: dict[str, str]) -> None:
    stale = [name for name, expected in written.items() if not same(FOLDER / name, expected)]
    assert not stale, "run `make variants`"


def same(path: Path, expected: str) -> bool:
    return path.exists() and path.read_bytes() == expected.encode()


def test_nothing_else_lies_there(written: dict[str, str]) -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert files == set(written)


@pytest.mark.parametrize("name", [*IDS, *SERIES])
def test_every_game_has_a_page_and_a_row(name: str) -> None:
    assert (FOLDER / f"{name}.md").exists()
    assert f"| [`{name}`]({name}.md) |" in text("README.md")


@pytest.mark.parametrize("name", IDS)
def test_a_page_has_everything(name: str) -> None:
    variant, page = Variant.load(name), text(f"{name}.md")
    assert page.count("\n## ") == 6
    for part in (
        f"# {variant.name}\n",
        variant.summary,
        variant.description,
        f"(images/{name}.svg)",
    ):
        assert part in page
    book = rules_of(variant)
    for word in (*variant.aliases, *(rule.name for rule in (*book.options, *book.modifiers))):
        assert f"`{word}`" in page, word
    for line in book.differences:
        assert f"- {line.says.text}\n" in page
    for source in variant.sources:
        assert f"- {source}\n" in page
    assert "{" not in page


def test_the_counts_of_the_table() -> None:
    for variant in variants():
        count = sum(variant.perft(variant.start_position, 1).values())
        row = next(line for line in text("README.md").splitlines() if f"[`{variant.id}`]" in line)
        assert row.endswith(f"| {count:,} |")


# What the games say of themselves ----------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_name_summary_and_sources(name: str) -> None:
    variant = Variant.load(name)
    assert variant.name and variant.name[0].isupper()
    assert variant.summary.endswith(".") and len(variant.summary) <= 90
    assert 2 <= len(re.findall(r"[.!](?: |$)", variant.description)) <= 5
    assert 1 <= len(variant.sources) <= 5
    assert all(option.summary.endswith((".", "?")) for option in variant.options.values())


def test_orders_and_names_are_unique() -> None:
    orders = [variant.order for variant in variants()]
    assert len(set(orders)) == len(orders)
    names = [name for game in variants() for name in (game.id, *game.aliases)]
    names += [name for series in all_series() for name in (series.id, *series.aliases)]
    assert all(name == name.lower() for name in names)
    assert sorted(set(names)) == sorted(names)


def test_a_reconstruction_says_so() -> None:
    assert "reconstruction" in Variant.load("coan_ki").summary


# The table and the paths -------------------------------------------------------------------------


@pytest.mark.parametrize("field", docs.COLUMN)
def test_every_value_has_a_word_in_the_table(field: str) -> None:
    assert set(docs.COLUMN[field]) == set(map(str, listed_values(field)))


@pytest.mark.parametrize(
    ("name", "start", "home"),
    [
        ("backgammon", 1, range(19, 25)),
        ("fevga", 12, range(13, 19)),
        ("russian", 24, range(1, 7)),
    ],
)
def test_the_paths_are_as_told(name: str, start: int, home: range) -> None:
    """Where Black's 24 and Black's home lie in White's numbers."""
    variant = Variant.load(name)
    assert variant.across(24) == start
    assert sorted(variant.across(point) for point in range(1, 7)) == list(home)
    assert Variant.load("coan_ki").across(16) == 8


# What the pages promise --------------------------------------------------------------------------


def commands(page: str) -> list[list[str]]:
    blocks = "".join(COMMANDS.findall(page))
    return [shlex.split(line) for line in blocks.splitlines()]


@pytest.mark.parametrize("name", [*IDS, *SERIES])
def test_commands_are_understood(name: str) -> None:
    found = commands(text(f"{name}.md"))
    assert found[0] == ["fullprime", "play", "--variant", name]
    for program_name, command, *arguments in found:
        assert program_name == "fullprime"
        with cli.commands[command].make_context(command, arguments) as context:
            check(context)


def check(context: click.Context) -> None:
    """The values of the options are right, too; the command itself is not run."""
    if context.params.get("game"):
        assert context.params["game"].rotation()
    elif context.params.get("series"):
        options = chosen_options(context.params["options"])
        assert context.params["series"].rotation(options)
    else:
        variant = context.params["variant"]
        assert len(legal_plays(variant, variant.start_position, Roll(3, 1)))
