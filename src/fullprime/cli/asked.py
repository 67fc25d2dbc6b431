"""What a command was asked about, and how it answers a machine."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import Any

import click
import msgspec

from fullprime.formats.ids import read_position
from fullprime.position import Position
from fullprime.protocols.request import playable
from fullprime.series import chosen_options
from fullprime.variant import Variant


def asked(
    variant: Variant,
    options: tuple[str, ...],
    position: str | None,
    rolls: tuple[int, int] | None = None,
) -> tuple[Variant, Position]:
    """The game and the position that a question means; somebody must be able to play in it."""
    variant = variant.with_options(chosen_options(options))
    where = variant.start_position
    if position is not None:
        where = read_position(variant, sys.stdin.readline() if position == "-" else position)
    return variant, playable(variant, variant.remembering(where, rolls) if rolls else where)


def print_json(value: dict[str, Any]) -> None:
    """One document, on standard output."""
    click.echo(msgspec.json.encode(value))


def screen_width() -> int | None:
    """Columns of the terminal; None: what is printed goes elsewhere, and is written in full."""
    return get_terminal_size().columns if sys.stdout.isatty() else None
