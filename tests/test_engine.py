"""What the engine compiles and runs, counted: no test here looks at a clock."""

import jax
import numpy as np
import pytest
from counting import collectives, counted, entries_of, executable, made, stencil, values

import sharray as xp
from sharray import strategies
from sharray._engine import compiler, graph, shards
from sharray._engine.ir import Apply

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")


REDUCTIONS = {
    "sum(x * y, axis=0)": lambda x, y: xp.sum(x * y, axis=0),
    "sum(where(x < y, x, 0))": lambda x, y: xp.sum(xp.where(x < y, x, 0)),
    "std((x - y[0]) ** 2)": lambda x, y: xp.std((x - y[0]) ** 2),
    "max(exp(x), axis=1)": lambda x, y: xp.max(xp.exp(x), axis=1),
    "argmax(x)": lambda x, y: xp.argmax(x),
    "count_nonzero(x > 0)": lambda x, y: xp.count_nonzero(x > 0),
}


@pytest.mark.parametrize("devices", [2, 3, 8])
@pytest.mark.parametrize("rows", [1280, 1283])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_what_leads_to_a_reduction_needs_no_memory(devices, reduction, rows):
    with xp.use_mesh(xp.make_mesh(devices)):
        x, y = xp.asarray(values(rows, 401)), xp.asarray(values(rows, 401, seed=1))
        memory = executable(REDUCTIONS[reduction](x, y)).memory_analysis()
        assert memory.temp_size_in_bytes < x.nbytes / devices / 10


def test_chain_of_twenty_is_one_dispatch():
    with xp.use_mesh(xp.make_mesh(8)):
        start = values(1003)
        x = xp.asarray(start)
        with counted() as count:
            y, want = x, start
            for _ in range(10):
                y, want = xp.sin(y) + 0.5, np.sin(want) + 0.5
            assert y.shape == (1003,)
            assert count.dispatches == 0
            xp.block_until_ready(y)
        assert (count.dispatches, count.compilations) == (1, 1)
    np.testing.assert_allclose(np.asarray(y), want, rtol=1e-14)


def test_long_loop_compiles_few_programs(mesh):
    start = values(1003)
    x, y, want = xp.asarray(start), xp.asarray(start), start
    with counted() as count:
        for _ in range(1000):
            y = (y * 0.5 + x) * 0.25 - 1.0 + x
            want = (want * 0.5 + start) * 0.25 - 1.0 + start
        xp.block_until_ready(y)
    assert count.compilations <= 5
    assert count.dispatches <= 1000 * 5 // 30 + 1
    np.testing.assert_allclose(np.asarray(y), want, rtol=1e-13)


@pytest.mark.parametrize("length", [1, 2, 5, 7])
def test_loop_compiles_as_many_programs_as_it_has_operations(length):
    x = xp.asarray(values(103))
    with counted() as count:
        for _ in range(100):
            for _ in range(length):
                x = x * 0.5
        xp.block_until_ready(x)
    assert count.compilations <= length + 1


def test_what_has_been_computed_does_not_count_for_a_chain():
    x = xp.asarray(values(103))
    for _ in range(20):
        x = x * 0.5
    y = x + 1
    xp.block_until_ready(x)
    with counted() as count:
        for _ in range(20):
            y = y * 0.5
        assert count.dispatches == 0
        xp.block_until_ready(y)
    assert count.dispatches == 1


@pytest.mark.parametrize("spec", [("x",), (None, "x")])
@pytest.mark.parametrize("n", [2, 3, 8])
@pytest.mark.parametrize("shape", [(67, 71), (13, 7)])
def test_stencil_is_one_program_with_halos(n, spec, shape, monkeypatch):
    want = values(*shape)
    placed = jax.NamedSharding(xp.make_mesh(n), jax.P(*spec))
    u = xp.asarray(want, device=placed) + 0
    xp.block_until_ready(u)
    programs = watch_programs(monkeypatch)
    for step in range(4):
        with counted() as count:
            stencil(u)
        assert count.dispatches == 1
        assert count.compilations == (step == 0)
        stencil(want)
    np.testing.assert_allclose(np.asarray(u), want, rtol=1e-13, atol=1e-15)
    assert u.sharding == placed
    (executable,) = programs
    assert set(collectives(executable)) == {"collective-permute"}
    assert outputs(executable) == 1  # the array, and no temporary


