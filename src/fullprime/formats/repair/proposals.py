"""Proposes how a transcript that cannot be right may have been meant.

Where a game stops being legal, every small change up to there is tried: another die, another play,
two turns exchanged, a line that stands twice or is missing. A change is proposed if the rest of the
game is legal with it, the smallest first. Nothing is changed unasked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, Literal

import msgspec

from fullprime.dice import ROLLS, Roll
from fullprime.errors import BadFile, BadPlay
from fullprime.formats.repair.missing_turns import fitting_turns
from fullprime.formats.repair.text_distance import text_distance
from fullprime.formats.replay import replay
from fullprime.formats.transcript import NO_PLAY, Entry, GameTranscript, Transcript, variant_of
from fullprime.notation import read_routes
from fullprime.numbers_to_play import Numbers
from fullprime.play import Play, legal_plays
from fullprime.position import BAR, OFF, Position
from fullprime.variant import Variant
from fullprime.why import possible_play
from fullprime.written_play import Route

WINDOW: Final = 40
"""So many entries before the fault can be its cause."""
PAIR_WINDOW: Final = 16
"""Two missing turns are looked for only so far back: there are many of them."""
MOST: Final = 3
"""Proposals for a game."""
MOST_TRIED: Final = 1500
MOST_AT_A_GAP: Final = 20_000
"""Turns, or pairs of them, that are tried where some may be missing."""
EXCHANGED, TWICE, MISSING, MISSING_PAIR = 1.5, 1.5, 2.0, 2.5
"""What these changes cost; a die or a character of a play costs one."""
FAR: Final = 0.01
"""What every entry between a change and the fault costs: faults show soon."""
NUMBERED: Final = -2.0
"""The numbers of the rows say that a line is missing just there."""

Change = Literal["dice", "play", "exchange", "twice", "missing"]


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One change that makes the rest of a game legal."""

    game: int
    """Counted from 1."""
    line: int
    change: Change
    text: str
    cost: float
    entries: tuple[Entry, ...]
    """The game with the change made."""


def proposals(transcript: Transcript, most: int = MOST) -> list[Proposal]:
    """For every game that is not legal, the likeliest changes first."""
    found: list[Proposal] = []
    for number in range(len(transcript.games)):
        found += _of_game(transcript, number, most)
    return found


def repaired(transcript: Transcript, proposal: Proposal) -> Transcript:
    """The transcript with this change made."""
    games = list(transcript.games)
    at = proposal.game - 1
    games[at] = msgspec.structs.replace(games[at], entries=list(proposal.entries))
    return msgspec.structs.replace(transcript, games=games)


def _of_game(transcript: Transcript, number: int, most: int) -> list[Proposal]:
    before = _faults(transcript, number)
    if not before:
        return []
    search = _Search(transcript, number)
    kept: list[Proposal] = []
    for stage in (search.gaps, search.slips, search.turn_missing, search.two_missing):
        enough = len(kept) == most and kept[-1].cost < MISSING
        # Of two turns there are many, so they are the last resort.
        if enough or (kept and stage == search.two_missing):
            break
        fitting = (
            each for each in _cheapest(stage(), most * 2) if _helps(transcript, each, before)
        )
        kept = sorted([*kept, *fitting], key=lambda each: each.cost)[:most]
    return kept


def _cheapest(found: Iterator[Proposal], most: int) -> list[Proposal]:
    return sorted(found, key=lambda each: each.cost)[:most]


def _helps(transcript: Transcript, proposal: Proposal, before: int) -> bool:
    return _faults(repaired(transcript, proposal), proposal.game - 1) < before


def _faults(transcript: Transcript, number: int) -> int:
    """How many the game has, looked at alone."""
    game = transcript.games[number]
    alone = msgspec.structs.replace(transcript, games=[game], faults=[])
    try:
        return len(replay(alone, strict=False).notes.faults)
    except BadFile:
        return 1 + len(game.entries)


