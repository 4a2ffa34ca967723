"""Elementwise functions where JAX and NumPy differ in the last digits or in special values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def is_complex(x: Any) -> bool:
    """Whether a block holds complex numbers."""
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


def is_integer(x: Any) -> bool:
    """Whether a block holds integers or booleans."""
    return x.dtype.kind in "biu"


def keep_integers(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Leave integers as they are."""

    def kept(x: Any) -> Any:
        return x if is_integer(x) else fn(x)

    return kept


def round_half_even(x: Any) -> Any:
    """Round to the nearest integer, halves to even."""
    return x if is_integer(x) else jnp.round(x)


absolute = jnp.abs
acos = jnp.arccos
acosh = jnp.arccosh
asin = jnp.arcsin
asinh = jnp.arcsinh
atan = jnp.arctan
atan2 = jnp.arctan2
exp = jnp.exp
expm1 = jnp.expm1
log = jnp.log
log1p = jnp.log1p
log10 = jnp.log10
tanh = jnp.tanh
sqrt = jnp.sqrt
hypot = jnp.hypot
maximum = jnp.maximum
minimum = jnp.minimum
reciprocal = jnp.reciprocal
divide = jnp.true_divide
sign = jnp.sign
power = jnp.power
remainder = jnp.remainder
floor_divide = jnp.floor_divide
numpy_floor_divide = np.floor_divide
log2 = jnp.log2
atanh = jnp.arctanh
cosh = jnp.cosh
sinh = jnp.sinh


def left_shift(x: Any, n: Any) -> Any:
    """Shift bits left; amounts of at least the width give 0."""
    return jnp.left_shift(x, n)


def right_shift(x: Any, n: Any) -> Any:
    """Shift bits right with the sign; amounts of at least the width give 0 or -1."""
    return jnp.right_shift(x, n)


def same_dtype(given: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """The result has the operand's dtype."""
    return (given[0],), given[0]


def real_dtype(given: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """The result has the dtype of the operand's parts."""
    return (given[0],), np.empty(0, given[0]).real.dtype


def where_dtypes(given: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """The condition is a boolean; the others are promoted."""
    from sharray._ops.table import result_dtype

    dtype = result_dtype(*given[1:])
    return (np.dtype(bool), dtype, dtype), dtype


_ = (jax, lax)
