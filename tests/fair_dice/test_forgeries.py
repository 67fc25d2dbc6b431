"""Nobody can foresee a roll, and nobody can forge a record. tests/web/pages/fair.test.js does the
same for the pages, with the records that tests/fair_forgeries.py prints."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

import pytest

from fair_forgeries import FAULTS, FORGERIES, Json, Made, forged
from fullprime.errors import BadFile
from fullprime.fair_dice.actions import Anchored, Fixed
from fullprime.fair_dice.chain import SERVER, Chain, follows
from fullprime.fair_dice.dealing import context_of, roll_of
from fullprime.fair_dice.keys import DiceKeys
from fullprime.fair_dice.ledger import Ledger, UnfairDice
from fullprime.fair_dice.transcript import Forged, Transcript, Verified, verify


def checked(record: Json) -> Verified:
    return verify(Transcript.read(json.dumps(record).encode()))


def forge(matches: int, seed: int) -> Counter[str]:
    chance, refused = random.Random(seed), Counter[str]()
    for _ in range(matches):
        made = Made(chance)
        found = checked(made.record())
        assert len(found.rolls) == len(made.places)
        for name, record in forged(made):
            with pytest.raises(Forged) as error:
                checked(record)
            assert error.value.kind == FAULTS[name], name
            refused[name] += 1
    return refused


def test_every_forgery_is_refused() -> None:
    refused = forge(20, seed=1)
    assert set(refused) == set(FORGERIES) and len(FORGERIES) == 12


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_twelve_thousand_forgeries_are_refused() -> None:
    refused = forge(1000, seed=2)
    print(f"{refused.total():,} of {1000 * len(FORGERIES):,} forgeries refused")


def test_a_hidden_link_must_be_the_one_that_is_revealed() -> None:
    """The digest stands for a deposit until its roll, and for nothing else."""
    made = Made(random.Random(4))
    record = made.record(over=False)
    at = next(n for n, e in enumerate(record["events"]) if "dice_deposited" in e["action"])
    entry = record["events"][at]
    digest = sha256(entry["action"].encode()).hexdigest()
    secret = {"version": entry["version"], "seat": entry["seat"], "digest": digest}
    record["events"][at] = secret
    found = checked(record)
    assert found.weak >= 1 and not found.over
    record["events"][at] = {**secret, "digest": "00" * 32}
    with pytest.raises(Forged, match="kept secret"):
        checked(record)
    with pytest.raises(Forged, match="kept secret"):
        checked({**record, "over": True})


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"{}", b"\xff", b'{"format":"bgdice/v2"}', b"[" * 100_000],
    ids=["empty", "list", "nothing", "bytes", "version", "deep"],
)
def test_what_is_no_record(text: bytes) -> None:
    with pytest.raises(BadFile, match=r"cannot read the record of dice.*bgdice/v1"):
        Transcript.read(text)


@pytest.mark.parametrize("action", ["", "1", "{}", '{"type":3}', '{"type":"rolled"}', "nonsense"])
def test_an_event_that_cannot_be_read(action: str) -> None:
    made = Made(random.Random(4), rolls=1)
    record = made.record()
    record["events"].append({"version": len(record["events"]) + 1, "seat": 0, "action": action})
    with pytest.raises(Forged):
        checked(record)


# Foresight ---------------------------------------------------------------------------------------


class Whole:
    """A chain with all links at hand: they are asked for again and again."""

    def __init__(self, chain: Chain) -> None:
        self.anchor, *self._links = chain.whole()

    def link(self, number: int) -> bytes:
        return self._links[number - 1]


Foresees = Callable[[list[Whole], int, random.Random], list[bytes]]
"""The three links as somebody would guess them, who does not know all of them."""


def without(party: int) -> Foresees:
    """The other two work together; they try any link for the third."""

    def links(chains: list[Whole], number: int, chance: random.Random) -> list[bytes]:
        known = [chain.link(number) for chain in chains]
        known[party] = chance.randbytes(32)
        return known

    return links


def database(chains: list[Whole], number: int, chance: random.Random) -> list[bytes]:
    """Who has stolen the database has all links that were shown."""
    return [chain.link(number - 1) if number > 1 else chain.anchor for chain in chains]


PREDICTORS = {
    "server and A": without(2),
    "server and B": without(1),
    "A and B": without(0),
    "stolen database": database,
}


def hits(foresees: Foresees, rolls: int, seed: int) -> int:
    """How often the guess was right: a mixed roll, since a double is half as likely."""
    chance, right = random.Random(seed), 0
    for number in range(rolls):
        place = number % 4096
        if place == 0:
            match = f"{chance.getrandbits(48):x}"
            secrets = [chance.randbytes(32) for _ in range(3)]
            roles = (b"S", b"A", b"B")
            made = (Chain(s, match, role) for s, role in zip(secrets, roles, strict=True))
            chains = [Whole(chain) for chain in made]
            context = context_of(match, b"", [chain.anchor for chain in chains])
        given = foresees(chains, place + 1, chance)
        guess = roll_of(context, place + 1, given)
        while guess[0] == guess[1]:
            guess = chance.randint(1, 6), chance.randint(1, 6)
        dealt = roll_of(context, place + 1, [each.link(place + 1) for each in chains])
        right += sorted(guess) == sorted(dealt)
    return right


@pytest.mark.parametrize("name", PREDICTORS)
def test_no_two_parties_foresee_a_roll(name: str) -> None:
    rate = hits(PREDICTORS[name], 4096, seed=3) / 4096
    assert abs(rate - 1 / 18) < 0.018  # five standard errors


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", PREDICTORS)
def test_no_two_parties_foresee_a_roll_in_a_million(name: str) -> None:
    rate = hits(PREDICTORS[name], 1_000_000, seed=4) / 1_000_000
    print(f"{name}: {rate:.4%} of a million rolls guessed, chance {1 / 18:.4%}")
    assert abs(rate - 1 / 18) < 0.001


def test_the_server_gives_its_link_against_those_of_both_alone() -> None:
    made, keys = Made(random.Random(5), rolls=0), DiceKeys.fresh()
    first, second = made.chains[1:]
    anchors = [keys.anchor(made.match, 1), first.anchor, second.anchor]
    ledger = Ledger(made.match, b"")
    with pytest.raises(UnfairDice):  # nothing is published yet
        keys.link(ledger, first.link(1), second.link(1))
    ledger = ledger.after(Anchored(0, 1, anchors[1].hex()))
    ledger = ledger.after(Anchored(1, 1, anchors[2].hex()))
    with pytest.raises(UnfairDice):  # its own anchor is not published yet
        keys.link(ledger, first.link(1), second.link(1))
    context = context_of(made.match, b"", anchors).hex()
    texts = (anchors[0].hex(), anchors[1].hex(), anchors[2].hex())
    ledger = ledger.after(Fixed(1, texts, context, keys.public.hex()))
    right = first.link(1), second.link(1)
    other = Chain(b"a" * 32, made.match, b"A").link(1)
    for mine, theirs in (
        (right[0], right[0]),
        (right[1], right[1]),
        (right[1], right[0]),
        (right[0], second.link(2)),
        (first.link(2), right[1]),
        (other, right[1]),
        (right[0], b""),
    ):
        with pytest.raises(UnfairDice):
            keys.link(ledger, mine, theirs)
    link = keys.link(ledger, *right)
    assert follows(anchors[0], 1, link, made.match, SERVER)
