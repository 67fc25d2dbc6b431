"""Several processes serve one site: players reach any of them, and lose nothing when one ends."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from forked import Forked
from pair import LOST, Pair, ids, owner
from postgres import Postgres
from server_client import PATIENCE, Server, Visitor
from stores import changed


@contextmanager
def two_servers(url: str) -> Iterator[dict[str, Forked]]:
    """At ports of their own; by the names under which the database knows them."""
    found: dict[str, Forked] = {}
    with Forked(url) as first:
        [name] = ids(url)
        found[name] = first
        with Forked(url) as second:
            [name] = ids(url) - set(found)
            found[name] = second
            yield found


def test_players_reach_any_process(postgres: Postgres) -> None:
    url = postgres.database()
    with two_servers(url) as servers:
        one, other = servers.values()
        pair = Pair([one, other], random.Random(1))
        for seat, player in enumerate(pair.players):
            pair.wait(player, lambda state: state["you"] == [seat])  # noqa: B023
        pair.play(20)
        who = Visitor(other)
        who.cookie = pair.players[0]._visitor.cookie
        status, state = who.get(f"/api/matches/{pair.match_id}")
        assert (status, state["you"]) == (200, [0])
        assert state["version"] >= max(pair.players[0].acked.values())
        assert who.post(f"/api/matches/{pair.match_id}/abandon")[0] == 200
        pair.wait(pair.players[1], lambda state: bool(state["over"]))
        assert len(changed(url, "SELECT name FROM leases WHERE name <> 'jobs'")) == 1


def test_one_process_does_the_long_work(postgres: Postgres) -> None:
    """Whichever process is asked to begin a review, to show how far it is, or to end it."""
    with two_servers(postgres.database()) as servers:
        one, other = servers.values()
        for begins, looks in ((one, other), (other, one)):
            ann = Visitor(begins, "Ann")
            match = ann.new_match("hypergammon", opponent={"kind": "bot", "level": "casual"})
            assert ann.post(f"/api/matches/{match['id']}/abandon")[0] == 200
            ann.server = looks
            deadline = time.monotonic() + PATIENCE
            while (told := ann.get(f"/api/matches/{match['id']}/review")[1])["state"] != "done":
                assert time.monotonic() < deadline, told
                time.sleep(0.1)
            question = {"variant": "hypergammon", "trials": 12960, "plies": 1}
            status, rollout = ann.post("/api/rollouts", question)
            assert status == 201, rollout
            ann.server = begins
            assert ann.get(f"/api/rollouts/{rollout['id']}")[0] == 200
            assert ann.delete(f"/api/rollouts/{rollout['id']}") == 204
            ann.server = looks
            assert ann.get(f"/api/rollouts/{rollout['id']}")[0] == 404


def test_a_visitor_is_forgotten_everywhere(postgres: Postgres) -> None:
    with two_servers(postgres.database()) as servers:
        one, other = servers.values()
        ann = Visitor(one, "Ann")
        match_id = ann.new_match("hypergammon")["id"]
        with pytest.raises(LOST), ann.sit(match_id) as table:
            elsewhere = Visitor(other)
            elsewhere.cookie = ann.cookie
            assert elsewhere.delete("/api/me/device") == 204
            table.until(lambda: False)


# Processes that die ------------------------------------------------------------------------------


def kill_the_owner(url: str, kills: int, seed: int) -> str:
    """Again and again, at any moment of a match; each time the other one goes on with it."""
    chance = random.Random(seed)
    with two_servers(url) as servers:
        pair = Pair(list(servers.values()), chance)
        longest = 0.0
        for _ in range(kills):
            pair.play(chance.randint(1, 8))
            name = owner(url, pair.match_id)
            assert name
            victim = servers.pop(name)
            pair.servers = list(servers.values())
            pair.rest()
            pair.longest = 0.0
            killer = threading.Timer(chance.random() * 0.05, victim.kill)
            killer.start()
            pair.play(6)
            killer.join()
            pair.play(2)
            longest = max(longest, pair.longest)
            known = ids(url)
            victim.start()
            [name] = ids(url) - known
            servers[name] = victim
            pair.servers = list(servers.values())
            for player in pair.players:
                pair.come_back(player)
        pair.check(url)
        events = max(max(player.seen) for player in pair.players)
        return (
            f"{kills} kills of the owner, {pair.acknowledged} actions acknowledged, {events} "
            f"events, none lost, none twice; it stood still for {longest:.1f} s at most"
        )


def test_nothing_is_lost_when_the_owner_is_killed(postgres: Postgres) -> None:
    print(kill_the_owner(postgres.database(), 3, seed=1))


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_nothing_is_lost_in_two_hundred_kills(postgres: Postgres) -> None:
    print(kill_the_owner(postgres.database(), 200, seed=2))


def pause_the_owner(url: str, pauses: int, seed: int) -> str:
    """For longer than its lease, with an action on its way: it must not be done by who is late."""
    chance = random.Random(seed)
    with two_servers(url) as servers:
        pair = Pair(list(servers.values()), chance)
        for _ in range(pauses):
            pair.play(chance.randint(1, 8))
            name = owner(url, pair.match_id)
            assert name
            late, [other] = servers[name], [each for key, each in servers.items() if key != name]
            mover = pair.mover()
            mover.sit(late)
            os.kill(late.pid, signal.SIGSTOP)
            try:
                mover.send(chance)
                pair.servers = [other]
                assert Visitor(other).ask("GET", f"/match/{pair.match_id}")[0] == 200
                pair.come_back(pair.other(mover))  # when the other process has taken the match over
                assert owner(url, pair.match_id) not in (None, name)
            finally:
                os.kill(late.pid, signal.SIGCONT)
            with pytest.raises(LOST):  # the player is sent away
                while True:
                    mover.hear()
                    assert mover.unanswered, "who was late has done it"
            assert mover.unanswered, "who was late has done it"
            pair.come_back(mover)
            pair.play(5)
            pair.servers = list(servers.values())
            for player in pair.players:
                pair.come_back(player)
        pair.check(url)
        # Two that write to one log stumble over each other.
        assert [failed_writes(server) for server in servers.values()] == [0, 0]
    return f"{pauses} pauses, {pair.acknowledged} actions acknowledged, none by who was late"


def failed_writes(server: Forked) -> float:
    text = Visitor(server).ask("GET", "/metrics")[2].decode()
    [line] = [each for each in text.splitlines() if each.startswith("fullprime_failed_writes")]
    return float(line.split()[1])


def test_who_was_late_writes_nothing(postgres: Postgres) -> None:
    print(pause_the_owner(postgres.database(), 1, seed=3))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_who_was_late_writes_nothing_in_twenty_pauses(postgres: Postgres) -> None:
    print(pause_the_owner(postgres.database(), 20, seed=4))


def test_the_database_is_killed_and_started_again(postgres: Postgres) -> None:
    url, chance = postgres.database(), random.Random(5)
    with two_servers(url) as servers:
        pair = Pair(list(servers.values()), chance)
        pair.play(10)
        mover = pair.mover()
        killing = threading.Thread(target=postgres.kill)
        killing.start()
        mover.send(chance)
        pair.play(20)
        killing.join()
        pair.play(10)
        pair.check(url)


def test_a_clock_rings_where_its_process_has_died(postgres: Postgres) -> None:
    """And no page is open."""
    url = postgres.database()
    with two_servers(url) as servers:
        clock = {"minutes": 0.1, "delay": 0}
        pair = Pair(list(servers.values()), random.Random(6), clock=clock)
        pair.mover()
        for player in pair.players:
            player.leave()
        name = owner(url, pair.match_id)
        assert name
        servers.pop(name).kill()
        deadline = time.monotonic() + PATIENCE
        query = "SELECT version FROM events WHERE action LIKE '%timed_out%'"
        while not changed(url, query):
            assert time.monotonic() < deadline, "nobody has the clock"
            time.sleep(0.1)


# Under one supervisor ----------------------------------------------------------------------------


def workers(server: Server) -> set[int]:
    """The processes of a supervisor."""
    assert server._process
    found = Path(f"/proc/{server._process.pid}/task/{server._process.pid}/children")
    return {int(pid) for pid in found.read_text().split()}


def restart(url: str, rounds: int, seed: int) -> str:
    """Every process is replaced in its turn, again and again, and one that is killed comes back."""
    with Server(url, "--workers", "2") as site:
        pair = Pair([site], random.Random(seed))
        pair.play(10)
        pair.longest = 0.0
        for _ in range(rounds):
            before = workers(site)
            assert len(before) == 2
            assert site._process
            site._process.send_signal(signal.SIGHUP)
            while len(workers(site) - before) < 2:
                pair.play(1)
        silent = pair.longest
        before = workers(site)
        os.kill(min(before), signal.SIGKILL)
        while len(workers(site) - {min(before)}) < 2:
            pair.play(1)
        pair.play(10)
        pair.check(url)
    return (
        f"{2 * rounds} processes replaced, {pair.acknowledged} actions acknowledged, none lost, "
        f"none twice; the table stood still for {silent:.1f} s at most"
    )


def test_a_restart_costs_no_turn(postgres: Postgres) -> None:
    print(restart(postgres.database(), 1, seed=7))


def test_restarts_that_are_asked_for_at_once_come_one_after_the_other(postgres: Postgres) -> None:
    """Each replaces both processes; done at once, they would end the same ones."""
    with Server(postgres.database(), "--workers", "2") as site:
        assert site._process
        before = workers(site)
        for _ in range(2):
            site._process.send_signal(signal.SIGHUP)
            time.sleep(0.2)
        seen = set(before)
        while len(seen) < 6:
            seen |= workers(site)
            assert Visitor(site).get("/healthz")[0] == 200


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_fifty_restarts_cost_no_turn(postgres: Postgres) -> None:
    print(restart(postgres.database(), 25, seed=8))


def test_a_file_has_one_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fullprime", "serve", "--workers", "2"]
    command += ["--data", str(tmp_path / "m.db"), "--no-open"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 3
    assert "workers: 2: a file of SQLite has one process" in ended.stderr


def test_an_address_of_another_machine_is_refused(postgres: Postgres) -> None:
    command = [sys.executable, "-m", "fullprime", "serve", "--port", "0", "--no-open"]
    command += ["--store", postgres.database()]
    environment = {**os.environ, "FULLPRIME_SERVE_PEER_HOST": "192.0.2.1"}  # of no machine
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=environment
    )
    assert ended.returncode != 0
    assert "peer_host: cannot listen at 192.0.2.1" in ended.stderr


def test_processes_that_cannot_start_are_given_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fullprime", "serve", "--workers", "2", "--port", "0"]
    command += ["--store", f"postgresql://nobody@/none?host={tmp_path}", "--no-open"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode != 0
    assert "end as soon as they are started" in ended.stderr
