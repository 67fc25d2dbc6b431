"""Solved games at match scores: the exact chance to win the match, up to seven points away.

A game at a score leads to scores nearer to the end, so these are solved first, from a match to one
point up. There the cube ends: once it is worth all that both sides need, nobody turns it again.
Every score has a table with both sides of every state of the cube, and the chance at its start,
which the longer matches need. What is exact, and what it takes: docs/solved.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Final, NamedTuple

import msgspec

from fullprime import _kernel
from fullprime.dice import ROLLS
from fullprime.engine.result_values import result_worths, single_game
from fullprime.engine.solve_work import SolveProgress, Unsettled, Watch, Work
from fullprime.engine.solved import AT_ONCE, VERSION, rules_digest, solution_for, solve
from fullprime.engine.table_file import read_table, write_table
from fullprime.engine.threads import usual_threads
from fullprime.engine.wager import MOST_LEVELS, Wager
from fullprime.errors import FullprimeError
from fullprime.files import cache_folder
from fullprime.play import legal_plays
from fullprime.position import Position
from fullprime.series import game_text
from fullprime.shapes import decoded
from fullprime.stakes import Stakes
from fullprime.summation import total
from fullprime.variant import Variant

MOST_AWAY: Final = 7
MOST_AT_ONCE: Final = 3
"""Up to so many points away a game of two checkers is solved when it is first needed."""
CLOSE: Final = 1e-8
"""Solved: no chance to win the match changes by more than this in a sweep."""

_STAGES: Final = (_kernel.SolveStage.cube,)
_LOCK: Final = RLock()
_OPEN: Final[dict[Path, SolvedScores]] = {}


class MatchScore(NamedTuple):
    """Points that both sides need; side 0 is the one that needs no fewer."""

    mine: int
    theirs: int
    crawford: bool = False
    """The Crawford game; where a side needs one point and this is none, it was before."""

    @staticmethod
    def of(stakes: Stakes) -> MatchScore:
        """Of a game in a match."""
        assert stakes.away is not None  # noqa: S101 - asked in matches only
        most, least = sorted(stakes.away, reverse=True)
        return MatchScore(most, least, stakes.crawford and most > 1)

    @property
    def even(self) -> bool:
        """Both sides need the same, and one view serves for both."""
        return self.mine == self.theirs

    @property
    def last_cube(self) -> int:
        """From this value on the game decides the match, whoever wins it."""
        return 1 << (self.mine - 1).bit_length()

    def stakes(self, value: int) -> Stakes:
        """With the cube at a value."""
        return Stakes(away=(self.mine, self.theirs), crawford=self.crawford, value=value)

    def __str__(self) -> str:
        return f"{self.mine}-{self.theirs}{'c' if self.crawford else ''}"


def scores_to(mine: int, theirs: int) -> Iterator[MatchScore]:
    """This score and all that can follow, each after those that it can lead to."""
    most, least = max(mine, theirs), min(mine, theirs)
    yield MatchScore(1, 1)
    for needed in range(2, most + 1):
        yield MatchScore(needed, 1)
    for needed in range(2, most + 1):
        for other in range(1, min(needed, least) + 1):
            yield MatchScore(needed, other, crawford=other == 1)


# States of the cube -------------------------------------------------------------------------------


class Lane(NamedTuple):
    """A state of the cube, as one side sees it."""

    side: int
    value: int
    owner: int | None
    """Neither side while it is in the middle, and where it does not matter any more."""


def lanes_at(score: MatchScore) -> list[Lane]:
    """All that there are, in the order of the table."""
    last = score.last_cube
    turned = [(1 << n, owner) for n in range(1, last.bit_length() - 1) for owner in (0, 1)]
    states: list[tuple[int, int | None]] = [(1, None)]
    if last > 1 and not score.crawford:
        states += [*turned, (last, None)]
    return [Lane(side, *state) for side in ((0,) if score.even else (0, 1)) for state in states]


def lane_of(score: MatchScore, side: int, value: int, owner: int | None) -> Lane:
    """The one in which a side has a cube."""
    if value == 1 or score.crawford:
        return Lane(side, 1, None)
    return Lane(side, *((score.last_cube, None) if value >= score.last_cube else (value, owner)))


def _taken(score: MatchScore, lane: Lane) -> Lane | None:
    """After that side has doubled; None where it may not, or would only give its cube away."""
    needed = score.theirs if lane.side else score.mine
    if score.crawford or lane.owner == 1 - lane.side or lane.value >= needed:
        return None
    return lane_of(score, lane.side, 2 * lane.value, 1 - lane.side)


def _seen_by_the_other(score: MatchScore, lane: Lane) -> Lane:
    if not score.even:
        return lane._replace(side=1 - lane.side)
    return lane._replace(owner=None if lane.owner is None else 1 - lane.owner)


# Their chances ------------------------------------------------------------------------------------


class SolvedScores:
    """The exact chances to win a match of one game at the scores that are solved, in place of a
    match equity table; and what positions are worth there."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._chances: dict[MatchScore, float] = self._read_chances()
        self._tables: dict[MatchScore, _kernel.MatchSolved | None] = {}

    def chance(self, mine: int, theirs: int, after_crawford: bool = False) -> float:
        """Of a side that needs `mine` points against `theirs`."""
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        if mine == theirs:
            return 0.5
        if mine < theirs:
            return 1.0 - self.chance(theirs, mine, after_crawford)
        return self._chances[MatchScore(mine, theirs, theirs == 1 and not after_crawford)]

    def kept(self, position: Position, wager: Wager) -> _kernel.CubeValues:
        """What the side to roll has if it does not double now, in the unit of the wager."""
        stakes, seat, score = wager.stakes, wager.seat, MatchScore.of(wager.stakes)
        table = self.table(score)
        assert table is not None and stakes.away is not None  # noqa: S101 - it is solved
        side = 0 if stakes.away[seat] == score.mine else 1
        worths = dict(zip(lanes_at(score), table.worths(position.raw), strict=True))
        win, loss = single_game(stakes, seat, self)

        def equity(value: int, owner: int | None) -> float:
            chance = (1.0 + worths[lane_of(score, side, value, owner)]) / 2.0
            return 1.0 + 2.0 * (chance - win) / (win - loss)

        values = [stakes.value << level for level in range(MOST_LEVELS)]
        mine, theirs = ([equity(value, owner) for value in values] for owner in (side, 1 - side))
        centered = equity(1, None) if stakes.value == 1 else mine[0]
        return _kernel.CubeValues(centered, mine, theirs)

    def table(self, score: MatchScore) -> _kernel.MatchSolved | None:
        """Of this score; None where it is not solved. Asked once, it stays so in this process."""
        if score not in self._tables:
            self._tables[score] = self._opened(score)
        return self._tables[score]

    def knows(self, score: MatchScore) -> bool:
        """Is it solved, and are the chances known of all scores that can follow?"""
        following = scores_to(score.mine, score.theirs)
        return self.table(score) is not None and all(
            each.even or each in self._chances for each in following
        )

    def path(self, score: MatchScore) -> Path:
        """Where its table lies."""
        return _path(self.variant, str(score))

    def learn(self, score: MatchScore, watch: Watch | None, threads: int) -> Work | None:
        """Solves a score whose later ones are known; None if it was solved before."""
        if (known := self._opened(score)) is not None:
            self._tables[score] = known
            return None
        path, title = self.path(score), f"part {VERSION} {score}"
        solver = _kernel.MatchSolver(self.variant.kernel, self._kernel_lanes(score))
        game = f"{self.variant.name} at {score.mine}-away {score.theirs}-away"
        work = Work(solver, _STAGES, CLOSE, game, path.with_suffix(".part"), title)
        work.finish(watch, threads)
        written = write_table(path, self._title(score), solver.table)
        lanes = len(lanes_at(score))
        self._tables[score] = (self._opened(score) if written else None) or _kernel.MatchSolved(
            self.variant.kernel, lanes, solver.table
        )
        work.forget()
        return work

    def remember(self, score: MatchScore) -> None:
        """Its chance, which the scores need that lead to it."""
        if not score.even and score not in self._chances:
            self._chances[score] = self._chance_of(score)
            known = [(*score, chance) for score, chance in self._chances.items()]
            write_table(_path(self.variant, "scores"), _title(), msgspec.json.encode(known))

    def _read_chances(self) -> dict[MatchScore, float]:
        data = read_table(_path(self.variant, "scores"), _title())
        rows = [] if data is None else decoded(data, list[_Known])
        return {
            MatchScore(mine, theirs, crawford): chance for mine, theirs, crawford, chance in rows
        }

    def _opened(self, score: MatchScore) -> _kernel.MatchSolved | None:
        data = read_table(self.path(score), self._title(score))
        lanes = len(lanes_at(score))
        return None if data is None else _kernel.MatchSolved(self.variant.kernel, lanes, data)

    def _title(self, score: MatchScore) -> str:
        return f"{_title()} {score}"

    def _kernel_lanes(self, score: MatchScore) -> list[_kernel.CubeLane]:
        lanes = lanes_at(score)
        places = {lane: place for place, lane in enumerate(lanes)}
        return [
            _kernel.CubeLane(
                [2.0 * chance - 1.0 for chance in self._results(score, lane)],
                -1 if (taken := _taken(score, lane)) is None else places[taken],
                places[_seen_by_the_other(score, lane)],
            )
            for lane in lanes
        ]

    def _results(self, score: MatchScore, lane: Lane) -> list[float]:
        """What the six results are worth to the side of the lane."""
        return result_worths(score.stakes(lane.value), lane.side, self)

    def _chance_of(self, score: MatchScore) -> float:
        """Of side 0 before the opening throw, which gives either side the first roll."""
        first, second = (self._starting(score, side) for side in (0, 1))
        return (first + 1.0 - second) / 2.0

    def _starting(self, score: MatchScore, side: int) -> float:
        """Of a side that plays the numbers of the opening throw: no doublet, no double before."""
        rolls = [roll for roll in ROLLS if not roll.double]
        start = self.variant.start_position
        return total(
            max(
                self._after(score, side, play.position)
                for play in legal_plays(self.variant, start, roll)
            )
            for roll in rolls
        ) / len(rolls)

    def _after(self, score: MatchScore, side: int, position: Position) -> float:
        """Of the side that has just played; the other may double now."""
        centered = Lane(1 - side, 1, None)
        results = self._results(score, centered)
        if (end := self.variant.end(position)) is not None:
            return 1.0 - results[2 + end if end > 0 else -end - 1]
        table = self.table(score)
        assert table is not None  # noqa: S101 - it has just been solved
        worths = dict(zip(lanes_at(score), table.worths(position.flipped().raw), strict=True))
        best, taken = worths[centered], _taken(score, centered)
        if taken is not None:
            best = max(best, min(worths[taken], 2.0 * results[0] - 1.0))
        return (1.0 - best) / 2.0


