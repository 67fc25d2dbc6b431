"""Matches of people, reviewed by us and by GNU Backgammon: errors, luck, time.

Both read the same match, which we write as `.sgf`. Decisions on which they differ by more than 50
millipoints are rolled out, checker plays also by GNU Backgammon itself and by BG Sage.

    python -m benchmarks.review FOLDER [--docs] [--record]       FOLDER: the collection of files
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec
from benchmarks.gnubg import Gnubg, Missing
from benchmarks.peers import gnubg_played, rows_of
from benchmarks.results import Measured
from benchmarks.strength.judges import known_ends
from benchmarks.strength.rollouts import GnubgRoller, Roller, SageRoller
from benchmarks.strength.store import Store

from benchmarks import page, results
from fullprime import Match, load
from fullprime.analysis import rollout
from fullprime.analysis.review import Decision, Report, Reviewer, Verdict, review
from fullprime.engine import RolloutSettings
from fullprime.engine.result_values import single_game
from fullprime.formats.ids import gnubg_id
from fullprime.notes import Notes
from fullprime.play import Play
from fullprime.position import BAR, PLACES, Position

PAGE: Final = Path(__file__).parents[1] / "docs" / "review.md"
FILES: Final = (
    "mat/kevung_lazyBG__match1.txt",
    "mat/kevung_lazyBG__match3.txt",
    "mat/lassehjorthmadsen_raccoon__match32191894_2__1769379721.txt",
    "mat/pipandlove_bg-db__foxamon_tester_vs_jackdaw1_5pt.mat",
    "mat/pipandlove_bg-db__opengammon_vireo_vs_tester_games1-2.mat",
    "mat/pipandlove_bg-db__xgtext_money_jacoby-on.txt",
    "sgf/kevung_blunderDB__test.sgf",
    "xg/kevung_blunderDB__HsbtMarseille_main_ronde4_LamourDeCaslouGildas_UngerKevin_7p.xg",
    "xg/kevung_blunderDB__Squire-J_rgensen-Harmand-Unger_7_point_match_18-08-2024.xg",
    "xg/kevung_blunderDB__match_with_comment.xg",
)
"""Of people, of 5 to 13 points and for money."""
MORE_FILES: Final = (
    "bgf/kevung_blunderDB__TachiAI_V_player_Nov_2__2025__16_55.bgf",
    "mat/pipandlove_bg-db__choue-net_7pt_unfinished.txt",
)
"""The others of the collection: a person plays against a program."""
CHOSEN: Final = 10
"""So many matches is a comparison asked for; every choice of them is made."""
ENOUGH: Final = 0.95
"""The correlation of errors that is asked for."""
TIMED: Final = "sgf/kevung_blunderDB__test.sgf"
"""A match of seven games to 7 points."""
PLIES: Final = 2
SEATS: Final = "XO"
"""The names that GNU Backgammon gives the players of our file; found again by name."""
FAR: Final = 0.05
COUNTED: Final = 0.02
TRIALS: Final = 144
JUDGED: Final = 72
"""Trials of the others, to the end of the game."""
KEPT: Final = Path(__file__).parents[1] / "build" / "review"
OTHERS: Final = ("rolled out by GNU", "rolled out by BG Sage")
"""In the order in which they are asked."""
NAMES: Final = ("First", "Second")
PER_DECISION: Final = 500.0


class Side(NamedTuple):
    """A player in a match, by one of the two."""

    error: float
    rate: float
    """500 times the error per decision: each by its own counting."""
    errors: int
    """Decisions that lost 0.02 or more."""
    luck: float


class Difference(NamedTuple):
    """A decision on which the two differ."""

    file: str
    verdict: Verdict
    theirs: float
    """The error, by GNU Backgammon."""
    rolled: str = ""
    """By a rollout, or empty."""
    plays: tuple[Play, ...] = ()
    """That which was made, our best and GNU Backgammon's; none for cubes."""
    judged: tuple[float | None, ...] = ()
    """The error by the rollouts of others, cubeless for money."""


class Reviewed(NamedTuple):
    """A match, by both."""

    file: str
    ours: tuple[Side, Side]
    theirs: tuple[Side, Side]
    differences: list[Difference]
    matched: int
    """Decisions that both have evaluated."""


