"""Calls of `sharray.numpy`, written once and made in NumPy, too: ``call(np, a)``.

`a` holds arrays, which are NumPy's in one case and lie on devices in the other. A call may write
to them: they are compared, too.
"""

from typing import Any

import numpy as np


def arrays() -> dict[str, Any]:
    """Make the arrays anew."""
    rng = np.random.default_rng(7)
    square = rng.standard_normal((5, 5))
    return {
        "v": rng.standard_normal(13),
        "w": rng.standard_normal(13),
        "m": rng.standard_normal((7, 5)),
        "n": rng.standard_normal((7, 5)),
        "t": rng.standard_normal((3, 4, 5)),
        "i": rng.integers(-6, 7, 13),
        "k": rng.integers(0, 7, 13),
        "j": rng.integers(0, 5, (7, 3)),
        "u": rng.integers(0, 200, (7, 5)).astype(np.uint8),
        "c": rng.standard_normal((5, 3)) + 1j * rng.standard_normal((5, 3)),
        "b": rng.random((7, 5)) < 0.4,
        "d": rng.random(13) < 0.5,
        "e": np.zeros((0, 3)),
        "o": np.asarray(2.5),
        "s": square,
        "p": square @ square.T + 5 * np.eye(5),
        "h": rng.standard_normal((2, 3, 3)),
        "z": np.array([0, 0, 1, 0, 2, 0, 0]),
        "x3": rng.standard_normal((4, 3)),
        "y3": rng.standard_normal((4, 3)),
    }


CREATION = [
    "np.array(a.m)", "np.array([a.v, a.w])", "np.array([a.o, 1.0, 2])", "np.array(a.v, ndmin=3)",
    "np.array(a.i, dtype=float)", "np.array([[1, 2], [3, 4]])", "np.asarray(a.m, order='F')",
    "np.ascontiguousarray(a.o)", "np.asarray_chkfinite(a.m)", "np.copy(a.m.T)",
    "np.require(a.m, float, ['C', 'W'])", "np.astype(a.v, np.float32)",
    "np.zeros(13)", "np.zeros((7, 5), int)", "np.ones((3, 7), np.float32)", "np.empty((0, 3))",
    "np.full((7, 2), 3)", "np.full((7, 2), [1.5, 2])", "np.full(3, a.o)",
    "np.zeros_like(a.m)", "np.ones_like(a.i, float)", "np.full_like(a.m, 2)",
    "np.full_like(a.u, 3.7)", "np.zeros_like(a.m, shape=(2, 9))",
    "np.arange(13)", "np.arange(2, 20, 3)", "np.arange(0, 1, 0.1)", "np.arange(5, 0, -1)",
    "np.arange(3, dtype=np.float32)", "np.arange(np.float32(5))", "np.arange(10, 0)",
    "np.linspace(0, 1)", "np.linspace(0, 1, 7, endpoint=False)", "np.linspace(0, 5, 4, dtype=int)",
    "np.linspace(a.v, 2, 5)", "np.linspace(a.v, a.w, 5, endpoint=False, axis=1)",
    "np.linspace(2, 3, 1)", "np.linspace(1, 2, 5, retstep=True)", "np.linspace(0, -3, 4)",
    "np.logspace(0, 3, 7)", "np.logspace(0, 3, 7, base=2)", "np.geomspace(1, 1000, 7)",
    "np.geomspace(np.abs(a.v) + 1, 100, 5)",
    "np.eye(7)", "np.eye(5, 7, 2, int)", "np.identity(5)", "np.tri(5, 7, -1)", "np.tril(a.m, 1)",
    "np.triu(a.t, -1)", "np.diag(a.v)", "np.diag(a.v, -2)", "np.diag(a.m, 1)",
    "np.diagflat(a.m, 1)",
    "np.meshgrid(a.v, a.i)", "np.meshgrid(a.v, a.i, indexing='ij')",
    "np.meshgrid(a.v, a.i, sparse=True)", "np.meshgrid(a.v)", "np.indices((3, 5))",
    "np.indices((3, 5), sparse=True)", "np.fromfunction(lambda x, y: x + 2 * y, (7, 5))",
    "np.mgrid[0:7, 0:1:5j]", "np.ogrid[0:7, 1:3]", "np.mgrid[-1:1:13j]", "np.r_[a.v, 0, 1:4]",
    "np.r_['0,2', a.v, a.w]", "np.r_['1,2,0', a.v, a.w]", "np.c_[a.v, a.w]", "np.c_[a.m, a.n]",
]  # fmt: skip

