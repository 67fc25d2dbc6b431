"""Reads plays as players write them.

>>> variant = Variant.load()
>>> print(read_play(variant, variant.start_position, Roll(3, 1), "8/5 6/5"))
8/5 6/5
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fullprime.dice import Roll
from fullprime.errors import BadPlay, shorten
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play, place_number
from fullprime.position import Position
from fullprime.variant import Variant
from fullprime.why import Judgement, find_play, judge
from fullprime.written_play import Route

_PLACE = r"(?:\d{1,2}|bar|b|hand|off|o|lost)"
_MOVE = re.compile(rf"({_PLACE}(?:/{_PLACE}[*^]?)+)(?:\(([1-9]\d?)\))?", re.ASCII)
_SOURCES: Final = {"25": "bar", "b": "bar"}
_TARGETS: Final = {"0": "off", "o": "off"}
"""Other ways of writing where a checker comes from and where it goes."""
MOST_WORDS: Final = 24
_NAMED: Final = re.compile(r"\(([1-6])-\1\)\s*$", re.ASCII)
_NO_PLAY: Final = ("pass", "(no play)", "no play", "-")


def read_play(
    variant: Variant, position: Position, roll: Roll, text: str, named: int | None = None
) -> Play:
    """The legal play that the text means: `8/5 6/5`, `bar/21*`, `24/18(2)`, `6/off`, `24/13`."""
    return find_play(Numbers.of(variant, position, roll, named), position, read_routes(text))


def read_turn(
    variant: Variant, position: Position, roll: Roll, text: str, named: int | None = None
) -> Play:
    """The whole turn that the text means; a doublet named for it may stand behind: `24/4 (6-6)`."""
    written = _NAMED.search(text)
    if written and variant.names_doublet(roll):
        return read_play(variant, position, roll, text[: written.start()], int(written[1]))
    return read_play(variant, position, roll, text, named)


def judge_play(
    variant: Variant, position: Position, roll: Roll, text: str, named: int | None = None
) -> Judgement:
    """Is this a legal play? If not, the rule against it.

    >>> game = Variant.load()
    >>> judged = judge_play(game, game.start_position, Roll(6, 1), "8/2")
    >>> judged.objection.rule
    'STD-FORCE-1'
    """
    return judge(variant, position, roll, read_routes(text), named)


def read_routes(text: str) -> tuple[Route, ...]:
    """The text taken apart, one entry for each checker moved; legality is not looked at."""
    if text.strip().lower() in _NO_PLAY:
        return ()
    words = text.lower().replace(",", " ").split()
    if not words:
        raise BadPlay("expected a play such as 8/5 6/5, got nothing")
    if len(words) > MOST_WORDS:
        raise BadPlay(f"{len(words)} moves in one play: expected {MOST_WORDS} at most")
    routes: list[Route] = []
    for word in words:
        moves = _read_word(word)
        if not moves:
            raise BadPlay(
                f"cannot read {shorten(word, 40)!r} in {shorten(text, 80)!r}: "
                "expected from/to, such as 8/5, bar/21*, 24/18(2) or 6/off"
            )
        routes += moves
    return tuple(routes)


@lru_cache(1 << 12)
def _read_word(word: str) -> tuple[Route, ...]:
    """The checkers of one word, none if it cannot be read; the same words are met often."""
    found = _MOVE.fullmatch(word)
    if not found:
        return ()
    source, *stops = found[1].split("/")
    targets = [_read_place(stop.rstrip("*^"), _TARGETS) for stop in stops]
    hits = frozenset(
        place for place, stop in zip(targets, stops, strict=True) if stop.endswith(("*", "^"))
    )
    places = (_read_place(source, _SOURCES), *targets)
    # Of several checkers that go the same way the first one hits.
    return Route(places, hits), *[Route(places)] * (int(found[2] or 1) - 1)


def _read_place(name: str, others: dict[str, str]) -> int:
    name = others.get(name, name)
    return place_number(int(name) if name.isdecimal() else name)
