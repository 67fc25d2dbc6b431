"""Every rule of every game does something: another value changes plays, a game or its outcome.

For each variant each field is given each other value. The change must show, unless the library
refuses the combination or a row of `WITHOUT_EFFECT` says that it means nothing there; then it
must not show anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import pytest

from family_choices import RULE_FIELDS, choices, other_values, told_against, with_fields
from family_playthrough import choose
from fullprime import (
    Accepted,
    FullprimeError,
    Game,
    Match,
    Money,
    Phase,
    Position,
    Resigned,
    Rolled,
    SeededDice,
    Variant,
    variants,
)
from fullprime.position import BAR, HAND, OFF, PLACES, parse_row
from fullprime.series import Series

NAMES = [variant.id for variant in variants()]
GAMES = [
    *NAMES, "misere+mirror_gammon", "gul_bara+crazy_narde", "gul_bara+fevga_limits",
    "backgammon+cap5", "russian+first_doublet_plain", "narde+head_limit=2",
]  # fmt: skip
"""Some fields matter only beside an option."""
MORE_VALUES = {"cap": (5,), "head_limit": (1,)}
"""Neighbours alone would be too few: a cap of one fits no start with two on a point."""


class WithoutEffect(NamedTuple):
    """A field that means nothing in some games."""

    field: str
    where: Callable[[Variant], bool]
    why: str


def no_hand(variant: Variant) -> bool:
    return not parse_row(variant.start, variant.checkers)[HAND]


WITHOUT_EFFECT = (
    WithoutEffect("mirror_gammon", lambda v: v.goal == "first_off", "it is the gammon of a loser"),
    WithoutEffect("no_hit_and_run", lambda v: v.landing != "hit", "nobody hits"),
    WithoutEffect("hit_right", lambda v: v.landing in ("none", "share"), "nobody hits"),
    WithoutEffect("mother_rule", lambda v: v.landing != "pin", "nobody is pinned"),
    WithoutEffect("entry", no_hand, "nobody waits in hand"),
    WithoutEffect("cascade_after", lambda v: v.doublet != "cascade", "no doublet climbs"),
    WithoutEffect(
        "complement_after_entry",
        lambda v: v.doublet != "complement" and not v.named_doublet,
        "nothing follows a doublet",
    ),
    WithoutEffect(
        "first_doublet_plain",
        lambda v: v.doublet != "complement" and not v.bonus_on_doubles,
        "no doublet brings a complement or a bonus",
    ),
    WithoutEffect("head_exception", lambda v: not v.head_limit, "no limit to except from"),
    WithoutEffect("prime", lambda v: v.checkers < 6, "too few checkers for a wall"),
    WithoutEffect("prime_check", lambda v: v.prime == "none", "no wall is judged"),
    WithoutEffect(
        "forbidden_wall", lambda v: v.prime != "fevga", "it tells which walls Fevga forbids"
    ),
    WithoutEffect("must_open_gate", lambda v: v.prime != "fevga", "it is Fevga's rule of the gate"),
    WithoutEffect("double_one", lambda v: v.geometry != "ring16", "1-1 is a fine on the ring only"),
    WithoutEffect("consecutive_plain", lambda v: v.geometry != "ring16", "a roll of the ring"),
    WithoutEffect("cap", lambda v: v.geometry == "ring16", "cells hold any number"),
    WithoutEffect("doublet", lambda v: v.geometry == "ring16", "rolls are patterns"),
    WithoutEffect("head_limit", lambda v: v.geometry == "ring16", "the ring has no head"),
    WithoutEffect("runner", lambda v: v.geometry == "ring16", "the ring has no head"),
    WithoutEffect("prime", lambda v: v.geometry == "ring16", "pieces share cells"),
)

OPTIONS_WITHOUT_EFFECT = {("hypergammon", "cap5"): "there are three checkers"}

# Where to look ---------------------------------------------------------------------------------

BOARDS = (
    "8:1 6:1 / 21:1 5:1",  # hit and run
    "16:2 13:1 / 24:2 15:1",  # a hit before anybody is home
    "16:14 13:1 / 24:14 15:1",
    "24:1 23:1 22:1 / 13:3",  # blots before an army
    "24:2 22:1 / 13:2",  # two on the head
    "4:2 2:1 / 13:1",  # nothing on the highest points
    "7:2 2:1 / 13:1",  # nearly home
    "24:2 23:1 22:1 21:1 20:1 14:1 / 24:2",  # a wall is possible, on the way or for good
    "24:2 23:1 22:1 21:1 20:1 14:1 / 6:2",  # with enemies past it
    "24:2 23:1 22:1 21:1 20:1 14:1 / 13:2",
    "22:2 20:1 19:1 18:1 17:1 16:1 / 24:2",
    "14:2 12:1 11:1 10:1 9:1 8:1 / 6:2",
    "13:2 6:1 5:1 4:1 3:1 2:1 / 14:2",
    "11:2 10:2 9:2 8:2 7:2 6:2 5:3 / 24:15",  # a gate
    "13:2 11p:1 / 24:2 14:1",  # a prisoner of each side
    "9:1 6:2 / 16p:1 5:2",
    "hand:2 22:1 / 13:2",
    "hand:2 bar:1 / 13:2",
    "16:8 15:8 / 12:7 3:8",  # crowds on the ring
    "16:8 15:8 / 12:8 3:7",
    "4:1 1:1 / 13:2",
)
"""Positions in which some rule or other decides; a game takes those that it can have."""
OUTCOMES = (
    "7:12 3:2 1:1 / 24p:1 13:13 5:1",  # the other side's mother is trapped
    "24:10 7:2 3:2 1:1 / 24p:1 13:14",  # with own checkers at home
    "24p:1 7:13 1:1 / 24p:1 7:13 1:1",  # both
)
"""Positions in which the game may be over."""
MEMORIES = (0, 1, 2, 3, 4)
"""Turns made before, for games that look back."""
LONGER_GAMES = (*range(1, 17), 96)
"""Seeds; the last because Hypergammon leaves numbers to the opponent so seldom."""
FEW = 6
"""Checkers in play up to which a doublet that climbs is counted in a moment."""


def position(variant: Variant, text: str) -> Position | None:
    """The position, if this game can have it."""
    try:
        found = Position.parse(text, variant.checkers)
    except FullprimeError:
        return None
    return None if variant.faults(found) else found


def common_positions(
    variant: Variant, like: Variant, texts: tuple[str, ...]
) -> Iterator[tuple[str, Position]]:
    """Those that both games can have."""
    for text in texts:
        found = position(like, text)
        if found and position(variant, text):
            yield text, found


def finished(variant: Variant) -> Iterator[Position]:
    """One side is done, the other here and there."""
    done = [0] * PLACES
    done[OFF] = variant.checkers
    for place in (1, 13, 18, 24, BAR, HAND):
        for off in (0, 1):
            left = [0] * PLACES
            left[OFF], left[place] = off, variant.checkers - off
            yield Position.of(done, left)
            yield Position.of(left, done)


def in_play(found: Position) -> int:
    return sum(found.mover[1:]) + sum(found.other[1:])


# What a game shows -----------------------------------------------------------------------------

Sight = tuple[str, Any]


def sights(variant: Variant, like: Variant) -> Iterator[Sight]:
    """All that is looked at, the cheapest first, in positions that both games can have."""
    yield from match_sights(variant)
    for over in finished(like):
        yield f"outcome {over}", variant.end(over) if sum(over.other) == variant.checkers else 0
    for text, found in common_positions(variant, like, OUTCOMES):
        yield f"outcome {text}", variant.end(found)
    yield from game_sights(variant, seed=0, most=80)
    for text, found in common_positions(variant, like, BOARDS):
        yield from board_sights(variant, like, text, found)
    if variant.doublet != "cascade" and not variant.named_doublet:
        yield "perft 1", variant.perft(variant.start_position, 1)


def match_sights(variant: Variant) -> Iterator[Sight]:
    """The cube, what can be resigned, and who starts a second game."""
    match = Match.start(target=Money(), variant=variant)
    yield "cube", match.game.stakes.cube
    match = match.apply(Rolled((1, 2)))
    yield "after the opening throw", (match.game.phase, match.game.turn, match.game.verbs)
    yield (
        "resignations",
        [a for a in match.game.legal(resignations=True) if isinstance(a, Resigned)],
    )
    match = match.apply(Resigned(1)).apply(Accepted()).next_game()
    yield "second game", (match.game.phase, match.game.actor)


def game_sights(variant: Variant, seed: int, most: int) -> Iterator[Sight]:
    """A game of random plays, action by action."""
    game, dice, rng = Game.start(variant), SeededDice(seed), Random(seed)
    while game.phase is not Phase.OVER and len(game.log) < most:
        action = choose(game, dice, rng)
        shown = (game.phase, game.turn, game.inherited, game.bonus, len(game.plays), action)
        yield f"playthrough {seed}, action {len(game.log)}", shown
        game = game.apply(action)
    yield f"playthrough {seed}, end", (game.result, variant.text(game.position))


def board_sights(variant: Variant, like: Variant, text: str, found: Position) -> Iterator[Sight]:
    """The turns from a position, also with some history behind it."""
    back = variant.looks_back or like.looks_back
    for turns in MEMORIES if back else (0,):
        if turns > 1 and in_play(found) > FEW:
            continue
        for thrown in (False, True) if variant.first_doublet_plain else (False,):
            remembered = found.remembering((turns, turns), doublet=(thrown, thrown))
            label = f"turns from {text} after {turns}{', a doublet thrown' if thrown else ''}"
            yield label, variant.perft(remembered, 1)


@cache
def game_of(text: str) -> Variant:
    return Series.parse(text).rotation()[0]


@cache
def usual_sights(text: str) -> dict[str, Any]:
    return dict(sights(game_of(text), game_of(text)))


def difference(flipped: Variant, text: str, thorough: bool) -> str | None:
    """The first thing that shows when this game is changed so."""
    seen, like = usual_sights(text), game_of(text)
    for label, value in sights(flipped, like):
        if label in seen and seen[label] != value:
            return label
    return longer_difference(flipped, like) if thorough else None


def longer_difference(flipped: Variant, like: Variant) -> str | None:
    """Whole games, where a short look did not tell."""
    for seed in LONGER_GAMES:
        pair = zip_longest(game_sights(flipped, seed, 999), game_sights(like, seed, 999))
        for one, other in pair:
            if one != other:
                return one[0] if one else f"playthrough {seed}"
    return None


# The flips -------------------------------------------------------------------------------------


def flips(variant: Variant) -> Iterator[tuple[str, Any, Variant]]:
    """Each field with each other value."""
    for field in RULE_FIELDS:
        now = getattr(variant, field)
        if field == "start":
            yield field, "one checker moved", with_fields(variant, start=moved_start(variant))
        elif field == "checkers":
            yield field, now - 1, with_fields(variant, checkers=now - 1, start=fewer(variant))
        else:
            more = (n for n in MORE_VALUES.get(field, ()) if now != n < variant.checkers)
            for value in dict.fromkeys((*other_values(field, now), *more)):
                yield field, value, with_fields(variant, **{field: value})


def counts_of_start(variant: Variant) -> dict[str, int]:
    words = (word.split(":") for word in variant.start.split())
    return {place: int(count) for place, count in words}


def start_text(counts: dict[str, int]) -> str:
    return " ".join(f"{place}:{count}" for place, count in counts.items() if count)


def moved_start(variant: Variant) -> str:
    """The start with its first checker one point on."""
    counts = counts_of_start(variant)
    first = next(iter(counts))
    target = "24" if first == "hand" else str(int(first) - 1)
    counts[first] -= 1
    counts[target] = counts.get(target, 0) + 1
    return start_text(counts)


def fewer(variant: Variant) -> str:
    """The start with one checker fewer."""
    counts = counts_of_start(variant)
    counts[next(iter(counts))] -= 1
    return start_text(counts)


def reason(variant: Variant, field: str) -> WithoutEffect | None:
    """Why this field means nothing in this game."""
    rows = (row for row in WITHOUT_EFFECT if row.field == field and row.where(variant))
    return next(rows, None)


@pytest.mark.parametrize("text", GAMES)
def test_every_field_matters(text: str) -> None:
    variant = game_of(text)
    wrong = []
    for field, value, flipped in flips(variant):
        exempt = reason(variant, field)
        if exempt:
            shown = difference(flipped, text, thorough=False)
            if shown:
                wrong.append(f"{field} {value}: {exempt.why}, but it changes {shown}")
        elif not told_against(flipped) and not difference(flipped, text, thorough=True):
            wrong.append(f"{field} {value}: changes nothing")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_matters(name: str) -> None:
    variant = game_of(name)
    for option, value in choices(variant):
        shown = difference(variant.with_options({option: value}), name, thorough=True)
        assert bool(shown) != ((name, option) in OPTIONS_WITHOUT_EFFECT), (option, value, shown)


def test_every_field_is_shown_by_some_game() -> None:
    """No field is only ever without effect or refused; nor is a value that has a name."""
    shown = {
        (field, value)
        for text in GAMES
        for field, value, flipped in flips(game_of(text))
        if not reason(game_of(text), field) and not told_against(flipped)
    }
    for field in RULE_FIELDS:
        named = type(getattr(Variant.load(), field)) in (str, bool) and field != "start"
        values = {value for name, value in shown if name == field}
        values |= {getattr(game_of(text), field) for text in GAMES if values}
        assert values >= {*other_values(field, None)} if named else values, field


def test_every_exemption_is_needed() -> None:
    for row in WITHOUT_EFFECT:
        used = [v for v in variants() if row.where(v)]
        assert used, f"{row.field}: {row.why}"
        others = [v for v in variants() if not reason(v, row.field)]
        assert others, f"{row.field} never matters"