MANIPULATION = [
    "np.reshape(a.m, (5, 7))", "np.reshape(a.m, -1, order='F')", "np.reshape(a.t, (4, -1))",
    "np.ravel(a.m.T)", "np.ravel(a.m, 'F')", "np.transpose(a.t)", "np.transpose(a.t, (1, 0, 2))",
    "np.permute_dims(a.t, (2, 0, 1))", "np.matrix_transpose(a.t)", "np.swapaxes(a.t, 0, -1)",
    "np.moveaxis(a.t, 0, -1)", "np.rollaxis(a.t, 2)", "np.rollaxis(a.t, 0, 3)",
    "np.squeeze(a.m[:, None, :1])", "np.squeeze(a.m[:, None], 1)", "np.expand_dims(a.m, (0, 2))",
    "np.atleast_1d(a.o)", "np.atleast_2d(a.v, a.o)", "np.atleast_3d(a.m)", "np.atleast_3d(a.v)",
    "np.broadcast_to(a.v, (3, 13))", "np.broadcast_arrays(a.v[:, None], a.w)",
    "np.resize(a.v, (4, 7))", "np.resize(a.m, 5)", "np.resize(a.v, (0,))",
    "np.concatenate([a.m, a.n])", "np.concatenate((a.m, a.n), axis=1)",
    "np.concatenate([a.m, a.v], axis=None)", "np.concatenate([a.m, a.u], dtype=np.float32)",
    "np.concatenate([a.v, [1, 2]])", "np.stack([a.m, a.n], 1)", "np.stack([a.v, a.i], axis=-1)",
    "np.vstack([a.v, a.w])", "np.vstack([a.m, a.n])", "np.hstack([a.v, a.w])",
    "np.hstack([a.m, a.n])", "np.dstack([a.m, a.n])", "np.dstack([a.v, a.w])",
    "np.column_stack([a.v, a.w])", "np.column_stack([a.v, a.v[:, None]])", "np.append(a.m, a.v)",
    "np.append(a.m, a.n, 0)", "np.block([[a.m, a.n], [a.n, a.m]])", "np.block([a.v, 1, a.w])",
    "np.block(a.m)", "np.block([[a.m], [a.n]])", "np.array_split(a.v, 4)",
    "np.array_split(a.m, [2, 3, 9], 1)", "np.split(a.m, 7)", "np.split(a.m, [3], axis=1)",
    "np.hsplit(a.m, [2])", "np.hsplit(a.v, [5])", "np.vsplit(a.m, [2, 4])", "np.dsplit(a.t, 5)",
    "np.unstack(a.t, axis=1)", "np.flip(a.t, (0, 2))", "np.flipud(a.m)", "np.fliplr(a.m)",
    "np.rot90(a.m)", "np.rot90(a.m, 2)", "np.rot90(a.t, 3, (1, 2))", "np.roll(a.m, 2, 0)",
    "np.roll(a.m, 3)", "np.roll(a.m, (1, -2), (0, 1))", "np.tile(a.v, 2)", "np.tile(a.m, (2, 1))",
    "np.tile(a.v, (2, 2))", "np.repeat(a.v, 3)", "np.repeat(a.m, 2, axis=1)",
    "np.repeat(a.v, a.k)", "np.trim_zeros(a.z)", "np.trim_zeros(a.z, 'f')",
    "np.trim_zeros(a.z * 0)",
    "np.pad(a.v, 3)", "np.pad(a.m, ((1, 2), (0, 3)), constant_values=5)",
    "np.pad(a.m, 2, 'edge')", "np.pad(a.m, (1, 2), 'reflect')", "np.pad(a.m, (23, 4), 'reflect')",
    "np.pad(a.m, 9, 'symmetric')", "np.pad(a.v, (3, 8), 'symmetric', reflect_type='odd')",
    "np.pad(a.v, (50, 30), 'reflect', reflect_type='odd')", "np.pad(a.m, (3, 8), 'wrap')",
    "np.pad(a.v, (30, 5), 'wrap')", "np.pad(a.m, 2, 'linear_ramp', end_values=1)",
    "np.pad(a.i, 3, 'linear_ramp')", "np.pad(a.m, 2, 'maximum')",
    "np.pad(a.m, 2, 'mean', stat_length=3)", "np.pad(a.i, 2, 'mean')",
    "np.pad(a.m, 1, 'minimum', stat_length=((1, 2), (3, 4)))", "np.pad(a.u, 2, 'edge')",
    "np.pad(a.m, {0: (1, 2)})",
    "np.shape(a.m)", "np.ndim(a.t)", "np.size(a.m, 1)", "np.size(a.t, (0, 1))",
    "np.result_type(a.i, 1.0)", "np.iscomplexobj(a.c)", "np.can_cast(a.i, np.int32)",
]  # fmt: skip

