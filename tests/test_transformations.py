"""JAX's transformations on arrays of any shape, against the same function on plain jax.Arrays."""

import itertools

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies
from sharray._engine import launch_order

pytestmark = pytest.mark.usefixtures("on_devices", "quickly_compiled")

# functions of a namespace and a matrix; the derivatives of most are NaN or infinite at zero
SCALAR = {
    "sum of squares": lambda np, x: np.sum(x**2),
    "log": lambda np, x: np.sum(np.log(x) * x),
    "sqrt": lambda np, x: np.sum(np.sqrt(x)) * np.max(x),
    "quotient": lambda np, x: np.sum(x**2 / np.sum(x, axis=0)),
    "broadcast": lambda np, x: np.sum(np.sqrt(x) * np.sum(x, axis=1, keepdims=True)),
    "norm": lambda np, x: np.sum(np.sqrt(np.sum(x * x, axis=-1))),
    "mean and std": lambda np, x: np.mean((x - np.mean(x, axis=0)) ** 3 / (np.std(x) + 1)),
    "prod": lambda np, x: np.sum(np.log(np.prod(x, axis=0))),
    "slices": lambda np, x: np.sum(np.sqrt(x[1:, :]) * np.log(x[:-1, ::-1])),
    "element": lambda np, x: np.log(x[-1, 0]) + np.sum(np.sqrt(x[0])) + np.sum(x[:, -1] ** 3),
    "matmul": lambda np, x: np.sum(np.sqrt(x @ np.matrix_transpose(x))),
    "reshape": lambda np, x: np.sum(np.sqrt(np.reshape(x, (-1,))[2:]) ** 3),
    "scan": lambda np, x: np.sum(np.sqrt(np.cumulative_sum(x, axis=0))),
    "roll": lambda np, x: np.sum(np.sqrt(np.roll(x, 2, axis=0)) * np.roll(x, (1, -1), axis=(0, 1))),
    "concat": lambda np, x: np.sum(np.log(np.concat([x, x * 2], axis=0)) ** 2),
    "where": lambda np, x: np.sum(np.where(x > 0.7, np.log(x), x)),
    "sort": lambda np, x: np.sum(np.sort(x, axis=0)[0] * np.arange(x.shape[1])),
    "take": lambda np, x: np.sum(np.log(np.take(x, np.asarray([1, 0, 1]), axis=0))),
    "max": lambda np, x: np.max(np.log(x)) * np.min(x),
}
SHAPES = [(13, 3), (7, 2), (3, 7), (16, 4)]


class JNP:
    """jax.numpy without the names that only the array API has."""

    def __getattr__(self, name):
        return getattr(jnp, name)

    cumulative_sum = staticmethod(lambda x, axis: jnp.cumsum(x, axis=axis))


def matrix(draw_shape, seed, mesh, spec):
    a = np.random.default_rng(seed).uniform(0.5, 1.5, draw_shape)
    return xp.asarray(a, device=jax.sharding.NamedSharding(mesh, spec)), jnp.asarray(a)


@st.composite
def matrices(draw):
    mesh = draw(strategies.meshes())
    shape = draw(st.sampled_from(SHAPES))
    return matrix(shape, draw(st.integers(0, 99)), mesh, draw(strategies.specs(2, mesh)))


def on_mesh(x, f):
    """Let `f` make its own arrays on the mesh of `x`."""

    def there(np, x):
        with xp.use_mesh(mesh):
            return f(np, x)

    mesh = x.device
    return there


def padding_of(x):
    buffer = np.asarray(x.to_jax(padded=True))
    inside = np.zeros(buffer.shape, bool)
    inside[tuple(map(slice, x.shape))] = True
    return buffer[~inside]


def close(x, expected):
    strategies.assert_matches(x, np.asarray(expected), rtol=1e-9)
    assert not np.any(padding_of(x)), "the padding of a gradient is zero"


