"""The tutor: before an action is final it says whether another one is better, as much as is wanted.

It compares as hints and reviews do: 2-ply, or as deep as the game goes; 1-ply where a roll is
played in stages, since a player waits for it. It sees the position alone, and no dice to come.

>>> from fullprime.action import Rolled
>>> from fullprime.variant import Variant
>>> game = Game.start(Variant.load()).apply(Rolled((3, 1)))
>>> careless = game.read("24/23 13/10")
>>> found = caution(game, careless, Tutor.parse("full 0.08"))
>>> found.kind, found.best, round(found.error, 2)
('checker', '8/5 6/5', 0.24)
>>> caution(game, game.read("8/5 6/5"), Tutor.parse("full 0.08")) is None
True
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from fullprime.action import Action, Resigned
from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE, Depth
from fullprime.analysis.question import Question
from fullprime.analysis.reasons import Reason, reasons_json
from fullprime.analysis.review.decisions import Decision, decision_in
from fullprime.analysis.review.reviewing import verdict_reasons
from fullprime.analysis.review.verdict import (
    ERROR,
    Verdict,
    checker_verdict,
    cube_decision_verdict,
    size_of,
)
from fullprime.engine.engine import Engine
from fullprime.engine.result_values import equity_worths
from fullprime.engine.search import is_staged
from fullprime.errors import BadSettings, Fault, shorten
from fullprime.game import Game, Phase
from fullprime.play import wire_steps, write_named
from fullprime.shapes import converted
from fullprime.variant import Variant

Level = Literal["off", "nudge", "candidates", "full"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
Kind = Literal["checker", "double", "take", "resign"]
STAGED_PLIES: Final = 1
"""Where a roll is played in stages, more would take seconds."""
SHOWN: Final = 4
"""Plays beside the one that the player wants to make."""
RESIGN: Final = "resign"
PLAY_ON: Final = "play on"

Json = dict[str, Any]
Least = Annotated[float, Meta(gt=0, le=1)]


class Tutor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a tutor says, and from which error on."""

    level: Level = "off"
    """`nudge`: that there is something better; `candidates`: which plays to look at; `full`: what
    each is worth, and why."""
    least: Least = ERROR
    """In points at the present cube (EMG at match scores)."""

    @property
    def is_on(self) -> bool:
        """Does it say anything at all?"""
        return self.level != "off"

    @staticmethod
    def parse(text: str, usual: float = ERROR) -> Tutor:
        """A level, an error or both.

        >>> Tutor.parse("nudge 0.02")
        Tutor(level='nudge', least=0.02)
        """
        level, _, least = text.strip().lower().partition(" ")
        try:
            found = {"level": level, "least": float(least) if least.strip() else usual}
            return converted(found, Tutor)
        except (ValueError, msgspec.ValidationError) as error:
            levels = ", ".join(LEVELS)
            fault = Fault("tutor.setting", text=repr(shorten(text, 40)), levels=levels)
            raise BadSettings(fault) from error

    def __str__(self) -> str:
        return f"{self.level} {self.least:g}"


class Choice(NamedTuple):
    """What a player can do, and what they have by it."""

    name: str
    """A play, or `double`, `no double`, `take`, `pass`, `beaver`, `resign`, `play on`."""
    equity: float
    error: float
    plies: int
    steps: list[Any] | None = None
    """Of a play, as boards take them."""


class Caution(msgspec.Struct, frozen=True, kw_only=True):
    """Why a player should think again: seen by who decides."""

    kind: Kind
    played: str
    best: str
    error: float
    plies: int
    choices: tuple[Choice, ...]
    """The best first, and the one that the player wants among them."""
    reasons: tuple[Reason, ...] = ()


def caution(
    game: Game, action: Action | None, tutor: Tutor, engine: Engine = ENGINE
) -> Caution | None:
    """What to say before the seat that must act does this; None as an action is to roll.

    None: it loses less than the tutor is to mind, or there is nothing to decide.
    """
    if not tutor.is_on:
        return None
    if isinstance(action, Resigned):
        found = _resigning(game, action, engine)
    else:
        decision = decision_in(game, action)
        found = _decided(decision, tutor, engine) if decision else None
    return found if found and found.error >= tutor.least else None


