"""What is known of arrays without computing anything."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._record.handles import Handle


def dtype_of(x: Any) -> Any:
    """Return the dtype of an array of this library; anything else as it is."""
    return x._node().aval.dtype if isinstance(x, Handle) else x


reuse(np.shape, "Shape of an array-like.")
reuse(np.ndim, "Number of dimensions of an array-like.")
reuse(np.size, "Number of elements, or of those along an axis.")


@implements(np.isscalar)
def isscalar(element: Any):
    """Whether it is a number: of Python, of NumPy, or one that a function gave."""
    return np.isscalar(element)


reuse(np.iscomplexobj, "Whether the dtype is complex.")
reuse(np.isrealobj, "Whether the dtype is not complex.")


@implements(np.result_type)
def result_type(*arrays_and_dtypes: Any):
    """Return the dtype that arrays, scalars and dtypes promote to."""
    return np.result_type(*[dtype_of(a) for a in arrays_and_dtypes])


@implements(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe"):
    """Whether a dtype casts to another by the rule."""
    return np.can_cast(dtype_of(from_), to, casting)
