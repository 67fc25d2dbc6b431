"""kill -9 in the middle of play: whatever was acknowledged, or seen, is still there."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server_client import Server, Sitting, Visitor, at_random
from stores import Place

Json = dict[str, Any]


class Witness:
    """Plays a match without end, and remembers all that the server has told."""

    def __init__(self, visitor: Visitor, chance: random.Random, **fields: Any) -> None:
        self._visitor = visitor
        self._chance = chance
        self.match_id = visitor.new_match("backgammon", **fields)["id"]
        self.seen: dict[int, Json] = {}
        self.acked: dict[int, str] = {}
        self._unanswered: Json | None = None

    def play(self, server: Server, actions: int, moment: float | None) -> None:
        """So many actions; then one more, and the end of the server: at once when it has been
        acknowledged or, if there is a `moment`, so many seconds after it was sent."""
        table = self.go_on(actions)
        try:
            self._wait(table)
            self._send(table)
            if moment is None:
                self._hear_answer(table)
            else:
                time.sleep(moment)
        finally:
            server.kill()
            self._hear_the_rest(table)

    def go_on(self, actions: int) -> Sitting:
        """Comes back to the table and plays so many actions."""
        table = self._visitor.sit(self.match_id, max(self.seen, default=0))
        self._return(table)
        for _ in range(actions):
            self._act(table)
        return table

    def _return(self, table: Sitting) -> None:
        """Everything is there; and what was not answered is asked for again by the same key."""
        with self._visitor.sit(self.match_id, 0) as other:
            there = {event["version"]: event for event in other.events}
        for version, event in self.seen.items():
            assert there.get(version) == event, f"{event} was seen and is gone"
        for version, ack in self.acked.items():
            assert version in there, f"{ack} was acknowledged and is gone"
        if asked := self._unanswered:
            table.send(asked)
            answer = table.answer(asked["ack"])
            assert (answer["type"], answer["version"]) == ("ack", asked["version"] + 1), answer
            self._note(asked, answer)
            table.until(lambda: table.state["version"] >= answer["version"])
        self._look(table)

    def _act(self, table: Sitting) -> None:
        self._wait(table)
        self._send(table)
        answer = self._hear_answer(table)
        assert answer["type"] == "ack", answer
        table.until(lambda: table.state["version"] >= answer["version"])
        self._look(table)

    def _wait(self, table: Sitting) -> None:
        """For the bot, and for the opening throw."""
        while not (table.my_turn or table.state["phase"] == "over"):
            table.hear()
        self._look(table)

    def _send(self, table: Sitting) -> None:
        asked = at_random(table.state, self._chance)
        key = f"{self._chance.getrandbits(64):x}"
        version = table.state["version"]
        message = {"type": asked.pop("kind"), "version": version, "ack": key, **asked}
        self._unanswered = message
        table.send(message)

    def _hear_answer(self, table: Sitting) -> Json:
        assert self._unanswered is not None
        answer = table.answer(self._unanswered["ack"])
        self._note(self._unanswered, answer)
        return answer

    def _note(self, asked: Json, answer: Json) -> None:
        self.acked[answer["version"]] = asked["ack"]
        self._unanswered = None

    def _look(self, table: Sitting) -> None:
        self.seen |= {event["version"]: event for event in table.events}

    def _hear_the_rest(self, table: Sitting) -> None:
        """What the server had sent before it ended counts as well."""
        try:
            while True:
                heard = table.hear(timeout=5)
                if heard["type"] == "ack" and self._unanswered:
                    self._note(self._unanswered, heard)
        except ConnectionClosed:
            self._look(table)


def kill_again_and_again(place: Place, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    money = {"type": "money", "stake": "1"}
    with Server(place, "--seed", str(seed)) as server:
        ann = Visitor(server, "Ann")
        tables = [
            Witness(ann, chance, target=money, settings={"beavers": 2}),
            Witness(ann, chance, target=money, opponent={"kind": "bot", "level": "casual"}),
        ]
        for number in range(kills):
            moment = None if number % 2 else chance.random() * 0.03
            chance.choice(tables).play(server, chance.randint(0, 12), moment)
            server.start()
        for table in tables:
            table.go_on(10).close()
    acked, seen = (sum(len(getattr(t, what)) for t in tables) for what in ("acked", "seen"))
    print(f"{kills} kills, {acked} actions acknowledged, {seen} events seen, none lost")


def test_nothing_is_lost(place: Place) -> None:
    kill_again_and_again(place, 3, seed=1)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_nothing_is_lost_in_fifty_kills(place: Place) -> None:
    kill_again_and_again(place, 50, seed=2)
