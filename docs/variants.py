"""Writes `docs/variants/`: a page and a picture for every game. Run by `make variants`.

Everything comes from the files of the games; the words for their fields are in
`docs/variants/sentences.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from fullprime import Variant, variants
from fullprime.data import shipped
from fullprime.position import BAR, HAND, OFF
from fullprime.render.svg import board_svg
from fullprime.series import Series, all_series
from fullprime.variant import Choice, Option
from fullprime.variant.contradictions import NEEDS, contradictions
from fullprime.variant.file import NO_RULES
from fullprime.variant.schema import allowed, defaults, fields

FOLDER: Final = Path(__file__).parent / "variants"
WORDS: Final[dict[str, Any]] = tomllib.loads(
    (FOLDER / "sentences.toml").read_text(encoding="utf-8")
)
RULES: Final = fields(Variant, without=(*NO_RULES, "start"))
"""The fields that have sentences; the start is described by its checkers."""
USUAL: Final = defaults(Variant)
MODIFIERS: Final = tomllib.loads(shipped("modifiers.toml").read_text(encoding="utf-8"))
NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip
COLUMNS: Final = (
    "id", "name", "what is special", "checkers", "paths", "landing on one", "doublets", "cube",
    "points", "first plays",
)  # fmt: skip


# The sentences -----------------------------------------------------------------------------------


def sentence(field: str, value: Choice) -> str:
    """What this value of the field means to a player."""
    texts = WORDS[field]
    text = texts.get(toml(value)) or texts["other"]
    return str(text).format(n=in_words(value), N=in_words(value).capitalize())


def toml(value: Choice) -> str:
    """The value as files and commands write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_words(value: Choice) -> str:
    """Small numbers as words."""
    if isinstance(value, bool) or not isinstance(value, int):
        return str(value)
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def differences(variant: Variant) -> Iterator[str]:
    """How the game differs from the one that the defaults describe, a sentence each."""
    if variant.start != Variant.load().start:
        yield start_in_words(variant)
    yield from (sentence(name, getattr(variant, name)) for name in RULES if matters(variant, name))
    for row in WORDS["together"]:
        if all(getattr(variant, name) == value for name, value in row["when"].items()):
            yield row["says"]


def matters(variant: Variant, field: str) -> bool:
    """Does the field differ, or does it only mean something since another one differs?"""
    if getattr(variant, field) != USUAL[field]:
        return True
    needs = [need for need in NEEDS if need.field == field]
    met = all(getattr(variant, need.other) in need.values for need in needs)
    return met and any(USUAL[need.other] not in need.values for need in needs)


def start_in_words(variant: Variant) -> str:
    """Where the checkers of a side stand at first."""
    row = variant.start_position.mover
    ring = variant.geometry == "ring16"
    names = {HAND: "in hand", BAR: "on the bar", OFF: "borne off"}
    parts = [
        (in_words(row[spot]), names.get(spot, f"on its {f'cell {spot}' if ring else spot}"))
        for spot in (HAND, *range(BAR, -1, -1))
        if row[spot]
    ]
    count, where = parts[0]
    noun = ("piece" if ring else "checker") + ("" if count == "one" else "s")
    first = f"{'all ' if len(parts) == 1 else ''}{count} {noun} {where}"
    return f"Each side starts with {enumeration([first, *map(' '.join, parts[1:])])}."


