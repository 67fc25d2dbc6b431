"""Reasons in words, checked: errors of people, of simulated people and of self-play with noise, and
for every kind how often what is said proves true.

    python -m benchmarks.reasons FOLDER [--docs] [--record]    FOLDER: the collection of files
    python -m benchmarks.reasons FOLDER --fit                  the weights of the kinds

The weights are fitted on games of simulated people and of self-play; what is measured are others.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from benchmarks.reasons_proof import (
    ROLLED_OUT,
    SECOND,
    SLOWLY_COUNTED,
    is_proved,
    is_recounted,
    is_rolled_out,
)
from benchmarks.review import FILES

from benchmarks import page, results
from fullprime import load
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons.case import Case, Sight
from fullprime.analysis.reasons.choosing import (
    LEAST_LOSS,
    LEAST_WORTH,
    MOST_WORTH,
    Choice,
    Weights,
    chosen,
)
from fullprime.analysis.reasons.kinds import CUBE, KINDS, WEIGHTS
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.analysis.reasons.words import sentences
from fullprime.analysis.review import Reviewer
from fullprime.dice import SeededDice
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import evaluator_for
from fullprime.engine.levels import human_error, level
from fullprime.stakes import Stakes
from fullprime.variant import Variant

PAGE: Final = Path(__file__).parents[1] / "docs" / "reasons.md"
PLIES: Final = 2
NOISE: Final = 0.08
"""Standard deviation of what a player of the self-play adds to the equity of each play."""
SEED: Final = 20
LEVEL: Final = "improver"
"""Of the simulated people, who all err in their own ways."""
FIT: Final = (1200, 800)
"""Errors of simulated people and of self-play that the weights are fitted on."""
FIT_GAMES: Final = (1_000, 0)
"""From these games on; those that are measured follow after the second two numbers."""
GAMES: Final = (5_000, 10_000)
MOST_LOSS: Final = 0.4
"""Of an error, as the weights are fitted."""
EVERY: Final = 12
"""Of sentences about two rolls, one in so many is counted again: it takes seconds."""
SIZES: Final = ((0.02, 0.04), (0.04, 0.08), (0.08, 9.0))


class Error(NamedTuple):
    """A play that lost something."""

    question: Question
    best: RankedPlay
    played: RankedPlay
    loss: float


Player = Callable[[Question, list[RankedPlay], int], RankedPlay]
"""Chooses one of the plays, ranked by the bare net, as the person of that number."""


class Checked(NamedTuple):
    """An error and all that was found out about its reasons."""

    error: Error
    measure: float
    """The loss as worths are measured."""
    choice: Choice
    mine: list[Entry]
    theirs: list[Entry]
    blind: Entry | None
    """What leads when it is not known which play is better."""
    blind_right: bool
    proved: dict[str, bool | None]
    """By the kinds that were said."""
    recounted: list[bool]
    seconds: float
    """That the reasons took."""


def main() -> None:
    """Prints the tables, and puts them into the docs where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with the files of the collection")
    parser.add_argument("--simulated", type=int, default=3400, help="errors of simulated people")
    parser.add_argument("--selfplay", type=int, default=1400, help="errors of self-play")
    parser.add_argument("--rollouts", type=int, default=200, help="of each kind that has them")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--fit", action="store_true", help="print the weights instead")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/reasons.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        if asked.fit:
            games = (simulated_errors(FIT_GAMES[0]), selfplay_errors(FIT_GAMES[1]))
            both = [e for n, found in zip(FIT, games, strict=True) for e in islice(found, n)]
            for name, weight in fitted(list(pool.map(compared, both, chunksize=20))).items():
                print(f"{name:14}{weight:.2f}")
            return
        people = list(pool.map(checked, people_errors(asked.folder), chunksize=8))
        simulated = islice(simulated_errors(GAMES[0]), asked.simulated)
        played = islice(selfplay_errors(GAMES[1]), asked.selfplay)
        samples = [list(pool.map(checked, each, chunksize=20)) for each in (simulated, played)]
        rolled = rolled_out([*people, *samples[0], *samples[1]], asked.rollouts, pool)
    if asked.record:
        results.append("reasons", rows(people, samples))
    block = tables(people, samples, rolled)
    print(block)
    if asked.docs:
        page.put("reasons", block, PAGE)
        page.put("examples", examples(people), PAGE)


