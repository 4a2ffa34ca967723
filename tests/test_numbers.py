"""Numbers: NumPy's scalars in NumPy's flavour, arrays without dimensions in the array API's."""

import math
import numbers
import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._functions.flavours import NUMPY

#: Expressions of NumPy whose results have no dimensions: numbers, or arrays.
WITHOUT_DIMENSIONS = [
    "np.sum(v)", "v.sum()", "v[0]", "v[0, ...]", "v[()]", "o", "o[()]", "o[...]", "o + 1", "-o",
    "o * v[0]", "o.astype(int)", "v[0].astype(int)", "np.astype(o, np.int64)", "o.copy()",
    "v[0].copy()", "np.copy(v[0])", "np.asarray(v[0])", "np.array(v[0])", "np.asarray(o)",
    "np.reshape(v[:1], ())", "np.squeeze(v[:1])", "np.squeeze(v[0])", "v[0].reshape(())",
    "v[0].squeeze()", "v[0].T", "np.broadcast_to(v[0], ())", "np.zeros(())", "np.ones(())",
    "np.full((), 3)", "np.empty(())", "np.zeros_like(v[0])", "np.ones_like(o)",
    "np.full_like(o, 3)", "np.empty_like(v[0])", "np.where(v[0] > 0, 1, 2)",
    "np.where(o > 0, o, v[0])", "np.clip(o, 0, 1)", "np.clip(v[0], 0, 1)", "o.clip(0, 1)",
    "np.nan_to_num(o)", "np.nan_to_num(v[0])", "np.real(v[0])", "np.real(o)", "np.imag(v[0])",
    "np.imag(o)", "v[0].real", "o.real", "c[0].imag", "c[0].real", "np.conj(o)",
    "np.conjugate(v[0])", "o.conj()", "o.conjugate()", "v[0].conj()", "np.angle(c[0])",
    "np.angle(np.asarray(c[0]))", "np.abs(o)", "np.round(o)", "np.round(v[0], 1)", "np.around(o)",
    "o.round()", "np.fix(o)", "np.fix(v[0])", "np.max(v)", "np.min(o)", "np.argmax(v)",
    "o.argmax()", "np.mean(o)", "np.median(v)", "np.median(o)", "np.percentile(v, 30)",
    "np.percentile(o, 30)", "np.quantile(v, o/10)", "np.average(v)", "np.std(v)", "np.var(v)",
    "np.cov(v)", "np.corrcoef(v)", "np.ptp(v)", "np.dot(v, v)", "np.vdot(v, v)", "np.inner(v, v)",
    "np.matmul(v, v)", "v @ v", "np.vecdot(v, v)", "np.tensordot(v, v, 1)",
    "np.tensordot(v, v, ([0], [0]))", "np.einsum('i,i->', v, v)", "np.einsum('i->', v)",
    "np.einsum('ii', m)", "np.einsum('->', o)", "np.trace(m)", "m.trace()", "np.linalg.det(m)",
    "np.linalg.norm(v)", "np.linalg.norm(m, 2)", "np.linalg.cond(m)", "np.linalg.matrix_rank(m)",
    "np.linalg.vector_norm(v)", "np.linalg.matrix_norm(m)", "np.linalg.slogdet(m)[0]",
    "np.linalg.slogdet(m)[1]", "np.linalg.trace(m)", "np.linalg.vecdot(v, v)",
    "np.linalg.tensordot(v, v, axes=1)", "np.interp(0.5, v, v)", "np.interp(o, v, v)",
    "np.searchsorted(v, 0.5)", "np.searchsorted(v, o)", "v.searchsorted(0.5)",
    "np.digitize(0.5, v)", "np.digitize(o, v)", "np.trapezoid(v)", "np.count_nonzero(v)",
    "np.any(v)", "np.all(v)", "np.any(o)", "np.isclose(o, 1)", "np.isclose(v[0], 1)",
    "np.isfinite(o)", "np.isreal(o)", "np.isreal(v[0])", "np.iscomplex(o)", "np.isposinf(o)",
    "np.isneginf(v[0])", "np.isin(1, v)", "np.isin(o, v)", "np.i0(0.5)", "np.i0(o)", "np.sinc(o)",
    "np.sinc(0.5)", "np.choose(1, [o, o])", "np.choose(o.astype(int)*0, [v[0], v[1]])",
    "np.select([o > 0], [o])", "np.select([v[0] > 0], [v[0]])", "np.piecewise(o, [o > 0], [1, 2])",
    "np.piecewise(v[0], [v[0] > 0], [1, 2])", "np.take(v, 1)", "np.take(v, o.astype(int))",
    "v.take(1)", "v.take(np.asarray(1))", "np.polyval([1, 2], o)", "np.polyval([1, 2], 2.0)",
    "np.polyval(v, 2)", "np.add.reduce(v)", "np.add(o, o)", "np.add(1, 2)", "np.exp(o)",
    "np.maximum(o, 3)", "np.divmod(o, 2)[0]", "np.modf(o)[0]", "np.frexp(o)[1]",
    "np.add.outer(o, o)", "np.add.reduce(m, axis=(0, 1))", "np.maximum.reduce(v)",
    "np.logaddexp.reduce(v)", "np.heaviside(o, 1)", "np.nansum(v)", "np.nanmean(v)", "np.nanmax(v)",
    "np.nanmedian(v)", "np.nanpercentile(v, 10)", "np.nanstd(v)", "np.nanargmax(v)",
    "np.nanprod(o)", "np.prod(v)", "np.moveaxis(o, (), ())", "np.transpose(o)",
    "np.transpose(v[0])", "np.fft.fftn(o)", "np.roll(o, 1)", "np.flip(o)", "np.tile(o, ())",
    "np.resize(v, ())", "np.cross([1., 2], [3., 4])", "np.kron(o, o)", "np.ldexp(o, 1)",
    "np.positive(o)", "np.apply_along_axis(np.sum, 0, v)", "np.vectorize(lambda x: x + 1)(o)",
    "np.vectorize(lambda x: x + 1)(1.0)", "np.vectorize(lambda x: x + 1)(v[0])",
    "np.fromfunction(lambda: np.asarray(1), ())", "np.broadcast_arrays(o, v[0])[0]",
    "np.meshgrid(o, o)[0][0, 0]", "np.require(o)", "np.asanyarray(v[0])", "np.asfortranarray(o)",
    "np.histogram(v)[0][0]", "np.random.default_rng(0).random()",
    "np.random.default_rng(0).normal()", "np.random.default_rng(0).random(())",
    "np.random.default_rng(0).normal(size=())", "np.random.default_rng(0).normal(o)",
    "np.random.default_rng(0).integers(10)", "np.random.default_rng(0).choice(v)",
    "np.random.default_rng(0).choice(5)", "np.random.default_rng(0).uniform(o, 3)",
    "np.random.default_rng(0).poisson(v[0])", "np.random.normal()", "np.random.rand()",
    "np.random.uniform(size=())", "v.flat[0]", "o.flat[0]", "next(iter(v))", "v.max()", "v.dot(v)",
    "v.mean()", "m.sum((0, 1))", "np.sum(m, axis=(0, 1))", "np.sum(o)", "o.sum()",
    "np.sum(v, out=np.zeros(()))", "np.add(o, 1, out=np.zeros(()))",
    "np.mean(v, out=np.asarray(0.))", "o.view(np.int64)", "v[0].view(np.int64)",
    "np.permute_dims(o, ())", "v[np.asarray(0)]", "v[np.array(0)]", "m[0, 0]", "m[0][0]",
    "m[np.array(0), np.array(1)]", "m[..., 0, 0]", "m[0, 0, ...]", "o[..., None][0]",
    "np.bitwise_count(np.asarray(3))", "np.invert(np.asarray(3))", "~np.asarray(3)", "o == 1",
    "o < v[0]", "v[0] ** 2", "abs(o)", "divmod(o, 2)[0]", "2 - o", "np.spacing(o)",
    "np.real_if_close(o)", "np.nan_to_num(c[0])", "np.ravel_multi_index((1, 1), (2, 2))",
    "np.linalg.lstsq(m, v[:2], rcond=None)[2]", "np.var(o)", "np.block(o)", "np.block([o])",
    "np.float_power(o, 2)", "np.around(v[0])", "np.ix_([1])[0][0]", "np.sign(o)", "np.square(v[0])",
    "np.unstack(v)[0]", "np.split(v, 1)[0][0]", "np.array_split(v, 2)[0][0]", "np.mgrid[0:2][0]",
    "np.ogrid[0:2][0]", "np.s_[0]", "np.linalg.svd(m)[1][0]", "np.array(3.0)",
    "np.array(np.float64(3))", "np.asarray(3)", "np.float64(v[0])", "np.int64(3)", "np.float32(o)",
]  # fmt: skip


