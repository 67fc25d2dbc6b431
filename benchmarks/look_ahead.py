"""Does looking ahead pay? Decisions in which the net alone and a search differ, rolled out.

    python -m benchmarks.look_ahead GAME... [--plies 2] [--decisions 300] [--trials 36]
                                            [--truncate PLIES] [--processes N] [--seed 1]
                                            [--record] [--docs]
    python -m benchmarks.look_ahead all
    python -m benchmarks.look_ahead --docs    the table of what was recorded

The net plays against itself at 0-ply. In every position both are asked for the roll, and where they
choose different plays, both plays are rolled out with the same dice by the bare net, cubeless: what
the search's play gains is one observation, in points. The games are numbered and their dice follow
from seed and number, so the result does not depend on the number of processes. The rolls of a game
are asked about in random order, and a game gives so few decisions (`MOST_OF_A_GAME`) that they tell
nearly independent stories, from its first turn to its last.
Games that are played alike by the same net, and count alike, are measured once. What was recorded
about the net that a game has now stands in a table of docs/search.md.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import Final, NamedTuple

from benchmarks.alike import first_of

from benchmarks import page, results
from fullprime import Position, Roll, Variant, _kernel
from fullprime.engine import Evaluator, RolloutSettings, Search
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.evaluators import DEFAULT_PLIES, default_plies
from fullprime.engine.nets import ShippedNet, net_for
from fullprime.engine.rollout import new_roller
from fullprime.engine.score_limit import ScoreLimit
from fullprime.engine.solved import can_be_solved
from fullprime.play import Play
from fullprime.variant import variants

PAGE: Final = Path(__file__).parents[1] / "docs" / "search.md"
TITLES: Final = ("game", "gain", "decisions", "differ", "trials", "")
MOST_OF_A_GAME: Final = 6
LONGEST: Final = 400
"""Rolls of a game; longer ones are left there."""
SURE: Final = 2.0
"""Standard errors by which the mean gain is to be above zero."""


class Asked(NamedTuple):
    """What every game of the net against itself is asked."""

    game: str
    plies: int
    trials: int
    seed: int
    truncate: int | None = None
    """Plies of a trial at most."""


class Differing(NamedTuple):
    """A roll for which the net and the search choose different plays."""

    position: Position
    roll: Roll
    bare: Play
    deep: Play


class Found(NamedTuple):
    """What one game has shown."""

    gains: tuple[float, ...]
    asked: int
    """Decisions that were looked at, differing or not."""
    seconds: float


class Gain(NamedTuple):
    """What came out of all of them."""

    mean: float
    error: float
    decisions: int
    share: float
    """Of all decisions, those that differ."""
    seconds: float
    """Of one core."""

    @property
    def pays(self) -> bool:
        """Is the gain above zero beyond doubt?"""
        return self.mean > SURE * self.error


def thinker(variant: Variant, net: ShippedNet, plies: int) -> Evaluator:
    """As the program plays at this depth, with one thread."""
    pruner = net.pruner.kernel if plies and net.pruner else None
    return limited(variant, Search(variant, net.kernel, pruner=pruner, plies=plies, threads=1))


def limited(variant: Variant, search: Search) -> Evaluator:
    """By what the game counts."""
    return search if variant.score == 3 else ScoreLimit(search, variant.score)


class Watched:
    """Both evaluators, and what rolls out, of one variant."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.variant = Variant.load(asked.game)
        net = net_for(self.variant)
        if net is None:
            raise SystemExit(f"{self.variant.name} has no net")
        self.bare, self.deep = (thinker(self.variant, net, plies) for plies in (0, asked.plies))
        self.roller = new_roller(self.variant, threads=1)

    def game(self, number: int) -> Found:
        """The gains in one game of the net against itself."""
        began, gains, looked = process_time(), list[float](), 0
        for differing in self._decisions(number):
            looked += 1
            if differing is not None:
                gains.append(self._gain(differing, number))
            if len(gains) == MOST_OF_A_GAME:
                break
        return Found(tuple(gains), looked, process_time() - began)

    def _decisions(self, number: int) -> Iterator[Differing | None]:
        """Rolls with a choice, of the whole game; None where both choose the same."""
        choices = list(self._choices(number))
        Random(f"{self.asked.seed} {number}").shuffle(choices)
        for position, roll, bare in choices:
            deep = self.deep.turns(position, roll)[0].play
            same = deep.position == bare.position
            yield None if same else Differing(position, roll, bare, deep)

    def _choices(self, number: int) -> Iterator[tuple[Position, Roll, Play]]:
        """Every roll of the game that can be played in two ways, and what the net plays."""
        position = self.variant.start_position
        for ply in range(LONGEST):
            roll = Roll(*_kernel.roll(self.asked.seed, number, ply))
            bare, *others = self.bare.turns(position, roll)
            if others:
                yield position, roll, bare.play
            if self.variant.end(bare.play.position) is not None:
                return
            position = after(self.variant, bare, roll)

    def _gain(self, differing: Differing, number: int) -> float:
        settings = RolloutSettings(
            trials=self.asked.trials,
            seed=self.asked.seed + number,
            cubeful=False,
            truncate=self.asked.truncate,
        )
        position, roll, *plays = differing
        bare, deep = self.roller.plays(position, roll, settings, plays=plays).lines
        return deep.equity.mean - bare.equity.mean


