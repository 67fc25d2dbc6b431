"""Many positions at once, as NumPy arrays: for training, statistics and research.

A position is a row of 64 bytes, `Position.raw`, seen by the side to move. `plays` answers with
*afterstates*: the side that has just played is still first. `encode` and `evaluate` take those.

>>> start = pack([Variant.load().start_position])
>>> found = plays(start, np.array([[3, 1]]))
>>> found.afterstates.shape, found.offsets.tolist()
((16, 64), [0, 16])
>>> best = evaluate(found.afterstates) @ POINTS
>>> print(found.play(int(best.argmax())))
8/5 6/5

NumPy comes with `pip install 'fullprime[arrays]'`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from fullprime import _kernel
from fullprime.engine.nets import net_for
from fullprime.errors import BadDice, BadPosition, FullprimeError
from fullprime.play import Play, Step
from fullprime.position import MOST_CHECKERS, PLACES, Position
from fullprime.variant import Variant, VariantLike

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise ImportError(
        "fullprime.arrays needs NumPy: install it with pip install 'fullprime[arrays]'"
    ) from error

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

SIZE: Final = 64
"""Bytes of a position."""
_HALF: Final = SIZE // 2
_PINS: Final = slice(28, 32)
_NO_POINTS: Final = np.uint32(~sum(1 << point for point in range(1, 25)) & 0xFFFFFFFF)
"""Bits that mark no pinned point."""
POINTS: Final[Floats] = np.array([1.0, 2.0, 3.0, -1.0, -2.0, -3.0])
"""What the six results count, so that `outcomes @ POINTS` are cubeless equities."""


class ManyPlays(NamedTuple):
    """The plays of n rolls, m in all: those of roll i are `offsets[i]:offsets[i + 1]`."""

    afterstates: Bytes
    """[m, 64], the side that has just played first."""
    offsets: npt.NDArray[np.int64]
    """[n + 1]"""
    steps: Bytes
    """[m, 4, 4]: source, target, die, event, as in `Step`."""
    lengths: Bytes
    """[m]: how many of the four steps there are."""

    def play(self, index: int) -> Play:
        """One of the m plays as a value."""
        taken: list[Any] = self.steps[index, : self.lengths[index]].tolist()
        after = Position(self.afterstates[index].tobytes())
        return Play(tuple(Step(*step) for step in taken), after)


def pack(positions: Iterable[Position]) -> Bytes:
    """The positions as rows: [n, 64]."""
    try:
        raws = b"".join(position.raw for position in positions)
    except AttributeError as error:
        raise FullprimeError(
            "positions to pack: expected Position values; `Position.parse` reads text"
        ) from error
    return np.frombuffer(raws, np.uint8).reshape(-1, SIZE).copy()


def unpack(rows: npt.ArrayLike) -> list[Position]:
    """The rows as positions."""
    return [Position(row.tobytes()) for row in _rows(rows)]


def flipped(rows: npt.ArrayLike) -> Bytes:
    """The same positions with the other side first.

    >>> before = pack([Position.parse("6:2 / 3:1")])
    >>> unpack(flipped(before))
    [Position.parse('3:1 / 6:2')]
    """
    return np.roll(_rows(rows), _HALF, axis=1)


def plays(positions: npt.ArrayLike, rolls: npt.ArrayLike, variant: VariantLike = None) -> ManyPlays:
    """The legal plays of each roll, [n, 2], in its position, [n, 64].

    Where nothing can be played, the one play has no steps. Positions are not checked against the
    rules of the variant. Games whose doublets are played in stages do not fit into arrays.
    """
    game, rows = Variant.load(variant), _rows(positions)
    if game.doublet != "plain" or game.named_doublet:
        raise FullprimeError(
            f"{game.name} plays some rolls in stages, which arrays cannot hold; "
            "legal_plays lists the plays of one roll"
        )
    found = _kernel.plays_of_many(game.kernel, rows, _dice(rolls, len(rows)))
    afterstates, steps, lengths, offsets = found
    return ManyPlays(afterstates, offsets, steps, lengths)


def encode(afterstates: npt.ArrayLike, variant: VariantLike = None) -> Bytes:
    """The inputs of a net: [n, 256] small integers, seen by the side that has just played; [n, 320]
    in games that are not plain hitting.

    `encode(afterstates) * units()` are the real numbers that a net is trained on.
    """
    return _kernel.encode(Variant.load(variant).kernel, _rows(afterstates))


def units(variant: VariantLike = None) -> Floats:
    """What a value of one means to a net, by input: [256], or [320] as `encode` gives them."""
    return np.array(_kernel.units(Variant.load(variant).kernel))


def evaluate(afterstates: npt.ArrayLike, variant: VariantLike = None) -> Floats:
    """The outcomes that the net of a game expects for the side that has just played: [n, 6].

    Columns are those of `Outcome`: won single, gammon and backgammon, then lost. This is the bare
    net, without bear-off tables; a finished game has its exact result.

    >>> evaluate(pack([Position.parse("/ 24:15")])).tolist()
    [[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]
    """
    game, rows = Variant.load(variant), _rows(afterstates)
    net = net_for(game)
    if net is None:
        raise FullprimeError(f"{game.name} has no neural net yet")
    outcomes = np.array(net.kernel.evaluate(game.kernel, rows)).reshape(-1, 6)
    for best in (0, 3):  # what counts no more is counted with what it counts as
        outcomes[:, best + game.score - 1] += outcomes[:, best + game.score : best + 3].sum(axis=1)
        outcomes[:, best + game.score : best + 3] = 0.0
    return outcomes


def _rows(given: npt.ArrayLike) -> Bytes:
    """Positions that the kernel can work on: it trusts what it is given."""
    rows = np.ascontiguousarray(given)
    if rows.dtype != np.uint8 or rows.ndim != 2 or rows.shape[1] != SIZE:
        shape = f"{rows.dtype}{list(rows.shape)}"
        raise BadPosition(shape, [f"expected positions as uint8[n, {SIZE}]"])
    for side in (rows[:, :_HALF], rows[:, _HALF:]):
        pins = np.ascontiguousarray(side[:, _PINS]).view("<u4")[:, 0]
        bad = (side[:, :PLACES].sum(axis=1) > MOST_CHECKERS) | (pins & _NO_POINTS > 0)
        if bad.any():
            raise BadPosition(
                f"row {int(bad.argmax())}",
                [f"expected at most {MOST_CHECKERS} checkers a side, pinned on points only"],
            )
    return rows


def _dice(given: npt.ArrayLike, count: int) -> Bytes:
    rolls = np.asarray(given)
    if rolls.shape != (count, 2) or rolls.dtype.kind not in "iu":
        shape = f"{rolls.dtype}{list(rolls.shape)}"
        raise BadDice(f"bad rolls {shape}: expected integers [{count}, 2], one roll a position")
    if ((rolls < 1) | (rolls > 6)).any():
        raise BadDice("bad rolls: expected numbers from 1 to 6")
    return np.ascontiguousarray(rolls, np.uint8)
