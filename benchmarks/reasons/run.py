"""The run: units are tested in processes, and findings are kept line by line in a folder.

Every process of every machine adds files of its own to the folder. A run that was stopped goes on;
the files of several machines are laid into one folder. What was begun and not finished is done
again.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from benchmarks.reasons.errors import Unit, errors
from benchmarks.reasons.found import Found, found, rolled_out
from benchmarks.reasons.proof import ROLLOUTS

T = TypeVar("T", bound=msgspec.Struct)
AHEAD: Final = 3
"""Jobs waiting for each process."""
SECONDS: Final = 20.0
"""Between two lines about the progress."""


class Line(msgspec.Struct, frozen=True):
    """What a finished unit has brought."""

    unit: str
    found: list[Found]
    seconds: float
    """All of it, with finding the errors."""


class Rolled(msgspec.Struct, frozen=True):
    """A sentence rolled out."""

    unit: str
    number: int
    kind: str
    proved: bool | None
    seconds: float


class Places(NamedTuple):
    """Where things are."""

    corpus: Path
    out: Path


class Clock(NamedTuple):
    """When a run ends."""

    end: float

    @property
    def over(self) -> bool:
        """Begin nothing any more."""
        return time.monotonic() > self.end


# What is known ------------------------------------------------------------------------------------


def known_lines(out: Path, units: Iterable[Unit]) -> dict[Unit, Line]:
    """The findings in the folder, in the order of the units."""
    kept = {line.unit: line for line in _read(out, "found", Line)}
    return {unit: kept[unit.name] for unit in units if unit.name in kept}


def known_rollouts(out: Path) -> dict[tuple[str, int, str], Rolled]:
    """By unit, number of the error in it, and kind."""
    return {(e.unit, e.number, e.kind): e for e in _read(out, "rolled", Rolled)}


def _read(out: Path, name: str, kind: type[T]) -> Iterator[T]:
    decoder = msgspec.json.Decoder(kind)
    for path in sorted(out.glob(f"{name}-*.jsonl")):
        for line in path.read_bytes().split(b"\n")[:-1]:  # the last was cut off
            yield decoder.decode(line)


# Doing it -----------------------------------------------------------------------------------------


def find(places: Places, units: Iterable[Unit], jobs: int, clock: Clock) -> None:
    """Tests the errors of all units that are not known yet."""
    units = list(units)
    known = known_lines(places.out, units)
    done: Counter[str] = Counter()
    for unit, line in known.items():
        done[unit.sample] += len(line.found)
    todo = [(places, unit) for unit in units if unit not in known]

    def count(line: Line) -> str:
        done[line.unit.split()[0]] += len(line.found)
        told = ", ".join(f"{name} {number}" for name, number in sorted(done.items()))
        return f"errors {sum(done.values())}: {told}"

    _work(_line, todo, jobs, clock, places.out / f"found-{_mark()}.jsonl", count)


def _line(job: tuple[Places, Unit]) -> Line:
    places, unit = job
    begun = time.process_time()
    tested = [found(unit, n, each) for n, each in enumerate(errors(unit, places.corpus))]
    return Line(unit.name, tested, time.process_time() - begun)


def roll_out(places: Places, units: Iterable[Unit], most: int, jobs: int, clock: Clock) -> None:
    """Rolls out the first sentences of every kind that can be."""
    known, done = known_rollouts(places.out), Counter[str]()
    asked = chosen_sentences(known_lines(places.out, units), most)
    todo = [(told, unit, number, kind) for told, unit, number, kind in asked]
    todo = [each for each in todo if (each[1], each[2], each[3]) not in known]
    done.update(kind for _, _, kind in known)

    def count(rolled: Rolled) -> str:
        done[rolled.kind] += 1
        return "rolled out " + ", ".join(f"{name} {number}" for name, number in done.items())

    _work(_rolled, todo, jobs, clock, places.out / f"rolled-{_mark()}.jsonl", count)


Sentence = tuple[Found, str, int, str]
"""An error, its unit and its number in it, and the kind that is said about it."""


def chosen_sentences(lines: dict[Unit, Line], most: int) -> list[Sentence]:
    """The first of every kind that can be rolled out and was proved, the kinds by turns."""
    taken: Counter[str] = Counter()
    asked: list[tuple[int, Sentence]] = []
    for unit, line in lines.items():
        for number, told in enumerate(line.found):
            for entry in told.choice.said:
                name = entry.kind.name
                if name not in ROLLOUTS or taken[name] >= most:
                    continue
                if told.proved[name] is not None:
                    taken[name] += 1
                    asked.append((taken[name], (told, unit.name, number, name)))
    return [sentence for _, sentence in sorted(asked, key=lambda each: each[0])]


def _rolled(job: Sentence) -> Rolled:
    told, unit, number, kind = job
    begun = time.process_time()
    proved = rolled_out(told, kind)
    return Rolled(unit, number, kind, proved, time.process_time() - begun)


def _work(
    function: Callable[[Any], Any],
    todo: list[Any],
    jobs: int,
    clock: Clock,
    path: Path,
    count: Callable[[Any], str],
) -> None:
    """Each result is a line of the file as soon as it is there."""
    if not todo:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    encoder, begun, said, finished = msgspec.json.Encoder(), time.monotonic(), 0.0, 0
    waiting, running = iter(todo), set[Future[Any]]()
    with ProcessPoolExecutor(jobs) as pool, path.open("ab") as file:
        while True:
            while len(running) < AHEAD * jobs and not clock.over:
                job = next(waiting, None)
                if job is None:
                    break
                running.add(pool.submit(function, job))
            if not running:
                break
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            if clock.over:
                for each in running:
                    each.cancel()
            for each in ready:
                if each.cancelled():
                    continue
                result = each.result()
                file.write(encoder.encode(result) + b"\n")
                file.flush()
                finished, told = finished + 1, count(result)
                if time.monotonic() - said > SECONDS:
                    said = time.monotonic()
                    print(
                        f"{said - begun:6.0f} s  {finished} of {len(todo)}  {told}",
                        file=sys.stderr,
                        flush=True,
                    )
    print(f"{time.monotonic() - begun:6.0f} s  {finished} of {len(todo)}", file=sys.stderr)


def _mark() -> str:
    """Of this process among those that write into the folder."""
    return f"{int(time.time())}-{os.getpid()}"
