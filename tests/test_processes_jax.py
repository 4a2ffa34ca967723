"""JAX's ways on several processes: blocks, transformations, training that goes on after a kill."""

import os
import re
import signal
import time

import numpy as np
import pytest
from hypothesis import settings
from test_processes import TIMEOUT, run, start

pytestmark = pytest.mark.some(1)

WAYS = """
import numpy as onp
import jax
import jax.numpy as jnp
import sharray as xp
from jax.sharding import PartitionSpec as P

n = len(jax.devices())
on_each = lambda f, *x: xp.shard_map(f, in_specs=P("x"), out_specs=P("x"))(*x)
one, index = xp.ones(n, device=P("x")), xp.arange(float(n), device=P("x"))
same = xp.shard_map(lambda b: xp.psum(b.sum(), "x"), in_specs=P("x"), out_specs=P())(one)
print("psum", float(same) - n)
for name, f, want in (
    ("pmax", lambda b: xp.pmax(b, "x"), [n - 1] * n),
    ("pmean", lambda b: xp.pmean(b, "x"), [(n - 1) / 2] * n),
    ("all_gather", lambda b: xp.all_gather(b, "x", tiled=True)[::-1][:1], [n - 1] * n),
    ("ppermute", lambda b: xp.ppermute(b, "x", [(i, (i + 1) % n) for i in range(n)]),
     [(i - 1) % n for i in range(n)]),
):
    print(name, float(xp.max(xp.abs(on_each(f, index) - xp.asarray(want)))))
square = xp.arange(float(n * n), device=P("x"))
table = onp.arange(float(n * n)).reshape(n, n)
for name, f, want in (
    ("pmin", lambda b: xp.pmin(b, "x"), onp.tile(table[0], n)),
    ("psum_scatter", lambda b: xp.psum_scatter(b, "x", tiled=True), table.sum(0)),
    ("all_to_all", lambda b: xp.all_to_all(b, "x", 0, 0, tiled=True), table.T.ravel()),
    ("axis_index", lambda b: b * 0 + xp.axis_index("x"), onp.repeat(onp.arange(n), n)),
):
    print(name, float(xp.max(xp.abs(on_each(f, square) - xp.asarray(want)))))

x = xp.asarray(onp.random.default_rng(0).standard_normal((20_003, 5)), device=P("x"))
print("jit", xp.jit(lambda x: (x * 2 - x.mean(0)).std(0))(x).tolist())
halves = xp.shard_map(lambda b: b - xp.pmean(b.sum(), "x"), in_specs=P("x"), out_specs=P("x"))
print("shard_map of an uneven array", float((halves(x) - x).std()))
w = xp.asarray(onp.arange(5.0))
print("grad", jax.grad(lambda w: ((x @ w) ** 2).mean())(w).tolist())
print("of x", float(xp.sum(jax.grad(lambda x: ((x @ w) ** 2).mean())(x) ** 2)))
print("vmap", float(xp.vmap(lambda row: xp.max(row) - xp.min(row))(x).sum()))
print("scan", float(xp.scan(lambda c, row: (c + row.sum(), c), 0.0, x[:500])[1].sum()))
"""

TRAINING = """
import os
from pathlib import Path
import jax
import jax.numpy as jnp
import numpy as onp
import optax
import sharray as xp
from flax import nnx
from jax.sharding import PartitionSpec as P
from sharray import checkpoint, distributed


class Net(nnx.Module):
    def __init__(self, rngs):
        self.first, self.second = nnx.Linear(7, 13, rngs=rngs), nnx.Linear(13, 1, rngs=rngs)

    def __call__(self, x):
        return self.second(nnx.relu(self.first(x)))


rng, adam = onp.random.default_rng(0), optax.adam(0.01)
x = xp.asarray(rng.standard_normal((20_003, 7)), device=P("x"))
y = xp.sin(x.sum(axis=1, keepdims=True))
graph, params = nnx.split(Net(nnx.Rngs(0)), nnx.Param)
params = jax.tree.map(lambda p: xp.asarray(onp.asarray(p, float), device=P()), params)
state = {"params": params, "opt": adam.init(params), "step": 0}


@xp.jit
def step(params, opt, x, y):
    def loss(params):
        return jnp.mean((nnx.merge(graph, xp.to_jax(params))(xp.to_jax(x)) - xp.to_jax(y)) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    updates, opt = adam.update(grads, opt)
    return optax.apply_updates(params, updates), opt, value


if Path("last").exists():
    state = checkpoint.load("last", like=state)
while state["step"] < 12:
    params, opt, value = step(state["params"], state["opt"], x, y)
    state = {"params": params, "opt": opt, "step": state["step"] + 1}
    if state["step"] % 4 == 0:
        checkpoint.save("last", state)
    if KILLED == state["step"] and distributed.process_index() == 1 and not Path("was").exists():
        Path("was").touch()
        os.kill(os.getpid(), 9)
leaves = jax.tree.leaves(state["params"], is_leaf=lambda v: isinstance(v, xp.ShardedArray))
print(state["step"], float(value).hex(), *[float((v**2).sum()).hex() for v in leaves])
"""


