"""Writes and views: random programs beside the same ones in NumPy."""

import jax
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from writes import DTYPES, INPLACE, SHAPES, chains, operands, overlapping, whole_numbers

import sharray as xp
from sharray import strategies


@st.composite
def placed(draw, mesh, shape=None, dtype=None):
    """Draw an array of NumPy and its copy under a drawn spec."""
    shape = draw(st.sampled_from(SHAPES)) if shape is None else shape
    dtype = draw(st.sampled_from(DTYPES)) if dtype is None else dtype
    array = whole_numbers(dtype, shape, draw(st.integers(0, 99)))
    sharding = jax.NamedSharding(mesh, draw(strategies.specs(len(shape), mesh)))
    return xp.asarray(array, device=sharding), array


@st.composite
def either(draw, value, mesh):
    """Draw a form of a value that is written: as it is, or on the devices."""
    if not isinstance(value, np.ndarray) or draw(st.booleans()):
        return value
    return draw(placed(mesh, value.shape, str(value.dtype)).map(lambda p: p[0])), value


def written(value):
    """Return the value for sharray and that for NumPy."""
    if isinstance(value, tuple):
        array, _ = value
        return array, np.asarray(array)
    return value, value


def same(x, array):
    """Compare values, dtype, shape, and what lies on the devices."""
    assert x.dtype == array.dtype
    assert x.shape == array.shape
    strategies.assert_layout(x)
    np.testing.assert_array_equal(np.asarray(x), array)


@given(data=st.data())
def test_views_read_as_in_numpy(mode, mesh, data):
    x, array = data.draw(placed(mesh))
    view = data.draw(chains(array))
    same(view(xp, x), view(np, array))


@given(data=st.data())
def test_assignment_through_views(mode, mesh, data):
    x, array = data.draw(placed(mesh))
    view = data.draw(chains(array))
    beside = data.draw(chains(array))
    mine, theirs = view(xp, x), view(np, array)
    other, other_array = beside(xp, x), beside(np, array)
    for _ in range(data.draw(st.integers(1, 2))):
        value, wanted = written(data.draw(either(data.draw(operands(theirs)), mesh)))
        mine[...] = value
        theirs[...] = wanted
    same(x, array)
    same(mine, theirs)
    same(other, other_array)


@given(data=st.data())
def test_in_place_operators_through_views(mode, mesh, data):
    x, array = data.draw(placed(mesh))
    view = data.draw(chains(array))
    mine, theirs = view(xp, x), view(np, array)
    for _ in range(data.draw(st.integers(1, 3))):
        value, wanted = written(data.draw(either(data.draw(operands(theirs)), mesh)))
        change = data.draw(st.sampled_from(INPLACE))
        mine = change(mine, value)
        theirs = change(theirs, wanted)
    same(mine, theirs)
    same(x, array)


@given(data=st.data())
def test_writes_of_the_array_to_itself(mode, mesh, data):
    """Everything is read before anything is written."""
    x, array = data.draw(placed(mesh))
    view = data.draw(chains(array, longest=2))
    source = data.draw(st.sampled_from(overlapping(view, view(np, array))))
    shift = data.draw(st.sampled_from([None, 1, 2]))
    change = data.draw(st.sampled_from([None, *INPLACE]))
    for n, base in ((xp, x), (np, array)):
        target, value = view(n, base), source(n, base)
        if change is not None:
            change(target, value)
        elif shift is None:
            target[...] = value
        else:
            target[...] = value * shift + value
    same(x, array)


@given(data=st.data())
def test_shifted_slices(mode, mesh, data):
    """Slices of several arrays at various offsets, combined and written to another slice."""
    shape = data.draw(st.sampled_from([(13,), (16,), (7, 5), (9, 8)]))
    x, array = data.draw(placed(mesh, shape, "float64"))
    y, other = data.draw(placed(mesh, shape, "float64"))
    lengths = [data.draw(st.integers(1, n - 1)) for n in shape]
    corners = [[data.draw(st.integers(0, n - k)) for n, k in zip(shape, lengths, strict=True)]
               for _ in range(4)]  # fmt: skip
    to, a, b, c = [
        tuple(slice(s, s + k) for s, k in zip(corner, lengths, strict=True)) for corner in corners
    ]
    x[to] = x[a] * 2 - y[b] + x[c]
    array[to] = array[a] * 2 - other[b] + array[c]
    same(x, array)
    same(y, other)


