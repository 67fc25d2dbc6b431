"""Two people at two browsers, with dice that both can check."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from fair_forgeries import Made, cut_off, edited_dice
from fullprime.fair_dice.transcript import Transcript, verify
from fullprime.server.dealing import play_again
from server_client import Server
from web.conftest import NewPerson, Watch
from web.hands import Hands

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHECKED = re.compile(r"Dice checked: [1-9]\d* rolls?")


def invited(ann: Hands, ben: Hands, **fields: Any) -> str:
    """Ann makes the match, Ben follows her link; both have its page open."""
    asked = {"opponent": {"kind": "invite"}, "fair_dice": True, **fields}
    match_id = ann.new_match("hypergammon", **asked)
    invite = ann.page.request.get(f"/api/matches/{match_id}").json()["invite"]
    ann.open(f"/match/{match_id}")
    ben.open(invite)
    ben.page.locator("main .invitation button").click()
    ben.page.wait_for_url("**/match/*")
    return match_id


def sign(person: Hands) -> Any:
    return person.page.locator(".dice-sign:not(.small)")


def to_act(ann: Hands, ben: Hands) -> Hands:
    """Who has something to decide."""
    for person in (ann, ben):
        person.page.wait_for_function(
            "() => document.querySelector('.player.acts') !== null || document.querySelector"
            "('.ending-place:not([hidden])') !== null"
        )
    state = ann.state()
    return ben if state["actor"] == 1 else ann


def turn(ann: Hands, ben: Hands) -> None:
    """One decision of whoever has one."""
    person = to_act(ann, ben)
    person.decide(person.my_turn())


def record_of(person: Hands, match_id: str) -> Transcript:
    return Transcript.read(person.page.request.get(f"/api/matches/{match_id}/dice").body())


def test_two_browsers_play_and_check(new_person: NewPerson) -> None:
    """A few turns, a reload in the middle, a resignation, and the record of it all."""
    ann, ben = new_person(), new_person(**PHONE)
    match_id = invited(ann, ben, target={"type": "points", "to": 1})
    expect(sign(ann)).to_have_text(CHECKED)
    for number in range(6):
        turn(ann, ben)
        if number == 2:
            for person in (ann, ben):
                person.page.reload()
                expect(person.page.locator(".board .checker").first).to_be_attached()
    expect(sign(ann)).to_have_text(CHECKED)
    expect(ben.page.locator(".dice-sign.small")).to_be_visible()
    actor = to_act(ann, ben)
    while "resign" not in actor.state()["can"]:
        turn(ann, ben)
        actor = to_act(ann, ben)
    with actor.at_table(match_id) as table:
        table.do("resigned", multiple=1)
    other = ann if actor is ben else ben
    with other.at_table(match_id) as table:
        table.do("accepted")
    expect(ann.page.locator(".ending-place:not([hidden])")).to_be_visible()
    record = record_of(ann, match_id)
    play_again(record)
    found = verify(record)
    assert found.over and len(found.rolls) >= 2 and found.renewed == (0, 0)
    ann.turn_to(f"/match/{match_id}/replay")
    ann.page.get_by_role("link", name="Check the dice").click()
    page = ann.page
    expect(page.get_by_text("All dice are right.")).to_be_visible()
    expect(page.get_by_text(found.head)).to_be_visible()
    expect(page.get_by_text("the record is complete")).to_be_visible()


def test_who_is_away_has_left_a_link(new_person: NewPerson) -> None:
    """Without a clock the opponent can roll although the other page is closed."""
    ann, ben = new_person(), new_person()
    match_id = invited(ann, ben)
    people = [ann, ben]
    while ann.state()["phase"] != "to_roll":
        turn(ann, ben)
    actor = people[ann.state()["actor"]]
    other = ben if actor is ann else ann
    other.page.goto("about:blank")
    actor.page.wait_for_function(
        f"""async () => (await (await fetch("/api/matches/{match_id}")).json()).fair.deposited
          .includes(true)"""
    )
    rolls = len(verify(record_of(actor, match_id)).rolls)
    actor.my_turn()
    actor.press("roll")
    expect(sign(actor)).to_have_text(f"Dice checked: {rolls + 1} rolls")
    assert verify(record_of(actor, match_id)).weak == 1


def test_a_browser_finds_dice_that_were_changed(new_person: NewPerson) -> None:
    """A server that deals something else than what follows from the links."""
    ann, ben = new_person(), new_person()

    def cheat(message: str | bytes) -> str | bytes:
        said = json.loads(message)
        for event in said.get("events", []):
            if event["action"]["type"] == "rolled":
                first, second = event["action"]["dice"]
                event["raw"] = json.dumps(
                    {"type": "rolled", "dice": [first % 6 + 1, second]}, separators=(",", ":")
                )
        return json.dumps(said)

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda message: line.send(cheat(message)))

    ben.page.route_web_socket(re.compile("/ws/matches/"), between)
    invited(ann, ben)
    alarm = ben.page.get_by_role("alert").filter(has_text="The dice of this match do not hold.")
    expect(alarm).to_be_visible()
    expect(alarm).to_contain_text("not those that follow from the three links")
    expect(sign(ben)).to_have_text("The dice are wrong")
    with ben.page.expect_download() as saved:
        alarm.get_by_role("link", name="Save the evidence").click()
    evidence = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert evidence["fault"] == "edited" and evidence["events"] and "signature" in evidence["fair"]
    assert "secret" not in evidence["kept"]
    expect(sign(ann)).to_have_text(CHECKED)
    expect(ann.page.locator(".banner.unfair")).to_be_hidden()


def test_a_record_is_dropped_on_the_page(person: Hands, tmp_path: Path) -> None:
    made = Made(random.Random(7))
    page = person.page
    person.turn_to("/verify")
    expect(page.get_by_role("heading", name="Check the dice of a match")).to_be_visible()
    for record, said in (
        (made.record(), "All dice are right."),
        (edited_dice(made, 3), "The record does not hold."),
        ({"format": "another"}, "This is no record of dice"),
    ):
        choose(page, json.dumps(record).encode())
        expect(page.get_by_text(said)).to_be_visible()
    choose(page, json.dumps(made.record()).encode())
    page.get_by_text("All rolls").click()
    expect(page.locator(".rolls-of-match tbody tr")).to_have_count(8)


def choose(page: Page, content: bytes) -> None:
    file: Any = {"name": "a.dice.json", "mimeType": "application/json", "buffer": content}
    page.locator(".drop input").set_input_files(file)


def test_the_saved_page_needs_no_server(
    person: Hands, new_person: NewPerson, watch: Watch, tmp_path: Path
) -> None:
    made = Made(random.Random(8))
    saved = tmp_path / "verify-dice.html"
    saved.write_bytes(person.page.request.get("/verify-dice.html").body())
    page = new_person(offline=True).page
    page.goto(saved.as_uri())
    watch.faults.remove(f"asks {saved.as_uri()}")  # and nothing else, or the test fails
    choose(page, json.dumps(made.record()).encode())
    expect(page.get_by_text("All dice are right.")).to_be_visible()
    choose(page, json.dumps(cut_off(made, 4)).encode())
    expect(page.get_by_text("The record does not hold.")).to_be_visible()


def test_the_choice_is_there_for_two_pages(newcomer: Hands) -> None:
    page = newcomer.page
    newcomer.open("/new?game=backgammon&opponent=bot")
    choice = page.get_by_role("switch", name="Dice that both players can check")
    expect(choice).to_be_hidden()
    page.get_by_text("By link").click()
    expect(choice).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    assert newcomer.state()["fair"]["anchors"].count(None) >= 2


def test_all_dice_of_the_server(person: Hands, server: Server) -> None:
    """This server was started with a seed, and says so."""
    person.turn_to("/dice")
    page = person.page
    expect(page.get_by_role("heading", name="Dice of this server")).to_be_visible()
    expect(page.locator("main .note")).to_contain_text("can foresee the dice")
    expect(page.locator("#top .seeded")).to_have_text("Foreseeable dice")
