"""Records of dice of made-up matches, and twelve ways to forge each; as JSON lines for other
languages: `python tests/fair_forgeries.py [MATCHES] [SEED]`.

Who forges has the key of the server wherever that helps: a signature alone proves nothing.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from fullprime.fair_dice.chain import ROLES, Chain
from fullprime.fair_dice.dealing import context_of, opening_of, roll_of
from fullprime.fair_dice.keys import DiceKeys
from fullprime.fair_dice.sealing import digest_of, first_head, next_head, signed_text

Json = dict[str, Any]
Event = tuple[int | None, Json]
"""The seat, and the action."""

SHORT: Final = 40
"""Links of the chains: as long as is needed."""
RULES: Final = '{"game":"backgammon"}'


class Made:
    """A match that could have been played, with the secrets of all three parties."""

    def __init__(self, chance: random.Random, rolls: int = 8) -> None:
        self.match = f"{chance.getrandbits(48):012x}"
        self.chance = chance
        self.keys = DiceKeys(chance.randbytes(64))
        self.secrets = [chance.randbytes(32) for _ in ROLES]
        self.chains = self.chains_of(self.match)
        self.context = context_of(self.match, RULES.encode(), [c.anchor for c in self.chains])
        self.events: list[Event] = list(self._begun())
        self.places: list[int] = []
        """Where each roll begins in the list."""
        for number in range(1, rolls + 1):
            self.places.append(len(self.events))
            self.events += self.rolled(number)

    def chains_of(self, match: str) -> list[Chain]:
        return [
            Chain(secret, match, role, length=SHORT)
            for secret, role in zip(self.secrets, ROLES, strict=True)
        ]

    def link(self, party: int, number: int) -> str:
        return self.chains[party].link(number).hex()

    def _begun(self) -> Iterator[Event]:
        anchors = [chain.anchor.hex() for chain in self.chains]
        for seat in (0, 1):
            yield seat, {"type": "dice_anchor", "by": seat, "first": 1, "anchor": anchors[seat + 1]}
        about = {"context": self.context.hex(), "key": self.keys.public.hex()}
        yield None, {"type": "dice_fixed", "first": 1, "anchors": anchors, **about}

    def rolled(self, number: int) -> Iterator[Event]:
        """A roll with its play; now and then a link is left in advance, or the cube is offered."""
        by, opening = number % 2, number == 1
        if not opening and self.chance.random() < 0.2:
            deposit = {"by": 1 - by, "n": number, "link": self.link(2 - by, number)}
            yield 1 - by, {"type": "dice_deposited", **deposit}
        if not opening and self.chance.random() < 0.2:
            yield by, {"type": "doubled"}
            yield 1 - by, {"type": "took"}
        links = [self.link(party, number) for party in range(3)]
        rolling = {"by": by, "n": number, "link": links[by + 1], "opening": opening}
        yield by, {"type": "dice_rolling", **rolling}
        yield None, {"type": "dice_revealed", "n": number, "links": links}
        three = [bytes.fromhex(link) for link in links]
        if opening:
            throws = opening_of(self.context, number, three)
        else:
            throws = (roll_of(self.context, number, three),)
        for dice in throws:
            yield None if opening else by, {"type": "rolled", "dice": list(dice)}
        yield by, {"type": "played", "steps": []}

    def record(self, events: list[Event] | None = None, over: bool = True) -> Json:
        """Signed as the server would sign it."""
        head, entries = first_head(self.match, RULES.encode()), []
        for number, (seat, action) in enumerate(self.events if events is None else events, 1):
            text = json.dumps(action, separators=(",", ":"))
            head = next_head(head, number, seat, digest_of(text))
            entries.append({"version": number, "seat": seat, "action": text})
        signature = self.keys.sign(signed_text(head, len(entries), over)).hex()
        return {
            "format": "bgdice/v1",
            "match": self.match,
            "rules": RULES,
            "players": ["Ann", "Ben"],
            "events": entries,
            "over": over,
            "key": self.keys.public.hex(),
            "signature": signature,
        }

    def changed(self, roll: int, change: Callable[[Json], Json | None]) -> list[Event]:
        """The events of one roll, each as the change makes it, or without it."""
        begin = self.places[roll - 1]
        end = self.places[roll] if roll < len(self.places) else len(self.events)
        found = [(seat, change(dict(action))) for seat, action in self.events[begin:end]]
        kept = [(seat, action) for seat, action in found if action is not None]
        return [*self.events[:begin], *kept, *self.events[end:]]


def _with_link(action: Json, party: int, link: str) -> Json:
    """Another link of one party, wherever it stands."""
    if action["type"] == "dice_revealed":
        links = list(action["links"])
        links[party] = link
        return {**action, "links": links}
    if action.get("by") == party - 1 and "link" in action:
        return {**action, "link": link}
    return action


def _dealt_by(made: Made, roll: int, party: int, link: str) -> Json:
    """With another link, and the dice that follow from it."""
    links = [made.chains[each].link(roll) for each in range(3)]
    links[party] = bytes.fromhex(link)
    dice = list(roll_of(made.context, roll, links))

    def change(action: Json) -> Json:
        if action["type"] == "rolled":
            return {**action, "dice": dice}
        return _with_link(action, party, link)

    return made.record(made.changed(roll, change))


def wrong_link(made: Made, roll: int) -> Json:
    return _dealt_by(made, roll, made.chance.randrange(3), made.chance.randbytes(32).hex())


def repeated_link(made: Made, roll: int) -> Json:
    party = made.chance.randrange(3)
    return _dealt_by(made, roll, party, made.link(party, roll - 1))


def link_of_another_match(made: Made, roll: int) -> Json:
    party = made.chance.randrange(3)
    return _dealt_by(made, roll, party, made.chains_of("another")[party].link(roll).hex())


def swapped_roles(made: Made, roll: int) -> Json:
    first, second = made.link(1, roll), made.link(2, roll)

    def swap(action: Json) -> Json:
        return _with_link(_with_link(action, 1, second), 2, first)

    return made.record(made.changed(roll, swap))


def skipped_number(made: Made, roll: int) -> Json:
    def later(action: Json) -> Json:
        if "n" not in action:
            return action
        for party in range(3):
            action = _with_link(action, party, made.link(party, roll + 1))
        return {**action, "n": roll + 1}

    return made.record(made.changed(roll, later))


def copied_anchor(made: Made, roll: int) -> Json:
    copied = made.chains[1].anchor.hex()
    (mine, first), (theirs, second), *rest = made.events
    return made.record([(mine, first), (theirs, {**second, "anchor": copied}), *rest])


def without_intent(made: Made, roll: int) -> Json:
    return made.record(
        made.changed(roll, lambda action: None if action["type"] == "dice_rolling" else action)
    )


def double_after_intent(made: Made, roll: int) -> Json:
    events = list(made.events)
    at = next(
        at for at, (_, action) in enumerate(events)
        if action["type"] == "dice_rolling" and action["n"] == roll
    )  # fmt: skip
    events.insert(at + 1, (events[at][0], {"type": "doubled"}))
    return made.record(events)


def forged_signature(made: Made, roll: int) -> Json:
    record = made.record()
    other = DiceKeys(made.chance.randbytes(64))
    head = first_head(made.match, RULES.encode())
    for entry in record["events"]:
        head = next_head(head, entry["version"], entry["seat"], digest_of(entry["action"]))
    return {**record, "signature": other.sign(signed_text(head, len(record["events"]), True)).hex()}


def edited_dice(made: Made, roll: int) -> Json:
    def edit(action: Json) -> Json:
        if action["type"] != "rolled":
            return action
        first, second = action["dice"]
        return {**action, "dice": [first % 6 + 1, second]}

    return made.record(made.changed(roll, edit))


def dropped_event(made: Made, roll: int) -> Json:
    """A whole roll is gone, and those after it are as they were."""
    return made.record(made.changed(roll, lambda action: None))


def cut_off(made: Made, roll: int) -> Json:
    record = made.record()
    return {**record, "events": record["events"][: made.places[roll - 1]]}


FORGERIES: Final[dict[str, Callable[[Made, int], Json]]] = {
    "wrong link": wrong_link,
    "repeated link": repeated_link,
    "link of another match": link_of_another_match,
    "swapped roles": swapped_roles,
    "skipped number": skipped_number,
    "copied anchor": copied_anchor,
    "reveal before intent": without_intent,
    "double after intent": double_after_intent,
    "forged signature": forged_signature,
    "edited dice": edited_dice,
    "dropped event": dropped_event,
    "cut off": cut_off,
}

FAULTS: Final = {
    "wrong link": "link",
    "repeated link": "link",
    "link of another match": "link",
    "swapped roles": "link",
    "skipped number": "number",
    "copied anchor": "copied",
    "reveal before intent": "early",
    "double after intent": "pending",
    "forged signature": "signature",
    "edited dice": "edited",
    "dropped event": "number",
    "cut off": "signature",
}
"""By what each is found."""


def forged(made: Made) -> Iterator[tuple[str, Json]]:
    """Every forgery of a match, each at a roll of its own."""
    for name, forge in FORGERIES.items():
        yield name, forge(made, made.chance.randint(2, len(made.places) - 1))


def main() -> None:
    """Prints a true record and its forgeries for each match."""
    matches, seed = (int(word) for word in (*sys.argv[1:], "1", "1")[:2])
    chance = random.Random(seed)
    for _ in range(matches):
        made = Made(chance)
        lines = [("", made.record()), *forged(made)]
        for name, record in lines:
            print(json.dumps({"forgery": name, "fault": FAULTS.get(name), "record": record}))


if __name__ == "__main__":
    main()
