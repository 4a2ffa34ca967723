"""What a program ran on, and with which settings."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from sharray._core.placement import get_mesh
from sharray._core.settings import options

if TYPE_CHECKING:
    from sharray._tools.report.report import report as Report


#: Where the threads of NumPy's BLAS may be set; OpenBLAS takes as many as there are cores.
_BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


def surroundings(report: Report) -> str:
    """Say which devices and threads there were, and when arrays move to the devices."""
    total = report.total
    devices = "no device was needed"
    if total.runs or total.moved:
        there = get_mesh().devices.flat
        kind = there[0].platform.upper()
        devices = f"{len(there)} {kind} device{'s' * (len(there) > 1)}"
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    blas = next((os.environ[name] for name in _BLAS if os.environ.get(name)), cores)
    parts = [devices, f"{cores} cores", f"NumPy's products of matrices on {blas} threads"]
    if total.runs:
        parts.append(f"a pool of {os.environ.get('NPROC', cores)} for XLA")
    if options.host_work:
        moves = f"move after {options.host_work:.3g} elements of work"
        parts.append(f"arrays of {options.host_threshold:,} elements and more {moves}")
    return ", ".join(parts)
