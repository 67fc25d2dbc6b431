"""Drawn boards of the standard game: what they look like. `test_render_family` has the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

import msgspec
import pytest
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
from fullprime.errors import plain
from fullprime.play import Step
from fullprime.render.layout import columns, cube_face, fit
from fullprime.render.svg import board_svg
from fullprime.render.svg_arrows import BEST, PLAYED, Arrow
from fullprime.render.svg_parts import CHECKER
from fullprime.render.text import board_text

BACKGAMMON = Variant.load("backgammon")


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


# --- Layout ----------------------------------------------------------------------------------


def test_points_run_round_the_board() -> None:
    upper, lower = columns()
    assert upper + lower == (*range(13, 25), *range(12, 0, -1))
    assert columns(home_left=True) == (upper[::-1], lower[::-1])


# --- SVG -------------------------------------------------------------------------------------


def checkers_of(picture: str) -> Counter[str]:
    """The drawn checkers by their fill."""
    root = Xml.fromstring(picture)
    return Counter(
        element.attrib["fill"] for element in root.iter() if element.get("class") == "checker"
    )


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


def test_arrows_lead_from_checkers_to_where_they_go() -> None:
    position = Position.parse("bar:1 13:2 6:3 / 24:2 20:1")
    steps = [Step(25, 22, 3), Step(22, 21, 1), Step(13, 7, 6), Step(13, 7, 6), Step(6, 0, 6)]
    arrows = [Arrow(steps), Arrow([Step(13, 7, 6)], PLAYED, dashed=True)]
    picture = board_svg(position, arrows=arrows)
    drawn = re.findall(r'class="arrow" d="M([\d.]+) ([\d.]+)Q.*?stroke="(#\w+)"', picture)
    assert [color for _, _, color in drawn] == [BEST] * 4 + [PLAYED]
    bar, first, second, off, played = ((float(x), float(y)) for x, y, _ in drawn)
    assert bar[0] == 316  # the bar is in the middle
    assert first[0] == second[0] == 76
    assert abs(first[1] - second[1]) == CHECKER  # two checkers of one point
    assert played == first
    assert off[0] > bar[0]
    assert picture.count("stroke-dasharray") == 1
    assert "arrow" not in board_svg(position)


@pytest.mark.parametrize("seat", [0, 1])
def test_arrows_are_seen_from_the_seat_that_plays(seat: int) -> None:
    position = Position.parse("6:2 / 24:2")
    drawn = board_svg(position, turn=seat, seat=seat, arrows=[Arrow([Step(6, 5, 1)])])
    assert re.findall(r'class="arrow" d="M([\d.]+)', drawn) == ["356.0"]
