"""NumPy's functions on sharded arrays: ``import sharray.numpy as np``.

Every public name of NumPy is here. Functions of arrays are this library's where it has them, under
NumPy's signatures; the others run in NumPy on the host, with a warning. dtypes, constants and
exceptions are NumPy's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# the modules that declare functions
from sharray.numpy import _inspection, _nan, _order, _quantile, _reductions, _ufuncs, random  # noqa: F401
from sharray.numpy._declare import HostFallbackWarning, RefusedError
from sharray.numpy._namespace import namespace, ndarray
from sharray.numpy._ufunc import ufunc

globals().update(namespace(np) | {"ndarray": ndarray, "ufunc": ufunc})

__all__ = [*np.__all__, "HostFallbackWarning", "RefusedError"]


def __getattr__(name: str) -> Any:
    # modules, and what NumPy has beside its public names
    return getattr(np, name)
