"""The oracle of the family against the examples, and against what must hold in every position."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import family_generate
import family_oracle as family
import family_rows
import generate
import oracle
from family_oracle import BAR, HAND, OFF, ROLLS, RULES, Board, Steps
from family_rows import board_text, parse_board, replay, steps_text

CASES = 25
COMPARED = 300
SEARCHED = 2000

FINGERPRINTS = {
    "backgammon": 447,
    "portes": 447,
    "tavla": 447,
    "misere": 447,
    "nackgammon": 547,
    "hypergammon": 195,
    "dutch": 21,
    "acey_deucey": 235,
    "russian": 660,
    "gul_bara": 53,
    "narde": 22,
    "nard": 59,
    "fevga": 22,
    "plakoto": 59,
    "tapa": 59,
}
"""Plays of the opening position over all rolls."""

BY_ROLL: dict[str, tuple[int, dict[str, int]]] = {
    "dutch": (1, {}),
    "acey_deucey": (2, {"21": 177, "11": 5, "22": 5, "33": 5, "44": 5, "55": 5, "66": 5}),
    "russian": (2, {"11": 102, "22": 107, "33": 106, "44": 106, "55": 107, "66": 102}),
    "gul_bara": (2, {"66": 1, "44": 3, "33": 4, "55": 5, "22": 5, "11": 5}),
    "narde": (1, {"33": 2}),
    "fevga": (1, {"55": 2}),
    "plakoto": (2, {"11": 5, "22": 5, "33": 5, "44": 5, "55": 5, "66": 4}),
    "tapa": (2, {"11": 5, "22": 5, "33": 5, "44": 5, "55": 5, "66": 4}),
}
"""The same for each roll: most rolls, and the others."""

BITES: list[tuple[str, dict[str, Any]]] = [
    ("backgammon", {"cap5": True}),
    ("backgammon", {"no_hit_and_run": True}),
    ("dutch", {"hit_right": "always"}),
    ("dutch", {"hit_right": "currently_in_home"}),
    ("dutch", {"entry": "free"}),
    ("acey_deucey", {"entry": "all_first"}),
    ("acey_deucey", {"bear_off": "exact"}),
    ("acey_deucey", {"european": True}),
    ("acey_deucey", {"named_doublet": False}),
    ("nard", {"block": 2, "landing": "hit"}),
    ("narde", {"head_limit": None}),
    ("narde", {"head_exception": None}),
    ("narde", {"head_exception": "if_single_cannot_finish"}),
    ("narde", {"prime": "none"}),
    ("narde", {"prime_check": "turn_end"}),
    ("russian", {"doublet": "plain"}),
    ("russian", {"entry": "all_first"}),
    ("russian", {"complement_after_entry": True}),
    ("russian", {"first_doublet_plain": True}),
    ("gul_bara", {"doublet": "plain"}),
    ("gul_bara", {"cascade_after": 0}),
    ("gioul", {"cascade_after": 4}),
    ("tapa", {"landing": "hit"}),
    ("fevga", {"runner": False}),
    ("fevga", {"prime": "none"}),
    ("fevga", {"prime": "narde"}),
    ("fevga", {"prime_check": "turn_end"}),
    ("fevga", {"forbidden_wall": "unless_passed"}),
    ("fevga", {"forbidden_wall": "either_quadrant"}),
    ("fevga", {"forbidden_wall": "opponent_quadrant"}),
    ("fevga", {"must_open_gate": False}),
    ("tavla", {"no_hit_and_run": False}),
    ("coan_ki", {"double_one": "fine_only"}),
    ("coan_ki", {"double_one": "restart"}),
    ("coan_ki", {"consecutive_plain": True}),
    ("coan_ki", {"exact_home": True}),
]
"""Settings that must change the turns of some position."""


def label(row: object) -> str:
    """A readable name for one example or setting."""
    if isinstance(row, family_rows.PlayRow | family_rows.ResultRow):
        return f"{row.id} {row.rules.id} {board_text(row.board)}"
    return str(row)


@pytest.mark.parametrize("row", family_rows.read_plays(), ids=label)
def test_plays(row: family_rows.PlayRow) -> None:
    """Each example of legal turns comes out as written."""
    found = row.finals()
    if isinstance(row.expected, int):
        assert len(found) == row.expected
    else:
        assert {board_text(b) for b in found} == {board_text(b) for b in row.expected}
        assert frozenset(found) == row.expected


@pytest.mark.parametrize("row", family_rows.read_results(), ids=label)
def test_result(row: family_rows.ResultRow) -> None:
    """Each example of a result comes out as written, from both sides."""
    assert family.result(row.rules, row.board) == row.value
    if row.rules.mother_rule != "immediate":
        expected = row.value if row.value == "draw" else -row.value
        assert family.result(row.rules, family.swap(row.board)) == expected


# --- Details of the examples -----------------------------------------------------------------


def bonuses(
    variant: str, position: str, dice: tuple[int, int], named: int | None = None
) -> list[bool]:
    """For each legal turn whether it earns another one."""
    rules = RULES[variant]
    board = parse_board(rules, position)
    found = family.turns(rules, board, dice, (1, 1), named)
    lines = found.values()
    return [family.complete(rules, board, dice, line, (1, 1), named) for line in lines]


def test_bonus_turns() -> None:
    """Only a turn played to its last number earns another one (B2-1, 3, 4; B6-3, 4, 5)."""
    assert bonuses("acey_deucey", "hand:15 / hand:15", (6, 6)) == [True] * 5
    assert bonuses("acey_deucey", "13:1 / 24:11 15:2 13:2", (2, 1)) == [False]
    assert sorted(bonuses("acey_deucey", "24:2 / 24:2 8:2", (2, 1), 6)) == [False, *[True] * 3]
    assert bonuses("russian", "24:1 / hand:15", (5, 5)) == [False]
    assert bonuses("russian", "8:2 / 24:2 2:2", (3, 3)) == [False]
    assert sorted(bonuses("russian", "24:1 10:1 / 8:2 5:1", (1, 1))) == [False, True]
    assert not any(bonuses("backgammon", "24:2 / 2:2", (6, 6)))
    assert not any(bonuses("coan_ki", "16:2 / 16:2", (6, 6)))


def test_bonus_options() -> None:
    """What earns another turn can be changed by options (B2, B6)."""
    board = family.start(RULES["russian"])
    first = family.with_options(RULES["russian"], {"first_doublet_plain": True})
    entry = family.with_options(RULES["russian"], {"complement_after_entry": True})
    for line in family.turns(first, board, (4, 4), (0, 0)).values():
        assert len(line) == 4
        assert not family.complete(first, board, (4, 4), line, (0, 0))
    for line in family.turns(first, board, (4, 4), (1, 0), doublets=1).values():
        assert family.complete(first, board, (4, 4), line, (1, 0), None, 1) == (len(line) == 8)
    for line in family.turns(entry, board, (4, 4)).values():
        assert len(line) == 4
        assert family.complete(entry, board, (4, 4), line)
    plain = family.with_options(RULES["acey_deucey"], {"bonus_on_doubles": False})
    for line in family.turns(plain, board, (4, 4)).values():
        assert not family.complete(plain, board, (4, 4), line)
    for line in family.turns(plain, board, (2, 1)).values():
        assert family.complete(plain, board, (2, 1), line)


def test_narde_prime() -> None:
    """No wall of six with everybody behind it; with one man past it the wall is legal (B4-3)."""
    rules = RULES["narde"]
    mine = "24:9 23:1 22:1 21:1 20:1 14:2"
    quadrant = range(19, 25)
    behind = family.turns(rules, parse_board(rules, f"{mine} / 24:15"), (5, 1))
    assert not any(family.full(final.mover, quadrant) for final in behind)
    passed = parse_board(rules, f"{mine} / 24:14 6:1")
    assert replay(rules, passed, "24/19 14/13") in family.turns(rules, passed, (5, 1))


def test_narde_prime_ends_with_the_way() -> None:
    """Six points that are a row on the ring but not on the enemy's way are no wall (B4)."""
    rules = RULES["narde"]
    around = parse_board(rules, "15:1 14:1 13:1 12:1 11:1 10:1 / 20:15")
    assert not family.forbidden_prime(rules, around)
    straight = parse_board(rules, "6:1 5:1 4:1 3:1 2:1 1:1 / 20:15")
    assert family.forbidden_prime(rules, straight)
    passed = parse_board(rules, "6:1 5:1 4:1 3:1 2:1 1:1 / 20:14")
    assert not family.forbidden_prime(rules, passed)


