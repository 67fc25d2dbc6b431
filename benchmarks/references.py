"""Published figures of well-known positions beside ours: opening rolls, replies, plays, positions.

`references.toml` holds them, each with the page where it was read. Equities are cubeless; where
only the chances of a rollout were published, they are turned into one. Where our play is another,
the last column says what the published one loses by our own evaluation.

    python -m benchmarks.references [--net FILE] [--plies N] [--docs]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec
from benchmarks.shipped import NET, pruner_for

from benchmarks import page
from fullprime import Play, Position, Roll, Variant, legal_plays, read_play
from fullprime.engine import Evaluator, Outcome
from fullprime.engine.search import Search
from fullprime.engine.weights import load_net

FILE = Path(__file__).with_suffix(".toml")
VARIANT = Variant.load("backgammon")
TITLES = ("Position", "Roll", "Published play", "Published", "Ours", "Diff.", "Our play, loss")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One published figure; `references.toml` says what the fields mean."""

    name: str
    position: str = ""
    opening: str = ""
    dice: str = ""
    play: str = ""
    also: tuple[str, ...] = ()
    equity: float | None = None
    chances: tuple[float, float, float, float, float] | None = None
    win: float | None = None

    @property
    def roll(self) -> Roll | None:
        """The dice, if there is something to play."""
        return Roll(*map(int, self.dice)) if self.dice else None

    def start(self) -> Position:
        """The position that is asked about."""
        if self.opening:
            dice, _, play = self.opening.partition(" ")
            first = read_play(VARIANT, VARIANT.start_position, Roll(*map(int, dice)), play)
            return first.position.flipped()
        return VARIANT.position(self.position) if self.position else VARIANT.start_position

    def plays(self) -> list[Play]:
        """What was published as best, and as good as that."""
        if not self.roll:
            return []
        return [
            read_play(VARIANT, self.start(), self.roll, play) for play in (self.play, *self.also)
        ]

    def figure(self) -> Figure | None:
        """What was published of the position, or of the first of its plays."""
        if self.win is not None:
            return Figure(self.win, "%")
        if self.chances:
            win, gammons, backgammons, gammons_lost, backgammons_lost = self.chances
            more = gammons + backgammons - gammons_lost - backgammons_lost
            return Figure((2 * win - 100 + more) / 100, "")
        return None if self.equity is None else Figure(self.equity, "")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page, who or what made its figures, and the rows that were read there."""

    group: str
    title: str
    url: str
    how: str
    figures: str
    row: tuple[Row, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: tuple[Source, ...]


class Figure(NamedTuple):
    """An equity, or a chance to win in percent."""

    value: float
    unit: str

    def __str__(self) -> str:
        return f"{self.value:.1f}%" if self.unit else f"{self.value:+.3f}"

    def beyond(self, other: Figure) -> str:
        """How much larger it is than another of its kind."""
        return f"{self.value - other.value:+.{1 if self.unit else 3}f}"


class Compared(NamedTuple):
    """A row beside our answer."""

    source: int
    row: Row
    ours: Figure
    best: Play | None
    loss: float
    """What the published play loses by our own evaluation; nothing if we play it, too."""


def load(file: Path = FILE) -> tuple[Source, ...]:
    """All sources."""
    return msgspec.toml.decode(file.read_bytes(), type=_File).source


def compare(judge: Evaluator, sources: Sequence[Source]) -> Iterator[Compared]:
    """Every row beside what the judge says."""
    for number, source in enumerate(sources, 1):
        for row in source.row:
            yield _compare_play(judge, number, row) if row.dice else _compare(judge, number, row)


def _compare(judge: Evaluator, source: int, row: Row) -> Compared:
    outcome = judge.evaluate([row.start()])[0]
    return Compared(source, row, _ours(row, outcome), None, 0.0)


def _compare_play(judge: Evaluator, source: int, row: Row) -> Compared:
    assert row.roll
    plays = legal_plays(VARIANT, row.start(), row.roll)
    outcomes = judge.evaluate([play.position.flipped() for play in plays])
    judged = {
        play.position: (outcome.flipped(), play)
        for play, outcome in zip(plays, outcomes, strict=True)
    }
    published = [judged[play.position][0] for play in row.plays()]
    best, play = max(judged.values(), key=lambda found: found[0].equity)
    loss = best.equity - max(outcome.equity for outcome in published)
    return Compared(source, row, _ours(row, published[0]), play, loss)


def _ours(row: Row, outcome: Outcome) -> Figure:
    """In the unit of what was published."""
    return Figure(100 * outcome.win, "%") if row.win is not None else Figure(outcome.equity, "")


# Tables ------------------------------------------------------------------------------------------


def cells(found: Compared) -> tuple[str, ...]:
    """A line of the table."""
    row, published = found.row, found.row.figure()
    told = (str(published), str(found.ours), found.ours.beyond(published)) if published else None
    agreed = "the same" if found.best else ""
    remark = f"{found.best}, {found.loss:.3f}" if found.loss else agreed
    return (row.name, "-".join(row.dice), row.play, *(told or ("", str(found.ours), "")), remark)


def sections(found: Sequence[Compared], sources: Sequence[Source]) -> dict[str, list[Compared]]:
    """The rows by the group of their source, in order."""
    groups = groupby(found, lambda one: sources[one.source - 1].group)
    return {group: list(rows) for group, rows in groups}


def text(found: Sequence[Compared], sources: Sequence[Source]) -> Iterator[str]:
    """The tables for a terminal, each row with the number of its source; the sources below."""
    widths = [max(map(len, column)) for column in zip(TITLES, *map(cells, found), strict=True)]

    def line(words: Sequence[str], source: str) -> str:
        padded = (word.ljust(width) for word, width in zip(words, widths, strict=True))
        return f"{'  '.join(padded)}  {source}"

    for group, rows in sections(found, sources).items():
        yield f"\n{group}"
        yield line(TITLES, "Source")
        yield from (line(cells(row), f"[{row.source}]") for row in rows)
    yield ""
    for number, source in enumerate(sources, 1):
        yield f"[{number}] {source.title}. {source.how} ({source.figures}). {source.url}"
    yield f"\n{summary(found)}"


def markdown(found: Sequence[Compared], sources: Sequence[Source]) -> Iterator[str]:
    """The same for a page."""
    for group, rows in sections(found, sources).items():
        yield f"### {group}\n"
        yield f"| {' | '.join(TITLES)} | Source |"
        yield "| --- | --- | --- | ---: | ---: | ---: | --- | --- |"
        for row in rows:
            words = (word.replace("*", r"\*") for word in cells(row))
            yield f"| {' | '.join(words)} | {row.source} |"
        yield ""
    for number, source in enumerate(sources, 1):
        yield f"{number}. {source.title}: {source.how} ({source.figures}). <{source.url}>"
    yield f"\n{summary(found)}"


def summary(found: Sequence[Compared]) -> str:
    """How far we are from what was published, all in all."""
    plays = [one for one in found if one.best]
    same = sum(not one.loss for one in plays)
    gaps = [
        abs(one.ours.value - told.value)
        for one in found
        if (told := one.row.figure()) and not told.unit
    ]
    lost = sum(one.loss for one in plays) / len(plays)
    mean = sum(gaps) / len(gaps)
    return (
        f"{same} of {len(plays)} plays are the published ones; by our own evaluation the published "
        f"play loses {lost:.4f} on average. {len(gaps)} equities differ by {mean:.3f} on average."
    )


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description="Published figures beside ours.")
    parser.add_argument("--net", type=Path, default=NET, help="a file of weights (%(default)s)")
    parser.add_argument("--plies", type=int, default=0, help="how far to look (%(default)s)")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/strength.md")
    arguments = parser.parse_args()
    sources = load()
    net, pruner = load_net(arguments.net, VARIANT), pruner_for(arguments.net, VARIANT)
    judge = Search(VARIANT, net, pruner=pruner, plies=arguments.plies)
    found = list(compare(judge, sources))
    print("\n".join(text(found, sources)))
    if arguments.docs:
        said = f"Ours looks {arguments.plies} plies ahead.\n\n"
        page.put("references", said + "\n".join(markdown(found, sources)) + "\n")


if __name__ == "__main__":
    main()
