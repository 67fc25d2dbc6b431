"""Races by counting: who is ahead, and who will be gammoned."""

from __future__ import annotations

from math import ceil, exp, sqrt
from typing import Final

from fullprime.position import BAR, HAND, OFF, PLACES
from fullprime.summation import total

Row = tuple[int, ...]
"""Counts by place, by the side's own points."""

PIPS_PER_ROLL: Final = 8.17
"""What an average roll moves, doublets counted four times."""
MOST_NUMBERS: Final = 4
MOST_PIPS: Final = 24
"""What the best roll can do."""
VARIANCE_PER_PIP: Final = 2.3
"""Of the rolls needed for a count: each side's luck grows with the length of its race."""
NORMAL_AS_LOGISTIC: Final = 1.7
"""The logistic curve with this slope is the normal one to within a hundredth."""


def waste(row: Row, home: int) -> float:
    """Pips that will be lost in bearing off: low points use up large numbers, gaps miss."""
    lost = 7.0 if sum(row[1:PLACES]) > 3 else 5.0
    lost += 2.0 * max(0, row[1] - 1) + 1.0 * max(0, row[2] - 1) + 0.5 * max(0, row[3] - 3)
    if not any(row[home + 1 :]):
        lost += total(0.7 for point in range(4, home + 1) if not row[point])
    return lost


def pips(row: Row) -> int:
    """How far a side has still to go."""
    return sum([point * count for point, count in enumerate(row[:HAND])]) + BAR * row[HAND]


def race_win(mine: Row, theirs: Row, home: int) -> float:
    """The chance to win a race on roll: the lead against the luck still to come."""
    my_count = pips(mine) + waste(mine, home)
    their_count = pips(theirs) + waste(theirs, home)
    lead = their_count - my_count + PIPS_PER_ROLL / 2  # being on roll is worth half a roll
    luck = sqrt(VARIANCE_PER_PIP * (my_count + their_count))
    return logistic(NORMAL_AS_LOGISTIC * lead / luck)


def rolls_to_finish(row: Row, home: int) -> float:
    """Rolls until the last checker is off; no roll but a doublet takes off more than two."""
    on_board = sum(row[1:PLACES])
    return max((pips(row) + waste(row, home)) / PIPS_PER_ROLL, on_board * 0.46 + 0.2)


def fewest_rolls(row: Row) -> int:
    """Rolls that even the luckiest dice need."""
    return max(ceil(sum(row[1:PLACES]) / MOST_NUMBERS), ceil(pips(row) / MOST_PIPS))


def pips_to_save(row: Row, home: int) -> int:
    """Pips that a side needs to bear off its first checker, in a perfect world."""
    outside = sum([(place - home) * row[place] for place in range(home + 1, HAND)])
    outside += (BAR - home) * row[HAND]
    nearest = next((point for point in range(1, home + 1) if row[point]), home)
    return outside + nearest


def pips_to_leave(row: Row, home: int) -> int:
    """Pips that a side needs to have no checker on the bar or in the winner's home."""
    edge = BAR - home - 1
    return sum([(place - edge) * row[place] for place in range(edge + 1, HAND)])


def race_gammons(loser: Row, winner_rolls: float, home: int) -> tuple[float, float]:
    """Of the games that the loser loses: the shares that are gammons or more, backgammons."""
    if loser[OFF]:
        return 0.0, 0.0
    saved_in = (pips_to_save(loser, home) + 2.0) / PIPS_PER_ROLL + 0.4
    gammons = logistic(2.2 * (saved_in - winner_rolls))
    escape = pips_to_leave(loser, home)
    most = logistic(2.2 * (escape / PIPS_PER_ROLL + 0.4 - winner_rolls)) if escape else 0.0
    return gammons, min(gammons, most)


def logistic(logit: float) -> float:
    """From the log of the odds to a chance; the ends are cut where nothing can be told apart."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, logit))))
