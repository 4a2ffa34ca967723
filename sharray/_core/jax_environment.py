"""What JAX and XLA are to find when they begin: 64-bit types, threads, patience."""

from __future__ import annotations

import os

from sharray._core.jax_import import when_loaded
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.variables import wrong


def _configure() -> None:
    """Turn JAX's 64-bit types on: the dtypes of the library are NumPy's."""
    if "JAX_ENABLE_X64" not in os.environ:
        jax.config.update("jax_enable_x64", True)


#: After how many seconds XLA says that a device waits for another one in a collective, and ends the
#: process. By default it does so after 20 and 40; LAPACK on one device may take longer.
_PATIENCE = {
    "xla_cpu_collective_call_warn_stuck_timeout_seconds": 300,
    "xla_cpu_collective_call_terminate_timeout_seconds": 3600,
}


#: What the variables that `prepare` sets were before.
given: dict[str, str] = {}


def prepare() -> None:
    """See to it that JAX has what the library needs of it, whenever and by whom it is imported.

    That the environment says that JAX is to be without 64-bit types is noted as wrong.
    """
    setting = os.environ.get("JAX_ENABLE_X64")
    if setting is not None and setting.lower() in ("0", "f", "n", "no", "off", "false", ""):
        wrong["JAX_ENABLE_X64"] = ImportError(
            "sharray computes with NumPy's dtypes, which need JAX's 64-bit types: unset "
            f"JAX_ENABLE_X64 (it is {setting!r}) or set it to 1{see('float64-off')}"
        )
    # On CPU a program on each device can hold a thread of XLA's pool while its LAPACK calls wait
    # for another one. With as many threads as devices that never ends, so the pool, which is made
    # when the first device is used, gets more than it has cores. A value that is set stays.
    given.update((name, os.environ[name]) for name in ("NPROC", "XLA_FLAGS") if name in os.environ)
    os.environ.setdefault("NPROC", str(max(32, os.cpu_count() or 1)))
    flags = os.environ.get("XLA_FLAGS", "")
    added = [f"--{name}={seconds}" for name, seconds in _PATIENCE.items() if name not in flags]
    os.environ["XLA_FLAGS"] = " ".join([flags, *added]).strip()
    when_loaded("jax", _configure)
