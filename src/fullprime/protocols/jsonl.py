"""The engine over JSON lines: one request a line, one answer a line, in the same order.

An error is an answer too, and the stream goes on. `docs/jsonl.md` is the specification.

>>> answer(b'{"id": 1, "op": "hello"}')["error"]
"unknown op 'hello', expected one of: legal, why, perft, plays, eval, cube, rollout, id, info"
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from fullprime.analysis import answers
from fullprime.analysis.answers import ENGINE
from fullprime.analysis.as_json import (
    Json,
    cube_answer_json,
    evaluation_json,
    legal_json,
    perft_json,
    plays_json,
    rollout_json,
    why_json,
)
from fullprime.analysis.reasons import cube_hint, hint_reasons, reasons_json
from fullprime.engine.rollout_result import phases_of
from fullprime.errors import FullprimeError, field_fault, shorten
from fullprime.protocols.ids import identify
from fullprime.protocols.info import info_as_json
from fullprime.protocols.request import (
    CubeRequest,
    EvalRequest,
    IdRequest,
    InfoRequest,
    PerftRequest,
    PlaysRequest,
    Request,
    RolloutRequest,
    RollRequest,
    WhyRequest,
)
from fullprime.shapes import Decoder, decoder_of

LONGEST_LINE: Final = 1_000_000
_TOO_LONG: Final[Json] = {
    "id": None,
    "error": f"the line is too long, expected at most {LONGEST_LINE} bytes",
}


def legal(request: RollRequest) -> Json:
    """The legal plays, one entry for each distinct final position."""
    return {"plays": legal_json(request.question())}


def why(request: WhyRequest) -> Json:
    """Whether a play is legal, the rule that forbids it, and what would have been legal."""
    question = request.question()
    return why_json(question, answers.why(question, request.play))


def perft(request: PerftRequest) -> Json:
    """Counts of whole turns."""
    return perft_json(request.question(), request.depth)


def plays(request: PlaysRequest) -> Json:
    """The legal plays, the best first."""
    question = request.question()
    depth = request.depth(question)
    found = answers.plays(question, depth)
    told = plays_json(question, depth, found)
    if request.reasons:
        told["reasons"] = reasons_json(hint_reasons(question, depth, found))
    return told


def evaluate(request: EvalRequest) -> Json:
    """The chances of the side on roll, before rolling."""
    question = request.question()
    return evaluation_json(question, answers.evaluate(question, request.depth(question)))


def cube(request: CubeRequest) -> Json:
    """The three equities, and what both sides should do."""
    question = request.question()
    depth = request.depth(question)
    verdict = answers.cube(question, depth)
    told = cube_answer_json(verdict, depth)
    if request.reasons:
        told["reasons"] = reasons_json(cube_hint(question, depth, verdict))
    return told


def rollout(request: RolloutRequest) -> Json:
    """Means and standard errors, and what they follow from."""
    question = request.question()
    phases = phases_of(request.plies)
    settings = answers.rollout_settings(question, request.settings(), phases, request.cubeful)
    roller = ENGINE.roller(question.variant)
    return rollout_json(answers.rollout(question, settings, roller=roller))


class _Operation(NamedTuple):
    decoder: Decoder[Any]
    perform: Callable[[Any], Json]


def _operation(shape: type[Request], perform: Callable[[Any], Json]) -> _Operation:
    return _Operation(decoder_of(shape), perform)


_OPERATIONS: Final = {
    "legal": _operation(RollRequest, legal),
    "why": _operation(WhyRequest, why),
    "perft": _operation(PerftRequest, perft),
    "plays": _operation(PlaysRequest, plays),
    "eval": _operation(EvalRequest, evaluate),
    "cube": _operation(CubeRequest, cube),
    "rollout": _operation(RolloutRequest, rollout),
    "id": _operation(IdRequest, lambda request: identify(request.text)),
    "info": _operation(InfoRequest, lambda request: info_as_json()),
}


class _Head(msgspec.Struct):
    """What must be known of a line before all of it is read."""

    op: Any = None
    id: Any = None


_HEAD: Final = decoder_of(_Head)


def answer(line: bytes) -> Json:
    """The answer to one line of any content."""
    head = _Head()
    try:
        head = _head(line)
        return {"id": head.id, **_answer(head, line)}
    except msgspec.ValidationError as error:
        return {"id": head.id, "error": f"bad request: {field_fault(error)}"}
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return {"id": head.id, "error": f"not a line of JSON: {error}"}
    except FullprimeError as error:
        return {"id": head.id, "error": str(error)}


def _head(line: bytes) -> _Head:
    try:
        return _HEAD.decode(line)
    except msgspec.ValidationError as error:
        raise FullprimeError('expected a JSON object such as {"id":1,"op":"info"}') from error


def _answer(head: _Head, line: bytes) -> Json:
    if not isinstance(head.op, str) or head.op not in _OPERATIONS:
        known = ", ".join(_OPERATIONS)
        fault = "op: missing" if head.op is None else f"unknown op {shorten(repr(head.op), 60)}"
        raise FullprimeError(f"{fault}, expected one of: {known}")
    operation = _OPERATIONS[head.op]
    return operation.perform(operation.decoder.decode(line))


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answers line after line until the input ends."""
    gc.freeze()  # answers hold no cycles, and looking for some would cost a tenth of the time
    gc.set_threshold(100_000)
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            _skip_line(lines, line)
            result = _TOO_LONG
        elif not line.strip():
            continue
        else:
            result = answer(line)
        out.write(msgspec.json.encode(result) + b"\n")
        out.flush()


def _skip_line(lines: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(LONGEST_LINE)
