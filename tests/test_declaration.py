"""Operations that are declared here, from outside, are everywhere: one declaration is enough.

NumPy is given functions that this library does not know: one of SciPy's ufuncs, and functions that
dispatch as NumPy's own do. All else follows from declarations of operations of their names.
"""

import importlib
import inspect
import operator
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import scipy.special
from hypothesis import settings
from jax import lax
from jax.sharding import PartitionSpec as P
from numpy._core.overrides import array_function_dispatch

import sharray
import sharray.numpy
import sharray.polynomial
from sharray import ShardedArray, strategies
from sharray._array import operators
from sharray._core import rules
from sharray._core.operation import TABLE
from sharray._engine import kernels, shards
from sharray._engine.monoids import SUM
from sharray._functions import ufunc
from sharray._functions.declare import REGISTRY
from sharray._functions.flavours import ARRAY_API, NUMPY
from sharray._functions.namespace import main_namespace
from sharray._ops.table import elementwise, op

TESTS = Path(__file__).parent
FLAVOURS = {ARRAY_API: sharray, NUMPY: sharray.numpy}
vars(sharray)  # its functions are made now, and not when a test has declared one


def _of_energy(a, axis=None, out=None, keepdims=None, *, scale=None):
    return a, out


def _of_cummax(a, axis=None, out=None):
    return a, out


@array_function_dispatch(_of_energy, module="numpy")
def energy(a, axis=None, out=None, keepdims=np._NoValue, *, scale=1):
    """Sum of squares over axes, as NumPy would have it."""
    kept = {} if keepdims is np._NoValue else {"keepdims": keepdims}
    return scale * np.sum(np.square(a), axis, out=out, **kept)


@array_function_dispatch(_of_cummax, module="numpy")
def cummax(a, axis=None, out=None):
    """Running maximum along an axis, as NumPy would have it."""
    a = np.asarray(a)
    return np.maximum.accumulate(a.reshape(-1) if axis is None else a, axis or 0, out=out)


def _of_picked(a, indices, by=None, out=None):
    return a, indices, out


