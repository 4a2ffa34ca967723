"""What an operation is, and the decorators that declare one.

An operation is a function on logical ``jax.Array``s together with a sharding rule, the dtype
kinds it takes and its communication class. Declaring it makes the public function: its signature
and docstring are those of the declaration.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core import rules
from sharray._ops import docstrings

#: The standard's words for sets of dtypes, as characters of ``numpy.dtype.kind``.
KINDS = {
    "all": "biufc",
    "numeric": "iufc",
    "real": "iuf",
    "real numeric": "iuf",
    "integer": "iu",
    "integer or boolean": "biu",
    "boolean": "b",
    "floating-point": "fc",
    "real floating": "f",
    "complex": "c",
}

CLASSES = ("local", "halo", "reduce", "exchange", "gather")


@dataclass(eq=False, slots=True)
class Op:
    """One row of the table.

    Attributes
    ----------
    name
        Name in the namespace; extensions are dotted ("linalg.svd").
    fn
        JAX function on logical arrays; for an elementwise operation any shape of block will do.
    rule
        How the sharding of the result follows from the operands'.
    kinds
        The dtype kinds that the standard defines it for (`KINDS`).
    comm
        Its communication class.
    recorded
        Whether it waits to run together with others.
    elementwise
        Whether it works element by element on blocks that lie alike.
    host
        The NumPy function with the same meaning, for values on the host.
    ufunc
        The NumPy ufunc that decides its dtypes.
    dtypes
        Decides its dtypes where no ufunc does: from the given ones to those of the operands and
        of the result.
    instead
        Looks at the operands of a call and raises, or returns another operation and its operands
        to record instead, or None; both of them elementwise, or else with static values, too.
    kernel
        Called as ``kernel(op, arrays, avals, aval, params)`` on padded arrays, instead of `fn`
        on logical ones (see `_engine.blocks` and `_engine.kernels`). JAX takes its derivative.
    splits
        Without a kernel: whether XLA also partitions the derivative of `fn` where lengths do not
        divide. It neither reads nor writes at indices; else such dimensions are gathered for it.
    in_memory
        Called with NumPy arrays in pieces instead of running a program, where all shards lie in
        the memory of the process (see `_engine.shards`).
    masked
        Whether `fn` takes ``valid`` and so runs on padded arrays (see `_engine.folds.Valid`).
    composite
        Whether `fn` is written in terms of other operations, on arrays of this library.
    section
        Page of the standard.
    why
        For class gather: why nothing better is done, or known.
    public
        The function that the declaration made.
    """

    name: str
    fn: Callable[..., Any]
    rule: rules.Rule
    kinds: str
    comm: str
    recorded: bool = False
    elementwise: bool = False
    host: Callable[..., Any] | None = None
    ufunc: np.ufunc | None = None
    dtypes: Callable[..., Any] | None = None
    instead: Callable[..., Any] | None = None
    kernel: Callable[..., Any] | None = None
    splits: bool = False
    in_memory: Callable[..., Any] | None = None
    masked: bool = False
    composite: bool = False
    section: str = ""
    why: str = ""
    signature: inspect.Signature = field(default_factory=inspect.Signature)
    positional: int = 0
    public: Any = None

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def compute_dtypes(self, given: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
        """Return the dtypes that operands are cast to, and the result's.

        `given` holds dtypes, and Python scalar types for Python scalars.
        """
        if self.dtypes is not None:
            return self.dtypes(given)
        if self.ufunc is not None:
            try:
                # of the Python types NumPy takes all but bool here, which is no weaker than a dtype
                exact = [np.dtype(bool) if g is bool else g for g in given]
                found = self.ufunc.resolve_dtypes((*exact, None))
            except TypeError as error:
                raise TypeError(
                    f"{self.name} is not defined for {', '.join(map(str, given))}"
                ) from error
            return tuple(found[:-1]), found[-1]
        dtype = result_dtype(*given)
        return (dtype,) * len(given), dtype


def result_dtype(*given: Any) -> np.dtype:
    """NumPy's promotion of dtypes and Python scalar types."""
    if all(isinstance(g, type) for g in given):
        return np.result_type(*(g(0) for g in given))
    return np.result_type(*(g(0) if isinstance(g, type) else g for g in given))


#: name -> operation, in the order of declaration.
TABLE: dict[str, Op] = {}


def register(op: Op) -> Op:
    """Add a row."""
    if op.comm not in CLASSES:
        raise ValueError(f"{op.name}: unknown communication class {op.comm!r}")
    if op.kinds not in KINDS:
        raise ValueError(f"{op.name}: unknown dtype kinds {op.kinds!r}")
    if op.name in TABLE:
        raise ValueError(f"{op.name} is declared twice")
    TABLE[op.name] = op
    return op


def numpy_function(name: str) -> Callable[..., Any] | None:
    """Return NumPy's function of the same name, dotted for extensions."""
    found: Any = np
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def _published(op: Op, public: Callable[..., Any], like: Callable[..., Any], doc: str) -> Any:
    public.__name__ = public.__qualname__ = op.name.rpartition(".")[2]
    public.__module__ = like.__module__
    public.__doc__ = doc
    public.__signature__ = op.signature
    public.op = op  # type: ignore[attr-defined]
    op.public = public
    return public


