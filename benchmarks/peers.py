"""Other programs that list the legal plays of backgammon, all asked in the same form.

A question is a position in the kernel's 64 bytes and two dice. An answer is the set of final
positions, each as 54 bytes: the mover's row, then the other side's, off, points 1 to 24, bar and
hand by each side's own count. No play is the unchanged position.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.metadata
import itertools
import re
from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy
import numpy.typing
from benchmarks.gnubg import Missing
from benchmarks.positions import Pair

from benchmarks import gnubg
from fullprime import Variant, _kernel
from fullprime.position import BAR, OFF, PLACES

CHECKERS: Final = 15
OTHER: Final = 32  # where the other side's row begins in the kernel's bytes

Finals = frozenset[bytes]
Bytes = numpy.typing.NDArray[numpy.uint8]


class Peer(Protocol):
    """A program that answers questions."""

    name: str

    def finals_of(self, pairs: Sequence[Pair]) -> list[Finals]:
        """The final positions of each pair."""


def rows_of(raw: bytes) -> tuple[bytes, bytes]:
    """Both rows of a position in the kernel's bytes."""
    return raw[:PLACES], raw[OTHER : OTHER + PLACES]


def module_of(module: str, package: str) -> Any:
    """A module of a peer."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(
            f"{package} is not installed ({error}); `pip install --group peers` installs it"
        ) from error


class Fullprime:
    """Our own kernel."""

    name = "Fullprime"

    def __init__(self) -> None:
        self.variant = Variant.load("backgammon")

    @staticmethod
    def arrays(pairs: Sequence[Pair]) -> tuple[Bytes, Bytes]:
        """The pairs as the kernel's array calls take them."""
        raw = b"".join(pair.raw for pair in pairs)
        dice = numpy.array([pair.dice for pair in pairs], numpy.uint8).reshape(-1, 2)
        return numpy.frombuffer(raw, numpy.uint8).reshape(-1, 64), dice

    def finals_of(self, pairs: Sequence[Pair]) -> list[Finals]:
        """The final positions of each pair."""
        found, _, _, offsets = _kernel.plays_of_many(self.variant.kernel, *self.arrays(pairs))
        rows = numpy.hstack([found[:, :PLACES], found[:, OTHER : OTHER + PLACES]])
        ends = [int(end) for end in offsets]
        answers = [_finals(rows[begin:end]) for begin, end in itertools.pairwise(ends)]
        if sum(map(len, answers)) != len(found):
            raise RuntimeError("the kernel lists a final position twice")
        return answers


class BgSage:
    """BG Sage: `possible_moves` of its compiled module.

    Its board has 26 places: the mover's points 1 to 24, own checkers positive and enemy checkers
    negative, the mover's bar at 25 and the enemy's bar at 0. Checkers off are not stored.
    """

    def __init__(self) -> None:
        self.possible_moves = module_of("bgbot_cpp", "bgsage").possible_moves
        self.name = f"BG Sage {importlib.metadata.version('bgsage')}"

    @staticmethod
    def question(pair: Pair) -> tuple[list[int], int, int]:
        """What `possible_moves` is called with."""
        mover, other = rows_of(pair.raw)
        points = (mover[point] - other[BAR - point] for point in range(1, 25))
        return [other[BAR], *points, mover[BAR]], *pair.dice

    def finals_of(self, pairs: Sequence[Pair]) -> list[Finals]:
        """The final positions of each pair."""
        return [self.finals(self.possible_moves(*self.question(pair))) for pair in pairs]

    @staticmethod
    def finals(boards: list[list[int]]) -> Finals:
        """Its answer in our form."""
        return _finals(BgSage.rows(boards))

    @staticmethod
    def rows(boards: list[list[int]]) -> Bytes:
        """Its boards as rows of ours [n, 54]."""
        found = numpy.array(boards, numpy.int8)
        mover = numpy.maximum(found[:, 1:25], 0)
        other = numpy.maximum(-found[:, 24:0:-1], 0)
        return _filled(mover, found[:, 25], other, found[:, 0])


class _Vector(ctypes.Structure):
    """`std::vector` as libstdc++ lays it out."""

    _fields_ = (
        ("begin", ctypes.c_void_p),
        ("end", ctypes.c_void_p),
        ("capacity", ctypes.c_void_p),
    )


