"""What is known of arrays without computing anything."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._record.handles import Handle


def dtype_of(x: Any) -> Any:
    """Return the dtype of an array of this library; anything else as it is."""
    return x._node().aval.dtype if isinstance(x, Handle) else x


@implements(np.shape)
def shape(a):
    """Shape of an array-like."""
    return array(a).shape


@implements(np.ndim)
def ndim(a):
    """Number of dimensions of an array-like."""
    return array(a).ndim


@implements(np.size)
def size(a, axis=None):
    """Number of elements, or of those along an axis."""
    x = array(a)
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim)
    return int(np.prod([x.shape[d] for d in axes], dtype=np.int64))


@implements(np.isscalar)
def isscalar(element: Any):
    """Whether it is a number: of Python, of NumPy, or one that a function gave."""
    return np.isscalar(element)


@implements(np.iscomplexobj)
def iscomplexobj(x: Any):
    """Whether the dtype is complex."""
    return dtype_of(x).kind == "c" if isinstance(x, Handle) else np.iscomplexobj(x)


@implements(np.isrealobj)
def isrealobj(x):
    """Whether the dtype is not complex."""
    return not iscomplexobj(x)


@implements(np.result_type)
def result_type(*arrays_and_dtypes: Any):
    """Return the dtype that arrays, scalars and dtypes promote to."""
    return np.result_type(*[dtype_of(a) for a in arrays_and_dtypes])


@implements(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe"):
    """Whether a dtype casts to another by the rule."""
    return np.can_cast(dtype_of(from_), to, casting)
