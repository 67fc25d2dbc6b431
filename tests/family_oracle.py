"""The rules of all games of the tables family, written to be read next to the rule book.

Nothing here is shared with the program under test.  Every position is seen by the side to
move, and each side counts the points on its own way: 24 is the farthest point, 1 the last one
before bearing off (Coan ki: 16 to 1).  Inside a batch of numbers every order of single steps is
tried; states that come out the same are looked at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, NamedTuple

Row = tuple[int, ...]
"""Checkers of one side: [0] off, [1..24] own points, [25] bar, [26] hand."""

Dice = tuple[int, int]
Result = int | Literal["draw"]

LOST = -1  # where a piece of Coan ki goes that is removed for good; it is counted as off
OFF = 0
BAR = 25
HAND = 26
ROW_LENGTH = 27
START = 24  # the head, the mother's point
NO_PINS: frozenset[int] = frozenset()
NO_LOCKS = (0,) * 7
NO_LIMIT = 99

ROLLS: list[Dice] = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
"""The 21 different rolls, larger number first."""


class Board(NamedTuple):
    """A position: both sides in their own point numbers, and which checkers are prisoners.

    A prisoner is the only checker of its side on its point; it is counted in the row too.
    """

    mover: Row
    other: Row
    mover_pinned: frozenset[int] = NO_PINS
    other_pinned: frozenset[int] = NO_PINS


class Step(NamedTuple):
    """One checker moved by one number, in the mover's own points."""

    source: int
    target: int
    die: int
    hit: bool = False
    pin: bool = False


Steps = tuple[Step, ...]
Finals = dict[Board, Steps]


@dataclass(frozen=True)
class Rules:
    """The parameters of a game; the defaults are standard backgammon."""

    id: str
    n: int = 15  # checkers of each side
    geometry: str = "contrary"  # contrary, parallel12, common, ring16
    start: tuple[tuple[int, int], ...] = ((24, 2), (13, 5), (8, 3), (6, 5))  # own point, count
    opening: str = "use"  # use, reroll, choice (no influence here)
    landing: str = "hit"  # hit, pin, none, share
    block: int = 2  # so many enemy checkers close a point
    hit_right: str = "always"  # always, home_reached, currently_in_home
    entry: str = "bar"  # bar, free, all_first
    doublet: str = "plain"  # plain, complement (then 7-n), cascade (then n+1 to 6)
    named_doublet: bool = False  # 2-1 is followed by a doublet of one's choice
    cascade_after: int = 3  # own rolls before the cascade begins
    complement_after_entry: bool = False  # no complement while men are in hand
    first_doublet_plain: bool = False  # a side's first doublet: no complement, no bonus
    bonus_on_doubles: bool = False
    rest: str = "lost"  # lost, opponent
    head_limit: int | None = None  # checkers that may leave the start in one turn
    head_exception: str | None = None  # first_3_4_6, if_single_cannot_finish, None
    runner: bool = False  # one checker must pass the enemy's start before others move
    prime: str = "none"  # none, narde, fevga
    prime_check: str = "step"  # step, turn_end
    forbidden_wall: str = (
        "own_quadrant"  # own_quadrant, unless_passed, either_quadrant, opponent_quadrant
    )
    must_open_gate: bool = True
    cap: int | None = None  # most checkers of a side on one point
    no_hit_and_run: bool = False  # no hit and run in the home board
    bear_off: str = "over"  # over, exact
    end: str = "first_off"  # first_off, last_off (the side that is off first has lost)
    mother_rule: str = "none"  # none, plakoto, immediate, draw_only
    mirror_gammon: bool = False
    score: str = "123"  # 123, 12, 1, per_checker
    cube: bool = True  # no influence here
    double_one: str = "lose"  # lose, fine_only, restart
    consecutive_plain: bool = False
    exact_home: bool = False


HEAP = ((24, 15),)
IN_HAND = ((HAND, 15),)

