"""Random positions for all games of the family, reproducible from the state of a `Random`.

`played` takes a position out of a game of random legal plays, `wild` makes up one that is
consistent with the game but that no sensible game would reach.  Everything is built on the
oracle alone.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import family_oracle as family
import family_rows
from family_oracle import (
    BAR,
    HAND,
    NO_LIMIT,
    NO_LOCKS,
    OFF,
    RULES,
    Board,
    Dice,
    Finals,
    Row,
    Rules,
    Steps,
    Turn,
)

MOST_PLIES = 600
LAST_PLIES = 16
MOST_TURNS = 1500

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "backgammon": [
        {"cap5": True},
        {"no_hit_and_run": True},
        {"cap5": True, "no_hit_and_run": True},
    ],
    "dutch": [
        {"entry": "free"},
        {"hit_right": "currently_in_home"},
        {"entry": "free", "hit_right": "currently_in_home"},
        {"cap5": True},
        {"no_hit_and_run": True},
    ],
    "acey_deucey": [
        {"bonus_on_doubles": False},
        {"entry": "all_first"},
        {"bear_off": "exact"},
        {"european": True},
        {"cap5": True},
        {"no_hit_and_run": True},
    ],
    "hypergammon": [{"no_hit_and_run": True}],
    "nackgammon": [{"cap5": True}, {"no_hit_and_run": True}],
    "russian": [
        {"entry": "all_first"},
        {"complement_after_entry": True},
        {"first_doublet_plain": True},
        {"cap5": True},
        {"no_hit_and_run": True},
    ],
    "gul_bara": [{"rest": "opponent"}, {"cascade_after": 0}, {"cascade_after": 5}],
    "narde": [
        {"head_exception": "if_single_cannot_finish"},
        {"head_exception": None},
        {"prime_check": "turn_end"},
        {"head_limit": 2},
        {"prime": "none"},
    ],
    "fevga": [
        {"prime": "narde"},
        {"prime": "none"},
        {"forbidden_wall": "unless_passed"},
        {"forbidden_wall": "either_quadrant"},
        {"forbidden_wall": "opponent_quadrant"},
        {"prime_check": "turn_end"},
    ],
    "tapa": [{"mother_rule": "plakoto"}],
    "plakoto": [{"mother_rule": name} for name in ("none", "immediate", "draw_only")],
    "portes": [{"no_hit_and_run": True}],
    "tavla": [{"cap5": True}],
    "misere": [{"mirror_gammon": True}],
    "coan_ki": [
        {"double_one": "fine_only"},
        {"double_one": "restart"},
        {"consecutive_plain": True},
        {"exact_home": True},
    ],
}
"""Settings worth a test of their own."""


class Case(NamedTuple):
    """A position and a roll with everything that the legal turns depend on."""

    rules: Rules
    options: Mapping[str, Any]
    board: Board
    dice: Dice
    rolls: tuple[int, int]
    named: int | None
    hit_right: tuple[bool, bool] | None
    doublets: int

    def finals(self) -> Finals:
        """What the oracle says."""
        return family.turns(
            self.rules,
            self.board,
            self.dice,
            self.rolls,
            self.named,
            self.hit_right,
            self.doublets,
        )


Source = Callable[..., Case]


def rules_of(variant: str, options: Mapping[str, Any] | None) -> Rules:
    """A game with options."""
    return family.with_options(RULES[variant], options or {})


def roll(rng: Random) -> Dice:
    """One throw of two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def too_many_turns(
    rules: Rules, board: Board, dice: Dice, rolls: tuple[int, int], named: int | None
) -> bool:
    """Whether a roll of several batches has more turns than can be listed in a moment."""
    if rules.geometry == "ring16":
        return False
    batches = family.program(rules, dice, rolls, named)
    most = MOST_TURNS
    if rules.named_doublet and set(dice) == {1, 2} and named is None:
        batches = family.program(rules, dice, rolls, 1)
        most //= 6
    if len(batches) == 1:
        return False
    states = {family.begin(rules, board, dice, rolls, True)}
    for numbers in batches:
        following = set()
        for state in states:
            for after, line in family.batch(rules, state, numbers):
                if len(line) == len(numbers) and not family.finished(after.board):
                    following.add(after)
            if len(following) > most:
                return True
        states = following
    return False


