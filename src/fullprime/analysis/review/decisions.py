"""What players decided in a match, and what they rolled.

Games and actions are counted from 0, as in `match.games[game].log[action]`; turns from 1, those of
both players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

import msgspec

from fullprime.action import (
    Action,
    Beavered,
    Demanded,
    Doubled,
    Dropped,
    Passed,
    Played,
    Rolled,
    Seen,
    Took,
)
from fullprime.analysis.question import Question
from fullprime.dice import Roll
from fullprime.errors import FullprimeError
from fullprime.formats.turns import Turn, follow
from fullprime.game import Game, Phase
from fullprime.match import Match
from fullprime.play import Play, place_number
from fullprime.why import find_play
from fullprime.written_play import Route

Kind = Literal["checker", "double", "take"]
CUBE_WORDS: Final[dict[type, str]] = {
    Doubled: "double",
    Took: "take",
    Dropped: "pass",
    Beavered: "beaver",
}


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that a player had, and what they chose."""

    game: int
    turn: int
    action: int
    """Which action of the game it is; of a roll without a double before it, the roll."""
    player: int
    """The seat that decides."""
    kind: Kind
    question: Question
    """Seen by the side on roll: of a take, the side that has doubled."""
    played: str
    """The play, or `double`, `no double`, `take`, `pass`, `beaver`."""
    play: Play | None = None
    """Of a checker decision, the play that was made."""

    @property
    def key(self) -> tuple[int, int, Kind]:
        """Unlike that of any other decision of the match: a roll without a double is one action,
        and the play is another."""
        return self.game, self.action, self.kind


class Thrown(msgspec.Struct, frozen=True, kw_only=True):
    """A roll of the dice, from which a player has luck."""

    game: int
    turn: int
    action: int
    player: int
    roll: Roll
    question: Question
    """Before the roll, seen by the player."""
    opening: bool = False
    """It also decided who begins."""


Moment = Decision | Thrown


def decisions(match: Match) -> list[Decision]:
    """Those of a match, in order."""
    return [moment for moment in moments(match) if isinstance(moment, Decision)]


def addresses(made: Iterable[Decision]) -> dict[str, Decision]:
    """Decisions by their places in the match, as the review page names them: `3.8` is the play of
    turn 8 of game 3, `3.8-2` its second stage, `3.8-take` the answer to a double."""
    stages: dict[tuple[int, int, int, Kind], int] = {}
    found = {}
    for each in made:
        turn = each.game, each.turn, each.player, each.kind
        stages[turn] = stages.get(turn, 0) + 1
        found[address(each.game + 1, each.turn, each.kind, stages[turn])] = each
    return found


def address(game: int, turn: int, kind: Kind, stage: int = 1) -> str:
    """Of a decision; games and turns are counted from 1."""
    part = f"-{kind}" if kind != "checker" else "" if stage == 1 else f"-{stage}"
    return f"{game}.{turn}{part}"


def decision_in(game: Game, action: Action | None) -> Decision | None:
    """What this action would decide, before it is made; as an action, None is to roll. None: there
    is nothing to decide, or no way to say what it would cost."""
    choice = _decided(game, action, None)
    return choice and _decision(choice, game, number=0, turn=0, index=len(game.log))


def moments(match: Match) -> Iterator[Moment]:
    """Decisions and rolls, in order."""
    for number, game in enumerate(match.games):
        yield from _of_game(number, game)


def _of_game(number: int, game: Game) -> Iterator[Moment]:
    turns = list(follow(game))
    made = 0
    for index, turn in enumerate(turns):
        following = turns[index + 1].action if index + 1 < len(turns) else None
        if choice := _decided(turn.before, turn.action, following):
            ahead = turn.before.phase is not Phase.TO_PLAY
            yield _decision(choice, turn.before, number=number, turn=made + ahead, index=index)
        if isinstance(turn.action, Rolled | Passed):
            made += turn.before.phase is Phase.TO_ROLL or _opens(turn)
            yield from _thrown(number, made, index, turn)


def _thrown(number: int, made: int, index: int, turn: Turn) -> Iterator[Thrown]:
    """Nothing where nothing was rolled, or where an opening throw was a tie."""
    after = turn.after
    if not isinstance(turn.action, Rolled) or after.roll is None:
        return
    # Before an opening throw no seat is on turn, so the board is that of its winner.
    known = after if _opens(turn) else turn.before
    yield Thrown(
        game=number,
        turn=made,
        action=index,
        player=after.turn,
        roll=after.roll,
        question=Question.in_game(known)._replace(roll=None, at_hand=None),
        opening=_opens(turn),
    )


def _opens(turn: Turn) -> bool:
    """Has this throw decided who begins, and is it played?"""
    opening = turn.before.phase is Phase.OPENING and isinstance(turn.action, Rolled)
    return opening and turn.after.roll is not None


class _Choice(NamedTuple):
    """What was chosen, and by whom."""

    kind: Kind
    player: int
    played: str
    play: Play | None = None


def _decision(choice: _Choice, before: Game, *, number: int, turn: int, index: int) -> Decision:
    return Decision(
        game=number,
        turn=turn,
        action=index,
        player=choice.player,
        kind=choice.kind,
        question=Question.in_game(before),
        played=choice.played,
        play=choice.play,
    )


def _decided(before: Game, action: Action | None, following: Action | None) -> _Choice | None:
    """None: there was nothing to decide, or no way to say what it cost."""
    match before.phase:
        case Phase.TO_ROLL if isinstance(action, Rolled | Passed | Doubled | None):
            return _doubling(before, action)
        case Phase.OFFERED if not before.animals and type(action) in CUBE_WORDS:
            return _Choice("take", 1 - before.turn, CUBE_WORDS[type(action)])
        case Phase.TO_PLAY if isinstance(action, Played | Seen):
            # A play that is taken back was not the decision.
            taken_back = isinstance(following, Demanded)
            return None if taken_back or len(before.plays) < 2 else _checker(before, action)
        case _:
            return None


def _doubling(before: Game, action: Action | None) -> _Choice | None:
    if Doubled() not in before.legal() or before.stakes.is_dead(before.turn):
        return None
    return _Choice("double", before.turn, CUBE_WORDS.get(type(action), "no double"))


def _checker(before: Game, action: Played | Seen) -> _Choice | None:
    """None: the play was illegal."""
    assert before.numbers is not None  # noqa: S101 - there are plays to choose from
    routes = [Route((place_number(a), place_number(b))) for a, b in action.steps]
    try:
        play = find_play(before.numbers.at_hand, before.position, routes)
    except FullprimeError:
        return None
    return _Choice("checker", before.turn, str(play), play)