BACKGAMMON = Rules("backgammon")
DUTCH = Rules("dutch", start=IN_HAND, hit_right="home_reached", entry="all_first")
ACEY_DEUCEY = Rules(
    "acey_deucey",
    start=IN_HAND,
    opening="reroll",
    entry="free",
    named_doublet=True,
    bonus_on_doubles=True,
    cube=False,
)
NARD = Rules("nard", start=HEAP, landing="none", block=1)
NARDE = replace(
    NARD,
    id="narde",
    geometry="parallel12",
    opening="reroll",
    head_limit=1,
    head_exception="first_3_4_6",
    prime="narde",
    score="12",
    cube=False,
)
GUL_BARA = Rules(
    "gul_bara",
    geometry="parallel12",
    start=HEAP,
    opening="reroll",
    landing="none",
    block=1,
    doublet="cascade",
    score="12",
    cube=False,
)
FEVGA = replace(GUL_BARA, id="fevga", doublet="plain", runner=True, prime="fevga")
TAPA = Rules("tapa", start=HEAP, opening="reroll", landing="pin", score="12", cube=False)
PLAKOTO = replace(TAPA, id="plakoto", mother_rule="plakoto")
PORTES = Rules("portes", opening="reroll", score="12", cube=False)
TAVLA = replace(PORTES, id="tavla", no_hit_and_run=True)
RUSSIAN = Rules(
    "russian",
    geometry="common",
    start=IN_HAND,
    entry="free",
    doublet="complement",
    bonus_on_doubles=True,
)

