"""The dice of a match that both players can check: what their pages send, and what follows.

Nobody can throw here. A player's page shows its link with the wish to roll, the opponent's page
answers with its own, and only then the server takes its link out of the hands of `DiceKeys`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from fullprime.action import Rolled
from fullprime.errors import FullprimeError
from fullprime.fair_dice.actions import Anchored, Deposited, Fixed, Revealed, Rolling
from fullprime.fair_dice.dealing import context_of
from fullprime.fair_dice.keys import DiceKeys
from fullprime.fair_dice.ledger import Ledger, UnfairDice
from fullprime.fair_dice.sealing import digest_of, first_head, next_head, signed_text
from fullprime.fair_dice.transcript import FORMAT, Entry, Forged, Transcript
from fullprime.game import Phase
from fullprime.server.messages import Anchor, Deposit, Link, Roll
from fullprime.server.problems import Problem
from fullprime.server.record import Logged, Record, decode
from fullprime.store import Event, Kept, Seat

Json = dict[str, Any]
OfPage = Anchor | Link | Deposit | Roll
"""What pages send about the dice."""
Side = Literal[0, 1]
Said = list[tuple[int | None, Logged]]


class Sealed:
    """The hash over the log of a match, which goes on with each event."""

    def __init__(self, kept: Kept, keys: DiceKeys) -> None:
        self._keys = keys
        self.head = first_head(kept.id, kept.start)
        self.add(kept.events)

    def add(self, events: Sequence[Event]) -> None:
        """They are on the disk."""
        for event in events:
            digest = digest_of(event.action)
            self.head = next_head(self.head, event.version, event.seat, digest)

    def json(self, record: Record) -> Json:
        """What pages know of the dice, signed."""
        ledger = record.fair
        assert ledger is not None  # noqa: S101 - others are not sealed
        text = signed_text(self.head, record.version, record.is_over)
        anchors = [known and known.anchor.hex() for known in ledger.known]
        return {
            "ready": ledger.is_ready and not is_lost(ledger, self._keys),
            "next": ledger.next,
            "anchors": anchors,
            "ends": [ledger.ends(1), ledger.ends(2)],
            "may_renew": [used < 1 for used in ledger.renewed],
            "rolling": None if ledger.rolling is None else ledger.rolling.by,
            "deposited": [each is not None for each in ledger.deposits],
            "live": record.clock is not None,
            "lost": is_lost(ledger, self._keys),
            "head": self.head.hex(),
            "key": self._keys.public.hex(),
            "signature": self._keys.sign(text).hex(),
        }


def is_lost(ledger: Ledger, keys: DiceKeys) -> bool:
    """Has this server another key than the one with which the match began?"""
    return ledger.key not in (b"", keys.public)


def follows_from(record: Record, keys: DiceKeys, seat: int, wish: OfPage) -> Said:
    """What the log says of it, with the seats; what does not fit raises."""
    ledger = record.fair
    by: Side = 1 if seat else 0
    if ledger is None:
        raise UnfairDice("fair.people")
    if record.is_over:
        raise UnfairDice("fair.over")
    if is_lost(ledger, keys):
        raise UnfairDice("fair.lost")
    match wish:
        case Anchor():
            return _anchored(ledger, keys, Anchored(by, wish.first, wish.anchor))
        case Deposit():
            if record.clock is not None:
                raise UnfairDice("fair.live")
            return [(seat, Deposited(by, wish.n, wish.link))]
        case Link():
            return _linked(record, ledger, keys, wish, by)
        case Roll():
            return _rolled(ledger, keys, wish, by)


def _anchored(ledger: Ledger, keys: DiceKeys, action: Anchored) -> Said:
    """When the last anchor has come, all are fixed together."""
    ledger = ledger.after(action)
    _, first, second = ledger.known
    if first is None or second is None:
        return [(action.by, action)]
    mine, number = ledger.known[0], ledger.next
    fresh = mine is None or ledger.ends(0)
    anchor = keys.anchor(ledger.match, number) if mine is None or fresh else mine.anchor
    anchors = (anchor, first.anchor, second.anchor)
    context = context_of(ledger.match, ledger.rules, anchors).hex()
    texts = (anchor.hex(), first.anchor.hex(), second.anchor.hex())
    return [(action.by, action), (None, Fixed(number, texts, context, keys.public.hex()))]


def _linked(record: Record, ledger: Ledger, keys: DiceKeys, wish: Link, by: Side) -> Said:
    """The answer to a roll of the opponent; or of an opening roll, the first of both."""
    if ledger.rolling and ledger.rolling.by != by:
        return _dealt(ledger, keys, wish.link)
    if record.match.game.phase is not Phase.OPENING:
        raise UnfairDice("fair.early")
    rolling = Rolling(by, wish.n, wish.link, opening=True)
    return _with_deposit(ledger, keys, rolling)


def _rolled(ledger: Ledger, keys: DiceKeys, wish: Roll, by: Side) -> Said:
    if wish.link is None:
        raise UnfairDice("fair.link_missing")
    return _with_deposit(ledger, keys, Rolling(by, ledger.next, wish.link))


def _with_deposit(ledger: Ledger, keys: DiceKeys, rolling: Rolling) -> Said:
    """Where the opponent's link is here already, the dice are dealt at once."""
    after, deposit = ledger.after(rolling), ledger.deposits[1 - rolling.by]
    dealt = _dealt(after, keys, deposit.hex()) if deposit else []
    return [(rolling.by, rolling), *dealt]