def main() -> None:
    """Prints the tables, and keeps them where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with the files of the collection")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/review.md")
    parser.add_argument("--record", action="store_true", help="add rows to results.csv")
    parser.add_argument("--trials", type=int, default=TRIALS, help="of each rollout; 0: none")
    parser.add_argument("--judged", type=int, default=JUDGED, help="trials of others; 0: none")
    parser.add_argument("--threads", type=int, default=2, help="of GNU Backgammon, but for times")
    parser.add_argument("--keep", type=Path, default=KEPT, help="what others have rolled out")
    asked = parser.parse_args()
    try:
        gnubg = Gnubg(1)
        judges = others(asked.judged, asked.keep) if asked.judged else []
    except Missing as error:
        sys.exit(str(error))
    with TemporaryDirectory() as there:
        found = [
            _reviewed(gnubg, asked.folder / name, Path(there), asked.trials, asked.threads)
            for name in (*FILES, *MORE_FILES)
        ]
        found = [judged(match, judges) for match in found]
        times = _times(gnubg, asked.folder / TIMED, Path(there))
    if asked.record:
        results.append("review", _rows(found, times))
    block = _block(found, times, gnubg.version)
    print(block)
    if asked.docs:
        page.put("review", block, PAGE)


# Both reviews -------------------------------------------------------------------------------------


def _plain(file: Path) -> Match:
    """The match alone: no one's comments or analysis, and names that every program reads."""
    match = load(file, strict=False)
    return msgspec.structs.replace(match, notes=Notes(), players=NAMES)


def _written(match: Match, folder: Path) -> str:
    path = folder / "match.sgf"
    match.save(path)
    return str(path)


def _reviewed(gnubg: Gnubg, file: Path, there: Path, trials: int, threads: int) -> Reviewed:
    match = _plain(file)
    ours = review(match, plies=PLIES, deepen=False)
    question = {"op": "review", "path": _written(match, there), "plies": PLIES}
    [theirs] = gnubg.ask([question | {"threads": threads}])
    pairs = list(_pairs(ours, theirs["games"]))
    differences = []
    for verdict, lost, best in pairs:
        if abs(verdict.error - lost) > FAR:
            plays = _plays(verdict, best)
            rolled = _rolled(verdict, plays, trials)
            differences.append(Difference(file.name, verdict, lost, rolled, plays))
    counts = [sum(v.decision.player == s and e >= COUNTED for v, e, _ in pairs) for s in (0, 1)]
    sides = [_their_side(theirs["stats"][SEATS[seat]], counts[seat]) for seat in (0, 1)]
    own = [_our_side(ours, seat) for seat in (0, 1)]
    print(file.name, *own, *sides, sep="\n  ", file=sys.stderr)
    return Reviewed(file.name, (own[0], own[1]), (sides[0], sides[1]), differences, len(pairs))


def _our_side(report: Report, seat: int) -> Side:
    player = report.players[seat]
    errors = [each.error for each in report.verdicts if each.decision.player == seat]
    bad = sum(error >= COUNTED for error in errors)
    return Side(sum(errors), player.pr or 0.0, bad, player.luck)


def _their_side(stats: dict[str, Any], bad: int) -> Side:
    moves, cube = stats["moves"], stats["cube"]
    on_cube = sum(value for key, value in cube.items() if _is_cube_error(key))
    error = moves["error-skill"] + on_cube
    met = moves["unforced-moves"] + cube["close-cube"]
    return Side(error, PER_DECISION * error / met if met else 0.0, bad, stats["dice"]["luck"])


def _is_cube_error(key: str) -> bool:
    return key.startswith("err-") and key.endswith("-skill")


Key = tuple[str, int, str, tuple[int, ...]]


def _pairs(
    report: Report, games: Sequence[Sequence[dict[str, Any]]]
) -> Iterator[tuple[Verdict, float, str]]:
    """Our verdicts, each with the error that GNU Backgammon finds in the same decision, and the
    play that it likes best."""
    for ours, theirs in zip(report.games, games, strict=True):
        known: dict[Key, list[dict[str, Any]]] = defaultdict(list)
        answers: list[dict[str, Any]] = []
        doubled: dict[str, Any] = {}
        for record in theirs:
            if record["action"] == "double":
                doubled = record
            if record["action"] in ("take", "drop"):
                answers.append(doubled)
            seat = SEATS.find(record.get("player", ""))
            if "error" in record:
                dice = tuple(sorted(record["dice"]))
                known["checker", seat, record["board"], dice].append(record)
            if "nd-cubeful-eq" in record:
                known["double", seat, record["board"], ()].append(record)
        for verdict in ours.decisions:
            made = verdict.decision
            if made.kind == "take":
                record = answers.pop(0) if answers else {}
            else:
                same = known.get(_key(made))
                record = same.pop(0) if same else {}
            lost = _their_error(made, record)
            if lost is not None:
                yield verdict, lost, _written_play(record.get("best", ()))