_ALL = [
    BACKGAMMON,
    DUTCH,
    ACEY_DEUCEY,
    Rules("hypergammon", n=3, start=((24, 1), (23, 1), (22, 1))),
    NARD,
    NARDE,
    Rules("nackgammon", start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
    RUSSIAN,
    GUL_BARA,
    TAPA,
    PLAKOTO,
    FEVGA,
    PORTES,
    TAVLA,
    Rules("misere", end="last_off", score="1"),
    Rules(
        "coan_ki",
        n=16,
        geometry="ring16",
        start=((16, 8), (15, 8)),
        opening="reroll",
        landing="share",
        block=8,
        score="1",
        cube=False,
    ),
    Rules("longgammon", start=HEAP),
    replace(FEVGA, id="moultezim", must_open_gate=False),
    Rules("gioul", start=HEAP, landing="none", block=1, doublet="cascade"),
    replace(PLAKOTO, id="mahbusa"),
    replace(TAVLA, id="takhteh"),
    replace(TAVLA, id="shesh_besh", no_hit_and_run=False),
    replace(ACEY_DEUCEY, id="acey_european", doublet="complement", bear_off="exact"),
    Rules("pin_game", start=((24, 13), (17, 1), (15, 1)), landing="pin"),
]
RULES: dict[str, Rules] = {rules.id: rules for rules in _ALL}
"""Every game by its name."""

OPTIONS = frozenset(field.name for field in fields(Rules)) - {"id", "n", "geometry", "start"}


def with_options(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """The same game with named options; unknown names are an error.

    Every name is a field of `Rules`, and besides there are the modifiers of all hit games,
    `cap5` and `no_hit_and_run`, and `european`, which stands for three fields.
    """
    changes: dict[str, Any] = {}
    for name, value in options.items():
        if name in ("cap5", "no_hit_and_run") and rules.landing != "hit":
            raise ValueError(f"{name} needs a game with hitting, not {rules.id}")
        if name == "cap5":
            changes["cap"] = 5 if value else None
        elif name == "european":
            if value:
                changes |= {"doublet": "complement", "bear_off": "exact", "bonus_on_doubles": True}
        elif name in OPTIONS:
            changes[name] = value
        else:
            raise ValueError(f"no such option: {name}")
    return replace(rules, **changes)


# --- The board -------------------------------------------------------------------------------


def start_row(rules: Rules) -> Row:
    """One side at the beginning of the game."""
    row = [0] * ROW_LENGTH
    for point, count in rules.start:
        row[point] = count
    return tuple(row)


def start(rules: Rules) -> Board:
    """The opening position; it looks the same from both sides."""
    return Board(start_row(rules), start_row(rules))


def swap(board: Board) -> Board:
    """The same position seen by the other side."""
    return Board(board.other, board.mover, board.other_pinned, board.mover_pinned)


def _facing(geometry: str, point: int) -> int:
    if geometry == "contrary":
        return 25 - point
    if geometry == "parallel12":
        return point + 12 if point <= 12 else point - 12
    if geometry == "common":
        return point
    if geometry == "ring16":  # cell = base + q, own point = 16 - q, the bases are 8 apart
        return 16 - (16 - point + 8) % 16
    raise ValueError(f"no such geometry: {geometry}")


FACING: dict[str, tuple[int, ...]] = {
    name: (0, *(_facing(name, point) for point in range(1, last + 1)))
    for name, last in [("contrary", 24), ("parallel12", 24), ("common", 24), ("ring16", 16)]
}


def facing(rules: Rules, point: int) -> int:
    """The number that the other side gives to the same point."""
    return FACING[rules.geometry][point]


def in_play(row: Row) -> int:
    """Checkers that are not off."""
    return sum(row) - row[OFF]


def finished(board: Board) -> bool:
    """One side has nothing left in play; not a step is made after that."""
    return in_play(board.mover) == 0 or in_play(board.other) == 0


# --- One step --------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A position in the middle of a turn and what the turn has to remember."""

    board: Board
    right: bool  # the mover may hit
    heads: int  # so many checkers may still leave the start
    locks: tuple[int, ...]  # [1..6]: checkers that hit there and must stay


def may_hit(rules: Rules, turn: Turn) -> bool:
    """Whether the mover has the right to hit (Dutch backgammon)."""
    if rules.hit_right == "home_reached":
        return turn.right
    if rules.hit_right == "currently_in_home":
        return sum(turn.board.mover[1:7]) > 0
    return True


def is_open(rules: Rules, turn: Turn, point: int) -> bool:
    """Whether the mover may land on a point.

    Enemy checkers close it when there are enough of them; in a pinning game also a single one
    that holds a prisoner, while a prisoner itself is no obstacle.  Without the right to hit a
    single enemy checker is an obstacle.
    """
    board = turn.board
    theirs = facing(rules, point)
    enemies = board.other[theirs]
    if rules.landing == "pin":
        if theirs in board.other_pinned:
            return True
        return enemies < rules.block and point not in board.mover_pinned
    if enemies == 1 and rules.landing == "hit" and not may_hit(rules, turn):
        return False
    return enemies < rules.block


def may_bear_off(rules: Rules, board: Board, source: int, die: int) -> bool:
    """Whether a number takes a checker off from this point.

    All own checkers in play must be in the home board, none of them a prisoner.  A number too
    large takes one from the highest point only, and never where bearing off is exact.
    """
    row = board.mover
    if sum(row[7:]) > 0 or board.mover_pinned:
        return False
    if source == die:
        return True
    nobody_behind = sum(row[source + 1 : 7]) == 0
    return rules.bear_off == "over" and source < die and nobody_behind


def runner_must_move(rules: Rules, board: Board, source: int) -> bool:
    """Whether the runner rule forbids this checker.

    Until one checker is past the enemy's start (own 12) only that one may move: all others
    are still on the own start.
    """
    row = board.mover
    if row[START] == rules.n:
        return source != START
    if row[START] == rules.n - 1 and sum(row[12:24]) == 1:
        return source == START
    return False


def full(row: Row, points: Sequence[int]) -> bool:
    """Whether a side stands on all of these points."""
    return all(row[point] > 0 for point in points)


def forbidden_prime(rules: Rules, board: Board) -> bool:
    """Whether the mover holds a wall that the game forbids.

    Narde: six points in a row of the enemy's way, no enemy checker being past them (those
    borne off are past them).  Fevga P1: the whole of the own starting quadrant; options: only
    while no enemy is past it, the enemy's starting quadrant too, or that one instead.
    """
    if rules.prime == "narde":
        foremost = next(point for point, count in enumerate(board.other) if count > 0)
        return any(
            full(board.mover, [facing(rules, point) for point in range(low, low + 6)])
            for low in range(1, min(foremost, 19) + 1)
            if board.mover[facing(rules, low)] > 0
        )
    if rules.prime == "fevga":
        quadrant = range(19, 25)
        own = full(board.mover, quadrant)
        enemy = full(board.mover, [facing(rules, point) for point in quadrant])
        if rules.forbidden_wall == "own_quadrant":
            return own
        if rules.forbidden_wall == "unless_passed":
            last = min(facing(rules, point) for point in quadrant)
            return own and sum(board.other[:last]) == 0
        if rules.forbidden_wall == "either_quadrant":
            return own or enemy
        if rules.forbidden_wall == "opponent_quadrant":
            return enemy
        raise ValueError(f"no such forbidden_wall: {rules.forbidden_wall}")
    return False


def make_step(rules: Rules, board: Board, source: int, target: int) -> tuple[Board, bool, bool]:
    """Move one checker; tell whether it hits and whether it pins."""
    mover, other = list(board.mover), list(board.other)
    mover_pinned, other_pinned = board.mover_pinned, board.other_pinned
    mover[source] -= 1
    mover[target] += 1
    hit = pin = False
    if 1 <= source <= 24 and mover[source] == 0 and other_pinned:
        other_pinned -= {facing(rules, source)}
    if target != OFF:
        theirs = facing(rules, target)
        if rules.landing == "hit" and other[theirs] == 1:
            hit = True
            other[theirs] -= 1
            other[BAR] += 1
        if rules.landing == "pin" and other[theirs] == 1 and theirs not in other_pinned:
            pin = True
            other_pinned |= {theirs}
    return Board(tuple(mover), tuple(other), mover_pinned, other_pinned), hit, pin


def sources(rules: Rules, board: Board) -> list[int]:
    """Where the next checker may come from.

    Hit checkers come in first.  Checkers in hand come in before anything else moves
    (`all_first`), or when their owner likes (`free`).  Prisoners stay where they are.
    """
    row = board.mover
    if row[BAR] > 0:
        return [BAR]
    if row[HAND] > 0 and rules.entry == "all_first":
        return [HAND]
    points = [point for point in range(24, 0, -1) if row[point] > 0]
    if board.mover_pinned:
        points = [point for point in points if point not in board.mover_pinned]
    return [HAND, *points] if row[HAND] > 0 else points


def try_step(rules: Rules, turn: Turn, source: int, die: int) -> tuple[Step, Turn] | None:
    """The step of one number from this place, or None where something forbids it."""
    board = turn.board
    entering = source in (BAR, HAND)
    target = 25 - die if entering else source - die
    if target >= 1:
        if not is_open(rules, turn, target):
            return None
        if rules.cap is not None and board.mover[target] >= rules.cap:
            return None
    elif not may_bear_off(rules, board, source, die):
        return None
    else:
        target = OFF
    if source <= 6 and board.mover[source] <= turn.locks[source]:
        return None
    if source == START and turn.heads == 0:
        return None
    if rules.runner and runner_must_move(rules, board, source):
        return None
    after, hit, pin = make_step(rules, board, source, target)
    if rules.prime != "none" and rules.prime_check == "step" and forbidden_prime(rules, after):
        return None
    heads = turn.heads
    if source == START and heads != NO_LIMIT:
        heads -= 1
    locks = turn.locks
    if hit and rules.no_hit_and_run and target <= 6:
        locks = (*locks[:target], locks[target] + 1, *locks[target + 1 :])
    right = turn.right or 1 <= target <= 6
    return Step(source, target, die, hit, pin), Turn(after, right, heads, locks)


def steps(rules: Rules, turn: Turn, die: int) -> list[tuple[Step, Turn]]:
    """Everything one number can do, with the state after it."""
    if finished(turn.board):
        return []
    tried = [try_step(rules, turn, source, die) for source in sources(rules, turn.board)]
    return [found for found in tried if found is not None]


# --- One batch of numbers --------------------------------------------------------------------

Line = tuple[Turn, Steps]


def without(numbers: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The numbers that are left when one is used."""
    rest = list(numbers)
    rest.remove(die)
    return tuple(rest)


def batch(rules: Rules, turn: Turn, numbers: Sequence[int]) -> list[Line]:
    """Every legal way to play one batch: all lines of the same, largest number of steps.

    All orders of the numbers are tried, one step at a time.  What ends with a forbidden wall
    is no play where walls are judged at the end.  As many numbers as possible must be used; if
    that is one of two different numbers and either could be it, it must be the larger.
    """
    layers: list[dict[tuple[Turn, tuple[int, ...]], Steps]] = [{(turn, tuple(numbers)): ()}]
    while layers[-1]:
        layer: dict[tuple[Turn, tuple[int, ...]], Steps] = {}
        for (state, left), line in layers[-1].items():
            for die in sorted(set(left)):
                for step, after in steps(rules, state, die):
                    layer.setdefault((after, without(left, die)), (*line, step))
        layers.append(layer)
    if rules.prime != "none" and rules.prime_check == "turn_end":
        layers = [layers[0]] + [
            {key: line for key, line in layer.items() if not forbidden_prime(rules, key[0].board)}
            for layer in layers[1:]
        ]
    most = max(count for count, layer in enumerate(layers) if layer)
    lines = [(state, line) for (state, _), line in layers[most].items()]
    if most == 1 and len(numbers) == 2:
        larger = [(state, line) for state, line in lines if line[0].die == max(numbers)]
        lines = larger or lines
    return lines


# --- One turn --------------------------------------------------------------------------------


def default_rolls(rules: Rules, board: Board) -> tuple[int, int]:
    """Turns made by each side as far as the position shows it: none by a side at its start."""
    at_start = start_row(rules)
    return int(board.mover != at_start), int(board.other != at_start)


def default_right(row: Row) -> bool:
    """The right to hit as far as the position shows it: a checker is home or off."""
    return sum(row[0:7]) > 0


def is_first_doublet(rolls: tuple[int, int], doublets: int | None) -> bool:
    """Whether the mover has thrown no doublet before; not known means after the first roll."""
    return rolls[0] == 0 if doublets is None else doublets == 0


def program(
    rules: Rules,
    dice: Dice,
    rolls: tuple[int, int],
    named: int | None = None,
    doublets: int | None = None,
) -> list[list[int]]:
    """The batches of numbers of a roll, to be played strictly one after the other."""
    first, second = dice
    batches = []
    if first != second:
        batches.append([first, second])
        if not (rules.named_doublet and {first, second} == {1, 2} and named is not None):
            return batches
        number = named
    else:
        number = first
    batches.append([number] * 4)
    plain = first == second and rules.first_doublet_plain and is_first_doublet(rolls, doublets)
    if rules.doublet == "complement" and not plain:
        batches.append([7 - number] * 4)
    if rules.doublet == "cascade" and rolls[0] >= rules.cascade_after:
        batches += [[further] * 4 for further in range(number + 1, 7)]
    return batches


def complement_waits(rules: Rules, board: Board, done: int) -> bool:
    """Whether the complement of a doublet is not played because men are still in hand."""
    return rules.complement_after_entry and done == 1 and board.mover[HAND] > 0


def begin(
    rules: Rules, board: Board, dice: Dice, rolls: tuple[int, int], right: bool | None
) -> Turn:
    """The state at the beginning of a turn."""
    if right is None:
        right = default_right(board.mover)
    turn = Turn(board, right, NO_LIMIT, NO_LOCKS)
    if rules.head_limit is None:
        return turn
    heads = rules.head_limit
    first, second = dice
    if rolls[0] == 0 and rules.head_exception == "first_3_4_6":
        heads += first == second and first in (3, 4, 6)
    elif rolls[0] == 0 and rules.head_exception == "if_single_cannot_finish":
        numbers = program(rules, dice, rolls)[0]
        alone = batch(rules, turn._replace(heads=heads), numbers)
        heads += len(alone[0][1]) < len(numbers)
    return turn._replace(heads=heads)


def play_batches(rules: Rules, turn: Turn, batches: Sequence[Sequence[int]]) -> Finals:
    """All final positions of some batches, the longest line for each.

    A batch that is not used completely ends the turn.  No batch cares for the next one.
    """
    finals: Finals = {}

    def end(state: Turn, line: Steps) -> None:
        if state.board not in finals or len(finals[state.board]) < len(line):
            finals[state.board] = line

    states: dict[Turn, Steps] = {turn: ()}
    for done, numbers in enumerate(batches):
        following: dict[Turn, Steps] = {}
        for state, line in states.items():
            if finished(state.board) or complement_waits(rules, state.board, done):
                end(state, line)
                continue
            for after, added in batch(rules, state, numbers):
                if len(added) < len(numbers):
                    end(after, line + added)
                elif len(following.get(after, ())) < len(line + added):
                    following[after] = line + added
        states = following
    for state, line in states.items():
        end(state, line)
    return finals


def wall_in_front(rules: Rules, board: Board) -> bool:
    """Fevga P2: all enemy checkers on one point and the six points before it are the mover's."""
    for point in range(7, 25):
        if board.other[point] == rules.n:
            return full(board.mover, [facing(rules, point - way) for way in range(1, 7)])
    return False


def turns(
    rules: Rules,
    board: Board,
    dice: Dice,
    rolls: tuple[int, int] | None = None,
    named: int | None = None,
    hit_right: tuple[bool, bool] | None = None,
    doublets: int | None = None,
) -> Finals:
    """All legal final positions of a whole turn, the mover still first, each with one way there.

    `rolls` are the turns already made by mover and other, `named` is the doublet named after
    2-1 (all six when it is missing), `hit_right` tells which side may hit (Dutch backgammon),
    `doublets` how many doublets the mover has thrown before.  Where different ways lead to one
    position the one with most steps is given, so that a way that earns a bonus is not hidden.
    """
    if rules.geometry == "ring16":
        return ring_turns(rules, board, dice)
    rolls = default_rolls(rules, board) if rolls is None else rolls
    right = None if hit_right is None else hit_right[0]
    names: list[int | None] = [named]
    if rules.named_doublet and set(dice) == {1, 2} and named is None:
        names = [1, 2, 3, 4, 5, 6]
    finals: Finals = {}
    for name in names:
        turn = begin(rules, board, dice, rolls, right)
        found = play_batches(rules, turn, program(rules, dice, rolls, name, doublets))
        for final, line in found.items():
            if len(finals.get(final, ())) <= len(line):
                finals[final] = line
    if rules.prime == "fevga" and rules.must_open_gate:
        opened = {final: line for final, line in finals.items() if not wall_in_front(rules, final)}
        finals = opened or finals
    return finals


def play_out(rules: Rules, board: Board, line: Steps) -> Board:
    """The position after some steps; no rule is consulted."""
    for step in line:
        if rules.geometry == "ring16":
            board = move_piece(board, step)
        else:
            board, _, _ = make_step(rules, board, step.source, step.target)
    return board


def unused(
    rules: Rules,
    board: Board,
    dice: Dice,
    line: Steps,
    rolls: tuple[int, int] | None = None,
    named: int | None = None,
    doublets: int | None = None,
) -> list[list[int]]:
    """The numbers of a turn that were not played, batch by batch."""
    rolls = default_rolls(rules, board) if rolls is None else rolls
    if named is None and set(dice) == {1, 2} and len(line) > 2:
        named = line[2].die
    left = []
    used = 0
    for done, numbers in enumerate(program(rules, dice, rolls, named, doublets)):
        if complement_waits(rules, play_out(rules, board, line[:used]), done):
            break
        rest = list(numbers)
        for step in line[used : used + len(numbers)]:
            rest.remove(step.die)
        used += len(numbers) - len(rest)
        if rest:
            left.append(rest)
    return left


def complete(
    rules: Rules,
    board: Board,
    dice: Dice,
    line: Steps,
    rolls: tuple[int, int] | None = None,
    named: int | None = None,
    doublets: int | None = None,
) -> bool:
    """Whether a turn, played like this, earns the mover another turn."""
    if rules.geometry == "ring16":
        return False
    rolls = default_rolls(rules, board) if rolls is None else rolls
    first, second = dice
    if first == second:
        plain = rules.first_doublet_plain and is_first_doublet(rolls, doublets)
        earns = rules.bonus_on_doubles and not plain
    else:
        named = line[2].die if named is None and len(line) > 2 else named
        earns = rules.named_doublet and {first, second} == {1, 2} and named is not None
    if not earns or finished(play_out(rules, board, line)):
        return False
    return not unused(rules, board, dice, line, rolls, named, doublets)


def leftovers(
    rules: Rules,
    board: Board,
    dice: Dice,
    line: Steps,
    rolls: tuple[int, int] | None = None,
) -> list[list[int]]:
    """The batches that the opponent plays before his own roll (`rest` = opponent).

    There are none if the roller could not play a single number or has finished the game.  The
    opponent plays them with `leftover_turns`.
    """
    if rules.rest != "opponent" or not line or finished(play_out(rules, board, line)):
        return []
    return unused(rules, board, dice, line, rolls)


def leftover_turns(rules: Rules, board: Board, batches: Sequence[Sequence[int]]) -> Finals:
    """All positions after the opponent, here the mover, has played the numbers left to him."""
    return play_batches(rules, Turn(board, default_right(board.mover), NO_LIMIT, NO_LOCKS), batches)


# --- Coan ki ---------------------------------------------------------------------------------


def move_piece(board: Board, step: Step) -> Board:
    """A piece of Coan ki moved, taken home, sent back or lost."""
    row = list(board.mover)
    row[step.source] -= 1
    row[max(step.target, OFF)] += 1
    return board._replace(mover=tuple(row))


def ring_blocked(rules: Rules, board: Board, point: int) -> bool:
    """Eight enemies on a cell close it, except on the four cells where pieces start."""
    return point not in (16, 15, 8, 7) and board.other[facing(rules, point)] >= rules.block


def ring_step(rules: Rules, board: Board, source: int, way: int) -> Step | None:
    """One piece moved along the ring; closed cells may be neither entered nor passed."""
    target = source - way
    if target < 0 and rules.exact_home:
        return None
    if any(ring_blocked(rules, board, point) for point in range(max(target, 1), source)):
        return None
    return Step(source, max(target, OFF), way)


def ring_patterns(rules: Rules, dice: Dice) -> list[tuple[int, ...]]:
    """What a roll lets one piece, or two different pieces, do: the ways of each."""
    high, low = max(dice), min(dice)
    both = high + low
    if high == low:
        return [(2 * high, 2 * high), (high,)]
    if high == low + 1 and not rules.consecutive_plain:
        return [(both, low), (both, both - 1)]
    return [(both,), (high, low)]


def ring_turns(rules: Rules, board: Board, dice: Dice) -> Finals:
    """All final positions of a turn of Coan ki.

    1-1 costs a piece of the owner's choice.  Otherwise one of the patterns must be played as a
    whole or the turn is lost; a side with a single piece left needs only the first part.
    """
    if finished(board):
        return {board: ()}
    points = [point for point in range(16, 0, -1) if board.mover[point] > 0]
    finals: Finals = {}
    if dice == (1, 1):
        if rules.double_one == "fine_only":
            return {board: ()}
        target = LOST if rules.double_one == "lose" else 16
        for point in points:
            step = Step(point, target, 1)
            finals.setdefault(move_piece(board, step), (step,))
        return finals
    for pattern in ring_patterns(rules, dice):
        if in_play(board.mover) == 1:
            pattern = pattern[:1]
        for source in points:
            first = ring_step(rules, board, source, pattern[0])
            if first is None:
                continue
            after = move_piece(board, first)
            if len(pattern) == 1:
                finals.setdefault(after, (first,))
                continue
            for partner in points:
                if partner == source and board.mover[source] < 2:
                    continue  # it would be the same piece
                second = ring_step(rules, board, partner, pattern[1])
                if second is not None:
                    finals.setdefault(move_piece(after, second), (first, second))
    return finals or {board: ()}


# --- The end of the game ---------------------------------------------------------------------


def value_of_loss(rules: Rules, loser: Row) -> int:
    """What the loser of a finished game pays.

    Backgammon: none off and a checker in hand, on the bar or in the winner's home; where both
    have the same home, in the table of entry instead.
    """
    if rules.score == "per_checker":
        return in_play(loser)
    if rules.score == "1" or loser[OFF] > 0:
        return 1
    if rules.geometry == "common":
        zone = list(range(19, 25))
    else:
        zone = [facing(rules, point) for point in range(1, 7)]
    behind = loser[BAR] + loser[HAND] + sum(loser[point] for point in zone)
    return 3 if rules.score == "123" and behind > 0 else 2


def mother_trapped(board: Board) -> bool:
    """The mover's last checker on his start is a prisoner."""
    return START in board.mover_pinned


def mother_result(rules: Rules, board: Board) -> Result:
    """What trapped mothers do to the game at the end of a turn; 0 means nothing.

    Both trapped: a draw.  One trapped: the trapper wins two points when his own start is empty
    (`immediate`: in any case).  `draw_only` knows the draw alone.
    """
    mine, theirs = mother_trapped(board), mother_trapped(swap(board))
    if rules.mother_rule == "immediate":
        return 2 if theirs else -2 if mine else 0
    if rules.mother_rule == "none" or not (mine or theirs):
        return 0
    if mine and theirs:
        return "draw"
    if rules.mother_rule == "plakoto" and theirs and board.mover[START] == 0:
        return 2
    if rules.mother_rule == "plakoto" and mine and board.other[START] == 0:
        return -2
    return 0


def stuck(rules: Rules, board: Board) -> bool:
    """The mover has no legal step with any number."""
    turn = Turn(board, True, NO_LIMIT, NO_LOCKS)
    return not any(steps(rules, turn, die) for die in range(1, 7))


def result(rules: Rules, board: Board) -> Result:
    """The result at the end of a turn, the side that made it first.

    0 while the game goes on; the points won by the mover, negative if the other side won.  A
    game without hitting in which neither side can ever move again is a draw.
    """
    if finished(board):
        mover_done = in_play(board.mover) == 0
        if rules.end == "last_off":
            winner = board.other if mover_done else board.mover
            value = 2 if rules.mirror_gammon and winner[OFF] == 0 else 1
            return -value if mover_done else value
        if mover_done:
            return value_of_loss(rules, board.other)
        return -value_of_loss(rules, board.mover)
    by_mother = mother_result(rules, board)
    if by_mother != 0:
        return by_mother
    if rules.landing in ("none", "pin") and stuck(rules, board) and stuck(rules, swap(board)):
        return "draw"
    return 0


# --- Counting --------------------------------------------------------------------------------


def right_after(right: bool, final: Board) -> bool:
    """Whether the mover of a turn may hit from now on (Dutch backgammon)."""
    return right or default_right(final.mover)


def count(
    rules: Rules,
    board: Board,
    depth: int,
    rolls: tuple[int, int],
    rights: tuple[bool, bool],
    doublets: tuple[int, int],
) -> int:
    """Lines of whole turns from a position; the side changes after each turn."""
    if depth == 0:
        return 1
    if result(rules, board) != 0:
        return 0
    total = 0
    for dice in ROLLS:
        finals = turns(rules, board, dice, rolls, None, rights, doublets[0])
        if depth == 1:
            total += len(finals)
            continue
        thrown = (doublets[1], doublets[0] + (dice[0] == dice[1]))
        for final in finals:
            total += count(
                rules,
                swap(final),
                depth - 1,
                (rolls[1], rolls[0] + 1),
                (rights[1], right_after(rights[0], final)),
                thrown,
            )
    return total


def perft(rules: Rules, depth: int) -> int:
    """Count the lines of `depth` whole turns from the opening position over all 21 rolls.

    Different final positions count once each, a lost turn counts as one, finished games are
    not carried on, and the side changes also where a bonus turn would follow.
    """
    return count(rules, start(rules), depth, (0, 0), (False, False), (0, 0))
