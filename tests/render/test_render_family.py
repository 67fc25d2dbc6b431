"""Boards of the whole family: where things lie, and that every checker is on them once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fullprime import Game, Phase, Position, Roll, Stakes, Variant
from fullprime.position import BAR, HAND, OFF
from fullprime.render.layout import Corner, Group, columns, ring_rows, scene
from fullprime.render.svg import board_svg
from fullprime.render.svg_parts import CHECKER, MIDDLE, RIM, SIDE, WIDTH
from fullprime.render.text import board_text
from fullprime.render.words import dice_text
from fullprime.variant import variants

STANDARD = Variant.load("backgammon")
PARALLEL = msgspec.structs.replace(
    STANDARD, geometry="parallel12", landing="none", start="24:15", cube=False
)
PIN = msgspec.structs.replace(STANDARD, landing="pin", start="24:15", cube=False)
HAND_GAME = msgspec.structs.replace(STANDARD, start="hand:15", entry="free")
COMMON = msgspec.structs.replace(HAND_GAME, geometry="common")
RING = msgspec.structs.replace(
    STANDARD, geometry="ring16", landing="share", checkers=16, start="16:8 15:8", cube=False
)
PARALLEL_HAND = msgspec.structs.replace(HAND_GAME, geometry="parallel12")  # nobody's game yet
KINDS = [STANDARD, PARALLEL, PIN, HAND_GAME, COMMON, RING, PARALLEL_HAND]

SIGNS = {"○": 0, "●": 1, "O": 0, "X": 1}


def game_at(position: Position | str, variant: Variant, **fields: object) -> Game:
    """A game in that position, seat 0 to roll unless the fields say otherwise."""
    if isinstance(position, str):
        position = Position.parse(position, variant.checkers)
    changes = {"phase": Phase.TO_ROLL, "turn": 0, "position": position, **fields}
    return msgspec.structs.replace(Game.start(variant), **changes)


def drawn(text: str) -> list[str]:
    """A board written in a test."""
    return text.strip("\n").split("\n")


# --- What they look like ---------------------------------------------------------------------


def test_paths_that_run_the_same_way_end_in_opposite_corners() -> None:
    game = game_at("24:2 11:3 6:5 / 24:3 16:4 3:2 1:1", PARALLEL, roll=Roll(6, 4))
    assert board_text(game) == drawn(
        """
         ● Black   143 pips   off 5
                 13  14  15  16  17  18     19  20  21  22  23  24
       ┌───────┬─────────────────────────┬┬─────────────────────────┐
       │ ● ● ● │  ●   ·   ●   ·   ·   ·  ││  ·   ·   ·   ·   ·   ○  │
       │ ● ●   │          ●              ││                      ○  │
       │       │                         ││                         │
       │       │                         ││                         │
       │       │                         ││                         │
       └───────┤                         ││         [6] [4]         ├───────┐
               │                         ││  ○                      │       │
               │                         ││  ○       ●              │       │
               │  ●   ○                  ││  ○       ●              │       │
               │  ●   ○                  ││  ○       ●              │ ○ ○   │
               │  ●   ○   ·   ·   ·   ·  ││  ○   ·   ●   ·   ·   ·  │ ○ ○ ○ │
               └─────────────────────────┴┴─────────────────────────┴───────┘
                 12  11  10   9   8   7      6   5   4   3   2   1
       ▸ ○ White   111 pips   off 5
"""
    )
    assert board_text(game, seat=1, width=60, home_left=True, ascii=True) == drawn(
        """
* O White   111 pips   off 5
          24 23 22 21 20 19     18 17 16 15 14 13
        +--------------------++--------------------+-------+
        |  X  O  .  .  .  .  ||  O  .  X  .  .  .  | O O O |
        |  X  O              ||  O     X           | O O   |
        |  X  O              ||  O     X           |       |
        |                    ||  O     X           |       |
        |                    ||  O                 |       |
