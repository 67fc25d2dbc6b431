"""Errors as questions: the board before a decision, and on the other side what was right.

>>> from fullprime import Match
>>> from fullprime.analysis.review import review
>>> match = Match.start(players=("Ann", "Ben"), target=3).apply("31").apply("24/23 13/10")
>>> [card] = cards(match, review(match, plies=0))
>>> card.question, card.best
('You roll 3-1. What do you play?', '8/5 6/5')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Final, NamedTuple

from fullprime.analysis.review.document import Table, choices, sides
from fullprime.analysis.review.report import Report
from fullprime.analysis.review.text import dice_text
from fullprime.analysis.review.verdict import Size, Verdict
from fullprime.errors import plain
from fullprime.formats.plain_text import title
from fullprime.formats.turns import follow
from fullprime.match import Match
from fullprime.render.svg import board_svg
from fullprime.render.text import board_text
from fullprime.stakes import Stakes

YOU: Final = ("You", "Opponent")
ASKED: Final[tuple[Size, ...]] = ("error", "blunder")
"""Sizes of errors that are asked about, unless all are wanted."""
ANKI_HEAD: Final = ("#separator:tab", "#html:true", "#guid column:1", "#tags column:4")
"""How Anki reads the lines that follow; a card that comes again takes the place of the old one."""


class Card(NamedTuple):
    """A question and its answer."""

    id: str
    """The same for the same question."""
    board: str
    """SVG, as the player sees it who decides."""
    text: tuple[str, ...]
    """The same in characters."""
    facts: str
    """What is played for."""
    question: str
    best: str
    played: str
    error: float
    table: Table
    """What the choices are worth."""
    source: str
    """Where it comes from."""
    kind: str
    size: Size

    @property
    def answer(self) -> str:
        """In a line."""
        return f"{self.best}. Played: {self.played}, which loses {self.error:.3f}."


def cards(
    match: Match, report: Report, *, me: int | None = None, every: bool = False
) -> list[Card]:
    """A card for each error, the most expensive first; `me`: of one seat only; `every`: for
    doubtful decisions, too."""
    return [
        _card(match, each)
        for each in report.errors
        if (every or each.size in ASKED) and me in (None, each.decision.player)
    ]


def _card(match: Match, verdict: Verdict) -> Card:
    made, question = verdict.decision, verdict.decision.question
    assert verdict.size is not None  # noqa: S101 - only errors are asked about
    on_roll, stakes = sides(verdict)
    first, second = (YOU[seat != made.player] for seat in (0, 1))
    game = list(follow(match.games[made.game]))[made.action].before
    return Card(
        id=_id(verdict),
        board=board_svg(
            question.position,
            question.variant,
            turn=on_roll,
            seat=made.player,
            names=(first, second),
            roll=question.roll,
            stakes=stakes,
            white=game.white,
        ),
        text=tuple(board_text(game, seat=made.player, names=(first, second))),
        facts="; ".join(_facts(verdict, stakes)),
        question=_asked(verdict),
        best=verdict.best,
        played=verdict.played,
        error=verdict.error,
        table=choices(verdict),
        source=f"{title(match)}, game {made.game + 1}, turn {made.turn}",
        kind=made.kind,
        size=verdict.size,
    )


def _id(verdict: Verdict) -> str:
    """From what is asked alone, so that another review of the match finds the same card."""
    made, question = verdict.decision, verdict.decision.question
    parts = (
        made.kind,
        question.variant.id,
        question.position.raw.hex(),
        dice_text(verdict),
        repr(question.stakes),
        made.played,
    )
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _facts(verdict: Verdict, stakes: Stakes) -> Iterator[str]:
    variant, me = verdict.decision.question.variant, verdict.decision.player
    yield variant.name
    if stakes.away:
        crawford = ", Crawford game" if stakes.crawford else ""
        yield f"you need {stakes.away[me]}, opponent {stakes.away[1 - me]}{crawford}"
    elif stakes.cube:
        yield f"money{', Jacoby' if stakes.jacoby else ''}"
    if stakes.cube and not stakes.crawford:
        owner = {None: "in the middle", me: "yours"}.get(stakes.owner, "your opponent's")
        yield f"cube {stakes.value} {owner}"


def _asked(verdict: Verdict) -> str:
    match verdict.decision.kind:
        case "checker":
            return f"You roll {dice_text(verdict)}. What do you play?"
        case "double":
            return "You are on roll. Do you double?"
        case "take":
            return "Your opponent doubles. Do you take?"


# Cards for programs that ask again and again -----------------------------------------------------


def anki_text(found: Sequence[Card], *, text_boards: bool = False) -> str:
    """Lines that Anki imports: id, front, back and tags, with tabs between them."""
    rows = ("\t".join(_fields(card, text_boards)) for card in found)
    return "".join(f"{line}\n" for line in (*ANKI_HEAD, *rows))


def _fields(card: Card, text_boards: bool) -> Iterator[str]:
    yield card.id
    board = f"<pre>{'<br>'.join(map(escape, card.text))}</pre>" if text_boards else card.board
    yield _line(f"{board}<p>{escape(card.facts)}</p><p><b>{escape(card.question)}</b></p>")
    yield _line(
        f"<p><b>{escape(card.best)}</b></p>"
        f"<p>Played: {escape(card.played)}, which loses {card.error:.3f} ({card.size}).</p>"
        f"{_table(card.table)}<p><small>{escape(card.source)}</small></p>"
    )
    yield f"fullprime {card.kind} {card.size}"


def _table(table: Table) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row.cells) for row in table.rows)
    return f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _line(html: str) -> str:
    """Without what ends a field: quotes of attributes become single ones."""
    return plain(" ".join(html.split("\n"))).replace("\t", " ").replace('"', "'")