# Errors -------------------------------------------------------------------------------------------


def people_errors(folder: Path) -> Iterator[Error]:
    """Of the matches that are reviewed beside GNU Backgammon, too."""
    for name in FILES:
        reviewer = Reviewer(load(folder / name, strict=False), plies=PLIES)
        for decision in reviewer.decisions:
            if decision.kind != "checker":
                continue
            verdict = reviewer.judge(decision, PLIES)
            if verdict.error >= LEAST_LOSS and verdict.at is not None:
                best, mine = verdict.candidates[0], verdict.candidates[verdict.at]
                yield Error(decision.question, best, mine, verdict.error)


def selfplay_errors(first: int) -> Iterator[Error]:
    """Games of two players who see the equities of the bare net through noise."""
    noise = random.Random(SEED + first)

    def choice(question: Question, ranked: list[RankedPlay], person: int) -> RankedPlay:
        return max(ranked, key=lambda each: each.equity + noise.gauss(0.0, NOISE))

    return _errors(first, choice, 0.2)


def simulated_errors(first: int) -> Iterator[Error]:
    """Games of people who err in their own ways, as the levels do that bots play at."""
    variant = Variant.load()
    bare, slip = evaluator_for(variant), level(LEVEL).slip_in(variant)

    def choice(question: Question, ranked: list[RankedPlay], person: int) -> RankedPlay:
        eyes = human_error(variant, 0, person, slip, bare)
        plays = [each.play for each in ranked]
        liked = eyes.rank(question.position, question.rolled(), plays)[0]
        return next(e for e in ranked if e.play.position == liked.play.position)

    return _errors(first, choice, 0.5)


def _errors(first: int, choice: Player, share: float) -> Iterator[Error]:
    """Of these players from this game on; `share` of what they err is taken."""
    variant, taken = Variant.load(), random.Random(first)
    bare = evaluator_for(variant)
    for game in count(first):
        dice, position, side = SeededDice(SEED, game), variant.start_position, 0
        while variant.end(position) is None:
            roll = dice.roll()
            question = Question(variant, position, roll, stakes=Stakes(cube=False))
            ranked = bare.rank(position, roll, list(question.plays()))
            chosen_ = choice(question, ranked, 2 * game + side)
            if chosen_.error >= LEAST_LOSS / 2 and taken.random() < share:
                depth = Depth.of(question, PLIES)
                plays = answers.plays(question, depth)
                deep = answers.with_play(question, depth, plays, chosen_.play)
                mine = next(e for e in deep if e.play.position == chosen_.play.position)
                if mine.error >= LEAST_LOSS:
                    yield Error(question, deep[0], mine, mine.error)
            position, side = variant.turned(chosen_.play.position, roll), 1 - side


# What is said about them --------------------------------------------------------------------------


def case_of(error: Error) -> Case:
    """As a review looks at it."""
    sight = Sight.of(error.question, Depth.of(error.question, PLIES))
    assert sight is not None
    return Case(error.question, sight, error.best, error.played, error.loss)


def compared(error: Error) -> Checked:
    """The reasons of an error."""
    begun = time.process_time()
    case = case_of(error)
    mine, theirs = entries(case, case.best, case.other), entries(case, case.other, case.best)
    choice = chosen(mine, theirs, case.measure)
    seconds = time.process_time() - begun
    blind, right = _blind(mine, theirs, case.measure)
    return Checked(error, case.measure, choice, mine, theirs, blind, right, {}, [], seconds)


def checked(error: Error) -> Checked:
    """The same, and whether they hold."""
    found, case = compared(error), case_of(error)
    again = hash(error.loss) % EVERY == 0
    return found._replace(
        proved={each.kind.name: is_proved(case, each) for each in found.choice.said},
        recounted=[
            is_recounted(case, each)
            for each in found.choice.said
            if again or each.kind.name not in SLOWLY_COUNTED
        ],
    )


