"""Match files: dropped, chosen or pasted, replayed with their faults, commented on, exported."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page, expect

from fullprime import Match
from fullprime.formats import match_file
from fullprime.formats.match_file import load
from web.conftest import Watch
from web.hands import SINGLE, Hands
from web.test_pages import faults

SAMPLES = Path(__file__).parents[1] / "data" / "matches"
DASH = "\N{EN DASH}"
REFUSED = "Failed to load resource: the server responded with a status of 422"
ACTIONS = ("31", "8/5 6/5", "64", "24/14", "double", "take", "52", "13/8 6/4", "21", "13/11 6/5")


def played(first: str, second: str) -> Match:
    match = Match.start(players=(first, second), target=3)
    for action in ACTIONS:
        match = match.apply(action)
    return match


MATCH = played("Ann", "Ben")
MAT = match_file.dump(MATCH, "mat").data
SGF = match_file.dump(played("Ben", "Ann"), "sgf").data
XG = (SAMPLES / "ann-ben.xg").read_bytes()
WRONG_DIE = MAT.replace(b"52:", b"62:")

DROPPED = """(files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  return transfer;
}"""


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    """On the page, wherever."""
    coded = [[name, b64encode(data).decode()] for name, data in files]
    event = {"dataTransfer": page.evaluate_handle(DROPPED, coded)}
    over = page.locator(".drop-over")
    expect(over).to_be_hidden()
    page.dispatch_event("h1", "dragover", event)
    expect(over).to_be_visible()
    page.dispatch_event("h1", "drop", event)
    expect(over).to_be_hidden()


def chosen(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def add(person: Hands, *files: tuple[str, bytes]) -> Locator:
    """By the button; what has come of them."""
    page = person.page
    page.locator(".drop-zone input").set_input_files([chosen(*file) for file in files])
    rows = page.locator(".added li:not([data-state=waits], [data-state=reads])")
    expect(rows).to_have_count(len(files))
    return rows


def at_matches(newcomer: Hands) -> Page:
    newcomer.open("/matches")
    expect(newcomer.page.get_by_role("heading", name="Add matches")).to_be_visible()
    return newcomer.page


def replay(page: Page, link: Locator) -> str:
    """To the end; what the page says there."""
    link.click()
    expect(page.locator(".replay .history")).to_be_visible()
    expect(page.locator(".replay-status")).to_contain_text("0/")
    page.keyboard.press("End")
    expect(page.locator(".replay-status")).not_to_contain_text("0/")
    return page.locator(".replay-status").inner_text()


def test_dropped_files_are_replayed_like_ones_own(newcomer: Hands) -> None:
    page = at_matches(newcomer)
    expect(page.get_by_text("You have not played yet.")).to_be_visible()
    drop(page, ("club.mat", MAT), ("night.sgf", SGF), ("ann-ben.xg", XG))
    rows = page.locator(".match-row")
    expect(rows).to_have_count(3)
    expect(page.locator(".added [data-state=added]")).to_have_count(3)
    expect(page.locator(".added")).to_contain_text("3 of 3 files read")
    for name in ("mat", "sgf", "xg"):
        expect(rows.locator(".file-mark", has_text=name)).to_have_count(1)
    page.get_by_label("Find a match").fill("night.sgf")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(f"Ben {DASH} Ann")
    page.get_by_label("Find a match").fill("")
    for state, count in (("In progress", 0), ("Imported", 3)):
        page.get_by_role("group", name="Show").get_by_text(state, exact=True).click()
        expect(rows).to_have_count(count)
    for file, end in (
        ("club.mat", "6/6 · Ben plays 2-1: 13/11 6/5"),
        ("night.sgf", "6/6 · Ann plays 2-1: 13/11 6/5"),
        ("ann-ben.xg", ""),
    ):
        assert end in replay(page, page.locator(".added li", has_text=file).get_by_role("link"))
        expect(page.locator(".player.lower .name")).to_have_text("Ben" if "sgf" in file else "Ann")
        page.go_back()  # what has come of the files is still there


def test_a_broken_file_shows_its_faults_and_how_it_may_have_been_meant(newcomer: Hands) -> None:
    page = at_matches(newcomer)
    [row] = add(newcomer, ("broken.mat", WRONG_DIE)).all()
    expect(row).to_contain_text("1 fault")
    row.get_by_role("link").click()
    panel = page.locator(".file-faults")
    expect(panel).to_contain_text("1 fault in the file")
    board = page.locator(".board-seat").bounding_box()
    panel.get_by_role("button", name="line").click()
    shown = page.locator(".history [aria-current]")
    expect(shown).to_contain_text("13/8 6/4 (illegal)")
    expect(page.locator(".replay-status")).to_contain_text("5/6")
    assert faults(page) == []
    panel.locator("summary").click()
    assert page.locator(".board-seat").bounding_box() == board
    panel.locator("summary").click()
    meant = panel.locator(".repair li", has_text="52")
    expect(panel).to_contain_text("only while it is open")
    meant.get_by_role("button", name="Use this").click()
    expect(panel).to_have_count(0)
    expect(page.locator(".history")).not_to_contain_text("illegal")
    page.go_back()
    page.reload()
    expect(panel).to_contain_text("Choose the file again")
    panel.locator("input").set_input_files([chosen("broken.mat", WRONG_DIE)])
    expect(meant).to_be_visible()
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_several_files_each_with_its_result(newcomer: Hands, watch: Watch) -> None:
    watch.expected.append(REFUSED)
    page = at_matches(newcomer)
    letter = ("letter.txt", b"Dear Ben, shall we play?")
    rows = add(newcomer, ("one.mat", MAT), letter, ("two.mat", MAT))
    added = f"Ann {DASH} Ben · 1 game"
    expect(page.locator(".added")).to_contain_text("2 of 3 files read")
    for at, words in enumerate((added, "cannot be read", "already in your matches")):
        expect(rows.nth(at)).to_contain_text(words)
    expect(page.locator(".match-row")).to_have_count(1)
    said = page.locator(".add [role=status]")
    expect(said).to_have_text("Matches added: 1, already there: 1, not read: 1")
    assert faults(page) == []
    page.get_by_role("button", name="Clear list").click()
    expect(page.locator(".added")).to_be_hidden()


def test_a_transcript_is_pasted(newcomer: Hands) -> None:
    page = at_matches(newcomer)
    page.get_by_role("button", name="Paste a transcript").press("Enter")
    dialog = page.get_by_role("dialog", name="Paste a transcript")
    dialog.get_by_label("Transcript").fill(MAT.decode())
    assert faults(page) == []
    dialog.get_by_role("button", name="Add match").click()
    expect(page.locator(".match-row")).to_contain_text(f"Ann {DASH} Ben")
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(pasted);
        }""",
        SGF.decode(),
    )
    expect(dialog.get_by_label("Transcript")).to_have_value(SGF.decode())
    dialog.get_by_role("button", name="Add match").click()
    expect(page.locator(".match-row")).to_have_count(2)


