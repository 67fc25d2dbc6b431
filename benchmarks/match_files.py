"""Match files and GNU Backgammon: does it read what we write, and how fast are both?

Random matches with doubles, beavers, the Crawford game and resignations are written, and GNU
Backgammon lists what it finds in them: every score, double, answer, roll and board must be ours.

    python -m benchmarks.match_files check [--matches N] [--first SEED]
    python -m benchmarks.match_files speed [FILE ...] [--no-record]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.gnubg import Gnubg, Missing
from benchmarks.results import Measured

import fullprime
from benchmarks import results
from fullprime import Match
from fullprime.action import Action, Beavered, Dropped, Raccooned
from fullprime.formats.mat.losses import resigns_a_forced_roll
from fullprime.formats.match_file import dump, load

TESTS = Path(__file__).parents[1] / "tests"
sys.path.append(str(TESTS))

from corpus import Ply, board_id, plies  # noqa: E402
from random_matches import random_match  # noqa: E402

FORMATS = ("mat", "sgf")
MATCHES = 200
PASSES = 5
SEATS = {"X": 0, "O": 1}
"""As GNU Backgammon calls its players 0 and 1 here."""


class Game(NamedTuple):
    """What both programs say about a game."""

    score: tuple[int, int]
    winner: int | None
    points: int
    plies: tuple[Ply, ...]


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    tasks = parser.add_subparsers(dest="task", required=True)
    checking = tasks.add_parser("check", help="does GNU Backgammon read what we write?")
    checking.add_argument("--matches", type=int, default=MATCHES)
    checking.add_argument("--first", type=int, default=0, help="the seed of the first match")
    speed = tasks.add_parser("speed", help="megabytes and games a second")
    speed.add_argument("files", type=Path, nargs="*", help="default: random matches")
    speed.add_argument("--no-record", action="store_true")
    asked = parser.parse_args()
    try:
        gnubg = Gnubg(1)
    except Missing as error:
        sys.exit(str(error))
    if asked.task == "check":
        sys.exit(check(gnubg, asked.matches, asked.first))
    _speed(gnubg, asked.files, not asked.no_record)


# Does it read what we write? ----------------------------------------------------------------------


def check(gnubg: Gnubg, matches: int, first: int = 0) -> int:
    """Prints a table; how many files are read differently?"""
    found: Counter[tuple[str, str]] = Counter()
    games: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for seed in range(first, first + matches):
            match = random_match(seed)
            for name in FORMATS:
                path = Path(folder) / f"{seed}.{name}"
                path.write_bytes(dump(match, name).data)
                verdict = _verdict(gnubg, match, path, name)
                found[name, verdict.partition(";")[0]] += 1
                games[name] += len(match.games)
                if verdict.startswith("differs"):
                    print(f"{name}, match {seed}: {verdict}")
            if any(isinstance(action, Beavered) for game in match.games for action in game.log):
                gnubg = Gnubg(1)  # one that was passed is remembered even in the next match
    for name in FORMATS:
        print(f"{name}: {matches} matches with {games[name]} games read by {gnubg.name}")
        for (format_name, verdict), count in sorted(found.items()):
            if format_name == name:
                print(f"  {count:4} {verdict}")
    return sum(count for (_, verdict), count in found.items() if verdict.startswith("differs"))


def _verdict(gnubg: Gnubg, match: Match, path: Path, name: str) -> str:
    question = {"op": "match", "path": str(path), "kind": name, "jacoby": match.settings.jacoby}
    [answer] = gnubg.ask([question])
    ours, theirs = list(_ours(match)), list(_theirs(answer["games"]))
    if name == "mat":
        kept = map(_without_forced_roll, match.games, ours)
        ours, theirs = list(map(_in_text, kept)), list(map(_in_text, theirs))
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        if our != their:
            if name == "mat" and (reason := _excepted(match, number - 1)):
                return f"excepted: {reason}"
            return f"differs; game {number}: {_difference(our, their)}"
    if len(ours) != len(theirs):
        return f"differs; {len(ours)} games, not {len(theirs)}"
    boards = {board_id(match.position), board_id(match.position.flipped())}
    if answer["last"] in boards:
        return "agrees"
    return "differs; another board at the end"


def _difference(our: Game, their: Game) -> str:
    for first, second in zip(our.plies, their.plies, strict=False):
        if first != second:
            return f"{first}, there {second}"
    counts = f"{len(our.plies)} plies, there {len(their.plies)}"
    return f"{our._replace(plies=())}, there {their._replace(plies=())}; {counts}"


def _excepted(match: Match, number: int) -> str:
    """Why GNU Backgammon cannot read this game in match text."""
    for game in match.games[:number]:
        if any(map(_beaver_is_passed, game.log, game.log[1:])):
            return "GNU Backgammon mixes up the games after a beaver that was passed"
    return ""


def _beaver_is_passed(first: Action, second: Action) -> bool:
    return isinstance(first, Beavered | Raccooned) and isinstance(second, Dropped)


def _without_forced_roll(game: fullprime.Game, told: Game) -> Game:
    """What match text keeps of a game that ended before a forced roll was played."""
    if not resigns_a_forced_roll(game):
        return told
    return told._replace(plies=(*told.plies[:-2], told.plies[-1]))


def _in_text(game: Game) -> Game:
    """Match text does not say whether a player resigned before or after a play that was forced; and
    GNU Backgammon offers a double again that was taken last, or before a player resigned."""
    told = list(game.plies)
    if [ply.action for ply in told[-2:]] == ["take", "double"]:
        del told[-1]
    if told and told[-1].action == "resign":
        while told[-2:-1] and told[-2].action in ("double", "take"):
            del told[-2]
        if told[-2:-1] and told[-2].action in ("move", "set"):
            told[-2] = told[-2]._replace(action="move", position="")
    return game._replace(plies=tuple(told))


def _ours(match: Match) -> Iterator[Game]:
    told = list(plies(match))
    for number, game in enumerate(match.games):
        mine = tuple(ply._replace(play="") for ply in told if ply.game == number + 1)
        winner, points = game.result[:2] if game.result else (None, 0)
        yield Game(match.scores_before[number], winner, points, mine)


def _theirs(games: Sequence[dict[str, Any]]) -> Iterator[Game]:
    for number, game in enumerate(games, 1):
        info = game["info"]
        score = info["score-X"], info["score-O"]
        winner = SEATS.get(info["winner"])
        told = tuple(
            Ply(
                number,
                score,
                SEATS[ply["player"]],
                ply["action"],
                tuple(sorted(ply.get("dice", ()))),
                position=ply.get("board", ""),
            )
            for ply in game["game"]
        )
        yield Game(score, winner, info.get("points-won", 0), told)


# How fast? ----------------------------------------------------------------------------------------


def _speed(gnubg: Gnubg, files: Iterable[Path], record: bool) -> None:
    with TemporaryDirectory() as folder:
        given = list(files) or list(_written(Path(folder)))
        for name in sorted({path.suffix.removeprefix(".") for path in given}):
            rows = _measured(gnubg, [path for path in given if path.suffix == f".{name}"], name)
            if record:
                results.append("match files", rows)


def _written(folder: Path) -> Iterator[Path]:
    for seed in range(MATCHES):
        for name in FORMATS:
            path = folder / f"{seed}.{name}"
            path.write_bytes(dump(random_match(seed), name).data)
            yield path


def _measured(gnubg: Gnubg, paths: Sequence[Path], name: str) -> list[Measured]:
    """Processor time of each, in turns; the best pass counts. What only we read stands alone."""
    size = sum(path.stat().st_size for path in paths) / 1e6
    games = sum(len(load(path, strict=False).games) for path in paths)
    question = {"op": "reading", "paths": [str(path) for path in paths], "kind": name}
    ours, theirs = [], []
    for _ in range(PASSES):
        start = time.process_time()
        for path in paths:
            load(path, strict=False)
        ours.append(time.process_time() - start)
        theirs += gnubg.ask([question]) if name in FORMATS else []
    note = f"{len(paths)} files, {games} games, {size:.2f} MB, best of {PASSES} passes, one core"
    print(f".{name}: {note}")
    rows = [_row("Fullprime", name, size, games, ours, note)]
    if theirs:
        rows.append(_row(gnubg.name, name, size, games, theirs, note))
        rows = [row._replace(ratio=row.value / rows[-1].value, peer=gnubg.name) for row in rows]
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        print(f"  {row.subject:34} {row.value:8.0f} games/s {ratio:6} {row.note.split(';')[0]}")
    return rows


def _row(
    subject: str, name: str, size: float, games: int, passes: Sequence[float], note: str
) -> Measured:
    seconds = min(passes)
    about = f"{size / seconds:.3g} MB/s; {note}"
    return Measured(f"{subject}, .{name}", games / seconds, "games/s", note=about)


if __name__ == "__main__":
    main()
