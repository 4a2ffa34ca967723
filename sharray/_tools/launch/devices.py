"""Starting JAX with the devices that a command line asks for."""

from __future__ import annotations

import contextlib
import os
from typing import Any

#: Virtual CPU devices are free to ask for, but each has threads of its own.
MOST_CPU_DEVICES = 64


class DevicesError(Exception):
    """There are not the devices that were asked for."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ask_for(count: int) -> None:
    """Have JAX offer so many CPU devices when it starts; elsewhere this does no harm."""
    import jax

    # A program that has used JAX already keeps the devices it has.
    with contextlib.suppress(RuntimeError):
        jax.config.update("jax_num_cpu_devices", count)
    # XLA's pool needs more threads than there are devices (see the package's import)
    if int(os.environ.get("NPROC", "0")) <= count:
        os.environ["NPROC"] = str(2 * count)


def start(wanted: int | None, default: int) -> list[Any]:
    """Start JAX with the devices asked for and return them.

    Parameters
    ----------
    wanted
        How many; None for `default` virtual ones on a CPU, all there are elsewhere.

    Raises
    ------
    DevicesError
        If there are not that many.
    """
    import jax

    count = default if wanted is None else wanted
    if count <= MOST_CPU_DEVICES:
        ask_for(count)
    try:
        there = jax.devices()
    except RuntimeError as error:
        raise DevicesError(f"JAX finds no devices: {str(error).splitlines()[0]}") from None
    if wanted is not None and wanted > len(there):
        platform = there[0].platform
        limit = platform == "cpu" and wanted > MOST_CPU_DEVICES
        raise DevicesError(
            f"--devices {wanted} is more than the {MOST_CPU_DEVICES if limit else len(there)} "
            f"{'virtual ' if limit else ''}{platform.upper()} devices that this host offers"
        )
    return there if wanted is None else there[:wanted]
