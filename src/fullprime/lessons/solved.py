"""A step with all that follows from it: what can be computed is not written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

from fullprime.action import Rolled
from fullprime.game import Game
from fullprime.lessons.file import Lesson, Rolls, Step
from fullprime.lessons.rolls import FACES, rolls_that
from fullprime.match_equity import MatchEquity
from fullprime.notation import read_play, read_routes
from fullprime.play import Place, Play, place_name
from fullprime.position import BAR
from fullprime.variant import Variant
from fullprime.walk import StepWalk, Stop


class Label(NamedTuple):
    """The number of an entry point, by the count of who enters."""

    at: Place
    text: str
    kind: Literal["open", "blocked", "answer"]


class Solved:
    """What the library says about a step."""

    def __init__(self, lesson: Lesson, step: Step) -> None:
        self.step = step
        self.variant = Variant.load(step.variant or lesson.variant)
        self.seat = 0 if step.by == "you" else 1
        """Who is on roll; you sit on seat 0."""

    @cached_property
    def before(self) -> Game:
        """Before the roll."""
        text, variant = self.step.position, self.variant
        position = variant.position(text) if text else variant.start_position
        stakes = self.step.stakes.stakes()
        return Game.start(
            variant,
            msgspec.structs.replace(stakes, cube=variant.cube),
            position=position.flipped() if self.seat else position,
            starter=self.seat,
            skip_closed_out=False,
        )

    @cached_property
    def game(self) -> Game:
        """With the dice on the table, if there are any."""
        dice = self.step.dice
        return self.before.apply(Rolled(dice)) if dice else self.before

    @cached_property
    def plays(self) -> list[Play]:
        """Those that solve it, the one that is shown first."""
        game = self.game
        if not game.roll:
            return []
        wanted = [
            read_play(game.variant, game.position, game.roll, text) for text in self.step.plays
        ]
        if wanted or self.step.begin:
            return wanted or [self._beginning_with(*self.beginnings[0])]
        return list(game.plays[:1]) if self.step.kind in ("play", "watch") else []

    @cached_property
    def beginnings(self) -> list[tuple[Place, Place]]:
        """First steps that solve it."""
        routes = [route for text in self.step.begin for route in read_routes(text)]
        return [(place_name(r.places[0]), place_name(r.places[1])) for r in routes]

    def _beginning_with(self, source: Place, target: Place) -> Play:
        """A legal play whose first step this is."""
        walk = StepWalk(self.game)
        first = next(stop for step, stop in walk.next(walk.start) if step.wire == (source, target))
        return walk.ends[min(walk.reached(first), key=str)]

    def first_stop(self) -> Stop:
        """Where the board stands once the first step has been made."""
        walk = StepWalk(self.game)
        wire = self.beginnings[0]
        return next(stop for step, stop in walk.next(walk.start) if step.wire == wire)

    @cached_property
    def pips(self) -> tuple[int, int]:
        """Yours, and the opponent's."""
        mover, other = self.game.position.pips
        return (other, mover) if self.seat else (mover, other)

    @cached_property
    def rolls(self) -> list[list[bool]] | None:
        """The 36 rolls, where the step is about them."""
        wanted = self.step.rolls
        if not wanted:
            return None
        rolls_now = wanted.by == self.step.by
        position = self.before.position
        return rolls_that(wanted, self.variant, position if rolls_now else position.flipped())

    @property
    def good_rolls(self) -> int:
        """How many of them there are."""
        return sum(map(sum, self.rolls or ()))

    @property
    def number(self) -> int | None:
        """What is to be counted."""
        mine, theirs = self.pips
        found = {
            "pips": mine,
            "opponent": theirs,
            "lead": theirs - mine,
            "rolls": self.good_rolls,
        }
        return found[self.step.count] if self.step.count else None

    @property
    def values(self) -> dict[str, int]:
        """For the gaps in the texts."""
        mine, theirs = self.pips
        found = {"pips": mine, "opponent": theirs, "lead": theirs - mine, "behind": mine - theirs}
        if self.rolls:
            found |= {"rolls": self.good_rolls, "others": 36 - self.good_rolls}
        table = MatchEquity.load()
        chances = {
            name: round(100 * table.chance(*away)) for name, away in self.step.chances.items()
        }
        return found | chances | {name: self._shots(text) for name, text in self.step.shots.items()}

    def _shots(self, text: str) -> int:
        position = self.variant.position(text).flipped()
        return sum(map(sum, rolls_that(Rolls(of="hit"), self.variant, position)))

    @property
    def labels(self) -> Sequence[Label]:
        """The numbers by which a checker enters: open, blocked, or the answer."""
        if not self.step.entries:
            return ()
        answers = {target for source, target in self._first_steps() if source == "bar"}
        return [self._label(die, answers) for die in FACES]

    def _label(self, die: int, answers: set[Place]) -> Label:
        point = BAR - die
        other = self.game.position.other[self.variant.across(point)]
        kind: Literal["open", "blocked", "answer"] = "blocked" if other > 1 else "open"
        return Label(point, str(die), "answer" if point in answers else kind)

    def _first_steps(self) -> list[tuple[Place, Place]]:
        return self.beginnings or [step.wire for play in self.plays for step in play.steps]


def solve(lesson: Lesson, name: str) -> Solved:
    """What follows from one step of a lesson."""
    return Solved(lesson, lesson.steps[name])
