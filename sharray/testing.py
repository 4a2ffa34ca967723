"""NumPy's assertions, which take arrays of this library; `sharray.strategies` draws arrays."""

from numpy import testing as _testing
from numpy.testing import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]

__all__ = list(_testing.__all__)  # pyright: ignore[reportUnsupportedDunderAll]


def __dir__() -> list[str]:
    return __all__
