"""Buffers that are written in place, and what keeps its value beside a write."""

import copy

import jax
import numpy as np
import pytest
from counting import made, stencil, values

import sharray as xp

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")


def pointers(x):
    """Return where the shards lie, without handing them out."""
    return [s.data.unsafe_buffer_pointer() for s in x._node().value.addressable_shards]


def _add(x):
    x += 1


def _set_slice(x):
    x[3:7] = 5


def _multiply_steps(x):
    x[::3] *= 2


@pytest.mark.parametrize("write", [_add, _set_slice, _multiply_steps])
def test_unshared_buffer_is_written_in_place(mesh, write):
    start = values(104)
    x = made(start)
    write(x)  # what runs first may still copy what came from NumPy
    write(start)
    before = pointers(x)
    write(x)
    write(start)
    xp.block_until_ready(x)
    assert pointers(x) == before
    np.testing.assert_array_equal(np.asarray(x), start)


def test_stencil_swaps_two_buffers(mesh):
    """Neighbours are read while others are written: two buffers take turns."""
    u = made(values(67, 71))
    seen = set()
    for _ in range(6):
        stencil(u)
        seen.add(tuple(pointers(u)))
    assert len(seen) == 2


def _copy(x):
    return xp.asarray(x, copy=True)


def _pending(x):
    return x * 2


def _alias(x):
    return +x


def _exported(x):
    return x.to_jax()


def _shard(x):
    return x.addressable_shards[0].data


def _padded_export(x):
    return x.to_jax(padded=True)


def _leaves(x):
    return jax.tree.leaves(x)[0]


def _placed_again(x):
    return jax.tree.map(lambda a: jax.device_put(a, a.sharding), x)


def _on_renamed_mesh(x):
    mesh = jax.sharding.Mesh(x.device.devices, tuple(f"other_{n}" for n in x.device.axis_names))
    return x.to_device(mesh)


def _on_one_device(x):
    return x.to_device(jax.devices()[0])


def _numpy(x):
    return np.asarray(x)


KEEPERS = [
    _copy,
    _pending,
    _alias,
    _exported,
    _shard,
    _padded_export,
    _leaves,
    _placed_again,
    _on_renamed_mesh,
    _on_one_device,
    _numpy,
]


@pytest.mark.parametrize("keep", KEEPERS)
@pytest.mark.parametrize("write", [_add, _set_slice])
@pytest.mark.parametrize("spec", [jax.P("x"), jax.P()])
@pytest.mark.parametrize("n", [2, 8])
def test_what_still_needs_the_old_value_keeps_it(n, keep, write, spec):
    start = values(48)
    placed = jax.NamedSharding(xp.make_mesh(n), spec)
    x = xp.block_until_ready(xp.asarray(start, device=placed) + 0)
    kept = keep(x)
    write(x)
    xp.block_until_ready(x)
    want = start.copy()
    write(want)
    np.testing.assert_array_equal(np.asarray(x), want)
    old = start * 2 if keep is _pending else start
    found = np.asarray(kept)
    np.testing.assert_array_equal(found, old[: found.size])


@pytest.mark.parametrize("keep", [_on_renamed_mesh, _on_one_device, _placed_again, _copy])
@pytest.mark.parametrize("n", [2, 8])
def test_writing_to_the_copy_leaves_the_original(n, keep):
    start = values(48)
    for spec in (jax.P("x"), jax.P()):
        placed = jax.NamedSharding(xp.make_mesh(n), spec)
        x = xp.block_until_ready(xp.asarray(start, device=placed) + 0)
        y = keep(x)
        y += 1
        np.testing.assert_array_equal(np.asarray(x), start)
        np.testing.assert_array_equal(np.asarray(y), start + 1)


def test_arrays_of_jax_are_never_overwritten(mesh):
    start = values(48)
    for kind in (jax.sharding.AxisType.Auto, jax.sharding.AxisType.Explicit):
        own = jax.make_mesh((mesh.size,), ("x",), axis_types=(kind,))
        theirs = jax.device_put(start, jax.NamedSharding(own, jax.P("x")))
        shard = theirs.addressable_shards[0].data
        x = xp.asarray(theirs)
        x += 1
        np.testing.assert_array_equal(np.asarray(theirs), start)
        x = xp.asarray(theirs)
        del theirs
        x += 1
        np.testing.assert_array_equal(np.asarray(x), start + 1)
        np.testing.assert_array_equal(np.asarray(shard), start[: shard.size])


