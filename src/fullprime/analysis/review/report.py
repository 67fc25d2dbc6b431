"""The report of a match: verdicts, luck, and what they come to for either player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fullprime.analysis.review.decisions import Thrown
from fullprime.analysis.review.rating import (
    PlayerReport,
    gnu_rate,
    performance,
    snowie_rate,
    tally,
)
from fullprime.analysis.review.verdict import Verdict, unit
from fullprime.engine.result_values import worth_of_equity
from fullprime.game import Game
from fullprime.match import Match
from fullprime.notes import ReadingFault
from fullprime.series_equity import equity_after, table_for
from fullprime.summation import total


class RollLuck(msgspec.Struct, frozen=True, kw_only=True):
    """A roll and its luck; None where a game has no measure of it."""

    thrown: Thrown
    luck: float | None = None
    """Of the player who rolled, in points at the present cube (EMG)."""
    before: float | None = None
    """What the player had before the roll, if they rolled on."""

    @property
    def value(self) -> float:
        """The luck in points for money, in chances to win the match at a score."""
        return (self.luck or 0.0) * unit(self.thrown.question.stakes)

    @property
    def player(self) -> int:
        """Who rolled."""
        return self.thrown.player


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stood for seat 0: the chance to win it, or for money the points to expect."""

    action: int
    """Which action of the game comes next."""
    turn: int
    value: float


