"""From the start page into a match, and the pages around it: gallery, new game, matches."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.hands import BOT, SINGLE, Hands


def test_from_the_start_page_into_a_match(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.open("/")
    expect(page.get_by_role("heading", name="New here?")).to_be_visible()
    expect(page.locator(".living .checker").first).to_be_attached()
    page.get_by_role("button", name="Show the game").click()  # still, where less motion is wished
    expect(page.get_by_role("button", name="Pause the game")).to_be_visible()
    expect(page.locator(".level-card").last).to_have_text("StrongestPR 0")
    page.get_by_label("Expert").check()
    page.get_by_role("group", name="Match to").get_by_text("7", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    state = person.state()
    assert state["players"][1]["level"] == "expert"
    assert state["target"] == {"type": "points", "to": 7}
    person.turn_to("/")
    card = page.locator(".continue-card")
    expect(card).to_contain_text("Fullprime, expert")
    expect(page.get_by_label("Expert")).to_be_checked()  # the last choice is the next one
    card.click()
    page.wait_for_url("**/match/*")


def test_the_gallery_finds_games(person: Hands) -> None:
    page = person.page
    person.turn_to("/games")
    cards = page.locator(".gallery-card")
    expect(cards).to_have_count(26)
    expect(page.locator(".gallery-card svg")).to_have_count(24 + 2 * 3)
    page.get_by_label("Find a game").fill("greek pins")
    expect(cards).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="1 game found")).to_be_attached()
    expect(page.get_by_role("link", name="Rules of Plakoto")).to_have_attribute(
        "href", "/games/plakoto"
    )
    page.get_by_label("Find a game").fill("chess")
    expect(page.get_by_text("No game fits “chess”.")).to_be_visible()
    page.get_by_label("Find a game").fill("")
    page.get_by_role("link", name="Running games").click()
    expect(page).to_have_url(re.compile("#running$"))
    expect(cards).to_have_count(26)  # the page is still there
    page.get_by_role("link", name="Narde", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Narde")).to_be_visible()


def test_a_new_game_asks_for_what_matters(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.open("/new?game=plakoto&opponent=here")
    cube = page.get_by_role("switch", name="Doubling cube")
    expect(cube).to_be_disabled()
    expect(page.get_by_text("this game has no cube")).to_have_count(1)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Name of the other player").fill("Bo")
    page.get_by_text("Black", exact=True).click()
    page.get_by_text("Tournament", exact=True).click()
    expect(page.get_by_text("10 min each, 12 s delay per turn")).to_be_visible()
    page.get_by_text("House rules", exact=True).click()
    usual = page.get_by_role("group", name="A pinned mother").locator("label", has_text="usual")
    expect(usual).to_contain_text("left their start")
    page.get_by_text("loses at once").click()
    expect(page.locator("summary")).to_contain_text("1 changed")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport()  # as ever
    page.get_by_role("button", name="Save as default").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    state = person.state()
    assert [each["name"] for each in state["players"]] == ["Bo", "Ann"]
    assert state["variant"]["options"] == {"mother_rule": "immediate"}
    assert state["clock"]["left"][0] <= 600
    person.turn_to("/new")
    expect(page.get_by_role("heading", level=1, name="Plakoto")).to_be_visible()
    expect(page.get_by_label("Tournament", exact=True)).to_be_checked()
    expect(page.locator("summary")).to_contain_text("all as usual")


def test_rules_that_do_not_apply_say_why(person: Hands) -> None:
    page = person.page
    person.turn_to("/new?game=backgammon")
    jacoby = page.get_by_role("switch", name="Jacoby rule")
    expect(jacoby).to_be_disabled()
    page.get_by_role("group", name="Length").get_by_text("Money", exact=True).click()
    expect(jacoby).to_be_enabled()
    expect(page.get_by_role("switch", name="Crawford rule")).to_be_disabled()
    expect(page.get_by_text("matches to points only")).to_be_visible()
    page.get_by_role("switch", name="Beavers").click()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("Immediate redoubles allowed").fill("2")
    page.get_by_label("Immediate redoubles allowed").press("Tab")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    assert person.state()["settings"]["beavers"] == 2
    assert person.state()["target"]["type"] == "money"


def test_matches_are_found_abandoned_and_deleted(newcomer: Hands) -> None:
    person, page = newcomer, newcomer.page
    person.open("/matches")
    expect(page.get_by_text("You have not played yet.")).to_be_visible()
    person.new_match(opponent=BOT, target=SINGLE)
    person.new_match("narde", opponent=BOT)
    person.turn_to("/matches")
    rows = page.locator(".match-row")
    expect(rows).to_have_count(2)
    page.get_by_label("Find a match").fill("narde")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Abandon: Narde").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You lose the match.")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Abandon: Narde").click()
    dialog.get_by_role("button", name="Abandon").click()
    expect(rows).to_contain_text("Lost")
    page.get_by_label("Find a match").fill("")
    page.get_by_text("In progress", exact=True).click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Delete: Backgammon").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No match fits.")).to_be_visible()
    page.get_by_role("group", name="Show").get_by_text("Lost", exact=True).click()
    expect(rows).to_have_count(1)
    person.turn_to("/matches")
    expect(rows).to_have_count(1)


def test_an_invitation_names_the_one_who_invites(newcomer: Hands, person: Hands) -> None:
    page = person.page
    invitation = {"opponent": {"kind": "invite"}, "target": SINGLE}
    for name, words in (
        ("", "You are invited to a match."),
        ("Ann", "Ann invites you to a match."),
    ):
        newcomer.page.request.patch("/api/me", data={"name": name})
        answer = newcomer.page.request.post("/api/matches", data={"game": "tapa", **invitation})
        person.turn_to(answer.json()["invite"])
        expect(page.get_by_role("heading", level=1)).to_have_text(words)
        expect(page.locator(".invitation svg")).to_be_visible()
        expect(page.locator(".invitation")).to_contain_text("Tapa")
        expect(page.get_by_label("Your name")).to_be_visible()
