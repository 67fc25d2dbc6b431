"""The hand-made evaluator as it was before the games had nets, asked over JSON lines.

The program of that commit is built into an environment of its own, so nothing that has changed
since then has a part in what it thinks.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from fullprime import Position, Variant
from fullprime.engine.handmade import HandmadeEvaluator

COMMIT: Final = "88ffccfebe7e89e04ac2fc96bfe8eb4367e06eac"
ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build" / "before"
AT_A_TIME: Final = 200
"""Questions under way, so that neither side waits for the other with full pipes."""


def program(commit: str = COMMIT, extras: str = "") -> Path:
    """The command of that commit, built now if it was not."""
    folder = FOLDER / "-".join(filter(None, (commit[:10], extras)))
    command = folder / "venv" / "bin" / "fullprime"
    if not command.exists():
        archive = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            tree.extractall(folder / "tree", filter="data")
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        install = [str(folder / "venv" / "bin" / "pip"), "install", "--quiet"]
        subprocess.run([*install, f"{folder / 'tree'}[{extras}]"], check=True)
    return command


class Before:
    """A mind of that commit."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._ends = HandmadeEvaluator(variant)
        self._asked = subprocess.Popen(
            [program(), "jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def worths(self, after: Sequence[Position]) -> list[float]:
        """The equity of each position to the side that has just moved there."""
        turned = [position.flipped() for position in after]
        open_ = [each for each in turned if self.variant.end(each) is None]
        known = dict(zip(open_, self._equities(open_), strict=True))
        return [-known[each] if each in known else -self._result(each) for each in turned]

    def close(self) -> None:
        """Ends the program."""
        self._asked.communicate()

    def _equities(self, positions: Sequence[Position]) -> list[float]:
        """Of the side on roll, in the program's own words."""
        found: list[float] = []
        for begin in range(0, len(positions), AT_A_TIME):
            some = positions[begin : begin + AT_A_TIME]
            found += self._ask([self._question(each) for each in some])
        return found

    def _question(self, position: Position) -> bytes:
        # What a game remembers is left out: the hand-made evaluator does not look at it.
        text = self.variant.text(position)
        asked = {"op": "eval", "variant": self.variant.id, "position": text}
        return msgspec.json.encode(asked | {"plies": 0, "cubeful": False})

    def _ask(self, lines: Sequence[bytes]) -> list[float]:
        pipe, answers = self._asked.stdin, self._asked.stdout
        assert pipe and answers
        pipe.write(b"".join(line + b"\n" for line in lines))
        pipe.flush()
        found: list[dict[str, Any]] = [msgspec.json.decode(answers.readline()) for _ in lines]
        for line, answer in zip(lines, found, strict=True):
            if "error" in answer:
                raise RuntimeError(f"{line.decode()}: {answer['error']}")
        return [answer["equity"] for answer in found]

    def _result(self, position: Position) -> float:
        """Of a game that is over: there is nothing to think about."""
        return self._ends.evaluate([position])[0].counted(self.variant.score).equity
