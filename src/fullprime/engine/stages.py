"""Turns that are played in stages: what the best whole turn says of the play of one batch.

A climbing doublet, a complement or a named doublet is played batch by batch, and another turn may
be earned. The kernel follows whole turns through a beam (docs/search.md); here a batch is worth
what the best turn is worth that it can begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from fullprime.engine.evaluator import Choice, RankedPlay, with_errors
from fullprime.engine.net import NetEvaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import Six
from fullprime.numbers_to_play import Numbers, earns_bonus
from fullprime.play import Play, unpacked_play
from fullprime.position import OFF

if TYPE_CHECKING:
    from fullprime.engine.search import Search

NARROW: Final = 8
"""The beam behind plays that the wide one has lost; replies have the same."""


class RestOfTurn(NamedTuple):
    """A way to play what is left of a turn, as the kernel hands it over."""

    raw: bytes
    """The position at the end, the mover still first."""
    steps: bytes
    first: bytes
    """The position after the batch at hand."""
    named: int
    """The doublet named on the way; 0: none."""
    again: bool
    chances: Six
    worth: float
    plies: int

    @property
    def whole(self) -> Play:
        """All steps that are left."""
        return unpacked_play(self.raw, self.steps)

    def ranked(self, play: Play, named: int | None = None, again: bool = False) -> RankedPlay:
        """What it says of a play."""
        doublet = self.named or named
        outcome = Outcome(*self.chances)
        return RankedPlay(play, outcome, self.worth, 0.0, self.plies, doublet, again)


def ranked_stages(search: Search, choice: Choice) -> list[RankedPlay]:
    """The plays of a choice, the best first; those evaluated further ahead before the others."""
    numbers = choice.numbers or Numbers.of(search.variant, choice.position, choice.roll)
    rows = search.rest_of_turn(numbers, choice.position, choice.worths, choice.cube)
    best: dict[bytes, RestOfTurn] = {}
    for row in rows:
        best.setdefault(row.first if choice.numbers else row.raw, row)
    found, lost = list[RankedPlay](), list[Play]()
    for play in choice.plays:
        turn = best.get(play.position.raw)
        if turn is None:
            lost.append(play)
        elif choice.numbers:
            found.append(turn.ranked(play)._replace(named=None))
        else:
            found.append(turn.ranked(play, again=turn.again))
    if lost and choice.numbers:
        found += (_begun_by(search, choice, numbers, play) for play in lost)
    elif lost:
        found += _as_they_end(search, choice, lost)
    return with_errors(sorted(found, key=lambda each: (-each.plies, -each.equity)))


def _begun_by(search: Search, choice: Choice, numbers: Numbers, play: Play) -> RankedPlay:
    """A play of a batch that no turn in the wide beam begins with: its best turn at 0-ply."""
    rows = (
        row
        for left in _following(search, numbers, play)
        for row in search.rest_of_turn(
            left, play.position, choice.worths, choice.cube, width=NARROW, plies=0
        )[:1]
    )
    return max(rows, key=lambda row: row.worth).ranked(play)._replace(named=None)


def _following(search: Search, numbers: Numbers, play: Play) -> Iterator[Numbers]:
    """The numbers after a play that does not end the turn, for each doublet to be named."""
    following = numbers.after(play)
    if following:
        yield following
    elif play.position.mover[OFF] < search.variant.checkers:
        yield from (numbers.named(doublet) for doublet in range(1, 7))


def _as_they_end(search: Search, choice: Choice, plays: Sequence[Play]) -> list[RankedPlay]:
    """Whole turns that the beam has not followed, at 0-ply."""
    net = NetEvaluator(search.variant, search.net)
    found = []
    for play in plays:
        again = earns_bonus(search.variant, choice.position, choice.roll, play)
        seen = play.position if again else play.position.flipped()
        [outcome] = net.evaluate([seen])
        mine = outcome if again else outcome.flipped()
        end = search.variant.end(play.position)
        mine = mine if end is None else Outcome.finished(end)
        equity = search._equity(play, mine, choice.worths, choice.cube)
        found.append(RankedPlay(play, mine, equity, 0.0, 0, None, again))
    return found