_Known = tuple[int, int, bool, float]
"""A score and its chance, as they are kept."""


def _path(variant: Variant, what: str) -> Path:
    digest = rules_digest(variant, and_also=("start",))
    return cache_folder() / f"solved-{variant.checkers}-{digest}-{what}.table"


def _title() -> str:
    return f"match {VERSION}"


# Solving ------------------------------------------------------------------------------------------


class MatchSolution(NamedTuple):
    """A game that is solved at a score, and at all that can follow."""

    scores: SolvedScores
    sweeps: int
    """In all; none were needed where the tables were there already."""
    change: float
    """The largest of a chance in the last sweeps."""


def can_be_solved_in_matches(variant: Variant) -> bool:
    """Does every game of a match begin the same way, with an opening throw that is played?"""
    return variant.cube and variant.opening == "use" and variant.starter == "rolloff"


def solve_match(
    variant: Variant,
    mine: int,
    theirs: int,
    watch: Watch | None = None,
    threads: int | None = None,
) -> MatchSolution:
    """Solves a game at a match score and at all that can follow, from where an earlier attempt was
    stopped; for money, too, if that was not done.

    >>> tiny = Variant(name="Tiny", checkers=1, start="24:1")
    >>> round(solve_match(tiny, 3, 2).scores.chance(3, 2), 3)
    0.439
    """
    if not (1 <= mine <= MOST_AWAY and 1 <= theirs <= MOST_AWAY):
        raise FullprimeError(
            f"{mine}-away {theirs}-away: expected scores up to {MOST_AWAY} points away"
        )
    if not can_be_solved_in_matches(variant):
        raise FullprimeError(
            f"{variant.name} cannot be solved at match scores: expected a game with a cube that "
            "begins with an opening throw"
        )
    solve(variant, watch, threads)
    with _LOCK:
        scores = _scores_of(variant)
        asked = list(scores_to(mine, theirs))
        lanes = [len(lanes_at(score)) for score in asked]
        sweeps, change = 0, 0.0
        for place, score in enumerate(asked):
            part = (sum(lanes[:place]) / sum(lanes), lanes[place] / sum(lanes))
            work = scores.learn(score, _part_of(watch, part, sweeps), threads or usual_threads())
            if work:
                sweeps, change = sweeps + work.sweeps, max(change, work.change)
            scores.remember(score)
        return MatchSolution(scores, sweeps, change)


