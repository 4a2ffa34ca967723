"""The extension ``linalg``."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from sharray._ops import rules
from sharray._ops.linear_algebra import matmul, promoted, tensordot, vecdot
from sharray._ops.manipulation import matrix_transpose
from sharray._ops.table import composite, op

_page = "linear algebra extension"


class EigResult(NamedTuple):
    """Result of `eig` and `eigh`."""

    eigenvalues: Any
    eigenvectors: Any


class QRResult(NamedTuple):
    """Result of `qr`."""

    Q: Any
    R: Any


class SlogdetResult(NamedTuple):
    """Result of `slogdet`."""

    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    """Result of `svd`."""

    U: Any
    S: Any
    Vh: Any


def _square(x: Any, name: str) -> None:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ValueError(f"{name} needs square matrices, got shape {x.shape}")


@op(rules.trailing, kinds="floating-point", name="linalg.cholesky", section=_page)
def cholesky(x, /, *, upper=False):
    """Cholesky factor of symmetric or Hermitian positive definite matrices."""
    _square(x, "cholesky")
    return jnp.linalg.cholesky(x, upper=upper)


@op(rules.broadcast, kinds="numeric", name="linalg.cross", section=_page, comm="exchange")
def cross(x1, x2, /, *, axis=-1):
    """Cross product of vectors of three along an axis; the other dimensions broadcast."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(f"cross needs vectors of 3 along axis {axis}: {x1.shape}, {x2.shape}")
    x1, x2 = jnp.broadcast_arrays(*promoted(x1, x2))
    return jnp.cross(x1, x2, axis=axis)


@op(rules.trailing, kinds="floating-point", name="linalg.det", section=_page)
def det(x, /):
    """Determinant of each matrix."""
    _square(x, "det")
    return jnp.linalg.det(x)


@op(rules.trailing, kinds="all", name="linalg.diagonal", section=_page)
def diagonal(x, /, *, offset=0):
    """Diagonal of each matrix."""
    return jnp.diagonal(x, offset, -2, -1)


@op(rules.trailing, kinds="floating-point", name="linalg.eigh", section=_page)
def eigh(x, /):
    """Eigenvalues, ascending, and eigenvectors of symmetric or Hermitian matrices."""
    _square(x, "eigh")
    return EigResult(*jnp.linalg.eigh(x, symmetrize_input=False))


@op(rules.trailing, kinds="floating-point", name="linalg.eigvalsh", section=_page)
def eigvalsh(x, /):
    """Eigenvalues, ascending, of symmetric or Hermitian matrices."""
    _square(x, "eigvalsh")
    return jnp.linalg.eigvalsh(x, symmetrize_input=False)


@op(rules.trailing, kinds="floating-point", name="linalg.eig", section=_page)
def eig(x, /):
    """Eigenvalues and eigenvectors, complex."""
    _square(x, "eig")
    return EigResult(*jnp.linalg.eig(x))


@op(rules.trailing, kinds="floating-point", name="linalg.eigvals", section=_page)
def eigvals(x, /):
    """Eigenvalues, complex."""
    _square(x, "eigvals")
    return jnp.linalg.eigvals(x)


@op(rules.trailing, kinds="floating-point", name="linalg.inv", section=_page)
def inv(x, /):
    """Inverse of each matrix."""
    _square(x, "inv")
    return jnp.linalg.inv(x)


