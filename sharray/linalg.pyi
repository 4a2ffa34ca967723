"""NumPy's `linalg`, and the standard's extension of that name."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, overload
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Numbers as _Numbers
from numpy.linalg import LinAlgError as LinAlgError

_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class _EigResult(NamedTuple):
    eigenvalues: ShardedArray
    eigenvectors: ShardedArray

class _QRResult(NamedTuple):
    Q: ShardedArray
    R: ShardedArray

class _SVDResult(NamedTuple):
    U: ShardedArray
    S: ShardedArray
    Vh: ShardedArray

class _SlogdetResult(NamedTuple):
    sign: ShardedArray
    logabsdet: ShardedArray

def cholesky(a: ArrayLike, /, *, upper: _bool = False) -> ShardedArray:
    """Lower (or upper) triangular factor of each positive definite matrix; waits for it.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Matrices, Hermitian and positive definite, of which one triangle is read.
    upper : bool
        Whether the factor is the upper triangle.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n,n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.cholesky.
    """

def cond(x: ArrayLike, p: float | Literal["fro", "nuc"] | None = None) -> ShardedArray:
    """Condition number of each matrix, in a norm.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    p : {None, 1, -1, 2, -2, inf, -inf, 'fro', 'nuc'}
        Of which norm; None is 2.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: ``(m,n)->()``; dimensions before these are those of a batch.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.

    References
    ----------
    NumPy: numpy.linalg.cond.
    """

def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex | None = -1) -> ShardedArray:
    """Cross product of vectors of three along an axis; the other dimensions broadcast.

    Parameters
    ----------
    x1 : array_like
        The first vectors.
    x2 : array_like
        The second vectors.
    axis : int
        The axis along which it works.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: What the operands broadcast to; vectors of two elements give numbers.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Dimensions line up at the right, as in an elementwise operation; that of the vectors is
      not sharded if another one can be.
    - communication: *gather*: a whole operand goes to every device. Where the axis of three is sharded,
      its components go to every device.

    References
    ----------
    NumPy: numpy.linalg.cross.
    """

def det(a: ArrayLike) -> ShardedArray:
    """Determinant of each matrix.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(m,n)->()``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.det.
    """

def diagonal(x: ArrayLike, /, *, offset: SupportsIndex = 0) -> ShardedArray:
    """Read-only view of each matrix's diagonal.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    offset : int
        Which diagonal; positive ones lie above the main one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Without the two dimensions; the diagonal is a new last one.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Other dimensions keep their shards; without them, that of new arrays.
    - communication: *local*: a view of the same elements. What is computed of it lies elsewhere, so
      about the size of the diagonal is gathered.

    References
    ----------
    NumPy: numpy.linalg.diagonal.
    """

def eig(a: ArrayLike) -> _EigResult:
    """Eigenvalues and eigenvectors of each matrix, complex.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.

    Returns
    -------
    namedtuple of array
        A named tuple: *eigenvalues*, *eigenvectors*.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n),(n,n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.eig.
    """

def eigh(a: ArrayLike, UPLO: str = "L") -> _EigResult:
    """Eigenvalues, ascending, and eigenvectors of Hermitian matrices.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Hermitian matrices, of which one triangle is read.
    UPLO : {'L', 'U'}
        Which triangle is read.

    Returns
    -------
    namedtuple of array
        A named tuple: *eigenvalues*, *eigenvectors*.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n),(n,n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.eigh.
    """

def eigvals(a: ArrayLike) -> ShardedArray:
    """Eigenvalues of each matrix, complex.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.eigvals.
    """

def eigvalsh(a: ArrayLike, UPLO: str = "L") -> ShardedArray:
    """Eigenvalues, ascending, of Hermitian matrices.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Hermitian matrices, of which one triangle is read.
    UPLO : {'L', 'U'}
        Which triangle is read.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.eigvalsh.
    """

def inv(a: ArrayLike) -> ShardedArray:
    """Inverse of each matrix; waits to know that there is one.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n,n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.inv.
    """

def lstsq(
    a: ArrayLike, b: ArrayLike, rcond: _Numbers | None = None
) -> tuple[ShardedArray, ShardedArray, ShardedArray, ShardedArray]:
    """Least-squares solution, residuals, rank and singular values of ``a @ x = b``.

    Parameters
    ----------
    a : array_like, of shape (m, n)
        The matrix of the coefficients.
    b : array_like, of shape (m,) or (m, k)
        The right-hand sides.
    rcond : number or array_like, optional
        Singular values below this part of the largest one are zero.

    Returns
    -------
    tuple
        Four: the solution, sums of squares of what is left, the rank, and the singular values.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(m,n),(m,k)->(n,k)``; a vector is one column.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.

    References
    ----------
    NumPy: numpy.linalg.lstsq.
    """

def matmul(x1: ArrayLike, x2: ArrayLike, /) -> ShardedArray:
    """Matrix product of the last two dimensions; others broadcast, vectors are allowed.

    The result has the rows' sharding of x1 and the columns' of x2.

    Parameters
    ----------
    x1 : array_like
        The first operand.
    x2 : array_like
        The second operand.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: ``(n?,k),(k,m?)->(n?,m?)``; dimensions before these broadcast.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.linalg.matmul.
    """

def matrix_norm(
    x: ArrayLike, /, *, keepdims: _bool = False, ord: float | Literal["fro", "nuc"] = "fro"
) -> ShardedArray:
    """Norm of each matrix.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    ord : {None, number, inf, -inf, 'fro', 'nuc'}
        Which norm; None for the Euclidean one.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: ``(m,n)->()``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. Singular values are found by one
      device; other norms are sums.

    References
    ----------
    NumPy: numpy.linalg.matrix_norm.
    """

def matrix_power(a: ArrayLike, n: SupportsIndex) -> ShardedArray:
    """Product of n copies of each matrix; of the inverse for negative n.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.
    n : int
        The power; a negative one of the inverse.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(n,n)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.matrix_power.
    """

def matrix_rank(
    A: Any, tol: _Numbers | None = None, hermitian: _bool = False, *, rtol: _Numbers | None = None
) -> ShardedArray:
    """Number of singular values of each matrix that are not small.

    Parameters
    ----------
    A : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    tol : array_like, optional
        Singular values above it count.
    hermitian : bool
        Whether the matrices are Hermitian, of which one triangle is read.
    rtol : number or array_like, optional
        Relative tolerance, of the largest singular value.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: ``(m,n)->()``; dimensions before these are those of a batch.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.

    References
    ----------
    NumPy: numpy.linalg.matrix_rank.
    """

def matrix_transpose(x: ArrayLike, /) -> ShardedArray:
    """View with the last two dimensions exchanged.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: The dimensions in another order.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Each dimension keeps its shards, wherever it goes.
    - communication: *local*: a view of the same elements.

    References
    ----------
    NumPy: numpy.linalg.matrix_transpose.
    """

def multi_dot(arrays: Sequence[ArrayLike] | _Out, *, out: _Out | None = None) -> ShardedArray:
    """Product of matrices, in the order that takes the fewest multiplications.

    Parameters
    ----------
    arrays : sequence of array_like
        The factors: matrices, or vectors at the ends.
    out : array, optional
        Where the result goes, cast as NumPy casts (same_kind).

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it is given.

    Notes
    -----
    - shapes: ``(n,k),(k,l),...->(n,m)``.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.linalg.multi_dot.
    """

def norm(
    x: ArrayLike,
    ord: float | Literal["fro", "nuc"] | None = None,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: _bool = False,
) -> ShardedArray:
    """Norm of vectors along an axis, or of matrices in two; waits for singular values.

    Parameters
    ----------
    x : array_like
        The array.
    ord : {None, number, inf, -inf, 'fro', 'nuc'}
        Which norm; None for the Euclidean one.
    axis : int, tuple of int or None
        The axis of vectors, or for `linalg.norm` two of matrices; None for all.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without `axis`, or the two of it; with `keepdims` they stay, with length
      1.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions that stay keep their shards.

    References
    ----------
    NumPy: numpy.linalg.norm.
    """

def outer(x1: ArrayLike, x2: ArrayLike, /) -> ShardedArray:
    """Product of every pair of elements of two vectors.

    Parameters
    ----------
    x1 : array_like
        The first vectors.
    x2 : array_like
        The second vectors.

    Returns
    -------
    array or number
        An array, which is a view where NumPy's is one; in ``sharray.numpy`` a number, if it has no
        dimensions.

    Notes
    -----
    - shapes: ``(n),(m)->(n,m)``.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.linalg.outer.
    """

def pinv(
    a: ArrayLike,
    rcond: _Numbers | None = None,
    hermitian: _bool = False,
    *,
    rtol: _Numbers | None = ...,
) -> ShardedArray:
    """Pseudo-inverse of each matrix.

    Parameters
    ----------
    a : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    rcond : number or array_like, optional
        Singular values below this part of the largest one are zero.
    hermitian : bool
        Whether the matrices are Hermitian, of which one triangle is read.
    rtol : number or array_like, optional
        Relative tolerance, of the largest singular value.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(m,n)->(n,m)``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.pinv.
    """

@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete"] = "reduced") -> _QRResult:
    """Orthogonal and upper triangular factors of each matrix.

    Parameters
    ----------
    a : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    mode : {'reduced', 'complete', 'r', 'raw'}
        Which factors, and of which shape.

    Returns
    -------
    namedtuple of array, or array
        A named tuple: *Q*, *R*. With `mode` "r" R alone, with "raw" the reflectors and their factors.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(m,n)->(m,k),(k,n)`` with the smaller of both as k; with `mode` "complete" k is m.
      Dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.qr.
    """

@overload
def qr(a: ArrayLike, mode: Literal["r"] = ...) -> ShardedArray: ...
@overload
def qr(a: ArrayLike, mode: Literal["raw"] = ...) -> tuple[ShardedArray, ShardedArray]: ...
def slogdet(a: ArrayLike) -> _SlogdetResult:
    """Sign and logarithm of the absolute value of each determinant.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.

    Returns
    -------
    namedtuple of array
        A named tuple: *sign*, *logabsdet*.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n)->(),()``; dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.slogdet.
    """

def solve(a: ArrayLike, b: ArrayLike) -> ShardedArray:
    """Solution x of ``a @ x = b`` for each matrix.

    Parameters
    ----------
    a : array_like, of shape (..., n, n)
        Square matrices in the last two dimensions.
    b : array_like, of shape (n,) or (..., n, k)
        The right-hand sides.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(n,n),(n,k)->(n,k)``; a vector is one column. Dimensions before these broadcast.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.solve.
    """

@overload
def svd(
    a: ArrayLike,
    full_matrices: _bool = True,
    compute_uv: Literal[True] = True,
    hermitian: _bool = False,
) -> _SVDResult:
    """Singular values, descending, and vectors of each matrix.

    Parameters
    ----------
    a : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    full_matrices : bool
        Whether the matrices of singular vectors are square.
    compute_uv : bool
        Whether singular vectors are wanted, too.
    hermitian : bool
        Whether the matrices are Hermitian, of which one triangle is read.

    Returns
    -------
    namedtuple of array, or array
        A named tuple: *U*, *S*, *Vh*; without `compute_uv` the singular values alone.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: ``(m,n)->(m,k),(k),(k,n)`` with the smaller of both as k; with `full_matrices` the
      matrices are square. Dimensions before these are those of a batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.svd.
    """

@overload
def svd(
    a: ArrayLike, full_matrices: _bool = True, compute_uv: _bool = True, hermitian: _bool = False
) -> ShardedArray: ...
def svdvals(x: ArrayLike, /) -> ShardedArray:
    """Singular values, descending, of each matrix.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: ``(m,n)->(k)`` with the smaller of both as k; dimensions before these are those of a
      batch.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *gather*: a whole operand goes to every device. A matrix is decomposed by one
      device; several matrices stay where they are.

    References
    ----------
    NumPy: numpy.linalg.svdvals.
    """

def tensordot(
    x1: ArrayLike, x2: ArrayLike, /, *, axes: SupportsIndex | Sequence[Any] = 2
) -> ShardedArray:
    """Sum of products over axes of both arrays.

    Parameters
    ----------
    x1 : array_like
        The first operand.
    x2 : array_like
        The second operand.
    axes : int or two sequences of int
        How many axes at the end of the first and at the beginning of the second are summed over, or
        which of each.

    Returns
    -------
    array
        An array.

    Notes
    -----
    - shapes: Dimensions of both but those of `axes`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Dimensions of the larger operand keep their shards; those that are summed over
      disappear, and what has no others is whole on each device.

    References
    ----------
    NumPy: numpy.linalg.tensordot.
    """

def tensorinv(a: ArrayLike, ind: SupportsIndex = 2) -> ShardedArray:
    """Inverse of an array as a matrix whose rows are its first `ind` dimensions.

    Parameters
    ----------
    a : array_like
        What is inverted, as a square matrix of its first `ind` and its other dimensions.
    ind : int
        How many of the first dimensions are rows.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: The last dimensions of `a` before the first `ind`.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.

    References
    ----------
    NumPy: numpy.linalg.tensorinv.
    """

def tensorsolve(
    a: ArrayLike, b: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Solution x of ``tensordot(a, x, x.ndim) = b``.

    Parameters
    ----------
    a : array_like, of shape b.shape + Q
        The coefficients; the product of Q is that of b.shape.
    b : array_like
        The right-hand side.
    axes : sequence of int, optional
        Axes of `a` that are moved to its end first.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.linalg.LinAlgError
        If it is given no matrices, or others than square ones where it needs those, or one that has
        no result: it is singular, not positive definite, or an iteration did not converge.

    Notes
    -----
    - shapes: The last dimensions of `a`, beyond as many as `b` has.
    - dtypes: NumPy's, for the arguments and the result.
    - sharding: Batch dimensions keep their shards; what becomes of matrices lies as new arrays do, or
      is whole on each device where it is small.

    References
    ----------
    NumPy: numpy.linalg.tensorsolve.
    """