def _part_of(watch: Watch | None, part: tuple[float, float], before: int) -> Watch | None:
    """What is seen of one score, as a part of all: where it begins, and how large it is."""
    if watch is None:
        return None
    return lambda seen: watch(
        SolveProgress(before + seen.sweeps, seen.change, part[0] + part[1] * seen.share)
    )


def exact_scores(variant: Variant, stakes: Stakes) -> SolvedScores | None:
    """The exact chances for a game with these stakes; None where they are not known.

    What takes seconds is solved now; what is known of others, `fullprime solve` has made. The match
    is one of this game alone, with the Crawford rule.
    """
    if not _is_in_tables(variant, stakes) or solution_for(variant) is None:
        return None
    score = MatchScore.of(stakes)
    with _LOCK:
        scores = _scores_of(variant)
        if not scores.knows(score) and _is_quick(variant, score):
            with suppress(Unsettled):
                solve_match(variant, score.mine, score.theirs)
        return scores if scores.knows(score) else None


def _is_quick(variant: Variant, score: MatchScore) -> bool:
    short = score.mine <= MOST_AT_ONCE
    return variant.checkers < AT_ONCE or (variant.checkers == AT_ONCE and short)


def _is_in_tables(variant: Variant, stakes: Stakes) -> bool:
    if stakes.away is None or max(stakes.away) > MOST_AWAY or not stakes.cube:
        return False
    name = game_text(variant)
    alone = stakes.follows == (() if name is None else (name,))
    other_rules = stakes.flat or stakes.holland or stakes.jacoby or stakes.cube_limit is not None
    placed = (stakes.value == 1) == (stakes.owner is None) or stakes.value >= max(stakes.away)
    return alone and not other_rules and placed and can_be_solved_in_matches(variant)


def _scores_of(variant: Variant) -> SolvedScores:
    path = _path(variant, "scores")
    if path not in _OPEN:
        _OPEN[path] = SolvedScores(variant)
    return _OPEN[path]
