"""Calls of `explain`: nothing runs, more devices than there are, wrong uses."""

import jax
import numpy as np
import pytest
from explaining import F, array, moves
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray._engine import compiler
from sharray._tools.explain import compiling, explain

pytestmark = pytest.mark.usefixtures("quickly_compiled")


@pytest.fixture(autouse=True)
def mesh():
    made = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(made), xp.set_options(host_threshold=16384):
        yield made


# nothing runs


def test_nothing_runs_and_nothing_is_left_behind(mode):
    a = xp.asarray(np.arange(7.0 * 5).reshape(7, 5), device=P("model"))
    recorded = a * 3
    before = a.tolist()
    compiler.cache_clear()

    def f(x):
        x += 1
        z = xp.zeros((7, 5), device=P("data")) + np.ones((7, 5))
        return recorded + x + z + a

    made = xp.explain(f, a)
    assert compiler.cache_info().dispatches == compiler.cache_info().compilations == 0
    assert made.out_shardings.spec == P("model")
    # what the function finds outside of its arguments is an argument, too, unless it has yet to run
    assert made.memory.arguments == (2 if mode == "recorded" else 3) * 2 * 5 * F
    assert a.tolist() == before
    assert np.array_equal(np.asarray(recorded), 3 * np.asarray(a))


def test_an_array_that_the_function_captures_and_writes_to(on_devices):
    u = xp.asarray(np.arange(4000.0 * 6).reshape(4000, 6), device=P("model"))

    def step():
        u[1:-1] = (u[2:] + u[:-2]) / 2

    made = xp.explain(step)
    assert made.communication_class == "halo"
    assert made.memory.outputs == 1000 * 6 * F
    np.testing.assert_array_equal(u, np.arange(4000.0 * 6).reshape(4000, 6))


def test_functions_that_transform_others_are_traced(on_devices):
    def f(x):
        y = xp.sin(x) * 2  # recorded here, needed there
        return jax.grad(lambda w: xp.sum(w * y))(x) + y

    made = xp.explain(f, array(1003, at=P("model")))
    assert (made.communication_class, made.out_shardings.spec) == ("local", P("model"))
    loop = xp.explain(
        lambda x: jax.lax.fori_loop(0, 3, lambda i, y: y + xp.sin(x), x), array(13, at=P("model"))
    )
    assert loop.out_shardings.spec == P("model")


def test_arguments_of_all_kinds(on_devices):
    def f(tree, power, name="sum", scale=1):
        assert name == "mean"
        return {"out": getattr(xp, name)(tree["a"] ** power, axis=0) * scale + tree["b"]}

    tree = {"a": np.ones((13, 7)), "b": array(7, at=P("model"))}
    made = xp.explain(f, tree, 2, name="mean", scale=np.float64(3))
    assert set(made.out_shardings) == {"out"}
    abstract = jax.eval_shape(lambda x: x + 1, xp.asarray(np.ones((13, 7)), device=P("model")))
    assert xp.explain(lambda x: x, abstract).out_shardings.spec == P("model")
    plain = jax.ShapeDtypeStruct((13, 7), "float32")
    assert xp.explain(lambda x: x, plain).out_shardings.spec == P(("data", "model"))
    static = xp.jit(lambda x, n: x + n, static_argnames="n")
    assert xp.explain(static, plain, n=3).out_shardings.spec == P(("data", "model"))
    gradient = xp.explain(jax.grad(lambda x: xp.sum(x * x)), array(13, at=P("model")))
    assert gradient.out_shardings.spec == P("model")


# more devices than there are


