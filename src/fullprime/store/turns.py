"""Who writes next: what people play comes before everything else that is kept."""

from __future__ import annotations

import asyncio
from types import TracebackType


class Turns:
    """One writes at a time.

    Verbs wait for each other before they wait for their turn, so an action that comes has at most
    the one before it that is being done, however many strangers ask for something to be kept.

    >>> async def shown() -> list[str]:
    ...     turns, order = Turns(), []
    ...     async def verb(name: str) -> None:
    ...         async with turns:
    ...             order.append(name)
    ...             await asyncio.sleep(0.01)
    ...     async def action() -> None:
    ...         async with turns.first:
    ...             order.append("action")
    ...     verbs = [asyncio.create_task(verb(f"verb {n}")) for n in (1, 2, 3)]
    ...     await asyncio.sleep(0)
    ...     await asyncio.gather(action(), *verbs)
    ...     return order
    >>> asyncio.run(shown())
    ['verb 1', 'action', 'verb 2', 'verb 3']
    """

    def __init__(self) -> None:
        self.first = asyncio.Lock()
        """For the log alone."""
        self._verbs = asyncio.Lock()

    async def __aenter__(self) -> None:
        await self._verbs.acquire()
        try:
            await self.first.acquire()
        except BaseException:  # who is canceled while it waits leaves the queue
            self._verbs.release()
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.first.release()
        self._verbs.release()
