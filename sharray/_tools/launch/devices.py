"""Starting JAX with the devices that a command line asks for."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from sharray._core.jax_import import when_loaded
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.machine import all_devices

#: Virtual CPU devices are free to ask for, but each has threads of its own.
MOST_CPU_DEVICES = 64


class DevicesError(Exception):
    """There are not the devices that were asked for."""


def ask_for(count: int) -> None:
    """Have JAX offer so many CPU devices when it starts; elsewhere this does no harm."""

    def ask() -> None:
        # A program that has used JAX already keeps the devices it has.
        with contextlib.suppress(RuntimeError):
            jax.config.update("jax_num_cpu_devices", count)

    when_loaded("jax", ask)
    # XLA's pool needs more threads than there are devices (see the package's import)
    if int(os.environ.get("NPROC", "0")) <= count:
        os.environ["NPROC"] = str(2 * count)


def start(requested: int | None, default: int) -> list[Any]:
    """Start JAX with the devices asked for and return them.

    Parameters
    ----------
    requested
        How many; None for `default` virtual ones on a CPU, all there are elsewhere.
    default
        How many virtual ones a CPU has where nobody says.

    Raises
    ------
    DevicesError
        If there are not that many.
    """
    count = default if requested is None else requested
    if count <= MOST_CPU_DEVICES:
        ask_for(count)
    try:
        available = all_devices()
    except RuntimeError as error:
        raise DevicesError(error) from None
    if requested is not None and requested > len(available):
        platform, most, kind = available[0].platform, len(available), ""
        if platform == "cpu" and requested > MOST_CPU_DEVICES:
            most, kind = MOST_CPU_DEVICES, "virtual "
        raise DevicesError(
            f"--devices {requested} is more than the {most} {kind}{platform.upper()} devices that "
            f"this host offers{see('mesh-too-large')}"
        )
    return available if requested is None else available[:requested]
