"""Random positions for the tests, reproducible from the state of a `random.Random`.

Three kinds: positions out of games played at random, arbitrary positions that no sensible
game would reach, and positions in which one given rule of compulsion decides the answer.
Everything is built on the oracle alone.
"""

from collections.abc import Callable, Iterable
from random import Random

import oracle
from oracle import BAR, OFF, Board, Row, Sequence

CHECKERS = 15
MOST_BLOCKS = 7
SHARE = 1000
SHARES = range(100, 200)
Dice = tuple[int, int]
Source = Callable[[Random], tuple[Board, Dice]]

BINDING_RULES = (
    "STD-FORCE-1",
    "STD-FORCE-2",
    "STD-FORCE-3",
    "STD-FORCE-4",
    "STD-FORCE-5",
    "STD-FORCE-6",
    "STD-FORCE-7",
    "STD-BAR-5",
    "STD-OFF-9",
)


def roll(rng: Random) -> Dice:
    """One throw of two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def mixed_roll(rng: Random) -> Dice:
    """One throw that is not a doublet."""
    first, second = rng.sample(range(1, 7), 2)
    return first, second


# --- Positions from games played at random ---------------------------------------------------


def random_turn(rng: Random, board: Board, dice: Dice) -> Board:
    """The position after a random legal play, the mover still first.

    Steps are taken at random until none is left.  If every number was used the play is legal
    as it stands; if not, the oracle's complete list is consulted.
    """
    numbers = oracle.numbers_of(dice)
    rng.shuffle(numbers)
    after = board
    while numbers:
        choices = oracle.steps(after, numbers[-1])
        if not choices:
            return rng.choice(list(oracle.plays(board, dice)))
        after = rng.choice(choices)[1]
        numbers.pop()
    return after


def played(rng: Random) -> tuple[Board, Dice]:
    """A position picked from a whole game of random legal plays, and a roll."""
    game = []
    board = oracle.start()
    while oracle.result(board) == 0:
        game.append(board)
        board = oracle.swap(random_turn(rng, board, roll(rng)))
    return rng.choice(game), roll(rng)


# --- Arbitrary positions ---------------------------------------------------------------------


def fill(rng: Random, made: Iterable[int], loose: Iterable[int], bar: int, checkers: int) -> Row:
    """One side: its bar, then two checkers on each point of `made`, the others anywhere.

    `checkers` is the number in play; as many as the list of points can take are placed.
    """
    made = list(made)
    places = made + list(loose)
    row = [0] * oracle.ROW_LENGTH
    row[BAR] = min(bar, checkers)
    for point in made:
        row[point] = min(2, checkers - sum(row))
    while places and sum(row) < checkers:
        row[rng.choice(places)] += 1
    row[OFF] = CHECKERS - sum(row)
    return tuple(row)


def seen_from_opposite(points: Iterable[int]) -> list[int]:
    """The same points in the numbers of the other side."""
    return [oracle.facing(point) for point in points]


def spread(rng: Random) -> Board:
    """Both sides all over the board, at times with checkers on the bar."""
    points = rng.sample(range(1, 25), 24)
    split, end = rng.randint(1, 10), rng.randint(11, 20)
    mover_bar, other_bar = rng.choice([0, 0, 0, 1, 2, 6]), rng.choice([0, 0, 0, 1, 2, 6])
    return Board(
        fill(rng, [], points[:split], mover_bar, rng.choice([15, 15, rng.randint(1, 15)])),
        fill(
            rng,
            [],
            seen_from_opposite(points[split:end]),
            other_bar,
            rng.choice([15, 15, rng.randint(1, 15)]),
        ),
    )


def few(rng: Random) -> Board:
    """A handful of checkers a side, the rest borne off."""
    points = rng.sample(range(1, 25), 8)
    return Board(
        fill(rng, [], points[:4], rng.choice([0, 0, 1, 2]), rng.randint(1, 4)),
        fill(rng, [], seen_from_opposite(points[4:]), rng.choice([0, 0, 1, 2]), rng.randint(1, 4)),
    )


def closed(rng: Random) -> Board:
    """The mover faces a home board with four to six made points, often from the bar."""
    wall = rng.sample(range(1, 7), rng.randint(4, 6))
    free = [point for point in range(1, 25) if oracle.facing(point) not in wall]
    rng.shuffle(free)
    split = rng.randint(1, 8)
    return Board(
        fill(rng, [], free[:split], rng.choice([0, 1, 1, 2, 3, 4, 8]), rng.randint(3, 15)),
        fill(
            rng,
            wall,
            seen_from_opposite(free[split : split + 4]),
            rng.choice([0, 0, 0, 1]),
            rng.randint(2 * len(wall) + 1, 15),
        ),
    )


def both_on_bar(rng: Random) -> Board:
    """Both sides hold points at home and have checkers on the bar."""
    mover_wall = rng.sample(range(1, 7), rng.randint(2, 5))
    other_wall = rng.sample(range(1, 7), rng.randint(2, 5))
    return Board(
        fill(rng, mover_wall, rng.sample(range(7, 13), 2), rng.randint(1, 5), 15),
        fill(rng, other_wall, rng.sample(range(7, 13), 2), rng.randint(1, 5), 15),
    )


def bearing_off(rng: Random) -> Board:
    """The mover is coming home or bearing off, with or without enemies in the way."""
    mine = rng.sample(range(1, 7), rng.randint(1, 6)) + rng.choice([[], [], [7], [9, 12]])
    free = [point for point in range(1, 25) if point not in mine]
    area = rng.choice([range(1, 13), range(19, 25), range(1, 25)])
    theirs = [point for point in seen_from_opposite(free) if point in area]
    rng.shuffle(theirs)
    return Board(
        fill(rng, [], mine, rng.choice([0, 0, 0, 1]), rng.randint(1, 15)),
        fill(rng, [], theirs[: rng.randint(1, 6)], rng.choice([0, 0, 1, 3]), rng.randint(1, 15)),
    )


def closed_out(board: Board) -> bool:
    """The mover is on the bar and every entry point is blocked (STD-TURN-3)."""
    return board.mover[BAR] > 0 and not any(oracle.is_open(board, p) for p in range(19, 25))


def wild(rng: Random) -> tuple[Board, Dice]:
    """An arbitrary unfinished position and a roll.

    Fifteen checkers a side, no point shared, and never both sides closed out at once.
    """
    while True:
        kind = rng.choice([spread, few, closed, both_on_bar, bearing_off])
        board = kind(rng)
        stalemate = closed_out(board) and closed_out(oracle.swap(board))
        if oracle.result(board) == 0 and not stalemate:
            return board, roll(rng)


# --- Positions in which a rule of compulsion binds -------------------------------------------


def share(seed: int) -> list[tuple[Board, Dice]]:
    """A share of the pairs that the long test compares with the oracle and the crosscheck of the
    benchmarks with other programs: played and wild ones in turns."""
    rng = Random(seed)
    return [(wild if i % 2 else played)(rng) for i in range(SHARE)]


def stuck(board: Board, numbers: list[int]) -> list[tuple[Sequence, Board]]:
    """Every sequence of steps that cannot be continued with the numbers left over."""
    found: list[tuple[Sequence, Board]] = []
    for die in sorted(set(numbers)):
        rest = list(numbers)
        rest.remove(die)
        for step, after in oracle.steps(board, die):
            for later, final in stuck(after, rest):
                found.append(((step, *later), final))
    return found or [((), board)]


def without_bar(board: Board) -> Board:
    """The position as if the mover's checkers on the bar did not exist."""
    row = list(board.mover)
    row[OFF] += row[BAR]
    row[BAR] = 0
    return Board(tuple(row), board.other)


