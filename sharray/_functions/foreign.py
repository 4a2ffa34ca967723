"""Memory that is neither ours nor NumPy's: what NumPy shows of it stays NumPy's view of it.

A buffer of `multiprocessing`, a memory map, an `array.array` has other readers and writers. A copy
on devices would neither see what they write nor reach them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sharray._core.context import context
from sharray._core.direct import SCALARS
from sharray._core.lazy import is_jax_array

#: The functions whose results are, as a rule, views of an argument.
VIEWING: frozenset[Any] = frozenset({
    np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray,
    np.asarray_chkfinite, np.require, np.frombuffer, np.from_dlpack, np.reshape, np.ravel,
    np.transpose, np.matrix_transpose, np.linalg.matrix_transpose, np.swapaxes, np.moveaxis,
    np.rollaxis, np.squeeze, np.expand_dims, np.atleast_1d, np.atleast_2d, np.atleast_3d,
    np.broadcast_to, np.broadcast_arrays, np.array_split, np.split, np.hsplit, np.vsplit,
    np.dsplit, np.unstack, np.flip, np.flipud, np.fliplr, np.rot90, np.trim_zeros, np.real,
    np.imag, np.real_if_close, np.diagonal, np.linalg.diagonal, np.diag,
    np.lib.stride_tricks.sliding_window_view,
})  # fmt: skip
#: No buffers, or such that nobody writes to.
_OTHERS = SCALARS | {list, tuple, set, dict, range}


def view(numpy_function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return NumPy's view of foreign memory among arguments that are no arrays of this library.

    NotImplemented where there is none, where nobody writes to it, and under ``use_mesh``, which
    asks for arrays on devices.
    """
    copies = numpy_function is np.array and kwargs.get("copy", True)
    given = (*args, *kwargs.values())
    if copies or context.meshes or not any(map(_may_be_foreign, given)):
        return NotImplemented
    try:
        result = numpy_function(*args, **kwargs)
    except Exception:  # the declared function tells what is wrong
        return NotImplemented
    parts: Iterable[Any] = result if isinstance(result, (tuple, list)) else (result,)
    return result if any(map(_is_foreign, parts)) else NotImplemented


def _may_be_foreign(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return _is_foreign(value)
    return type(value) not in _OTHERS and not is_jax_array(value)


def _is_foreign(value: Any) -> bool:
    """Whether the memory of an array can be written to, and was not allocated by NumPy."""
    if not isinstance(value, np.ndarray):
        return False
    while isinstance(value.base, np.ndarray):
        value = value.base
    # nobody else has the bytes of a pickle
    return value.flags.writeable and not value.flags.owndata and type(value.base) is not bytes
