"""`numpy.polynomial` on arrays on devices, against NumPy."""

import copy
import importlib
import pickle
import random
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sharray
import sharray.numpy
from sharray import ShardedArray, strategies
from sharray._functions.fallback import HostFallbackWarning
from sharray._functions.flavours import NUMPY

PREFIXES = {
    "polynomial": "poly", "chebyshev": "cheb", "hermite": "herm", "hermite_e": "herme",
    "laguerre": "lag", "legendre": "leg",
}  # fmt: skip
CLASSES = ["Polynomial", "Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre"]
SPACES = [sharray, sharray.numpy]
#: Arguments: coefficients c and d, points x and y, a table t of coefficients, roots r.
CALLS = {
    "val": ["x, c", "x, t", "x[:5], t, tensor=False", "0.5, c", "x, [1, 2]"],
    "val2d": ["x, y, t"],
    "val3d": ["x, y, x, t[:, :, None]"],
    "grid2d": ["x, y, t"],
    "grid3d": ["x[:3], y, x[:2], t[:, :, None]"],
    "vander": ["x, 3"],
    "vander2d": ["x, y, [1, 2]"],
    "vander3d": ["x, y, x, [1, 0, 2]"],
    "fit": ["x, y, 2", "x, n.stack([x, y], 1), [0, 2]", "x, y, 2, w=x * x + 1"],
    "add": ["c, d", "c, [1, 2]"],
    "sub": ["c, d", "d, c"],
    "mul": ["c, d", "c, [2.0]"],
    "mulx": ["c"],
    "div": ["d, c"],
    "pow": ["c[:2], 3", "c, 0"],
    "der": ["c", "c, 2", "t, axis=1", "c, 9"],
    "int": ["c", "c, 2, [1, 2]", "t, axis=1, lbnd=-1"],
    "fromroots": ["r"],
    "valfromroots": ["x, r", "x, t", "x[:5], t, tensor=False"],
    "weight": ["x"],
    "roots": ["c"],
    "companion": ["c"],
}
UTILITIES = [
    "as_series([c, d])", "trimseq(c)", "trimcoef(c, 0.1)", "getdomain(x)", "getdomain(x + 1j * x)",
    "mapdomain(x, [-1, 1], [0, 5])", "mapdomain(x, r[:2], r[1:3])", "mapparms(r[:2], [0, 1])",
]  # fmt: skip


def cases():
    for module, prefix in PREFIXES.items():
        for suffix, calls in CALLS.items():
            for call in calls:
                yield prefix + suffix, f"{module}.{prefix}{suffix}({call})"
        yield f"poly2{prefix}", f"{module}.poly2{prefix}(c)"
        yield f"{prefix}2poly", f"{module}.{prefix}2poly(c)"
    for call in UTILITIES:
        yield call.partition("(")[0], f"polyutils.{call}"


def named():
    """Gather calls by what they do: the six modules have functions for the same."""
    calls = {}
    for name, call in cases():
        module = call.partition(".")[0]
        if name in getattr(np.polynomial, module).__all__:
            what = name.replace(PREFIXES.get(module, "poly"), "*")
            calls.setdefault(what, []).append(call)
    return calls


def values():
    rng = np.random.default_rng(3)
    return {
        "x": np.linspace(-0.9, 0.9, 13), "y": rng.random(13), "c": rng.random(5) + 0.5,
        "d": rng.random(7) + 0.5, "t": rng.random((4, 5)), "r": np.array([0.5, -1.0, 2.0, 0.1]),
    }  # fmt: skip


def compare(ours, theirs, space, what):
    if isinstance(theirs, (tuple, list)):
        assert len(ours) == len(theirs), what
        for one, other in zip(ours, theirs, strict=True):
            compare(one, other, space, what)
        return
    if isinstance(theirs, np.ndarray) or space is sharray:
        kind = ShardedArray if space is sharray else NUMPY.array
        assert type(ours) is kind, f"{what}: a {type(ours).__name__}"
    else:
        assert isinstance(ours, np.generic), f"{what}: a {type(ours).__name__}"
    value = np.asarray(ours)
    assert (value.dtype, value.shape) == (theirs.dtype, theirs.shape), what
    np.testing.assert_allclose(value, theirs, rtol=1e-9, atol=1e-9, err_msg=what)


