"""`fullprime play`: who plays whom, for what, with which dice, and where it is kept."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from fullprime.analysis.review.verdict import ERROR
from fullprime.analysis.tutor import LEVELS, Level, Tutor
from fullprime.cli import matches
from fullprime.cli.matches import Resumed
from fullprime.cli.opponents import level_option, opponent_notes, pr_option, seats_for
from fullprime.cli.output import count
from fullprime.cli.params import rules_option, series_option
from fullprime.cli.referee import referee_options, table_rules
from fullprime.dice import Dice, EnteredDice, SeededDice, SystemDice
from fullprime.engine.engine import Engine
from fullprime.engine.evaluators import MOST_PLIES, deepest
from fullprime.errors import BadFile, BadSettings
from fullprime.files import check_folder
from fullprime.formats.match_file import Format
from fullprime.match import BestOf, Match, Money, Points, Settings, Target
from fullprime.series import Series, chosen_options
from fullprime.stakes import LARGEST_CUBE
from fullprime.tui.keep import Notes
from fullprime.tui.play import run
from fullprime.tui.terminal import Terminal

"""What feels like no waiting at all."""
USUAL_PACE = 1.0
"""Seconds that one needs to see what a bot has played."""
LENGTH = click.IntRange(1, 999)
SEED = click.IntRange(0, 2**64 - 1)
FILE = click.Path(path_type=Path, dir_okay=False)
LOOKS = frozenset(
    {"plain", "home_left", "flip", "quick", "pace", "file", "resume", "fresh", "plies"}
    | {"tutor", "tutor_from"}
)
"""Options that say nothing about the match itself."""
WHO = frozenset({"--two", "--bots", "--level", "--pr", "--seed", "--enter-dice"})
"""Options about what files of other programs do not say."""


KEPT = ("dice", "level", "person")
"""Notes that go on with the match."""


class Stake(click.ParamType[Money]):
    """An amount of anything, kept exactly."""

    name = "amount"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Money:
        return value if isinstance(value, Money) else Money.of(str(value))


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
@series_option
@rules_option
@click.option(
    "--match",
    "points",
    type=LENGTH,
    metavar="N",
    help="A match to N points (default: 5).",
)
@click.option(
    "--best-of",
    type=LENGTH,
    metavar="N",
    help="The best of an odd number of games.",
)
@click.option("--money", is_flag=True, help="A money session.")
@click.option("--stake", type=Stake(), metavar="AMOUNT",
              help='What a point is worth, such as 0.50 or "5 beans" (default: 1).')  # fmt: skip
@click.option("--two", is_flag=True, help="Two people at one screen.")
@level_option
@pr_option
@click.option("--plies", type=click.IntRange(0, MOST_PLIES), default=None,
              help="How far the computer looks ahead; default 2.")  # fmt: skip
@click.option("--bots", is_flag=True, help="Watch the computer play itself.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Players' names, in order.")
@click.option("--cube/--no-cube", default=None, help="Play with the doubling cube, or without.")
@click.option("--crawford/--no-crawford", default=None, help="The Crawford rule (default: on).")
@click.option("--holland", is_flag=True, help="The Holland rule after the Crawford game.")
@click.option("--jacoby", is_flag=True, help="Gammons count only after a double was taken.")
@click.option(
    "--beavers", type=click.IntRange(0, 99), default=0, help="1 allows beavers, 2 raccoons too."
)
@click.option("--automatic", type=Limit(), default="0", help="Automatic doubles in a game.")
@click.option("--cube-limit", type=click.IntRange(2, LARGEST_CUBE), metavar="N",
              help="The highest value of the cube, such as 64 (default: none).")  # fmt: skip
@click.option("--roll-closed-out", is_flag=True, help="Closed-out players roll anyway.")
@click.option("--picks-color", "--picks-colour", "picks_color", is_flag=True,
              help="The winner of the opening throw chooses the color.")  # fmt: skip
@click.option("--house-rules", is_flag=True, help="Allow rules that do not belong together.")
@click.option("--seed", type=SEED, metavar="N", help="Dice that can be repeated.")
@click.option("--enter-dice", is_flag=True, help="Roll real dice and type what they show.")
@referee_options
@click.option("--ascii", "plain", is_flag=True, help="Draw the board without Unicode.")
@click.option("--home-left", is_flag=True, help="Draw the home boards on the left.")
@click.option("--flip/--no-flip", default=None, help="Turn the board to the player on roll.")
@click.option("--quick", is_flag=True, help="Play without confirming plays.")
@click.option("--tutor", type=click.Choice(LEVELS), metavar="LEVEL",
              help=f"Warn before an error is final: {', '.join(LEVELS)}.")  # fmt: skip
@click.option("--tutor-from", type=click.FloatRange(0, 1, min_open=True), metavar="ERROR",
              help=f"The smallest error that the tutor minds (default: {ERROR:g}).")  # fmt: skip
@click.option("--pace", type=click.FloatRange(0, 60), metavar="SECONDS",
              help=f"How long --bots shows each turn (default: {USUAL_PACE:g}).")  # fmt: skip
@click.option("--save", "file", type=FILE, help="Save the match in this file.")
@click.option("--resume", type=FILE, is_flag=False, flag_value="", metavar="[FILE]",
              help="Go on with the match in this file, or with the last one.")  # fmt: skip
@click.option("--new", "fresh", is_flag=True, help="Start a new match, even if one is unfinished.")
def play(
    series: Series,
    options: tuple[str, ...],
    points: int | None,
    best_of: int | None,
    money: bool,
    stake: Money | None,
    two: bool,
    level: str | None,
    pr: float | None,
    plies: int | None,
    bots: bool,
    names: tuple[str, ...],
    cube: bool | None,
    crawford: bool | None,
    holland: bool,
    jacoby: bool,
    beavers: int,
    automatic: int | None,
    cube_limit: int | None,
    roll_closed_out: bool,
    picks_color: bool,
    house_rules: bool,
    seed: int | None,
    enter_dice: bool,
    plain: bool,
    home_left: bool,
    flip: bool | None,
    quick: bool,
    tutor: Level | None,
    tutor_from: float | None,
    pace: float | None,
    file: Path | None,
    resume: Path | None,
    fresh: bool,
    **at_table: Any,
) -> int:
    """Play in the terminal, against the computer or another person.

    The match is saved after every action; leave with `quit` or Ctrl-D and go on
    later with --resume. Type `help` during the game for everything else.

    \b
    Examples:
      fullprime play                        a match to 5 against the computer
      fullprime play --match 7 --name Ann   a longer one
      fullprime play --level club           against a player who errs as people do
      fullprime play --tutor full           with warnings before your errors
      fullprime play --two --money --jacoby --beavers 2 --stake 0.50
      fullprime play --two --money --stake "5 beans"
      fullprime play --enter-dice           with real dice
      fullprime play --referee              two people at a real board
      fullprime play --resume               go on with the last match
      fullprime play --resume match.mat     or with one of another program
    """
    from fullprime.tui.console import ConsoleTerminal  # a fifth of the time of every start

    terminal = ConsoleTerminal()
    given = _given(click.get_current_context())
    path, resumed = _file(given, file, resume, fresh, terminal)
    if resumed:
        match, notes, kind = resumed
        if kind:
            _tell_import(match, kind, terminal)
            notes = _who(two, bots, level, pr, seed, enter_dice)
    else:
        rules = table_rules(**at_table)
        if rules and bots:
            raise click.UsageError("choose one of --referee and --bots")
        two, enter_dice = two or rules is not None, enter_dice or rules is not None
        settings = Settings(
            cube=cube, crawford=crawford, holland=holland, jacoby=jacoby, beavers=beavers,
            murphy=automatic, cube_limit=cube_limit, skip_closed_out=not roll_closed_out,
            house_rules=house_rules, winner_picks_color=picks_color, referee=rules,
        )  # fmt: skip
        target = _target(points, best_of, money, stake, usual=series.to)
        _check_one_point(target, settings)
        match = Match.start(
            players=_players(names, two, bots, picks_color),
            target=target,
            settings=settings,
            series=series,
            rotation=series.rotation(chosen_options(options)),
        )
        notes = _who(two, bots, level, pr, seed, enter_dice)
    if pace is not None and not notes.get("seat0") == notes.get("seat1") == "bot":
        raise click.UsageError("--pace belongs to --bots")
    setting = _tutor(tutor, tutor_from, notes, match, path)
    engine = _engine(match, plies)
    dice = _dice(notes, terminal, path)
    matches.remember(path)
    return run(
        match,
        seats=seats_for(match, notes, engine, path),
        engine=engine,
        dice=dice,
        io=terminal,
        save_path=path,
        notes={name: notes.get(name) for name in KEPT} | _counts(notes),
        tutor=setting,
        resume=f"{_program()} play --resume",
        ascii=plain or not terminal.unicode,
        # At a real table the confirmation is the lifting of the dice.
        confirm=not quick or match.settings.referee is not None,
        flip=flip,
        home_left=home_left,
        pace=pace if pace is not None else USUAL_PACE if terminal.is_watched else 0,
    )


def _who(
    two: bool, bots: bool, level: str | None, pr: float | None, seed: int | None, enter_dice: bool
) -> Notes:
    """Who plays, and with which dice, as it is kept beside the match."""
    if two and bots:
        raise click.UsageError("choose one of --two and --bots")
    return {
        "seat0": "bot" if bots else None,
        "seat1": None if two else "bot",
        "seed": seed,
        "dice": "entered" if enter_dice else None,
        **opponent_notes(level, pr, seed, two),
    }


def _tell_import(match: Match, kind: Format, terminal: Terminal) -> None:
    faults = len(match.notes.faults)
    found = f" with {count(faults, 'fault')}, which `fullprime show` lists" if faults else ""
    terminal.say(f"Read as {kind.title}{found}. The file stays as it is.")


def _given(context: click.Context) -> list[str]:
    """The options about the match itself that were typed; those about its look do not count."""
    return [
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name and parameter.name not in LOOKS
        if context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]


def _file(
    given: list[str], file: Path | None, resume: Path | None, fresh: bool, terminal: Terminal
) -> tuple[Path, Resumed | None]:
    """Where the match is kept, and the one to go on with."""
    if resume is not None:
        return _resumed(given, file, resume)
    if file is not None:
        return _new_file(file), None
    last = matches.last()
    if last and not (fresh or given) and _wants_to_go_on(last, terminal):
        return last, matches.load(last)
    return matches.new_path(), None


def _resumed(given: list[str], file: Path | None, resume: Path) -> tuple[Path, Resumed]:
    """A file of another program does not say who plays here, and it is never written to."""
    more = given or (["--save"] if file else [])
    if not resume.name:  # the last match is always one of ours
        _check_kept("file and rules", more)
    source = matches.existing(resume if resume.name else matches.last())
    resumed = matches.load(source)
    if resumed.format is None:
        _check_kept("file and rules", more)
        return source, resumed
    _check_kept("rules", [name for name in given if name not in WHO])
    return _new_file(file) if file else matches.new_path(), resumed


def _check_kept(what: str, more: list[str]) -> None:
    if more:
        raise click.UsageError(f"a resumed match keeps its own {what}: leave out {', '.join(more)}")


def _new_file(file: Path) -> Path:
    if not file.name:
        raise click.UsageError("--save expects the name of a file")
    if file.exists():
        raise BadFile(f"{file} exists already: go on with it by --resume {file}")
    check_folder(file)
    return file


def _program() -> str:
    """How this program can be called again from here."""
    if Path(sys.argv[0]).name == "__main__.py":
        return f"{Path(sys.executable).name} -m fullprime"
    return "fullprime" if shutil.which("fullprime") else os.path.relpath(sys.argv[0])


def _wants_to_go_on(path: Path, terminal: Terminal) -> bool:
    """Offers to go on with an unfinished match, where a person can answer."""
    if not sys.stdin.isatty() or not path.exists():
        return False
    try:
        match = matches.load(path).match
    except BadFile as error:
        terminal.say(f"The last match cannot be read; it stays where it is. {error}")
        return False
    if match.winner is not None:
        return False
    played = f"{match.variant.name}, {' against '.join(match.players)},"
    score = "{}-{}".format(*match.shown_score)
    while True:
        question = f"{played} is not finished ({score}). Go on with it? Enter or n. "
        answer = terminal.ask(question).strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            terminal.say(f"It stays in {path}")
            return False
        if answer in ("q", "quit"):
            raise click.Abort


def _target(
    points: int | None, best_of: int | None, money: bool, stake: Money | None, usual: int
) -> Target:
    if (points is not None) + (best_of is not None) + money > 1:
        raise click.UsageError("choose one of --match, --best-of and --money")
    if money:
        return stake or Money()
    if stake is not None:
        raise click.UsageError("--stake belongs to --money")
    return BestOf(best_of) if best_of is not None else Points(usual if points is None else points)


def _check_one_point(target: Target, settings: Settings) -> None:
    """A match to one point is all Crawford game: what needs the cube would have no effect."""
    if target != Points(1) or settings.crawford is False:
        return
    wanted = {
        "--cube": settings.cube,
        "--crawford": settings.crawford,
        "--automatic": settings.murphy != 0,
    }
    if more := ", ".join(name for name, given in wanted.items() if given):
        raise click.UsageError(f"a match to one point is played without the cube: leave out {more}")


def _players(names: tuple[str, ...], two: bool, bots: bool, picks_color: bool) -> tuple[str, str]:
    if len(names) > 2:
        raise click.UsageError("a match has two players: expected --name twice at most")
    # Where colors are chosen, no one is called by one.
    white, black = ("Player 1", "Player 2") if picks_color else ("White", "Black")
    usual = (white, black) if two else ("Prime" if bots else white, "Fullprime")
    # A name from a terminal with another encoding must still be writable to the file.
    typed = [name.encode(errors="replace").decode().strip() for name in names]
    first, second = (*typed, *usual[len(typed) :])
    if not first or not second or first == second:
        raise click.UsageError(f"the players need two different names, got {first!r}, {second!r}")
    return first, second


def _tutor(
    level: Level | None, least: float | None, notes: Notes, match: Match, path: Path
) -> Tutor:
    """As it was, but for what is chosen now."""
    try:
        was = Tutor.parse(str(notes["tutor"])) if notes.get("tutor") else Tutor()
    except BadSettings as error:
        raise BadFile(f"{path}: {error}") from error
    found = Tutor(level or was.level, was.least if least is None else least)
    humans = [seat for seat in ("seat0", "seat1") if not notes.get(seat)]
    if found.is_on and (len(humans) != 1 or match.settings.referee):
        raise click.UsageError("--tutor belongs to a match of a person against the computer")
    if least is not None and not found.is_on:
        raise click.UsageError(f"--tutor-from belongs to --tutor {'|'.join(LEVELS[1:])}")
    return found


def _counts(notes: Notes) -> Notes:
    """How often the tutor has been needed so far."""
    return {name: notes[name] for name in ("warned", "taken_back") if name in notes}


def _engine(match: Match, plies: int | None) -> Engine:
    """Looks ahead in the games where it can; if that is none of them, it is refused."""
    engine = Engine(plies=plies)
    if plies and not any(deepest(variant) for variant in match.rotation):
        engine.evaluator(match.variant, plies)  # raises, with the reason
    for variant in match.rotation:
        engine.evaluator(variant)  # raises before the game begins if a net is damaged
    return engine


def _dice(notes: Notes, terminal: Terminal, path: Path) -> Dice:
    if notes.get("dice") == "entered":
        return EnteredDice(terminal.ask)
    seed = notes.get("seed")
    if seed is None:
        return SystemDice()
    stream, thrown = notes.get("stream") or 0, notes.get("thrown") or 0
    if not (isinstance(seed, int) and isinstance(stream, int) and isinstance(thrown, int)):
        raise BadFile(f"{path}: the notes on the dice are not numbers")
    return SeededDice(seed, stream, thrown)
