"""How each function of the namespace is called to be timed, and what NumPy does instead."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import sharray.numpy  # noqa: F401  # declares all operations
from sharray._core.operation import TABLE

from .sizes import Sizes


@dataclass(frozen=True)
class Call:
    """One call of a function.

    Attributes
    ----------
    args, kwargs
        Its arguments; the NumPy arrays among them are put on the devices.
    numpy
        Does the same in NumPy; by default the function of the same name.
    view
        Whether NumPy returns a view and has done nothing: its result is copied then.
    plain
        Whether NumPy arrays are passed as they are.
    """

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    numpy: Callable[..., Any] | None = None
    view: bool = False
    plain: bool = False


class Data:
    """Operands, made when they are asked for."""

    def __init__(self, sizes: Sizes) -> None:
        self.n, self.side, self.matrix = sizes.elements, sizes.side, sizes.matrix
        self._rng = np.random.default_rng(0)

    def inside(self, *shape: int) -> np.ndarray:
        """Make numbers between -0.9 and 0.9."""
        return self._rng.uniform(-0.9, 0.9, shape or (self.n,))

    def positive(self, *shape: int) -> np.ndarray:
        """Make numbers between 1.1 and 4."""
        return self._rng.uniform(1.1, 4.0, shape or (self.n,))

    def near_one(self) -> np.ndarray:
        """Make numbers whose product is neither huge nor tiny."""
        return np.exp(self._rng.uniform(-1e-3, 1e-3, self.n))

    def integers(self, below: int, *shape: int) -> np.ndarray:
        return self._rng.integers(0, below, shape or (self.n,))

    def bools(self) -> np.ndarray:
        return self.integers(2) > 0

    def complex(self, *shape: int) -> np.ndarray:
        return self.inside(*shape) + 1j * self.inside(*shape)

    def square(self, *stack: int) -> np.ndarray:
        """Make well-conditioned matrices: one, or a stack of small ones."""
        m = 16 if stack else self.matrix
        return self.inside(*stack, m, m) + 4 * m * np.eye(m)

    def symmetric(self, *stack: int) -> np.ndarray:
        x = self.square(*stack)
        return x + np.swapaxes(x, -1, -2)


CALLS: dict[str, Callable[[Data], Call]] = {}


def _of(make: Callable[[Data], Call], names: str) -> None:
    for name in names.split():
        assert name not in CALLS, name
        CALLS[name] = make


def _call(*makers: Callable[[Data], Any], **fields: Any) -> Callable[[Data], Call]:
    return lambda data: Call(tuple([make(data) for make in makers]), **fields)


def _as(*args: Any, **kwargs: Any) -> Callable[[Data], Call]:
    """Make a call without arrays."""
    return lambda data: Call(args, kwargs)


def grid(d: Data) -> np.ndarray:
    return d.inside(d.side, d.side)


def half(d: Data) -> np.ndarray:
    return d.inside(d.n // 2)


def tenth(d: Data) -> np.ndarray:
    return d.inside(10, d.n // 10)


def pieces(d: Data) -> list[np.ndarray]:
    return [half(d), half(d)]


_inside, _positive = Data.inside, Data.positive

# elementwise functions
_of(_call(_positive), "acosh log log2 log10 reciprocal sqrt")
_of(_call(Data.complex, view=True), "imag real")
_of(_call(_positive, _positive), "divide floor_divide pow remainder")
_of(_call(Data.bools, Data.bools), "logical_and logical_or logical_xor")
_of(_call(Data.bools), "logical_not")
_of(lambda d: Call((d.inside(), -0.5, 0.5)), "clip")
_of(_call(Data.bools, _inside, _inside), "where")
_of(_call(Data.complex), "conj")
_of(_call(Data.complex), "abs,complex exp,complex log,complex sin,complex sqrt,complex")
_of(_call(Data.complex, Data.complex), "multiply,complex divide,complex pow,complex")
_of(
    _call(lambda d: d.integers(1000), lambda d: 1 + d.integers(9)),
    "add,int64 floor_divide,int64 multiply,int64 pow,int64 remainder,int64",
)
_of(_call(lambda d: d.inside().astype(np.float32)), "exp,float32 sin,float32 sqrt,float32")

# creation functions
_of(lambda d: Call((float(d.n),)), "arange")
_of(_call(_inside, plain=True, numpy=np.array), "asarray from_dlpack")
_of(lambda d: Call(((d.n,),)), "empty ones zeros")
_of(lambda d: Call(((d.n,), 2.5)), "full")
_of(_call(_inside), "empty_like ones_like zeros_like")
_of(_call(_inside, lambda d: 2.5), "full_like")
_of(lambda d: Call((d.side,)), "eye")
_of(lambda d: Call((0.0, 1.0, d.n)), "linspace")
_of(_call(lambda d: d.inside(d.side), lambda d: d.inside(d.side)), "meshgrid")
_of(_call(grid), "tril triu")

# data type functions
_of(
    _call(_inside, lambda d: np.dtype(np.float32), numpy=lambda x, dtype: x.astype(dtype)), "astype"
)
_of(_as(np.dtype(np.int32), np.dtype(np.float64)), "can_cast")
_of(_as(np.dtype(np.float64)), "finfo")
_of(_as(np.dtype(np.int64)), "iinfo")
_of(_as(np.dtype(np.float64), "real floating"), "isdtype")
_of(_as(np.dtype(np.int32), np.dtype(np.float64)), "result_type")

# indexing, searching, sorting and set functions
_of(lambda d: Call((d.inside(), d.integers(d.n)), {"axis": 0}), "take")
_of(
    lambda d: Call((grid(d), d.integers(d.side, d.side, d.side)), {"axis": 1}),
    "take_along_axis",
)
_of(_call(lambda d: d.integers(2)), "count_nonzero nonzero")
_of(_call(lambda d: np.sort(d.inside()), _inside), "searchsorted")
_of(_call(grid), "argsort,rows sort,rows")
_of(_call(lambda d: d.integers(1000)), "unique_all unique_counts unique_inverse unique_values")
_of(_call(lambda d: d.integers(10_000), lambda d: d.integers(10_000, 1000)), "isin")

# linear algebra
_of(_call(grid, grid), "matmul linalg.matmul vecdot linalg.vecdot")
_of(lambda d: Call((grid(d), grid(d)), {"axes": 1}), "tensordot linalg.tensordot")
_of(_call(grid, view=True), "matrix_transpose linalg.matrix_transpose")
_of(lambda d: Call((d.inside(d.n // 3, 3), d.inside(d.n // 3, 3))), "linalg.cross")
_of(_call(lambda d: d.inside(d.side, d.side), view=True), "linalg.diagonal")
_of(_call(grid), "linalg.trace linalg.matrix_norm")
_of(_call(_inside), "linalg.vector_norm")
_of(_call(lambda d: d.inside(d.side), lambda d: d.inside(d.side)), "linalg.outer")
_square = "det eig eigvals inv matrix_rank pinv qr slogdet svd svdvals"
_symmetric = "cholesky eigh eigvalsh"
for _name in _square.split():
    _of(_call(Data.square), f"linalg.{_name}")
    _of(lambda d: Call((d.square(d.n // 2048),)), f"linalg.{_name},stack")
for _name in _symmetric.split():
    _of(_call(Data.symmetric), f"linalg.{_name}")
    _of(lambda d: Call((d.symmetric(d.n // 2048),)), f"linalg.{_name},stack")
_of(_call(Data.square, lambda d: 5), "linalg.matrix_power")
_of(lambda d: Call((d.square(d.n // 2048), 5)), "linalg.matrix_power,stack")
_of(_call(Data.square, lambda d: d.inside(d.matrix, 8)), "linalg.solve")
_of(lambda d: Call((d.square(d.n // 2048), d.inside(d.n // 2048, 16, 1))), "linalg.solve,stack")

# manipulation functions
_of(_call(lambda d: d.inside(d.side, 1), grid, view=True), "broadcast_arrays")
_of(lambda d: Call((d.inside(d.side, 1), (d.side, d.side)), view=True), "broadcast_to")
_of(_as((1000, 1), (1, 1000)), "broadcast_shapes")
_of(_call(pieces), "concat stack")
_of(lambda d: Call((d.inside(),), {"axis": 0}, view=True), "expand_dims")
_of(_call(_inside, view=True), "flip")
_of(lambda d: Call((grid(d), 0, 1), view=True), "moveaxis")
_of(lambda d: Call((grid(d), (1, 0)), view=True), "permute_dims")
_of(lambda d: Call((half(d), 2)), "repeat")
_of(lambda d: Call((tenth(d), (-1,)), view=True), "reshape")
_of(lambda d: Call((d.inside(), 7)), "roll")
_of(lambda d: Call((d.inside(1, d.n),), {"axis": 0}, view=True), "squeeze")
_of(lambda d: Call((half(d), (2,))), "tile")
_of(_call(tenth, view=True), "unstack")

# statistical and utility functions
_of(_call(_inside), "cumulative_sum diff std")
_of(_call(Data.near_one), "cumulative_prod prod")
_of(lambda d: Call((grid(d),), {"axis": 1}), "cumulative_sum,rows max,rows sum,rows")
_of(lambda d: Call((grid(d),), {"axis": 0}), "cumulative_sum,columns max,columns sum,columns")
_of(lambda d: Call((np.ones(d.n, bool),)), "all")
_of(lambda d: Call((np.zeros(d.n, bool),)), "any")

# Fourier transforms
_of(_call(Data.complex), "fft.fft fft.ifft")
_of(_call(_inside), "fft.rfft fft.ihfft")
_of(_call(lambda d: d.complex(d.n // 2 + 1)), "fft.irfft fft.hfft")
_of(_call(lambda d: d.complex(d.side, d.side)), "fft.fftn fft.ifftn fft.fft,rows")
_of(_call(grid), "fft.rfftn")
_of(_call(lambda d: d.complex(d.side, d.side // 2 + 1)), "fft.irfftn")
_of(lambda d: Call((d.n,)), "fft.fftfreq fft.rfftfreq")
_of(_call(_inside), "fft.fftshift fft.ifftshift")

# all others of the standard, on what most are defined for: their tests need no samples, either
_whole = (lambda d: d.integers(1000), lambda d: d.integers(9))
for _op in TABLE.values():
    if _op.section and _op.name not in CALLS and not _op.samples:
        _makers = _whole if _op.kinds.startswith("integer") else (_inside, _inside)
        _count = len(_op.signature.parameters) if _op.elementwise else 1
        _of(_call(*_makers[:_count]), _op.name)


def function(namespace: Any, case: str) -> Callable[..., Any]:
    """Return the function that a case, ``name`` or ``name,variant``, calls."""
    return functools.reduce(getattr, case.partition(",")[0].split("."), namespace)
