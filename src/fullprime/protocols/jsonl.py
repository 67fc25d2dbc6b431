"""The engine over JSON lines: one request a line, one answer a line, in the same order.

An error is an answer too, and the stream goes on. `docs/jsonl.md` is the specification.

>>> answer(b'{"id": 1, "op": "hello"}')["error"]
"unknown op 'hello', expected one of: legal, why, perft, plays, eval, cube, rollout, id, info"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, BinaryIO, Final

import msgspec
from msgspec import Meta

from fullprime.analysis import playable
from fullprime.dice import Roll
from fullprime.errors import BadPlay, FullprimeError, shorten
from fullprime.formats.ids import read_position
from fullprime.notation import judge_play
from fullprime.play import MOST_PLAYS, every_play
from fullprime.position import Position
from fullprime.protocols.ids import IdRequest, identify
from fullprime.protocols.info import InfoRequest, info
from fullprime.protocols.judged import (
    CubeRequest,
    EvalRequest,
    PlaysRequest,
    cube,
    evaluate,
    plays,
)
from fullprime.protocols.request import Answer, Request, RollRequest, play_as_json
from fullprime.protocols.rolled import RolloutRequest, rollout
from fullprime.variant import Variant

LONGEST_LINE: Final = 1_000_000
MOST_DEPTH: Final = 9
MOST_TO_SHOW: Final = 10_000


class LegalRequest(RollRequest, kw_only=True):
    """Which plays does this roll allow?"""


class WhyRequest(RollRequest, kw_only=True):
    """Is this play legal, and if not, why?"""

    play: str


class PerftRequest(Request, kw_only=True):
    """How many whole turns are there?"""

    variant: str
    depth: Annotated[int, Meta(ge=1, le=MOST_DEPTH)]
    position: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)


def legal(request: LegalRequest) -> Answer:
    """The legal plays, one entry for each distinct final position."""
    return {"plays": plays_as_json(*_asked(request))}


def _asked(request: RollRequest) -> tuple[Variant, Position, Roll, int | None]:
    variant, position = request.asked()
    return variant, position, request.thrown(variant), request.named


def plays_as_json(
    variant: Variant,
    position: Position,
    roll: Roll,
    named: int | None = None,
    most: int = MOST_PLAYS,
) -> list[Answer]:
    """Plays in the shape that every JSON interface of Fullprime uses."""
    names = named is None and variant.names_doublet(roll)
    return [
        play_as_json(variant, play) | ({"named": doublet} if names else {})
        for doublet, play in every_play(variant, position, roll, named, most)
    ]


def why(request: WhyRequest) -> Answer:
    """Whether a play is legal, the rule that forbids it, and what would have been legal."""
    return why_as_json(*_asked(request), request.play)


def why_as_json(
    variant: Variant, position: Position, roll: Roll, named: int | None, play: str
) -> Answer:
    """The rule and the reason are null for a legal play, the list where it is too long."""
    objection = judge_play(variant, position, roll, play, named).objection
    return {
        "legal": objection is None,
        "rule": objection.rule if objection else None,
        "reason": objection.reason if objection else None,
        "legal_plays": _plays_to_show(variant, position, roll, named),
    }


def _plays_to_show(
    variant: Variant, position: Position, roll: Roll, named: int | None
) -> list[Answer] | None:
    """What would have been legal, unless it is more than anybody would read."""
    try:
        return plays_as_json(variant, position, roll, named, MOST_TO_SHOW)
    except BadPlay:
        return None


def perft(request: PerftRequest) -> Answer:
    """Counts of whole turns."""
    variant = Variant.load(request.variant, request.options)
    text = request.position
    position = variant.start_position if text is None else read_position(variant, text)
    return perft_as_json(variant, playable(variant, position), request.depth)


def perft_as_json(variant: Variant, position: Position, depth: int) -> Answer:
    """Depth one also tells the counts by roll."""
    counts = variant.perft(position, depth)
    nodes: Answer = {"nodes": sum(counts.values())}
    if depth == 1:
        nodes["by_roll"] = {f"{a}{b}": count for (a, b), count in counts.items()}
    return nodes


_OPERATIONS: Final[dict[str, tuple[type[Request], Callable[[Any], Answer]]]] = {
    "legal": (LegalRequest, legal),
    "why": (WhyRequest, why),
    "perft": (PerftRequest, perft),
    "plays": (PlaysRequest, plays),
    "eval": (EvalRequest, evaluate),
    "cube": (CubeRequest, cube),
    "rollout": (RolloutRequest, rollout),
    "id": (IdRequest, identify),
    "info": (InfoRequest, info),
}


def answer(line: bytes) -> Answer:
    """The answer to one line, whatever it holds."""
    request_id: Any = None
    try:
        request = msgspec.json.decode(line)
        if not isinstance(request, dict):
            raise FullprimeError('expected a JSON object such as {"id":1,"op":"info"}')
        request_id = request.get("id")
        return {"id": request_id, **_dispatch(request)}
    except msgspec.ValidationError as error:
        return {"id": request_id, "error": f"bad request: {error}"}
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return {"id": request_id, "error": f"not a line of JSON: {error}"}
    except FullprimeError as error:
        return {"id": request_id, "error": str(error)}


def _dispatch(request: dict[str, Any]) -> Answer:
    operation = request.get("op")
    if not isinstance(operation, str) or operation not in _OPERATIONS:
        known = ", ".join(_OPERATIONS)
        raise FullprimeError(f"unknown op {shorten(repr(operation), 60)}, expected one of: {known}")
    shape, perform = _OPERATIONS[operation]
    return perform(msgspec.convert(request, type=shape))


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answers line after line until the input ends."""
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            result: Answer = {
                "id": None,
                "error": f"the line is too long, expected at most {LONGEST_LINE} bytes",
            }
            _skip_line(lines, line)
        elif not line.strip():
            continue
        else:
            result = answer(line)
        out.write(msgspec.json.encode(result) + b"\n")
        out.flush()


def _skip_line(lines: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(LONGEST_LINE)