def rolled_out(
    sample: Sequence[Checked], most: int, pool: ProcessPoolExecutor
) -> dict[str, list[bool]]:
    """For the first sentences of every kind that can be: does a rollout prove them?"""
    asked: dict[str, list[tuple[Error, Entry]]] = {name: [] for name in ROLLED_OUT}
    for each in sample:
        for entry in each.choice.said:
            wanted = asked.get(entry.kind.name)
            if (
                wanted is not None
                and len(wanted) < most
                and each.proved[entry.kind.name] is not None
            ):
                wanted.append((each.error, entry))
    return {
        name: [done for done in pool.map(_rolled_out, pairs, chunksize=5) if done is not None]
        for name, pairs in asked.items()
    }


def _rolled_out(said: tuple[Error, Entry]) -> bool | None:
    error, entry = said
    return is_rolled_out(case_of(error), entry)


def _blind(
    mine: list[Entry], theirs: list[Entry], loss: float, weights: Weights = WEIGHTS
) -> tuple[Entry | None, bool]:
    """Both ways round: whose leading sentence has the better balance, and is that the best play?"""
    for_best, for_other = chosen(mine, theirs, loss, weights), chosen(theirs, mine, loss, weights)
    if for_best.lead and (not for_other.lead or for_best.balance >= for_other.balance):
        return for_best.lead, True
    return for_other.lead, False


# Weights ------------------------------------------------------------------------------------------


def fitted(sample: Sequence[Checked]) -> dict[str, float]:
    """Least squares of the loss on the differences of worth, none negative; small losses count as
    much as large ones."""
    names = list(WEIGHTS)
    rows, losses = np.zeros((len(sample), len(names))), np.zeros(len(sample))
    for at, each in enumerate(sample):
        losses[at] = min(each.measure, MOST_LOSS)
        for entries_, sign in ((each.mine, 1.0), (each.theirs, -1.0)):
            for entry in entries_:
                if entry.enough and entry.holds and entry.worth >= LEAST_WORTH:
                    place = names.index(entry.kind.name)
                    rows[at, place] += sign * min(entry.worth, MOST_WORTH)
    importance = 1.0 / np.sqrt(0.03 + losses)
    square = (rows * importance[:, None]).T @ rows + 1e-3 * np.eye(len(names))
    target, found = (rows * importance[:, None]).T @ losses, np.zeros(len(names))
    step = 1.0 / np.linalg.eigvalsh(square)[-1]
    for _ in range(5000):
        found = np.maximum(0.0, found - step * (square @ found - target))
    return dict(zip(names, found.tolist(), strict=True))


# Tables -------------------------------------------------------------------------------------------


def tables(
    people: Sequence[Checked], samples: Sequence[Sequence[Checked]], rolled: dict[str, list[bool]]
) -> str:
    """All of them."""
    return "\n".join(
        [
            _overall([people, *samples]),
            _without_cube(people),
            _by_size([people, *samples]),
            _by_kind([people, *samples], rolled),
        ]
    )


NAMES: Final = ("people", "simulated people", "self-play")


def _coverage(sample: Sequence[Checked]) -> tuple[int, int, int]:
    """Errors with a sentence; blind: those that are right, of how many."""
    blind = [each for each in sample if each.blind]
    covered = sum(bool(each.choice.said) for each in sample)
    return covered, sum(each.blind_right for each in blind), len(blind)


def _overall(samples: Sequence[Sequence[Checked]]) -> str:
    shown = []
    for name, sample in zip(NAMES, samples, strict=True):
        covered, right, told = _coverage(sample)
        conceded = sum(each.choice.conceded is not None for each in sample if each.choice.said)
        again = [done for each in sample for done in each.recounted]
        shown.append(
            [
                name,
                f"{len(sample):,}",
                _share(covered, len(sample)),
                _share(right, told),
                _share(conceded, covered),
                _share(sum(again), len(again)),
                f"{1000 * sum(each.seconds for each in sample) / max(1, len(sample)):.0f} ms",
            ]
        )
    titles = ("errors", "number", "covered", "blind", "with a concession", "recounted", "time each")
    return page.table(titles, shown)