@pytest.mark.some(6)
@pytest.mark.parametrize("calls", named().values(), ids=named())
def test_functions_match_numpy(calls, on_devices, quickly_compiled, seed):
    for example in range(max(1, settings.default.max_examples // 3)):
        rng = random.Random(f"{seed} {example}")
        check(*map(rng.choice, (calls, SPACES, strategies.MESH_SHAPES)))


def check(call, space, size):
    arrays = values()
    wanted = eval(f"np.polynomial.{call}", {"np": np, "n": np, **arrays})
    with sharray.use_mesh(sharray.make_mesh(size)):
        ours = {name: space.asarray(value) for name, value in arrays.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            if call.partition("(")[0].endswith(("div", "roots", "companion")):
                warnings.simplefilter("ignore", HostFallbackWarning)
            result = eval(f"there.{call}", {"there": space.polynomial, "n": space, **ours})
        compare(result, wanted, space, f"{call} of {space.__name__} on {size}")


@settings(max_examples=2 * settings.default.max_examples)
@given(
    name=st.sampled_from(CLASSES), space=st.sampled_from(SPACES), mesh=strategies.meshes(),
    data=st.data(),
)  # fmt: skip
def test_classes_match_numpy(quickly_compiled, on_devices, name, space, mesh, data):
    numbers = st.floats(-2, 2).map(lambda x: round(x, 2))
    coefficients = data.draw(st.lists(numbers, min_size=1, max_size=5))
    points = np.array(data.draw(st.lists(numbers, min_size=7, max_size=7, unique=True)))
    options = data.draw(st.sampled_from([{}, {"domain": [-2, 2]}, {"window": [0, 1]}]))
    ours, theirs = getattr(space.polynomial, name), getattr(np.polynomial, name)
    p, q = ours(coefficients, **options), theirs(coefficients, **options)
    with sharray.use_mesh(mesh):
        x = space.asarray(points)
        compare(p(x), q(points), space, "values")
        compare(p.deriv()(x), q.deriv()(points), space, "derivative")
        compare(p.integ()(x), q.integ()(points), space, "integral")
        compare(p.linspace(7), q.linspace(7), space, "linspace")
        p, q = ours(coefficients), theirs(coefficients)
        for result, expected in (
            (ours.fit(x, p(x), 2), theirs.fit(points, q(points), 2)),
            (p + x, q + points), (x - p, points - q), (p * x[:2], q * points[:2]), (p**2, q**2),
            (ours(x), theirs(points)),
        ):  # fmt: skip
            assert type(result) is ours
            assert type(result.coef) is np.ndarray
            np.testing.assert_allclose(result.coef, expected.coef, rtol=1e-8, atol=1e-8)
            np.testing.assert_allclose(result.domain, expected.domain)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.__name__)
def test_objects_meet_those_of_numpy(space):
    p, q = space.polynomial.Polynomial([1, 2, 3]), np.polynomial.Polynomial([1, 2, 3])
    assert isinstance(p, np.polynomial.Polynomial)
    assert isinstance(q, space.polynomial.Polynomial)
    assert not isinstance(np.polynomial.Chebyshev([1]), space.polynomial.Polynomial)
    assert p == q
    assert q == p
    assert str(p + q) == str(q + p) == str(2 * q)
    assert repr(p) == repr(q)
    assert p.convert(kind=space.polynomial.Chebyshev) == q.convert(kind=np.polynomial.Chebyshev)
    for copied in (copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert type(copied) is type(p)
        assert copied == p


def test_small_arrays_of_numpy_stay_numpy():
    there = sharray.numpy.polynomial
    assert type(there.Polynomial([1, 2])(np.arange(3))) is np.ndarray
    assert type(there.legendre.legval(np.arange(3), [1, 2])) is np.ndarray
    assert type(there.Polynomial([1, 2])(2.0)) is np.float64
    assert importlib.import_module("sharray.numpy.polynomial") is there


@pytest.mark.parametrize("threshold", [0, 10**6])
def test_polynomials_of_polynomials(threshold):
    p, inner = [np.polynomial.Polynomial(c) for c in ([1.0, 2, 3], [0.5, 1])]
    with sharray.set_options(host_threshold=threshold):
        space = sharray.numpy.polynomial
        mine = space.Polynomial(sharray.numpy.asarray([1.0, 2, 3]))
        assert mine(space.Polynomial([0.5, 1])) == p(inner)
        chebyshev = space.Chebyshev.cast(mine)
        np.testing.assert_allclose(chebyshev.coef, np.polynomial.Chebyshev.cast(p).coef)
        x = sharray.numpy.arange(5.0)
        np.testing.assert_allclose(
            space.Polynomial.fit(x, x**2, 2).convert().coef, [0, 0, 1], atol=1e-12
        )


@pytest.mark.parametrize("space", SPACES)
def test_modules_are_imported_as_numpys(space):
    for name in ("polynomial", "chebyshev", "polyutils"):
        module = importlib.import_module(f"{space.__name__}.polynomial.{name}")
        assert module is getattr(space.polynomial, name)
    with pytest.raises(ModuleNotFoundError, match=r"polynomial\.bernstein"):
        importlib.import_module(f"{space.__name__}.polynomial.bernstein")
