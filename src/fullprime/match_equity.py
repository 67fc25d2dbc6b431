"""Match equity: the chance to win a match from each score, as a table of figures.

Scores are given by the points that each side still needs. Chances are those of equal players.

>>> table = MatchEquity.load()
>>> table.chance(2, 4), table.chance(1, 2)
(0.6687, 0.67736)
>>> table.chance(2, 1, after_crawford=True)
0.48803
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, cached_property
from math import erfc, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Final, Protocol

import msgspec

from fullprime import data
from fullprime.errors import BadMatchEquity, FullprimeError, field_fault, unknown
from fullprime.files import read_start
from fullprime.match_equity_faults import figure_faults, shape_faults
from fullprime.variant.file import is_path
from fullprime.variant.schema import plain

DEFAULT: Final = "kazaross-xg2"
MOST_BYTES: Final = 1_000_000

SQRT_2: Final = sqrt(2.0)
_NORMAL: Final = NormalDist()
_LONGEST_NAME: Final = 200


class Scores(Protocol):
    """Anything that knows the chances to win a match."""

    def chance(self, mine: int, theirs: int, after_crawford: bool = False) -> float:
        """Of a side that needs `mine` points against `theirs`."""


class MatchEquity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A table that exists is sound: square, even at even scores, and more points never help less.

    Where both halves of a printed table differ by rounding, the side that leads is believed.
    """

    name: str
    before: tuple[tuple[float, ...], ...]
    """Row i, column j: the chance of a side that needs i + 1 points against one that needs j + 1,
    before the Crawford game or in it."""
    after: tuple[float, ...]
    """The chance of a side that needs i + 1 against one that needs 1, after the Crawford game."""
    sources: tuple[str, ...] = ()
    """Where the figures come from."""

    def __post_init__(self) -> None:
        figures = self.before, self.after
        if faults := list(shape_faults(*figures)) or list(figure_faults(*figures)):
            raise BadMatchEquity(plain(self.name, _LONGEST_NAME), faults)

    @staticmethod
    def load(name: str | None = None) -> MatchEquity:
        """The table of that name or TOML file (Kazaross-XG2 when left out)."""
        name = DEFAULT if name is None else name
        if is_path(name):
            return read_table(name, read_figures(Path(name)))
        if name.lower() not in shipped():
            raise BadMatchEquity(name, [unknown("name", name, sorted(shipped()))])
        return shipped()[name.lower()]

    @property
    def length(self) -> int:
        """The longest match that has figures of its own."""
        return len(self.before)

    def chance(self, mine: int, theirs: int, after_crawford: bool = False) -> float:
        """The chance to win a match of a side that needs `mine` points against `theirs`."""
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        if mine == theirs:
            return 0.5
        if after_crawford:
            return self._after(mine, theirs)
        if max(mine, theirs) > self.length:
            return _cdf(self._beyond(mine, theirs))
        leads = mine < theirs
        return self.before[mine - 1][theirs - 1] if leads else 1.0 - self.chance(theirs, mine)

    def _after(self, mine: int, theirs: int) -> float:
        if 1 not in (mine, theirs):
            raise FullprimeError(
                f"after the Crawford game one side needs 1 point, got {mine} and {theirs}"
            )
        needed = max(mine, theirs)
        trails = self._known_after(needed)
        return trails if mine == needed else 1.0 - trails

    def _known_after(self, needed: int) -> float:
        """Beyond the table every point more costs the same part, as it does on average in it."""
        known = len(self.after)
        if needed <= known:
            return self.after[needed - 1]
        part = (self.after[-1] / self.after[0]) ** (1 / (known - 1))
        return float(self.after[-1] * part ** (needed - known))

    def _beyond(self, mine: int, theirs: int) -> float:
        """The lead in deviations of the normal curve, read off the edge of the table.

        A long match is a random walk: what counts is the lead against the square root of what there
        is to play. So every score beyond the table has one on its edge that is as good, mostly
        between two of its figures.
        """
        if mine > theirs:
            return -self._beyond(theirs, mine)
        leads, deviations = self._edge
        lead = _relative_lead(mine, theirs)
        if lead >= leads[-1]:
            return deviations[-1] * lead / leads[-1]
        above = bisect_left(leads, lead)
        part = (lead - leads[above - 1]) / (leads[above] - leads[above - 1])
        return deviations[above - 1] + part * (deviations[above] - deviations[above - 1])

    @cached_property
    def _edge(self) -> tuple[list[float], list[float]]:
        """For leaders against a side that needs all points of the table, from no lead to the
        largest: the relative lead, and the deviations that its chance is worth."""
        needs = range(self.length, 0, -1)
        leads = [_relative_lead(mine, self.length) for mine in needs]
        return leads, [_NORMAL.inv_cdf(self.chance(mine, self.length)) for mine in needs]


def _cdf(deviations: float) -> float:
    """Of the normal curve; that of Python's statistics is not the same on every Python, and is 0
    where chances are merely very small."""
    return 0.5 * erfc(-deviations / SQRT_2)


def _relative_lead(mine: int, theirs: int) -> float:
    """The lead, against the spread of as many single points as the match can last."""
    return (theirs - mine) / sqrt(mine + theirs - 1)


# Files --------------------------------------------------------------------------------------------


def read_figures(path: Path) -> bytes:
    """What the file of a table holds."""
    where = plain(str(path), _LONGEST_NAME)
    try:
        data = read_start(path, MOST_BYTES + 1)
    except OSError as error:
        raise BadMatchEquity(where, [f"cannot be read: {error.strerror}"]) from error
    if len(data) > MOST_BYTES:
        raise BadMatchEquity(where, [f"too large, expected at most {MOST_BYTES:,} bytes"])
    return data


def read_table(label: str, data: bytes) -> MatchEquity:
    """The table that a TOML file describes."""
    try:
        return msgspec.toml.decode(data, type=MatchEquity)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        cause = error.__cause__
        fault = plain(field_fault(error), 200)
        faults = cause.faults if isinstance(cause, BadMatchEquity) else [fault]
        raise BadMatchEquity(plain(label, _LONGEST_NAME), faults) from error


@cache
def shipped() -> dict[str, MatchEquity]:
    """The tables that come with the program, by the names under which they are loaded."""
    folder = data.shipped("match_equities")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {
        file.name.removesuffix(".toml"): read_table(file.name, file.read_bytes()) for file in files
    }
