"""What the machine has: processors and devices, and which of them the environment asks for."""

from __future__ import annotations

import os
import re
from typing import Any

from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.variables import MESH


def usable_cpus() -> set[int]:
    """Return the CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return set(os.sched_getaffinity(0))
    return set(range(os.cpu_count() or 1))


def cores() -> int:
    """Return how many CPUs this process may use."""
    return len(usable_cpus())


def all_devices() -> list[Any]:
    """Return all devices, of all processes.

    Raises
    ------
    RuntimeError
        If there are none of the kind that the environment asks for.
    """
    try:
        return list(jax.devices())
    except (RuntimeError, AssertionError) as error:  # the latter where JAX knows no such kind
        reason = str(error).partition("\n")[0].partition(" (set JAX_PLATFORMS=")[0].rstrip(".")
        asked = jax.config.values.get("jax_platforms")
        if asked:
            is_given = asked == os.environ.get("JAX_PLATFORMS")
            name = "JAX_PLATFORMS" if is_given else "jax.config's jax_platforms"
            reason = (
                f"{name} is {asked!r}{reason and f' ({reason})'}; unset {name} to use what there "
                "is, or install JAX for that kind"
            )
        # what JAX raises says no more
        raise RuntimeError(f"JAX finds no devices: {reason}{see('no-devices')}") from None


def is_one_cpu() -> bool:
    """Whether one CPU is all there is, and nobody asks for a mesh; this starts the devices."""
    devices = all_devices()
    return len(devices) == 1 and devices[0].platform == "cpu" and not os.environ.get(MESH)


def may_have_more() -> bool:
    """Whether the environment asks for other devices than one CPU; this starts none."""
    if os.environ.get(MESH) or os.environ.get("JAX_PLATFORMS", "cpu") not in ("", "cpu"):
        return True
    counts = re.findall(r"host_platform_device_count=(\d+)", os.environ.get("XLA_FLAGS", ""))
    counts.append(os.environ.get("JAX_NUM_CPU_DEVICES", ""))
    return any(count.isdecimal() and int(count) > 1 for count in counts)