# views


def test_views_write_through(mesh):
    start = values(13, 7)
    x = xp.asarray(start)
    rows, want_rows = x[2:11:3], start[2:11:3]
    part, want_part = rows.T[1:, ::-1], want_rows.T[1:, ::-1]
    part[0] = 5.0
    want_part[0] = 5.0
    rows *= 2.0
    want_rows *= 2.0
    x -= 1.0
    start -= 1.0
    for found, want in ((x, start), (rows, want_rows), (part, want_part)):
        np.testing.assert_array_equal(np.asarray(found), want)


@pytest.mark.parametrize(
    ("to", "source"),
    [
        (slice(1, None), slice(None, -1)),
        (slice(None, -1), slice(1, None)),
        (slice(None), slice(None, None, -1)),
        (slice(0, 6), slice(1, 12, 2)),
        (slice(0, 12, 2), slice(5, 11)),
        (slice(11, 5, -1), slice(3, 9)),
    ],
)
def test_overlapping_writes(mode, mesh, to, source):
    """NumPy reads everything before it writes, also within one array."""
    for write in ("set", "add"):
        start = values(13)
        x = xp.asarray(start)
        if write == "set":
            x[to], start[to] = x[source], start[source].copy()
        else:
            x[to] += x[source]
            start[to] += start[source].copy()
        np.testing.assert_array_equal(np.asarray(x), start)


#: what is made of an array, or with it, and what has not been computed when the array is donated
LATER = {
    "pending": lambda x: 2 * x,
    "reduced": lambda x: xp.sum(x) + xp.zeros((48, 7)),
    "copy": lambda x: x.copy(),
    "deepcopy": copy.deepcopy,
    "asarray": lambda x: xp.asarray(x, copy=True),
    "alias": lambda x: +x,
    "of the buffer": lambda x: xp.asarray(x.to_jax(), copy=True),
}


@pytest.mark.parametrize("jit", [xp.jit, jax.jit])
@pytest.mark.parametrize("made_by_jit", [False, True])
@pytest.mark.parametrize("name", LATER)
def test_what_was_made_of_a_donated_array_keeps_its_value(name, made_by_jit, jit):
    a = values(48, 7)
    expected = np.asarray(LATER[name](xp.asarray(a)))
    step = jit(lambda x: x + 1, donate_argnums=0)
    x = xp.jit(lambda x: x + 0)(made(a)) if made_by_jit else made(a)
    later = LATER[name](x)
    np.testing.assert_array_equal(np.asarray(step(x)), a + 1)
    np.testing.assert_array_equal(np.asarray(later), expected)
    with pytest.raises(RuntimeError, match="donated"):
        np.asarray(x)


def test_what_shares_a_buffer_of_jax_that_is_donated_is_a_copy(mesh):
    a = values(48, 7)
    buffer = made(a).to_jax()
    copied = xp.asarray(buffer, copy=True)
    jax.jit(lambda x: x + 1, donate_argnums=0)(buffer)
    np.testing.assert_array_equal(np.asarray(copied), a)


def test_an_array_of_which_nothing_else_is_needed_is_donated_itself(mesh):
    x = made(values(48, 7))
    buffer = x.to_jax()
    xp.jit(lambda x: x + 1, donate_argnums=0)(x)
    assert buffer.is_deleted()


def test_the_same_array_is_no_other_argument(mesh):
    x = made(values(48, 7))
    step = xp.jit(lambda x, y: (x, y), donate_argnums=0)
    for args in [(x, x), (x, x.to_jax()), (x.to_jax(), x)]:
        with pytest.raises(ValueError, match="jit: x and y are the same array, which is donated"):
            step(*args)
    with pytest.raises(ValueError, match=r"x\['a'\] and y\[1\] are the same"):
        step({"a": x}, [0, x])
    named = xp.jit(lambda x, *rest, y: (x, y), donate_argnames="y")
    with pytest.raises(ValueError, match="argument 1 and y are the same"):
        named(0, x, y=x)
    first, second = step(x, x.copy())
    np.testing.assert_array_equal(np.asarray(first), np.asarray(second))
