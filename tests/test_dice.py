"""Dice: fair, repeatable where asked, and never impossible."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import EnteredDice, ListedDice, Roll, SeededDice, SystemDice, _kernel
from fullprime.dice import ROLLS
from fullprime.errors import BadDice

# The authors' test vectors for Philox4x32-10: counter, key, output.
VECTORS = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


@pytest.mark.parametrize(("counter", "key", "output"), VECTORS)
def test_generator_matches_its_authors(counter: str, key: str, output: str) -> None:
    assert list(_kernel.philox(words(counter), words(key))) == words(output)


def test_the_stream_never_changes() -> None:
    """These rolls are part of saved games and of results that others check."""
    dice = SeededDice(2026)
    rolls = " ".join(str(dice.roll()) for _ in range(12))
    assert rolls == "4-4 5-3 2-6 6-6 6-1 2-1 1-3 2-3 1-3 4-6 1-5 6-2"


def test_any_roll_can_be_had_by_its_number() -> None:
    dice = SeededDice(5, stream=9)
    rolls = [dice.roll() for _ in range(100)]
    assert SeededDice(5, stream=9, thrown=57).roll() == rolls[57]
    assert rolls != [SeededDice(6, stream=9, thrown=i).roll() for i in range(100)]
    assert rolls != [SeededDice(5, stream=8, thrown=i).roll() for i in range(100)]


def chi_square(rolls: list[Roll]) -> float:
    counts = Counter(rolls)
    expected = len(rolls) / 36
    return sum(
        (counts[Roll(a, b)] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)
    )


def test_seeded_dice_are_fair() -> None:
    dice = SeededDice(1)
    # 35 degrees of freedom: beyond 90 in about one of a million honest runs.
    assert chi_square([dice.roll() for _ in range(360_000)]) < 90


def test_system_dice_are_fair() -> None:
    dice = SystemDice()
    assert chi_square([dice.roll() for _ in range(36_000)]) < 90


def test_listed_dice() -> None:
    dice = ListedDice(["3-1", Roll(6, 6)])
    assert [dice.roll(), dice.roll()] == [Roll(3, 1), Roll(6, 6)]
    with pytest.raises(BadDice, match="no roll left"):
        dice.roll()


def test_entered_dice_ask_again() -> None:
    answers = iter(["7-1", "what", "65"])
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    assert EnteredDice(ask).roll() == Roll(6, 5)
    assert len(prompts) == 3
    assert "bad dice '7-1'" in prompts[1]


@pytest.mark.parametrize("text", ["31", "3-1", "3 1", "3,1", " 3 - 1 "])
def test_ways_of_writing_a_roll(text: str) -> None:
    assert Roll.parse(text) == (3, 1)


@pytest.mark.parametrize("text", ["", "0-1", "7-1", "3", "3-1-1", "three one", "31" * 1000, "٣١"])
def test_bad_rolls(text: str) -> None:
    with pytest.raises(BadDice, match="two numbers from 1 to 6") as caught:
        Roll.parse(text)
    assert len(str(caught.value)) < 200


@given(st.lists(st.integers() | st.booleans() | st.floats() | st.text(), max_size=4))
def test_only_two_whole_numbers_make_a_roll(numbers: list[int]) -> None:
    try:
        roll = Roll.of(numbers)
    except BadDice:
        return
    assert all(type(n) is int and 1 <= n <= 6 for n in roll)


def test_the_21_rolls() -> None:
    assert len(ROLLS) == len(set(ROLLS)) == 21
    assert sum(roll.weight for roll in ROLLS) == 36
    assert eval(repr(Roll(3, 1))) == Roll(3, 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_bad_seeds(seed: int) -> None:
    with pytest.raises(BadDice, match="bad seed"):
        SeededDice(seed)
