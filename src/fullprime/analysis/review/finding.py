"""Finding decisions in many reviewed matches: by what they cost, what was done and what was right,
the game plans of both sides, the reasons, and by how near a position is to another one.

It reads reports as JSON (`report_json`), as the store keeps them, so that nothing is replayed.

>>> from fullprime import Match
>>> from fullprime.analysis.review import report_json, review
>>> match = Match.start(players=("Ann", "Ben"), target=3).apply("31").apply("24/23 13/10")
>>> known = Searched.of(report_json(review(match, plies=0)))
>>> [(each.address, each.played, each.best) for each in Finder(Query(loss=0.1)).in_match("", known)]
[('1.1', '24/23 13/10', '8/5 6/5')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from fullprime.analysis.reasons.kinds import KINDS as REASONS
from fullprime.analysis.reasons.plans import NAMES as PLANS
from fullprime.analysis.review.decisions import Kind, address
from fullprime.analysis.review.verdict import DOUBTFUL, Size
from fullprime.errors import FullprimeError, unknown
from fullprime.formats.ids import read_position
from fullprime.position import BAR, HAND, Position
from fullprime.shapes import converted, decoder_of
from fullprime.variant import Variant

CUBE: Final = ("double", "no double", "take", "pass", "beaver")
DONE: Final = ("checker", "cube", *CUBE)
OTHER_WORDS: Final = {"drop": "pass", "no_double": "no double", "no-double": "no double"}
THEMES: Final = tuple(dict.fromkeys(name for kind in REASONS for name in (kind.family, kind.name)))
MOST: Final = 20
Steps = list[list[int | str]]
"""Of a play, as JSON has them."""


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is looked for; what is left out does not matter."""

    loss: Annotated[float, Meta(ge=0)] | None = None
    """What was lost at least; if left out, 0.02, and with `like` nothing."""
    kind: str | None = None
    """What was done: one of `DONE`."""
    was: str | None = None
    """What would have been right with the cube: one of `CUBE`."""
    plan: str | None = None
    """The game plan of the player who decides,"""
    against: str | None = None
    """and of the opponent."""
    theme: str | None = None
    """A kind of reason, or a family of them, that speaks for the best play."""
    game: str | None = None
    player: str | None = None
    """The name of who decides."""
    opponent: str | None = None
    """The name of the other."""
    like: str | None = None
    """A position, as text or as an id of its game."""


class _Reason(msgspec.Struct, frozen=True):
    kind: str
    family: str


class _Candidate(msgspec.Struct, frozen=True):
    steps: Steps


class _Decision(msgspec.Struct, frozen=True):
    """Of a report, what is looked at."""

    turn: int
    player: int
    kind: Kind
    played: str
    best: str
    error: float
    size: Size | None
    position: str
    dice: tuple[int, int] | None
    reasons: list[_Reason]
    plans: tuple[str | None, str | None]
    candidates: list[_Candidate] = []
    at: int | None = None

    def steps(self, at: int | None) -> Steps | None:
        """Of a candidate; None: there are none in this report."""
        return None if at is None or at >= len(self.candidates) else self.candidates[at].steps


class _Game(msgspec.Struct, frozen=True):
    variant: str
    decisions: list[_Decision]


class _Player(msgspec.Struct, frozen=True):
    name: str


class Searched(msgspec.Struct, frozen=True):
    """A report, as far as it is searched."""

    players: tuple[_Player, _Player]
    games: list[_Game]

    @property
    def addresses(self) -> set[str]:
        """Of all its decisions."""
        return {
            place
            for number, game in enumerate(self.games, 1)
            for place, _ in _addressed(number, game.decisions)
        }

    @staticmethod
    def of(report: dict[str, Any]) -> Searched:
        """From what `report_json` has."""
        return converted(report, Searched)

    @staticmethod
    def decode(report: bytes) -> Searched:
        """From the same as JSON."""
        return _decoder.decode(report)


_decoder: Final = decoder_of(Searched)


class FoundDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was looked for."""

    source: str
    """The file or the id of the match."""
    address: str
    """Of the decision in its match, as the review page has it: `3.8`, `3.8-take`."""
    game: int
    turn: int
    """Both counted from 1."""
    variant: str
    seat: int
    player: str
    kind: Kind
    played: str
    best: str
    error: float
    size: Size | None
    position: str
    """Seen by the side on roll: of a take, the side that has doubled."""
    dice: tuple[int, int] | None
    plans: tuple[str | None, str | None]
    themes: list[str]
    distance: int | None = None
    """From the position that was given, in pips."""
    steps: Steps | None = None
    """Of the play that was made, and of the best; None with the cube, and where the report has no
    candidates."""
    best_steps: Steps | None = None


class Finder:
    """A query, checked."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.kind = _one_of("kind", query.kind, DONE)
        self.was = _one_of("cube action", query.was, CUBE)
        self.plan = _one_of("game plan", query.plan, tuple(PLANS))
        self.against = _one_of("game plan", query.against, tuple(PLANS))
        self.theme = _one_of("theme", query.theme, THEMES)
        self.game = Variant.load(query.game).id if query.game or query.like else None
        self.like = query.like and read_position(Variant.load(self.game), query.like)
        usual = 0.0 if query.like else DOUBTFUL
        self.loss = usual if query.loss is None else query.loss

    def in_match(
        self, source: str, match: Searched, seat: int | None = None
    ) -> Iterator[FoundDecision]:
        """Those of one match, in order; `seat`: of that player only."""
        for number, game in enumerate(match.games, 1):
            if self.game not in (None, game.variant):
                continue
            for place, each in _addressed(number, game.decisions):
                name = match.players[each.player].name
                other = match.players[1 - each.player].name
                if seat in (None, each.player) and self._fits(each, name, other):
                    yield self._found(source, game.variant, (number, place), each, name)

    def _fits(self, decision: _Decision, name: str, other: str) -> bool:
        query = self.query
        mine, theirs = decision.plans
        return (
            decision.error >= self.loss
            and self._was_done(decision)
            and self.was in (None, decision.best)
            and self.plan in (None, mine)
            and self.against in (None, theirs)
            and (self.theme is None or self.theme in _themes(decision))
            and _is_named(query.player, name)
            and _is_named(query.opponent, other)
        )

    def _was_done(self, decision: _Decision) -> bool:
        if self.kind is None:
            return True
        on_board = decision.kind == "checker"
        general = "checker" if on_board else "cube"
        return self.kind == general or (not on_board and self.kind == decision.played)

    def _found(
        self, source: str, variant: str, place: tuple[int, str], made: _Decision, name: str
    ) -> FoundDecision:
        return FoundDecision(
            source=source,
            address=place[1],
            game=place[0],
            turn=made.turn,
            variant=variant,
            seat=made.player,
            player=name,
            kind=made.kind,
            played=made.played,
            best=made.best,
            error=made.error,
            size=made.size,
            position=made.position,
            dice=made.dice,
            plans=made.plans,
            themes=_themes(made),
            distance=self._distance(variant, made.position),
            steps=made.steps(made.at),
            best_steps=made.steps(0),
        )

    def _distance(self, variant: str, position: str) -> int | None:
        if not isinstance(self.like, Position):
            return None
        return distance(self.like, read_position(Variant.load(variant), position))


def _is_named(wanted: str | None, name: str) -> bool:
    return wanted is None or wanted.casefold() == name.casefold()


def best_first(found: Iterable[FoundDecision], most: int | None = MOST) -> list[FoundDecision]:
    """The nearest first where positions are compared, else the most expensive."""
    return sorted(found, key=lambda each: (each.distance or 0, -each.error))[:most]


def distance(one: Position, other: Position) -> int:
    """So many pips must be played to make one position of the other, both sides together: the earth
    mover's distance between the checkers of each side, along its way home.

    >>> start = Variant.load().start_position
    >>> distance(start, start), distance(start, Variant.load().position(
    ...     "24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5"))
    (0, 4)
    """
    return _apart(one.mover, other.mover) + _apart(one.other, other.other)


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    """A checker in the hand is as far from home as one on the bar."""
    rows = ([*row[:BAR], row[BAR] + row[HAND]] for row in (one, other))
    return sum(abs(a - b) for a, b in zip(*map(accumulate, rows), strict=True))


def _addressed(game: int, decisions: Iterable[_Decision]) -> Iterator[tuple[str, _Decision]]:
    """Decisions of a game with their places."""
    stages: dict[tuple[int, int, Kind], int] = {}
    for each in decisions:
        turn = each.turn, each.player, each.kind
        stages[turn] = stages.get(turn, 0) + 1
        yield address(game, each.turn, each.kind, stages[turn]), each


def _one_of(what: str, name: str | None, known: Sequence[str]) -> str | None:
    if name is None:
        return None
    said = OTHER_WORDS.get(name.casefold(), name.casefold())
    if said not in known:
        raise FullprimeError(unknown(what, name, known))
    return said


def _themes(decision: _Decision) -> list[str]:
    names = (name for each in decision.reasons for name in (each.family, each.kind))
    return list(dict.fromkeys(names))
