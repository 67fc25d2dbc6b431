"""Dice that both players can check, over the sockets of a server: played, attacked, killed."""

from __future__ import annotations

import json
import os
import random
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, get_ident
from typing import Any

import pytest

from fair_pages import FairPage, level, play_out, seated, step
from fullprime.action import Rolled
from fullprime.fair_dice.chain import SERVER, Chain
from fullprime.fair_dice.keys import DiceKeys
from fullprime.fair_dice.transcript import Transcript, Verified, verify
from fullprime.server.dealing import play_again
from program import run
from server_client import Server, Visitor
from stores import Place

Json = dict[str, Any]
ONE = {"type": "points", "to": 1}


@pytest.fixture(scope="module")
def fair_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("fair") / "a.db", "--no-reviews") as running:
        yield running


def record_of(page: FairPage) -> Transcript:
    status, _, body = page.visitor.ask("GET", f"/api/matches/{page.id}/dice")
    assert status == 200, body
    return Transcript.read(body)


def verified(page: FairPage) -> Verified:
    """By the links, and by the rules of the game."""
    record = record_of(page)
    play_again(record)
    return verify(record)


def until(pages: tuple[FairPage, FairPage], phase: str, seed: int = 1) -> tuple[FairPage, FairPage]:
    """Who is to act then, and the other."""
    chance = random.Random(seed)
    while True:
        level(pages)
        state = pages[0].state
        if state["phase"] == phase and state["fair"]["ready"]:
            first, second = pages
            return (first, second) if state["actor"] == 0 else (second, first)
        assert step(pages, chance)


def answered(page: FairPage, kind: str, **fields: Any) -> Json:
    return page.table.answer(page.table.ask(kind, **fields))


def close(*pages: FairPage) -> None:
    for page in pages:
        page.table.close()


# Played ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["backgammon", "hypergammon", "narde"])
def test_a_match_to_its_end_can_be_verified(fair_server: Server, game: str) -> None:
    pages = seated(fair_server, game, target=ONE)
    play_out(pages, random.Random(1))
    found = verified(pages[0])
    thrown = [tuple(e["action"]["dice"]) for e in pages[1].table.events if "dice" in e["action"]]
    assert thrown == [dice for roll in found.rolls for dice in roll.throws]
    assert found.over and found.weak == 0 and len(found.rolls) > 1
    assert pages[0].fair["head"] == pages[1].fair["head"] == found.head
    close(*pages)


def test_who_watches_sees_the_same_and_no_link_too_early(fair_server: Server) -> None:
    pages = seated(fair_server)
    with Visitor(fair_server).sit(pages[0].id) as watcher:
        actor, other = until(pages, "to_roll")
        number = actor.fair["next"]
        actor.table.do("roll", link=actor.link(number))
        other.table.until(lambda: other.fair["rolling"] is not None)
        watcher.until(lambda: watcher.state["version"] >= other.state["version"])
        heard = json.dumps([watcher.events, watcher.state, other.table.events, actor.table.events])
        assert actor.link(number) in heard and other.link(number) not in heard
        assert other.answer()
        watcher.until(lambda: watcher.state["fair"]["rolling"] is None)
        assert other.link(number) in json.dumps(watcher.events)
    close(*pages)


def test_a_rematch_has_dice_of_its_own(fair_server: Server) -> None:
    pages = seated(fair_server, target=ONE)
    play_out(pages, random.Random(2))
    following = pages[0].visitor.post(f"/api/matches/{pages[0].id}/rematch")[1]["id"]
    again = (
        FairPage(pages[0].visitor, following, 0),
        FairPage(pages[1].visitor, following, 1),
    )
    play_out(again, random.Random(3))
    assert verified(again[0]).match == following
    close(*pages, *again)


