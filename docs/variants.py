"""Writes `docs/variants/`: a page and a picture for every game. Run by `make variants`.

Everything comes from the files of the games and the words of the rulebook, which the product shows
as well: `fullprime rules`, the page of a game, and `rules` at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from fullprime import Variant, variants
from fullprime.render.svg import board_svg
from fullprime.rulebook import GameInSeries, HouseRule, Rulebook, rules_of, rules_of_series
from fullprime.rulebook.words import in_words, texts, written
from fullprime.series import Series, all_series

FOLDER: Final = Path(__file__).parent / "variants"
COLUMN: Final[dict[str, dict[str, str]]] = {
    "geometry": {
        "contrary": "opposite", "parallel12": "same way", "common": "one for both",
        "ring16": "a ring",
    },
    "landing": {"none": "nothing", "hit": "hit", "pin": "pin", "share": "share"},
    "doublet": {"plain": "plain", "complement": "complement", "cascade": "climbing"},
    "score": {"1": "1", "2": "1, 2", "3": "1, 2, 3"},
}  # fmt: skip
"""Short words for the table of all games."""
COLUMNS: Final = (
    "id", "name", "what is special", "checkers", "paths", "landing on one", "doublets", "cube",
    "points", "first plays",
)  # fmt: skip


# A page of a game --------------------------------------------------------------------------------


def page(variant: Variant) -> str:
    """All that is known about a game."""
    book = rules_of(variant)
    return joined(
        made_from(f"src/fullprime/data/variants/{variant.id}.toml"),
        f"# {book.name}",
        book.summary,
        book.description,
        other_names(book.aliases),
        f"![{book.name}: the start](images/{book.id}.svg)",
        "## The path",
        path(variant, book),
        f"## {heading('different')}",
        bullets(line.says.text for line in book.differences)
        or f"{heading('same')} [Its rules](../rules.md) have a page of their own.",
        "## Options",
        options_of(book),
        "## Modifiers",
        modifiers_of(book),
        "## Play it",
        commands(book),
        f"## {heading('sources')}",
        bullets(book.sources),
        "[All games](README.md)",
    )


def heading(name: str) -> str:
    """As the product calls it."""
    return str(texts("sections")["heading"][name])


def joined(*parts: str) -> str:
    """The parts with an empty line between them."""
    return "\n\n".join(part for part in parts if part) + "\n"


def made_from(file: str) -> str:
    """For a reader who would change the page by hand."""
    return f"<!-- Written by `make variants` from {file} and src/fullprime/data/rulebook. -->"


def bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def other_names(aliases: Sequence[str]) -> str:
    """The other names by which it is found."""
    return f"Also known as {', '.join(f'`{alias}`' for alias in aliases)}." if aliases else ""


def path(variant: Variant, book: Rulebook) -> str:
    """Who moves where, and how long it takes."""
    way, length = (
        line.says.text
        for section in book.sections
        for line in section.lines
        if line.says.code.startswith(("rulebook.path.", "rulebook.start.pips"))
    )
    plays = f"The 21 different rolls allow {first_plays(variant):,} different first plays."
    return f"{way}\n\n{length} {plays}"


def first_plays(variant: Variant) -> int:
    """How many plays the first roll allows, all 21 rolls together."""
    return sum(variant.perft(variant.start_position, 1).values())


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join((lines[0], "|---" * len(head) + "|", *lines[1:]))


def options_of(book: Rulebook) -> str:
    """The named rules of this game alone."""
    if not book.options:
        return "None."
    rows = [row for rule in book.options for row in option_rows(rule)]
    return table(("option", "value", "what it does"), rows)


def option_rows(rule: HouseRule) -> list[tuple[str, str, str]]:
    """A row for every value that can be chosen."""
    if not rule.choices:
        switch = isinstance(rule.usual, bool)
        values = "off (usual) or on" if switch else f"{rule.allowed} (usual: {rule.usual})"
        return [(f"`{rule.name}`", values, rule.summary)]
    return [
        (
            f"`{rule.name}`" if choice is rule.choices[0] else "",
            f"`{written(choice.value)}`{' (usual)' if choice.usual else ''}",
            choice.says.text,
        )
        for choice in rule.choices
    ]


def modifiers_of(book: Rulebook) -> str:
    """The rules that can be added to every game with hitting; not those in force already."""
    if not book.modifiers:
        return "None: they belong to the games in which checkers are hit."
    rows = [(f"`{rule.name}`", rule.summary) for rule in book.modifiers]
    return table(("modifier", "what it does"), rows)


def commands(book: Rulebook) -> str:
    """What to type."""
    lines = [f"fullprime play --variant {book.id}"]
    for rule in (*book.options, *book.modifiers)[:1]:
        lines.append(f"{lines[0]} --option {chosen(rule)}")
    lines.append(f"fullprime legal --variant {book.id} --dice 31")
    lines.append(f"fullprime rules {book.id}")
    return shell(lines)


def shell(lines: Sequence[str]) -> str:
    """Commands to copy."""
    return "\n".join(("```sh", *lines, "```"))


def chosen(rule: HouseRule) -> str:
    """An option with another value than the usual one."""
    if isinstance(rule.usual, bool) and not rule.choices:
        return rule.name
    other = [choice.value for choice in rule.choices if not choice.usual]
    return f"{rule.name}={written(other[0]) if other else int(rule.usual) - 1}"


# The series and the table of all -----------------------------------------------------------------


def series_page(series: Series) -> str:
    """Games that are played in turn."""
    book = rules_of_series(series)
    games = [game_in_series(game) for game in book.games]
    rows = [(f"`{rule.name}`", rule.summary) for rule in book.options]
    play = f"fullprime play --variant {series.id}"
    return joined(
        made_from(f"src/fullprime/data/series/{series.id}.toml"),
        f"# {series.name}",
        series.summary,
        series.description,
        other_names(series.aliases),
        f"## {heading('games')}",
        "\n".join(f"{number}. {game}" for number, game in enumerate(games, 1)),
        f"Then it starts over, until a player has {in_words(series.to)} points or as many as you "
        "have agreed on. [The rules of series](../rules.md#series) say who starts and what a "
        "drawn game means.",
        "## Options",
        table(("option", "what it does"), rows) if rows else "",
        "The options of its games can be chosen, too.",
        "## Play it",
        shell([play, f"{play} --match {series.to + 2}", f"fullprime rules {series.id}"]),
        "[All games](README.md)",
    )


def game_in_series(game: GameInSeries) -> str:
    """A link, with the options that are chosen."""
    options = [
        f"`{name}`" if choice is True else f"`{name}={written(choice)}`"
        for name, choice in game.chosen.items()
    ]
    return f"[{game.name}]({game.id}.md)" + (f" with {', '.join(options)}" * bool(options))


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
    return (
        f"[`{variant.id}`]({variant.id}.md)",
        variant.name,
        variant.summary,
        str(variant.checkers),
        COLUMN["geometry"][variant.geometry],
        COLUMN["landing"][variant.landing],
        ", ".join(doublets(variant)),
        "yes" if variant.cube else "no",
        COLUMN["score"][str(variant.score)],
        f"{first_plays(variant):,}",
    )


def doublets(variant: Variant) -> Iterator[str]:
    """What the dice do beyond their numbers, in a few words."""
    if variant.geometry == "ring16":
        yield "patterns"
        return
    yield COLUMN["doublet"][variant.doublet]
    if variant.bonus_on_doubles:
        yield "another turn"
    if variant.named_doublet:
        yield "2-1 names one"


def series_row(series: Series) -> tuple[str, ...]:
    """The line of a series."""
    games = ", ".join(game_in_series(game) for game in rules_of_series(series).games)
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
