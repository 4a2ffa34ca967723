"""Sorting functions."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from sharray._engine.blocks import along
from sharray._ops import rules
from sharray._ops.table import op

_page = "sorting functions"
_WHY = "a vector has only the axis that is sorted; with more axes it is an exchange"


def _sort_host(x, axis, descending, stable):
    made = np.sort(x, axis=axis, stable=stable)
    return np.flip(made, axis) if descending else made


def _argsort_host(x, axis, descending, stable):
    if not descending:
        return np.argsort(x, axis=axis, stable=stable)
    # equal elements keep their order, so the reversed array is sorted and read backwards
    backwards = np.flip(np.argsort(np.flip(x, axis), axis=axis, stable=True), axis)
    return x.shape[axis] - 1 - backwards


@op(rules.same, comm="gather", section=_page, host=_sort_host, kernel=along, why=_WHY)
def sort(x, /, *, axis=-1, descending=False, stable=True):
    """Sort along an axis; NaNs come last, or first if descending."""
    return jnp.sort(x, axis=axis, descending=descending, stable=stable)


@op(rules.same, comm="gather", section=_page, host=_argsort_host, kernel=along, why=_WHY)
def argsort(x, /, *, axis=-1, descending=False, stable=True):
    """Indices (int64) that sort along an axis."""
    made = jnp.argsort(x, axis=axis, descending=descending, stable=stable)
    return made.astype(jnp.int64)


@op(
    rules.concat,
    comm="gather",
    name="numpy.lexsort",
    host=lambda keys, axis: np.lexsort(keys, axis),
    kernel=along,
    why=_WHY,
)
def lexsort(keys, /, *, axis):
    """Indices (int64) that sort along an axis by several keys, the last of which counts first."""
    return jnp.lexsort(keys, axis=axis).astype(jnp.int64)