class GameReport(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to one game."""

    variant: str
    score: tuple[int, int]
    """Before it."""
    decisions: tuple[Verdict, ...]
    rolls: tuple[RollLuck, ...]
    curve: tuple[CurvePoint, ...]
    winner: int | None
    points: int | None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A match, reviewed."""

    players: tuple[PlayerReport, PlayerReport]
    games: tuple[GameReport, ...]
    settings: dict[str, Any]
    """What makes every figure reproducible: depth, nets, version, match equity table."""
    faults: tuple[ReadingFault, ...] = ()
    """What was wrong with the file of the match."""

    @property
    def verdicts(self) -> list[Verdict]:
        """Of all games, in order."""
        return [verdict for game in self.games for verdict in game.decisions]

    @property
    def rolls(self) -> list[RollLuck]:
        """Of all games, in order."""
        return [roll for game in self.games for roll in game.rolls]

    @property
    def errors(self) -> list[Verdict]:
        """From doubtful on, the most expensive first."""
        return sorted((each for each in self.verdicts if each.size), key=lambda each: -each.error)

    @staticmethod
    def of(
        match: Match,
        verdicts: Sequence[Verdict],
        rolls: Sequence[RollLuck],
        settings: dict[str, Any],
    ) -> Report:
        """From the verdicts that there are so far."""
        games = tuple(
            _game(match, number, game, verdicts, rolls) for number, game in enumerate(match.games)
        )
        players = _player(match, 0, verdicts, rolls), _player(match, 1, verdicts, rolls)
        return Report(players=players, games=games, settings=settings, faults=match.notes.faults)


# Players ------------------------------------------------------------------------------------------


def _player(
    match: Match, seat: int, verdicts: Sequence[Verdict], rolls: Sequence[RollLuck]
) -> PlayerReport:
    mine = [each for each in verdicts if each.decision.player == seat]
    counted = [each.error for each in mine if each.counts]
    pr, interval = performance(counted)
    sizes = [each.size for each in mine]
    own = [each for each in rolls if each.player == seat]
    result = _result(match, seat)
    return PlayerReport(
        name=match.players[seat],
        pr=pr,
        interval=interval,
        decisions=len(counted),
        checker=tally(mine, "checker"),
        doubling=tally(mine, "double"),
        taking=tally(mine, "take"),
        snowie=snowie_rate(mine, len(rolls)),
        gnu=gnu_rate(mine),
        doubtful=sizes.count("doubtful"),
        errors=sizes.count("error"),
        blunders=sizes.count("blunder"),
        luck=total(each.luck or 0.0 for each in own),
        luck_value=total(each.value for each in own),
        result=result,
        luck_adjusted=result - _result_luck(match, seat, rolls),
    )


def _result(match: Match, seat: int) -> float:
    """Of the games that ended: points for money; in a match, twice the chance to win it that they
    brought, so that a match won from the first game on is 1."""
    ended = [n for n, game in enumerate(match.games) if game.result]
    if match.needed is None:
        results = (match.games[n].result for n in ended)
        return float(sum(_points(game.winner, game.points, seat) for game in results if game))
    if not ended:
        return 0.0
    return 2.0 * total(_gained(match, n, seat) for n in ended)


def _result_luck(match: Match, seat: int, rolls: Sequence[RollLuck]) -> float:
    """The luck of the player less that of the other, in the unit of the result; games that did not
    end have neither result nor luck."""
    per_unit = 1.0 if match.needed is None else 2.0
    ended = {n for n, game in enumerate(match.games) if game.result}
    counted = (each for each in rolls if each.thrown.game in ended)
    return per_unit * total(each.value if each.player == seat else -each.value for each in counted)


def _points(winner: int | None, points: int, seat: int) -> int:
    return 0 if winner is None else points if winner == seat else -points


def _gained(match: Match, number: int, seat: int) -> float:
    """The chance to win the match that a game brought."""
    before, after = match.scores_before[number], match.scores[number]
    return _standing(match, number + 1, after, seat) - _standing(match, number, before, seat)


def _standing(match: Match, number: int, score: tuple[int, int], seat: int) -> float:
    """The chance to win the match at the score before a game, counted from 0."""
    needed = match.needed or 0
    mine, theirs = needed - score[seat], needed - score[1 - seat]
    stakes = match.games[max(0, number - 1)].stakes
    if series := equity_after(stakes):
        # The rotation of the stakes begins after their game, and ends with it.
        turn = 0 if number else len(series.games) - 1
        winners = [game.result.winner for game in match.games[:number] if game.result]
        last = next((winner for winner in reversed(winners) if winner is not None), None)
        won_last = None if last is None else last == seat
        return series.chance(mine, theirs, won_last=won_last, game=turn)
    over = _is_after_crawford(match, number) and 1 in (mine, theirs)
    return table_for(stakes).chance(mine, theirs, over)


def _is_after_crawford(match: Match, number: int) -> bool:
    """Before that game, counted from 0; where the match has no Crawford game, always."""
    played = any(game.stakes.crawford for game in match.games[:number])
    later = any(game.stakes.crawford for game in match.games[number:])
    return played or (not later and number < len(match.games) and _one_away(match, number))


def _one_away(match: Match, number: int) -> bool:
    away = match.games[number].stakes.away
    return away is not None and 1 in away


# Games --------------------------------------------------------------------------------------------


def _game(
    match: Match,
    number: int,
    game: Game,
    verdicts: Sequence[Verdict],
    rolls: Sequence[RollLuck],
) -> GameReport:
    mine = tuple(each for each in verdicts if each.decision.game == number)
    thrown = tuple(each for each in rolls if each.thrown.game == number)
    return GameReport(
        variant=game.variant.id,
        score=match.scores_before[number],
        decisions=mine,
        rolls=thrown,
        curve=tuple(_curve(match, number, mine, thrown)),
        winner=game.result.winner if game.result else None,
        points=game.result.points if game.result else None,
    )


def _curve(
    match: Match, number: int, verdicts: Sequence[Verdict], rolls: Sequence[RollLuck]
) -> list[CurvePoint]:
    """Before every turn: by the cube decision where there is one, else by the mean of the rolls;
    and at the end."""
    points: dict[int, CurvePoint] = {}
    for roll in rolls:
        if roll.before is not None:
            points[roll.thrown.turn] = _point(
                roll.thrown.action, roll.thrown.turn, roll.before, roll.thrown
            )
    for verdict in verdicts:
        made = verdict.decision
        if made.kind == "double" or (made.kind == "checker" and made.turn not in points):
            points[made.turn] = _point(made.action, made.turn, verdict.equity, verdict.decision)
    curve = [points[turn] for turn in sorted(points)]
    game = match.games[number]
    if game.result:
        last = curve[-1].turn + 1 if curve else 1
        curve.append(CurvePoint(action=len(game.log), turn=last, value=_ended(match, number)))
    return curve


def _point(action: int, turn: int, equity: float, where: Any) -> CurvePoint:
    """`where`: a decision or a roll, with its player and stakes."""
    stakes = where.question.stakes
    if stakes.away is None:
        value = equity * unit(stakes)
        return CurvePoint(action=action, turn=turn, value=value if where.player == 0 else -value)
    chance = worth_of_equity(equity, stakes, 0)
    return CurvePoint(action=action, turn=turn, value=chance if where.player == 0 else 1 - chance)


def _ended(match: Match, number: int) -> float:
    """How the match stood for seat 0 after the game."""
    result = match.games[number].result
    if match.needed is None:
        return float(_points(result.winner, result.points, 0)) if result else 0.0
    return _standing(match, number + 1, match.scores[number], 0)
