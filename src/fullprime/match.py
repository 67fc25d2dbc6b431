"""A match to points, a best of several games, or a money session.

It goes through a rotation of games, most often of a single one. The score is never stored: it is
computed from the games.

>>> match = Match.start(players=("Ann", "Ben"), target=Points(7))
>>> match.score, match.game.phase.value
((0, 0), 'opening throw')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta

from fullprime.action import Action, ActionLike, Rolled
from fullprime.errors import BadSettings, Fault, IllegalAction, shorten
from fullprime.game import Game
from fullprime.notes import Notes
from fullprime.play import Play
from fullprime.position import Position
from fullprime.referee import TableRules
from fullprime.series import Series
from fullprime.series_equity import follows_in
from fullprime.shapes import converted
from fullprime.stakes import LARGEST_CUBE, Stakes, is_cube_limit
from fullprime.variant import Variant, VariantLike

if TYPE_CHECKING:
    from fullprime.engine import By

LEAST_STAKE = Decimal("0.000001")
MOST_STAKE = Decimal(10) ** 9

LONGEST_STAKE: Final = 40
"""Characters of an amount and its unit together."""
_STAKE: Final = re.compile(
    r"(?P<sign>[^\w\s.,+-]?) ?"  # such as that of a currency
    r"(?P<amount>\d+(?:[.,]\d+)?)?"
    r"(?P<unit>(?(amount) |)[^\W\d].*| ?[^\w\s.,+-])?"
)
MOST: Final = 9999
"""Points or games of a match."""

Positive = Annotated[int, Meta(ge=1, le=MOST)]


class Points(msgspec.Struct, frozen=True, tag="points"):
    """First to reach or pass so many points."""

    to: Positive
    """Points that win it."""


class BestOf(msgspec.Struct, frozen=True, tag="best_of"):
    """First to win more than half of an odd number of games; each counts one."""

    games: Positive
    """An odd number."""


class Money(msgspec.Struct, frozen=True, tag="money"):
    """Every game stands alone; points times the stake are added up.

    >>> Money.of("5 beans").amount(3)
    '15 beans'
    """

    stake: Decimal = Decimal(1)
    """What a point is worth."""
    unit: str = ""
    """What the stake is counted in, in any word; empty: in points or money."""

    @staticmethod
    def of(text: str) -> Money:
        """A stake as people write it: an amount, a word or both; empty: none but the points."""
        written = " ".join(text.split())
        found = _STAKE.fullmatch(written)
        if not found or (found["sign"] and found["unit"]) or len(written) > LONGEST_STAKE:
            raise BadSettings(
                Fault("rules.stake_text", text=repr(shorten(text, 40)), n=LONGEST_STAKE)
            )
        amount = (found["amount"] or "1").replace(",", ".")
        return Money(Decimal(amount), (found["sign"] or found["unit"] or "").strip())

    def amount(self, points: int) -> str:
        """What so many points are worth, with its unit."""
        return f"{points * self.stake:f} {self.unit}".strip()

    def __post_init__(self) -> None:
        if not isinstance(self.stake, Decimal):
            msgspec.structs.force_setattr(self, "stake", Decimal(str(self.stake)))


Target = Points | BestOf | Money
MONEY: Final = Money()


class Settings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True
):
    """The rules that the players agree on. What is left out (None) follows from the target."""

    cube: bool | None = None
    """The doubling cube; on by default except in a best-of match."""
    crawford: bool | None = None
    """On by default in a match to points."""
    holland: bool = False
    """After the Crawford game no one doubles before both sides have rolled twice."""
    jacoby: bool = False
    """Gammons count only after a double was taken."""
    beavers: Annotated[int, Meta(ge=0, le=99)] = 0
    """Immediate redoubles allowed: 0 none, 1 beaver, 2 raccoon, more as agreed."""
    murphy: Annotated[int, Meta(ge=0)] | None = 0
    """Automatic doubles allowed per game; None: without limit."""
    cube_limit: Annotated[int, Meta(ge=2, le=LARGEST_CUBE)] | None = None
    """The highest value of the cube, such as 64; None: it has none."""
    skip_closed_out: bool = True
    """A closed-out player passes instead of rolling."""
    winner_picks_color: bool = False
    """The winner of an opening throw chooses a color, which holds until the next choice."""
    referee: TableRules | None = None
    """What is agreed for a real table; None: the match is played at a screen."""
    house_rules: bool = False
    """Allow what does not belong together."""

    @property
    def table_rules(self) -> TableRules | None:
        """What holds at a real table, with what is agreed for every table."""
        if self.referee is None or not self.winner_picks_color:
            return self.referee
        return msgspec.structs.replace(self.referee, opening_winner_picks_colour=True)

    def contradictions(self, target: Target, rotation: tuple[Variant, ...]) -> list[Fault]:
        """Why these settings do not go together with these games; empty if they do."""
        money = isinstance(target, Money)
        doubles = any(self.doubles(target, variant) for variant in rotation)
        points = isinstance(target, Points)
        optional = (
            ("jacoby", self.jacoby, money, "rules.money"),
            ("beavers", self.beavers > 0, money, "rules.money"),
            ("murphy", self.murphy != 0, money or points, "rules.money_or_points"),
            ("cube_limit", self.cube_limit is not None, money or points, "rules.money_or_points"),
            ("crawford", bool(self.crawford), points, "rules.points"),
            ("holland", self.holland, points, "rules.points"),
        )
        found = []
        for name, wanted, fits, home in optional:
            if wanted and not fits:
                found.append(Fault(home, rule=Fault(f"term.{name}")))
            elif wanted and not doubles:
                found += self._no_cube(Fault(f"term.{name}"), rotation)
        if points and self.murphy is None:
            found.append(Fault("rules.murphy"))
        if self.holland and self.crawford is False:
            found.append(Fault("rules.holland"))
        if self.cube and isinstance(target, BestOf):
            found.append(Fault("rules.best_of"))
        if self.cube:
            found += [Fault("rules.no_cube", game=game) for game in _without_cube(rotation)]
        return found

    def _no_cube(self, rule: Fault, rotation: tuple[Variant, ...]) -> list[Fault]:
        """A rule about the cube, where there is none."""
        if self.cube is False:
            return [Fault("rules.cube_off", rule=rule)]
        return [Fault("rules.cube", rule=rule, game=game) for game in _without_cube(rotation)]

    def doubles(self, target: Target, variant: Variant) -> bool:
        """Is the cube in use?"""
        if self.cube is None:
            return variant.cube and not isinstance(target, BestOf)
        return self.cube

    def plays_crawford(self, target: Target) -> bool:
        """Does this match have a Crawford game when it comes to it, if it has a cube?"""
        return isinstance(target, Points) if self.crawford is None else self.crawford


class SetUp(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Where a game begins, if not where the rules have it: on another board, at another score.

    On a board that was set up, both sides have moved.
    """

    position: Annotated[str, Meta(max_length=1000)] | None = None
    """Position text, seen by the starter; None: the game begins as usual."""
    starter: Literal[0, 1] = 0
    """The seat that is on roll on this board."""
    cube: Annotated[int, Meta(ge=1, le=LARGEST_CUBE)] = 1
    """What it shows."""
    owner: Literal[0, 1] | None = None
    """The seat that has it; None: it is in the middle."""
    crawford: bool = False
    """Where a side needs one point: this is the Crawford game, and not one after it."""
    score: tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]] | None = None
    """None: as it stands after the game before."""

    def faults(self, needed: int | None, cube_limit: int | None) -> list[Fault]:
        """Why no match can begin so."""
        found = []
        if cube_limit is not None and self.cube > cube_limit:
            found.append(Fault("stakes.limit", n=self.cube, most=cube_limit))
        if self.cube.bit_count() != 1:
            found.append(Fault("stakes.cube", n=self.cube))
        elif self.owner is not None and self.cube == 1:
            found.append(Fault("stakes.owned", n=self.cube))
        if needed is not None and self.score and max(self.score) >= needed:
            found.append(Fault("rules.score", n=max(self.score), needed=needed))
        return found

    def stakes(self, usual: Stakes) -> Stakes:
        """What the game is played for, instead of what is usual at this score."""
        owner = self.owner if usual.cube else None
        return msgspec.structs.replace(
            usual,
            value=self.cube if usual.cube else 1,
            owner=owner,
            turned=owner is not None,
            crawford=usual.crawford and self.crawford,
        )


