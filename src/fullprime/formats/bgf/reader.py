"""BGBlitz's own file, `.bgf`: a line of JSON, then the match as packed Smile.

Green is seat 0. A move whose green die shows 7 is something else, which the red die says.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import msgspec

from fullprime.action import Seat
from fullprime.errors import BadFile, BadPosition, shorten
from fullprime.formats.bgf import smile
from fullprime.formats.bgf.analysis import analysis_of, play_text
from fullprime.formats.bgf.document import Game, Head, Initial, Match, Move
from fullprime.formats.inflate import gunzip
from fullprime.formats.transcript import NO_PLAY, Entry, GameTranscript, Kind, Transcript
from fullprime.notes import Note, ReadingFault
from fullprime.position import Position
from fullprime.shapes import converted, decoded
from fullprime.variant import Variant

_MARK: Final = b'{"format":"BGF"'
_GREEN: Final = -1
_NO_DIE: Final = 7
_WON, _DANCED = 4, 5
_CUBE: Final[dict[int, Kind]] = {1: "double", 2: "take", 3: "drop"}
_POINTS: Final = 24


def looks_like(data: bytes) -> bool:
    """The line of JSON in front."""
    return data[:200].replace(b" ", b"").startswith(_MARK)


def read(data: bytes) -> Transcript:
    """The match."""
    match = _match(data)
    if match.matchlen < 0:
        raise BadFile(f"a match to {match.matchlen} points")
    faults: list[ReadingFault] = []
    games = []
    for number, game in enumerate(match.games):
        following = match.games[number + 1] if number + 1 < len(match.games) else None
        final = (match.final_green, match.final_red)
        after = (following.score_green, following.score_red) if following else final
        games.append(_game(game, after, faults, number + 1))
    return Transcript(
        format="bgf",
        players=(match.name_green or "Green", match.name_red or "Red"),
        length=match.matchlen,
        crawford=match.use_crawford if match.matchlen else None,
        jacoby=match.use_jacoby,
        beavers=1 if match.use_beaver and not match.matchlen else 0,
        cube=match.use_cube,
        about=_about(match),
        games=games,
        note=Note(text=_text(match.comment)),
        faults=faults,
    )


def _match(data: bytes) -> Match:
    line, _, body = data.partition(b"\n")
    try:
        head = decoded(line, Head)
        if head.compress:
            body = gunzip(body)
        document = smile.parse(body) if head.use_smile else decoded(body, Any)
        return converted(document, Match, strict=False)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(f"not a match of BGBlitz: {shorten(str(error), 200)}") from error


def _about(match: Match) -> dict[str, str]:
    found = {
        "event": match.event,
        "round": match.round,
        "place": match.location,
        "site": match.site,
        "match_id": _text(match.match_id),
        "date": _date(match.date or ""),
        "rating_0": f"{match.rating_green:.2f}" if match.rating_green > 0 else "",
        "rating_1": f"{match.rating_red:.2f}" if match.rating_red > 0 else "",
    }
    return {key: text for key, text in found.items() if text}


def _date(text: str) -> str:
    try:
        return datetime.strptime(text, "%b %d, %Y").strftime("%Y-%m-%d")
    except ValueError:
        return text


def _text(comment: Any) -> str:
    """A comment is a text, a list of them, or nothing."""
    if isinstance(comment, list):
        return "\n".join(filter(None, (_text(each) for each in comment if isinstance(each, str))))
    return comment.strip() if isinstance(comment, str) else ""


def _game(
    game: Game, after: tuple[int, int], faults: list[ReadingFault], number: int
) -> GameTranscript:
    def fault(line: int, text: str) -> None:
        faults.append(ReadingFault(line=line, text=text, game=number))

    score = (game.score_green, game.score_red)
    found = GameTranscript(
        score=score,
        crawford=game.is_crawford,
        note=Note(text=_text(game.comment)),
    )
    if game.game_mode:
        fault(0, f"game mode {game.game_mode} is not known; the standard game is assumed")
    first = next((_seat(move.player) for move in game.moves if move.player in (1, -1)), None)
    if game.initial is not None and first is not None:
        try:
            _set_up(found, game.initial, first)
        except (BadFile, BadPosition) as error:
            fault(0, str(error))
    for line, move in enumerate(game.moves, 1):
        try:
            found.entries += _entries(move, line)
        except BadFile as error:
            fault(line, str(error))
    winner = _winner(game, (after[0] - score[0], after[1] - score[1]))
    if game.won_points and winner is not None:
        points = abs(game.won_points)
        found.entries.append(Entry(kind="win", player=winner, line=len(game.moves), value=points))
    return found


def _winner(game: Game, gained: tuple[int, int]) -> Seat | None:
    """By the scores; where they do not say it, by the last action."""
    if min(gained) == 0 and max(gained) > 0:
        return 0 if gained[0] else 1
    last = game.moves[-1] if game.moves else None
    if last is not None and (last.green, last.red) == (_NO_DIE, _WON) and abs(last.player) == 1:
        return _seat(last.player)
    return None


def _set_up(game: GameTranscript, initial: Initial, starter: Seat) -> None:
    """Where the game does not begin on the usual board."""
    usual = Variant.load(None)
    board = _position(initial.points, usual.checkers)
    if starter:
        board = board.flipped()
    if board != usual.start_position or initial.cube_owner in (1, -1):
        game.position, game.starter = board, starter
    game.cube = max(1, initial.cube)
    game.owner = _seat(initial.cube_owner) if initial.cube_owner in (1, -1) else None


def _position(points: list[int], checkers: int) -> Position:
    """As green sees it; red is positive."""
    if len(points) < _POINTS or any(points[_POINTS:]):
        raise BadFile("the game begins with checkers on the bar, which cannot be read")
    green = [max(0, -count) for count in points[:_POINTS]]
    red = [max(0, count) for count in reversed(points[:_POINTS])]
    mine, theirs = ([checkers - sum(row), *row, 0, 0] for row in (green, red))
    return Position.of(mine, theirs)


def _seat(player: int) -> Seat:
    if player not in (1, -1):
        raise BadFile(f"player {player}: expected 1 or -1")
    return 0 if player == _GREEN else 1


def _entries(move: Move, line: int) -> list[Entry]:
    seat, note = _seat(move.player), _note(move)
    if move.green != _NO_DIE:
        dice, play = (move.red, move.green), play_text(move)
    elif move.red == _DANCED and move.source and move.to:
        dice, play = (move.source[0], move.to[0]), NO_PLAY
    elif move.red in _CUBE:
        return [Entry(kind=_CUBE[move.red], player=seat, line=line, note=note)]
    elif move.red == _WON:
        return []  # the points of the game say how much
    else:
        raise BadFile(f"an action of kind {move.red}, expected 1 to 5")
    return [Entry(kind="roll", player=seat, line=line, dice=dice, play=play, note=note)]


def _note(move: Move) -> Note:
    return Note(text=_text(move.comment), analysis=analysis_of(move))
