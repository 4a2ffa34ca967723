"""What JAX's users do with arrays: indices that are traced, closures of `shard_map`, shards."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import PartitionSpec as P

import sharray as xp

A = np.arange(13.0) + 1
B = np.arange(35.0).reshape(7, 5)


@pytest.fixture
def arrays(on_devices):
    with xp.use_mesh(xp.make_mesh((4, 2), ("a", "b"))):
        yield xp.asarray(A, device=P("a")), xp.asarray(B, device=P("a", "b"))


def set_at(x, key, value):
    x[key] = value
    return x


READS = {
    "an integer": (lambda x, y, i, j: x[i], lambda i, j: A[i]),
    "a row": (lambda x, y, i, j: y[i], lambda i, j: B[i]),
    "an element": (lambda x, y, i, j: y[i, j], lambda i, j: B[i, j]),
    "with a slice": (lambda x, y, i, j: y[i, 1:3], lambda i, j: B[i, 1:3]),
    "an array": (lambda x, y, i, j: x[jnp.stack([i, j])], lambda i, j: A[[i, j]]),
    "of the library": (lambda x, y, i, j: x[xp.argmax(x)], lambda i, j: A[12]),
    "a write": (lambda x, y, i, j: set_at(x, i, 9.0), lambda i, j: set_at(A.copy(), i, 9.0)),
    "a written row": (
        lambda x, y, i, j: set_at(y, (i, slice(1, 3)), 9.0),
        lambda i, j: set_at(B.copy(), (i, slice(1, 3)), 9.0),
    ),
}


@pytest.mark.parametrize("jit", [jax.jit, xp.jit], ids=["jax", "sharray"])
@pytest.mark.parametrize(("read", "expected"), READS.values(), ids=READS)
@pytest.mark.parametrize("at", [(3, 2), (-1, -2)])
def test_indices_may_be_traced(arrays, jit, read, expected, at):
    np.testing.assert_array_equal(np.asarray(jit(read)(*arrays, *at)), expected(*at))


def test_loops_of_jax_index_arrays(arrays):
    x, y = arrays
    assert lax.fori_loop(0, 13, lambda i, s: s + x[i], 0.0) == A.sum()
    assert lax.scan(lambda s, i: (s + x[i], None), 0.0, jnp.arange(13))[0] == A.sum()
    rows = jax.vmap(lambda i: y[i].to_jax())(jnp.arange(3))
    np.testing.assert_array_equal(rows, B[:3])
    slope = jax.grad(lambda v: v[jnp.argmin(jnp.asarray([3, 1, 2]))] * 2.0)(x)
    np.testing.assert_array_equal(np.asarray(slope), 2.0 * (np.arange(13) == 1))


def test_shards_put_an_array_together(arrays):
    for x, whole in zip(arrays, (A, B), strict=True):
        found = np.full_like(whole, np.nan)
        for shard in x.addressable_shards:
            found[shard.index] = shard.data
            assert shard.data.devices() == {shard.device}
        np.testing.assert_array_equal(found, whole)
        assert x.is_fully_addressable
        assert not x.is_fully_replicated
    assert xp.asarray(B, device=P()).is_fully_replicated


@pytest.mark.parametrize(
    "body",
    [
        lambda b, x: b + x,
        lambda b, x: x + b,
        lambda b, x: xp.add(b, x),
        lambda b, x: b * jnp.sum(jnp.asarray(x)),
    ],
)
def test_a_body_of_shard_map_takes_arrays_as_arguments_only(arrays, body):
    x = arrays[0]
    spec = x.sharding.spec
    mapped = xp.shard_map(lambda b: body(b, x), in_specs=spec, out_specs=spec)
    with pytest.raises(ValueError, match="as an argument"):
        mapped(x)


WRONG = {
    "bfloat16": (lambda x: xp.astype(x, jnp.bfloat16), TypeError, "no bfloat16"),
    "bfloat16, method": (lambda x: x.astype("bfloat16"), TypeError, r"x\.to_jax\(\)\.astype"),
    "bfloat16, in jit": (
        lambda x: xp.jit(lambda v: v.astype(jnp.bfloat16))(x),
        TypeError,
        r"leaf\.astype\(dtype\), x\)",
    ),
    "bfloat16, a sum": (
        lambda x: xp.sum(jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), x)),
        TypeError,
        r"sum takes all dtypes, not bfloat16: .*x\.astype\(numpy\.float32\)",
    ),
    "text": (lambda x: xp.asarray(["a"]), TypeError, "cannot live on devices"),
    "a device": (lambda x: x.to_device("x"), TypeError, r"PartitionSpec\('x'\)"),
    "a mesh": (lambda x: xp.set_mesh(4), TypeError, "make one with sharray.make_mesh"),
    "a product": (lambda x: x @ 2, ValueError, "matmul"),
    "a scan": (lambda x: xp.scan(lambda c, row: c, 0.0, x), TypeError, "must return a pair"),
    "a shape": (
        lambda x: xp.jit(lambda v, n: xp.reshape(v, (n, -1)))(x, 1),
        TypeError,
        "static_argnames",
    ),
}


@pytest.mark.parametrize(("call", "error", "text"), WRONG.values(), ids=WRONG)
def test_messages(arrays, call, error, text):
    with pytest.raises(error, match=text) as caught:
        call(arrays[0])
    assert type(caught.value) in (TypeError, ValueError)


def test_notes_name_arguments_as_they_were(arrays):
    with pytest.raises(ValueError, match="reshape") as caught:
        xp.reshape(arrays[1], (5, 5))
    assert "(5, 5)" in "".join(getattr(caught.value, "__notes__", ())) + str(caught.value)


@pytest.mark.parametrize("devices", [1, 2, 3, 8])
def test_bfloat16_of_leaves_goes_there_and_back(devices, on_devices):
    with xp.use_mesh(xp.make_mesh(devices)):
        a = np.random.default_rng(0).normal(size=(13, 5)).astype(np.float32)
        x = xp.asarray(a, device=P("x"))
        half = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), x)
        expected = np.asarray(jnp.asarray(a).astype(jnp.bfloat16))
        assert half.sharding == x.sharding
        np.testing.assert_array_equal(np.asarray(half), expected)
        np.testing.assert_array_equal(half.astype(np.float32), expected.astype(np.float32))
        step = xp.jit(lambda v: xp.sum(xp.asarray(v.to_jax().astype(jnp.bfloat16) @ jnp.ones(5))))
        np.testing.assert_allclose(step(x), expected.astype(np.float32).sum(), rtol=1e-5)
