"""Where the processes of a program reach the one that compares, and how they notice its end."""

from __future__ import annotations

import socket
import sys
import zlib

BY_NETWORK = socket.AF_INET, socket.AF_INET6
#: Seconds between two probes of a connection, at most: Linux takes no more.
_LONGEST_STEP = (1 << 15) - 1


def name_here(token: str) -> str:
    """Return where processes of the same host connect to: it takes a third of the time."""
    return f"\0sharray-{zlib.crc32(token.encode()):08x}"


def keep_alive(connection: socket.socket, seconds: float) -> None:
    """Have the system notice within some seconds that the other host can no longer be reached.

    A process there that is stopped, or busy, is no concern: its system answers.
    """
    if connection.family not in BY_NETWORK:
        return
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    probes = 4
    if sys.platform == "linux":
        step = min(max(1, int(seconds * 0.75 / (probes + 1))), _LONGEST_STEP)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, probes)
        limit = (probes + 1) * step * 1000
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limit)
