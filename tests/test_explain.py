"""`explain`: its figures against counts by hand."""

from collections import Counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from explaining import F, array, moves
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies

pytestmark = pytest.mark.usefixtures("quickly_compiled")


@pytest.fixture(autouse=True)
def mesh():
    made = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(made), xp.set_options(host_threshold=16384):
        yield made


M, K, N = 64, 32, 48
# the layouts of both operands; what moves; class, spec of the result, products on each device
MATMULS = {
    "rows": (P("model"), P(), [], "local", P("model"), M * K * N // 4),
    "columns": (P(), P(None, "model"), [], "local", P(None, "model"), M * K * N // 4),
    "contracted": (
        P(None, "model"), P("model"), [("all-reduce", M * N * F, ("model",))],
        "reduce", P(), M * K * N // 4,
    ),
    "batch and columns": (
        P("data"), P(None, "model"), [], "local", P("data", "model"), M * K * N // 8,
    ),
    "batch and contracted": (
        P("data", "model"), P("model"), [("all-reduce", M * N * F // 2, ("model",))],
        "reduce", P("data"), M * K * N // 8,
    ),
    "two dimensions": (
        P("data", "model"), P("data", "model"),
        # each device gathers its row of blocks of the first, its column of the second
        [("all-gather", M * K * F // 2, ("model",)), ("all-gather", K * N * F // 4, ("data",))],
        "gather", P("data", "model"), M * K * N // 8,
    ),
}  # fmt: skip


@pytest.mark.parametrize("layout", MATMULS)
def test_matmul(layout):
    left, right, moved, kind, spec, products = MATMULS[layout]
    made = xp.explain(xp.matmul, array(M, K, at=left), array(K, N, at=right))
    assert sorted(moves(made)) == sorted(moved)
    assert made.bytes_moved == sum(n for _, n, _ in moved)
    assert made.communication_class == kind
    assert made.out_shardings.spec == spec
    assert made.flops == 2 * products + sum(n // F for name, n, _ in moved if name == "all-reduce")
    assert len(made.advice) == sum(name == "all-gather" for name, *_ in moved)


def test_transposition_to_the_same_spec_exchanges_each_element_once():
    function = xp.jit(xp.matrix_transpose, out_shardings=P("model"))
    made = xp.explain(function, array(M, N, at=P("model")))
    assert moves(made) == [("all-to-all", M * N * F // 4, ("model",))]
    assert made.communication_class == "exchange"
    assert made.flops == 0
    assert xp.explain(xp.matrix_transpose, array(M, N, at=P("model"))).collectives == ()


def test_halo():
    def step(u):
        u[1:-1] = (u[2:] + u[:-2]) / 2

    made = xp.explain(step, array(4000, 6, at=P("model")))
    # in the coordinates of u, as when it runs: a row from either side
    row = 6 * F
    assert moves(made) == [("collective-permute", row, ("model",))] * 2
    assert [line.number for c in made.collectives for line in c.lines] == [
        step.__code__.co_firstlineno + 1
    ] * 2
    u = xp.asarray(np.ones((4000, 6)), device=P("model"))
    with xp.report() as r:
        step(u)
    assert r.total.moved == {"collective-permute": 2 * row}
    assert made.communication_class == "halo"
    assert made.memory.outputs == 1000 * row  # the array that is written to
    assert made.advice == []


def test_halo_of_blocks():
    def smooth(block):
        wide = xp.halo(block, 0, 1, 1, "wrap")
        return (wide[2:] + wide[:-2]) / 2

    mapped = xp.shard_map(smooth, in_specs=P("model"), out_specs=P("model"))
    made = xp.explain(mapped, array(4000, 6, at=P("model")))
    assert moves(made) == [("collective-permute", 6 * F, ("model",))] * 2
    assert made.communication_class == "halo"


def test_all_reduce_and_lines():
    def total(x):
        y = x * x
        return xp.sum(y, axis=0)  # the line

    made = xp.explain(total, array(1003, 500, at=P("data")))
    assert moves(made) == [("all-reduce", 500 * F, ("data",))]
    (one,) = made.collectives
    assert (one.line.file, one.line.number) == (__file__, total.__code__.co_firstlineno + 2)
    assert made.communication_class == "reduce"
    assert made.memory.arguments == 502 * 500 * F
    assert made.memory.outputs == 500 * F


def test_memory_of_an_elementwise_function_and_donation():
    x = array(1003, 16, at=P(("data", "model")))
    made = xp.explain(lambda x: x + 1, x)
    shard = 126 * 16 * F
    # all that is temporary is the number that is added
    assert (made.memory.arguments, made.memory.outputs, made.memory.shared) == (shard, shard, 0)
    assert made.memory.temporary < 64
    assert made.memory.peak == 2 * shard + made.memory.temporary
    even = xp.explain(lambda x: x * x + x, array(1000, 16, at=P(("data", "model"))))
    assert even.flops == 2 * 125 * 16
    donating = xp.explain(xp.jit(lambda x: x + 1, donate_argnums=0), x)
    assert donating.memory.shared == shard
    assert donating.memory.peak == shard + donating.memory.temporary
    named = xp.explain(xp.jit(lambda v, x: x + v, donate_argnames="x"), 1.0, x=x)
    assert named.memory.shared == shard


def test_shard_map_and_lines_in_its_body():
    def body(a, b):
        part = a @ b
        return xp.psum(part, "model")  # the line

    layer = xp.shard_map(body, in_specs=(P("data", "model"), P("model")), out_specs=P("data"))
    for f in (layer, xp.jit(layer), jax.jit(layer)):
        made = xp.explain(f, array(M, K, at=P("data", "model")), array(K, N, at=P("model")))
        assert moves(made) == [("all-reduce", M * N * F // 2, ("model",))]
        assert made.collectives[0].line.number == body.__code__.co_firstlineno + 2
        assert made.collectives[0].line.file == __file__


def test_functions_of_jax():
    def total(x):
        return jnp.sum(x, axis=0)  # the line

    x = jax.device_put(np.ones((M, N)), NamedSharding(xp.get_mesh(), P("data")))
    made = xp.explain(jax.jit(total), x)
    assert moves(made) == [("all-reduce", N * F, ("data",))]
    assert made.collectives[0].line.number == total.__code__.co_firstlineno + 1
    assert made.out_shardings.spec == P()


def test_arrays_of_jax_of_any_dtype():
    x = jnp.ones((16, 4), jnp.bfloat16, device=NamedSharding(xp.get_mesh(), P("model")))
    made = xp.explain(
        lambda x, key: jnp.sum(x + jax.random.normal(key), axis=0), x, jax.random.key(0)
    )
    assert [kind for kind, *_ in moves(made)] == ["all-reduce"]
    assert made.memory.arguments == 4 * 4 * 2 + 2 * 4


def test_a_gather_says_what_to_change():
    x = array(4096, at=P("data"))
    made = xp.explain(lambda x: xp.reshard(x, P()), x)
    assert moves(made) == [("all-gather", 4096 * F, ("data",))]
    (advice,) = made.advice
    assert "gathers 32.8 kB on each device along data" in advice
    assert "with_sharding_constraint" in advice
    product = xp.explain(xp.matmul, array(M, K, at=P("data")), array(K, N, at=P("data")))
    (advice,) = product.advice
    assert "Shard the contracted dimension of both alike" in advice


def test_totals_of_shards_are_no_gather():
    def running(x):
        return xp.cumulative_sum(x, axis=0)

    made = xp.explain(running, array(1003, 300, at=P("data")))
    assert moves(made) == [("all-gather", 2 * 300 * F, ("data",))]
    assert (made.communication_class, made.gathers) == ("reduce", ())
    x = xp.asarray(np.ones((1003, 300)), device=P("data"))
    with xp.comm_budget(gathers=0):
        for f in (running, xp.jit(running)):
            xp.block_until_ready(f(x))


def test_a_collective_of_several_lines_names_them_all():
    def both(x):
        first = xp.sum(x, axis=0)
        second = xp.sum(x * x, axis=0)
        return first, second

    made = xp.explain(both, array(1003, 500, at=P("data")))
    (one,) = made.collectives
    start = both.__code__.co_firstlineno
    assert [line.number for line in one.lines] == [start + 1, start + 2]
    assert f"and tests/test_explain.py:{start + 2}: second = xp.sum(" in str(made)


REAL = {
    "reshard": lambda x, spec: xp.reshard(x, spec),
    "sum": lambda x, spec: xp.sum(x, axis=0),
    "add": lambda x, spec: x + xp.reshard(x, spec),
    "matmul": lambda x, spec: x @ xp.reshard(x, spec).T,
    "slices": lambda x, spec: x[1:] - x[:-1],
    "cumulative_sum": lambda x, spec: xp.cumulative_sum(x, axis=0),
}


@pytest.mark.parametrize("name", REAL)
@given(data=st.data(), mesh=strategies.meshes())
@settings(max_examples=settings.default.max_examples // 5)
def test_what_it_says_is_what_happens(name, data, mesh, on_devices):
    with xp.use_mesh(mesh):
        shape = data.draw(strategies.shapes(2, 2, sides=(13, 16, 1003)))
        before, after = data.draw(strategies.specs(2, mesh)), data.draw(strategies.specs(2, mesh))
        x = xp.asarray(np.ones(shape), device=before)
        function = xp.jit(lambda x: REAL[name](x, after))
        made = xp.explain(function, x)
        with xp.report() as r:
            result = function(x)
    told = Counter()
    for c in made.collectives:
        told[c.kind] += c.bytes
    assert told == r.total.moved
    assert len(made.gathers) == r.total.gathers
    assert made.out_shardings == result.sharding


def test_nested_functions_may_have_been_compiled_before():
    def g(x):
        return xp.sum(x, axis=0)

    inner = xp.jit(g)
    x = xp.asarray(np.ones((M, N)), device=P("data"))
    inner(x)
    made = xp.explain(lambda x: inner(x) + 1, x)
    assert moves(made) == [("all-reduce", N * F, ("data",))]
    assert made.collectives[0].line.number == g.__code__.co_firstlineno + 1


def test_it_prints():
    def f(a, b):
        return a @ b  # of blocks

    made = xp.explain(f, array(M, K, at=P(None, "model")), array(K, N, at=P("model")))
    text = str(made)
    assert repr(made) == text
    head, result, moved, computes, memory, _, columns, row, source = text.splitlines()
    assert head.endswith("f on a mesh (data: 2, model: 4) of 8 devices: reduce")
    assert result.split() == ["result", "P()"]
    assert moved.endswith("24.6 kB to each device, in one collective")
    # the sums of the all-reduce are among them
    assert computes.split()[1] == f"{2 * M * K * N // 4 + M * N:.3g}"
    assert "arguments 7.17 kB, results 24.6 kB" in memory
    assert columns.split() == ["line", "collective", "along", "bytes", "each"]
    assert row.split()[1:] == ["all-reduce", "model", "24.6", "kB"]
    assert source.strip() == "return a @ b  # of blocks"


def test_of_many_results_it_says_how_many_lie_where():
    made = xp.explain(lambda x: ([x + 1] * 9, xp.sum(x, axis=0)), array(M, N, at=P("model")))
    assert str(made).splitlines()[1] == "result     10 arrays: 9 at P('model',), 1 at P()"


def test_a_step_of_training_with_state(mesh):
    optimizer = optax.adam(1e-3)
    weights = {"w": array(32, 64, at=P(None, "model")), "v": array(64, 32, at=P("model"))}
    initial: Any = optimizer.init(jax.tree.map(lambda a: np.zeros(a.shape), weights))
    moments, count = initial
    state = (moments._replace(mu=weights, nu=weights), count)

    def loss(weights, x):
        y = xp.maximum(x @ weights["w"], 0) @ weights["v"]
        return xp.sum(y * y)

    def step(weights, state, x):
        value, gradient = jax.value_and_grad(loss)(weights, x)
        change, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, value

    jitted = xp.jit(step, donate_argnums=(0, 1))
    made = xp.explain(jitted, weights, state, array(128, 32, at=P("data")))
    # the activations, forwards along the hidden units; gradients along the batch; the loss
    activations, weight = 64 * 32 * F, 32 * 16 * F
    assert made.communication_class == "reduce"
    assert sum(n for *_, n, axes in moves(made) if axes == ("model",)) == activations
    assert sum(n for *_, n, axes in moves(made) if axes == ("data",)) == 2 * weight + F
    assert made.out_shardings[0]["w"].spec == P(None, "model")
    assert made.memory.shared >= 3 * 2 * weight
