"""What may follow what in the log of a match with fair dice.

A ledger is a value: `after` gives the next one, or raises. The server plays by it, and `verify`
goes through a finished record with it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec

from fullprime.errors import Fault, FullprimeError
from fullprime.fair_dice.actions import Anchored, Deposited, Fixed, OfDice, Revealed, Rolling
from fullprime.fair_dice.chain import LENGTH, ROLES, follows
from fullprime.fair_dice.dealing import Dice, context_of, opening_of, roll_of

NEAR_END: Final = 64
"""With so many links left a chain is replaced."""
MOST_REPLACED: Final = 1
"""How often a player who has lost a chain may begin another one."""
NEW_GAME: Final = frozenset({"next_game", "set_up_game"})
LEAVING: Final = frozenset({"abandoned", "withheld"})
"""What may happen while a roll waits for a link."""
LAST: Final = LEAVING | {"end_session"}
"""Nothing is rolled after it."""


_NOTHING: Final = (None, None)


class UnfairDice(FullprimeError):
    """Something that does not belong into a record of fair dice, by the code of the fault."""

    def __init__(self, code: str) -> None:
        super().__init__(Fault(code))


class Known(NamedTuple):
    """How far the chain of a party is public."""

    anchor: bytes
    link: bytes
    """The newest one; at first the anchor."""
    last: int
    """The last roll that the chain lasts for."""


class Ledger(NamedTuple):
    """The dice of a match as far as it has got. Parties are counted S, A, B, seats 0 and 1."""

    match: str
    rules: bytes
    known: tuple[Known | None, Known | None, Known | None] = (None, None, None)
    context: bytes = b""
    """Empty: anchors are missing."""
    key: bytes = b""
    dealt: int = 0
    """Rolls so far."""
    rolling: Rolling | None = None
    """Waits for the other player's link."""
    deposits: tuple[bytes | None, bytes | None] = (None, None)
    """Links for the coming roll that are with the server already,"""
    hidden: tuple[bytes | None, bytes | None] = (None, None)
    """or only their hashes, where they are kept from everyone else."""
    due: tuple[Dice, ...] = ()
    """What was dealt and must be rolled now."""
    may_open: bool = True
    """No roll has decided who begins this game."""
    renewed: tuple[int, int] = (0, 0)
    """How often each player has begun another chain before the end of the last one."""
    weak: int = 0
    """Rolls for which a link lay with the server before the turn."""
    gone: bool = False
    """A player has left the match."""

    @property
    def next(self) -> int:
        """The number of the coming roll."""
        return self.dealt + 1

    @property
    def is_ready(self) -> bool:
        """Can dice be rolled now?"""
        return bool(self.context) and not self.rolling and not self.due

    @property
    def owes(self) -> int | None:
        """The seat whose link a roll waits for."""
        return None if self.rolling is None else 1 - self.rolling.by

    @property
    def missing(self) -> int | None:
        """The seat whose anchor is missing, where the other's is here."""
        match self.known:
            case (_, None, Known()):
                return 0
            case (_, Known(), None):
                return 1
        return None

    def ends(self, party: int) -> bool:
        """Does the chain of this party end soon?"""
        known = self.known[party]
        return known is not None and self.next > known.last - NEAR_END

    def after(self, action: OfDice) -> Ledger:
        """What follows from an action about the dice."""
        match action:
            case Anchored():
                return self._anchored(action)
            case Fixed():
                return self._fixed(action)
            case Rolling():
                return self._rolling(action)
            case Deposited():
                return self._deposited(action)
            case Revealed():
                return self._revealed(action)

    def after_other(self, kind: str) -> Ledger:
        """What follows from anything else but a roll, by its type."""
        _check(not self.due, "fair.edited")
        _check(not self.rolling or kind in LEAVING, "fair.pending")
        _check(not self.gone, "fair.over")
        if kind in NEW_GAME:
            return self._replace(may_open=True)
        return self._replace(gone=kind in LAST)

    def after_hidden(self, seat: int | None, digest: bytes) -> Ledger:
        """After a deposit of which only the hash is shown, until its roll is dealt."""
        self._check_open(self.next)
        _check(
            seat is not None and (self.hidden[seat], self.deposits[seat]) == _NOTHING, "fair.hidden"
        )
        return self._replace(
            hidden=(digest, self.hidden[1]) if seat == 0 else (self.hidden[0], digest)
        )

    def after_roll(self, dice: Dice) -> Ledger:
        """After dice that stand in the log: those that were dealt, in their order."""
        _check(bool(self.due), "fair.undealt")
        _check(self.due[0] == tuple(dice), "fair.edited")
        return self._replace(due=self.due[1:])

    def _anchored(self, action: Anchored) -> Ledger:
        party, seat = action.by + 1, action.by
        _check(action.first == self.next, "fair.number")
        _check(self.rolling is None and not self.due and not self._deposited_any, "fair.early")
        anchor, renewed = bytes.fromhex(action.anchor), list(self.renewed)
        if self.known[party] is not None and not self.ends(party):
            renewed[seat] += 1
            _check(bool(self.context) and renewed[seat] <= MOST_REPLACED, "fair.renewed")
        used = [each for known in self.known if known for each in (known.anchor, known.link)]
        _check(anchor not in used, "fair.copied")
        begun = self._with(party, anchor)
        return begun._replace(renewed=(renewed[0], renewed[1]), context=b"")

    def _fixed(self, action: Fixed) -> Ledger:
        _check(not self.context and None not in self.known[1:], "fair.early")
        _check(action.first == self.next, "fair.number")
        anchors = [bytes.fromhex(each) for each in action.anchors]
        _check(len(set(anchors)) == 3, "fair.copied")
        fresh = self.known[0] is None or self.ends(0)
        ledger = self._with(0, anchors[0]) if fresh else self
        _check(anchors == [known and known.anchor for known in ledger.known], "fair.anchor")
        context, key = context_of(self.match, self.rules, anchors), bytes.fromhex(action.key)
        _check(context.hex() == action.context, "fair.context")
        _check(self.key in (b"", key), "fair.key")
        return ledger._replace(context=context, key=key)

    def _with(self, party: int, anchor: bytes) -> Ledger:
        """A party begins a chain with the coming roll."""
        known = list(self.known)
        known[party] = Known(anchor, anchor, self.dealt + LENGTH)
        return self._replace(known=(known[0], known[1], known[2]))

    def _rolling(self, action: Rolling) -> Ledger:
        self._check_open(action.n)
        _check(self.may_open or not action.opening, "fair.opening")
        self._check_link(action.by + 1, bytes.fromhex(action.link))
        return self._replace(rolling=action)

    def _deposited(self, action: Deposited) -> Ledger:
        self._check_open(action.n)
        _check(self.deposits[action.by] is None, "fair.again")
        link, deposits = bytes.fromhex(action.link), list(self.deposits)
        self._check_link(action.by + 1, link)
        deposits[action.by] = link
        return self._replace(deposits=(deposits[0], deposits[1]))

    def _check_open(self, number: int) -> None:
        _check(not self.gone, "fair.over")
        _check(bool(self.context), "fair.early")
        _check(not self.due, "fair.edited")
        _check(self.rolling is None, "fair.pending")
        _check(number == self.next, "fair.number")

    def _revealed(self, action: Revealed) -> Ledger:
        rolling = self.rolling
        _check(rolling is not None, "fair.early")
        assert rolling is not None  # noqa: S101 - the line before
        _check(action.n == self.next == rolling.n, "fair.number")
        _check(action.links[rolling.by + 1] == rolling.link, "fair.link")
        links = tuple(bytes.fromhex(each) for each in action.links)
        known = []
        for party, link in enumerate(links):
            known.append(self._check_link(party, link)._replace(link=link))
        for seat, deposit in enumerate(self.deposits):
            _check(deposit in (None, links[seat + 1]), "fair.link")
        for seat, digest in enumerate(self.hidden):
            _check(digest in (None, deposit_digest(1 if seat else 0, action)), "fair.hidden")
        if rolling.opening:
            due = opening_of(self.context, action.n, links)
        else:
            due = (roll_of(self.context, action.n, links),)
        return self._replace(
            known=(known[0], known[1], known[2]),
            dealt=action.n,
            rolling=None,
            deposits=_NOTHING,
            due=due,
            may_open=False,
            hidden=_NOTHING,
            weak=self.weak + self._deposited_any,
        )

    @property
    def _deposited_any(self) -> bool:
        return (self.deposits, self.hidden) != (_NOTHING, _NOTHING)

    def _check_link(self, party: int, link: bytes) -> Known:
        """Is it the link of the coming roll in the chain of this party?"""
        known = self.known[party]
        _check(known is not None and self.next <= known.last, "fair.ended")
        assert known is not None  # noqa: S101 - the line before
        _check(follows(known.link, self.next, link, self.match, ROLES[party]), "fair.link")
        return known


def deposit_digest(seat: Literal[0, 1], roll: Revealed) -> bytes:
    """Of the deposit of this seat for a roll, as the log keeps it."""
    deposit = Deposited(seat, roll.n, roll.links[seat + 1])
    return sha256(msgspec.json.encode(deposit)).digest()


def _check(right: bool, code: str) -> None:
    if not right:
        raise UnfairDice(code)
