"""Reports to read and print: what is in them, for every kind of match, and that names are safe."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from fullprime import Match, Money, Points, SeededDice, load
from fullprime.analysis.review import Report, review
from fullprime.analysis.review.charts import curve_svg
from fullprime.analysis.review.document import Document, document
from fullprime.analysis.review.html import html
from fullprime.engine import Engine, play_match
from fullprime.formats.saved import dump
from fullprime.printing.paper import Paper
from fullprime.printing.report import report_source
from fullprime.printing.typeset import pdf
from program import run

USAGE, NOT_UNDERSTOOD = 2, 3
HEAD = " 3 point match\n\n Game 1\n Ann : 0              Ben : 0\n"
MATCH = HEAD + "  1) 31: 24/23 13/10   62: 24/18 13/11\n  2) 65: 24/13\n"
EMPTY_TAGS = {"meta"}


class Page(HTMLParser):
    """What a browser would find: tags in their nesting, texts, links and where they lead."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in EMPTY_TAGS:
            self.open.append(tag)
        for name, value in attrs:
            if name == "href":
                self.links.add((value or "").removeprefix("#"))
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def read(match: Match, **choices: bool | int | None) -> Document:
    return document(match, review(match, plies=0), **choices)  # type: ignore[arg-type]


# The page -----------------------------------------------------------------------------------------


def test_a_page_is_whole_and_needs_nothing_else(played: tuple[Match, Report]) -> None:
    made = document(*played)
    source = html([made])
    page = Page(source)
    assert page.open == []
    assert not {"script", "link", "iframe", "object", "img"} & set(page.tags)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", source))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "@import" not in source
    assert "url(" not in source
    assert not any(name.startswith("on") for name, _ in page.attributes)
    policies = [value for name, value in page.attributes if name == "content"]
    assert "default-src 'none'; style-src 'unsafe-inline'" in policies
    assert played[0].players[0] in page.text
    assert "<script" not in source
    assert "prefers-color-scheme: dark" in source
    assert "@media print" in source


def test_every_error_has_a_board_and_every_link_a_place(played: tuple[Match, Report]) -> None:
    match, report = played
    made = document(match, report)
    page = Page(html([made]))
    shown = [each for each in report.errors if each.size in ("error", "blunder")]
    assert len(shown) > 5
    assert len(made.cases) == page.tags.count("article") == len(shown)
    assert page.tags.count("svg") == len(shown) + 1
    assert page.links <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    every = document(match, report, every=True)
    assert len(every.cases) == len(report.errors) > len(shown)
    assert {case.heading for case in made.cases} <= {case.heading for case in every.cases}


def test_its_numbers_are_those_of_the_report(played: tuple[Match, Report]) -> None:
    match, report = played
    made = document(match, report)
    text = Page(html([made])).text
    worst = report.errors[0]
    sentence = f"{worst.played} costs {worst.error:.3f}"
    assert sentence in text
    assert f"Best: {worst.best}." in text
    for player in report.players:
        assert f"{player.pr:.2f}" in text
    assert str(report.settings["evaluators"]["backgammon"]) in text
    assert str(report.settings["version"]) in text
    assert "fullprime analyze FILE --plies 0" in text
    assert made.cubes
    assert len(made.cubes.rows) == sum(
        each.counts for each in report.verdicts if each.decision.kind != "checker"
    )


def test_the_choices_name_the_best_and_the_played(played: tuple[Match, Report]) -> None:
    match, report = played
    for case in document(match, report).cases:
        marks = [row.mark for row in case.table.rows]
        assert marks.count("best") == 1
        assert "played" in marks
        assert ('class="arrow"' in case.board) == ("Play" in case.table.heads)


def test_only_my_errors(played: tuple[Match, Report]) -> None:
    match, report = played
    made = document(match, report, me=1)
    assert made.errors
    assert {row.cells[2] for row in made.errors.rows} == {"Ben"}
    assert all(case.verdict.startswith("Ben: ") for case in made.cases)


def test_the_curve(played: tuple[Match, Report]) -> None:
    match, report = played
    drawn = curve_svg(report, chances=True)
    assert drawn
    for size in ("doubtful", "error", "blunder"):
        assert drawn.count(f'class="{size}"') == sum(e.size == size for e in report.verdicts)
    assert drawn.count("<polyline") == len(match.games)
    assert drawn.count('class="luck"') > 20
    assert "100 %" in drawn
    money = read(_session())
    assert money.chart
    assert "100 %" not in money.chart
    assert "points" in money.chart_words


def _session() -> Match:
    match = Match.start(players=("Ann", "Ben"), target=Money()).apply("31").apply("24/23 13/10")
    return match.apply("double").apply("drop")


# Matches of every kind ----------------------------------------------------------------------------


def test_a_match_that_has_not_begun() -> None:
    made = read(Match.start(players=("Ann", "Ben"), target=Points(5)))
    page = Page(html([made]))
    assert made.chart is None
    assert "Nothing to review." in page.text
    assert page.open == []
    assert len(PdfReader(io.BytesIO(pdf(report_source([made], Paper.named("a4"))))).pages) == 1


def test_faults_of_the_file_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "night.mat"
    file.write_text(HEAD + "  1) 31: 8/5 6/4       64: 24/14\n")
    made = read(load(file, strict=False))
    assert len(made.faults) == 1
    assert "line 5: game 1: Ann, 31: 8/5 6/4" in Page(html([made])).text