@op(rules.trailing, kinds="floating-point", name="linalg.matrix_norm", section=_page)
def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norm of each matrix: "fro", "nuc", 1, 2, inf or a negative of those numbers."""
    return jnp.linalg.matrix_norm(x, keepdims=keepdims, ord=ord)


@op(rules.trailing, kinds="floating-point", name="linalg.matrix_power", section=_page)
def matrix_power(x, n, /):
    """Power of each square matrix; a negative one is that of the inverse."""
    _square(x, "matrix_power")
    return jnp.linalg.matrix_power(x, n)


@op(rules.trailing, kinds="floating-point", name="linalg.matrix_rank", section=_page)
def matrix_rank(x, /, *, rtol=None):
    """Number (int64) of singular values above rtol times the largest one."""
    if x.ndim < 2:
        raise ValueError(f"matrix_rank needs matrices, got shape {x.shape}")
    values = jnp.linalg.svd(x, compute_uv=False)
    if rtol is None:
        rtol = max(x.shape[-2:]) * jnp.finfo(x.dtype).eps
    limit = jnp.asarray(rtol)[..., None] * jnp.max(values, axis=-1, keepdims=True, initial=0)
    return jnp.sum(values > limit, axis=-1, dtype=jnp.int64)


@op(
    rules.outer, kinds="numeric", name="linalg.outer", section=_page, comm="exchange", recorded=True
)
def outer(x1, x2, /):
    """Products of all pairs of elements of two vectors."""
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer needs vectors, got shapes {x1.shape} and {x2.shape}")
    x1, x2 = promoted(x1, x2)
    return x1[:, None] * x2[None, :]


@op(rules.trailing, kinds="floating-point", name="linalg.pinv", section=_page)
def pinv(x, /, *, rtol=None):
    """Moore-Penrose pseudo-inverse; singular values below rtol times the largest count as 0."""
    if rtol is None:
        rtol = max(x.shape[-2:]) * jnp.finfo(x.dtype).eps
    return jnp.linalg.pinv(x, rtol=rtol)


@op(rules.trailing, kinds="floating-point", name="linalg.qr", section=_page)
def qr(x, /, *, mode="reduced"):
    """QR decomposition, "reduced" or "complete"."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"qr: mode must be 'reduced' or 'complete', not {mode!r}")
    return QRResult(*jnp.linalg.qr(x, mode=mode))


@op(rules.trailing, kinds="floating-point", name="linalg.slogdet", section=_page)
def slogdet(x, /):
    """Sign and logarithm of the absolute value of the determinant."""
    _square(x, "slogdet")
    return SlogdetResult(*jnp.linalg.slogdet(x))


@op(rules.trailing, kinds="floating-point", name="linalg.solve", section=_page)
def solve(x1, x2, /):
    """Solution of x1 @ x = x2; x2 is one vector, or matrices."""
    _square(x1, "solve")
    x1, x2 = promoted(x1, x2)
    if x2.ndim == 1:
        return jnp.linalg.solve(
            x1, x2[:, None] if x1.ndim == 2 else jnp.broadcast_to(x2[:, None], (*x1.shape[:-1], 1))
        )[..., 0]
    return jnp.linalg.solve(x1, x2)


@op(rules.trailing, kinds="floating-point", name="linalg.svd", section=_page)
def svd(x, /, *, full_matrices=True):
    """Singular value decomposition, values descending."""
    return SVDResult(*jnp.linalg.svd(x, full_matrices=full_matrices))


@op(rules.trailing, kinds="floating-point", name="linalg.svdvals", section=_page)
def svdvals(x, /):
    """Singular values, descending."""
    return jnp.linalg.svd(x, compute_uv=False)


@op(
    rules.trailing,
    kinds="numeric",
    name="linalg.trace",
    section=_page,
    comm="reduce",
    host=lambda x, offset, dtype: np.linalg.trace(x, offset=offset, dtype=dtype),
)
def trace(x, /, *, offset=0, dtype=None):
    """Sum of each matrix's diagonal; small integers are added up in 64 bits."""
    from sharray._ops.statistical import _wide

    return jnp.sum(jnp.diagonal(x, offset, -2, -1), axis=-1, dtype=_wide(x.dtype, dtype))


@op(
    rules.reduce,
    kinds="floating-point",
    name="linalg.vector_norm",
    section=_page,
    comm="reduce",
    recorded=True,
)
def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Norm over axes (all by default), of the order `ord`: any number, inf or -inf."""
    return jnp.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


_ = composite
__all__ = [
    "cholesky", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv", "matmul",
    "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr",
    "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
]  # fmt: skip
