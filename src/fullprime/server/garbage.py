"""When what nobody needs any more is looked for: that holds up everyone who plays.

Nearly all of it is young, and found among what is young. To look through all that a thousand
tables hold takes 0.3 seconds: by itself Python would do that every few seconds, and once a minute
is enough.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

RARELY: Final = (5_000, 20, 1_000)
EVERY: Final = 60.0
"""Seconds from one look through everything to the next."""


def look_rarely() -> None:
    """For the whole process."""
    gc.set_threshold(*RARELY)


async def keep_looking() -> None:
    """What is there now is never looked at again: it stays until the end."""
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
