"""Functions of `sharray.numpy` against NumPy, and against their signatures there."""

import inspect
import pydoc
import random
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import settings
from jax.sharding import NamedSharding, PartitionSpec
from numpy_calls import SECTIONS, arrays

import sharray
import sharray.numpy
from sharray import ShardedArray, strategies
from sharray._functions.declare import REGISTRY
from sharray._functions.fallback import name_of
from sharray._functions.flavours import ARRAY_API, NUMPY

CALLS = [call for calls in SECTIONS.values() for call in calls]


def compare(found, wanted, what):
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted), what
        for f, w in zip(found, wanted, strict=True):
            compare(f, w, what)
        return
    if not isinstance(wanted, (np.ndarray, np.generic)):
        assert found == wanted or (found != found and wanted != wanted), what
        return
    if not isinstance(found, ShardedArray):
        assert isinstance(wanted, np.generic), f"{what}: a {type(found).__name__}"
    else:
        assert found._layout.mesh is not None, f"{what}: the devices did not do it"
        strategies.assert_layout(found)
    value = np.asarray(found)
    assert (value.dtype, value.shape) == (wanted.dtype, wanted.shape), what
    if wanted.dtype.kind in "fc":
        scale = max(1.0, float(np.max(np.abs(wanted), where=np.isfinite(wanted), initial=0)))
        error = 200 * np.finfo(wanted.dtype).eps
        np.testing.assert_allclose(value, wanted, rtol=error, atol=error * scale, err_msg=what)
    else:
        np.testing.assert_array_equal(value, wanted, err_msg=what)


def a_spec(rng, ndim, mesh):
    """Shard dimensions by mesh axes at random, several axes on one dimension included."""
    axes = [[] for _ in range(ndim)]
    for name in rng.sample(mesh.axis_names, len(mesh.axis_names)):
        at = rng.randrange(-1, ndim)
        if at >= 0:
            axes[at].append(name)
    return PartitionSpec(*[tuple(names) if names else None for names in axes])