def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: DTypeLike | None = None
) -> ShardedArray:
    """Sum of each matrix's diagonal; small integers are added up in 64 bits.

    Parameters
    ----------
    x : array_like, of shape (..., m, n)
        Matrices in the last two dimensions.
    offset : int
        Which diagonal; positive ones lie above the main one.
    dtype : dtype, optional
        Of the result, and of the computation.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Notes
    -----
    - shapes: Without the two dimensions.
    - dtypes: All boolean and numeric ones.
    - sharding: Batch dimensions keep their place; what sharded matrices become lies as a new array
      does.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.linalg.trace.
    """

def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex | None = -1) -> ShardedArray:
    """Sum of conj(x1) * x2 over an axis; the other dimensions broadcast.

    Parameters
    ----------
    x1 : array_like
        The first operand.
    x2 : array_like
        The second operand.
    axis : int
        The axis along which it works.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: Those of the operands broadcast, and `axis` disappears.
    - dtypes: NumPy's, for the arguments and the result.

    References
    ----------
    NumPy: numpy.linalg.vecdot.
    """

def vector_norm(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: _bool = False,
    ord: float | Literal["fro", "nuc"] = 2,
) -> ShardedArray:
    """Norm of vectors along axes (all by default).

    Parameters
    ----------
    x : array_like
        The array.
    axis : int, tuple of int or None
        The axis of vectors, or for `linalg.norm` two of matrices; None for all.
    keepdims : bool
        Whether the axes that are reduced stay, with length 1.
    ord : number, inf or -inf
        Which norm.

    Returns
    -------
    array or number
        An array; in ``sharray.numpy`` a number, if it has no dimensions.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Notes
    -----
    - shapes: That of the array without the axes that are reduced over; with `keepdims` they stay, with
      length 1.
    - dtypes: Numeric; others if NumPy takes them, or else a ``TypeError``.
    - sharding: Axes disappear, or stay with length 1; the others keep their place.
    - communication: *reduce*: about the size of the output moves.

    References
    ----------
    NumPy: numpy.linalg.vector_norm.
    """
