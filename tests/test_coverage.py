"""The op table, the namespace, the standard and the property tests cover the same names."""

import copy
import importlib
import inspect
import pickle
import types

import jax
import numpy as np
import op_table
import pytest
import test_elementwise
from jax.extend.core import Literal
from op_cases import CASES
from samples import Sample, samples_of
from test_standard import FUNCTIONS

import sharray as xp
import sharray.numpy
from sharray import strategies
from sharray._core.operation import CLASSES, TABLE
from sharray._engine import executors, shards, staging
from sharray._ops.table import numpy_function
from sharray._record.views import VIEWS

ELEMENTWISE = {name for name, op in TABLE.items() if op.elementwise}
#: Methods that are operations.
METHODS = {"to_device"}
#: Functions that make no arrays, tested by value in `test_standard`.
NO_ARRAYS = {
    "broadcast_shapes", "can_cast", "finfo", "iinfo", "isdtype", "result_type",
    "__array_namespace_info__",
}  # fmt: skip
#: Functions that NumPy has and the standard has not.
NUMPY_ELEMENTWISE = ELEMENTWISE - set(FUNCTIONS)
NUMPY_OTHERS = {n for n in set(TABLE) - ELEMENTWISE - set(FUNCTIONS) if numpy_function(n)}
#: Operations that are parts of functions of other names.
PARTS = [n for n in TABLE if n not in {*FUNCTIONS, *NUMPY_ELEMENTWISE, *NUMPY_OTHERS}]


@pytest.mark.parametrize("space", [xp, sharray.numpy], ids=lambda space: space.__name__)
@pytest.mark.parametrize(
    "module", [np, np.linalg, np.fft, np.random, np.testing, np.polynomial],
    ids=lambda module: module.__name__,
)  # fmt: skip
def test_namespaces_have_all_names_of_numpy_and_of_the_standard(space, module):
    prefix = module.__name__.partition(".")[2]
    there = getattr(space, prefix) if prefix else space
    standard = [n.removeprefix(f"{prefix}.") for n in FUNCTIONS if n.rpartition(".")[0] == prefix]
    for name in {*module.__all__, *standard}:
        if not isinstance(getattr(module, name, None), types.ModuleType):
            assert hasattr(there, name), name
            assert name in dir(there), name


def test_every_operation_has_samples():
    for op in (*TABLE.values(), *VIEWS.values()):
        assert samples_of(op)


def test_every_operation_is_reached_by_a_function():
    for name in NUMPY_ELEMENTWISE | NUMPY_OTHERS:
        assert callable(getattr(xp, name.removeprefix("numpy.")))
    assert set(PARTS) >= METHODS  # those of functions come to the others, see below


def test_every_function_has_a_property_test():
    covered = set(CASES) | ELEMENTWISE - NUMPY_ELEMENTWISE | NO_ARRAYS
    assert covered == set(FUNCTIONS) | NUMPY_OTHERS
    assert not set(CASES) & ELEMENTWISE


def test_operations_of_the_standard_are_in_the_public_table():
    # one that is declared without `section=` is taken for a part of others
    rows = {row.name for row in op_table.public_rows()}
    assert set(FUNCTIONS) & set(TABLE) <= rows
    assert len(rows) > 150


def test_elementwise_properties_cover_the_table():
    there = {name for name, op in TABLE.items() if op.elementwise}
    assert set(test_elementwise.OPS) == there


def ignored(entry, avals):
    """Which results of the function of an operation, without its kernel, are made of nothing."""

    def call(*arrays):
        pos, named = entry.params.rebuild(arrays)
        return entry.op.lowering(*pos, **named)

    jaxpr = jax.make_jaxpr(call)(*[jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]).jaxpr
    used = set(jaxpr.invars)
    for step in jaxpr.eqns:
        if any(v in used for v in step.invars if not isinstance(v, Literal)):
            used.update(step.outvars)
    return [v for v in jaxpr.outvars if v not in used]


@pytest.mark.parametrize("name", PARTS)
def test_samples_of_a_part_come_to_it(name, on_devices, quickly_compiled, empty_cache, monkeypatch):
    applied = set()
    rewrite = executors.program_of

    def spy(*args):
        program = rewrite(*args)
        found = [e for e in program.entries if hasattr(e, "op")]
        applied.update(e.op.name for e in found)
        # where JAX traces arrays that lie nowhere, the function is what computes
        for e in found:
            if e.op.name == name and not e.op.masked:
                assert not ignored(e, [program.entries[i].aval for i in e.args])
        return program

    monkeypatch.setattr(executors, "program_of", spy)
    monkeypatch.setattr(staging, "program_of", spy)
    monkeypatch.setattr(shards, "enabled", False)
    for text in samples_of(TABLE[name]):
        sample = Sample(TABLE[name], text, (29, 4, 5))
        given = sample.operands
        placed = {n: xp.asarray(x, device=sample.specs[n]) for n, x in given.items()}
        found = xp.block_until_ready(sample.call(xp, placed))
        if name not in METHODS:  # NumPy's arrays go nowhere
            agree(found, sample.call(np, given))
        agree(list(placed.values()), list(given.values()))
    assert name in applied, applied


def agree(found, wanted):
    if wanted is None:  # it was written
        assert found is None
    else:
        strategies.assert_matches(found, wanted, rtol=1e-9)


def test_declarations_are_complete():
    for name, op in TABLE.items():
        assert op.comm in CLASSES
        assert (op.comm == "gather") == bool(op.why), f"{name}: {op.comm}, {op.why!r}"
    for name in FUNCTIONS:
        function = xp
        for part in name.split("."):
            function = getattr(function, part)
        assert inspect.getdoc(function), name


@pytest.mark.parametrize("space", [xp, sharray.numpy], ids=lambda space: space.__name__)
def test_functions_are_pickled_by_their_names(space):
    names = [n for n in dir(np) if isinstance(getattr(np, n), types.FunctionType | np.ufunc)]
    for module in (space, space.linalg, space.fft):
        for name in names if module is space else module.__all__:
            function = getattr(module, name)
            if not isinstance(function, type):
                assert pickle.loads(pickle.dumps(function)) is function, name


def is_bound(function):
    """Whether a function becomes a method as an attribute of a class."""
    return type("Class", (), {"f": function})().f is not type("Class", (), {"f": function}).f


@pytest.mark.parametrize("module", ["numpy", "numpy.linalg", "numpy.fft", "numpy.random"])
@pytest.mark.parametrize("flavour", ["sharray", "sharray.numpy"])
def test_functions_bind_as_methods_where_numpys_do(flavour, module):
    theirs = importlib.import_module(module)
    ours = importlib.import_module(module.replace("numpy", flavour, 1))
    both = [name for name in dir(theirs) if not name.startswith("_") and hasattr(ours, name)]
    functions = [
        name for name in both if callable(f := getattr(ours, name)) and not isinstance(f, type)
    ]
    wrong = [n for n in functions if is_bound(getattr(ours, n)) != is_bound(getattr(theirs, n))]
    assert len(functions) > 15
    assert not wrong


@pytest.mark.parametrize("function", [sharray.numpy.array, xp.zeros, sharray.numpy.random.normal])
def test_functions_that_do_not_bind_are_functions_otherwise(function):
    assert pickle.loads(pickle.dumps(function)) is copy.deepcopy(function) is function
    assert repr(function).startswith("<function")
    assert inspect.signature(function).parameters
    assert inspect.getdoc(function)
