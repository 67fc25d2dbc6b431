"""One engine for all who decide: bots, hints, pages, terminal and protocols.

Everything follows from the game alone, so the same game always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from fullprime.action import Action, Coloured, Demanded
from fullprime.engine.chooser import Chooser
from fullprime.engine.evaluator import Evaluator
from fullprime.engine.evaluator_rollout import EvaluatorRoller
from fullprime.engine.evaluators import (
    MOST_KEPT,
    checked_plies,
    deepest,
    default_plies,
    evaluator_for,
    evaluator_name,
    is_solved,
    new_evaluator,
)
from fullprime.engine.levels import Level
from fullprime.engine.levels import level as level_of
from fullprime.engine.rollout import Roller, roller_for
from fullprime.engine.search import FILTERS, Filter
from fullprime.engine.solved_evaluator import is_exact
from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.match_equity import MatchEquity
from fullprime.stakes import Stakes
from fullprime.variant import Variant

NAME: Final = "Fullprime"


class Engine:
    """Decides in every game: by the strongest evaluator there is, by one of yours, or at a level.

    >>> from fullprime.variant import Variant
    >>> from fullprime.action import Rolled
    >>> game = Game.start(Variant.load()).apply(Rolled((3, 1)))
    >>> print(Engine(plies=0).choose(game))
    Played(steps=((8, 5), (6, 5)))
    """

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        plies: int | None = None,
        level: Level | str | None = None,
        person: int = 0,
        name: str = NAME,
        table: MatchEquity | None = None,
        shared: bool = True,
    ) -> None:
        """`plies`: how far it looks ahead; the default depth of the game if left out, and none over
        an evaluator of yours. `level`: a level or its name. `shared`: it may use evaluators that
        others use, too; one that is not can be canceled alone."""
        if not isinstance(evaluator, Evaluator | None):
            raise FullprimeError(
                f"an engine of {evaluator!r}: expected an Evaluator or nothing; "
                'write level="club" to play at a level'
            )
        self.own = evaluator
        self.plies = plies if plies is None else checked_plies(plies)
        self.level = level_of(level) if isinstance(level, str) else level
        self.person = person
        self.name = name
        self.table = table
        self.shared = shared
        self._evaluators: Callable[[Variant, int, tuple[Filter, ...]], Evaluator] = (
            evaluator_for if shared else lru_cache(MOST_KEPT)(new_evaluator)
        )
        self._in_use: Evaluator | None = None

    def __repr__(self) -> str:
        shown = {
            "plies": self.plies,
            "level": self.level and self.level.name,
            "person": self.person or None,
            "name": self.name if self.name != NAME else None,
        }
        settings = [f"{name}={value!r}" for name, value in shown.items() if value is not None]
        own = [] if self.own is None else [f"<{type(self.own).__name__}>"]
        return f"Engine({', '.join(own + settings)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # What it has in use stays here; another process makes it again.
        fields = ("plies", "level", "person", "name", "table", "shared")
        settings: dict[str, Any] = {field: getattr(self, field) for field in fields}
        return partial(type(self), **settings), (self.own,)

    @staticmethod
    def of(by: By) -> Engine:
        """Who answers: the usual engine, this one, or one with an evaluator of yours."""
        return by if isinstance(by, Engine) else Engine(by)

    def depth(self, variant: Variant, plies: int | None = None) -> int:
        """How far ahead it looks in this game, where `plies` or nothing is chosen; not at all in a
        game that is solved."""
        if plies is not None:
            plies = checked_plies(plies)
        if self.own is None and is_solved(variant):
            return 0
        if plies is not None:
            return plies
        if self.plies is not None:
            return min(self.plies, deepest(variant)) if self.own is None else self.plies
        return 0 if self.own else default_plies(variant)

    def evaluator(
        self,
        variant: Variant,
        plies: int | None = None,
        filters: tuple[Filter, ...] = FILTERS,
    ) -> Evaluator:
        """What it sees positions of this game with."""
        if self.level:
            self._in_use = self.level.evaluator(variant, self.person, self.own)
        elif self.own is None:
            self._in_use = self._evaluators(variant, self.depth(variant, plies), filters)
        elif self.own.variant != variant:
            raise FullprimeError(
                f"the evaluator is for {self.own.variant.name}; this game is {variant.name}"
            )
        else:
            self._in_use = self.own.looking_ahead(self.depth(variant, plies))
        return self._in_use

    def roller(self, variant: Variant) -> Roller:
        """What it rolls out positions of this game with."""
        return roller_for(variant) if self.own is None else EvaluatorRoller(self.own)

    def describe(self, variant: Variant) -> str:
        """What evaluates this game, in words."""
        return evaluator_name(variant) if self.own is None else type(self.own).__name__

    def is_exact(
        self, variant: Variant, stakes: Stakes, cubeful: bool, turns: tuple[int, int]
    ) -> bool:
        """Does it know what positions of this game are worth, instead of estimating it?"""
        perfect = self.own is None and self.level is None and is_solved(variant)
        return perfect and is_exact(variant, stakes, cubeful, turns)

    def cancel(self) -> None:
        """Stops what other threads compute with it now."""
        if self._in_use:
            self._in_use.cancel()

    def choose(self, game: Game, plies: int | None = None) -> Action | None:
        """What the seat that must act (`game.actor`) does; None: it rolls the dice.

        Engines never throw dice themselves: the opening throw, too, is None.
        """
        match game.phase:
            case Phase.OPENING:
                return None
            case Phase.TO_COLOR:  # it likes them as they are
                return Coloured("white" if game.turn == (game.white or 0) else "black")
            case Phase.SEEN:
                return Demanded()
            case Phase.OVER:
                raise FullprimeError("nothing to choose: the game is over")
            case _:
                return Chooser(self.evaluator(game.variant, plies), self.table).choose(game)


By = Engine | Evaluator | None
"""Who answers: an engine, or an evaluator of yours; None: the usual engine."""
