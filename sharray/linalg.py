"""NumPy's `linalg`, and the standard's extension of that name."""

import numpy as np

from sharray._functions.flavours import ARRAY_API
from sharray._functions.namespace import namespace

globals().update(_names := namespace(np.linalg, ARRAY_API))
__all__ = sorted(_names)  # pyright: ignore[reportUnsupportedDunderAll]


def __dir__() -> list[str]:
    return __all__
