"""The words of the pages: complete in every language, and no script asks for a missing one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs import web_words

from fullprime import variants
from fullprime.engine.cube import CubeAction
from fullprime.engine.levels import all_levels
from fullprime.series import all_series

SCRIPTS = web_words.FOLDER.parent / "js"
TRANSLATED = [language for language in web_words.LANGUAGES if language != "en"]
ENDS = ("bearing off", "mother", "mothers", "drop", "resignation", "lock")
HOLES = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_the_json_is_made_from_the_po_file(language: str) -> None:
    made = web_words.FOLDER / f"{language}.json"
    assert made.read_text(encoding="utf-8") == web_words.dump(language), "run make words"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_translates_the_present_english(language: str) -> None:
    english = {entry.key: entry.english for entry in web_words.read("en")}
    ours = {e.key: e.english for e in web_words.read(language) if e.context != web_words.SAID}
    assert ours == english


@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_no_text_is_empty_or_loses_a_value(language: str) -> None:
    for entry in web_words.read(language):
        assert all(entry.texts) and len(entry.texts) == len(entry.english), entry.key
        for english, text in zip(entry.english, entry.texts, strict=True):
            assert set(HOLES.findall(text)) == set(HOLES.findall(english)), entry.key


def said_by_the_library() -> set[str]:
    said = {*ENDS, *(action.value for action in CubeAction)}
    for game in variants():
        said |= {game.name, game.summary, *(option.summary for option in game.options.values())}
    for series in all_series():
        said |= {series.name, series.summary, *(o.summary for o in series.options.values())}
    for level in all_levels():
        said |= {level.name, level.summary}
    return said


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_library_says_is_translated(language: str) -> None:
    entries = [e for e in web_words.read(language) if e.context == web_words.SAID]
    assert {entry.english[0] for entry in entries} == said_by_the_library()


def test_every_key_of_the_scripts_has_a_text_and_every_text_a_use() -> None:
    known = {entry.key for entry in web_words.read("en")}
    asked: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for script in SCRIPTS.rglob("*.js"):
        exact, made = keys_in(script)
        assert exact <= known, f"{script.name} asks for {exact - known}"
        lost = [shape.pattern for shape in made if not any(map(shape.fullmatch, known))]
        assert not lost, f"{script.name} puts together keys that do not exist"
        asked |= exact
        patterns += made
    unused = {key for key in known - asked if not any(p.fullmatch(key) for p in patterns)}
    assert not unused


def keys_in(script: Path) -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys that a script names, and the shapes of those that it puts together."""
    text = script.read_text(encoding="utf-8")
    made = [re.sub(r"\$\{[^}]*\}", "*", key) for key in re.findall(r"`([a-z]+\.[^`\s]*)`", text)]
    shapes = [re.compile(re.escape(key).replace(r"\*", r"[\w.]+")) for key in made if "*" in key]
    named = set(re.findall(r'\bt\(\s*"([^"]+)"', text))
    listed = {
        key for key in re.findall(r'"([a-zA-Z]+(?:\.\w+)+)"', text) if not key.endswith(".js")
    }
    chosen = set(re.findall(r'\bt\(\w+ \? "([^"]+)" : "([^"]+)"', text))
    return named | {key for pair in chosen for key in pair} | listed, shapes
