"""NumPy's assertions, which take arrays of this library, too."""

from typing import Any

from numpy import testing as _testing
from numpy.testing import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]

__all__ = list(_testing.__all__)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    return getattr(_testing, name)


def __dir__() -> list[str]:
    return __all__
