"""Writes golden playthroughs: everything the library says of a match, action by action.

`make playthroughs` writes them again; a change of behaviour then shows as a difference that
somebody has to read. `test_playthroughs.py` compares. The matches are here, with the cube and the
rest of it; a game of each variant is told by `family_playthrough.py`.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random

import msgspec

import family_playthrough
from fullprime import (
    Action,
    BestOf,
    Dropped,
    Match,
    Money,
    Phase,
    Played,
    Points,
    Resigned,
    Rolled,
    SeededDice,
    Settings,
)
from fullprime.formats.ids import gnubg_id

FOLDER = Path(__file__).parent / "data" / "playthroughs"

MATCHES = {
    "match-to-3": (Match.start(target=Points(3)), 4),
    "money-with-animals": (
        Match.start(
            target=Money(Decimal(2)), settings=Settings(jacoby=True, beavers=2, murphy=None)
        ),
        123,
    ),
    "best-of-3": (Match.start(target=BestOf(3)), 3),
    "holland-to-5": (Match.start(target=Points(5), settings=Settings(holland=True)), 142),
}


def playthrough(name: str) -> str:
    """The transcript of a match played by the given seed, every legal action weighed alike."""
    match, seed = MATCHES[name]
    dice, rng = SeededDice(seed), Random(seed)
    lines = [f"# {name}, seed {seed}"]
    games = 3 if isinstance(match.target, Money) else 99
    while True:
        while match.game.phase is not Phase.OVER:
            action = choose(match, dice, rng)
            lines += describe(match)
            match = match.apply(action)
            lines.append(f"> {tell(action)}")
        lines += [f"result {match.game.result}", f"score {match.score}  balance {match.balance}"]
        if match.winner is not None or len(match.games) == games:
            return "\n".join([*lines, f"winner {match.winner}", ""])
        match = match.next_game()
        stakes = msgspec.structs.asdict(match.game.stakes)
        fields = ", ".join(f"{name}={value!r}" for name, value in stakes.items())
        lines.append(f"# game {len(match.games)}: Stakes({fields})")


def choose(match: Match, dice: SeededDice, rng: Random) -> Action:
    """A roll where dice are due, a random play, now and then an action of the cube."""
    game = match.game
    legal = game.legal()
    if game.phase is Phase.TO_PLAY:
        plays = [action for action in legal if isinstance(action, Played)]
        return plays[int(rng.random() * len(plays))]
    if game.phase in (Phase.OPENING, Phase.TO_ROLL):
        others = [a for a in legal if not isinstance(a, Rolled)]
        if others and (rng.random() < 0.04 or game.verbs[0] == "pass"):
            return others[int(rng.random() * len(others))]
        if rng.random() < 0.03 and game.phase is Phase.TO_ROLL:
            return Resigned(1)
        return Rolled(dice.roll())
    kind = [action for action in legal if not isinstance(action, Dropped) or rng.random() < 0.2]
    return kind[int(rng.random() * len(kind))]


def describe(match: Match) -> list[str]:
    """What the library says before the action."""
    game = match.game
    cube = f"cube {game.stakes.value} {game.stakes.owner}"
    offer = f"  offer {game.offer}" if game.offer else ""
    lines = [
        f"{len(game.log):>3} {game.phase.name} turn {game.turn} actor {game.actor}  {cube}{offer}",
        f"    {game.position}  {gnubg_id(game.position)}  pips {game.position.pips}",
        f"    {', '.join(game.verbs)}",
    ]
    if game.plays:
        listed = "; ".join(str(play) for play in game.plays[:12])
        lines.append(f"    {game.roll} {len(game.plays)} plays: {listed}")
    return lines


def tell(action: Action) -> str:
    """The action in words."""
    match action:
        case Rolled(dice):
            return f"roll {dice[0]}-{dice[1]}"
        case Played(steps):
            return "play " + " ".join(f"{source}/{target}" for source, target in steps)
        case Resigned(multiple):
            return f"resign {multiple}"
        case _:
            return action.name


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    for name in family_playthrough.GAMES:
        text = family_playthrough.transcript(name)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
