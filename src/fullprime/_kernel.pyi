"""The rules of the tables games, compiled."""

from collections.abc import Callable, Iterator, Sequence
import enum

import numpy
import numpy.typing


class Geometry(enum.Enum):
    """How the two paths lie."""

    contrary = 0

    parallel12 = 1

    common = 2

    ring16 = 3

class Landing(enum.Enum):
    """What landing on a lone enemy checker does."""

    none = 0

    hit = 1

    pin = 2

    share = 3

class Entry(enum.Enum):
    """The duty to enter checkers from the hand."""

    bar = 0

    free = 1

    all_first = 2

class BearOff(enum.Enum):
    """Whether a larger number bears off."""

    over = 0

    exact = 1

class HitRight(enum.Enum):
    """Who may hit."""

    always = 0

    home_reached = 1

    currently_in_home = 2

class Doublet(enum.Enum):
    """What follows the four numbers of a doublet."""

    plain = 0

    complement = 1

    cascade = 2

class HeadException(enum.Enum):
    """When one more may leave the head."""

    none = 0

    first_3_4_6 = 1

    if_single_cannot_finish = 2

class Prime(enum.Enum):
    """Which walls of six are forbidden."""

    none = 0

    narde = 1

    fevga = 2

class PrimeCheck(enum.Enum):
    """When a wall is judged."""

    step = 0

    turn_end = 1

class ForbiddenWall(enum.Enum):
    """Which quadrant may not be filled."""

    own_quadrant = 0

    unless_passed = 1

    either_quadrant = 2

    opponent_quadrant = 3

class Mother(enum.Enum):
    """What a pinned mother does to the game."""

    none = 0

    plakoto = 1

    immediate = 2

    draw_only = 3

class DoubleOne(enum.Enum):
    """What 1-1 costs on the ring."""

    lose = 0

    fine_only = 1

    restart = 2

class Variant:
    """One row of the parameter table, its fields by name."""

    def __init__(self, **fields: object) -> None: ...

    def __bytes__(self) -> bytes:
        """The row in memory, for programs that are compiled against the kernel."""

def start(variant: Variant) -> bytes:
    """The starting position."""

def across(variant: Variant, point: int) -> int:
    """The same point in the other side's numbers."""

def counted(variant: Variant, position: bytes, doublet: bool) -> bytes:
    """The position with the mover's turn remembered, the mover still first."""

def turn(variant: Variant, position: bytes, first: int, second: int, named: int = 0) -> tuple[list[list[int]], int, bool]:
    """
    What a roll gives: batches (on the ring, alternatives), head limit, bonus.
    """

def position_text(position: bytes, checkers: int) -> str:
    """
    The text form of a position; `off` only where the rest does not show it.
    """

class PlayList:
    """The distinct positions that a roll can lead to."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> tuple[bytes, tuple[tuple[int, int, int, int], ...]]:
        """A position and one way to it: steps of source, target, die, event."""

    def packed(self) -> list[tuple[bytes, bytes]]:
        """
        All positions with their steps, four bytes each: source, target, die, event.
        """

    def __iter__(self) -> Iterator[tuple[bytes, tuple[tuple[int, int, int, int], ...]]]: ...

def plays(variant: Variant, position: bytes, first: int, second: int, named: int = 0, most: int = 2097152) -> PlayList:
    """The legal turns of a roll; more than `most` are refused."""

def plays_of_batch(variant: Variant, start: bytes, now: bytes, numbers: Sequence[int], head: int, last: bool) -> PlayList:
    """The legal plays of one batch in a turn that began at start."""

def steps(variant: Variant, start: bytes, now: bytes, number: int, head: int) -> PlayList:
    """
    What one number can do in a turn that began at start, each a play of one step.
    """

def plays_of_many(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], dice: numpy.typing.NDArray[numpy.uint8]) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]:
    """
    Plays of many rolls: positions [m, 64], steps [m, 4, 4], lengths [m], offsets [n+1].
    """

def count_plays(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8], dice: numpy.typing.NDArray[numpy.uint8]) -> int:
    """How many plays they are; finds each of them and keeps none."""

def perft(variant: Variant, position: bytes, first: int, second: int, depth: int) -> int:
    """Whole turns at that depth below one roll."""

def end(variant: Variant, position: bytes) -> int | None:
    """
    Multiple of the stake that the mover has won (negative: lost); None while it goes on.
    """

FEATURE_VERSION: int = 2

MORE_FEATURE_VERSION: int = 3

FEATURES: int = 256

MOST_FEATURES: int = 320

def encode(variant: Variant, positions: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Features [n, features_of(variant)] of afterstates, seen by the side that has just moved.
    """

