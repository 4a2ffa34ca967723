"""Linear algebra functions of the main namespace."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from sharray._ops import rules
from sharray._ops.table import op

_page = "linear algebra functions"


def promoted(*arrays: Any) -> list[Any]:
    """Cast arrays to their common dtype."""
    dtype = np.result_type(*[np.dtype(a.dtype) for a in arrays])
    return [a.astype(dtype) for a in arrays]


@op(rules.matmul, comm="exchange", section=_page)
def matmul(x1, x2, /):
    """Matrix product of the last two dimensions; others broadcast, vectors are allowed."""
    return jnp.matmul(*promoted(x1, x2))


@op(rules.tensordot, comm="exchange", section=_page)
def tensordot(x1, x2, /, *, axes=2):
    """Sum of products over the last `axes` of x1 and the first of x2, or over given pairs."""
    return jnp.tensordot(*promoted(x1, x2), axes=axes)


@op(rules.vecdot, comm="reduce", section=_page)
def vecdot(x1, x2, /, *, axis=-1):
    """Sum of conj(x1) * x2 over an axis; the other dimensions broadcast."""
    x1, x2 = promoted(x1, x2)
    return jnp.sum(jnp.conj(x1) * x2, axis=axis, dtype=x1.dtype)