def kind(found):
    if isinstance(found, tuple):
        return tuple(map(kind, found))
    if isinstance(found, (xp.ShardedArray, np.ndarray)):
        return np.ndarray, found.shape
    return (np.generic, ()) if isinstance(found, np.generic) else type(found)


def names(n):
    return {
        "np": n, "v": n.asarray([0.5, 1.5, 2.5]), "o": n.asarray(2.5),
        "m": n.asarray([[2.0, 1.0], [1.0, 3.0]]), "c": n.asarray([1 + 2j, 3j]),
    }  # fmt: skip


@pytest.fixture
def one_device():
    """Have programs for one device, which are compiled sooner."""
    with xp.use_mesh(xp.make_mesh(1)):
        yield


@pytest.mark.parametrize("threshold", [0, 16384])
def test_what_is_a_number_in_numpy_is_one_here(threshold, one_device):
    with xp.set_options(host_threshold=threshold), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = names(snp), names(np)
        wrong = {
            e: (found, wanted)
            for e in WITHOUT_DIMENSIONS
            if (found := kind(eval(e, ours))) != (wanted := kind(eval(e, theirs)))
        }
    assert not wrong


#: Types that are called make NumPy's scalars, and this is an index.
NO_ARRAYS = ("np.s_", "np.float64(v", "np.float32(o", "np.int64(3)")


