"""Libraries that keep a list of the classes of arrays they know: einops, pandas."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

from sharray._core.lazy import when_loaded
from sharray._record.handles import Handle


def _tell_einops() -> None:
    """Give einops a backend: that of NumPy, with this library's functions."""
    known: Any = importlib.import_module("einops._backends")

    class Backend(known.NumpyBackend):
        framework_name = "sharray"

        def __init__(self) -> None:
            self.np = sys.modules["sharray"]

        def is_appropriate_type(self, tensor: Any) -> bool:
            return isinstance(tensor, Handle)

    _backends.append(Backend)  # einops itself refers to it weakly


#: Classes that other libraries find among the subclasses of theirs.
_backends: list[type] = []

when_loaded("einops", _tell_einops)


def _numpys(value: Any) -> Any:
    """Return a value, or a sequence, with NumPy's own arrays, on the same memory."""
    if isinstance(value, Handle):
        return value.to_numpy()
    if type(value) in (list, tuple) and any([isinstance(v, Handle) for v in value]):
        return type(value)([_numpys(v) for v in value])
    return value


def _of_numpys(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is given NumPy's own arrays in the place of this library's."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*map(_numpys, args), **{n: _numpys(v) for n, v in kwargs.items()})

    return call


def _tell_pandas() -> None:
    """Give pandas NumPy's own arrays where it takes all others for labels, functions or nothing."""
    pandas: Any = sys.modules["pandas"]
    column = pandas.Series([], dtype=float)
    items = "__getitem__", "__setitem__"
    askers = {
        pandas: ("factorize", "merge", "unique"),
        pandas.util: ("hash_array",),
        pandas.Series: ("__init__", *items, "groupby"),
        pandas.DataFrame: ("__init__", *items, "groupby", "merge", "set_index"),
        pandas.Index: ("__new__", "delete"),
        type(column.loc): items,
        type(column.iloc): items,
    }
    for asker, names in askers.items():
        for name in names:
            setattr(asker, name, _of_numpys(getattr(asker, name)))


when_loaded("pandas", _tell_pandas)
