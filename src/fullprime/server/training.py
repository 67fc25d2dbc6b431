"""Training over HTTP: decks, the next card, answers, and what has come of them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fullprime.analysis.review import BLUNDER, DOUBTFUL, ERROR, verdict_json
from fullprime.engine.engine import Engine
from fullprime.errors import FullprimeError
from fullprime.play import Place
from fullprime.practice import (
    DECKS,
    MADE,
    Answered,
    Card,
    Grade,
    Judged,
    Schedule,
    after,
    find_card,
    judge,
    leaks,
    made_cards,
    progress,
)
from fullprime.practice.cards import ERRORS
from fullprime.practice.grading import GRADES
from fullprime.practice.picking import Deck
from fullprime.practice.pips import half_crossovers
from fullprime.server.analysis import Analysts
from fullprime.server.board import board_json, rows_json
from fullprime.server.door import Door, json_answer
from fullprime.server.gathering import error_card, gather_errors, themes_of
from fullprime.server.messages import MOST_STEPS
from fullprime.server.people import asker, visitor
from fullprime.server.problems import Problem
from fullprime.server.state import game_json, match_json, play_json, walk_json
from fullprime.shapes import converted, decoded
from fullprime.store import KeptAnswer, KeptCard
from fullprime.store.verdicts import verdicts_of_thread

if TYPE_CHECKING:
    from fullprime.store.store import Store

MOST_ANSWERS: Final = 20_000
"""The newest of a person, for the plots."""
LONGEST_ID: Final = 60
MOST_SECONDS: Final = 3600.0
"""Who has thought longer was away."""
A_DAY: Final = 24 * 60
"""Minutes."""
LIMITS: Final = {"doubtful": DOUBTFUL, "error": ERROR, "blunder": BLUNDER}
"""From which losses on an answer is called so."""

Json = dict[str, Any]
door = Door("/api")


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


# Decks -------------------------------------------------------------------------------------------


@door.get("/training")
async def training(request: Request) -> Response:
    """Your decks: how many cards each has, and how many of them are new, due and learned."""
    person, store = await asker(request), _store(request)
    left = await gather_errors(store, person)
    kept, now = await store.training.cards(person.id), time.time()
    decks = {name: _deck(name, kept) for name in DECKS}
    found = [
        {**_deck_json(name, deck, now), "cover": await _cover(store, person.id, deck, now)}
        for name, deck in decks.items()
    ]
    return json_answer({"decks": found, "gathering": left})


async def _cover(store: Store, person: int, deck: Deck, now: float) -> Json | None:
    """The board of the card that comes next, today or later; None: the deck is empty."""
    chosen = deck.next(now) or min(deck.seen, key=lambda name: deck.seen[name].due, default=None)
    if chosen is None:
        return None
    game = (await _find(store, person, chosen, 0)).game
    return {
        "board": board_json(game.variant),
        "rows": rows_json(game.variant, game.position, game.turn),
        "dice": list(game.roll) if game.roll else None,
    }


def _deck(name: str, kept: list[KeptCard]) -> Deck:
    mine = [card for card in kept if card.deck == name]
    seen = {card.id: _schedule(card.schedule) for card in mine if card.schedule is not None}
    all_ids = made_cards(name) if name in MADE else [card.id for card in mine]
    return Deck(seen, [card_id for card_id in all_ids if card_id not in seen])


def _schedule(text: str) -> Schedule:
    return decoded(text, Schedule)


def _deck_json(name: str, deck: Deck, now: float) -> Json:
    return {
        "id": name,
        "cards": len(deck.seen) + len(deck.new),
        "new": len(deck.new),
        "due": len(deck.due(now)),
        "learned": deck.learned,
        "next_due": deck.next_due,
    }


# The next card -----------------------------------------------------------------------------------


class NextAsked(msgspec.Struct):
    """From which deck, and which card came last."""

    deck: str
    last: str | None = None


@door.get("/training/{deck}/next", NextAsked)
async def next_card(request: Request, body: NextAsked) -> Response:
    """The card of a deck that comes next, with its board; null: everything is done for now."""
    if body.deck not in DECKS:
        raise Problem(404, "train.deck", decks=", ".join(DECKS))
    person, store, now = await asker(request), _store(request), time.time()
    kept = await store.training.cards(person.id, body.deck)
    deck = _deck(body.deck, kept)
    chosen = deck.next(now, body.last)
    known = {card.id: card for card in kept}.get(chosen or "")
    card = await _find(store, person.id, chosen, known.times if known else 0) if chosen else None
    told = await asyncio.to_thread(_card_json, card, known) if card else None
    return json_answer({"card": told, "deck": _deck_json(body.deck, deck, now)})


async def _find(store: Store, person: int, card_id: str, times: int) -> Card:
    """A card by its id; only its own person has one of an error."""
    if card_id.partition("-")[0] == ERRORS:
        kept = await store.training.card(person, card_id)
        file = await store.training.file(person, card_id)
        if kept is None or file is None:
            raise Problem(404, "train.card")
        return await asyncio.to_thread(error_card, kept, file)
    try:
        return await asyncio.to_thread(find_card, card_id, times)
    except FullprimeError as error:
        raise Problem(404, "train.card") from error


def _card_json(card: Card, kept: KeptCard | None) -> Json:
    """The front: nothing of what is right."""
    match, game = card.match, card.game
    mine, theirs = game.position.pips
    return {
        "id": card.id,
        "times": kept.times if kept else 0,
        "deck": card.deck,
        "kind": card.kind,
        "theme": card.theme,
        "choices": list(card.choices),
        "wanted": card.wanted,
        "behind": mine > theirs,
        "exact": card.exact,
        "state": {
            **match_json(match),
            **play_json(match),
            **game_json(game, None),
            "you": [card.player],
            "walk": walk_json(game) if card.kind == "checker" else None,
        },
    }


# Answers -----------------------------------------------------------------------------------------


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    """An answer: the steps of a play, a cube action in words, or a number."""

    card: Annotated[str, Meta(max_length=LONGEST_ID)]
    times: Annotated[int, Meta(ge=0, le=10**9, description="As the card said.")]
    seconds: Annotated[float, Meta(ge=0)]
    steps: Annotated[list[tuple[Place, Place]], Meta(max_length=MOST_STEPS)] | None = None
    choice: Literal["double", "no double", "take", "pass", "beaver"] | None = None
    number: Annotated[int, Meta(ge=-1000, le=10_000)] | None = None

    @property
    def answer(self) -> list[tuple[Place, Place]] | str | int:
        """The one that is given."""
        found = [each for each in (self.steps, self.choice, self.number) if each is not None]
        if len(found) != 1:
            raise Problem(422, "train.answer")
        return found[0]


class AnswerTask(NamedTuple):
    """An answer that is to be evaluated."""

    card: Card
    body: AnswerBody

    def answer(self, engine: Engine) -> Judged:
        """As a review would."""
        seconds = min(self.body.seconds, MOST_SECONDS)
        cached = verdicts_of_thread()
        return judge(self.card, self.body.answer, seconds, cached=cached, engine=engine)


@door.post("/training/answers", AnswerBody, status=201)
async def answer_card(request: Request, body: AnswerBody) -> Response:
    """Evaluates an answer, keeps it, and says what was right and when the card comes again."""
    person, store = await visitor(request), _store(request)
    card = await _find(store, person.id, body.card, body.times)
    analysts: Analysts = request.app.state.analysts
    judged = await analysts.ask(AnswerTask(card, body), request)
    kept = await store.training.card(person.id, card.id)
    before, now = kept.schedule if kept else None, time.time()
    schedules = _schedules(before, now)
    answer = KeptAnswer(
        card=card.id,
        deck=card.deck,
        at=now,
        seconds=min(body.seconds, MOST_SECONDS),
        right=judged.right,
        loss=judged.loss,
        grade=judged.grade,
        before=before,
    )
    chosen = schedules[judged.grade]
    number = await store.training.answer(person.id, answer, _written(chosen), chosen.due)
    told = await asyncio.to_thread(_judged_json, card, judged)
    dues = {grade: each.due - now for grade, each in schedules.items()}
    source = {"match": kept.match if kept else None, "place": card.place}
    told |= {"waits": dues, "source": source, "limits": LIMITS}
    return json_answer({"answer": number, **told}, 201)


def _schedules(before: str | None, now: float) -> dict[Grade, Schedule]:
    known = None if before is None else _schedule(before)
    return {grade: after(known, grade, now) for grade in GRADES}


def _written(schedule: Schedule) -> str:
    return msgspec.json.encode(schedule).decode()


def _judged_json(card: Card, judged: Judged) -> Json:
    verdict = judged.verdict
    return {
        "grade": judged.grade,
        "right": judged.right,
        "loss": judged.loss,
        "decision": verdict_json(verdict, detail=True) if verdict else None,
        "rolled_out": judged.rolled_out,
        "book": card.in_book,
        "count": _count_json(card, judged) if judged.number is not None else None,
        "was": card.was._asdict() if card.was else None,
    }


def _count_json(card: Card, judged: Judged) -> Json:
    """The number, and how half crossovers come to it; yours first."""
    position = card.game.position
    ways = [half_crossovers(row) for row in (position.mover, position.other)]
    return {
        "number": judged.number,
        "off": judged.off,
        "pips": list(position.pips),
        "halves": [way._asdict() for way in ways],
    }


class GradeBody(msgspec.Struct, forbid_unknown_fields=True):
    """How well you knew it, if you see it otherwise."""

    grade: Grade


@door.patch("/training/answers/{number}", GradeBody)
async def change_grade(request: Request, body: GradeBody) -> Response:
    """Another grade for your last answer to a card; it comes again when that says."""
    person, store = await asker(request), _store(request)
    given = request.path_params["number"]
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 16 else -1
    answer = await store.training.last_answer(person.id, number)
    if answer is None:
        raise Problem(409, "train.graded")
    chosen = _schedules(answer.before, answer.at)[body.grade]
    await store.training.regrade(
        person.id, number, answer.card, body.grade, _written(chosen), chosen.due
    )
    return json_answer({"grade": body.grade, "due": chosen.due})


# Progress ----------------------------------------------------------------------------------------


class ProgressAsked(msgspec.Struct):
    """By which clock days are counted, and of which deck; all if left out."""

    zone: Annotated[int, Meta(ge=-A_DAY, le=A_DAY, description="Minutes east of UTC.")] = 0
    deck: str | None = None


@door.get("/training/progress", ProgressAsked)
async def training_progress(request: Request, body: ProgressAsked) -> Response:
    """Your answers day by day, what you still knew, and what each theme costs in your matches."""
    person, store = await asker(request), _store(request)
    kept = await store.training.answers(person.id, MOST_ANSWERS, body.deck)
    found = progress([_answered(each) for each in kept], max(1 - A_DAY, min(body.zone, A_DAY - 1)))
    return json_answer(found | {"leaks": leaks(await themes_of(store, person.id))})


def _answered(kept: KeptAnswer) -> Answered:
    before = None if kept.before is None else _schedule(kept.before)
    grade = converted(kept.grade, Grade)
    return Answered(kept.at, grade, kept.right, kept.loss, kept.seconds, before)
