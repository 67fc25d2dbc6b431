"""The opening book: every first roll and every reply, rolled out.

    python training/opening_book.py --until 22:10          # goes on where it was stopped
    python training/opening_book.py --processes 16         # until everything is settled
    python training/opening_book.py --ship                 # writes the file that the program reads

Candidates are the plays close to the best at 2-ply. All of them are rolled out with the same dice,
in rounds of ever more trials, until the best leads clearly, the rest is of no importance, or the
trials are spent; a play that is clearly behind is dropped on the way. Replies are rolled out after
each play of a first roll that is best or nearly so.

Each decision is a line of JSON in `runs/opening_book`, appended when it is finished, so the program
can be killed at any time; the last line of a decision counts. A line has all that its figures
follow from: `Roller.verify` computes them again.
"""

from __future__ import annotations

import argparse
import gzip
import os
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from fullprime import Variant
from fullprime.analysis import answers
from fullprime.analysis.answers import Depth
from fullprime.analysis.opening_book import (
    FOLDER,
    Book,
    Candidate,
    Line,
    first_rolls,
    game_at,
    roll_name,
)
from fullprime.analysis.question import Question
from fullprime.dice import ROLLS
from fullprime.engine.outcome import Outcome
from fullprime.engine.rollout import Roller, new_roller
from fullprime.engine.rollout_result import Line as RolledLine
from fullprime.engine.rollout_result import RolledOut, RolloutSettings, Tally
from fullprime.files import write_atomically

ROOT: Final = Path(__file__).parents[1]
SHIPPED: Final = ROOT / "src" / "fullprime" / "data" / FOLDER
WORK: Final = Path(__file__).parent / "runs" / "opening_book"
GAME: Final = "backgammon"
PACKED: Final = ".gz"

PLIES: Final = 2
"""How far ahead candidates are chosen."""
FIRST_WINDOW: Final = 0.06
REPLY_WINDOW: Final = 0.04
"""How far behind the best a candidate may be at that depth; the second best is always one."""
MOST_CANDIDATES: Final = 5
GOOD: Final = 0.02
"""A first play that loses no more may be chosen by a good player: replies to it are in the book."""
TRUNCATE: Final = 10
"""Plies of a trial. One to the end has sixteen times the variance, most of it from the cube."""
TRUNCATION_PLIES: Final = 1
"""How far ahead the position is evaluated that is reached then."""
SURE: Final = 3.5
"""Joint standard errors by which the best must lead."""
TRIFLE: Final = 0.0015
"""Standard error of a lead below which more trials are of no use to a player."""
LEAST_FIRST: Final = 648
LEAST_REPLY: Final = 144
"""Trials that a decision gets even if it is clear, so that its equities are worth something."""
FIRST_ROUNDS: Final = (36, 216, 648, 1296, 2592, 5184)
REPLY_ROUNDS: Final = (36, 144, 324, 648, 1296)
ORDER: Final = (
    ("first", 648),
    ("reply", 36),
    ("first", 1296),
    ("reply", 144),
    ("reply", 324),
    ("first", 2592),
    ("reply", 648),
    ("first", 5184),
    ("reply", 1296),
)
"""Which decisions get how many trials, one after the other: the book is complete early."""


