"""What training has brought: answers day by day, what is still known, and where the leaks are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final, NamedTuple

from fullprime.analysis.review.rating import performance_of
from fullprime.practice.errors import Sums
from fullprime.practice.grading import Grade
from fullprime.practice.schedule import Schedule
from fullprime.summation import total

ENOUGH: Final = 30
"""Decisions of a theme from which on its PR is worth a word."""

Json = dict[str, Any]


class Answered(NamedTuple):
    """An answer, as it was kept."""

    at: float
    grade: Grade
    right: bool
    loss: float | None
    seconds: float
    before: Schedule | None
    """Of the card; None: it was new."""


def progress(answers: Sequence[Answered], minutes_east: int = 0) -> Json:
    """All answers and days, the oldest first. `minutes_east`: of the clock that days go by."""
    zone = timezone(timedelta(minutes=minutes_east))
    days: dict[str, list[Answered]] = {}
    for each in answers:
        day = datetime.fromtimestamp(each.at, UTC).astimezone(zone).date().isoformat()
        days.setdefault(day, []).append(each)
    return {
        "answers": len(answers),
        "right": sum(each.right for each in answers),
        "retention": retention(answers),
        "days": [_day_json(day, found) for day, found in sorted(days.items())],
    }


def retention(answers: Iterable[Answered]) -> float | None:
    """How many of the cards that came after days were still known; None: none has come yet.

    A card is known unless its grade is “again”.
    """
    came = [each for each in answers if each.before and each.before.is_learned]
    return sum(each.grade != "again" for each in came) / len(came) if came else None


def _day_json(day: str, answers: Sequence[Answered]) -> Json:
    losses = [each.loss for each in answers if each.loss is not None]
    return {
        "day": day,
        "answers": len(answers),
        "right": sum(each.right for each in answers),
        "loss": total(losses) / len(losses) if losses else None,
        "seconds": total(each.seconds for each in answers) / len(answers),
    }


def leaks(matches: Iterable[Mapping[str, Sums]], least: int = ENOUGH) -> list[Json]:
    """The themes of reviewed matches, those that cost most in all first; those of fewer decisions
    than `least` are left out.

    A theme is a leak where even the lower end of its interval is worse than all other decisions.
    """
    sums: dict[str, Sums] = {}
    for themes in matches:
        for name, each in themes.items():
            sums[name] = _added(sums.get(name, Sums()), each)
    whole = Sums()
    for each in sums.values():
        whole = _added(whole, each)
    told = [_leak_json(name, each, whole) for name, each in sums.items() if each.count >= least]
    return sorted(told, key=lambda each: -each["error"])


def _leak_json(theme: str, sums: Sums, whole: Sums) -> Json:
    pr, interval = performance_of(sums.count, sums.error, sums.squares)
    rest = whole.count - sums.count
    others, _ = performance_of(rest, whole.error - sums.error, 0.0)
    enough = min(sums.count, rest) >= ENOUGH
    leak = enough and others is not None and pr is not None and interval is not None
    return {
        "theme": theme,
        "pr": pr,
        "interval": interval,
        "decisions": sums.count,
        "error": sums.error,
        "others": others,
        "leak": leak and pr - interval > others,  # type: ignore[operator]
    }


def _added(one: Sums, other: Sums) -> Sums:
    return Sums(one.count + other.count, one.error + other.error, one.squares + other.squares)
