"""What a rollout was asked and what came out, as values that a file can hold.

Everything that a figure follows from is in the file: net, position, stakes, settings, seed. So the
figures can be computed again (`Roller.verify`), and more trials can be added later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf, isfinite, sqrt
from typing import Final, Literal

import msgspec

from fullprime import _kernel
from fullprime.engine.cube import CASH, CubeAction, action_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, Six
from fullprime.engine.score_limit import counted_worths
from fullprime.engine.wager import Cube, Wager
from fullprime.errors import FullprimeError, field_fault
from fullprime.match_equity import MatchEquity
from fullprime.series_equity import equity_after, table_for
from fullprime.shapes import decoded
from fullprime.stakes import Stakes

FORMAT: Final = 3
"""Counts up whenever the same settings give other figures."""

Held = Literal["nobody", "mine", "theirs"]
Stopped = Literal["trials", "standard error", "confidence", "cancelled"]


# What is asked ------------------------------------------------------------------------------------


class Phase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From this ply on, plays are chosen so many plies ahead."""

    from_ply: int
    plies: int


def phases_of(plies: int) -> tuple[Phase, ...]:
    """As far ahead from the first roll on."""
    return (Phase(from_ply=0, plies=plies),) if plies else ()


class RolloutSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to roll out."""

    trials: int = 1296
    seed: int = 1
    phases: tuple[Phase, ...] = ()
    """One after the other; before the first the bare net chooses."""
    truncate: int | None = None
    """A trial has so many plies at most, and is judged as it stands then."""
    truncation_plies: int = 0
    """So far ahead is looked there."""
    cubeful: bool = False
    variance_reduction: bool = True
    """Takes the luck of the rolls off."""
    standard_error: float | None = None
    """Stops once that of every equity is as small."""
    confidence: float | None = None
    """Stops once the best is best by so many joint standard errors."""
    least: int = 216
    """So many trials before any stop."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What results are worth to the side that asks, by the value of the cube; as `CubeStakes` of
    the kernel, and a single game won at the present value counts 1."""

    centred: Six = MONEY
    """While the cube is in the middle; without a cube, always."""
    owned: tuple[Six, ...] = (MONEY,)
    money: bool = True
    mine: tuple[bool, ...] = (True,)
    """May this side double, by the value of the cube?"""
    theirs: tuple[bool, ...] = (True,)
    holder: Held = "nobody"
    played_for: Stakes | None = None
    """What all this follows from; seat 0 is the side on roll. None: the worths were given."""
    table: str | None = None
    """By whose match equities, in a match; None in one of games without a cube, whose equities
    follow from how these end."""

    @classmethod
    def for_wager(cls, wager: Wager) -> Terms:
        """What seat 0 plays for."""
        terms, table = cls.of(wager.cube), wager.table or table_for(wager.stakes)
        if wager.seat or not isinstance(table, MatchEquity):
            return terms
        by_series = wager.table is None and equity_after(wager.stakes)
        name = table.name if wager.stakes.away and not by_series else None
        return msgspec.structs.replace(terms, played_for=wager.stakes, table=name)

    @classmethod
    def of(cls, cube: Cube) -> Terms:
        """From what the kernel knows."""
        stakes = cube.stakes
        held: dict[_kernel.Holder, Held] = {
            _kernel.Holder.nobody: "nobody",
            _kernel.Holder.mine: "mine",
            _kernel.Holder.theirs: "theirs",
        }
        return cls(
            centred=stakes.centred,
            owned=stakes.owned,
            money=stakes.money,
            mine=stakes.mine,
            theirs=stakes.theirs,
            holder=held[cube.holder],
        )

    def counted(self, score: int) -> Terms:
        """Where a game counts so many times the stake at most."""
        return msgspec.structs.replace(
            self,
            centred=counted_worths(self.centred, score),
            owned=tuple(counted_worths(worths, score) for worths in self.owned),
        )

    def faults(self) -> list[str]:
        """Why no game can be played for this."""
        try:
            _ = self.stakes
        except ValueError as error:
            return [f"terms: {error}"]
        return self.played_for.faults() if self.played_for else []

    @property
    def stakes(self) -> _kernel.CubeStakes:
        """For the kernel."""
        return _kernel.CubeStakes(self.centred, self.owned, self.money, self.mine, self.theirs)


MONEY_TERMS: Final = Terms(played_for=Stakes())
"""For money, with a cube in the middle."""


class Subject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that is rolled out."""

    name: str = ""
    """The play or what is done with the cube; nothing when it is the position as it is."""
    position: str
    """As text, the side that rolls next first."""
    asker_rolls: bool = True
    """Or the side that asks has just played, and the other rolls."""
    doubled: bool = False
    """The side that asks has doubled, and the other has taken."""
    may_double: bool = True
    """Whoever rolls first, before that roll."""
    turns: tuple[int, int] | None = None
    """Made so far by who rolls and by the other, where that is not what the position says."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the subjects follow from: a position, a roll there, or a double."""

    position: str
    """As text, the side that asks to play."""
    roll: tuple[int, int] | None = None
    double: bool = False
    turns: tuple[int, int] | None = None
    """Made so far by the side that asks and by the other, where the position does not say so."""