def watch_programs(monkeypatch):
    """Return a list that every executable compiled from now on is appended to."""
    programs = []
    compile_program = compiler.compile

    def watched(*args, **options):
        compiled = compile_program(*args, **options)
        programs.append(compiled.executable)
        return compiled

    monkeypatch.setattr(compiler, "compile", watched)
    return programs


def outputs(executable):
    return executable.out_tree.num_leaves


def test_held_intermediate_is_computed_once(mesh, monkeypatch):
    start = values(1003)
    x = xp.asarray(start)
    programs = watch_programs(monkeypatch)
    held = xp.exp(x)
    a = held + 1
    b = held * 2
    with counted() as count:
        xp.block_until_ready(a)
    assert count.dispatches == 1
    assert outputs(programs[-1]) == 2  # what is held is a result, too
    with counted() as count:
        xp.block_until_ready(held)
    assert count.dispatches == 0
    xp.block_until_ready(b)
    assert "exponential" not in programs[-1].as_text()
    np.testing.assert_allclose(np.asarray(b), np.exp(start) * 2, rtol=1e-15)


def test_temporaries_are_not_kept(mesh, monkeypatch):
    x = xp.asarray(values(1003))
    programs = watch_programs(monkeypatch)
    xp.block_until_ready(xp.sqrt(xp.exp(x) + 1) * 2)
    assert [outputs(p) for p in programs] == [1]


def test_new_scalars_and_indices_do_not_compile(mesh):
    start = values(103)
    x = xp.asarray(start)
    xp.block_until_ready(x * 1.5 + 2)
    with counted() as count:
        for k in range(20):
            found = np.asarray(x * (k + 0.25) + k)
            np.testing.assert_allclose(found, start * (k + 0.25) + k, rtol=1e-15, atol=1e-14)
    assert (count.compilations, count.hits) == (0, 20)


def _add_element(x, n):
    s = x[0] * 0
    for k in range(n):
        s += x[k]
    return s


def _set_element(x, n):
    for k in range(n):
        x[k] = k
    return x


def _scale_rest(x, n):
    for k in range(n):
        x[k + 1 :] *= 0.99
    return x


def _subtract_rest(x, y, n):
    for k in range(n):
        x[k:] -= y[k:]
    return x


def _next_row(u, n):
    for k in range(1, n):
        u[k, 1:] += u[k - 1, :-1]
    return u


