"""The extension ``linalg``.

Decompositions treat each matrix by itself, on the device that holds it. A matrix that is sharded
within its rows or columns is brought together first; a single one is left to one device, which
hands the result out.
"""

from __future__ import annotations

import functools
import math
import numbers
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jnp, lax
from sharray._engine.blocks import on_logical
from sharray._engine.lookups import batched
from sharray._engine.monoids import MAX, MIN, SUM, Monoid
from sharray._ops._real import derivative_of
from sharray._ops.data_types import inexact, promoted
from sharray._ops.statistical import wide
from sharray._ops.table import op, reduction

SECTION = "linear algebra extension"
WHY = "a matrix is decomposed by one device; several matrices stay where they are"


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


def _host(name: str, result: Callable[..., Any]) -> Callable[..., Any]:
    """Return NumPy's function, made to return the `result` of this module."""
    fn = getattr(np.linalg, name)
    return lambda *args, **named: result(*fn(*args, **named))


#: Declares a function of each matrix by itself.
_of_matrices = functools.partial(op, rules.trailing, kernel=batched, why=WHY)


def _decomposition(
    name: str, *samples: str, host: Callable[..., Any] | bool = True
) -> Callable[..., Any]:
    name = f"linalg.{name}"
    samples = samples or (f"{name}(s)", f"{name}(x(35, 5, 5))")
    return _of_matrices(kinds="numeric", name=name, section=SECTION, host=host, samples=samples)


def _singular(x: Any) -> Any:
    """Mark the matrices that have no inverse, by the pivots of their LU decomposition."""
    return jnp.any(jnp.diagonal(lax.linalg.lu(x)[0], 0, -2, -1) == 0, axis=-1)


def _no_failure(x: Any) -> Any:
    return np.zeros(x.shape[:-2], bool)  # where NumPy fails it raises


def _hermitian(x: Any) -> Any:
    """Return the Hermitian matrices of which `x` has the lower triangles."""
    below = jnp.tril(x, -1)
    diagonal = jnp.where(jnp.eye(x.shape[-1], dtype=bool), x.real, 0)
    return below + jnp.matrix_transpose(below).conj() + diagonal


# JAX's derivative takes for granted that both triangles are moved alike
@derivative_of(lambda x: jnp.linalg.cholesky(_hermitian(x), symmetrize_input=False))
def _lower_factor(x: Any) -> Any:
    """Cholesky factor of the lower triangle: as in NumPy, only that is read."""
    return jnp.linalg.cholesky(x, symmetrize_input=False)


def _without_nan(x: Any) -> tuple[Any, Any]:
    """Return lower triangles without NaN, and where their Cholesky factors have it.

    As in NumPy a NaN is no failure: from its row on all pivots are NaN, which are not negative.
    """
    nan = jnp.tril(jnp.isnan(x))
    begun = jnp.cumsum(jnp.any(nan, axis=-1), axis=-1) > 0
    unknown = jnp.tril((jnp.cumsum(nan, axis=-1) > 0) | begun[..., None, :])
    # infinite pivots are no failures either, and what is below them is divided by them
    pivot = begun[..., None] & jnp.eye(x.shape[-1], dtype=bool)
    known = jnp.where(unknown, jnp.zeros((), x.dtype), x)
    return jnp.where(pivot, jnp.asarray(jnp.inf, x.dtype), known), unknown


@_of_matrices(
    name="linalg._cholesky",
    host=lambda x, upper: (np.linalg.cholesky(x, upper=upper), _no_failure(x)),
    samples=("linalg.cholesky(p)",),
)
def factored(x, /, *, upper):
    """Cholesky factor, and whether there is none."""
    x = inexact(x)
    lower = jnp.matrix_transpose(x).conj() if upper else x
    lower, unknown = _without_nan(lower)
    factor = _lower_factor(lower)
    failed = jnp.any(jnp.isnan(jnp.diagonal(factor, 0, -2, -1)), axis=-1)
    factor = jnp.where(unknown, jnp.asarray(jnp.nan, factor.dtype), factor)
    return (jnp.matrix_transpose(factor).conj() if upper else factor), failed


