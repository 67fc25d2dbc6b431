"""What people write is text: no name, file or comment runs as a script on anyone's page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from playwright.sync_api import expect

from fullprime.action import Played
from fullprime.formats import match_file
from fullprime.notes import Notes
from web.conftest import NewPerson
from web.hands import Hands
from web.test_files import MATCH, add, at_matches

DO = ("hit=1", "parent.hit=1", "top['hit']=1", "import('/hit')", "fetch('/hit')", "eval('hit=1')")
WAYS = (
    "<script>{}</script>",
    "</script><script>{}</script>",
    "--></script><script>{}//",
    "<ScRiPt >{}</sCrIpT>",
    "<script/x>{}</script>",
    "<img src=x onerror={}>",
    '"><img src=x onerror={}>',
    "'><svg/onload={}>",
    "<svg><animate onbegin={} attributeName=x dur=1s>",
    "<svg><script>{}</script></svg>",
    "<details open ontoggle={}>",
    "<iframe src=javascript:{}></iframe>",
    "<iframe srcdoc='<script>{}</script>'></iframe>",
    "<a href=javascript:{} autofocus onfocus={}>x</a>",
    '" autofocus onfocus="{}',
    "' onmouseover='{}",
    "javascript:{}",
    "<object data=javascript:{}>",
    "<embed src=javascript:{}>",
    "<math href=javascript:{}>x</math>",
    "<style onload={}></style>",
    "<style>@import 'javascript:{}';</style>",
    "<link rel=stylesheet href=javascript:{} onerror={}>",
    "<meta http-equiv=refresh content='0;url=javascript:{}'>",
    "<base href='javascript:{}//'>",
    "<form action=javascript:{}><button autofocus>x</button></form>",
    "<template><script>{}</script></template>",
    "{{{{constructor.constructor('{}')()}}}}",
    "${{{}}}",
    "]]><script>{}</script>",
    "<!--><script>{}</script>",
    "<noscript><p title='</noscript><script>{}</script>'>",
    "&lt;script&gt;{}&lt;/script&gt;",
    "\\u003cscript\\u003e{}\\u003c/script\\u003e",
    "%3Cscript%3E{}%3C/script%3E",
    "\u2028<script>{}</script>",
)
AROUND = ("{}", "x {} y", "{}{}", "[{}](x)", "*{}*", "\t{}", "{}\n{}", "`{}`", "<b>{}</b>", "#{}")


def payloads(count: int) -> list[str]:
    """So many of them."""
    found = [
        around.replace("{}", way.replace("{}", do).replace("{{", "{").replace("}}", "}"))
        for around, way, do in product(AROUND, WAYS, DO)
    ]
    assert len(found) >= 2000
    return random.Random(1).sample(found, count)


PLAYS = tuple(place for place, action in enumerate(MATCH.game.log) if isinstance(action, Played))


def parts(all_: list[str], size: int) -> Iterator[list[str]]:
    for at in range(0, len(all_), size):
        yield all_[at : at + size]


def seen(person: Hands, written: list[str], name: str) -> None:
    """All pages that show a match whose players and comments are such."""
    texts = ["\n".join(some) for some in parts(written, len(written) // 4 + 1)]
    notes = Notes()
    for text, place in zip(texts, PLAYS, strict=False):
        notes = notes.comment(text, game=0, action=place)
    names = (written[0][:40], written[-1][:40])
    match = msgspec.structs.replace(MATCH, players=names, notes=notes)
    page = at_matches(person)
    [row] = add(person, (f"{name}.json", match_file.dump(match, "json").data)).all()
    row.get_by_role("link").click()
    expect(page.locator(".replay .history")).to_be_visible()
    page.keyboard.press("Home")
    shown = ""
    for _ in MATCH.game.log:
        shown += page.evaluate(TEXTS)
        page.keyboard.press("ArrowRight")
    plain = " ".join((shown + page.evaluate(TEXTS)).split())
    missing = [each for each in written if " ".join(each.split()) not in plain]
    assert missing == [], "they are shown as they are written"
    page.reload()
    expect(page.locator(".replay .history")).to_be_visible()
    assert page.evaluate("window.hit") is None


TEXTS = """() => [document.body.innerText,
  ...[...document.querySelectorAll("textarea, input")].map((each) => each.value)].join(" ")"""


def test_no_text_of_others_is_a_script(new_person: NewPerson) -> None:
    """A page that runs one, or whose policy has to stop one, fails by itself (conftest)."""
    seen(new_person(), payloads(60), "hostile")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_text_of_others_is_a_script_at_length(new_person: NewPerson) -> None:
    person = new_person()
    for number, some in enumerate(parts(payloads(2000), 100)):
        seen(person, some, f"hostile{number}")
    print("2,000 payloads as names and comments: no script, no complaint of the policy")
