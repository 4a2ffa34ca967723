"""NumPy's assertions, which take arrays of this library; `sharray.strategies` draws arrays."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import testing as _testing
from numpy.testing import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]

from sharray._record.handles import Handle

__all__ = list(_testing.__all__)  # pyright: ignore[reportUnsupportedDunderAll]

#: Those that ask for the type of what they compare, and of what is in it.
_BY_TYPE = "assert_equal", "assert_almost_equal", "print_assert_equal"


def __dir__() -> list[str]:
    return __all__


def _fetched(value: Any) -> Any:
    """Return a value with NumPy's arrays in the place of this library's."""
    if isinstance(value, Handle):
        return np.asarray(value)
    if type(value) in (list, tuple):
        return type(value)(map(_fetched, value))
    if type(value) is dict:
        return {key: _fetched(part) for key, part in value.items()}
    return value


def _of_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def compare(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return function(*map(_fetched, args), **_fetched(kwargs))

    return compare


globals().update({name: _of_arrays(getattr(_testing, name)) for name in _BY_TYPE})
