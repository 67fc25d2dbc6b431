"""Reasons in words, checked: errors of people and of self-play with noise, and for every kind how
often what is said proves true.

    python -m benchmarks.reasons FOLDER [--selfplay N] [--docs]    FOLDER: the collection of files
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from benchmarks.reasons_proof import SECOND, is_proved, is_recounted
from benchmarks.review import FILES

from benchmarks import page
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
from fullprime.analysis.reasons.kinds import KINDS, WEIGHTS
from fullprime.analysis.reasons.tested import Entry, entries
from fullprime.analysis.reasons.words import sentences
from fullprime.analysis.review import Reviewer
from fullprime.dice import SeededDice
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import evaluator_for
from fullprime.stakes import Stakes
from fullprime.variant import Variant

PAGE: Final = Path(__file__).parents[1] / "docs" / "reasons.md"
PLIES: Final = 2
NOISE: Final = 0.08
"""Standard deviation of what a player of the self-play adds to the equity of each play."""
SEED: Final = 20
MOST_LOSS: Final = 0.4
"""Of an error, as the weights are fitted."""
FOLDS: Final = 5
SIZES: Final = ((0.02, 0.04), (0.04, 0.08), (0.08, 9.0))


class Error(NamedTuple):
    """A play that lost something."""

    question: Question
    depth: Depth
    best: RankedPlay
    played: RankedPlay
    loss: float


class Checked(NamedTuple):
    """An error and all that was found out about its reasons."""

    error: Error
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
    parser.add_argument("--selfplay", type=int, default=600, help="errors of self-play")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/reasons.md")
    asked = parser.parse_args()
    people = [checked(error) for error in people_errors(asked.folder)]
    played = [checked(error) for error in selfplay_errors(asked.selfplay)]
    block = tables(people, played)
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
                depth = Depth.of(decision.question, PLIES)
                best, mine = verdict.candidates[0], verdict.candidates[verdict.at]
                yield Error(decision.question, depth, best, mine, verdict.error)


def selfplay_errors(most: int) -> Iterator[Error]:
    """Games of two players who see the equities of the bare net through noise."""
    variant, noise = Variant.load(), random.Random(SEED)
    bare, found, game = evaluator_for(variant), 0, 0
    while found < most:
        dice, position = SeededDice(SEED, game), variant.start_position
        game += 1
        while variant.end(position) is None and found < most:
            roll = dice.roll()
            question = Question(variant, position, roll, stakes=Stakes(cube=False))
            plays = list(question.plays())
            ranked = bare.rank(position, roll, plays)
            choice = max(ranked, key=lambda each: each.equity + noise.gauss(0.0, NOISE))
            if choice.error >= LEAST_LOSS / 2 and noise.random() < 0.2:
                depth = Depth.of(question, PLIES)
                deep = answers.with_play(
                    question, depth, answers.plays(question, depth), choice.play
                )
                mine = next(e for e in deep if e.play.position == choice.play.position)
                if mine.error >= LEAST_LOSS:
                    found += 1
                    yield Error(question, depth, deep[0], mine, mine.error)
            position = variant.turned(choice.play.position, roll)


# What is said about them --------------------------------------------------------------------------


def checked(error: Error) -> Checked:
    """The reasons of an error, and whether they hold."""
    sight = Sight.of(error.question, error.depth)
    assert sight is not None
    begun = time.process_time()
    case = Case(error.question, sight, error.best, error.played, error.loss)
    mine, theirs = entries(case, case.best, case.other), entries(case, case.other, case.best)
    choice = chosen(mine, theirs, error.loss)
    seconds = time.process_time() - begun
    blind, right = _blind(mine, theirs, error.loss)
    return Checked(
        error,
        choice,
        mine,
        theirs,
        blind,
        right,
        {entry.kind.name: is_proved(case, entry) for entry in choice.said},
        [done for entry in choice.said if (done := is_recounted(case, entry)) is not None],
        seconds,
    )


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
        losses[at] = min(each.error.loss, MOST_LOSS)
        for entries_, sign in ((each.mine, 1.0), (each.theirs, -1.0)):
            for entry in entries_:
                if entry.enough and entry.worth >= LEAST_WORTH:
                    place = names.index(entry.kind.name)
                    rows[at, place] += sign * min(entry.worth, MOST_WORTH)
    importance = 1.0 / np.sqrt(0.03 + losses)
    square = (rows * importance[:, None]).T @ rows + 1e-3 * np.eye(len(names))
    target, found = (rows * importance[:, None]).T @ losses, np.zeros(len(names))
    step = 1.0 / np.linalg.eigvalsh(square)[-1]
    for _ in range(4000):
        found = np.maximum(0.0, found - step * (square @ found - target))
    return dict(zip(names, found.tolist(), strict=True))


def held_out(people: Sequence[Checked], played: Sequence[Checked]) -> str:
    """Errors of people by weights that were fitted without them, a fifth at a time."""
    order = list(range(len(people)))
    random.Random(1).shuffle(order)
    covered = right = told = 0
    for fold in range(FOLDS):
        rest = [people[at] for place, at in enumerate(order) if place % FOLDS != fold]
        weights = fitted([*rest, *played])
        for place, at in enumerate(order):
            if place % FOLDS == fold:
                each = people[at]
                covered += bool(chosen(each.mine, each.theirs, each.error.loss, weights).said)
                lead, best = _blind(each.mine, each.theirs, each.error.loss, weights)
                told, right = told + (lead is not None), right + best
    return (
        f"With weights fitted without them (a fifth of the errors at a time, the rest and the "
        f"self-play to fit on) people's errors are covered in {_share(covered, len(people))}, "
        f"blind {_share(right, told)}.\n"
    )


# Tables -------------------------------------------------------------------------------------------


def tables(people: Sequence[Checked], played: Sequence[Checked]) -> str:
    """All of them."""
    return "\n".join(
        [
            _overall(people, played),
            held_out(people, played),
            _by_size(people, played),
            _by_kind(people, played),
        ]
    )


def _overall(people: Sequence[Checked], played: Sequence[Checked]) -> str:
    rows = []
    for name, sample in (("people", people), ("self-play", played)):
        said = [each for each in sample if each.choice.said]
        blind = [each for each in sample if each.blind]
        again = [done for each in sample for done in each.recounted]
        rows.append(
            [
                name,
                f"{len(sample):,}",
                _share(len(said), len(sample)),
                _share(sum(each.blind_right for each in blind), len(blind)),
                _share(sum(each.choice.conceded is not None for each in said), len(said)),
                _share(sum(again), len(again)),
                f"{1000 * sum(each.seconds for each in sample) / max(1, len(sample)):.0f} ms",
            ]
        )
    titles = ("errors", "number", "covered", "blind", "with a concession", "recounted", "time each")
    return page.table(titles, rows)


def _by_size(people: Sequence[Checked], played: Sequence[Checked]) -> str:
    rows = []
    for least, most in SIZES:
        shown = [f"{least:.2f} to {most:.2f}" if most < 1 else f"{least:.2f} and more"]
        for sample in (people, played):
            those = [each for each in sample if least <= each.error.loss < most]
            shown.append(_share(sum(bool(each.choice.said) for each in those), len(those)))
        counts = Counter(
            len(each.choice.said) for each in people if least <= each.error.loss < most
        )
        shown.append(", ".join(f"{n}: {counts[n]}" for n in range(4)))
        rows.append(shown)
    titles = (
        "loss",
        "people, covered",
        "self-play, covered",
        "sentences about the best play, people",
    )
    return page.table(titles, rows)


def _by_kind(people: Sequence[Checked], played: Sequence[Checked]) -> str:
    rows = []
    both = [*people, *played]
    for kind in KINDS:
        name = kind.name
        said = [sum(name in each.proved for each in sample) for sample in (people, played)]
        raw = _raw(both, name)
        blind = [each.blind_right for each in both if each.blind and each.blind.kind is kind]
        proofs = [done for each in both if (done := each.proved.get(name)) is not None]
        mark = "" if name in SECOND else " (deeper)"
        rows.append(
            [
                f"`{name}`",
                kind.role,
                f"{said[0]}, {said[1]}",
                _share(sum(raw), len(raw)),
                _share(sum(blind), len(blind)),
                _share(sum(proofs), len(proofs)) + (mark if proofs else ""),
            ]
        )
    titles = ("kind", "role", "said: people, self-play", "raw ablation", "blind", "proof")
    return page.table(titles, rows)


def _raw(sample: Sequence[Checked], name: str) -> list[bool]:
    """Both ways round, by the count alone: does taking it away move the equity as claimed?"""
    tested = (entry for each in sample for entry in (*each.mine, *each.theirs))
    return [entry.worth > 0 for entry in tested if entry.kind.name == name and entry.enough]


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {100 * part / whole:.0f} %" if whole else "-"


def examples(people: Sequence[Checked], most: int = 16) -> str:
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