# What came out ------------------------------------------------------------------------------------


class Tally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mean and spread of what was added so far; the order of adding settles the last bit."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """Sum of the squared distances from the mean."""

    def added(self, values: Iterable[float]) -> Tally:
        """With these as well."""
        count, mean, squares = self.count, self.mean, self.squares
        for value in values:
            count += 1
            away = value - mean
            mean += away / count
            squares += away * (value - mean)
        return Tally(count=count, mean=mean, squares=squares)

    @property
    def is_sound(self) -> bool:
        """Can it be mean and spread of at least one value?"""
        return self.count >= 1 and isfinite(self.mean) and 0.0 <= self.squares < inf

    @property
    def standard_error(self) -> float:
        """Of the mean; infinite before the second value."""
        if self.count < 2:
            return inf
        return sqrt(self.squares / (self.count - 1) / self.count)


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A subject and what came out, seen by the side that asks."""

    subject: Subject
    chances: tuple[Tally, Tally, Tally, Tally, Tally, Tally]
    cubeless: Tally
    """The equity without doubles."""
    cubeful: Tally | None
    """The equity with the cube; None in a rollout without."""
    plies: int
    """Of all trials together."""

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """All its figures."""
        return (*self.chances, self.cubeless, *((self.cubeful,) if self.cubeful else ()))

    @property
    def outcome(self) -> Outcome:
        """The chances. Taking luck off may leave one a little below 0 or above 1."""
        return Outcome(*(tally.mean for tally in self.chances))

    @property
    def equity(self) -> Tally:
        """With the cube, where there is one."""
        return self.cubeful or self.cubeless