def enumeration(parts: Sequence[str]) -> str:
    """The parts with commas and an `and`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


# A page of a game --------------------------------------------------------------------------------


def page(variant: Variant) -> str:
    """All that is known about a game."""
    return joined(
        made_from(f"src/fullprime/data/variants/{variant.id}.toml"),
        f"# {variant.name}",
        variant.summary,
        other_names(variant.aliases),
        f"![{variant.name}: the start](images/{variant.id}.svg)",
        "## The path",
        path(variant),
        "## What is different from backgammon",
        bullets(differences(variant))
        or "Nothing: this is the game that all others are compared with. "
        "[Its rules](../rules.md) have a page of their own.",
        "## Options",
        options_of(variant),
        "## Modifiers",
        modifiers_of(variant),
        "## Play it",
        commands(variant),
        "## Sources",
        bullets(variant.sources),
        "[All games](README.md)",
    )


def joined(*parts: str) -> str:
    """The parts with an empty line between them."""
    return "\n\n".join(part for part in parts if part) + "\n"


def made_from(file: str) -> str:
    """For a reader who would change the page by hand."""
    return f"<!-- Written by `make variants` from {file} and docs/variants/sentences.toml. -->"


def bullets(lines: Iterator[str] | Sequence[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def other_names(aliases: Sequence[str]) -> str:
    """The other names by which it is found."""
    return f"Also known as {', '.join(f'`{alias}`' for alias in aliases)}." if aliases else ""


def path(variant: Variant) -> str:
    """Who moves where, and how long it takes."""
    home, pips = variant.home, variant.start_position.pips[0]
    words = str(WORDS["path"][variant.geometry]).format(home=home, far=25 - home, near=12 + home)
    return (
        f"{words}\n\nAt the start each side is {pips} pips from the end, and the 21 different "
        f"rolls allow {first_plays(variant):,} different first plays."
    )


def first_plays(variant: Variant) -> int:
    """How many plays the first roll allows, all 21 rolls together."""
    return sum(variant.perft(variant.start_position, 1).values())


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join((lines[0], "|---" * len(head) + "|", *lines[1:]))


def options_of(variant: Variant) -> str:
    """The named rules of this game alone."""
    own = {name: option for name, option in variant.options.items() if name not in MODIFIERS}
    if not own:
        return "None."
    rows = [row for name, option in own.items() for row in option_rows(variant, name, option)]
    return table(("option", "value", "what it does"), rows)


def option_rows(variant: Variant, name: str, option: Option) -> list[tuple[str, str, str]]:
    """A row for every value that can be chosen."""
    if not option.field:
        return [(f"`{name}`", "off (usual) or on", option.summary)]
    usual = getattr(variant, option.field)
    values = choices(variant, option.field)
    if not values:
        kind = allowed(RULES[option.field].type)
        return [(f"`{name}`", f"{kind} (usual: {usual})", option.summary)]
    return [
        (
            f"`{name}`" if value == values[0] else "",
            f"`{toml(value)}`{' (usual)' if value == usual else ''}",
            sentence(option.field, value),
        )
        for value in values
    ]


def choices(variant: Variant, field: str) -> list[Choice]:
    """The values that the field may have in this game, if each has its own sentence."""
    values = [value for value in listed_values(field) if toml(value) in WORDS[field]]
    if len(values) < len(listed_values(field)):
        return []
    game = msgspec.to_builtins(variant)
    return [v for v in values if not list(contradictions({**game, field: v}, USUAL))]


def listed_values(field: str) -> Sequence[Choice]:
    """All values that the type of the field allows."""
    kind = RULES[field].type
    if get_origin(kind) is Literal:
        return get_args(kind)
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return range(least, most + 1)
    return (False, True)


def modifiers_of(variant: Variant) -> str:
    """The rules that can be added to every game with hitting; not those in force already."""
    rows = [
        (f"`{name}`", variant.options[name].summary)
        for name in MODIFIERS
        if name in variant.options and changes_something(variant, name)
    ]
    if not rows:
        return "None: they belong to the games in which checkers are hit."
    return table(("modifier", "what it does"), rows)


def changes_something(variant: Variant, name: str) -> bool:
    """Is the rule not in force already?"""
    changes = variant.options[name].changes(name, True, msgspec.structs.asdict(variant))
    return any(getattr(variant, field) != value for field, value in changes.items())


def commands(variant: Variant) -> str:
    """What to type."""
    lines = [f"fullprime play --variant {variant.id}"]
    if variant.options:
        name, option = next(iter(variant.options.items()))
        lines.append(f"{lines[0]} --option {chosen(variant, name, option)}")
    lines.append(f"fullprime legal --variant {variant.id} --dice 31")
    return shell(lines)


def shell(lines: Sequence[str]) -> str:
    """Commands to copy."""
    return "\n".join(("```sh", *lines, "```"))


def chosen(variant: Variant, name: str, option: Option) -> str:
    """An option with another value than the usual one."""
    if not option.field:
        return name
    usual = getattr(variant, option.field)
    other = [value for value in choices(variant, option.field) if value != usual]
    return f"{name}={toml(other[0] if other else usual - 1)}"


# The series and the table of all -----------------------------------------------------------------


def series_page(series: Series) -> str:
    """Games that are played in turn."""
    games = [game_in_series(variant) for variant in series.rotation()]
    rows = [(f"`{name}`", option.summary) for name, option in series.options.items()]
    play = f"fullprime play --variant {series.id}"
    return joined(
        made_from(f"src/fullprime/data/series/{series.id}.toml"),
        f"# {series.name}",
        series.summary,
        other_names(series.aliases),
        "## The games",
        "\n".join(f"{number}. {game}" for number, game in enumerate(games, 1)),
        f"Then it starts over, until a player has {in_words(series.to)} points or as many as you "
        "have agreed on. [The rules of series](../rules.md#series) say who starts and what a "
        "drawn game means.",
        "## Options",
        table(("option", "what it does"), rows) if rows else "",
        "The options of its games can be chosen, too.",
        "## Play it",
        shell([play, f"{play} --match {series.to + 2}"]),
        "[All games](README.md)",
    )


def game_in_series(variant: Variant) -> str:
    """A link, with the options that are chosen."""
    options = [
        f"`{name}`" if choice is True else f"`{name}={toml(choice)}`"
        for name, choice in variant.chosen.items()
    ]
    return f"[{variant.name}]({variant.id}.md)" + (f" with {', '.join(options)}" * bool(options))


def overview() -> str:
    """The table of all games."""
    return joined(
        made_from("src/fullprime/data/variants, src/fullprime/series"),
        "# The games that Fullprime plays",
        f"{in_words(len(variants()))} games".capitalize()
        + ", each with a page that shows how it differs from backgammon. Every one is a short "
        "file, and [you can write your own](../own-variants.md). What other rule books mention and "
        "Fullprime does not offer is listed [with the reasons]"
        "(../decisions/options-not-offered.md).",
        table(COLUMNS, [overview_row(variant) for variant in variants()]),
        "*Paths*: the two sides move toward each other, the same way round with half a board "
        "between them, along one path, or around a ring. *Landing on one*: what happens to a "
        "single enemy checker. *Points*: what a game can count. *First plays*: those of all 21 "
        "rolls from the start, a number by which two programs can compare their rules.",
        "## Series",
        "Several games in turn, until a player has the points.",
        table(
            ("id", "name", "what is special", "games", "usual match"),
            [series_row(series) for series in all_series()],
        ),
    )


def overview_row(variant: Variant) -> tuple[str, ...]:
    """The line of a game."""
    column = WORDS["column"]
    return (
        f"[`{variant.id}`]({variant.id}.md)",
        variant.name,
        variant.summary,
        str(variant.checkers),
        column["geometry"][variant.geometry],
        column["landing"][variant.landing],
        ", ".join(doublets(variant)),
        "yes" if variant.cube else "no",
        column["score"][str(variant.score)],
        f"{first_plays(variant):,}",
    )


def doublets(variant: Variant) -> Iterator[str]:
    """What the dice do beyond their numbers, in a few words."""
    if variant.geometry == "ring16":
        yield "patterns"
        return
    yield WORDS["column"]["doublet"][variant.doublet]
    if variant.bonus_on_doubles:
        yield "another turn"
    if variant.named_doublet:
        yield "2-1 names one"


def series_row(series: Series) -> tuple[str, ...]:
    """The line of a series."""
    games = ", ".join(game_in_series(variant) for variant in series.rotation())
    link = f"[`{series.id}`]({series.id}.md)"
    return link, series.name, series.summary, games, f"to {series.to}"


# The files ---------------------------------------------------------------------------------------


def everything() -> dict[str, str]:
    """The text of every file, by its path in the folder."""
    files = {"README.md": overview()}
    for variant in variants():
        files[f"{variant.id}.md"] = page(variant)
        picture = board_svg(variant.start_position, variant)
        files[f"images/{variant.id}.svg"] = picture + "\n"
    files |= {f"{series.id}.md": series_page(series) for series in all_series()}
    return files


def main() -> None:
    """Writes all files, and removes those of games that are gone."""
    files = everything()
    (FOLDER / "images").mkdir(exist_ok=True)
    for old in (*FOLDER.glob("*.md"), *FOLDER.glob("images/*.svg")):
        if old.relative_to(FOLDER).as_posix() not in files:
            old.unlink()
    for name, text in files.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
