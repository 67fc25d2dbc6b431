"""Statistics of games from strong play: who wins, how much, how fast, and the best openings.

    python -m benchmarks.game_statistics plakoto fevga --games 20000 --processes 16
    python -m benchmarks.game_statistics --all --games 20000 --processes 16

The net of a game plays itself at 0-ply, from the opening throw on and without the cube; then every
first roll is evaluated as far ahead as the game allows. Writes a file for each game into
`src/fullprime/data/statistics`; `make statistics` makes the page of them. The same games are
played with any number of processes.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from statistics import median_low
from typing import Final

import msgspec
from benchmarks.family import Evaluating, Table, net_of, play_out

from fullprime import Variant, variants
from fullprime.action import Rolled
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS, Roll
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import deepest
from fullprime.game import Game
from fullprime.game_statistics import FOLDER, GameStatistics, Lengths, Opening
from fullprime.stakes import Stakes

DATA: Final = Path(__file__).parents[1] / "src" / "fullprime" / "data" / FOLDER
SEED: Final = 20_261_119
BLOCK: Final = 250
"""Games side by side."""
CUBELESS: Final = Stakes(cube=False)

Ending = tuple[int, int]
"""Points of the player who started, and rolls."""


def play_block(variant_id: str, streams: range) -> Counter[Ending]:
    """How the games with the dice of these streams end."""
    variant = Variant.load(variant_id)
    mind = Evaluating(net_of(variant, None)[1], variant.score)
    tables = [Table(stream, 0, Game.start(variant, CUBELESS), seed=SEED) for stream in streams]
    play_out((mind, mind), tables)
    return Counter(map(ending, tables))


def ending(table: Table) -> Ending:
    """What the player who started has won, and the rolls of both."""
    return (table.points if table.starter == 0 else -table.points), sum(table.game.rolls)


def opening(variant_id: str, roll: Roll, plies: int | None = None) -> Opening:
    """How the first roll is played best."""
    variant = Variant.load(variant_id)
    _, game = Game.start(variant, CUBELESS, starter=0).after(Rolled(roll))
    question = Question.in_game(game)
    depth = Depth.of(question, deepest(variant) if plies is None else plies)
    ranked = answers.plays(question, depth)
    best = ranked[0]
    second = ranked[1] if len(ranked) > 1 else None
    return Opening(
        roll=str(roll),
        play=written(best),
        equity=round(best.equity, 4),
        plies=best.plies,
        plays=len(ranked),
        second=written(second) if second else None,
        behind=round(second.error, 4) if second else None,
    )


def written(ranked: RankedPlay) -> str:
    """As players write it, with the doublet that is named for it."""
    named = f" (names {ranked.named}-{ranked.named})" if ranked.named else ""
    return f"{ranked.play}{named}"


def first_rolls(variant: Variant) -> list[Roll]:
    """What the first player can roll: no doublet where the opening throw is played."""
    return [roll for roll in ROLLS if variant.opening != "use" or not roll.double]


def summary(
    variant: Variant, endings: Counter[Ending], openings: Sequence[Opening]
) -> GameStatistics:
    """All of it, in the form of the file."""
    points = Counter[int]()
    for (won, _), count in endings.items():
        points[won] += count
    return GameStatistics(
        variant=variant.id,
        net=net_of(variant, None)[0],
        date=datetime.now(UTC).date().isoformat(),
        seed=SEED,
        games=endings.total(),
        starter=(points[1], points[2], points[3]),
        other=(points[-1], points[-2], points[-3]),
        drawn=points[0],
        lengths=lengths(rolls for (_, rolls), count in endings.items() for _ in range(count)),
        openings=tuple(openings),
    )


def lengths(rolls: Iterable[int]) -> Lengths:
    """Their mean and spread."""
    found = sorted(rolls)
    mean = sum(found) / len(found)
    deviation = sqrt(sum(n * n for n in found) / len(found) - mean * mean)
    return Lengths(round(mean, 2), round(deviation, 2), median_low(found), found[0], found[-1])


def measure(
    variant: Variant, games: int, workers: ProcessPoolExecutor, plies: int | None = None
) -> GameStatistics:
    """Plays and evaluates on all workers."""
    blocks = [range(first, min(games, first + BLOCK)) for first in range(0, games, BLOCK)]
    playing = [workers.submit(play_block, variant.id, block) for block in blocks]
    thinking = [workers.submit(opening, variant.id, roll, plies) for roll in first_rolls(variant)]
    endings = Counter[Ending]()
    for block in playing:
        endings += block.result()
    return summary(variant, endings, [roll.result() for roll in thinking])


def write(found: GameStatistics, folder: Path = DATA) -> Path:
    """The file of a game."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{found.variant}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return file


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", nargs="*")
    parser.add_argument("--all", action="store_true", help="every game that there is")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--plies", type=int, help="of the openings, instead of the deepest")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    names = [variant.id for variant in variants()] if asked.all else asked.variant
    with ProcessPoolExecutor(asked.processes) as workers:
        for variant in map(Variant.load, names):
            began = time.monotonic()
            found = measure(variant, asked.games, workers, asked.plies)
            write(found)
            print(
                f"{variant.id}: {found.games} games, the starter wins {found.starter_wins:.2%}, "
                f"{found.advantage:+.4f} ± {found.advantage_error:.4f} points, "
                f"{found.lengths.mean} rolls; {time.monotonic() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
