"""States of every game for the tests of the board in the browser, as JSON lines.

Random games of all variants are played by the library. A line holds a state with its graph of
legal plays, and beside it what the library says: the checkers at every node of the graph, and
those after every legal play. Run as `python tests/web/fixtures.py [EVERY] [SEED]`: of so many plays
that follow each other the first two are printed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from fullprime import Game, Variant, variants
from fullprime.action import Action, Played, Rolled
from fullprime.game import Phase
from fullprime.position import Position
from fullprime.server.board import board_json, rows_json
from fullprime.server.state import LastPlay, game_json, last_play, walk_json
from fullprime.walk import StepWalk

Json = dict[str, Any]


def state_of(game: Game, last: LastPlay | None) -> Json:
    """What the board looks at, for somebody who acts for both seats."""
    return {
        "version": len(game.log),
        "variant": {"id": game.variant.id, "name": game.variant.name},
        "board": board_json(game.variant),
        "you": [0, 1],
        "actor": game.actor,
        **game_json(game, last),
        "walk": walk_json(game),
    }


def positions(game: Game) -> list[Position]:
    """Where the checkers are at every node of the graph."""
    walk = StepWalk(game)
    stops = {0: walk.start}
    for number, node in enumerate(walk.nodes()):
        after = dict(walk.next(stops[number]))
        for edge in node.next:
            stops.setdefault(edge.node, after[edge.step])
    return [stops[number].position for number in sorted(stops)]


def lines(variant: Variant, rng: random.Random, every: int) -> Iterator[Json]:
    """A random game, a line for a play that is to be chosen."""
    plays = 0
    game: Game = Game.start(variant)
    last: LastPlay | None = None
    while game.phase is not Phase.OVER:
        if game.phase is Phase.TO_PLAY:
            action: Action = Played.of(rng.choice(game.plays))
            plays += 1
            if plays % every < 2:
                yield line(game, last)
        else:
            action = next_action(game, rng)
        before, game = game, game.apply(action)
        last = last_play(before, action, last)


def line(game: Game, last: LastPlay | None) -> Json:
    ends = [play.position for play in game.plays]
    return {
        "state": state_of(game, last),
        "nodes": [rows_json(game.variant, at, game.turn) for at in positions(game)],
        "ends": [rows_json(game.variant, at, game.turn) for at in ends],
    }


def next_action(game: Game, rng: random.Random) -> Action:
    legal = game.legal()
    rolls = [action for action in legal if isinstance(action, Rolled)]
    named = [action for action in legal if action.name == "name"]
    return rng.choice(rolls or named or legal)


def main() -> None:
    """Prints the lines."""
    every, seed = (int(word) for word in (*sys.argv[1:], "1", "1")[:2])
    rng = random.Random(seed)
    for variant in variants():
        for found in lines(variant, rng, every):
            print(json.dumps(found, separators=(",", ":")))


if __name__ == "__main__":
    main()
