"""Training at the terminal: one card after another, answered by typing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fullprime.analysis import tables
from fullprime.analysis.review.verdict import Verdict
from fullprime.engine.evaluator import RankedPlay
from fullprime.errors import FullprimeError
from fullprime.practice import DAY, Card, Judged, Schedule, after, judge
from fullprime.practice.grading import GRADES, Grade
from fullprime.practice.notebook import Notebook
from fullprime.render.text import board_text
from fullprime.tui.terminal import Terminal

TITLES: Final = {
    "errors": "My errors",
    "openings": "Openings and replies",
    "bearoff": "Bear-off",
    "pips": "Pip count",
    "cube": "Cube",
}
ENDS: Final = ("q", "quit", "exit")
WORDS: Final = {
    "d": "double", "y": "double", "yes": "double", "n": "no double", "no": "no double",
    "r": "no double", "roll": "no double", "t": "take", "p": "pass", "drop": "pass",
    "b": "beaver",
}  # fmt: skip
"""Other words for cube actions."""
SHOWN: Final = 5
"""Candidates."""
SIGNS: Final = {"+": "+", "-": "\N{MINUS SIGN}"}


class Tally(NamedTuple):
    """What was answered so far."""

    cards: int = 0
    right: int = 0


class Drill:
    """Asks the cards of a deck until it is done or the player has enough."""

    def __init__(
        self,
        io: Terminal,
        notebook: Notebook,
        deck: str,
        *,
        ascii: bool = False,  # noqa: A002 - named like the option
        most: int | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.io, self.notebook, self.deck = io, notebook, deck
        self.ascii, self.most, self.clock = ascii, most, clock

    def run(self) -> Tally:
        """Ends with the deck, after `most` cards, or with `q` and the end of the input."""
        tally, last = Tally(), None
        self.io.say(f"{TITLES[self.deck]}: {counts(self.notebook, self.deck, self.clock())}")
        while self.most is None or tally.cards < self.most:
            last = self.notebook.deck(self.deck).next(self.clock(), last)
            if last is None:
                self.io.say("Nothing more is due now.")
                break
            try:
                judged = self._ask(self.notebook.card(last))
            except EOFError:
                break
            tally = Tally(tally.cards + 1, tally.right + judged.right)
            try:
                self._grade(last, judged)
            except EOFError:
                break
        if tally.cards:
            self.io.say(f"{tally.right} of {tally.cards} right.")
        return tally

    # One card ------------------------------------------------------------------------------------

    def _ask(self, card: Card) -> Judged:
        game = card.game
        self.io.say("")
        names = ("You", "Opponent") if card.player == 0 else ("Opponent", "You")
        width = self.io.width
        self.io.draw(board_text(game, seat=card.player, ascii=self.ascii, width=width, names=names))
        stakes = game.stakes.seen_by(game.turn)
        if card.kind != "count":
            self.io.say(f"{game.variant.name}; {tables.stakes_words(stakes)}")
        began = self.clock()
        while True:
            text = self._line(f"{question_text(card)} > ")
            try:
                judged = judge(card, _answer(card, text), self.clock() - began)
            except FullprimeError as error:
                self.io.say(str(error))
                continue
            self._show(card, judged)
            return judged

    def _line(self, prompt: str) -> str:
        """What is typed; raises EOFError where the player has enough."""
        while True:
            text = self.io.ask(prompt).strip()
            if text.casefold() in ENDS:
                raise EOFError
            if text:
                return text

    def _show(self, card: Card, judged: Judged) -> None:
        verdict = judged.verdict
        if verdict is None:
            wrong = "" if judged.right else f" You are off by {abs(judged.off)}."
            self.io.say(f"{'Right' if judged.right else 'No'}: {judged.number}.{wrong}")
            return
        self.io.say(verdict_text(verdict, judged.right))
        if card.was and judged.right:
            self.io.say(f"In your match: {card.was.played}, which lost {card.was.error:.3f}.")
        question = verdict.decision.question
        if verdict.cube is not None:
            self.io.draw(tables.cube_lines(question, verdict.cube))
        else:
            self.io.draw(tables.plays_lines(question, _shown(verdict), self.io.width))
        if judged.rolled_out:
            self.io.say("These equities are rolled out, in the opening book.")
        for reason in verdict.reasons:
            self.io.say(f"  {SIGNS[reason.sign]} {reason.text}")

    def _grade(self, card_id: str, judged: Judged) -> None:
        """By the rule, unless the player says otherwise."""
        before, now = self.notebook.schedule(card_id), self.clock()
        schedule = after(before, judged.grade, now)
        self.notebook.answered(card_id, schedule)
        grades = ", ".join(f"{number} {grade}" for number, grade in enumerate(GRADES, 1))
        said = f"{judged.grade.capitalize()}: comes again {again_text(schedule, now)}."
        other = _grade_of(self.io.ask(f"{said} Enter goes on ({grades}; q ends) > "))
        if other is not None:
            schedule = after(before, other, now)
            self.notebook.answered(card_id, schedule, again=True)
            self.io.say(f"{other.capitalize()}: comes again {again_text(schedule, now)}.")


# Words -------------------------------------------------------------------------------------------


def counts(notebook: Notebook, deck: str, now: float) -> str:
    """How many cards are due, new and learned."""
    cards = notebook.deck(deck)
    return f"{len(cards.due(now))} due, {len(cards.new)} new, {cards.learned} learned"


def question_text(card: Card) -> str:
    """What is asked."""
    roll = card.game.roll
    if card.kind == "checker" and roll:
        return f"You roll {max(roll)}-{min(roll)}. What do you play?"
    if card.kind == "double":
        return "You are on roll. double or no double?"
    if card.kind == "take":
        return f"You are doubled to {2 * card.game.stakes.value}. {' or '.join(card.choices)}?"
    asked = {"mine": "have you", "theirs": "has your opponent"}
    if card.wanted in asked:
        return f"How many pips {asked[card.wanted]}?"
    mine, theirs = card.game.position.pips
    return f"By how many pips are you {'behind' if mine > theirs else 'ahead'}?"


def verdict_text(verdict: Verdict, right: bool) -> str:
    """`Right.`, or what the answer lost."""
    if right and not verdict.error:
        return "Right: the best."
    lost = f"{verdict.played} loses {verdict.error:.3f}; best: {verdict.best}."
    return f"{'Good enough' if right else 'No'}: {lost}"


def again_text(schedule: Schedule, now: float) -> str:
    """`in 10 minutes`, `in 8 days`."""
    seconds = max(60.0, schedule.due - now)
    units = (("day", DAY), ("hour", 3600.0), ("minute", 60.0))
    name, size = next(unit for unit in units if seconds >= unit[1] or unit[0] == "minute")
    number = round(seconds / size)
    return f"in {number} {name}{'' if number == 1 else 's'}"


def _shown(verdict: Verdict) -> Sequence[RankedPlay]:
    """The best few and the one that was answered."""
    at = verdict.at
    more = [verdict.candidates[at]] if at is not None and at >= SHOWN else []
    return [*verdict.candidates[:SHOWN], *more]


def _answer(card: Card, text: str) -> str | int:
    if card.kind == "count":
        return int(text) if text.isdecimal() else text
    if card.kind == "checker":
        return text
    said = text.casefold()
    return WORDS.get(said, said)


def _grade_of(text: str) -> Grade | None:
    said = text.strip().casefold()
    if said in ENDS:
        raise EOFError
    if said.isdecimal() and 1 <= int(said) <= len(GRADES):
        return GRADES[int(said) - 1]
    return next((grade for grade in GRADES if said and grade.startswith(said)), None)
