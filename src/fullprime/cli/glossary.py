"""`fullprime glossary`: what players mean by their words."""

from __future__ import annotations

import textwrap

import click
import msgspec

from fullprime.cli.output import print_json, print_lines, screen_width
from fullprime.cli.params import json_option
from fullprime.glossary import Term, find_term, terms

INDENT = "  "


@click.command()
@click.argument("term", nargs=-1)
@json_option
def glossary(term: tuple[str, ...], as_json: bool) -> None:
    """Explain a TERM of the players, or list all of them.

    \b
    Examples:
      fullprime glossary golden point
      fullprime glossary
    """
    found = [find_term(" ".join(term))] if term else list(terms().values())
    if as_json:
        print_json({"terms": msgspec.to_builtins(found)})
        return
    width = min(screen_width() or 80, 100)
    print_lines(line for each in found for line in term_lines(each, width))


def term_lines(term: Term, width: int) -> list[str]:
    """A term with its text, and where to go from it."""
    see = ", ".join(terms()[other].name.lower() for other in term.see)
    wrapper = textwrap.TextWrapper(width, INDENT, INDENT, break_on_hyphens=False)
    return [term.name, *wrapper.wrap(f"{term.text} See also: {see}.")]