def _dealt(ledger: Ledger, keys: DiceKeys, answer: str) -> Said:
    """All three links, and the throws that follow from them."""
    rolling = ledger.rolling
    assert rolling is not None  # noqa: S101 - asked before
    links = (rolling.link, answer) if rolling.by == 0 else (answer, rolling.link)
    first, second = (bytes.fromhex(each) for each in links)
    revealed = Revealed(rolling.n, (keys.link(ledger, first, second).hex(), *links))
    throws = ledger.after(revealed).due
    seat = None if rolling.opening else rolling.by
    return [(None, revealed), *((seat, Rolled(dice)) for dice in throws)]


def transcript_of(kept: Kept, record: Record, keys: DiceKeys) -> Transcript:
    """The published record of the dice; a link that is still secret is left out."""
    if record.fair is None:
        raise Problem(404, "fair.none")
    if is_lost(record.fair, keys):
        raise Problem(409, "fair.lost")
    head = Sealed(kept, keys).head
    return Transcript(
        FORMAT,
        kept.id,
        kept.start.decode(),
        record.match.players,
        tuple(_entry(event, record) for event in kept.events),
        record.is_over,
        keys.public.hex(),
        keys.sign(signed_text(head, record.version, record.is_over)).hex(),
    )


def play_again(record: Transcript) -> None:
    """Plays the match of a record by its rules; raises `Forged` where it cannot have been so."""
    seats = (Seat(record.players[0], 0), Seat(record.players[1], 0))
    start = record.rules.encode()
    kept = Kept(record.match, 0, start, None, None, None, seats, ())
    number = 0
    try:
        played = Record.start(kept)
        for number, entry in enumerate(record.events, 1):
            if entry.action is None:  # a secret link changes nothing
                played = played._replace(version=number)
                continue
            action = decode(entry.action)
            opening = played.match.game.phase is Phase.OPENING
            if isinstance(action, Rolling) and action.opening != opening:
                raise UnfairDice("fair.opening")
            played, _ = played.after(action)
        if played.is_over != record.over:
            raise UnfairDice("fair.cut")
    except FullprimeError as error:
        raise Forged(error.fault, number) from error


def _entry(event: Event, record: Record) -> Entry:
    action = decode(event.action)
    coming = record.fair.next if record.fair else 0
    if isinstance(action, Deposited) and action.n == coming and not record.is_over:
        return Entry(event.version, _side(event.seat), digest=digest_of(event.action).hex())
    return Entry(event.version, _side(event.seat), event.action)


def _side(seat: int | None) -> Side | None:
    return None if seat is None else 1 if seat else 0
