"""Rollouts: positions, the plays of a roll and cube decisions, played on again and again.

The same question gets the same figures, to the last bit, on any machine and with any number of
threads: docs/rollouts.md.

>>> from fullprime.variant import Variant
>>> variant = Variant.load()
>>> settings = RolloutSettings(trials=36, seed=7)
>>> found = roller_for(variant).position(variant.position("5:2 3:1 / 4:2 1:1"), settings)
>>> found.trials, round(found.lines[0].outcome.win, 3)
(36, 0.605)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import ceil
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from fullprime import _kernel
from fullprime.dice import Roll
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.engine.nets import net_for
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import average, worths_of_the_other
from fullprime.engine.rollout_check import (
    after_play,
    doubled_or_not,
    position_of,
    turns_so_far,
    unfounded,
)
from fullprime.engine.rollout_result import (
    MONEY_TERMS,
    Line,
    Question,
    RolledOut,
    RolloutSettings,
    Stopped,
    Subject,
    Tally,
    Terms,
    differing,
)
from fullprime.engine.search import Filter, Search
from fullprime.engine.threads import usual_threads
from fullprime.engine.wager import Cube, seen_by_the_other
from fullprime.errors import Fault, FullprimeError
from fullprime.play import Play
from fullprime.position import Position
from fullprime.variant import Variant

BLOCK: Final = 216
"""Trials between two looks at the rules for stopping; a multiple of 36, so that the first rolls are
dealt out evenly whenever it stops."""
STEP: Final = 36
"""Trials between two looks at the clock and at who cancels, for every four threads: who looks far
ahead needs long for each, and more threads need more trials to be busy."""
CANDIDATES: Final = Filter(5, 0.16)
"""Which plays of a roll are rolled out, after a look one ply ahead."""
MOST_TRIALS: Final = 1_000_000_000
LONGEST_TRIAL: Final = 4096
"""Plies; far more than any real game has."""
MOST_SEED: Final = 2**64 - 1
MOST_KEPT: Final = 4
"""Rollers kept for the next question: each has searches with caches of their own."""


class Progress(NamedTuple):
    """How far a rollout is."""

    trials: int
    expected: int
    """Trials at the end, as far as is known now."""
    rate: float
    """Trials of all lines a second."""
    seconds_left: float
    found: RolledOut
    """What has come out so far."""


Watch = Callable[[Progress], None]
Row = tuple[float, float, float, float, float, float, float, float, int]
"""One trial: six chances of the side that rolls first, what they are worth, what the trial is worth
with the cube, plies."""
Rows = Callable[[int, int, int], Iterable[Row]]
"""The trials of a line, by its number, from the second number to before the third."""


class Trials(Protocol):
    """Plays trials: the kernel with a net, or Python with any evaluator."""

    def trials(
        self,
        position: bytes,
        mine: Sequence[float],
        theirs: Sequence[float],
        first: int,
        last: int,
        threads: int = 1,
        cube: _kernel.CubeStakes | None = None,
        holder: _kernel.Holder = _kernel.Holder.nobody,
        level: int = 0,
        may_double: bool = True,
    ) -> Sequence[Row]:
        """Those from `first` to before `last`, in order."""


class Roller:
    """Rolls out in one variant, with one net. Safe to share between threads.

    `names` are those of the net and the pruner, to be named in results. `cancel` stops what runs
    now after the trials at hand; what is finished is answered. `step` is how many trials are at
    hand at a time, and changes no figure.
    """

    def __init__(
        self,
        variant: Variant,
        net: _kernel.Net,
        table: _kernel.Bearoff | None = None,
        *,
        cube_table: _kernel.CubeBearoff | None = None,
        pruner: _kernel.Net | None = None,
        names: tuple[str, str | None] = ("", None),
        threads: int | None = None,
        step: int | None = None,
    ) -> None:
        self._set_up(variant, names, threads or usual_threads(), step)

        def search(plies: int, only_choose: bool = True) -> Search:
            return Search(
                variant,
                net,
                table,
                cube_table=cube_table,
                pruner=pruner,
                plies=plies,
                threads=1,  # trials are shared among threads, not positions
                only_choose=only_choose,
            )

        self._search = cache(search)

    def _set_up(
        self,
        variant: Variant,
        names: tuple[str, str | None],
        threads: int,
        step: int | None = None,
    ) -> None:
        self.variant = variant
        self.names = names
        self.threads = threads
        self.step = min(BLOCK, step or STEP * ceil(threads / 4))
        self._cancels = 0

    # Questions --------------------------------------------------------------------------------

    def position(
        self,
        position: Position,
        settings: RolloutSettings,
        terms: Terms = MONEY_TERMS,
        watch: Watch | None = None,
    ) -> RolledOut:
        """A position before the roll of the side that asks."""
        _check(settings)
        if settings.confidence:
            where = f"confidence {settings.confidence} in one position"
            raise FullprimeError(f"{where}: expected several plays, or a double")
        question = self._question(position)
        subject = Subject(position=question.position, turns=question.turns)
        return self.roll_out([subject], settings, terms, watch, question)

    def plays(
        self,
        position: Position,
        roll: Roll,
        settings: RolloutSettings,
        terms: Terms = MONEY_TERMS,
        watch: Watch | None = None,
        plays: Sequence[Play] | None = None,
    ) -> RolledOut:
        """The plays of a roll with the same dice, or the most promising of them if it is not said
        which."""
        if plays is None:
            plays = self._candidates(position, roll, terms, settings.cubeful)
        question = msgspec.structs.replace(self._question(position), roll=(*roll,))
        subjects = [after_play(self.variant, position, play, roll) for play in plays]
        return self.roll_out(subjects, settings, terms, watch, question)

    def cube(
        self,
        position: Position,
        settings: RolloutSettings,
        terms: Terms = MONEY_TERMS,
        watch: Watch | None = None,
    ) -> RolledOut:
        """Without a double now, and after a double that is taken, with the same dice."""
        settings = msgspec.structs.replace(settings, cubeful=True)
        if terms.holder == "theirs":
            raise FullprimeError("you cannot double: your opponent owns the cube")
        if not terms.mine[0]:
            raise FullprimeError("you cannot double: the cube is not in use here")
        question = msgspec.structs.replace(self._question(position), double=True)
        subjects = doubled_or_not(question)
        return self.roll_out(subjects, settings, terms, watch, question)

    def extend(
        self, found: RolledOut, settings: RolloutSettings, watch: Watch | None = None
    ) -> RolledOut:
        """More trials, up to those of the settings; nothing else but when to stop may be new."""
        self._expect_same(found)
        kept = msgspec.structs.replace(found.settings, **_when_to_stop(settings))
        if kept != settings:
            raise FullprimeError("a rollout goes on with the settings that it began with")
        return self._run(msgspec.structs.replace(found, settings=settings), watch)

    def verify(self, found: RolledOut, watch: Watch | None = None) -> list[str]:
        """Computes everything again; what differs, each with its place. Nothing: it is right."""
        self._expect_same(found)
        for_all = msgspec.structs.replace(
            found.settings, trials=found.trials, standard_error=None, confidence=None
        )
        subjects = [line.subject for line in found.lines]
        again = self.roll_out(subjects, for_all, found.terms, watch, found.question)
        same = msgspec.structs.replace(again, settings=found.settings, stopped=found.stopped)
        return [*unfounded(self.variant, found), *_wrong_stop(found), *differing(found, same)]

    def cancel(self) -> None:
        """Stops what other threads are rolling out now."""
        self._cancels += 1

    # Answers ----------------------------------------------------------------------------------

    def _expect_same(self, found: RolledOut) -> None:
        ours = (self.variant.id, self.variant.chosen, *self.names)
        theirs = (found.variant, found.options, found.net, found.pruner)
        if ours[:2] != theirs[:2]:
            raise FullprimeError(f"this rollout is of {found.variant}, not of {self.variant.id}")
        if ours != theirs:
            made, installed = (" with ".join(filter(None, each[2:])) for each in (theirs, ours))
            raise FullprimeError(
                f"this rollout was made with net {made}; the installed net is {installed}"
            )
        _check(found.settings)

    def _question(self, position: Position) -> Question:
        turns = turns_so_far(self.variant, position)
        return Question(position=self.variant.text(position), turns=turns)

    def _candidates(
        self, position: Position, roll: Roll, terms: Terms, cubeful: bool
    ) -> list[Play]:
        terms = terms.counted(self.variant.score)
        cube = Cube(terms.stakes, _kernel.Holder[terms.holder]) if cubeful else None
        search = self._search(1, only_choose=False)
        best = search.turns(position, roll, terms.centred, cube)[: CANDIDATES.count]
        return [each.play for each in best if each.error <= CANDIDATES.window]

    def roll_out(
        self,
        subjects: Sequence[Subject],
        settings: RolloutSettings,
        terms: Terms = MONEY_TERMS,
        watch: Watch | None = None,
        question: Question | None = None,
    ) -> RolledOut:
        """Any subjects, with the same dice."""
        return self._run(self._begun(subjects, settings, terms, question), watch)

    def trials(
        self, subject: Subject, settings: RolloutSettings, terms: Terms, first: int, last: int
    ) -> list[Row]:
        """The trials from `first` to before `last`, one by one and seen by the side that asks: what
        a rollout adds up."""
        return list(self._rows_of(self._begun([subject], settings, terms))(0, first, last))

    def _begun(
        self,
        subjects: Sequence[Subject],
        settings: RolloutSettings,
        terms: Terms,
        question: Question | None = None,
    ) -> RolledOut:
        """Before the first trial."""
        settings = self._allowed(settings)
        _check(settings)
        none = Tally()
        cubeful = none if settings.cubeful else None
        return RolledOut(
            variant=self.variant.id,
            options=self.variant.chosen,
            net=self.names[0],
            pruner=self.names[1],
            settings=settings,
            terms=terms,
            question=question,
            lines=tuple(
                Line(
                    subject=subject,
                    chances=(none,) * 6,
                    cubeless=none,
                    cubeful=cubeful,
                    plies=0,
                )
                for subject in subjects
            ),
            differences=tuple(none for _ in combinations(subjects, 2)),
            stopped="trials",
        )

    def _allowed(self, settings: RolloutSettings) -> RolloutSettings:
        """What it can do of these settings: all."""
        return settings

    def _run(self, found: RolledOut, watch: Watch | None) -> RolledOut:
        rows = self._rows_of(found)
        cancels, began, clock = self._cancels, found.trials, perf_counter()
        while found.trials < found.settings.trials:
            found = self._with_more(found, rows)
            if watch:
                watch(_progress(found, found.trials - began, perf_counter() - clock))
            if self._cancels != cancels:
                return msgspec.structs.replace(found, stopped="cancelled")
            if found.stopped != "trials":
                break
        return found

    def _rows_of(self, found: RolledOut) -> Rows:
        """Where the trials of a rollout come from."""
        kernel = self._rollout(found.settings)

        def rows(line: int, first: int, last: int) -> Iterator[Row]:
            return self._rows(found.lines[line].subject, found, kernel, first, last)

        return rows

    def _rollout(self, settings: RolloutSettings) -> Trials:
        def search(plies: int) -> _kernel.Search | None:
            return self._search(plies).kernel if plies else None

        try:
            return _kernel.Rollout(
                self._search(0).kernel,
                [(phase.from_ply, search(phase.plies)) for phase in settings.phases],
                settings.seed,
                settings.truncate,
                search(settings.truncation_plies),
                settings.variance_reduction,
            )
        except ValueError as error:
            raise FullprimeError(f"rollout: {error}") from error

    def _with_more(self, found: RolledOut, rows: Rows) -> RolledOut:
        first = found.trials
        last = self._last(found.settings, first)
        added = [
            _Added.to(line, rows(number, first, last)) for number, line in enumerate(found.lines)
        ]
        pairs = zip(combinations(added, 2), found.differences, strict=True)
        found = msgspec.structs.replace(
            found,
            lines=tuple(each.line for each in added),
            differences=tuple(
                tally.added(a - b for a, b in zip(one.equities, other.equities, strict=True))
                for (one, other), tally in pairs
            ),
        )
        return msgspec.structs.replace(found, stopped=_stops(found))

    def _last(self, settings: RolloutSettings, first: int) -> int:
        """Where the trials at hand end that begin here; it changes no figure."""
        return min(settings.trials, *((first // size + 1) * size for size in (self.step, BLOCK)))

    def _rows(
        self, subject: Subject, found: RolledOut, kernel: Trials, first: int, last: int
    ) -> Iterator[Row]:
        """Trials, seen by the side that asks; where less is counted, counted."""
        terms = found.terms.counted(self.variant.score)
        mine, theirs = terms.centred, worths_of_the_other(terms.centred)
        stakes, holder = terms.stakes, _kernel.Holder[terms.holder]
        if subject.doubled:
            holder = _kernel.Holder.theirs
        if not subject.asker_rolls:
            mine, theirs, stakes, holder = theirs, mine, stakes.flipped(), seen_by_the_other(holder)
        position = position_of(self.variant, subject)
        points = None if subject.asker_rolls else self.variant.end(position.flipped())
        if points is not None:
            yield from _finished(points, terms, last - first)
            return
        try:
            rows = kernel.trials(
                position.raw,
                mine,
                theirs,
                first,
                last,
                self.threads,
                stakes if found.settings.cubeful else None,
                holder,
                int(subject.doubled),
                subject.may_double,
            )
        except ValueError as error:
            raise FullprimeError(f"rollout of {subject.position}: {error}") from error
        for *chances, cubeless, cubeful, plies in rows:
            outcome = Outcome(*chances).counted(self.variant.score)
            if subject.asker_rolls:
                yield (*outcome, cubeless, cubeful, plies)
            else:
                yield (*outcome.flipped(), -cubeless, -cubeful, plies)


def new_roller(variant: Variant, threads: int | None = None, step: int | None = None) -> Roller:
    """With the net that comes with the program."""
    net = net_for(variant)
    if net is None:
        game = variant.name_with_options if variant.chosen else variant.title
        raise FullprimeError(Fault("rollout.no_net", game=game))
    pruner = net.pruner
    return Roller(
        variant,
        net.kernel,
        pruner=pruner.kernel if pruner else None,
        names=(net.name, pruner.name if pruner else None),
        threads=threads,
        step=step,
    )


@lru_cache(MOST_KEPT)
def roller_for(variant: Variant) -> Roller:
    """The same for all who ask."""
    return new_roller(variant)


class _Added(NamedTuple):
    """A line with more trials, and what these were worth, one by one."""

    line: Line
    equities: tuple[float, ...]

    @classmethod
    def to(cls, line: Line, rows: Iterable[Row]) -> _Added:
        *chances, cubeless, cubeful, plies = zip(*rows, strict=True)
        tallies = [t.added(values) for t, values in zip(line.chances, chances, strict=True)]
        more = msgspec.structs.replace(
            line,
            chances=tuple(tallies),
            cubeless=line.cubeless.added(cubeless),
            cubeful=line.cubeful and line.cubeful.added(cubeful),
            plies=line.plies + sum(plies),
        )
        return cls(more, cubeless if line.cubeful is None else cubeful)


def _check(settings: RolloutSettings) -> None:
    if not 1 <= settings.trials <= MOST_TRIALS:
        raise FullprimeError(f"{settings.trials} trials, expected 1 to {MOST_TRIALS}")
    if not 0 <= settings.seed <= MOST_SEED:
        raise FullprimeError(f"seed {settings.seed}, expected 0 to {MOST_SEED}")
    if settings.truncate is not None and not 1 <= settings.truncate <= LONGEST_TRIAL:
        raise FullprimeError(
            f"truncated after {settings.truncate} plies, expected 1 to {LONGEST_TRIAL}"
        )
    for phase in settings.phases:
        if not 0 <= phase.from_ply <= LONGEST_TRIAL:
            raise FullprimeError(
                f"a phase from ply {phase.from_ply}, expected 0 to {LONGEST_TRIAL}"
            )
    for plies in (settings.truncation_plies, *(phase.plies for phase in settings.phases)):
        if not 0 <= plies <= MOST_PLIES:
            raise FullprimeError(f"{plies}-ply, expected 0 to {MOST_PLIES}")
    for limit in (settings.standard_error, settings.confidence):
        if limit is not None and not limit > 0:
            raise FullprimeError(f"stopping at {limit}, expected a number above 0")


def _finished(points: int, terms: Terms, trials: int) -> Iterator[Row]:
    """What the side has that has just won so much, in every trial."""
    outcome = Outcome.finished(points)
    owned = terms.centred if terms.holder == "nobody" else terms.owned[0]
    worths = (average(outcome, terms.centred), average(outcome, owned))
    yield from ((*outcome, *worths, 0) for _ in range(trials))


def _wrong_stop(found: RolledOut) -> Iterator[str]:
    """Did it end where it says, and why it says?"""
    wanted = found.settings.trials
    right = {
        "trials": found.trials == wanted,
        "cancelled": found.trials <= wanted,
    }.get(found.stopped, _stops(found) == found.stopped and found.trials <= wanted)
    if not right:
        yield f"stopped: {found.stopped!r} after {found.trials} trials, with settings for {wanted}"


def _when_to_stop(settings: RolloutSettings) -> dict[str, Any]:
    """The part of the settings that no trial depends on."""
    names = ("trials", "standard_error", "confidence", "least")
    return {name: getattr(settings, name) for name in names}


def _stops(found: RolledOut) -> Stopped:
    """Why it may end here; `trials`: when all of them are done."""
    settings = found.settings
    if not found.trials % BLOCK and found.trials >= settings.least:
        if settings.standard_error and _widest(found) <= settings.standard_error:
            return "standard error"
        if settings.confidence and found.confidence >= settings.confidence:
            return "confidence"
    return "trials"


def _widest(found: RolledOut) -> float:
    return max(line.equity.standard_error for line in found.lines)


def _progress(found: RolledOut, done: int, seconds: float) -> Progress:
    expected, target = found.settings.trials, found.settings.standard_error
    if found.stopped != "trials":
        expected = found.trials
    elif target:  # four times the trials halve the error
        needed = found.trials * (_widest(found) / target) ** 2
        expected = max(found.trials, min(expected, ceil(min(needed, expected))))
    rate = done / seconds
    return Progress(found.trials, expected, rate, (expected - found.trials) / rate, found)
