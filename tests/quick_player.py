"""Somebody at both sides of a table, who resigns, accepts and begins again: actions without end,
whatever the dice."""

from __future__ import annotations

from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException

from server_client import Sitting, Visitor

Json = dict[str, Any]
MOST_ON_A_LINE = 40


class QuickPlayer:
    """At a match for money."""

    def __init__(self, visitor: Visitor, times: int = 1, **fields: Any) -> None:
        self.visitor = visitor
        money = {"type": "money", "stake": "1"}
        self.id = visitor.new_match("hypergammon", target=money, **fields)["id"]
        self.acked: dict[str, int] = {}
        """The keys, each with its version."""
        self.asked: Json | None = None
        """What was not answered yet."""
        self._times = times
        """Everything is sent so often."""
        self.key = ""
        """Of the next action; else a new one is made."""
        self._count = 0

    def act(self, table: Sitting) -> None:
        """One action; what was asked before and not answered is asked again."""
        table.until(lambda: table.state["phase"] != "opening")
        if self.asked is None:
            kind = {"resigning": "accepted", "over": "next_game"}.get(
                table.state["phase"], "resigned"
            )
            self._count += 1
            key = self.key or f"key-{self._count:08}-{table.key:>08}"
            self.asked = {"type": kind, "version": table.state["version"], "ack": key}
        asked = self.asked
        for _ in range(self._times):
            table.send(asked)
        for _ in range(self._times):
            answer = table.answer(asked["ack"])
            assert answer["type"] == "ack", answer
            assert self.acked.setdefault(asked["ack"], answer["version"]) == answer["version"]
        self.asked = None
        table.until(lambda: table.state["version"] >= self.acked[asked["ack"]])

    def go_on(self, actions: int) -> Json | None:
        """So many actions, or until the line breaks; the last word of the server, if it had one."""
        table: Sitting | None = None
        try:
            for number in range(actions):
                if number % MOST_ON_A_LINE == 0:
                    if table:
                        table.close()
                    table = self.visitor.sit(self.id)
                assert table
                self.act(table)
        except (ConnectionClosed, WebSocketException, OSError, EOFError):
            pass
        finally:
            if table:
                table.close()
        heard = table.heard if table else []
        return next((each for each in heard if each["type"] == "closing"), None)

    def all_there(self) -> bool:
        """Every acknowledged action, at its number, once."""
        with self.visitor.sit(self.id, 0) as table:
            versions = [event["version"] for event in table.events]
            last = max(self.acked.values(), default=0)
            return versions == list(range(1, len(versions) + 1)) and len(versions) >= last
