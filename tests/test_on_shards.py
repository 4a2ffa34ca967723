"""Operations that NumPy computes where the shards lie: the same elements, and no program."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.operation import TABLE
from sharray._engine import exchange, shards
from sharray._ops import selection_on_shards as on_shards
from sharray._record import first_runs, relayout

pytestmark = pytest.mark.usefixtures("on_devices")

SIZE = TABLE["concat"].on_shards_from + 13


def drawn(seed, dtype="float64", size=SIZE):
    rng = np.random.default_rng(seed % 2**32)
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 99, size, dtype)
    values = rng.standard_normal(size).astype(dtype)
    values[rng.integers(0, size, 9)] = 0.0
    return values


STATEMENTS = {
    "mask": lambda np, x: x[np.sin(x) > 0.3],
    "no element": lambda np, x: x[x > 1e9],
    "rows": lambda np, x: x.reshape(-1, 8)[np.arange(len(x) // 8) % 3 == 1],
    "concat": lambda np, x: np.concatenate([x, x[:5], x[3:]]),
    "concat of columns": lambda np, x: np.concatenate([x.reshape(-1, 8)] * 2, axis=1),
    "cumsum": lambda np, x: np.cumsum(x),
    "cumsum of rows": lambda np, x: np.cumsum(x.reshape(-1, 8), axis=1),
    "cumsum of columns": lambda np, x: np.cumsum(x.reshape(-1, 8), axis=0),
    "cumprod": lambda np, x: np.cumprod(1 + x / 1e7),
    "sum of rows": lambda np, x: x.reshape(-1, 8).sum(axis=0),
    "sum of rows, kept": lambda np, x: x.reshape(-1, 8).sum(axis=(0,), keepdims=True),
    "sum in the middle": lambda np, x: x.reshape(-1, 4, 2).sum(axis=1),
    "mean of rows": lambda np, x: x.reshape(-1, 8).mean(axis=0),
    "median": lambda np, x: np.median(x),
    "quantiles": lambda np, x: np.quantile(x, [0.0, 0.31, 0.99, 1.0]),
    "many quantiles": lambda np, x: np.quantile(x, np.linspace(0, 1, 41)),
    "of a matrix": lambda np, x: np.median(x.reshape(8, -1)),
    "of rows": lambda np, x: np.median(x.reshape(8, -1), axis=0),
    "of columns": lambda np, x: np.quantile(x.reshape(-1, 8), [0.2, 0.6], axis=(0,)),
    "rank": lambda np, x: np.quantile(x, 0.4, method="higher"),
    "unique": lambda np, x: np.unique(np.where(x > 1, np.round(x), x)),
    "unique, few": lambda np, x: np.unique(np.round(x)),
    "indices of unique": lambda np, x: np.unique(np.round(x), return_index=True)[1],
    "inverse of unique": lambda np, x: np.unique(np.round(x), return_inverse=True)[1],
    "counts of unique": lambda np, x: np.unique(np.round(x), return_counts=True)[1],
    "rows of unique": lambda np, x: np.unique(np.round(x.reshape(-1, 2)), axis=0),
}


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint8"])
@pytest.mark.parametrize("name", STATEMENTS)
def test_agrees_with_numpy(name, dtype, mesh, seed):
    values = drawn(seed, dtype, SIZE + SIZE % 8)
    values = values[: len(values) // 8 * 8]
    statement = STATEMENTS[name]
    found, wanted = statement(snp, snp.asarray(values)), statement(np, values)
    assert found.dtype == wanted.dtype
    exact = np.dtype(dtype).kind in "iu" and "prod" not in name
    rtol = 0 if exact else 1e-3 if dtype == "float32" else 1e-9
    np.testing.assert_allclose(found, wanted, rtol=rtol, atol=0 if exact else 100 * rtol)


@pytest.mark.parametrize(
    "statement",
    [
        lambda x, mask: x[mask],
        lambda x, mask: snp.concatenate([x, x]),
        lambda x, mask: snp.cumsum(x),
    ],
)
def test_runs_no_program(statement, mesh):
    x = snp.asarray(drawn(0))
    mask = snp.asarray(drawn(1) > 0)
    int(snp.count_nonzero(mask))  # which is one
    xp.block_until_ready(statement(x, mask))
    before = xp.cache_info().dispatches
    xp.block_until_ready(statement(x, mask))
    ran = xp.cache_info().dispatches - before
    assert ran <= 1  # the mask's elements are counted


def _added_to(x, y):
    x += y.T
    return x


@pytest.mark.parametrize("dtype", ["float32", "complex128", "int16"])
@pytest.mark.parametrize(
    "statement",
    [
        lambda x, y: x.T + y,
        lambda x, y: 2 * (x - y.T) / 3,
        lambda x, y: (y == x.T) | (y - 1 != x.T),
        lambda x, y: x.T[:-1] - y[1:],
        lambda x, y: (x + y.T) * x[0],
        _added_to,
    ],
)
def test_shards_of_a_transposed_matrix_are_exchanged(statement, dtype, mesh, seed):
    shape = 517, 611
    values = [drawn(seed + k, size=517 * 611).astype(dtype) for k in range(2)]
    a, b = values[0].reshape(shape), values[1].reshape(shape[::-1])
    found, wanted = statement(snp.array(a), snp.array(b)), statement(a.copy(), b)
    assert found.dtype == wanted.dtype
    rtol = 10 * np.finfo(wanted.dtype).eps if wanted.dtype.kind in "fc" else 0
    np.testing.assert_allclose(found, wanted, rtol=rtol, atol=10 * rtol)


def test_axes_are_exchanged_in_any_order(mesh):
    x = np.arange(71 * 65 * 67.0).reshape(71, 65, 67)
    for axes in itertools.permutations(range(3)):
        y = np.ones([x.shape[a] for a in axes])
        found = snp.asarray(x).transpose(axes) + snp.asarray(y)
        np.testing.assert_array_equal(found, x.transpose(axes) + 1)


def test_shards_are_exchanged_by_numpy(mesh, monkeypatch):
    x = snp.asarray(drawn(3, size=600 * 600).reshape(600, 600))
    xp.block_until_ready(x)
    moved = []
    exchanged = exchange.exchanged
    monkeypatch.setattr(exchange, "exchanged", lambda *a: moved.append(exchanged(*a)) or moved[-1])
    xp.block_until_ready(2 * (x.T + x) + x)
    assert moved
    assert all(m is not None for m in moved)


def test_an_operand_is_exchanged_while_the_operation_is_computed(mesh, monkeypatch):
    values = drawn(3, size=603 * 603).reshape(603, 603)
    x = snp.asarray(values)
    xp.block_until_ready(x)
    done = []
    combined = relayout.combined
    monkeypatch.setattr(relayout, "combined", lambda *a: done.append(combined(*a)) or done[-1])
    for function in (np.add, np.subtract, np.less, np.arctan2):
        found = function(x.T, x)
        assert any(node is not None for node in done), function
        done.clear()
        np.testing.assert_array_equal(found, function(values.T, values), strict=True)


def test_arrays_that_a_trace_closes_over(mesh):
    values = drawn(4, size=600 * 600).reshape(600, 600)
    x = xp.asarray(values)
    flat = xp.reshape(x, (-1,))
    for function, wanted in [
        (lambda v: v + x.T, values + values.T),
        (lambda v: v + xp.sum(x, axis=0), values + values.sum(0)),
        (lambda v: v + xp.sort(flat)[0], values + values.min()),
    ]:
        np.testing.assert_allclose(xp.jit(function)(x), wanted, rtol=1e-12, atol=1e-10)


@pytest.mark.parametrize("shape", [(SIZE, 1), (5, 1, SIZE), (1, 3, SIZE), (SIZE, 3)])
def test_rows_are_added_wherever_they_lie(shape, mesh):
    values = np.random.default_rng(5).integers(-9, 9, shape).astype("float32")
    dims = [*mesh.axis_names, *[None] * len(shape)][: len(shape)]
    for spec in set(itertools.permutations(dims)):
        x = xp.asarray(values, device=NamedSharding(mesh, P(*spec)))
        for axis in range(len(shape)):
            np.testing.assert_array_equal(xp.sum(x, axis=axis), values.sum(axis))
            np.testing.assert_array_equal(
                xp.mean(x, axis=(axis,), keepdims=True), values.mean(axis, keepdims=True)
            )


@given(data=st.data())
def test_few_elements_are_found_without_sorting(data):
    size = data.draw(st.sampled_from([SIZE, SIZE + 5, 1, 0]))
    kind = data.draw(st.sampled_from(["int16", "bool", "float32", "complex128"]))
    most = data.draw(st.sampled_from([1, 3, 90]))
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    values = rng.integers(0, most, size).astype(kind)
    values[rng.random(size) < 1e-4] = 1
    equal_nan = data.draw(st.booleans())
    if values.dtype.kind in "fc":
        # of complex ones NumPy compares each with all others
        shares = [0, 1e-4] if kind == "complex128" and not equal_nan else [0, 1e-4, 0.4]
        values[rng.random(size) < data.draw(st.sampled_from(shares))] = np.nan
    mesh = xp.make_mesh(data.draw(st.sampled_from(strategies.MESH_SHAPES)))
    axes = mesh.axis_names
    with xp.use_mesh(mesh):
        x = snp.asarray(values, device=data.draw(st.sampled_from([P(axes), P(axes[0]), P()])))
        found = snp.unique(x, equal_nan=equal_nan)
    strategies.assert_matches(found, np.unique(values, equal_nan=equal_nan))


def test_few_elements_are_found_anew_in_each_array():
    for least in range(4):
        values = np.random.default_rng(least).integers(least, least + 5, SIZE)
        np.testing.assert_array_equal(snp.unique(snp.asarray(values)), np.unique(values))


@given(data=st.data())
def test_runs_of_equal_elements_are_found_among_pieces(data):
    size = data.draw(st.integers(1, 12))
    dtype = data.draw(st.sampled_from(["int16", "float32", "complex128"]))
    values = np.array(data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), dtype)
    if values.dtype.kind in "fc":
        values[values == 3] = np.nan
    values.sort()
    pieces = np.split(values, sorted(data.draw(st.lists(st.integers(0, size), max_size=3))))
    equal_nan = data.draw(st.booleans())
    (marks,) = on_shards.starts_shards(
        pieces, each=lambda f, items: [f(i) for i in items], sizes=(), equal_nan=equal_nan
    )
    assert list(map(len, marks)) == list(map(len, pieces))
    wanted = np.unique(values, equal_nan=equal_nan)
    np.testing.assert_array_equal(values[np.concatenate(marks)], wanted)


@given(data=st.data())
def test_ranks_are_found_among_pieces(data):
    size = data.draw(st.sampled_from([1, 7, 4000, 40_000]))
    kind = data.draw(st.sampled_from(["normal", "few", "sorted", "nan", "periodic"]))
    values = np.random.default_rng(size).standard_normal(size)
    if kind == "few":
        values = np.round(values)
    elif kind == "sorted":
        values.sort()
    elif kind == "nan":
        values[:: data.draw(st.sampled_from([2, 900]))] = np.nan
    elif kind == "periodic":  # a sample sees one of three kinds of elements
        values[::3] += 100
    pieces = np.split(values, sorted(data.draw(st.lists(st.integers(0, size), max_size=5))))
    ranks = data.draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=10))
    wanted = np.sort(values)[ranks]
    (found,) = on_shards.select_shards(
        pieces, [np.array(ranks)], each=shards.in_turn, sizes=[len(ranks)], axis=(0,)
    )
    np.testing.assert_array_equal(found[0], wanted)


def test_what_lies_otherwise_is_a_programs(seed):
    mesh = xp.make_mesh((4, 2))
    values = drawn(seed, size=SIZE + SIZE % 2)
    values = values[: len(values) // 2 * 2].reshape(-1, 2)
    x = xp.asarray(values, device=NamedSharding(mesh, P(*mesh.axis_names)))
    before = xp.cache_info().dispatches
    xp.block_until_ready(xp.concat([x, x]))
    assert xp.cache_info().dispatches == before + 1
    np.testing.assert_array_equal(xp.concat([x, x]), np.concatenate([values, values]))
    scanned = xp.cumulative_sum(x, axis=0)  # by columns, each of which lies on four devices
    np.testing.assert_allclose(scanned, np.cumsum(values, 0), rtol=1e-9, atol=1e-7)


@pytest.mark.parametrize("name", ["append", "insert", "delete"])
def test_loops_that_change_a_shape_compile_nothing(name):
    """Each shape is met once; the first one is the array's own."""
    step = {
        "append": lambda np, x, k: np.append(x, k),
        "insert": lambda np, x, k: np.insert(x, k, [1.0, 2.0]),
        "delete": lambda np, x, k: np.delete(x, [k, 2 * k + 1]),
    }[name]
    with xp.use_mesh(xp.make_mesh(3)):
        want = np.arange(101.0)
        x = xp.block_until_ready(xp.asarray(want))
        x, want = step(xp, x, 0), step(np, want, 0)  # what the arguments take is compiled here
        before = xp.cache_info().compilations
        for k in range(1, 20):
            x, want = step(xp, x, k), step(np, want, k)
            strategies.assert_matches(x, want)
        assert xp.cache_info().compilations <= before + 1


def test_joins_that_come_back_become_a_part_of_programs(monkeypatch):
    monkeypatch.setattr(first_runs, "FEW", 2)
    with xp.use_mesh(xp.make_mesh(2)):
        a, b = xp.block_until_ready((xp.arange(23.0), xp.arange(9.0)))
        dispatches = []
        for _ in range(4):
            before = xp.cache_info().dispatches
            found = xp.concat([a, b])
            strategies.assert_matches(found, np.r_[np.arange(23.0), np.arange(9.0)])
            dispatches.append(xp.cache_info().dispatches - before)
    assert dispatches == [0, 0, 1, 1]


def test_a_join_by_numpy_fetches_nothing():
    with xp.use_mesh(xp.make_mesh(2)), xp.set_options(refuse_gather=100_000), xp.report() as said:
        a, b = xp.block_until_ready((xp.arange(50_003.0), xp.arange(50_000.0)))
        found = xp.concat([a, b[::-1]])
        assert said.total.fetches == 0
    strategies.assert_matches(found, np.r_[np.arange(50_003.0), np.arange(50_000.0)[::-1]])