class Match(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Players, target, settings and the games so far. Seats are 0 and 1."""

    players: tuple[str, str]
    target: Target
    settings: Settings
    rotation: tuple[Variant, ...]
    """What is played, in this order, over and over."""
    series: Series | None = None
    """The rotation's name, if it has one."""
    set_ups: tuple[SetUp | None, ...] = ()
    """Where each game begins, if it was set up; shorter than the games where the last were not."""
    games: tuple[Game, ...]
    notes: Notes = Notes()

    @staticmethod
    def start(
        variant: VariantLike | Sequence[VariantLike] = None,
        *,
        players: tuple[str, str] = ("White", "Black"),
        target: Target | int = MONEY,
        settings: Settings | None = None,
        series: Series | str | None = None,
        rotation: Sequence[VariantLike] = (),
        begins: SetUp | None = None,
    ) -> Match:
        """A new match with its first game; contradictory settings are refused with the reasons.

        A target that is a number is one of points. It is played in one variant (the standard game
        if none is given), in those of a series, or in any rotation of variants, all by name or as
        values. `begins` starts its first game in a position, at any score.
        """
        settings = settings or Settings()
        target = Points(target) if isinstance(target, int) else target
        series, rotation = _played(variant, series, rotation)
        _check(players, target, settings)
        faults = settings.contradictions(target, rotation)
        if faults and not settings.house_rules:
            raise BadSettings(Fault("rules.contradict", faults=faults))
        if begins and (against := begins.faults(_needed(target), settings.cube_limit)):
            raise BadSettings(Fault("rules.contradict", faults=against))
        return Match(
            players=players,
            target=target,
            settings=settings,
            rotation=rotation,
            series=series,
            games=(),
        )._with_game(begins)

    # As Python users expect it -----------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Match {self._score_text()}; {self.game!r}>"

    def __str__(self) -> str:
        # Drawing lives above the values, so a match reaches up when it is printed.
        from fullprime.render.text import board_text

        return "\n".join(
            [self._score_text(), *board_text(self.game, ascii=True, names=self.players)]
        )

    def _repr_svg_(self) -> str:
        # Notebooks take the picture from the value itself.
        from fullprime.render.svg import board_svg

        game, (first, second) = self.game, self._standing()
        return board_svg(
            game.position,
            game.variant,
            turn=game.turn,
            names=(first, second),
            roll=game.roll,
            stakes=game.stakes,
            white=game.white,
        )

    def _score_text(self) -> str:
        """`to 7 points: Ann 2, Ben 0`."""
        match self.target:
            case Points(to):
                length = f"to {to} point{'s' if to > 1 else ''}"
            case BestOf(games):
                length = f"best of {games}"
            case Money():
                length = "for money"
        return f"{length}: {', '.join(self._standing())}"

    def _standing(self) -> tuple[str, str]:
        first, second = zip(self.players, self.shown_score, strict=True)
        return "{} {}".format(*first), "{} {}".format(*second)

    @property
    def begins(self) -> SetUp | None:
        """Where the first game begins, if it was set up."""
        return self._set_up(0)

    def _set_up(self, number: int) -> SetUp | None:
        return self.set_ups[number] if number < len(self.set_ups) else None

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def variant(self) -> Variant:
        """What is being played now."""
        return self.game.variant

    @property
    def position(self) -> Position:
        """That of the game, seen by the seat whose turn it is."""
        return self.game.position

    @property
    def plays(self) -> Sequence[Play]:
        """The legal plays in the game."""
        return self.game.plays

    def legal(self, resignations: bool = False) -> tuple[Action, ...]:
        """Every different action that is possible in the game now; see `Game.legal`."""
        return self.game.legal(resignations)

    @property
    def is_chance(self) -> bool:
        """Do the dice decide what happens next?"""
        return self.game.is_chance

    @property
    def is_over(self) -> bool:
        """Has a player won the match? A money session has no end of its own."""
        return self.winner is not None

    def best(self, *, plies: int | None = None, by: By = None) -> Play | Action | None:
        """What the engine would do: a play, another action, or None to roll."""
        return self.game.best(plies=plies, by=by)

    def undo(self, actions: int = 1) -> Match:
        """The match without the last action of its game, or without several of them.

        >>> Match.start().apply("31").undo() == Match.start()
        True
        """
        return self._with(games=(*self.games[:-1], self.game.undo(actions)))

    @property
    def next_variant(self) -> Variant:
        """What is played after the current game."""
        return self._variant(len(self.games))

    @property
    def next_starter(self) -> int | None:
        """The seat that begins the next game; None: an opening throw decides."""
        return self._entitled(len(self.games))

    @property
    def starters(self) -> tuple[int | None, ...]:
        """The seat that began each game; None where the opening throw has not decided yet."""
        return tuple(self._starter(number) for number in range(len(self.games)))

    def _starter(self, number: int) -> int | None:
        set_up = self._set_up(number)
        if set_up and set_up.position is not None:
            return set_up.starter
        entitled = self._entitled(number)
        return _won_throw(self.games[number]) if entitled is None else entitled

    @property
    def score(self) -> tuple[int, int]:
        """Points of each seat: games won in a best-of, running totals in a money session."""
        return self.scores[-1] if self.games else (0, 0)

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """The score after each game."""
        return self._score_lines[1]

    @property
    def scores_before(self) -> tuple[tuple[int, int], ...]:
        """The score before each game."""
        return self._score_lines[0]

    @cached_property
    def _score_lines(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        before, after = [], []
        first = second = 0
        for number, game in enumerate(self.games):
            set_up = self._set_up(number)
            if set_up and set_up.score:
                first, second = set_up.score
            before.append((first, second))
            if game.result and game.result.winner is not None:
                first += game.result.points * (game.result.winner == 0)
                second += game.result.points * (game.result.winner == 1)
            after.append((first, second))
        return tuple(before), tuple(after)

    @property
    def shown_score(self) -> tuple[int, int]:
        """The score as players write it down: never more than the points that win."""
        return self.shown_scores[-1] if self.games else (0, 0)

    @property
    def shown_scores(self) -> tuple[tuple[int, int], ...]:
        """The score after each game, as players write it down."""
        if self.needed is None:
            return self.scores
        return tuple((min(a, self.needed), min(b, self.needed)) for a, b in self.scores)

    @property
    def balance(self) -> Decimal:
        """What seat 0 has won (negative: lost) in a money session."""
        if not isinstance(self.target, Money):
            return Decimal(0)
        return (self.score[0] - self.score[1]) * self.target.stake

    @property
    def needed(self) -> int | None:
        """Points that win the match; a money session has no end of its own."""
        return _needed(self.target)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match."""
        if self.needed is None:
            return None
        return next((seat for seat in (0, 1) if self.score[seat] >= self.needed), None)

    def apply(self, action: ActionLike) -> Match:
        """The match after this action in the current game."""
        return self._with(games=(*self.games[:-1], self.game.apply(action)))

    def save(self, path: Path | str) -> tuple[str, ...]:
        """Writes the match by the ending of the path (.json, .mat, .sgf ...), and answers with what
        that format cannot hold, one sentence each."""
        # Files live above the values; only those who write one need them.
        from fullprime.formats.match_file import save

        return save(self, path)

    def next_game(self, begins: SetUp | None = None) -> Match:
        """The match with the next game, once the current one is over.

        In a transcript, a game that is set up at a score may follow an unfinished one.
        """
        score_is_known = begins is not None and begins.score is not None
        if not self.game.result and not score_is_known:
            raise IllegalAction("a new game", "STD-OBJ-1", Fault("table.unfinished"))
        if self.winner is not None and not score_is_known:
            name = self.players[self.winner]
            rule = "STD-PLAY-4" if isinstance(self.target, BestOf) else "STD-PLAY-3"
            raise IllegalAction("a new game", rule, Fault("table.won", name=name))
        if begins and (against := begins.faults(self.needed, self.settings.cube_limit)):
            raise BadSettings(Fault("rules.contradict", faults=against))
        return self._with_game(begins)

    def _with(self, games: tuple[Game, ...]) -> Match:
        return msgspec.structs.replace(self, games=games)

    def _with_game(self, begins: SetUp | None = None) -> Match:
        variant = self.next_variant
        stakes = self._stakes(begins.score if begins else None)
        board = begins.position if begins else None
        game = Game.start(
            variant,
            begins.stakes(stakes) if begins else stakes,
            position=None if board is None else variant.position(board),
            starter=begins.starter if begins and board is not None else self.next_starter,
            skip_closed_out=self.settings.skip_closed_out,
            table=self.settings.table_rules,
            length=self.needed or 0,
            # At a real table the choice is one of many things that are said, and none waits for it.
            picks_color=self.settings.winner_picks_color and not self.settings.referee,
            white=self.games[-1].white if self.games else None,
        )
        games = (*self.games, game)
        if begins is None:
            return self._with(games)
        unset = (None,) * (len(self.games) - len(self.set_ups))
        set_ups = (*self.set_ups, *unset, begins)
        return msgspec.structs.replace(self, games=games, set_ups=set_ups)

    @property
    def had_crawford(self) -> bool:
        """Has the Crawford game been played, or was a game set up at a score that is after it?"""
        if any(game.stakes.crawford for game in self.games):
            return True
        return self.needed is not None and any(
            set_up and not set_up.crawford and max(score) == self.needed - 1
            for set_up, score in zip(self.set_ups, self.scores_before, strict=False)
        )

    def _variant(self, number: int) -> Variant:
        """The variant of that game, counted from 0."""
        return self.rotation[number % len(self.rotation)]

    def _entitled(self, number: int) -> int | None:
        """The seat that begins that game, counted from 0, without an opening throw."""
        if self._variant(number).starter == "rolloff":
            return None
        winners = [game.result.winner for game in self.games[:number] if game.result]
        return next((seat for seat in reversed(winners) if seat is not None), None)

    def _stakes(self, score: tuple[int, int] | None = None) -> Stakes:
        """What the next game is played for, at this score if it is not the one that was played."""
        settings = self.settings
        needed = self.needed
        first, second = score or self.score
        away = None if needed is None else (needed - first, needed - second)
        had_crawford = self.had_crawford
        doubles = settings.doubles(self.target, self.next_variant)
        if needed == 1 and settings.plays_crawford(self.target):
            doubles = False  # by Crawford's rule no game of this match would have the cube
        one_away = away is not None and 1 in away
        return Stakes(
            cube=doubles,
            crawford=doubles
            and settings.plays_crawford(self.target)
            and one_away
            and not had_crawford,
            # Where house rules play Holland without Crawford, it holds in every game.
            holland=settings.holland and (had_crawford or not settings.plays_crawford(self.target)),
            jacoby=settings.jacoby,
            animals=settings.beavers,
            murphy=settings.murphy,
            flat=isinstance(self.target, BestOf),
            away=away,
            cube_limit=settings.cube_limit,
            follows=() if away is None else self._following(),
        )

    def _following(self) -> tuple[str, ...]:
        """The games after the next one, where they matter."""
        cube = any(self.settings.doubles(self.target, variant) for variant in self.rotation)
        after = (self._variant(len(self.games) + 1 + n) for n in range(len(self.rotation)))
        return follows_in(tuple(after), cube)


def _needed(target: Target) -> int | None:
    match target:
        case Points(to):
            return to
        case BestOf(games):
            return games // 2 + 1
        case Money():
            return None


def _played(
    variant: VariantLike | Sequence[VariantLike],
    series: Series | str | None,
    rotation: Sequence[VariantLike],
) -> tuple[Series | None, tuple[Variant, ...]]:
    """The games of a match, and the series that they are known as."""
    if isinstance(series, str):
        series = Series.load(series)
    elif series is None and isinstance(variant, str) and not rotation:
        series = Series.parse(variant)
    if not rotation and not series:
        rotation = variant if isinstance(variant, Sequence) else (variant,)
    games = tuple(map(Variant.load, rotation)) if rotation else series.rotation() if series else ()
    return series if series and series.id else None, games


def _without_cube(rotation: tuple[Variant, ...]) -> list[Fault]:
    """The games played without the cube, with the options that make them other ones."""
    games = dict.fromkeys(variant for variant in rotation if not variant.cube)
    return [Fault.named(game.title.code, _called(game)) for game in games]


def _called(variant: Variant) -> str:
    options = f" ({', '.join(variant.chosen)})" if variant.chosen else ""
    return f"{variant.name}{options}"


def _won_throw(game: Game) -> int | None:
    """The seat that won the opening throw; None before it is decided."""
    throws = (action.dice for action in game.log if isinstance(action, Rolled))
    return next((0 if first > second else 1 for first, second in throws if first != second), None)


def _check(players: tuple[str, str], target: Target, settings: Settings) -> None:
    """Every match that is started can be saved and loaded again."""
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise BadSettings(f'players {players!r}: expected two names, such as ("Ann", "Ben")')
    if not isinstance(settings, Settings) or not isinstance(target, Target):
        raise BadSettings(
            f"target {target!r}, settings {settings!r}: expected points, BestOf or Money, and "
            "Settings"
        )
    try:
        converted(msgspec.to_builtins(settings), Settings)
        "".join(players).encode()
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadSettings(f"players {players!r}, {target}, {settings}: {error}") from error
    if settings.cube_limit is not None and not is_cube_limit(settings.cube_limit):
        raise BadSettings(Fault("stakes.cube_limit", n=settings.cube_limit))
    match target:
        case Points(number) | BestOf(number) if type(number) is not int or not 1 <= number <= MOST:
            raise BadSettings(f"{target!r}: expected a whole number from 1 to {MOST}")
        case BestOf(games) if games % 2 == 0:
            raise BadSettings(Fault("rules.odd", n=games))
        case Money(stake) if not stake.is_finite() or not LEAST_STAKE <= stake <= MOST_STAKE:
            raise BadSettings(Fault("rules.stake", stake=f"{stake:.6g}"))
        case Money(stake, unit) if not _is_short(stake, unit):
            text = repr(shorten(f"{stake:f} {unit}", 40))
            raise BadSettings(Fault("rules.stake_text", text=text, n=LONGEST_STAKE))


def _is_short(stake: Decimal, unit: str) -> bool:
    """Can it be written in a line?"""
    return len(stake.as_tuple().digits) + len(unit) <= LONGEST_STAKE and unit.isprintable()
