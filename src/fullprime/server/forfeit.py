"""What the server does for a seat whose time is over: the usual actions, nothing else."""

from __future__ import annotations

from fullprime.action import Accepted, Condoned, Demanded
from fullprime.game import Phase
from fullprime.server.record import Logged, Record, TimedOut, Withheld


def forfeit(record: Record, seat: int) -> list[tuple[int, Logged]]:
    """The actions, each with its seat: the game is lost, unless the opponent has resigned it or
    has to correct their own play; whose page withholds a link of the dice loses the match."""
    if record.fair and record.fair.rolling:
        return [(seat, Withheld(1 if seat else 0))]
    game = record.match.game
    match game.phase:
        case Phase.RESIGNING:
            return [(seat, Accepted())]
        case Phase.SEEN:
            condoned = Condoned() in game.legal()
            return [(seat, Condoned() if condoned else Demanded())]
        case _:
            return [(seat, TimedOut())]