def test_fevga_quadrant() -> None:
    """24/19 occurs only together with a step that opens another point (B10-3)."""
    rules = RULES["fevga"]
    board = parse_board(rules, "24:9 23:1 22:1 21:1 20:1 11:2 / 24:15")
    finals = family.turns(rules, board, (5, 1))
    partners = {
        step.source
        for line in finals.values()
        if any(step.source == 24 and step.die == 5 for step in line)
        for step in line
        if step.die == 1
    }
    assert partners == {23, 22, 21, 20}


def test_leftovers() -> None:
    """The numbers that are left go to the opponent only where the option says so (B7-3)."""
    lost = RULES["gul_bara"]
    passed = family.with_options(lost, {"rest": "opponent"})
    board = parse_board(lost, "20:2 / 24:1 23:1 22:1 21:1 20:1 2:10")
    [(final, line)] = family.turns(passed, board, (4, 4), (3, 3)).items()
    assert family.leftovers(lost, board, (4, 4), line, (3, 3)) == []
    rest = family.leftovers(passed, board, (4, 4), line, (3, 3))
    assert rest == [[4, 4], [5] * 4, [6] * 4]
    assert family.leftovers(passed, board, (4, 4), (), (3, 3)) == []
    for reached in family.leftover_turns(passed, family.swap(final), rest):
        assert reached.other == final.mover
        assert reached.mover != final.other