def _decided(decision: Decision, tutor: Tutor, engine: Engine) -> Caution:
    question = decision.question
    depth = _depth(question, engine)
    if decision.play is not None:
        ranked = answers.plays(question, depth)
        verdict = checker_verdict(
            decision, answers.with_play(question, depth, ranked, decision.play)
        )
        choices = _plays(verdict)
    else:
        verdict = cube_decision_verdict(decision, answers.cube(question, depth), depth.plies)
        choices = _cube_choices(verdict)
    told = tutor.level == "full" and verdict.error >= tutor.least
    return Caution(
        kind=decision.kind,
        played=verdict.played,
        best=verdict.best,
        error=verdict.error,
        plies=verdict.plies,
        choices=choices,
        reasons=verdict_reasons(verdict, depth) if told else (),
    )


def _depth(question: Question, engine: Engine) -> Depth:
    return Depth.of(question, plies_for(question.variant, engine), engine=engine)


def plies_for(variant: Variant, engine: Engine = ENGINE) -> int:
    """How far ahead the tutor looks in this game."""
    usual = engine.depth(variant)
    return min(usual, STAGED_PLIES) if is_staged(variant) else usual


def _plays(verdict: Verdict) -> tuple[Choice, ...]:
    """The best, and the play that was wanted."""
    ranked, at = verdict.candidates, verdict.at
    shown = [each for n, each in enumerate(ranked) if n < SHOWN or n == at]
    return tuple(
        Choice(
            write_named(each.play, each.named),
            each.equity,
            each.error,
            each.plies,
            wire_steps(each.play.steps),
        )
        for each in shown
    )


def _cube_choices(verdict: Verdict) -> tuple[Choice, ...]:
    cube = verdict.cube
    assert cube is not None  # noqa: S101 - it is about the cube
    worths = cube.answers if verdict.decision.kind == "take" else cube.doubling
    return _compared(worths, verdict.plies)


def _compared(worths: dict[str, float], plies: int) -> tuple[Choice, ...]:
    best = max(worths.values())
    names = sorted(worths, key=lambda name: -worths[name])
    return tuple(Choice(name, worths[name], best - worths[name], plies) for name in names)


def _resigning(game: Game, action: Resigned, engine: Engine) -> Caution | None:
    """Giving the game up, against what playing on is worth."""
    if game.phase not in (Phase.TO_ROLL, Phase.TO_PLAY, Phase.OFFERED):
        return None
    question = Question.in_game(game)
    depth = _depth(question, engine)
    side = 0 if game.actor == game.turn else 1
    lost = equity_worths(question.stakes, side, question.table)[2 + action.multiple]
    worths = {PLAY_ON: _worth_now(question, depth, side), RESIGN: lost}
    choices = _compared(worths, depth.plies)
    return Caution(
        kind="resign",
        played=RESIGN,
        best=choices[0].name,
        error=choices[0].equity - lost,
        plies=depth.plies,
        choices=choices,
    )


def _worth_now(question: Question, depth: Depth, side: int) -> float:
    """What the seat that must act has when it plays on as well as it can."""
    if side:
        return max(answers.cube(question, depth).answers.values())
    if question.roll is not None:
        return answers.plays(question, depth)[0].equity
    return answers.evaluate(question, depth).equity


# As JSON -----------------------------------------------------------------------------------------


def caution_json(found: Caution, level: Level) -> Json:
    """Only what this level says: candidates come in an order that says nothing."""
    about: Json = {"kind": found.kind, "level": level, "played": found.played}
    if level == "nudge":
        return about
    if level == "candidates":
        listed = sorted(found.choices, key=lambda choice: choice.name)
        return about | {"choices": [{"name": each.name, "steps": each.steps} for each in listed]}
    return about | {
        "best": found.best,
        "error": found.error,
        "size": size_of(found.error),
        "plies": found.plies,
        "choices": [each._asdict() for each in found.choices],
        "reasons": reasons_json(found.reasons),
    }
