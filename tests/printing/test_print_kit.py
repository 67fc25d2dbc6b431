"""The print kit, measured in its PDF: sizes in millimetres, pages, and nothing over the edge."""

from __future__ import annotations

import sys
from itertools import cycle, pairwise
from pathlib import Path

import pytest

from fullprime.cli import cli
from fullprime.errors import BadSettings
from fullprime.printing.boards import full_board
from fullprime.printing.kit import SHEETS, Kit
from fullprime.printing.paper import Paper
from fullprime.printing.typeset import PrintingMissing, pdf, svg
from fullprime.rulebook import rules_of
from fullprime.series import Series
from fullprime.variant import Variant, variants
from pdf_shapes import Page, circles, pages, triangles

CLOSE = 0.1
"""Millimetres."""


def printed(game: str, *sheets: str, paper: str = "a4", **choices: object) -> list[Page]:
    kit = Kit.of(Series.parse(game).rotation(), paper, **choices)  # type: ignore[arg-type]
    return pages(pdf(kit.source(sheets)))


@pytest.mark.parametrize(
    ("paper", "page", "board", "pitch"),
    [
        ("a4", (297, 210), (281, 191), 16.7),
        ("letter", (279.4, 215.9), (263.4, 196.9), 16.4),
        ("a3", (420, 297), (404, 278), 25.0),
    ],
)
def test_a_board_fills_the_sheet_true_to_size(
    paper: str, page: tuple[float, float], board: tuple[float, float], pitch: float
) -> None:
    [sheet] = printed("backgammon", "board", paper=paper)
    assert (sheet.width, sheet.height) == pytest.approx(page, abs=CLOSE)
    frame = max(sheet.shapes, key=lambda shape: shape.width)
    assert (frame.width, frame.height) == pytest.approx(board, abs=CLOSE)
    points = sorted(triangles(sheet), key=lambda shape: (shape.top > page[1] / 2, shape.left))
    assert len(points) == 24
    for first in (0, 6, 12, 18):
        steps = [b.left - a.left for a, b in pairwise(points[first : first + 6])]
        assert steps == pytest.approx([pitch] * 5, abs=CLOSE)


@pytest.mark.parametrize(("paper", "diameter"), [("a4", 15.7), ("letter", 15.4), ("a3", 23.5)])
def test_counters_fit_the_points_of_the_board(paper: str, diameter: float) -> None:
    [sheet] = printed("backgammon", "counters", paper=paper)
    assert len(circles(sheet, diameter)) == 30
    [board] = printed("backgammon", "board", paper=paper)
    point = next(triangles(board))
    assert diameter < point.width + 0.5
    assert f"{diameter:g} mm wide" in sheet.text


@pytest.mark.parametrize("game", ["hypergammon", "coan_ki"])
def test_as_many_counters_as_the_game_has(game: str) -> None:
    variant = Variant.load(game)
    sizes = {"hypergammon": 15.7, "coan_ki": 10.9}
    [sheet] = printed(game, "counters")
    assert len(circles(sheet, sizes[game])) == 2 * variant.checkers


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nets_have_true_edges_and_seven_tabs(paper: str) -> None:
    for sheet, edge, nets in (("cube", 25, 1), ("dice", 20, 4)):
        [page] = printed("backgammon", sheet, paper=paper)
        straight = [shape for shape in page.shapes if not shape.bent]
        faces = [
            s for s in straight if (s.width, s.height) == pytest.approx((edge, edge), abs=CLOSE)
        ]
        assert len(faces) == 6 * nets
        tabs = [
            s
            for s in straight
            if sorted((s.width, s.height)) == pytest.approx((6, edge), abs=CLOSE)
        ]
        assert len(tabs) == 7 * nets


def test_opposite_faces_of_a_die_add_up_to_seven() -> None:
    from fullprime.printing.nets import CROSS, DICE

    places = {name: place for place, name in CROSS.items()}
    column = [name for name in DICE if places[name][0] == 1]
    assert sorted(column) == ["back", "bottom", "front", "top"]
    for one, other in (("top", "bottom"), ("front", "back"), ("left", "right")):
        assert DICE[one] + DICE[other] == 7
        # On a strip of four, faces two apart come to lie across from each other.
        apart = abs(places[one][1] - places[other][1]) + abs(places[one][0] - places[other][0])
        assert apart == 2


def test_a_ruler_at_the_foot_is_fifty_millimetres() -> None:
    for sheet in printed("backgammon", "board", "counters", "score-sheet"):
        rulers = [s for s in sheet.shapes if s.height < 0.01 and s.top > sheet.height - 8]
        assert [s.width for s in rulers] == pytest.approx([50], abs=CLOSE)


