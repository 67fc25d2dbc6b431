"""The hand-made evaluator: what players look at, weighed and added up.

It needs no net and no tables, so it is always there, and every number in it can be read. Three
kinds of position are told apart: finished games (exact), races (counting; exact at the very end)
and contact (points, blots, shots, walls, prisoners).

Whose view: `mine` and `theirs` are counts by place, each side by its own points, 24 the farthest.
A `path` is the way of one side's checkers as numbers that grow: bar 0, own point p at 25 - p.

>>> variant = Variant.load()
>>> [outcome] = HandmadeEvaluator(variant).evaluate([variant.start_position])
>>> 0.5 < outcome.win < 0.6
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from fullprime.dice import ROLLS
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.outcome import Outcome
from fullprime.engine.race import (
    Row,
    fewest_rolls,
    logistic,
    pips,
    pips_to_save,
    race_gammons,
    race_win,
    rolls_to_finish,
)
from fullprime.engine.shots import escapes, shots
from fullprime.play import legal_plays
from fullprime.position import BAR, HAND, OFF, PLACES, Position
from fullprime.summation import dot, total
from fullprime.variant import Variant

Table = tuple[float, ...]

EXACT_CHECKERS: Final = 5
"""With so few checkers left on both sides, all at home, the race is computed exactly."""


# Contact: where the checkers stand ------------------------------------------------------------

# In units of the log of the odds to win, by own point 1 to 24 (the first entry is not used).
# The values were set by hand, then fitted to the results of games of the engine against itself;
# between fits, and for a few last changes, the judgement of BG Sage's bare net decided. The fit
# cannot be made again from this repository: see docs/decisions/built-in-opponent.md.

LONE: Final[Table] = (
    0.0,
    *(-0.12, -0.09, -0.05, -0.01, 0.05, -0.01),
    *(0.05, 0.03, 0.08, 0.08, 0.07, 0.08),
    *(0.04, 0.05, 0.05, 0.04, 0.07, 0.06),
    *(0.01, 0.03, 0.06, 0.04, 0.01, -0.01),
)
"""One checker alone: a builder in the outfield is useful, one buried at home is not."""

MADE: Final[Table] = (
    0.0,
    *(-0.18, -0.13, 0.01, 0.07, 0.11, 0.15),
    *(0.08, 0.05, 0.09, 0.07, 0.11, 0.05),
    *(0.12, 0.09, 0.05, 0.09, 0.05, 0.09),
    *(0.05, 0.10, 0.10, 0.01, 0.03, -0.09),
)
"""Two checkers: the points before the enemy's start block, the advanced anchors are safe homes."""

SPARE: Final[Table] = (
    0.0,
    *(-0.14, -0.12, -0.08, -0.06, -0.01, -0.01),
    *(-0.01, 0.01, -0.01, 0.02, 0.02, 0.00),
    *(0.01, 0.00, 0.00, 0.00, 0.00, -0.01),
    *(-0.02, 0.00, -0.01, -0.06, -0.03, 0.00),
)
"""Each checker on a point beyond two: ready to make the next point, unless it is buried."""

HEAVY: Final = -0.04
"""Each checker beyond three on a point, in addition: stacks have no future."""


class Weights(NamedTuple):
    """What each sign of a contact position adds to the log of the odds to win."""

    roll: float = 0.07
    """Being on roll."""
    lead: float = 0.38
    """Each pip of a racing lead, over the square root of all pips still to go: late in the game
    a pip decides more."""
    attack: float = 0.42
    """Each pip that the side on roll can expect to gain by hitting, over the same root."""
    attack_board: float = 0.39
    """The same times the strength of the hitter's home."""
    threat: float = 0.17
    """Like `attack` for the side not on roll: the mover can still run or cover."""
    threat_board: float = 0.12
    """Like `attack_board` for the side not on roll."""
    locked: float = 0.33
    """Enemy checkers behind a wall, more than in proportion to its strength: the last missing
    point of a prime is worth most."""
    waiting: float = 0.28
    """Enemy checkers on the bar, by the share of throws that do not enter."""
    anchor: float = 0.07
    """A point held in the enemy's home while his board is strong."""
    board: float = 0.17
    """The strength of one's home while the enemy has a blot or a checker on the bar."""


class GammonWeights(NamedTuple):
    """What makes a loss a gammon, as the log of the odds among lost games."""

    constant: float = -2.42
    to_save: float = 0.030
    """Each pip that the loser needs to bear off a first checker."""
    winner_pips: float = -0.010
    """Each pip that the winner has to go: time to save oneself."""
    board: float = 0.64
    """Strength of the winner's home."""
    trapped: float = 0.13
    """Prisoners behind the winner's wall."""
    waiting: float = 0.60
    """Prisoners on the bar."""
    anchor: float = -0.42
    """Holding a point in the winner's home makes it hard to be closed out."""