def test_named_doublets() -> None:
    """Without a name 2-1 gives what the six names give together (B2)."""
    for variant in ("acey_deucey", "acey_european"):
        rules = RULES[variant]
        rng = Random(11)
        for _ in range(CASES):
            case = family_generate.wild(rng, variant)
            if family_generate.too_many_turns(rules, case.board, (2, 1), (1, 1), None):
                continue
            union: set[Board] = set()
            for name in range(1, 7):
                union |= family.turns(rules, case.board, (2, 1), named=name).keys()
            assert family.turns(rules, case.board, (1, 2)).keys() == union


def test_hit_right() -> None:
    """The right to hit is kept when the position no longer shows it (B1)."""
    rules = RULES["dutch"]
    board = parse_board(rules, "16:14 13:1 / 24:14 15:1")
    without = family.turns(rules, board, (3, 1))
    given = family.turns(rules, board, (3, 1), hit_right=(True, False))
    assert without.keys() < given.keys()
    assert any(final.other[BAR] for final in given)


def test_drawn_mothers() -> None:
    """A side whose mother is trapped may trap the other one: nobody wins (B9)."""
    rules = RULES["plakoto"]
    board = parse_board(rules, "24p:1 7:13 3:1 / 24:1 13:13 1:1")
    results = {family.result(rules, final) for final in family.turns(rules, board, (2, 1))}
    assert results == {0, "draw"}


def test_locked_game() -> None:
    """Where neither side can ever move, nobody wins (VAR-LOCK).

    No play leads here: both sides hold a forbidden wall and no single step opens it.
    """
    rules = RULES["narde"]
    text = "24:3 23:3 22:3 21:2 20:2 19:2 / 18:3 17:3 16:3 15:2 14:2 13:2"
    locked = parse_board(rules, text)
    assert family.stuck(rules, locked)
    assert family.stuck(rules, family.swap(locked))
    assert family.result(rules, locked) == "draw"
    assert family.result(family.with_options(rules, {"prime": "none"}), locked) == 0


# --- Counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", FINGERPRINTS)
def test_opening_counts(variant: str) -> None:
    """The opening position has the known number of plays, the same for both sides."""
    rules = RULES[variant]
    assert family.perft(rules, 0) == 1
    assert family.perft(rules, 1) == FINGERPRINTS[variant]
    board = family.swap(family.start(rules))
    counts = {f"{high}{low}": len(family.turns(rules, board, (high, low))) for high, low in ROLLS}
    assert sum(counts.values()) == FINGERPRINTS[variant]
    if variant in BY_ROLL:
        usual, others = BY_ROLL[variant]
        assert counts == {roll: others.get(roll, usual) for roll in counts}