@pytest.mark.parametrize("threshold", [0, 16384])
def test_all_is_an_array_to_the_array_api(threshold, one_device):
    with xp.set_options(host_threshold=threshold), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs, wrong = names(xp), names(np), {}
        for e in WITHOUT_DIMENSIONS:
            found, wanted = eval(e, ours), eval(e, theirs)
            right = type(found) is xp.ShardedArray and found.shape == np.shape(wanted)
            if not right and not e.startswith(NO_ARRAYS):
                wrong[e] = found
    assert not wrong


@pytest.mark.parametrize("threshold", [0, 16384])
def test_a_number_of_the_array_api_is_written_to(threshold):
    with xp.set_options(host_threshold=threshold):
        for key in (..., ()):
            r = xp.sum(xp.asarray([1.0, 2.0]))
            r[key] = 7
            r += 1
            assert float(r) == 8.0
            assert type(r) is xp.ShardedArray


#: Writes to what an index or a function gave, of `x` and its number `s`.
LOST = ["x[0][...] = 5", "x[0][()] = 5", "s[...] = 5", "np.sum(x)[()] = 5", "x[1][s > 0] = 5"]


@pytest.mark.parametrize("write", LOST)
def test_a_number_is_not_written_to(mode, write):
    for n in (np, snp):
        x = n.arange(5.0)
        with pytest.raises(TypeError):
            exec(write, {"np": n, "x": x, "s": x.sum()})
        np.testing.assert_array_equal(np.asarray(x), np.arange(5.0))


