"""The op table, the namespace, the standard and the property tests cover the same names."""

import inspect
import types

import jax
import pytest
import test_elementwise
from jax.extend.core import Literal
from op_cases import CASES, INTERNAL, NO_ARRAYS
from test_standard import FUNCTIONS

import sharray as xp
import sharray.numpy
from sharray._engine import run, shards
from sharray._ops.table import CLASSES, TABLE

#: What the namespace has beside the standard.
BESIDE = {
    "CommunicationError", "DifferenceError", "GatherWarning", "ShardedArray", "all_gather",
    "all_to_all", "axis_index", "axis_size", "block_until_ready", "cache_clear", "cache_info",
    "check", "comm_budget", "explain", "from_callback", "from_single_device_arrays", "get_mesh",
    "get_options", "halo", "make_mesh", "pmax", "pmean", "pmin", "ppermute", "psum",
    "psum_scatter", "replicate", "report", "reshard", "set_mesh", "set_options", "shard_map",
    "use_mesh", "valid_size",
    "jit", "logical", "logical_rules", "restore_args", "to_jax", "visualize", "warn_on_gather",
    "with_sharding_constraint",
}  # fmt: skip
ELEMENTWISE = {name for name, op in TABLE.items() if op.elementwise}
#: In both the main namespace and the extension: the same function, one row.
SHARED = {"linalg.matmul", "linalg.matrix_transpose", "linalg.tensordot", "linalg.vecdot"}
#: Methods that are operations.
METHODS = {"to_device"}
#: Elementwise functions that only NumPy's namespace has.
NUMPY_ELEMENTWISE = {n for n in ELEMENTWISE if not hasattr(xp, n) and not n.startswith("astype")}


def functions_of(module, prefix=""):
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    found = set()
    for name in names:
        value = getattr(module, name)
        if not isinstance(value, types.ModuleType) and callable(value):
            found.add(prefix + name)
    return found


def test_namespace_is_the_standard():
    there = functions_of(xp) | {"__array_namespace_info__"}
    there |= functions_of(xp.linalg, "linalg.") | functions_of(xp.fft, "fft.")
    assert there - BESIDE == set(FUNCTIONS)
    assert there >= BESIDE


def test_every_function_is_one_operation():
    for name in SHARED:
        assert getattr(xp.linalg, name.removeprefix("linalg.")) is getattr(
            xp, name.removeprefix("linalg.")
        )
    public = set(FUNCTIONS) - SHARED - set(NO_ARRAYS)
    there = public | METHODS | set(INTERNAL) | NUMPY_ELEMENTWISE
    assert there == set(TABLE) - set(NO_ARRAYS)
    for name in NUMPY_ELEMENTWISE:
        assert callable(getattr(sharray.numpy, name.removeprefix("numpy.")))
    assert not public & set(INTERNAL)


def test_every_function_has_a_property_test():
    assert set(CASES) | ELEMENTWISE - NUMPY_ELEMENTWISE | set(NO_ARRAYS) == set(FUNCTIONS)
    assert not set(CASES) & ELEMENTWISE


def test_elementwise_properties_cover_the_table():
    there = {name for name, op in TABLE.items() if op.elementwise}
    assert set(test_elementwise.OPS) == there


def ignored(entry, avals):
    """Which results of the function of an operation, without its kernel, are made of nothing."""

    def call(*arrays):
        pos, named = entry.params.rebuild(arrays)
        return entry.op.fn(*pos, **named)

    jaxpr = jax.make_jaxpr(call)(*[jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals]).jaxpr
    used = set(jaxpr.invars)
    for step in jaxpr.eqns:
        if any(v in used for v in step.invars if not isinstance(v, Literal)):
            used.update(step.outvars)
    return [v for v in jaxpr.outvars if v not in used]


@pytest.mark.parametrize("name", INTERNAL)
def test_internal_operation_is_reached(name, on_devices, quickly_compiled, monkeypatch):
    applied = set()
    lookup = run._lookup

    def spy(program, buffers):
        found = [e for e in program.entries if hasattr(e, "op")]
        applied.update(e.op.name for e in found)
        # where JAX traces arrays that lie nowhere, the function is what computes
        for e in found:
            if e.op.name == name and not e.op.masked:
                assert not ignored(e, [program.entries[i].aval for i in e.args])
        return lookup(program, buffers)

    monkeypatch.setattr(run, "_lookup", spy)
    monkeypatch.setattr(shards, "enabled", False)
    xp.block_until_ready(INTERNAL[name]())
    assert name in applied, applied


def test_declarations_are_complete():
    for name, op in TABLE.items():
        assert op.comm in CLASSES
        assert (op.comm == "gather") == bool(op.why), f"{name}: {op.comm}, {op.why!r}"
    for name in FUNCTIONS:
        function = xp
        for part in name.split("."):
            function = getattr(function, part)
        assert inspect.getdoc(function), name
