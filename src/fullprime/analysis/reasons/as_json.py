"""Reasons as JSON: keys and values for pages that have their own words, and the text in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fullprime.analysis.reasons.choosing import Choice
from fullprime.analysis.reasons.tested import Entry
from fullprime.analysis.reasons.words import Reason

Json = dict[str, Any]


def reasons_json(reasons: Sequence[Reason]) -> list[Json]:
    """Each sentence with the rolls behind it."""
    return [reason_json(reason) for reason in reasons]


def reason_json(reason: Reason) -> Json:
    """One sentence."""
    best, played = reason.rolls
    return {
        "sign": reason.sign,
        "kind": reason.kind,
        "family": reason.family,
        "key": reason.key,
        "args": reason.args,
        "text": reason.text,
        "rolls": {"best": [list(each) for each in best], "played": [list(each) for each in played]},
        "points": list(reason.points),
        "worth": reason.worth,
        "conceded": reason.conceded,
    }


def kinds_json(choice: Choice) -> list[Json]:
    """All kinds that were tested for the best play, and why each was not said."""
    said = [_entry_json(entry, None) for entry in choice.said]
    return said + [_entry_json(each.entry, each.why) for each in choice.untold]


def _entry_json(entry: Entry, why: str | None) -> Json:
    return {
        "kind": entry.kind.name,
        "best": entry.mine,
        "played": entry.other,
        "worth": entry.worth,
        "untold": why,
    }
