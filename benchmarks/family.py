"""Games of one variant between two evaluators at 0-ply, with duplicate dice, cubeless.

    python -m benchmarks.family plakoto --against handmade [--net FILE] [--pairs 500] [--record]
    python -m benchmarks.family plakoto --against FILE      # another net of the same game
    python -m benchmarks.family plakoto --against before    # the program before it had these nets
    python -m benchmarks.family plakoto --against random
    python -m benchmarks.family backgammon+cap5 --net FILE --against handmade    # with an option

Every sequence of dice is played twice with seats exchanged, and what the net wins in both games
together is one observation. Turns of several batches are played batch by batch, each by what is
thought of the position that it leads to; a doublet is named for the play that it allows.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from benchmarks.before import COMMIT, Before
from benchmarks.strength.duel import Tally

from benchmarks import results
from fullprime import Position, Variant, _kernel
from fullprime.action import GameAction, Named, Passed, Played, Rolled
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.net import NetEvaluator
from fullprime.engine.nets import net_for
from fullprime.game import Game, Phase
from fullprime.series import Series
from fullprime.stakes import Stakes

SEED: Final = 20_261_118
MOST_PLIES: Final = 2000
"""A game that lasts longer counts as drawn; none ever did."""
SURE: Final = 1.96
"""Standard errors on each side of an interval of 95 %."""


class Mind(Protocol):
    """What a player thinks of positions."""

    def worths(self, after: Sequence[Position]) -> list[float]:
        """Of each position to the side that has just moved there; more is better."""


class Evaluating:
    """Plays what an evaluator thinks best."""

    def __init__(self, evaluator: NetEvaluator | HandmadeEvaluator, score: int) -> None:
        self.evaluator, self.score = evaluator, score

    def worths(self, after: Sequence[Position]) -> list[float]:
        """The equity, where no game counts more than the score."""
        outcomes = self.evaluator.evaluate([position.flipped() for position in after])
        return [-outcome.counted(self.score).equity for outcome in outcomes]


class AtRandom:
    """Plays anything, with numbers of its own."""

    def __init__(self) -> None:
        self.drawn = 0

    def worths(self, after: Sequence[Position]) -> list[float]:
        """Numbers that mean nothing."""
        self.drawn += 1
        return [
            float(_kernel.philox([self.drawn, i, 0, 0], [SEED, 1])[0]) for i in range(len(after))
        ]


@dataclass
class Table:
    """A game that goes on; its dice are the stream of that number."""

    stream: int
    first: int
    """The seat of the first mind."""
    game: Game
    seed: int = SEED
    thrown: int = 0
    starter: int = 0
    """The seat that has the first turn."""
    options: list[tuple[tuple[GameAction, ...], Position]] = field(default_factory=list)

    @property
    def points(self) -> int:
        """What the first mind has won; a game that is not over counts nothing."""
        result = self.game.result
        if result is None or result.winner is None:
            return 0
        return result.multiple if result.winner == self.first else -result.multiple

    def go_on(self) -> bool:
        """To the next decision of a mind; false: the game is over."""
        while self.thrown < MOST_PLIES:
            match self.game.phase:
                case Phase.OVER:
                    return False
                case Phase.TO_ROLL if self.game.closed_out:
                    _, self.game = self.game.after(Passed())
                    self.thrown += 1
                case Phase.OPENING:
                    self._roll()
                    self.starter = self.game.turn
                case Phase.TO_ROLL:
                    self._roll()
                case _:
                    self.options = list(options(self.game))
                    if len(self.options) > 1:
                        return True
                    self.do(self.options[0][0])
        return False

    def _roll(self) -> None:
        dice = _kernel.roll(self.seed, self.stream, self.thrown)
        _, self.game = self.game.after(Rolled(dice))
        self.thrown += 1

    def do(self, actions: Sequence[GameAction]) -> None:
        """What a mind has chosen. The log is of no use here, and would grow."""
        for action in actions:
            _, self.game = self.game.after(action)


def options(game: Game) -> Iterator[tuple[tuple[GameAction, ...], Position]]:
    """What can be done now, and where it leads."""
    if game.phase is Phase.TO_NAME:
        for number in range(1, 7):
            _, named = game.after(Named(number))
            yield from (((Named(number), *actions), p) for actions, p in options(named))
        return
    for play in game.plays:
        yield (Played.of(play),), play.position


def play_out(minds: tuple[Mind, Mind], tables: Sequence[Table]) -> None:
    """Plays all games to their ends, many decisions at a time."""
    running = [table for table in tables if table.go_on()]
    while running:
        turns = [[t for t in running if (t.game.turn == t.first) is mine] for mine in (True, False)]
        for mind, asked in zip(minds, turns, strict=True):
            after = [position for table in asked for _, position in table.options]
            worths = iter(mind.worths(after) if after else ())
            for table in asked:
                mine = [next(worths) for _ in table.options]
                table.do(table.options[mine.index(max(mine))][0])
        running = [table for table in running if table.go_on()]


def duel(variant: Variant, minds: tuple[Mind, Mind], streams: range) -> Tally:
    """A pair of games for every stream of dice."""
    begun = [
        [
            Table(stream, first, Game.start(variant, Stakes(cube=False), starter=0))
            for stream in streams
        ]
        for first in (0, 1)
    ]
    play_out(minds, begun[0] + begun[1])
    return Tally.of([one.points + other.points for one, other in zip(*begun, strict=True)])


def mind_of(name: str, variant: Variant) -> Mind:
    """By its name: random, handmade, before, or the file of a net."""
    if name == "random":
        return AtRandom()
    if name == "handmade":
        return Evaluating(HandmadeEvaluator(variant), variant.score)
    if name == "before":
        return Before(variant)
    return Evaluating(NetEvaluator.load(Path(name), variant), variant.score)


def net_of(variant: Variant, file: Path | None) -> tuple[str, NetEvaluator]:
    """The net of a file, or the one that comes with the game; and its name."""
    if file:
        return file.stem, NetEvaluator.load(file, variant)
    net = net_for(variant)
    if net is None:
        raise SystemExit(f"{variant.name} has no net; give one with --net")
    return net.name, NetEvaluator(variant, net.kernel)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant")
    parser.add_argument(
        "--against", required=True, help="random, handmade, before or the file of a net"
    )
    parser.add_argument("--net", type=Path, help="instead of the one that comes with the game")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--block", type=int, default=250, help="pairs side by side")
    parser.add_argument("--first", type=int, default=0, help="number of the first pair")
    parser.add_argument("--record", action="store_true", help="a row for results.csv")
    asked = parser.parse_args()
    [variant] = Series.parse(asked.variant).rotation()
    game = Path(asked.variant).stem  # of an own game its file is named
    name, net = net_of(variant, asked.net)
    minds = (Evaluating(net, variant.score), mind_of(asked.against, variant))
    tally = Tally(0, 0, 0)
    end = asked.first + asked.pairs
    for begin in range(asked.first, end, asked.block):
        tally += duel(variant, minds, range(begin, min(end, begin + asked.block)))
        print(
            f"{game} {name} against {asked.against}: {tally.per_game:+.4f} ± "
            f"{SURE * tally.error:.4f} points a game, {2 * tally.pairs} games",
            flush=True,
        )
    if asked.record:
        known = {
            "random": "random play",
            "handmade": "hand-made evaluator",
            "before": f"hand-made evaluator of {COMMIT[:7]}",
        }
        peer = known.get(asked.against, Path(asked.against).stem)
        note = f"± {SURE * tally.error:.4f} (95 %), {2 * tally.pairs} games, duplicate dice, 0-ply"
        row = results.Measured(
            f"{game}, {name}", tally.per_game, "points/game", peer=peer, note=note
        )
        results.append("family", [row])


if __name__ == "__main__":
    main()
