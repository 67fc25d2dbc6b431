"""Plays a transcript again through `Game.apply`, and finds out what was meant on the way.

Files leave out much: takes after a beaver, forced plays, the stars of hits, how a game ended. What
follows from the rules is filled in. What breaks them is a fault: reading strictly it stops there;
otherwise it is listed, an illegal play is kept as the board that it left, and reading goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from fullprime.action import (
    Accepted,
    Action,
    Arranged,
    Beavered,
    Declined,
    Doubled,
    Dropped,
    Passed,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Seat,
    Took,
)
from fullprime.errors import BadFile, BadPlay, BadPosition, FullprimeError, IllegalAction, shorten
from fullprime.formats.ids import gnubg_id
from fullprime.formats.transcript import (
    NO_PLAY,
    OFFERS,
    Entry,
    GameTranscript,
    Transcript,
    variant_of,
)
from fullprime.game import Game, Phase
from fullprime.match import MONEY, MOST, Match, Points, Settings, SetUp, Target
from fullprime.notation import read_routes
from fullprime.notes import Note, Notes, ReadingFault
from fullprime.play import Place, place_name
from fullprime.position import BAR, OFF, Position
from fullprime.stakes import LARGEST_CUBE
from fullprime.written_play import Route, walk_all

MOST_GAMES = 2000
MOST_ENTRIES = 5000
"""Of a game: ten times as many as anyone has played."""
ENDINGS = ("win", "resign", "accept")


def replay(transcript: Transcript, *, strict: bool = True) -> Match:
    """The match; its notes list the faults that were found."""
    if not transcript.games:
        raise BadFile("no game was found in it")
    if len(transcript.games) > MOST_GAMES:
        raise BadFile(f"{len(transcript.games)} games: expected {MOST_GAMES} at most")
    if (longest := max(len(game.entries) for game in transcript.games)) > MOST_ENTRIES:
        raise BadFile(f"a game of {longest} actions: expected {MOST_ENTRIES} at most")
    played = _Replay(transcript, strict=strict, jacoby=bool(transcript.jacoby))
    match, failure = _attempt(played)
    if played.gammons_differ and transcript.jacoby is None and not transcript.length:
        # Nobody has written down whether gammons need the cube; the points tell.
        other = _Replay(transcript, strict=strict, jacoby=True)
        second, _ = _attempt(other)
        if second is not None and (match is None or len(other.faults) < len(played.faults)):
            return second
    if match is None:
        raise failure or BadFile("no game was found in it")
    return match


def _attempt(replay: _Replay) -> tuple[Match | None, BadFile | None]:
    try:
        return replay.match(), None
    except BadFile as error:
        return None, error


class _Replay:
    """A transcript on its way to becoming a match."""

    def __init__(self, transcript: Transcript, *, strict: bool, jacoby: bool) -> None:
        self.transcript = transcript
        self.strict = strict
        self.settings = _settings(transcript, jacoby)
        self.faults = list(transcript.faults)
        self.gammons_differ = False
        """Has a game counted less than its points, as the Jacoby rule would explain?"""
        self._match: Match | None = None
        self._notes = Notes(about=dict(transcript.about), whole=transcript.note)
        self._refused_offer = False
        """The last offer was against the rules, so its answer means nothing."""
        self._waiting = Note()
        """A note that belongs to an action which is still to come, such as a resignation."""
        self._following: tuple[int, int] | None = None
        """The score before the next game, if the file says it."""
        self._resigner: Seat | None = None
        """Who has resigned the game, no one says for how much."""
        if strict and self.faults:
            raise BadFile(_located(self.faults[0]))

    def match(self) -> Match:
        """All of it."""
        games = self.transcript.games
        for number, game in enumerate(games):
            if self._is_decided(game):
                break
            if not self._begin(game):
                break
            self._following = games[number + 1].score if number + 1 < len(games) else None
            for at, entry in enumerate(game.entries):
                self._follow(entry, game.entries[at + 1 :])
            self._close(game)
            self._note(now=True)
        notes = msgspec.structs.replace(self._notes, faults=tuple(self.faults))
        return msgspec.structs.replace(self._current, notes=notes)

    # Where we are ------------------------------------------------------------------------------

    @property
    def _current(self) -> Match:
        if self._match is None:
            raise BadFile("no game was found in it")
        return self._match

    @property
    def _game(self) -> Game:
        return self._current.game

    def _fault(self, line: int, text: str, position: str = "", *, is_next: bool = False) -> None:
        """In the game that is played, or in the heading of the next one."""
        match = self._match
        number, action = (len(match.games), len(match.game.log)) if match else (0, None)
        if is_next:
            number, action = number + 1, None
        found = ReadingFault(line=line, text=text, game=number, action=action, position=position)
        if self.strict:
            raise BadFile(_located(found))
        self.faults.append(found)

    def _fault_of(self, entry: Entry, reason: str) -> None:
        """With everything that helps to find it: who, dice, play, position."""
        self._fault(entry.line, f"{self._told(entry)}: {reason}", self._board())

    def _told(self, entry: Entry) -> str:
        who = shorten(self.transcript.players[entry.player], 40)
        dice = "{}{}".format(*entry.dice) if entry.dice else ""
        words = [dice and f"{dice}:", shorten(entry.play or "", 60)]
        said = " ".join(filter(None, words)) if entry.kind == "roll" else entry.kind
        return f"{who}, {said}"

    def _board(self) -> str:
        position = self._game.position
        return gnubg_id(position) or self._game.variant.text(position)

    def _apply(self, *actions: Action) -> None:
        match = self._current
        for action in actions:
            match = match.apply(action)
        self._match = match

    def _try(self, entry: Entry, *actions: Action) -> bool:
        try:
            self._apply(*actions)
        except FullprimeError as error:
            self._fault_of(entry, _reason(error))
            return False
        return True

    def _note(self, *, now: bool) -> None:
        """What waits is noted beside the last action, if that is the one it belongs to."""
        log, note = self._game.log, self._waiting
        if now and log and note != Note():
            number, at = len(self._current.games) - 1, len(log) - 1
            note = _joined(self._notes.of(number, at), note)
            self._notes = self._notes.with_note(note, number, at)
            self._waiting = Note()

    # A game begins -----------------------------------------------------------------------------

    def _is_decided(self, game: GameTranscript) -> bool:
        """Some files go on after a player has won; what follows is no part of the match."""
        match = self._match
        if match is None or match.winner is None:
            return False
        return game.score is None or max(game.score) >= self.transcript.length

    def _begin(self, game: GameTranscript) -> bool:
        """Can it begin at all?"""
        self._refused_offer = False
        self._resigner = None
        self._waiting = Note()
        begins = self._set_up(game)
        try:
            if self._match is None:
                self._match = self._start(begins)
            else:
                self._match = self._match.next_game(begins)
        except FullprimeError as error:
            match = self._match
            if match is None:
                raise BadFile(
                    _located(ReadingFault(line=game.line, text=_reason(error)))
                ) from error
            self._fault(game.line, _reason(error))
            if match.game.result is None or match.winner is not None:
                return False
            self._match = match.next_game()
        if game.note != Note():
            self._notes = self._notes.with_note(game.note, len(self._current.games) - 1)
        return True

    def _start(self, begins: SetUp | None) -> Match:
        transcript = self.transcript
        target: Target = Points(transcript.length) if transcript.length else MONEY
        variant = variant_of(transcript.variant)
        settings = self.settings
        if settings.contradictions(target, (variant,)):
            settings = msgspec.structs.replace(settings, house_rules=True)
        return Match.start(
            variant, players=transcript.players, target=target, settings=settings, begins=begins
        )

    def _set_up(self, game: GameTranscript) -> SetUp | None:
        """Where the game begins, if that does not follow from the games before it."""
        match = self._match
        expected = match.score if match else (0, 0)
        score = self._stated_score(game, expected)
        unfinished = match is not None and match.game.result is None
        board, starter = self._first_board(game)
        crawford = self._stated_crawford(game, score)
        usual = self._usual_crawford(score)
        if not (unfinished or board or score != expected or game.cube > 1 or crawford != usual):
            return None
        cube = game.cube if game.cube.bit_count() == 1 and game.cube <= LARGEST_CUBE else 1
        return SetUp(
            position=board,
            starter=starter if board else 0,
            cube=cube,
            owner=game.owner if cube > 1 else None,
            crawford=crawford,
            score=score if unfinished or score != expected else None,
        )

    def _stated_score(self, game: GameTranscript, expected: tuple[int, int]) -> tuple[int, int]:
        """The score line is right, even where it disagrees with the games before it."""
        length, score = self.transcript.length, game.score
        if score is None or score == expected:
            return expected
        if min(score) < 0 or max(score) > MOST * LARGEST_CUBE or (length and max(score) >= length):
            self._fault(game.line, f"the score {score[0]}-{score[1]} cannot be", is_next=True)
            return expected
        if self._match is not None and self._match.game.result is not None:
            forward = all(now >= then for now, then in zip(score, expected, strict=True))
            self._fault(
                game.line,
                f"the score line says {score[0]}-{score[1]}, "
                f"after the games before it is {expected[0]}-{expected[1]}"
                f"{'; games may be missing' if forward else ''}",
                is_next=True,
            )
        return score

    def _first_board(self, game: GameTranscript) -> tuple[str | None, Seat]:
        """The board that was set up. So is one on which a doublet is rolled first."""
        variant = variant_of(self.transcript.variant)
        first = next((e for e in game.entries if e.kind in ("roll", *OFFERS)), None)
        starter = game.starter
        if starter is None:
            starter = first.player if first else 0
        if game.position is not None:
            if faults := variant.faults(game.position):
                raise BadFile(_located(ReadingFault(line=game.line, text=str(faults[0]))))
            return variant.text(game.position), starter
        known = first is not None and (
            first.kind in OFFERS or (first.dice is not None and first.dice[0] == first.dice[1])
        )
        return (variant.text(variant.start_position) if known else None), starter

    def _stated_crawford(self, game: GameTranscript, score: tuple[int, int]) -> bool:
        """Is it the Crawford game? Not if anyone doubles in it, unless the file says so."""
        if game.crawford is not None:
            agreed = self.settings.crawford is not False and self.transcript.length - 1 in score
            return game.crawford and agreed
        doubles = any(entry.kind in OFFERS for entry in game.entries)
        return self._usual_crawford(score) and not doubles

    def _usual_crawford(self, score: tuple[int, int]) -> bool:
        """Would the game be the Crawford game by itself?"""
        length = self.transcript.length
        if not length or length == 1 or self.settings.crawford is False or not self.transcript.cube:
            return False
        had = self._match is not None and self._match.had_crawford
        return length - 1 in score and not had

    # What happens in it ------------------------------------------------------------------------

    def _follow(self, entry: Entry, rest: Sequence[Entry]) -> None:
        if self._game.result and entry.kind not in ENDINGS:
            self._fault_of(entry, "the game was already over")
            return
        before = len(self._game.log)
        self._waiting = _joined(self._waiting, entry.note)
        match entry.kind:
            case "roll":
                self._roll(entry, rest)
            case "pass":
                self._ready(entry)
                self._pass(entry)
            case "double" | "beaver" | "raccoon":
                self._offer(entry)
            case "take" | "drop":
                self._answer(entry)
            case "resign":
                self._resign(entry, rest)
            case "accept" | "decline":
                if self._game.phase is Phase.RESIGNING:
                    self._apply(Accepted() if entry.kind == "accept" else Declined())
            case "win":
                self._win(entry)
            case "board":
                if entry.after is not None and not self._is_here(entry):
                    self._arrange(entry, entry.after, entry.player)
        self._note(now=len(self._game.log) > before)

    def _arrange(
        self, entry: Entry, position: Position, turn: Seat, steps: Sequence[Route] = ()
    ) -> None:
        """The board as it stands, seen by the seat that is on roll; else as it was."""
        moved = tuple(step for route in steps for step in _steps(route))
        variant = self._game.variant
        try:
            self._apply(Arranged(variant.text(position), turn, moved))
        except BadPosition as error:
            self._fault_of(entry, _reason(error))
            here = self._game.position if turn == self._game.turn else self._game.position.flipped()
            self._apply(Arranged(variant.text(here), turn))

    def _is_here(self, entry: Entry) -> bool:
        """Does the board only say where the game is already?"""
        game = self._game
        here = game.position if game.turn == entry.player else game.position.flipped()
        return game.phase is Phase.TO_ROLL and game.turn == entry.player and here == entry.after

    def _ready(self, entry: Entry) -> None:
        """It is this player's turn to roll or double; answers that were not written are given."""
        game = self._game
        if game.phase is Phase.OFFERED:
            if game.animals == 0:
                self._fault_of(entry, "the double before it was not answered")
            self._apply(Took())
        elif game.phase is Phase.RESIGNING:
            self._apply(Declined())
        game = self._game
        if game.phase is Phase.TO_PLAY:
            self._fault_of(entry, "the play before it is missing")
            self._arrange(entry, game.position.flipped(), _other(game.turn))
            game = self._game
        if game.phase is not Phase.TO_ROLL or game.turn == entry.player:
            return
        if not game.closed_out:  # then nobody writes a turn
            self._fault_of(entry, "it is the other player's turn")
        self._without_roll(entry, entry.player)

    def _pass(self, entry: Entry) -> None:
        """A closed-out player has not rolled."""
        if not self._game.closed_out:
            self._fault_of(entry, "the player could roll")
        self._without_roll(entry, _other(entry.player))

    def _without_roll(self, entry: Entry, turn: Seat) -> None:
        """The other player's turn is over; where that is agreed on, they have passed."""
        if self._game.skip_closed_out and self._game.closed_out:
            self._apply(Passed())
        else:
            self._arrange(entry, self._game.position.flipped(), turn)

    # Dice and plays ----------------------------------------------------------------------------

    def _roll(self, entry: Entry, rest: Sequence[Entry]) -> None:
        self._ready(entry)
        dice = entry.dice or (0, 0)
        if not all(1 <= die <= 6 for die in dice):
            if any(dice) or entry.play not in (None, ""):
                self._fault_of(entry, "a die shows 1 to 6")
                self._by_hand(entry)
            return
        if self._game.phase is Phase.OPENING:
            # The higher die of the opening throw is the starter's.
            dice = (max(dice), min(dice)) if entry.player == 0 else (min(dice), max(dice))
        if not self._try(entry, Rolled(dice)):
            return
        if entry.after is not None:
            self._fault_of(entry, "an illegal play, which was left to stand")
            self._arrange(entry, entry.after, _other(entry.player))
        elif entry.play is None or entry.play == "":
            self._unwritten(entry, rest)
        elif entry.play == NO_PLAY:
            self._nothing(entry)
        else:
            self._written(entry, entry.play, rest)

    def _unwritten(self, entry: Entry, rest: Sequence[Entry]) -> None:
        """Nothing to play, or one play only; else it is unknown, as when a player resigns or the
        board that an illegal play left comes next."""
        is_last = all(each.kind in ENDINGS for each in rest)
        if entry.play is None and is_last and self._bears_off_last(entry, rest):
            return
        if entry.play is None and (is_last or rest[0].kind == "board"):
            return
        plays = self._game.plays
        if len(plays) == 1:
            self._apply(Played.of(plays[0]))
        elif not is_last:
            self._fault_of(entry, "the play is missing")
            self._arrange(entry, self._game.position.flipped(), _other(entry.player))

    def _bears_off_last(self, entry: Entry, rest: Sequence[Entry]) -> bool:
        """Whose play is not known has won: then it was the one that ended the game."""
        if any(each.kind == "win" and each.player == entry.player for each in rest):
            checkers = self._game.variant.checkers
            for play in self._game.plays:
                if play.position.mover[OFF] == checkers:
                    self._apply(Played.of(play))
                    return True
        return False

    def _nothing(self, entry: Entry) -> None:
        if any(play.steps for play in self._game.plays):
            self._fault_of(entry, "the roll can be played")
            self._arrange(entry, self._game.position.flipped(), _other(entry.player))
        else:
            self._apply(Played(()))

    def _written(self, entry: Entry, text: str, rest: Sequence[Entry]) -> None:
        routes: Sequence[Route] = ()
        try:
            routes = read_routes(text)
            # Stars are not needed: where a checker goes says what it hits.
            self._apply(Played(tuple(step for route in routes for step in _steps(route))))
        except (IllegalAction, BadPlay) as error:
            if self._is_broken_off(routes, rest):
                return
            self._fault_of(entry, _reason(error))
            self._by_hand(entry)

    def _is_broken_off(self, routes: Sequence[Route], rest: Sequence[Entry]) -> bool:
        """The last play before a player resigns may be half made; the roll is kept."""
        if not routes or not rest or any(each.kind not in ENDINGS for each in rest):
            return False
        numbers = self._game.numbers
        return numbers is not None and bool(walk_all(numbers, self._game.position, routes))

    def _by_hand(self, entry: Entry) -> None:
        """An illegal play is kept as it was made, as far as checkers can be put there."""
        position = self._game.position
        routes: Sequence[Route] = ()
        try:
            routes = read_routes(entry.play or NO_PLAY)
        except BadPlay:
            routes = ()
        moved = _moved(position, routes)
        if moved is None and routes:
            self._fault_of(entry, "the checkers cannot stand so; the play is left out")
        after = (moved or position).flipped()
        self._arrange(entry, after, _other(entry.player), routes if moved else ())

    # The cube ----------------------------------------------------------------------------------

    def _offer(self, entry: Entry) -> None:
        game = self._game
        if game.phase is Phase.OFFERED and game.actor == entry.player:
            self._try(entry, Raccooned() if game.animals % 2 else Beavered())
            return
        self._ready(entry)
        game = self._game
        self._refused_offer = not self._try(entry, Doubled())
        if not self._refused_offer and entry.value not in (0, self._game.offer):
            self._fault_of(entry, f"the cube would show {self._game.offer}, not {entry.value}")

    def _answer(self, entry: Entry) -> None:
        if self._refused_offer:
            self._refused_offer = False
            if entry.kind == "drop":
                self._give_up(entry.player, 1)
            return
        if self._game.phase is not Phase.OFFERED:
            self._fault_of(entry, "no double was offered")
            return
        if self._game.actor != entry.player:
            self._fault_of(entry, "the other player has to answer the double")
        self._apply(Took() if entry.kind == "take" else Dropped())

    # The end -----------------------------------------------------------------------------------

    def _resign(self, entry: Entry, rest: Sequence[Entry]) -> None:
        if self._game.result:
            return
        answered = next((e.kind for e in rest if e.kind in ("accept", "decline")), "")
        if answered == "decline":
            self._apply(self._resignation(entry.player, entry.value or 1))
        elif any(each.kind == "win" for each in rest):
            pass  # its points say for how much
        elif entry.value:
            self._give_up(entry.player, entry.value)
        else:
            self._resigner = entry.player

    def _resignation(self, seat: Seat, multiple: int) -> Resigned:
        """By the player on turn, unless it is the other one."""
        multiple = max(1, min(multiple, self._game.variant.score))
        if seat == self._game.turn and self._game.phase is not Phase.OPENING:
            return Resigned(multiple)
        return Resigned(multiple, seat)

    def _give_up(self, seat: Seat, multiple: int) -> None:
        """This seat loses the game, for so many times the cube."""
        game = self._game
        if game.phase is Phase.OFFERED:
            if game.actor == seat and multiple == 1:
                self._apply(Dropped())
                return
            self._apply(Took())
        elif game.phase is Phase.RESIGNING:
            self._apply(Declined())
        self._apply(self._resignation(seat, multiple), Accepted())

    def _win(self, entry: Entry) -> None:
        if self._game.result is None:
            self._won(entry.player, entry.value, entry)
        else:
            self._check_points(entry)

    def _won(self, winner: Seat, points: int, entry: Entry) -> None:
        """The other player has resigned, passed a double, or run out of time."""
        game = self._game
        if game.phase is Phase.OFFERED and game.actor == _other(winner):
            if points in (0, game.stakes.drop_points(game.offer)):
                self._apply(Dropped())
                return
            self._apply(Took())
        cube = self._game.stakes.value
        multiple = -(-points // cube) or 1
        exact = points == 0 or points == cube * multiple
        most = self._game.variant.score
        capped = self._is_capped(winner, points)
        possible = multiple <= most and (exact or capped)
        if capped and not possible:
            self._fault_of(entry, f"the match was conceded; this game counts {most * cube} at most")
        elif not possible:
            self._fault_of(entry, f"{points} points cannot be won with the cube at {cube}")
            multiple = -(-max(0, self._gained()[winner]) // cube) or multiple
        self._give_up(_other(winner), min(multiple, most))
        if possible:
            self._check_points(entry)

    def _check_points(self, entry: Entry) -> None:
        result = self._game.result
        if result is None or not entry.value:
            return
        if result.winner != entry.player:
            # The column in which a result stands is not to be trusted, the board is.
            if result.points != entry.value:
                self._fault_of(entry, "the other player has won the game")
        elif result.points != entry.value and not self._is_capped(entry.player, entry.value):
            stakes = self._game.stakes
            if not stakes.turned and entry.value == stakes.value < result.points:
                self.gammons_differ = True
            self._fault_of(entry, f"the game was worth {result.points}, not {entry.value}")

    def _is_capped(self, winner: Seat, points: int) -> bool:
        """Some write only what was still needed, or all that the game was worth."""
        needed = self._current.needed
        if needed is None:
            return False
        before = self._current.scores_before[-1][winner]
        return points == needed - before

    def _gained(self) -> tuple[int, int]:
        """What the next score line adds for each player; 0 where it says nothing."""
        following, before = self._following, self._current.scores_before[-1]
        return (following[0] - before[0], following[1] - before[1]) if following else (0, 0)

    def _close(self, game: GameTranscript) -> None:
        """A game without an end: what the next score line says of it."""
        if self._current.game.result is not None:
            return
        gained = self._gained()
        if min(gained) == 0 and max(gained) > 0:
            winner: Seat = 0 if gained[0] else 1
            line = game.entries[-1].line if game.entries else game.line
            self._won(winner, max(gained), Entry(kind="win", player=winner, line=line))
        elif self._resigner is not None:
            self._give_up(self._resigner, 1)


def _joined(first: Note, second: Note) -> Note:
    """Both, as far as they do not say the same; the second is the later one."""
    if first == Note() or second == Note():
        return second if first == Note() else first
    return Note(
        text="\n".join(filter(None, (first.text, second.text))),
        mark=first.mark or second.mark,
        analysis=first.analysis or second.analysis,
        spent=second.spent if first.spent is None else first.spent,
    )


def _settings(transcript: Transcript, jacoby: bool) -> Settings:
    return Settings(
        cube=None if transcript.cube else False,
        crawford=False if transcript.crawford is False and transcript.length else None,
        jacoby=jacoby and not transcript.length,
        beavers=max(transcript.beavers or 0, _most_animals(transcript)),
        # An automatic double has no notation of its own: the cube shows it from the beginning.
        murphy=1 if transcript.murphy and transcript.length else None if transcript.murphy else 0,
        cube_limit=transcript.cube_limit if transcript.cube else None,
        skip_closed_out=transcript.skip_closed_out,
    )


def _most_animals(transcript: Transcript) -> int:
    """The longest chain of redoubles right after a double."""
    most = 0
    for game in transcript.games:
        chain, doubler = -1, -1
        for entry in game.entries:
            if entry.kind in OFFERS and (chain < 0 or entry.player != doubler):
                chain, doubler = chain + 1, entry.player
                most = max(most, chain)
            else:
                chain = -1
    return most


def _steps(route: Route) -> list[tuple[Place, Place]]:
    """From stop to stop, as an action has them."""
    names = [place_name(place) for place in route.places]
    return list(pairwise(names))


def _moved(position: Position, routes: Sequence[Route]) -> Position | None:
    """The board after these checkers were moved, legal or not; None where they cannot stand so."""
    mine, theirs = list(position.mover), list(position.other)
    for route in routes:
        for source, target in zip(route.places, route.places[1:], strict=False):
            if source > BAR or target > BAR or target == BAR or not mine[source] or source == OFF:
                return None
            mine[source] -= 1
            mine[target] += 1
            if target != OFF and theirs[there := BAR - target]:
                if theirs[there] > 1:
                    return None
                theirs[there] = 0
                theirs[BAR] += 1
    return position.with_checkers(mine, theirs, position.pinned)


def _other(seat: int) -> Seat:
    return 0 if seat else 1


def _reason(error: FullprimeError) -> str:
    if isinstance(error, IllegalAction):
        detail = f" ({error.detail})" if error.detail else ""
        return f"{error.sentence}{detail} ({error.rule})"
    return str(error)


def _located(fault: ReadingFault) -> str:
    line = f"line {fault.line}" if fault.line else ""
    game = f"game {fault.game}" if fault.game else ""
    where = ", ".join(filter(None, (line, game)))
    return f"{where}: {fault.described}" if where else fault.described
