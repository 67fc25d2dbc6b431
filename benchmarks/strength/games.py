"""Cubeless games between two players, many side by side, so that each is asked in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from benchmarks.positions import Pair
from benchmarks.strength.players import VARIANT, Player

from fullprime import Position, _kernel

START: Final = VARIANT.start_position


@dataclass(slots=True)
class Game:
    """A game that goes on: its dice are the stream of that number."""

    seed: int
    stream: int
    mover: int
    """Which of the two players is on roll."""
    position: Position = START
    thrown: int = 0
    points: int = 0
    """What player 0 has won, once the game is over."""

    def throw(self) -> Pair:
        """The next roll. No game begins with a doublet."""
        opening = self.position is START
        while True:
            dice = _kernel.roll(self.seed, self.stream, self.thrown)
            self.thrown += 1
            if not opening or dice[0] != dice[1]:
                return Pair(self.position.raw, dice)

    def leave(self, position: Position) -> None:
        """The mover has played; the other side is on roll."""
        self.position = position
        won = -(VARIANT.end(position) or 0)
        self.points = won if self.mover == 0 else -won
        self.mover = 1 - self.mover


def play_out(
    players: tuple[Player, Player],
    games: Iterable[Game],
    watch: Callable[[list[Pair]], None] = lambda turn: None,
) -> None:
    """Plays all games to their ends; `watch` is shown every turn before it is played."""
    running = list(games)
    while running:
        for seat, player in enumerate(players):
            turn = [game for game in running if game.mover == seat]
            pairs = [game.throw() for game in turn]
            watch(pairs)
            for game, left in zip(turn, player.play(pairs), strict=True):
                game.leave(left)
            running = [game for game in running if not game.points]
