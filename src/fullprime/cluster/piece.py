"""Pieces of work as data, and `do`, the one function that workers run on them.

A piece is JSON that is checked field by field; what is in it is read as files of strangers are.
The answer is JSON, too, and carries the SHA-256 of its piece.
"""

from __future__ import annotations

import traceback
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

import fullprime
from fullprime.analysis.answers import ENGINE
from fullprime.analysis.review.reviewing import Reviewer
from fullprime.engine.evaluators import MOST_PLIES
from fullprime.engine.rollout import BLOCK, MOST_TRIALS, Roller, Row, roller_for
from fullprime.engine.rollout_result import RolloutSettings, Subject, Terms
from fullprime.errors import FullprimeError, field_fault
from fullprime.formats import saved
from fullprime.formats.saved import SavedVariant
from fullprime.match import Match
from fullprime.notes import Notes
from fullprime.shapes import decoder_of

MOST_BYTES: Final = 64 * 2**20
MOST_MOMENTS: Final = 4096
MOST_KEPT: Final = 4
"""Matches that a worker has read and keeps for their next pieces."""

Answers = dict[str, bytes]
"""What one moment of a match needs: answers by their keys, as `analysis.review.cache` has them."""


class ReviewPiece(msgspec.Struct, frozen=True, kw_only=True, tag="review"):
    """Some moments of a match, decisions and rolls."""

    version: str
    match: msgspec.Raw
    """As a saved match, without its notes."""
    plies: Annotated[int, Meta(ge=0, le=MOST_PLIES)]
    evaluators: dict[str, str]
    """By game: every machine must have the same."""
    moments: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=1, max_length=MOST_MOMENTS)
    ]


class RolloutPiece(msgspec.Struct, frozen=True, kw_only=True, tag="rollout"):
    """Some trials of one line of a rollout."""

    version: str
    variant: SavedVariant
    names: tuple[str, str | None]
    """Of the net and the pruner: every machine must have the same."""
    settings: RolloutSettings
    terms: Terms
    subject: Subject
    first: Annotated[int, Meta(ge=0, lt=MOST_TRIALS)]
    last: Annotated[int, Meta(ge=1, le=MOST_TRIALS)]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What was found."""

    piece: str
    """The SHA-256 of the piece."""
    found: msgspec.Raw
    """A list: of the answers of each moment, or of the trials."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Why it cannot be done."""

    piece: str
    why: str


Piece = ReviewPiece | RolloutPiece
Answer = Done | Refused
encode: Final = msgspec.json.encode
_piece: Final = decoder_of(Piece)


def digest(piece: bytes) -> str:
    """By which an answer says what it is the answer to."""
    return sha256(piece).hexdigest()


def do(piece: bytes) -> bytes:
    """The answer to a piece. Raises nothing: an error is an answer."""
    name = digest(piece)
    try:
        return encode(Done(name, msgspec.Raw(encode(found(read(piece))))))
    except FullprimeError as error:
        return encode(Refused(name, str(error)))
    except Exception as error:
        traceback.print_exc()  # in the log of the worker
        return encode(Refused(name, f"a mistake of the program: {type(error).__name__}: {error}"))


def read(piece: bytes) -> Piece:
    """Checked; a `FullprimeError` says what is wrong with it."""
    if len(piece) > MOST_BYTES:
        raise FullprimeError(f"a piece of {len(piece):,} bytes, expected at most {MOST_BYTES:,}")
    try:
        known: Piece = _piece.decode(piece)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FullprimeError(f"not a piece of work: {field_fault(error)}") from error
    if known.version != fullprime.__version__:
        raise FullprimeError(
            f"this worker has Fullprime {fullprime.__version__}, expected {known.version}"
        )
    return known


def found(piece: Piece) -> list[Answers] | list[Row]:
    """All that a piece is about, in order."""
    if isinstance(piece, RolloutPiece):
        return trials(piece, piece.first, piece.last)
    return [answers(piece, moment) for moment in piece.moments]


# Reviews -----------------------------------------------------------------------------------------


def review_pieces(match: Match, plies: int, moments: list[int], each: int) -> list[ReviewPiece]:
    """Pieces of so many moments each."""
    bare = msgspec.structs.replace(match, notes=Notes())
    games = dict.fromkeys(game.variant for game in match.games)
    return [
        ReviewPiece(
            version=fullprime.__version__,
            match=msgspec.Raw(saved.dump(bare)),
            plies=plies,
            evaluators={game.id: ENGINE.describe(game) for game in games},
            moments=tuple(moments[start : start + each]),
        )
        for start in range(0, len(moments), each)
    ]


def answers(piece: ReviewPiece, moment: int) -> Answers:
    """What one moment needs."""
    reviewer = _reviewer(bytes(piece.match), piece.plies)
    if moment >= reviewer.moments:
        raise FullprimeError(f"moment {moment}, expected less than {reviewer.moments}")
    _expect_same(piece.evaluators, reviewer.match)
    cached: Answers = {}
    reviewer.settle(moment, cached)
    return cached


@lru_cache(MOST_KEPT)
def _reviewer(match: bytes, plies: int) -> Reviewer:
    return Reviewer(saved.load(match)[0], plies=plies)


def _expect_same(evaluators: dict[str, str], match: Match) -> None:
    for variant in dict.fromkeys(game.variant for game in match.games):
        _expect(evaluators.get(variant.id), ENGINE.describe(variant))


def _expect(theirs: Any, ours: Any) -> None:
    if theirs != ours:
        raise FullprimeError(f"this worker evaluates by {ours}, expected {theirs}")


# Rollouts ----------------------------------------------------------------------------------------


def rollout_piece(
    roller: Roller,
    settings: RolloutSettings,
    terms: Terms,
    subject: Subject,
    first: int,
    last: int,
) -> RolloutPiece:
    """The trials from `first` to before `last`."""
    return RolloutPiece(
        version=fullprime.__version__,
        variant=SavedVariant.of(roller.variant),
        names=roller.names,
        settings=settings,
        terms=terms,
        subject=subject,
        first=first,
        last=last,
    )


def trials(piece: RolloutPiece, first: int, last: int) -> list[Row]:
    """Some of its trials."""
    if not 0 < last - first <= BLOCK:
        raise FullprimeError(f"{last - first} trials in one piece, expected 1 to {BLOCK}")
    if faults := piece.terms.faults():
        raise FullprimeError("; ".join(faults))
    roller = roller_for(piece.variant.load())
    _expect(piece.names, roller.names)
    return roller.trials(piece.subject, piece.settings, piece.terms, first, last)
