"""Draws `docs/images/terminal.svg`: the terminal as a player sees it. Run by `make picture`."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from fullprime import Doubled, Match, Played, Points, Rolled, SeededDice, Took
from fullprime.engine import Engine
from fullprime.engine.handmade import HandmadeEvaluator
from fullprime.tui.console import ConsoleTerminal
from fullprime.tui.keep import Keeper
from fullprime.tui.table import Look, Table
from fullprime.tui.words import spoken

FILE = Path(__file__).parent / "images" / "terminal.svg"
PLIES = 13
NIGHT = TerminalTheme(
    (24, 26, 32),
    (214, 216, 222),
    [(60, 63, 72), (224, 108, 117), (152, 195, 121), (229, 192, 123),
     (97, 175, 239), (198, 120, 221), (86, 182, 194), (171, 178, 191)],
    [(92, 99, 112), (240, 130, 138), (170, 215, 140), (240, 210, 150),
     (130, 195, 250), (220, 150, 240), (110, 210, 220), (230, 232, 238)],
)  # fmt: skip
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A game of backgammon in the terminal</title>
<style>
.{unique_id}-matrix {{ font: {char_height}px "DejaVu Sans Mono", Menlo, Consolas, monospace;
  white-space: pre; }}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def match_in_progress() -> Match:
    """The engine against itself, some turns into a game, the cube turned."""
    match = Match.start(players=("Ann", "Fullprime"), target=Points(5))
    dice = SeededDice(10)
    engine = Engine(HandmadeEvaluator(match.variant))
    for _ in range(PLIES):
        action = engine.choose(match.game) or Rolled(dice.roll())
        match = match.apply(action)
        if len(match.game.log) == 4 and "double" in match.game.verbs:
            match = match.apply(Doubled()).apply(Took())
    while match.game.roll is None or match.game.turn != 0:
        match = match.apply(engine.choose(match.game) or Rolled(dice.roll()))
    return match


def main() -> None:
    """Shows the table and the answers to two entries, and keeps the picture."""
    match = match_in_progress()
    console = Console(record=True, force_terminal=True, width=76, file=io.StringIO())
    terminal = ConsoleTerminal(console, lines=io.StringIO())
    table = Table(
        match, (None, None), SeededDice(1), terminal, Keeper(None, dict, print), Look(flip=False)
    )
    table.show()
    best = Engine(HandmadeEvaluator(match.variant)).choose(match.game)
    assert isinstance(best, Played)
    terminal.say(f"Ann: {spoken(match.game.roll)} to play.")
    terminal.say("> " + " ".join(f"{source}/{target}" for source, target in best.steps))
    FILE.parent.mkdir(exist_ok=True)
    picture = console.export_svg(title="fullprime play", theme=NIGHT, code_format=PICTURE)
    FILE.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
