"""Match equity tables: known figures, sound beyond their edge, and refused when they cannot be."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullprime import MatchEquity
from fullprime.errors import BadMatchEquity, FullprimeError

TABLE = MatchEquity.load()
BEFORE = ((0.5, 0.7, 0.75), (0.3, 0.5, 0.6), (0.25, 0.4, 0.5))
AFTER = (0.5, 0.49, 0.3)
points = st.integers(1, 80)


def cut(rows: int) -> MatchEquity:
    """The default as if it were known for shorter matches only."""
    before = tuple(row[:rows] for row in TABLE.before[:rows])
    return MatchEquity(name="cut", before=before, after=TABLE.after[:rows])


# Known figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "chance"),
    [
        (1, 1, 0.5),
        (1, 2, 0.67736),
        (2, 1, 0.32264),
        (4, 2, 0.33130),
        (3, 5, 0.64795),
        (7, 7, 0.5),
        (9, 7, 0.39146),
        (15, 25, 0.80883),
        (0, 3, 1.0),
        (3, -1, 0.0),
    ],
)
def test_known_chances(mine: int, theirs: int, chance: float) -> None:
    assert TABLE.chance(mine, theirs) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("mine", "theirs", "chance"),
    [(1, 1, 0.5), (2, 1, 0.48803), (1, 2, 0.51197), (3, 1, 0.32264), (5, 1, 0.19012), (-1, 1, 1.0)],
)
def test_known_chances_after_the_crawford_game(mine: int, theirs: int, chance: float) -> None:
    assert TABLE.chance(mine, theirs, after_crawford=True) == pytest.approx(chance)


def test_needing_two_in_the_crawford_game_is_needing_three_after_it() -> None:
    """Both times a gammon wins the match, and a single game makes it even."""
    assert TABLE.before[1][0] == TABLE.after[2]


def test_default_agrees_with_another_table() -> None:
    """Rows of an older one, in per cent, from http://fibs.com/golarchive/demo/equity.htm: made in
    another way, so that a gross misprint would show."""
    older = {
        2: (30, 50, 60, 68, 75, 81, 85, 88, 91, 93, 94, 95, 96, 97, 98),
        5: (15, 25, 34, 42, 50, 57, 63, 68, 73, 77, 81, 84, 87, 89, 90),
        10: (3, 7, 13, 17, 23, 28, 34, 40, 45, 50, 55, 60, 64, 68, 71),
    }
    for mine, row in older.items():
        for theirs, chance in enumerate(row, 1):
            assert TABLE.chance(mine, theirs) == pytest.approx(chance / 100, abs=0.025)


def test_after_the_crawford_game_somebody_needs_one() -> None:
    with pytest.raises(FullprimeError, match="one side needs 1 point, got 2 and 3"):
        TABLE.chance(2, 3, after_crawford=True)


# Sound everywhere, also beyond the edge -----------------------------------------------------------


@given(points, points)
def test_both_chances_make_one(mine: int, theirs: int) -> None:
    assert TABLE.chance(mine, theirs) + TABLE.chance(theirs, mine) == pytest.approx(1, abs=1e-12)


@given(points, points)
def test_every_point_counts(mine: int, theirs: int) -> None:
    here = TABLE.chance(mine, theirs)
    assert TABLE.chance(mine + 1, theirs) < here < TABLE.chance(mine, theirs + 1)


@given(points)
def test_every_point_counts_after_the_crawford_game(mine: int) -> None:
    here = TABLE.chance(mine, 1, after_crawford=True)
    assert TABLE.chance(mine + 1, 1, after_crawford=True) < here
    leader = TABLE.chance(1, mine, after_crawford=True)
    assert here + leader == pytest.approx(1)


@st.composite
def tables(draw: st.DrawFn) -> MatchEquity:
    """Tables that grow row by row within what their neighbours allow."""
    rows = draw(st.integers(3, 6))
    leads: dict[tuple[int, int], float] = {(mine, mine): 0.5 for mine in range(rows)}
    for theirs in range(1, rows):
        for mine in range(theirs - 1, -1, -1):
            least = max(leads[mine, theirs - 1], leads[mine + 1, theirs])
            leads[mine, theirs] = draw(st.floats(least, max(least, 0.999)))
    before = [
        [leads[i, j] if i <= j else 1 - leads[j, i] for j in range(rows)] for i in range(rows)
    ]
    after = [0.5]
    while len(after) < rows:
        after.append(draw(st.floats(0.001, after[-1])))
    return msgspec.convert({"name": "drawn", "before": before, "after": after}, type=MatchEquity)


def test_no_chance_is_nothing() -> None:
    """Far beyond a table that rises steeply."""
    before = [[0.5, 0.5, 0.999], [0.5, 0.5, 0.5], [0.001, 0.5, 0.5]]
    steep = {"name": "steep", "before": before, "after": [0.5, 0.5, 0.5]}
    assert 0 < msgspec.convert(steep, type=MatchEquity).chance(12, 1) < 1e-15


@given(tables(), st.integers(1, 12))
def test_any_sound_table_stays_sound_beyond_its_edge(table: MatchEquity, mine: int) -> None:
    row = [table.chance(mine, theirs) for theirs in range(1, 20)]
    column = [table.chance(theirs, mine) for theirs in range(1, 20)]
    late = [table.chance(needed, 1, after_crawford=True) for needed in range(1, 20)]
    slack = 1e-12  # of adding floating point numbers
    assert all(0 < chance <= 1 for chance in (*row, *late))
    assert all(first <= second + slack for first, second in pairwise(row))
    assert all(first >= second - slack for first, second in pairwise(column))
    assert all(first >= second for first, second in pairwise(late))


@pytest.mark.parametrize(("rows", "off"), [(9, 0.012), (15, 0.008), (20, 0.0025)])
def test_shorter_tables_foretell_the_rest(rows: int, off: float) -> None:
    """What the extension says beyond a cut, held against the figures that were cut off."""
    short = cut(rows)
    for mine in range(1, TABLE.length + 1):
        for theirs in range(1, TABLE.length + 1):
            assert short.chance(mine, theirs) == pytest.approx(TABLE.chance(mine, theirs), abs=off)
        late, short_late = (table.chance(mine, 1, after_crawford=True) for table in (TABLE, short))
        assert short_late == pytest.approx(late, abs=off)


# What cannot be a table ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (BEFORE[:2], AFTER, "before: 2 rows, expected 3 to 200"),
        ((*BEFORE[:2], (0.25, 0.4)), AFTER, "before, row 3: 2 figures, expected 3"),
        (BEFORE, AFTER[:1], "after: 1 figures, expected 3, as there are rows, or one less"),
        (BEFORE, (0.4, 0.3, 0.2), "after, figure 1: 0.4, expected 0.5 at an even score"),
        (BEFORE, (0.5, 0.3, 0.4), "after, figure 3: 0.4, expected 0.3 or less"),
        (BEFORE, (0.5, 0.3, 0.0), "after, figure 3: 0.0, expected a chance between 0 and 1"),
        (((0.5, 0.7, 0.6), *BEFORE[1:]), AFTER, "before, row 1, column 3: 0.6, expected 0.7 or"),
        (((0.5, 0.55, 0.75), *BEFORE[1:]), AFTER, "row 2, column 1: 0.3, expected 0.45 by row 1"),
        (((0.5, 0.7, float("nan")), *BEFORE[1:]), AFTER, "row 1, column 3: nan, expected a chance"),
        ((BEFORE[0], (0.3, 0.51, 0.6), BEFORE[2]), AFTER, "row 2, column 2: 0.51, expected 0.5"),
        (((0.5, 0.5, 0.55), (0.5, 0.5, 0.6), (0.45, 0.4, 0.5)), AFTER, "column 3, row 2: 0.6, exp"),
    ],
)
def test_bad_figures_are_told(
    before: tuple[tuple[float, ...], ...], after: tuple[float, ...], fault: str
) -> None:
    with pytest.raises(BadMatchEquity) as caught:
        MatchEquity(name="mine", before=before, after=after)
    assert str(caught.value).startswith("bad match equity table 'mine': ")
    assert fault in str(caught.value)


def test_rounding_is_forgiven_and_the_leader_believed() -> None:
    before = ((0.5, 0.7, 0.75), (0.303, 0.5, 0.6), (0.25, 0.4, 0.5))
    table = MatchEquity(name="rounded", before=before, after=AFTER)
    assert table.chance(2, 1) == pytest.approx(0.3)


# Names and files ----------------------------------------------------------------------------------


def test_our_own_table_is_like_the_default() -> None:
    ours, default = MatchEquity.load("fullprime-backgammon"), MatchEquity.load()
    assert ours.length == default.length == 25
    for mine in range(1, 26):
        for theirs in range(1, 26):
            assert abs(ours.chance(mine, theirs) - default.chance(mine, theirs)) < 0.006
        after = ours.chance(mine, 1, after_crawford=True)
        assert abs(after - default.chance(mine, 1, after_crawford=True)) < 0.011


def test_tables_have_names() -> None:
    assert MatchEquity.load("Kazaross-XG2") is TABLE
    assert TABLE.length == 25
    with pytest.raises(BadMatchEquity, match="did you mean 'kazaross-xg2'"):
        MatchEquity.load("kazaros")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    table = MatchEquity(name="Mine", before=BEFORE, after=AFTER, sources=("a friend",))
    before = [list(row) for row in BEFORE]
    path.write_text(
        f'name = "Mine"\nbefore = {before}\nafter = {list(AFTER)}\nsources = ["a friend"]'
    )
    assert MatchEquity.load(str(path)) == table


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "name: missing"),
        ("name = 3", "name: expected text, got a whole number"),
        ("name = ", "Invalid value"),
        ('name = "x"\nwidth = 3', "width: unknown field"),
        ('name = "x"\nbefore = [[0.5]]\nafter = [0.5]', "before: 1 rows, expected 3 to 200"),
        ("#" * 1_000_001, "too large, expected at most 1,000,000 bytes"),
        (b"name = '\xff'", "decode"),
    ],
)
def test_bad_files_are_told(text: str | bytes, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(BadMatchEquity) as caught:
        MatchEquity.load(str(path))
    assert str(path) in str(caught.value)
    assert fault in str(caught.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadMatchEquity, match=r"none.toml': cannot be read: No such file"):
        MatchEquity.load(str(tmp_path / "none.toml"))
