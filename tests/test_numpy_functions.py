"""Functions of `sharray.numpy` against NumPy: value, dtype, shape and layout.

The calls are declared in `numpy_cases`. Nothing stays on the host, and a warning that a function
runs in NumPy would be an error.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from numpy_cases import NUMPY_CASES
from op_cases import Plain, place, scale, spec_of

import sharray
import sharray.numpy
from sharray import strategies


def sequence(result):
    """Return the results one after the other, those in sequences of theirs, too."""
    if isinstance(result, (tuple, list)):
        return [leaf for r in result for leaf in sequence(r)]
    return [result]


@pytest.mark.some(25)
@pytest.mark.parametrize("name", NUMPY_CASES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of what no number is the result
@settings(max_examples=(settings.default.max_examples + 1) // 2)
@given(data=st.data())
def test_function(name, data):
    case = NUMPY_CASES[name]
    mesh = data.draw(strategies.meshes(), label="mesh")
    immediate = data.draw(st.booleans(), label="immediate")
    space = data.draw(st.sampled_from([sharray, sharray.numpy]))
    with sharray.use_mesh(mesh), sharray.set_options(host_threshold=0, immediate=immediate):
        call = case.draw(data.draw, name)
        args, kwargs, operands = place(data, mesh, call, space)
        note(f"{name}: {call}, {operands}")
        plain = [a.value if isinstance(a, Plain) else a for a in call.args]
        with np.errstate(all="ignore"):
            wanted = sequence(getattr(np, name)(*plain, **call.kwargs))
        found = sequence(getattr(space, name)(*args, **kwargs))
        assert len(found) == len(wanted)
        for x, value in zip(found, wanted, strict=True):
            if not isinstance(value, (np.ndarray, np.generic)):
                assert (type(x), x) == (type(value), value)
                continue
            is_number = space is sharray.numpy and isinstance(value, np.generic)
            assert isinstance(x, np.generic if is_number else space.ndarray), type(x)
            if is_number:
                x = sharray.asarray(x, device=mesh)
            check(case, call, [] if is_number else operands, mesh, x, np.asarray(value))
        if case.compare is not None:
            arrays = [np.asarray(x) for x in found]
            case.compare(arrays if len(arrays) > 1 else arrays[0], call)


def check(case, call, operands, mesh, x, value):
    assert not operands or x._layout.mesh == mesh, "the devices did not do it"
    if case.compare is not None:
        assert (x.shape, x.dtype) == (value.shape, value.dtype)
        strategies.assert_layout(x)
    else:
        eps = np.finfo(value.dtype).eps if value.dtype.kind in "fc" else 0
        allowed = case.error * float(eps)
        strategies.assert_matches(x, value, rtol=allowed, atol=allowed * scale(call))
    if case.lies_as is not None and operands:
        assert spec_of(x.sharding, x.ndim) == operands[case.lies_as].spec
        return
    # smaller operands move to where the largest one lies
    most = max((math.prod(o.shape) for o in operands), default=0)
    sharded = any(
        names and n > 1
        for o in operands
        if math.prod(o.shape) == most
        for n, names in zip(o.shape, o.spec, strict=True)
    )
    if sharded and not case.may_replicate and x.size > 1:
        assert any(spec_of(x.sharding, x.ndim)), (
            f"a result of shape {x.shape} is replicated, of {operands}"
        )


X, M = np.array([3.0, 1.0, 2.0, 5.0, 4.0, 0.5, 7.0]), np.arange(12.0).reshape(4, 3)

#: Calls that NumPy does not accept: a function's name and its arguments.
WRONG = [
    ("median", (X, 1), {}), ("quantile", (X, 1.5), {}), ("quantile", (X, 0.5), {"method": "no"}),
    ("percentile", (X, -1), {}), ("quantile", (X * 1j, 0.5), {}),
    ("quantile", (X, 0.5), {"weights": X}),
    ("quantile", (X, 0.5), {"weights": -X, "method": "inverted_cdf"}),
    ("quantile", (M, 0.5), {"weights": X[:3], "method": "inverted_cdf"}),
    ("quantile", (X, 0.5), {"weights": X * 0, "method": "inverted_cdf"}),
    ("sort", (X, 1), {}), ("sort", (X,), {"kind": "no"}), ("sort", (X,), {"order": "f"}),
    ("sort", (X,), {"kind": "stable", "stable": True}),
    ("argsort", (X,), {"kind": "no"}),
    ("partition", (X, 7), {}), ("partition", (X, 1.5), {}), ("argpartition", (X, -8), {}),
    ("lexsort", ([],), {}), ("lexsort", ((X, X[1:]),), {}),
    ("searchsorted", (X, 1.0), {"side": "no"}), ("searchsorted", (M, 1.0), {}),
    ("argmax", (X[:0],), {}), ("argmin", (X, 1), {}), ("nonzero", (X[0, ...],), {}),
    ("argmax", (M * 1j, (0, 1)), {}), ("argmin", (X, 0), {"axis": 0}), ("argmax", (X,), {"no": 1}),
    ("count_nonzero", (X, 1), {}), ("ptp", (X[:0],), {}), ("ptp", (X > 1,), {}),
    ("nanargmax", (X * np.nan,), {}), ("nanmean", (X,), {"dtype": int}),
    ("nanvar", (X,), {"ddof": 1, "correction": 1}), ("nanmax", (X[:0],), {}),
    ("bincount", (X,), {}), ("bincount", (np.array([1, -1]),), {}),
    ("bincount", (np.array([1, 1]), X), {}), ("bincount", (np.array([1]),), {"minlength": -1}),
    ("bincount", (np.array([[1]]),), {}), ("digitize", (X, X), {}), ("digitize", (X * 1j, X), {}),
    ("histogram", (X, 0), {}), ("histogram", (X, 1.5), {}), ("histogram", (X, "no"), {}),
    ("histogram", (X, X), {}), ("histogram", (X,), {"range": (2, 1)}),
    ("histogram", (X,), {"weights": X[1:]}), ("histogram", (X, "auto"), {"weights": X}),
    ("histogram", (X * np.nan,), {}), ("histogramdd", (M, [2]), {}),
    ("histogramdd", (M,), {"range": [(0, 1)]}), ("histogram2d", (X, X[1:]), {}),
    ("diff", (X, -1), {}), ("diff", (X[0, ...],), {}), ("diff", (X,), {"axis": 1}),
    ("ediff1d", (np.arange(3), 1.5), {}), ("gradient", (X[:1],), {}),
    ("gradient", (X,), {"edge_order": 3}), ("gradient", (M, 1.0, 2.0, 3.0), {}),
    ("gradient", (X, X[1:]), {}), ("gradient", (X, M), {}), ("trapezoid", (X,), {"axis": 1}),
    ("unwrap", (X,), {"axis": 1}), ("interp", (X, X[:2], X[:3]), {}),
    ("interp", (X, M, M), {}), ("interp", (X, X[:0], X[:0]), {}),
    ("interp", (X, X, X), {"period": 0}), ("convolve", (X, X[:0]), {}),
    ("convolve", (M, X), {}), ("correlate", (X, X), {"mode": "no"}),
    ("average", (M,), {"weights": X[:3]}), ("average", (M, 0), {"weights": X[:3]}),
    ("average", (X,), {"weights": X * 0}), ("cov", (X,), {"ddof": 0.5}),
    ("cov", (M,), {"fweights": X[:3] / 3}), ("cov", (M,), {"aweights": X}),
    ("cov", (M,), {"aweights": -X[:3]}), ("cov", (M[None],), {}),
    ("cumulative_sum", (M,), {}), ("clip", (X, 1), {}), ("clip", (X, 1, 2), {"max": 3}),
    ("i0", (X * 1j,), {}), ("polyfit", (X, X, -1), {}), ("polyfit", (M, X, 1), {}),
    ("polyfit", (X, X[1:], 1), {}), ("polyfit", (X, X, 1), {"w": X[1:]}),
    ("polyfit", (X[:0], X[:0], 1), {}), ("vander", (M,), {}), ("vander", (X, -1), {}),
    ("polyder", (X, -1), {}), ("polyint", (X, 3, [1.0, 2.0]), {}), ("unique", (X, ), {"axis": 1}),
    ("add", (X, X), {"casting": "no", "dtype": np.float32}),
    ("add", (X, X), {"where": X, "out": X + 0}),
    ("insert", (X, 1, 1j), {}), ("insert", (X, 1.5, 1), {}), ("fill_diagonal", (M, 1j), {}),
    ("putmask", (X, X > 1, X * 1j), {}), ("round", (X, 1.5), {}), ("size", (X, 1), {}),
    ("split", (X, 2.5), {}), ("tile", (X, -1), {}), ("add", (X, X), {"order": "no"}), ("add",
    (X, X), {"bogus": 1}), ("vecmat", (2, M), {}),
    ("divmod", (X, X), {"out": X}), ("matmul", (M, X), {"axes": [(0, 1), (0, 1), (0, 1)]}),
    ("matmul", (M, M.T), {"axis": 0}), ("sum", (X,), {"out": X}), ("mean", (X,), {"out": X[:1]}),
    ("argmax", (X,), {"out": np.array([1, 2])}), ("round", (X,), {"out": M}),
    ("sum", (X[:3, None],), {"where": M > 2}), ("any", (X[:3, None],), {"where": M > 2}),
    ("mean", (X[:3, None],), {"where": M > 2}), ("max", (X,), {"initial": 1j}),
    ("partition", (X, True), {}),
    ("nanmean", (X,), {"out": np.array(1)}), ("sum", (X, 0, None, X[0, ...]), {"out": X}),
    ("isin", (X, X), {"kind": "no"}), ("isin", (X, X), {"kind": "table"}),
]  # fmt: skip


@pytest.mark.parametrize("name", ["argmax", "argmin", "count_nonzero", "cumsum", "max"])
@pytest.mark.parametrize("axis", [0, -1])
def test_a_number_has_an_axis_in_reductions(name, axis, on_devices):
    found = getattr(sharray, name)(sharray.asarray(3.5), axis=axis)
    wanted = getattr(np, name)(np.array(3.5), axis=axis)
    assert (found.shape, found.dtype, found.item()) == (wanted.shape, wanted.dtype, wanted.item())


def placed(value):
    return sharray.asarray(value) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("number", range(len(WRONG)), ids=lambda k: f"{WRONG[k][0]}-{k}")
def test_wrong_arguments_raise_what_numpy_raises(number, on_devices):
    name, args, kwargs = WRONG[number]
    with np.errstate(all="ignore"), pytest.raises(Exception) as theirs:  # noqa: PT011
        getattr(np, name)(*args, **kwargs)
    args = [[placed(v) for v in a] if isinstance(a, tuple) else placed(a) for a in args]
    kwargs = {k: placed(v) for k, v in kwargs.items()}
    with pytest.raises(theirs.type):
        getattr(sharray.numpy, name)(*args, **kwargs)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("median", (M, 0)), ("quantile", (M, 0.3, 0)), ("nanmedian", (M, 0)), ("ptp", (M, 0)),
        ("nansum", (M, 0)), ("nanmax", (M, 0)), ("nanmean", (M, 0)), ("nanstd", (M, 0)),
        ("nancumsum", (M, 0)), ("clip", (M, 1, 5)), ("round", (M / 7, 1)), ("fix", (M / 7,)),
        ("cumulative_prod", (X,)),
    ],
    ids=str,
)  # fmt: skip
def test_results_are_written_to_out(name, args, mode):
    options = {"axis": 0} if name == "cumulative_prod" else {}
    wanted = np.asarray(getattr(np, name)(*args, **options))
    out = sharray.asarray(np.zeros((2, *wanted.shape)))
    given = [placed(a) for a in args]
    made = getattr(sharray.numpy, name)(*given, **options, out=out[1])
    strategies.assert_matches(out[1], wanted, rtol=1e-15)
    strategies.assert_matches(made, wanted, rtol=1e-15)
    assert not np.asarray(out[0]).any()


@pytest.mark.parametrize(
    ("dtype", "shape", "axis"),
    [(np.uint8, (80_003,), None), (float, (3, 900), 1), (np.int16, (900, 3), 0)],
)
def test_ranks_among_more_than_a_byte_counts(on_devices, dtype, shape, axis):
    values = np.random.default_rng(0).integers(0, 200, shape).astype(dtype)
    with sharray.use_mesh(sharray.make_mesh(2)):
        x = sharray.asarray(values)
        found = sharray.numpy.percentile(x, [0, 30, 99.9, 100], axis=axis)
    expected = np.percentile(values, [0, 30, 99.9, 100], axis=axis)
    np.testing.assert_array_equal(np.asarray(found), expected)


def test_functions_of_jax_arrays_in_a_traced_function():
    a = np.array([3.0, 1.0, 2.0, 5.0, 4.0])

    def functions(xp, a):
        counts, _ = xp.histogram(a, 3, (0, 6))
        weights, _ = xp.histogram(a, 3, (0, 6), weights=a)
        return xp.median(a), xp.quantile(a, [0.2, 0.9]), counts, weights, xp.convolve(a, a[:2])

    found = jax.jit(lambda a: functions(sharray.numpy, a))(jnp.asarray(a))
    for x, expected in zip(found, functions(np, a), strict=True):
        np.testing.assert_allclose(np.asarray(x), expected, rtol=1e-15)


def test_arrays_of_numpy_are_written_to_by_numpy():
    target, xp = np.arange(6.0).reshape(2, 3), sharray.numpy
    values = sharray.asarray([7.0, 8.0])
    xp.put(target, [0, 1], values)
    xp.putmask(target, target == 2, 9)
    xp.place(target, target == 3, values)
    xp.put_along_axis(target, np.array([[1], [1]]), values[:, None], 1)
    np.testing.assert_array_equal(target, [[7, 7, 9], [7, 8, 5]])
    xp.fill_diagonal(target, 0)
    xp.copyto(target, values[:, None], where=[True, False, False])
    np.testing.assert_array_equal(target, [[7, 7, 9], [8, 0, 5]])


def test_strings_are_written_as_the_numbers_that_numpy_reads_in_them(on_devices):
    target, xp = sharray.numpy.arange(4.0), sharray.numpy
    xp.put(target, 0, "3.5")
    xp.place(target, mask=target < 2, vals=["7"])
    assert np.asarray(target).tolist() == [3.5, 7, 2, 3]


def test_numpy_does_not_write_to_the_value_of_an_array():
    x, out = sharray.asarray([3.0, 1.0, 2.0]), sharray.zeros(())
    copies = x.copy(), out.copy()
    assert sharray.numpy.median(x, overwrite_input=True) == 2
    assert sharray.numpy.sum(x, 0, None, out) is out
    assert copies[0].tolist() == [3, 1, 2]
    assert (float(out), float(copies[1])) == (6, 0)


def test_quotients_by_a_number_are_rounded_once(mode):
    xp = sharray.numpy
    with sharray.use_mesh(sharray.make_mesh(2)):
        for made, wanted in (
            (xp.arange(100) / 10, np.arange(100) / 10),
            (xp.round(xp.arange(100.0) * 0.37, 2), np.round(np.arange(100.0) * 0.37, 2)),
            (
                xp.arange(99.0).reshape(9, 11) / xp.asarray([[3.0]]),
                np.arange(99.0).reshape(9, 11) / 3,
            ),
            # whole numbers, whose sums are exact
            (xp.mean(xp.arange(480).reshape(40, 12)[:, :11], 1), np.arange(5, 480, 12)),
            (
                xp.stack([xp.mean(row) for row in xp.arange(77).reshape(11, 7) % 5]),
                np.mean(np.arange(77).reshape(11, 7) % 5, axis=1),
            ),
            (
                xp.mean(xp.arange(1353).reshape(11, 123) % 7, axis=1),
                np.mean(np.arange(1353).reshape(11, 123) % 7, axis=1),
            ),
        ):
            np.testing.assert_array_equal(np.asarray(made), wanted)


def test_a_function_with_a_signature_is_named(on_devices):
    xp = sharray.numpy
    length = xp.vectorize(lambda p: np.sqrt((p * p).sum()), signature="(n)->()")
    with pytest.warns(xp.HostFallbackWarning, match=r"^numpy\.vectorize runs in NumPy"):
        made = length(xp.arange(6.0).reshape(3, 2))
    np.testing.assert_allclose(
        np.asarray(made), np.linalg.norm(np.arange(6.0).reshape(3, 2), axis=1)
    )


@pytest.mark.parametrize(("x", "y"), [(None, None), (1, None), (None, 2.5), (True, False)])
def test_none_is_a_value_to_choose(on_devices, x, y):
    values = np.arange(50.0)
    ours = sharray.numpy.where(sharray.numpy.asarray(values) > 3, x, y)
    expected = np.where(values > 3, x, y)
    assert (ours.dtype, ours.shape) == (expected.dtype, expected.shape)
    assert np.array_equal(ours, expected)
    if None in (x, y):
        with pytest.raises(TypeError, match="object cannot live on devices"):
            sharray.where(sharray.asarray(values) > 3, x, y)


@pytest.mark.parametrize("name", ["sum", "prod", "any", "all", "nansum", "nanprod"])
def test_a_mask_of_none_lets_nothing_count(on_devices, name):
    values = np.arange(1.0, 50.0)
    ours, expected = (getattr(n, name)(n.asarray(values), where=None) for n in (sharray.numpy, np))
    assert (type(ours), ours) == (type(expected), expected)


@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
@pytest.mark.parametrize("dtype", [complex, float, "f4"])
@pytest.mark.filterwarnings(
    "ignore::sharray.HostFallbackWarning", "ignore::numpy.exceptions.ComplexWarning"
)
def test_spread_of_complex_numbers_in_a_dtype(name, dtype, on_devices):
    values = np.random.default_rng(0).random((5, 3)) + 1j * np.random.default_rng(1).random((5, 3))
    wanted = getattr(np, name)(values, 0, dtype=dtype)
    found = np.asarray(getattr(sharray.numpy, name)(sharray.numpy.asarray(values), 0, dtype=dtype))
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
