"""The extension ``linalg``.

Decompositions treat each matrix by itself, on the device that holds it. A matrix that is sharded
within its rows or columns is brought together first; a single one is left to one device, which
hands the result out.
"""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import Tracer

from sharray._core import rules
from sharray._core.node import TRACED
from sharray._engine.blocks import on_logical
from sharray._engine.folds import MAX, MIN, SUM, Monoid
from sharray._engine.lookups import batched
from sharray._ops.data_types import inexact, promoted
from sharray._ops.linear_algebra import matmul, tensordot, vecdot
from sharray._ops.manipulation import matrix_transpose
from sharray._ops.solving import solved
from sharray._ops.statistical import wide
from sharray._ops.table import composite, op
from sharray._ops.utility import any as any_of
from sharray._record import record

_page = "linear algebra extension"
_WHY = "a matrix is decomposed by one device; several matrices stay where they are"


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


def _check_matrices(x: Any, square: bool = True) -> None:
    if x.ndim < 2:
        raise np.linalg.LinAlgError(f"needs at least two dimensions, got shape {x.shape}")
    if square and x.shape[-1] != x.shape[-2]:
        raise np.linalg.LinAlgError(f"needs square matrices, got shape {x.shape}")


def _matrices(x: Any, square: bool = True) -> Any:
    """Check that `x` holds matrices and return them as floating-point ones."""
    _check_matrices(x, square)
    return inexact(x)


