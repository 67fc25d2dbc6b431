"""The tables of docs/reasons.md, from all findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.reasons.errors import LEVELS, PEOPLE, SELFPLAY, Unit
from benchmarks.reasons.found import Found
from benchmarks.reasons.proof import SECOND
from benchmarks.reasons.run import Line, known_lines, known_rollouts

from benchmarks import page, results
from fullprime.analysis.reasons.choosing import Choice, chosen
from fullprime.analysis.reasons.kinds import CUBE, KINDS
from fullprime.analysis.reasons.tested import Entry
from fullprime.analysis.reasons.words import sentences

SIZES: Final = ((0.02, 0.04), (0.04, 0.08), (0.08, 9.0))
ENOUGH: Final = 30
"""Sentences, for a verdict on a kind."""


class Told(NamedTuple):
    """An error, with what is said about it."""

    unit: Unit
    found: Found
    choice: Choice
    rolled: dict[str, bool]
    """By kinds that were said: is it true by rollouts?"""

    @property
    def proved(self) -> dict[str, bool | None]:
        """Of the kinds that are said."""
        names = [entry.kind.name for entry in self.choice.said]
        return {name: self.found.proved.get(name) for name in names}


def told(out: Path, units: Sequence[Unit]) -> list[Told]:
    """All that is known: equal errors, as in openings, count once, those of people first."""
    rollouts, found, met = known_rollouts(out), list[Told](), set[tuple[object, ...]]()
    lines = known_lines(out, units)
    for unit, line in sorted(lines.items(), key=lambda each: each[0].sample != PEOPLE):
        for number, error in enumerate(line.found):
            key = (error.position, error.roll, error.played.position, error.stakes)
            if key in met:
                continue
            met.add(key)
            choice = error.choice
            rolled = {}
            for entry in choice.said:
                known = rollouts.get((unit.name, number, entry.kind.name))
                if known is not None and known.proved is not None:
                    rolled[entry.kind.name] = known.proved
            found.append(Told(unit, error, choice, rolled))
    return found


def seconds(out: Path, units: Sequence[Unit]) -> str:
    """What an error costs in each stage."""
    lines: list[Line] = list(known_lines(out, units).values())
    number = sum(len(line.found) for line in lines)
    stages: dict[str, float] = defaultdict(float)
    for line in lines:
        stages["all"] += line.seconds
        for error in line.found:
            for name, spent in error.seconds.items():
                stages[name] += spent
    stages["finding"] = stages["all"] - sum(v for name, v in stages.items() if name != "all")
    each = ", ".join(f"{name} {1000 * spent / number:.0f}" for name, spent in stages.items())
    rolled = known_rollouts(out).values()
    sentences_ = sum(one.seconds for one in rolled) / max(1, len(rolled))
    return (
        f"Milliseconds of processor time per error: {each}; {1000 * sentences_:.0f} per sentence "
        f"that is rolled out ({len(rolled):,}).\n"
    )


def tables(every: Sequence[Told]) -> str:
    """All of them."""
    return "\n".join([_overall(every), _by_size(every), _by_kind(every)])


# How much is explained ----------------------------------------------------------------------------


def _is_of(sample: str) -> Callable[[Told], bool]:
    return lambda one: one.unit.sample == sample


SAMPLES: Final[dict[str, Callable[[Told], bool]]] = {
    "people": lambda one: one.unit.sample == PEOPLE,
    "people, matches looked at": lambda one: one.unit.sample == PEOPLE and one.unit.even,
    "people, matches held out": lambda one: one.unit.sample == PEOPLE and not one.unit.even,
    **{f"simulated, {name}": _is_of(name) for name in LEVELS},
    "simulated, games held out": lambda one: one.unit.sample in LEVELS and not one.unit.even,
    "self-play": lambda one: one.unit.sample == SELFPLAY,
    "all": lambda one: True,
}
THREE: Final[tuple[tuple[str, Callable[[Told], bool]], ...]] = (
    ("people", SAMPLES["people"]),
    ("simulated people", lambda one: one.unit.sample in LEVELS),
    ("self-play", SAMPLES["self-play"]),
)
"""In which kinds are counted."""


def _blind(
    one: Told, *, capped: bool = True, without: tuple[str, ...] = ()
) -> tuple[Entry | None, bool]:
    """Both ways round: whose leading sentence has the better balance, and is that the best play?"""
    mine, theirs = one.found.entries(capped=capped, without=without)
    for_best = chosen(mine, theirs, one.found.measure)
    for_other = chosen(theirs, mine, one.found.measure)
    if for_best.lead and (not for_other.lead or for_best.balance >= for_other.balance):
        return for_best.lead, True
    return for_other.lead, False


def _blind_share(
    sample: Sequence[Told], *, capped: bool = True, without: tuple[str, ...] = ()
) -> str:
    found = [_blind(one, capped=capped, without=without) for one in sample]
    return _share(sum(right for lead, right in found if lead), sum(bool(lead) for lead, _ in found))


def _covered(sample: Sequence[Told]) -> int:
    return sum(bool(one.choice.said) for one in sample)


def _overall(every: Sequence[Told]) -> str:
    shown = []
    for name, belongs in SAMPLES.items():
        sample = [one for one in every if belongs(one)]
        covered, size = _covered(sample), len(sample)
        conceded = sum(one.choice.conceded is not None for one in sample if one.choice.said)
        again = [done for one in sample for done in one.found.recounted.values()]
        uncubed = sum(
            bool(chosen(*one.found.entries(without=(CUBE.name,)), one.found.measure).said)
            for one in sample
        )
        shown.append(
            [
                name,
                f"{size:,}",
                _share(covered, size),
                _share(uncubed, size),
                _blind_share(sample),
                _blind_share(sample, without=(CUBE.name,)),
                _blind_share(sample, capped=False),
                _blind_share(sample, capped=False, without=(CUBE.name,)),
                _share(conceded, covered),
                _share(sum(again), len(again)),
            ]
        )
    titles = (
        *("errors", "number", "covered", "covered without `cube`", "blind", "blind without `cube`"),
        *("blind without the cap", "blind without both", "with a concession", "recounted"),
    )
    return page.table(titles, shown)


def rows(every: Sequence[Told]) -> Iterator[results.Measured]:
    """Coverage and blind agreement."""
    for name, belongs in SAMPLES.items():
        sample = [one for one in every if belongs(one)]
        blind = [_blind(one) for one in sample]
        right = [best for lead, best in blind if lead]
        note = f"{len(sample)} errors of 0.02 and more, 2-ply"
        covered = 100 * _covered(sample) / max(1, len(sample))
        yield results.Measured(f"{name}, covered", covered, "%", note=note)
        share = 100 * sum(right) / max(1, len(right))
        yield results.Measured(f"{name}, blind", share, "%", note=note)


def _by_size(every: Sequence[Told]) -> str:
    shown = []
    for least, most in SIZES:
        row = [f"{least:.2f} to {most:.2f}" if most < 1 else f"{least:.2f} and more"]
        those = [one for one in every if least <= one.found.loss < most]
        for _, belongs in THREE:
            sample = [one for one in those if belongs(one)]
            row.append(_share(_covered(sample), len(sample)))
        people = [one for one in those if one.unit.sample == PEOPLE]
        row.append(_blind_share(people))
        counts = Counter(len(one.choice.said) for one in people)
        row.append(", ".join(f"{n}: {counts[n]}" for n in range(4)))
        shown.append(row)
    titles = (
        "loss",
        *(f"{name}, covered" for name, _ in THREE),
        *("people, blind", "sentences about the best play, people"),
    )
    return page.table(titles, shown)


# How often it is true -----------------------------------------------------------------------------


def _by_kind(every: Sequence[Told]) -> str:
    shown, held = [], [one for one in every if not one.unit.even]
    leads = [(one, *_blind(one)) for one in every]
    for kind in KINDS:
        name = kind.name
        said = [sum(name in one.proved for one in every if of(one)) for _, of in THREE]
        raw = _raw(every, name)
        blind = [best for _, lead, best in leads if lead and lead.kind is kind]
        proofs, rollouts = _proofs(every, name), [o.rolled[name] for o in every if name in o.rolled]
        shown.append(
            [
                f"`{name}`",
                kind.role,
                ", ".join(str(number) for number in said),
                _share(sum(raw), len(raw)),
                _share(sum(blind), len(blind)),
                _of(proofs) + ("" if name in SECOND or not proofs else " (deeper)"),
                _of(_proofs(held, name)),
                _of(rollouts),
            ]
        )
    titles = (
        *("kind", "role", "said: people, simulated, self-play", "raw ablation", "blind"),
        *("proof", "proof, held out", "by rollouts"),
    )
    return page.table(titles, shown)


def _proofs(sample: Sequence[Told], name: str) -> list[bool]:
    return [done for one in sample if (done := one.proved.get(name)) is not None]


def _raw(sample: Sequence[Told], name: str) -> list[bool]:
    """Both ways round, by the count alone: does taking it away move the equity as claimed?"""
    tested = (each for one in sample for each in (*one.found.mine, *one.found.theirs))
    return [each.uncapped > 0 for each in tested if each.kind == name and each.enough]


def _of(results_: Sequence[bool]) -> str:
    return _share(sum(results_), len(results_))


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {100 * part / whole:.0f} %" if whole else "-"


# Examples -----------------------------------------------------------------------------------------


def examples(every: Sequence[Told], most: int = 20) -> str:
    """Errors of people with their sentences, of many kinds; no names."""
    taken: dict[str, int] = defaultdict(int)
    lines: list[str] = []
    people = [one for one in every if one.unit.sample == PEOPLE]
    for one in sorted(people, key=lambda each: -each.found.loss):
        lead = one.choice.lead
        if lead is None or taken[lead.kind.name] >= 2 or len(lines) >= most:
            continue
        taken[lead.kind.name] += 1
        lines.append(f"- {shown(one)}")
    return "\n".join(lines) + "\n"


def shown(one: Told) -> str:
    """One error in words."""
    found = one.found
    said = " ".join(reason.text for reason in sentences(one.choice))
    away = found.stakes.away
    score = "" if away is None else f", {away[0]} away against {away[1]} away"
    high, low = found.roll
    return (
        f"`{found.position}`, {high}-{low}{score}. Best {found.best.text}, played "
        f"{found.played.text}, error {found.loss:.3f}: *{said}*"
    )
