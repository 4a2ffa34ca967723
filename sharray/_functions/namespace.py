"""What stands under the names of NumPy's modules in a flavour: our functions, if there are some."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from sharray._core.numpy_names import names_of
from sharray._functions import catalogue, declare
from sharray._functions.data_types import finfo, iinfo
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._functions.functional import vectorize
from sharray._functions.grids import grids
from sharray._functions.ufunc import ufunc
from sharray._record.floating_errors import errstate, seterr


def namespace(module: ModuleType, flavour: Flavour) -> dict[str, Any]:
    """Return our functions and NumPy's dtypes, constants and classes under NumPy's names."""
    catalogue.declare_missing()
    names: dict[str, Any] = {}
    for name in names_of(module):
        value = getattr(module, name)
        if isinstance(value, np.ufunc) or declare.is_function(value):
            names[name] = declare.find(value, flavour)
        else:
            names[name] = value
    return names


def main_namespace(flavour: Flavour) -> dict[str, Any]:
    """Return what stands under the names of `numpy` itself."""
    own = {
        "errstate": errstate,
        "seterr": seterr,
        "ufunc": ufunc,
        "vectorize": vectorize(flavour),
    }
    if flavour is ARRAY_API:  # its limits of dtypes are Python's numbers
        own |= {"finfo": finfo, "iinfo": iinfo, "ndarray": flavour.array}
    return namespace(np, flavour) | grids(flavour) | own
