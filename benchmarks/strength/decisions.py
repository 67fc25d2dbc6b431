"""Sets of decisions: positions with a roll to be played, from games of good players.

A third comes from games of a net of ours, a third from BG Sage and a third from GNU Backgammon,
each against itself without looking ahead: no one is measured on the positions of one player only.
They are drawn at random from all turns of whole games in which there are at least two different
plays; no decision comes twice. The sets that are kept:

- `development` is for looking at while something is changed;
- `report` is for what is published. Nothing may be chosen by it;
- `trial` is a second, larger one to choose by, drawn after the report.

    python -m benchmarks.strength.decisions development --net FILE
    python -m benchmarks.strength.decisions report --net FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.positions import Pair
from benchmarks.strength.games import Game, play_out
from benchmarks.strength.players import Gnubg, Ours, Player, Sage, plays_of

from fullprime import Position
from fullprime.formats.ids import from_gnubg_id, gnubg_id

DATA: Final = Path(__file__).with_name("data")
SETS: Final = {"development": (1, 3_000), "report": (2, 10_500), "trial": (3, 9_000)}
"""Seed and number of decisions. In this order: a later set has no decision of an earlier one."""
PER_GAME: Final = 3
"""Few from each game, since the turns of one game are alike."""
STREAMS: Final = 1_000_000
"""Streams of dice for each source."""


class Decision(NamedTuple):
    """A position, as its GNU id, and a roll; `source` names the players of the game."""

    position: str
    dice: tuple[int, int]
    source: str

    @property
    def pair(self) -> Pair:
        """As players are asked."""
        return Pair(from_gnubg_id(self.position).raw, self.dice)


def identity(position: Position) -> str:
    """The GNU id of a position of the standard game."""
    found = gnubg_id(position)
    if found is None:
        raise ValueError(f"{position} has no GNU id")
    return found


def written(head: Sequence[str], rows: Iterable[str]) -> str:
    """The text of a file: lines that say what it is, then a row for each decision."""
    return "".join(f"{line}\n" for line in (*(f"# {line}" for line in head), *rows))


def rows_in(file: Path) -> list[str]:
    """The rows of such a file."""
    lines = file.read_text(encoding="ascii").splitlines()
    return [line for line in lines if not line.startswith("#")]


def file_of(name: str) -> Path:
    """Where the set of that name lies."""
    return DATA / f"{name}.tsv"


def dump(head: Sequence[str], decisions: Iterable[Decision]) -> str:
    """The text of a file."""
    return written(head, (f"{d.position}\t{d.dice[0]}{d.dice[1]}\t{d.source}" for d in decisions))


def load(file: Path) -> list[Decision]:
    """The decisions in a file."""
    return [_read(row) for row in rows_in(file)]


def _read(line: str) -> Decision:
    try:
        position, dice, source = line.split("\t")
        first, second = (int(number) for number in dice)
    except ValueError as error:
        raise ValueError(f"bad decision {line!r}: expected 'id, dice, source'") from error
    return Decision(position, (first, second), source)


def turns_of(player: Player, seed: int, streams: range) -> list[Pair]:
    """All turns of games against itself."""
    turns: list[Pair] = []
    games = (Game(seed, stream, mover=stream % 2) for stream in streams)
    play_out((player, player), games, turns.extend)
    return turns


def choices_in(turns: Sequence[Pair], source: str) -> Iterator[Decision]:
    """Those turns in which there is something to decide."""
    for pair, plays in zip(turns, plays_of(turns), strict=True):
        if len(plays) > 1:
            larger, smaller = sorted(pair.dice, reverse=True)
            yield Decision(identity(Position(pair.raw)), (larger, smaller), source)


def draw(
    sources: dict[str, Player], seed: int, count: int, taken: Iterable[Decision]
) -> list[Decision]:
    """A set of decisions, as many from each source, without those that are taken."""
    known = {(decision.position, decision.dice) for decision in taken}
    drawn: list[Decision] = []
    share = count // len(sources)
    for number, (source, player) in enumerate(sources.items()):
        streams = range(number * STREAMS, number * STREAMS + share // PER_GAME)
        found = {}
        for choice in choices_in(turns_of(player, seed, streams), source):
            if (choice.position, choice.dice) not in known:
                found[choice.position, choice.dice] = choice
        sample = Random(f"{seed} {source}").sample(list(found.values()), share)
        known.update((choice.position, choice.dice) for choice in sample)
        drawn += sample
    Random(seed).shuffle(drawn)  # so that the first few are a fair sample, too
    return drawn


def main() -> None:
    """Draws a set and writes it."""
    parser = argparse.ArgumentParser(description="Draws a set of decisions and writes its file.")
    parser.add_argument("name", choices=SETS, help="which set")
    parser.add_argument("--net", type=Path, required=True, help="the net of our games")
    arguments = parser.parse_args()
    seed, count = SETS[arguments.name]
    earlier = list(SETS)[: list(SETS).index(arguments.name)]
    taken = [decision for name in earlier for decision in load(file_of(name))]
    sources: dict[str, Player] = {
        "ours": Ours(arguments.net, plies=0),
        "sage": Sage(1),
        "gnubg": Gnubg(0, processes=16),
    }
    decisions = draw(sources, seed, count, taken)
    head = [
        f"{arguments.name}: {len(decisions)} decisions of cubeless money games, seed {seed}",
        *(f"{source}: {player.name} against itself" for source, player in sources.items()),
        "position (GNU id, the mover on roll), dice, source",
    ]
    file = file_of(arguments.name)
    file.parent.mkdir(exist_ok=True)
    file.write_text(dump(head, decisions), encoding="ascii")
    print(f"{file}: {len(decisions)} decisions")


if __name__ == "__main__":
    main()
