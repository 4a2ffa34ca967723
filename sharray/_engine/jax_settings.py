"""Settings of JAX that are about the user's functions, kept away from the engine's own programs.

What JAX is asked to complain of (operands of different ranks or dtypes, NaN) may be in the padding,
or how an operation is written; and a program of many devices cannot do without `jit`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from sharray._core.layout import each_aval, lengths, logical_index
from sharray._core.lazy import jax
from sharray._core.links import see


def check_types() -> None:
    """Raise where JAX would quietly make 32-bit numbers of others.

    Raises
    ------
    RuntimeError
        If its 64-bit types were turned off after the import of the library.
    """
    config: Any = jax.config
    if not config.jax_enable_x64:
        raise RuntimeError(
            "JAX's 64-bit types (jax_enable_x64) have been turned off, which sharray turned on "
            "when it was imported: its dtypes are NumPy's. Turn them on again; use dtype=float32"
            + see("float64-off")
        )


def precision() -> str:
    """Return the precision of products of single-precision numbers.

    They have all their digits, as NumPy's, unless the user has set it (JAX's setting
    ``jax_default_matmul_precision``): accelerators leave out half of them by default.
    """
    return current()[0]


def current() -> tuple[str, bool]:
    """Return the precision, and whether JAX is to look at results, or not to compile."""
    config: Any = jax.config
    checks = config.jax_debug_nans or config.jax_debug_infs or config.jax_disable_jit
    return config.jax_default_matmul_precision or "highest", checks


def of_user(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of the user's that is traced at JAX's own precision."""
    config: Any = jax.config
    theirs = config.jax_default_matmul_precision

    def at_their_precision(*args: Any) -> Any:
        with jax.default_matmul_precision(theirs):
            return function(*args)

    return at_their_precision


@contextlib.contextmanager
def tracing() -> Iterator[None]:
    """Trace operations under JAX's default settings, and at `precision`, in a ``with`` block."""
    check_types()
    with (
        jax.default_matmul_precision(precision()),
        jax.numpy_rank_promotion("allow"),
        jax.numpy_dtype_promotion("standard"),
        jax.disable_jit(False),
    ):
        yield


def unchecked(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs a program without a look at its padding."""

    def without_checks(*args: Any) -> Any:
        with jax.debug_nans(False), jax.debug_infs(False), jax.disable_jit(False):
            return run(*args)

    return without_checks


def complain(results: Iterable[tuple[Any, Any]]) -> None:
    """Raise FloatingPointError for what JAX is asked to look for in results, padding aside.

    Raises
    ------
    FloatingPointError
        Under ``jax.debug_nans`` or ``jax.debug_infs``.
    """
    config: Any = jax.config
    wanted = ((config.jax_debug_nans, "NaN"), (config.jax_debug_infs, "an infinity"))
    single = [
        pair
        for avals, values in results
        for pair in zip(
            each_aval(avals), values if isinstance(avals, tuple) else [values], strict=True
        )
    ]
    for aval, value in single:
        if aval.dtype.kind not in "fc" or not math.prod(aval.shape):
            continue
        for shard in value.addressable_shards:
            sizes = lengths(logical_index(shard.index, value.shape, aval.shape))
            part = np.asarray(shard.data)[tuple(map(slice, sizes))]
            for (enabled, what), find in zip(wanted, (np.isnan, np.isinf), strict=True):
                if enabled and find(part).any():
                    raise FloatingPointError(f"{what} in a result of the program: {aval}")
