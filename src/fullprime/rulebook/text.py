"""A rulebook as lines of text, for terminals and files of any width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from fullprime.rulebook.book import HouseRule, Line, Rule, Rulebook, SeriesBook
from fullprime.rulebook.words import in_words, texts, written

_UNDERLINES: Final = {"title": "=", "heading": "-"}


class Block(NamedTuple):
    """A paragraph: what kind it is, its text, and a mark before it, such as that of a list."""

    kind: str
    """title, heading, text, line, rule, choice or board."""
    text: str
    mark: str = ""


def blocks(book: Rulebook, board: Sequence[str] = (), short: bool = False) -> Iterator[Block]:
    """The whole rulebook; a `short` one has what is different, and no chapters."""
    yield from _head(book)
    yield from (Block("board", line) for line in board)
    yield from differences(book)
    if not short:
        yield from _chapters(book)
    yield _heading("house_rules")
    yield from _house_rules((*book.options, *book.modifiers))
    yield from _sources(book.sources)


def differences(book: Rulebook) -> Iterator[Block]:
    """How it differs from the standard game."""
    yield _heading("different")
    yield from _lines(book.differences)
    if not book.differences:
        yield Block("text", texts("sections")["heading"]["same"])


def series_blocks(book: SeriesBook) -> Iterator[Block]:
    """The rulebook of a series."""
    yield from _head(book)
    yield _heading("games")
    for number, game in enumerate(book.games, 1):
        chosen = [n if v is True else f"{n}={written(v)}" for n, v in game.chosen.items()]
        name = game.name + (f" with {', '.join(chosen)}" if chosen else "")
        yield Block("line", f"{name}: {game.summary}", f"{number}.")
    points = f"a player has {in_words(book.to)} points"
    yield Block("text", f"Then it starts over, until {points} or as many as you have agreed on.")
    yield from _rules(book.rules)
    if book.options:
        yield _heading("house_rules")
        yield from _house_rules(book.options)


def _heading(name: str) -> Block:
    return Block("heading", texts("sections")["heading"][name])


def _head(book: Rulebook | SeriesBook) -> Iterator[Block]:
    yield Block("title", book.name)
    for text in (book.summary, book.description):
        if text:
            yield Block("text", text)
    if book.aliases:
        yield Block("text", f"Also known as {', '.join(book.aliases)}.")


def _chapters(book: Rulebook) -> Iterator[Block]:
    for section in book.sections:
        if section.lines or section.rules:
            yield Block("heading", section.title)
            yield from _lines(section.lines)
            yield from _rules(section.rules)


def _lines(lines: Sequence[Line]) -> Iterator[Block]:
    yield from (Block("line", line.says.text, "-") for line in lines)


def _rules(rules: Sequence[Rule]) -> Iterator[Block]:
    yield from (Block("rule", f"{rule.text} ({rule.id})", "-") for rule in rules)


def _house_rules(rules: Sequence[HouseRule]) -> Iterator[Block]:
    if not rules:
        yield Block("text", "None.")
    for rule in rules:
        yield Block("line", f"{rule.name}: {rule.summary}{_usual(rule)}", "-")
        for choice in rule.choices:
            usual = " (usual)" if choice.usual else ""
            yield Block("choice", f"{written(choice.value)}{usual}: {choice.says.text}", "  -")


def _usual(rule: HouseRule) -> str:
    """Of a rule whose choices are not listed."""
    if rule.choices:
        return ""
    if isinstance(rule.usual, bool):
        return " Usually on." if rule.usual else " Usually off."
    return f" Usually {written(rule.usual)}; {rule.allowed}."


def _sources(sources: Sequence[str]) -> Iterator[Block]:
    if sources:
        yield _heading("sources")
        yield from (Block("line", source, "-") for source in sources)


# Lines -------------------------------------------------------------------------------------------


def plain_lines(found: Iterable[Block], width: int) -> list[str]:
    """The blocks as wrapped lines, headings underlined."""
    return [line for _, line in kinds_and_lines(found, width)]


def kinds_and_lines(found: Iterable[Block], width: int) -> Iterator[tuple[str, str]]:
    """The same, each line with the kind of its block; `underline` is what stands under headings."""
    last = ""
    for block in found:
        if last and _parted(last, block.kind):
            yield "", ""
        yield from ((block.kind, line) for line in _wrapped(block, width))
        if block.kind in _UNDERLINES:
            yield "underline", _UNDERLINES[block.kind] * len(block.text)
        last = block.kind


def _parted(last: str, kind: str) -> bool:
    """Does an empty line stand between the two?"""
    if kind in _UNDERLINES or last in ("text", "board"):
        return kind != last or kind == "text"
    return kind == "text" and last not in _UNDERLINES


def _wrapped(block: Block, width: int) -> list[str]:
    if block.kind == "board":
        return [block.text]
    first = f"{block.mark} " if block.mark else ""
    wrapper = textwrap.TextWrapper(width, first, " " * len(first), break_on_hyphens=False)
    return wrapper.wrap(block.text)