class _Numbers:
    """A `std::vector<int>` over numbers that we can change."""

    def __init__(self, length: int) -> None:
        self.values = (ctypes.c_int * length)()
        self.vector = _vector_over(self.values)


def _vector_over(values: Any) -> _Vector:
    begin = ctypes.addressof(values)
    end = begin + ctypes.sizeof(values)
    return _Vector(begin, end, end)


class OpenSpiel:
    """OpenSpiel's backgammon, the mover always its player 0 (X).

    Python cannot set up a position there, but the library exports the C++ method that can. It is
    called on the C++ object behind the Python state, which is first recognized by its table of
    virtual methods; a release with another layout is refused.

    A doublet is played as two turns of two numbers each.
    """

    _CLASS = "N10open_spiel10backgammon15BackgammonState"
    _SET_STATE = f"_Z{_CLASS}8SetStateEibRKSt6vectorIiSaIiEES6_S6_RKS2_IS4_SaIS4_EE"
    _VALUE_OFFSET = 16  # after the reference count and the type of a Python object
    _COUNTED = numpy.array([1, 2, 3, 1])  # a point is given by: 1, 2, 3, how many more than 3

    def __init__(self) -> None:
        spiel = module_of("pyspiel", "open_spiel")
        self.name = f"OpenSpiel {importlib.metadata.version('open_spiel')}"
        self._game = spiel.load_game("backgammon(scoring_type=full_scoring)")
        library = ctypes.CDLL(spiel.__file__)
        try:
            self._set_state = getattr(library, self._SET_STATE)
            table = ctypes.c_char.in_dll(library, f"_ZTV{self._CLASS}E")
        except (AttributeError, ValueError) as error:
            raise Missing(f"{self.name} does not export BackgammonState::SetState") from error
        self._methods = ctypes.addressof(table) + 16
        self._set_state.restype = None
        self._set_state.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_bool] + (
            [ctypes.c_void_p] * 4
        )
        self._dice, self._bar, self._off = _Numbers(2), _Numbers(2), _Numbers(2)
        self._points = _Numbers(24), _Numbers(24)
        self._both = (_Vector * 2)(*(side.vector for side in self._points))
        self._board = _vector_over(self._both)
        vectors = self._dice.vector, self._bar.vector, self._off.vector, self._board
        self._arguments = [ctypes.addressof(vector) for vector in vectors]
        self._state = self.state()
        self._check()

    def state(self) -> Any:
        """A new state, past the opening roll, for `put`."""
        state = self._game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        return state

    def put(self, state: Any, pair: Pair) -> None:
        """Sets up a position and a roll."""
        mover, other = rows_of(pair.raw)
        self._dice.values[:] = list(pair.dice)
        self._bar.values[:] = [mover[BAR], other[BAR]]
        self._off.values[:] = [mover[OFF], other[OFF]]
        self._points[0].values[:] = list(mover[24:0:-1])
        self._points[1].values[:] = list(other[1:25])
        self._set_state(self._behind(state), 0, False, *self._arguments)

    @staticmethod
    def ends(state: Any) -> list[Any]:
        """The states after a whole turn, both halves of a doublet; the same may come twice."""
        ends = []
        for action in state.legal_actions():
            half = state.child(action)
            if half.current_player() == 0:
                ends += [half.child(later) for later in half.legal_actions()]
            else:
                ends.append(half)
        return ends

    def finals_of(self, pairs: Sequence[Pair]) -> list[Finals]:
        """The final positions of each pair."""
        return [self._finals(pair) for pair in pairs]

    def _finals(self, pair: Pair) -> Finals:
        self.put(self._state, pair)
        halves = [self._state.child(action) for action in self._state.legal_actions()]
        # Many first halves lead to one position: only one of them is played on.
        distinct = dict(zip(self._rows(halves), halves, strict=True))
        again = {rows: half for rows, half in distinct.items() if half.current_player() == 0}
        ends = [half.child(action) for half in again.values() for action in half.legal_actions()]
        return frozenset(distinct.keys() - again.keys()) | frozenset(self._rows(ends))

    def _rows(self, states: list[Any]) -> list[bytes]:
        """Both rows of each state, out of the numbers that a learner would see."""
        if not states:
            return []
        seen = numpy.array([state.observation_tensor(0) for state in states], numpy.int16)
        coded = seen[:, :192].reshape(-1, 2, 24, 4)
        points = coded @ self._COUNTED + 3 * (coded[..., 3] > 0)
        filled = _filled(points[:, 0, ::-1], seen[:, 192], points[:, 1], seen[:, 195])
        return [row.tobytes() for row in filled]

    def _behind(self, state: Any) -> int:
        """The address of the C++ object."""
        value = ctypes.c_void_p.from_address(id(state) + self._VALUE_OFFSET).value
        address = ctypes.c_void_p.from_address(value).value if value else None
        if not address or ctypes.c_void_p.from_address(address).value != self._methods:
            raise Missing(f"{self.name} keeps its states in a way that is unknown to us")
        return address

    def _check(self) -> None:
        """Sets up a lopsided position and reads it back."""
        mover, other = [0] * 32, [0] * 32
        mover[OFF], mover[4], mover[24], mover[BAR] = 3, 4, 6, 2
        other[OFF], other[2], other[3], other[22], other[BAR] = 1, 2, 7, 4, 1
        pair = Pair(bytes(mover + other), (2, 1))
        self.put(self._state, pair)
        if self._rows([self._state]) != [b"".join(rows_of(pair.raw))]:
            raise Missing(f"{self.name} does not show the position that was set up")


