"""The program that does long work, one job after another, in a process of its own.

It reads tasks as lines of JSON at its standard input and answers in lines: what it has so far,
again and again, and what it has at last. It ends with its input, or when no one listens any more.
`workers` starts it, with another number than `GIVES_WAY` for work that somebody waits for.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Protocol

import msgspec

from fullprime.errors import Fault, FullprimeError
from fullprime.shapes import decoded

GIVES_WAY: Final = 15
"""How much it stands back, as `nice` counts: play, analysis and bots come first."""
VARIABLE: Final = "FULLPRIME_GIVES_WAY"
"""Says another number: who runs many servers on a machine may have their own order."""
WORK: Final = {
    "review": "fullprime.server.reviewing",
    "deepening": "fullprime.server.deeper",
    "decision": "fullprime.server.deeper",
    "rollout": "fullprime.server.rollouts",
    "reading": "fullprime.server.reading",
}
"""The modules whose `work` does it, loaded when it is needed."""


class Show(Protocol):
    """Says what there is so far."""

    def __call__(self, **what: object) -> None:
        """Fields by their names."""


class Task(msgspec.Struct):
    """What is to be done."""

    kind: str
    about: msgspec.Raw


class Shown(msgspec.Struct, tag="shown"):
    """What there is so far."""

    what: dict[str, msgspec.Raw]
    """Fields that take the place of earlier ones; the others stay as they are."""


class Done(msgspec.Struct, tag="done"):
    """What there is at last."""

    what: msgspec.Raw


class Refused(msgspec.Struct, tag="refused"):
    """Why it cannot be done, as `fault_json` writes it; null: a mistake of the program."""

    error: dict[str, Any] | None


Answer = Shown | Done | Refused


def main() -> None:
    """Does what it is given until there is no more."""
    if sys.platform != "win32":
        os.nice(_gives_way(*sys.argv[1:]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; the server ends it
    out = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    say = _speaker(out)
    for line in sys.stdin.buffer:
        try:
            say(_done(decoded(line, Task), say))
        except BrokenPipeError:
            os._exit(0)  # no one listens; whatever still computes is not wanted


def _gives_way(usual: str = str(GIVES_WAY)) -> int:
    said = os.environ.get(VARIABLE, usual)
    return int(said) if said.isdecimal() else int(usual)


def _speaker(out: Any) -> Callable[[Answer], None]:
    def say(answer: Answer) -> None:
        out.buffer.write(msgspec.json.encode(answer) + b"\n")
        out.buffer.flush()

    return say


def _done(task: Task, say: Callable[[Answer], None]) -> Answer:
    def show(**what: object) -> None:
        say(Shown({name: msgspec.Raw(msgspec.json.encode(each)) for name, each in what.items()}))

    try:
        found = import_module(WORK[task.kind]).work(bytes(task.about), show)
        return Done(msgspec.Raw(msgspec.json.encode(found)))
    except BrokenPipeError:
        raise
    except FullprimeError as refusal:
        return Refused(_told(refusal.fault))
    except Exception:
        traceback.print_exc()
        return Refused(None)


def _told(fault: Fault) -> dict[str, Any]:
    from fullprime.server.problems import fault_json

    return fault_json(fault)


if __name__ == "__main__":
    main()
