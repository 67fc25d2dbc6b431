"""What turns can do, counted with the oracle: shares no code with the kernel.

A deed is named by a word.
"""

import oracle
from oracle import BAR, OFF, Board, Row

BEHIND = range(16, 26)
"""Points, and the bar, from which a checker has to escape."""


def deeds(before: Board, after: Board) -> set[str]:
    """Everything that a turn has done; both boards are seen by who made it."""
    was, now = before.mover, after.mover
    made = {point for point in range(1, 25) if now[point] >= 2 > was[point]}
    hits = after.other[BAR] - before.other[BAR]
    good = {
        "hit": hits > 0,
        "escape": _behind(now) < _behind(was) and not now[BAR],
        "point": any(point in range(3, 8) for point in made),
        "anchor": any(point in range(18, 23) for point in made),
    }
    tidy = not now[BAR] and not any(now[p] == 1 for p in _in_reach(after.other))
    others = {
        "two hits": hits > 1,
        "cover": any(point <= 7 and was[point] == 1 for point in made),
        "two off": now[OFF] - was[OFF] >= 2,
        "stay out": now[BAR] > 0,
        "help": any(good.values()),
        "tidy": tidy,
        "pass": good["escape"] and tidy,
        "keep": all(now[point] >= 2 for point in range(2, 8) if was[point] >= 2),
    }
    return {name for name, done in {**good, **others}.items() if done}


Turns = dict[tuple[int, int], set[str]]


def rolls(board: Board) -> Turns:
    """By roll, what some legal turn does."""
    return {
        roll: set().union(*(deeds(board, after) for after in oracle.plays(board, roll)))
        for roll in oracle.ROLLS
    }


def squares(turns: Turns, deed: str) -> list[tuple[int, int]]:
    """The throws with a legal turn that does it."""
    found = [roll for roll, done in turns.items() if deed in done]
    return sorted({throw for a, b in found for throw in ((a, b), (b, a))})


def recount(board: Board, deed: str) -> int:
    """How many of the 36 they are."""
    return len(squares(rolls(board), deed))


def _in_reach(enemy: Row) -> range:
    """Own points that some enemy checker has not passed yet."""
    last = max((point for point in range(26) if enemy[point]), default=0)
    return range(26 - last, 25)


def _behind(row: Row) -> int:
    return sum(row[place] for place in BEHIND)
