"""The process that compares: the command that starts it, and what that runs."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from pathlib import Path

# this package runs without those around it
from .connections import name_here
from .launches import Launches
from .server import AgreementServer


def command(*arguments: object) -> list[str]:
    """Return what starts `main`, which says with which arguments."""
    package = Path(__file__).parent
    program = (
        f"import sys; sys.path.append({str(package.parent)!r}); "
        f"from {package.name}.hub import main; main()"
    )
    return [sys.executable, "-I", "-c", program, *map(str, arguments)]


def main() -> None:
    """Listen on a port, which is printed, for as many processes as the command line says.

    What it says: how many, the number of the file that those of this host share (0 for none),
    `timeout` and `heartbeat` of an `AgreementServer`.
    """
    if hasattr(os, "sched_setscheduler"):
        # it does not take a core from who has rung: that one has something to do meanwhile
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
            os.sched_setaffinity(0, range(os.cpu_count() or 1))  # not those of process 0 alone
    token = sys.stdin.readline().strip()
    count, file = map(int, sys.argv[1:3])
    listeners = [socket.create_server(("", 0), backlog=count * 2)]
    if sys.platform == "linux":
        listeners.append(socket.socket(socket.AF_UNIX))
        listeners[1].bind(name_here(token))
        listeners[1].listen(count * 2)
    print(listeners[0].getsockname()[1], flush=True)
    timeout, heartbeat = map(float, sys.argv[3:])
    launches = Launches(file) if file else None
    AgreementServer(listeners, count, token, timeout, heartbeat, launches).serve()