def _written_play(steps: Sequence[Sequence[int]]) -> str:
    """From pairs of points, of which 25 is the bar and 0 is off."""
    ordered = sorted(map(tuple, steps), reverse=True)
    return " ".join(f"{'bar' if a == BAR else a}/{b if b > 0 else 'off'}" for a, b in ordered)


def _key(made: Decision) -> Key:
    dice = tuple(sorted(made.question.roll or ()))
    return made.kind, made.player, gnubg_id(made.question.position) or "", dice


def _their_error(made: Decision, record: dict[str, Any]) -> float | None:
    if made.kind == "checker":
        return record.get("error")
    if "nd-cubeful-eq" not in record:
        return None
    kept, taken = (_equity(made, record[f"{name}-cubeful-eq"]) for name in ("nd", "dt"))
    if made.kind == "take":
        worths = {"take": -taken, "pass": -1.0, "beaver": -2.0 * taken}
        return max(-taken, -1.0) - worths[made.played]
    worths = {"no double": kept, "double": min(taken, 1.0)}
    return max(worths.values()) - worths[made.played]


def _equity(made: Decision, told: float) -> float:
    """GNU Backgammon has chances to win the match where there is one."""
    stakes = made.question.stakes
    if stakes.away is None:
        return told
    win, loss = single_game(stakes, 0)
    return 2.0 * (told - loss) / (win - loss) - 1.0


def _plays(verdict: Verdict, best: str) -> tuple[Play, ...]:
    """Made, best by us, best by GNU Backgammon: each once."""
    question, found = verdict.decision.question, verdict.candidates
    if verdict.at is None:
        return ()
    liked = gnubg_played(*rows_of(question.position.raw), best)
    after = Position.of(liked[:PLACES], liked[PLACES:])
    theirs = next(play for play in question.plays() if play.position == after)
    plays = found[verdict.at].play, found[0].play, theirs
    return tuple({play.position: play for play in plays}.values())


def _rolled(verdict: Verdict, liked: Sequence[Play], trials: int) -> str:
    """The error by a rollout of what was done and what we and GNU Backgammon like best."""
    if not trials:
        return ""
    made = verdict.decision
    settings = RolloutSettings(trials=trials)
    if made.kind == "checker":
        chosen = [each.play for each in verdict.candidates[:3]]
        plays = list(dict.fromkeys([*map(str, (*chosen, *liked)), made.played]))
        found = rollout(made.question, plays=plays, settings=settings)
        worths = {line.subject.name: line.equity for line in found.lines}
        best = max(worths, key=lambda name: worths[name].mean)
        spread = worths[made.played].standard_error
        lost = worths[best].mean - worths[made.played].mean
        return f"{lost:.3f} ±{1.96 * spread:.3f} ({best})"
    found = rollout(made.question, double=True, settings=settings)
    kept, taken = (line.equity for line in found.lines)
    spread = max(kept.standard_error, taken.standard_error)
    if made.kind == "take":
        lost = max(-taken.mean, -1.0) - (-taken.mean if made.played == "take" else -1.0)
    else:
        doubled = min(taken.mean, 1.0)
        lost = max(kept.mean, doubled) - (doubled if made.played == "double" else kept.mean)
    return f"{lost:.3f} ±{1.96 * spread:.3f}"


class Other(NamedTuple):
    """A program that rolls out the plays on which we differ."""

    roller: Roller
    store: Store


def others(trials: int, folder: Path) -> list[Other]:
    """Each plays to the end of the game, and keeps what it has found."""
    rollers: list[Roller] = [GnubgRoller(1, trials, 0), SageRoller(1, trials, 0)]
    return [Other(each, Store(folder / f"{each.name}.tsv")) for each in rollers]


