"""All functions: every module that declares some, and those that follow from the operations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.operation import TABLE, Op
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
from sharray._functions.arguments import array, dtype_named, line, store
from sharray._functions.declare import REGISTRY, implements, is_function
from sharray._functions.fallback import HostFallback
from sharray._ops.table import numpy_function

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def declare_missing() -> None:
    """Declare the functions of all operations under NumPy's names that have none yet.

    An operation that bears the name of NumPy's function is that function, unless a module has
    declared it with more of NumPy's parameters than the operation has.
    """
    ufuncs.declare_missing()
    for op in TABLE.values():
        function: Any = numpy_function(op.name)
        if is_function(function):
            known = REGISTRY.get(function)
            # NumPy computes on the host what nobody had declared when it was first asked for
            if known is None or (known.status == "host" and not known.why):
                implements(function)(_with_parameters_of(function, op))


def _with_parameters_of(function: Callable[..., Any], op: Op) -> Callable[..., Any]:
    """Return an operation with the parameters of NumPy's function.

    As many of these as the operation has operands are its operands. `out` is written to; what the
    operation does not know, and is asked for, is left to NumPy. Without an axis, where the
    operation needs one, it works along the flattened array.
    """
    signature = inspect.signature(function)
    ours = op.signature.parameters
    operands = list(signature.parameters)[: sum(p.kind in _BY_POSITION for p in ours.values())]
    flattens = "axis" in ours and ours["axis"].default is inspect.Parameter.empty

    def implementation(*args: Any, **kwargs: Any) -> Any:
        arguments = signature.bind(*args, **kwargs).arguments
        arrays = [array(arguments.pop(name)) for name in operands]
        out = arguments.pop("out", None)
        options = {}
        for name, value in arguments.items():
            if value is np._NoValue:
                continue
            if name in ours:
                options[name] = dtype_named(value) if name == "dtype" and value else value
            elif value is not signature.parameters[name].default:
                raise HostFallback(f"{name}= is NumPy's alone")
        if flattens:
            arrays[0], options["axis"] = line(arrays[0], options.get("axis"))
        return store(out, op.public(*arrays, **options), "same_kind", op.name)

    implementation.__name__ = implementation.__qualname__ = function.__name__
    implementation.__doc__ = inspect.cleandoc(op.public.__doc__ or "").partition("\n\n")[0]
    implementation.__signature__ = signature  # type: ignore[attr-defined]
    return implementation