def features_of(variant: Variant) -> int:
    """How many features a game has."""

def units(variant: Variant) -> list[float]:
    """What a value of one means to a network, by feature."""

def roll(seed: int, stream: int, index: int) -> tuple[int, int]:
    """A roll of the counted dice."""

def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """The generator behind the dice."""

class Net:
    """Judges positions for the side that has just moved; see net.h."""

    def __init__(self, w1: memoryview | numpy.typing.NDArray[numpy.int16], b1: memoryview | numpy.typing.NDArray[numpy.int32], w2: memoryview | numpy.typing.NDArray[numpy.int16], b2: memoryview | numpy.typing.NDArray[numpy.int32], w3: memoryview | numpy.typing.NDArray[numpy.int16], b3: memoryview | numpy.typing.NDArray[numpy.int32], path: str = '') -> None: ...

    @property
    def path(self) -> str:
        """The way it is computed."""

    @property
    def features(self) -> int:
        """How many inputs it has."""

    @property
    def tails(self) -> int:
        """How many tails it has: one, or one for each bucket."""

    def evaluate(self, variant: Variant, positions: memoryview | numpy.typing.NDArray[numpy.uint8]) -> memoryview:
        """
        Chances [n, 6] of the mover, who has just moved: single, gammon, backgammon, won and lost.
        """

    def evaluate_from(self, variant: Variant, base: bytes, positions: memoryview | numpy.typing.NDArray[numpy.uint8]) -> memoryview:
        """
        The same, in less time where the positions differ little from the base.
        """

BUCKET_VERSION: int = 1

BUCKETS: int = 8

def net_paths() -> list[str]:
    """The ways to compute a net on this machine, the fastest first."""

def make_bearoff(alone: int, both: int, threads: int) -> bytes:
    """
    The bytes of a table: up to so many checkers of one side alone, and of each of both.
    """

def bearoff_index(counts: Sequence[int]) -> int:
    """The number of a position, given the checkers on points 1 to 6."""

def bearoff_counts(index: int) -> list[int]:
    """The other way round."""

def any_race_at_home(variant: Variant, positions: bytes) -> bool:
    """
    Is one of these positions, 64 bytes each, a race that a full table knows?
    """

class Bearoff:
    """A bear-off table; the bytes stay in use."""

    def __init__(self, data: bytes | memoryview) -> None: ...

    def wins(self, mine: Sequence[int], theirs: Sequence[int]) -> int:
        """The chance of the side to roll to win, in parts of 36^5."""

    def rolls(self, counts: Sequence[int]) -> list[int]:
        """The chances to be off within 0, 1, 2 ... rolls, in parts of 36^3."""

    def saves(self, counts: Sequence[int]) -> int:
        """The throws of 36 with which a checker can be borne off at once."""

    def judge(self, variant: Variant, positions: bytes) -> list[tuple[float, float, float] | None]:
        """
        Of positions, 64 bytes each, the mover about to roll: the chances to win, to win a gammon and to lose one; None where the table does not reach.
        """

def make_cube_bearoff(checkers: int, threads: int) -> bytes:
    """
    The bytes of a table with the cube: up to so many checkers of each side.
    """

class CubeEquities:
    """What a race is worth to the side to roll, for a cube of one."""

    @property
    def owned(self) -> float:
        """The roller owns the cube, and may double now."""

    @property
    def centred(self) -> float:
        """Nobody owns it, and the roller may double now."""

    @property
    def against(self) -> float:
        """The other side owns it."""

    @property
    def owned_undoubled(self) -> float:
        """The roller owns it, but does not double now."""

    @property
    def centred_undoubled(self) -> float:
        """Nobody owns it, and the roller does not double now."""

    @property
    def double_take(self) -> float:
        """The roller doubles and the other side takes; a drop is worth 1."""

