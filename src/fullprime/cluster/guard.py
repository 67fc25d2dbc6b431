"""What may cross the wires of a cluster: data, and the name of one function.

Dask sends functions and tasks as pickles, and a pickle can name any function of any module, to be
called with anything. Here only the names of `NAMES` are known, and exceptions of Python and Dask;
any other is refused before it is imported. The verbs of Dask that exist to run or to load code, or
to change the cluster from outside, are switched off (`VERBS`).
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable
from typing import Any, Final

import distributed.client
import distributed.protocol.pickle
import distributed.scheduler

NAMES: Final = frozenset(
    {
        ("builtins", "bytes"),
        ("dask._expr", "Expr._reconstruct"),
        ("dask._expr", "LLGExpr"),
        ("dask._task_spec", "Task"),
        ("distributed.scheduler", "WorkerState"),
        ("fullprime.cluster.piece", "do"),
        ("tblib", "Code"),
        ("tblib", "Frame"),
        ("tblib", "Traceback"),
        ("tblib.pickling_support", "unpickle_exception_with_attrs"),
        ("tblib.pickling_support", "unpickle_traceback"),
    }
)
ERRORS: Final = frozenset({"asyncio.exceptions", "builtins", "distributed"})
"""Modules, with those in them, whose exceptions may be sent."""
SCHEDULER_VERBS: Final = frozenset(
    {
        *("gather", "heartbeat_worker", "identity", "ncores", "ncores_running", "register-client"),
        *("register-worker", "unregister", "versions", "who_has"),
    }
)
WORKER_VERBS: Final = frozenset(
    {"connection_stream", "free_keys", "gather", "get_data", "identity", "ping", "versions"}
)


class Refusing(pickle.Unpickler):
    """Reads pickles that name nothing but what is allowed."""

    def find_class(self, module: str, name: str) -> Any:
        """What a pickle names."""
        if (module, name) in NAMES:
            return super().find_class(module, name)
        if (module in ERRORS or module.split(".")[0] == "distributed") and "." not in name:
            known = super().find_class(module, name)
            if isinstance(known, type) and issubclass(known, BaseException):
                return known
        raise pickle.UnpicklingError(f"{module}.{name} may not be sent to a cluster of Fullprime")


class _Guarded:
    """In place of the module `pickle`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(pickle, name)

    @staticmethod
    def loads(data: bytes | memoryview, *, buffers: Iterable[Any] | None = None) -> Any:
        return Refusing(io.BytesIO(data), buffers=buffers).load()


def guard() -> None:
    """From now on, Dask in this process reads no other pickles. Call it where Dask is used for
    nothing else."""
    for module in (distributed.protocol.pickle, distributed.scheduler, distributed.client):
        module.pickle = _Guarded()  # type: ignore[attr-defined]


def only(handlers: dict[str, Callable[..., Any]], verbs: frozenset[str]) -> None:
    """Leaves these verbs of a node of Dask alone."""
    for name in set(handlers) - verbs:
        del handlers[name]
