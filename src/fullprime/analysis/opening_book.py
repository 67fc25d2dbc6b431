"""The opening book: every first roll, the good plays of it, and every reply.

Of the standard game it is rolled out (training/opening_book.py) and lies in `data/openings`. What
is not in there, and all other games, are evaluated when someone asks, at the default depth.

>>> [first] = [line for line in opened(Variant.load()).rolls if line.first == "31"]
>>> first.best.play, first.rolled
('8/5 6/5', True)
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from fullprime.action import Rolled
from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE, Depth
from fullprime.analysis.question import Question
from fullprime.data import shipped
from fullprime.dice import ROLLS, Roll
from fullprime.engine.engine import Engine
from fullprime.engine.evaluator import RankedPlay
from fullprime.engine.nets import nets
from fullprime.engine.outcome import Outcome
from fullprime.engine.result_values import MONEY, average
from fullprime.errors import BadFile, Fault, FullprimeError
from fullprime.game import Game, Phase
from fullprime.notation import read_routes
from fullprime.play import Play, write_named
from fullprime.shapes import decoded
from fullprime.variant import Variant
from fullprime.why import find_play

FOLDER: Final = "openings"
MOST_SHOWN: Final = 5
"""Candidates of a decision that is evaluated."""
MOST_KEPT: Final = 4096
"""Evaluated decisions kept for the next who asks."""


class Candidate(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A play of the book, seen by the side that makes it."""

    play: str
    equity: float
    """For money; cubeful where the game has a cube."""
    trials: int = 0
    """Rolled out; 0: evaluated."""
    standard_error: float | None = None
    """Of the equity, where it is rolled out."""
    joint_error: float | None = None
    """The standard error of what it loses against the best, with the same dice; None: of the best,
    and of a play that was dropped because it was clearly behind."""
    cubeless: float | None = None
    chances: Outcome | None = None
    """None where six chances do not describe the game."""