def test_512_devices():
    large = AbstractMesh((64, 8), ("data", "model"))

    def layer(x, w, b):
        y = xp.zeros((10007, 64)) + x @ w
        z = xp.shard_map(lambda v: v, in_specs=P("data"), out_specs=P("data"))(y)
        noise = xp.prng.default_rng(3).normal(size=(10007, 64))
        return z + b + np.ones(64) + np.ones((10007, 64)) + noise

    x = jax.ShapeDtypeStruct(
        (10007, 1024), "float64", sharding=NamedSharding(large, P("data", "model"))
    )
    w = xp.asarray(np.ones((1024, 64)), device=P("model"))
    made = xp.explain(layer, x, w, np.ones(64), mesh={"data": 64, "model": 8})
    rows = -(-10007 // 64)
    assert ("all-reduce", rows * 64 * F, ("model",)) in moves(made)
    assert made.mesh.size == 512
    assert made.out_shardings.spec[0] == "data"
    assert made.out_shardings.mesh.shape == {"data": 64, "model": 8}
    assert made.memory.arguments == (rows * 128 + 128 * 64 + 64) * F
    assert made.flops >= 2 * rows * 128 * 64
    assert all(c.line.file == __file__ for c in made.collectives)
    assert str(made).startswith(
        "test_512_devices.<locals>.layer on a mesh (data: 64, model: 8) of 512"
    )


def test_it_is_the_same_in_a_process_of_its_own(monkeypatch):
    def layer(x, w):
        y = xp.maximum(x @ w, 0)
        return y, xp.sum(y, axis=0)

    args = array(1003, 30, at=P("data", "model")), array(30, 7, at=P("model"))
    here = xp.explain(layer, *args, mesh={"data": 2, "model": 4})
    monkeypatch.setattr(explain, "_devices_here", lambda: 1)
    with jax.set_mesh(jax.make_mesh((8,), ("other",), axis_types=(AxisType.Auto,))):
        there = xp.explain(layer, *args, mesh={"data": 2, "model": 4})
    assert isinstance(there.mesh, AbstractMesh)
    assert str(here) == str(there)
    assert here.collectives == there.collectives
    assert (here.memory, here.flops) == (there.memory, there.flops)


def test_a_failure_in_the_process_of_its_own_is_told(monkeypatch, tmp_path):
    child = tmp_path / "child.py"
    child.write_text("raise SystemExit('out of paper')")
    monkeypatch.setattr(compiling, "_CHILD", child)
    with pytest.raises(RuntimeError, match=r"for 512 devices failed .*\nout of paper"):
        xp.explain(xp.sum, jax.ShapeDtypeStruct((8,), "float32"), mesh={"x": 512})


def test_arrays_on_another_mesh_are_to_be_arguments():
    a = xp.asarray(np.ones(16), device=P("data"))
    with pytest.raises(ValueError, match="different meshes") as caught:
        xp.explain(lambda x: x + a, a, mesh={"data": 512})
    assert "Pass them as arguments" in caught.value.__notes__[0]


def test_an_abstract_mesh_that_there_are_devices_for():
    made = xp.explain(lambda x: xp.sum(x), array(16, at=P("data")), mesh={"data": 4})
    assert made.mesh.devices.size == 4
    assert moves(made) == [("all-reduce", F, ("data",))]


# wrong uses

X = jax.ShapeDtypeStruct((6, 4), "float64")


def on(names, at):
    sizes = (2,) * len(names)
    return jax.ShapeDtypeStruct(
        (6, 4), "float64", sharding=NamedSharding(AbstractMesh(sizes, names), at)
    )


def needs_value(x):
    return 1 if xp.sum(x) > 0 else 2


WRONG = [
    (lambda: xp.explain(3), TypeError, "takes a function and its arguments, not int"),
    (lambda: xp.explain(xp.sum, X, mesh=8), TypeError, "or a dict such as .*, not int"),
    (lambda: xp.explain(xp.sum, X, mesh={}), ValueError, "mesh has no axes"),
    (lambda: xp.explain(xp.sum, X, mesh={"data": 0}), ValueError, "whole numbers of devices"),
    (
        lambda: xp.explain(xp.sum, on(("a",), P("a")), mesh={"data": 2}),
        ValueError,
        r"argument 0 of shape \(6, 4\) on \(data: 2\) .*'a'; the mesh has \('data',\)",
    ),
    (
        lambda: xp.explain(xp.add, on(("a",), P("a")), on(("b",), P("b"))),
        ValueError,
        r"argument 1 lies on \(b: 2\), .*argument 0 is \(a: 2\).*: say with mesh=",
    ),
    (
        lambda: xp.explain(needs_value, X),
        TypeError,
        r"test_explain_calls.py:\d+: `return 1 .* is not known while explain traces needs_value",
    ),
    (
        lambda: jax.jit(lambda x: xp.explain(xp.sum, x).flops)(1.0),
        RuntimeError,
        "explain is called outside of functions that are being traced",
    ),
    (
        lambda: xp.explain(lambda x: xp.explain(xp.sum, x), X),
        RuntimeError,
        "explain is called outside of functions that are being traced",
    ),
    (
        lambda: xp.explain(xp.matmul, X, X),
        ValueError,
        "matmul",
    ),
    (
        lambda: xp.explain(xp.sum, np.array(["a"])),
        TypeError,
        "cannot live on devices",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_wrong_use(case):
    call, kind, message = WRONG[case]
    with pytest.raises(kind, match=message):
        call()
    assert xp.explain(xp.sum, X).communication_class == "reduce"  # it left nothing behind
