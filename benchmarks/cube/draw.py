"""Draws the sets of decisions about the cube.

The positions come from games of our bare net against itself, without a cube, and each gets stakes
at random at which the side on roll may double. Most such decisions are clear to everybody. So a
third is drawn from all of them, and two thirds from those that our bare net, without looking
ahead, calls close: by its equities a taken double is worth nearly what not to double is worth, or
nearly what a pass is worth. A game as good as won is nearly worth a pass without any double, so
how near the cash is does not make a decision close.

    python -m benchmarks.cube.draw money
    python -m benchmarks.cube.draw match
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.cube import decisions
from benchmarks.cube.decisions import MONEY, Decision
from benchmarks.cube.programs import Equities, Program, program_of
from benchmarks.shipped import NET
from benchmarks.strength import players
from benchmarks.strength.decisions import identity, turns_of

from fullprime import Position

CLOSE: Final = 0.10
CLOSE_OF_THREE: Final = 2
VALUES: Final = {MONEY: (1, 2), "match": (1, 2, 4)}
"""Of the cube. For money all that matters is who owns it."""
MOST_AWAY: Final = 11


def is_close(equities: Equities) -> bool:
    """Is it nearly the same to double or not, or to take or not?"""
    taken = equities.double_take
    return min(abs(taken - equities.no_double), abs(taken - equities.double_pass)) <= CLOSE


def may_double(decision: Decision) -> bool:
    """May the side on roll double, and does a double change anything?

    Who needs one point after the Crawford game never doubles, so the other owns no cube there.
    """
    stakes = decision.stakes
    forbidden = stakes.against_doubling(0, (2, 2)) or stakes.is_dead(0)
    return not forbidden and not (decision.away and 1 in decision.away and decision.value > 1)


def with_stakes(position: str, name: str, random: Random) -> Decision:
    """A position for money, or at a score."""
    while True:
        away = None
        if name != MONEY:
            away = random.randint(1, MOST_AWAY), random.randint(1, MOST_AWAY)
        found = Decision(position, random.choice(VALUES[name]), away, "any")
        if may_double(found):
            return found


def draw(
    positions: Sequence[str], judge: Program, name: str, count: int, seed: int
) -> Sequence[Decision]:
    """So many decisions at different positions."""
    random = Random(f"{name} {seed}")
    shuffled = random.sample(positions, len(positions))
    candidates = (with_stakes(position, name, random) for position in shuffled)
    close = count * CLOSE_OF_THREE // 3 + 1
    drawn = list(islice(candidates, count - close))
    drawn += islice(_close(candidates, judge), close)
    if len(drawn) < count:
        raise ValueError(f"{len(drawn)} decisions in these games: expected {count}")
    random.shuffle(drawn)  # so that the first few are a fair sample, too
    return drawn


def _close(candidates: Iterator[Decision], judge: Program) -> Iterator[Decision]:
    for candidate in candidates:
        [equities] = judge.equities([candidate])
        if is_close(equities):
            yield candidate._replace(source="close")


def positions_of(player: players.Player, seed: int, games: int) -> list[str]:
    """Different positions of games against itself, as GNU ids; no side doubles at the start."""
    start = players.VARIANT.start_position
    met = (Position(turn.raw) for turn in turns_of(player, seed, range(games)))
    return list(dict.fromkeys(identity(position) for position in met if position != start))


def main() -> None:
    """Draws a set and writes it."""
    parser = argparse.ArgumentParser(description="Draws a set of decisions about the cube.")
    parser.add_argument("name", choices=decisions.SETS, help="which set")
    parser.add_argument("--net", type=Path, default=NET, help="of the games (%(default)s)")
    arguments = parser.parse_args()
    seed, count = decisions.SETS[arguments.name]
    player = players.Ours(arguments.net, plies=0)
    positions = positions_of(player, seed, games=count)
    judge = program_of("ours0", arguments.net)
    drawn = draw(positions, judge, arguments.name, count, seed)
    head = [
        f"{arguments.name}: {len(drawn)} decisions about the cube, seed {seed}",
        f"from {count} games of {player.name} against itself",
        f"close: within {CLOSE} of a boundary by its equities; any: drawn from all",
        "position (GNU id, the side on roll), cube (1 centered, else owned), points away, source",
    ]
    file = decisions.file_of(arguments.name)
    file.parent.mkdir(exist_ok=True)
    file.write_text(decisions.dump(head, drawn), encoding="ascii")
    print(f"{file}: {len(drawn)} decisions")


if __name__ == "__main__":
    main()