@pytest.mark.parametrize(
    ("variant", "paper"),
    list(zip(variants(), cycle(["a4", "letter"]), strict=False)),
    ids=lambda each: getattr(each, "id", each),
)
def test_every_kit_stays_on_its_pages(variant: Variant, paper: str) -> None:
    kit = Kit.of([variant], paper)
    sheets = {sheet.id: sheet.pages for sheet in kit.sheets()}
    made = pages(pdf(kit.source()))
    fixed = sum(number for number in sheets.values() if number)
    assert len(made) > fixed == len(sheets) - 1
    assert ("cube" in sheets) == variant.cube
    for page in made:
        assert page.words
        inside = 4.0  # what printers cannot reach
        for shape in page.shapes:
            assert shape.left > inside and shape.right < page.width - inside
            assert shape.top > inside and shape.bottom < page.height - inside
        for x, y in page.words:
            assert inside < x < page.width - inside and inside < y < page.height - inside
    told = " ".join(" ".join(page.text for page in made[fixed:]).split())
    for line in rules_of(variant).differences:
        assert line.says.text.split(".")[0][:30] in told


def test_a_large_board_lies_on_two_sheets() -> None:
    left, right = printed("backgammon", "board", large=True)
    for half in (left, right):
        assert (half.width, half.height) == pytest.approx((210, 297), abs=CLOSE)
    points = sorted(triangles(left), key=lambda shape: (shape.top > 150, shape.left))
    assert points[1].left - points[0].left == pytest.approx(24.4, abs=CLOSE)
    [counters] = printed("backgammon", "counters", large=True)
    assert len(circles(counters, 22.9)) == 30


def test_the_sizes_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "print.md").read_text(encoding="utf-8")
    for paper, name in (("a4", "A4"), ("letter", "Letter"), ("a3", "A3")):
        small, large = (
            full_board(Variant.load(), Paper.named(paper), size) for size in (False, True)
        )
        board = f"{round(small.box.width)} × {round(small.box.height)} mm"
        sizes = [f"{each:.1f} mm" for b in (small, large) for each in (b.pitch, b.counter)]
        assert f"| {' | '.join([name, board, *sizes])} |" in page


def test_a_series_prints_each_game_once() -> None:
    made = printed("tavli")
    titles = [page.text.splitlines()[0] for page in made if "rules" in page.text]
    assert [name for name in ("Portes", "Plakoto", "Fevga") if name in titles] == [
        *("Portes", "Plakoto", "Fevga")
    ]
    score = next(page.text for page in made if page.text.startswith("Score"))
    assert "1  Portes" in score.replace("\n", " ") or "1 Portes" in score.replace("\n", " ")
    assert "Cube" not in score
    assert "Cube" in printed("backgammon", "score-sheet")[0].text


def test_pages_know_their_number() -> None:
    made = printed("plakoto")
    for number, page in enumerate(made, 1):
        assert f"{number} of {len(made)}" in page.text


def test_color_and_ink_differ_and_a_kit_is_reproducible() -> None:
    game = [Variant.load()]
    ink, color = (pdf(Kit.of(game, look=look).source(["board"])) for look in ("ink", "color"))
    assert ink != color
    assert pdf(Kit.of(game).source(["board"])) == ink
    assert len(svg(Kit.of(game).source(["board", "counters"]))) == 2


def test_names_are_text_whatever_they_hold() -> None:
    odd = Variant.load().__class__(name='#panic() "\\ $x$', start=Variant.load().start)
    assert '#panic() "\\ $x$' in pages(pdf(Kit.of([odd]).source(["rules"])))[0].text


def test_wrong_names_are_refused_with_what_there_is() -> None:
    game = [Variant.load("plakoto")]
    with pytest.raises(BadSettings, match="a4"):
        Kit.of(game, "a5")
    with pytest.raises(BadSettings, match="ink"):
        Kit.of(game, look="gold")
    with pytest.raises(BadSettings, match="unknown sheet of Plakoto 'cube'"):
        Kit.of(game).source(["cube"])


def test_without_typst_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PrintingMissing, match=r"pip install 'fullprime\[print\]'"):
        pdf("")


def test_the_command_writes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli.main(["print", "board", "-v", "fevga", "--paper", "letter"], standalone_mode=False)
    [sheet] = pages((tmp_path / "fullprime-fevga-board-letter.pdf").read_bytes())
    assert sheet.width == pytest.approx(279.4, abs=CLOSE)
    for what in (*SHEETS, "kit"):
        cli.main(["print", what, "--color", "--out", "it.pdf"], standalone_mode=False)
        assert pages((tmp_path / "it.pdf").read_bytes())
