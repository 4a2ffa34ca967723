"""Products of arrays: the linear algebra functions of the main namespace."""

from __future__ import annotations

from sharray._core import rules
from sharray._core.lazy import jnp
from sharray._ops.contraction import of_matmul, of_tensordot
from sharray._ops.data_types import promoted
from sharray._ops.table import op

SECTION = "linear algebra functions"

_WHY = "where the rows of both are sharded, every device multiplies by the whole of the second"


@op(
    rules.labelled,
    section=SECTION,
    splits=True,
    why=_WHY,
    rewrite=of_matmul,
    samples=("matmul(m, x(k, 40))", "m.T @ m2", "matmul(s, s2)"),
)
def matmul(x1, x2, /):
    """Matrix product of the last two dimensions; others broadcast, vectors are allowed.

    The result has the rows' sharding of x1 and the columns' of x2.
    """
    return jnp.matmul(*promoted(x1, x2))


@op(
    rules.labelled,
    section=SECTION,
    splits=True,
    why=_WHY,
    rewrite=of_tensordot,
    samples=("tensordot(m, m2, axes=2)", "tensordot(s, s2, axes=1)"),
)
def tensordot(x1, x2, /, *, axes=2):
    """Sum of products over the last `axes` of x1 and the first of x2, or over given pairs."""
    return jnp.tensordot(*promoted(x1, x2), axes=axes)


@op(
    rules.vecdot,
    comm="reduce",
    section=SECTION,
    common_axis=True,
    splits=True,
    samples=("vecdot(m, m2, axis=0)", "vecdot(v, v2)"),
)
def vecdot(x1, x2, /, *, axis=-1):
    """Sum of conj(x1) * x2 over an axis; the other dimensions broadcast."""
    x1, x2 = promoted(x1, x2)
    if x1.shape[axis] != x2.shape[axis]:
        raise ValueError(f"vectors of {x1.shape[axis]} and {x2.shape[axis]} along axis {axis}")
    if x1.dtype.kind == "b":
        return jnp.any(x1 & x2, axis=axis)
    return jnp.sum(jnp.conj(x1) * x2, axis=axis, dtype=x1.dtype)