def binds(board: Board, dice: Dice, rule: str) -> bool:
    """Whether a rule of compulsion really decides something here.

    Said of the sequences that cannot be continued, `longest` being those with most numbers and
    `banned` those that are shorter and lead to a position no longest one leads to:

    STD-FORCE-1  all numbers can be played, yet some sequence is banned;
    STD-FORCE-2  of two different numbers one can be played and the other never;
    STD-FORCE-3  either of two numbers can be played but not both, and playing the smaller
                 would lead to a position that playing the larger does not;
    STD-FORCE-4  as STD-FORCE-2, the number that can be played being the smaller;
    STD-FORCE-5  one number can be played only after the other, and some way of playing that
                 other one is banned because it does not make room;
    STD-FORCE-6  two or three of the four numbers of a doublet can be played and the game is
                 not over by them (no doublet has a banned sequence: its steps do not get into
                 each other's way);
    STD-FORCE-7  nothing can be played;
    STD-BAR-5    of several checkers on the bar some enter and some do not, and a checker
                 elsewhere could have used the number that is lost;
    STD-OFF-9    all numbers can be played, yet some sequence with a checker borne off is
                 banned.
    """
    if oracle.result(board) != 0:
        return False
    small, large = min(dice), max(dice)
    doublet = small == large
    playable = {die for die in dice if oracle.steps(board, die)}
    if rule == "STD-FORCE-7":
        return not playable
    if not playable or (doublet != (rule == "STD-FORCE-6") and rule != "STD-FORCE-1"):
        return False

    numbers = oracle.numbers_of(dice)
    endings = stuck(board, numbers)
    most = max(len(sequence) for sequence, _ in endings)
    longest = {final for sequence, final in endings if len(sequence) == most}
    banned = [
        sequence for sequence, final in endings if len(sequence) < most and final not in longest
    ]
    everything = most == len(numbers)

    if rule == "STD-FORCE-1":
        return everything and bool(banned)
    if rule == "STD-FORCE-2":
        return most == 1 and len(playable) == 1
    if rule == "STD-FORCE-3":
        by_large = {final for _, final in oracle.steps(board, large)}
        by_small = {final for _, final in oracle.steps(board, small)}
        return most == 1 and len(playable) == 2 and not by_small <= by_large
    if rule == "STD-FORCE-4":
        return most == 1 and playable == {small}
    if rule == "STD-FORCE-5":
        return everything and len(playable) == 1 and bool(banned)
    if rule == "STD-FORCE-6":
        return most in (2, 3) and all(oracle.result(final) == 0 for final in longest)
    if rule == "STD-BAR-5":
        lost = [die for die in dice if die not in playable]
        some_enter = most == 1 and all(final.mover[BAR] > 0 for final in longest)
        return (
            board.mover[BAR] > 1
            and some_enter
            and any(oracle.steps(without_bar(board), die) for die in lost)
        )
    if rule == "STD-OFF-9":
        return everything and any(step.target == OFF for sequence in banned for step in sequence)
    raise ValueError(f"no such rule: {rule}")