def _without_cube(people: Sequence[Checked]) -> str:
    """What the kind whose worth is most exact brings."""
    covered = right = told = 0
    for each in people:
        mine, theirs = (
            [entry for entry in tested if entry.kind.name != CUBE.name]
            for tested in (each.mine, each.theirs)
        )
        covered += bool(chosen(mine, theirs, each.measure).said)
        lead, best = _blind(mine, theirs, each.measure)
        told, right = told + (lead is not None), right + (lead is not None and best)
    return (
        f"Without the kind `cube` people's errors are covered in {_share(covered, len(people))}, "
        f"blind {_share(right, told)}.\n"
    )


def rows(
    people: Sequence[Checked], samples: Sequence[Sequence[Checked]]
) -> Iterator[results.Measured]:
    """Coverage and blind agreement."""
    for name, sample in zip(NAMES, [people, *samples], strict=True):
        covered, right, told = _coverage(sample)
        note = f"{len(sample)} errors of 0.02 and more, 2-ply"
        yield results.Measured(f"{name}, covered", 100 * covered / len(sample), "%", note=note)
        yield results.Measured(f"{name}, blind", 100 * right / max(1, told), "%", note=note)


def _by_size(samples: Sequence[Sequence[Checked]]) -> str:
    shown = []
    for least, most in SIZES:
        row = [f"{least:.2f} to {most:.2f}" if most < 1 else f"{least:.2f} and more"]
        for sample in samples:
            those = [each for each in sample if least <= each.error.loss < most]
            row.append(_share(sum(bool(each.choice.said) for each in those), len(those)))
        counts = Counter(
            len(each.choice.said) for each in samples[0] if least <= each.error.loss < most
        )
        row.append(", ".join(f"{n}: {counts[n]}" for n in range(4)))
        shown.append(row)
    titles = (
        "loss",
        *(f"{name}, covered" for name in NAMES),
        "sentences about the best play, people",
    )
    return page.table(titles, shown)


def _by_kind(samples: Sequence[Sequence[Checked]], rolled: dict[str, list[bool]]) -> str:
    shown = []
    every = [each for sample in samples for each in sample]
    for kind in KINDS:
        name = kind.name
        said = [sum(name in each.proved for each in sample) for sample in samples]
        raw = _raw(every, name)
        blind = [each.blind_right for each in every if each.blind and each.blind.kind.name == name]
        proofs = [done for each in every if (done := each.proved.get(name)) is not None]
        mark = "" if name in SECOND else " (deeper)"
        rollouts = rolled.get(name, [])
        shown.append(
            [
                f"`{name}`",
                kind.role,
                ", ".join(str(number) for number in said),
                _share(sum(raw), len(raw)),
                _share(sum(blind), len(blind)),
                _share(sum(proofs), len(proofs)) + (mark if proofs else ""),
                _share(sum(rollouts), len(rollouts)),
            ]
        )
    titles = (
        *("kind", "role", "said: people, simulated, self-play", "raw ablation", "blind"),
        *("proof", "by rollouts"),
    )
    return page.table(titles, shown)


def _raw(sample: Sequence[Checked], name: str) -> list[bool]:
    """Both ways round, by the count alone: does taking it away move the equity as claimed?"""
    tested = (entry for each in sample for entry in (*each.mine, *each.theirs))
    return [entry.worth > 0 for entry in tested if entry.kind.name == name and entry.enough]


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {100 * part / whole:.0f} %" if whole else "-"


def examples(people: Sequence[Checked], most: int = 20) -> str:
    """Errors of people with their sentences, of many kinds; no names."""
    taken: dict[str, int] = defaultdict(int)
    lines: list[str] = []
    for each in sorted(people, key=lambda each: -each.error.loss):
        lead = each.choice.lead
        if lead is None or taken[lead.kind.name] >= 2 or len(lines) >= most:
            continue
        taken[lead.kind.name] += 1
        question = each.error.question
        text = question.variant.text(question.position)
        said = " ".join(reason.text for reason in sentences(each.choice))
        away = question.stakes.away
        score = "" if away is None else f", {away[0]} away against {away[1]} away"
        lines.append(
            f"- `{text}`, {question.roll}{score}. Best {each.error.best.play}, played "
            f"{each.error.played.play}, error {each.error.loss:.3f}: *{said}*"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
