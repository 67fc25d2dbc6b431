"""Saved rollouts that are damaged: refused with a reason, or found out by verification."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from fullprime import FullprimeError, Variant
from fullprime import analysis as room
from fullprime.engine import RolledOut, RolloutSettings, roller_for

SHORT = RolloutSettings(trials=36)
RACE = "6:2 5:1 / 4:2"
WRONG: list[Any] = [
    *(None, True, -1, 0, 2, 10**12, 2**64, 0.5, -0.5, 1e308, "", "mine", [], [True, True], {}),
    *("plakoto", "off:15 / 6:1", "garbage", "cancelled", [9, 9]),
]


@cache
def saved() -> list[dict[str, Any]]:
    found = (
        room.rollout(RACE, double=True, settings=SHORT),
        room.rollout(RACE, "31", cubeful=False, settings=SHORT),
        room.rollout(RACE, stakes={"away": (3, 5)}, settings=SHORT),
    )
    return [json.loads(each.dump()) for each in found]


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything in it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inside:
        yield (*place, key)
        if isinstance(each, dict | list):
            yield from places(each, (*place, key))


def changed(document: dict[str, Any], place: tuple[Any, ...], value: Any) -> bytes:
    damaged = copy.deepcopy(document)
    inside: Any = damaged
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return json.dumps(damaged).encode()


def verified(content: bytes) -> list[str]:
    found = RolledOut.load(content)
    return roller_for(Variant.load(found.variant, found.options)).verify(found)


@pytest.mark.parametrize(
    ("number", "place", "value", "reason"),
    [
        (0, ("lines",), [], "it has no lines"),
        (0, ("terms", "played_for", "value"), -1, "the cube shows -1"),
        (0, ("terms", "mine"), [True, True], "a cube has 1 to 8 values"),
        (0, ("settings", "truncate"), 10**14, "truncated after 100000000000000 plies"),
        (1, ("differences",), [], "lines with 0 differences"),
        (0, ("lines", 0, "subject", "doubled"), True, "a double has two lines"),
        (1, ("lines", 0, "cubeless", "squares"), -1.0, "not those of the same number of trials"),
        (2, ("terms", "played_for", "away"), [0, 5], "a side needs 0 and 5 points"),
        (0, ("net",), "backgammon-000000000000", "was made with net backgammon-000000000000"),
    ],
)
def test_damage_is_named(number: int, place: tuple[Any, ...], value: Any, reason: str) -> None:
    with pytest.raises(FullprimeError, match=reason):
        verified(changed(saved()[number], place, value))


def test_no_damage_raises_anything_else() -> None:
    """A thousand of them, the same each time; `verify` may also find that figures differ."""
    draw = Random(202)
    for _ in range(1000):
        document = draw.choice(saved())
        content = changed(document, draw.choice(list(places(document))), draw.choice(WRONG))
        try:
            found = RolledOut.load(content)
            if found.trials == SHORT.trials:
                verified(content)
        except FullprimeError:
            continue


def test_what_is_whole_is_verified() -> None:
    assert [verified(json.dumps(each).encode()) for each in saved()] == [[], [], []]