def _exchange_rows(x, n):
    for k in range(n // 20):
        x[[k, k + 3], k:] = x[[k + 3, k], k:]
        x[k:, [2, k % 7]] = x[k:, [k % 7, 1]]
    return x


def _eliminate(u, n):
    for k in range(n // 20):
        u[k + 1 :, 1:] -= (np.abs(u[k + 1 :, 0] * u[k, 0]) * 0.1 + 0.1)[:, None] * u[k, 1:]
        u[:, k + 1 :] -= np.abs(u[k, k + 1 :])[None] / 100
    return u


@pytest.mark.parametrize(
    ("loop", "shapes"),
    [
        (_add_element, [(503,)]),
        (_set_element, [(503,)]),
        (_scale_rest, [(503,)]),
        (_subtract_rest, [(503,), (503,)]),
        (_next_row, [(501, 13)]),
        (_exchange_rows, [(101, 31)]),
        (_eliminate, [(101, 37)]),
    ],
)
@pytest.mark.parametrize("n", [8])
def test_loop_over_an_index_compiles_at_most_ten_programs(n, loop, shapes):
    start = [values(*shape, seed=k) for k, shape in enumerate(shapes)]
    with xp.use_mesh(xp.make_mesh(n)):
        arrays = [xp.asarray(a) for a in start]
        assert all(any(a.sharding.spec) for a in arrays)
        with counted() as count:
            found = xp.block_until_ready(loop(*arrays, 500))
    assert count.compilations <= 10
    assert count.dispatches <= 500
    np.testing.assert_allclose(np.asarray(found), loop(*start, 500), rtol=1e-12)


@pytest.mark.parametrize("shape", [(1003,), (37, 11)])
def test_updates_at_masks_compile_for_no_number_of_elements(shape):
    a, b = values(*shape, seed=0), values(*shape, seed=1)
    with xp.use_mesh(xp.make_mesh(8)):
        x, y = xp.asarray(a), xp.asarray(b)
        with counted() as count:
            for k in range(12):
                for own, other in ((x, y), (a, b)):
                    mask = own > k / 10 - 0.5
                    own[mask] *= -1.5
                    own[mask] = other[mask] + own[mask] / 2
            xp.block_until_ready(x)
        assert count.compilations <= 4
        np.testing.assert_allclose(np.asarray(x), a, rtol=1e-12)


@pytest.mark.parametrize("sizes", [(7,), (5, 7, 1, 0, 16)], ids=["alike", "uneven"])
def test_joining_many_takes_few_programs_of_bounded_size(sizes, monkeypatch):
    """Those that have not been computed are first, a few at a time."""
    monkeypatch.setattr(shards, "enabled", False)
    rows = [values(sizes[k % len(sizes)], seed=k) for k in range(40)]
    with xp.use_mesh(xp.make_mesh(3)):
        x = [made(r) for r in rows]
        with counted() as count:
            found = xp.block_until_ready(xp.concat([r * 2.0 for r in x]))
    assert count.compilations <= 4
    assert count.dispatches == 4
    strategies.assert_matches(found, 2 * np.concatenate(rows))


def test_rolls_that_move_nothing_are_joined_in_one_program():
    start = values(13, 5)
    with xp.use_mesh(xp.make_mesh(3)):
        x = made(start)
        assert not x.sharding.spec[1:]
        with counted() as count:
            found = xp.block_until_ready(xp.concat([xp.roll(x, k, axis=1) for k in range(40)]))
    assert count.dispatches == 1
    strategies.assert_matches(found, np.concatenate([np.roll(start, k, axis=1) for k in range(40)]))


def test_what_a_view_shows_is_moved_once_for_all_who_use_it(mesh):
    start = values(91)
    x = made(start)
    y, want = x.reshape(13, 7), start.reshape(13, 7)
    total = y * 2.0 + xp.roll(y, 1, axis=1) - y
    entries = entries_of(total)
    assert [e.op.name for e in entries if isinstance(e, Apply)].count("reshaped") == 1
    np.testing.assert_array_equal(np.asarray(total), want * 2.0 + np.roll(want, 1, axis=1) - want)
    x[3:] *= 3.0  # what is shown of an array that has been written to is another
    start[3:] *= 3.0
    np.testing.assert_array_equal(np.asarray(y), want)


def test_one_operation_on_numbers_is_one_kept_program():
    values = np.linspace(-1, 1, 13)
    x, i = xp.asarray(values), xp.asarray(np.arange(13))
    calls = {
        "times": lambda n, x, i, k: x * k,
        "the same twice": lambda n, x, i, k: n.where(i > 3, k, k),
        "of two kinds": lambda n, x, i, k: n.where(i > 3, k, np.int8(3)),
        "an element": lambda n, x, i, k: n.where(x > 0, x, n.asarray(k)),
    }
    for name, call in calls.items():
        before = None
        for k in (2.5, -0.0, np.nan, 1e300, 2.5, 0.0):
            found, wanted = np.asarray(call(xp, x, i, k)), call(np, values, np.arange(13), k)
            assert found.dtype == wanted.dtype, name
            np.testing.assert_array_equal(found, wanted, err_msg=name)
            np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted), err_msg=name)
            before = before or xp.cache_info().compilations
        assert xp.cache_info().compilations == before, name


# modes, waiting, the cache


