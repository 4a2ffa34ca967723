"""Sorting across devices: arrays of a few elements, too, which are else gathered."""

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.sharding import NamedSharding, PartitionSpec

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core import observers
from sharray._engine import compiler, ragged_exchange, shards
from sharray._ops import sorting_on_shards as on_shards

P = PartitionSpec


@pytest.fixture
def exchanged():
    """Run programs, and gather nothing, however small."""
    with pytest.MonkeyPatch.context() as patch, xp.set_options(host_threshold=0):
        compiler.cache_clear()
        patch.setattr(observers, "SMALL", 0)
        patch.setattr(shards, "enabled", False)
        yield
        compiler.cache_clear()


def _order(values, axis, descending=False):
    if not descending:
        return np.argsort(values, axis, stable=True)
    backwards = np.flip(np.argsort(np.flip(values, axis), axis, stable=True), axis)
    return values.shape[axis] - 1 - backwards


def _order_of_numbers(values, axis, descending):
    """The order that users see: NaNs last in both directions."""
    if descending and values.dtype.kind in "fc":
        return np.argsort(-values, axis, stable=True)
    return _order(values, axis, descending)


def _sort(x, values, axis, how):
    found = xp.sort(x, axis=axis, **how)
    order = _order_of_numbers(values, axis, how["descending"])
    wanted = np.take_along_axis(values, order, axis)
    strategies.assert_matches(found, wanted, sharding=x.sharding, signed_zeros=how["stable"])


def _argsort(x, values, axis, how):
    found = xp.argsort(x, axis=axis, **how)
    wanted = _order_of_numbers(values, axis, how["descending"])
    strategies.assert_matches(found, wanted, sharding=x.sharding)


def _lexsort(x, values, axis, how):
    minor = np.arange(values.size).reshape(values.shape) % 3
    major = np.where(np.isnan(values), np.nan, np.floor(np.real(values) / 2))
    keys = [minor, values.astype(bool), major]
    found = snp.lexsort([xp.asarray(k, device=x.sharding) for k in keys], axis=axis)
    strategies.assert_matches(found, np.lexsort(keys, axis=axis), sharding=x.sharding)


def _compress(x, values, axis, how):
    mask = np.real(values) > 0
    strategies.assert_matches(x[xp.asarray(mask, device=x.sharding)], values[mask])
    row = mask.reshape(mask.shape[0], -1)[:, 0]
    strategies.assert_matches(x[row], values[row])


def _search(x, values, axis, how):
    sorted_ = np.sort(np.real(values).reshape(-1))
    there = xp.asarray(sorted_, device=NamedSharding(x.sharding.mesh, P(x.sharding.spec[0])))
    for wanted in (np.real(values), sorted_[:1]):
        y = xp.asarray(wanted, device=NamedSharding(x.sharding.mesh, P(*x.sharding.spec)))
        side = "left" if how["stable"] else "right"
        strategies.assert_matches(
            xp.searchsorted(there, y, side=side),
            np.searchsorted(sorted_, wanted, side=side),
            sharding=y.sharding,
        )


def _isin(x, values, axis, how):
    some = np.concatenate([values.reshape(-1)[::3], values.reshape(-1)[:1] + values.dtype.type(1)])
    for these in (some, values.reshape(-1)[:2]):
        y = xp.asarray(these, device=NamedSharding(x.sharding.mesh, P(x.sharding.spec[0])))
        found = xp.isin(x, y, invert=how["stable"])
        wanted = np.isin(values, these, invert=how["stable"])
        strategies.assert_matches(found, wanted, sharding=x.sharding)


def _unique(x, values, axis, how):
    found = snp.unique(x, return_index=True, return_inverse=True, return_counts=True)
    wanted = np.unique(values, return_index=True, return_inverse=True, return_counts=True)
    strategies.assert_matches(found, wanted)


CALLS = [_sort, _argsort, _lexsort, _unique, _compress, _search, _isin]