def test_what_goes_on_from_there_has_usual_dice(fair_server: Server) -> None:
    """A branch and a saved file have no links; nor has what is brought back in."""
    pages = seated(fair_server)
    actor, _ = until(pages, "to_roll")
    ann = pages[0].visitor
    status, made = ann.post(f"/api/matches/{actor.id}/branch", {"version": actor.state["version"]})
    assert status == 201, made
    assert ann.get(f"/api/matches/{made['id']}")[1]["fair"] is None
    saved = ann.ask("GET", f"/api/matches/{actor.id}/export")[2]
    assert b"checked" not in saved
    headers = {"Content-Type": "application/octet-stream", "Origin": ann.origin}
    tricky = saved.replace(b'"notes": {', b'"notes": {"dice": "checked",')
    status, _, body = ann.ask("POST", "/api/imports?name=a.json", tricky, headers)
    assert status == 201, body
    assert ann.get(f"/api/matches/{json.loads(body)['id']}")[1]["fair"] is None
    replay = ann.get(f"/api/matches/{actor.id}/games/1")[1]["steps"]
    assert {step["action"]["type"] for step in replay} == {"rolled", "played"}
    text = ann.ask("GET", f"/api/matches/{actor.id}/export?format=text")[2]
    assert b"dice" not in text.lower()
    close(*pages)


def test_only_people_at_two_pages_can_have_them(fair_server: Server) -> None:
    ann = Visitor(fair_server, "Ann")
    for opponent in ({"kind": "bot", "level": "casual"}, {"kind": "here"}):
        asked = {"game": "backgammon", "opponent": opponent, "fair_dice": True}
        status, problem = ann.post("/api/matches", asked)
        assert (status, problem["code"]) == (422, "fair.people")
    made = ann.new_match("backgammon")
    status, problem = ann.get(f"/api/matches/{made['id']}/dice")
    assert (status, problem["code"]) == (404, "fair.none")
    assert ann.get(f"/api/matches/{made['id']}")[1]["fair"] is None


# Attacked ----------------------------------------------------------------------------------------


def test_wrong_parts_of_a_roll_are_refused(fair_server: Server) -> None:
    pages = seated(fair_server)
    actor, other = until(pages, "to_roll")
    number, version = actor.fair["next"], actor.state["version"]
    foreign = Chain(actor.secret, "another", b"AB"[actor.seat : actor.seat + 1])
    wrong = {
        "a wrong link": "00" * 32,
        "one that was shown": actor.link(number - 1),
        "of the roll after": actor.link(number + 1),
        "of another match": foreign.link(number).hex(),
        "of the opponent": other.link(number),
    }
    for name, link in wrong.items():
        answer = answered(actor, "roll", link=link)
        assert (answer["type"], answer["code"]) == ("error", "fair.link"), name
    assert answered(actor, "roll")["code"] == "fair.link_missing"
    assert answered(other, "roll", link=other.link(number))["code"] == "table.turn"
    early = answered(other, "link", n=number, link=other.link(number))
    assert early["code"] == "fair.early"
    assert answered(other, "anchor", first=number + 1, anchor="11" * 32)["code"] == "fair.number"
    copied = answered(other, "anchor", first=number, anchor=actor.fair["anchors"][actor.seat + 1])
    assert copied["code"] == "fair.copied"
    assert actor.visitor.get(f"/api/matches/{actor.id}")[1]["version"] == version
    actor.table.do("roll", link=actor.link(number))
    other.table.until(lambda: other.fair["rolling"] is not None)
    for name, link in (("wrong", "00" * 32), ("of the opponent", actor.link(number))):
        assert answered(other, "link", n=number, link=link)["code"] == "fair.link", name
    skipped = answered(other, "link", n=number + 1, link=other.link(number + 1))
    assert skipped["code"] == "fair.link"
    for kind in ("doubled", "roll"):  # there is no way back
        again = answered(actor, kind, **({"link": actor.link(number)} if kind == "roll" else {}))
        assert again["code"] == "fair.waits", kind
    assert answered(actor, "link", n=number, link=actor.link(number))["code"] == "fair.early"
    renewed = answered(other, "anchor", first=number, anchor="22" * 32)
    assert renewed["code"] == "fair.early"  # not while a roll waits for it
    assert other.answer()
    verified(other)
    close(*pages)


