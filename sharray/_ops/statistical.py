"""Statistical functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import deferred, jnp, lax
from sharray._engine import kernels
from sharray._engine.folds import extreme
from sharray._engine.monoids import MAX, MIN, PRODUCT, SUM
from sharray._engine.shards import Each, Shards, Sizes
from sharray._ops import reductions_on_shards as on_shards
from sharray._ops._real import divisor
from sharray._ops.table import op, reduction
from sharray._record import handles
from sharray._record.views import convert

SECTION = "statistical functions"


def wide(dtype: Any, requested: Any) -> np.dtype:
    """Return the dtype of a sum: small integers are added up in 64 bits."""
    if requested is not None:
        return handles.check_dtype(np.dtype(requested))
    dtype = np.dtype(dtype)
    return {"b": np.dtype(np.int64), "i": np.dtype(np.int64), "u": np.dtype(np.uint64)}.get(
        dtype.kind, dtype
    )


def _inexact(dtype: Any) -> Any:
    dtype = np.dtype(dtype)
    return dtype if dtype.kind in "fc" else np.dtype(np.float64)


@reduction(
    on_shards=on_shards.reducing(np.add, wide),
    on_shards_if=on_shards.is_across_lines,
    section=SECTION,
)
def sum(x, /, *, axis=None, dtype=None, keepdims=False, valid):
    """Sum over axes (all by default); small integers are added up in 64 bits."""
    dtype = wide(x.dtype, dtype)
    return valid.fold(SUM, x, axis, keepdims, lambda x: convert(x, dtype))


@reduction(
    on_shards=on_shards.reducing(np.multiply, wide),
    on_shards_if=on_shards.is_across_lines,
    section=SECTION,
)
def prod(x, /, *, axis=None, dtype=None, keepdims=False, valid):
    """Product over axes (all by default); small integers are multiplied in 64 bits.

    Devices multiply parts and then their products, so one part may overflow before another one's
    zero is seen: the product of ``[0.0, 1e300, 1e300]``, zero in NumPy, may be NaN.
    """
    dtype = wide(x.dtype, dtype)
    return valid.fold(PRODUCT, x, axis, keepdims, lambda x: convert(x, dtype))


@reduction(
    on_shards=on_shards.reducing(np.maximum),
    on_shards_if=on_shards.has_fast_extremes,
    section=SECTION,
)
def max(x, /, *, axis=None, keepdims=False, valid):
    """Largest element over axes (all by default); NaN if one is."""
    return extreme(MAX, x, axis, keepdims, valid)


@reduction(
    on_shards=on_shards.reducing(np.minimum),
    on_shards_if=on_shards.has_fast_extremes,
    section=SECTION,
)
def min(x, /, *, axis=None, keepdims=False, valid):
    """Smallest element over axes (all by default); NaN if one is."""
    return extreme(MIN, x, axis, keepdims, valid)


def _divided(total: Any, count: Any) -> Any:
    """Divide by a number, rounding once."""
    by = jnp.asarray(count, total.real.dtype)
    return total / (by if total.dtype.kind == "c" else divisor(total, by))


def computed_in(dtype: Any) -> np.dtype:
    """Return the dtype in which means are computed, as NumPy does: float16 is soon too small."""
    dtype = _inexact(dtype)
    return np.dtype(np.float32) if dtype == np.float16 else dtype


def _mean(x: Any, axis: Any, keepdims: bool, valid: Any) -> Any:
    dtype = computed_in(x.dtype)
    total = valid.fold(SUM, x, axis, keepdims, lambda x: x.astype(dtype))
    return _divided(total, valid.count(axis))


@reduction(on_shards=on_shards.mean_shards, on_shards_if=on_shards.is_across_lines, section=SECTION)
def mean(x, /, *, axis=None, keepdims=False, valid):
    """Arithmetic mean over axes (all by default)."""
    return _mean(x, axis, keepdims, valid).astype(_inexact(x.dtype))


@reduction(section=SECTION)
def var(x, /, *, axis=None, correction=0.0, keepdims=False, valid):
    """Variance over axes (all by default), divided by the count less `correction`."""
    dtype = computed_in(x.dtype)

    def squared(x: Any, mean: Any) -> Any:
        centred = x.astype(dtype) - mean
        return (centred * centred.conj()).real

    total = valid.fold(SUM, x, axis, keepdims, squared, _mean(x, axis, True, valid))
    # NumPy: no degrees of freedom left is a division by zero, not by a negative number
    variance = _divided(total, jnp.maximum(valid.count(axis) - correction, 0))
    return variance.astype(x.dtype) if x.dtype == np.float16 else variance


def _scan(
    name: str, summary: str, local: Any, combine: Any, identity: float, ufunc: np.ufunc
) -> Any:
    """Declare a scan along an axis."""

    def scan_shards(x: Shards, /, *, each: Each, sizes: Sizes, axis: int, dtype: Any) -> Any:
        return [on_shards.accumulated(ufunc, x, each, axis, wide(x[0].dtype, dtype))]

    def kernel(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
        layout, axis = avals[0].layout, params.values["axis"]
        x = convert(args[0], aval.dtype)
        return kernels.scan(x, layout.mesh, layout.spec, axis, local, combine, identity)

    def scan(x, /, *, axis, dtype=None):
        return local(convert(x, wide(x.dtype, dtype)), axis)

    scan.__doc__ = f"{summary} along an axis."
    return op(
        rules.same,
        comm="reduce",
        name=name,
        host=lambda x, axis, dtype: ufunc.accumulate(x, axis, wide(x.dtype, dtype)),
        kernel=kernel,
        on_shards=scan_shards,
    )(scan)


def _cumulative(name: str, name_for_bool: str) -> Any:
    """Return the running result that JAX has of that name, of truth values by way of bytes."""

    def local(x: Any, axis: int) -> Any:
        if x.dtype == bool:
            return getattr(lax, name_for_bool)(x.astype(np.uint8), axis) != 0
        return getattr(lax, name)(x, axis)

    return local


def _sums(x: Any, axis: int) -> Any:
    """Return running sums. Those of -0.0 alone are -0.0, while JAX begins with 0.0."""
    if x.dtype.kind == "c":
        return lax.complex(_sums(x.real, axis), _sums(x.imag, axis))
    sums = _cumulative("cumsum", "cummax")(x, axis)
    if x.dtype.kind != "f" or not x.size:
        return sums
    index = lax.broadcasted_iota(np.int64, x.shape, axis)
    others = jnp.where((x == 0) & jnp.signbit(x), x.shape[axis], index)
    return jnp.where(index < jnp.min(others, axis, keepdims=True), x, sums)


# -0.0 + x is x for every x, also for -0.0
cumsum = _scan("cumsum", "Running sum", _sums, deferred.add, -0.0, np.add)
_products = _cumulative("cumprod", "cummin")
cumprod = _scan("cumprod", "Running product", _products, deferred.multiply, 1, np.multiply)
