"""NumPy's functions on sharded arrays: ``import sharray.numpy as np``.

Every public name of NumPy is here. Functions of arrays are this library's where it has them, under
NumPy's signatures; the others run in NumPy on the host, with a warning. dtypes, constants and
exceptions are NumPy's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.declare import HostFallbackWarning, RefusedError
from sharray._record import floating_errors

# the modules that declare functions, before the namespace is made of them
from sharray._functions import catalogue  # isort: skip  # noqa: F401
from sharray.numpy import fft, linalg, random  # isort: skip  # noqa: F401
from sharray._functions import grids  # isort: skip
from sharray._functions.functional import vectorize  # isort: skip
from sharray._functions.namespace import namespace, ndarray  # isort: skip
from sharray._functions.ufunc import ufunc  # isort: skip

_OWN = {
    "c_": grids.c_,
    "errstate": floating_errors.errstate,
    "mgrid": grids.mgrid,
    "ndarray": ndarray,
    "ogrid": grids.ogrid,
    "r_": grids.r_,
    "seterr": floating_errors.seterr,
    "ufunc": ufunc,
    "vectorize": vectorize,
}
globals().update(namespace(np) | _OWN)

__all__ = [*np.__all__, "HostFallbackWarning", "RefusedError"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    # modules, and what NumPy has beside its public names
    return getattr(np, name)
