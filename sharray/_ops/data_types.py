"""Data type functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._engine.blocks import cast
from sharray._record import handles, record
from sharray._record.moves import copied, put
from sharray._record.views import cast_op


def astype(x, dtype, /, *, copy=True, device=None):
    """Convert to another dtype.

    Recorded. The result lies as `x` does, or as `device` says.

    Parameters
    ----------
    x : array
        The array.
    dtype : dtype
        The new dtype.
    copy : bool
        Whether to make a new array also where the dtype stays.
    device : optional
        Placement of the result: a mesh, a NamedSharding, a PartitionSpec or a device.

    Returns
    -------
    out : array
        Of the same shape.

    Raises
    ------
    TypeError
        If the dtype is neither boolean nor numeric.

    Warns
    -----
    ComplexWarning
        If imaginary parts are lost.

    References
    ----------
    Python array API 2025.12, data type functions: astype.
    """
    wanted = handles.check_dtype(np.dtype(dtype))
    x = record.as_handle(x, "astype")
    if x.dtype == wanted:
        result = copied(x) if copy else x
    else:
        if x.dtype.kind == "c" and wanted.kind not in "cb":
            message = "Casting complex values to real discards the imaginary part"
            user_line.warn(message, np.exceptions.ComplexWarning)
        result = handles.wrap_array(record.elementwise_node(cast_op(wanted), (x,)))
    return result if device is None else put(result, device)


def promoted(*arrays: Any) -> list[Any]:
    """Cast arrays of JAX to the dtype that NumPy promotes theirs to."""
    dtype = np.result_type(*[a.dtype for a in arrays])
    return [cast(a, dtype) for a in arrays]


def inexact(x: Any) -> Any:
    """Cast an array of JAX to float64 if it holds integers or booleans."""
    return x if x.dtype.kind in "fc" else cast(x, np.dtype(np.float64))