#: What NumPy makes of a number to write to.
COPIES = [
    "np.asarray(s)", "np.array(s)", "np.copy(s)", "s[...]", "np.reshape(s, (1,))", "s[None]",
    "np.atleast_1d(s)", "np.atleast_2d(s)", "np.asanyarray(s)", "np.expand_dims(s, 0)",
    "np.ascontiguousarray(s)", "np.ravel(s)", "s.reshape(1, 1)", "s.ravel()", "s.flatten()",
]  # fmt: skip


@pytest.mark.parametrize("make", COPIES)
def test_a_number_stays_when_an_array_of_it_is_written_to(mode, make):
    for n in (np, snp):
        x = n.arange(5.0)
        s = x.sum()
        made = eval(make, {"np": n, "s": s})
        made[...] = 3
        made += 1
        np.testing.assert_array_equal(np.asarray(made), 4.0)
        assert s == 10
    assert made.shape == np.asarray(eval(make, {"np": np, "s": np.float64(10)})).shape


@pytest.mark.parametrize("n", [xp, snp], ids=["array API", "NumPy"])
def test_results_without_dimensions_serve_as_numbers(mode, n):
    x, values = n.asarray(np.arange(12.0)), np.arange(12.0)
    total, want = x.sum() / 7, values.sum() / 7
    assert f"{total:.3f} {total} {total:>9.1e}" == f"{want:.3f} {want} {want:>9.1e}"
    assert str(total) == str(want)
    assert "%.2f" % total == "%.2f" % want  # noqa: UP031
    assert round(total) == round(want)
    assert round(total, 2) == round(want, 2)
    assert math.floor(total) == math.floor(want)
    assert math.ceil(total) == math.ceil(want)
    assert math.trunc(total) == math.trunc(want)
    assert math.sqrt(total) == math.sqrt(want)
    assert complex(total) == complex(want)
    assert [10, 20, 30][x.argmin()] == 10
    assert range(20)[n.asarray(np.int64(3))] == 3
    assert divmod(total, 4) == divmod(want, 4)
    assert total.real == want
    assert total.item() == want
    assert f"{n.asarray(np.array([0.1], 'f4'))[0]}" == f"{np.float32(0.1)}"
    for zero_d in (n.asarray(1.5), x[0, ...]):
        with pytest.raises(TypeError, match="unhashable"):
            hash(zero_d)
        assert isinstance(zero_d, n.ndarray)
        assert not n.isscalar(zero_d)
    with pytest.raises(AttributeError, match="is_integer"):
        x.is_integer()
    if n is snp:
        for kind in (float, np.floating, np.float64, numbers.Real):
            assert isinstance(total, kind)
            assert not isinstance(zero_d, kind)
        assert isinstance(x.argmax(), np.integer)
        assert "ab" * x.argmax() == "ab" * 11
        assert [0] * x.argmax() == 11 * [0] == x.argmax() * [0]
        assert not isinstance(total, snp.ndarray)
        assert snp.isscalar(total)
        assert hash(total) == hash(float(want))
        with pytest.raises(TypeError, match="out must be an array"):
            snp.add(x, 1, out=x[0])


def test_the_class_of_arrays_is_no_dtype():
    x = snp.arange(3.0)
    for call in (
        lambda kind: snp.zeros(3, dtype=kind),
        lambda kind: snp.full(3, 1, dtype=kind),
        lambda kind: snp.arange(3, dtype=kind),
        lambda kind: snp.linspace(0, 1, 3, dtype=kind),
        lambda kind: xp.asarray(x).astype(kind),
    ):
        for kind in (xp.ShardedArray, NUMPY.array):
            with pytest.raises(TypeError, match="is no dtype"):
                call(kind)


def test_ranges_of_numpys_numbers(on_devices):
    kinds = [np.float16, np.float32, np.int8, np.uint64, np.float64, int]
    for start in kinds:
        for stop in kinds:
            ends = start(1), stop(7)
            np.testing.assert_array_equal(snp.arange(*ends), np.arange(*ends), strict=True)
        np.testing.assert_array_equal(snp.arange(start(5)), np.arange(start(5)), strict=True)
