"""Two people at one table who have reached different processes of a site, and what they were told.

Whatever becomes of a process: they come back, to any that is there, and send again under the same
key what was not answered.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server_client import PATIENCE, Server, Sitting, Visitor, at_random
from stores import Place, changed

Json = dict[str, Any]
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
"""What a process that ends looks like."""


class Player:
    """One of the two."""

    def __init__(self, visitor: Visitor, match_id: str) -> None:
        self._visitor = visitor
        self._match_id = match_id
        self.seen: dict[int, Json] = {}
        self.acked: dict[str, int] = {}
        """The version by the key of each action that was acknowledged."""
        self.unanswered: Json | None = None
        self.table: Sitting | None = None

    def sit(self, server: Server) -> Sitting:
        """Comes to the table through this process."""
        self.leave()
        self._visitor.server = server
        self.table = self._visitor.sit(self._match_id, max(self.seen, default=0))
        self._look()
        if self.unanswered:
            self.table.send(self.unanswered)
        return self.table

    def leave(self) -> None:
        """The page is closed."""
        if self.table:
            self.table.close()
        self.table = None

    def send(self, chance: random.Random) -> None:
        """Any action that is possible."""
        assert self.table
        asked = at_random(self.table.state, chance)
        key, version = f"{chance.getrandbits(64):x}", self.table.state["version"]
        message = {"type": asked.pop("kind"), "version": version, "ack": key, **asked}
        self.unanswered = message
        self.table.send(message)

    def hear(self, timeout: float = PATIENCE) -> None:
        """One message."""
        assert self.table
        self.table.hear(timeout)
        self._look()
        for message in self.table.heard:
            if message["type"] == "ack":
                self.acked[message["ack"]] = message["version"]
            if message["type"] in ("ack", "error") and self.unanswered:
                assert message["ack"] == self.unanswered["ack"], message
                assert message["type"] == "ack" or message["stale"], message
                self.unanswered = None
        self.table.heard.clear()

    def _look(self) -> None:
        assert self.table
        for event in self.table.events:
            assert self.seen.setdefault(event["version"], event) == event, "it was changed"


class Pair:
    """A match without end between Ann and Ben, against a random generator."""

    def __init__(self, servers: Sequence[Server], chance: random.Random, **fields: Any) -> None:
        self.servers = list(servers)
        """Those to which they come back."""
        self._chance = chance
        ann, ben = Visitor(servers[0], "Ann"), Visitor(servers[-1], "Ben")
        match = ann.new_match(
            "backgammon", opponent={"kind": "invite"}, target={"type": "money"}, **fields
        )
        self.match_id = match["id"]
        assert ben.post(f"/api{match['invite']}")[0] == 200
        self.players = [Player(ann, self.match_id), Player(ben, self.match_id)]
        self.longest = 0.0
        """Seconds that the table stood still at most."""
        self._last = time.monotonic()
        for player, server in zip(self.players, (servers[0], servers[-1]), strict=True):
            player.sit(server)

    def play(self, actions: int) -> None:
        """So many are acknowledged."""
        wanted = self.acknowledged + actions
        while self.acknowledged < wanted:
            self._each(self._go_on)

    def mover(self) -> Player:
        """Whose turn it is, when both have seen everything."""
        while True:
            newest = max(max(player.seen, default=0) for player in self.players)
            for player in self.players:
                self.wait(player, lambda state: state["version"] >= newest)  # noqa: B023
            for player in self.players:
                if self._may_act(player):
                    return player
            self.wait(self.players[0], lambda state: state["version"] > newest)  # noqa: B023

    def wait(self, player: Player, ready: Callable[[Json], bool]) -> None:
        """Until this player sees it, and has heard of everything that they did."""
        while player.unanswered or not (player.table and ready(player.table.state)):
            try:
                player.hear()
            except LOST:
                self.come_back(player)

    def other(self, player: Player) -> Player:
        """Who sits opposite."""
        return self.players[1 - self.players.index(player)]

    @property
    def acknowledged(self) -> int:
        """Actions of both."""
        return sum(len(player.acked) for player in self.players)

    def _go_on(self, player: Player) -> None:
        table, other = player.table, self.other(player).table
        assert table
        assert other
        newest = max(max(each.seen, default=0) for each in self.players)
        if player.unanswered or table.state["version"] < newest:
            player.hear()
        elif self._may_act(player):
            player.send(self._chance)
            player.hear()
        elif other.state["version"] == newest and not self._may_act(self.other(player)):
            player.hear()  # something happens by itself

    def _may_act(self, player: Player) -> bool:
        """As far as they know."""
        assert player.table
        over = player.table.state["phase"] == "over" and player is self.players[0]
        return over or player.table.my_turn

    def _each(self, work: Callable[[Player], None]) -> None:
        for player in self.players:
            before = self.acknowledged
            try:
                work(player)
            except LOST:
                self.come_back(player)
            if self.acknowledged > before:
                now = time.monotonic()
                self.longest, self._last = max(self.longest, now - self._last), now

    def come_back(self, player: Player) -> None:
        """To any process that is there."""
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, "no process lets them in"
            try:
                player.sit(self._chance.choice(self.servers))
            except LOST:
                time.sleep(0.05)
            else:
                return

    def rest(self) -> None:
        """What was before does not count as standing still."""
        self._last = time.monotonic()

    def check(self, place: Place) -> None:
        """The log has what both have seen, every acknowledged action at its place, and none
        twice."""
        rows = changed(
            place,
            "SELECT version, ack FROM events WHERE match = :match ORDER BY version",
            match=self.match_id,
        )
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        found = {row.ack: row.version for row in rows if row.ack}
        assert len(found) == sum(row.ack is not None for row in rows), "an action was done twice"
        for player in self.players:
            for key, version in player.acked.items():
                assert found.get(key) == version, f"{key} was acknowledged and is not there"
            assert max(player.seen) <= len(rows), "an event was seen and is gone"


def owner(place: Place, match_id: str) -> str | None:
    """The id of the process that serves a match."""
    query = "SELECT server FROM leases WHERE name = :match"
    found = changed(place, query, match=match_id)
    return str(found[0].server) if found else None


def ids(place: Place) -> set[str]:
    """Of all processes that are known."""
    return {row.id for row in changed(place, "SELECT id FROM servers")}