@array_function_dispatch(_of_picked, module="numpy")
def picked(a, indices, by=1, out=None):
    """Rows at the quotients of indices by a number, as NumPy would have it."""
    return np.take(a, np.asarray(indices) // by, axis=0, out=out)


@pytest.fixture(autouse=True)
def _undone(monkeypatch):
    """Take back what a test declares, and what NumPy is given for it."""
    monkeypatch.setattr(np, "__all__", list(np.__all__))
    tables = [TABLE, REGISTRY, ufunc.UFUNCS]
    before = [dict(table) for table in tables]
    yield
    for table, entries in zip(tables, before, strict=True):
        table.clear()
        table.update(entries)


@pytest.fixture
def in_numpy(monkeypatch):
    """Give NumPy a function; then, in place of the namespaces as imported, have them anew."""

    def give(name, function):
        monkeypatch.setattr(np, name, function, raising=False)
        np.__all__.append(name)

    def anew(name):
        spaces = []
        for flavour, module in FLAVOURS.items():
            names = main_namespace(flavour)
            monkeypatch.setattr(module, name, names[name], raising=False)
            spaces.append(names)
        return spaces

    return give, anew


@pytest.fixture
def fresh(monkeypatch):
    """Import modules of the tests and of the documentation as they are now; undone later."""
    monkeypatch.syspath_prepend(TESTS.parent / "docs" / "_ext")
    ours = {path.stem for path in (*TESTS.glob("*.py"), *TESTS.glob("../docs/_ext/*.py"))}
    for name in list(sys.modules):
        if name.partition(".")[0] in ours | {"op_cases"} - {"conftest", Path(__file__).stem}:
            monkeypatch.delitem(sys.modules, name)
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ours | {"op_cases"}:
            del sys.modules[name]


def _huber(delta, r):
    size = jnp.abs(r)
    outside = jnp.where(delta < 0, jnp.inf, delta * (size - 0.5 * delta)).astype(r.dtype)
    return jnp.where(size <= delta, 0.5 * r * r, outside)


def declare_elementwise():
    elementwise("huber", _huber, "The loss of that name.", "real floating", arity=2, section="")


def declare_reduction():
    @op(rules.reduce, kinds="real floating", comm="reduce", lazy=True)
    def energy(x, /, *, axis=None, keepdims=False, valid):
        """Sum of squares over axes (all by default)."""
        return valid.fold(SUM, x, axis, keepdims, lambda x: x * x)


def declare_scan():
    def kernel(op, args, avals, aval, params):
        layout, axis = avals[0].layout, params.values["axis"]
        return kernels.scan(
            args[0], layout.mesh, layout.spec, axis, lax.cummax, jnp.maximum, -np.inf
        )

    @op(rules.same, kinds="real floating", comm="reduce", kernel=kernel)
    def cummax(x, /, *, axis):
        """Running maximum along an axis."""
        return lax.cummax(x, axis)


def declare_gather(lowering=lambda x, at: jnp.take(x, at, axis=0), **fields):
    @op(rules.gather, why="an index may name any row", **fields)
    def picked(x, indices, /, *, by):
        """Rows at the quotients of indices by a number."""
        return lowering(x, indices // by)


DECLARATIONS = {
    "huber": (scipy.special.huber, declare_elementwise),
    "energy": (energy, declare_reduction),
    "cummax": (cummax, declare_scan),
    "picked": (picked, lambda: declare_gather(samples=("picked(m, i, by=3)",))),
}


@pytest.fixture(params=DECLARATIONS)
def declared(request, in_numpy):
    """Declare an operation; return its name and the namespaces that have it."""
    give, anew = in_numpy
    function, declare = DECLARATIONS[request.param]
    assert request.param not in main_namespace(ARRAY_API)
    give(request.param, function)
    declare()
    return request.param, anew(request.param)


def operands(name):
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal((7, 5)) + 1 for _ in range(2 if name == "huber" else 1)]
    return [*arrays, rng.integers(0, 7, 6)] if name == "picked" else arrays


def test_both_namespaces_have_it(declared, on_devices):
    name, spaces = declared
    wanted = getattr(np, name)(*operands(name))
    for space, flavour in zip(spaces, FLAVOURS, strict=True):
        arrays = [sharray.asarray(a) for a in operands(name)]
        function = space[name]
        assert isinstance(function, space["ufunc"]) == (name == "huber")
        result = function(*arrays)
        if isinstance(result, np.generic):
            assert (flavour, name) == (NUMPY, "energy")
        else:
            assert type(result) is flavour.array
            strategies.assert_layout(result)
        np.testing.assert_allclose(np.asarray(result), wanted, rtol=1e-14)
        if name != "huber":
            assert inspect.signature(function) == inspect.signature(getattr(np, name))


def test_numpys_function_reaches_it(declared, on_devices):
    name, _ = declared
    given = operands(name)
    arrays = [sharray.asarray(a, device=P("x")) for a in given]
    function = getattr(np, name)
    # a function that nobody has declared warns here: NumPy computes it on the host
    kwargs = {"huber": {}, "picked": {"by": 2}}.get(name, {"axis": 1})
    result, wanted = function(*arrays, **kwargs), function(*given, **kwargs)
    strategies.assert_matches(result, wanted, rtol=1e-14)
    assert result.sharding.spec == P("x")
    out = sharray.zeros(wanted.shape, device=P("x"))
    assert function(*arrays, **kwargs, out=out) is out
    strategies.assert_matches(out, wanted, rtol=1e-14)


def test_small_arrays_stay_on_the_host(declared):
    name, spaces = declared
    wanted = getattr(np, name)(*operands(name))
    for space in spaces:
        result = space[name](*[space["asarray"](a) for a in operands(name)])
        assert not isinstance(result, ShardedArray) or result._numpy() is not None
        np.testing.assert_array_equal(np.asarray(result), wanted)


def test_what_the_operation_does_not_know_is_numpys(in_numpy, on_devices):
    give, anew = in_numpy
    give("energy", energy)
    declare_reduction()
    space, _ = anew("energy")
    x = sharray.asarray([1.0, 2.0])
    with pytest.warns(sharray.HostFallbackWarning, match="scale= is NumPy's alone"):
        assert float(space["energy"](x, scale=3)) == 15
    assert float(space["energy"](x, scale=1)) == 5
    for wrong in ({"scales": 3}, {"axis": 0, "a": x}):
        with pytest.raises(TypeError):
            space["energy"](x, **wrong)


def test_a_scan_without_an_axis_is_of_the_flattened_array(in_numpy, on_devices):
    give, anew = in_numpy
    give("cummax", cummax)
    declare_scan()
    space, _ = anew("cummax")
    (given,) = operands("cummax")
    strategies.assert_matches(space["cummax"](sharray.asarray(given)), cummax(given))
    strategies.assert_matches(space["cummax"](sharray.asarray(given), -1), cummax(given, -1))


def test_errors_of_calls_name_the_function(in_numpy, on_devices):
    give, anew = in_numpy
    give("energy", energy)
    declare_reduction()
    names, _ = anew("energy")
    x = sharray.asarray(np.ones(5))
    for args, kwargs in (((), {"axis": 0}), ((x, 0), {"axis": 0}), ((x,), {"other": 1})):
        with pytest.raises(TypeError, match=r"^energy\(\) "):
            names["energy"](*args, **kwargs)


def test_methods_of_a_ufunc_follow_from_the_declaration(in_numpy, on_devices):
    give, anew = in_numpy
    give("huber", scipy.special.huber)
    # the identity and the others are not huber's: it is enough that they are used
    elementwise(
        "huber", jnp.add, "A sum.", arity=2, section="",
        identity=lambda dtype: 0, scatter="add",
    )  # fmt: skip
    _, space = anew("huber")
    x = sharray.asarray([1.0, 2.0, 4.0, 8.0])
    np.testing.assert_array_equal(np.asarray(space["huber"].accumulate(x)), [1, 3, 7, 15])
    assert space["huber"].reduce(x) == 15
    assert np.huber.reduce(x) == 15  # type: ignore[attr-defined]
    space["huber"].at(x, [0, 0], 1.0)
    np.testing.assert_array_equal(np.asarray(x), [3, 2, 4, 8])


def test_operators_follow_from_the_declaration(in_numpy, on_devices):
    give, _ = in_numpy
    give("huber", scipy.special.huber)
    elementwise("huber", _huber, "A loss.", arity=2, section="", operator=operator.mod)
    made = operators.declared("")
    deltas, values = operands("huber")
    x = sharray.asarray(values)
    wanted = scipy.special.huber(deltas, values)
    for result in (
        made["__mod__"](sharray.asarray(deltas), x),
        made["__rmod__"](x, deltas),
        made["__imod__"](sharray.asarray(deltas), x),
    ):
        strategies.assert_matches(result, wanted, rtol=1e-14)


def test_documentation_lists_it(declared, fresh):
    name, _ = declared
    summary = TABLE[name].public.__doc__.partition("\n")[0]
    table = fresh("numpy_table")
    (row,) = [row for row in table.names() if row.name == name]
    assert (row.status, row.note) == ("sharded", summary)
    assert f"| `np.{name}` | sharded | {summary} |" in table.table_markdown()
    sharded, _ = table.share()
    np.__all__.remove(name)
    assert table.share()[0] == sharded - 1
    (row,) = [row for row in fresh("op_table").part_rows() if row.name == name]
    assert (row.comm, row.summary) == (TABLE[name].comm, summary)


@pytest.mark.filterwarnings("ignore::pytest.PytestAssertRewriteWarning")
def test_it_has_a_page_with_an_example(declared, fresh, monkeypatch):
    name, _ = declared
    monkeypatch.setattr(sharray, "__all__", [*sharray.__all__, name])
    pytest.importorskip("sphinx", reason="pages take Sphinx: pip install -e '.[docs]'")
    pages = fresh("pages")
    (entry,) = [entry for entry in fresh("entries").entries() if entry.name == name]
    text = pages.page(entry)
    moves = f":ref:`{TABLE[name].comm} <communication-classes>`:"
    for shown in (f"sharray.numpy.{name}(", f">>> np.{name}(np.array(", moves):
        assert shown in text


@pytest.mark.filterwarnings("ignore::pytest.PytestAssertRewriteWarning")
def test_property_tests_draw_it(declared, fresh):
    name, _ = declared
    if name == "huber":
        module = fresh("test_elementwise")
        assert name in module.OPS
        module.test_matches_numpy(name)
        module.test_dtypes_are_those_of_numpy(name, 0)
    else:
        assert name in fresh("op_cases").CASES
        fresh("test_ops").test_op(name)


def test_a_wrong_operation_fails_its_property_test(in_numpy, fresh):
    give, anew = in_numpy
    give("huber", scipy.special.huber)
    elementwise("huber", jnp.add, "A sum.", arity=2, section="")
    anew("huber")
    tests = fresh("test_elementwise")
    with pytest.raises(AssertionError):
        tests.test_matches_numpy("huber")


@pytest.mark.filterwarnings("ignore::pytest.PytestAssertRewriteWarning")
def test_a_wrong_operation_fails_the_test_of_its_samples(in_numpy, fresh):
    give, anew = in_numpy
    give("picked", picked)
    declare_gather(lambda x, at: jnp.take(x, at + 1, axis=0), samples=("picked(m, i, by=2)",))
    anew("picked")
    profile = settings.get_current_profile_name()
    settings.load_profile("rough")  # which the module reads: nobody needs the smallest failure
    try:
        tests = fresh("test_ops")
    finally:
        settings.load_profile(profile)
    with pytest.raises(AssertionError):
        tests.test_op("picked")


def test_an_operation_without_samples_is_told_what_to_write(in_numpy, fresh):
    give, anew = in_numpy
    give("picked", picked)
    declare_gather()
    anew("picked")
    module = fresh("test_coverage")
    with pytest.raises(AssertionError, match=r"no call of picked .* its declaration needs samples"):
        module.test_every_operation_has_samples()


def test_coverage_is_complete_with_it(declared, fresh):
    module = fresh("test_coverage")
    module.test_every_operation_has_samples()
    module.test_every_operation_is_reached_by_a_function()
    module.test_every_function_has_a_property_test()
    module.test_elementwise_properties_cover_the_table()
    module.test_declarations_are_complete()


def test_its_communication_is_measured(declared, fresh, quickly_compiled, monkeypatch, capfd):
    name, _ = declared
    module = fresh("test_communication")
    monkeypatch.setattr(shards, "enabled", False)
    with sharray.set_options(host_threshold=0), sharray.use_mesh(sharray.make_mesh(8)):
        module.test_class(name, capfd)


def test_dtypes_of_another_ufunc(on_devices):
    logistic = elementwise(
        "logistic", jax.nn.sigmoid, "1 / (1 + exp(-x)).", arity=1, dtypes=np.tanh,
        host=scipy.special.expit, section="",
    )  # fmt: skip
    x = np.array([-1, 0, 3], np.int8)
    assert logistic(sharray.asarray(x)).dtype == np.tanh(x).dtype == np.float16
    assert ufunc.UFUNCS[np.tanh].numpy is np.tanh
    assert "logistic" not in main_namespace(ARRAY_API)


def test_nothing_is_left_of_a_declaration():
    for name in DECLARATIONS:
        assert name not in TABLE
        assert not hasattr(np, name)
        assert not hasattr(sharray, name)
    for function, _ in DECLARATIONS.values():
        assert function not in REGISTRY