WEIGHTS: Final = Weights()
GAMMON_WEIGHTS: Final = GammonWeights()
BACKGAMMON_SHARE: Final = 0.04
"""Of the gammons."""


class Signs(NamedTuple):
    """What there is to see of one side in a contact position."""

    pips: int
    standing: float
    """Sum of the tables above."""
    board: float
    """Home points held, as a share of all."""
    trapped: float
    """Enemy checkers held, each by the share of throws that do not free it."""
    locked: float
    """The same with the third power of each share."""
    waiting: float
    """Enemy checkers on the bar, each by the share of throws that keep it there."""
    anchor: float
    """1 if a point in the enemy's home is held."""
    loose: float
    """1 if the enemy has a checker alone or on the bar that could be attacked."""
    shots: float
    """Pips that the enemy can expect to lose by the next roll."""


def standing(row: Row) -> float:
    """Sum of what each checker is worth where it stands."""
    worth = 0.0
    for point in range(1, 25):
        count = row[point]
        if not count:
            continue
        if count == 1:
            worth += LONE[point]
        else:
            worth += MADE[point] + (count - 2) * SPARE[point]
            if count > 3:
                worth += (count - 3) * HEAVY
    return worth


# The judge ------------------------------------------------------------------------------------


class HandmadeEvaluator(Evaluator):
    """Evaluates the positions of one variant. Pure: the same position, the same outcome."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        # Own point -> the same place on the path of the other side.
        self._crossing = (0, *(BAR - variant.across(point) for point in range(1, BAR)))
        # In other games a roll may pass without a play, or there are too many endings.
        self._counts_endings = (
            variant.bear_off == "over"
            and variant.home <= 6
            and (not variant.cap or variant.cap >= EXACT_CHECKERS)
        )
        self._endings: dict[Row, Table] = {}

    def evaluate(self, positions: Sequence[Position]) -> list[Outcome]:
        """The chances of the side to move, before rolling."""
        return [self._evaluate(position) for position in positions]

    def _evaluate(self, position: Position) -> Outcome:
        finished = self.variant.end(position)
        if finished is not None:
            return Outcome.finished(finished)
        outcome = self._going_on(position)
        return outcome.flipped() if self.variant.goal == "last_off" else outcome

    def _going_on(self, position: Position) -> Outcome:
        mine, theirs = position.mover, position.other
        if self._in_contact(mine, theirs):
            win, won, lost = self._contact(mine, theirs)
        else:
            win, won, lost = self._race(mine, theirs)
        return Outcome.of(win, self._counted(won), self._counted(lost))

    def _counted(self, gammons: tuple[float, float]) -> tuple[float, float]:
        """Leaves out what this game does not count."""
        more, most = gammons
        most = min(more, most)
        return (more if self.variant.score > 1 else 0.0, most if self.variant.score > 2 else 0.0)

    def _in_contact(self, mine: Row, theirs: Row) -> bool:
        """Has a checker of one side still to pass one of the other?"""
        return self._passes(mine, theirs) or self._passes(theirs, mine)

    def _passes(self, row: Row, enemy: Row) -> bool:
        back = next((place for place in (HAND, *range(BAR, 0, -1)) if row[place]), OFF)
        path = min(BAR, back)
        return any(
            count and BAR - self._crossing[point] < path
            for point, count in enumerate(enemy[:BAR])
            if point
        ) or bool(row[BAR] and enemy[BAR])

    # Races

    def _race(
        self, mine: Row, theirs: Row
    ) -> tuple[float, tuple[float, float], tuple[float, float]]:
        home = self.variant.home
        if self._is_ending(mine) and self._is_ending(theirs):
            win = self._ending_win(mine, theirs)
        elif self._is_ending(theirs) and self._most_rolls(theirs) < fewest_rolls(mine):
            win = 0.0
        elif self._is_ending(mine) and self._most_rolls(mine) <= fewest_rolls(theirs):
            win = 1.0
        else:
            win = race_win(mine, theirs, home)
        my_rolls, their_rolls = rolls_to_finish(mine, home), rolls_to_finish(theirs, home)
        # The side on roll has the first of its rolls to itself.
        won = race_gammons(theirs, my_rolls - 1.0, home)
        lost = race_gammons(mine, their_rolls, home)
        return win, won, lost

    def _is_ending(self, row: Row) -> bool:
        home = self.variant.home
        few = self._counts_endings and sum(row[1:PLACES]) <= EXACT_CHECKERS
        return few and not any(row[home + 1 :])

    def _ending_win(self, mine: Row, theirs: Row) -> float:
        """Both sides just count rolls: on roll, one wins unless the other needs fewer."""
        my_rolls, their_rolls = self._ending(mine), self._ending(theirs)
        win = 0.0
        for roll, chance in enumerate(my_rolls):
            win += chance * total(their_rolls[roll:])
        return min(1.0, win)

    def _most_rolls(self, row: Row) -> int:
        return len(self._ending(row)) - 1

    def _ending(self, row: Row) -> Table:
        """The chances to bear off in exactly 0, 1, 2 ... rolls, with the fewest on average."""
        known = self._endings.get(row)
        if known is not None:
            return known
        if not any(row[1:PLACES]):
            return (1.0,)
        chances: list[float] = [0.0]
        out_of_the_way = (*(0 for _ in range(HAND)), self.variant.checkers)
        for roll in ROLLS:
            plays = legal_plays(self.variant, Position.of(row, out_of_the_way), roll)
            best = min((self._ending(play.position.mover) for play in plays), key=mean_rolls)
            chances.extend(0.0 for _ in range(len(best) + 1 - len(chances)))
            for rolls, chance in enumerate(best, 1):
                chances[rolls] += chance * roll.weight / 36
        self._endings[row] = tuple(chances)
        return self._endings[row]

    # Contact

    def _contact(
        self, mine: Row, theirs: Row
    ) -> tuple[float, tuple[float, float], tuple[float, float]]:
        my_closed, my_blots = self._seen_by_enemy(mine)
        their_closed, their_blots = self._seen_by_enemy(theirs)
        me = self._signs(mine, theirs, my_closed, their_closed, their_blots)
        they = self._signs(theirs, mine, their_closed, my_closed, my_blots)
        win = logistic(win_logit(me, they))
        home = self.variant.home
        return win, contact_gammons(me, they, theirs, home), contact_gammons(they, me, mine, home)

    def _seen_by_enemy(self, row: Row) -> tuple[int, list[tuple[int, int]]]:
        """On the enemy's path: closed points as bits; blots with the pips that a hit costs."""
        closed = 0
        blots = []
        exposed = self.variant.landing != "none"
        block = self.variant.block
        crossing = self._crossing
        for point in range(1, BAR):
            count = row[point]
            if count:
                if count >= block:
                    closed |= 1 << crossing[point]
                elif count == 1 and exposed:
                    blots.append((BAR - point, crossing[point]))
        return closed, blots

    def _signs(
        self,
        row: Row,
        enemy: Row,
        wall: int,
        closed: int,
        blots: list[tuple[int, int]],
    ) -> Signs:
        """`wall`: own points on the enemy's path; `closed`, `blots`: the enemy's on one's own."""
        home = self.variant.home
        board = (wall & (2 << home) - 2).bit_count() / home
        on_bar = enemy[BAR]
        trapped = locked = 0.0
        for place in range(13):
            count = enemy[BAR - place]
            if count:
                held = 1.0 - escapes(wall >> place & 0x1FFE) / 36
                trapped += min(count, 3) * held
                locked += min(count, 3) * held * held * held
        hitters = [BAR - point for point in range(24, 0, -1) if row[point]]
        return Signs(
            pips=pips(row),
            standing=standing(row),
            board=board,
            trapped=trapped,
            locked=locked,
            waiting=min(on_bar, 4) * board * board,
            anchor=float(any(count >= 2 for count in row[BAR - home : BAR])),
            loose=float(on_bar > 0 or any(place <= 12 for _, place in blots)),
            shots=shots(hitters, row[BAR], blots, closed) if blots else 0.0,
        )


