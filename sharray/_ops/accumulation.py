"""Running results of any associative elementwise function: NumPy's ``ufunc.accumulate``."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from sharray._core import rules
from sharray._engine import kernels
from sharray._engine.folds import highest, lowest
from sharray._ops.table import TABLE, op

#: Name of an associative function -> its identity, by dtype.
IDENTITIES = {
    "bitwise_and": lambda dtype: True if dtype.kind == "b" else np.invert(dtype.type(0)),
    "bitwise_or": lambda dtype: 0,
    "bitwise_xor": lambda dtype: 0,
    "fmax": lambda dtype: np.nan if dtype.kind in "fc" else lowest(dtype),
    "fmin": lambda dtype: np.nan if dtype.kind in "fc" else highest(dtype),
    "gcd": lambda dtype: 0,
    "hypot": lambda dtype: 0,
    "lcm": lambda dtype: 1,
    "logaddexp": lambda dtype: -np.inf,
    "logaddexp2": lambda dtype: -np.inf,
    "logical_and": lambda dtype: True,
    "logical_or": lambda dtype: False,
    "logical_xor": lambda dtype: False,
    "maximum": lambda dtype: -np.inf - 1j * np.inf if dtype.kind == "c" else lowest(dtype),
    "minimum": lambda dtype: np.inf + 1j * np.inf if dtype.kind == "c" else highest(dtype),
}


def _keeping_dtype(of: str) -> Any:
    """Return the function named `of`; some compute in a wider dtype than that of the operands."""
    fn = TABLE[of].fn
    return lambda a, b: fn(a, b).astype(a.dtype)


def _kernel(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    layout, axis, of = avals[0].layout, params.values["axis"], params.values["of"]
    fn = _keeping_dtype(of)

    def local(block: Any, axis: int) -> Any:
        return lax.associative_scan(fn, block, axis=axis)

    x = args[0].astype(aval.dtype)
    made = kernels.scan(
        x, layout.mesh, layout.spec, axis, local, fn, IDENTITIES[of](np.dtype(aval.dtype))
    )
    # the first is as it was: combined with the identity, it might have lost its sign
    return jnp.where(lax.broadcasted_iota(np.int32, x.shape, axis) == 0, x, made)


@op(rules.same, comm="reduce", name="numpy.accumulate", host=False, kernel=_kernel)
def accumulate(x, /, *, axis, of, dtype):
    """Combine each element with those before it along an axis by the function named `of`."""
    return lax.associative_scan(_keeping_dtype(of), x.astype(dtype), axis=axis)
