"""NumPy's `linalg`."""

import numpy as np

from sharray._functions.flavours import NUMPY
from sharray._functions.namespace import namespace

globals().update(_names := namespace(np.linalg, NUMPY))
__all__ = sorted(_names)  # pyright: ignore[reportUnsupportedDunderAll]


def __dir__() -> list[str]:
    return __all__
