"""The workers of a cluster, as those see them who have work: pieces go out, answers come in order.

A worker that is lost costs time: Dask gives its pieces to others. A worker that answers wrongly
costs time, too: about one figure of a hundred is computed again here, and the first answer of every
worker is always looked at. Whoever differs gets no more work, and what they had done is done again.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from typing import Any, Final, Generic, NamedTuple, TypeVar

import dask
import msgspec
from distributed import Client, Future

from fullprime.cluster.address import ClusterGone, Tls, check_address, security
from fullprime.cluster.node import SETTINGS
from fullprime.cluster.piece import Answer, Piece, Refused, digest, do, encode
from fullprime.errors import FullprimeError
from fullprime.shapes import decoded, decoder_of

T = TypeVar("T")
PATIENCE: Final = 15.0
"""Seconds until there must be a scheduler and a worker."""
AHEAD: Final = 3
"""Pieces handed out ahead for every worker, so that none waits for the next."""
CHECKED: Final = 0.01
"""The share of all figures that are computed again here."""

_answer: Final = decoder_of(Answer)


class WorkerDiffers(FullprimeError):
    """A worker has answered wrongly after others of its answers were used: begin again."""


class Kind(NamedTuple, Generic[T]):
    """How answers to pieces of one kind are read and checked."""

    type: Any
    """Of the list of figures in an answer."""
    count: Callable[[Any], int]
    """How many figures a piece must have."""
    sound: Callable[[Any, Sequence[T]], bool]
    """Can these be the figures of the piece at all?"""
    again: Callable[[Any, int], T]
    """One figure of a piece, by its place, computed here."""


class Crew:
    """A connection to a cluster; close it, or use it as a context manager."""

    def __init__(
        self,
        address: str,
        tls: Tls | None = None,
        *,
        checked: float = CHECKED,
        patience: float = PATIENCE,
    ) -> None:
        check_address(address, tls)
        self._checked = checked
        self._refused: set[str] = set()
        self._known: set[str] = set()
        self._chance = random.SystemRandom()  # no worker can know what will be looked at
        try:
            with dask.config.set(SETTINGS):
                self._client = Client(
                    address, security=security(tls), timeout=patience, set_as_default=False
                )
        except (OSError, TimeoutError) as error:
            raise ClusterGone(f"no cluster answers at {address}") from error
        try:
            self._client.wait_for_workers(1, timeout=patience)
        except TimeoutError as error:
            self.close()
            raise ClusterGone(
                f"the cluster at {address} has no workers; start some with: "
                f"fullprime cluster worker {address}"
            ) from error

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The cluster goes on."""
        self._client.close()

    @property
    def workers(self) -> set[str]:
        """The addresses of those that get work."""
        return set(self._client.scheduler_info(n_workers=-1)["workers"]) - self._refused

    @property
    def refused(self) -> frozenset[str]:
        """Of those that have answered wrongly."""
        return frozenset(self._refused)

    def in_order(self, pieces: Iterable[Piece], kind: Kind[T]) -> Iterator[Sequence[T]]:
        """The figures of every piece. Pieces are taken as they are needed, some ahead."""
        source, waiting = iter(pieces), deque[tuple[Piece, bytes, Future[bytes]]]()
        used: set[str] = set()
        try:
            while True:
                most = AHEAD * max(1, len(self.workers))
                while len(waiting) < most and (piece := next(source, None)) is not None:
                    data = encode(piece)
                    waiting.append((piece, data, self._submitted(data)))
                if not waiting:
                    return
                figures, worker = self._answered(*waiting[0], kind, used)
                used.add(worker)
                waiting.popleft()
                yield figures
        finally:
            self._client.cancel([future for _, _, future in waiting])

    def _submitted(self, data: bytes) -> Future[bytes]:
        known = self.workers
        if not known and self._refused:
            raise ClusterGone("every worker of the cluster answers wrongly")
        only = sorted(known) if self._refused else None
        return self._client.submit(do, data, pure=False, workers=only)

    def _answered(
        self, piece: Piece, data: bytes, future: Future[bytes], kind: Kind[T], used: set[str]
    ) -> tuple[Sequence[T], str]:
        """The figures of a piece, and who computed them."""
        while True:
            result, worker = self._result(future)
            if worker in self._refused:  # handed out before it was known
                future = self._submitted(data)
                continue
            figures = self._read(piece, data, result, kind)
            if figures is not None and self._are_right(piece, figures, kind, worker):
                return figures, worker
            self._refused.add(worker)
            if worker in used:
                raise WorkerDiffers(f"the worker {worker} answers wrongly")
            future = self._submitted(data)

    def _result(self, future: Future[bytes]) -> tuple[object, str]:
        try:
            result = self._waited(future)
            [*holders] = self._client.who_has([future]).get(future.key, ())
        except ClusterGone:
            raise
        except (OSError, CancelledError, TimeoutError) as error:
            raise ClusterGone(f"the cluster is gone: {error}") from error
        except Exception as error:  # whatever Dask has to say
            raise ClusterGone(f"the cluster could not do it: {error}") from error
        return result, holders[0] if holders else ""

    def _waited(self, future: Future[bytes]) -> object:
        """As long as there is anyone who could do it."""
        waited = 0
        while True:
            try:
                return future.result(timeout=PATIENCE)
            except TimeoutError:
                waited = 0 if self.workers else waited + 1
                if waited > 1:
                    raise ClusterGone("the cluster has lost all its workers") from None

    def _read(self, piece: Piece, data: bytes, result: object, kind: Kind[T]) -> Sequence[T] | None:
        """The figures in an answer; None: it is no answer to this piece."""
        try:
            answer = _answer.decode(result if isinstance(result, bytes) else b"")
            if answer.piece != digest(data):
                return None
            if isinstance(answer, Refused):
                raise ClusterGone(f"the cluster refuses: {answer.why}")
            figures: Sequence[T] = decoded(answer.found, kind.type)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return figures if len(figures) == kind.count(piece) else None

    def _are_right(self, piece: Piece, figures: Sequence[T], kind: Kind[T], worker: str) -> bool:
        if not kind.sound(piece, figures):
            return False
        share = self._checked * len(figures)
        number = int(share) + (self._chance.random() < share % 1)
        if worker not in self._known:
            self._known.add(worker)
            number = max(1, number)
        places = self._chance.sample(range(len(figures)), min(number, len(figures)))
        return all(kind.again(piece, place) == figures[place] for place in places)
