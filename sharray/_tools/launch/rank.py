"""Which one of several processes this is, and what it does to be one."""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import signal
import sys
from typing import Any

#: Which process this is: "index count address".
VARIABLE = "SHARRAY_PROCESS"
#: The descriptor to which a process sends what C and C++ write to standard output.
OUTPUT = "SHARRAY_OUTPUT"
#: The descriptor to which it writes its exit code when its program ends with one.
END = "SHARRAY_END"
#: Set for the process that shows its progress on the launcher's terminal.
TERMINAL = "SHARRAY_TERMINAL"
#: Whether this is that process.
is_on_terminal = False
#: The process whose end is told, and where.
_end: tuple[int, int] | None = None
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def is_child() -> bool:
    """Whether a launcher has started this process as one of several."""
    return VARIABLE in os.environ


def in_cluster() -> bool:
    """Whether srun or mpirun has started this process as one of several."""
    counts = ("SLURM_STEP_NUM_TASKS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE")
    return any(int(os.environ.get(name, "1")) > 1 for name in counts)


def is_first() -> bool:
    """Whether this process says what all would say: alone, or the first of a cluster's."""
    ranks = ("SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK")
    return not is_child() and all(os.environ.get(name, "0") == "0" for name in ranks)


def place() -> dict[str, Any]:
    """Return what `sharray.distributed.initialize` has to be told; what it starts is alone."""
    if not is_child():
        return {}
    index, count, address = os.environ.pop(VARIABLE).split()
    return {
        "coordinator_address": address,
        "num_processes": int(count),
        "process_id": int(index),
        "cluster_detection_method": "deactivate",
    }


def tell_end(code: object) -> None:
    """Tell the launcher that the program has ended: the process waits for the others."""
    number = code & 255 if isinstance(code, int) else int(code is not None)
    if number and _end is not None and _end[0] == os.getpid():  # and not what it has forked
        with contextlib.suppress(OSError):  # the launcher has ended
            os.write(_end[1], b"%d\n" % number)


def prepare() -> None:
    """Make this process end with its launcher and print line by line, and share the cores."""
    global _end, is_on_terminal
    if not is_child():
        return
    is_on_terminal = os.environ.pop(TERMINAL, None) is not None
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    _end = os.getpid(), int(os.environ.pop(END))
    # what C and C++ write to standard output goes to the launcher apart from what Python does
    own = os.fdopen(os.dup(1), "wb")
    other = int(os.environ.pop(OUTPUT))
    os.dup2(other, 1)
    os.close(other)
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(
        own, sys.stdout.encoding, sys.stdout.errors, line_buffering=True
    )
    sys.stderr.reconfigure(line_buffering=True)  # type: ignore[union-attr]
