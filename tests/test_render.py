"""Drawn boards: what they look like, and that every checker is on them once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from fullprime import (
    Doubled,
    Game,
    Phase,
    Played,
    Position,
    Resigned,
    Roll,
    Rolled,
    Stakes,
    Variant,
)
from fullprime.position import BAR, HAND, OFF
from fullprime.render.layout import columns, cube_face, fit, plain, scene
from fullprime.render.svg import board_svg
from fullprime.render.text import board_text

BACKGAMMON = Variant.load("backgammon")
PIN = msgspec.structs.replace(BACKGAMMON, landing="pin")
SIGNS = {"○": 0, "●": 1, "O": 0, "X": 1}


def game_at(text: str, variant: Variant = BACKGAMMON, **fields: object) -> Game:
    """A game in that position, seat 0 to roll unless the fields say otherwise."""
    game = Game.start(variant).apply(Rolled((2, 1)))
    game = game.apply(game.read("24/23 13/11"))
    position = variant.position(text)
    changes = {"turn": 0, "position": position, **fields}
    return msgspec.structs.replace(game, **changes)


def drawn(text: str) -> list[str]:
    """A board written in a test."""
    return text.strip("\n").split("\n")


# --- What they look like ---------------------------------------------------------------------


@pytest.mark.rule("STD-BOARD-1", "STD-SETUP-1", "STD-CUBE-1")
def test_start() -> None:
    assert board_text(Game.start(BACKGAMMON)) == drawn(
        """
         ● Black   167 pips
         13  14  15  16  17  18          19  20  21  22  23  24
       ┌─────────────────────────┬─────┬─────────────────────────┬───────┐
       │  ○   ·   ·   ·   ●   ·  │     │  ●   ·   ·   ·   ·   ○  │       │
       │  ○               ●      │     │  ●                   ○  │       │
       │  ○               ●      │     │  ●                      │       │
       │  ○                      │     │  ●                      │       │
╭────╮ │  ○                      │     │  ●                      │       │
│ 64 │ │                         │ BAR │                         │       │
╰────╯ │  ●                      │     │  ○                      │       │
       │  ●                      │     │  ○                      │       │
       │  ●               ○      │     │  ○                      │       │
       │  ●               ○      │     │  ○                   ●  │       │
       │  ●   ·   ·   ·   ○   ·  │     │  ○   ·   ·   ·   ·   ●  │       │
       └─────────────────────────┴─────┴─────────────────────────┴───────┘
         12  11  10   9   8   7           6   5   4   3   2   1
         ○ White   167 pips
"""
    )


def test_bar_high_stacks_off_dice_and_owned_cube() -> None:
    game = game_at(
        "bar:2 24:1 6:7 5:2 / bar:1 18:1 8:2 6:6 3:1",
        stakes=Stakes(value=4, owner=1),
        roll=Roll(3, 1),
    )
    assert board_text(game, names=("Ann", "Ben")) == drawn(
        """
         ● Ben   98 pips   off 4
         13  14  15  16  17  18          19  20  21  22  23  24
       ┌─────────────────────────┬─────┬─────────────────────────┬───────┐
 ╭───╮ │  ·   ·   ·   ·   ●   ·  │  ○  │  ●   ·   ·   ●   ·   ○  │ ● ● ● │
 │ 4 │ │                  ●      │  ○  │  ●                      │ ●     │
 ╰───╯ │                         │     │  ●                      │       │
       │                         │     │  ●                      │       │
       │                         │     │  6                      │       │
       │                         │ BAR │         [3] [1]         │       │
       │                         │     │  7                      │       │
       │                         │     │  ○                      │       │
       │                         │     │  ○                      │       │
       │                         │     │  ○   ○                  │       │
       │  ·   ·   ·   ·   ·   ●  │  ●  │  ○   ○   ·   ·   ·   ·  │ ○ ○ ○ │
       └─────────────────────────┴─────┴─────────────────────────┴───────┘
         12  11  10   9   8   7           6   5   4   3   2   1
       ▸ ○ Ann   126 pips   off 3
"""
    )


def test_the_same_board_from_the_other_side_and_compact_in_ascii() -> None:
    game = game_at(
        "bar:2 24:1 6:7 5:2 / bar:1 18:1 8:2 6:6 3:1",
        stakes=Stakes(value=4, owner=1),
        roll=Roll(3, 1),
    )
    assert board_text(game, seat=1, ascii=True, width=40) == drawn(
        """
* O White   126 pips   off 3
 13 14 15 16 17 18    19 20 21 22 23 24
