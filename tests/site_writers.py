"""Writes matches as sites of the past did, to test what reads them.

No program needs these files any more, so only the tests can write them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fullprime import Match
from fullprime.action import Declined, Passed, Played, Resigned, Rolled
from fullprime.formats.turns import follow
from fullprime.game import Game, Phase
from fullprime.play import Place

Steps = tuple[tuple[Place, Place], ...]


class Event(NamedTuple):
    """One thing that a player did."""

    kind: str
    seat: int
    dice: tuple[int, int] = (0, 0)
    steps: Steps | None = None
    value: int = 0


def events(game: Game) -> Iterator[Event]:
    """What happens in a game; offers to resign that were declined are left out."""
    turns = list(follow(game))
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        action, before, seat = turn.action, turn.before, turn.seat or 0
        if isinstance(action, Played) and before.roll:
            yield Event("roll", before.turn, before.roll, action.steps)
        elif isinstance(action, Rolled) and turn.after.phase is Phase.TO_PLAY:
            if following is None or not isinstance(following.action, Played):
                yield Event("roll", turn.after.turn, action.dice)
        elif isinstance(action, Passed):
            yield Event("pass", seat)
        elif isinstance(action, Resigned):
            if following and not isinstance(following.action, Declined):
                yield Event("resign", seat)
        elif action.name in ("double", "take", "drop", "beaver", "raccoon"):
            yield Event(action.name, seat, value=turn.after.offer)
    if game.result and game.result.winner is not None:
        yield Event("win", game.result.winner, value=game.result.points)


def play_text(event: Event, between: str, joined: str, upwards: bool = False) -> str:
    """`13/8 24/22`, or `12-17 1-3` of a player who counts upwards."""

    def place(name: Place) -> str:
        return str(25 - name if upwards else name) if isinstance(name, int) else name

    return joined.join(f"{place(a)}{between}{place(b)}" for a, b in event.steps or ())


def _games(match: Match) -> Iterator[tuple[int, tuple[int, int], list[Event]]]:
    for number, game in enumerate(match.games):
        yield number + 1, match.scores_before[number], list(events(game))


def oldmoves(match: Match) -> str:
    lines = []
    letters = "XO"
    length = f" in a {match.needed} point match." if match.needed else ""
    for number, (a, b), happened in _games(match):
        lines += [f"Score is {a}-{b}{length}"]
        lines += [f"{match.players[0]} is {letters[0]} - {match.players[1]} is {letters[1]}"]
        for event in happened:
            upwards = event.seat == number % 2
            play = play_text(event, "-", " ", upwards) or "can't move"
            dice = "({} {})".format(*event.dice)
            said = {
                "roll": dice if event.steps is None else f"{dice} {play}",
                "double": "doubles",
                "take": "accepts",
                "drop": "rejects",
                "resign": "wants to resign",
                "win": f"wins {event.value} points",
            }.get(event.kind)
            if said:
                lines.append(f"{letters[event.seat]}: {said}")
        lines.append("")
        letters = letters[::-1]
    return "\n".join(lines)


def sgg(match: Match) -> str:
    second, first = match.players
    settings = match.settings
    lines = [
        f"{first} vs. {second}",
        "Wednesday November 20, 2002",
        "GamesGrid",
        f"Jacoby: {_yes(settings.jacoby)}",
        f"Crawford: {_yes(settings.crawford is not False)}",
        f"Beavers: {_yes(settings.beavers > 0)}",
        f"Raccoons: {_yes(settings.beavers > 1)}",
        f"Doubling Cube: {_yes(settings.cube is not False)}",
        f"Match Length: {match.needed or 0}",
        "Variant: Backgammon",
    ]
    for number, (b, a), happened in _games(match):
        crawford = match.games[number - 1].stakes.crawford
        to = match.needed
        stars = ["*" if crawford and to and s == to - 1 else "" for s in (a, b)]
        lines.append(f"Game {number}.{a}{stars[0]}-{b}{stars[1]}{f'/{to}' if to else ''}")
        for row, event in enumerate(happened):
            tabs = "\t" if event.seat == 1 else "\t\t"
            dice = "{}{}".format(*event.dice)
            said = {
                "double": f"Double to {event.value}",
                "beaver": f"Beaver to {event.value}",
                "raccoon": f"Raccoon to {event.value}",
                "take": "Accept",
                "drop": "Pass",
                "resign": "Resign",
                "pass": " -",
            }.get(event.kind)
            if event.kind == "win":
                lines.append(f"{match.players[event.seat]}  wins {event.value} points.")
            elif event.kind == "roll" and event.steps == ():
                lines.append(f"{row}{tabs}{dice}: O-O")
            elif event.kind == "roll":
                lines.append(f"{row}{tabs}{dice}:")
                if event.steps:
                    lines.append(f"{row}{tabs}{dice}: {play_text(event, '/', ', ')}")
            elif said:
                lines += [f"{row}{tabs}{said}"] * (2 if row % 7 == 0 else 1)
    return "\n".join(lines)


def _yes(rule: bool) -> str:
    return "Yes" if rule else "No"


def tmg(match: Match) -> str:
    second, first = match.players
    settings = match.settings
    lines = [
        "MatchID: 12345",
        f"Player1: 7 {first} 0.00",
        f"Player2: 8 {second} 0.00",
        "Startdate: 2004-03-01 12:00:00",
        f"Jacoby: {int(settings.jacoby)}",
        f"Beavers: {int(settings.beavers > 0)}",
        f"Raccoons: {int(settings.beavers > 1)}",
        f"Crawford: {int(settings.crawford is not False)}",
        f"Cube: {int(settings.cube is not False)}",
        f"Length: {match.needed or 0}",
        "Variant: 1",
    ]
    codes = {"double": 5, "take": 7, "beaver": 8, "raccoon": 9, "drop": 10, "win": 14}
    for number, (b, a), happened in _games(match):
        lines += ["", f"Game {number}: {a}-{b}"]
        for row, event in enumerate(happened, 1):
            sign = "" if event.seat == 1 else "-"
            if event.kind == "roll":
                lines.append("  {}{} 1 {}{}:".format(sign, row, *event.dice))
                if event.steps is not None:
                    lines.append(f"  {sign}{row} 4 {play_text(event, '/', ' ') or '0/0'}")
            elif event.kind == "win":
                name = match.players[event.seat]
                lines.append(f"  {sign}{row} 14 1 {name} wins {event.value} points")
            elif event.kind in codes:
                lines.append(f"  {sign}{row} {codes[event.kind]} {event.kind} to {event.value}")
    return "\n".join(lines)


def partygammon(match: Match) -> str:
    lines = ["BOARDID=99", "CREATOR=Ann", f"MATCHLENGTH={match.needed or 0}"]
    words = {
        "double": "Doubles => {}", "take": "Takes", "drop": "Drops", "beaver": "Beavers => {}",
        "raccoon": "Raccoons => {}",
    }  # fmt: skip
    for number, _, happened in _games(match):
        actions = []
        for event in happened:
            if event.kind == "roll":
                dice = "{}{}".format(*event.dice)
                play = play_text(event, "/", " ")
                actions.append(f"{event.seat + 1} 0 0 {dice} {play}".rstrip())
            elif event.kind in words:
                actions.append(f"{event.seat + 1}  {words[event.kind].format(event.value)}")
        lines += [f"GAME_{number}_PLAYER_{seat + 1}={match.players[seat]}" for seat in (0, 1)]
        lines.append(f"GAME_{number}_GAMEPLAY={'#'.join(actions)}")
        if match.games[number - 1].result:
            after = match.scores[number - 1]
            lines += [f"GAME_{number}_SCORE{seat + 1}={after[seat]}" for seat in (0, 1)]
    return "\r\n".join(lines)


def bgammon(match: Match) -> str:
    games = []
    for number, (a, b), happened in _games(match):
        result = match.games[number - 1].result
        winner, points = (result.winner or 0) + 1 if result else 0, result.points if result else 0
        first, second = match.players
        lines = [f"i 1702738670 {first} {second} {match.needed} {a} {b} {winner} {points} 0"]
        for event in happened:
            if event.kind == "roll":
                play = play_text(event, "/", " ", upwards=event.seat == 1)
                lines.append(
                    f"{event.seat + 1} r {max(event.dice)}-{min(event.dice)} {play}".rstrip()
                )
            elif event.kind == "double":
                offer = event
            elif event.kind in ("take", "drop"):
                lines.append(f"{offer.seat + 1} d {offer.value} {int(event.kind == 'take')}")
            elif event.kind == "resign":
                lines.append(f"{event.seat + 1} t")
        games.append("\n".join(lines) + "\n")
    at = len(games) * 24
    index = ""
    for game in games:
        index += f"bgammon-replay {at:08}\n"
        at += len(game.encode())
    return index + "".join(games)


def javafibs(match: Match) -> str:
    me, other = match.players
    names = ("You", other)
    lines = ["JavaFIBS internal match representation v1.1", f"8:{other}:{match.needed or 9999}"]
    codes = {"double": 2, "take": 4, "drop": 5, "resign": 3}
    for number, _, happened in _games(match):
        lines += [f"13:{other}: ", f"6:You:{other}"]
        first = True
        for event in happened:
            who = names[event.seat]
            if event.kind == "roll":
                lines.append("{}:{}:{} {}".format(11 if first else 0, who, *event.dice))
                first = False
                upwards = event.seat == number % 2
                if event.steps:
                    lines.append(f"1:{who}:{play_text(event, '-', ' ', upwards)} ")
                elif event.steps == ():
                    lines.append(f"15:{who}: ")
            elif event.kind == "win":
                lines.append(f"7:{who}:{event.value}")
            elif event.kind in codes:
                lines.append(f"{codes[event.kind]}:{who}: ")
        if match.games[number - 1].result:
            a, b = match.scores[number - 1]
            lines.append(f"14:{me}-{a}:{other}-{b}")
    return "\r\n".join(lines)


def bgroom(match: Match) -> str:
    lines = ["BGF version 1.2", ""]
    first, second = match.players
    words = {
        "double": "Double", "take": "Take", "drop": "Pass", "beaver": "Beaver",
        "raccoon": "Raccoon", "resign": "Resign",
    }  # fmt: skip
    for number, _, happened in _games(match):
        lines.append(f"Game {number} - {first} (X) vs. {second}")
        lines.append(f"{match.needed} point match" if match.needed else "Single game")
        for row, event in enumerate(happened, 1):
            letter = "X0"[event.seat]
            dice = "({} {})".format(*event.dice)
            said = words.get(event.kind, "")
            if event.kind == "roll":
                said = f"{dice}{play_text(event, '/', ' ')}"
            elif event.kind == "win":
                said = f"Wins {event.value} points"
            if said:
                lines.append(f"{row}.{letter}:{said}")
        lines.append("")
    return "\n".join(lines)


def bkg(match: Match) -> str:
    lines = []
    offer: Event | None = None
    for number, _, happened in _games(match):
        game = match.games[number - 1]
        for event in happened:
            color = ("Black", "White")[event.seat]
            if event.kind == "roll":
                play = play_text(event, " ", ", ", upwards=event.seat == 1)
                play = play.replace("bar", "0" if event.seat else "25")
                play = play.replace("off", "25" if event.seat else "0")
                lines.append("{}  {} {} : {}".format(color, *event.dice, play).rstrip())
            elif event.kind == "double":
                offer = event
            elif event.kind in ("take", "drop") and offer:
                doubler = ("Black", "White")[offer.seat]
                answer = "Accepted" if event.kind == "take" else "Refused"
                lines.append(f"{doubler} Doubles         {answer}")
            elif event.kind == "win" and game.result:
                how = {2: " a gammon", 3: " a backgammon"}.get(game.result.multiple, "")
                lines.append(f"{color} wins{how}")
    return "\n".join(lines)


WRITERS: dict[str, Callable[[Match], str]] = {
    "oldmoves": oldmoves,
    "sgg": sgg,
    "tmg": tmg,
    "partygammon": partygammon,
    "bgammon": bgammon,
    "javafibs": javafibs,
    "bgroom": bgroom,
    "bkg": bkg,
}