@given(data=st.data())
def test_element_writes(mode, mesh, data):
    """`x[k] = v` and `x[k] += v` at integers."""
    x, array = data.draw(placed(mesh, data.draw(st.sampled_from([(13,), (7, 5), (2, 3, 5)]))))
    for _ in range(3):
        key = tuple(data.draw(st.integers(-n, n - 1)) for n in array.shape)
        key = key[: data.draw(st.integers(1, len(key)))]
        value = data.draw(st.integers(-3, 3))
        if data.draw(st.booleans()):
            x[key] = value
            array[key] = value
        else:
            x[key] += value
            array[key] += value
    same(x, array)


# what random programs have found, said directly


def test_step_of_a_single_element_means_nothing(on_devices, mesh):
    """XLA's partitioner cannot cut one element of a sharded dimension with a step."""
    for size in (7, 13):
        array = np.arange(float(size))
        x = xp.asarray(array)
        for start in (1, -1, -2):
            for step in (3, 8, 12):
                same(x[start::step] + 1, array[start::step] + 1)


def test_slices_of_another_layout_at_many_offsets(on_devices):
    """More offsets than programs are compiled for: one program for any serves the rest."""
    mesh = xp.make_mesh(3)
    array, other = np.arange(35.0).reshape(7, 5), np.ones((7, 5))
    x = xp.asarray(array, device=jax.NamedSharding(mesh, jax.P()))
    y = xp.asarray(other, device=jax.NamedSharding(mesh, jax.P("x")))
    for k in range(6):
        x[k : k + 1, :1] = x[k : k + 1, :1] * 2 - y[:1, :1] + x[:1, :1]
        array[k : k + 1, :1] = array[k : k + 1, :1] * 2 - other[:1, :1] + array[:1, :1]
    same(x, array)


def test_strided_slices_at_many_offsets(on_devices, mesh):
    for step, length in ((2, 4), (3, 3), (5, 2)):
        array = np.arange(16.0)
        x = xp.asarray(array)
        for start in range(16 - (length - 1) * step):
            key = slice(start, start + (length - 1) * step + 1, step)
            same(x[key] + 1, array[key] + 1)
            x[key] = x[key][::-1] * 2
            array[key] = array[key][::-1] * 2
        same(x, array)


def test_broadcast_written_through_a_reshape(mode, mesh):
    array = np.arange(16.0)
    x = xp.asarray(array)
    rows, want = xp.reshape(x, (2, 8)), array.reshape(2, 8)
    rows[...] = rows[:1]
    want[...] = want[:1].copy()
    same(x, array)
    rows += 1
    want += 1
    rows[...] = rows[:, :1]
    want[...] = want[:, :1].copy()
    same(x, array)


def test_empty_view_with_a_new_axis_is_writable(mode, mesh):
    x = xp.asarray(np.arange(7.0))
    x[None][0:0] = 1.0
    x[None, 3:3] += 1.0
    same(x, np.arange(7.0))


def test_small_array_written_backwards(mesh):
    """What is written lives on the host, the array on the devices."""
    with xp.set_options(host_threshold=20):
        array, row = np.zeros((7, 5)), np.arange(5.0)
        x = xp.asarray(array)
        assert x._layout.mesh is not None
        x[:, ::-1] = xp.asarray(row)
        array[:, ::-1] = row
        x[::-2, 3:0:-1] -= row[:3]
        array[::-2, 3:0:-1] -= row[:3]
        same(x, array)


def test_one_element_written_at_an_index_of_what_a_mask_chooses(mode, mesh):
    """Where it lies on another device, XLA would write a neighbour of it."""
    for size in (4, 7, 16):
        for at in (0, size // 2, -2):
            array = np.arange(size)
            x = xp.asarray(array, copy=True)
            mine, theirs = x[x != 2], array[array != 2]
            mine[[at]], theirs[[at]] = 77, 77
            same(mine, theirs)


@given(data=st.data())
def test_what_is_written_again_and_again_stays_readable(mode, mesh, data):
    """A value that an array is written with may be read there, until that is written to again."""
    rows = data.draw(st.sampled_from([(4, 13), (5, 16), (4, 3)]))
    steps = data.draw(
        st.lists(st.sampled_from(["held", "more", "rows", "number"]), min_size=2, max_size=4)
    )
    row = np.linspace(-1, 1, rows[1])

    def run(n):
        table, x = n.zeros(rows), n.asarray(row)
        held = x * 2
        for k, step in enumerate(steps):
            table[k] = {
                "held": lambda: held,
                "more": lambda: held + 1,
                "rows": lambda k=k: table[k - 1] * held - table[k - 2] * k,
                "number": lambda k=k: k,
            }[step]()
        return np.asarray(held), np.asarray(table)

    for ours, theirs in zip(run(xp), run(np), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
