"""Wrong calls raise what NumPy raises, and leave the arrays as they were."""

import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

#: Statements about a vector of 12, a matrix of 3 x 4 and a mask of 12; each raises in NumPy.
STATEMENTS = """
v.reshape(5, -1)
v.reshape(-1, -1)
v.reshape(13)
v.astype("nope")
v.shape = (5, 2)
v + "a"
v + None
v["a"]
v[1.0]
v[100]
v[-13]
v[0, 0]
v[{}]
v[1.5:]
v[::0]
v[b[:3]]
v[None, ..., ...]
v[[0, 50]]
m[3]
m[0, 4]
m[:, 7]
m[[0, 1], [0, 1, 2]]
m[[True, False]]
v[100] = 1
v[0:3] = [1, 2]
v[0] = "x"
v[b] = [1, 2]
v[[0, 99]] = 1
m[0] = np.ones(5)
m[:, 9] = 0
i[0] = [2]
i[0] = [[2.5, 3]]
i[0] = i[:1]
v[0] = [2.5]
v[0] = v[:1]
b[0] = v[:2]
del v[0]
bool(v)
float(v)
int(v)
complex(v)
[1, 2][v]
hash(v)
len(v[0])
list(v.sum())
x, y = v
v.foo
v.foo = 1
v.item()
v.item(20)
v.tofile("/nonexistent/x")
np.load("/nonexistent.npy")
np.take(v, [[1, 2], [20, 3]])
np.take(v, [1], mode="no")
np.choose([0, 1, 5], [v[:3], v[:3], v[:3]])
np.concatenate([v, m])
np.concatenate([])
np.concatenate([v, v], axis=1)
np.stack([v, v[:3]])
np.stack([v, v], axis=5)
np.hstack([m, np.ones((2, 2))])
np.vstack([m, v])
np.dstack([m, m[:2]])
np.block([m, m[:2]])
v @ v[:3]
m @ m
m @ 2
np.dot(m, m)
np.inner(m, v)
np.outer(m, None)
np.vdot(m, v[:5])
np.einsum("ij,jk", m, m)
np.einsum("ij->k", m)
np.einsum("i", m)
np.tensordot(v, m, 2)
np.cross(v, v)
np.linalg.solve(m, v[:3])
np.linalg.solve(m[:, :3], v[:5])
np.linalg.inv(m)
np.linalg.inv(np.zeros((3, 3)) + 0 * v[:3])
np.linalg.det(m)
np.linalg.cholesky(-np.eye(3) + 0 * v[:3])
np.linalg.eigh(m)
np.linalg.eig(v)
np.linalg.qr(v)
np.linalg.svd(v)
np.linalg.matrix_power(m, 2)
np.linalg.matrix_power(m[:, :3], 1.5)
np.linalg.norm(m, ord="no")
np.linalg.lstsq(m, v)
np.argmax(v[:0])
np.max(v[:0])
np.min(m[:0], axis=0)
np.max(m, axis=2)
v.sum(axis=3)
m.sum(axis=(0, 0))
v.sum(axis=1.0)
m.sum(axis=[0, 1])
np.std(m, axis=[0])
np.add.reduce(m, axis=[0, 1])
np.squeeze(m[None], axis=[0])
v.sum(foo=1)
v.sum(dtype="no")
v.cumsum(axis=4)
np.sum(v, out=np.zeros(3))
np.mean(m, axis=-3)
np.median(v, axis=2)
np.percentile(v, 101)
np.quantile(v, -0.5)
np.quantile(v, 0.5, method="no")
np.average(v, weights=v * 0)
np.average(v, weights=v[:3])
np.cov(v, v[:3])
np.histogram(v, bins=-1)
np.histogram(v, bins=[3, 1, 2])
np.bincount(v)
np.bincount([-1, 2])
np.digitize(v, [3, 1, 2])
np.interp(v, [1, 2], [1])
np.searchsorted(m, 2)
np.searchsorted(v, 2, side="no")
np.lexsort([v, v[:3]])
np.sort(v, axis=3)
np.sort(v, kind="no")
np.partition(v, 40)
np.argsort(v, axis=1)
np.unique(v, axis=3)
np.clip(v, [1, 2], 3)
v.transpose(1, 0)
m.transpose(0, 0)
np.swapaxes(v, 0, 1)
np.moveaxis(m, 0, 5)
np.rollaxis(m, 4)
np.expand_dims(v, 3)
np.squeeze(v, 0)
np.broadcast_to(v, 5)
np.broadcast_arrays(v, v[:5])
np.repeat(v, -1)
np.repeat(v, [1, 2])
np.tile(v, -1)
np.split(v, 5)
np.array_split(v, 0)
np.hsplit(m, 3)
np.vsplit(v, 2)
np.roll(v, (1, 2), axis=(0, 1))
np.rot90(v)
np.flip(v, 2)
np.pad(v, -1)
np.pad(v, 1, mode="no")
np.pad(v, [[1, 2], [3, 4]])
np.insert(v, 20, 1)
np.delete(v, 20)
np.append(m, v, axis=0)
np.trace(v)
np.diag(np.zeros((2, 3, 2)) + v[0])
np.diagonal(v)
np.tril(v[0])
np.vander(m)
np.trapezoid(v, x=v[:3])
np.gradient(v[:1])
np.diff(v, n=-1)
np.diff(v, axis=2)
np.convolve(v, [])
np.convolve(m, v)
np.correlate(v, v[:0])
np.polyfit(v, v[:3], 1)
np.polyval("a", v)
np.kron(v, "a")
np.apply_along_axis(lambda r: 1 / 0, 0, v)
np.where(b[:3], v, v)
np.where(b, v)
np.select([b], [v, v])
np.put(v, [100], 1)
np.put(v, [100], 1, mode=None)
np.put(v, [0], 1, mode=b"no")
np.copyto(m, m, where=m)
np.linalg.lstsq(m, 1.5)
m.transpose("ab")
np.permute_dims(m, 1.5)
np.ravel_multi_index(([0], [0]), (3, 4), mode="no")
np.put_along_axis(m, np.array([[9]]), 1, axis=1)
np.take_along_axis(m, np.array([9]), axis=1)
np.compress([True] * 20, v)
np.full((2,), v)
np.array(v, order=3)
np.array(v, order="X")
np.array(v, copy="a")
np.array(v, ndmin=1.5)
np.array(v, like=3)
np.zeros(3, like="a")
np.zeros(3, order=3)
np.copy(m, order=3)
np.zeros(-1)
np.empty((2, -2))
np.linspace(0, 1, -1)
np.arange(0, 1, 0)
np.eye(-1)
np.meshgrid(v, indexing="no")
np.unravel_index(100, (3, 4))
np.ravel_multi_index(([5], [0]), (3, 4))
np.fft.fft(v, 0)
np.fft.fft(v, axis=2)
np.fft.fft2(v)
np.fft.irfft(v[:1])
np.fft.rfft(v, norm="no")
v & 1
~v
v << 1
-b
b - b
b += 1.5
i /= 2
i += 0.5
i ** -1
v %= "a"
np.add(v)
np.add(v, v, v, v)
np.add(v, v, foo=1)
np.add(v, v, casting="foo")
np.add(v, v, out=np.zeros(3))
np.add(v, v, out=np.zeros(12, int))
np.add(v, v, where=v)
np.sin(v, dtype=int)
np.add(v, v, out=())
np.add(v, v, out=(None, None))
np.add(v, v, out=(...,))
np.add(v, v, out=3)
np.add(v, v, casting=None)
np.add(v, v, subok=None)
np.add(v, v, order="X")
np.add(v, v, out=v, order="X")
np.add(v, v, out=v, subok="no")
np.add(v, v, signature=None)
np.add(v, v, dtype=None, signature="dd->d")
np.add(v, v, keepdims=True)
np.vecdot(m, m, axis=None)
np.vecdot(m, m, axis=1.0)
np.vecdot(m, m, axes=None)
np.vecdot(m, m, axes=(0, 0))
np.vecdot(m, m, axis=0, axes=[0, 0])
np.vecdot(m, m, axes=[0, (0, 1)])
np.vecdot(m, m, keepdims=None)
np.vecdot(m, m, keepdims=1)
np.matmul(m, m.T, axis=0)
np.matmul(m, m.T, keepdims=False)
np.matmul(m, m.T, where=True)
np.matmul(m, m.T, out=3)
np.add.reduce(m, keepdims=None)
np.add.reduce(m, keepdims=[])
np.add.reduce(m, keepdims=v[:2])
np.sum(m, keepdims=None)
np.max(m, 0, keepdims="a")
np.mean(m, keepdims=None)
np.mean(m, where=None)
np.var(m, 0, where="a")
np.std(m, 0, keepdims=[])
np.ptp(m, 0, keepdims=None)
np.add.reduce(m, out=())
np.add.reduce(m, out=(None,))
np.add.reduce(m, out=[v])
np.add.reduce(m, 0, initial="a")
np.add.reduce(m, 0, initial=[1, 2])
np.subtract.reduce(m, None)
np.add.accumulate(m, None)
np.add.accumulate(m, (0, 1))
np.matmul.reduce(m)
np.matmul.accumulate(m)
np.matmul.outer(m, m)
np.matmul.at(v, [0], v)
np.sin.outer(v, v)
np.sin.reduce(v)
np.divmod.reduce(m)
np.divmod.at(v, [0], v)
np.negative.at(v, [0], v)
np.add.at(v, [0])
np.add.at(v, [0], None)
np.add.at(None, [0], v)
np.add.at([1, 2], [0], v)
np.sum(v, out=(np.zeros(()),))
np.sum(v, out=...)
np.mean(v, out=(np.zeros(()),))
np.cumsum(v, out=(np.zeros(12),))
np.round(v, out=(np.zeros(12),))
np.take(v, [0], out=(np.zeros(1),))
np.dot(v, v, out=(np.zeros(()),))
np.clip(v, 0, 1, out=())
np.choose(b * 1, [v, v], out=m)
np.add.reduce(m, axis=5)
np.add.at(v, [50], 1)
np.add.reduceat(v, [50])
np.subtract.accumulate(v[0])
np.divide.outer(v)
np.fill_diagonal(v, 1)
np.place(v, b[:3], [])
np.putmask(v, b, "a")
np.copyto(v, np.ones(5))
np.copyto(v, "a")
np.put(v, [0], ["a"])
np.place(v, b, ["a"])
np.fill_diagonal(m, "a")
np.nanmax(v[:0])
np.isin(v, v, kind="no")
np.ix_(m)
v.view("f3")
v.fill([1, 2])
v.sort(axis=2)
v.partition(99)
v.setfield(1, "f8", 4)
v.swapaxes(0, 3)
v.dot(m)
v.repeat([1, 2, 3])
v.take(40)
v.choose([v])
v.trace()
v.searchsorted()
v.std(ddof="a")
v.round("a")
np.linalg.inv(v)
np.linalg.solve(m, v)
np.linalg.cholesky(m)
np.linalg.eig(m)
np.linalg.eigh(v)
np.linalg.qr(m, mode="x")
np.linalg.norm(m, ord="x")
np.linalg.norm(m, ord=3)
np.linalg.norm(v, ord="fro")
np.linalg.norm(m, axis=(0,1,2))
np.linalg.norm(m, axis=7)
np.linalg.pinv(v)
np.linalg.multi_dot([m, m])
np.linalg.tensorsolve(m, v)
np.linalg.tensorinv(m)
np.linalg.cross(m, m)
np.linalg.trace(v)
np.random.normal(0, -1, 100)
np.random.normal("a", 1, 100)
np.random.normal(0, 1, -5)
np.random.normal(0, 1, 2.5)
np.random.normal(v, 1, (3,))
np.random.randint(5, 2, 100)
np.random.randint(5, size="a")
np.random.choice(0)
np.random.choice(v, 100, replace=False)
np.random.choice(v, p=v[:3])
np.random.choice(v, p=v)
np.random.choice(m)
np.random.shuffle(3)
np.random.permutation("abc")
np.random.rand(-1)
np.random.rand((2,3))
np.random.seed("a")
np.random.seed(-1)
np.random.default_rng(-1)
np.random.default_rng("a")
np.random.default_rng(0).integers(5, 2, 100)
np.random.default_rng(0).normal(0, -1, 100)
np.random.default_rng(0).choice(v, 100, replace=False)
np.random.default_rng(0).random(3, dtype=int)
np.random.default_rng(0).shuffle(v, axis=3)
np.random.default_rng(0).permuted(v, axis=3)
np.random.uniform(0, np.inf, 100)
np.random.poisson(-1, 100)
np.random.binomial(-1, .5, 100)
np.random.binomial(5, 1.5, 100)
np.random.multivariate_normal(v, m)
np.random.beta(-1, 1, 100)
np.random.exponential(-1, 100)
np.fft.fft(v, n=0)
np.fft.fft(v, n=-3)
np.fft.fft(v, n=2.5)
np.fft.fft(v, axis=3)
np.fft.fft(v, norm="x")
np.fft.irfft(v, n=0)
np.concatenate(v, v)
""".strip().splitlines()


def arrays_of(np):
    v = np.arange(12.0) - 3
    return {"np": np, "v": v, "m": np.reshape(v, (3, 4)) * 1, "b": v > 0, "i": np.arange(12)}


def raised(statement, space):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(statement, space)
        except Exception as error:
            return error
    return None


def test_there_are_many():
    assert len(set(STATEMENTS)) >= 200


@pytest.mark.parametrize("threshold", [0, 1 << 20], ids=["devices", "home"])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_raises_what_numpy_raises(statement, threshold):
    want = raised(statement, arrays_of(np))
    assert want is not None, "NumPy takes it"
    with xp.set_options(host_threshold=threshold):
        space = arrays_of(snp)
        found = raised(statement, space)
        assert found is not None
        # a subclass says more, such as AxisError where NumPy's is an IndexError
        assert isinstance(found, type(want)), repr(found)
        assert str(found)
        for name, before in arrays_of(np).items():
            if name in "vmbi":
                np.testing.assert_array_equal(np.asarray(space[name]), before)
