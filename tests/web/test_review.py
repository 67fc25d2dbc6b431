"""Small things that somebody meets who looks closely: sizes, ends, answers and invitations."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from server_client import Server, Visitor, at_random
from web.conftest import Watch
from web.hands import Hands

MONEY = {"type": "money", "stake": "0.5"}
NOT_LEGAL = [[24, 23]]

REMEMBER = """(table) => {
  window.said = [];
  const say = () => said.push(table.querySelector(".status")?.textContent);
  new MutationObserver(say).observe(table, { childList: true, subtree: true });
}"""
"""What stands there for moments only."""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (360, 640)])
def test_a_game_is_no_higher_than_the_screen(person: Hands, size: tuple[int, int]) -> None:
    width, height = size
    person.page.set_viewport_size({"width": width, "height": height})
    person.sit()
    person.my_turn()
    whole = "document.documentElement.scrollHeight"
    assert person.page.evaluate(whole) <= height


def test_a_session_can_be_ended(newcomer: Hands) -> None:
    person = newcomer
    person.sit(target=MONEY)
    person.my_turn()
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="single game").click()
    person.press("accept")
    assert person.my_turn().open == ["next_game", "end_session", "replay"]
    person.press("end_session")
    expect(person.page.locator(".ending .balance")).to_contain_text("won 0.5")
    expect(person.page.locator(".about-match")).to_contain_text("0.5 per point")
    assert "rematch" in person.my_turn().open
    person.turn_to("/matches")
    expect(person.page.locator(".match-row")).to_contain_text("Finished")


def test_the_keys_of_a_replay_work_from_its_box_too(person: Hands) -> None:
    match_id = person.sit()
    person.my_turn()
    person.turn_to(f"/match/{match_id}/replay")
    person.page.get_by_role("switch").focus()
    person.page.keyboard.press("End")
    expect(person.page.locator(".status")).not_to_contain_text("0/")
    person.page.keyboard.press("Home")
    expect(person.page.locator(".status")).to_contain_text("0/")


def test_the_turn_is_over_at_the_end_of_a_replay(person: Hands) -> None:
    match_id = person.sit(target=MONEY)
    person.my_turn()
    with person.at_table(match_id) as table:
        table.until(lambda: table.my_turn)
        table.do("resigned", multiple=1)
        table.do("accepted")
    person.turn_to(f"/match/{match_id}/replay")
    turn = person.page.locator(".board .turn")
    person.page.keyboard.press("End")
    expect(person.page.locator(".status")).not_to_contain_text("0/")
    expect(turn).to_have_count(0)
    person.page.keyboard.press("ArrowLeft")
    expect(turn).to_have_count(1)


def test_a_refused_wish_is_forgotten_and_notices_do_not_pile_up(
    newcomer: Hands, watch: Watch
) -> None:
    watch.expected.append("Failed to load resource: the server responded with a status of 422")
    page = newcomer.page
    newcomer.open("/new")
    refuse(page, "x" * 300)
    page.get_by_role("radio", name="Money").check()
    start = page.get_by_role("button", name="Play", exact=True)
    for _ in range(2):
        start.click()
        expect(start).to_be_enabled()
    expect(page.locator(".notice")).to_have_count(1)
    assert page.locator(".notice").evaluate("it => it.scrollWidth <= it.clientWidth")
    page.get_by_role("radio", name="Other").check()
    page.get_by_label("Points to win the match").fill("")
    start.click()
    assert page.evaluate("document.querySelector('form').checkValidity()") is False
    page.get_by_role("radio", name="Best of").check()  # what is not asked for cannot be wrong
    assert page.evaluate("document.querySelector('form').checkValidity()")
    newcomer.open("/new")
    expect(page.get_by_role("radio", name="5", exact=True)).to_be_checked()


def refuse(page: Page, detail: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=422, json={"title": "No", "status": 422, "detail": detail})

    page.route("**/api/matches", answer)


def test_an_invitation_says_what_it_is(person: Hands, server: Server) -> None:
    ann = Visitor(server, "Ann")
    asked = {"opponent": {"kind": "invite"}, "clock": {"minutes": 5, "delay": 12}}
    path = ann.new_match("tavli", target={"type": "points", "to": 7}, **asked)["invite"]
    person.turn_to(path)
    main = person.page.locator("main")
    for words in ("Ann invites you", "Tavli", "match to 7 points", "5 minutes each"):
        expect(main).to_contain_text(words)
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.locator(".game-name")).to_have_text("Tavli: Portes")


def test_an_invitation_that_is_used_or_ones_own(person: Hands, watch: Watch) -> None:
    watch.expected.append("Failed to load resource: the server responded with a status of 404")
    person.turn_to("/join/nothing")
    sit = person.page.get_by_role("button", name="Sit down")
    expect(person.page.locator("main")).to_contain_text("already used")
    expect(sit).to_have_count(0)
    match_id = person.sit(opponent={"kind": "invite"})
    expect(person.page.locator(".invite")).to_contain_text("fullprime serve --host 0.0.0.0")
    person.turn_to(person.state()["invite"])
    expect(sit).to_have_count(0)
    person.page.get_by_role("link", name="Back to the match").click()
    expect(person.page).to_have_url(f"http://{watch.host}/match/{match_id}")


def test_a_play_that_is_called_back_leaves_no_trace(person: Hands) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    match_id = person.sit(referee=True)
    person.my_turn()
    board = person.page.locator(".board-place")
    before = board.bounding_box()
    with person.at_table(match_id) as table:
        table.until(lambda: table.my_turn)
        table.do("seen", steps=NOT_LEGAL)
    marks = person.page.locator(".board .marks :is(.left, .arrived)")
    expect(marks).not_to_have_count(0)
    assert board.bounding_box() == before
    person.press("demand")
    expect(marks).to_have_count(0)


def test_the_opponents_answer_is_shown(person: Hands, server: Server) -> None:
    match_id = person.new_match(opponent={"kind": "invite"})
    ben = Visitor(server, "Ben")
    ben.post(f"/api{person.page.request.get(f'/api/matches/{match_id}').json()['invite']}")
    person.open_match(match_id)
    status = person.page.locator(".status")
    with ben.sit(match_id) as table:
        table.until(lambda: table.state["actor"] is not None)
        while table.my_turn or table.state["phase"] != "to_roll":
            if table.my_turn:
                table.do(**at_random(table.state | {"can": table.state["can"][:1]}, person.chance))
            else:
                person.to_play()
                person.make_play()
                table.until(lambda: table.my_turn)
        person.press("double")
        expect(status).to_have_text("Waiting for Ben: take or pass at 2?")
        person.page.locator(".play-table").evaluate(REMEMBER)
        table.until(lambda: table.my_turn)
        table.do("took")
        expect(status).to_have_text("Your turn")
    assert any("Ben takes" in text for text in person.page.evaluate("window.said"))
