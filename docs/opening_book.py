"""Writes the tables of `docs/book.md`: how first rolls are played. Run by `make opening-book`.

The figures are those of `src/fullprime/data/openings`, which `training/opening_book.py` rolls out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from fullprime.analysis.book_tables import is_open
from fullprime.analysis.opening_book import Book, Candidate, Line, book_of

PAGE: Final = Path(__file__).with_name("book.md")
GAME: Final = "backgammon"
PART: Final = re.compile(r"(<!-- (?P<name>[a-z ]+) -->\n).*?(\n<!-- end of (?P=name) -->)", re.S)
HEAD: Final = ("roll", "play", "equity", "behind", "win", "gammon", "lose gammon", "trials")


def page() -> str:
    """The page with its tables as they are now."""
    book = book_of(GAME)
    assert book
    parts = {"first rolls": first_rolls(book), "extent": extent(book)}
    text = PAGE.read_text(encoding="utf-8")
    return PART.sub(lambda found: f"{found[1]}\n{parts[found['name']]}\n{found[3]}", text)


def first_rolls(book: Book) -> str:
    """All candidates of the first rolls."""
    rows = [row for line in book.lines if not line.reply for row in rows_of(line)]
    ruled = ("---", "---", *["---:"] * (len(HEAD) - 2))
    return "\n".join(f"| {' | '.join(row)} |" for row in (HEAD, ruled, *rows))


def rows_of(line: Line) -> Iterator[tuple[str, ...]]:
    """A row for each candidate; those behind in smaller words."""
    for each in line.candidates:
        best = each is line.best
        yield (
            str(line.roll) if best else "",
            f"**{each.play}**" if best or is_open(line, each) else each.play,
            f"{each.equity:+.4f} ± {each.standard_error:.4f}",
            "" if best else behind(line, each),
            *chances(each),
            f"{each.trials:,}",
        )


def behind(line: Line, candidate: Candidate) -> str:
    """What it loses, with the joint standard error where that is known."""
    joint = candidate.joint_error
    return f"{line.loss(candidate):.4f}" + ("" if joint is None else f" ± {joint:.4f}")


def chances(candidate: Candidate) -> Sequence[str]:
    """Games won, gammons won and lost, in percent."""
    won, gammon, backgammon, _, lost_gammon, lost_backgammon = candidate.chances or (0.0,) * 6
    shown = (won + gammon + backgammon, gammon + backgammon, lost_gammon + lost_backgammon)
    return [f"{100 * each:.1f}" for each in shown]


def extent(book: Book) -> str:
    """How much is rolled out, and how sure it is."""
    replies = [line for line in book.lines if line.reply]
    plays = {(line.first, line.play) for line in replies}
    trials = Counter(line.best.trials for line in replies)
    counted = ", ".join(f"{trials[number]} with {number:,}" for number in sorted(trials))
    errors = sorted(line.best.standard_error or 0.0 for line in replies)
    unsure = sum(line.second is not None and is_open(line, line.second) for line in replies)
    total = sum(each.trials for line in book.lines for each in line.candidates)
    firsts, middle, most = len(book.lines) - len(replies), errors[len(errors) // 2], errors[-1]
    return "\n".join(
        (
            f"The net is `{book.net}`, the date {book.date}. All candidates together had {total:,}",
            f"trials. Beside the {firsts} first rolls there are all 21 replies after {len(plays)}",
            f"plays of them, {len(replies)} in all: {counted} trials of the best.",
            f"Its standard error is {most:.4f} at most, and {middle:.4f} in the middle of all.",
            f"In {unsure} replies it is open which of the first two plays is better.",
        )
    )


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
