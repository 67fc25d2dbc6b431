"""The rules of backgammon, written to be read next to the rule book rather than to be fast.

Nothing here is shared with the program under test.  Every position is seen by the side to
move, and each side counts the points from its own home: 1 is its ace point, 24 the farthest
point, 25 its bar, 0 the place of the checkers borne off (STD-BOARD-2).
"""

from typing import NamedTuple

Row = tuple[int, ...]
"""Checkers of one side: [0] borne off, [1..24] points, [25] bar, [26] hand (always empty)."""

OFF = 0
BAR = 25
ROW_LENGTH = 27


class Board(NamedTuple):
    """A position: the side to move and the other side, each in its own point numbers."""

    mover: Row
    other: Row


class Step(NamedTuple):
    """One checker moved by one die, in the mover's own points (25 = bar, 0 = off)."""

    source: int
    target: int
    die: int
    hit: bool


Sequence = tuple[Step, ...]

ROLLS: list[tuple[int, int]] = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
"""The 21 different rolls, larger number first."""


def start() -> Board:
    """The opening position; it looks the same from both sides (STD-SETUP-1)."""
    row = [0] * ROW_LENGTH
    row[24], row[13], row[8], row[6] = 2, 5, 3, 5
    return Board(tuple(row), tuple(row))


def swap(board: Board) -> Board:
    """The same position seen by the other side, who is now to move (STD-OPEN-2)."""
    return Board(board.other, board.mover)


def facing(point: int) -> int:
    """The number that the other side gives to the same point (STD-BOARD-2)."""
    return 25 - point


def in_play(row: Row) -> int:
    """Checkers that have not been borne off."""
    return sum(row) - row[OFF]


def is_open(board: Board, point: int) -> bool:
    """A point is open to the mover unless two or more enemy checkers hold it (STD-MOVE-2, 3)."""
    return board.other[facing(point)] < 2


def may_bear_off(board: Board, source: int, die: int) -> bool:
    """Whether this die takes a checker off from this point (STD-OFF-1 to STD-OFF-4, OFF-10)."""
    row = board.mover
    if sum(row[7:]) > 0:  # somebody is still outside the home board or on the bar
        return False
    if source == die:
        return True
    nobody_behind = sum(row[source + 1 : 7]) == 0
    return source < die and nobody_behind


def make_step(board: Board, source: int, target: int) -> tuple[Board, bool]:
    """Move one checker, sending a lone enemy checker to the bar (STD-HIT-1)."""
    mover, other = list(board.mover), list(board.other)
    mover[source] -= 1
    mover[target] += 1
    hit = target != OFF and other[facing(target)] == 1
    if hit:
        other[facing(target)] -= 1
        other[BAR] += 1
    return Board(tuple(mover), tuple(other)), hit


def steps(board: Board, die: int) -> list[tuple[Step, Board]]:
    """Everything one die can do, with the position after it.

    No step exists once the game is over (STD-WIN-1).  A checker on the bar must enter first,
    die n on own point 25 - n (STD-BAR-1, 2, 3).  Otherwise any checker may go forward to an
    open point (STD-MOVE-1, 2) or be borne off (STD-OFF-1 to 4).
    """
    if result(board) != 0:
        return []
    if board.mover[BAR] > 0:
        sources = [BAR]
    else:
        sources = [point for point in range(24, 0, -1) if board.mover[point] > 0]
    found = []
    for source in sources:
        target = source - die
        if target >= 1:
            possible = is_open(board, target)
        else:
            target = OFF
            possible = may_bear_off(board, source, die)
        if possible:
            after, hit = make_step(board, source, target)
            found.append((Step(source, target, die, hit), after))
    return found


def sequences(board: Board, numbers: list[int]) -> list[tuple[Sequence, Board]]:
    """Every way to use some of the numbers one after the other, in every order.

    The empty sequence and all unfinished ones are included (STD-MOVE-4, STD-MOVE-5).
    """
    found: list[tuple[Sequence, Board]] = [((), board)]
    for die in sorted(set(numbers)):
        rest = list(numbers)
        rest.remove(die)
        for step, after in steps(board, die):
            for later, final in sequences(after, rest):
                found.append(((step, *later), final))
    return found


def numbers_of(dice: tuple[int, int]) -> list[int]:
    """The numbers to play: two, or four equal ones for a doublet (STD-DBL-1)."""
    first, second = dice
    return [first] * 4 if first == second else [first, second]


def plays(board: Board, dice: tuple[int, int]) -> dict[Board, Sequence]:
    """All legal final positions, the mover still first, each with one way to get there.

    As many numbers as possible must be used (STD-FORCE-1, 2, 5, 6).  If that is a single
    number and either one could be it, it must be the larger (STD-FORCE-3, 4).  If nothing can
    be played the position stays (STD-FORCE-7).
    """
    found = sequences(board, numbers_of(dice))
    most = max(len(sequence) for sequence, _ in found)
    found = [(sequence, final) for sequence, final in found if len(sequence) == most]
    if most == 1 and steps(board, min(dice)) and steps(board, max(dice)):
        found = [(sequence, final) for sequence, final in found if sequence[0].die == max(dice)]
    return {final: sequence for sequence, final in found}


def value_of_loss(loser: Row) -> int:
    """1 for a single game, 2 for a gammon, 3 for a backgammon (STD-WIN-2, 3, 4)."""
    if loser[OFF] > 0:
        return 1
    in_winners_home = sum(loser[19:25])
    if loser[BAR] > 0 or in_winners_home > 0:
        return 3
    return 2


def result(board: Board) -> int:
    """0 while the game goes on; the value won by the mover, negative if the other side won.

    The first side without a checker in play has won (STD-OBJ-1, STD-WIN-1).
    """
    if in_play(board.mover) == 0:
        return value_of_loss(board.other)
    if in_play(board.other) == 0:
        return -value_of_loss(board.mover)
    return 0


def perft(board: Board, depth: int) -> int:
    """Count the lines of `depth` whole turns over all 21 rolls.

    Different final positions count once each, a lost turn counts as one play, and a finished
    game has no further lines.
    """
    if depth == 0:
        return 1
    if result(board) != 0:
        return 0
    return sum(perft(swap(final), depth - 1) for roll in ROLLS for final in plays(board, roll))