class Gnubg:
    """GNU Backgammon, asked for all its hints."""

    PROCESSES = 16

    def __init__(self) -> None:
        self._program = gnubg.Gnubg(self.PROCESSES)
        self.name = self._program.name

    def finals_of(self, pairs: Sequence[Pair]) -> list[Finals]:
        """The final positions of each pair."""
        sides = [rows_of(pair.raw) for pair in pairs]
        questions = [
            {"op": "moves", **gnubg.sides(*rows), "dice": pair.dice}
            for pair, rows in zip(pairs, sides, strict=True)
        ]
        return [
            frozenset(gnubg_played(*rows, moves) for moves in found or [""])
            for rows, found in zip(sides, self._program.ask(questions), strict=True)
        ]


_MOVE: Final = re.compile(r"(?P<path>[\w*/]+?)(?:\((?P<times>\d)\))?")
_PLACES: Final = {"bar": BAR, "off": OFF}


def gnubg_played(mover: bytes, other: bytes, moves: str) -> bytes:
    """The position after moves as gnubg writes them: `bar/20 13/11*/9(2) 6/off`."""
    mine, theirs = bytearray(mover), bytearray(other)
    for word in moves.split():
        move = _MOVE.fullmatch(word)
        if not move:
            raise ValueError(f"cannot read {word!r} in gnubg's {moves!r}")
        places = [
            _PLACES[name] if name in _PLACES else int(name)
            for name in move["path"].replace("*", "").split("/")
        ]
        for _ in range(int(move["times"] or 1)):
            mine[places[0]] -= 1
            mine[places[-1]] += 1
            for place in places[1:]:
                if place != OFF and theirs[BAR - place]:
                    theirs[BAR - place] -= 1
                    theirs[BAR] += 1
    return bytes(mine + theirs)


def _filled(mover: Any, mover_bar: Any, other: Any, other_bar: Any) -> Bytes:
    """Whole rows [n, 54] out of points [n, 24] and bars [n]: who is missing has borne off."""
    rows = numpy.zeros((len(mover), 2, PLACES), numpy.uint8)
    rows[:, 0, 1:25], rows[:, 0, BAR] = mover, mover_bar
    rows[:, 1, 1:25], rows[:, 1, BAR] = other, other_bar
    rows[:, :, OFF] = CHECKERS - rows.sum(axis=2)
    return rows.reshape(-1, 2 * PLACES)


def _finals(rows: Bytes) -> Finals:
    whole = numpy.ascontiguousarray(rows).tobytes()
    width = 2 * PLACES
    return frozenset(whole[at : at + width] for at in range(0, len(whole), width))