INDEXING = [
    "np.take(a.v, [1, 5, -1])", "np.take(a.m, a.j, axis=1)", "np.take(a.m, 3)",
    "np.take(a.m, [9, -9], axis=0, mode='clip')", "np.take(a.m, [9, -9], axis=0, mode='wrap')",
    "np.take_along_axis(a.m, a.j, 1)", "np.take_along_axis(a.m, np.argsort(a.m, 0), 0)",
    "np.put(a.m, [1, 30, -1], [5.0, 6.0])", "np.put(a.m, [99], 1.0, mode='clip')",
    "np.put(a.m.T, [1, 2], 9.0)", "np.put_along_axis(a.m, a.j[:, :1], 9.0, 1)",
    "np.put_along_axis(a.m, np.argmax(a.m, 1, keepdims=True), 0.0, 1)",
    "np.place(a.m, a.b, [1.0, 2.0, 3.0])", "np.place(a.i, a.d, [7])",
    "np.putmask(a.m, a.b, a.n)", "np.putmask(a.v, a.d, [1.0, 2.0])", "np.copyto(a.m, a.n)",
    "np.copyto(a.m, 2, where=a.b)", "np.copyto(a.m, a.m[::-1])", "np.fill_diagonal(a.m, 3)",
    "np.fill_diagonal(a.m, [1, 2, 3], wrap=True)", "np.fill_diagonal(a.s, a.v[:5])",
    "np.compress(a.d, a.v)", "np.compress([True, False, True], a.m, axis=1)",
    "np.extract(a.b, a.m)", "np.where(a.b, a.m, a.n)", "np.where(a.b)", "np.where(a.b, a.m, 0)",
    "np.where(a.d, 1, 2)", "np.select([a.m > 0.5, a.m < 0], [a.m, a.n], 7)",
    "np.select([a.d], [1.0])", "np.choose(a.k % 3, [a.v, a.w, 0.0])",
    "np.choose(a.k, [a.v, a.w], mode='wrap')", "np.choose([0, 1, 0, 1, 1], a.m[:2])",
    "np.piecewise(a.v, [a.v < 0, a.v >= 0], [lambda x: -x, lambda x: x * 2])",
    "np.piecewise(a.v, a.v > 0, [1, 2])", "np.piecewise(a.m, [a.b], [lambda x: x ** 2])",
    "np.diagonal(a.t, 1, 0, 2)", "np.trace(a.t)", "np.trace(a.m, 1, dtype=np.float32)",
    "np.delete(a.v, 3)", "np.delete(a.m, [0, 2, -1], 0)", "np.delete(a.m, slice(1, 4), 1)",
    "np.delete(a.m, [1, 2])", "np.delete(a.v, a.d)", "np.insert(a.v, 3, 9.0)",
    "np.insert(a.m, 1, a.v[:7], axis=1)", "np.insert(a.v, [1, 5, 1], [7.0, 8.0, 9.0])",
    "np.insert(a.m, [1, 3], 5.0, axis=0)", "np.insert(a.v, slice(2, 5), 1)",
    "np.insert(a.v, 2, [1.0, 2.0])", "np.insert(a.m, [2], [[1.0], [2.0]], axis=0)",
    "np.insert(a.m, 0, a.n, axis=0)", "np.ix_(a.k, a.d)", "a.m[np.ix_(a.k, [0, 2])]",
    "np.tril_indices(5, 1)", "np.triu_indices(4, -1, 6)", "np.tril_indices_from(a.m)",
    "np.triu_indices_from(a.m, 1)", "np.mask_indices(5, np.triu, 1)", "np.diag_indices(5)",
    "np.diag_indices_from(a.s)", "np.unravel_index(a.k, (7, 5))",
    "np.unravel_index(a.k, (7, 5), order='F')", "np.ravel_multi_index((a.k, a.k % 5), (7, 5))",
    "np.ravel_multi_index((a.i, a.k), (3, 2), mode=('wrap', 'clip'), order='F')",
]  # fmt: skip