def judged(match: Reviewed, judges: Sequence[Other]) -> Reviewed:
    """With what the others say of the checker plays."""
    found = [
        each._replace(judged=tuple(_loss(each.plays, judge) for judge in judges))
        for each in match.differences
    ]
    return match._replace(differences=found)


def _loss(plays: Sequence[Play], judge: Other) -> float | None:
    """Of the first against the best of them; the opponent is on roll after each."""
    if not plays:
        return None
    ids = [gnubg_id(play.position.flipped()) or "" for play in plays]
    worths = known_ends(judge.store, ids, judge.roller.equities, 1)
    return max(worths.values()) - worths[ids[0]]


class Times(NamedTuple):
    """Seconds for one match."""

    first: float
    """All first verdicts of ours."""
    ours: float
    theirs: float
    decisions: int


def _times(gnubg: Gnubg, file: Path, there: Path) -> Times:
    match = _plain(file)
    begun = time.monotonic()
    reviewer = Reviewer(match, plies=PLIES)
    first = 0.0
    for number, _ in enumerate(reviewer.verdicts(), 1):
        if number == len(reviewer.decisions):
            first = time.monotonic() - begun
    ours = time.monotonic() - begun
    question = {"op": "review", "path": _written(match, there), "plies": PLIES, "threads": 2}
    [answer] = gnubg.ask([question])
    return Times(first, ours, answer["seconds"], len(reviewer.decisions))


