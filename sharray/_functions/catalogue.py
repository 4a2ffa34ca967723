"""All functions: every module that declares some, and those that follow from the operations."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from functools import partial
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
from sharray._functions.reductions import accumulated, reduced
from sharray._ops.table import numpy_function

#: Operations of which NumPy has another function, of another name.
_SECOND = {"max": "amax", "min": "amin"} | {
    name: f"linalg.{name}" for name in ("matmul", "matrix_transpose", "vecdot")
}

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def declare_missing() -> None:
    """Declare the functions of all operations under NumPy's names that have none yet.

    An operation that bears the name of NumPy's function is that function, unless a module has
    declared it with more of NumPy's parameters than the operation has.
    """
    ufuncs.declare_missing()
    by_ufunc = {
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
                # signatures take long, and most functions of a namespace are never called
                signature = functools.cache(partial(inspect.signature, function))
                call = by_ufunc.get(op.name) or partial(_by_operation, op, signature)
                implements(function)(_as_numpys(function, op, signature, call))


def _numpy_functions(name: str) -> list[Any]:
    """Return NumPy's functions of the name of an operation: of some there is a second one."""
    found = map(numpy_function, (name, _SECOND.get(name, name)))
    return [f for f in dict.fromkeys(found) if is_function(f)]


def _as_numpys(
    function: Callable[..., Any],
    op: Op,
    signature: Callable[[], inspect.Signature],
    call: Callable[..., Any],
) -> Callable[..., Any]:
    """Return a function with the name and parameters of NumPy's, and the summary of an operation.

    `call` is given all of them, the first by position.
    """

    @functools.wraps(function)
    def implementation(*args: Any, **kwargs: Any) -> Any:
        bound = signature().bind(*args, **kwargs)
        bound.apply_defaults()
        first, *others = bound.arguments
        return call(bound.arguments[first], **{n: bound.arguments[n] for n in others})

    implementation.__doc__ = inspect.cleandoc(op.public.__doc__ or "").partition("\n\n")[0]
    return implementation


def _by_operation(
    op: Op, signature: Callable[[], inspect.Signature], first: Any, /, **others: Any
) -> Any:
    """Call an operation with the parameters of NumPy's function.

    As many of these as the operation takes by position are that; they are arrays where its own are
    called so. `out` is written to; what the operation does not know, and is asked for, is left to
    NumPy. Without an axis, where the operation needs one, it works along the flattened array.
    """
    ours = op.signature.parameters
    positional = [n for n, p in ours.items() if p.kind in _BY_POSITION]
    given = [first, *[others.pop(n) for n in list(others)[: len(positional) - 1]]]
    given = [array(a) if n[0] == "x" else a for n, a in zip(positional, given, strict=True)]
    out = others.pop("out", None)
    options = {}
    for name, value in others.items():
        if value is np._NoValue:
            continue
        if name in ours:
            options[name] = dtype_named(value) if name == "dtype" and value else value
        elif value is not signature().parameters[name].default:
            raise HostFallback(f"{name}= is NumPy's alone")
    if "axis" in options and ours["axis"].default is inspect.Parameter.empty:
        given[0], options["axis"] = line(given[0], options["axis"])
    return store(out, op.public(*given, **options), "same_kind", op.name)
