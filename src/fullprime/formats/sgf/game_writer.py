"""Writes one game as GNU Backgammon does: a node for each play, double and answer."""

from __future__ import annotations

import re
from typing import Final

from fullprime.action import (
    Action,
    Arranged,
    Beavered,
    Coloured,
    Declined,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Seat,
    TableAction,
    Took,
)
from fullprime.formats.sgf.analysis import MARKS
from fullprime.formats.sgf.game import TAKEN
from fullprime.formats.sgf.letters import board_letters, letters
from fullprime.formats.sgf.lexer import escaped, is_value
from fullprime.formats.turns import Turn, follow
from fullprime.game import Game, Phase
from fullprime.match import Match, SetUp
from fullprime.notes import Note

COLORS: Final = "WB"
_NAME = re.compile(r"[A-Z]{1,2}")
_MARK_VALUES: Final = {mark: f"{name}[{value}]" for (name, value), mark in MARKS.items()}
_WORDS: Final[dict[type[Action], str]] = {
    Doubled: "double",
    Beavered: "double",
    Raccooned: "double",
    Took: "take",
    Dropped: "drop",
}


class GameWriter:
    """A game on its way to becoming text. What cannot be written is added to the losses."""

    def __init__(self, match: Match, number: int, losses: dict[str, None]) -> None:
        self._game = match.games[number]
        self._set_up = match.set_ups[number] if number < len(match.set_ups) else None
        self._murphy = match.settings.murphy != 0
        self._notes = match.notes.games.get(number)
        self._losses = losses
        self._nodes: list[str] = []
        self._rolled: tuple[Seat, tuple[int, int], Note] | None = None
        """Dice that wait for their play."""
        self._carried: list[str] = []
        """Comments beside something that has no node."""
        self._automatic = 1
        """What the cube shows after automatic doubles."""

    def body(self) -> str:
        """All nodes after the root."""
        state = self._game.begun or self._game
        if self._set_up:
            self._write_set_up(self._set_up, state)
        for number, turn in enumerate(follow(self._game)):
            self._write(turn, self._note(number))
        self._write_dice()
        if self._carried and self._nodes:
            self._nodes[-1] += self._comment("")
        if self._game.phase is Phase.RESIGNING:
            self._lose("A resignation that was not answered is left out.")
        return "".join(f"\n;{node}" for node in self._nodes)

    def root(self) -> str:
        """What the game adds to the root, once its body is written."""
        cube = f"CV[{self._automatic}]" if self._automatic > 1 else ""
        return (
            cube + self._result() + self._properties(self._notes.whole if self._notes else Note())
        )

    def _lose(self, sentence: str) -> None:
        self._losses.setdefault(sentence)

    def _note(self, number: int) -> Note:
        return self._notes.actions.get(number, Note()) if self._notes else Note()

    def _result(self) -> str:
        result = self._game.result
        if result is None or result.winner is None:
            return ""
        resigned = "" if result.by in ("bearing off", "drop") else "R"
        return f"RE[{COLORS[result.winner]}+{result.points}{resigned}]"

    # Set-ups -----------------------------------------------------------------------------------

    def _write_set_up(self, set_up: SetUp, begun: Game) -> None:
        if set_up.position is not None:
            self._write_board(begun)
        automatic = self._murphy and set_up.position is None and set_up.owner is None
        if automatic:
            self._automatic = set_up.cube
        elif set_up.cube > 1:
            owner = "c" if set_up.owner is None else COLORS[set_up.owner].lower()
            self._nodes += [f"CV[{set_up.cube}]", f"CP[{owner}]"]

    def _write_board(self, game: Game, note: str = "") -> None:
        """The board, seen by no one, and whose turn it is."""
        turn = _seat(game.turn)
        white, black = board_letters(game.position, turn)
        sides = "".join(
            name + "".join(f"[{letter}]" for letter in side)
            for name, side in (("AW", white), ("AB", black))
            if side
        )
        self._nodes.append(f"PL[{COLORS[turn]}]AE[a:y]{sides}{note}")

    # Actions -----------------------------------------------------------------------------------

    def _write(self, turn: Turn, note: Note) -> None:
        action, before, after = turn.action, turn.before, turn.after
        match action:
            case Rolled():
                self._roll(before, action, after, note)
            case Played():
                self._play(before, action, note)
            case Doubled() | Beavered() | Raccooned() | Took() | Dropped():
                color = COLORS[turn.seat or 0]
                self._nodes.append(f"{color}[{_WORDS[type(action)]}]{self._properties(note)}")
            case Arranged():
                self._arrange(action, after, note)
            case _:
                self._without_node(before, action, after)
                self._carry(note)

    def _roll(self, before: Game, action: Rolled, after: Game, note: Note) -> None:
        first, second = action.dice
        if before.phase is Phase.OPENING:
            if first == second:
                self._lose("Opening throws that were equal are left out.")
                self._carry(note)
                return
            if before.ties and before.stakes.value > 1:
                self._automatic = before.stakes.value
            first, second = max(first, second), min(first, second)
        self._rolled = (_seat(after.turn), (first, second), note)

    def _play(self, before: Game, action: Played, note: Note) -> None:
        seat, dice = _seat(before.turn), before.roll or (0, 0)
        if self._rolled:
            _, dice, earlier = self._rolled
            self._carry(earlier)
            self._rolled = None
        moved = letters(action.steps, seat)
        self._nodes.append(f"{COLORS[seat]}[{dice[0]}{dice[1]}{moved}]{self._properties(note)}")

    def _write_dice(self) -> None:
        """A roll that nobody has played."""
        if self._rolled:
            seat, dice, note = self._rolled
            self._nodes.append(f"PL[{COLORS[seat]}]DI[{dice[0]}{dice[1]}]{self._properties(note)}")
            self._rolled = None

    def _arrange(self, action: Arranged, after: Game, note: Note) -> None:
        self._write_dice()
        if action.steps:
            self._lose("Of illegal plays only the board after them is written.")
        if not self._nodes:
            self._lose("A board that was set up before the first roll is where the game begins.")
        self._write_board(after, self._properties(note))

    def _without_node(self, before: Game, action: Action, after: Game) -> None:
        """Things that the format does not know; a board that they left is written."""
        match action:
            case Declined():
                self._lose("Resignations that were declined are left out.")
            case Resigned() if after.stakes.counted(action.multiple) != action.multiple:
                self._lose("A resignation that counts as a single game is written as one.")
            case Coloured():
                self._lose("The choice of a color is left out.")
            case _ if isinstance(action, TableAction):
                self._lose("Irregularities at the table are left out.")
                if (before.turn, before.position) != (after.turn, after.position):
                    self._write_dice()
                    self._write_board(after)

    # Notes -------------------------------------------------------------------------------------

    def _carry(self, note: Note) -> None:
        """A comment beside something that has no node waits for the next one."""
        if note == Note():
            return
        self._lose("Notes beside rolls, passes and resignations: comments are moved, others lost.")
        if note.text:
            self._carried.append(note.text)

    def _comment(self, text: str) -> str:
        told = "\n".join(filter(None, (*self._carried, text)))
        self._carried.clear()
        return f"C[{escaped(told)}]" if told else ""

    def _properties(self, note: Note) -> str:
        """Analysis, mark and comment of a node."""
        if note.spent is not None:
            self._lose("The time that was spent is left out.")
        analysis = ""
        if note.analysis:
            raw = note.analysis.raw
            kept = {name: values for name, values in raw.items() if _is_property(name, values)}
            if not raw or len(kept) < len(raw):
                self._lose("Analysis that does not come from such a file is left out.")
            analysis = "".join(
                name + "".join(f"[{value}]" for value in values) for name, values in kept.items()
            )
        return analysis + _MARK_VALUES.get(note.mark, "") + self._comment(note.text)


def _is_property(name: str, values: tuple[str, ...]) -> bool:
    return bool(
        _NAME.fullmatch(name) and name not in TAKEN and values and all(map(is_value, values))
    )


def _seat(turn: int) -> Seat:
    return 1 if turn else 0
