"""Rolling out in the position editor: settings, figures as they grow, cancel, and the last."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from program import run
from web.conftest import SIZE, NewPerson, Watch
from web.hands import Hands

CONTACT = "6:2 5:2 4:1 / 22:1 3:2 2:2"
PLAYS = "/position/backgammon/6:2_5:2_4:1~22:1_3:2_2:2?dice=54"
RACE = "6:2 5:1 / 6:2 4:1"
DOUBLE = "/position/backgammon/6:2_5:1~6:2_4:1?away=3-5&to=7"


def roll_out(page: Page, trials: str, plies: str = "0-ply") -> Locator:
    """Presses the button and answers its questions; what then shows the rollout."""
    page.get_by_role("button", name="Roll out", exact=True).click()
    page.get_by_role("group", name="Trials").get_by_label(trials, exact=True).check()
    page.get_by_role("group", name="Search depth").get_by_label(plies).check()
    page.get_by_role("button", name="Start the rollout").click()
    return page.get_by_role("region", name="Rollout")


def rows(shown: Locator) -> list[list[str]]:
    """The cells of the table, row by row."""
    lines = shown.locator("tbody tr").all()
    return [[cell.inner_text() for cell in line.locator("th, td").all()] for line in lines]


def printed(*words: str) -> dict[str, Any]:
    """What the command finds."""
    found: dict[str, Any] = json.loads(run("rollout", *words, "--json").stdout)
    return found


def cells(line: dict[str, Any]) -> list[str]:
    """Chance, equity and standard error as a page writes them."""
    equity, error = line["equity"], line["standard_errors"]["equity"]
    won = 100 * sum(line["outcome"][:3])
    return [f"{won:.1f}%", f"{equity:+.4f}".replace("-", "\u2212"), f"±{error:.4f}"]


def test_plays_are_rolled_out_as_by_the_command(person: Hands) -> None:
    page = person.page
    person.turn_to(PLAYS)
    shown = roll_out(page, "324")
    expect(shown.get_by_text("324 trials, 0-ply, seed 1")).to_be_visible()
    expect(shown.get_by_role("progressbar")).to_have_count(0)
    found = printed(CONTACT, "54", "--trials", "324")
    lines = sorted(found["lines"], key=lambda line: -line["equity"])
    assert len(lines) > 1
    assert [row[:4] for row in rows(shown)] == [[line["name"], *cells(line)] for line in lines]
    assert rows(shown)[0][4] == "best"
    expect(page.locator(".ranked")).to_be_hidden()
    page.set_viewport_size({"width": 320, "height": 640})
    for place in (shown, page.locator(".editor-ways")):
        assert not place.evaluate("(element) => element.scrollWidth > element.clientWidth")
    page.set_viewport_size(SIZE)
    page.get_by_role("button", name="Close the rollout").click()
    expect(shown).to_be_hidden()
    expect(page.locator(".ranked")).to_be_visible()


def test_a_double_is_rolled_out_at_its_score(person: Hands) -> None:
    page = person.page
    person.turn_to(DOUBLE)
    shown = roll_out(page, "324")
    expect(shown.get_by_text("324 trials, 0-ply, seed 1")).to_be_visible()
    options = ("--double", "--away", "3,5", "--trials", "324")
    kept, taken = printed(RACE, *options)["lines"]
    found = rows(shown)
    assert [row[0] for row in found] == ["No double", "Double, take", "Double, pass"]
    assert [row[1:4] for row in found] == [cells(kept), cells(taken), ["", "+1.0000", ""]]


def test_figures_grow_and_stay_when_it_is_canceled(person: Hands) -> None:
    page = person.page
    person.turn_to("/editor")
    expect(page.locator(".verdict .cube-rows")).to_be_visible()
    shown = roll_out(page, "12,960", "1-ply")
    bar = shown.get_by_role("progressbar")
    expect(shown.get_by_text(re.compile(r"^\d+ of 12,960 trials, \d+:\d\d left$"))).to_be_visible()
    expect(shown.locator("tbody tr")).to_have_count(3)
    first = shown.locator("p").inner_text()
    expect(shown.locator("p")).not_to_have_text(first)
    assert 0 < float(bar.get_attribute("value") or 0) < 1
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as ended:
        shown.get_by_role("button", name="Cancel").click()
    assert ended.value.status == 204
    expect(
        shown.get_by_text(re.compile(r"^Stopped after \d+ trials, 1-ply, seed 1$"))
    ).to_be_visible()
    expect(shown.locator("tbody tr")).to_have_count(3)


def test_another_position_and_leaving_the_page_end_it(person: Hands) -> None:
    page = person.page
    person.turn_to(PLAYS.partition("?")[0])
    shown = roll_out(page, "12,960")
    expect(shown.locator("tbody tr")).to_have_count(3)
    for face in ("5", "4"):
        page.locator(f'[data-face="{face}"]').click()
    expect(page.locator(".ranked")).to_be_visible()
    expect(shown).to_be_hidden()
    shown = roll_out(page, "12,960", "2-ply")  # nothing of the last one is in its way
    expect(shown.locator("tbody tr")).not_to_have_count(0)
    page.reload()
    expect(page.locator(".ranked")).to_be_visible()
    shown = roll_out(page, "324")
    expect(shown.locator("tbody tr")).not_to_have_count(0)


def test_what_cannot_be_rolled_out_says_why(new_person: NewPerson, watch: Watch) -> None:
    watch.expected += ["Failed to load resource"]
    person = new_person(locale="tr")
    page = person.page
    person.open("/position/gul_bara")
    began = page.request.post(
        "/api/rollouts",
        data={"variant": "gul_bara", "position": "24:15 / 24:15", "trials": 12_960},
    )
    assert began.status == 201
    page.get_by_role("button", name="Rollout yap").click()
    page.get_by_role("button", name="Rollout'u başlat").click()
    expect(page.get_by_role("alert")).to_contain_text("hâlâ sürüyor")
    person.turn_to("/position/backgammon/18p:1_6:14~7:1_6:14")
    expect(page.locator(".verdict .faults")).to_be_visible()
    expect(page.get_by_role("button", name="Rollout yap")).to_be_disabled()
