"""Match equity tables of GNU Backgammon, read from XML."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import MatchEquity
from fullprime.errors import BadMatchEquity
from fullprime.formats import match_equity
from fullprime.formats.match_equity.mec import Mec, after_crawford
from fullprime.formats.match_equity.xml import read

INSTALLED = Path("/usr/share/gnubg/met")
HEAD = '<?xml version="1.0"?>\n<!DOCTYPE met PUBLIC "-//X//Y//EN" "met.dtd">\n'
INFO = "<info><name> Mine </name><description>by me</description><length>3</length></info>"
ROWS = ((0.5, 0.7, 0.75), (0.3, 0.5, 0.6), (0.25, 0.4, 0.5))


def row(*figures: object) -> str:
    return "<row>" + "".join(f"<me>{figure}</me>" for figure in figures) + "</row>"


BEFORE = (
    f'<pre-crawford-table type="explicit">{"".join(row(*r) for r in ROWS)}</pre-crawford-table>'
)
AFTER = f'<post-crawford-table player="both">{row(0.5, 0.49, 0.3)}</post-crawford-table>'
GOOD = f"{HEAD}<met>\n{INFO}\n{BEFORE}\n{AFTER}\n</met>"


def mec(early: str = "", late: str = "", length: str = "-1") -> str:
    """Parameters as GNU Backgammon has them, with some put in their place."""

    def parameters(texts: dict[str, str]) -> str:
        told = "".join(f'<parameter name="{name}">{texts[name]}</parameter>' for name in texts)
        return f"<parameters>{told}</parameters>"

    games = {"gammon-rate": "0.26", "win-rate": "0.5"}
    drops = {"free-drop-2-away": "0.015", "free-drop-4-away": "0.004"}
    changed = [dict([text.split("=")]) if text else {} for text in (early, late)]
    return (
        f"<met>{INFO.replace('>3<', f'>{length}<')}"
        f'<pre-crawford-table type="mec">{parameters(games | changed[0])}</pre-crawford-table>'
        f'<post-crawford-table type="mec">{parameters(games | drops | changed[1])}'
        "</post-crawford-table></met>"
    )


def test_a_table_of_figures(tmp_path: Path) -> None:
    path = tmp_path / "mine.xml"
    path.write_text(GOOD)
    table = MatchEquity(name="Mine", before=ROWS, after=(0.5, 0.49, 0.3), sources=("by me",))
    assert match_equity.load(str(path)) == table


def test_names_and_other_files_go_on_to_the_value() -> None:
    assert match_equity.load() is MatchEquity.load()
    assert match_equity.load("kazaross-xg2") is MatchEquity.load()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: not XML: no element found"),
        (GOOD.replace("</met>", ""), "line 7: not XML: no element found"),
        ("<catalog/>", "line 1: element 'catalog', expected 'met'"),
        (GOOD.replace(INFO, ""), "line 3: 0 elements 'info' in 'met', expected 1"),
        (GOOD.replace(">3<", "><"), "line 4: length '', expected a number"),
        (GOOD.replace(">3<", ">4<"), "line 5: 3 rows, expected 4 by line 4"),
        (GOOD.replace("0.75", "much"), "line 5: me 'much', expected a number"),
        (GOOD.replace("0.75", "0.65"), "before, row 1, column 3: 0.65, expected 0.7 or more"),
        (GOOD.replace("explicit", "zadeh"), "line 5: a pre-crawford-table of type 'zadeh', exp"),
        (GOOD.replace("explicit", "mec"), "line 6: a post-crawford-table of type 'explicit', exp"),
        (GOOD.replace(AFTER, AFTER + AFTER), "line 6: 2 elements 'post-crawford-table' in 'met'"),
        ("<a>" * 30, "line 1: nested deeper than 20 elements"),
        ('<!DOCTYPE met [<!ENTITY lol "lol">]><met>&lol;</met>', "declares the entity 'lol'"),
        ('<!DOCTYPE met [<!ENTITY x SYSTEM "/etc/passwd">]><met>&x;</met>', "the entity 'x'"),
        ('<?xml version="1.0" encoding="klingon"?><met/>', "not XML: unknown encoding"),
        ("x" * 1_000_001, "too large"),
        (mec(length="9999"), "line 1: length 9999.0, expected 3 to 200"),
        (mec(early="win-rate=0.6"), "line 1: win-rate 0.6, expected 0.5"),
        (mec(late="gammon-rate=2"), "line 1: gammon-rate 2.0, expected 0.0 to 1.0"),
        (mec(late="free-drop-2-away=0.4"), "free-drop-2-away 0.4, expected 0.0 to 0.1"),
        (mec().replace("free-drop-4-away", "x"), "line 1: no parameter 'free-drop-4-away'"),
    ],
)
def test_bad_files_are_told_with_the_place(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.xml"
    path.write_text(text)
    with pytest.raises(BadMatchEquity) as caught:
        match_equity.load(str(path))
    assert str(path) in str(caught.value)
    assert fault in str(caught.value)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_noise_is_refused(noise: bytes) -> None:
    for data in (noise, GOOD.encode()[:-20] + noise):
        with pytest.raises(BadMatchEquity):
            read("noise", data)


# The calculator -----------------------------------------------------------------------------------

PUBLISHED = """
0.550 0.748 0.797 0.869 0.887 0.930 0.941 0.963 0.969
0.352 0.550 0.653 0.728 0.796 0.849 0.884 0.913 0.934
0.303 0.461 0.563 0.640 0.715 0.777 0.821 0.860 0.889
0.215 0.378 0.484 0.563 0.643 0.709 0.762 0.806 0.843
0.194 0.310 0.412 0.492 0.573 0.642 0.700 0.750 0.793
0.133 0.245 0.343 0.423 0.506 0.577 0.639 0.693 0.742
0.118 0.203 0.294 0.368 0.449 0.518 0.582 0.638 0.691
0.082 0.162 0.245 0.317 0.394 0.463 0.528 0.585 0.640
0.073 0.134 0.208 0.273 0.346 0.412 0.477 0.535 0.591
"""
"""What the author of mec printed for a favourite of 55 % and gammons of 20 % (rec.games.backgammon,
23 September 1996)."""


def test_the_calculator_prints_what_its_author_did() -> None:
    after = (after_crawford(9, 0.2, 0.55), after_crawford(9, 0.2, 0.45))
    found = Mec(9, 0.2, after, 0.55).table()
    for ours, line in zip(found, PUBLISHED.split("\n")[1:-1], strict=True):
        assert ours == pytest.approx([float(figure) for figure in line.split()], abs=0.000501)


def test_parameters_become_a_table() -> None:
    table = read("mec.xml", mec().encode())
    assert table.length == 25
    assert table.after[:4] == pytest.approx((0.5, 0.485, 0.315, 0.30545))
    assert table.chance(1, 2) == pytest.approx(0.685)
    assert read("mec.xml", mec(length="7").encode()).length == 7


@given(st.floats(0, 0.6))
def test_any_rate_of_gammons_makes_a_sound_table(gammons: float) -> None:
    rate = f"gammon-rate={gammons}"
    assert read("mec.xml", mec(rate, rate, length="12").encode()).length == 12


# Files that come with GNU Backgammon --------------------------------------------------------------


@pytest.mark.skipif(not INSTALLED.is_dir(), reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(
    ("file", "length", "chance"),
    [
        ("Kazaross-XG2", 25, 0.6687),
        ("Rockwell-Kazaross", 25, 0.668586),
        ("g11", 25, 0.67184),
        ("jacobs", 25, 0.686),
        ("mec26", 25, 0.664),
        ("mec", 25, 0.664555),
        ("ortega", 15, 0.678),
        ("snowie", 15, 0.664),
        ("woolsey", 15, 0.68),
    ],
)
def test_installed_tables(file: str, length: int, chance: float) -> None:
    table = match_equity.load(str(INSTALLED / f"{file}.xml"))
    assert table.length == length
    assert table.chance(2, 4) == pytest.approx(chance, abs=1e-6)


@pytest.mark.skipif(not INSTALLED.is_dir(), reason="GNU Backgammon is not installed")
def test_our_figures_are_those_of_the_installed_table() -> None:
    theirs, ours = match_equity.load(str(INSTALLED / "Kazaross-XG2.xml")), MatchEquity.load()
    assert (theirs.before, theirs.after) == (ours.before, ours.after)


@pytest.mark.skipif(not INSTALLED.is_dir(), reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("jac050", "line 769: 2 elements 'post-crawford-table' in 'met', expected 1 for both"),
        ("zadeh", "a pre-crawford-table of type 'zadeh', expected one of: explicit, mec"),
        ("catalog", "element 'catalog', expected 'met'"),
    ],
)
def test_installed_files_that_are_refused(file: str, fault: str) -> None:
    with pytest.raises(BadMatchEquity, match=fault):
        match_equity.load(str(INSTALLED / f"{file}.xml"))