PRODUCTS = [
    "np.dot(a.v, a.w)", "np.dot(a.m, a.s)", "np.dot(a.t, a.s)",
    "np.dot(a.m, 2)", "np.dot(a.h, a.h)", "np.inner(a.m, a.n)", "np.inner(a.v, 3.0)",
    "np.vdot(a.c, a.c)", "np.outer(a.v, a.w)", "np.outer(a.m, [1, 2])",
    "np.tensordot(a.t, a.m, ([2], [1]))", "np.tensordot(a.m, a.n)", "np.tensordot(a.v, a.w, 0)",
    "np.kron(a.m, a.s)", "np.kron(a.v, a.m)", "np.cross(a.x3, a.y3)",
    "np.cross(a.x3.T, a.y3.T, axis=0)", "np.cross(a.x3, a.y3, axisc=0)",
    "np.einsum('ij,kj->ik', a.m, a.n)", "np.einsum('ij->j', a.m)", "np.einsum('ii', a.s)",
    "np.einsum('ij,ij', a.m, a.n)", "np.einsum('i,j->ij', a.v, a.w)", "np.einsum('...j->...', a.t)",
    "np.einsum('ijk,lk->lij', a.t, a.m)", "np.einsum(a.m, [0, 1], a.n, [0, 1], [1])",
    "np.einsum('ij->ji', a.m)", "np.einsum('ii->i', a.s)", "np.einsum('ij', a.m.T)",
    "np.einsum('ij,jk,kl->il', a.m, a.s, a.p)", "np.einsum('ij,kj->ik', a.b, a.b)",
    "np.einsum('i,ij->ij', a.v[:1], a.m)" , "np.matmul(a.h, a.h)", "np.vecdot(a.m, a.n)",
    "np.matvec(a.m, a.s[0])", "np.vecmat(a.c[:, 0], a.c)", "np.linalg.multi_dot([a.m, a.s, a.p])",
    "np.linalg.multi_dot([a.v[:7], a.m, a.s[0]])",
]  # fmt: skip

LINALG = [
    "np.linalg.matrix_power(a.s, 3)", "np.linalg.matrix_power(a.p, -2)",
    "np.linalg.solve(a.p, a.s)", "np.linalg.solve(a.p, a.s[0])", "np.linalg.inv(a.p)",
    "np.linalg.inv(a.h)", "np.linalg.tensorinv(np.reshape(a.p[:4, :4], (2, 2, 4)), 2)",
    "np.linalg.tensorsolve(a.p, a.s[0])", "np.linalg.lstsq(a.m, a.v[:7])[0]",
    "np.linalg.lstsq(a.m, a.n)", "np.linalg.cholesky(a.p)", "np.linalg.cholesky(a.p, upper=True)",
    "np.abs(np.linalg.qr(a.m)[1])", "np.abs(np.linalg.qr(a.m, 'r'))", "np.linalg.svd(a.m)[1]",
    "np.linalg.svd(a.m, compute_uv=False)", "np.linalg.svdvals(a.t)",
    "np.sort(np.abs(np.linalg.eigvals(a.s)))", "np.linalg.eig(a.p)[0].dtype",
    "np.linalg.eigh(a.p)[0]", "np.linalg.eigvalsh(a.s)", "np.linalg.eigvalsh(a.s, 'U')",
    "np.linalg.pinv(a.m)", "np.linalg.det(a.s)", "np.linalg.det(a.h)", "np.linalg.slogdet(a.s)",
    "np.linalg.matrix_rank(a.m)", "np.linalg.matrix_rank(a.m, tol=1.0)",
    "np.linalg.matrix_rank(a.v)", "np.linalg.cond(a.p)", "np.linalg.cond(a.p, 1)",
    "np.linalg.norm(a.v)", "np.linalg.norm(a.m)", "np.linalg.norm(a.m, axis=1)",
    "np.linalg.norm(a.m, 1)", "np.linalg.norm(a.m, np.inf, keepdims=True)",
    "np.linalg.norm(a.t, 'fro', (0, 2))", "np.linalg.norm(a.v, 3)", "np.linalg.norm(a.c)",
    "np.linalg.norm(a.m, 'nuc')", "np.linalg.norm(a.m, -2)", "np.linalg.norm(a.v, 0)",
    "np.linalg.norm(a.t)", "np.linalg.matrix_norm(a.t)", "np.linalg.vector_norm(a.t, axis=(0, 1))",
    "np.linalg.trace(a.t)", "np.linalg.diagonal(a.t)", "np.linalg.cross(a.x3, a.y3)",
    "np.linalg.outer(a.v, a.w)", "np.linalg.tensordot(a.m, a.n)", "np.linalg.matmul(a.m, a.s)",
    "np.linalg.matrix_transpose(a.t)", "np.linalg.vecdot(a.m, a.n)",
]  # fmt: skip