# Comparing ----------------------------------------------------------------------------------------


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """The correlation of two lists.

    >>> round(pearson([1, 2, 3], [2, 4, 7]), 3)
    0.993
    """
    a, b = sum(first) / len(first), sum(second) / len(second)
    shared = sum((x - a) * (y - b) for x, y in zip(first, second, strict=True))
    own = sqrt(sum((x - a) ** 2 for x in first) * sum((y - b) ** 2 for y in second))
    return shared / own


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """The correlation of the ranks; equals share theirs.

    >>> spearman([1, 5, 9], [3, 4, 100])
    1.0
    """
    return pearson(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def _compared(found: Sequence[Reviewed]) -> dict[str, tuple[list[float], list[float]]]:
    """By figure: ours and theirs, of every player in every match."""
    ours = [side for match in found for side in match.ours]
    theirs = [side for match in found for side in match.theirs]
    names = {"error": "errors", "rate": "PR", "errors": "number of errors", "luck": "luck"}
    return {
        shown: ([getattr(s, name) for s in ours], [getattr(s, name) for s in theirs])
        for name, shown in names.items()
    }


def farthest(found: Sequence[Reviewed]) -> Reviewed:
    """The match in which the errors of the two programs differ most."""
    return max(
        found,
        key=lambda each: max(
            abs(a.error - b.error) for a, b in zip(each.ours, each.theirs, strict=True)
        ),
    )


def _without_farthest(found: Sequence[Reviewed]) -> str:
    """One match in which a program misreads a long game outweighs nine in which both agree."""
    left_out = farthest(found)
    others = _compared([each for each in found if each is not left_out])
    told = ", ".join(f"{name} {pearson(*values):.4f}" for name, values in others.items())
    return f"Without {_short(left_out.file)}, in which they differ most: {told}.\n"


def choices(found: Sequence[Reviewed], size: int = CHOSEN) -> str:
    """The correlation of errors in every choice of so many matches."""
    told = sorted(pearson(*_compared(some)["errors"]) for some in combinations(found, size))
    enough = sum(each >= ENOUGH for each in told)
    return (
        f"Of the {len(told):,} choices of {size} of them, {enough:,} have a correlation of errors "
        f"of {ENOUGH} and more; the least is {told[0]:.4f}, the median {told[len(told) // 2]:.4f}, "
        f"the greatest {told[-1]:.4f}.\n"
    )


def _rows(found: Sequence[Reviewed], times: Times) -> list[Measured]:
    note = f"{len(found)} matches of people, {PLIES}-ply, totals of each player"
    peer = "GNU Backgammon"
    rows = []
    for name, (ours, theirs) in _compared(found).items():
        rows.append(Measured(f"{name}, correlation", pearson(ours, theirs), "r", None, peer, note))
        rows.append(Measured(f"{name}, ranks", spearman(ours, theirs), "r", None, peer, note))
    match = f"{times.decisions} decisions of a 7-point match, two cores"
    rows.append(Measured("first verdicts", times.first, "s", None, "", match))
    ratio = times.theirs / times.ours
    rows.append(Measured("whole match, 2-ply", times.ours, "s", ratio, peer, match))
    return rows


def _block(found: Sequence[Reviewed], times: Times, version: str) -> str:
    figures = []
    for name, (ours, theirs) in _compared(found).items():
        mean = sum(a - b for a, b in zip(ours, theirs, strict=True)) / len(ours)
        figures.append(
            [name, f"{pearson(ours, theirs):.4f}", f"{spearman(ours, theirs):.4f}", f"{mean:+.3f}"]
        )
    matched = sum(each.matched for each in found)
    differences = [each for match in found for each in match.differences]
    parts = [
        f"{len(found)} matches, {matched:,} decisions, by Fullprime and by GNU Backgammon "
        f"{version}, both at {PLIES}-ply; totals of each player in each match:\n",
        page.table(["figure", "correlation", "rank correlation", "mean difference"], figures),
        _without_farthest(found),
        choices(found),
        _matches(found),
        f"All {times.decisions} decisions of a 7-point match on two cores: first verdicts after "
        f"{times.first:.1f} s, {PLIES}-ply after {times.ours:.1f} s; GNU Backgammon with two "
        f"threads {times.theirs:.1f} s.\n",
        f"Decisions whose errors differ by more than {1000 * FAR:.0f} millipoints: "
        f"{len(differences)}. Rolled out with {TRIALS} trials at 0-ply, cubeful:\n",
        _differences(differences),
        nearer(differences),
    ]
    return "\n".join(parts)


def _matches(found: Sequence[Reviewed]) -> str:
    rows = []
    for match in found:
        for seat in (0, 1):
            a, b = match.ours[seat], match.theirs[seat]
            cells = [f"{x:.{d}f} / {y:.{d}f}" for x, y, d in zip(a, b, (3, 2, 0, 3), strict=True)]
            rows.append([f"{_short(match.file)}, {NAMES[seat].lower()}", *cells])
    heads = ["match and player (ours / GNU)", "errors", "PR", "number of errors", "luck"]
    return page.table(heads, rows)


def nearer(differences: Sequence[Difference]) -> str:
    """Whose errors the rollouts confirm: ours, and those of others."""
    told = [
        _nearer(
            "The rollout is", [(e, float(e.rolled.split()[0])) for e in differences if e.rolled]
        )
    ]
    for at, name in enumerate(OTHERS):
        known = [(e, e.judged[at]) for e in differences if len(e.judged) > at]
        told.append(_nearer(f"{name}, it is", [(e, lost) for e, lost in known if lost is not None]))
    return "\n".join(each for each in told if each)


def _nearer(name: str, rolled: Sequence[tuple[Difference, float]]) -> str:
    if not rolled:
        return ""
    ours = [abs(each.verdict.error - lost) for each, lost in rolled]
    theirs = [abs(each.theirs - lost) for each, lost in rolled]
    closer = sum(a < b for a, b in zip(ours, theirs, strict=True))
    means = sum(ours) / len(ours), sum(theirs) / len(theirs)
    return (
        f"{name} nearer to ours in {closer} of {len(rolled)}; mean distance "
        f"{means[0]:.3f} from ours, {means[1]:.3f} from GNU Backgammon's.\n"
    )


def _differences(differences: Sequence[Difference]) -> str:
    rows = []
    for each in sorted(differences, key=lambda one: -abs(one.verdict.error - one.theirs)):
        made = each.verdict.decision
        where = f"{_short(each.file)}, game {made.game + 1}, turn {made.turn}"
        dice = f"{made.question.roll} " if made.question.roll else ""
        told = f"{each.verdict.error:.3f}", f"{each.theirs:.3f}", each.rolled
        judged = ["-" if lost is None else f"{lost:.3f}" for lost in each.judged]
        rows.append([where, f"{dice}{made.played}", each.verdict.best, *told, *judged])
    titles = ["decision", "played", "our best", "ours", "GNU", "rollout", *OTHERS]
    return page.table(titles[: len(rows[0])] if rows else titles, rows)


def _short(file: str) -> str:
    """Without whose collection it comes from."""
    return file.partition("__")[2][:28] or file


if __name__ == "__main__":
    main()