def test_opening_count_with_cap() -> None:
    """At most five checkers on a point leave 405 plays (VAR-CAP5)."""
    assert family.perft(family.with_options(RULES["backgammon"], {"cap5": True}), 1) == 405


def test_two_turns_of_backgammon() -> None:
    """Two turns deep there are 202,782 lines."""
    assert family.perft(RULES["backgammon"], 2) == 202_782


@pytest.mark.parametrize("variant", RULES)
def test_geometry(variant: str) -> None:
    """Both sides mean the same point by facing numbers, as the tables of the ways say."""
    rules = RULES[variant]
    for point in family_rows.points(rules):
        theirs = family.facing(rules, point)
        assert family.facing(rules, theirs) == point
        if rules.geometry == "contrary":
            assert 25 - theirs == point
        elif rules.geometry == "parallel12":
            assert (theirs - 12 if theirs > 12 else theirs + 12) == point
        elif rules.geometry == "common":
            assert theirs == point
        else:
            assert (8 + 16 - theirs) % 16 == 16 - point


# --- Every position --------------------------------------------------------------------------

SETTINGS: list[tuple[str, Mapping[str, Any]]] = [(variant, {}) for variant in RULES]
SETTINGS += [
    (variant, options) for variant, some in family_generate.OPTIONS.items() for options in some
]


def legal_chain(case: family_generate.Case, line: Steps) -> bool:
    """Whether each step of a turn is allowed where it stands, with the numbers of the roll."""
    rules = case.rules
    right = None if case.hit_right is None else case.hit_right[0]
    turn = family.begin(rules, case.board, case.dice, case.rolls, right)
    named = case.named
    if named is None and set(case.dice) == {1, 2} and len(line) > 2:
        named = line[2].die
    batches = family.program(rules, case.dice, case.rolls, named, case.doublets)
    numbers = [list(batch) for batch in batches]
    for step in line:
        if not numbers[0]:
            numbers.pop(0)
        numbers[0].remove(step.die)
        found = family.try_step(rules, turn, step.source, step.die)
        if (
            found is None
            or found[0] != step
            or step.source not in family.sources(rules, turn.board)
        ):
            return False
        turn = found[1]
    return True


@pytest.mark.parametrize(("variant", "options"), SETTINGS, ids=label)
@pytest.mark.parametrize("source", [family_generate.played, family_generate.wild])
def test_every_position_stays_sound(
    source: family_generate.Source, variant: str, options: Mapping[str, Any]
) -> None:
    """Checkers are conserved, points are shared by prisoner and warder only, lines are real."""
    rng = Random(1)
    for _ in range(CASES):
        case = source(rng, variant, options)
        rules, board = case.rules, case.board
        assert family.result(rules, board) == 0
        assert family_rows.problem(rules, board) is None
        assert parse_board(rules, board_text(board)) == board
        finals = case.finals()
        assert finals
        flipped = case._replace(dice=(case.dice[1], case.dice[0]))
        assert flipped.finals().keys() == finals.keys()
        for final, line in finals.items():
            assert family_rows.problem(rules, final) is None
            assert family.play_out(rules, board, line) == final
            assert replay(rules, board, steps_text(line)) == final
            assert final.other[OFF] == board.other[OFF]
            assert final.other[HAND] == board.other[HAND]
            assert rules.geometry == "ring16" or legal_chain(case, line)
            assert not family.forbidden_prime(rules, final) or not line


def sequences(
    rules: family.Rules, turn: family.Turn, numbers: list[int]
) -> list[tuple[Steps, family.Turn]]:
    """Every way to use some of the numbers, in every order, the same states again and again."""
    found: list[tuple[Steps, family.Turn]] = [((), turn)]
    for die in sorted(set(numbers)):
        rest = list(numbers)
        rest.remove(die)
        for step, after in family.steps(rules, turn, die):
            found += [((step, *line), final) for line, final in sequences(rules, after, rest)]
    return found


