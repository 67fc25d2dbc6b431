"""When cards come again, how answers are graded, and which card is next."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

import fsrs
import msgspec
from hypothesis import given
from hypothesis import strategies as st

from fullprime.analysis.review.verdict import DOUBTFUL, ERROR
from fullprime.practice.grading import GRADES, PACES, Grade, grade_of, grade_of_count
from fullprime.practice.picking import Deck
from fullprime.practice.schedule import AHEAD, DAY, LONGEST, Schedule, after, recall

START: Final = 1_800_000_000.0
MICROSECOND: Final = 1e-6
"""The library knows no shorter time."""
grades = st.sampled_from(GRADES)
waits = st.floats(min_value=1.0, max_value=400 * DAY)
histories = st.lists(st.tuples(grades, waits), min_size=1, max_size=12)


def schedule_of(history: list[tuple[Grade, float]]) -> Schedule:
    """After answers, each so long after the one before it."""
    found, at = None, START
    for grade, wait in history:
        at += wait
        found = after(found, grade, at)
    assert found is not None
    return found


@given(histories, grades)
def test_a_card_comes_again_later_and_not_too_late(
    history: list[tuple[Grade, float]], grade: Grade
) -> None:
    found = after(schedule_of(history), grade, START + 10_000 * DAY)
    assert found.last < found.due <= found.last + LONGEST * DAY
    assert found.stability > 0
    assert 1 <= found.difficulty <= 10
    assert found.is_learned == (found.due - found.last >= DAY - MICROSECOND)


@given(histories)
def test_a_better_grade_never_comes_sooner(history: list[tuple[Grade, float]]) -> None:
    before = schedule_of(history)
    at = before.last + 30 * DAY
    dues = [after(before, grade, at).due for grade in GRADES]
    assert dues == sorted(dues)
    assert after(before, "again", at).due - at <= 10 * 60 + MICROSECOND


@given(histories)
def test_the_same_answers_give_the_same_schedule(history: list[tuple[Grade, float]]) -> None:
    found = schedule_of(history)
    assert found == schedule_of(history)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Schedule) == found


@given(histories)
def test_what_is_known_fades(history: list[tuple[Grade, float]]) -> None:
    found = schedule_of(history)
    chances = [recall(found, found.last + days * DAY) for days in (0, 1, 10, 100, 1000)]
    assert chances[0] == 1.0
    assert all(0 < later <= sooner for sooner, later in pairwise(chances))


@given(histories)
def test_it_is_what_the_library_says(history: list[tuple[Grade, float]]) -> None:
    """Kept as our own value and read again each time, or as a card of the library all the time."""
    scheduler = fsrs.Scheduler(maximum_interval=LONGEST, enable_fuzzing=False)
    card, at = fsrs.Card(card_id=1), START
    for grade, wait in history:
        at += wait
        rating = fsrs.Rating(GRADES.index(grade) + 1)
        card, _ = scheduler.review_card(card, rating, datetime.fromtimestamp(at, UTC))
    found = schedule_of(history)
    assert (found.stability, found.difficulty) == (card.stability, card.difficulty)
    assert found.due == card.due.timestamp()


@given(st.floats(0, 3), st.floats(0, 1000), st.floats(0, 3), st.floats(0, 1000))
def test_who_loses_less_in_less_time_has_no_worse_grade(
    loss: float, seconds: float, more: float, longer: float
) -> None:
    better, worse = grade_of(loss, seconds), grade_of(loss + more, seconds + longer)
    assert GRADES.index(better) >= GRADES.index(worse)


def test_grades() -> None:
    quick, slow = PACES["checker"]
    assert grade_of(0.0, quick) == "easy"
    assert grade_of(0.0, slow) == "good"
    assert grade_of(0.0, slow + 1) == "hard"
    assert grade_of(DOUBTFUL, 0.0) == "hard"
    assert grade_of(ERROR, 0.0) == "again"
    quick, slow = PACES["count"]
    assert [grade_of_count(0, each) for each in (quick, slow, 100.0)] == ["easy", "good", "hard"]
    assert [grade_of_count(off, 1.0) for off in (1, -2, 3, -40)] == [
        *("hard", "hard"),
        *("again", "again"),
    ]


# Which one is next -------------------------------------------------------------------------------


def seen(**dues: float) -> dict[str, Schedule]:
    """Cards by name, due so many seconds after the start."""
    first = after(None, "good", START)
    return {name: msgspec.structs.replace(first, due=START + due) for name, due in dues.items()}


def test_due_cards_come_first_then_new_ones_then_those_of_the_next_minutes() -> None:
    deck = Deck(seen(late=-90.0, later=-5.0, soon=60.0, far=AHEAD + 1), ["new", "newer"])
    asked, last = [], None
    cards, new = dict(deck.seen), list(deck.new)
    for _ in range(6):
        last = Deck(cards, new).next(START, last)
        asked.append(last)
        if last in new:
            new.remove(last)
        cards.pop(last or "", None)
    assert asked == ["late", "later", "new", "newer", "soon", None]


def test_the_last_card_comes_at_once_only_if_no_other_is_left() -> None:
    assert Deck(seen(a=-2.0, b=-1.0), []).next(START, "a") == "b"
    assert Deck(seen(a=-2.0), []).next(START, "a") == "a"
    assert Deck(seen(a=30.0), ["b", "c"]).next(START, "b") == "c"
    assert Deck(seen(a=30.0), []).next(START, "a") == "a"
    assert Deck({}, []).next(START) is None


def test_what_a_deck_says_of_itself() -> None:
    cards = seen(a=-2.0, b=-3.0, c=50.0)
    cards["d"] = after(None, "easy", START)
    deck = Deck(cards, [])
    assert deck.due(START) == ["b", "a"]
    assert deck.learned == 1
    assert deck.next_due == START - 3.0
    assert Deck({}, ["x"]).next_due is None
