"""The page that prints a set."""

from __future__ import annotations

from playwright.sync_api import expect

from pdf_shapes import pages
from web.hands import Hands


def test_a_set_is_chosen_seen_and_printed(person: Hands) -> None:
    page = person.page
    person.turn_to("/print?game=backgammon&paper=a4")
    sheets = page.locator(".desk img")
    expect(sheets).to_have_count(6)
    sheets.evaluate_all("all => Promise.all(all.map((each) => each.decode()))")
    go = page.locator(".print-go .primary")
    first = int("".join(filter(str.isdigit, go.inner_text())))
    page.get_by_label("Folding dice").check()
    expect(sheets).to_have_count(7)
    expect(go).to_contain_text(str(first + 1))
    page.get_by_label("Rules leaflet").uncheck()
    page.get_by_label("Game", exact=True).select_option("plakoto")
    expect(page.get_by_label("Doubling cube")).to_have_count(0)
    page.get_by_text("Letter", exact=True).click()
    expect(go).to_have_text("Print 5 pages")
    assert page.url.endswith("/print?game=plakoto&paper=letter&look=ink")
    address = page.url.partition("/print")[0] + str(go.get_attribute("href"))
    made = pages(page.request.get(address).body())
    assert [round(each.width, 1) for each in made] == [279.4, *[215.9] * 4]