def landing_points(points: Iterable[int], dice: Dice) -> list[int]:
    """Where checkers on these points can come to rest with one or two of the numbers."""
    first, second = dice
    reached = {p - way for p in points for way in (first, second, first + second)}
    return [point for point in reached if 1 <= point <= 24]


def cramped(rng: Random, rule: str) -> tuple[Board, Dice]:
    """A position with few movable checkers whose landing points are blocked on purpose."""
    if rule == "STD-FORCE-6":
        die = rng.randint(1, 6)
        dice = (die, die)
    else:
        dice = roll(rng) if rule == "STD-FORCE-7" else mixed_roll(rng)

    bar = rng.choice([0, 0, 0, 0, 1, 2])
    area = range(1, 25)
    if rule == "STD-BAR-5":
        bar = rng.randint(2, 5)
    elif rule == "STD-OFF-9":
        bar = 0
        area = rng.choice([range(1, 7), range(1, 9)])
    mine = rng.sample(area, rng.randint(1, 4))
    starts = [BAR] if bar else mine

    targets = [p for p in landing_points(starts + mine, dice) if p not in mine]
    rng.shuffle(targets)
    density = rng.choice([0.3, 0.5, 0.7, 0.9])
    blocks = [point for point in targets if rng.random() < density][:MOST_BLOCKS]

    spent = [p for p in range(1, min(dice) + 1) if p not in blocks]  # too low to move any more
    spare = CHECKERS - bar - len(mine)
    weight = rng.choice([0, 0, rng.randint(0, spare), spare])
    mover = list(fill(rng, [], spent, 0, weight))
    for point in mine:
        mover[point] += 1
    mover[BAR] = bar
    mover[OFF] = CHECKERS - oracle.in_play(tuple(mover))

    free = [p for p in range(1, 25) if mover[p] == 0 and p not in blocks]
    wanted = [p for p in targets if p in free]
    blots = rng.sample(free, rng.randint(0, 2)) + wanted[: rng.randint(0, 1)]
    other_bar = rng.choice([0, 0, 0, 1])
    most = CHECKERS - len(set(blots))
    total = rng.randint(min(2 * len(blocks) + other_bar, most), most)
    row = list(fill(rng, seen_from_opposite(blocks), [], other_bar, total))
    for point in seen_from_opposite(set(blots)):
        row[point] += 1
    row[OFF] = CHECKERS - oracle.in_play(tuple(row))
    return Board(tuple(mover), tuple(row)), dice


def binding(rng: Random, rule: str) -> tuple[Board, Dice]:
    """A position and a roll in which the rule binds; see `binds`."""
    while True:
        board, dice = cramped(rng, rule)
        if binds(board, dice, rule):
            return board, dice
