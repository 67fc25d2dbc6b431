"""The pages of the games: they are up to date, and they leave nothing out."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from string import Formatter
from types import ModuleType

import click
import pytest

from fullprime import Roll, Variant, legal_plays, variants
from fullprime.cli import cli
from fullprime.series import all_series, chosen_options

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "variants"
IDS = [variant.id for variant in variants()]
SERIES = [series.id for series in all_series()]
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_FIELDS = {"together", "path", "column"}
"""Tables of the file of sentences that are about something else than one field."""


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
    assert files == {*written, "sentences.toml"}


@pytest.mark.parametrize("name", [*IDS, *SERIES])
def test_every_game_has_a_page_and_a_row(name: str) -> None:
    assert (FOLDER / f"{name}.md").exists()
    assert f"| [`{name}`]({name}.md) |" in text("README.md")


@pytest.mark.parametrize("name", IDS)
def test_a_page_has_everything(name: str) -> None:
    variant, page = Variant.load(name), text(f"{name}.md")
    assert page.count("\n## ") == 6
    for part in (f"# {variant.name}\n", variant.summary, f"(images/{name}.svg)"):
        assert part in page
    for word in (*variant.aliases, *variant.options):
        in_force = word in docs.MODIFIERS and not docs.changes_something(variant, word)
        assert f"`{word}`" in page or in_force, word
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


# The sentences -----------------------------------------------------------------------------------


@pytest.mark.parametrize("field", docs.RULES)
def test_every_value_has_a_sentence(field: str) -> None:
    """A new field, or a new value of one, fails here until `sentences.toml` tells players of it."""
    values = list(docs.listed_values(field))
    assert len(values) > 1
    for value in values:
        assert_good(docs.sentence(field, value))
    known = {docs.toml(value) for value in values}
    assert set(docs.WORDS[field]) <= known | {"other"}, "a sentence for a value that is gone"
    assert "other" not in docs.WORDS[field] or set(docs.WORDS[field]) < known | {"other"}


def assert_good(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert not re.search(r"[{}]|  |\btrue\b|\bfalse\b", sentence)


def test_no_sentence_without_a_field() -> None:
    assert set(docs.WORDS) - NOT_FIELDS == set(docs.RULES)


def test_sentences_of_several_fields() -> None:
    for row in docs.WORDS["together"]:
        assert_good(row["says"])
        for field, value in row["when"].items():
            assert value in docs.listed_values(field)
        said = [v for v in variants() if row["says"] in set(docs.differences(v))]
        assert said, f"no game has {row['when']}"


@pytest.mark.parametrize("field", docs.WORDS["column"])
def test_every_value_has_a_word_in_the_table(field: str) -> None:
    assert set(docs.WORDS["column"][field]) == set(map(str, docs.listed_values(field)))


def test_every_path_is_told() -> None:
    assert set(docs.WORDS["path"]) == set(docs.listed_values("geometry"))
    for words in docs.WORDS["path"].values():
        assert {name for _, name, _, _ in Formatter().parse(words) if name} <= {
            "home", "far", "near",
        }  # fmt: skip


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


def test_the_standard_game_differs_in_nothing() -> None:
    assert list(docs.differences(Variant.load())) == []


@pytest.mark.parametrize("name", IDS[1:])
def test_every_difference_is_told(name: str) -> None:
    variant, told = Variant.load(name), set(docs.differences(Variant.load(name)))
    differing = [f for f in docs.RULES if getattr(variant, f) != docs.USUAL[f]]
    assert {docs.sentence(field, getattr(variant, field)) for field in differing} <= told
    assert differing or variant.start != Variant.load().start


def test_fields_that_matter_through_others() -> None:
    fevga, standard = Variant.load("fevga"), Variant.load()
    assert docs.matters(fevga, "must_open_gate") and not docs.matters(standard, "must_open_gate")
    assert docs.matters(Variant.load("tapa"), "mother_rule")
    assert not docs.matters(standard, "no_hit_and_run")


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
    if context.params.get("series"):
        options = chosen_options(context.params["options"])
        assert context.params["series"].rotation(options)
    else:
        variant = context.params["variant"]
        assert len(legal_plays(variant, variant.start_position, Roll(3, 1)))


@pytest.mark.parametrize("name", IDS)
def test_listed_choices_can_be_chosen(name: str) -> None:
    variant = Variant.load(name)
    for option_name, option in variant.options.items():
        if not option.field:
            continue
        for value in docs.choices(variant, option.field):
            chosen = variant.with_options({option_name: value})
            assert getattr(chosen, option.field) == value
            assert chosen.kernel
