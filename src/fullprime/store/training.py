"""Cards, their schedules, and every answer to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fullprime.store import schema
from fullprime.store.records import GatheredMatch, KeptAnswer, KeptCard
from fullprime.store.turns import Turns

_cards, _answers, _gathered = schema.cards, schema.answers, schema.gathered
_card_columns = tuple(_cards.c[name] for name in KeptCard._fields)
_answer_columns = tuple(_answers.c[name] for name in KeptAnswer._fields)
_gathered_columns = tuple(_gathered.c[name] for name in GatheredMatch._fields)


class KeptTraining:
    """The verbs of the tables."""

    def __init__(self, engine: AsyncEngine, writing: Turns) -> None:
        self._engine = engine
        self._writing = writing

    # Errors become cards -------------------------------------------------------------------------

    async def reviewed(self, person: int) -> dict[str, str]:
        """The matches on a person's list that are reviewed, each with the key of its review."""
        seats, reviewed = schema.seats, schema.reviewed
        own = and_(seats.c.match == reviewed.c.match, seats.c.person == person, seats.c.hidden == 0)
        query = select(reviewed.c.match, reviewed.c.review).join(seats, own).distinct()
        async with self._engine.connect() as connection:
            return {row.match: row.review for row in await connection.execute(query)}

    async def gathered(self, person: int) -> list[GatheredMatch]:
        """The matches whose errors are cards."""
        query = select(*_gathered_columns).where(_gathered.c.person == person)
        async with self._engine.connect() as connection:
            return [GatheredMatch(*row) for row in await connection.execute(query)]

    async def gather(
        self, person: int, found: GatheredMatch, cards: Sequence[tuple[KeptCard, bytes]]
    ) -> None:
        """Keeps the errors of a match, each with its file, in place of those that an earlier review
        had found and no one has answered. Nothing if the match was deleted meanwhile."""
        this = (_gathered.c.person == person, _gathered.c.match == found.match)
        row = {"person": person, **found._asdict()}
        there = select(schema.matches.c.id).where(schema.matches.c.id == found.match)
        unanswered = (_cards.c.person == person, _cards.c.match == found.match, _cards.c.times == 0)
        async with self._writing, self._engine.begin() as connection:
            if await connection.scalar(there) is None:
                return
            await connection.execute(delete(_gathered).where(*this))
            await connection.execute(insert(_gathered).values(**row))
            await connection.execute(delete(_cards).where(*unanswered))
            for card, file in cards:
                await _add(connection, person, card, file)

    # Cards ---------------------------------------------------------------------------------------

    async def cards(self, person: int, deck: str | None = None) -> list[KeptCard]:
        """All of a person, or those of a deck; the most expensive errors first."""
        query = select(*_card_columns).where(_cards.c.person == person)
        if deck is not None:
            query = query.where(_cards.c.deck == deck)
        async with self._engine.connect() as connection:
            found = await connection.execute(query.order_by(_cards.c.cost.desc(), _cards.c.id))
            return [KeptCard(*row) for row in found]

    async def card(self, person: int, card_id: str) -> KeptCard | None:
        """The card of that id."""
        query = select(*_card_columns).where(_is(person, card_id))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return KeptCard(*row) if row else None

    async def file(self, person: int, card_id: str) -> bytes | None:
        """The match of a card that waits for its decision."""
        async with self._engine.connect() as connection:
            found: bytes | None = await connection.scalar(
                select(_cards.c.file).where(_is(person, card_id))
            )
        return found

    # Answers -------------------------------------------------------------------------------------

    async def answer(self, person: int, answer: KeptAnswer, schedule: str, due: float) -> int:
        """Keeps an answer and when the card comes again; the number of the answer."""
        values = {"schedule": schedule, "due": due, "times": _cards.c.times + 1}
        this = _is(person, answer.card)
        async with self._writing, self._engine.begin() as connection:
            changed = await connection.execute(update(_cards).where(this).values(**values))
            if not changed.rowcount:
                card = KeptCard(answer.card, answer.deck, schedule=schedule, due=due, times=1)
                row = {"person": person, **card._asdict()}
                await connection.execute(insert(_cards).values(**row))
            row = {"person": person, **answer._asdict(), "right": int(answer.right)}
            made = await connection.execute(insert(_answers).values(**row))
            assert made.inserted_primary_key  # noqa: S101 - a row was written
        return int(made.inserted_primary_key[0])

    async def last_answer(self, person: int, number: int) -> KeptAnswer | None:
        """An answer, as long as its card was not answered again."""
        query = select(*_answer_columns).where(
            _answers.c.person == person, _answers.c.number == number
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            latest = select(func.max(_answers.c.number)).where(
                _answers.c.person == person, _answers.c.card == row.card
            )
            if await connection.scalar(latest) != number:
                return None
        return _answer(row)

    async def regrade(
        self, person: int, number: int, card_id: str, grade: str, schedule: str, due: float
    ) -> None:
        """Another grade for an answer, and what follows from it."""
        graded = update(_answers).where(_answers.c.person == person, _answers.c.number == number)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(graded.values(grade=grade))
            await connection.execute(
                update(_cards).where(_is(person, card_id)).values(schedule=schedule, due=due)
            )

    async def answers(self, person: int, most: int, deck: str | None = None) -> list[KeptAnswer]:
        """The newest, the oldest of them first."""
        query = select(*_answer_columns).where(_answers.c.person == person)
        if deck is not None:
            query = query.where(_answers.c.deck == deck)
        query = query.order_by(_answers.c.number.desc()).limit(most)
        async with self._engine.connect() as connection:
            rows = list(await connection.execute(query))
        return [_answer(row) for row in reversed(rows)]


def _is(person: int, card_id: str) -> Any:
    return and_(_cards.c.person == person, _cards.c.id == card_id)


def _answer(row: Iterable[Any]) -> KeptAnswer:
    found = KeptAnswer(*row)
    return found._replace(right=bool(found.right))


async def _add(connection: AsyncConnection, person: int, card: KeptCard, file: bytes) -> None:
    """A card that is known already keeps its schedule, and comes from this match from now on."""
    source = {"match": card.match, "place": card.place, "about": card.about, "cost": card.cost}
    known = update(_cards).where(_is(person, card.id)).values(**source, file=file)
    if not (await connection.execute(known)).rowcount:
        row = {"person": person, **card._asdict(), "file": file}
        await connection.execute(insert(_cards).values(**row))