+-----------------+--+-----------------+
| .  .  .  .  .  X| X| O  O  .  .  .  .|
|                 |  | O  O            |
|                 |  | O               |
|                 |  | O               |
|                 |  | 7               |
|     [3] [1]     |  |                 |
|                 |  | 6               |
|                 |  | X               |
|                 |  | X               |
|             X   | O| X               |
| .  .  .  .  X  .| O| X  .  .  X  .  O|
+-----------------+--+-----------------+
 12 11 10  9  8  7     6  5  4  3  2  1
  X Black   98 pips   off 4   cube 4
"""
    )


@pytest.mark.rule("STD-BOARD-3")
def test_home_on_the_left_is_the_mirror_image() -> None:
    game = game_at("24:1 13:4 6:8 / 24:2 8:3 6:5 4:2", stakes=Stakes(value=128, owner=0))
    assert board_text(game, width=64, home_left=True, ascii=True) == drawn(
        """
  X Black   110 pips   off 3
          24 23 22 21 20 19          18 17 16 15 14 13
+-------+--------------------+-----+--------------------+
| X X X |  O  .  .  X  .  X  |     |  .  X  .  .  .  O  |
|       |           X     X  |     |     X           O  |
|       |                 X  |     |     X           O  |
|       |                 X  |     |                 O  |
|       |                 X  |     |                    |
|       |                    | BAR |                    |
|       |                 8  |     |                    |
|       |                 O  |     |                    |
|       |                 O  |     |                    | +---+
|       |  X              O  |     |                    | |128|
| O O   |  X  .  .  .  .  O  |     |  .  .  .  .  .  .  | +---+
+-------+--------------------+-----+--------------------+
           1  2  3  4  5  6           7  8  9 10 11 12
* O White   124 pips   off 2
"""
    )


def test_below_40_columns_the_checkers_are_listed() -> None:
    game = game_at("bar:1 13:5 / 6:15", roll=Roll(6, 6))
    assert board_text(game, width=30) == drawn(
        """
  ● Black
  6:15
  90 pips
▸ ○ White
  bar:1 13:5
  90 pips   off 9
