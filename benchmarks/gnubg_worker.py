"""Runs inside gnubg: reads questions from one pipe and writes answers to another, as JSON lines.

`gnubg.py` starts it with `gnubg -t -q -p gnubg_worker.py` and gives the pipes in the environment.
A row is 25 numbers, a side's own points 1 to 24 and its bar.
"""

import json
import os
import time
from collections.abc import Callable
from typing import Any

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
    "set jacoby off",
    "set output digits 6",
    "set player 0 human",
    "set player 1 human",
    "set threads 1",
    "new game",
    "set turn 1",
)
ALL = 10_000  # more hints than any roll has plays
NOBODY, MOVER = -1, 1

ANSWERED, SHOWN = os.environ["FULLPRIME_MARKS"].split()
"""Goes to the screen after each answer; stands for what was printed before it."""

MOST_STEPS = 10_000
READING = {"mat": "import mat", "sgf": "load match"}
"""How match files are read."""

Row = list[int]
Board = tuple[tuple[int, ...], tuple[int, ...]]


def moves(mover: Row, other: Row, dice: list[int]) -> list[str]:
    """All moves of one roll, as gnubg writes them; empty if there are none."""
    board = gnubg.positionid(_set_up(mover, other, dice))
    answer = gnubg.hint(ALL)
    if answer["gnubgid"].split(":")[0] != board:
        raise RuntimeError(f"gnubg looks at another board than {board}")
    return [hint["move"] for hint in answer["hint"]]


def best(mover: Row, other: Row, dice: list[int], plies: int) -> str:
    """The best move of one roll; empty if there is none.

    Not by a hint: gnubg keeps the hint of a position when the plies change.
    """
    board = _set_up(mover, other, dice)
    found = gnubg.findbestmove(board, gnubg.cubeinfo(), _context(plies))
    return str(gnubg.movetupletostring(found, board)) if found else ""


def chances(mover: Row, other: Row, plies: int) -> list[float]:
    """Of the mover, about to roll: wins, gammons, backgammons, gammons and backgammons lost."""
    board = (tuple(other), tuple(mover))
    return list(gnubg.evaluate(board, gnubg.cubeinfo(), _context(plies))[:5])


def cube(mover: Row, other: Row, value: int, away: list[int] | None, plies: int) -> list[float]:
    """The equities of the mover: no double, double and take, double and pass.

    A cube of one is in the middle, a larger one the mover's; without points away it is for money.
    """
    mine, theirs = away or (0, 0)
    length = max(mine, theirs)
    owner = MOVER if value > 1 else NOBODY
    info = gnubg.cubeinfo(value, owner, MOVER, length, (length - theirs, length - mine), 0)
    context = {**_context(plies), "cubeful": 1}
    return list(gnubg.cfevaluate((tuple(other), tuple(mover)), info, context)[1:4])


def rollout(mover: Row, other: Row, settings: list[str]) -> str:
    """Rolls a position out, the mover on roll; the results are on the screen."""
    gnubg.command(f"set board {gnubg.positionid((tuple(other), tuple(mover)))}")
    for setting in settings:
        gnubg.command(f"set rollout {setting}")
    gnubg.command("rollout")
    return SHOWN


def nothing(mover: Row, other: Row, dice: list[int]) -> None:
    """Sets up a roll and finds nothing: what a question costs by itself."""
    _set_up(mover, other, dice)


def match(path: str, kind: str, jacoby: bool) -> dict[str, Any]:
    """All that gnubg finds in a match file, and the board at its end."""
    gnubg.command("new session")  # an offer of the match before would stay on the table
    gnubg.command(f"set jacoby {'on' if jacoby else 'off'}")  # match text does not say
    gnubg.command(f"{READING[kind]} {path}")
    games = gnubg.match(0, 1, 0, 0)["games"]
    gnubg.command(f"next {MOST_STEPS}")  # after one play and dice it would be a step behind
    return {"games": games, "last": gnubg.positionid()}


def reading(paths: list[str], kind: str) -> float:
    """Seconds of processor time that it takes to read these match files."""
    start = time.process_time()
    for path in paths:
        gnubg.command(f"{READING[kind]} {path}")
    return time.process_time() - start


def review(path: str, plies: int, threads: int) -> dict[str, Any]:
    """A match file analyzed: its figures, and what gnubg says of every decision."""
    settings = (
        f"set threads {threads}",
        "set confirm save off",
        "set analysis limit off",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis cubedecision evaluation plies {plies}",
        "set analysis chequerplay evaluation cubeful on",
        "set analysis cubedecision evaluation cubeful on",
        "new session",
    )
    for setting in settings:
        gnubg.command(setting)
    gnubg.command(f"load match {path}")
    start = time.monotonic()
    gnubg.command("analyse match")
    seconds = time.monotonic() - start
    found = gnubg.match(1, 1, 1, 0)
    return {
        "seconds": seconds,
        "stats": found["stats"],
        "games": [[_reviewed(record) for record in game["game"]] for game in found["games"]],
    }


def _reviewed(record: dict[str, Any]) -> dict[str, Any]:
    """Of the moves only the best and the one that was played."""
    analysis = record.get("analysis", {})
    moves = analysis.get("moves", [])
    kept = {key: analysis[key] for key in ("nd-cubeful-eq", "dt-cubeful-eq") if key in analysis}
    if moves:
        kept["best"] = moves[0]["move"]
        kept["error"] = moves[0]["score"] - moves[analysis["imove"]]["score"]
    if "luck-value" in analysis:
        kept["luck"] = analysis["luck-value"]
    about: dict[str, Any] = {
        key: record[key] for key in ("action", "player", "board", "dice") if key in record
    }
    return {**about, **kept}


def command(text: str) -> None:
    """Anything that can be typed."""
    gnubg.command(text)


def clock() -> float:
    """Seconds of processor time."""
    return time.process_time()


OPS: dict[str, Callable[..., Any]] = {
    "moves": moves,
    "best": best,
    "chances": chances,
    "cube": cube,
    "rollout": rollout,
    "nothing": nothing,
    "match": match,
    "reading": reading,
    "review": review,
    "command": command,
    "clock": clock,
}


def _set_up(mover: Row, other: Row, dice: list[int]) -> Board:
    board = (tuple(other), tuple(mover))
    gnubg.command(f"set board {gnubg.positionid(board)}")
    gnubg.command(f"set dice {dice[0]} {dice[1]}")
    return board


def _context(plies: int) -> dict[str, Any]:
    return {**gnubg.evalcontext(), "cubeful": 0, "plies": plies, "deterministic": 1, "noise": 0.0}


def answer(op: str, **question: Any) -> dict[str, Any]:
    """What goes back: an answer, or what went wrong."""
    try:
        return {"answer": OPS[op](**question)}
    except Exception as error:
        return {"error": repr(error)}


def main() -> None:
    """Answers until the other side closes its pipe."""
    for setting in SETTINGS:
        gnubg.command(setting)
    questions, answers = (int(number) for number in os.environ["FULLPRIME_PIPES"].split())
    with os.fdopen(questions) as asked, os.fdopen(answers, "w") as told:
        for line in asked:
            print(json.dumps(answer(**json.loads(line))), file=told, flush=True)
            os.write(1, ANSWERED.encode())


main()