@pytest.mark.parametrize("variant", RULES)
def test_batches_one_by_one(variant: str) -> None:
    """Looking at equal states once loses nothing."""
    rng = Random(12)
    for i in range(CASES):
        case = (family_generate.wild if i % 2 else family_generate.played)(rng, variant)
        rules, dice = case.rules, case.dice
        if rules.geometry == "ring16":
            return
        turn = family.begin(rules, case.board, dice, case.rolls, None)
        numbers = family.program(rules, dice, case.rolls)[0]
        found = sequences(rules, turn, numbers)
        most = max(len(line) for line, _ in found)
        found = [(line, final) for line, final in found if len(line) == most]
        if most == 1 and any(line[0].die == max(dice) for line, _ in found):
            found = [(line, final) for line, final in found if line[0].die == max(dice)]
        states = {state for state, _ in family.batch(rules, turn, numbers)}
        assert states == {final for _, final in found}


@pytest.mark.parametrize("source", [family_generate.played, family_generate.wild])
def test_same_cases_every_time(source: family_generate.Source) -> None:
    """The same seed gives the same positions."""
    for variant in RULES:
        assert source(Random(7), variant) == source(Random(7), variant)


@pytest.mark.parametrize("source", [generate.played, generate.wild])
def test_backgammon_is_the_standard_game(source: generate.Source) -> None:
    """For the standard game both oracles say the same."""
    rng = Random(2)
    rules = RULES["backgammon"]
    for _ in range(COMPARED):
        board, dice = source(rng)
        finals = family.turns(rules, Board(board.mover, board.other), dice)
        expected = oracle.plays(board, dice)
        assert {(final.mover, final.other) for final in finals} == {tuple(b) for b in expected}
        for final in finals:
            same = oracle.Board(final.mover, final.other)
            assert family.result(rules, final) == oracle.result(same)


@pytest.mark.parametrize(("variant", "change"), BITES, ids=label)
def test_every_rule_is_noticed(variant: str, change: Mapping[str, Any]) -> None:
    """Some generated position has other turns when the rule is changed."""
    rng = Random(3)
    for i in range(SEARCHED):
        case = (family_generate.wild if i % 2 else family_generate.played)(rng, variant)
        rules = family.with_options(case.rules, change)
        if family_rows.problem(rules, case.board) is not None:
            continue
        if family_generate.too_many_turns(rules, case.board, case.dice, case.rolls, case.named):
            continue
        if case._replace(rules=rules).finals().keys() != case.finals().keys():
            return
    pytest.fail(f"{change} changes nothing in {variant}")


# --- Mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("plakoto", {"cap5": True}),
        ("narde", {"no_hit_and_run": True}),
        ("dutch", {"entrance": "free"}),
    ],
)
def test_bad_options(variant: str, options: Mapping[str, Any]) -> None:
    """Modifiers of hit games elsewhere, and unknown names, are refused."""
    with pytest.raises(ValueError, match=r"needs a game|no such option"):
        family.with_options(RULES[variant], options)


@pytest.mark.parametrize(
    "text",
    ["6:16 / 6:1", "6:1 off:3 / 6:1", "6:1 / 19:1", "6p:2 / 19:1", "6p:1 / 18:1", "bar:1 / 6:1"],
)
def test_bad_position_text(text: str) -> None:
    """Wrong counts, shared points without a prisoner, and prisoners without a warder."""
    with pytest.raises(ValueError, match=r"checkers|both sides|prisoner|hit"):
        parse_board(RULES["tapa"], text)


@pytest.mark.parametrize("text", ["13/9", "12/11", "8/5^", "8/4^(2)", "8-4", "3/2"])
def test_bad_play_text(text: str) -> None:
    """A missing checker, a forgotten or wrong mark, a prisoner that moves."""
    rules = RULES["tapa"]
    board = parse_board(rules, "13:1 8:1 3p:1 / 22:1 16:1 21:1 1:2")
    with pytest.raises(ValueError, match=r"checker|mark|cannot read"):
        replay(rules, board, text)
