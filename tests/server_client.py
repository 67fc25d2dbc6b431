"""A server in a process of its own, and clients that play on it through its sockets."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import stores
from stores import Place

Json = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which something must have gone wrong."""


MOST_ASKED = 90
"""A server hears a hundred messages in a short time; scripts are faster than people."""


ROOM = {
    f"FULLPRIME_SERVE_LIMITS_{name}": "1000000"
    for name in ("RATE", "BURST", "RATE_OF_VISITOR", "BURST_OF_VISITOR", "PEOPLE")
}
"""Scripts ask for more than people do, and all come from one address."""

OTHER_PAGES = """
import pathlib, sys
from fullprime.cli import main
from fullprime.server import pages
pages.WEB = pathlib.Path(sys.argv.pop(1))
main()
"""
"""The program with the pages of another folder, as another release has them."""


class Server:
    """`fullprime serve` on a free port; `kill` ends it as a power cut of the process would."""

    def __init__(
        self,
        data: Place,
        *options: str,
        web: Path | None = None,
        room: Json = ROOM,
        program: Sequence[str] = ("-m", "fullprime"),
        log: Path | None = None,
    ) -> None:
        self._store = stores.options(data)
        self.folder = data.parent if isinstance(data, Path) else Path()
        """Where its file lies, if it has one."""
        self._home = data.parent / "home" if isinstance(data, Path) else None
        self._room = room
        self._log = log
        self._program = program if web is None else ["-c", OTHER_PAGES, str(web)]
        self._options = options
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        command = [sys.executable, *self._program, "serve", "--no-open", "--bot-pace", "0"]
        command += ["--port", str(self.port), *self._store]
        command += ["--no-deepening", *self._options]  # it would only take the time of the tests
        environment = {**os.environ, **self._room}
        if self._home:
            environment["FULLPRIME_HOME"] = str(self._home)
        with self._log.open("a") if self._log else nullcontext() as said:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=said, text=True, env=environment
            )
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        assert ready, "the server does not say its address"
        address = re.search(r":(\d+)/", self._process.stdout.readline())
        assert address, "the server has no address"
        self.port = int(address[1])
        self._wait()
        return self

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.is_running:
            try:
                if Visitor(self).get("/readyz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        self._end(self._process.kill if self._process else None)

    def stop(self) -> int:
        return self._end(self._process.terminate if self._process else None)

    def _end(self, how: Any) -> int:
        if self._process is None:
            return 0
        how()
        code = self._process.wait(PATIENCE)
        if self._process.stdout:
            self._process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class Visitor:
    """Somebody with a browser: keeps the cookie."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.cookie = ""
        if name:
            self.patch("/api/me", {"name": name})

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def ask(
        self, method: str, path: str, body: object = None, headers: Json | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie} if self.cookie else {}
        if body is not None:
            sent |= {"Content-Type": "application/json", "Origin": self.origin}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            connection.request(method, path, data, sent | (headers or {}))
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if given := answer.headers.get("Set-Cookie"):
            self.cookie = given.partition(";")[0]
        return answer.status, answer.headers, content

    def get(self, path: str) -> tuple[int, Any]:
        return self._json("GET", path)

    def post(self, path: str, body: object = None) -> tuple[int, Any]:
        return self._json("POST", path, {} if body is None else body)

    def patch(self, path: str, body: object) -> tuple[int, Any]:
        return self._json("PATCH", path, body)

    def delete(self, path: str) -> int:
        return self.ask("DELETE", path)[0]

    def _json(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        status, headers, content = self.ask(method, path, body)
        is_json = "json" in headers.get("Content-Type", "")
        return status, json.loads(content) if is_json else content.decode()

    def new_match(self, game: str, **fields: Any) -> Json:
        asked = {"game": game, "opponent": {"kind": "here"}, **fields}
        status, answer = self.post("/api/matches", asked)
        assert status == 201, answer
        found: Json = answer
        return found

    def sit(self, match_id: str, seen: int | None = None) -> Sitting:
        return Sitting(self, match_id, seen)


class Sitting:
    """One page open at one table."""

    def __init__(self, visitor: Visitor, match_id: str, seen: int | None = None) -> None:
        self._visitor = visitor
        self.id = match_id
        self._asked = 0
        self.key = f"{random.getrandbits(32):x}"
        self.events: list[Json] = []
        self.state: Json = {}
        self.heard: list[Json] = []
        """Everything else: acks, errors, presence."""
        self._open(seen)

    def _open(self, seen: int | None) -> None:
        self._stack = ExitStack()
        server = self._visitor.server
        cookie = self._visitor.cookie
        self.socket = self._stack.enter_context(
            connect(
                f"ws://127.0.0.1:{server.port}/ws/matches/{self.id}",
                additional_headers={"Cookie": cookie} if cookie else {},
                origin=Origin(self._visitor.origin),
                max_size=None,
                compression=None,
                open_timeout=PATIENCE,
                close_timeout=1,
            )
        )
        self.send({"type": "hello", "version": seen})
        while self.hear()["type"] != "events":
            pass

    def reopen(self) -> None:
        """Comes back over a new connection, and hears what was missed."""
        self.close()
        self._open(self.state["version"])

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Json:
        message: Json = json.loads(self.socket.recv(timeout))
        if message["type"] == "events":
            self.events += message["events"]
            self.state = message["state"]
        else:
            self.heard.append(message)
        return message

    def until(self, ready: Any) -> None:
        while not ready():
            self.hear()

    def ask(self, kind: str, version: int | None = None, **fields: Any) -> str:
        """Sends an action; the key is that of its answer."""
        self._asked += 1
        if self._asked % MOST_ASKED == 0:
            self.reopen()
        ack = fields.pop("ack", f"{self.key}-{self._asked}")
        version = self.state["version"] if version is None else version
        self.send({"type": kind, "version": version, "ack": ack, **fields})
        return str(ack)

    def answer(self, ack: str | None) -> Json:
        """The ack, the error or the tutor's warning with this key."""
        while True:
            for message in self.heard:
                if message["type"] in ("ack", "error", "warning") and message["ack"] == ack:
                    self.heard.remove(message)
                    return message
            self.hear()

    def do(self, kind: str, **fields: Any) -> Json:
        """Acts, and waits until that is seen."""
        answer = self.answer(self.ask(kind, **fields))
        if answer["type"] == "ack":
            self.until(lambda: self.state["version"] >= answer["version"])
        return answer

    @property
    def my_turn(self) -> bool:
        """Is something asked of us? Nothing is where the table passes for who is closed out."""
        return bool(self.state["can"])

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Sitting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is not None and issubclass(kind, ConnectionClosed):
            return
        self.close()


def steps_at_random(walk: Json, chance: random.Random) -> list[list[Any]]:
    """A legal play, found by the walk alone as a board does it."""
    steps, node = [], walk["nodes"][0]
    while not node["done"] or (node["next"] and chance.random() < 0.9):
        source, target, _, _, number = chance.choice(node["next"])
        steps.append([source, target])
        node = walk["nodes"][number]
    return steps


def at_random(state: Json, chance: random.Random) -> Json:
    """What somebody does who presses any button that is there; some of them only now and then."""
    if state["phase"] == "over":
        return {"kind": "next_game"}
    weights = [_SELDOM.get(verb, 1.0) for verb in state["can"]]
    [verb] = chance.choices(state["can"], weights)
    match verb:
        case "play":
            return {"kind": "played", "steps": steps_at_random(state["walk"], chance)}
        case "name":
            return {"kind": "named", "number": chance.randint(1, 6)}
        case "resign":
            return {"kind": "resigned", "multiple": chance.choice(state["resignations"])}
        case "roll":
            return {"kind": "roll"}
        case "pass":
            return {"kind": "passed"}
        case _:
            return {"kind": _PAST[verb]}


_SELDOM = {"resign": 0.002, "double": 0.1, "drop": 0.3, "accept": 0.3}
"""Else hardly any game would be played to its end."""

_PAST = {
    "double": "doubled",
    "take": "took",
    "drop": "dropped",
    "beaver": "beavered",
    "raccoon": "raccooned",
    "accept": "accepted",
    "decline": "declined",
    "demand": "demanded",
    "condone": "condoned",
}