def after(variant: Variant, chosen: RankedPlay, roll: Roll) -> Position:
    """Where the next roll is thrown."""
    return variant.turned(chosen.play.position, roll, chosen.again)


_watched: dict[Asked, Watched] = {}
"""Of a process."""


def one_game(asked: Asked, number: int) -> Found:
    """In whatever process it is computed."""
    if asked not in _watched:
        _watched.clear()
        _watched[asked] = Watched(asked)
    return _watched[asked].game(number)


def measured(asked: Asked, decisions: int, processes: int) -> Gain:
    """Games one after the other until there are enough decisions."""
    gains, looked, seconds = list[float](), 0, 0.0
    with get_context("fork").Pool(processes) as pool:
        for found in pool.imap(partial(one_game, asked), range(20 * decisions)):
            gains += found.gains
            looked += found.asked
            seconds += found.seconds
            if len(gains) >= decisions:
                break
    kept = gains[:decisions]
    error = stdev(kept) / sqrt(len(kept)) if len(kept) > 1 else float("inf")
    return Gain(fmean(kept) if kept else 0.0, error, len(kept), len(gains) / looked, seconds)


# What was recorded --------------------------------------------------------------------------------


def subject_of(variant: Variant, plies: int) -> str:
    """A game with its net, in the file of results."""
    net = net_for(variant)
    assert net is not None  # only games with a net are measured
    return f"{variant.id}, {net.name}, {plies}-ply instead of 0-ply"


def record(asked: Asked, gain: Gain, file: Path = results.FILE) -> None:
    """A row for the file of results."""
    note = (
        f"± {SURE * gain.error:.4f} (two standard errors), {gain.decisions} decisions "
        f"of whole games ({100 * gain.share:.1f} % differ), "
        f"each rolled out with {asked.trials} trials"
        f"{f' of {asked.truncate} plies' if asked.truncate else ''}"
    )
    subject = subject_of(Variant.load(asked.game), asked.plies)
    row = results.Measured(subject, gain.mean, "points/decision", peer="0-ply", note=note)
    results.append("look_ahead", [row], file)


class Recorded(NamedTuple):
    """A row of the file of results."""

    mean: float
    interval: float
    decisions: int
    share: str
    trials: str

    @property
    def pays(self) -> bool:
        """As of what was measured just now."""
        return self.mean > self.interval


def recorded(file: Path = results.FILE) -> dict[str, Recorded]:
    """By subject: what was measured last."""
    told = re.compile(
        r"± ([\d.]+) \(two standard errors\), (\d+) decisions of whole games "
        r"\(([\d.]+ %) differ\), each rolled out with (\d+) trials(?: of (\d+) plies)?"
    )
    found: dict[str, Recorded] = {}
    with file.open(encoding="utf-8") as rows:
        for line in csv.DictReader(rows):
            note = told.fullmatch(line["note"])
            if line["benchmark"] != "look_ahead" or note is None:
                continue
            interval, decisions, share, trials, plies = note.groups()
            what = f"{trials} of {plies} plies" if plies else f"{trials} to the end"
            found[line["subject"]] = Recorded(
                float(line["value"]), float(interval), int(decisions), share, what
            )
    return found


def table() -> str:
    """Of all games that look ahead, in markdown."""
    return page.table(TITLES, list(_rows()))


def _rows() -> Iterator[list[str]]:
    found = recorded()
    for variant in variants():
        if net_for(variant) is None or can_be_solved(variant):
            continue
        first = first_of(variant)
        if first != variant:
            yield [variant.name, f"as {first.name}", "", "", "", ""]
        elif row := found.get(subject_of(variant, DEFAULT_PLIES)):
            gain = f"{row.mean:+.4f} ± {row.interval:.4f}"
            pays = "pays" if row.pays else "not shown to pay"
            yield [variant.name, gain, f"{row.decisions}", row.share, row.trials, pays]
        else:
            yield [variant.name, "not measured", "", "", "", ""]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games, or all that come with the program")
    parser.add_argument("--plies", type=int, help="the default depth of the game if left out")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--trials", type=int, default=36, help="of each play")
    parser.add_argument("--truncate", type=int, help="plies of a trial at most")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="rows for results.csv")
    parser.add_argument("--docs", action="store_true", help="the table into docs/search.md")
    given = parser.parse_args()
    every = [game.id for game in variants() if first_of(game) == game]
    games = every if given.games == ["all"] else given.games
    for game in games:
        plies = given.plies or default_plies(Variant.load(game))
        if not plies:
            print(f"{game}: does not look ahead", flush=True)
            continue
        asked = Asked(game, plies, given.trials, given.seed, given.truncate)
        began = perf_counter()
        gain = measured(asked, given.decisions, given.processes)
        print(
            f"{game}: {plies}-ply gains {gain.mean:+.4f} ± {gain.error:.4f} points a decision "
            f"(standard error), {gain.decisions} decisions, {100 * gain.share:.1f} % differ: "
            f"{'it pays' if gain.pays else 'not shown to pay'}; "
            f"{gain.seconds:.0f} s of one core, {perf_counter() - began:.0f} s",
            flush=True,
        )
        if given.record:
            record(asked, gain)
    if given.docs:
        page.put("look-ahead", table(), PAGE)


if __name__ == "__main__":
    main()