[6] [6]
"""
    )


def test_a_pinned_checker_lies_under_the_enemy() -> None:
    game = game_at("24:9 10:6 / 24:13 15p:1 4:1", PIN)
    board = board_text(game, ascii=True, width=40)
    column = board[-2].index("10") + 1
    assert [line[column] for line in reversed(board[9:14])] == list("XOOO6")


def test_offers_are_shown_where_the_dice_would_lie() -> None:
    game = game_at("13:5 6:10 / 13:5 6:10")
    doubled = board_text(game.apply(Doubled()))
    assert "double to 2?" in doubled[8]
    assert doubled[0].strip().startswith("▸ ●")  # the one who must answer
    assert "resigns?" in board_text(game.apply(Resigned(1)))[8]


@pytest.mark.rule("OPT-BEAVER", "OPT-RACCOON")
@pytest.mark.parametrize(
    ("animals", "news"), [(1, "beaver to 8?"), (2, "raccoon to 8?"), (3, "beaver to 8?")]
)
def test_animals_are_called_by_their_names(animals: int, news: str) -> None:
    game = game_at("13:5 6:10 / 13:5 6:10", phase=Phase.OFFERED, offer=8, animals=animals)
    assert news in board_text(game)[8]
    assert news in board_text(game, width=40)[8]


def dice_of(roll: Roll, left: Sequence[int] | None) -> str:
    """The dice on a drawn board, with their spaces."""
    game = game_at("13:5 6:10 / 13:5 6:10", phase=Phase.TO_PLAY, roll=roll)
    middle = board_text(game, left=left)[8].split("BAR │")[1]
    assert board_text(game, left=left, width=30)[-1] in middle
    return middle.split("│")[0].strip()


def test_dice_show_the_larger_first_and_what_is_used() -> None:
    assert dice_of(Roll(1, 6), None) == "[6] [1]"
    assert dice_of(Roll(1, 6), (6, 1)) == "[6] [1]"
    assert dice_of(Roll(1, 6), (1,)) == "6  [1]"
    assert dice_of(Roll(6, 1), (6,)) == "[6]  1"
    assert dice_of(Roll(6, 1), ()) == "6   1"
    assert dice_of(Roll(4, 4), (4, 4, 4)) == "[4] [4]"
    assert dice_of(Roll(4, 4), (4, 4)) == "[4]  4"
    assert dice_of(Roll(4, 4), ()) == "4   4"


@pytest.mark.parametrize("stakes", [Stakes(cube=False), Stakes(crawford=True)])
def test_no_cube_where_nobody_can_double(stakes: Stakes) -> None:
    game = game_at("13:5 6:10 / 13:5 6:10", stakes=stakes)
    for width in (40, 64, 80):
        assert not any("64" in line for line in board_text(game, width=width))


@pytest.mark.parametrize("home_left", [False, True])
def test_a_board_without_a_cube_stays_where_it_is(home_left: bool) -> None:
    for width in (40, 64, 80):
        corners = {
            board_text(game_at("13:5 6:10 / 13:5 6:10", stakes=stakes), width=width,
                       home_left=home_left)[2].index("┌")
            for stakes in (Stakes(), Stakes(value=2, owner=0), Stakes(crawford=True))
        }  # fmt: skip
        assert len(corners) == 1


@pytest.mark.rule("STD-CUBE-8")
@pytest.mark.parametrize(
    ("value", "face"), [(1, "64"), (2, "2"), (64, "64"), (128, "128"), (2**14, "2^14")]
)
def test_cube_faces(value: int, face: str) -> None:
    assert cube_face(value) == face
    game = game_at("6:15 / 6:15", stakes=Stakes(value=value, owner=0))
    assert any(face in line for line in board_text(game))


def test_names_can_be_anything() -> None:
    nasty = ("An\x1b[2Jn\n" * 30, "漢字の名前" * 20)
    for width in range(10, 121):
        lines = board_text(game_at("6:3 / 6:15"), width=width, names=nasty)
        assert all(cell_len(line) <= width and line.isprintable() for line in lines)
    assert plain("a\tb") == "a?b"
    assert fit("漢字の名前", 6) == "漢字."


# --- Every checker once ----------------------------------------------------------------------


def random_position(rng: Random, variant: Variant) -> Position:
    """Fifteen checkers a side anywhere, pinned ones among them where the game knows them."""
    split = rng.randint(1, 20)
    points = rng.sample(range(1, 25), 24)
    places = ([OFF, BAR, HAND, *points[:split]], [OFF, BAR, HAND, *points[split:]])
    rows = ([0] * 27, [0] * 27)
    pins: tuple[set[int], set[int]] = (set(), set())
    for seat in (0, 1):
        for _ in range(15):
            place = rng.choice(rng.sample(places[seat], min(3, len(places[seat]))))
            rows[seat][variant.across(place) if seat and 0 < place < 25 else place] += 1
    if variant.landing == "pin":
        _pin(rng, variant, rows, pins)
    return Position.of(*rows, (frozenset(pins[0]), frozenset(pins[1])))


def _pin(
    rng: Random,
    variant: Variant,
    rows: tuple[list[int], list[int]],
    pins: tuple[set[int], set[int]],
) -> None:
    """Puts a checker from off under some stacks of the enemy."""
    for seat, own in enumerate(rows):
        for point in range(1, 25):
            enemy = rows[1 - seat][variant.across(point)]
            free = not own[point] and variant.across(point) not in pins[1 - seat]
            if enemy and free and own[OFF] and rng.random() < 0.5:
                own[OFF] -= 1
                own[point] = 1
                pins[seat].add(point)


def read_board(lines: list[str]) -> tuple[dict[int, Counter[int]], list[int], list[int]]:
    """The checkers of a drawn board: by the viewer's points, on the bar, and off."""
    assert len(lines) == 17
    top, bottom = 2, 14
    points: dict[int, Counter[int]] = {}
    bar = [0, 0]
    for numbers, rows in (
        (lines[top - 1], lines[top + 1 : top + 6]),
        (lines[bottom + 1], lines[bottom - 1 : bottom - 6 : -1]),
    ):
        found = [(match.end() - 1, int(match[0])) for match in re.finditer(r"\d+", numbers)]
        assert len(found) == 12
        for column, point in found:
            points[point] = read_pile([row[column - 1 : column + 1].strip() for row in rows])
        walls = [i for i, char in enumerate(lines[bottom]) if char in "└┴┘+"]
        left, right = next((a, b) for a, b in pairwise(walls) if b - a < 7)
        for seat, count in read_pile([row[left + 1 : right].strip() for row in rows]).items():
            bar[seat] += count
    off = [0, 0]
    for caption in (lines[0], lines[-1]):
        seat = next(SIGNS[char] for char in caption if char in SIGNS)
        found_off = re.search(r"off (\d+)", caption)
        off[seat] = int(found_off[1]) if found_off else 0
    return points, bar, off


def read_pile(cells: list[str]) -> Counter[int]:
    """One stack from the rim inwards."""
    pile: Counter[int] = Counter()
    owner = -1
    for cell in cells:
        if cell.isdecimal():
            pile[owner] = int(cell)
        elif cell in SIGNS:
            owner = SIGNS[cell]
            pile[owner] += 1
    return pile


