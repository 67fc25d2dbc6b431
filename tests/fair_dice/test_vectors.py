"""The same values as in tests/web/pages/fair.test.js: two implementations, one file."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import pytest

from fullprime.fair_dice.chain import ROLES, Chain, follows
from fullprime.fair_dice.dealing import context_of, opening_of, roll_of
from fullprime.fair_dice.sealing import is_signed

DATA = Path(__file__).parents[1] / "data/fair_dice/vectors.json"
KNOWN: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
CHAINS = [
    Chain(bytes.fromhex(secret), KNOWN["match"], role)
    for secret, role in zip(KNOWN["secrets"], ROLES, strict=True)
]


def links(number: int) -> list[bytes]:
    return [chain.link(number) for chain in CHAINS]


def test_anchors_and_first_links() -> None:
    assert [chain.anchor.hex() for chain in CHAINS] == KNOWN["anchors"]
    assert [link.hex() for link in links(1)] == KNOWN["first_links"]
    for chain in CHAINS:
        anchor, *rest = chain.whole()
        assert anchor == chain.anchor and len(rest) == 4096
        assert rest == [chain.link(number) for number in range(1, 4097)]


@pytest.mark.parametrize("number", [1, 2, 63, 64, 65, 4032, 4095, 4096])
def test_every_link_leads_to_the_one_before(number: int) -> None:
    for chain, role in zip(CHAINS, ROLES, strict=True):
        known = chain.link(number - 1) if number > 1 else chain.anchor
        assert follows(known, number, chain.link(number), KNOWN["match"], role)
        assert not follows(known, number + 1, chain.link(number), KNOWN["match"], role)
        assert not follows(known, number, chain.link(number), "another", role)


def test_a_chain_has_no_other_links() -> None:
    for number in (0, 4097):
        with pytest.raises(ValueError, match="from 1 to 4096"):
            CHAINS[0].link(number)
    later = Chain(b"x" * 32, "m", b"A", first=100)
    assert (later.first, later.last) == (100, 4195)
    assert follows(later.anchor, 100, later.link(100), "m", b"A")


def test_the_dice_of_4096_rolls() -> None:
    context = context_of(KNOWN["match"], KNOWN["rules"].encode(), [c.anchor for c in CHAINS])
    assert context.hex() == KNOWN["context"]
    assert [list(throw) for throw in opening_of(context, 1, links(1))] == KNOWN["opening"]
    rolls = [roll_of(context, n, links(n)) for n in range(2, 4097)]
    assert ["".join(map(str, roll)) for roll in rolls[:12]] == KNOWN["rolls"]
    assert sha256(b"".join(map(bytes, rolls))).hexdigest() == KNOWN["digest"]


def test_the_hashes_are_those_of_everyone() -> None:
    for each in KNOWN["hashes"]:
        text = each["text"].encode()
        assert (sha256(text).hexdigest(), sha512(text).hexdigest()) == (
            each["sha256"],
            each["sha512"],
        )
    for each in KNOWN["macs"]:
        made = hmac.digest(bytes.fromhex(each["key"]), each["text"].encode(), "sha256")
        assert made.hex() == each["hmac"]


def test_signatures() -> None:
    for each in KNOWN["signatures"]:
        key, signature, text = (bytes.fromhex(each[n]) for n in ("key", "signature", "text"))
        assert is_signed(key, signature, text)
        assert not is_signed(key, signature, text + b"x")
        assert not is_signed(key, bytes([signature[0] ^ 1]) + signature[1:], text)
        assert not is_signed(b"\xff" * 32, signature, text)
        assert not is_signed(key, b"", text)