class Name(NamedTuple):
    """A decision: a first roll, or a reply after a play of it."""

    first: str
    play: str = ""
    reply: str = ""

    @property
    def seed(self) -> int:
        """Of its dice: others for every decision."""
        return zlib.crc32(" ".join(self).strip().encode())


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as far as it is rolled out."""

    name: Name
    plays: int
    """Legal ones."""
    rolled: RolledOut
    """The candidates that are still in question."""
    dropped: tuple[RolledLine, ...] = ()
    """Those that are not, with the trials that they got."""

    @property
    def trials(self) -> int:
        """Of each candidate that is still in question."""
        return self.rolled.trials

    @property
    def settled(self) -> bool:
        """Would more trials tell a player anything?"""
        enough = self.trials >= (LEAST_REPLY if self.name.reply else LEAST_FIRST)
        return enough and all(
            abs(lead.mean) >= SURE * lead.standard_error or lead.standard_error <= TRIFLE
            for lead in leads(self.rolled).values()
        )

    @property
    def lines(self) -> list[RolledLine]:
        """All candidates, the best first."""
        return sorted((*self.rolled.lines, *self.dropped), key=lambda line: -line.equity.mean)


# Rolling out --------------------------------------------------------------------------------------


def settings(name: Name, trials: int) -> RolloutSettings:
    """How a decision is rolled out."""
    return RolloutSettings(
        trials=trials,
        seed=name.seed,
        cubeful=True,
        truncate=TRUNCATE,
        truncation_plies=TRUNCATION_PLIES,
    )


def roll_out(name: Name, trials: int, kept: Kept | None) -> Kept:
    """Up to so many trials, round by round; what is settled on the way stays there."""
    kept = kept or begun(name)
    for rounds in FIRST_ROUNDS if not name.reply else REPLY_ROUNDS:
        if kept.trials < rounds <= trials and not kept.settled:
            more = roller().extend(kept.rolled, settings(name, rounds))
            kept = without_hopeless(msgspec.structs.replace(kept, rolled=more))
    return kept


def begun(name: Name) -> Kept:
    """The candidates, with the trials of the first round."""
    question = asked(name)
    found = answers.plays(question, Depth.of(question, PLIES))
    window = REPLY_WINDOW if name.reply else FIRST_WINDOW
    near = [each for each in found if each.error <= window] or found
    chosen = [each.play for each in found[: max(2, min(len(near), MOST_CANDIDATES))]]
    trials = settings(name, FIRST_ROUNDS[0])
    rolled = answers.rollout(question, trials, chosen=chosen, roller=roller())
    return without_hopeless(Kept(name=name, plays=len(found), rolled=rolled))


def asked(name: Name) -> Question:
    """The decision."""
    return Question.in_game(game_at(Variant.load(GAME), *name))


@cache
def roller() -> Roller:
    """One thread: decisions are shared among processes."""
    return new_roller(Variant.load(GAME), threads=1)


def leads(found: RolledOut) -> dict[int, Tally]:
    """What the best has over each other line, trial by trial; its sign is of no importance."""
    best = found.lines.index(found.best)
    pairs = zip(combinations(range(len(found.lines)), 2), found.differences, strict=True)
    return {sum(pair) - best: tally for pair, tally in pairs if best in pair}


def without_hopeless(kept: Kept) -> Kept:
    """Without plays that are clearly behind the best and not nearly as good. Two stay: how far the
    second is behind is a part of the answer."""
    found = kept.rolled
    behind = leads(found)
    hopeless = {
        line
        for line, lead in behind.items()
        if abs(lead.mean) >= max(SURE * lead.standard_error, GOOD)
    }
    if len(hopeless) == len(behind):
        hopeless -= {min(behind, key=lambda line: abs(behind[line].mean), default=-1)}
    staying = [line for line in range(len(found.lines)) if line not in hopeless]
    pairs = zip(combinations(range(len(found.lines)), 2), found.differences, strict=True)
    return msgspec.structs.replace(
        kept,
        rolled=msgspec.structs.replace(
            found,
            lines=tuple(found.lines[line] for line in staying),
            differences=tuple(tally for pair, tally in pairs if hopeless.isdisjoint(pair)),
        ),
        dropped=(*kept.dropped, *(found.lines[line] for line in sorted(hopeless))),
    )


# What is to be done -------------------------------------------------------------------------------


class Shelf:
    """All decisions so far, in a file that only grows."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.kept = {each.name: each for each in read(file)}

    def tidy(self) -> None:
        """Leaves out what was overtaken; not while another process adds to the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.file, b"".join(map(row, self.kept.values())))

    def add(self, kept: Kept) -> None:
        """One more, or one with more trials."""
        self.kept[kept.name] = kept
        with self.file.open("ab") as out:
            out.write(row(kept))

    def waiting(self, kind: str, trials: int) -> list[Name]:
        """Decisions that need more trials to have so many."""
        names = firsts() if kind == "first" else self.replies()
        return [name for name in names if self._needs(name, trials)]

    def replies(self) -> list[Name]:
        """After every good play of every first roll; those after the best plays come first."""
        known = [each for first in firsts() if (each := self.kept.get(first))]
        after = [
            (place, each.name.first, play)
            for each in known
            for place, play in enumerate(good_plays(each))
        ]
        ordered = sorted(after, key=itemgetter(0))
        return [reply for _, first, play in ordered for reply in replies_to(first, play)]

    def _needs(self, name: Name, trials: int) -> bool:
        kept = self.kept.get(name)
        return kept is None or (kept.trials < trials and not kept.settled)


def read(file: Path) -> Iterator[Kept]:
    """The lines of a file; a last one that was torn is as if it had not been written."""
    for line in content(file).splitlines():
        try:
            yield msgspec.json.decode(line, type=Kept)
        except msgspec.DecodeError:
            print(f"{file.name}: left out a line that cannot be read", flush=True)


def content(file: Path) -> bytes:
    """Where the file is not there, what stands in the repository, compressed."""
    if file.is_file():
        found = file.read_bytes()
        return gzip.decompress(found) if file.suffix == PACKED else found
    packed = file.with_name(f"{file.name}{PACKED}")
    return content(packed) if packed.is_file() else b""


def row(kept: Kept) -> bytes:
    """A line of the file."""
    return msgspec.json.encode(kept) + b"\n"


def firsts() -> list[Name]:
    """The first rolls."""
    return [Name(roll_name(roll)) for roll in first_rolls(Variant.load(GAME))]


def replies_to(first: str, play: str) -> list[Name]:
    """All that the opponent may roll then."""
    return [Name(first, play, roll_name(roll)) for roll in ROLLS]


def good_plays(kept: Kept) -> list[str]:
    """Those that lose next to nothing, the best first."""
    best, *others = kept.lines
    close = [each for each in others if best.equity.mean - each.equity.mean <= GOOD]
    return [each.subject.name for each in (best, *close)]


def work(shelf: Shelf, until: float, processes: int) -> None:
    """Goes through the order until the time is over."""
    shelf.tidy()
    with ProcessPoolExecutor(processes) as workers:
        for kind, trials in ORDER:
            names = shelf.waiting(kind, trials)
            print(f"{now()}: {len(names)} of kind {kind} to {trials} trials", flush=True)
            running: set[Future[Kept]] = set()
            for name in names:
                if time.time() >= until:
                    break
                running.add(workers.submit(roll_out, name, trials, shelf.kept.get(name)))
                if len(running) >= processes:
                    running = collect(shelf, running, processes - 1)
            collect(shelf, running, 0)


def collect(shelf: Shelf, running: set[Future[Kept]], most: int) -> set[Future[Kept]]:
    """Keeps what is finished, until no more than so many are running."""
    while len(running) > most:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for each in done:
            shelf.add(each.result())
    return running


def now() -> str:
    """The time, for the log."""
    return datetime.now(UTC).strftime("%H:%M:%S")


# What is shipped ----------------------------------------------------------------------------------


def book(shelf: Shelf) -> Book:
    """All complete parts: first rolls, and plays after which all replies are there."""
    complete = [shelf.kept[name] for name in firsts() if name in shelf.kept]
    rolled = complete[0].rolled
    for first in tuple(complete):
        for play in (line.subject.name for line in first.lines):
            names = replies_to(first.name.first, play)
            if all(name in shelf.kept for name in names):
                complete += [shelf.kept[name] for name in names]
    return Book(
        variant=GAME,
        net=rolled.net,
        pruner=rolled.pruner,
        date=datetime.now(UTC).date().isoformat(),
        truncate=TRUNCATE,
        truncation_plies=TRUNCATION_PLIES,
        chosen_plies=PLIES,
        lines=tuple(map(shipped_line, complete)),
    )


def shipped_line(kept: Kept) -> Line:
    """A decision as players see it."""
    found = kept.rolled
    ahead = leads(found)
    best, *_ = kept.lines
    errors = {
        found.lines[line].subject.name: round(lead.standard_error, 4)
        for line, lead in ahead.items()
    }
    return Line(
        first=kept.name.first,
        play=kept.name.play,
        reply=kept.name.reply,
        seed=kept.name.seed,
        plays=kept.plays,
        candidates=tuple(
            candidate(each, errors.get(each.subject.name) if each is not best else None)
            for each in kept.lines
        ),
    )


def candidate(line: RolledLine, joint: float | None) -> Candidate:
    """With four digits: more than its standard error leaves sure."""
    return Candidate(
        play=line.subject.name,
        trials=line.equity.count,
        equity=round(line.equity.mean, 4),
        standard_error=round(line.equity.standard_error, 4),
        cubeless=round(line.cubeless.mean, 4),
        chances=Outcome(*(round(tally.mean, 4) for tally in line.chances)),
        joint_error=joint,
    )


def ship(shelf: Shelf, folder: Path = SHIPPED) -> Path:
    """Writes the file of the program, a decision a line, and packs the work for the repository."""
    found = book(shelf)
    head = msgspec.to_builtins(msgspec.structs.replace(found, lines=()))
    del head["lines"]
    lines = b",\n".join(map(msgspec.json.encode, found.lines))
    content = msgspec.json.encode(head)[:-1] + b',"lines":[\n' + lines + b"\n]}\n"
    file = folder / f"{GAME}.json"
    file.write_bytes(content)
    packed = gzip.compress(b"".join(map(row, shelf.kept.values())), 9, mtime=0)
    shelf.file.with_name(f"{shelf.file.name}{PACKED}").write_bytes(packed)
    return file


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until", help="a time of today, such as 22:10 (UTC)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--ship", action="store_true")
    asked_for = parser.parse_args()
    shelf = Shelf(WORK / f"{GAME}.jsonl")
    if asked_for.ship:
        print(ship(shelf))
        return
    work(shelf, ends_at(asked_for.until), asked_for.processes)


def ends_at(clock: str | None) -> float:
    """The next time that the clock shows this."""
    if clock is None:
        return float("inf")
    hour, minute = map(int, clock.split(":"))
    today = datetime.now(UTC).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (today if today > datetime.now(UTC) else today + timedelta(days=1)).timestamp()


if __name__ == "__main__":
    main()
