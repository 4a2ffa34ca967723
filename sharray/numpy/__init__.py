"""NumPy's functions on sharded arrays: ``import sharray.numpy as np``.

Every public name of NumPy is here. Functions of arrays are this library's where it has them, under
NumPy's signatures; the others run in NumPy on the host, with a warning. dtypes, constants and
exceptions are NumPy's own. Results are NumPy's scalars and small arrays, and arrays on devices.

It imports `_functions`, which make its names. Users import it, and the launcher in NumPy's place.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from sharray._core.numpy_names import beside_public
from sharray._functions.declare import RefusedError
from sharray._functions.fallback import HostFallbackWarning
from sharray._functions.flavours import NUMPY
from sharray._functions.namespace import main_namespace

globals().update(main_namespace(NUMPY))

__all__ = [*np.__all__, "HostFallbackWarning", "RefusedError"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name in ("fft", "linalg", "polynomial", "random"):  # imported when somebody asks for them
        return importlib.import_module(f"sharray.numpy.{name}")
    return beside_public(name, __name__)


def __dir__() -> list[str]:
    return sorted(__all__)
