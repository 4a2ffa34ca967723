"""What is known of arrays without computing anything."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse

reuse(np.shape, "Shape of an array-like.")
reuse(np.ndim, "Number of dimensions of an array-like.")
reuse(np.size, "Number of elements, or of those along an axis.")


@implements(np.isscalar)
def isscalar(element: Any):
    """Whether it is a number: of Python, of NumPy, or one that a function gave."""
    return np.isscalar(element)


reuse(np.iscomplexobj, "Whether the dtype is complex.")
reuse(np.isrealobj, "Whether the dtype is not complex.")


@implements(np.isfortran)
def isfortran(a):
    """Whether NumPy would lay the array out in column-major order."""
    return array(a).flags.fnc
