"""Makes a data file as the server of today leaves it, and writes down what it says of it.

`tests/data/stores` has one for every version of the schema, each made by a program of that version;
`tests/store/test_migrations.py` opens them all. What that program said wrongly (once, the points of
a game after a score that was set up) is corrected by hand. Before the schema changes, run

    PYTHONPATH=tests python tests/kept_store.py tests/data/stores/schema-5
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from server_client import Json, Server, Sitting, Visitor, at_random
from uploads import MAT, bring

BOT: Final = {"kind": "bot", "level": "casual"}
HERE: Final = {"kind": "here", "name": "Ben"}
INVITE: Final = {"kind": "invite"}
ONE_POINT: Final = {"type": "points", "to": 1}
CLOCK: Final = {"minutes": 5, "delay": 12}


class Evening:
    """What happens on the server."""

    def __init__(self, server: Server) -> None:
        self.chance = random.Random(1)
        self.ann, self.ben = Visitor(server, "Ann"), Visitor(server, "Ben")

    def play(self, visitor: Visitor, match_id: str, actions: int) -> None:
        """So many actions at random, or until the match is over."""
        with visitor.sit(match_id) as table:
            for _ in range(actions):
                table.until(lambda: table.my_turn or table.state["phase"] == "over")
                if table.state["over"]:
                    return
                assert table.do(**at_random(table.state, self.chance))["type"] == "ack"

    def new(self, game: str, actions: int, **fields: Any) -> str:
        """A match of Ann's, played for some time."""
        made: str = self.ann.new_match(game, **fields)["id"]
        self.play(self.ann, made, actions)
        return made

    def with_ben(self, actions: int, **fields: Any) -> str:
        """A match between two people."""
        made = self.ann.new_match("backgammon", opponent=INVITE, **fields)
        assert self.ben.post(made["invite"].replace("/join/", "/api/join/"))[0] == 200
        with self.ann.sit(made["id"]) as one, self.ben.sit(made["id"]) as other:
            for _ in range(actions):
                for table in (one, other):
                    table.reopen()
                    if table.my_turn:
                        table.do(**at_random(table.state, self.chance))
        found: str = made["id"]
        return found

    def real_table(self) -> str:
        """Typed dice, with everything that can go wrong."""
        match_id = self.ann.new_match(
            "backgammon", opponent=HERE, referee={"dice": "typed", "illegal_play": "must_correct"}
        )["id"]
        with self.ann.sit(match_id) as table:
            self._irregular(table)
        return str(match_id)

    def _irregular(self, table: Sitting) -> None:
        for kind, fields in (
            ("voided", {"dice": None, "reason": "cocked"}),
            ("rolled", {"dice": [3, 5]}),
            ("taken_back", {}),
            ("rolled", {"dice": [5, 3]}),
            ("seen", {"steps": [[13, 8]]}),
            ("demanded", {}),
            ("played", {"steps": [[13, 8], [13, 10]]}),
            ("rolled", {"dice": [6, 1]}),
        ):
            assert table.do(kind, **fields)["type"] == "ack", kind

    def on_time(self) -> str:
        """A game that is lost on time."""
        made: str = self.ann.new_match(
            "backgammon", opponent=HERE, target=ONE_POINT, clock={"minutes": 0.005, "delay": 0.1}
        )["id"]
        with self.ann.sit(made) as table:
            table.until(lambda: table.state["over"])
        return made

    def bring(self) -> None:
        """A file, and what Ann writes to it."""
        match_id = bring(self.ann, MAT)[1]["id"]
        note = {"game": 0, "action": 1, "text": "A fine start.", "mark": "!"}
        assert self.ann.ask("PUT", f"/api/matches/{match_id}/notes", note)[0] == 200

    def branch(self, match_id: str) -> None:
        """Ann plays on from an earlier turn."""
        status, made = self.ann.post(f"/api/matches/{match_id}/branch", {"version": 9})
        assert status == 201, made
        self.play(self.ann, made["id"], 4)


def happen(evening: Evening) -> None:
    """Matches of many kinds."""
    ann = evening.ann
    won = evening.new("backgammon", 300, opponent=BOT, target=ONE_POINT)
    evening.branch(won)
    assert ann.post(f"/api/matches/{won}/rematch")[0] == 200
    money = {"target": {"type": "money", "stake": "5 beans"}, "clock": CLOCK}
    evening.new("backgammon", 60, opponent=HERE, settings={"jacoby": True, "beavers": 2}, **money)
    evening.new("plakoto", 30, opponent={"kind": "bot"}, seat=1)
    left = evening.new("tavli", 40, opponent=HERE)
    assert ann.post(f"/api/matches/{left}/abandon")[0] == 200
    begins = {"position": "6:5 5:5 / 6:5 4:5", "cube": 2, "owner": 0, "score": [3, 4]}
    evening.new(
        "backgammon", 40, opponent=HERE, position=begins, target={"type": "points", "to": 7}
    )
    evening.real_table()
    evening.on_time()
    hidden = evening.with_ben(12, clock=CLOCK)
    assert ann.delete(f"/api/matches/{hidden}") == 204
    evening.with_ben(6)
    ann.new_match("narde", opponent=INVITE)
    evening.bring()


def told(visitor: Visitor) -> list[Json]:
    """What the server says of every match of a person."""
    found = []
    for match in visitor.get("/api/matches")[1]:
        path = f"/api/matches/{match['id']}"
        games = visitor.get(f"{path}/games/1")[1]["games"]
        replays = [visitor.get(f"{path}/games/{n}")[1] for n in range(1, games + 1)]
        found.append(
            {
                **{name: match[name] for name in LISTED},
                "names": [player["name"] for player in match["players"]],
                "text": visitor.ask("GET", f"{path}/export?format=text")[2].decode(),
                "positions": [
                    [step["state"]["position"] for step in replay["steps"]] for replay in replays
                ],
            }
        )
    return found


LISTED: Final = ("id", "you", "state", "score", "winner", "outcome", "your_turn", "changed")
"""What lists have had from the first version on."""


def main(stem: Path) -> None:
    """Writes the file and, beside it, what the server says."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fullprime.db"
        with Server(path, "--seed", "7") as server:
            evening = Evening(server)
            happen(evening)
            visitors = (evening.ann, evening.ben)
            said = [{"cookie": each.cookie, "matches": told(each)} for each in visitors]
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        connection.close()
        stem.with_suffix(".db").write_bytes(path.read_bytes())
        stem.with_suffix(".json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
