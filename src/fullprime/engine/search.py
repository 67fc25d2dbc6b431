"""Looking ahead over a net: what may be rolled next, and how it would be played.

`plies` counts as GNU Backgammon does: 0 is the bare net, 1 looks at all rolls of the opponent, 2
also at all of one's own that follow. The same question gets the same answer, to the last bit, on
any machine and with any number of threads: docs/search.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from fullprime import _kernel
from fullprime.dice import ROLLS, Roll
from fullprime.engine.bearoff import shared_cube_table, shared_table
from fullprime.engine.evaluator import Choice, Evaluator, RankedPlay, with_errors
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, Six, Worths, worths_of_the_other
from fullprime.engine.stages import RestOfTurn, ranked_stages
from fullprime.engine.threads import usual_threads
from fullprime.engine.wager import Cube, Life
from fullprime.errors import FullprimeError
from fullprime.numbers_to_play import Numbers
from fullprime.position import Position
from fullprime.variant import Variant

Row = tuple[int, bytes, Six, float, int]
"""A candidate in the kernel's form: its number, position, chances, worth, plies."""
ENTRIES: Final = 1 << 15
"""Positions that a search remembers, in 224 bytes each."""


class Filter(NamedTuple):
    """Which candidates are looked at one ply further."""

    count: int  # type: ignore[assignment]  # the fields of a filter are never counted
    """So many at most, the best."""
    window: float
    """And none that is worth less than the best by more than this."""


FILTERS: Final = (Filter(8, 0.12), Filter(5, 0.04), Filter(3, 0.03))
"""From 0 plies to 1, to 2 and to 3. Measured: docs/search.md."""
KEPT: Final = Filter(6, 0.15)
"""Of the replies to a roll, where a pruner looks at them first. Measured, too."""


MOST_TURNS: Final = 1_000
"""Whole turns of several stages that are handed out: nobody looks at more."""
WIDTH: Final = 200
"""Positions in the middle of a turn of several stages that go on to the next stage."""


class Candidate(NamedTuple):
    """A play and what is known about it."""

    play: int
    """Its number among the legal plays."""
    position: Position
    """What it leads to, the mover still first."""
    outcome: Outcome
    """Seen by the mover."""
    worth: float
    """To the mover; with a cube, as it stands."""
    plies: int
    """So far ahead was looked."""


class Ranking(NamedTuple):
    """The plays of a roll, best first; those looked at further stand before the others."""

    candidates: list[Candidate]
    finished: bool
    """Everything was looked at; if not, a limit or `cancel` stopped it between two plies."""


def refusal(variant: Variant) -> str | None:
    """Why a search cannot serve this game; None: it can."""
    if variant.rest == "opponent":
        return "numbers that are not played are left to the opponent"
    if variant.bonus_always:
        return "turns that were not played out earn another one"
    return "one may double before a bonus turn" if variant.double_before_bonus else None


def can_look_ahead(variant: Variant) -> bool:
    """Can a search serve this game?"""
    return refusal(variant) is None


def is_staged(variant: Variant) -> bool:
    """Is a roll played in stages, or can it earn another turn?"""
    return variant.doublet != "plain" or variant.named_doublet or variant.bonus_on_doubles


