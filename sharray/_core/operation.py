"""What an operation is: one row of the table, and the static arguments of a call of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core import rules
from sharray._core.cache import Interned
from sharray._core.layout import Aval

#: The standard's words for sets of dtypes, as characters of ``numpy.dtype.kind``.
KINDS = {
    "all": "biufc",
    "numeric": "iufc",
    "real": "iuf",
    "real or boolean": "biuf",
    "integer": "iu",
    "integer or boolean": "biu",
    "boolean": "b",
    "floating-point": "fc",
    "real floating": "f",
    "complex": "c",
}

#: How much an operation moves between devices, from least to most, and what that is.
MOVES = {
    "local": "nothing moves between devices",
    "halo": "a boundary of each shard goes to its neighbours",
    "reduce": "about the size of the output moves",
    "exchange": "each element moves a bounded number of times",
    "gather": "a whole operand goes to every device",
}
CLASSES = tuple(MOVES)


@dataclass(eq=False, slots=True)
class Op:
    """One row of the table.

    Attributes
    ----------
    name
        Name in the namespace; extensions are dotted ("linalg.svd").
    lowering
        JAX function on logical arrays; for an elementwise operation any shape of block will do.
    rule
        How the sharding of the result follows from the operands'.
    kinds
        The dtype kinds that it is defined for (`KINDS`).
    comm
        Its communication class.
    lazy
        Whether it waits to run together with others.
    elementwise
        Whether it works element by element on blocks that lie alike.
    host
        The NumPy function with the same meaning, for values on the host.
    ufunc
        The NumPy ufunc that it is, which also decides its dtypes.
    dtypes
        Decides its dtypes where that does not: another ufunc, or a function from the given ones to
        those of the operands and of the result.
    rewrite
        Looks at the operands of a call and raises, or returns another operation and its operands
        to record instead, or None; both of them elementwise, or else with static values, too.
    kernel
        Called as ``kernel(op, arrays, avals, aval, params)`` on padded arrays, instead of the
        lowering on logical ones (see `_engine.blocks` and `_engine.kernels`). JAX takes its
        derivative.
    splits
        Without a kernel: whether XLA also partitions the derivative of the lowering where lengths
        do not divide. It neither reads nor writes at indices; else such dimensions are gathered
        for it.
    on_shards
        Called with NumPy arrays in pieces instead of running a program, where all shards lie in
        the memory of the process (see `_engine.shards`). `lazy`, it still goes along with
        others in a program.
    on_shards_from
        From how many elements on: there are programs that do as well for fewer.
    on_shards_if
        Called with what is known of the first operand and the static values: whether NumPy is the
        faster one; by default it is.
    slower
        Where a program on a CPU takes longer than NumPy: by how many nanoseconds per element of the
        result, by its dtype ("f8").
    masked
        Whether the lowering takes ``valid`` and so runs on padded arrays (see
        `_engine.folds.Valid`).
    composite
        Whether it is written in terms of other operations, on arrays of this library.
    identity
        For an associative function of two operands: from a dtype to what changes no element.
    reduction, accumulation
        Names of the operations that are its ufunc's `reduce` and `accumulate`, where there are
        better ones than follow from its identity.
    scatter
        How its ufunc's `at` combines: "add", "multiply", "min" or "max".
    operator
        The function of the module `operator` that arrays have it for.
    numbers
        Whether a result without dimensions is a number in NumPy's function of its name.
    section
        Page of the standard.
    why
        For class gather: why nothing better is done, or known.
    samples
        Calls of which its tests are made, where none follow from what it is: expressions of
        functions of `sharray` and of these names. `n` is a large size, `k` a small one, a multiple
        of 4. Arrays are of a dtype that it takes, of floats if it can be: `v` and `v2` of shape
        (n,), `m` and `m2` of (n, k), `s` and `s2` square and well-conditioned, `p` positive
        definite, others ``x(*shape)``. That takes ``dtype=``, ``below=`` for integers from 0 (`i`
        is ``x(n, below=n)``), ``ascending=True`` for a sorted vector, and ``spec=P(...)`` for how
        the array lies: by default along the mesh axis "x" by its first dimension.
    signature
        Of the function that the declaration made; the lowering's, without ``valid``.
    positional
        How many of its parameters are given by position.
    public
        The function that the declaration made.
    reduces
        Whether it is a reduction: of a result, ``axis`` is gone, or of length 1.
    chooses
        Whether a mask, the first operand, chooses the elements of its result.
    joins
        Whether its operands line up dimension by dimension, as those of a join.
    called
        Its name in messages: that of NumPy's function, where it is one.
    """

    name: str
    lowering: Callable[..., Any]
    rule: rules.Rule
    kinds: str
    comm: str
    lazy: bool = False
    elementwise: bool = False
    host: Callable[..., Any] | None = None
    ufunc: np.ufunc | None = None
    dtypes: Callable[..., Any] | np.ufunc | None = None
    rewrite: Callable[..., Any] | None = None
    kernel: Callable[..., Any] | None = None
    splits: bool = False
    on_shards: Callable[..., Any] | None = None
    on_shards_from: int = 1 << 18
    on_shards_if: Callable[[Aval, Mapping[str, Any]], bool] | None = None
    slower: Mapping[str, float] = field(default_factory=dict)
    masked: bool = False
    composite: bool = False
    identity: Callable[[np.dtype], Any] | None = None
    reduction: str = ""
    accumulation: str = ""
    scatter: str | None = None
    operator: Callable[..., Any] | None = None
    numbers: bool = True
    section: str = ""
    why: str = ""
    samples: tuple[str, ...] = ()
    signature: inspect.Signature = field(default_factory=inspect.Signature)
    positional: int = 0
    public: Any = None
    reduces: bool = field(init=False)
    chooses: bool = field(init=False)
    joins: bool = field(init=False)
    called: str = field(init=False)

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def __post_init__(self) -> None:
        # asked for each statement, so values and no properties
        self.reduces = self.rule is rules.reduce
        self.chooses = self.rule is rules.chosen
        self.joins = self.rule is rules.concat
        self.called = _name_in_numpy(self.ufunc or self.host) or self.name

    @property
    def runs_along_axis(self) -> bool:
        """Whether it works along ``axis``, and its result has the shape of its operand."""
        return self.rule is rules.same and "axis" in self.signature.parameters

    def compute_dtypes(self, types: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
        """Return the dtypes that operands are cast to, and the result's.

        `types` holds dtypes, and Python scalar types for Python scalars.
        """
        ufunc = self.dtypes if isinstance(self.dtypes, np.ufunc) else self.ufunc
        if self.dtypes is not None and ufunc is not self.dtypes:
            return self.dtypes(types)
        if ufunc is not None:
            # of the Python types NumPy takes all but bool here, which is no weaker than a dtype
            exact = [np.dtype(bool) if g is bool else g for g in types]
            try:
                resolved = ufunc.resolve_dtypes((*exact, None))
            except TypeError as error:
                if type(error) is not TypeError:  # it names them
                    raise
                names = [g.__name__ if isinstance(g, type) else str(g) for g in types]
                raise TypeError(f"{error} (operands: {', '.join(names)})") from None
            return tuple(resolved[:-1]), resolved[-1]
        dtype = result_dtype(*types)
        return (dtype,) * len(types), dtype


def _name_in_numpy(function: Any) -> str | None:
    """Return the name of a function of NumPy's, for messages: ``fft.fft``."""
    if isinstance(function, np.ufunc):
        return function.__name__
    module = getattr(function, "__module__", None) or ""
    if module.partition(".")[0] != "numpy":
        return None
    return f"{module}.{function.__name__}".removeprefix("numpy.")


