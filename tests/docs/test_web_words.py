"""The words of the pages: complete in every language, and no script asks for a missing one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs import web_words
from fullprime import Stakes, Variant, variants
from fullprime.dice import Roll
from fullprime.engine.cube import CubeAction
from fullprime.engine.evaluators import evaluator_name
from fullprime.engine.levels import all_levels
from fullprime.errors import BadPosition
from fullprime.formats.ids import read_position
from fullprime.formats.match_id import match_id
from fullprime.formats.situation import Situation
from fullprime.series import all_series
from fullprime.server.catalogue import _games
from fullprime.server.positions import LONGEST_TEXT

SCRIPTS = web_words.FOLDER.parent / "js"
TRANSLATED = [language for language in web_words.LANGUAGES if language != "en"]
ENDS = ("bearing off", "mother", "mothers", "drop", "resignation", "lock")
NO_LIMIT = "choice.head_limit.0"
WRONG_SITUATIONS = (
    Situation(dice=Roll(7, 1)),
    Situation(stakes=Stakes(crawford=True)),
    Situation(stakes=Stakes(away=(0, 5)), match_length=5),
    Situation(stakes=Stakes(away=(70, 70)), match_length=70),
)
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


def test_every_option_has_a_name_and_every_choice_too() -> None:
    known = {entry.key for entry in web_words.read("en")}
    games = json.loads(_games())
    options = [each for game in games["variants"] + games["series"] for each in game["options"]]
    named = {f"option.{option['name']}" for option in options}
    named |= {
        f"choice.{option['name']}.{choice}"
        for option in options
        for choice in option["choices"] or []
        if isinstance(choice, str)
    }
    assert named == {key for key in known if key.startswith(("option.", "choice."))} - {NO_LIMIT}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_library_says_is_translated(language: str) -> None:
    said = said_by_the_library() | {"the side on roll", "the other side"}
    assert said <= said_in(language)
    told = judges() | refusals()
    shapes = {english: shape_of(english) for english in said_in(language) - said}
    for sentence in told:
        assert any(shape.fullmatch(sentence) for shape in shapes.values()), sentence
    for english, shape in shapes.items():
        assert any(map(shape.fullmatch, told)), f"nobody says {english!r}"


def said_in(language: str) -> set[str]:
    entries = [entry for entry in web_words.read(language) if entry.context == web_words.SAID]
    return {entry.english[0] for entry in entries}


def shape_of(english: str) -> re.Pattern[str]:
    """As `words.js` reads sentences with gaps."""
    return re.compile(".+?".join(map(re.escape, HOLES.split(english))), re.DOTALL)


def judges() -> set[str]:
    return {evaluator_name(game) for game in variants()}


def xgid(board: str, dice: str = "00") -> str:
    return f"XGID={board}:0:0:1:{dice}:0:0:0:0:10"


WRONG = {
    "backgammon": (
        *("6:14 off:0 / 6:15", "6:15 / 19:15", "18p:1 6:14 / 7:1 6:14", "hand:1 / 6:1"),
        *("what", "6:1 / 6:1 / 6:1", "x / 6:1", "25:1 / 6:1", "6:1 6:1 / 6:1", "6:-1 / 6:1"),
        *("barp:1 / 6:1", "off:15 / off:15", "/////////////w", "AAAAAAAAAAAAAA:", "AAAA"),
        *("4HPwATDgc/ABMA:fwkAAAAAAAAE", "4HPwATDgc/ABMA:YAkAAAAAAAAE", "XGID=a"),
        *(f"4HPwATDgc/ABMA:{match_id(wrong)}" for wrong in WRONG_SITUATIONS),
        *(
            "XGID=" + "-" * 26 + ":0:0:1:77:0:0:0:0:10",
            "XGID=A" + "-" * 25 + ":0:0:1:00:0:0:0:0:10",
        ),
        "XGID=-OO" + "-" * 23 + ":0:0:1:00:0:0:0:0:10",
    ),
    "plakoto": ("18p:1 6:14 / 6:15", "bar:1 / 6:1"),
    "narde": ("bar:1 / 6:1", xgid("-" * 26)),
    "coan_ki": ("17:1 / 5:1",),
}
"""Texts that no position of the game is, one or more for each thing that can be wrong."""


def refusals() -> set[str]:
    told = {
        "the game is over in this position",
        f"the text is longer than {LONGEST_TEXT} characters",
    }
    for game, texts in WRONG.items():
        for text in texts:
            with pytest.raises(BadPosition) as error:
                read_position(Variant.load(game), text)
            told |= {str(error.value), *error.value.faults}
    return told


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