def test_immediate_mode_runs_each_operation(mesh):
    start = values(103)
    x = xp.asarray(start)
    with xp.set_options(immediate=True), counted() as count:
        y = xp.exp(x) + 1
        y[1:] *= 2
    assert count.dispatches >= 3
    want = np.exp(start) + 1
    want[1:] *= 2
    np.testing.assert_allclose(np.asarray(y), want, rtol=1e-15)


def test_block_until_ready_runs_a_tree(mesh):
    x = xp.asarray(values(103))
    tree = {"a": x + 1, "b": [x * 2, 3, None]}
    with counted() as count:
        assert xp.block_until_ready(tree) is tree
    assert count.dispatches == 1
    with counted() as count:
        xp.block_until_ready(tree)
        np.asarray(tree["a"])
    assert count.dispatches == 0


def test_block_until_ready_takes_what_is_no_array():
    assert xp.block_until_ready(3) == 3
    assert xp.block_until_ready(None) is None
    with counted() as count, xp.set_options(host_threshold=100):
        small = xp.asarray([1.0])
        assert xp.block_until_ready(small) is small
    assert count.dispatches == 0


def test_cache_info_and_clear(mesh):
    x = xp.asarray(values(103))
    xp.block_until_ready(x + 1)
    assert xp.cache_info() == (1, 0, 1, 1)
    xp.block_until_ready(x + 2)
    assert xp.cache_info() == (1, 1, 1, 2)
    xp.cache_clear()
    assert xp.cache_info() == (0, 0, 0, 0)
    xp.block_until_ready(x + 3)
    assert xp.cache_info().compilations == 1


def test_programs_differ_where_they_must(mesh):
    """Other shapes, dtypes, shardings and parameters are other programs."""
    x = xp.asarray(values(48, 8))
    runs = [
        lambda: x + 1.0,
        lambda: x - 1.0,
        lambda: x[:40] + 1.0,
        lambda: xp.astype(x, xp.float32) + 1.0,
        lambda: x.to_device(jax.P(None, "x")) + 1.0,
        lambda: xp.sum(x, axis=0),
        lambda: xp.sum(x, axis=1),
        lambda: xp.sum(x, axis=1, keepdims=True),
    ]
    for made_by in runs:
        xp.block_until_ready(made_by())
    compiled = xp.cache_info().compilations
    assert compiled >= len(runs)
    for made_by in runs:
        xp.block_until_ready(made_by())
    assert xp.cache_info().compilations == compiled


def test_what_others_need_is_kept_and_graphs_of_loops_do_not_grow(on_devices, empty_cache):
    a = np.linspace(-2, 2, 37)
    c, z, wanted = xp.asarray(a), xp.zeros(37), np.zeros(37)
    count, wanted_count = xp.zeros(37), np.zeros(37)
    for _ in range(12):
        inside = z * z < 4.0
        z = xp.where(inside, z * z + c, z)  # nobody asks for it by itself
        count += inside
        within = wanted * wanted < 4.0
        wanted = np.where(within, wanted * wanted + a, wanted)
        wanted_count += within
    np.testing.assert_array_equal(count, wanted_count)
    np.testing.assert_allclose(z, wanted, rtol=1e-9)
    assert xp.cache_info().compilations <= 6


@pytest.mark.parametrize(
    "record",
    [
        lambda x, y: x + y,
        lambda x, y: x * 2.0,
        lambda x, y: (x + 1.0).block_until_ready() - y,
        lambda x, y: xp.sum(x),
        lambda x, y: x + x,
        lambda x, y: x + y * 2.0,
    ],
)
def test_the_graph_of_an_operation_on_values_is_what_the_walk_finds(
    record, on_devices, monkeypatch
):
    x, y = (xp.asarray(np.arange(13.0), device=xp.get_mesh()) for _ in range(2))
    root = record(x, y)._memory.node
    short = graph.capture([root])
    monkeypatch.setattr(graph, "_of_values", lambda root: None)
    whole = graph.capture([root])
    for name in ("key", "inputs", "targets", "temporaries", "captured", "is_traced"):
        assert getattr(short, name) == getattr(whole, name), name