class Search(Evaluator):
    """Looks ahead over a net in one variant. Safe to share between threads.

    A `pruner` is a smaller net for the same game that judges the replies to each roll first; the
    net then chooses from those that are `kept`. It saves time and costs hardly anything.

    `nodes` (positions judged) and `seconds` limit every single question. Who wants to play and not
    to know what the play is worth says `only_choose`: when a filter leaves one candidate alone,
    nothing is looked at any further.
    """

    def __init__(
        self,
        variant: Variant,
        net: _kernel.Net,
        table: _kernel.Bearoff | None = None,
        *,
        cube_table: _kernel.CubeBearoff | None = None,
        pruner: _kernel.Net | None = None,
        plies: int = 0,
        filters: Sequence[Filter] = FILTERS,
        kept: Filter = KEPT,
        threads: int | None = None,
        cache: int = ENTRIES,
        nodes: int | None = None,
        seconds: float | None = None,
        only_choose: bool = False,
    ) -> None:
        if reason := refusal(variant):
            raise FullprimeError(f"{variant.name}: looking ahead is not possible where {reason}")
        super().__init__(variant)
        self.plies = plies
        self.net = net
        try:
            self.kernel = _kernel.Search(
                variant.kernel,
                net,
                pruner,
                lambda: table or shared_table(),
                lambda: cube_table or shared_cube_table(),
                plies,
                filters,
                kept,
                usual_threads() if threads is None else threads,
                cache,
                nodes,
                seconds,
                only_choose,
            )
        except ValueError as error:
            raise FullprimeError(f"{variant.name}: {error}") from error

    def evaluate(self, positions: Sequence[Position], worths: Worths = MONEY) -> list[Outcome]:
        """The chances of the side to move, before rolling; both sides play for what is worth more
        to them."""
        raws = b"".join([position.raw for position in positions])
        theirs = worths_of_the_other(worths)
        return [Outcome(*row) for row in self.kernel.evaluate(raws, worths, theirs)]

    def evaluate_for(self, positions: Sequence[Position], worths: Worths) -> list[Outcome]:
        """The chances where both sides play for these values."""
        return self.evaluate(positions, worths)

    def outlook(
        self, position: Position, cube: Cube, worths: Worths = MONEY
    ) -> tuple[Outcome, _kernel.CubeValues]:
        """The chances of the side to move, before rolling, and what it has if it does not double
        now; both sides choose the plays that are best with the cube where it is."""
        theirs = worths_of_the_other(worths)
        chances, kept = self.kernel.outlook(position.raw, worths, theirs, *cube.kernel)
        return Outcome(*chances), kept

    def plays(
        self, position: Position, roll: Roll, worths: Worths = MONEY, cube: Cube | None = None
    ) -> Ranking:
        """The legal plays of a roll, best first.

        What is good for one side is bad for the other. With a cube the plays and the replies to
        them are ranked by what they are worth as it stands.
        """
        rows, finished = self._rows(position, roll, worths, cube)
        candidates = [
            Candidate(play, Position(raw), Outcome(*chances), worth, plies)
            for play, raw, chances, worth, plies in rows
        ]
        return Ranking(candidates, finished)

    def _rows(
        self, position: Position, roll: Roll, worths: Worths, cube: Cube | None
    ) -> tuple[list[Row], bool]:
        theirs, turned = worths_of_the_other(worths), cube.kernel if cube else ()
        try:
            return self.kernel.plays(position.raw, *roll, worths, theirs, *turned)
        except ValueError as error:
            raise FullprimeError(f"{roll} in {self.variant.text(position)}: {error}") from error

    def ranked(self, choice: Choice) -> list[RankedPlay]:
        """These plays, the best first; those evaluated further ahead come before the others.

        A play of one batch is worth what the best turn is worth that it can begin.
        """
        if is_staged(self.variant):
            return ranked_stages(self, choice)
        position, roll, plays, worths, cube, _ = choice
        rows, _ = self._rows(position, roll, worths, cube)
        if len(rows) != len(plays) or any(plays[row[0]].position.raw != row[1] for row in rows):
            numbers = {play.position.raw: number for number, play in enumerate(plays)}
            rows = [(numbers[row[1]], *row[1:]) for row in rows if row[1] in numbers]
        best, make, outcome = rows[0][3] if rows else 0.0, RankedPlay._make, Outcome._make
        return [
            make((plays[number], outcome(chances), worth, best - worth, plies, None, False))
            for number, _, chances, worth, plies in rows
        ]

    def roll_equities(
        self, position: Position, worths: Worths = MONEY, cube: Cube | None = None
    ) -> list[float]:
        """What the best play of each roll is worth, in the order of `ROLLS`."""
        return [self._rows(position, roll, worths, cube)[0][0][3] for roll in ROLLS]

    def turns(
        self,
        position: Position,
        roll: Roll,
        worths: Worths = MONEY,
        cube: Cube | None = None,
        named: int | None = None,
    ) -> list[RankedPlay]:
        """The whole turns of a roll, the best first; of too many, those that a beam follows."""
        if not is_staged(self.variant):
            return super().turns(position, roll, worths, cube, named)
        left = Numbers.of(self.variant, position, roll, named)
        if named:
            left = msgspec.structs.replace(left, has_named=True)
        rows = self.rest_of_turn(left, position, worths, cube)
        return with_errors([row.ranked(row.whole, named, row.again) for row in rows[:MOST_TURNS]])

    def rest_of_turn(
        self,
        numbers: Numbers,
        now: Position,
        worths: Worths = MONEY,
        cube: Cube | None = None,
        width: int = WIDTH,
        plies: int | None = None,
    ) -> list[RestOfTurn]:
        """What is left of a turn, the best first: docs/search.md, turns of several stages.

        `width` is that of the beam, and `plies` how far ahead it looks, if not as far as usual.
        """
        stakes, holder, level = cube.kernel if cube else (None, _kernel.Holder.nobody, 0)
        batches = (*numbers.batch, *numbers.later)
        names = not numbers.has_named
        try:
            rows, _ = self.kernel.turns(
                numbers.start.raw,
                now.raw,
                *numbers.roll,
                batches,
                numbers.head,
                numbers.bonus,
                names,
                worths,
                worths_of_the_other(worths),
                stakes,
                holder,
                level,
                width,
                self.plies if plies is None else plies,
            )
        except ValueError as error:
            where = f"{numbers.roll} in {self.variant.text(now)}"
            raise FullprimeError(f"{where}: {error}") from error
        return [RestOfTurn(*row) for row in rows]

    def life(self, position: Position, outcome: Outcome) -> Life:
        """How live the cube is where the side to move has these chances."""
        return self.kernel.life(position.raw, outcome)

    def cancel(self) -> None:
        """Stops what other threads are asking now; they get what is finished."""
        self.kernel.cancel()
