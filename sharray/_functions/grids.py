"""`mgrid`, `ogrid`, `r_`, `c_`: arrays written with brackets."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sharray._core.direct import goes_direct
from sharray._functions.arguments import NotNumeric
from sharray._functions.flavours import NUMPY, Flavour, Pairs, as_array_api
from sharray._functions.reuse import code_of


class Brackets:
    """An object that makes arrays of what stands in its brackets, in a flavour.

    As NumPy's own code does. What is not numeric it leaves to NumPy.
    """

    def __init__(self, numpy_object: Any, flavour: Flavour) -> None:
        self._numpy, self._flavour = numpy_object, flavour

    @functools.cached_property
    def _code(self) -> Any:
        return code_of(type(self._numpy).__getitem__, self._flavour)

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        if self._flavour is NUMPY and goes_direct(parts, {}):
            return NUMPY.adopted(self._numpy[key], parts, {})
        pairs: Pairs = []
        try:
            result = self._code(self._numpy, as_array_api(key, pairs))
            return self._flavour.result(result, number=False, pairs=pairs)
        except NotNumeric:
            return self._flavour.result(self._numpy[key], number=False)

    def __len__(self) -> int:
        return 0


def grids(flavour: Flavour) -> dict[str, Brackets]:
    """Return the objects by their names in NumPy."""
    return {name: Brackets(getattr(np, name), flavour) for name in ("c_", "mgrid", "ogrid", "r_")}