@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=settings.default.max_examples // 2)
@given(pair=matrices())
def test_gradient_under_jit(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    value, gradient = jax.jit(jax.value_and_grad(lambda x: f(xp, x)))(x)
    expected, expected_gradient = jax.jit(jax.value_and_grad(lambda a: f(JNP(), a)))(a)
    np.testing.assert_allclose(value, expected, rtol=1e-9)
    close(gradient, expected_gradient)
    assert gradient.sharding == x.sharding


@pytest.mark.some(6)
@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=settings.default.max_examples // 2)
@given(pair=matrices())
def test_gradient_without_jit(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    close(jax.grad(lambda x: f(xp, x))(x), jax.jit(jax.grad(lambda a: f(JNP(), a)))(a))


@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=settings.default.max_examples // 2)
@given(pair=matrices())
def test_forward_mode_and_hessian(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    dx, da = xp.sin(x), jnp.sin(a)
    _, tangent = jax.jit(lambda x, dx: jax.jvp(lambda x: f(xp, x), (x,), (dx,)))(x, dx)
    _, expected = jax.jit(lambda a, da: jax.jvp(lambda a: f(JNP(), a), (a,), (da,)))(a, da)
    np.testing.assert_allclose(tangent, expected, rtol=1e-9, atol=1e-12)
    if a.size < 22:
        second = jax.jit(jax.hessian(lambda x: f(xp, x)))(x)
        wanted = np.asarray(jax.jit(jax.hessian(lambda a: f(JNP(), a)))(a))
        strategies.assert_matches(second, wanted, rtol=1e-8, atol=1e-9)


@given(mesh=strategies.meshes())
def test_a_constant_exponent_has_no_derivative_to_spoil_that_of_a_negative_base(mesh):
    x = xp.asarray(np.linspace(-2, 2, 13), device=mesh)
    with xp.use_mesh(mesh):
        cube = jax.jit(lambda x, dx: jax.jvp(lambda x: xp.sum(x**3.0), (x,), (dx,)))
        _, tangent = cube(x, x * 0 + 1)
    np.testing.assert_allclose(tangent, np.sum(3 * np.linspace(-2, 2, 13) ** 2), rtol=1e-12)


# what JAX's functions are given and give


@pytest.fixture
def x():
    mesh = xp.make_mesh((2, 4), ("data", "model"))
    values = np.random.default_rng(0).uniform(0.5, 1.5, (13, 4))
    with xp.use_mesh(mesh):
        yield xp.asarray(values, device=P("data", "model"))


def poisoned(x):
    """Return an array like `x` with NaN in its padding."""

    def spoil(buffer):
        row, column = np.ogrid[: buffer.shape[0], : buffer.shape[1]]
        return jnp.where((row < x.shape[0]) & (column < x.shape[1]), buffer, jnp.nan)

    return jax.tree.map(spoil, x)


def test_the_padding_of_leaves_is_zero(x):
    spoilt = poisoned(x)
    assert np.isnan(np.asarray(spoilt.to_jax(padded=True))).any()
    (leaf,) = jax.tree.leaves(spoilt)
    assert float(jnp.sum(leaf)) == pytest.approx(float(xp.sum(x)))
    assert jax.tree.leaves(spoilt)[0] is leaf
    inside = jax.jit(lambda x: jnp.sum(jax.tree.leaves(xp.exp(x))[0]))(x)
    assert float(inside) == pytest.approx(float(xp.sum(xp.exp(x))))


def test_arithmetic_on_whole_trees(x):
    params = {"w": x, "b": [x[:, 0], xp.asarray(2.0)]}
    grads = jax.grad(lambda p: xp.sum(xp.log(p["w"])) + xp.sum(p["b"][0] * p["b"][1]))(params)
    stepped = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    a = np.asarray(x)
    strategies.assert_matches(stepped["w"], a - 0.1 / a, rtol=1e-15)
    assert stepped["w"].sharding == x.sharding
    strategies.assert_matches(stepped["b"][0], a[:, 0] - 0.2, rtol=1e-15)


def test_scan_while_loop_cond_map(x):
    a = np.asarray(x)
    rows = x.reshard(P(None, "model"))
    total, twice = jax.lax.scan(lambda c, row: (c + xp.sum(row), row * 2), 0.0, rows)
    assert float(total) == pytest.approx(a.sum())
    strategies.assert_matches(twice, 2 * a)
    assert twice.sharding.spec == P(None, "model")
    grown = jax.lax.while_loop(lambda x: xp.sum(x) < 100, lambda x: x * 2, x)
    strategies.assert_matches(grown, a * 2 ** np.ceil(np.log2(100 / a.sum())))
    chosen = jax.jit(lambda x: jax.lax.cond(xp.sum(x) > 0, lambda x: x + 1, lambda x: x - 1, x))(x)
    strategies.assert_matches(chosen, a + 1, sharding=x.sharding)
    strategies.assert_matches(jax.lax.map(lambda row: row + 1, rows), a + 1)


def test_vmap(x):
    a = np.asarray(x)
    moved = jax.vmap(lambda column: xp.flip(column) * 2, in_axes=1, out_axes=0)
    spec = P("data")
    strategies.assert_matches(moved(x.reshard(spec)), 2 * a[::-1].T)
    with pytest.raises(ValueError, match=r"padded dimension .*\(13, 4\).*P\('data'.*sharray\.vmap"):
        jax.vmap(lambda row: row * 2)(x)


def test_custom_derivatives_and_checkpoint(x):
    a = np.asarray(x)

    @jax.custom_vjp
    def tripled(x):
        return xp.exp(x)

    tripled.defvjp(lambda x: (xp.exp(x), x), lambda x, ct: (ct * x,))
    close(jax.grad(lambda x: xp.sum(tripled(x)))(x), a)

    @jax.custom_jvp
    def known(x):
        return xp.exp(x)

    known.defjvp(lambda primals, tangents: (known(*primals), tangents[0] * primals[0]))
    close(jax.jit(jax.grad(lambda x: xp.sum(known(x))))(x), a)
    close(
        jax.grad(jax.checkpoint(lambda x: xp.sum(xp.sin(xp.cos(x)))))(x),
        -np.sin(a) * np.cos(np.cos(a)),
    )


def test_exported_programs_keep_layouts(x):
    a = np.asarray(x)
    pytest.importorskip("flatbuffers", reason="jax.export writes with flatbuffers")
    for jit in (jax.jit, xp.jit):
        exported = jax.export.export(jit(lambda x, n: (xp.cumulative_sum(x, axis=0), n + 1)))(x, 2)
        again = jax.export.deserialize(exported.serialize())
        for program in (exported, again):
            sums, count = program.call(x, 2)
            close(sums, np.cumsum(a, 0))
            assert sums.sharding == x.sharding
            assert int(count) == 3
        with pytest.raises(ValueError, match=r"P\('data', 'model'\)"):
            again.call(x.reshard(P()), 2)


def test_abstract_arrays(x):
    made = jax.eval_shape(lambda x: xp.sin(x) @ x.T, x)
    assert (made.shape, made.dtype) == ((13, 13), np.float64)
    assert made.sharding.spec == P("data")
    assert repr(made) == "ShardedArray(abstract, shape=(13, 13), dtype=float64, P('data',))"
    assert (made.to_jax().shape, made.to_jax().dtype) == ((13, 13), np.float64)
    compiled = jax.jit(lambda y: y + 1).lower(made).compile()
    strategies.assert_matches(compiled(x @ x.T), np.asarray(x) @ np.asarray(x).T + 1, rtol=1e-14)
    with pytest.raises(TypeError, match=r"abstract array.*has no values"):
        xp.sin(made)
    with pytest.raises(TypeError, match=r"abstract array.*has no values"):
        np.asarray(made)


def test_jax_numpy_takes_arrays(x):
    a = np.asarray(x)
    even = x.reshard(P(None, "model"))
    np.testing.assert_array_equal(jnp.add(even, even), a + a)
    inside = jax.jit(lambda x: jnp.matmul(jnp.sin(x).T, x))(x)
    np.testing.assert_allclose(inside, np.sin(a).T @ a, rtol=1e-13)
    with pytest.warns(xp.GatherWarning, match=r"\(13, 4\) at P\('data', 'model'\)"):
        np.testing.assert_array_equal(jnp.asarray(x), a)
    with pytest.warns(xp.GatherWarning, match=r"\(13, 4\) at P\('data', 'model'\)") as caught:
        np.testing.assert_allclose(jnp.cos(x), np.cos(a), rtol=1e-13)
    assert [w.filename for w in caught] == [__file__]


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "eq", "lt", "matmul"])
def test_operators_with_jax_arrays_on_either_side(x, name):
    import operator

    f = getattr(operator, name)
    a = np.asarray(x)
    other = np.linspace(1, 2, 13)[:, None] if name != "matmul" else np.ones((4, 13))
    right = np.ones((4, 3)) if name == "matmul" else other
    strategies.assert_matches(f(x, jnp.asarray(right)), f(a, right), rtol=1e-13)
    # on the left JAX takes over: it asks for what it can shard
    even = x.reshard(P(None, "model"))
    found = f(jnp.asarray(other), even)
    assert isinstance(found, jax.Array)
    np.testing.assert_allclose(found, f(other, a), rtol=1e-13)
    both = jax.jit(lambda j, k, x: (f(j, x), f(x, k)))
    for made, want in zip(both(other, right, x), (f(other, a), f(a, right)), strict=True):
        np.testing.assert_allclose(np.asarray(made), want, rtol=1e-13)


def test_numbers_that_are_arguments_keep_the_dtype(x):
    small = xp.astype(x, np.float32)
    assert jax.jit(lambda s, x: s * x)(2.0, small).dtype == np.float32
    assert jax.jit(lambda s, x: x + s)(np.float64(2), small).dtype == np.float64


def test_writes_in_a_traced_function_stay_there(x):
    a = np.array(x)

    def f(x):
        x[0] = 5.0
        x[1:3, 1] *= 2
        made = xp.zeros((13, 4))
        made[2] = x[3]
        return x, made

    written, made = jax.jit(f)(x)
    strategies.assert_matches(x, a)
    b = a.copy()
    b[0], b[1:3, 1] = 5, 2 * b[1:3, 1]
    strategies.assert_matches(written, b)
    strategies.assert_matches(made, np.where(np.arange(13)[:, None] == 2, a[3], 0))
    gradient = jax.grad(lambda x: xp.sum(f(x)[0] * xp.asarray(a)))(x)
    c = a.copy()
    c[0], c[1:3, 1] = 0, 2 * c[1:3, 1]
    close(gradient, c)


def test_a_backward_pass_without_jit_runs_one_program_after_the_other(x, monkeypatch):
    events = []
    monkeypatch.setattr(launch_order, "settle", lambda: events.append("waited"))
    monkeypatch.setattr(launch_order, "follow", lambda result: events.append("launched"))
    _, pull = jax.vjp(lambda x: xp.sum(xp.log(x / xp.sum(x, axis=0))), x)
    events.clear()
    (gradient,) = pull(1.0)
    assert [kind for kind, _ in itertools.groupby(events)] == ["waited", "launched"] * 4
    strategies.assert_matches(gradient, 1 / np.asarray(x) - 13 / np.sum(x, 0), rtol=1e-12)


def test_vmap_without_jit_runs_programs(x):
    rows = x.reshard(P(None, "model"))
    before = xp.cache_info().dispatches
    made = jax.vmap(jax.grad(lambda row: xp.sum(row**3)))(rows)
    strategies.assert_matches(made, 3 * np.asarray(x) ** 2, rtol=1e-14)
    assert xp.cache_info().dispatches == before, "the programs are those of JAX"


def test_what_is_recorded_outside_is_not_traced(x):
    outside = xp.sin(x) + 1
    made = jax.jit(lambda y: y * outside)(x)
    strategies.assert_matches(made, np.asarray(x) * (np.sin(np.asarray(x)) + 1), rtol=1e-15)
    strategies.assert_matches(outside, np.sin(np.asarray(x)) + 1, rtol=1e-15)


def test_donation(x):
    step = jax.jit(lambda x: x * 2, donate_argnums=0)
    y = xp.block_until_ready(x * 1)
    step(y)
    with pytest.raises(RuntimeError, match=r"deleted|donated"):
        np.asarray(y)


def test_trees_of_different_layouts(x):
    with pytest.raises(ValueError, match=r"(?s)P\('data', 'model'\).*P\(None, 'model'\)"):
        jax.tree.map(lambda a, b: a + b, x, x.reshard(P(None, "model")))


def test_parts_of_traced_complex_numbers_are_real():
    z = np.array([1 + 2j, 3j])

    def parts(z):
        return z.real * np.ones(2), xp.sum(z.imag + 1)

    with xp.set_options(host_threshold=1 << 20):
        found = jax.jit(parts)(xp.asarray(z))
    for made, wanted in zip(found, parts(z), strict=True):
        strategies.assert_matches(xp.asarray(made), np.asarray(wanted))


def _written(v):
    y = v.copy()
    shown = y[1:, ::-1]
    y[1:] += 2 * y[:-1]
    return shown


def _reshaped_in_place(v):
    y = v * 2
    y.shape = (-1,)
    return y


#: results that are views of what is traced, and what they are of NumPy's array
VIEWS = {
    "transposed": (lambda v: v.T, lambda a: a.T),
    "slice": (lambda v: v[1:], lambda a: a[1:]),
    "reshaped": (lambda v: v.reshape(-1), lambda a: a.reshape(-1)),
    "flipped": (lambda v: xp.flip(v, axis=0), np.flipud),
    "broadcast": (lambda v: xp.broadcast_to(v, (2, *v.shape)), lambda a: np.stack([a, a])),
    "two in a row": (lambda v: (2 * v).T[1:, None], lambda a: (2 * a).T[1:, None]),
    "written to": (_written, lambda a: (a[1:] + 2 * a[:-1])[:, ::-1]),
    "shape set": (_reshaped_in_place, lambda a: 2 * a.reshape(-1)),
}


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("shape", [(13, 3), (16, 4)])
def test_results_of_jvp_may_be_views(name, shape):
    function, expected = VIEWS[name]
    a = np.random.default_rng(0).standard_normal(shape)
    x = xp.asarray(a, device=P("x"))

    def both(v):
        return jax.jvp(lambda v: (function(v), function(3 * v)), (v,), (2 * v,), has_aux=True)

    for value, tangent, aux in (both(x), jax.jit(both)(x)):
        np.testing.assert_allclose(value, expected(a))
        np.testing.assert_allclose(tangent, expected(2 * a))
        np.testing.assert_allclose(aux, expected(3 * a))
    linear = jax.jvp(lambda v: jax.linearize(function, v)[0], (x,), (x,))[1]
    np.testing.assert_allclose(linear, expected(a))
    rows = jax.vmap(lambda s: jax.jvp(lambda v: function(v * s), (x,), (x,))[1])(jnp.arange(2.0))
    np.testing.assert_allclose(rows[1], expected(a))


def test_jacobians_of_views_and_of_what_is_written():
    a = np.random.default_rng(0).standard_normal((5, 3))
    x = xp.asarray(a, device=P("x"))
    identity = np.eye(15).reshape(5, 3, 5, 3)
    for function, of_first in [
        (lambda v: v.T, lambda j: j.transpose(1, 0, 2, 3)),
        (lambda v: v[1:], lambda j: j[1:]),
        (_written, lambda j: (j[1:] + 2 * j[:-1])[:, ::-1]),
    ]:
        np.testing.assert_allclose(jax.jacfwd(function)(x), of_first(identity))
        jacobian, aux = jax.jacfwd(lambda v, f=function: (f(v), f(v)), has_aux=True)(x)
        np.testing.assert_allclose(jacobian, of_first(identity))
        np.testing.assert_allclose(aux, function(x))