def result_dtype(*types: Any) -> np.dtype:
    """NumPy's promotion of dtypes and Python scalar types."""
    return np.result_type(*(g(0) if isinstance(g, type) else g for g in types))


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


#: For dtypes that JAX has beside NumPy's, which arrays have that come out of a tree.
_ADVICE = ": it is one of JAX alone. Write x.astype(numpy.float32), or give JAX x.to_jax()"


def check_kinds(op: Op, operands: Sequence[Any]) -> None:
    """Raise TypeError if an operand's dtype is not of the kinds of `op`."""
    allowed = KINDS[op.kinds]
    for operand in operands:
        dtype = operand.aval.dtype
        if dtype.kind not in allowed:
            advice = _ADVICE if dtype.isbuiltin == 2 else ""
            raise TypeError(f"{op.called} takes {op.kinds} dtypes, not {dtype}{advice}")


def normalize_axis(value: Any, ndim: int) -> Any:
    """Bring ``axis=`` into the range 0 to ndim - 1, as NumPy does; None stays.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.
    TypeError
        If it is neither a number nor a tuple of such: a list is neither.
    """
    if value is None:
        return None
    if isinstance(value, tuple):
        return normalize_axis_tuple(value, ndim)
    return normalize_axis_index(value, ndim)


def normalize_axes(value: Any, ndim: int) -> tuple[int, ...]:
    """Bring ``axis=``, a number or a tuple, into a tuple of axes in the range 0 to ndim - 1.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.
    TypeError
        If it is neither a number nor a tuple of such.
    ValueError
        If an axis is named twice.
    """
    axes = normalize_axis(value, ndim)
    return axes if isinstance(axes, tuple) else (axes,)