# --- Positions from games played at random ---------------------------------------------------


def random_batch(rng: Random, rules: Rules, turn: Turn, numbers: list[int]) -> tuple[Turn, Steps]:
    """A random legal way to play one batch.

    Steps are taken at random until none is left.  If every number was used the batch is legal
    as it stands; if not, the oracle's complete list is consulted.
    """
    state, line = turn, Steps()
    left = rng.sample(numbers, len(numbers))
    judged_later = rules.prime_check == "turn_end"
    while left and not judged_later:
        found = None
        if not family.finished(state.board):
            places = family.sources(rules, state.board)
            for source in rng.sample(places, len(places)):
                found = family.try_step(rules, state, source, left[-1])
                if found is not None:
                    break
        if found is None:
            break
        line, state = (*line, found[0]), found[1]
        left.pop()
    return rng.choice(family.batch(rules, turn, numbers)) if left else (state, line)


def random_batches(
    rng: Random, rules: Rules, turn: Turn, batches: list[list[int]]
) -> tuple[Board, Steps]:
    """Random legal plays of all batches of a turn."""
    line = Steps()
    for done, numbers in enumerate(batches):
        if family.finished(turn.board) or family.complement_waits(rules, turn.board, done):
            break
        turn, added = random_batch(rng, rules, turn, numbers)
        line += added
        if len(added) < len(numbers):
            break
    return turn.board, line


class Play:
    """A game of random legal plays, always seen by the side on roll."""

    def __init__(self, rng: Random, rules: Rules) -> None:
        self.rng = rng
        self.rules = rules
        self.board = family.start(rules)
        self.rolls = (0, 0)
        self.rights = (False, False)
        self.doublets = (0, 0)

    def snapshot(self) -> tuple[Board, tuple[int, int], tuple[bool, bool], int]:
        """What a case needs of this moment."""
        return self.board, self.rolls, self.rights, self.doublets[0]

    def change_sides(self) -> None:
        """The other side comes on roll."""
        self.board = family.swap(self.board)
        self.rolls = (self.rolls[1], self.rolls[0])
        self.rights = (self.rights[1], self.rights[0])
        self.doublets = (self.doublets[1], self.doublets[0])

    def turn(self) -> None:
        """One turn; the same side stays on roll if it has earned another one."""
        rng, rules, before = self.rng, self.rules, self.board
        dice = roll(rng)
        name = rng.randint(1, 6) if rules.named_doublet and set(dice) == {1, 2} else None
        if rules.geometry == "ring16":
            self.board, line = rng.choice(list(family.turns(rules, before, dice).items()))
        else:
            first = family.begin(rules, before, dice, self.rolls, self.rights[0])
            numbers = family.program(rules, dice, self.rolls, name, self.doublets[0])
            self.board, line = random_batches(rng, rules, first, numbers)
            if rules.prime == "fevga" and family.wall_in_front(rules, self.board):
                found = family.turns(rules, before, dice, self.rolls)
                self.board, line = rng.choice(list(found.items()))
        again = family.complete(rules, before, dice, line, self.rolls, name, self.doublets[0])
        rest = family.leftovers(rules, before, dice, line, self.rolls)
        self.rights = (family.right_after(self.rights[0], self.board), self.rights[1])
        self.rolls = (self.rolls[0] + 1, self.rolls[1])
        self.doublets = (self.doublets[0] + (dice[0] == dice[1]), self.doublets[1])
        if family.result(rules, self.board) != 0 or again:
            return
        self.change_sides()
        if rest:
            turn = Turn(self.board, self.rights[0], NO_LIMIT, NO_LOCKS)
            self.board, _ = random_batches(rng, rules, turn, rest)


