"""The listening socket: who comes too often is turned away before anything is made for them.

A connection that is let in costs a task, a transport and a protocol, and one that is turned away
a few microseconds: so a stranger who begins thousands of them in a second holds up no one.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from typing import Any, Final

AT_ONCE: Final = 8
"""Who comes in one turn of the loop, let in or not; then those who play have theirs."""
_NOTHING_LEFT: Final = struct.pack("ii", 1, 0)
"""A line that ends at once, and leaves nothing behind on either side."""


class Gate(socket.socket):
    """A socket that listens, as the loop sees it."""

    def __init__(self, listening: socket.socket, lets_in: Callable[[str], bool]) -> None:
        super().__init__(fileno=listening.detach())
        self._lets_in = lets_in

    def accept(self) -> tuple[socket.socket, Any]:
        """The next one who may come in; there is none for now if many may not."""
        for _ in range(AT_ONCE):
            line, address = super().accept()
            if self._lets_in(str(address[0])):
                return line, address
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NOTHING_LEFT)
            line.close()
        raise BlockingIOError