class Slot(NamedTuple):
    """Stands in the parameters for operand `number`."""

    number: int


class Slots(NamedTuple):
    """Stands in the parameters for a sequence of operands."""

    indices: tuple[int, ...]


class Params:
    """The static arguments of a call, with `Slot`s where its arrays stand. Interned."""

    __slots__ = ("__weakref__", "positional", "values")

    values: dict[str, Any]
    positional: int

    def __new__(cls, values: dict[str, Any], positional: int) -> Params:
        key: list[Any] = [positional]
        for name, value in values.items():
            kind = type(value)
            plain = kind in _AS_THEY_ARE
            key.append((name, kind.__name__, value) if plain else (name, _freeze(value)))
        frozen = tuple(key)
        known = _params.get(frozen)
        if known is not None:
            return known
        params = object.__new__(cls)
        params.values, params.positional = values, positional
        return _params.keep(frozen, params)

    def __repr__(self) -> str:
        return ", ".join(f"{k}={v!r}" for k, v in self.values.items())

    def rebuild(self, operands: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return positional and keyword arguments with `operands` in their places."""
        return rebuild(self.values, self.positional, operands)


#: By what they say.
_params = Interned("parameters of operations", 1 << 16)


def rebuild(
    values: Mapping[str, Any], positional: int, operands: Sequence[Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return positional and keyword arguments with `operands` in the places of the slots."""
    pos: list[Any] = []
    named: dict[str, Any] = {}
    for name, value in values.items():
        kind = type(value)
        if kind is Slot:
            value = operands[value.number]
        elif kind is Slots:
            value = [operands[i] for i in value.indices]
        if len(pos) < positional:
            pos.append(value)
        else:
            named[name] = value
    return pos, named


#: Types of most static arguments, whose values say all.
_AS_THEY_ARE = {type(None), bool, int, str, Slot, Slots}


def _freeze(value: Any) -> Any:
    """Return a hashable stand-in under which 1, 1.0 and True, 0.0 and -0.0 differ."""
    kind = type(value)
    if kind not in _AS_THEY_ARE:
        if isinstance(value, (list, tuple)):
            return (kind.__name__, *[_freeze(v) for v in value])
        if isinstance(value, (float, complex)):
            return (kind.__name__, repr(value))
    return (kind.__name__, value)
