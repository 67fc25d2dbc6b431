"""kill -9 in the middle of play: whatever was acknowledged, or seen, is still there."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.typing import Origin

from server_client import PATIENCE, ROOM, Server, Sitting, Visitor, at_random
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


# Many tables at full speed ------------------------------------------------------------------------


class Restless:
    """Acts at both sides of a table without a pause; asks again what was not answered."""

    def __init__(self, visitor: Visitor) -> None:
        money = {"type": "money", "stake": "1"}
        self.id = visitor.new_match("hypergammon", target=money)["id"]
        self._cookie = visitor.cookie
        self._asked: Json | None = None
        self._count = self.asked_again = 0
        self.acked: dict[str, int] = {}

    async def play(self, port: int, gone: asyncio.Event) -> None:
        """Until the server has gone; a line that breaks before is opened again."""
        address = f"ws://127.0.0.1:{port}/ws/matches/{self.id}"
        headers, origin = {"Cookie": self._cookie}, Origin(f"http://127.0.0.1:{port}")
        while not gone.is_set():
            try:
                async with connect(
                    address, additional_headers=headers, origin=origin, compression=None
                ) as line:
                    await line.send('{"type":"hello","version":null}')
                    await self._act(line)
            except (ConnectionClosed, InvalidMessage, OSError, EOFError):
                await asyncio.sleep(0.05)

    async def _act(self, line: Any) -> None:
        if self._asked:
            self.asked_again += 1
            await line.send(json.dumps(self._asked))
        state: Json = {}
        while True:
            message = json.loads(await line.recv())
            assert message["type"] != "error", message
            state = message.get("state", state)
            if message["type"] == "ack" and self._asked:
                self.acked[self._asked["ack"]] = message["version"]
                self._asked = None
            seen = state and state["version"] >= max(self.acked.values(), default=0)
            if seen and self._asked is None and state["phase"] != "opening":
                self._asked = self._wish(state)
                await line.send(json.dumps(self._asked))

    def _wish(self, state: Json) -> Json:
        kinds = {"resigning": "accepted", "over": "next_game"}
        kind = kinds.get(state["phase"], "resigned")
        self._count += 1
        return {"type": kind, "version": state["version"], "ack": f"k{self._count}"}


SOCKETS = ("FULLPRIME_SERVE_LIMITS_SOCKETS", "FULLPRIME_SERVE_LIMITS_SOCKETS_OF_VISITOR")


def kill_at_full_speed(data: Path, tables: int, kills: int) -> None:
    chance = random.Random(kills)
    room = ROOM | dict.fromkeys(SOCKETS, "1000")
    with Server(data, "--seed", "1", room=room) as server:
        ann = Visitor(server, "Ann")
        players = [Restless(ann) for _ in range(tables)]

        async def play_and_kill() -> None:
            gone = asyncio.Event()
            playing = [asyncio.create_task(each.play(server.port, gone)) for each in players]
            before = sum(len(each.acked) for each in players)
            deadline = time.monotonic() + 2 * PATIENCE
            while sum(len(each.acked) for each in players) < before + tables:
                assert time.monotonic() < deadline, "nobody can play"
                for each in playing:
                    assert not each.done() or each.result() is None
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.uniform(0.01, 0.12))
            server.kill()
            gone.set()
            await asyncio.gather(*playing)

        for _ in range(kills):
            asyncio.run(play_and_kill())
            server.start()
    acked = again = 0
    with closing(sqlite3.connect(data)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for each in players:
            query = "SELECT version, ack FROM events WHERE match = ? ORDER BY version"
            rows = database.execute(query, (each.id,)).fetchall()
            assert [version for version, _ in rows] == list(range(1, len(rows) + 1)), "a gap"
            there = {ack: version for version, ack in rows if ack}
            assert len(there) == sum(1 for _, ack in rows if ack), "done twice"
            assert there.items() >= each.acked.items(), "lost"
            acked, again = acked + len(each.acked), again + each.asked_again
    print(f"{kills} kills at {tables} tables: {acked} acknowledged, {again} asked again, 0 lost")


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_nothing_is_lost_at_full_speed(tmp_path: Path) -> None:
    kill_at_full_speed(tmp_path / "m.db", tables=64, kills=1000)