+-------+      [6] [4]       ||                    +-------+
|       |                    ||                    |
|       |                    ||                    |
|       |                    ||                    |
| X X   |        X           ||                 O  |
| X X X |  X  .  X  .  .  .  ||  .  .  .  .  .  O  |
+-------+--------------------++--------------------+
           1  2  3  4  5  6      7  8  9 10 11 12
  X Black   143 pips   off 5
"""
    )


def test_a_common_path_begins_and_ends_in_one_place_for_both() -> None:
    game = game_at("hand:5 bar:2 24:2 13:3 / hand:7 bar:1 22:3 1:2", COMMON, roll=Roll(6, 4))
    assert board_text(game) == drawn(
        """
         ● Black   268 pips   off 2   hand 7
         13  14  15  16  17  18          19  20  21  22  23  24      hand
       ┌─────────────────────────┬─────┬─────────────────────────┬─────────┐
       │  ○   ·   ·   ·   ·   ·  │  ○  │  ·   ·   ·   ●   ·   ○  │ ○○○ ●●● │
       │  ○                      │  ○  │              ●       ○  │ ○○  ●●● │
       │  ○                      │  ●  │              ●          │     ●   │
       │                         │     │                         │         │
╭────╮ │                         │     │                         │         │
│ 64 │ │                         │ BAR │         [6] [4]         ├─────────┤
╰────╯ │                         │     │                         │         │
       │                         │     │                         │         │
       │                         │     │                         │         │
       │                         │     │                      ●  │         │
       │  ·   ·   ·   ·   ·   ·  │     │  ·   ·   ·   ·   ·   ●  │ ○○○ ●●  │
       └─────────────────────────┴─────┴─────────────────────────┴─────────┘
         12  11  10   9   8   7           6   5   4   3   2   1      off
       ▸ ○ White   262 pips   off 3   hand 5
"""
    )


def test_checkers_in_hand_wait_beside_the_board() -> None:
    game = game_at("hand:9 bar:1 24:2 20:2 / hand:4 23:5 22:5", HAND_GAME, roll=Roll(6, 4))
    assert board_text(game) == drawn(
        """
         ● Black   325 pips   off 1   hand 4
         hand  13  14  15  16  17  18          19  20  21  22  23  24     off
       ┌─────┬─────────────────────────┬─────┬─────────────────────────┬───────┐
       │ ●●● │  ·   ·   ·   ·   ·   ·  │  ○  │  ·   ○   ·   ·   ·   ○  │ ●     │
       │ ●   │                         │     │      ○               ○  │       │
       │     │                         │     │                         │       │
       │     │                         │     │                         │       │
╭────╮ │     │                         │     │                         │       │
│ 64 │ │     │                         │ BAR │         [6] [4]         │       │
╰────╯ │     │                         │     │              ●   ●      │       │
       │     │                         │     │              ●   ●      │       │
       │ ○○○ │                         │     │              ●   ●      │       │
       │ ○○○ │                         │     │              ●   ●      │       │
       │ ○○○ │  ·   ·   ·   ·   ·   ·  │     │  ·   ·   ·   ●   ●   ·  │ ○     │
       └─────┴─────────────────────────┴─────┴─────────────────────────┴───────┘
         hand  12  11  10   9   8   7           6   5   4   3   2   1     off
       ▸ ○ White   338 pips   off 1   hand 9
"""
    )


def test_a_ring_shows_both_colours_of_every_cell() -> None:
    game = game_at("16:3 12:9 8:2 1:1 / 16:8 4:3 8:1 9:2", RING, roll=Roll(6, 4))
    assert board_text(game) == drawn(
        """
     ● Black   166 pips   off 2
   ┌─────────────────────────┬───────────────────┬─────────────────────────┐
 8 │ ○ ○   ● ● ● ● 8         │  ● ●              │                       · │  9
 7 │ ·                       │                   │                       · │ 10
 6 │ ·                       │                   │                       · │ 11
 5 │ ·                       │                   │       ● ● ●   9 ○ ○ ○ ○ │ 12
 4 │ ·                       │      [6] [4]      │                       · │ 13
 3 │ ·                       │                   │                       · │ 14
 2 │ ·                       │                   │                       · │ 15
 1 │ ○   ● ●                 │  ○                │               ●   ○ ○ ○ │ 16
   └─────────────────────────┴───────────────────┴─────────────────────────┘
   ▸ ○ White   173 pips   off 1
