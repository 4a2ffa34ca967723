"""NumPy's functions on sharded arrays: ``import sharray.numpy as np``.

Every public name of NumPy is here. Functions of arrays are this library's where it has them, under
NumPy's signatures; the others run in NumPy on the host, with a warning. dtypes, constants and
exceptions are NumPy's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray import _floating
from sharray.numpy._declare import HostFallbackWarning, RefusedError

# the modules that declare functions, before the namespace is made of them
from sharray.numpy import (  # isort: skip  # noqa: F401
    _calculus,
    _creation,
    _elementwise,
    _files,
    _functional,
    _histogram,
    _index_arrays,
    _indexing,
    _insertion,
    _inspection,
    _logic,
    _manipulation,
    _nan,
    _order,
    _pad,
    _plain,
    _polynomial,
    _products,
    _quantile,
    _reductions,
    _sets,
    _statistics,
    _ufuncs,
    _windows,
)
from sharray.numpy import fft, linalg, random  # isort: skip  # noqa: F401
from sharray.numpy import _grids  # isort: skip
from sharray.numpy._functional import vectorize  # isort: skip
from sharray.numpy._namespace import namespace, ndarray  # isort: skip
from sharray.numpy._ufunc import ufunc  # isort: skip

_OWN = {
    "c_": _grids.c_,
    "errstate": _floating.errstate,
    "mgrid": _grids.mgrid,
    "ndarray": ndarray,
    "ogrid": _grids.ogrid,
    "r_": _grids.r_,
    "seterr": _floating.seterr,
    "ufunc": ufunc,
    "vectorize": vectorize,
}
globals().update(namespace(np) | _OWN)

__all__ = [*np.__all__, "HostFallbackWarning", "RefusedError"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    # modules, and what NumPy has beside its public names
    return getattr(np, name)
