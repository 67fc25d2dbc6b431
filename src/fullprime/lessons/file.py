"""Lessons as files. docs/learn.md says how one is written."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fullprime import data
from fullprime.formats.stakes_fields import StakesFields
from fullprime.play import Place

Kind = Literal["play", "click", "choose", "count", "watch", "roll"]
Side = Literal["you", "opponent"]
Die = Annotated[int, Meta(ge=1, le=6)]
Text = Annotated[str, Meta(min_length=1)]


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to choose."""

    text: Text
    why: str = ""
    """Why it is wrong."""


class Arrow(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"source": "from", "target": "to"},
):
    """By the places of the side that would move so."""

    source: Place
    target: Place
    by: Side = "you"
    kind: Literal["best", "played", "way"] = "way"


class Rolls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The 36 rolls, and which of them do something."""

    of: Literal["hit", "enter", "make", "pass", "win"]
    """Hit a blot; enter a checker; make a point; bring a checker past a point; end the game."""
    by: Side = "you"
    """Who rolls."""
    at: tuple[int, ...] = ()
    """The points that it is about, by the count of who rolls; for hits none means any."""
    shown: bool = True
    """Before the step is solved too?"""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do on a board. Positions are written with you first, whoever rolls."""

    title: Text
    text: Text
    kind: Kind
    done: str = ""
    """What is said when it is solved."""
    wrong: str = ""
    """What is said to a try that is legal but not meant."""
    variant: str = ""
    """If it is not that of the lesson."""
    position: str = ""
    """The start of the game if left out."""
    by: Side = "you"
    """Who is on roll."""
    dice: tuple[Die, Die] | None = None
    plays: tuple[str, ...] = ()
    """Any of these; if neither these nor `begin` say, any legal play."""
    begin: tuple[str, ...] = ()
    """The first step alone is looked at."""
    places: tuple[Place, ...] = ()
    """Any of these is to be clicked."""
    options: dict[str, Option] = {}
    answer: str = ""
    """The option that is right."""
    count: Literal["pips", "opponent", "lead", "rolls"] | None = None
    """What is to be counted: your pips, the opponent's, your lead, the rolls."""
    rolls: Rolls | None = None
    checked: Literal["double", "take", "best", "safest", "value"] | None = None
    """What the answer must agree with, by test: the engine (its cube action, its best play), the
    fewest rolls that hit, the value of the game."""
    stakes: StakesFields = msgspec.field(default_factory=StakesFields)
    """Seen by you."""
    offered: bool = False
    """The opponent has doubled."""
    chances: dict[str, tuple[int, int]] = {}
    """Chances to win the match by points needed, in percent, for the texts."""
    shots: dict[str, str] = {}
    """Positions in which the opponent hits with so many of the 36 rolls, for the texts."""
    entries: bool = False
    """Marks the points by the numbers that enter there."""
    rings: tuple[Place, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    way: bool = False
    """Shows the way home."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps in their order, by their names."""

    order: int
    title: Text
    summary: Text
    steps: dict[str, Step]
    variant: str | None = None
    """The standard game if left out."""
    cover: str = ""
    """The step whose board stands for the lesson in the list of all; the first if left out."""
    id: str = ""
    """The name of the file."""


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """In the order in which they are learned."""
    files = [file for file in data.shipped("lessons").iterdir() if file.name.endswith(".toml")]
    read = [
        msgspec.structs.replace(
            msgspec.toml.decode(file.read_bytes(), type=Lesson),
            id=file.name.removesuffix(".toml"),
        )
        for file in files
    ]
    return tuple(sorted(read, key=lambda lesson: lesson.order))
