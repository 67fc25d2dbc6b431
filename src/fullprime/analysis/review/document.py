"""A report to read and print: tables, charts and boards, of which pages and PDF are made.

Every number is written here and once, so all forms of a report say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fullprime.analysis.review.charts import curve_svg
from fullprime.analysis.review.decisions import addresses
from fullprime.analysis.review.report import GameReport, Report
from fullprime.analysis.review.text import (
    NOTHING,
    SIGNS,
    dice_text,
    error_columns,
    none_found,
    player_columns,
    rollout_text,
)
from fullprime.analysis.review.verdict import Size, Verdict
from fullprime.analysis.tables import MOST_SHOWN, Column, cube_columns, plays_columns
from fullprime.errors import plain
from fullprime.formats.as_json import fault_text
from fullprime.formats.plain_text import about_lines, standing, target_text, title
from fullprime.match import Match
from fullprime.render.svg import board_svg
from fullprime.render.svg_arrows import BEST, PLAYED, Arrow
from fullprime.stakes import Stakes
from fullprime.summation import total

WITH_BOARD: Final[tuple[Size, ...]] = ("error", "blunder")
"""Sizes of errors that are shown on a board, unless all are wanted."""

BESIDE_A_BOARD: Final = 4
"""Columns of a higher rank have no room there: backgammons."""


class Row(NamedTuple):
    """A line of a table, and what it stands for."""

    cells: tuple[str, ...]
    mark: str = ""
    """`best`, `played` or the size of an error."""
    case: str = ""
    """The id of the board that shows more of it."""


class Table(NamedTuple):
    """A table with a line of heads."""

    heads: tuple[str, ...]
    left: tuple[bool, ...]
    """Columns of words, which begin at the left."""
    rows: tuple[Row, ...]

    @staticmethod
    def of(
        columns: Sequence[Column], marks: Sequence[str] = (), cases: Sequence[str] = ()
    ) -> Table:
        """From columns, with a mark for each row."""
        lines = list(zip(*(column.cells for column in columns), strict=True))
        marks = marks or [""] * len(lines)
        cases = cases or [""] * len(lines)
        return Table(
            tuple(column.head for column in columns),
            tuple(column.left for column in columns),
            tuple(map(Row, lines, marks, cases)),
        )


class Case(NamedTuple):
    """A decision that went wrong, with its board."""

    id: str
    heading: str
    """Which decision it is."""
    size: Size
    board: str
    """SVG: the position before the decision, with the dice if they were rolled."""
    facts: tuple[str, ...]
    """Who decides what, and what is played for."""
    verdict: str
    """What was done, what was better and what it cost."""
    reasons: tuple[str, ...]
    """Why it was better, each with its sign."""
    table: Table
    """What the choices are worth."""


class Document(NamedTuple):
    """The report of a match."""

    title: str
    lines: tuple[str, ...]
    """What was played, how it ended, where."""
    players: Table
    chart: str | None
    """SVG: the curve and the luck."""
    chart_words: str
    games: Table | None
    errors: Table | None
    none: str
    """What is said instead where there are no errors."""
    cases: tuple[Case, ...]
    cubes: Table | None
    settings: Table
    faults: tuple[str, ...]


def document(
    match: Match, report: Report, *, me: int | None = None, every: bool = False
) -> Document:
    """The report of this match; `me`: the seat whose errors are listed, both if None; `every`:
    doubtful decisions are shown on a board, too."""
    errors = [each for each in report.errors if me is None or each.decision.player == me]
    shown = [each for each in errors if every or each.size in WITH_BOARD]
    in_order = sorted(shown, key=lambda each: (each.decision.game, each.decision.action))
    return Document(
        title=title(match),
        lines=tuple(_lines(match)),
        players=Table.of(player_columns(report)),
        chart=curve_svg(report, match.needed is not None),
        chart_words=_chart_words(match),
        games=_games(match, report),
        errors=_errors(report, errors, shown),
        none=none_found(report),
        cases=tuple(_case(match, each) for each in in_order),
        cubes=_cubes(report, me, shown),
        settings=_settings(match, report),
        faults=tuple(
            f"line {fault.line}: {plain(fault_text(fault))}"
            if fault.line
            else plain(fault_text(fault))
            for fault in report.faults
        ),
    )


def _lines(match: Match) -> Iterator[str]:
    yield target_text(match)
    yield standing(match)
    if about := " · ".join(about_lines(match)):
        yield about


def _chart_words(match: Match) -> str:
    first, second = map(plain, match.players)
    luck = f"Below, rolls that were lucky for {first} go up, and for {second} down."
    if match.needed is None:
        return f"The points that {first} could expect from each game, before every turn. {luck}"
    return (
        f"The chance of {first} (light) and of {second} (dark) to win the match, before every "
        f"turn. {luck}"
    )


# Tables -------------------------------------------------------------------------------------------


def _games(match: Match, report: Report) -> Table | None:
    if not report.games:
        return None
    names = [plain(player) for player in match.players]
    series = len({game.variant for game in report.games}) > 1
    played = [game.variant.name for game in match.games]
    columns = [
        Column("Game", [str(number) for number in range(1, len(report.games) + 1)]),
        *([Column("", played, left=True)] if series else []),
        Column("Score", ["{}-{}".format(*game.score) for game in report.games]),
        Column("Result", [_result(game, names) for game in report.games], left=True),
        *(
            Column(f"Errors of {name}", [_cost(game, seat) for game in report.games])
            for seat, name in enumerate(names)
        ),
        *(
            Column(f"Luck of {name}", [_luck(game, seat) for game in report.games])
            for seat, name in enumerate(names)
        ),
    ]
    return Table.of(columns)


def _result(game: GameReport, names: Sequence[str]) -> str:
    if game.points is None:
        return "not finished"
    return "drawn" if game.winner is None else f"{names[game.winner]} wins {game.points}"


def _cost(game: GameReport, seat: int) -> str:
    """Of the decisions that count."""
    mine = [each.error for each in game.decisions if each.decision.player == seat and each.counts]
    return f"{total(mine):.3f} in {len(mine)}" if mine else NOTHING


def _luck(game: GameReport, seat: int) -> str:
    mine = [each.luck for each in game.rolls if each.player == seat and each.luck is not None]
    return f"{total(mine):+.3f}" if mine else NOTHING


def _errors(report: Report, errors: Sequence[Verdict], shown: Sequence[Verdict]) -> Table | None:
    if not errors:
        return None
    cases = [_id(each) if each in shown else "" for each in errors]
    return Table.of(error_columns(report, errors), [each.size or "" for each in errors], cases)


def _cubes(report: Report, me: int | None, shown: Sequence[Verdict]) -> Table | None:
    """The decisions about the cube that count."""
    found = [
        each
        for each in report.verdicts
        if each.cube and each.counts and me in (None, each.decision.player)
    ]
    if not found:
        return None
    names = [plain(player.name) for player in report.players]
    cubes = [each.cube for each in found if each.cube]
    columns = [
        Column("Game", [str(each.decision.game + 1) for each in found]),
        Column("Turn", [str(each.decision.turn) for each in found]),
        Column("Player", [names[each.decision.player] for each in found], left=True),
        Column("Played", [each.played for each in found], left=True),
        Column("Best", [each.best for each in found], left=True),
        Column("Error", [f"{each.error:.3f}" if each.error else "" for each in found]),
        Column("No double", [f"{cube.no_double:+.3f}" for cube in cubes]),
        Column("Double, take", [f"{cube.double_take:+.3f}" for cube in cubes]),
        Column("Double, pass", [f"{cube.double_pass:+.3f}" for cube in cubes]),
    ]
    marks = [each.size or "" for each in found]
    return Table.of(columns, marks, [_id(each) if each in shown else "" for each in found])


def _settings(match: Match, report: Report) -> Table:
    """Everything that is needed to find the same numbers again."""
    told = report.settings
    games = {game.variant.id: game.variant.name for game in match.games}
    rows = {
        "Fullprime": told["version"],
        **{
            f"{games[name]} evaluated by": f"{by}, {told['depths'][name]}-ply"
            for name, by in told["evaluators"].items()
        },
        "Luck": f"{told['luck_plies']}-ply",
        **({"Match equity table": told["match_equity"]} if told["match_equity"] else {}),
        "Sizes of errors": (
            f"doubtful from {told['doubtful']:g}, error from {told['error']:g}, "
            f"blunder from {told['blunder']:g}"
        ),
        "The same again": f"fullprime analyze FILE --plies {told['plies']}{_deeper(report)}",
    }
    columns = [Column("", list(rows), left=True), Column("", list(rows.values()), left=True)]
    return Table.of(columns)


def _deeper(report: Report) -> str:
    """The options by which single decisions were looked at more closely."""
    made = {each.decision.key: each.rollout for each in report.verdicts if each.rollout}
    known = addresses(each.decision for each in report.verdicts)
    rolled = [place for place, decision in known.items() if decision.key in made]
    close = " --close" if report.settings["close"] else ""
    if not rolled:
        return close
    found = made[known[rolled[0]].key]
    settings = found.settings
    return "".join(
        (
            close,
            *(f" --rollout {place}" for place in rolled),
            f" --trials {settings.trials} --seed {settings.seed}",
            f" --rollout-plies {found.plies}" if found.plies else "",
        )
    )


# Boards -------------------------------------------------------------------------------------------


def _id(verdict: Verdict) -> str:
    made = verdict.decision
    return f"game-{made.game + 1}-turn-{made.turn}-{made.kind}-{made.action}"


def _case(match: Match, verdict: Verdict) -> Case:
    made, question = verdict.decision, verdict.decision.question
    assert verdict.size is not None  # noqa: S101 - only errors are shown
    on_roll, stakes = sides(verdict)
    names = plain(match.players[0]), plain(match.players[1])
    return Case(
        id=_id(verdict),
        heading=f"Game {made.game + 1}, turn {made.turn}",
        size=verdict.size,
        board=board_svg(
            question.position,
            question.variant,
            turn=on_roll,
            seat=made.player,
            names=names,
            roll=question.roll,
            stakes=stakes,
            white=match.games[made.game].white,
            arrows=list(_arrows(verdict)),
        ),
        facts=tuple(_facts(match, verdict, stakes, names)),
        verdict=_sentence(verdict, names),
        reasons=tuple(f"{SIGNS[reason.sign]} {reason.text}" for reason in verdict.reasons),
        table=choices(verdict),
    )


def sides(verdict: Verdict) -> tuple[int, Stakes]:
    """The seat on roll, and the stakes by the seats of the match: the question has those of the
    side on roll, and who answers a double is the other."""
    made = verdict.decision
    on_roll = 1 - made.player if made.kind == "take" else made.player
    return on_roll, made.question.stakes.seen_by(on_roll)


def _arrows(verdict: Verdict) -> Iterator[Arrow]:
    """What was better, and what was played."""
    if not verdict.candidates or verdict.decision.play is None:
        return
    yield Arrow(verdict.candidates[0].play.steps, BEST)
    yield Arrow(verdict.decision.play.steps, PLAYED, dashed=True)


def _facts(match: Match, verdict: Verdict, stakes: Stakes, names: tuple[str, str]) -> Iterator[str]:
    made, who = verdict.decision, names[verdict.decision.player]
    match made.kind:
        case "checker":
            yield f"{who} to play {dice_text(verdict)}"
        case "double":
            yield f"{who} on roll, with access to the cube"
        case "take":
            yield f"{names[1 - made.player]} doubles to {2 * stakes.value}, {who} to answer"
    if stakes.away:
        needs = f"{names[0]} needs {stakes.away[0]}, {names[1]} {stakes.away[1]}"
        yield f"{needs}{', Crawford game' if stakes.crawford else ''}"
    elif match.games[made.game].stakes.cube:
        yield f"Money{', Jacoby' if stakes.jacoby else ''}"


def _sentence(verdict: Verdict, names: tuple[str, str]) -> str:
    made = verdict.decision
    chance = verdict.mwc_error
    match_cost = "" if chance is None else f", {100 * chance:.2f} % of the match"
    cost = f"costs {verdict.error:.3f}{match_cost}"
    rolled = f" {rollout_text(verdict.rollout)}" if verdict.rollout else ""
    return f"{names[made.player]}: {verdict.played} {cost}. Best: {verdict.best}.{rolled}"


def choices(verdict: Verdict) -> Table:
    """The best plays and the one that was made; of the cube, what both can do."""
    question = verdict.decision.question
    if verdict.cube:
        columns = cube_columns(question, verdict.cube)
        return Table.of(columns, [_cube_mark(verdict, name) for name in columns[0].cells])
    at = verdict.at
    shown = list(range(min(MOST_SHOWN, len(verdict.candidates))))
    if at is not None and at not in shown:
        shown.append(at)
    plays = [verdict.candidates[place] for place in shown]
    number = Column("", [str(place + 1) for place in shown])
    marks = ["best" if place == 0 else "played" if place == at else "" for place in shown]
    columns = [each for each in plays_columns(question, plays) if each.rank <= BESIDE_A_BOARD]
    return Table.of([number, *columns], marks)


def _cube_mark(verdict: Verdict, name: str) -> str:
    """Is this row what was best, or what was done?"""
    answer = name.partition(", ")[2]
    words = (answer,) if verdict.decision.kind == "take" else (_doubling(name, verdict),)
    if verdict.best in words:
        return "best"
    return "played" if verdict.played in words else ""


def _doubling(name: str, verdict: Verdict) -> str:
    """A double counts as the answer that is right makes it."""
    cube = verdict.cube
    if name.startswith("No "):
        return "no double"
    passes = cube is not None and cube.double_pass < cube.double_take
    return "double" if name.endswith("pass") == passes else ""
