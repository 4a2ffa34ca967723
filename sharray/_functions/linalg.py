"""`numpy.linalg` on sharded arrays."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._core import user_line
from sharray._core.lazy import is_tracer
from sharray._functions import products
from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import linalg as standard
from sharray._ops import manipulation as mp
from sharray._ops import products as la
from sharray._ops import statistical as st
from sharray._ops import utility
from sharray._ops.creation import tril
from sharray._ops.data_types import astype
from sharray._ops.solving import solved
from sharray._ops.table import composite
from sharray._ops.triangle import triangle

LinAlgError = np.linalg.LinAlgError
_no = np._NoValue


def _inexact(a: Any) -> Any:
    """Return an array of a dtype that LAPACK knows."""
    x = array(a)
    if x.dtype.kind in "biu":
        return astype(x, np.dtype(float))
    if x.dtype == np.float16:
        raise TypeError(f"array type {x.dtype} is unsupported in linalg")
    return x


def _matrices(a: Any) -> Any:
    x = _inexact(a)
    if x.ndim < 2:
        raise LinAlgError(
            f"{x.ndim}-dimensional array given. Array must be at least two-dimensional"
        )
    return x


def _square(a: Any) -> Any:
    x = _matrices(a)
    if x.shape[-1] != x.shape[-2]:
        raise LinAlgError(f"Last 2 dimensions of the array must be square, not {x.shape}")
    return x


def _transposed(x: Any) -> Any:
    return ew.conj(x.mT) if x.dtype.kind == "c" else x.mT


def _triangle(a: Any, uplo: str) -> Any:
    """Return the Hermitian matrices that one triangle determines, as their lower one."""
    if uplo.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    x = _square(a)
    return _transposed(x) if uplo.upper() == "U" else x


def _composite(name: str, *samples: str) -> Any:
    return composite(
        name=f"linalg.{name}",
        kinds="numeric",
        comm="gather",
        section=standard.SECTION,
        why=standard.WHY,
        samples=samples,
    )


def _unless_failed(value: tuple[Any, Any], message: str) -> Any:
    """Return a result, or raise LinAlgError if a matrix has none; what is traced cannot tell."""
    result, failed = value
    if not is_tracer(failed) and not failed._node().is_traced and utility.any(failed):
        raise LinAlgError(message)
    return result


# products and powers


@implements(np.linalg.matrix_power)
@_composite("matrix_power", "linalg.matrix_power(s, 3)")
def matrix_power(a, n):
    """Product of n copies of each matrix; of the inverse for negative n."""
    x = array(a)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise LinAlgError(f"Last 2 dimensions of the array must be square, not {x.shape}")
    try:
        n = operator.index(n)
    except TypeError as error:
        raise TypeError("exponent must be an integer") from error
    if n == 1:
        return x
    return standard.power(inv(x) if n < 0 else x, abs(n))


reuse(
    np.linalg.multi_dot,
    "Product of matrices, in the order that takes the fewest multiplications.",
    kept=["_multi_dot_matrix_chain_order"],
)

# equations


@implements(np.linalg.solve)
@_composite("solve", "linalg.solve(s, s2)")
def solve(a, b):
    """Solution x of ``a @ x = b`` for each matrix."""
    x, y = _square(a), _inexact(b)
    if y.ndim == 0:
        raise LinAlgError("0-dimensional array given. Array must be at least one-dimensional")
    rows = y.shape[-1 if y.ndim == 1 else -2]
    if x.shape[-1] != rows:
        raise ValueError(f"solve: a has {x.shape[-1]} rows, b has {rows}")
    return _unless_failed(solved(x, y), "Singular matrix")


@implements(np.linalg.inv)
@_composite("inv", "linalg.inv(s)", "linalg.inv(x(35, 5, 5))")
def inv(a):
    """Inverse of each matrix; waits to know that there is one."""
    return _unless_failed(standard.inverted(_square(a)), "Singular matrix")


@implements(np.linalg.tensorsolve)
def tensorsolve(a, b, axes=None):
    """Solution x of ``tensordot(a, x, x.ndim) = b``."""
    x, y = _inexact(a), _inexact(b)
    if axes is not None:
        order = [d for d in range(x.ndim) if d not in axes] + list(axes)
        x = mp.permute_dims(x, tuple(order))
    shape = x.shape[y.ndim :]
    if math.prod(shape) != y.size:
        raise LinAlgError(
            "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == "
            f"prod(a.shape[:b.ndim]), not of shapes {x.shape} and {y.shape}"
        )
    solution = solve(mp.reshape(x, (y.size, y.size)), mp.reshape(y, (-1,)))
    return mp.reshape(solution, shape)


reuse(
    np.linalg.tensorinv,
    "Inverse of an array as a matrix whose rows are its first `ind` dimensions.",
)


@implements(np.linalg.lstsq)
def lstsq(a, b, rcond=None):
    """Least-squares solution, residuals, rank and singular values of ``a @ x = b``."""
    x, y = _matrices(a), _inexact(b)
    if x.ndim != 2 or not y.ndim:
        ndim = min(x.ndim, y.ndim) if x.ndim == 2 else x.ndim
        raise LinAlgError(f"{ndim}-dimensional array given. Array must be two-dimensional")
    if x.shape[0] != y.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    kind = np.result_type(x.dtype, y.dtype)
    x, y = astype(x, kind, copy=False), astype(y, kind, copy=False)
    m, n = x.shape
    small = np.finfo(kind).eps * max(m, n) if rcond is None else rcond
    if not 0 < small < 1:  # LAPACK takes its own precision then, which is half of the step at 1
        small = np.finfo(kind).eps / 2
    columns = right = mp.reshape(y, (m, -1))
    rest: Any = None
    small_x = x
    if m >= n + columns.shape[1]:
        # the rows stay on their devices: the triangular factor of both sides together says all
        factor = triangle(mp.concat([x, columns], axis=1))
        small_x, right, rest = factor[:n, :n], factor[:n, n:], factor[n:, n:]
    result = standard.svd(small_x, full_matrices=False)
    failure = "SVD did not converge in Linear Least Squares"
    u, s, vh = _unless_failed((result, ew.isnan(result[1])), failure)
    kept = s > small * st.max(s) if s.size else s > 0
    rank = st.sum(astype(kept, np.dtype(np.int32)))
    inverse = ew.where(kept, ew.divide(1.0, ew.where(kept, s, 1.0)), 0.0)
    scaled = la.matmul(_transposed(u), right) * mp.reshape(astype(inverse, kind), (-1, 1))
    solution = la.matmul(_transposed(vh), scaled)
    if int(rank) == n and m > n:
        off = columns - la.matmul(x, solution) if rest is None else rest
        residuals = st.sum(ew.real(off * ew.conj(off)) if kind.kind == "c" else off * off, axis=0)
    else:
        residuals = array(np.zeros(0, s.dtype))
    result = mp.reshape(solution, (n,)) if y.ndim == 1 else solution
    return result, residuals, np.int32(int(rank)), s


# decompositions


@implements(np.linalg.cholesky)
@_composite("cholesky", "linalg.cholesky(p)")
def cholesky(a, /, *, upper=False):
    """Lower (or upper) triangular factor of each positive definite matrix; waits for it."""
    factor = standard.factored(_square(a), upper=upper)
    return _unless_failed(factor, "Matrix is not positive definite")


@implements(np.linalg.qr)
def qr(a, mode="reduced"):
    """Orthogonal and upper triangular factors of each matrix."""
    if mode in ("f", "full"):
        user_line.warn(
            f"linalg.qr: mode={mode!r} is deprecated, and is 'reduced'", DeprecationWarning
        )
        mode = "reduced"
    if mode in ("raw", "e", "economic"):
        raise HostFallback(f"the reflectors of mode '{mode}' are LAPACK's own")
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    result = standard.qr(_matrices(a), mode="complete" if mode == "complete" else "reduced")
    return result[1] if mode == "r" else result


@implements(np.linalg.svd)
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """Singular values, descending, and vectors of each matrix."""
    x = _matrices(a)
    if hermitian:
        x = _symmetric(_square(x))
    if not compute_uv:
        return svdvals(x)
    result = standard.svd(x, full_matrices=full_matrices)
    return _unless_failed((result, ew.isnan(result[1])), _NO_SVD)


_NO_SVD = "SVD did not converge"


def _symmetric(x: Any) -> Any:
    """Return Hermitian matrices with the lower triangles of `x`."""
    lower = tril(x, k=-1)
    diagonal = x - lower - (x - tril(x))
    diagonal = astype(ew.real(diagonal), x.dtype, copy=False)
    return lower + _transposed(lower) + diagonal


@implements(np.linalg.svdvals)
def svdvals(x, /):
    """Singular values, descending, of each matrix."""
    values = standard.svdvals(_matrices(x))
    return _unless_failed((values, ew.isnan(values)), _NO_SVD)


def _finite(a: Any) -> Any:
    x = _square(a)
    return _unless_failed((x, ~ew.isfinite(x)), "Array must not contain infs or NaNs")


def _complex_eig(a):
    """Eigenvalues and eigenvectors of each matrix, complex."""
    return standard.eig(_finite(a))


def _complex_eigvals(a):
    """Eigenvalues of each matrix, complex."""
    return standard.eigvals(_finite(a))


@implements(np.linalg.eig, standard=_complex_eig)
def eig(a):
    """Eigenvalues and eigenvectors of each matrix; real ones where NumPy gives real ones."""
    x = _finite(a)
    values, vectors = standard.eig(x)
    if _gives_real(x, values):
        values, vectors = ew.real(values), ew.real(vectors)
    return type(np.linalg.eig(np.eye(1)))(values, vectors)


#: NumPy gives real eigenvalues, where all are real, up to its version 2.4.
_REAL = np.linalg.eigvals(np.eye(1)).dtype.kind == "f"


def _gives_real(x: Any, values: Any) -> bool:
    return _REAL and x.dtype.kind != "c" and bool(utility.all(ew.equal(ew.imag(values), 0)))


@implements(np.linalg.eigvals, standard=_complex_eigvals)
def eigvals(a):
    """Eigenvalues of each matrix; real ones where NumPy gives real ones."""
    x = _finite(a)
    values = standard.eigvals(x)
    return ew.real(values) if _gives_real(x, values) else values


@implements(np.linalg.eigh)
def eigh(a, UPLO="L"):
    """Eigenvalues, ascending, and eigenvectors of Hermitian matrices."""
    return standard.eigh(_symmetric(_triangle(a, UPLO)))


@implements(np.linalg.eigvalsh)
def eigvalsh(a, UPLO="L"):
    """Eigenvalues, ascending, of Hermitian matrices."""
    return standard.eigvalsh(_symmetric(_triangle(a, UPLO)))


@implements(np.linalg.pinv)
def pinv(a, rcond=None, hermitian=False, *, rtol=_no):
    """Pseudo-inverse of each matrix."""
    if rcond is not None and rtol is not _no:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    x = _matrices(a)
    small = rcond if rtol is _no else rtol
    if small is None:
        small = 1e-15 if rtol is _no else max(x.shape[-2:]) * np.finfo(x.dtype).eps
    result = standard.pinv(_symmetric(_square(x)) if hermitian else x, rtol=small)
    return _unless_failed((result, ew.isnan(result)), _NO_SVD)


# numbers


@implements(np.linalg.det)
def det(a):
    return standard.det(_square(a))


@implements(np.linalg.slogdet)
def slogdet(a):
    """Sign and logarithm of the absolute value of each determinant."""
    return standard.slogdet(_square(a))


reuse(
    np.linalg.matrix_rank,
    "Number of singular values of each matrix that are not small.",
)


@implements(np.linalg.cond)
def cond(x, p=None):
    """Condition number of each matrix, in a norm."""
    a = _matrices(x)
    if a.size == 0:
        raise LinAlgError("cond is not defined on empty arrays")
    if p in (None, 2, -2):
        s = svdvals(a)
        large, small = s[..., 0], s[..., -1]
        number = ew.divide(small, large) if p == -2 else ew.divide(large, small)
    else:
        a = _square(a)
        inverse, singular = standard.inverted(a)
        number = norm(a, p, (-2, -1)) * norm(inverse, p, (-2, -1))
        number = ew.where(singular, np.inf, number)
    # what is no number, of matrices of numbers, is infinite
    is_bad = ew.isnan(number) & ~utility.any(ew.isnan(a), axis=(-2, -1))
    return ew.where(is_bad, np.inf, number)


@implements(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    """Norm of vectors along an axis, or of matrices in two; waits for singular values."""
    a = array(x)
    if a.dtype == np.float16:  # LAPACK does not know it, nor do sums of many squares fit
        return astype(norm(astype(a, np.dtype(np.float32)), ord, axis, keepdims), a.dtype)
    a = _inexact(a)
    if axis is None:
        if ord is None or (ord in ("f", "fro") and a.ndim == 2) or (ord == 2 and a.ndim == 1):
            result = standard.vector_norm(a)
            return mp.expand_dims(result, tuple(range(a.ndim))) if keepdims and a.ndim else result
        axis = tuple(range(a.ndim))
    if np.ndim(axis) and len(axis) not in (1, 2):
        raise ValueError("Improper number of dimensions to norm.")
    axes = normalize_axis_tuple(axis, a.ndim)
    if len(axes) == 1:
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        return standard.vector_norm(
            a, axis=axes[0], keepdims=keepdims, ord=2 if ord is None else ord
        )
    if ord not in (None, "f", "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        raise ValueError("Invalid norm order for matrices.")
    turned = mp.moveaxis(a, axes, (-2, -1))
    result = standard.matrix_norm(turned, ord="fro" if ord in (None, "f") else ord)
    if ord in ("nuc", 2, -2):
        result = _unless_failed((result, ew.isnan(result)), _NO_SVD)
    return mp.expand_dims(result, axes) if keepdims else result


@implements(np.linalg.matrix_norm)
def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norm of each matrix."""
    return norm(x, ord, (-2, -1), keepdims)


@implements(np.linalg.vector_norm)
def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Norm of vectors along axes (all by default)."""
    a = array(x)
    if a.dtype == np.float16:
        wide = astype(a, np.dtype(np.float32))
        return astype(vector_norm(wide, axis=axis, keepdims=keepdims, ord=ord), a.dtype)
    return standard.vector_norm(_inexact(a), axis=axis, keepdims=keepdims, ord=ord)


# the standard's names


@implements(np.linalg.diagonal)
def diagonal(x, /, *, offset=0):
    """Read-only view of each matrix's diagonal."""
    return array(x).diagonal(offset, -2, -1)


reuse(np.linalg.outer, "Product of every pair of elements of two vectors.", small=False)


@implements(np.linalg.tensordot, numbers=False)
def tensordot(x1, x2, /, *, axes=2):
    """Sum of products over axes of both arrays."""
    return products.tensordot(x1, x2, axes=axes)
