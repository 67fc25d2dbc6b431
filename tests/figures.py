"""What `eval`, `hint` and `cube` say of 18 questions, a figure of each.

`make figures` writes them again, after a change of the net or of the search that is meant;
`test_every_python.py` compares, on every Python and every kind of processor. Run by another Python
than the one of the environment, as `figures.py SITE_PACKAGES`, it borrows our program from there.
"""

from __future__ import annotations

import json
import site
import sys
from pathlib import Path

FILE = Path(__file__).parent / "data" / "figures.json"
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
BLITZ = "24:1 13:4 8:3 6:4 5:2 4:1 / bar:1 24:1 13:5 8:3 6:5"
ANCHORS = "24:2 20:2 13:4 8:2 6:5 / 24:2 21:2 13:4 8:2 6:5"
RACE = "8:2 7:3 5:4 2:3 1:3 / 10:2 6:5 4:4 3:4"
BEAR_OFF = "6:2 3:1 1:1 / 5:3 2:2"
PLAKOTO = "24:9 20:2 15:2 10:2 / 24:10 18:3 12:2"
FEVGA = "24:8 18:3 13:2 9:2 / 24:8 20:2 17:3 10:2"
QUESTIONS = (
    ("eval", START, "--plies", "0", "--cubeless"),
    ("eval", BLITZ, "--plies", "1", "--cubeful"),
    ("eval", ANCHORS, "--plies", "1", "--away", "3,5", "--cubeless"),
    ("eval", BEAR_OFF, "--plies", "0", "--cubeless"),
    ("eval", PLAKOTO, "--variant", "plakoto", "--plies", "0", "--cubeless"),
    ("eval", RACE, "--variant", "nackgammon", "--plies", "0", "--cubeless"),
    ("hint", START, "31", "--plies", "2", "--cubeless"),
    ("hint", BLITZ, "52", "--plies", "1", "--cubeful"),
    ("hint", ANCHORS, "64", "--plies", "0", "--away", "2,4", "--cubeful"),
    ("hint", RACE, "66", "--plies", "1", "--cubeless"),
    ("hint", BEAR_OFF, "43", "--plies", "0", "--cubeless"),
    ("hint", FEVGA, "65", "--variant", "fevga", "--plies", "0", "--cubeless"),
    ("cube", START, "--plies", "0"),
    ("cube", BLITZ, "--plies", "1"),
    ("cube", ANCHORS, "--plies", "1", "--away", "5,7"),
    ("cube", RACE, "--plies", "2", "--jacoby"),
    ("cube", BEAR_OFF, "--plies", "0"),
    ("cube", BLITZ, "--plies", "0", "--away", "2,3", "--cube", "2", "--owner", "me"),
)


def figures() -> list[float]:
    return [figure(question) for question in QUESTIONS]


def figure(question: tuple[str, ...]) -> float:
    """The equity of the position, of the best play, or of a double that is taken."""
    answer = json.loads(said(*question, "--json"))
    command = question[0]
    if command == "cube":
        return float(answer["double_take"])
    return float((answer["plays"][0] if command == "hint" else answer)["equity"])


def said(*arguments: str) -> bytes:
    from click.testing import CliRunner  # once the way to both is known

    from fullprime.cli import cli

    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout_bytes


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        site.addsitedir(folder)
    print(json.dumps(figures(), indent=1))
