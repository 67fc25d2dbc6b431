"""Dice that no party of a match can choose or foresee, and that anyone can check afterwards.

The server and both players each hold a chain of hashes whose end is published before the first
roll. A roll is made of one link of each chain: docs/fair-dice.md describes the protocol.

    chain      hashes that are published before what they hash is
    dealing    from three links to dice
    actions    what the log of a match says about its dice
    ledger     what may follow what: the server acts by it, and the verifier judges by it
    sealing    the hashes over the log, and the signature of the server
    keys       the secrets of a server, and who may see its links
    transcript the published record of a match, and its verification
"""

from __future__ import annotations

from fullprime.fair_dice.ledger import Ledger, UnfairDice
from fullprime.fair_dice.transcript import Transcript, Verified, verify

__all__ = ["Ledger", "Transcript", "UnfairDice", "Verified", "verify"]
