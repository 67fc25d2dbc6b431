"""Writes the words of the pages: a JSON per language from its gettext file. Run by `make words`.

The context of an entry is the key by which the scripts find it. A text that counts becomes an
object with the plural categories of its language. What the library itself says (rules, messages,
the games, the levels) has its code as the key; its English stands in the data of the library.
"""

from __future__ import annotations

import json
import re
import tomllib
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

PACKAGE: Final = Path(__file__).parents[1] / "src" / "fullprime"
FOLDER: Final = PACKAGE / "web" / "words"
DATA: Final = PACKAGE / "data"
LANGUAGES: Final = ("en", "tr", "fa")
CATEGORIES: Final = ("one", "other")
"""Of msgstr[0] and msgstr[1] in all languages that we have so far."""

_LINE: Final = re.compile(r'(?P<word>[a-z_]+)?(?:\[(?P<number>\d)\])?\s*(?P<text>".*")')


class Entry(NamedTuple):
    """A text and what it means."""

    key: str
    """By which the scripts find it."""
    english: tuple[str, ...]
    """One text, or the forms for one and for many."""
    texts: tuple[str, ...]


def read(language: str) -> list[Entry]:
    """The entries of a language, in the order of its file; the header is left out."""
    text = (FOLDER / f"{language}.po").read_text(encoding="utf-8")
    entries = [_entry(block) for block in text.split("\n\n")]
    return [entry for entry in entries if entry.key]


def _entry(block: str) -> Entry:
    found: dict[str, str] = {}
    word = ""
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        parts = _LINE.fullmatch(line)
        if not parts:
            raise ValueError(f"cannot read the line {line!r}: expected a word and a quoted text")
        if parts["word"]:
            word = parts["word"] + (parts["number"] or "")
        found[word] = found.get(word, "") + literal_eval(parts["text"])
    english = tuple(found[name] for name in ("msgid", "msgid_plural") if name in found)
    texts = tuple(found[name] for name in ("msgstr", "msgstr0", "msgstr1") if name in found)
    return Entry(found.get("msgctxt", ""), english, texts)


# The library -------------------------------------------------------------------------------------


def rules() -> dict[str, str]:
    """The sentence of every rule by its id."""
    return _toml(DATA / "rules.toml")


def messages() -> dict[str, str]:
    """All other sentences by their codes."""
    groups = _toml(DATA / "messages.toml").items()
    return {f"{group}.{name}": text for group, texts in groups for name, text in texts.items()}


def names() -> dict[str, str]:
    """The games, series, options and levels by their codes: names and summaries."""
    found: dict[str, str] = {}
    switches = _toml(DATA / "modifiers.toml")
    for kind, folder in (("variant", "variants"), ("series", "series")):
        for file in sorted((DATA / folder).glob("*.toml")):
            game = _toml(file)
            found[f"{kind}.{file.stem}"] = game["name"]
            found[f"{kind}.{file.stem}.summary"] = game["summary"]
            switches |= game.get("options", {})
    for name, option in sorted(switches.items()):
        if "field" not in option:  # the choices of the others have words of their own
            found[f"option.{name}.summary"] = option["summary"]
    for level in _toml(DATA / "levels" / "levels.toml")["levels"]:
        found[f"level.{level['name']}"] = level["name"]
        found[f"level.{level['name']}.summary"] = level["summary"]
    return found


def library() -> dict[str, str]:
    """All that the library says, in English."""
    return {**rules(), **messages(), **names()}


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


# The files ---------------------------------------------------------------------------------------


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """What the scripts load."""
    own = dict(_texts(language))
    return {**own, **library()} if language == "en" else own


def _texts(language: str) -> Iterator[tuple[str, str | dict[str, str]]]:
    for entry in read(language):
        one = len(entry.texts) == 1
        yield entry.key, entry.texts[0] if one else dict(zip(CATEGORIES, entry.texts, strict=True))


def dump(language: str) -> str:
    """The file of a language."""
    return json.dumps(catalogue(language), ensure_ascii=False, indent=0) + "\n"


def main() -> None:
    """Writes all of them."""
    for language in LANGUAGES:
        (FOLDER / f"{language}.json").write_text(dump(language), encoding="utf-8")


if __name__ == "__main__":
    main()
