"""The secrets of a server: a file beside its matches, never in the database.

Every chain of the server follows from one secret and the match, so no coming dice are kept
anywhere, and a stolen database foresees nothing.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fullprime.errors import BadFile
from fullprime.fair_dice.chain import LENGTH, ROLES, SERVER, Chain, follows
from fullprime.fair_dice.ledger import Ledger, UnfairDice

_SIZE: Final = 64
_CHAINS: Final = 1000
"""Of matches that are being played; another one takes some hundredths of a second."""


class DiceKeys:
    """With which a server signs, and from which its chains are made."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != _SIZE:
            raise BadFile(f"the key of the dice has {len(secret)} bytes, expected {_SIZE}")
        self._signing = Ed25519PrivateKey.from_private_bytes(secret[:32])
        self.public = self._signing.public_key().public_bytes_raw()
        self._master = secret[32:]
        self._chain = lru_cache(_CHAINS)(self._made)

    @staticmethod
    def fresh() -> DiceKeys:
        """From the operating system."""
        return DiceKeys(secrets.token_bytes(_SIZE))

    @staticmethod
    def kept(path: Path) -> DiceKeys:
        """Those of the file, which is made if it is not there; only its owner can read it."""
        try:
            return DiceKeys(path.read_bytes())
        except FileNotFoundError:
            pass
        except BadFile as error:
            raise BadFile(f"{path}: {error}") from error
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(_SIZE))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process was first: its secret it is
            os.link(half, path)
        half.unlink()
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return DiceKeys(path.read_bytes())

    def sign(self, text: bytes) -> bytes:
        """By Ed25519: the same text has always the same signature."""
        return self._signing.sign(text)

    def anchor(self, match: str, first: int) -> bytes:
        """Of the server's chain from that roll on."""
        return self._chain(match, first).anchor

    def link(self, ledger: Ledger, mine: bytes, theirs: bytes) -> bytes:
        """The server's link of the coming roll, only against those of both players."""
        number = ledger.next
        for party, link in ((1, mine), (2, theirs)):
            known = ledger.known[party]
            if known is None or not follows(known.link, number, link, ledger.match, ROLES[party]):
                raise UnfairDice("fair.link")
        if ledger.known[0] is None:
            raise UnfairDice("fair.early")
        first = ledger.known[0].last + 1 - LENGTH
        return self._chain(ledger.match, first).link(number)

    def _made(self, match: str, first: int) -> Chain:
        said = b"bgdice/v1/server\0" + first.to_bytes(4, "big") + match.encode()
        return Chain(hmac.digest(self._master, said, "sha256"), match, SERVER, first)