@pytest.mark.parametrize("game", ["plakoto", "tavli", "coan_ki"])
def test_other_games(game: str) -> None:
    engines = Engine(level="beginner", name="Ann"), Engine(level="beginner", name="Ben")
    match = play_match(*engines, SeededDice(3), target=1 if game != "tavli" else 2, variant=game)
    made = read(match)
    page = Page(html([made]))
    assert page.open == []
    assert made.cubes is None
    assert made.games
    assert ("Plakoto" in {row.cells[1] for row in made.games.rows}) == (game == "tavli")
    text = _text(pdf(report_source([made._replace(cases=made.cases[:1])], Paper.named("a4"))))
    assert "Errors on the board" in text
    for variant in {each.variant for each in match.games}:
        assert f"{variant.name} evaluated by" in text


def test_reasons_stand_beside_the_board(played: tuple[Match, Report]) -> None:
    match, report = played
    told = {reason.text for each in report.errors for reason in each.reasons}
    made = document(match, report, every=True)
    said = {reason[2:] for case in made.cases for reason in case.reasons}
    assert len(said) > 3
    assert said == told
    text = Page(html([made])).text
    assert all(sentence in text for sentence in said)
    case = next(case for case in made.cases if case.reasons)
    paper = _text(pdf(report_source([made._replace(cases=(case,))], Paper.named("a4"))))
    assert "".join(case.reasons[0].split()) in "".join(paper.split())


# Paper --------------------------------------------------------------------------------------------


def _text(made: bytes) -> str:
    pages = PdfReader(io.BytesIO(made)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_a_pdf_says_the_same(
    played: tuple[Match, Report], paper: str, size: tuple[float, float]
) -> None:
    whole = document(*played)
    made = whole._replace(cases=whole.cases[:1])  # reading boards back takes long
    sheets = pdf(report_source([made], Paper.named(paper)))
    pages = PdfReader(io.BytesIO(sheets)).pages
    for page in pages:
        box = page.mediabox
        millimetres = float(box.width) / 72 * 25.4, float(box.height) / 72 * 25.4
        assert millimetres == pytest.approx(size, abs=0.1)
    text = _text(sheets)
    for words in ("Summary", "Cube decisions", made.cases[0].heading, "How this was computed"):
        assert words in text
    assert "alert" in text
    assert f"1 of {len(pages)}" in text


def test_boards_in_a_pdf_are_drawn_and_three_fit_on_a_page(played: tuple[Match, Report]) -> None:
    whole = document(*played)
    counts = []
    for boards in (0, 6):
        source = report_source([whole._replace(cases=whole.cases[:boards])], Paper.named("a4"))
        sheets = pdf(source)
        counts.append(len(PdfReader(io.BytesIO(sheets)).pages))
        assert b"/Subtype /Image" not in sheets
        assert b"/Subtype/Image" not in sheets
    assert 1 <= counts[1] - counts[0] <= 3


def test_each_match_begins_on_a_page_of_its_own() -> None:
    made = read(_session())
    one, two = (
        len(PdfReader(io.BytesIO(pdf(report_source([made] * n, Paper.named("a4"))))).pages)
        for n in (1, 2)
    )
    assert two == 2 * one
    page = Page(html([made, made]))
    assert len(page.ids) == len(set(page.ids))
    assert page.text.count("How this was computed") == 2


# The command --------------------------------------------------------------------------------------


def test_the_command_writes_reports(tmp_path: Path) -> None:
    file, page, sheet = (tmp_path / name for name in ("night.mat", "a.html", "b.pdf"))
    file.write_text(MATCH)
    made = run("analyze", str(file), "--plies", "0", "--html", str(page), "--out", str(sheet))
    assert made.returncode == 0
    assert f"Report: {page}" in made.stderr
    assert "Ann - Ben" in Page(page.read_text(encoding="utf-8")).text
    assert sheet.read_bytes().startswith(b"%PDF")
    assert not (tmp_path / "index.json").exists()


def test_one_report_of_several_matches(tmp_path: Path) -> None:
    (tmp_path / "night.mat").write_text(MATCH)
    saved = dump(Match.start(players=("Cem", "Dia"), target=1).apply("31").apply("24/20"))
    (tmp_path / "saved.json").write_bytes(saved)
    page = tmp_path / "all.html"
    made = run("analyze", str(tmp_path), "--plies", "0", "--out", str(page))
    assert made.returncode == 0
    text = Page(page.read_text(encoding="utf-8")).text
    assert "Ann - Ben and 1 more: review" in text
    assert "Cem - Dia" in text


def test_refused_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "night.mat"
    file.write_text(MATCH)
    nowhere = run("analyze", str(file), "--html", str(tmp_path / "no" / "a.html"))
    assert nowhere.returncode != 0
    assert nowhere.stdout == ""
    other = run("analyze", str(file), "--out", str(file))
    assert other.returncode == USAGE
    assert "is a file, expected a folder, .html or .pdf" in other.stderr
    bad = tmp_path / "bad.mat"
    bad.write_text("hello\n")
    refused = run("analyze", str(bad), "--html", str(tmp_path / "bad.html"))
    assert refused.returncode == NOT_UNDERSTOOD
    assert not (tmp_path / "bad.html").exists()