@pytest.mark.some(90)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of the oracle
def test_matches_numpy(call, seed):
    for example in range(max(1, settings.default.max_examples // 16)):
        rng = random.Random(f"{seed} {example}")
        mesh = sharray.make_mesh(rng.choice(strategies.MESH_SHAPES))
        immediate = rng.random() < 0.5
        with sharray.use_mesh(mesh), sharray.set_options(host_threshold=0, immediate=immediate):
            check(call, mesh, rng, f"on {dict(mesh.shape)}{', at once' * immediate}")


def check(call, mesh, rng, where):
    theirs = SimpleNamespace(**arrays())
    wanted = eval(call, {"np": np, "a": theirs})
    ours = SimpleNamespace()
    for name, value in arrays().items():
        if f"a.{name}" in call:
            spec = a_spec(rng, value.ndim, mesh)
            setattr(ours, name, sharray.asarray(value, device=NamedSharding(mesh, spec)))
    placed = {name: str(x.sharding.spec) for name, x in vars(ours).items()}
    what = f"{call} {where}, {placed}"
    found = eval(call, {"np": sharray.numpy, "a": ours})
    compare(found, wanted, what)
    for name, x in vars(ours).items():
        compare(x, np.asarray(getattr(theirs, name)), f"{what}, then a.{name}")


#: NumPy's order of names differs from one process to the next.
BY_NAME = {name_of(function): function for function in REGISTRY}


#: Parameters that the standard has, and NumPy not or from 2.5 on.
BESIDE = {"copy", "descending", "device", "dtype"}


def signature_of(function):
    try:
        return inspect.signature(function)
    except ValueError:
        return None


@pytest.mark.parametrize("flavour", [ARRAY_API, NUMPY], ids=["sharray", "sharray.numpy"])
@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_signature_is_that_of_numpy(name, flavour):
    function = BY_NAME[name]
    entry = REGISTRY[function]
    theirs = signature_of(function)
    if entry.status != "sharded" or theirs is None:
        return
    if function is np.clip and flavour is ARRAY_API:  # the standard has other names for the limits
        return
    if function is np.arange:  # which takes `start` by name, too, and does not say so
        return

    def form(p):
        return p.name, p.kind, repr(p.default) if p.default is not p.empty else ""

    ours = inspect.signature(entry.of(flavour)).parameters
    later = [form(p) for n, p in ours.items() if n not in BESIDE or n in theirs.parameters]
    # what newer versions have taken over from the standard, where they say no more of it
    known = [
        form(ours[p.name] if p.name in BESIDE and p.default is np._NoValue else p)
        for p in theirs.parameters.values()
    ]
    assert later == known


@pytest.mark.parametrize("flavour", [ARRAY_API, NUMPY], ids=["sharray", "sharray.numpy"])
def test_help_on_ufuncs_begins_with_the_parameters(flavour):
    for name, function in BY_NAME.items():
        if isinstance(function, np.ufunc):
            ours = REGISTRY[function].of(flavour)
            first, _, summary = ours.__doc__.partition("\n\n")
            assert first.strip("`") == function.__doc__.partition("\n")[0], name
            assert first in pydoc.plain(pydoc.render_doc(ours)), name
            assert summary.partition("\n")[0].endswith("."), name
    # the class has the signature of its constructor
    assert list(inspect.signature(sharray.ufunc).parameters) == ["declared", "flavour"]


def test_names_are_those_of_numpy():
    for module, space in (
        (np, sharray.numpy), (np.linalg, sharray.numpy.linalg), (np.fft, sharray.numpy.fft),
    ):  # fmt: skip
        for name in module.__all__:
            assert hasattr(space, name), f"{module.__name__}.{name}"


def test_small_arrays_stay_on_the_host_and_compile_nothing():
    sharray.cache_clear()
    xp = sharray.numpy
    x = xp.arange(16.0)
    for call in ("pad(x, 2)", "cumsum(x)", "linalg.norm(x)", "sort(x)", "einsum('i,i', x, x)"):
        found = eval(f"xp.{call}", {"xp": xp, "x": x})
        assert isinstance(found, (np.ndarray, np.generic))
        np.testing.assert_array_equal(
            np.asarray(found), eval(f"np.{call}", {"np": np, "x": np.arange(16.0)})
        )
    assert sharray.cache_info().compilations == 0


def test_what_is_not_numeric_stays_in_numpy(on_devices):
    xp = sharray.numpy
    names = xp.array(["b", "a", "c"])
    assert type(names) is np.ndarray
    assert xp.sort(names).tolist() == ["a", "b", "c"]
    assert xp.concatenate([names, names]).shape == (6,)
    dates = xp.arange("2020-01", "2020-04", dtype="datetime64[M]")
    assert dates.dtype == np.dtype("datetime64[M]")
    with pytest.raises(TypeError, match=r"numpy\.ndarray"):
        sharray.asarray(names)


def test_host_fallback_warns_once_for_each_line(on_devices):
    def sevens(vector, width, axis, options):
        vector[: width[0]] = 7

    x = sharray.asarray(np.arange(12.0))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        found = [sharray.numpy.pad(x, 2, sevens) for _ in range(3)][-1]
    assert [w.category for w in caught] == [sharray.numpy.HostFallbackWarning]
    assert "the mode is a function" in str(caught[0].message)
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(np.asarray(found), np.pad(np.arange(12.0), 2, sevens))


def test_numpy_functions_of_sharded_arrays_stay_sharded(on_devices):
    x = sharray.asarray(np.arange(26.0).reshape(13, 2))
    for made in (
        np.sin(x), np.concatenate([x, x]), np.add(np.ones(2), x), np.multiply.outer(x, x),
        np.ones(2) * x, np.float64(2) + x, np.linalg.norm(x, axis=1), np.cumsum(x, 0),
    ):  # fmt: skip
        assert isinstance(made, ShardedArray)
        assert any(made.sharding.spec)
    out = np.zeros((13, 2))
    assert np.add(x, 1, out=out) is out
    np.testing.assert_array_equal(out, np.arange(26.0).reshape(13, 2) + 1)


def test_arrays_of_numpy_join_those_of_another_mesh(on_devices):
    values = np.arange(26.0).reshape(13, 2)
    xp, mesh = sharray.numpy, sharray.make_mesh((3,))
    x = sharray.asarray(values, device=mesh)
    for made in (
        xp.add(x, values), xp.concatenate([values, x]), xp.isclose(x, values), x @ values.T,
        xp.where(values > 3, x, values), xp.add(values, x, dtype=np.float32), xp.pad(x, 2),
        xp.multiply.outer(values[0], x), np.hypot(values, x), values - x,
    ):  # fmt: skip
        assert made.sharding.mesh == mesh
    assert xp.array_equal(x, values)


def test_ufunc_whose_results_are_objects_runs_in_numpy(on_devices):
    ufunc = np.frompyfunc(lambda v: v + 1, 1, 1)
    x = sharray.asarray(np.arange(13.0))
    with pytest.warns(sharray.numpy.HostFallbackWarning):
        result = ufunc(x)
    assert (type(result), result.dtype) == (np.ndarray, object)
    assert result.tolist() == list(range(1, 14))


def test_arrays_are_instances_of_ndarray(on_devices):
    x = sharray.numpy.zeros(3)
    assert isinstance(x, np.ndarray)
    assert isinstance(x, sharray.ShardedArray)
    assert not isinstance(sharray.zeros(3), np.ndarray)
    assert isinstance(sharray.zeros(3), sharray.ndarray)
    assert x.view(np.ndarray).sharding == x.sharding


def test_the_class_of_numpys_arrays_is_numpys():
    ndarray = sharray.numpy.ndarray

    class Own(ndarray):
        def __new__(cls, values):
            return sharray.numpy.asarray(values).view(cls)

        def __array_finalize__(self, other):
            self.name = getattr(other, "name", "own")

    own = Own([1.0, 2.0])
    assert (own + 1).name == "own"
    assert type(own.view(ndarray)) is ndarray
    assert type(sharray.numpy.zeros(3).view(type=ndarray)) is ndarray is type(ndarray((2, 3)))
    assert type(np.ma.array([1.0, 2.0]).view(ndarray)) is ndarray
    assert ndarray.sum(np.ones(3)) == 3
    assert isinstance(sharray.numpy.zeros(3).flat, np.flatiter)
    assert not isinstance(own.view(ndarray), Own)
    assert not isinstance(3.0, ndarray)
