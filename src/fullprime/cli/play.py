"""`fullprime play`: who plays whom, for what, with which dice, and where it is kept."""

from __future__ import annotations

import os
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

import click
import platformdirs

from fullprime.cli.params import rules_option, variant_option
from fullprime.dice import Dice, EnteredDice, SeededDice, SystemDice
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.engine.player import EvaluatorEngine
from fullprime.errors import BadFile
from fullprime.formats import saved
from fullprime.match import BestOf, Match, Money, Points, Settings, Target
from fullprime.tui.keep import Notes
from fullprime.tui.play import asking, run
from fullprime.tui.table import Seats
from fullprime.tui.terminal import ConsoleTerminal
from fullprime.variant import Variant

USUAL_LENGTH = 5
LENGTH = click.IntRange(1, 999)
FILE = click.Path(path_type=Path, dir_okay=False)


class Stake(click.ParamType[Decimal]):
    """An amount of money, kept exactly."""

    name = "amount"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Decimal:
        try:
            return Decimal(str(value))
        except InvalidOperation:
            self.fail(f"{value!r} is no amount, expected a number such as 0.50", param, ctx)


class Limit(click.ParamType[int | None]):
    """A number of automatic doubles, or all of them."""

    name = "number|all"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        if value == "all" or value is None:
            return None
        if not (str(value).isdecimal() and len(str(value)) < 5):
            self.fail(f"{value!r} is no limit, expected a number or 'all'", param, ctx)
        return int(str(value))


@click.command()
@variant_option
@rules_option
@click.option(
    "--match",
    "points",
    type=click.IntRange(1, 999),
    metavar="N",
    help="A match to N points (usual: 5).",
)
@click.option(
    "--best-of",
    type=click.IntRange(1, 999),
    metavar="N",
    help="The best of an odd number of games.",
)
@click.option("--money", is_flag=True, help="A money session.")
@click.option("--stake", type=Stake(), default="1", help="What a point is worth in money.")
@click.option("--two", is_flag=True, help="Two people at one screen.")
@click.option("--bots", is_flag=True, help="Watch the computer play itself.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Players' names, in order.")
@click.option("--cube/--no-cube", default=None, help="Play with the doubling cube, or without.")
@click.option("--crawford/--no-crawford", default=None, help="The Crawford rule (usual: on).")
@click.option("--holland", is_flag=True, help="The Holland rule after the Crawford game.")
@click.option("--jacoby", is_flag=True, help="Gammons count only after a double was taken.")
@click.option(
    "--beavers", type=click.IntRange(0, 99), default=0, help="1 allows beavers, 2 raccoons too."
)
@click.option("--automatic", type=Limit(), default="0", help="Automatic doubles in a game.")
@click.option("--roll-closed-out", is_flag=True, help="Closed-out players roll all the same.")
@click.option("--house-rules", is_flag=True, help="Allow rules that do not belong together.")
@click.option("--seed", type=int, help="Dice that can be repeated; usual: from the system.")
@click.option("--enter-dice", is_flag=True, help="Roll real dice and type what they show.")
@click.option("--ascii", "plain", is_flag=True, help="Draw the board without Unicode.")
@click.option("--home-left", is_flag=True, help="Draw the home boards on the left.")
@click.option("--flip/--no-flip", default=None, help="Turn the board to whoever plays.")
@click.option("--quick", is_flag=True, help="Do not ask to confirm plays.")
@click.option("--save", "file", type=FILE, help="Keep the match in this file.")
@click.option("--resume", type=FILE, is_flag=False, flag_value="", metavar="[FILE]",
              help="Go on with the match in this file, or with the last one.")  # fmt: skip