def mean_rolls(chances: Table) -> float:
    """The average of a number of rolls."""
    return dot(range(len(chances)), chances)


def win_logit(me: Signs, they: Signs) -> float:
    """The log of the odds to win of the side on roll."""
    w = WEIGHTS
    all_pips = they.pips + me.pips + 1
    lead = w.lead * (they.pips - me.pips)
    attack = (w.attack + w.attack_board * me.board) * me.shots
    threat = (w.threat + w.threat_board * they.board) * they.shots
    return (
        w.roll
        + (lead + attack - threat) / sqrt(all_pips)
        + (me.standing - they.standing)
        + w.locked * (me.locked - they.locked)
        + w.waiting * (me.waiting - they.waiting)
        + w.anchor * (me.anchor * they.board - they.anchor * me.board)
        + w.board * (me.board * me.loose - they.board * they.loose)
    )


def contact_gammons(winner: Signs, loser: Signs, loser_row: Row, home: int) -> tuple[float, float]:
    """Of the games that the loser loses: the shares that are gammons or more, backgammons."""
    if loser_row[OFF]:
        return 0.0, 0.0
    g = GAMMON_WEIGHTS
    more = logistic(
        g.constant
        + g.to_save * pips_to_save(loser_row, home)
        + g.winner_pips * winner.pips
        + g.board * winner.board
        + g.trapped * winner.trapped
        + g.waiting * winner.waiting
        + g.anchor * loser.anchor
    )
    return more, more * BACKGAMMON_SHARE