def case_of(
    rng: Random,
    rules: Rules,
    options: Mapping[str, Any] | None,
    moment: tuple[Board, tuple[int, int], tuple[bool, bool], int],
) -> Case:
    """A roll for a position."""
    board, rolls, rights, doublets = moment
    while True:
        dice = roll(rng)
        named = None
        if rules.named_doublet and set(dice) == {1, 2}:
            named = rng.choice([None, 1, 2, 3, 4, 5, 6])
        if not too_many_turns(rules, board, dice, rolls, named):
            break
    right = rights if rules.hit_right == "home_reached" else None
    return Case(rules, options or {}, board, dice, rolls, named, right, doublets)


def played(rng: Random, variant: str, options: Mapping[str, Any] | None = None) -> Case:
    """A position picked from a game of random legal plays, and a roll.

    It comes from the first turns, from anywhere, or from the last turns of a whole game.
    """
    rules = rules_of(variant, options)
    plies = rng.choice([rng.randint(0, 20), rng.randint(0, 100), MOST_PLIES])
    game = Play(rng, rules)
    moments = [game.snapshot()]
    for _ in range(plies):
        game.turn()
        if family.result(rules, game.board) != 0:
            return case_of(rng, rules, options, rng.choice(moments[-LAST_PLIES:]))
        moments.append(game.snapshot())
    return case_of(rng, rules, options, moments[-1])


# --- Arbitrary positions ---------------------------------------------------------------------

Sides = tuple[list[int], list[int]]
"""Places for the checkers of the mover and of the other side, each in its own numbers."""


def last_point(rules: Rules) -> int:
    """The farthest point of the board."""
    return 16 if rules.geometry == "ring16" else 24


def sides(rules: Rules, mine: list[int], theirs: list[int]) -> Sides:
    """Places for both sides from two lists of points in the mover's numbers."""
    if rules.landing != "share":
        theirs = [point for point in theirs if point not in mine]
    return mine, [family.facing(rules, point) for point in theirs]


def spread(rng: Random, rules: Rules) -> Sides:
    """Both sides all over the board."""
    last = last_point(rules)
    points = rng.sample(range(1, last + 1), last)
    split = rng.randint(1, 10)
    return sides(rules, points[:split], points[split : split + rng.randint(1, 6)])


def cramped(rng: Random, rules: Rules) -> Sides:
    """The mover on few points, the other side on many of those before them."""
    last = last_point(rules)
    mine = rng.sample(range(1, last + 1), rng.randint(1, 4))
    way = {point - step for point in [*mine, 25] for step in range(1, 7)}
    wanted = sorted(point for point in way if 1 <= point <= last and point not in mine)
    return sides(rules, mine, rng.sample(wanted, min(len(wanted), rng.randint(3, 9))))


def going_home(rng: Random, rules: Rules) -> Sides:
    """The mover is coming home or bearing off, with or without enemies in the way."""
    last = last_point(rules)
    mine = rng.sample(range(1, 7), rng.randint(1, 6)) + rng.choice([[], [], [], [7], [9, 12]])
    theirs = rng.sample(range(1, last + 1), rng.randint(1, 6))
    return sides(rules, mine, theirs)