def test_a_stranger_takes_no_part(fair_server: Server) -> None:
    pages = seated(fair_server)
    actor, _ = until(pages, "to_roll")
    with Visitor(fair_server).sit(actor.id) as stranger:
        for kind in ("link", "deposit"):
            fields = {"n": actor.fair["next"], "link": actor.link(actor.fair["next"])}
            assert stranger.answer(stranger.ask(kind, **fields))["code"] == "table.no_seat"
        fields = {"first": 1, "anchor": "00" * 32}
        assert stranger.answer(stranger.ask("anchor", **fields))["code"] == "table.no_seat"
    close(*pages)


# Who vanishes ------------------------------------------------------------------------------------


def test_who_withholds_a_link_loses_the_match(fair_server: Server) -> None:
    """There is a roll already, so the clock runs: of who owes a link, after two seconds."""
    pages = seated(fair_server, target={"type": "points", "to": 5}, clock={"minutes": 0.05})
    actor, other = until(pages, "to_roll")
    actor.table.do("roll", link=actor.link(actor.fair["next"]))
    assert actor.state["clock"]["running"] == other.seat
    actor.table.until(lambda: actor.state["over"])
    assert actor.state["winner"] == actor.seat
    assert actor.state["abandoned"] == {"by": other.seat, "withheld": True}
    assert verified(actor).over
    close(*pages)


def test_in_a_session_three_times_the_cube_is_lost(fair_server: Server) -> None:
    money = {"type": "money", "stake": "1"}
    pages = seated(fair_server, target=money, clock={"minutes": 0.05})
    actor, _ = until(pages, "to_roll")
    actor.table.do("roll", link=actor.link(actor.fair["next"]))
    actor.table.until(lambda: actor.state["over"])
    [result] = actor.state["results"]
    assert (result["winner"], result["points"]) == (actor.seat, 3 * actor.state["cube"]["value"])
    close(*pages)


def test_no_clock_runs_before_the_first_roll(fair_server: Server) -> None:
    pages = seated(fair_server, clock={"minutes": 0.05})
    level(pages)
    while pages[0].fair["anchors"].count(None):
        step(pages, random.Random(1))
        level(pages)
    pages[0].answer()
    level(pages)
    assert pages[1].fair["rolling"] == 0 and pages[1].state["clock"]["running"] is None
    close(*pages)


def test_without_a_clock_a_link_can_be_left(fair_server: Server) -> None:
    pages = seated(fair_server)
    actor, other = until(pages, "to_roll")
    number, link = other.fair["next"], other.link(other.fair["next"])
    assert other.table.do("deposit", n=number, link=link)["type"] == "ack"
    assert answered(other, "deposit", n=number, link=link)["code"] == "fair.again"
    assert answered(other, "anchor", first=number, anchor="22" * 32)["code"] == "fair.early"
    other.table.close()
    level((actor, actor))
    actor.table.until(lambda: actor.fair["deposited"][other.seat])
    assert link not in json.dumps([actor.table.events, actor.state])
    assert link not in record_of(actor).signature + str(record_of(actor).events)
    assert verify(record_of(actor)).weak == 0
    actor.table.do("roll", link=actor.link(number))  # alone
    actor.table.until(lambda: actor.fair["next"] == number + 1)
    assert actor.state["phase"] != "to_roll" or actor.state["actor"] != actor.seat
    found = verified(actor)
    assert found.weak == 1 and len(found.rolls) == number
    close(actor)


def test_with_a_clock_nothing_is_left_in_advance(fair_server: Server) -> None:
    pages = seated(fair_server, clock={"minutes": 5})
    _, other = until(pages, "to_roll")
    number = other.fair["next"]
    refused = answered(other, "deposit", n=number, link=other.link(number))
    assert refused["code"] == "fair.live"
    close(*pages)


