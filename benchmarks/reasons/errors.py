"""Errors to explain: of people in recorded matches, of simulated people, of self-play with noise.

They come in units, a game each, that know nothing of each other, so a run can be divided and goes
on where it was stopped. Equal units give equal errors on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.review import FILES

from fullprime import load
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.case import Case, Sight
from fullprime.analysis.reasons.choosing import LEAST_LOSS
from fullprime.analysis.review import Reviewer
from fullprime.dice import SeededDice
from fullprime.engine.evaluator import Evaluator, RankedPlay
from fullprime.engine.evaluators import evaluator_for
from fullprime.engine.levels import human_error, level
from fullprime.stakes import Stakes
from fullprime.variant import Variant

PLIES: Final = 2
PEOPLE: Final = "people"
SELFPLAY: Final = "self-play"
LEVELS: Final = ("casual", "improver", "club", "strong")
"""Of the simulated people, who all err in their own ways."""
MORE_FILES: Final = (
    "bgf/kevung_blunderDB__TachiAI_V_player_Nov_2__2025__16_55.bgf",
    "mat/kevung_blunderDB__charlot1-charlot2_7p_2025-11-08-2305.mat",
    "mat/pipandlove_bg-db__choue-net_7pt_unfinished.txt",
    "sgf/kevung_gnubgparser__charlot1-charlot2_7p_2025-11-08-2308.sgf",
)
"""Not among the ten that are reviewed beside GNU Backgammon. Findings are known by the numbers of
matches, so those of programs alone, which give nothing, keep their places."""
MATCHES: Final = (*FILES, *MORE_FILES)
BOTS: Final = ("TachiAI", "charlot", "Bot1")
"""Names, or parts of them, of players in these matches who are no people."""
NOISE: Final = 0.08
"""Standard deviation of what a player of the self-play adds to the equity of each play."""
SEED: Final = 20
MOST_TURNS: Final = 1_000
"""A game that is longer is left out: two who err in such ways send each other back for ever."""
FIRST_GAMES: Final = {name: 20_000 * (n + 1) for n, name in enumerate((SELFPLAY, *LEVELS))}
"""Games from here on are measured; those below are for the fit."""
SHARES: Final = {SELFPLAY: 0.2} | dict.fromkeys(LEVELS, 0.5)
"""So much of what they err is taken, so that many games count."""


class Unit(NamedTuple):
    """A game: of a match, or of simulated players."""

    sample: str
    number: int
    """Of the game; of the match among all files."""
    game: int = 0
    """Within the match."""

    @property
    def name(self) -> str:
        """By which findings are kept."""
        return f"{self.sample} {self.number} {self.game}"

    @property
    def even(self) -> bool:
        """Half of the matches and games, to choose by; what was chosen is judged by the others."""
        return self.number % 2 == 0


class Error(NamedTuple):
    """A play that lost something."""

    question: Question
    best: RankedPlay
    played: RankedPlay
    loss: float


Player = Callable[[Question, list[RankedPlay]], RankedPlay]
"""Chooses one of the plays, ranked by the bare net."""


def units(folder: Path, games: int, matches: Sequence[str] = MATCHES) -> list[Unit]:
    """All samples evenly: wherever a run ends, each is represented as in the whole."""
    people = [
        Unit(PEOPLE, number, game)
        for number, name in enumerate(matches)
        for game in range(len(load(folder / name, strict=False).games))
    ]
    samples = [
        [Unit(name, first + game) for game in range(games)] for name, first in FIRST_GAMES.items()
    ]
    placed = [
        ((at + 0.5) / len(sample), unit)
        for sample in (people, *samples)
        for at, unit in enumerate(sample)
    ]
    return [unit for _, unit in sorted(placed, key=lambda each: each[0])]


def errors(unit: Unit, folder: Path) -> Iterator[Error]:
    """Those of a unit."""
    if unit.sample == PEOPLE:
        yield from _people_errors(unit, folder)
    elif unit.sample == SELFPLAY:
        yield from selfplay_errors(unit.number)
    else:
        yield from simulated_errors(unit.sample, unit.number)


def case_of(error: Error) -> Case:
    """As a review looks at it."""
    sight = Sight.of(error.question, Depth.of(error.question, PLIES))
    assert sight is not None
    return Case(error.question, sight, error.best, error.played, error.loss)


# People -------------------------------------------------------------------------------------------


@cache
def _reviewer(path: Path) -> Reviewer:
    return Reviewer(load(path, strict=False), plies=PLIES)


def _people_errors(unit: Unit, folder: Path) -> Iterator[Error]:
    reviewer = _reviewer(folder / MATCHES[unit.number])
    bots = [any(name in player for name in BOTS) for player in reviewer.match.players]
    for decision in reviewer.decisions:
        if decision.kind != "checker" or decision.game != unit.game or bots[decision.player]:
            continue
        verdict = reviewer.judge(decision, PLIES)
        if verdict.error >= LEAST_LOSS and verdict.at is not None:
            best, mine = verdict.candidates[0], verdict.candidates[verdict.at]
            yield Error(decision.question, best, mine, verdict.error)


# Simulated ----------------------------------------------------------------------------------------


def simulated_errors(name: str, game: int) -> Iterator[Error]:
    """A game of two people who err in their own ways, as the levels do that bots play at."""
    variant = Variant.load()
    slip = level(name).slip_in(variant)
    bare = evaluator_for(variant)
    people = [human_error(variant, 0, 2 * game + side, slip, bare) for side in (0, 1)]

    def player(eyes: Evaluator) -> Player:
        def choice(question: Question, ranked: list[RankedPlay]) -> RankedPlay:
            plays = [each.play for each in ranked]
            liked = eyes.rank(question.position, question.rolled(), plays)[0]
            return next(e for e in ranked if e.play.position == liked.play.position)

        return choice

    yield from _errors(game, [player(eyes) for eyes in people], SHARES[name])


def selfplay_errors(game: int) -> Iterator[Error]:
    """A game of two players who see the equities of the bare net through noise."""
    noise = random.Random(f"noise {game}")

    def choice(question: Question, ranked: list[RankedPlay]) -> RankedPlay:
        return max(ranked, key=lambda each: each.equity + noise.gauss(0.0, NOISE))

    yield from _errors(game, [choice, choice], SHARES[SELFPLAY])


def _errors(game: int, players: list[Player], share: float) -> list[Error]:
    variant, taken = Variant.load(), random.Random(f"taken {game}")
    bare = evaluator_for(variant)
    dice, position = SeededDice(SEED, game), variant.start_position
    found: list[Error] = []
    for turn in range(MOST_TURNS):
        if variant.end(position) is not None:
            return found
        roll = dice.roll()
        question = Question(variant, position, roll, stakes=Stakes(cube=False))
        ranked = bare.rank(position, roll, list(question.plays()))
        chosen = players[turn % 2](question, ranked)
        if chosen.error >= LEAST_LOSS / 2 and taken.random() < share:
            depth = Depth.of(question, PLIES)
            plays = answers.plays(question, depth)
            deep = answers.with_play(question, depth, plays, chosen.play)
            mine = next(e for e in deep if e.play.position == chosen.play.position)
            if mine.error >= LEAST_LOSS:
                found.append(Error(question, deep[0], mine, mine.error))
        position = variant.turned(chosen.play.position, roll)
    return []