class Line(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A decision: a first roll, or a reply."""

    first: str
    play: str = ""
    """Of the first roll; empty where that is the decision."""
    reply: str = ""
    seed: int | None = None
    """Of the rollout."""
    plies: int | None = None
    """How far ahead it is evaluated, if it is not rolled out."""
    plays: int
    """How many legal ones there are."""
    candidates: tuple[Candidate, ...]
    """The best first."""

    @property
    def best(self) -> Candidate:
        """The best play."""
        return self.candidates[0]

    @property
    def second(self) -> Candidate | None:
        """The next best; None where there is no choice."""
        return self.candidates[1] if len(self.candidates) > 1 else None

    @property
    def roll(self) -> Roll:
        """The roll that is decided about."""
        return Roll.parse(self.reply or self.first)

    @property
    def rolled(self) -> bool:
        """Is it rolled out?"""
        return self.plies is None

    def loss(self, candidate: Candidate) -> float:
        """What a play loses against the best."""
        return self.best.equity - candidate.equity


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is rolled out of a game, and how."""

    variant: str
    net: str
    pruner: str | None
    date: str
    truncate: int
    """Plies of a trial at most."""
    truncation_plies: int
    """How far ahead the position that is reached then is evaluated."""
    chosen_plies: int
    """How far ahead candidates were chosen."""
    lines: tuple[Line, ...]

    @property
    def current(self) -> bool:
        """Does the net that rolled it out still come with the program?"""
        return any(net.name == self.net for net in nets())


class Opened(NamedTuple):
    """The book where someone has opened it."""

    variant: Variant
    rolls: tuple[Line, ...]
    """Every first roll; once one is chosen, every reply after `play`."""
    decision: Line | None = None
    """The roll that is looked at: the first, or the reply."""
    play: str = ""
    """Of the first roll."""
    book: Book | None = None
    """How it was rolled out; None: it is evaluated."""

    @property
    def reply(self) -> str:
        """The reply that is looked at."""
        return self.decision.reply if self.decision else ""


def opened(
    variant: Variant, first: str = "", reply: str = "", play: str = "", engine: Engine = ENGINE
) -> Opened:
    """The first rolls; with `first` that roll and the replies after its best play, or after `play`;
    with `reply` that reply."""
    if not first:
        if reply or play:
            raise FullprimeError(Fault("book.order"))
        firsts = tuple(line(variant, str(roll), engine=engine) for roll in first_rolls(variant))
        return Opened(variant, firsts, book=_of_lines(variant, firsts))
    decision = line(variant, first, engine=engine)
    before = _played(variant, decision.first, play or decision.best.play)
    if reply:
        decision = line(variant, decision.first, before, reply, engine)
    rolls = ROLLS if _ends_turn(variant, decision.first, before) else ()
    replies = tuple(line(variant, decision.first, before, str(each), engine) for each in rolls)
    return Opened(variant, replies, decision, before, _of_lines(variant, (decision,)))


def line(
    variant: Variant, first: str, play: str = "", reply: str = "", engine: Engine = ENGINE
) -> Line:
    """A decision: rolled out if it is in the book, or else evaluated."""
    roll = Roll.parse(first)
    if roll.double and roll not in first_rolls(variant):
        raise FullprimeError(Fault("book.double", roll=str(roll), game=variant.name))
    name = roll_name(roll)
    if reply:
        play, reply = _played(variant, name, play), roll_name(Roll.parse(reply))
        if not _ends_turn(variant, name, play):
            raise FullprimeError(Fault("book.same", roll=str(roll), play=play))
    found = _shelf(variant.id).get((name, play, reply)) if _is_shipped(variant) else None
    return found or _evaluated(variant, name, play, reply, engine)


def first_rolls(variant: Variant) -> list[Roll]:
    """What the first player can roll: no doublet where the opening throw is played."""
    return [roll for roll in ROLLS if variant.opening != "use" or not roll.double]


def roll_name(roll: Roll) -> str:
    """The larger number first: `31`."""
    return f"{max(roll)}{min(roll)}"


def game_at(variant: Variant, first: str, play: str = "", reply: str = "") -> Game:
    """The game that waits for the play of the first roll, or of the reply. The player who begins
    has seat 0.

    >>> game_at(Variant.load(), "31", "8/5 6/5", "64").turn
    1
    """
    game = Game.start(variant, starter=0).apply(Rolled(Roll.parse(first)))
    if not play:
        return game
    after = game.apply(game.read(play))
    return after.apply(Rolled(Roll.parse(reply))) if reply else after


def play_of(variant: Variant, at: Line, candidate: Candidate) -> Play:
    """The play itself, with its steps and the position after it."""
    return _read(game_at(variant, at.first, at.play, at.reply), candidate.play)


# What is rolled out -------------------------------------------------------------------------------


@cache
def book_of(variant_id: str) -> Book | None:
    """What is rolled out of a game; None: nothing."""
    file = shipped(FOLDER, f"{variant_id}.json")
    if not file.is_file():
        return None
    try:
        return decoded(file.read_bytes(), Book)
    except msgspec.DecodeError as error:
        raise BadFile(f"the opening book of {variant_id}: {error}") from error


@cache
def _shelf(variant_id: str) -> dict[tuple[str, str, str], Line]:
    book = book_of(variant_id)
    lines = book.lines if book else ()
    return {(each.first, each.play, each.reply): each for each in lines}


def _is_shipped(variant: Variant) -> bool:
    """With other rules, or with a file of the same name, it is another game."""
    return book_of(variant.id) is not None and variant == Variant.load(variant.id)


def _of_lines(variant: Variant, lines: tuple[Line, ...]) -> Book | None:
    return book_of(variant.id) if all(each.rolled for each in lines) else None


# What is evaluated --------------------------------------------------------------------------------


@lru_cache(MOST_KEPT)
def _evaluated(variant: Variant, first: str, play: str, reply: str, engine: Engine) -> Line:
    question = Question.in_game(game_at(variant, first, play, reply))
    depth = Depth.of(question, engine=engine)
    found = answers.plays(question, depth)
    if len(found) > 1:  # also where it was left behind early: what the best gains is of interest
        found = answers.with_play(question, depth, found, found[1].play)
    deep = [each for each in found if each.plies == found[0].plies][:MOST_SHOWN]
    drawn = variant.can_be_drawn
    return Line(
        first=first,
        play=play,
        reply=reply,
        plies=depth.plies,
        plays=len(found),
        candidates=tuple(_candidate(each, drawn) for each in deep),
    )


def _candidate(ranked: RankedPlay, drawn: bool) -> Candidate:
    outcome = ranked.outcome
    return Candidate(
        play=write_named(ranked.play, ranked.named),
        equity=ranked.equity,
        cubeless=average(outcome, MONEY),
        chances=None if drawn else outcome,
    )


# Names --------------------------------------------------------------------------------------------


@lru_cache(MOST_KEPT)
def _played(variant: Variant, first: str, play: str) -> str:
    """A play of the first roll as the book writes it; an illegal one raises with its rule."""
    return str(_read(game_at(variant, first), play))


def _read(game: Game, text: str) -> Play:
    assert game.numbers is not None  # noqa: S101 - the roll is thrown
    routes = read_routes(text.partition(" (")[0])  # without the doublet that was named for it
    return find_play(game.numbers.at_hand, game.position, routes)


def _ends_turn(variant: Variant, first: str, play: str) -> bool:
    """Does the opponent roll next? Some rolls earn another."""
    game = game_at(variant, first, play)
    return game.phase is Phase.TO_ROLL and game.turn == 1