class RolledOut(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a rollout."""

    format: int = FORMAT
    variant: str
    options: dict[str, bool | int | str]
    net: str
    pruner: str | None
    settings: RolloutSettings
    terms: Terms
    question: Question | None
    """None: the subjects were given."""
    lines: tuple[Line, ...]
    differences: tuple[Tally, ...]
    """Of the equities of every two lines, trial by trial: the first less the second, less the
    third, ..., then the second less the third, and so on."""
    stopped: Stopped
    """Why it ended."""

    def __repr__(self) -> str:
        shown = (f"{line.subject.name} {line.equity.mean:+.4f}".strip() for line in self.lines)
        return f"<RolledOut of {self.trials} trials: {'; '.join(shown)}>"

    def __str__(self) -> str:
        # Tables live above the values, so a rollout reaches up when it is printed.
        from fullprime.analysis.rollout_tables import rollout_lines

        return "\n".join(rollout_lines(self))

    @property
    def trials(self) -> int:
        """So many were rolled out, of each line."""
        return self.lines[0].cubeless.count

    @property
    def plies(self) -> int:
        """How far ahead plays are chosen from the first roll on."""
        phases = [phase.plies for phase in self.settings.phases if not phase.from_ply]
        return phases[0] if phases else 0

    @property
    def action(self) -> CubeAction | None:
        """What to do with the cube; None unless that was the question."""
        if not any(line.subject.doubled for line in self.lines):
            return None
        kept, taken = (line.equity.mean for line in self.lines)
        stakes = self.terms.played_for
        beavers = stakes is not None and stakes.beavers and taken < 0
        return action_for(kept, 2 * taken if beavers else taken, beavers)

    @property
    def best(self) -> Line:
        """That with the highest equity; of equals the first."""
        return max(self.lines, key=lambda line: line.equity.mean)

    @property
    def confidence(self) -> float:
        """How many joint standard errors the best is ahead of the others, at least; infinite
        when it is alone or is ahead by the same in every trial. Of a double: by how many it is
        known whether to double and whether to take."""
        if any(line.subject.doubled for line in self.lines):
            return self._confidence_of_a_double()
        best = self.lines.index(self.best)
        pairs = zip(combinations(range(len(self.lines)), 2), self.differences, strict=True)
        return min((_leads(tally) for pair, tally in pairs if best in pair), default=inf)

    def _confidence_of_a_double(self) -> float:
        kept, taken = (line.equity for line in self.lines)
        cash = _lead(kept.mean - CASH, kept.standard_error)
        double = cash if taken.mean > CASH else _leads(self.differences[0])
        return min(double, _lead(taken.mean - CASH, taken.standard_error))

    def dump(self) -> bytes:
        """As JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

    @classmethod
    def load(cls, content: bytes) -> RolledOut:
        """From JSON."""
        try:
            found = decoded(content, cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise FullprimeError(
                f"this is not a rollout of Fullprime: {field_fault(error)}"
            ) from error
        if found.format != FORMAT:
            raise FullprimeError(f"this rollout has format {found.format}; expected {FORMAT}")
        if faults := list(_faults(found)):
            raise FullprimeError(f"this rollout is damaged: {'; '.join(faults)}")
        return found


def _faults(found: RolledOut) -> Iterator[str]:
    """What no rollout can hold; whether its figures are right is for `Roller.verify`."""
    lines, differences = found.lines, found.differences
    if not lines:
        yield "it has no lines"
        return
    if len(differences) != len(lines) * (len(lines) - 1) // 2:
        yield f"{len(lines)} lines with {len(differences)} differences"
    doubled = [line.subject.doubled for line in lines]
    if any(doubled) and doubled != [False, True]:
        yield "a double has two lines: no double, and double, take"
    if any((line.cubeful is None) == found.settings.cubeful for line in lines):
        yield "the lines and the settings differ about the cube"
    tallies = [*differences, *(tally for line in lines for tally in line.tallies)]
    if any(not tally.is_sound or tally.count != found.trials for tally in tallies):
        yield "its figures are not those of the same number of trials"
    yield from found.terms.faults()


def _leads(difference: Tally) -> float:
    return _lead(difference.mean, difference.standard_error)


def _lead(difference: float, error: float) -> float:
    if not difference:
        return 0.0
    return abs(difference) / error if error else inf


def differing(one: msgspec.Struct, other: msgspec.Struct) -> list[str]:
    """What two results of the same question have different, each with its place."""
    return list(_differing("", msgspec.to_builtins(one), msgspec.to_builtins(other)))


def _differing(where: str, one: object, other: object) -> Iterable[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one:
            yield from _differing(f"{where}.{name}" if where else name, one[name], other[name])
    elif isinstance(one, Sequence) and isinstance(other, Sequence) and not isinstance(one, str):
        if len(one) != len(other):
            yield f"{where}: {len(one)} of them, expected {len(other)}"
            return
        for i, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from _differing(f"{where}[{i}]", mine, theirs)
    elif one != other:
        yield f"{where}: {one!r}, expected {other!r}"
