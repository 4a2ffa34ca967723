"""The decorators that declare an operation.

An operation is a function on logical ``jax.Array``s together with a sharding rule, the dtype
kinds it takes and its communication class. Declaring it makes the function that records it: its
signature and docstring are those of the declaration.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.operation import Op, register
from sharray._record import record
from sharray._record.general import general

_RECORDED = """\
Recorded: it runs together with the operations around it. The result lies as the operands do;
nothing moves."""


def numpy_function(name: str) -> Callable[..., Any] | None:
    """Return NumPy's function of the same name, dotted for extensions."""
    function: Any = np
    for part in name.split("."):
        function = getattr(function, part, None)
    return function


def _published(op: Op, public: Callable[..., Any], module: str, doc: Any) -> Any:
    public.__name__ = public.__qualname__ = op.name.rpartition(".")[2]
    public.__module__ = module
    public.__doc__ = doc
    public.__signature__ = op.signature  # type: ignore[attr-defined]
    public.op = op  # type: ignore[attr-defined]
    op.public = public
    return public


def elementwise(
    name: str,
    lowering: Callable[..., Any],
    summary: str,
    kinds: str = "numeric",
    *,
    arity: int,
    ufunc: np.ufunc | None = None,
    host: Callable[..., Any] | None = None,
    section: str = "elementwise functions",
    **fields: Any,
) -> Any:
    """Declare an elementwise operation of `arity` arrays and return its function.

    Parameters
    ----------
    name
        Its name.
    lowering
        The JAX function.
    summary
        What it computes.
    ufunc
        The NumPy ufunc that it is, by default the one of the same name. Both namespaces have it
        under NumPy's names, with the methods that follow from `identity`, `reduction`,
        `accumulation` and `scatter`. Its dtypes are those of the operation, unless `dtypes` says.
    arity
        How many arrays it takes.
    kinds, host, section, **fields
        Fields of `Op`.
    """
    known = ufunc or numpy_function(name)
    op = register(
        Op(
            name=name,
            lowering=lowering,
            rule=rules.broadcast,
            kinds=kinds,
            comm="local",
            lazy=True,
            elementwise=True,
            host=host or known,
            ufunc=known if isinstance(known, np.ufunc) else None,
            section=section,
            **fields,
        )
    )

    def unary(x, /):
        return record.elementwise(op, x)

    def binary(x1, x2, /):
        return record.elementwise(op, x1, x2)

    def ternary(condition, x1, x2, /):
        return record.elementwise(op, condition, x1, x2)

    public = (unary, binary, ternary)[arity - 1]
    op.signature = inspect.signature(public)
    return _published(op, public, "sharray", f"{summary}\n\n{_RECORDED}")


def op(
    rule: rules.Rule,
    *,
    kinds: str = "all",
    comm: str = "gather",
    name: str | None = None,
    host: Callable[..., Any] | bool = True,
    result_axis: int | None = None,
    common_axis: bool = False,
    **fields: Any,
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function on logical ``jax.Array``s as an operation.

    Parameters
    ----------
    rule, kinds, comm, **fields
        Fields of `Op`.
    name
        Dotted name; the function's own by default.
    host
        NumPy function for values on the host; by default the one of the same name, False for none
        (the devices do it).
    result_axis
        Set for operations whose axis counts in the result: the number of extra dimensions.
    common_axis
        Whether the axis counts, from the last one, in the dimensions that all operands have.
    """

    def declare(lowering: Callable[..., Any]) -> Any:
        called = name or lowering.__name__
        signature = inspect.signature(lowering)
        masked = "valid" in signature.parameters
        if masked:
            rest = [p for n, p in signature.parameters.items() if n != "valid"]
            signature = signature.replace(parameters=rest)
        numpy_fn = (numpy_function(called) if host else None) if isinstance(host, bool) else host
        declared = register(
            Op(
                name=called,
                lowering=lowering,
                rule=rule,
                kinds=kinds,
                comm=comm,
                host=numpy_fn,
                masked=masked,
                signature=signature,
                positional=sum(p.kind is not p.KEYWORD_ONLY for p in signature.parameters.values()),
                **fields,
            )
        )
        names = list(signature.parameters)
        first = tuple(names[: declared.positional])
        defaults = {n: signature.parameters[n].default for n in names[declared.positional :]}

        @functools.wraps(lowering)
        def public(*args: Any, **kwargs: Any) -> Any:
            if len(args) == len(first) and kwargs.keys() <= defaults.keys():
                arguments = dict(zip(first, args, strict=True)) | defaults | kwargs
            else:
                bound = signature.bind(*args, **kwargs)  # the TypeError of a Python function
                bound.apply_defaults()
                arguments = bound.arguments
            return general(declared, arguments, result_axis, common_axis)

        return _published(declared, public, lowering.__module__, lowering.__doc__)

    return declare


#: `op` with the fields that most reductions have.
reduction = functools.partial(op, rules.reduce, comm="reduce", lazy=True)


def composite(
    *, kinds: str = "all", comm: str = "local", name: str | None = None, **fields: Any
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function, written in terms of other operations, as an operation."""

    def declare(function: Callable[..., Any]) -> Any:
        called = name or function.__name__
        function.op = register(  # type: ignore[attr-defined]
            Op(
                name=called,
                lowering=function,
                rule=rules.broadcast,
                kinds=kinds,
                comm=comm,
                lazy=True,
                composite=True,
                host=numpy_function(called),
                signature=inspect.signature(function),
                public=function,
                **fields,
            )
        )
        return function

    return declare
