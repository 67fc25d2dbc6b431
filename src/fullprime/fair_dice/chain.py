"""Chains of hashes: link `i - 1` is the hash of link `i`, so only its maker knows the next one.

>>> chain = Chain(b"\\1" * 32, "test-match-0001", SERVER)
>>> chain.anchor.hex()[:16], follows(chain.anchor, 1, chain.link(1), "test-match-0001", SERVER)
('5a40fb1f62f09081', True)
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Final

SERVER, FIRST, SECOND = b"S", b"A", b"B"
ROLES: Final = (SERVER, FIRST, SECOND)
"""The parties; seat 0 is A, seat 1 is B."""
LENGTH: Final = 4096
"""Links of a chain: rolls for which it lasts."""
_STRIDE: Final = 64
"""Every so many links are kept; those between are computed again."""
_TAG: Final = b"bgdice/v1/chain\0"


def tag_of(match: str) -> bytes:
    """A match as all hashes name it: links of another match fit nowhere."""
    return sha256(match.encode()).digest()


def _before(tag: bytes, role: bytes, number: int, link: bytes) -> bytes:
    """The link before this one, which has that number."""
    return sha256(_TAG + tag + role + number.to_bytes(4, "big") + link).digest()


def follows(known: bytes, number: int, link: bytes, match: str, role: bytes) -> bool:
    """Is this the link of that number in the chain whose link before is known?"""
    return _before(tag_of(match), role, number, link) == known


class Chain:
    """The chain of one party in one match, from its secret."""

    def __init__(
        self, secret: bytes, match: str, role: bytes, first: int = 1, length: int = LENGTH
    ) -> None:
        self.first, self.last = first, first - 1 + length
        """The rolls for which it has links."""
        self._secret, self._tag, self._role = secret, tag_of(match), role

    @cached_property
    def _kept(self) -> dict[int, bytes]:
        """Every so many links by their numbers, of all that there are."""
        link, kept = self._secret, {self.last: self._secret}
        for number in range(self.last, self.first - 1, -1):
            link = _before(self._tag, self._role, number, link)
            if (self.last - number + 1) % _STRIDE == 0 or number == self.first:
                kept[number - 1] = link
        return kept

    @property
    def anchor(self) -> bytes:
        """What is published before its first roll."""
        return self._kept[self.first - 1]

    def whole(self) -> list[bytes]:
        """The anchor and every link after it, for who needs them all."""
        links = [self._secret]
        for number in range(self.last, self.first - 1, -1):
            links.append(_before(self._tag, self._role, number, links[-1]))
        return links[::-1]

    def link(self, number: int) -> bytes:
        """What it adds to the roll of that number."""
        if not self.first <= number <= self.last:
            raise ValueError(f"roll {number}: the chain lasts from {self.first} to {self.last}")
        at = min(kept for kept in self._kept if kept >= number)
        link = self._kept[at]
        for each in range(at, number, -1):
            link = _before(self._tag, self._role, each, link)
        return link
