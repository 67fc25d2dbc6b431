"""The oracle against the rule examples, and against what must hold in every position."""

from random import Random

import pytest

import generate
import oracle
import rows
from oracle import BAR

CASES = 150

# Rolls out of 36 that hit a lone checker at each distance on an otherwise empty board.
HITS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
HITS |= {15: 1, 16: 1, 18: 1, 20: 1, 24: 1}


def label(row: rows.PlayRow | rows.ResultRow) -> str:
    """A readable name for one example."""
    return f"{row.id} {rows.board_text(row.board)}"


@pytest.mark.parametrize("row", rows.read_plays(), ids=label)
def test_plays(row: rows.PlayRow) -> None:
    """Each example of legal plays comes out as written."""
    found = oracle.plays(row.board, row.dice)
    if isinstance(row.expected, int):
        assert len(found) == row.expected
    else:
        assert {rows.board_text(b) for b in found} == {rows.board_text(b) for b in row.expected}
        assert frozenset(found) == row.expected


@pytest.mark.parametrize("row", rows.read_results(), ids=label)
def test_result(row: rows.ResultRow) -> None:
    """Each example of the value of a position comes out as written."""
    assert oracle.result(row.board) == row.value


def test_perft_of_the_start() -> None:
    """One turn deep the 21 rolls give 447 positions, 190 of them by mixed rolls (NUM-PERFT)."""
    start = oracle.start()
    counted = [row for row in rows.read_plays() if row.id == "NUM-PERFT"]
    assert {tuple(sorted(row.dice, reverse=True)) for row in counted} == set(oracle.ROLLS)
    assert all(row.board == start for row in counted)
    mixed = [len(oracle.plays(start, dice)) for dice in oracle.ROLLS if dice[0] != dice[1]]
    assert (len(mixed), sum(mixed)) == (15, 190)
    assert oracle.perft(start, 0) == 1
    assert oracle.perft(start, 1) == 447


def test_perft_stops_at_the_end() -> None:
    """A finished game is counted but not carried on (STD-WIN-1)."""
    last_checkers = rows.parse_board("1:1 / 1:1")
    assert oracle.perft(last_checkers, 1) == 21
    assert oracle.perft(last_checkers, 2) == 0


@pytest.mark.parametrize("distance", range(1, 25))
def test_hitting_chances(distance: int) -> None:
    """The known number of rolls hits a blot at each distance, here straight from the bar."""
    board = rows.parse_board(f"bar:1 / {distance}:1")
    hits = 0
    for first in range(1, 7):
        for second in range(1, 7):
            finals = oracle.plays(board, (first, second))
            hits += any(final.other[BAR] for final in finals)
    assert hits == HITS.get(distance, 0)


@pytest.mark.parametrize("source", [generate.played, generate.wild])
def test_every_position_stays_sound(source: generate.Source) -> None:
    """Checkers are conserved and no point holds both colours (STD-SETUP-1, STD-MOVE-6)."""
    rng = Random(1)
    for _ in range(CASES):
        board, dice = source(rng)
        assert oracle.result(board) == 0
        reached = [final for _, final in oracle.sequences(board, oracle.numbers_of(dice))]
        for position in [board, *reached]:
            for row in position:
                assert len(row) == oracle.ROW_LENGTH
                assert sum(row) == rows.CHECKERS
                assert min(row) >= 0
            assert all(position.mover[p] * position.other[25 - p] == 0 for p in range(1, 25))


@pytest.mark.parametrize("source", [generate.played, generate.wild])
def test_representatives(source: generate.Source) -> None:
    """The sequence given for a play is a chain of steps that leads to its position."""
    rng = Random(2)
    for _ in range(CASES):
        board, dice = source(rng)
        found = oracle.plays(board, dice)
        assert found.keys() == oracle.plays(board, (dice[1], dice[0])).keys()
        for final, sequence in found.items():
            position = board
            for step in sequence:
                position = dict(oracle.steps(position, step.die))[step]
            assert position == final


def test_doublets_have_no_dead_end() -> None:
    """Whatever is played first, a doublet always uses the same number of dice."""
    rng = Random(3)
    for _ in range(CASES):
        board, (die, _) = generate.wild(rng)
        endings = generate.stuck(board, [die] * 4)
        assert len({len(sequence) for sequence, _ in endings}) == 1


@pytest.mark.parametrize("rule", generate.BINDING_RULES)
def test_binding_positions(rule: str) -> None:
    """The search for a rule finds sound positions where it binds, the same ones every time."""
    rng = Random(4)
    cases = [generate.binding(rng, rule) for _ in range(CASES)]
    rng = Random(4)
    again = [generate.binding(rng, rule) for _ in range(CASES)]
    assert cases == again
    for board, dice in cases:
        assert generate.binds(board, dice, rule)
        assert rows.parse_board(rows.board_text(board)) == board


@pytest.mark.parametrize("row", rows.read_plays(), ids=label)
def test_binding_examples(row: rows.PlayRow) -> None:
    """The rule examples themselves are positions where their rule binds."""
    if row.id in generate.BINDING_RULES and row.id != "STD-FORCE-1":
        assert generate.binds(row.board, row.dice, row.id)


def test_unknown_rule() -> None:
    """A misspelt rule is an error, not a rule that never binds."""
    with pytest.raises(ValueError, match="no such rule"):
        generate.binds(oracle.start(), (3, 1), "STD-FORCE-9")


def test_position_text() -> None:
    """Writing and reading a position give it back, also when a side is finished."""
    rng = Random(5)
    boards = [generate.wild(rng)[0] for _ in range(CASES)]
    boards.append(rows.parse_board("off:15 / bar:2 24:1"))
    assert all(rows.parse_board(rows.board_text(board)) == board for board in boards)
    assert rows.board_text(oracle.start()) == "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize("text", ["6:16 / 6:1", "6:1 off:3 / 6:1", "6:2 / 19:2"])
def test_bad_position_text(text: str) -> None:
    """Too many checkers, a wrong count of borne-off ones, or a shared point are refused."""
    with pytest.raises(ValueError, match=r"checkers|both sides"):
        rows.parse_board(text)


@pytest.mark.parametrize("text", ["13/9", "12/11", "8/5*", "8/4*(2)", "8-4"])
def test_bad_play_text(text: str) -> None:
    """A missing checker, a forgotten or wrong hit mark, or an unreadable move is refused."""
    board = rows.parse_board("13:1 8:1 / 16:1 21:1 1:2")
    with pytest.raises(ValueError, match=r"checker|hit mark|cannot read"):
        rows.replay(board, text)