"""
    )
    assert board_text(game, seat=1, width=40, ascii=True) == drawn(
        """
   * O White   173 pips   off 1
   +---------+------------+---------+
 8 | X1 O3   |  O         |   O1 X2 |  9
 7 | .       |            |       . | 10
 6 | .       |            |       . | 11
 5 | .       |  [6] [4]   |       . | 12
 4 | X3 O9   |            |       . | 13
 3 | .       |            |       . | 14
 2 | .       |            |       . | 15
 1 | .       |  XX        |   O2 X8 | 16
   +---------+------------+---------+
     X Black   166 pips   off 2
"""
    )


def test_a_ring_runs_up_one_side_and_down_the_other() -> None:
    rows = ring_rows()
    assert [right for _, right in reversed(rows)] + [left for left, _ in rows] == [
        *range(16, 0, -1)
    ]
    assert ring_rows(home_left=True) == tuple((right, left) for left, right in rows)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_only_games_with_hits_have_a_bar(variant: Variant) -> None:
    for home_left in (False, True):
        text = "\n".join(board_text(Game.start(variant), home_left=home_left))
        assert ("BAR" in text) == (variant.landing == "hit")


@pytest.mark.parametrize("variant", [*variants(), *KINDS], ids=lambda variant: variant.id)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_start_fits_every_width(variant: Variant, ascii_only: bool) -> None:
    game = Game.start(variant)
    rolled = msgspec.structs.replace(game, roll=Roll(1, 1), phase=Phase.TO_PLAY)
    left = [number for number in range(1, 7) for _ in range(4)]
    for width in range(10, 101):
        for seat in (0, 1):
            for home_left in (False, True):
                lines = board_text(
                    rolled, seat=seat, ascii=ascii_only, width=width, home_left=home_left, left=left
                )
                assert max(map(len, lines)) <= width
                assert all(line.isprintable() and line == line.rstrip() for line in lines)
                assert not ascii_only or "".join(lines).isascii()
                assert width < 40 or any(line.count("|") + line.count("│") > 2 for line in lines)


# --- Pins ------------------------------------------------------------------------------------


def test_a_pinned_checker_lies_under_the_enemy() -> None:
    game = game_at("24:9 10:6 / 24:13 15p:1 4:1", PIN)
    board = board_text(game, ascii=True, width=40)
    column = board[-2].index("10") + 1
    assert [line[column] for line in reversed(board[9:14])] == list("XOOO6")


def test_who_holds_and_who_is_held_is_said() -> None:
    position = Position.parse("24:13 10:1 7p:1 / 24:12 18:2 15p:1")
    seen = scene(position, PIN)
    assert seen.stacks[10] == (Group(1, 1), Group(0, 1))
    assert seen.stacks[7] == (Group(0, 1), Group(1, 2))
    assert scene(position, PIN, seat=1).stacks[18] == (Group(0, 1), Group(1, 2))
    assert "  24:12 18:2 15p:1" in board_text(game_at(position, PIN), width=30)
    assert "Black 24:12 18:2 15p:1 (" in board_svg(position, PIN)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_prisoner_is_half_covered_at_the_rim(seat: int) -> None:
    """On the viewer's 10 seat 0 holds a checker, on his 20 he holds three with a high stack."""
    picture = board_svg(Position.parse("10:1 20:7 24:6 / 15p:1 5p:1 13:13"), PIN, seat=seat)
    for own in (10, 20):
        point = own if seat == 0 else PIN.across(own)
        prisoner, first, *_ = on_point(circles(picture), point)
        assert (prisoner.seat, first.seat) == (1, 0)
        depths = [abs(each.y - MIDDLE) for each in (prisoner, first)]
        assert 0.3 * CHECKER < depths[0] - depths[1] < 0.7 * CHECKER


