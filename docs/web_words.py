"""Writes the words of the pages: a JSON per language from its gettext file. Run by `make words`.

The context of an entry is the key by which the scripts ask for it. A text that counts becomes an
object with the plural categories of its language. Entries in the context `said` are English
sentences of the library; the key is the sentence itself, so English needs none of them.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "src" / "fullprime" / "web" / "words"
LANGUAGES: Final = ("en", "tr", "fa")
SAID: Final = "said"
CATEGORIES: Final = ("one", "other")
"""Of msgstr[0] and msgstr[1] in all languages that we have so far."""

_LINE: Final = re.compile(r'(?P<word>[a-z_]+)?(?:\[(?P<number>\d)\])?\s*(?P<text>".*")')


class Entry(NamedTuple):
    """A text and what it means."""

    context: str
    english: tuple[str, ...]
    """One text, or the forms for one and for many."""
    texts: tuple[str, ...]

    @property
    def key(self) -> str:
        """By which the scripts ask for it."""
        return f"{SAID}: {self.english[0]}" if self.context == SAID else self.context


def read(language: str) -> list[Entry]:
    """The entries of a language, in the order of its file; the header is left out."""
    text = (FOLDER / f"{language}.po").read_text(encoding="utf-8")
    entries = [_entry(block) for block in text.split("\n\n")]
    return [entry for entry in entries if entry.context]


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


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """What the scripts load."""
    return dict(_texts(language))


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
