"""A page that takes part in fair dice, over a socket: its chain, and what it sends by itself."""

from __future__ import annotations

import random
import secrets
from typing import Any

from fullprime.fair_dice.chain import ROLES, Chain
from server_client import Server, Sitting, Visitor, at_random

Json = dict[str, Any]


class FairPage:
    """One player of a match with fair dice."""

    def __init__(self, visitor: Visitor, match_id: str, seat: int) -> None:
        self.visitor, self.id, self.seat = visitor, match_id, seat
        self.secret = secrets.token_bytes(32)
        self.chain = Chain(self.secret, match_id, ROLES[seat + 1])
        self.table: Sitting = visitor.sit(match_id)

    @property
    def state(self) -> Json:
        return self.table.state

    @property
    def fair(self) -> Json:
        found: Json = self.table.state["fair"]
        return found

    def link(self, number: int) -> str:
        return self.chain.link(number).hex()

    def due(self) -> Json | None:
        """What a page sends by itself now."""
        fair, number = self.fair, self.fair["next"]
        if fair["anchors"][self.seat + 1] is None:
            return {"kind": "anchor", "first": number, "anchor": self.chain.anchor.hex()}
        rolling = fair["rolling"]
        opens = fair["ready"] and self.state["phase"] == "opening" and rolling is None
        if opens or rolling == 1 - self.seat:
            return {"kind": "link", "n": number, "link": self.link(number)}
        return None

    def answer(self) -> bool:
        """Sends what is due; True: there was something."""
        due = self.due()
        if due is None:
            return False
        self.table.do(**due)
        return True

    def act(self, chance: random.Random) -> Json:
        """Does anything that is allowed."""
        wish = at_random(self.state, chance)
        if wish["kind"] == "roll":
            wish["link"] = self.link(self.fair["next"])
        return self.table.do(**wish)


def seated(server: Server, game: str = "hypergammon", **fields: Any) -> tuple[FairPage, FairPage]:
    """Two people at a new match with fair dice."""
    first, second = Visitor(server, "Ann"), Visitor(server, "Ben")
    asked = {"opponent": {"kind": "invite"}, "fair_dice": True, **fields}
    made = first.new_match(game, **asked)
    assert second.post(f"/api{made['invite']}")[0] == 200
    return FairPage(first, made["id"], 0), FairPage(second, made["id"], 1)


def level(pages: tuple[FairPage, FairPage]) -> None:
    """Both have heard what the other one has."""
    newest = max(page.state["version"] for page in pages)
    for page in pages:
        page.table.until(lambda page=page: page.state["version"] >= newest)


def step(pages: tuple[FairPage, FairPage], chance: random.Random) -> bool:
    """The next thing that happens; False: the match is over."""
    level(pages)
    if pages[0].state["over"]:
        return False
    for page in pages:
        if page.answer():
            return True
    actor = next((page for page in pages if page.state["can"]), pages[0])
    answer = actor.act(chance)
    assert answer["type"] == "ack", answer
    return True


def play_out(pages: tuple[FairPage, FairPage], chance: random.Random) -> None:
    """To the end of the match."""
    while step(pages, chance):
        pass
