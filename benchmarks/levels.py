"""What the levels lose per decision in the standard game, by kind of position, beside people in
recorded matches; `benchmarks.family_levels` measures the other games.

The levels play matches against their like, with seeded dice; decisions are drawn from these, and
several persons of the level decide each. A search that looks further says what they lose, and
rollouts of some of the decisions put right what it says on the average.

    python -m benchmarks.levels --people FOLDER [--docs] [--record]     writes the cards
    python -m benchmarks.levels --calibrate                            sets the dial first
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import accumulate
from itertools import count as numbers
from math import isnan
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple, Protocol

import msgspec
from benchmarks.error_rates import (
    ERRORS_IN,
    Judge,
    SearchJudge,
    Weighed,
    put_right,
    rates_of,
    weigh,
)
from benchmarks.match_decisions import read_match
from benchmarks.rollout_judge import RolloutJudge

from benchmarks import page, results
from fullprime import Game, Match, Variant
from fullprime.action import Action
from fullprime.dice import SeededDice
from fullprime.engine import Engine, levels
from fullprime.engine.evaluators import evaluator_name
from fullprime.engine.match_play import played
from fullprime.game import Phase

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "levels.md"
DATA: Final = ROOT / "src" / "fullprime" / "data" / "levels"
VARIANT: Final = Variant.load()
SLIPS: Final = (0.0, 0.003, 0.006, 0.011, 0.018, 0.028, 0.042, 0.06, 0.085, 0.12)
SEEDS: Final = (1, 2)
"""Of the dial and of the cards: a level is not measured on what it was set by."""
MATCH: Final = 7
PERSONS: Final = 8
"""So many decide each decision."""
STRANGERS: Final = 1_000
"""The first of those; nobody decides about a game of his own."""
PER_MATCH: Final = 60
"""Decisions from one match at most, since those of one match are alike."""
TRIALS: Final = 72
ROLLOUTS: Final = "of each choice that is rolled out; 0: none is (%(default)s)"
EVERY: Final = 10
"""Of so many decisions one is rolled out."""
EVERY_OF_THE_STRONGEST: Final = 3
"""Those who look as far ahead as the search are asked about fewer, and all of these are rolled
out."""
GOOD: Final = 0.001
BAD: Final = (0.02, 0.08, 0.2)
"""Equity lost, by which decisions are sorted: nothing to speak of, errors, blunders, worse."""
DIGITS: Final = 4


class Bot(Protocol):
    """A bot."""

    def choose(self, game: Game) -> Action | None:
        """What it does now; None: it rolls."""


Strength = Callable[[int], Bot]
"""Somebody of that strength, by the number of the person."""

Losses = list[tuple[str, list[float]]]
"""Of every decision: its kind, and what was lost by all who met it."""


class Judges(NamedTuple):
    """Who says what is lost."""

    search: Judge
    rollouts: RolloutJudge | None = None

    @property
    def name(self) -> str:
        """As cards tell it."""
        if self.rollouts is None:
            return self.search.name
        return f"{self.search.name}, put right by {self.rollouts.name}"

    def losses(self, choices: Sequence[Choices]) -> Losses:
        """As the search sees them."""
        return [(weighed.kind, _losses(weighed, chosen)) for weighed, chosen in choices]

    def corrections(self, choices: Sequence[Choices]) -> Losses:
        """What rollouts say is lost more."""
        if self.rollouts is None:
            return []
        return [
            (weighed.kind, self._correction(self.rollouts, weighed, chosen))
            for weighed, chosen in choices
        ]

    @staticmethod
    def _correction(judge: RolloutJudge, weighed: Weighed, chosen: Chosen) -> list[float]:
        both = zip(judge.losses(weighed, chosen), _losses(weighed, chosen), strict=True)
        return [rolled - searched for rolled, searched in both]


Chosen = Sequence[Action | None]
"""What everybody does who met a decision."""


class Choices(NamedTuple):
    """A decision, and what is done about it."""

    weighed: Weighed
    chosen: Chosen


class Findings(NamedTuple):
    """What somebody of a name loses."""

    name: str
    losses: Losses
    corrections: Losses = []  # noqa: RUF012 - nobody changes it
    seconds: float = 0.0
    """Per decision."""

    @property
    def rates(self) -> dict[str, levels.Rate]:
        """In all and by kind."""
        more = rates_of(self.corrections)
        return {kind: put_right(rate, more[kind]) for kind, rate in rates_of(self.losses).items()}

    @property
    def shares(self) -> list[str]:
        """Of good and of bad decisions."""
        every = [loss for _, losses in self.losses for loss in losses]
        counts = [sum(lost < GOOD for lost in every)]
        counts += [sum(lost > bound for lost in every) for bound in BAD]
        return [self.name, *(f"{100 * count / len(every):.1f} %" for count in counts)]

    @property
    def card(self) -> levels.Card:
        """As it is kept."""
        kinds = {kind: rounded(rate) for kind, rate in self.rates.items() if not isnan(rate.pr)}
        return levels.Card(kinds.pop("all"), kinds, round(self.seconds, DIGITS))

    @property
    def cells(self) -> list[str]:
        """Of a table."""
        return [self.name, *(f"{r.pr:.1f} ± {r.interval:.1f}" for r in self.rates.values())]


def rounded(rate: levels.Rate) -> levels.Rate:
    """As it is kept."""
    return levels.Rate(round(rate.pr, DIGITS), round(rate.interval, DIGITS), rate.decisions)


# Deciding ---------------------------------------------------------------------------------------


def drawn(strength: Strength, seed: int, wanted: int) -> list[Game]:
    """Decisions of matches between persons of this strength, some of each match."""
    found: list[Game] = []
    for number in numbers():
        pair = (strength(2 * number), strength(2 * number + 1))
        matches = played(Match.start(target=MATCH), *pair, SeededDice(seed, number))
        games = [match.game for match in matches if is_decision(match.game)]
        found += Random(f"{seed} {number}").sample(games, min(PER_MATCH, len(games)))
        if len(found) >= wanted:
            break
    return found[:wanted]


def is_decision(game: Game) -> bool:
    """Is there more than one way to go on?"""
    match game.phase:
        case Phase.TO_PLAY:
            return len(game.plays) > 1
        case Phase.TO_ROLL:
            return "double" in game.verbs
        case phase:
            return phase in (Phase.OFFERED, Phase.TO_NAME)


def findings(
    name: str,
    strength: Strength,
    judges: Judges,
    games: Sequence[Game],
    count: int = PERSONS,
    every: int = EVERY,
) -> Findings:
    """Of so many persons of this strength."""
    persons = [strength(STRANGERS + number) for number in range(count)]
    weighed = weigh(judges.search, games)
    start = process_time()
    choices = [Choices(w, [person.choose(w.game) for person in persons]) for w in weighed]
    seconds = (process_time() - start) / (len(weighed) * len(persons))
    corrections = judges.corrections(choices[::every])
    return Findings(name, judges.losses(choices), corrections, seconds)


def _losses(weighed: Weighed, chosen: Chosen) -> list[float]:
    return [lost for lost in map(weighed.loss, chosen) if lost is not None]


def people(folder: Path, judges: Judges) -> Findings:
    """Those in the match files of a folder."""
    decisions, broken, files = [], 0, sorted(file for file in folder.iterdir() if file.is_file())
    for file in files:
        found = read_match(file)
        decisions += found.decisions
        broken += found.broken
    print(f"{len(files)} files: {len(decisions)} decisions; {broken} games not read to their end")
    weighed = (Weighed(each.game, judges.search.equities(each.game)) for each in decisions)
    choices = [
        Choices(w, [each.action])
        for w, each in zip(weighed, decisions, strict=True)
        if len(w.equities) > 1
    ]
    return Findings("people", judges.losses(choices), judges.corrections(choices[::EVERY]))


# The dial ---------------------------------------------------------------------------------------


def slipping(slip: float, plies: int = 0) -> Strength:
    """Everybody who misjudges by so much."""
    return lambda person: Engine(levels.human_error(VARIANT, plies, person, slip))


def calibrated(search: Judge, wanted: int) -> levels.Dial:
    """What so much misjudgement loses; more never loses less."""
    rates: list[levels.Rate] = []
    for slip in SLIPS:
        games = drawn(slipping(slip), SEEDS[0], wanted)
        found = findings(f"slip {slip}", slipping(slip), Judges(search), games)
        print(" | ".join(found.cells), flush=True)
        rates.append(rounded(found.rates["all"]))
    return levels.Dial(SLIPS, tuple(accumulate(rates, higher)))


def higher(one: levels.Rate, other: levels.Rate) -> levels.Rate:
    """The one that loses more."""
    return one if one.pr > other.pr else other


def cards(judges: Judges, dial: levels.Dial, wanted: int) -> list[Findings]:
    """Of all levels that can be judged. Those that look ahead get the decisions of somebody who
    does not, which is as good as their own and much sooner played; those that look as far as the
    search are judged by rollouts alone, on every decision that they are asked about."""
    found = []
    for level in levels.all_levels():
        as_far = level.plies >= judges.search.plies
        if as_far and judges.rollouts is None:
            continue
        slip = slip_of(level, dial)
        games = drawn(slipping(slip), SEEDS[1], wanted)
        strength = slipping(slip, level.plies)
        persons = PERSONS if slip else 1  # those who make no errors are all the same
        asked, every = (games[::EVERY_OF_THE_STRONGEST], 1) if as_far else (games, EVERY)
        found.append(findings(level.name, strength, judges, asked, persons, every))
        print(" | ".join(found[-1].cells), flush=True)
    return found


def slip_of(level: levels.Level, dial: levels.Dial) -> float:
    """By how much it errs with this dial."""
    if level.aim is None:
        return 0.0
    return levels.slip_for(levels.aim_within(level.aim, dial), dial)


def write(
    variant: Variant, judge: str, dial: levels.Dial, found: Sequence[Findings], folder: Path = DATA
) -> None:
    """Puts the dial and the cards of a game where the program reads them."""
    known = levels.Measured(
        net=evaluator_name(variant),
        judge=judge,
        seeds=SEEDS,
        dial=dial,
        cards={each.name: each.card for each in found},
    )
    content = msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n"
    (folder / f"{variant.id}.json").write_bytes(content)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures what the levels lose per decision.")
    parser.add_argument("--calibrate", action="store_true", help="set the dial first")
    parser.add_argument("--people", type=Path, help="a folder of matches in text (.mat)")
    parser.add_argument("--count", type=int, default=1500, help="decisions for each strength")
    parser.add_argument("--rollouts", type=int, default=TRIALS, metavar="TRIALS", help=ROLLOUTS)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/levels.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    arguments = parser.parse_args()
    trials, search = arguments.rollouts, SearchJudge(VARIANT)
    judges = Judges(search, RolloutJudge(VARIANT, trials) if trials else None)
    met = _met(arguments.people, judges)
    dial = calibrated(search, arguments.count) if arguments.calibrate else levels.dial_of(VARIANT)
    known = cards(judges, dial, arguments.count)
    found = [*known, *met]
    if arguments.record:  # first: what is written then would make the commit another
        results.append("levels", [_row(each, judges) for each in found])
    write(VARIANT, judges.name, dial, known)
    if arguments.docs:
        _put(found)


def _met(folder: Path | None, judges: Judges) -> list[Findings]:
    """The people of a folder, if there is one."""
    if folder is None or not folder.is_dir():
        print("no people: expected --people FOLDER, a folder of matches in text")
        return []
    found = people(folder, judges)
    print(" | ".join(found.cells), flush=True)
    return [found]


def _put(found: Sequence[Findings]) -> None:
    titles = ["level", "all", *ERRORS_IN]
    page.put("levels", page.table(titles, [each.cells for each in found]), PAGE)
    titles = ["level", f"less than {GOOD}", *(f"more than {bound}" for bound in BAD)]
    searched = [each for each in found if len(each.corrections) < len(each.losses)]
    page.put("shares", page.table(titles, [each.shares for each in searched]), PAGE)


def _row(found: Findings, judges: Judges) -> results.Measured:
    rate = found.rates["all"]
    note = f"± {rate.interval:.2f} (95 %), {rate.decisions} choices, judged by the peer"
    return results.Measured(found.name, rate.pr, "PR", peer=judges.name, note=note)


if __name__ == "__main__":
    main()
