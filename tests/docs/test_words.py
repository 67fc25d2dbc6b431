"""Words that sound old, translated or British stay out of what people read.

Read are the pages of the docs, the English of the web pages, the help of every command, the rules,
the rulebook, the glossary, the lessons, and the summaries of games, series and levels. Code and
names in code are not.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest

from docs import web_words
from fullprime.cli import cli
from fullprime.data import shipped
from fullprime.engine.levels import all_levels
from fullprime.series import Series, all_series
from fullprime.variant import Variant, variants

ROOT: Final = Path(__file__).parents[2]
UNWANTED: Final = {
    r"reckon(s|ed|ing)?": "count, consider, evaluate",
    r"nobody|somebody": "no one, neither side, a player, someone",
    r"whatever|that which": "any, no matter what, what",
    r"tells?|telling|told": "show, list, say",
    r"mend(s|ed|ing)?|put right": "fix, correct",
    r"so many as|(?<!close )to the best\b(?! of)": "as many as, error",
    r"he|his|him|himself": "they, the player, the opponent",
    r"men": "checkers",
    r"per cent": "percent, %",
    r"analys(e|ed|er|ers|ing)": "analyze",
    r"cent(re|res|red)": "center",
    r"colou?r(?<!color)\w*": "color",
    r"(behavi|fav|neighb|hon|lab)our\w*": "behavior and so on",
    r"(recogn|organ|optim|normal|real|summar|special|initial|minim|maxim)is(e|es|ed|ing|ation)":
        "-ize",
    r"defence|licence|judgement|misspelt|grey|metres?": "the American spelling",
}  # fmt: skip
"""As whole words, in any case, and what to write instead."""
_PATTERN: Final = re.compile(rf"\b(?:{'|'.join(UNWANTED)})\b", re.IGNORECASE)
_CODE: Final = re.compile(r"^```.*?^```|^    .*?$|`[^`]*`|\]\([^)]*\)|<[^>]*>", re.M | re.S)


def unwanted(text: str) -> list[str]:
    return [found[0] for found in _PATTERN.finditer(text)]


# What is read ------------------------------------------------------------------------------------


def prose(page: Path) -> str:
    """Without code, addresses and comments."""
    return _CODE.sub(" ", page.read_text(encoding="utf-8"))


def pages() -> dict[str, str]:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    files += [ROOT / folder / "README.md" for folder in ("benchmarks", "training")]
    return {str(file.relative_to(ROOT)): prose(file) for file in files}


def helps() -> dict[str, str]:
    """Without the names of options."""
    context = click.Context(cli, info_name="fullprime")
    found = {"fullprime --help": cli.get_help(context)}
    for name, command in cli.commands.items():
        inner = click.Context(command, info_name=name, parent=context)
        found[f"fullprime {name} --help"] = command.get_help(inner)
    return {source: re.sub(r"--[a-z-]+", " ", text) for source, text in found.items()}


def summaries() -> dict[str, str]:
    found: dict[str, str] = {}
    games: list[Variant | Series] = [*variants(), *all_series()]
    for game in games:
        options = (option.summary for option in game.options.values())
        found[f"summaries of {game.id}"] = "\n".join([game.summary, game.description, *options])
    found["summaries of levels"] = "\n".join(level.summary for level in all_levels())
    return found


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)


def read() -> dict[str, str]:
    files = {
        name: shipped(name).read_text(encoding="utf-8") for name in ("rules.toml", "messages.toml")
    }
    rules = {name: "\n".join(strings(tomllib.loads(text))) for name, text in files.items()}
    words = "\n".join(text for entry in web_words.read("en") for text in entry.texts)
    said = {"web words": words}
    for part in (web_words.rulebook, web_words.glossary, web_words.lessons):
        said[part.__name__] = "\n".join(part().values())
    return pages() | helps() | summaries() | rules | said


READ: Final = read()


# The tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", sorted(READ))
def test_plain_words(source: str) -> None:
    assert not unwanted(READ[source])


@pytest.mark.parametrize(
    "text",
    ["Tells nobody", "he plays", "Analyse it", "the colour", "Reckon with it", "recognised"],
)
def test_what_is_unwanted(text: str) -> None:
    assert unwanted(text)


@pytest.mark.parametrize(
    "text", ["the, then, history", "analyze, two analyses", "color, colored", "mention", "a score"]
)
def test_what_is_fine(text: str) -> None:
    assert not unwanted(text)


def test_code_is_not_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Plain `nobody` words\n\n```\nhe\n```\n[a](his.md) <http://told.org>\n")
    assert not unwanted(prose(page))
