"""What a real net says of 1,000 positions, as one number: any change of a bit shows.

`make search-bits` writes the numbers again, after a change of the net or of the search that is
meant. `test_search.py` compares.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random

import generate
import oracle
from fullprime import Position, Roll, Variant, _kernel, legal_plays
from fullprime.engine import Search
from fullprime.engine.weights import load_net

BACKGAMMON = Variant.load("backgammon")
ROOT = Path(__file__).parents[1]
NETS = ROOT / "src" / "fullprime" / "data" / "nets"
[NET] = NETS.glob("backgammon-*.safetensors")
[PRUNER] = NETS.glob("pruners/backgammon-*.safetensors")
FILE = Path(__file__).parent / "data" / "search_bits.json"
SEED = 5
OF_EACH = 250
PLIES = {0: 1, 1: 20}
"""By plies: every so many of the positions are looked at."""

Asked = tuple[Position, Roll]


def asked() -> list[Asked]:
    """A thousand positions and rolls: from games, races, bear-offs and backgames."""
    rng = Random(SEED)
    sources = [
        from_games(rng),
        *(drawn(make, rng) for make in (race, generate.bearing_off, backgame)),
    ]
    positions = [position for source in sources for position in islice(source, OF_EACH)]
    return [(position, Roll(*generate.roll(rng))) for position in positions]


def from_games(rng: Random) -> Iterator[Position]:
    """Every tenth position of games played at random."""
    number = count()
    while True:
        position = BACKGAMMON.start_position
        while BACKGAMMON.end(position.flipped()) is None:
            if next(number) % 10 == 0:
                yield position
            plays = legal_plays(BACKGAMMON, position, Roll(*generate.roll(rng)))
            position = plays[rng.randrange(len(plays))].position.flipped()


def drawn(make: Callable[[Random], oracle.Board], rng: Random) -> Iterator[Position]:
    """Positions that are not decided yet."""
    while True:
        board = make(rng)
        position = Position.of(board.mover, board.other)
        if BACKGAMMON.end(position.flipped()) is None:
            yield position


def race(rng: Random) -> oracle.Board:
    """The sides have passed each other."""
    rows = [generate.fill(rng, [], range(1, 13), 0, rng.randint(8, 15)) for _ in range(2)]
    return oracle.Board(rows[0], rows[1])


def backgame(rng: Random) -> oracle.Board:
    """The mover holds two points of the enemy's home, and the enemy comes home."""
    anchors = rng.sample(range(20, 25), 2)
    home = generate.fill(rng, anchors, range(1, 9), 0, 15)
    blocked = {oracle.facing(point) for point, count in enumerate(home) if count}
    free = [point for point in range(1, 13) if point not in blocked]
    return oracle.Board(home, generate.fill(rng, [], free, 0, 15))


def digest(table: _kernel.Bearoff, plies: int, path: str = "", threads: int = 1) -> str:
    """The name of everything that is answered."""
    net, pruner = (load_net(file, BACKGAMMON, path) for file in (NET, PRUNER))
    search = Search(BACKGAMMON, net, table, pruner=pruner, plies=plies, threads=threads)
    answers = sha256()
    for position, roll in asked()[:: PLIES[plies]]:
        for found in search.plays(position, roll).candidates:
            numbers = struct.pack("<ii7d", found.play, found.plies, found.worth, *found.outcome)
            answers.update(numbers + found.position.raw)
        answers.update(struct.pack("<6d", *search.evaluate([position])[0]))
    return answers.hexdigest()[:16]


def table() -> _kernel.Bearoff:
    """All checkers alone, a few of both sides."""
    return _kernel.Bearoff(_kernel.make_bearoff(15, 2, 2))


def main() -> None:
    """Writes the names."""
    known = {str(plies): digest(table(), plies) for plies in PLIES}
    FILE.write_text(json.dumps({NET.stem: known}, indent=2) + "\n")


if __name__ == "__main__":
    main()