class CubeBearoff:
    """A bear-off table with the cube; the bytes stay in use."""

    def __init__(self, data: bytes | memoryview) -> None: ...

    def equities(self, mine: Sequence[int], theirs: Sequence[int]) -> CubeEquities:
        """
        Given the checkers on points 1 to 6 of the side to roll and of the other.
        """

    def judge(self, variant: Variant, positions: bytes) -> list[CubeEquities | None]:
        """
        The same of positions, 64 bytes each, the mover about to roll; None where the table does not reach, and where a gammon is still possible.
        """

class Holder(enum.Enum):
    """Who holds the cube, seen by one side."""

    nobody = 0

    mine = 1

    theirs = 2

class CubeStakes:
    """What results are worth, by the value of the cube."""

    def __init__(self, centred: Sequence[float], owned: Sequence[Sequence[float]], money: bool, mine: Sequence[bool], theirs: Sequence[bool]) -> None: ...

    @property
    def centred(self) -> tuple[float, float, float, float, float, float]: ...

    @property
    def owned(self) -> tuple[tuple[float, float, float, float, float, float], ...]: ...

    @property
    def money(self) -> bool: ...

    @property
    def mine(self) -> tuple[bool, ...]: ...

    @property
    def theirs(self) -> tuple[bool, ...]: ...

    def flipped(self) -> CubeStakes: ...

    def taken(self, kept: CubeValues, level: int) -> float:
        """What a double from a level is worth when it is taken."""

    def best(self, kept: CubeValues) -> CubeValues:
        """What the side to roll has when it may double first."""

    def kept(self, chances: Sequence[float], life: float, theirs: float | None = None) -> CubeValues:
        """
        What the side to roll has if it does not double now, given how live the cube is, from 0 to 1, in its hands and in those of the other side if that is not the same.
        """

class CubeValues:
    """What a position is worth in each state of the cube."""

    def __init__(self, centred: float, mine: Sequence[float], theirs: Sequence[float]) -> None: ...

    @property
    def centred(self) -> float: ...

    @property
    def mine(self) -> list[float]: ...

    @property
    def theirs(self) -> list[float]: ...

def cube_life(position: bytes) -> float:
    """How live a cube is in positions of that kind, from 0 to 1."""

class Kind(enum.Enum):
    """Kinds of positions, in words that players use; docs/strength.md."""

    race = 0

    containment = 1

    back = 2

    contact = 3

def kind_of(position: bytes) -> Kind:
    """The kind of a position, whoever looks at it."""

class Search:
    """Looks ahead over a net; see search.h."""

    def __init__(self, variant: Variant, net: Net, pruner: Net | None, open_table: Callable[[], Bearoff | None], open_cube_table: Callable[[], CubeBearoff | None], plies: int, filters: Sequence[tuple[int, float]], kept: tuple[int, float], threads: int, cache: int, nodes: int | None = None, seconds: float | None = None, only_choose: bool = False) -> None: ...

    def plays(self, position: bytes, first: int, second: int, mine: Sequence[float], theirs: Sequence[float], cube: CubeStakes | None = None, holder: Holder = ..., level: int = 0) -> tuple[list[tuple[int, bytes, tuple[float, float, float, float, float, float], float, int]], bool]:
        """
        The plays of a roll, best first: number, position, chances, worth, plies; and whether it was finished, or stopped by a limit. Worths are those of each class, to each side as it sees them.
        """

    def turns(self, start: bytes, now: bytes, first: int, second: int, batches: Sequence[Sequence[int]], head: int, bonus: bool, names: bool, mine: Sequence[float], theirs: Sequence[float], cube: CubeStakes | None = None, holder: Holder = ..., level: int = 0, width: int = 200, plies: int = 3) -> tuple[list[tuple[bytes, bytes, bytes, int, bool, tuple[float, float, float, float, float, float], float, int]], bool]:
        """
        What is left of a turn of several stages, the best first: position, steps, position after the batch at hand, doublet named on the way, whether it earns another turn, chances, worth, plies; and whether it was finished.
        """

    def evaluate(self, positions: bytes, mine: Sequence[float], theirs: Sequence[float]) -> list[tuple[float, float, float, float, float, float]]:
        """The chances of the side about to roll; positions of 64 bytes each."""

    def outlook(self, position: bytes, mine: Sequence[float], theirs: Sequence[float], cube: CubeStakes, holder: Holder, level: int = 0) -> tuple[tuple[float, float, float, float, float, float], CubeValues]:
        """
        The chances of the side about to roll, and what it has if it does not double now.
        """

    def deeds(self, positions: bytes, mine: Sequence[float]) -> list[list[tuple[bytes, float, int, int, list[float]]]]:
        """
        What the turns of each of the 21 rolls can do, position by position: where the best turn leads, its worth by the bare net, what it does, what some turn does, and what the best turn is worth that does not.
        """

    def life(self, position: bytes, chances: Sequence[float]) -> tuple[float, float]:
        """
        How live the cube is in the hands of the side about to roll and of the other.
        """

    def cancel(self) -> None:
        """Stops what is being looked at now."""