@op(
    rules.broadcast,
    kinds="numeric",
    name="linalg.cross",
    section=SECTION,
    common_axis=True,
    splits=True,
    why="where the axis of three is sharded, its components go to every device",
    samples=("linalg.cross(x(n, 3), x(n, 3))", "linalg.cross(x(3, n), x(3, n), axis=0)"),
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
    return jnp.linalg.det(inexact(x))


@_decomposition("eigh", "linalg.eigh(p)", host=_host("eigh", EigResult))
def eigh(x, /):
    """Eigenvalues, ascending, and eigenvectors of symmetric or Hermitian matrices."""
    return EigResult(*jnp.linalg.eigh(inexact(x), symmetrize_input=False))


@_decomposition("eigvalsh", "linalg.eigvalsh(p)")
def eigvalsh(x, /):
    """Eigenvalues, ascending, of symmetric or Hermitian matrices."""
    return jnp.linalg.eigvalsh(inexact(x), symmetrize_input=False)


def _complex(x: Any) -> Any:
    return x.astype(np.result_type(x.dtype, np.complex64))


@_decomposition("eig", host=lambda x: EigResult(*map(_complex, np.linalg.eig(x))))
def eig(x, /):
    """Eigenvalues and eigenvectors, complex."""
    return EigResult(*jnp.linalg.eig(inexact(x)))


@_decomposition("eigvals", host=lambda x: _complex(np.linalg.eigvals(x)))
def eigvals(x, /):
    """Eigenvalues, complex."""
    return jnp.linalg.eigvals(inexact(x))


@_of_matrices(
    name="linalg._inv",
    host=lambda x: (np.linalg.inv(x), _no_failure(x)),
    samples=("linalg.inv(s)", "linalg.inv(x(35, 5, 5))"),
)
def inverted(x, /):
    """Inverse, and whether there is none."""
    x = inexact(x)
    return jnp.linalg.inv(x), _singular(x)


def _norm(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    by_values = params.values["ord"] in (2, -2, "nuc")
    return (batched if by_values else on_logical)(op, args, avals, aval, params)


@op(
    rules.trailing,
    kinds="numeric",
    name="linalg.matrix_norm",
    section=SECTION,
    kernel=_norm,
    why="singular values are found by one device; other norms are sums",
    samples=(
        "linalg.matrix_norm(s)",
        "linalg.matrix_norm(x(35, 5, 5))",
        "linalg.matrix_norm(s, ord=2)",
    ),
)
def matrix_norm(x, /, *, ord="fro"):
    """Norm of each matrix: "fro", "nuc", 1, 2, inf or a negative of those numbers."""
    x = inexact(x)
    if ord in (2, -2, "nuc"):
        values = _singular_values(x)
        if ord == "nuc":
            return values.sum(axis=-1)
        return values.max(axis=-1) if ord == 2 else values.min(axis=-1)
    norm = jnp.linalg.matrix_norm(x, ord=ord)
    if ord in (1, -1, np.inf, -np.inf):  # on CPU XLA loses a NaN in an extreme
        lost = jnp.any(jnp.isnan(x), axis=(-2, -1))
        norm = jnp.where(lost, jnp.asarray(jnp.nan, norm.dtype), norm)
    return norm


@_of_matrices(
    name="linalg._matrix_power", host=np.linalg.matrix_power, samples=("linalg.matrix_power(s, 3)",)
)
def power(x, n, /):
    """Power of each square matrix."""
    return jnp.linalg.matrix_power(x, n)


@_decomposition("pinv")
def pinv(x, /, *, rtol):
    """Moore-Penrose pseudo-inverse; singular values below rtol times the largest count as 0."""
    return jnp.linalg.pinv(inexact(x), rtol=rtol)


@_decomposition("qr", host=_host("qr", QRResult))
def qr(x, /, *, mode="reduced"):
    """QR decomposition, "reduced" or "complete"."""
    return QRResult(*jnp.linalg.qr(inexact(x), mode=mode))


@_decomposition("slogdet", host=_host("slogdet", SlogdetResult))
def slogdet(x, /):
    """Sign and logarithm of the absolute value of the determinant."""
    return SlogdetResult(*jnp.linalg.slogdet(inexact(x)))


@_decomposition("svd", host=_host("svd", SVDResult))
def svd(x, /, *, full_matrices=True):
    """Singular value decomposition, values descending."""
    return SVDResult(*jnp.linalg.svd(inexact(x), full_matrices=full_matrices))


@_decomposition("svdvals")
def svdvals(x, /):
    """Singular values, descending."""
    return _singular_values(inexact(x))


def _singular_values(x: Any) -> Any:
    """Return them descending. XLA would keep memory for vectors that fill up square matrices."""
    return jnp.linalg.svd(x, full_matrices=False, compute_uv=False)


@op(
    rules.trailing,
    name="linalg.trace",
    section=SECTION,
    comm="reduce",
    host=lambda x, offset, dtype: np.linalg.trace(x, offset=offset, dtype=dtype),
    samples=("linalg.trace(s)",),
)
def trace(x, /, *, offset=0, dtype=None):
    """Sum of each matrix's diagonal; small integers are added up in 64 bits."""
    return jnp.sum(jnp.diagonal(x, offset, -2, -1), axis=-1, dtype=wide(x.dtype, dtype))


@reduction(
    kinds="numeric",
    name="linalg.vector_norm",
    section=SECTION,
    samples=("linalg.vector_norm(m, axis=0)", "linalg.vector_norm(v)"),
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