# --- Where things lie ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "own", "enemy"),
    [
        (STANDARD, Corner(upper=False, home=True), Corner(upper=True, home=True)),
        (PARALLEL, Corner(upper=False, home=True), Corner(upper=True, home=False)),
        (COMMON, Corner(upper=False, home=True), Corner(upper=False, home=True)),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("home_left", [False, True])
def test_borne_off_beside_home(
    variant: Variant, own: Corner, enemy: Corner, seat: int, home_left: bool
) -> None:
    picture = board_svg(
        Position.parse("6:12 / 6:11"), variant, turn=seat, seat=seat, home_left=home_left
    )
    found = {0: Counter[Corner](), 1: Counter[Corner]()}
    for each in checkers(picture):
        if each.on_edge:
            home = (each.x < WIDTH / 2) == home_left
            found[each.seat][Corner(each.y < MIDDLE, home)] += 1
    assert found == {seat: {own: 3}, 1 - seat: {enemy: 4}}


@pytest.mark.parametrize("variant", [kind for kind in KINDS if kind is not RING])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_tray_holds_one_kind_of_checkers(variant: Variant, seat: int) -> None:
    """What is borne off and what has not come in yet never lie together."""
    trays = scene(variant.start_position, variant, seat=seat).trays()
    seats = [(tray.place, group.seat) for tray in trays.values() for group in tray.groups]
    hands = [(HAND, 0), (HAND, 1)] if variant.start.startswith("hand") else []
    assert sorted(seats) == [(OFF, 0), (OFF, 1), *hands]


def test_hands_lie_where_they_come_in_or_on_their_owners_side() -> None:
    hands = {
        variant.geometry: [
            (where, [group.seat for group in tray.groups])
            for where, tray in scene(variant.start_position, variant).trays().items()
            if tray.place == HAND
        ]
        for variant in (HAND_GAME, COMMON, PARALLEL_HAND)
    }
    assert hands == {
        "contrary": [(Corner(True, False), [1]), (Corner(False, False), [0])],
        "common": [(Corner(True, True), [0, 1])],
        "parallel12": [(Corner(True, True), [0]), (Corner(False, False), [1])],
    }


def test_a_cube_never_lies_on_checkers() -> None:
    for variant in KINDS:
        row = [0] * 27
        row[OFF] = 7
        row[HAND] = 8 if variant.start.startswith("hand") else 0
        row[OFF] += variant.checkers - sum(row)
        for owner in (None, 0, 1):
            stakes = Stakes(value=2, owner=owner)
            picture = board_svg(Position.of(row, row), variant, roll=Roll(6, 5), stakes=stakes)
            box = next(e for e in elements(picture) if e.get("rx") == "5")
            left, top = float(box.attrib["x"]), float(box.attrib["y"])
            for each in checkers(picture):
                clear = each.x + each.reach <= left or each.x - each.reach >= left + 40
                assert clear or each.y + each.rise <= top or each.y - each.rise >= top + 40
            dice = [e for e in elements(picture) if e.get("rx") == "6"]
            assert len(dice) == 2
            for die in dice:
                apart = abs(float(die.attrib["x"]) + 17 - left - 20)
                assert apart >= 37 or abs(float(die.attrib["y"]) + 17 - top - 20) >= 37


def test_trays_have_names_where_there_are_two_kinds() -> None:
    for variant in (STANDARD, PARALLEL, PIN):
        assert not {"off", "hand"} & words(board_svg(variant.start_position, variant))
    for variant in (HAND_GAME, COMMON, PARALLEL_HAND):
        assert {"off", "hand"} <= words(board_svg(variant.start_position, variant))


# --- Numbers still to play -------------------------------------------------------------------

CASCADE = [number for number in (4, 5, 6) for _ in range(4)]


@pytest.mark.parametrize(
    ("roll", "left", "room", "text"),
    [
        (Roll(4, 4), CASCADE, 25, "[4] [4] then 5(4) 6(4)"),
        (Roll(4, 4), CASCADE, 17, "[4] [4] 5(4) 6(4)"),
        (Roll(4, 4), CASCADE[3:], 17, "[4]  4  5(4) 6(4)"),
        (Roll(4, 4), CASCADE[5:], 17, "4-4: 5(3) 6(4)"),
        (Roll(4, 4), CASCADE[11:], 17, "4-4: 6"),
        (Roll(4, 4), [], 17, " 4   4 "),
        (Roll(1, 1), [n for n in range(1, 7) for _ in range(4)], 17, "[1] [1] 2-6(4)"),
        (Roll(1, 1), [2, 2, *(n for n in range(3, 7) for _ in range(4))], 17, "1-1: 2(2) 3-6(4)"),
        (Roll(3, 3), 4 * [3] + 4 * [4], 17, "[3] [3] then 4(4)"),
        (Roll(1, 2), [1, 2, 5, 5, 5, 5], 17, "[2] [1] then 5(4)"),
        (Roll(1, 2), [2, 5, 5, 5, 5], 17, "[2]  1  then 5(4)"),
        (Roll(1, 2), [5, 5, 5], 17, "2-1: 5(3)"),
        (Roll(1, 2), [1, 1, 1, 1], 17, "2-1: 1(4)"),
        (Roll(1, 2), [2, 1, 1, 1, 1, 1], 17, "[2] [1] then 1(4)"),
        (Roll(4, 3), [7, 3], 12, "4-3: 7 3"),
        (Roll(4, 3), [7, 6], 12, "4-3: 7 6"),
        (Roll(5, 5), [10, 10], 12, "5-5: 10(2)"),
        (Roll(5, 5), [5], 12, "[5]  5 "),
        (Roll(6, 3), [9], 12, "6-3: 9"),
        (Roll(4, 4), CASCADE, 12, "[4] [4] 5(4."),
    ],
)
def test_numbers_that_are_on_neither_die(roll: Roll, left: list[int], room: int, text: str) -> None:
    assert dice_text(roll, left, room) == text
    assert len(text) <= room


def test_numbers_still_to_play_stand_on_every_board() -> None:
    for variant in KINDS:
        game = game_at(variant.start_position, variant, roll=Roll(4, 4), phase=Phase.TO_PLAY)
        for width in (80, 60, 40, 30):
            board = board_text(game, width=width, left=CASCADE[4:8])
            assert any("4-4: 5(4)" in line for line in board)


# --- Every checker once ----------------------------------------------------------------------


def random_position(rng: Random, variant: Variant) -> Position:
    """Checkers anywhere this game can have them, pinned and shared ones among them."""
    count = 16 if variant.geometry == "ring16" else 24
    points = rng.sample(range(1, count + 1), count)
    split = rng.randint(1, count - 4)
    shared = variant.landing == "share"
    aside = [OFF, *([BAR] if variant.landing == "hit" else [])]
    aside += [HAND] if variant.start.startswith("hand") else []
    places = (
        [*aside, *(points if shared else points[:split])],
        [*aside, *(variant.across(p) for p in (points if shared else points[split:]))],
    )
    rows = ([0] * 27, [0] * 27)
    for row, allowed in zip(rows, places, strict=True):
        favoured = rng.sample(allowed, min(rng.randint(2, 6), len(allowed)))
        for _ in range(variant.checkers):
            row[rng.choice(favoured)] += 1
    pins: tuple[set[int], set[int]] = (set(), set())
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


class Seen(NamedTuple):
    """The checkers of a drawn board, each place by seat."""

    points: dict[int, Counter[int]]
    bar: Counter[int]
    beside: Counter[int]
    """In trays, off and in hand together."""


def read_board(lines: list[str]) -> Seen:
    """The checkers of a board of points, by the viewer's points."""
    assert len(lines) == 17
    points: dict[int, Counter[int]] = {}
    bar, beside = Counter[int](), Counter[int]()
    for numbers, rows in ((lines[1], lines[3:8]), (lines[15], lines[13:8:-1])):
        found = [(match.end() - 1, int(match[0])) for match in re.finditer(r"\d+", numbers)]
        assert len(found) == 12
        for column, point in found:
            points[point] = read_pile([row[column - 1 : column + 1].strip() for row in rows])
        between = [row[found[5][0] + 1 : found[6][0] - 1] for row in rows]
        bar += read_pile([re.split(r"[│|]", part)[1].strip() for part in between])
        first, last = found[0][0], found[-1][0]
        for row in rows:
            beside.update(
                SIGNS[char] for char in row[: first - 1] + row[last + 1 :] if char in SIGNS
            )
    return Seen(points, bar, beside)


def read_pile(cells: list[str]) -> Counter[int]:
    """One stack from the rim inwards: a number counts all of the colour before it."""
    pile: Counter[int] = Counter()
    owner = -1
    for cell in cells:
        if cell.isdecimal():
            pile[owner] = int(cell)
        elif cell in SIGNS:
            owner = SIGNS[cell]
            pile[owner] += 1
    return pile


def read_ring(lines: list[str]) -> Seen:
    """The checkers of a ring, by the viewer's points."""
    assert len(lines) == 12
    points: dict[int, Counter[int]] = {}
    beside: Counter[int] = Counter()
    for line in lines[2:10]:
        number, left, middle, right, other = re.split(r"[│|]", line)
        points[int(number)] = read_pile(re.findall(r"\d+|\S", left))
        # Seen from the right rim; in the narrow form the sign stands before its number.
        words = re.findall(r"\d+|\S", right)
        narrow = words[-1].isdecimal()
        points[int(other)] = read_pile(words if narrow else words[::-1])
        beside.update(SIGNS[char] for char in middle if char in SIGNS)
    return Seen(points, Counter(), beside)


def captions(lines: list[str], word: str) -> Counter[int]:
    """The numbers that stand behind a word beside the names."""
    said: Counter[int] = Counter()
    for caption in (lines[0], lines[-1]):
        found = re.search(rf"{word} (\d+)", caption)
        said[next(SIGNS[char] for char in caption if char in SIGNS)] = int(found[1]) if found else 0
    return said


@settings(deadline=None, max_examples=300)
@given(
    rng=st.builds(Random, st.integers(0, 2**32)),
    variant=st.sampled_from(KINDS),
    turn=st.integers(0, 1),
    seat=st.integers(0, 1),
    width=st.integers(40, 100),
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
    game = game_at(position, variant, turn=turn)
    lines = board_text(
        game, seat=seat, ascii=ascii_only, width=width, home_left=home_left, names=("Ann", "Ben")
    )
    assert max(map(len, lines)) <= width
    seen = read_ring(lines) if variant.geometry == "ring16" else read_board(lines)
    off, hand = captions(lines, "off"), captions(lines, "hand")
    rows = (position.mover, position.other) if turn == 0 else (position.other, position.mover)
    for owner, row in enumerate(rows):
        for point, pile in seen.points.items():
            assert pile[owner] == row[point if owner == seat else variant.across(point)]
        assert seen.bar[owner] == row[BAR]
        assert (off[owner], hand[owner]) == (row[OFF], row[HAND])
    if variant.geometry == "ring16" or max(map(len, lines[1:-1])) > 40:
        assert seen.beside == off + hand
    else:
        assert not seen.beside  # the narrow form tells it in words


def test_points_of_all_kinds_are_numbered() -> None:
    for variant in KINDS:
        lines = board_text(Game.start(variant))
        read = read_ring if variant.geometry == "ring16" else read_board
        count = 16 if variant.geometry == "ring16" else 24
        assert sorted(read(lines).points) == [*range(1, count + 1)]


def test_more_than_a_tray_holds_is_a_number() -> None:
    many = msgspec.structs.replace(STANDARD, checkers=30, start="24:30")
    board = board_text(game_at("off:29 1:1 / off:30", many))
    assert sum("29" in line for line in board) == 2  # in the tray and beside the name
    assert sum("30" in line for line in board) == 2


# --- SVG -------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A checker of a picture by its middle."""

    x: float
    y: float
    seat: int
    on_edge: bool
    reach: float
    rise: float


def elements(picture: str) -> Iterator[Xml.Element]:
    return Xml.fromstring(picture).iter()


def checkers(picture: str) -> list[Drawn]:
    """The checkers of a picture, in the order in which they are drawn."""
    found = []
    for element in elements(picture):
        if element.get("class") == "checker":
            at = element.attrib
            seat = ["#fbf7ec", "#33302e"].index(at["fill"])
            if element.tag.endswith("circle"):
                radius = float(at["r"])
                each = Drawn(float(at["cx"]), float(at["cy"]), seat, False, radius, radius)
            else:
                reach, rise = float(at["width"]) / 2, float(at["height"]) / 2
                middle = float(at["x"]) + reach, float(at["y"]) + rise
                each = Drawn(*middle, seat, True, reach, rise)
            found.append(each)
    return found


def circles(picture: str) -> list[Drawn]:
    return [each for each in checkers(picture) if not each.on_edge]


def words(picture: str) -> set[str]:
    return {e.text or "" for e in elements(picture) if e.tag.endswith("text")}


def on_point(found: list[Drawn], point: int, home_left: bool = False) -> list[Drawn]:
    """The checkers on one of the viewer's points, from the rim inwards."""
    upper, lower = columns(home_left)
    column = (upper if point in upper else lower).index(point)
    x = SIDE + (column + (column > 5) + 0.5) * CHECKER
    return [each for each in found if each.x == x and (each.y < MIDDLE) == (point in upper)]


def on_cell(found: list[Drawn], point: int, home_left: bool = False) -> list[Drawn]:
    """The same for a cell of a ring."""
    row, cells = next(
        (row, cells) for row, cells in enumerate(ring_rows(home_left)) if point in cells
    )
    y = RIM + (row + 0.5) * (2 * (MIDDLE - RIM) / 8)
    left = point == cells[0]
    return [each for each in found if each.y == y and (each.x < WIDTH / 2) == left]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_start_is_a_whole_picture(variant: Variant, seat: int) -> None:
    picture = board_svg(
        variant.start_position, variant, seat=seat, roll=Roll(6, 5), stakes=Stakes()
    )
    count = Counter(each.seat for each in checkers(picture))
    assert count == {0: variant.checkers, 1: variant.checkers}


@settings(deadline=None, max_examples=200)
@given(
    rng=st.builds(Random, st.integers(0, 2**32)),
    variant=st.sampled_from(KINDS),
    turn=st.integers(0, 1),
    seat=st.integers(0, 1),
    home_left=st.booleans(),
)
def test_pictures_have_every_checker_in_its_place(
    rng: Random, variant: Variant, turn: int, seat: int, home_left: bool
) -> None:
    position = random_position(rng, variant)
    picture = board_svg(position, variant, turn=turn, seat=seat, home_left=home_left)
    found = checkers(picture)
    assert Counter(each.seat for each in found) == {0: variant.checkers, 1: variant.checkers}
    for each in found:
        assert each.reach <= each.x <= WIDTH - each.reach
        assert each.y - each.rise >= RIM
        assert each.y + each.rise <= 2 * MIDDLE - RIM
    ring = variant.geometry == "ring16"
    flat = [each for each in found if not each.on_edge]
    rows = (position.mover, position.other) if turn == 0 else (position.other, position.mover)
    for point in range(1, 17 if ring else 25):
        here = Counter(e.seat for e in (on_cell if ring else on_point)(flat, point, home_left))
        for owner, row in enumerate(rows):
            assert here[owner] == row[point if owner == seat else variant.across(point)]
    for owner, row in enumerate(rows):
        assert sum(e.seat == owner and e.on_edge for e in found) == row[OFF]
        on_bar = [e for e in flat if e.seat == owner and e.x == WIDTH / 2]
        assert ring or len(on_bar) == row[BAR]
