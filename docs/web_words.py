"""Writes the words of the pages: JSON for each language from its gettext file. Run by `make words`.

The context of an entry is the key by which the scripts find it. A text that counts becomes an
object with the plural categories of its language. What the library itself says (rules, messages,
the games, the levels, the lessons) has its code as the key; its English stands in the data of the
library.

Where the English of a text has changed, the translations get the new English and the mark
`#, fuzzy`: correct them and remove the mark.
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

PARTS: Final = {
    "lesson": "lessons",
    "rulebook": "rules",
    "title": "rules",
    "figure": "rules",
    "rulepage": "rules",
    "glossary": "glossary",
    "print": "print",
    "train": "training",
    "find": "mine",
    "stats": "mine",
    "book": "book",
    "verify": "fair",
    "throws": "fair",
}
"""Texts that only one page needs have a file of their own, by the beginning of their keys."""

FUZZY: Final = "#, fuzzy"
"""The mark of a translation whose English has changed since."""

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
            if word in found:
                raise ValueError(f"{word} again in an entry: expected an empty line before {line}")
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
            found[f"{kind}.{file.stem}.description"] = game["description"]
            switches |= game.get("options", {})
    for name, option in sorted(switches.items()):
        if "field" not in option:  # the choices of the others have words of their own
            found[f"option.{name}.summary"] = option["summary"]
    for level in _toml(DATA / "levels" / "levels.toml")["levels"]:
        found[f"level.{level['name']}"] = level["name"]
        found[f"level.{level['name']}.summary"] = level["summary"]
    return found


def rulebook() -> dict[str, str]:
    """The sentences of the rules, their titles, the chapters and the figures by their codes."""
    found: dict[str, str] = {}
    for kind, file in (("rulebook", "sentences"), ("title", "titles")):
        for field, texts in _toml(DATA / "rulebook" / f"{file}.toml").items():
            rows = {row["id"]: row["says"] for row in texts} if isinstance(texts, list) else texts
            found |= {f"{kind}.{field}.{value}": text for value, text in rows.items()}
    book = _toml(DATA / "rulebook" / "sections.toml")
    found |= {f"rulebook.section.{row['id']}": row["title"] for row in book["section"]}
    found |= {f"rulebook.heading.{name}": text for name, text in book["heading"].items()}
    for name, figure in _toml(DATA / "rulebook" / "figures.toml").items():
        found |= {f"figure.{name}.{part}": figure[part] for part in ("title", "text")}
    return found


def glossary() -> dict[str, str]:
    """The terms of the glossary: name, text, and the forms by which other texts link to it."""
    found: dict[str, str] = {}
    for name, term in _toml(DATA / "glossary.toml").items():
        found[f"glossary.{name}"] = term["name"]
        found |= {f"glossary.{name}.{part}": term[part] for part in ("text", "forms")}
    return found


def lessons() -> dict[str, str]:
    """The texts of the lessons: `lesson.<lesson>.<step>.<text>`."""
    found: dict[str, str] = {}
    for file in sorted((DATA / "lessons").glob("*.toml")):
        lesson = _toml(file)
        found |= _said(f"lesson.{file.stem}", lesson, ("title", "summary"))
        for name, step in lesson["steps"].items():
            found |= _said(f"lesson.{file.stem}.{name}", step, ("title", "text", "done", "wrong"))
            for option, answer in step.get("options", {}).items():
                found |= _said(f"lesson.{file.stem}.{name}.{option}", answer, ("text", "why"))
    return found


def _said(code: str, part: dict[str, Any], texts: tuple[str, ...]) -> dict[str, str]:
    return {f"{code}.{text}": part[text] for text in texts if part.get(text)}


def library() -> dict[str, str]:
    """All that the library says, in English."""
    return {**rules(), **messages(), **names(), **rulebook(), **glossary(), **lessons()}


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


def dump(language: str, part: str = "") -> str:
    """A file of a language: a part that only some pages need, or all the rest."""
    texts = {key: text for key, text in catalogue(language).items() if part_of(key) == part}
    return json.dumps(texts, ensure_ascii=False, indent=0) + "\n"


def part_of(key: str) -> str:
    """Which file a text is in."""
    return PARTS.get(key.partition(".")[0], "")


def file_of(language: str, part: str) -> Path:
    """Where the pages load it from."""
    return FOLDER / (f"{language}.{part}.json" if part else f"{language}.json")


def refreshed(language: str) -> str:
    """The gettext file with the present English; what has changed is marked."""
    blocks = (FOLDER / f"{language}.po").read_text(encoding="utf-8").split("\n\n")
    present = english()
    return "\n\n".join(_refreshed(block, present) for block in blocks)


def english() -> dict[str, tuple[str, ...]]:
    """The English of all texts, with their forms."""
    own = {entry.key: entry.texts for entry in read("en")}
    return {**own, **{code: (text,) for code, text in library().items()}}


def _refreshed(block: str, present: dict[str, tuple[str, ...]]) -> str:
    entry = _entry(block)
    now = present.get(entry.key, entry.english)
    if now == entry.english or len(now) != len(entry.english):
        return block
    for word, old, new in zip(("msgid", "msgid_plural"), entry.english, now, strict=False):
        block = block.replace(f"{word} {_quoted(old)}", f"{word} {_quoted(new)}", 1)
    return block if FUZZY in block else f"{FUZZY}\n{block}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Writes all of them."""
    for language in LANGUAGES:
        (FOLDER / f"{language}.po").write_text(refreshed(language), encoding="utf-8")
        for part in ("", *sorted(set(PARTS.values()))):
            file_of(language, part).write_text(dump(language, part), encoding="utf-8")


if __name__ == "__main__":
    main()