def setting_out(rng: Random, rules: Rules) -> Sides:
    """The mover is still near the start."""
    last = last_point(rules)
    mine = [last, last, last, last, *rng.sample(range(last // 2 - 1, last), rng.randint(0, 6))]
    theirs = rng.sample(range(1, last + 1), rng.randint(1, 6))
    if last not in theirs and rng.random() < 0.5:
        return mine, [last]
    return sides(rules, mine, theirs)


def walling(rng: Random, rules: Rules) -> Sides:
    """The mover is about to build a wall of six points, or has one."""
    last = last_point(rules)
    low = rng.choice([6, rng.randint(1, last - 5), last - 5])
    wall = list(range(low, low + 6))
    if rng.random() < 0.7:
        wall.remove(rng.choice(wall))
    mine = wall + rng.sample(range(1, last + 1), rng.randint(0, 3))
    theirs = rng.sample(range(1, last + 1), rng.randint(1, 2))
    if rng.random() < 0.5:
        mine = [point for point in mine if point != family.facing(rules, last)]
        return mine, [last]
    return sides(rules, mine, theirs)


def fill(rng: Random, rules: Rules, places: list[int], checkers: int) -> Row:
    """One side with so many checkers in play: some in hand or on the bar, the others placed."""
    row = [0] * family.ROW_LENGTH
    if rules.entry != "bar":
        row[HAND] = min(checkers, rng.choice([0, 0, 0, 1, 2, 5, 12]))
    if rules.landing == "hit":
        row[BAR] = min(checkers - row[HAND], rng.choice([0, 0, 0, 0, 1, 2, 4]))
    for place in places:
        if sum(row) < checkers:
            row[place] += 1
    heavy = rng.sample(places, min(len(places), rng.randint(1, 6)))
    while sum(row) < checkers:
        row[rng.choice(heavy)] += 1
    row[OFF] = rules.n - sum(row)
    return tuple(row)


def add_prisoners(rng: Random, rules: Rules, board: Board) -> Board:
    """Some lone checkers of the other side are trapped by checkers of the mover.

    Nobody can come back to his own start, so nobody traps there.
    """
    mover, held = list(board.mover), set(board.other_pinned)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        victims = [
            point
            for point in range(2, 25)
            if board.other[point] == 1 and mover[family.facing(rules, point)] == 0
        ]
        spare = [point for point in range(25) if mover[point] > (1 if point else 0)]
        if victims and spare:
            victim = rng.choice(victims)
            mover[rng.choice(spare)] -= 1
            mover[family.facing(rules, victim)] += 1
            held.add(victim)
    return board._replace(mover=tuple(mover), other_pinned=frozenset(held))


def acceptable(rules: Rules, board: Board) -> bool:
    """Whether a position can stand at the beginning of a turn of this game."""
    if family_rows.problem(rules, board) is not None:
        return False
    if family.result(rules, board) != 0:
        return False
    return not (
        family.forbidden_prime(rules, board) or family.forbidden_prime(rules, family.swap(board))
    )


def wild_board(rng: Random, rules: Rules) -> Board:
    """An arbitrary position."""
    kinds = [spread, cramped, going_home, setting_out]
    if rules.prime != "none":
        kinds += [walling, walling]
    while True:
        mine, theirs = rng.choice(kinds)(rng, rules)
        if not mine or not theirs:
            continue
        few = rng.randint(1, min(4, rules.n))
        some = [rng.choice([rules.n, rules.n, rng.randint(1, rules.n), few]) for _ in range(2)]
        board = Board(fill(rng, rules, mine, some[0]), fill(rng, rules, theirs, some[1]))
        if rules.landing == "pin":
            board = add_prisoners(rng, rules, board)
            board = family.swap(add_prisoners(rng, rules, family.swap(board)))
        if acceptable(rules, board):
            return board


def wild(rng: Random, variant: str, options: Mapping[str, Any] | None = None) -> Case:
    """An arbitrary consistent position of a game that is not over, and a roll."""
    rules = rules_of(variant, options)
    board = wild_board(rng, rules)
    rolls = (
        0 if board.mover == family.start_row(rules) else rng.randint(1, 6),
        0 if board.other == family.start_row(rules) else rng.randint(1, 6),
    )
    rights = (
        family.default_right(board.mover) or rng.random() < 0.3,
        family.default_right(board.other) or rng.random() < 0.3,
    )
    doublets = rng.randint(0, min(rolls[0], 2))
    return case_of(rng, rules, options, (board, rolls, rights, doublets))