def test_a_lost_chain_is_replaced_once(fair_server: Server) -> None:
    pages = seated(fair_server)
    actor, other = until(pages, "to_roll")
    number = other.fair["next"]
    role = b"AB"[other.seat : other.seat + 1]
    other.chain = Chain(b"n" * 32, other.id, role, first=number)
    fresh = {"first": number, "anchor": other.chain.anchor.hex()}
    assert other.table.do("anchor", **fresh)["type"] == "ack"
    actor.table.until(lambda: actor.fair["anchors"][other.seat + 1] == fresh["anchor"])
    again = {"first": number, "anchor": "33" * 32}
    assert answered(other, "anchor", **again)["code"] == "fair.renewed"
    chance = random.Random(4)
    for _ in range(20):
        assert step(pages, chance)
    found = verified(actor)
    assert found.renewed[other.seat] == 1 and len(found.rolls) > number
    close(*pages)


def test_a_match_is_claimed_from_whose_page_stays_away(tmp_path: Path) -> None:
    config = tmp_path / "fullprime.toml"
    config.write_text("claim = 60\n")
    with Server(tmp_path / "a.db", "--config", str(config)) as server:
        pages = seated(server)
        actor, other = until(pages, "to_roll")
        actor.table.do("roll", link=actor.link(actor.fair["next"]))
        other.table.close()
        actor.table.until(lambda: any(not here for here in _here(actor)))
        claim = actor.visitor.get(f"/api/matches/{actor.id}")[1]["claim"]
        assert 0 < claim <= 60
        status, problem = actor.visitor.post(f"/api/matches/{actor.id}/claim")
        assert (status, problem["code"]) == (409, "claim.early")
        close(actor)


def _here(page: FairPage) -> list[bool]:
    said = [message for message in page.table.heard if message["type"] == "presence"]
    return said[-1]["here"] if said else [True, True]


# Killed ------------------------------------------------------------------------------------------


def test_a_killed_server_deals_the_same_roll(place: Place) -> None:
    """Between a wish to roll and its answer: the roll stands, and waits for the same link."""
    with Server(place, "--no-reviews") as server:
        pages = seated(server)
        for seed in range(1):
            actor, other = until(pages, "to_roll", seed)
            number, head = actor.fair["next"], actor.fair["head"]
            actor.table.do("roll", link=actor.link(number))
            waiting = actor.fair["head"]
            server.kill()
            close(*pages)
            server.start()
            for page in pages:
                page.table = page.visitor.sit(page.id)
            assert actor.fair["head"] == waiting != head
            assert actor.fair["rolling"] == actor.seat and actor.fair["next"] == number
            assert answered(actor, "roll", link=actor.link(number))["code"] == "fair.waits"
            assert other.answer()
            level(pages)
        found = verified(actor)
        assert len(found.rolls) == number
        play_out(pages, random.Random(9))
        assert verified(other).over
        close(*pages)


def test_who_comes_back_hears_what_was_missed(fair_server: Server) -> None:
    pages = seated(fair_server)
    actor, other = until(pages, "to_roll")
    seen = other.state["version"]
    actor.table.do("roll", link=actor.link(actor.fair["next"]))
    other.table.close()
    with other.visitor.sit(other.id, seen) as back:
        assert [event["action"]["type"] for event in back.events] == ["dice_rolling"]
        assert json.loads(back.events[0]["raw"]) == {"opening": False, **back.events[0]["action"]}
    close(actor)