@settings(max_examples=settings.default.max_examples // 3)
@given(data=st.data())
def test_lines_sort_across_devices(data, exchanged):
    call = data.draw(
        st.sampled_from([_sort, _argsort, _lexsort, _unique, _compress, _search, _isin])
    )
    mesh = data.draw(strategies.meshes())
    shape = data.draw(st.sampled_from([(67,), (5,), (13, 2), (1,)]))
    values = data.draw(strategies.values(data.draw(strategies.dtypes()), shape))
    names = data.draw(st.permutations(mesh.axis_names))
    x = xp.asarray(values, device=NamedSharding(mesh, P(tuple(names))))
    flags = st.booleans()
    call(x, values, 0, {"descending": data.draw(flags), "stable": data.draw(flags)})


@given(data=st.data())
def test_pieces_are_sorted_together(data, monkeypatch):
    monkeypatch.setattr(on_shards, "_MANY", 0)
    values = data.draw(strategies.values(data.draw(strategies.dtypes()), (67,)))
    ends = sorted(data.draw(st.lists(st.integers(0, 67), max_size=7)))
    pieces = np.split(values, ends)
    descending, stable = data.draw(st.booleans()), data.draw(st.booleans())
    each = data.draw(st.sampled_from([shards.in_turn, shards.at_once]))
    order = _order(values, 0, descending)
    sizes = [p.size for p in pieces]
    options = {"each": each, "sizes": sizes, "axis": 0, "descending": descending}
    (found,) = on_shards.sort_shards(pieces, stable=stable, **options)
    assert [f.size for f in found] == sizes
    found = np.concatenate(found)
    np.testing.assert_array_equal(found, values[order])
    if stable and values.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(found), np.signbit(values[order]))
    index, found = on_shards.ordered_shards(pieces, **options)
    assert [f.size for f in index] == sizes
    np.testing.assert_array_equal(np.concatenate(index), order)
    np.testing.assert_array_equal(np.concatenate(found), values[order])


def test_shards_in_memory_are_sorted_there(on_devices):
    values = np.random.default_rng(0).integers(0, 99, 70_001)
    mesh = xp.make_mesh((4, 2))
    for spec in (P("x"), P(("y", "x")), P(None)):
        x = xp.asarray(values, device=NamedSharding(mesh, spec))
        compiler.cache_clear()
        strategies.assert_matches(xp.sort(x), np.sort(values), sharding=x.sharding)
        strategies.assert_matches(
            xp.argsort(x), np.argsort(values, stable=True), sharding=x.sharding
        )
        assert compiler.cache_info().dispatches == 0
        # what several devices hold is written to without harm to the others
        made = xp.sort(x)
        made[:10] = -1
        strategies.assert_matches(made[:12], np.r_[np.full(10, -1), np.sort(values)[10:12]])
        strategies.assert_layout(made)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_runs_go_where_the_cuts_say(count):
    size, length = 11, 17
    mesh = xp.make_mesh(count)
    rng = np.random.default_rng(count)
    values = np.stack([np.arange(count * size), rng.integers(0, 99, count * size)], axis=1)

    def body(block, cuts):
        return ragged_exchange.exchange([block], cuts[0], ("x",), count, length)[0]

    placed = NamedSharding(mesh, P("x"))
    call = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
    for pattern in ("any", "first", "last", "few"):
        room = np.full(count, length)
        cuts = np.zeros((count, count + 1), int)
        for sender in range(count):
            left = size if pattern != "few" else 2
            for to in range(count)[:: -1 if pattern == "last" else 1]:
                sent = min(left, room[to])
                sent = rng.integers(0, sent + 1) if pattern == "any" else sent
                cuts[sender, to + 1] = sent
                room[to] -= sent
                left -= sent
        cuts = np.cumsum(cuts, axis=1)
        found = np.asarray(call(*[jax.device_put(v, placed) for v in (values, cuts)]))
        for to in range(count):
            wanted = [values[s * size :][slice(*cuts[s, to : to + 2])] for s in range(count)]
            wanted = np.concatenate(wanted)
            np.testing.assert_array_equal(found[to * length :][: len(wanted)], wanted)


def test_the_smallest_numbers_are_no_zeros(exchanged):
    values = np.array([0.0, 5e-324, -5e-324, -0.0, 1e-310, -1e-310] * 3)
    x = xp.asarray(values, device=P("x"))
    strategies.assert_matches(xp.sort(x), np.sort(values, stable=True), signed_zeros=True)
    strategies.assert_matches(xp.median(x), np.median(values))


def test_complex_numbers_sort_as_numpy_has_them(exchanged):
    parts = [np.nan, -1.0, 0.0, -0.0, np.inf]
    values = np.array([complex(a, b) for a in parts for b in parts])
    x = xp.asarray(values, device=P("x"))
    strategies.assert_matches(xp.argsort(x), np.argsort(values, stable=True))
    strategies.assert_matches(xp.sort(xp.asarray(values, device=P())), np.sort(values, stable=True))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("special", [-0.0, -np.nan])
@pytest.mark.parametrize("descending", [False, True])
def test_few_signs_of_zeros_and_nans_keep_their_places(dtype, special, descending, mesh):
    generator = np.random.default_rng(5)
    for zeros in (1, 3, 17):
        values = generator.standard_normal(on_shards._MANY).astype(dtype)
        places = generator.permutation(values.size)[: zeros + 1]
        values[places] = 0
        values[places[0]] = special
        found = np.asarray(xp.sort(xp.asarray(values), stable=True, descending=descending))
        wanted = np.sort(values, stable=True)
        if descending:
            wanted = np.sort(values[::-1], stable=True)[::-1]
            wanted = np.r_[wanted[~np.isnan(wanted)], wanted[np.isnan(wanted)]]  # NaNs are last
        np.testing.assert_array_equal(found, wanted)
        np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted))
