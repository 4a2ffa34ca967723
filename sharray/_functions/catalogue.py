"""All functions: every module that declares some, and those that follow from the operations."""

from __future__ import annotations

from functools import partial
from typing import Any

from sharray._core.operation import TABLE
from sharray._functions import (  # noqa: F401
    attributes,
    bits,
    calculus,
    creation,
    data_types,
    elementwise,
    fft,
    files,
    functional,
    histogram,
    index_arrays,
    indexing,
    insertion,
    linalg,
    logic,
    manipulation,
    nan,
    pad,
    passthrough,
    polynomial,
    products,
    quantile,
    reductions,
    sets,
    sorting,
    statistics,
    text,
    ufuncs,
    windows,
)
from sharray._functions.declare import REGISTRY, is_function
from sharray._functions.derive import by_operation, by_ufunc
from sharray._functions.reductions import accumulated, reduced
from sharray._ops.table import numpy_function

#: Operations of which NumPy has another function, of another name.
_SECOND = {"max": "amax", "min": "amin"} | {
    name: f"linalg.{name}" for name in ("matmul", "matrix_transpose", "vecdot")
}


def declare_missing() -> None:
    """Declare the functions of all operations under NumPy's names that have none yet.

    An operation that bears the name of NumPy's function is that function, unless a module has
    declared it with more of NumPy's parameters than the operation has.
    """
    ufuncs.declare_missing()
    methods = {
        name: partial(by, op.ufunc)
        for op in TABLE.values()
        for name, by in ((op.reduction, reduced), (op.accumulation, accumulated))
        if name
    }
    for op in TABLE.values():
        for function in _numpy_functions(op.name):
            known = REGISTRY.get(function)
            # NumPy computes on the host what nobody had declared when it was first asked for
            if known is None or (known.status == "host" and not known.why):
                if op.name in methods:
                    by_ufunc(function, op, methods[op.name])
                else:
                    by_operation(function, op)


def _numpy_functions(name: str) -> list[Any]:
    """Return NumPy's functions of the name of an operation: of some there is a second one."""
    found = map(numpy_function, (name, _SECOND.get(name, name)))
    return [f for f in dict.fromkeys(found) if is_function(f)]
