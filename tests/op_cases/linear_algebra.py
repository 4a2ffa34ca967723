"""Cases of linear algebra."""

import numpy as np
from hypothesis import strategies as st

from op_cases.case import Call, array, case, reduced, side
from op_cases.statistics import nonempty
from sharray import strategies
from sharray._core.operation import KINDS


def two(draw, name, first, second, kinds="numeric"):
    dtypes = st.tuples(strategies.dtypes(kinds), strategies.dtypes(kinds)).filter(
        lambda pair: np.result_type(*pair).kind in KINDS[kinds])  # fmt: skip
    one, other = draw(dtypes)
    return array(draw, one, first, special=False), array(draw, other, second, special=False)


@case("matmul", "linalg.matmul", oracle=np.matmul, error=64, may_replicate=True)
def matmul(draw, mesh, name):
    n, m, k = side(draw), side(draw), side(draw)
    batch = draw(strategies.shapes(0, 1))
    first = draw(st.sampled_from([(n, k), (k,), (*batch, n, k)]))
    second = draw(st.sampled_from([(k, m), (k,), (*batch, k, m)]))
    return Call(two(draw, name, first, second))


@case("tensordot", "linalg.tensordot", oracle=np.tensordot, error=256, may_replicate=True)
def tensordot(draw, mesh, name):
    a, b, c, d = side(draw), side(draw), side(draw), side(draw, 1)
    first, second, axes = draw(st.sampled_from([
        ((a, b), (b, c), 1), ((a, b), (a, b), 2), ((a,), (c,), 0),
        ((a, b, d), (b, a), ([1, 0], [0, 1])), ((a, b), (c, a), ((0,), (1,))),
        ((a, b), (d, b), ([-1], [-1])), ((a, b), (c, a), (0, 1)),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axes": axes})


@case("vecdot", "linalg.vecdot", oracle=np.vecdot, error=64, may_replicate=True)
def vecdot(draw, mesh, name):
    n, m, k = side(draw), side(draw), side(draw)
    first, second, axis = draw(st.sampled_from([
        ((n,), (n,), -1), ((m, n), (n,), -1), ((m, n), (1, n), -1), ((n, m), (n, m), -2),
        ((k, n, m), (n, m), -2),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axis": axis})


@case("linalg.outer", error=4)
def outer(draw, mesh, name):
    return Call(two(draw, name, (side(draw),), (side(draw),)))


@case("linalg.cross", error=16)
def cross(draw, mesh, name):
    n, m = side(draw), side(draw)
    first, second, axis = draw(st.sampled_from([
        ((3,), (3,), -1), ((n, 3), (n, 3), -1), ((3, n), (3, n), -2), ((m, n, 3), (n, 3), -1),
        ((n, 3), (1, 3), -1),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axis": axis})


@case("linalg.diagonal")
def diagonal(draw, mesh, name):
    return Call((array(draw, min_dims=2),), {"offset": draw(st.integers(-8, 8))})


@case("linalg.trace", error=64, may_replicate=True)
def trace(draw, mesh, name):
    x = array(draw, "numeric", min_dims=2, special=False)
    return Call((x,), {"offset": draw(st.integers(-8, 8))})


@case("linalg.vector_norm", error=256, lies=reduced, may_replicate=True)
def vector_norm(draw, mesh, name):
    orders = st.sampled_from([2, 1, 0, 3, 2.5, np.inf, -np.inf])
    made = nonempty(draw, mesh, name, "floating-point")
    return Call(made.args, {**made.kwargs, "ord": draw(orders)})


@case("linalg.matrix_norm", error=256, may_replicate=True)
def matrix_norm(draw, mesh, name):
    shape = draw(strategies.shapes(2, 3, sides=(3, 7, 2, 13, 1)))
    x = array(draw, "floating-point", shape, special=False)
    order = draw(st.sampled_from(["fro", "nuc", 1, 2, np.inf, -1, -2, -np.inf]))
    return Call((x,), {"keepdims": draw(st.booleans()), "ord": order})


def matrices(draw, *, square=True, hermitian=False, positive=False):
    """Draw well-conditioned matrices, in stacks too."""
    dtype = draw(strategies.dtypes("floating-point"))
    n = draw(st.sampled_from([3, 2, 7, 13, 1]))
    m = n if square else draw(st.sampled_from([3, 2, 7, 13, 1]))
    batch = draw(st.sampled_from([(), (), (3,), (9,), (2, 3), (0,)]))
    x = array(draw, dtype, (*batch, n, m), special=False)
    if hermitian:
        x = x + np.conj(np.swapaxes(x, -1, -2))
    if positive:
        x = x @ np.conj(np.swapaxes(x, -1, -2))
    if square:
        x = x + 4 * n * np.eye(n, dtype=dtype)
    return x.astype(dtype)


def of_square(draw, mesh, name):
    return Call((matrices(draw),))


case("linalg.inv", error=1e3, may_replicate=True)(of_square)
case("linalg.det", error=1e3, may_replicate=True)(of_square)
case("linalg.slogdet", error=1e3, may_replicate=True)(of_square)


@case("linalg.cholesky", error=1e3)
def cholesky(draw, mesh, name):
    return Call((matrices(draw, positive=True),), {"upper": draw(st.booleans())})


@case("linalg.eigvalsh", error=1e3)
def eigvalsh(draw, mesh, name):
    return Call((matrices(draw, hermitian=True),))


def _column(values, vectors):
    return vectors * values[..., None, :]


def _check_eigen(found, call):
    (x,) = call.args
    values, vectors = found
    scale = 16 * np.abs(x).max(initial=1)
    eps = 64 * np.finfo(x.dtype).eps * scale * x.shape[-1]
    np.testing.assert_allclose(x @ vectors, _column(values, vectors), rtol=0, atol=eps)
    length = np.sum(np.abs(vectors) ** 2, axis=-2)
    np.testing.assert_allclose(length, np.ones_like(length), rtol=1e-5)


@case("linalg.eigh", compare=_check_eigen)
def eigh(draw, mesh, name):
    return eigvalsh(draw, mesh, name)


# NumPy gives real eigenvalues where all are; the standard always complex ones
def _complex(x):
    return x.astype(np.result_type(x.dtype, np.complex64), copy=False)


case("linalg.eig", compare=_check_eigen,
     oracle=lambda x: tuple(map(_complex, np.linalg.eig(x))))(of_square)  # fmt: skip


def _check_eigvals(found, call):
    expected = np.sort_complex(np.round(np.linalg.eigvals(call.args[0]), 2))
    np.testing.assert_allclose(
        np.sum(found, axis=-1), np.sum(expected, axis=-1), rtol=0, atol=0.02 * 13
    )
    product = np.linalg.det(call.args[0])
    np.testing.assert_allclose(
        np.prod(found, axis=-1), product, rtol=1e4 * np.finfo(found.dtype).eps
    )


case("linalg.eigvals", compare=_check_eigvals, oracle=lambda x: _complex(np.linalg.eigvals(x)))(
    of_square
)


@case("linalg.matrix_power", error=1e3)
def matrix_power(draw, mesh, name):
    return Call((matrices(draw), draw(st.integers(-2, 4))))


@case("linalg.matrix_rank", may_replicate=True)
def matrix_rank(draw, mesh, name):
    x = matrices(draw, square=False)
    if x.shape[-1] > 1 and draw(st.booleans()):
        x[..., 1] = x[..., 0]
    return Call((x,), {"rtol": draw(st.sampled_from([None, 1e-3]))})


@case("linalg.pinv", error=1e4)
def pinv(draw, mesh, name):
    return Call((matrices(draw),), {"rtol": draw(st.sampled_from([None, 1e-3]))})


def _check_qr(found, call):
    (x,) = call.args
    q, r = found
    eps = 256 * np.finfo(x.dtype).eps * np.abs(x).max(initial=1)
    np.testing.assert_allclose(q @ r, x, rtol=0, atol=eps)
    np.testing.assert_allclose(r, np.triu(r), rtol=0, atol=0)
    gram = np.conj(np.swapaxes(q, -1, -2)) @ q
    np.testing.assert_allclose(gram, np.broadcast_to(np.eye(q.shape[-1]), gram.shape), atol=eps)


@case("linalg.qr", compare=_check_qr)
def qr(draw, mesh, name):
    x = matrices(draw, square=False)
    return Call((x,), {"mode": draw(st.sampled_from(["reduced", "complete"]))})


@case("linalg.solve", error=1e3)
def solve(draw, mesh, name):
    x1 = matrices(draw)
    n = x1.shape[-1]
    shape = draw(st.sampled_from([(n,), (*x1.shape[:-1], 2), (n, 3)]))
    return Call((x1, array(draw, x1.dtype, shape, special=False)))


def _check_svd(found, call):
    (x,) = call.args
    u, s, vh = found
    k = s.shape[-1]
    eps = 256 * np.finfo(x.dtype).eps * np.abs(x).max(initial=1) * max(x.shape[-2:])
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x, atol=eps, rtol=0)
    np.testing.assert_allclose(s, np.linalg.svdvals(x), atol=eps, rtol=0)


@case("linalg.svd", compare=_check_svd)
def svd(draw, mesh, name):
    x = matrices(draw, square=False)
    return Call((x,), {"full_matrices": draw(st.booleans())})


@case("linalg.svdvals", error=1e3)
def svdvals(draw, mesh, name):
    return Call((matrices(draw, square=False),))
