"""Runs inside gnubg: reads questions from one file and writes its moves to another.

`peers.Gnubg` starts it with `gnubg -t -q -p gnubg_worker.py` and names the files in the
environment. A row is 25 numbers, a side's own points 1 to 24 and its bar.
"""

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

SETTINGS = (
    "set automatic bearoff off",
    "set automatic game off",
    "set automatic move off",
    "set automatic roll off",
    "set confirm new off",
    "set display off",
    "set evaluation chequerplay evaluation cubeful off",
    "set evaluation chequerplay evaluation plies 0",
    "set player 0 human",
    "set player 1 human",
    "new game",
    "set turn 1",
)
ALL = 10_000  # more hints than any roll has plays


def moves(mover: list[int], other: list[int], dice: list[int]) -> list[str]:
    """All moves of one roll, as gnubg writes them; empty if there are none."""
    board = gnubg.positionid((tuple(other), tuple(mover)))
    gnubg.command(f"set board {board}")
    gnubg.command(f"set dice {dice[0]} {dice[1]}")
    answer = gnubg.hint(ALL)
    if answer["gnubgid"].split(":")[0] != board:
        raise RuntimeError(f"gnubg looks at another board than {board}")
    return [hint["move"] for hint in answer["hint"]]


def main() -> None:
    """Answers all questions."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it prints a board per question
    for setting in SETTINGS:
        gnubg.command(setting)
    questions = json.loads(Path(os.environ["FULLPRIME_QUESTIONS"]).read_text(encoding="utf-8"))
    answers = [moves(**question) for question in questions]
    Path(os.environ["FULLPRIME_ANSWERS"]).write_text(json.dumps(answers), encoding="utf-8")


main()
