"""The words of the pages: complete in every language, and no script asks for a missing one."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest

from docs import web_words
from fullprime import Stakes, Variant, variants
from fullprime.engine.cube import CubeAction
from fullprime.engine.levels import all_levels
from fullprime.errors import BadPosition, Fault, messages, sentences
from fullprime.formats.ids import read_position
from fullprime.formats.ids.match_id import match_id
from fullprime.formats.ids.situation import Situation
from fullprime.series import all_series
from fullprime.server.catalogue import _games
from fullprime.server.record import ON_TIME

PACKAGE = web_words.PACKAGE
SCRIPTS = web_words.FOLDER.parent / "js"
TRANSLATED = [language for language in web_words.LANGUAGES if language != "en"]
ENDS = ("bearing off", "mother", "mothers", "drop", "resignation", "lock", "abandonment")
NO_LIMIT = "choice.head_limit.0"
WRONG_SITUATIONS = (
    Situation(stakes=Stakes(crawford=True)),
    Situation(stakes=Stakes(away=(0, 5)), match_length=5),
    Situation(stakes=Stakes(away=(70, 70)), match_length=70),
)
HOLES = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("part", ["", *sorted(set(web_words.PARTS.values()))])
@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_the_json_is_made_from_the_po_file(language: str, part: str) -> None:
    made = web_words.file_of(language, part).read_text(encoding="utf-8")
    assert made == web_words.dump(language, part), "run make words"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_translates_the_present_english(language: str) -> None:
    english = {entry.key: entry.english for entry in web_words.read("en")}
    library = {code: (text,) for code, text in web_words.library().items()}
    ours = {entry.key: entry.english for entry in web_words.read(language)}
    assert ours.items() <= (english | library).items()
    assert english.keys() <= ours.keys()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_waits_to_be_corrected(language: str) -> None:
    text = (web_words.FOLDER / f"{language}.po").read_text(encoding="utf-8")
    assert web_words.FUZZY not in text
    assert web_words.refreshed(language) == text, "run make words"


def test_new_english_reaches_the_translators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = 'msgctxt "do.roll"\nmsgid "Roll"\nmsgstr "Zar at"\n'
    (tmp_path / "tr.po").write_text(
        f'msgctxt "do.take"\nmsgid "Accept"\nmsgstr "Al"\n\n{known}', encoding="utf-8"
    )
    english = {"do.take": ("Take",), "do.roll": ("Roll",)}
    monkeypatch.setattr(web_words, "FOLDER", tmp_path)
    monkeypatch.setattr(web_words, "english", lambda: english)
    changed = 'msgctxt "do.take"\nmsgid "Take"\nmsgstr "Al"'
    assert web_words.refreshed("tr") == f"{web_words.FUZZY}\n{changed}\n\n{known}"


@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_no_text_is_empty_or_loses_a_value(language: str) -> None:
    for entry in web_words.read(language):
        assert all(entry.texts) and len(entry.texts) == len(entry.english), entry.key
        for english, text in zip(entry.english, entry.texts, strict=True):
            assert set(HOLES.findall(text)) == set(HOLES.findall(english)), entry.key


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language: str) -> None:
    """A name or a term may be the same in both."""
    for entry in web_words.read(language):
        for english, text in zip(entry.english, entry.texts, strict=True):
            words = re.findall(r"[A-Za-z]{2,}", HOLES.sub("", english))
            assert text != english or len(words) < 3, entry.key


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


@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_every_key_stands_once_and_apart(language: str) -> None:
    """What merging two files can spoil without anyone seeing it."""
    text = (web_words.FOLDER / f"{language}.po").read_text(encoding="utf-8")
    keys = [entry.key for entry in web_words.read(language)]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert len(keys) == text.count("\nmsgctxt ")


def test_the_library_and_the_pages_share_no_key() -> None:
    assert not web_words.library().keys() & {entry.key for entry in web_words.read("en")}


@pytest.mark.parametrize("language", web_words.LANGUAGES)
def test_every_code_that_the_server_can_send_has_words(language: str) -> None:
    known = web_words.catalogue(language).keys()
    assert messages().keys() <= known
    assert web_words.names().keys() <= known
    ended = {key.split(".")[1] for key in known if key.startswith("how.")}
    assert {end.replace(" ", "_") for end in (*ENDS, ON_TIME)} <= ended
    assert web_words.rulebook().keys() <= known
    assert web_words.glossary().keys() <= known
    assert web_words.rules().keys() <= known  # the page of a game lists them all
    assert web_words.lessons().keys() <= known
    assert {f"advice.{re.sub(r'[^a-z]+', '_', str(action))}" for action in CubeAction} <= known


def test_every_code_in_the_source_is_a_message_and_every_message_has_a_use() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    quoted = set(re.findall(r'"([a-z]+\.[a-z_]+)"', sources))
    named = set(re.findall(r'(?:Fault|Problem)\((?:\d+, )?"([^"]+)"', sources))
    assert named <= messages().keys()
    unused = {code for code in messages().keys() - quoted if not code.startswith("term.")}
    assert not unused


def test_the_names_are_those_of_the_library() -> None:
    names = {f"variant.{game.id}": game.name for game in variants()}
    names |= {f"series.{series.id}": series.name for series in all_series()}
    names |= {f"level.{level.name}": level.name for level in all_levels()}
    assert names.items() <= web_words.names().items()
    assert web_words.messages() == messages()
    assert web_words.rules() == sentences()


@pytest.mark.parametrize(("game", "text"), [(g, t) for g, texts in WRONG.items() for t in texts])
def test_every_fault_of_a_position_has_a_code(game: str, text: str) -> None:
    with pytest.raises(BadPosition) as error:
        read_position(Variant.load(game), text)
    assert error.value.fault.code == "position.bad"
    assert all(isinstance(fault, Fault) for fault in error.value.faults)


def test_a_fault_can_be_pickled() -> None:
    fault = Fault("position.checkers", side=Fault("side.mover"), n=14, expected=15)
    again = pickle.loads(pickle.dumps(fault))
    assert (again, again.code, again.values) == (fault, fault.code, fault.values)


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


def test_every_key_of_the_scripts_has_a_text_and_every_text_a_use() -> None:
    known = web_words.catalogue("en").keys()
    asked: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for script in SCRIPTS.rglob("*.js"):
        exact, made = keys_in(script)
        assert exact <= known, f"{script.name} asks for {exact - known}"
        lost = [shape.pattern for shape in made if not any(map(shape.fullmatch, known))]
        assert not lost, f"{script.name} puts together keys that do not exist"
        asked |= exact
        patterns += made
    own = known - web_words.library().keys()
    unused = {key for key in own - asked if not any(p.fullmatch(key) for p in patterns)}
    assert not unused


def keys_in(script: Path) -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys that a script names, and the shapes of those that it puts together."""
    text = script.read_text(encoding="utf-8")
    made = [re.sub(r"\$\{[^}]*\}", "*", key) for key in re.findall(r"`([a-z]+\.[^`\s]*)`", text)]
    shapes = [re.compile(re.escape(key).replace(r"\*", r"[\w.-]+")) for key in made if "*" in key]
    named = set(re.findall(r'\bt\(\s*"([^"]+)"', text))
    listed = {
        key for key in re.findall(r'"([a-zA-Z]+(?:\.\w+)+)"', text) if not key.endswith(".js")
    }
    chosen = set(re.findall(r'\bt\(\w+ \? "([^"]+)" : "([^"]+)"', text))
    return named | {key for pair in chosen for key in pair} | listed, shapes


def test_two_entries_without_a_line_between_them_are_named() -> None:
    block = 'msgctxt "a"\nmsgid "A"\nmsgstr "A"\nmsgctxt "b"\nmsgid "B"\nmsgstr "B"'
    with pytest.raises(ValueError, match='expected an empty line before msgctxt "b"'):
        web_words._entry(block)
