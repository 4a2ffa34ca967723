"""Running results of any associative elementwise function: NumPy's ``ufunc.accumulate``."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jnp, lax
from sharray._core.operation import TABLE
from sharray._engine import kernels
from sharray._engine.shards import Each, Shards, Sizes
from sharray._ops.reductions_on_shards import accumulated
from sharray._ops.table import op


def _keeping_dtype(of: str) -> Any:
    """Return the function named `of`; some compute in a wider dtype than that of the operands."""
    fn = TABLE[of].lowering
    return lambda a, b: fn(a, b).astype(a.dtype)


def _kernel(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    layout, axis, of = avals[0].layout, params.values["axis"], params.values["of"]
    fn, identity = _keeping_dtype(of), TABLE[of].identity
    assert identity is not None  # else it has no running results

    def local(block: Any, axis: int) -> Any:
        return lax.associative_scan(fn, block, axis=axis)

    x = args[0].astype(aval.dtype)
    scanned = kernels.scan(
        x, layout.mesh, layout.spec, axis, local, fn, identity(np.dtype(aval.dtype))
    )
    # the first is as it was: combined with the identity, it might have lost its sign
    return jnp.where(lax.broadcasted_iota(np.int32, x.shape, axis) == 0, x, scanned)


def _pieces(
    x: Shards, /, *, each: Each, sizes: Sizes, axis: int, of: str, dtype: Any
) -> list[list[np.ndarray]]:
    ufunc = TABLE[of].ufunc
    assert ufunc is not None
    return [accumulated(ufunc, x, each, axis, np.dtype(dtype))]


@op(
    rules.same,
    comm="reduce",
    name="numpy.accumulate",
    host=False,
    kernel=_kernel,
    on_shards=_pieces,
    samples=("gcd.accumulate(x(n, below=n))",),
)
def accumulate(x, /, *, axis, of, dtype):
    """Combine each element with those before it along an axis by the function named `of`."""
    return lax.associative_scan(_keeping_dtype(of), x.astype(dtype), axis=axis)
