"""Writes `src/fullprime/data/samples.json`: how each game looks after a few turns. Run by
`make samples`.

The engine plays both sides at 0-ply with fixed dice, so the same program gives the same file. Of
backgammon it keeps the whole game, which the start page shows; of the others the first turns.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from fullprime import Variant, variants
from fullprime.action import Action
from fullprime.dice import SeededDice
from fullprime.engine.engine import Engine
from fullprime.engine.match_play import played
from fullprime.server.samples import TURNS, sample_start, turns

FILE: Final = Path(__file__).parents[1] / "src" / "fullprime" / "data" / "samples.json"
WHOLE: Final = "backgammon"
SEED: Final = 8


def sample(variant: Variant) -> tuple[Action, ...]:
    """What happens in a game of one point, without the cube."""
    engine = Engine(plies=0)
    dice = SeededDice(SEED, stream=variant.order)
    for match in played(sample_start(variant), engine, engine, dice):
        if variant.id != WHOLE and turns(match) == TURNS:
            break
    return match.game.log


def main() -> None:
    """A line for each game."""
    games = {variant.id: sample(variant) for variant in variants()}
    lines = [f'"{name}":{msgspec.json.encode(log).decode()}' for name, log in games.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