FFT = [
    "np.fft.fft(a.v)", "np.fft.fft(a.m, axis=0)", "np.fft.fft(a.i)", "np.fft.ifft(a.c, 8)",
    "np.fft.rfft(a.m)", "np.fft.irfft(a.c)", "np.fft.irfft(a.c, 5, norm='ortho')",
    "np.fft.hfft(a.c)", "np.fft.ihfft(a.v)", "np.fft.fft2(a.m)", "np.fft.ifft2(a.t)",
    "np.fft.fftn(a.t)", "np.fft.ifftn(a.t, axes=(0, 1))", "np.fft.rfft2(a.t)",
    "np.fft.irfft2(a.c)", "np.fft.rfftn(a.t, s=(4, 4), axes=(0, 1))", "np.fft.irfftn(a.c)",
    "np.fft.fftshift(a.m)", "np.fft.ifftshift(a.m, axes=1)", "np.fft.fftfreq(13, 0.5)",
    "np.fft.rfftfreq(13)", "np.fft.fft(a.b)",
]  # fmt: skip

LOGIC = [
    "np.packbits(a.b)", "np.packbits(a.b, axis=0)", "np.packbits(a.d, bitorder='little')",
    "np.unpackbits(a.u)", "np.unpackbits(a.u, axis=1, count=13)", "np.array_str(a.m)",
    "np.unpackbits(a.u, axis=0, count=-3, bitorder='little')", "np.min_scalar_type(a.u)",
    "np.array2string(a.m, precision=2, separator=';')", "np.isfortran(a.m.T)",
    "np.common_type(a.i, a.m)",

    "np.isclose(a.m, a.n)", "np.isclose(a.v, a.v + 1e-9)", "np.isclose(a.i, 3)",
    "np.allclose(a.m, a.m)", "np.allclose(a.m, a.n)", "np.array_equal(a.m, a.m)",
    "np.array_equal(a.m, a.v)", "np.array_equal(a.v / 0, a.v / 0, equal_nan=True)",
    "np.array_equiv(a.v, a.v[None])", "np.isneginf(a.v / 0)", "np.isposinf(a.v / 0)",
    "np.iscomplex(a.c)", "np.isreal(a.c)", "np.isreal(a.m)", "np.shares_memory(a.m, a.m[1:])",
    "np.may_share_memory(a.m, a.n)", "np.shares_memory(a.m[:2], a.m[2:])",
]  # fmt: skip

FUNCTIONAL = [
    "np.vectorize(lambda x, y: x if x > y else 2 * y)(a.v, a.w)",
    "np.vectorize(lambda x: (x, int(x)))(a.m)", "np.vectorize(lambda x: x + 1)(a.m, )",
    "np.apply_along_axis(lambda r: np.sum(r ** 2), 0, a.m)",
    "np.apply_along_axis(lambda r: np.sort(r)[:2], 1, a.t)",
    "np.apply_along_axis(lambda r: np.outer(r, r), 1, a.m)",
    "np.apply_over_axes(np.sum, a.t, [0, 2])",
]  # fmt: skip

