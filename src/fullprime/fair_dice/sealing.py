"""Hashes over the log, each over all before it, and the signature of the server over the last."""

from __future__ import annotations

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from fullprime.fair_dice.chain import tag_of


def first_head(match: str, rules: bytes) -> bytes:
    """Of a match in which nothing has happened."""
    return sha256(b"bgdice/v1/log\0" + tag_of(match) + sha256(rules).digest()).digest()


def digest_of(action: str) -> bytes:
    """Of an action as the log keeps it. It is shown instead of what is still secret."""
    return sha256(action.encode()).digest()


def next_head(head: bytes, version: int, seat: int | None, digest: bytes) -> bytes:
    """After one more event."""
    where = version.to_bytes(4, "big") + bytes([255 if seat is None else seat])
    return sha256(b"bgdice/v1/event\0" + head + where + digest).digest()


def signed_text(head: bytes, version: int, over: bool) -> bytes:
    """What the server signs: so far the match has got, and whether it is over."""
    return b"bgdice/v1/signed\0" + head + version.to_bytes(4, "big") + bytes([over])


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Has the owner of the key signed it? By Ed25519."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
