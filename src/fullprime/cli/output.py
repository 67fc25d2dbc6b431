"""How commands answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import Any

import click
import msgspec


def print_json(value: dict[str, Any]) -> None:
    """One document, on standard output."""
    click.echo(msgspec.json.encode(value))


def print_lines(lines: Iterable[str]) -> None:
    """On standard output."""
    click.echo("\n".join(lines))


@contextmanager
def one_line() -> Iterator[Callable[[str], None] | None]:
    """One line on a terminal, written over again and again, and gone at the end; None elsewhere."""

    def write(line: str) -> None:
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield write
    finally:
        write("")


def screen_width() -> int | None:
    """Columns of the terminal; None: the output goes elsewhere, and is written in full."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def count(number: int, noun: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
