"""What was computed once: answers by everything that they depend on.

A cache is any mapping from text to bytes: a dictionary, a folder of files, a table of a database.
Floats are written with all their digits, so what comes back has the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

import fullprime
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.engine.cube import CubeAction, CubeVerdict
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import SHOWN
from fullprime.engine.outcome import Outcome
from fullprime.formats.stakes_fields import StakesFields
from fullprime.shapes import decoded

Cache = MutableMapping[str, bytes]
FORM: Final = 1
"""Of what is written; another form is not found."""


def key(what: str, question: Question, depth: Depth, plays: Sequence[bytes] = ()) -> str:
    """Everything that an answer depends on, as one text."""
    variant = question.variant
    parts = [
        FORM,
        fullprime.__version__,
        what,
        variant.id,
        bytes(variant.kernel).hex(),
        variant.score,
        question.position.raw.hex(),
        list(question.roll or ()),
        list(question.numbers.left) if question.numbers else [],
        msgspec.to_builtins(StakesFields.of(question.stakes, seat=0)),
        question.stakes.turned,
        [*question.stakes.follows, question.stakes.flat],
        list(question.turns),
        question.table.name if question.table else "exact" if depth.exact else None,
        depth.plies,
        depth.cubeful,
        [tuple(each) for each in SHOWN],
        depth.engine.describe(variant),
        sha256(b"".join(plays)).hexdigest(),
    ]
    return sha256(msgspec.json.encode(parts)).hexdigest()


def remembered(
    cache: Cache | None, name: Callable[[], str], compute: Callable[[], Any], type_: Any
) -> Any:
    """From the cache, or computed and kept there."""
    if cache is None:
        return compute()
    where = name()
    if (kept := cache.get(where)) is not None:
        return decoded(kept, type_)
    found = compute()
    cache[where] = msgspec.json.encode(found)
    return found


Row = tuple[int, list[float], float, float, int, int | None]
"""A play in the order of the legal ones, its chances, equity, error, plies, doublet."""


def rows_of(ranked: Sequence[RankedPlay], places: dict[bytes, int]) -> list[Row]:
    """Ranked plays without the plays, which follow from the position and the dice."""
    return [(places[each.play.position.raw], list(each.outcome), *each[2:6]) for each in ranked]


def cube_row(verdict: CubeVerdict) -> list[Any]:
    """A cube verdict."""
    return [list(verdict.outcome), *verdict[1:4], str(verdict.action), verdict.forbidden]


def cube_of(row: Sequence[Any]) -> CubeVerdict:
    """Back again."""
    outcome, none, take, drop, action, forbidden = row
    return CubeVerdict(Outcome(*outcome), none, take, drop, CubeAction(action), forbidden)
