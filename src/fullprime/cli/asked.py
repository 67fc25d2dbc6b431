"""What a command was asked about, and how it answers a machine."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import Any

import click
import msgspec

from fullprime.analysis import playable
from fullprime.formats.ids import read_id, read_position
from fullprime.formats.situation import Situation
from fullprime.position import Position
from fullprime.series import chosen_options
from fullprime.variant import Variant


def asked(
    variant: Variant,
    options: tuple[str, ...],
    position: str | None,
    rolls: tuple[int, int] | None = None,
) -> tuple[Variant, Position, Situation]:
    """The game and the position that a question means, and what an id tells beside it; somebody
    must be able to play."""
    variant = variant.with_options(chosen_options(options))
    where, told = variant.start_position, None
    if position is not None:
        text = sys.stdin.readline() if position == "-" else position
        where, told = read_position(variant, text), read_id(variant, text.strip())
    where = playable(variant, variant.remembering(where, rolls) if rolls else where)
    return variant, where, told[1] if told else Situation()


def print_json(value: dict[str, Any]) -> None:
    """One document, on standard output."""
    click.echo(msgspec.json.encode(value))


def screen_width() -> int | None:
    """Columns of the terminal; None: what is printed goes elsewhere, and is written in full."""
    return get_terminal_size().columns if sys.stdout.isatty() else None
