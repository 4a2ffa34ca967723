"""Utility functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jnp
from sharray._engine.monoids import ALL, ANY
from sharray._ops.data_types import promoted
from sharray._ops.table import op, reduction

SECTION = "utility functions"


def _nonzero(x: Any) -> Any:
    # JAX's own `any` forgets that an imaginary part is not nothing
    return x != 0


@reduction(section=SECTION)
def all(x, /, *, axis=None, keepdims=False, valid):
    """Whether all elements over axes (all by default) are true."""
    return valid.fold(ALL, x, axis, keepdims, _nonzero)


@reduction(section=SECTION)
def any(x, /, *, axis=None, keepdims=False, valid):
    """Whether any element over axes (all by default) is true."""
    return valid.fold(ANY, x, axis, keepdims, _nonzero)


def _diff_host(x, axis, n, prepend, append):
    more = {k: v for k, v in (("prepend", prepend), ("append", append)) if v is not None}
    return np.diff(x, n, axis, **more)


@op(
    rules.concat,
    comm="halo",
    section=SECTION,
    host=_diff_host,
    splits=True,
    samples=("diff(m, axis=0)", "diff(v, n=3)"),
)
def diff(x, /, *, axis=-1, n=1, prepend=None, append=None):
    """Difference of neighbours along an axis, n times.

    `prepend` and `append` are joined to the array first, if n is not 0.
    """
    if n < 0:
        raise ValueError(f"n must not be negative, got {n}")
    parts = [a for a in (prepend, x, append) if a is not None]
    if n and len(parts) > 1:
        x = jnp.concatenate(promoted(*parts), axis)
    return jnp.diff(x, n, axis)