def test_a_match_is_exported_to_every_format_and_as_a_picture(person: Hands) -> None:
    page = person.page
    match_id = person.sit(opponent={"kind": "here", "name": "Ben"}, target=SINGLE)
    person.my_turn()
    page.get_by_label("More").click()
    page.get_by_role("button", name="Export").click()
    dialog = page.get_by_role("dialog", name="Export")
    formats = page.request.get(f"/api/matches/{match_id}/exports").json()
    assert {each["format"] for each in formats} == {"mat", "sgf", "xg_text", "json", "text"}
    expect(dialog.get_by_role("link")).to_have_count(len(formats))
    for each in formats:
        for loss in each["losses"]:
            expect(dialog).to_contain_text(loss)
    assert faults(page) == []
    dialog.get_by_role("button", name="Close").click()
    person.turn_to(f"/match/{match_id}/replay")
    for name, start in (
        (".sgf", b"(;"),
        (".json", b"{"),
        ("PNG", b"\x89PNG"),
        ("SVG", b"<svg"),
    ):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            dialog.locator("a, button", has_text=name).click()
        data = download.value.path().read_bytes()
        assert data.startswith(start)
        if name == ".sgf":
            assert load(data).players[1] == "Ben"
        expect(dialog).to_have_count(0)


def test_comments_and_marks_are_kept(newcomer: Hands) -> None:
    page = at_matches(newcomer)
    add(newcomer, ("club.mat", MAT)).get_by_role("link").click()
    comment, about = page.get_by_label("Comment", exact=True), page.get_by_label("What the comment")
    expect(about).to_have_value("Game 1")
    comment.fill("The first game")
    page.locator(".history button").nth(1).click()  # leaves the field
    expect(about).to_have_value("This turn")
    expect(comment).to_have_value("")
    board = page.locator(".board-seat").bounding_box()
    comment.fill("Running\nis too early\nhere")
    page.get_by_role("button", name="doubtful", exact=True).click()
    cell = page.locator(".history button").nth(1)
    expect(cell).to_have_accessible_name("6-4: 24/14 , doubtful , with a comment")
    expect(page.locator(".comments [role=status]")).to_have_text("Saved")
    assert page.locator(".board-seat").bounding_box() == board
    comment.press("ArrowRight")  # the field keeps its keys
    expect(about).to_have_value("This turn ●")
    page.reload()
    expect(comment).to_have_value("Running\nis too early\nhere")
    expect(page.locator(".marks-row [aria-pressed=true]")).to_have_text("?!")
    assert faults(page) == []
    about.select_option("Game 1 ●")
    expect(comment).to_have_value("The first game")
    about.select_option("The match")
    comment.fill("All of it")
    newcomer.turn_to("/matches")  # saved on the way
    page.locator(".match-row .cover").click()
    expect(about).to_have_value("Game 1 ●")
    about.select_option("The match ●")
    expect(comment).to_have_value("All of it")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("link", name=".sgf").click()
    notes = load(download.value.path().read_bytes()).notes
    assert "Running\nis too early\nhere" in {note.text for note in notes.games[0].actions.values()}


def test_who_only_watches_writes_nothing(newcomer: Hands, person: Hands) -> None:
    match_id = newcomer.sit(target=SINGLE)
    newcomer.my_turn()
    person.turn_to(f"/match/{match_id}/replay")
    expect(person.page.locator(".history")).to_be_visible()
    expect(person.page.locator(".comments")).to_be_hidden()
    newcomer.turn_to(f"/match/{match_id}/replay")
    expect(newcomer.page.get_by_label("Comment", exact=True)).to_be_editable()


def test_files_on_a_phone(phone: Hands) -> None:
    page = phone.page
    phone.open("/matches")
    add(phone, ("broken.mat", WRONG_DIE)).get_by_role("link").click()
    expect(page.locator(".file-faults")).to_be_visible()
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.get_by_role("button", name="blunder", exact=True).tap()
    expect(page.locator(".marks-row [aria-pressed=true]")).to_have_text("??")
    page.get_by_role("button", name="Play on from here").tap()
    page.get_by_role("dialog").get_by_role("button", name="Both sides").tap()
    page.wait_for_url("**/match/*")
    phone.my_turn()
    phone.turn_to("/matches")
    expect(page.locator(".match-row").first).to_be_visible()
    assert page.evaluate(fits)
