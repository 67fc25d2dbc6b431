"""The numbers that a roll gives to play: batch after batch, under the rules of the game.

Most rolls are one batch. Where a doublet brings more, a batch is
played before the next is looked at, and one that cannot be played out ends the turn.

>>> game = Variant.load()
>>> numbers = Numbers.of(game, game.start_position, Roll(3, 1))
>>> numbers.left, len(numbers.plays(game.start_position))
((3, 1), 16)
"""

from __future__ import annotations

import msgspec

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.play import Play, Plays
from fullprime.position import HAND, OFF, Position
from fullprime.variant import Variant

Batch = tuple[int, ...]
"""Numbers that are played together, in any order."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of a roll, from one batch to the next."""

    variant: Variant
    roll: Roll
    start: Position
    """Where the turn began: some rules look at what it has done since."""
    batch: tuple[Batch, ...]
    """The numbers to play now: one batch or, on the ring, patterns of which one is played."""
    later: tuple[Batch, ...] = ()
    """The batches that follow if this one is played out."""
    head: int = 0
    """Checkers that may leave the start in this turn; 0: no limit."""
    bonus: bool = False
    """Does playing out all of it earn another turn?"""
    has_named: bool = False
    """The doublet that follows has been named."""

    @staticmethod
    def of(variant: Variant, position: Position, roll: Roll, named: int | None = None) -> Numbers:
        """The numbers of a roll, with the doublet that was named after it if there is one."""
        parts = _kernel.turn(variant.kernel, position.raw, *roll, named or 0)
        batches, head, bonus = tuple(map(tuple, parts[0])), parts[1], parts[2]
        split = len(batches) if variant.geometry == "ring16" else 1
        return Numbers(
            variant=variant,
            roll=roll,
            start=position,
            batch=batches[:split],
            later=batches[split:],
            head=head,
            bonus=bonus,
        )

    @property
    def left(self) -> Batch:
        """All numbers still to play, in order; on the ring, those of the longest pattern."""
        now = max(self.batch, key=len, default=())
        return tuple(number for batch in (now, *self.later) for number in batch)

    @property
    def at_hand(self) -> Numbers:
        """The batch alone, without what may follow it."""
        return msgspec.structs.replace(self, later=())

    def plays(self, position: Position) -> Plays:
        """The legal plays of the batch; where nothing can be played, the one has no steps."""
        kernel = self.variant.kernel
        if self.variant.geometry == "ring16":
            return Plays(_kernel.plays(kernel, position.raw, *self.roll))
        start, now, last = self.start.raw, position.raw, not self.later
        return Plays(_kernel.plays_of_batch(kernel, start, now, self.batch[0], self.head, last))

    def steps(self, position: Position, number: int) -> Plays:
        """What one number can do now, each a play of one step."""
        kernel, start, now = self.variant.kernel, self.start.raw, position.raw
        return Plays(_kernel.steps(kernel, start, now, number, self.head))

    def packed_steps(self, board: bytes, number: int) -> list[tuple[bytes, bytes]]:
        """The same as bytes: the board after each step, and the step."""
        return _kernel.steps(self.variant.kernel, self.start.raw, board, number, self.head).packed()

    def played_out(self, play: Play) -> bool:
        """Does this play use every number of the batch?"""
        return any(len(play.steps) == len(batch) for batch in self.batch)

    def after(self, play: Play) -> Numbers | None:
        """The numbers that follow this play in the same turn; None: it ends the turn."""
        row = play.position.mover
        if not self.later or not self.played_out(play) or row[OFF] == self.variant.checkers:
            return None
        if self.variant.complement_after_entry and len(self.later) == 1 and row[HAND]:
            return None
        return msgspec.structs.replace(self, batch=self.later[:1], later=self.later[1:])

    def rest(self, play: Play) -> Numbers | None:
        """The numbers that this play leaves to the opponent, who plays them from their side."""
        if self.variant.rest != "opponent" or play.position == self.start:
            return None
        if self.played_out(play):
            return None  # then `after` knows best whether there is more
        unused = list(self.batch[0])
        for step in play.steps:
            unused.remove(step.die)
        return msgspec.structs.replace(
            self, batch=(tuple(unused),), head=self.variant.head_limit, bonus=False
        )

    def begun_by(self, position: Position) -> Numbers:
        """The same numbers for a turn that begins here."""
        return msgspec.structs.replace(self, start=position)

    def named(self, number: int) -> Numbers:
        """What follows when this doublet has been named."""
        whole = Numbers.of(self.variant, self.start, self.roll, number)
        return msgspec.structs.replace(
            whole, batch=whole.later[:1], later=whole.later[1:], has_named=True
        )


def named_in(variant: Variant, roll: Roll, play: Play) -> int | None:
    """The doublet that was named for this whole turn, as far as its steps tell."""
    names = variant.names_doublet(roll) and len(play.steps) > len(roll)
    return play.steps[len(roll)].die if names else None


def earns_bonus(variant: Variant, start: Position, roll: Roll, play: Play) -> bool:
    """Does this whole turn, which began there, earn another one?"""
    numbers = Numbers.of(variant, start, roll, named_in(variant, roll, play))
    if not numbers.bonus or variant.end(play.position) is not None:
        return False
    waits = variant.complement_after_entry and numbers.later and play.position.mover[HAND]
    all_of_it = len(numbers.left) - (len(numbers.later[-1]) if waits else 0)
    return len(play.steps) == all_of_it


def without(batch: tuple[Batch, ...], number: int) -> tuple[Batch, ...]:
    """What is left to play of a batch, or of its alternatives, after one number."""
    left = []
    for numbers in batch:
        if number in numbers:
            at = numbers.index(number)
            left.append(numbers[:at] + numbers[at + 1 :])
    return tuple(left)


def can_step(variant: Variant, position: Position) -> bool:
    """Is there any number with which the mover could make a step?"""
    raw = position.raw
    return any(len(_kernel.steps(variant.kernel, raw, raw, n, 0)) for n in range(1, 7))
