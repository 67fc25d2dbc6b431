"""Whom people play against: the computer as well as it can, or at a level of theirs."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

import click

from fullprime.engine.engine import Engine
from fullprime.engine.levels import MOST_PERSON, Level, all_levels, level, level_for_pr
from fullprime.errors import BadFile, FullprimeError
from fullprime.match import Match
from fullprime.tui.keep import Notes
from fullprime.tui.table import Player, Seats

level_option: Final = click.option(
    "--level", type=click.Choice([each.name for each in all_levels()], case_sensitive=False),
    metavar="NAME", help="How well the computer plays; `fullprime levels` lists the names.",
)  # fmt: skip
pr_option: Final = click.option(
    "--pr", type=float, metavar="N",
    help="The same by its error rate, 1 (a champion) to 25 (a beginner).",
)  # fmt: skip


def opponent_notes(name: str | None, pr: float | None, seed: int | None, two: bool) -> Notes:
    """What is kept of a level: its name, and the person who plays at it."""
    chosen = [level(name)] if name is not None else []
    chosen += [level_for_pr(pr)] if pr is not None else []
    if not chosen:
        return {}
    if two or len(chosen) > 1:
        raise click.UsageError("choose one of --level, --pr and --two")
    return {"level": chosen[0].name, "person": secrets.randbits(32) if seed is None else seed}


def seats_for(match: Match, notes: Notes, engine: Engine, path: Path) -> Seats:
    """Who sits there; what is wrong with a level is told before the game begins."""
    chosen, person = _level(notes, path)

    def bot(seat: int) -> Player | None:
        if not notes.get(f"seat{seat}"):
            return None
        if chosen is None:
            return Engine(plies=engine.plies, name=match.players[seat])
        person_here = (person + seat) & MOST_PERSON
        return Engine(level=chosen, person=person_here, name=match.players[seat])

    if chosen:
        for variant in match.rotation:
            chosen.evaluator(variant)
    return bot(0), bot(1)


def _level(notes: Notes, path: Path) -> tuple[Level | None, int]:
    name, person = notes.get("level"), notes.get("person") or 0
    if name is None:
        return None, 0
    try:
        found = level(str(name))
    except FullprimeError as error:
        raise BadFile(f"{path}: {error}") from error
    if not isinstance(person, int):
        raise BadFile(f"{path}: the note on the person is no number")
    return found, person
