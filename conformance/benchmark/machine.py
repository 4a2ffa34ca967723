"""What the figures were obtained on and with; nothing that names the machine."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np


def _field(path: str, name: str) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def description() -> list[str]:
    """Describe the machine and the software, one fact an entry."""
    processor = _field("/proc/cpuinfo", "model name") or platform.processor() or "unknown"
    facts = [f"{cores()} cores, {processor}, {platform.machine()}"]
    memory = _field("/proc/meminfo", "MemTotal").split()
    if memory:
        facts.append(f"{int(memory[0]) / 2**20:.0f} GiB of memory")
    facts.append(f"{platform.system()}, {' '.join(filter(None, platform.libc_ver()))}".rstrip(", "))
    blas = np.show_config(mode="dicts")
    name = blas.get("Build Dependencies", {}).get("blas", {}).get("name", "") if blas else ""
    facts.append(
        f"Python {platform.python_version()}, NumPy {np.__version__}"
        f"{f' with {name}' if name else ''}, JAX {version('jax')} with jaxlib "
        f"{version('jaxlib')}, sharray {version('sharray')}"
    )
    return facts


def busy() -> str | None:
    """Say how busy the machine is with something else, if it is."""
    if not hasattr(os, "getloadavg"):
        return None
    load = os.getloadavg()[0]
    if load < 0.5 * cores():
        return None
    return f"the machine is busy (load {load:.1f} on {cores()} cores): expect poor figures"


def large_pages() -> str:
    """Say whether the system lets a process ask for large pages."""
    path = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    try:
        found = path.read_text(encoding="utf-8")
    except OSError:
        return "unknown" if sys.platform == "linux" else "not a matter of this system"
    return found.partition("[")[2].partition("]")[0] or "unknown"
