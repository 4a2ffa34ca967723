"""Versions and settings for a report of a bug: `show_versions`."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from typing import Any, TextIO

import numpy as np

import sharray
from sharray._core.jax_environment import given
from sharray._core.machine import all_devices
from sharray._core.settings import Options, automatic, get_options
from sharray._engine import process

#: Libraries that sharray uses where they are there, or that use it.
OPTIONAL = (
    "array-api-compat", "h5py", "pyarrow", "tensorstore", "flax", "optax", "orbax-checkpoint",
    "scipy", "scikit-learn", "matplotlib", "numba", "pandas", "xarray", "hypothesis", "ipython",
)  # fmt: skip
#: Variables of others that change how sharray runs.
OTHERS_VARIABLES = (
    "GLIBC_TUNABLES", "NPROC", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "XLA_FLAGS",
)  # fmt: skip


def version_of(package: str) -> str | None:
    """Return the version of an installed package; None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def blas() -> str:
    """Return the name and version of the BLAS that NumPy was built with."""
    built: Any = np.show_config(mode="dicts")
    known = built.get("Build Dependencies", {}).get("blas", {})
    return f"{known.get('name', 'unknown')} {known.get('version', '')}".strip()


def system() -> str:
    """Return the Python and the operating system."""
    return (
        f"Python {platform.python_version()} ({platform.python_implementation()}) on "
        f"{platform.platform()}"
    )


def show_devices() -> str:
    """Return how many devices there are, and their kind. Starts JAX."""
    there = all_devices()
    kinds = dict.fromkeys(d.device_kind for d in there)
    kind = "" if there[0].platform in kinds else f" ({', '.join(kinds)})"
    return f"{len(there)} {there[0].platform.upper()}{kind}"


def _devices() -> str:
    """Return the devices that there are, or why JAX has none."""
    try:
        return show_devices()
    except Exception as error:  # whatever the environment makes of JAX's import
        return f"none: {error}"


def changed_settings() -> dict[str, Any]:
    """Return the settings of the library that somebody has set."""
    defaults = Options()
    return {
        k: v for k, v in get_options().items() if k not in automatic and v != getattr(defaults, k)
    }


def show_versions(*, devices: bool = False, file: TextIO | None = None) -> None:
    """Print what a report of a bug should say: versions, system, settings.

    Parameters
    ----------
    devices
        Start JAX, if it has not been used yet, to name the devices.
    file
        Where to write; by default ``sys.stdout``.

    Examples
    --------
    >>> import sharray
    >>> sharray.show_versions()  # doctest: +ELLIPSIS
    sharray     ...
    system      Python ...
    """
    names = {"jax": version_of("jax"), "jaxlib": version_of("jaxlib")}
    others = {name: version_of(name) for name in OPTIONAL}
    variables = [
        f"{name}={value}"
        for name, value in sorted(({**os.environ, "NPROC": "", "XLA_FLAGS": ""} | given).items())
        if value and (name.startswith(("SHARRAY_", "JAX_")) or name in OTHERS_VARIABLES)
    ]
    known = devices or process.started
    rows = {
        "sharray": sharray.__version__,
        "system": system(),
        "NumPy": f"{np.__version__}, BLAS {blas()}",
        "JAX": ", ".join([f"{name} {version}" for name, version in names.items()]),
        "devices": _devices() if known else "not in use yet (devices=True starts JAX)",
        "libraries": ", ".join([f"{name} {v}" for name, v in others.items() if v]) or "none",
        "settings": ", ".join([f"{k}={v!r}" for k, v in changed_settings().items()]) or "defaults",
        "environment": ", ".join(variables) or "nothing of sharray's or JAX's",
    }
    for name, text in rows.items():
        print(f"{name:<12}{text}", file=sys.stdout if file is None else file)
