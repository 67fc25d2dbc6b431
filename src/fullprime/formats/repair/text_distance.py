"""How far two short texts are apart."""

from __future__ import annotations


def text_distance(one: str, two: str) -> int:
    """Characters to insert, delete or replace; two neighbors exchanged count once.

    >>> text_distance("13/8 6/3", "31/8 6/3"), text_distance("24/18", "24/8")
    (1, 1)
    """
    before: list[int] = []
    last = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(two, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and b == one[i - 2]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]
