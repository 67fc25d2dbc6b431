"""Threads that think stand back behind the loop, which answers those who play."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

STANDS_BACK: Final = 10
"""As `nice` counts; long work in processes of its own stands back more."""


def stand_back() -> None:
    """The thread that calls this, and those that it begins; elsewhere than on Linux nothing."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STANDS_BACK)