def elementwise(
    name: str,
    fn: Callable[..., Any],
    summary: str,
    kinds: str = "numeric",
    *,
    arity: int,
    ufunc: np.ufunc | None = None,
    host: Callable[..., Any] | None = None,
    dtypes: Callable[..., Any] | None = None,
    instead: Callable[..., Any] | None = None,
    section: str = "elementwise functions",
) -> Any:
    """Declare an elementwise operation of `arity` arrays and return its public function.

    dtypes are those of the NumPy ufunc of the same name (or `ufunc`), unless `dtypes` says.
    """
    found = ufunc or numpy_function(name)
    op = register(
        Op(
            name=name,
            fn=fn,
            rule=rules.broadcast,
            kinds=kinds,
            comm="local",
            recorded=True,
            elementwise=True,
            host=host or found,
            ufunc=found if isinstance(found, np.ufunc) else None,
            dtypes=dtypes,
            instead=instead,
            section=section,
        )
    )
    from sharray._record.record import elementwise as record

    def unary(x, /):
        return record(op, x)

    def binary(x1, x2, /):
        return record(op, x1, x2)

    def ternary(condition, x1, x2, /):
        return record(op, condition, x1, x2)

    public = (unary, binary, ternary)[arity - 1]
    op.signature = inspect.signature(public)
    doc = docstrings.of_elementwise(op, summary)
    return _published(op, public, fn if inspect.isfunction(fn) else elementwise, doc)


def op(
    rule: rules.Rule,
    *,
    kinds: str = "all",
    comm: str = "gather",
    recorded: bool = False,
    section: str = "",
    name: str | None = None,
    host: Callable[..., Any] | bool = True,
    kernel: Callable[..., Any] | None = None,
    splits: bool = False,
    in_memory: Callable[..., Any] | None = None,
    result_axis: int | None = None,
    common_axis: bool = False,
    why: str = "",
    instead: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function on logical ``jax.Array``s as an operation.

    Parameters
    ----------
    rule, kinds, comm, recorded, section, kernel, splits, why, instead
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

    def declare(fn: Callable[..., Any]) -> Any:
        called = name or fn.__name__
        signature = inspect.signature(fn)
        masked = "valid" in signature.parameters
        if masked:
            rest = [p for n, p in signature.parameters.items() if n != "valid"]
            signature = signature.replace(parameters=rest)
        numpy_fn = (numpy_function(called) if host else None) if isinstance(host, bool) else host
        made = register(
            Op(
                name=called,
                fn=fn,
                rule=rule,
                kinds=kinds,
                comm=comm,
                recorded=recorded,
                host=numpy_fn,
                kernel=kernel,
                splits=splits,
                in_memory=in_memory,
                masked=masked,
                section=section,
                why=why,
                instead=instead,
                signature=signature,
                positional=sum(p.kind is not p.KEYWORD_ONLY for p in signature.parameters.values()),
            )
        )
        from sharray._record.record import general as record

        names = list(signature.parameters)
        first = tuple(names[: made.positional])
        defaults = {n: signature.parameters[n].default for n in names[made.positional :]}

        @functools.wraps(fn)
        def public(*args: Any, **kwargs: Any) -> Any:
            if len(args) == len(first) and kwargs.keys() <= defaults.keys():
                arguments = dict(zip(first, args, strict=True)) | defaults | kwargs
            else:
                bound = signature.bind(*args, **kwargs)  # the TypeError of a Python function
                bound.apply_defaults()
                arguments = bound.arguments
            return record(made, arguments, result_axis, common_axis)

        return _published(made, public, fn, docstrings.of(made, fn.__doc__))

    return declare


def composite(
    *,
    kinds: str = "all",
    comm: str = "local",
    section: str = "",
    name: str | None = None,
    why: str = "",
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function, written in terms of other operations, as an operation."""

    def declare(fn: Callable[..., Any]) -> Any:
        made = register(
            Op(
                name=name or fn.__name__,
                fn=fn,
                rule=rules.broadcast,
                kinds=kinds,
                comm=comm,
                recorded=True,
                composite=True,
                host=numpy_function(name or fn.__name__),
                section=section,
                why=why,
                signature=inspect.signature(fn),
            )
        )
        fn.__doc__ = docstrings.of(made, fn.__doc__)
        fn.op = made  # type: ignore[attr-defined]
        return fn

    return declare


def check_kinds(op: Op, operands: Sequence[Any]) -> None:
    """Raise TypeError if an operand's dtype is not of the kinds of `op`."""
    allowed = KINDS[op.kinds]
    for operand in operands:
        dtype = operand.aval.dtype
        if dtype.kind not in allowed:
            raise TypeError(f"{op.name} takes {op.kinds} dtypes, not {dtype}")


def normalize_axis(value: Any, ndim: int) -> Any:
    """Bring ``axis=`` into the range 0 to ndim - 1, as NumPy does; None stays.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.
    """
    if value is None:
        return None
    if isinstance(value, (tuple, list)):
        return normalize_axis_tuple(value, ndim)
    return normalize_axis_index(value, ndim)