def _host(name: str, result: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return NumPy's function, made to return the `result` of this module."""
    fn = getattr(np.linalg, name)
    return fn if result is None else lambda *args, **named: result(*fn(*args, **named))


def _decomposition(name: str, host: Callable[..., Any] | bool = True) -> Callable[..., Any]:
    return op(
        rules.trailing, kinds="numeric", name=f"linalg.{name}", section=_page, host=host,
        kernel=batched, why=_WHY,
    )  # fmt: skip


def _raise_if(failed: Any, message: str) -> None:
    """Raise LinAlgError if it `failed` for a matrix; what is traced cannot tell."""
    if isinstance(failed, Tracer) or failed._read().depth == TRACED:
        return
    if any_of(failed):
        raise np.linalg.LinAlgError(message)


def _singular(x: Any) -> Any:
    """Mark the matrices that have no inverse, by the pivots of their LU decomposition."""
    return jnp.any(jnp.diagonal(lax.linalg.lu(x)[0], 0, -2, -1) == 0, axis=-1)


def _no_failure(x: Any) -> Any:
    return np.zeros(x.shape[:-2], bool)  # where NumPy fails it raises


@op(
    rules.trailing,
    name="linalg._cholesky",
    why=_WHY,
    kernel=batched,
    host=lambda x, upper: (np.linalg.cholesky(x, upper=upper), _no_failure(x)),
)
def _cholesky(x, /, *, upper):
    """Cholesky factor, and whether there is none."""
    x = _matrices(x)
    # as NumPy, only one triangle is read
    lower = jnp.matrix_transpose(x).conj() if upper else x
    made = jnp.linalg.cholesky(lower, symmetrize_input=False)
    failed = jnp.any(jnp.isnan(jnp.diagonal(made, 0, -2, -1)), axis=-1)
    return (jnp.matrix_transpose(made).conj() if upper else made), failed


@composite(kinds="numeric", comm="gather", name="linalg.cholesky", section=_page, why=_WHY)
def cholesky(x, /, *, upper=False):
    """Cholesky factor of symmetric or Hermitian positive definite matrices.

    Only the triangle of the factor is read. Waits for the result.

    Parameters
    ----------
    x : array
        Square matrices.
    upper : bool
        Whether the factor is the upper triangular one.

    Raises
    ------
    numpy.linalg.LinAlgError
        If the matrices are not square, or one is not positive definite.
    """
    made, failed = _cholesky(x, upper=upper)
    _raise_if(failed, "Matrix is not positive definite")
    return made


@op(
    rules.broadcast,
    kinds="numeric",
    name="linalg.cross",
    section=_page,
    comm="gather",
    common_axis=True,
    splits=True,
    why="where the axis of three is sharded, its components go to every device",
)
def cross(x1, x2, /, *, axis=-1):
    """Cross product of vectors of three along an axis; the other dimensions broadcast."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(f"needs vectors of 3 along axis {axis}")
    x1, x2 = jnp.broadcast_arrays(*promoted(x1, x2))
    return jnp.cross(x1, x2, axis=axis)


@_decomposition("det")
def det(x, /):
    """Determinant of each matrix."""
    return jnp.linalg.det(_matrices(x))


@op(rules.trailing, comm="reduce", name="linalg.diagonal", section=_page)
def diagonal(x, /, *, offset=0):
    """Diagonal of each matrix."""
    return jnp.diagonal(x, offset, -2, -1)


@_decomposition("eigh", _host("eigh", EigResult))
def eigh(x, /):
    """Eigenvalues, ascending, and eigenvectors of symmetric or Hermitian matrices."""
    return EigResult(*jnp.linalg.eigh(_matrices(x), symmetrize_input=False))


@_decomposition("eigvalsh")
def eigvalsh(x, /):
    """Eigenvalues, ascending, of symmetric or Hermitian matrices."""
    return jnp.linalg.eigvalsh(_matrices(x), symmetrize_input=False)


def _complex(x: Any) -> Any:
    return x.astype(np.result_type(x.dtype, np.complex64))


@_decomposition("eig", lambda x: EigResult(*map(_complex, np.linalg.eig(x))))
def eig(x, /):
    """Eigenvalues and eigenvectors, complex."""
    return EigResult(*jnp.linalg.eig(_matrices(x)))


@_decomposition("eigvals", lambda x: _complex(np.linalg.eigvals(x)))
def eigvals(x, /):
    """Eigenvalues, complex."""
    return jnp.linalg.eigvals(_matrices(x))


@op(
    rules.trailing,
    name="linalg._inv",
    why=_WHY,
    kernel=batched,
    host=lambda x: (np.linalg.inv(x), _no_failure(x)),
)
def _inv(x, /):
    """Inverse, and whether there is none."""
    x = _matrices(x)
    return jnp.linalg.inv(x), _singular(x)


@composite(kinds="numeric", comm="gather", name="linalg.inv", section=_page, why=_WHY)
def inv(x, /):
    """Inverse of each matrix. Waits for the result.

    Parameters
    ----------
    x : array
        Square matrices.

    Raises
    ------
    numpy.linalg.LinAlgError
        If the matrices are not square, or one is singular.
    """
    made, failed = _inv(x)
    _raise_if(failed, "Singular matrix")
    return made


def _norm(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    by_values = params.values["ord"] in (2, -2, "nuc")
    return (batched if by_values else on_logical)(op, args, avals, aval, params)


@op(rules.trailing, kinds="numeric", name="linalg.matrix_norm", section=_page, kernel=_norm,
    why="singular values are found by one device; other norms are sums")  # fmt: skip
def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norm of each matrix: "fro", "nuc", 1, 2, inf or a negative of those numbers."""
    x = _matrices(x, square=False)
    made = jnp.linalg.matrix_norm(x, keepdims=keepdims, ord=ord)
    is_extreme = ord in (1, -1, np.inf, -np.inf)
    return _with_nan(made, x, (-2, -1), keepdims) if is_extreme else made


def _with_nan(norm: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    """Return a norm that is an extreme with NaN where an element is: on CPU XLA loses it."""
    lost = jnp.any(jnp.isnan(x), axis=axis, keepdims=keepdims)
    return jnp.where(lost, jnp.asarray(jnp.nan, norm.dtype), norm)


@op(
    rules.trailing,
    name="linalg._matrix_power",
    kernel=batched,
    host=np.linalg.matrix_power,
    why=_WHY,
)
def _power(x, n, /):
    """Power of each square matrix."""
    return jnp.linalg.matrix_power(x, n)


@composite(kinds="numeric", comm="gather", name="linalg.matrix_power", section=_page, why=_WHY)
def matrix_power(x, n, /):
    """Power of each square matrix; a negative one is that of the inverse.

    Parameters
    ----------
    x : array
        Square matrices.
    n : int
        The exponent.

    Raises
    ------
    TypeError
        If the exponent is not an integer.
    numpy.linalg.LinAlgError
        If the matrices are not square, or one is singular and the exponent negative.
    """
    try:
        n = operator.index(n)
    except TypeError as error:
        raise TypeError(f"exponent must be an integer, not {n!r}") from error
    x = record.as_handle(x, "matrix_power")
    _check_matrices(x)
    return _power(inv(x), -n) if n < 0 else _power(x, n)


@_decomposition("matrix_rank")
def matrix_rank(x, /, *, rtol=None):
    """Number (int64) of singular values above rtol times the largest one."""
    x = _matrices(x, square=False)
    values = jnp.linalg.svd(x, compute_uv=False)
    if rtol is None:
        rtol = max(x.shape[-2:]) * jnp.finfo(x.dtype).eps
    limit = jnp.asarray(rtol)[..., None] * jnp.max(values, axis=-1, keepdims=True, initial=0)
    return jnp.sum(values > limit, axis=-1, dtype=jnp.int64)


@op(
    rules.outer, kinds="numeric", name="linalg.outer", section=_page, comm="exchange",
    recorded=True, splits=True,
)  # fmt: skip
def outer(x1, x2, /):
    """Products of all pairs of elements of two vectors."""
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError("needs vectors")
    x1, x2 = promoted(x1, x2)
    return x1[:, None] * x2[None, :]


@_decomposition("pinv")
def pinv(x, /, *, rtol=None):
    """Moore-Penrose pseudo-inverse; singular values below rtol times the largest count as 0."""
    x = _matrices(x, square=False)
    if rtol is None:
        rtol = max(x.shape[-2:]) * jnp.finfo(x.dtype).eps
    return jnp.linalg.pinv(x, rtol=rtol)


@_decomposition("qr", _host("qr", QRResult))
def qr(x, /, *, mode="reduced"):
    """QR decomposition, "reduced" or "complete"."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"mode must be 'reduced' or 'complete', not {mode!r}")
    return QRResult(*jnp.linalg.qr(_matrices(x, square=False), mode=mode))


@_decomposition("slogdet", _host("slogdet", SlogdetResult))
def slogdet(x, /):
    """Sign and logarithm of the absolute value of the determinant."""
    return SlogdetResult(*jnp.linalg.slogdet(_matrices(x)))


@composite(kinds="numeric", comm="gather", name="linalg.solve", section=_page, why=_WHY)
def solve(x1, x2, /):
    """Solution of x1 @ x = x2. Waits for the result.

    Parameters
    ----------
    x1 : array
        Square matrices.
    x2 : array
        One vector, or matrices; the other dimensions broadcast.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    numpy.linalg.LinAlgError
        If the matrices are not square, or one is singular.
    """
    made, failed = solved(x1, x2)
    _raise_if(failed, "Singular matrix")
    return made


@_decomposition("svd", _host("svd", SVDResult))
def svd(x, /, *, full_matrices=True):
    """Singular value decomposition, values descending."""
    return SVDResult(*jnp.linalg.svd(_matrices(x, square=False), full_matrices=full_matrices))


@_decomposition("svdvals")
def svdvals(x, /):
    """Singular values, descending."""
    return jnp.linalg.svd(_matrices(x, square=False), compute_uv=False)


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
    return jnp.sum(jnp.diagonal(x, offset, -2, -1), axis=-1, dtype=wide(x.dtype, dtype))


@op(
    rules.reduce,
    kinds="numeric",
    name="linalg.vector_norm",
    section=_page,
    comm="reduce",
    recorded=True,
)
def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, valid):
    """Norm over axes (all by default), of the order `ord`: any number, inf or -inf."""
    ord = 2 if ord is None else ord
    if not isinstance(ord, numbers.Real):
        raise ValueError(f"Invalid norm order {ord!r} for vectors")

    def fold(by: Monoid, each: Callable[[Any], Any]) -> Any:
        return valid.fold(by, x, axis, keepdims, lambda x: each(inexact(x)))

    if ord == 2:
        return jnp.sqrt(fold(SUM, lambda x: (x * jnp.conj(x)).real))
    if ord == 0:
        return fold(SUM, lambda x: (x != 0).astype(x.real.dtype))
    if abs(ord) == math.inf:
        count = valid.count(axis)
        nothing = isinstance(count, int) and count == 0  # which has the norm 0
        return fold(MIN if ord < 0 else SUM if nothing else MAX, jnp.abs)
    return fold(SUM, lambda x: jnp.abs(x) ** ord) ** (1 / ord)


__all__ = [
    "cholesky", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh", "inv", "matmul",
    "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr",
    "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
]  # fmt: skip