def numbers(text):
    return np.array(re.findall(r"-?\d+\.\d+(?:e[-+]?\d+)?", text), float)


@pytest.mark.parametrize("options", [("-n", "2", "--devices", "2"), ("-n", "3")])
def test_blocks_and_transformations(tmp_path, options):
    code, out, errors = run(tmp_path, WAYS, *options)
    assert code == 0, errors
    code, alone, errors = run(tmp_path, WAYS, "-n", "1")
    assert code == 0, errors
    assert len(numbers(out)) == 23
    assert not numbers(out)[:9].any()  # of the collectives, whose results are known
    np.testing.assert_allclose(numbers(out), numbers(alone), rtol=1e-9, atol=1e-12)
    assert re.findall("^[a-z_ ]+", out, re.MULTILINE) == re.findall(
        "^[a-z_ ]+", alone, re.MULTILINE
    )


def test_training_goes_on_with_the_bits_that_it_would_have_had(tmp_path):
    (tmp_path / "plain").mkdir()
    plain = run(tmp_path / "plain", TRAINING.replace("KILLED", "-1"), "-n", "2")
    code, out, errors = run(tmp_path, TRAINING.replace("KILLED", "6"), "-n", "2", "--restarts", "1")
    assert plain[0] == code == 0, plain[2] + errors
    assert errors.count("SIGKILL has ended process 1") == 1
    assert out == plain[1]
    assert out.startswith("12 0x")


def test_one_process_may_look_at_a_tree_before_a_program_of_jax(tmp_path):
    program = """
import jax
import sharray as xp
from sharray import distributed

x = xp.arange(40_000.0)
print(float(x.sum()))
double = jax.jit(lambda a: xp.asarray(a) * 2)
y = x.to_jax()
shift = jax.jit(lambda a, b: b - a)
z = shift(x, x)
for k in range(2):
    if distributed.process_index() == k:
        jax.tree.structure({"x": x})
    print(float(double(y).sum()))
    if distributed.process_index() == k:
        shift.lower(x, z).compile()
        jax.clear_caches()
    print(float(shift(x, z).sum()))
"""
    out = "799980000.0\n" + 2 * "1599960000.0\n-799980000.0\n"
    assert run(tmp_path, program, "-n", "2") == (0, out, "")


@pytest.mark.parametrize("who", [0, 1])
def test_a_process_that_is_stopped_is_waited_for(tmp_path, who):
    program = f"""
import os, time
import numpy as np
from sharray import distributed
x = np.ones(100_001)
if distributed.process_index() == {who}:
    print(os.getpid(), flush=True)
for k in range(40):
    x = x + x.sum() / 100_001 - x.max()
    time.sleep(0.05)
print("end", x.sum())
"""
    child = start(tmp_path, program, "-n", "2", "--ranks")
    stopped = 0
    try:
        while not (line := child.stdout.readline()).startswith(f"[{who}] ") or "Gloo" in line:
            assert child.poll() is None
        stopped = int(line.removeprefix(f"[{who}] "))
        os.kill(stopped, signal.SIGSTOP)
        # for longer than any error takes; nor is a minute, the least that JAX's connections wait
        time.sleep(60 if settings.get_current_profile_name() == "full" else 6)
        assert child.poll() is None
        os.kill(stopped, signal.SIGCONT)
        out, errors = child.communicate(timeout=TIMEOUT)
    except BaseException:
        for pid in filter(None, (stopped, child.pid)):
            os.kill(pid, signal.SIGKILL)
        raise
    assert (child.returncode, errors) == (0, "")
    assert sorted(line for line in out.splitlines() if "end" in line) == [
        "[0] end 100001.0",
        "[1] end 100001.0",
    ]
