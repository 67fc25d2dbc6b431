"""States of every game for the tests of the board in the browser, as JSON lines.

Random games of all variants are played by the library. A line holds a state with its graph of
legal plays, and beside it what the library says: the checkers at every node of the graph, and
those after every legal play. Run as `python tests/web/fixtures.py [GAMES] [SEED]`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from fullprime import Game, Rolled, Variant, variants
from fullprime.action import Named, Played
from fullprime.game import Phase
from fullprime.numbers import Batch, without
from fullprime.play import Step
from fullprime.position import BAR, HAND, OFF, Position
from fullprime.render.layout import corner, scene

EVENTS = (None, "hit", "pin")
Key = tuple[Position, tuple[Batch, ...]]


def board_of(variant: Variant) -> dict[str, Any]:
    ring = variant.geometry == "ring16"
    points = 16 if ring else 24
    return {
        "kind": "ring" if ring else "points",
        "points": points,
        "checkers": variant.checkers,
        "across": [variant.across(point) for point in range(1, points + 1)],
        "views": [view_of(variant, seat, ring) for seat in (0, 1)],
    }


def view_of(variant: Variant, seat: int, ring: bool) -> dict[str, Any]:
    seen = scene(variant.start_position, variant, seat=seat)
    off = [corner(point) for point in seen.leaves]
    view: dict[str, Any] = {"bar": [], "hand": []}
    if seen.has_bar:
        view["bar"] = [{"seat": s, "upper": corner(seen.enters[s]).upper} for s in (0, 1)]
    if ring:
        view["off"] = [{"seat": s, "upper": s != seat, "home": True} for s in (0, 1)]
    else:
        view["off"] = [{"seat": s, **off[s]._asdict()} for s in (0, 1)]
    if seen.has_hand:
        view["hand"] = [{"seat": s, **seen._hand(s)._asdict()} for s in (0, 1)]
    view["cube"] = [{"owner": s, "upper": s != seat, "home": not off[s].home} for s in (0, 1)]
    return view


def rows_of(position: Position, turn: int, points: int) -> list[dict[str, Any]]:
    seen = position if turn == 0 else position.flipped()
    return [
        {
            "points": list(row[1 : points + 1]),
            "bar": row[BAR],
            "hand": row[HAND],
            "off": row[OFF],
            "pinned": sorted(pinned),
        }
        for row, pinned in zip((seen.mover, seen.other), seen.pinned, strict=True)
    ]


def walk_of(game: Game) -> tuple[list[dict[str, Any]], list[Position]]:
    """The nodes of the graph and their positions."""
    numbers = game.numbers
    assert numbers is not None
    legal = {play.position for play in game.plays}
    moves = len(game.plays[0].steps) > 0 or len(game.plays) > 1
    useful: dict[Key, bool] = {}

    def following(key: Key) -> list[tuple[Step, Key]]:
        position, left = key
        found = []
        for number in sorted({n for batch in left for n in batch}, reverse=True):
            for play in numbers.steps(position, number):
                found.append((play.steps[0], (play.position, without(left, number))))
        return found

    def reaches(key: Key) -> bool:
        if key not in useful:
            useful[key] = key[0] in legal or any(reaches(after) for _, after in following(key))
        return useful[key]

    start = (game.position, numbers.batch)
    order, nodes = {start: 0}, []
    for key in order_of(order):
        edges = []
        for step, after in following(key) if moves else ():
            if reaches(after):
                at = order.setdefault(after, len(order))
                edges.append([*step.wire, step.die, EVENTS[step.event], at])
        nodes.append({"done": key[0] in legal, "next": edges})
    return nodes, [position for position, _ in order]


def order_of(order: dict[Key, int]) -> Iterator[Key]:
    """The keys, with those that are added meanwhile."""
    at = 0
    while at < len(order):
        yield list(order)[at]
        at += 1


def state_of(game: Game, last: dict[str, Any] | None) -> dict[str, Any]:
    points = 16 if game.variant.geometry == "ring16" else 24
    pips = game.position.pips
    return {
        "version": len(game.log),
        "variant": {"id": game.variant.id, "name": game.variant.name},
        "board": board_of(game.variant),
        "players": [{"name": "Ann"}, {"name": "Ben"}],
        "you": [0, 1],
        "phase": game.phase.value,
        "turn": game.turn,
        "actor": game.actor,
        "dice": list(game.roll) if game.roll else None,
        "left": list(game.numbers.left) if game.numbers else [],
        "rows": rows_of(game.position, game.turn, points),
        "pips": list(pips if game.turn == 0 else pips[::-1]),
        "cube": {
            "on": game.stakes.cube,
            "value": game.stakes.value,
            "owner": game.stakes.owner,
            "offer": 0,
        },
        "last": last,
    }


def played(game: Game, steps: tuple[Step, ...], text: str) -> dict[str, Any]:
    return {
        "seat": game.turn,
        "dice": list(game.roll or ()),
        "steps": [step.wire for step in steps],
        "events": [EVENTS[step.event] for step in steps],
        "text": text,
    }


def game_states(variant: Variant, rng: random.Random, most: int) -> Iterator[dict[str, Any]]:
    """A random game, a line for every decision of a play."""
    game, last = Game.start(variant), None
    points = 16 if variant.geometry == "ring16" else 24
    for _ in range(most):
        if game.phase is Phase.OVER:
            return
        if game.phase is not Phase.TO_PLAY:
            game = game.apply(next_action(game, rng))
            continue
        nodes, positions = walk_of(game)
        state = state_of(game, last)
        yield {
            "state": {**state, "walk": {"nodes": nodes}},
            "nodes": [rows_of(position, game.turn, points) for position in positions],
            "ends": [rows_of(play.position, game.turn, points) for play in game.plays],
        }
        play = rng.choice(game.plays)
        last = played(game, play.steps, str(play))
        game = game.apply(Played.of(play))


def next_action(game: Game, rng: random.Random) -> Any:
    legal = game.legal()
    rolls = [action for action in legal if isinstance(action, Rolled)]
    named = [action for action in legal if isinstance(action, Named)]
    return rng.choice(rolls or named or legal)


def main() -> None:
    games, seed = (int(word) for word in (*sys.argv[1:], "1", "1")[:2])
    rng = random.Random(seed)
    for variant in variants():
        for number in range(games):
            for line in game_states(variant, rng, 1000):
                print(json.dumps({"game": number, **line}, separators=(",", ":")))


if __name__ == "__main__":
    main()