class Rollout:
    """Plays positions on and on; see rollout.h."""

    def __init__(self, bare: Search, phases: list[tuple[int, Search | None]], seed: int, truncate: int | None = None, at_the_end: Search | None = None, less_luck: bool = True) -> None: ...

    def trials(self, position: bytes, mine: Sequence[float], theirs: Sequence[float], first: int, last: int, threads: int = 1, cube: CubeStakes | None = None, holder: Holder = ..., level: int = 0, may_double: bool = True) -> list[tuple[float, float, float, float, float, float, float, float, int]]:
        """
        The trials from first to before last: six chances of the side that rolls first, what they are worth, what the trial is worth with the cube, plies.
        """

def rollout_roll(seed: int, trial: int, ply: int) -> tuple[int, int]:
    """The dice of one ply of one trial."""

def can_solve(variant: Variant) -> bool:
    """Is this game small enough to be solved?"""

class SolveStage(enum.Enum):
    """What is solved, one after the other."""

    plays = 0

    chances = 1

    cube = 2

    done = 3

class Solver:
    """Solves a small game, sweep by sweep."""

    def __init__(self, variant: Variant) -> None: ...

    @property
    def stage(self) -> SolveStage: ...

    def sweep(self, threads: int) -> float:
        """
        Renews every position once; the largest change, in points or as a chance.
        """

    def advance(self, threads: int) -> None:
        """Ends the stage and begins the next one."""

    @property
    def parts(self) -> list[memoryview]:
        """All that is known so far, as it lies in memory."""

    def restore(self, stage: SolveStage, parts: bytes | memoryview) -> None:
        """
        Goes on from the parts, one after the other, of a solver of that game and stage.
        """

    @property
    def table(self) -> memoryview:
        """The bytes of the table, complete when all stages are done."""

class CubeLane:
    """A state of the cube at a match score, seen by one side."""

    def __init__(self, worths: Sequence[float], taken: int, seen: int) -> None:
        """
        worths: of the results, -1 to 1; taken: the lane after a double of this side, -1: none; seen: the lane in which the other side sees this cube.
        """

class MatchSolver:
    """Solves a small game at a match score, sweep by sweep."""

    def __init__(self, variant: Variant, lanes: Sequence[CubeLane]) -> None: ...

    @property
    def stage(self) -> SolveStage: ...

    def sweep(self, threads: int) -> float:
        """
        Renews every position once; the largest change, in points or as a chance.
        """

    def advance(self, threads: int) -> None:
        """Ends the stage and begins the next one."""

    @property
    def parts(self) -> list[memoryview]:
        """All that is known so far, as it lies in memory."""

    def restore(self, stage: SolveStage, parts: bytes | memoryview) -> None:
        """
        Goes on from the parts, one after the other, of a solver of that game and stage.
        """

    @property
    def table(self) -> memoryview:
        """The bytes of the table, complete when all stages are done."""

class Solved:
    """The table of a solved game; the bytes stay in use."""

    def __init__(self, variant: Variant, data: bytes | memoryview) -> None: ...

    def chances(self, position: bytes) -> list[float]:
        """
        Of the side to roll, when both play for the best result without the cube.
        """

    def kept(self, position: bytes, jacoby: bool) -> CubeValues:
        """For money: what the side to roll has if it does not double now."""

    def numbers(self, positions: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.float64]:
        """
        Of positions [n, 64]: six chances, and the equities of a side that does not double now with a cube of its own, in the middle, there with the Jacoby rule, and against it.
        """

class MatchSolved:
    """The table of a game solved at a match score."""

    def __init__(self, variant: Variant, lanes: int, data: bytes | memoryview) -> None: ...

    def worths(self, position: bytes) -> list[float]:
        """Of the side to roll if it does not double now, lane by lane: -1 to 1."""
