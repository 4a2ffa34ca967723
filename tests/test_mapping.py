"""`vmap` and `scan` over dimensions of any length, on any mesh and spec."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import collectives, communication, counted
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray import strategies

pytestmark = pytest.mark.usefixtures("on_devices")

#: Functions of a row, and what they give for all rows.
OF_ROWS = {
    "numbers": (lambda np, row: np.sum(row), lambda a: np.sum(a, 1)),
    "rows": (lambda np, row: np.sort(row) * 2 - row[0], lambda a: np.sort(a, 1) * 2 - a[:, :1]),
    "more": (lambda np, row: row[:, None] * row, lambda a: a[:, :, None] * a[:, None]),
    "scans": (lambda np, row: np.cumulative_sum(row), lambda a: np.cumsum(a, 1)),
    "new arrays": (
        lambda np, row: row + np.arange(row.shape[0], dtype=row.dtype),
        lambda a: a + np.arange(a.shape[1]),
    ),
    "jax.numpy": (lambda np, row: jnp.sin(row.to_jax()), np.sin),
}
SHAPES = [(13, 7), (7, 2), (16, 4), (3, 16)]


@st.composite
def matrices(draw):
    mesh = draw(strategies.meshes())
    shape = draw(st.sampled_from(SHAPES))
    values = np.random.default_rng(draw(st.integers(0, 99))).uniform(0.5, 1.5, shape)
    spec = draw(strategies.specs(2, mesh))
    return xp.asarray(values, device=NamedSharding(mesh, spec)), values


@pytest.mark.parametrize("name", OF_ROWS)
@settings(max_examples=settings.default.max_examples // 5)
@given(pair=matrices(), axis=st.sampled_from([0, 1, -1]), out=st.sampled_from([0, -1]))
def test_vmap(name, pair, axis, out):
    (x, values), (f, wanted) = pair, OF_ROWS[name]
    with xp.use_mesh(x.device):
        mapped = xp.vmap(lambda row: f(xp, row), in_axes=axis, out_axes=out)
        made = mapped(x)
        lead = x.sharding.spec[axis] if len(x.sharding.spec) > axis % 2 else None
        result = np.moveaxis(wanted(np.moveaxis(values, axis, 0)), 0, out)
        strategies.assert_matches(made, result, rtol=1e-13)
        strategies.assert_matches(jax.jit(mapped)(x), result, rtol=1e-13)
    assert type(made) is xp.ShardedArray
    specs = (*made.sharding.spec, *[None] * made.ndim)
    assert specs[out % made.ndim] == lead


@settings(max_examples=settings.default.max_examples // 5)
@given(pair=matrices())
def test_derivatives_through_vmap(pair):
    x, values = pair
    w = np.random.default_rng(0).uniform(0.5, 1.5, (values.shape[1], 3))

    def loss(x, w):
        # infinite for rows of zeros, which the padding is not to be
        return xp.sum(xp.vmap(lambda row, w: xp.log(row @ w), in_axes=(0, None))(x, w) ** 2)

    def plain(x, w):
        return jnp.sum(jnp.log(x @ w) ** 2)

    with xp.use_mesh(x.device):
        found = jax.grad(loss, argnums=(0, 1))(x, xp.asarray(w))
        each = xp.vmap(jax.grad(lambda row: xp.sum(row**3)))(x)
    wanted = jax.grad(plain, argnums=(0, 1))(values, w)
    for ours, theirs in zip(found, wanted, strict=True):
        strategies.assert_matches(ours, np.asarray(theirs), rtol=1e-10)
    strategies.assert_matches(each, 3 * values**2, rtol=1e-13)


def test_vmap_of_trees():
    a, b = np.random.default_rng(0).random((2, 13, 5))
    x = xp.asarray(a, device=P("x"))
    made = xp.vmap(
        lambda tree, n, *, scale: {"all": (tree["x"] + tree["b"]) * scale, "n": n + scale},
        in_axes=({"x": 0, "b": 0}, None),
    )({"x": x, "b": b}, np.arange(3.0), scale=np.arange(13.0))
    scale = np.arange(13.0)[:, None]
    strategies.assert_matches(made["all"], (a + b) * scale, rtol=1e-14)
    strategies.assert_matches(made["n"], np.arange(3.0) + scale)
    inner = xp.vmap(xp.vmap(lambda v: xp.sin(v)))(x)
    strategies.assert_matches(inner, np.sin(a), rtol=1e-14)
    for f in (lambda v: v + 1, snp.sum, lambda v: jnp.sum(v.to_jax())):
        assert isinstance(xp.vmap(f)(snp.asarray(a) + 0), snp.ndarray)
        assert isinstance(
            xp.scan(lambda s, v, f=f: (s, f(v)), 0, snp.asarray(a) + 0)[1], snp.ndarray
        )
    assert isinstance(xp.vmap(lambda v: v + 1)(jnp.asarray(a)), jax.Array)


def test_a_function_that_is_met_again_is_not_compiled_again():
    def f(row):
        return xp.sum(row)

    x = xp.asarray(np.ones((13, 5)), device=P("x"))
    programs = [xp.vmap(f) for _ in range(3)]
    for program in programs:
        program(x)
    assert programs[0].cache_size() == 1
    assert len(set(map(id, programs))) == 1

    def step(state, row):
        return state + row, None

    begin = xp.zeros(5)
    xp.scan(step, begin, x)
    with counted() as found:
        for _ in range(3):
            xp.scan(step, begin, x)
    assert not found.compilations


def test_vmap_does_not_gather():
    x = xp.asarray(np.random.default_rng(0).random((1003, 64)), device=P("x"))
    program = xp.vmap(lambda row: xp.sort(row) + xp.sum(row)).lower(x).compile()
    assert not {"all-gather", "all-to-all"} & set(collectives(program))


@settings(max_examples=settings.default.max_examples // 3)
@given(pair=matrices(), reverse=st.booleans(), unroll=st.sampled_from([1, 3]))
def test_scan(pair, reverse, unroll):
    x, values = pair

    def step(state, row):
        total, count = state
        return (total + row, count + 1), (total * 2, xp.max(row))

    def plain(state, row):
        total, count = state
        return (total + row, count + 1), (total * 2, jnp.max(row))

    with xp.use_mesh(x.device):
        begin = xp.zeros(values.shape[1])
        made = xp.scan(step, (begin, 0), x, reverse=reverse, unroll=unroll)
        gradient = jax.grad(lambda x: xp.sum(xp.scan(step, (begin, 0), x)[1][0]))(x)
    zeros = jnp.zeros(values.shape[1])
    wanted = jax.lax.scan(plain, (zeros, 0), values, reverse=reverse)
    (total, count), (doubled, most) = made
    assert int(count) == len(values)
    for ours, theirs in zip((total, doubled, most), (wanted[0][0], *wanted[1]), strict=True):
        strategies.assert_matches(ours, np.asarray(theirs), rtol=1e-13)
    one = jax.grad(lambda a: jnp.sum(jax.lax.scan(plain, (zeros, 0), a)[1][0]))(values)
    strategies.assert_matches(gradient, np.asarray(one), rtol=1e-12)


def test_scan_without_rows_and_over_numbers():
    x = xp.asarray(np.arange(13 * 3.0).reshape(13, 3), device=P("x"))
    last, powers = xp.scan(lambda s, _: (s * 2, s), x, length=3)
    strategies.assert_matches(last, 8 * np.asarray(x), sharding=x.sharding)
    strategies.assert_matches(powers, np.stack([np.asarray(x) * 2**k for k in range(3)]))
    total, sums = xp.scan(lambda s, v: (s + v, s + v), 0.0, x[:, 1])
    strategies.assert_matches(sums, np.cumsum(np.asarray(x)[:, 1]))
    assert float(total) == np.asarray(x)[:, 1].sum()
    # the state stays where it was
    spread = xp.scan(lambda s, row: (row + s.reshard(P()), None), x[0].reshard(P("x")), x)[0]
    assert spread.sharding.spec == P("x")


def test_the_state_of_a_scan_may_be_an_array_of_jax():
    x = xp.asarray(np.random.default_rng(0).random((13, 7)), device=P("x"))
    begin = xp.zeros(7, device=P("x"))
    last = xp.scan(lambda s, row: (jnp.sin(s.to_jax()) + row.to_jax(), None), begin, x)[0]
    wanted = jax.lax.scan(lambda s, row: (jnp.sin(s) + row, None), jnp.zeros(7), np.asarray(x))[0]
    strategies.assert_matches(last, np.asarray(wanted), sharding=begin.sharding)


def test_rows_of_a_scan_are_spread_and_not_gathered():
    x = xp.asarray(np.random.default_rng(0).random((1003, 64)), device=P("x"))
    rows = jax.jit(lambda x: xp.scan(lambda s, row: (s + row, None), xp.zeros(64), x)[0])
    moved = communication(rows.lower(x).compile())
    assert moved.pop("all-to-all") <= 1.1 * x.nbytes_per_device
    assert not moved
    strategies.assert_matches(rows(x), np.asarray(x).sum(0), rtol=1e-12)


ROWS = np.ones((5, 3))
WRONG = {
    "no function": (lambda: xp.vmap(3), TypeError, "vmap needs a function"),
    "no axis": (lambda: xp.vmap(xp.sum, in_axes=2)(ROWS), ValueError, "in_axes has 2 for an array"),
    "nothing": (lambda: xp.vmap(xp.sum, in_axes=None)(ROWS), ValueError, "nothing is mapped over"),
    "lengths": (lambda: xp.vmap(xp.add)(ROWS, ROWS.T), ValueError, "to map over differ: 5, 3"),
    "tree": (lambda: xp.vmap(xp.add, in_axes=(0,))(ROWS, ROWS), ValueError, "in_axes"),
    "out": (lambda: xp.vmap(xp.sum, out_axes=None)(ROWS), ValueError, "out_axes None"),
    "scan of none": (lambda: xp.scan(None, 0, ROWS), TypeError, "scan needs a function"),
    "state": (lambda: xp.scan(lambda s, r: ((s, s), r), 0, ROWS), TypeError, "the state is"),
    "length": (lambda: xp.scan(lambda s, r: (s, r), 0), ValueError, "length"),
    "half": (lambda: xp.scan(lambda s, r: (s, r), 0, length=2.5), TypeError, "float"),
    "less": (lambda: xp.scan(lambda s, r: (s, r), 0, length=-1), ValueError, "length=-1"),
    "no rows": (lambda: xp.scan(lambda s, r: (s, r), 0, 1.0), ValueError, "without dimensions"),
    # whose padded buffers are alike
    "shape": (lambda: xp.scan(lambda s, r: (s[:6], r), xp.zeros(7), ROWS), TypeError,
              r"shape \(7,\).*first, then one of shape \(6,\)"),
    "dtype": (lambda: xp.scan(lambda s, r: (s > 0, r), xp.zeros(7), ROWS), TypeError,
              "float64 at first, then .* bool"),
    "rows of text": (lambda: xp.scan(lambda s, r: (s, r), 0, "a"), TypeError, "scan of .*type str"),
    "text": (lambda: xp.vmap(xp.sin)("ab"), TypeError, "vmap of sin: an argument .*type str"),
    "text out": (lambda: xp.vmap(lambda r: "a")(ROWS), TypeError, "a result is no array .*str"),
    "text of each": (lambda: xp.scan(lambda s, r: (s, "a"), 0, ROWS), TypeError, "a result .*str"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments(case):
    call, kind, message = WRONG[case]
    with pytest.raises(kind, match=message):
        call()


_SCALE = 2.0


class _Model:
    def __init__(self):
        self.weight = 2.0

    def __call__(self, row):
        return row * self.weight


def _changing():
    """Return functions of a row that see something change, and what changes it from 2 to 3."""
    model, array, settings_ = _Model(), xp.full(7, 2.0), {"scale": 2.0}
    number = 2.0

    def write():
        array[:] = 3

    def rebind():
        nonlocal number
        number = 3.0

    def inner(row):
        return row * settings_["scale"]

    yield "model", model, lambda: setattr(model, "weight", 3.0)
    yield "method", model.__call__, lambda: setattr(model, "weight", 3.0)
    yield "closure", (lambda row: row * array), write
    yield "number", (lambda row: row * number), rebind
    yield "function", (lambda row: inner(row)), lambda: settings_.update(scale=3.0)
    yield "global", (lambda row: row * _SCALE), lambda: globals().update(_SCALE=3.0)
    yield (
        "partial",
        functools.partial(lambda a, row: row * a["s"], changed := {"s": 2.0}),
        (lambda: changed.update(s=3.0)),
    )


def _scanned(f):
    def step(state, row):
        return state, f(row)

    return lambda x: xp.scan(step, 0, x)[1]


EACH = {"vmap": lambda f: xp.vmap(f), "scan": _scanned}


@pytest.mark.parametrize("jit", [lambda f: f, lambda f: lambda x: xp.jit(lambda x: f(x))(x)])
@pytest.mark.parametrize("kind", [name for name, _, _ in _changing()])
@pytest.mark.parametrize("transform", EACH)
def test_what_a_mapped_function_sees_may_change(transform, kind, jit, monkeypatch):
    monkeypatch.setitem(globals(), "_SCALE", 2.0)
    a = np.random.default_rng(0).random((13, 7))
    x = xp.asarray(a, device=P("x"))
    [(f, change)] = [(f, change) for name, f, change in _changing() if name == kind]
    mapped = jit(EACH[transform](f))
    np.testing.assert_array_equal(np.asarray(mapped(x)), 2 * a)
    change()
    np.testing.assert_array_equal(np.asarray(mapped(x)), 3 * a)
    if transform == "vmap":
        lowered = xp.vmap(f).lower(x).compile()
        np.testing.assert_array_equal(np.asarray(lowered(x)), 3 * a)


@dataclasses.dataclass(frozen=True)
class _Times:
    """Objects that are equal, and compute something else."""

    scale: float = dataclasses.field(compare=False)

    def __call__(self, *args):
        return args[-1] * self.scale if len(args) == 1 else (args[0], args[1] * self.scale)


def test_of_equal_objects_each_is_itself():
    x = xp.asarray(np.ones((13, 7)), device=P("x"))
    for scale in (2.0, 3.0):
        assert float(xp.vmap(_Times(scale))(x)[0, 0]) == scale
        assert float(xp.scan(_Times(scale), 0, x)[1][0, 0]) == scale


@pytest.mark.parametrize("transform", EACH)
def test_a_function_that_draws_or_imports_is_traced_at_each_call(transform):
    x = xp.asarray(np.ones((13, 7)), device=P("x"))
    generator = snp.random.default_rng

    def imports(row):
        import test_mapping

        return row * test_mapping._SCALE

    for draws in (
        lambda row: row + snp.random.rand(7),
        lambda row: row + np.random.random(7),  # noqa: NPY002
        lambda row: row + generator().random(7),
    ):
        mapped = EACH[transform](draws)
        assert not np.array_equal(np.asarray(mapped(x)), np.asarray(mapped(x)))
    mapped = EACH[transform](imports)
    for scale in (2.0, 3.0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("test_mapping._SCALE", scale)
            assert float(mapped(x)[0, 0]) == scale


def test_a_function_with_other_code_is_traced_again():
    def f(row):
        return row + 1

    x = xp.asarray(np.ones((13, 7)), device=P("x"))
    assert float(xp.vmap(f)(x)[0, 0]) == 2
    f.__code__ = (lambda row: row + 2).__code__  # as IPython's autoreload does
    assert float(xp.vmap(f)(x)[0, 0]) == 3


@pytest.mark.parametrize("sees", [1.0, [1.0]], ids=["nothing", "a list"])
@pytest.mark.parametrize("transform", EACH)
def test_what_needs_a_value_is_named_with_its_line(transform, sees):
    def branch(row):
        return row if xp.sum(row) > np.sum(sees) else -row

    x = xp.asarray(np.ones((13, 7)), device=P("x"))
    says = rf"test_mapping\.py:\d+: `return row if .*while {transform} traces .*sharray.where"
    with pytest.raises(TypeError, match=says):
        EACH[transform](branch)(x)


def test_a_mapped_function_that_may_change_is_traced_and_leaks_nothing():
    outside, kept = [1.0], xp.zeros(7)
    x = xp.asarray(np.ones((13, 7)), device=P("x"))

    def leak(row):
        kept[:] = row * outside[0]
        return row

    for transform in EACH.values():
        with pytest.raises(TypeError, match="made outside of the traced function"):
            transform(leak)(x)
