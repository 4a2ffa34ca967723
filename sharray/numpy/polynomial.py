"""NumPy's `polynomial`: its classes have few coefficients, which are NumPy's arrays."""

from numpy import polynomial as _polynomial
from numpy.polynomial import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
    polyutils,
)

from sharray._functions.flavours import NUMPY
from sharray._functions.polynomial_modules import polynomial_module

globals().update(polynomial_module(NUMPY))

__all__ = [
    *_polynomial.__all__, "chebyshev", "hermite", "hermite_e", "laguerre", "legendre", "polynomial",
    "polyutils",
]  # fmt: skip  # pyright: ignore[reportUnsupportedDunderAll]


def __dir__() -> list[str]:
    return __all__