class _Search:
    """All changes of one game that make its checkers move by the rules."""

    def __init__(self, transcript: Transcript, number: int) -> None:
        self.transcript = transcript
        self.number = number
        self.variant = variant_of(transcript.variant)
        self.game = transcript.games[number]
        self.entries = self.game.entries
        self.before = _boards(self.variant, self.game)
        """The board before each entry, up to the first that is not legal."""

    def slips(self) -> Iterator[Proposal]:
        """A wrong die or play, turns that are exchanged or stand twice."""
        for at, far in self._places(WINDOW):
            if self.entries[at].kind == "roll":
                yield from self._other_dice(at, far)
                yield from self._other_plays(at, far)
                yield from self._exchanged(at, far)
                yield from self._twice(at, far)

    def gaps(self) -> Iterator[Proposal]:
        """Turns are missing where the numbers of the rows say so."""
        for at, far in self._places(WINDOW):
            if _gap(self.entries, at):
                for count, cost in ((1, MISSING), (2, MISSING_PAIR)):
                    yield from self._missing(at, count, cost + far + NUMBERED, MOST_AT_A_GAP)

    def turn_missing(self) -> Iterator[Proposal]:
        """Where nothing says so."""
        for at, far in self._places(WINDOW):
            yield from self._missing(at, 1, MISSING + far)

    def two_missing(self) -> Iterator[Proposal]:
        """Likewise, a whole row."""
        for at, far in self._places(PAIR_WINDOW):
            yield from self._missing(at, 2, MISSING_PAIR + far)

    def _places(self, window: int) -> Iterator[tuple[int, float]]:
        """Where a change can be, from the fault backward, and what the distance costs."""
        fault = len(self.before) - 1
        for at in range(fault, max(-1, fault - window), -1):
            yield at, FAR * (fault - at)

    def _proposal(
        self, at: int, change: Change, text: str, cost: float, entries: Sequence[Entry]
    ) -> Proposal:
        line = self.entries[at].line
        where = f"line {line}: " if line else ""
        return Proposal(
            game=self.number + 1,
            line=line,
            change=change,
            text=f"{where}{text}",
            cost=cost,
            entries=tuple(entries),
        )

    def _with(self, at: int, *entries: Entry, until: int | None = None) -> list[Entry]:
        """The game with these entries instead of those from `at` to `until`."""
        stop = at + 1 if until is None else until
        return [*self.entries[:at], *entries, *self.entries[stop:]]

    def _fits(self, at: int, changed: Sequence[Entry]) -> bool:
        position, player = self.before[at]
        return _legal(self.variant, position, player, changed[at:])

    def _other_dice(self, at: int, far: float) -> Iterator[Proposal]:
        entry = self.entries[at]
        written = sorted(entry.dice or (0, 0))
        for roll in ROLLS:
            cost = _different(written, sorted(roll))
            if not cost:
                continue
            dice = (max(roll), min(roll))
            changed = self._with(at, msgspec.structs.replace(entry, dice=dice))
            if self._fits(at, changed):
                text = "read the roll as {}{}, not {}{}".format(*dice, *(entry.dice or "--"))
                yield self._proposal(at, "dice", text, cost + far, changed)

    def _other_plays(self, at: int, far: float) -> Iterator[Proposal]:
        entry = self.entries[at]
        position, player = self.before[at]
        roll = _roll(entry)
        if roll is None or (player is not None and entry.player != player):
            return
        as_written = _played(self.variant, position, roll, entry.play)
        for play in legal_plays(self.variant, position, roll):
            text = str(play) if play.steps else NO_PLAY
            changed = self._with(at, msgspec.structs.replace(entry, play=text, after=None))
            if play.position != as_written and self._fits(at, changed):
                cost = max(1.0, _play_distance(entry.play or "", play))
                said = f"read the play as {text}, not {entry.play or 'nothing'}"
                yield self._proposal(at, "play", said, cost + far, changed)

    def _exchanged(self, at: int, far: float) -> Iterator[Proposal]:
        """With the next turn, with the next one of the same player, or two rows of two."""
        rolls = [n for n in range(at, len(self.entries)) if self.entries[n].kind == "roll"][:4]
        for other in rolls[1:3]:
            one, two = self.entries[at], self.entries[other]
            for first, second in ((two, one), (_as(two, one.player), _as(one, two.player))):
                changed = list(self.entries)
                changed[at], changed[other] = first, second
                if self._fits(at, changed):
                    text = f"{_told(one)} and {_told(two)} are exchanged"
                    yield self._proposal(at, "exchange", text, EXCHANGED + far, changed)
        if len(rolls) == 4 and rolls == list(range(at, at + 4)):
            a, b, c, d = self.entries[at : at + 4]
            changed = self._with(at, c, d, a, b, until=at + 4)
            if self._fits(at, changed):
                text = f"lines {a.line} and {c.line} are exchanged"
                yield self._proposal(at, "exchange", text, EXCHANGED + far, changed)

    def _twice(self, at: int, far: float) -> Iterator[Proposal]:
        for count in (1, 2):
            here = self.entries[at : at + count]
            before = self.entries[max(0, at - count) : at]
            changed = self._with(at, until=at + count)
            if [*map(_told, here)] == [*map(_told, before)] and self._fits(at, changed):
                text = f"{' and '.join(map(_told, here))} stands twice"
                yield self._proposal(at, "twice", text, TWICE + far, changed)

    def _missing(
        self, at: int, count: int, cost: float, most: int = MOST_TRIED
    ) -> Iterator[Proposal]:
        """One turn or two; the first that fits, since none of them can be more than a guess."""
        position, player = self.before[at]
        if player is None:  # before the first turn, anyone may have begun
            player = (self.entries[at].player + count) % 2
        turns = fitting_turns(self.variant, position, player, self.entries[at:], count)
        for inserted in islice(turns, most):
            changed = self._with(at, *inserted, until=at)
            if self._fits(at, changed):
                what = "a turn is missing" if count == 1 else "two turns are missing"
                yield self._proposal(at, "missing", f"{what} before it", cost, changed)
                return


# The checkers alone ------------------------------------------------------------------------------