@click.option("--new", "fresh", is_flag=True, help="Do not ask about an unfinished match.")
def play(
    variant: Variant,
    options: tuple[str, ...],
    points: int | None,
    best_of: int | None,
    money: bool,
    stake: Decimal,
    two: bool,
    bots: bool,
    names: tuple[str, ...],
    cube: bool | None,
    crawford: bool | None,
    holland: bool,
    jacoby: bool,
    beavers: int,
    automatic: int | None,
    roll_closed_out: bool,
    house_rules: bool,
    seed: int | None,
    enter_dice: bool,
    plain: bool,
    home_left: bool,
    flip: bool | None,
    quick: bool,
    file: Path | None,
    resume: Path | None,
    fresh: bool,
) -> int:
    """Play in the terminal, against the computer or another person.

    The match is kept after every action; leave with `quit` or Ctrl-D and go on
    later with --resume. Type `help` during the game for everything else.

    \b
    Examples:
      fullprime play                        a match to 5 against the computer
      fullprime play --match 7 --name Ann   a longer one
      fullprime play --two --money --jacoby --beavers 2 --stake 0.50
      fullprime play --enter-dice           with real dice
      fullprime play --resume               go on with the last match
    """
    terminal = ConsoleTerminal()
    path = file or (resume if resume and resume.name else last_match())
    if resume or (not fresh and not file and _wants_to_go_on(path, terminal)):
        match, notes = _load(path)
    else:
        if file and file.exists():
            raise BadFile(f"{file} exists already: go on with it by --resume {file}")
        settings = Settings(
            cube=cube, crawford=crawford, holland=holland, jacoby=jacoby, beavers=beavers,
            murphy=automatic, skip_closed_out=not roll_closed_out, house_rules=house_rules,
        )  # fmt: skip
        match = Match.start(
            players=_players(names, two, bots),
            target=_target(points, best_of, money, stake),
            settings=settings,
            variant=variant.with_options(dict.fromkeys(options, True)),
        )
        human = two or not bots
        notes = {"seat0": None if human else "bot", "seat1": None if two else "bot", "seed": seed}
        _set_aside(path)
    return run(
        match,
        seats=_seats(match, notes),
        dice=_dice(notes, terminal, enter_dice),
        io=terminal,
        save_path=path,
        resume="fullprime play --resume",
        ascii=plain or not terminal.unicode,
        confirm=not quick,
        flip=flip,
        home_left=home_left,
    )


def last_match() -> Path:
    """Where the match is kept that was not given a file."""
    home = os.environ.get("FULLPRIME_HOME")
    folder = Path(home) if home else platformdirs.user_data_path("fullprime")
    return folder / "last-match.json"


def _wants_to_go_on(path: Path, terminal: ConsoleTerminal) -> bool:
    """Asks about an unfinished match, where there is somebody to ask."""
    if not sys.stdin.isatty() or not path.exists():
        return False
    try:
        match, _ = _load(path)
    except BadFile:
        return False
    if match.winner is not None:
        return False
    first, second = match.players
    score = "{}-{}".format(*match.score)
    question = f"{first} against {second} is not finished ({score}). Go on with it? [Y/n] "
    return terminal.ask(question).strip().lower() in ("", "y", "yes")


def _load(path: Path) -> tuple[Match, Notes]:
    try:
        return saved.load(path.read_bytes())
    except FileNotFoundError as error:
        raise BadFile(f"there is no saved match at {path}") from error


def _set_aside(path: Path) -> None:
    """A new match never overwrites one that somebody may want back."""
    if path.exists():
        path.replace(path.with_name(f"{path.stem}-before{path.suffix}"))


def _target(points: int | None, best_of: int | None, money: bool, stake: Decimal) -> Target:
    if (points is not None) + (best_of is not None) + money > 1:
        raise click.UsageError("choose one of --match, --best-of and --money")
    if money:
        return Money(stake)
    return (
        BestOf(best_of)
        if best_of is not None
        else Points(USUAL_LENGTH if points is None else points)
    )


def _players(names: tuple[str, ...], two: bool, bots: bool) -> tuple[str, str]:
    if two and bots:
        raise click.UsageError("choose one of --two and --bots")
    usual = ("White", "Black") if two else ("Prime" if bots else "White", "Fullprime")
    if len(names) > 2:
        raise click.UsageError("a match has two players: expected --name twice at most")
    first, second = (*names, *usual[len(names) :])
    return first, second


def _seats(match: Match, notes: Notes) -> Seats:
    evaluator = HandmadeEvaluator(match.variant)
    first, second = (
        EvaluatorEngine(evaluator, name) if notes.get(f"seat{seat}") else None
        for seat, name in enumerate(match.players)
    )
    return first, second


def _dice(notes: Notes, terminal: ConsoleTerminal, enter: bool) -> Dice:
    if enter:
        return EnteredDice(asking(terminal))
    seed, stream, thrown = (notes.get(key) for key in ("seed", "stream", "thrown"))
    if isinstance(seed, int):
        return SeededDice(seed, int(stream or 0), int(thrown or 0))
    return SystemDice()
