"""Cards and decks.

A card has an id that says all about it, so that what is made by rule need not be kept; only cards
of one's own errors are. A deck lists its cards in the order in which they are learned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fullprime.errors import FullprimeError
from fullprime.game import Game, Phase
from fullprime.match import Match
from fullprime.practice import bearoff, cubes, openings, pips
from fullprime.practice.grading import Kind
from fullprime.practice.made import Made, Wanted

ERRORS: Final = "errors"
OPENINGS: Final = "openings"
MADE: Final[dict[str, Callable[[], tuple[str, ...]]]] = {
    OPENINGS: openings.names,
    "bearoff": bearoff.names,
    "pips": pips.names,
    "cube": cubes.names,
}
"""Decks that are made by rule, and the names of their cards."""
DECKS: Final = (ERRORS, *MADE)
_MAKERS: Final[dict[str, Callable[[str, int], Made | None]]] = {
    OPENINGS: openings.make,
    "bearoff": bearoff.make,
    "pips": pips.make,
    "cube": cubes.make,
}


class Was(NamedTuple):
    """What was decided when it counted."""

    played: str
    best: str
    error: float


class Card(NamedTuple):
    """A decision that is asked for."""

    id: str
    deck: str
    kind: Kind
    match: Match
    """It waits for the decision."""
    theme: str
    wanted: Wanted | None = None
    """What is to be counted, if that is the question."""
    plies: int | None = None
    """How far ahead the answer is evaluated; None: the default depth."""
    exact: bool = False
    """The figures are no estimates."""
    was: Was | None = None
    """Of an error of one's own."""
    place: str = ""
    """Where it was made: the game and the turn of the match, as addresses of reviews have them."""

    @property
    def game(self) -> Game:
        """The game that waits."""
        return self.match.game

    @property
    def player(self) -> int:
        """The seat that decides."""
        game = self.game
        return 1 - game.turn if game.phase is Phase.OFFERED else game.turn

    @property
    def in_book(self) -> tuple[str, str, str] | None:
        """Of an opening: the first roll, its play and the reply, as the opening book has them."""
        return openings.place_of(self.name) if self.deck == OPENINGS else None

    @property
    def name(self) -> str:
        """What the id says beyond the deck."""
        return self.id.partition("-")[2]

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from, where the board has none."""
        if self.kind == "double":
            return ("no double", "double")
        if self.kind == "take":
            verbs = self.game.verbs
            return ("take", "pass", *(["beaver"] if "beaver" in verbs else []))
        return ()

    @property
    def number(self) -> int | None:
        """The right count, where something is counted; a lead is that of either side."""
        if self.wanted is None:
            return None
        mine, theirs = self.game.position.pips
        return {"mine": mine, "theirs": theirs, "lead": abs(theirs - mine)}[self.wanted]


def made_cards(deck: str) -> tuple[str, ...]:
    """The ids of a deck that is made by rule."""
    return tuple(f"{deck}-{name}" for name in MADE[deck]())


def find_card(card_id: str, times: int = 0) -> Card:
    """The card of an id, of a deck that is made by rule.

    times: how often it was answered. A pip count asks about another board each time, since a board
    that is remembered is not counted.
    """
    deck, _, name = card_id.partition("-")
    made = _MAKERS[deck](name, times) if deck in _MAKERS else None
    if made is None:
        raise FullprimeError(f"no card is called {card_id!r}")
    return Card(card_id, deck, *made)
