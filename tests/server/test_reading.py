"""Replays and files are made by a process of their own, once for each state of a match; and a match
that is damaged disturbs no other."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fullprime.formats import saved
from fullprime.match import Match
from fullprime.server.problems import Problem
from fullprime.server.reading import MOST_WAITING, Reader, Wanted, _About
from fullprime.server.workers import Worker
from fullprime.store import Kept, Seat
from server_client import Server, Sitting, Visitor, at_random
from stores import Place, changed

KEPT = Kept("m1", 1, saved.dump(Match.start()), None, None, None, (Seat("Ann", 1), None), ())


async def about(what: str = "game") -> bytes:
    return msgspec.json.encode(_About(Wanted(what, 1), KEPT, []))


def test_what_is_known_is_not_read_again() -> None:
    asked: list[bytes] = []

    async def counted() -> bytes:
        asked.append(b"")
        return await about()

    async def work() -> None:
        reader = Reader()
        same = await asyncio.gather(*(reader.find(b"1", counted) for _ in range(5)))
        assert len(set(same)) == len(asked) == 1
        assert msgspec.json.decode(same[0])["steps"] == []
        await reader.find(b"2", counted)
        assert len(asked) == 2
        await reader.close()

    asyncio.run(work())


def test_a_process_that_ends_is_replaced_and_no_queue_grows_without_end() -> None:
    async def work() -> None:
        reader = Reader()
        await reader.find(b"1", about)
        reader._worker.kill()
        assert msgspec.json.decode(await reader.find(b"2", about))["games"] == 1
        many = [reader.find(str(n).encode(), about) for n in range(9, MOST_WAITING + 12)]
        found = await asyncio.gather(*many, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Problem)]
        assert [each.status for each in refused] == [503] * 3
        await reader.close()

    asyncio.run(work())


def test_what_every_process_dies_of_is_answered_too() -> None:
    async def work() -> None:
        reader = Reader()
        reader._worker = Worker(("-c", "input()"))
        with pytest.raises(Problem, match="Something went wrong"):
            await reader.find(b"1", about)
        await reader.close()

    asyncio.run(work())


def test_who_goes_away_leaves_no_answer_for_the_next() -> None:
    async def work() -> None:
        reader = Reader()
        gone = asyncio.create_task(reader.find(b"1", about))
        while reader._worker.pid is None:
            await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.wait([gone])
        assert gone.cancelled()
        exports = await reader.find(b"2", lambda: about("exports"))
        assert isinstance(msgspec.json.decode(exports), list)
        await reader.close()

    asyncio.run(work())


def test_a_damaged_match_says_so_and_the_others_are_played_on(place: Place) -> None:
    chance = random.Random(1)
    with Server(place, "--seed", "1") as server:
        ann = Visitor(server, "Ann")
        ids = [ann.new_match("backgammon")["id"] for _ in range(2)]
        for match_id in ids:
            with ann.sit(match_id) as table:
                play(table, chance)
    changed(place, "UPDATE events SET action = '{}' WHERE version = 3 AND match = :id", id=ids[0])
    with Server(place, "--seed", "1") as server:
        ann.server = server
        path = f"/api/matches/{ids[0]}"
        for address in ("", "/games/1", "/export", "/exports"):
            status, said = ann.get(path + address)
            assert (status, said["code"]) == (500, "request.damaged"), address
            assert "damaged at action 3" in said["detail"]
        with pytest.raises(ConnectionClosed) as closed:
            ann.sit(ids[0])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4500
        assert ann.get(f"/match/{ids[0]}")[0] == 200
        listed: list[Any] = ann.get("/api/matches")[1]
        assert {each["id"] for each in listed} == set(ids)
        with ann.sit(ids[1]) as table:
            play(table, chance)
        assert ann.get(f"/api/matches/{ids[1]}/games/1")[0] == 200


def play(table: Sitting, chance: random.Random) -> None:
    for _ in range(6):
        table.until(lambda: table.my_turn or table.state["phase"] == "over")
        assert table.do(**at_random(table.state, chance))["type"] == "ack"