@settings(deadline=None, max_examples=150)
@given(
    rng=st.builds(Random, st.integers(0, 2**32)),
    variant=st.sampled_from([BACKGAMMON, PIN, msgspec.structs.replace(PIN, geometry="parallel12")]),
    turn=st.integers(0, 1),
    seat=st.integers(0, 1),
    width=st.integers(40, 120),
    ascii_only=st.booleans(),
    home_left=st.booleans(),
)
def test_every_checker_is_shown_once(
    rng: Random,
    variant: Variant,
    turn: int,
    seat: int,
    width: int,
    ascii_only: bool,
    home_left: bool,
) -> None:
    position = random_position(rng, variant)
    game = msgspec.structs.replace(Game.start(variant), position=position, turn=turn)
    lines = board_text(
        game, seat=seat, ascii=ascii_only, width=width, home_left=home_left, names=("Ann", "Ben")
    )
    assert max(map(len, lines)) <= width
    points, bar, off = read_board(lines)
    rows = (position.mover, position.other) if turn == 0 else (position.other, position.mover)
    for owner in (0, 1):
        for point in range(1, 25):
            own = point if owner == seat else variant.across(point)
            assert points[point][owner] == rows[owner][own]
        assert bar[owner] == rows[owner][BAR]
        assert off[owner] == rows[owner][OFF]
        hand = rows[owner][HAND]
        assert not hand or any(f"hand {hand}" in line for line in (lines[0], lines[-1]))


def test_points_run_round_the_board() -> None:
    upper, lower = columns()
    assert upper + lower == (*range(13, 25), *range(12, 0, -1))
    assert columns(home_left=True) == (upper[::-1], lower[::-1])


def test_common_paths_share_their_numbers() -> None:
    variant = msgspec.structs.replace(BACKGAMMON, geometry="common")
    seen = scene(Position.parse("24:2 6:13 / 13:15"), variant)
    assert seen.stacks.keys() == {24, 13, 6}
    assert seen.stacks[13].seat == 1


# --- SVG -------------------------------------------------------------------------------------


def checkers_of(picture: str) -> Counter[str]:
    """The drawn checkers by their fill."""
    root = Xml.fromstring(picture)
    return Counter(
        element.attrib["fill"] for element in root.iter() if element.get("class") == "checker"
    )


@settings(deadline=None, max_examples=60)
@given(
    rng=st.builds(Random, st.integers(0, 2**32)),
    variant=st.sampled_from([BACKGAMMON, PIN]),
    turn=st.integers(0, 1),
    seat=st.integers(0, 1),
    home_left=st.booleans(),
)
def test_svg_has_every_checker(
    rng: Random, variant: Variant, turn: int, seat: int, home_left: bool
) -> None:
    position = random_position(rng, variant)
    picture = board_svg(position, variant, turn=turn, seat=seat, home_left=home_left)
    assert sorted(checkers_of(picture).values()) == [15, 15]


def test_svg_tells_what_it_shows() -> None:
    picture = board_svg(
        Position.parse("13:5 / 6:2"),
        names=('<Ann & "Co">\x00', "Ben"),
        roll=Roll(6, 5),
        stakes=Stakes(value=2, owner=1),
    )
    root = Xml.fromstring(picture)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert root.get("role") == "img"
    assert title is not None
    assert title.text == root.get("aria-label")
    assert title.text == (
        'Backgammon board, <Ann & "Co">? to move with 6-5. '
        '<Ann & "Co">? 13:5 (65 pips, off 10); Ben 6:2 (12 pips, off 13).'
    )
    words = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"2", "65 pips, off 10", "12 pips, off 13"} <= set(words)


def test_svg_can_be_read_everywhere() -> None:
    """Fonts that renderers know, numbers on high stacks, edges that stand out, dice in order."""
    picture = board_svg(Position.parse("bar:6 6:7 5:1 / 6:15"), roll=Roll(1, 6))
    root = Xml.fromstring(picture)
    assert root.get("font-family") == "DejaVu Sans, Verdana, Arial, sans-serif"
    heavy = [element.text for element in root.iter() if element.get("font-weight") == "bold"]
    assert {"6", "7", "15"} <= set(heavy)
    edges = [element for element in root.iter() if element.get("class") == "checker"]
    edges = [element for element in edges if element.tag.endswith("rect")]
    assert len(edges) == 1
    assert edges[0].get("stroke") not in ("#4d3420", "#4a3b2a", None)  # the tray, and the ink
    assert "to move with 6-1." in picture
    spots = [float(e.attrib["cx"]) for e in root.iter() if e.get("r") == "3.5"]
    assert len(spots) == 7
    assert max(spots[:6]) < spots[6]


def test_notebooks_show_positions_and_games() -> None:
    game = Game.start(BACKGAMMON).apply(Rolled((6, 4)))
    assert game._repr_svg_().startswith("<svg ")
    assert "with 6-4" in game._repr_svg_()
    after = game.apply(Played.of(game.plays[0]))
    assert "Black to move" in after._repr_svg_()
    assert sum(checkers_of(game.position._repr_svg_()).values()) == 30
