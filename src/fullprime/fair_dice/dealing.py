"""From three links to dice.

A byte below 252 = 42 × 6 gives a die, so every number is equally likely; the others are dropped.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from fullprime.fair_dice.chain import tag_of

Dice = tuple[int, int]
LIMIT: Final = 252


def context_of(match: str, rules: bytes, anchors: Sequence[bytes]) -> bytes:
    """What is agreed before the first roll: the match, its rules and the anchors of S, A and B."""
    agreed = tag_of(match) + sha256(rules).digest() + b"".join(anchors)
    return sha256(b"bgdice/v1/ctx\0" + agreed).digest()


def roll_of(context: bytes, number: int, links: Sequence[bytes]) -> Dice:
    """The dice of that roll, by the links of S, A and B."""
    numbers = _numbers(context, number, links)
    return next(numbers), next(numbers)


def opening_of(context: bytes, number: int, links: Sequence[bytes]) -> tuple[Dice, ...]:
    """The throws of an opening roll, a die of seat 0 and one of seat 1: only the last is no tie."""
    numbers, throws = _numbers(context, number, links), list[Dice]()
    while not throws or throws[-1][0] == throws[-1][1]:
        throws.append((next(numbers), next(numbers)))
    return tuple(throws)


def _numbers(context: bytes, number: int, links: Sequence[bytes]) -> Iterator[int]:
    of_server, first, second = links
    said = b"bgdice/v1/roll\0" + context + number.to_bytes(4, "big") + first + second
    key, block = hmac.digest(of_server, said, "sha256"), 0
    while True:
        for byte in hmac.digest(key, block.to_bytes(4, "big"), "sha256"):
            if byte < LIMIT:
                yield 1 + byte % 6
        block += 1
