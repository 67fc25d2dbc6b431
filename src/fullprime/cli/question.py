"""How commands are asked about a position: the same words and options for all of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple

import click

from fullprime.analysis.question import Question
from fullprime.cli.params import RollText, YesNo, rules_option, variant_option
from fullprime.cli.stakes import STAKES_OPTIONS, given_stakes
from fullprime.dice import Roll
from fullprime.series import chosen_options

_LOOKS_LIKE_DICE: Final = re.compile(r"\d[-,]?\d", re.ASCII)
_POSITION_OPTIONS: Final = (
    click.option("--position", "-p", metavar="TEXT", help="Another way to give POSITION."),
    variant_option,
    rules_option,
    click.option(
        "--rolls", type=(click.IntRange(0), click.IntRange(0)), metavar="N M",
        help="Turns made so far by each side, for games that look back.",
    ),
    click.option(
        "--hit-right", type=(YesNo(), YesNo()), metavar="YES NO",
        help="Which side has won the right to hit, in games that grant it.",
    ),
)  # fmt: skip
_DICE_OPTIONS: Final = (
    click.option("--dice", "-d", type=RollText(), help="Another way to give DICE, such as 31."),
    click.option(
        "--named", type=click.IntRange(1, 6), metavar="N",
        help="The doublet taken after 2-1, in games that give one.",
    ),
)  # fmt: skip

Command = Callable[..., None]


def about_a_position(
    *, dice: bool = False, stakes: bool = True, play: bool = False, say_dice: bool = False
) -> Callable[[Command], Command]:
    """A command gets its `question`, with `play` the play that it is about, and with `say_dice`
    the dice if they were given beside the position."""
    words = "[POSITION]" + " [DICE]" * dice + " PLAY" * play
    options = (
        click.argument("words", nargs=-1, metavar=words),
        *(STAKES_OPTIONS if stakes else ()),
        *_POSITION_OPTIONS,
        *(_DICE_OPTIONS if dice else ()),
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_question(words: tuple[str, ...], **values: Any) -> None:
            if play:
                if not words:
                    raise click.UsageError('PLAY: expected a play such as "8/5 6/5"')
                *words_before, values["play"] = words
                words = tuple(words_before)
            said = _read_words(words, values.pop("position"), values.pop("dice", None), dice)
            question = _question(said, values, stakes)
            command(question=question, **({"dice": said.dice} if say_dice else {}), **values)

        wrapped: Command = with_question
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return decorate


class _Said(NamedTuple):
    position: str | None
    dice: str | Roll | None


def _read_words(
    words: tuple[str, ...], position: str | None, dice: Roll | None, takes_dice: bool
) -> _Said:
    """A single word is a position, or dice where it looks like them."""
    places, rolls = [] if position is None else [position], [] if dice is None else [dice]
    if len(words) > 1 + takes_dice:
        raise click.UsageError(f"unexpected {words[-1]!r}; a position with blanks needs quotes")
    if len(words) == 2:
        places, rolls = [*places, words[0]], [*rolls, RollText().convert(words[1], None, None)]
    elif words and takes_dice and _LOOKS_LIKE_DICE.fullmatch(words[0]):
        rolls = [*rolls, RollText().convert(words[0], None, None)]
    elif words:
        places = [*places, words[0]]
    if len(places) > 1 or len(rolls) > 1:
        raise click.UsageError("the position or the dice are given twice")
    text = places[0] if places else None
    return _Said(_from_input() if text == "-" else text, rolls[0] if rolls else None)


def _from_input() -> str:
    """A line that is typed, or all of a file: an export has its id somewhere in it."""
    return sys.stdin.readline() if sys.stdin.isatty() else sys.stdin.read()


def _question(said: _Said, values: dict[str, Any], stakes: bool) -> Question:
    details = given_stakes(values) if stakes else {}
    return Question.about(
        said.position,
        said.dice,
        variant=values.pop("variant"),
        options=chosen_options(values.pop("options")),
        turns=values.pop("rolls"),
        hit_right=values.pop("hit_right"),
        named=values.pop("named", None),
        **details,
    )