def _boards(variant: Variant, game: GameTranscript) -> list[tuple[Position, int | None]]:
    """The board and the player to act before each entry, up to the first that is not legal."""
    position = game.position or variant.start_position
    player: int | None = game.starter if game.position is not None else None
    found = []
    for at, entry in enumerate(game.entries):
        found.append((position, player))
        after = _after(variant, position, player, entry, last=_is_last(game.entries, at))
        if after is None:
            break
        position, player = after
    return found


def _legal(
    variant: Variant, position: Position, player: int | None, entries: Sequence[Entry]
) -> bool:
    for at, entry in enumerate(entries):
        after = _after(variant, position, player, entry, last=_is_last(entries, at))
        if after is None:
            return False
        position, player = after
    return True


def _is_last(entries: Sequence[Entry], at: int) -> bool:
    return not any(each.kind == "roll" for each in entries[at + 1 :])


def _after(
    variant: Variant, position: Position, player: int | None, entry: Entry, *, last: bool
) -> tuple[Position, int | None] | None:
    """The board after an entry, seen by the next player; None where it is not legal."""
    if entry.kind != "roll":
        turned = entry.kind in ("double", "beaver") and player is None
        return (position, entry.player) if turned else (position, player)
    roll = _roll(entry)
    if roll is None:
        return (position, player) if last else None
    if player is not None and entry.player != player:
        if not position.mover[BAR] or _can_move(variant, position):
            return None
        position = position.flipped()
    if position.mover[OFF] == variant.checkers or position.other[OFF] == variant.checkers:
        return None
    if entry.after is not None:
        return entry.after, 1 - entry.player
    play = _played(variant, position, roll, entry.play)
    if play is None:
        return (position, player) if last and not entry.play else None
    return play.flipped(), 1 - entry.player


def _can_move(variant: Variant, position: Position) -> bool:
    return any(legal_plays(variant, position, roll)[0].steps for roll in ROLLS)


@lru_cache(1 << 14)
def _played(variant: Variant, position: Position, roll: Roll, text: str | None) -> Position | None:
    routes = _routes(text or NO_PLAY)
    if routes is None or text is None:
        return None
    if not routes:
        plays = legal_plays(variant, position, roll)
        only = plays[0] if len(plays) == 1 and (text == "" or not plays[0].steps) else None
        return only.position if only else None
    numbers = Numbers.of(variant, position, roll)
    unmarked = [Route(route.places) for route in routes]  # a star too many is no fault
    play = possible_play(numbers, position, routes) or possible_play(numbers, position, unmarked)
    return play.position if play else None


@lru_cache(1 << 12)
def _routes(text: str) -> tuple[Route, ...] | None:
    try:
        return read_routes(text)
    except BadPlay:
        return None


def _roll(entry: Entry) -> Roll | None:
    """The dice, if they show anything."""
    if entry.dice is None or not all(1 <= die <= 6 for die in entry.dice):
        return None
    return Roll(*entry.dice)


# What a change is worth --------------------------------------------------------------------------


def _different(one: Sequence[int], two: Sequence[int]) -> int:
    """Dice that are not the same, in whatever order."""
    left = list(two)
    for die in one:
        if die in left:
            left.remove(die)
    return len(left)


def _play_distance(text: str, play: Play) -> float:
    """Characters that must change, however the steps of a checker are joined."""
    steps = [Route((step.source, step.target)) for step in play.steps]
    routes = _routes(text) if text else ()
    if routes is None:
        plain = " ".join(f"{step.source}/{step.target}" for step in play.steps)
        return float(_text_distance(text.replace("*", ""), plain))
    written = [
        Route((a, b))
        for route in routes
        for a, b in zip(route.places, route.places[1:], strict=False)
    ]
    forms = (_joined, lambda each: " ".join(sorted(map(str, each))))
    return float(min(_text_distance(form(written), form(steps)) for form in forms))


def _text_distance(one: str, two: str) -> int:
    """Digits may have changed places across what stands between them: 7/3 for 3/7."""
    digits = ["".join(filter(str.isdigit, text)) for text in (one, two)]
    same_words = one.count("/") == two.count("/")
    return min(text_distance(one, two), text_distance(*digits) if same_words else len(one))


def _joined(steps: Sequence[Route]) -> str:
    """Steps of one checker as one, the farthest first."""
    ways: list[tuple[int, int]] = []
    for source, target in sorted((step.places[0], step.places[-1]) for step in steps)[::-1]:
        at = next((n for n, way in enumerate(ways) if way[1] == source), None)
        if at is None:
            ways.append((source, target))
        else:
            ways[at] = (ways[at][0], target)
    return " ".join(str(Route(way)) for way in sorted(ways, reverse=True))


def _as(entry: Entry, player: Literal[0, 1]) -> Entry:
    return msgspec.structs.replace(entry, player=player)


def _told(entry: Entry) -> str:
    return "{}{}: {}".format(*(entry.dice or "--"), entry.play or "").rstrip()


def _gap(entries: Sequence[Entry], at: int) -> bool:
    """Do the numbers of the rows jump just here?"""
    before = entries[at - 1].row if at else 0
    return entries[at].row - before > 1 and (at == 0 or before > 0)