def test_a_server_without_its_key_ends_no_match_as_lost(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db") as server:
        pages = seated(server)
        actor, _ = until(pages, "to_roll")
        close(*pages)
        server.stop()
        (tmp_path / "a.db.dice-key").unlink()
        server.start()
        actor.table = actor.visitor.sit(actor.id)
        assert actor.fair["lost"] and not actor.fair["ready"] and not actor.state["can"]
        assert answered(actor, "roll", link=actor.link(actor.fair["next"]))["code"] == "fair.waits"
        assert actor.visitor.get(f"/api/matches/{actor.id}/dice")[0] == 409
        status, state = actor.visitor.post(f"/api/matches/{actor.id}/abandon")
        assert status == 200 and state["over"] and state["winner"] is None
        assert state["abandoned"] == {"by": None}
        close(actor)


# Kept --------------------------------------------------------------------------------------------


def test_no_coming_dice_are_in_the_database(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Server(path) as server:
        pages = seated(server)
        actor, other = until(pages, "to_roll")
        number = actor.fair["next"]
        rolls = len(verified(actor).rolls)
        close(*pages)
    keys = DiceKeys.kept(tmp_path / "a.db.dice-key")
    chain: Chain = keys._chain(actor.id, 1)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("a.db*") if "key" not in file.name)
    assert chain.link(number - 1).hex().encode() in kept and rolls == number - 1
    for each in (chain, actor.chain, other.chain):
        for coming in range(number, number + 5):
            assert each.link(coming).hex().encode() not in kept
            assert each.link(coming) not in kept
    assert (tmp_path / "a.db.dice-key").stat().st_mode & 0o077 == 0
    assert run("admin", "check", "--data", str(path), home=tmp_path).returncode == 0
    assert Chain(b"x" * 32, actor.id, SERVER).anchor != chain.anchor


def test_processes_that_begin_together_have_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, fresh = Barrier(4), secrets.token_bytes

    def waiting(size: int) -> bytes:
        together.wait()
        return fresh(size)

    monkeypatch.setattr(secrets, "token_bytes", waiting)
    monkeypatch.setattr(os, "getpid", get_ident)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(DiceKeys.kept, [tmp_path / "key"] * 4))
    assert len({each.public for each in made}) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_all_throws_are_counted(place: Place) -> None:
    with Server(place, "--no-reviews") as server:
        ann = Visitor(server, "Ann")
        empty = ann.get("/api/dice")[1]
        assert empty["rolls"] == 0 and empty["tests"]["pairs"]["p"] is None
    with Server(place, "--no-reviews") as server:
        pages = seated(server, target=ONE)
        play_out(pages, random.Random(5))
        thrown = [e["action"] for e in pages[0].table.events if e["action"]["type"] == "rolled"]
        counted = Visitor(server).get("/api/dice")[1]
        assert counted["rolls"] == len(thrown) == sum(map(sum, counted["pairs"]))
        for number in range(1, 7):
            assert counted["faces"][number - 1] == sum(e["dice"].count(number) for e in thrown)
        assert counted["checked"] == {
            "rolls": len(verified(pages[0]).rolls),
            "deposits": 0,
            "anchors": 2,
            "withheld": 0,
        }
        assert 0 < counted["tests"]["faces"]["p"] <= 1
        close(*pages)


def test_real_dice_and_those_of_others_are_not_counted(tmp_path: Path) -> None:
    with Server(tmp_path / "a.db") as server:
        ann = Visitor(server, "Ann")
        made = ann.new_match("backgammon", referee={"dice": "typed"})
        with ann.sit(made["id"]) as table:
            answer = table.do("rolled", dice=[3, 1])
            assert answer["type"] == "ack" and Rolled((3, 1))
        assert ann.get("/api/dice")[1]["rolls"] == 0


@pytest.mark.parametrize(("options", "said"), [((), False), (("--seed", "7"), True)])
def test_a_seeded_server_says_so_on_every_page(
    tmp_path: Path, options: tuple[str, ...], said: bool
) -> None:
    with Server(tmp_path / "a.db", *options) as server:
        for path in ("/", "/matches", "/dice", "/shell", "/nothing"):
            page = Visitor(server).ask("GET", path, headers={"Accept": "text/html"})[2]
            assert (b'name="seeded-dice"' in page) is said, path


def test_the_page_that_needs_no_server(fair_server: Server) -> None:
    status, headers, page = Visitor(fair_server).ask("GET", "/verify-dice.html")
    assert status == 200 and "attachment" in headers["Content-Disposition"]
    assert page.startswith(b"<!doctype html>")
    assert b"http://" not in page.replace(b"http://www.w3.org/2000/svg", b"")
    assert b"https://" not in page and b"import(" not in page
