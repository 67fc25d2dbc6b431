"""Writes `src/fullprime/data/reference_cubes.json`: the positions of the cube quiz. Run by
`make reference-cubes`, for some minutes.

The engine plays games against itself at 0-ply with fixed dice. A position is taken where the cube
action is worth asking about at 2-ply: neither the double nor its answer is so clear that everyone
knows it, nor so close that no one does. Of each game plan and each action a few are kept, and of
these only those about which a cubeful rollout agrees. The same program gives the same file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from fullprime import Match
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import plan
from fullprime.dice import SeededDice
from fullprime.engine.cube import CubeVerdict
from fullprime.engine.engine import Engine
from fullprime.engine.match_play import played
from fullprime.engine.rollout import new_roller
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, phases_of
from fullprime.game import Phase
from fullprime.match import Settings
from fullprime.practice.cubes import Reference, Rolled

FILE: Final = Path(__file__).parents[1] / "src" / "fullprime" / "data" / "reference_cubes.json"
SEED: Final = 31
POSITIONS: Final = 36
EACH: Final = 2
"""Positions of one plan with one action."""
TRIALS: Final = 324
LEAST: Final = 0.03
MOST: Final = 0.4
"""Points that the wrong decision loses: about the double, or about the take."""
SURE: Final = 2.0
"""Standard errors by which a rollout must agree."""
EARLY: Final = 8
"""Turns before which nothing is asked."""


def positions() -> Iterator[Question]:
    """One of every game at most, so that no two are alike."""
    engine = Engine(plies=0)
    for game in count(1):
        start = Match.start(target=1, settings=Settings(cube=False))
        for match in played(start, engine, engine, SeededDice(SEED, game)):
            now = match.game
            if now.phase is Phase.TO_ROLL and sum(now.rolls) >= EARLY:
                question = Question.about(now.position.text())
                if is_worth_asking(answers.cube(question, Depth.of(question, 0))):
                    yield question
                    break


def is_worth_asking(cube: CubeVerdict) -> bool:
    """Is one of both decisions neither clear nor close, and the other not absurd?"""
    double = abs(min(cube.double_take, cube.double_pass) - cube.no_double)
    take = abs(cube.double_take - cube.double_pass)
    return LEAST <= double <= MOST and LEAST <= take <= 2 * MOST


def agrees(cube: CubeVerdict, rolled: RolledOut) -> bool:
    """The same action, and not by chance."""
    none, double = (line.equity for line in rolled.lines)
    doubled = min(double.mean, 1.0)
    spread = max(none.standard_error, double.standard_error)
    sure = abs(doubled - none.mean) > SURE * spread and abs(double.mean - 1.0) > SURE * spread
    return rolled.action == cube.action and sure


def references() -> Iterator[Reference]:
    """Those that are kept."""
    roller = new_roller(Question.about().variant, 1, 36)
    found: Counter[tuple[str, str]] = Counter()
    for question in positions():
        cube = answers.cube(question, Depth.of(question))
        kind = (plan(question.position) or "other", str(cube.action))
        if found[kind] >= EACH or not is_worth_asking(cube):
            continue
        asked = RolloutSettings(trials=TRIALS, seed=SEED)
        settings = answers.rollout_settings(question, asked, phases_of(0))
        rolled = answers.rollout(question, settings, double=True, roller=roller)
        if not agrees(cube, rolled):
            continue
        found[kind] += 1
        none, double = (
            (round(line.equity.mean, 4), round(line.equity.standard_error, 4))
            for line in rolled.lines
        )
        position = question.position.text()
        print(*kind, position)
        yield Reference(position, *kind, Rolled(none, double, TRIALS))


def main() -> None:
    """A line for each position."""
    found = [each for each, _ in zip(references(), range(POSITIONS), strict=False)]
    lines = [msgspec.json.encode(each).decode() for each in found]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