UFUNCS = [
    "np.add(a.m, a.n, out=a.m)", "np.add(a.m, 1, where=a.b, out=a.n)", "np.sqrt(a.k, dtype=float)",
    "np.add(a.i, a.k, dtype=np.float32)", "np.multiply.outer(a.v, a.i)", "np.add.reduce(a.t, 1)",
    "np.add.reduce(a.t, None)", "np.add.reduce(a.m, 0, where=a.b)", "np.add.reduce(a.e, 0)",
    "np.multiply.reduce(a.e, 0)", "np.maximum.reduce(a.m, 1, initial=0.5)",
    "np.maximum.accumulate(a.m, 0)", "np.minimum.accumulate(a.i)", "np.add.accumulate(a.t, 2)",
    "np.logical_and.reduce(a.b)", "np.logical_xor.accumulate(a.d)", "np.bitwise_or.reduce(a.k)",
    "np.gcd.reduce(a.k)", "np.hypot.reduce(a.m, 1)", "np.logaddexp.reduce(a.v)",
    "np.fmax.accumulate(a.v)", "np.add.at(a.v, [0, 0, 3], 1.0)",
    "np.add.at(a.v, a.k, a.w)", "np.subtract.at(a.v, a.k, np.uint8(1))",
    "np.maximum.at(a.v, a.k, a.w)",
    "np.multiply.at(a.m, (a.k, a.k % 5), 2.0)", "np.divmod(a.i, 4)", "np.modf(a.m)",
    "np.frexp(a.m)", "np.sum(a.m, axis=1, keepdims=True)", "np.sum(a.m, initial=3, where=a.b)",
    "np.prod(a.k[:5] + 1)", "np.max(a.m, 0)", "np.amin(a.m)", "np.all(a.b, 1)", "np.any(a.b)",
    "np.mean(a.m, 0)", "np.mean(a.i)", "np.mean(a.m, 1, where=a.b)", "np.std(a.m, ddof=1)",
    "np.var(a.c, 0)", "np.var(a.m, 1, where=a.b, keepdims=True)", "np.cumsum(a.m)",
    "np.cumsum(a.m, 1, dtype=np.float32)", "np.cumprod(a.m, 0)",
    "np.sum(a.m, 0, out=a.v[:5])", "np.floor_divide(a.v, a.w)", "np.float_power(a.k, 2)",
    "np.add(a.v, [1] * 13)", "np.maximum(a.v, 0, out=a.v)", "np.sin(a.v, a.w)",
    "np.add(a.m, a.n, casting='safe')", "np.add(a.m, 1, a.u, casting='unsafe')",
    "np.multiply(a.b, a.m / 0)", "np.prod((a.m / 0) * (a.n > 0), 0)", "np.vecdot(a.b, a.m / 0)",
    "np.matmul(a.m, a.n, axes=[(0, 1), (1, 0), (1, 0)])", "np.vecdot(a.t, a.t, axes=[0, 0])",
    "np.vecdot(a.t, a.t, axis=1, keepdims=True)", "np.matvec(a.t, a.v[:4], axes=[(2, 1), 0, 1])",
    "np.divmod.outer(a.i, a.v[:2])", "np.sum(a.e, 0)", "np.prod(a.b[:0])", "np.sum(a.u[:0], 0)",
    "np.bitwise_or.reduce(a.u, ())", "np.maximum.reduce(a.m, ())", "np.sum(a.o, axis=-1)",
    "np.sum(a.i, initial=1.5)", "np.gcd.accumulate(a.i)", "np.lcm.accumulate(a.i)",
    "np.hypot.accumulate(a.m)", "np.hypot.reduce(a.m[:, :1], 1)", "np.argmin(a.o, axis=0)",
    "np.logaddexp.reduce(a.u, 1, where=a.b)", "np.add.reduce(a.u, out=a.u[0])",
    "np.sum(a.c, 0, None, a.v[:3])", "np.mean(a.m, 0, out=a.i[:5])", "np.nancumsum(a.o)",
    "np.add.accumulate(a.v, out=a.i)", "np.std(a.v, dtype=complex)",
    "np.exp(1.5)", "np.maximum(3, 4)", "np.negative(a.v[::-1], out=a.v)",
]  # fmt: skip

SECTIONS = {
    "creation": CREATION, "manipulation": MANIPULATION, "indexing": INDEXING,
    "products": PRODUCTS, "linalg": LINALG, "fft": FFT, "logic": LOGIC,
    "functional": FUNCTIONAL, "ufuncs": UFUNCS,
}  # fmt: skip
