"""Small arrays are NumPy's, on the host, until they meet large ones."""

import numpy as np
import pytest
from counting import counted, values

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.operation import TABLE

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")


def test_empty_arrays_are_broadcast_without_a_warning():
    with xp.set_options(host_threshold=100):
        found = xp.broadcast_arrays(xp.ones((2, 1)), xp.ones(0))
    assert [x.shape for x in found] == [(2, 0), (2, 0)]


SMALL = values(16)
SMALL_CALLS = [
    lambda n, x: x + x,
    lambda n, x: 2 * x - 1,
    lambda n, x: x[3:9] * x[::-1][:6],
    lambda n, x: x < 0.5,
    lambda n, x: n.sum(x),
    lambda n, x: n.where(x > 0, x, -x),
    lambda n, x: n.astype(x, np.dtype("float32")) * 3,
    lambda n, x: n.sort(x),
    lambda n, x: n.matmul(x, x),
    lambda n, x: n.reshape(x, (4, 4)).T + x[:4],
    lambda n, x: n.max(n.reshape(x, (4, 4)), axis=1),
    lambda n, x: n.concat([x, x[:3]]),
    lambda n, x: n.astype(x, np.dtype("int8")) + 7,
    lambda n, x: x[np.array([3, 1, 1])],
    lambda n, x: n.exp(x) @ n.ones(16),
    lambda n, x: n.mean(n.astype(x, np.dtype("float32"))),
]


def test_small_arrays_that_broadcast_to_a_large_one_are_left_to_the_devices(mesh, monkeypatch):
    def refuse(*args):
        raise AssertionError("NumPy was asked for the whole of a large result")

    column, row = np.arange(200.0)[:, None], np.arange(150.0)[None]
    with xp.set_options(host_threshold=1000):
        x, y = xp.asarray(column), xp.asarray(row)
        monkeypatch.setattr(TABLE["multiply"], "host", refuse)
        np.testing.assert_array_equal(np.asarray(x * y), column * row)


@pytest.mark.parametrize("call", range(len(SMALL_CALLS)))
def test_small_arrays_are_numpy(mesh, call):
    with xp.set_options(host_threshold=1000), counted() as count:
        x = xp.asarray(SMALL)
        found = SMALL_CALLS[call](xp, x)
        value = np.asarray(found)
    assert (count.compilations, count.dispatches) == (0, 0)
    want = np.asarray(SMALL_CALLS[call](np, SMALL))
    assert value.dtype == want.dtype
    np.testing.assert_array_equal(value, want)


def test_small_arrays_are_written_on_the_host(mesh):
    want = SMALL.copy()
    with xp.set_options(host_threshold=1000), counted() as count:
        x = xp.asarray(SMALL)
        for array in (x, want):
            view = array[2:11:2]
            view += 1
            view[::-1][1:3] = 7
            array[3] = array[4]
            array[array > 1] = 0
            array[[0, 5]] = (1, 2)
        np.testing.assert_array_equal(np.asarray(x), want)
        np.testing.assert_array_equal(np.asarray(view), want[2:11:2])
    assert (count.compilations, count.dispatches) == (0, 0)


def test_small_and_large_operands_meet_on_the_devices(mesh):
    big, row = values(103, 7), values(7, seed=1)
    with xp.set_options(host_threshold=50):
        x, y = xp.asarray(big), xp.asarray(row)
        found = x * y + 1
        assert found.sharding.mesh == mesh
        assert found.sharding.spec == x.sharding.spec
        np.testing.assert_allclose(np.asarray(found), big * row + 1, rtol=1e-15, atol=1e-15)
        # a small array that is written a large one's values becomes one of the devices
        y[:] = x[3]
        np.testing.assert_array_equal(np.asarray(y), big[3])
        x[5] = xp.asarray(row)
        big[5] = row
        np.testing.assert_array_equal(np.asarray(x), big)


@pytest.mark.parametrize("join", ["concat", "stack"])
def test_many_small_arrays_are_joined_on_the_host(join):
    rows = [values(19, seed=k) for k in range(50)]
    with xp.set_options(host_threshold=100), xp.use_mesh(xp.make_mesh(8)), counted() as count:
        found = getattr(xp, join)([xp.asarray(r) for r in rows])
        assert any(found.sharding.spec)
    assert (count.compilations, count.dispatches) == (0, 0)
    strategies.assert_matches(found, getattr(np, {"concat": "concatenate"}.get(join, join))(rows))


def test_broadcast_of_small_arrays_to_a_large_one_is_sharded(mesh):
    row = values(40)
    with xp.set_options(host_threshold=100):
        x = xp.asarray(row)
        found = x[:, None] + x
        assert any(found.sharding.spec)
        np.testing.assert_array_equal(np.asarray(found), row[:, None] + row)


@pytest.mark.parametrize("length", [3, 1000])
@pytest.mark.parametrize("namespace", [xp, snp])
def test_casts_of_what_is_on_the_host_warn_as_numpys(namespace, length):
    with xp.set_options(host_threshold=100, host_work=10**12):
        x = namespace.asarray(np.full(length, 1e300))
        with pytest.warns(RuntimeWarning, match="overflow encountered in cast"):
            assert np.isinf(np.asarray(x.astype(np.float32))).all()
        with pytest.warns(RuntimeWarning, match="invalid value encountered in cast"):
            assert x.astype(int).dtype == int


SHOWN = {
    "T": lambda n, x: x.T,
    "transpose": lambda n, x: x.transpose(1, 0, 2),
    "transpose of a tuple": lambda n, x: x.transpose((2, -3, 1)),
    "permute_dims": lambda n, x: n.permute_dims(x, (2, 0, 1)),
    "swapaxes": lambda n, x: x.swapaxes(0, -1),
    "reshape": lambda n, x: x.reshape(4, -1),
    "reshape of a tuple": lambda n, x: x.reshape((2, 12)),
    "reshape by the function": lambda n, x: n.reshape(x, (6, 4)),
    "reshape with a copy": lambda n, x: x.T.reshape(-1),
    "ravel": lambda n, x: x.ravel(),
    "ravel with a copy": lambda n, x: x[:, ::2].ravel(),
    "flatten": lambda n, x: x.flatten(),
    "flip": lambda n, x: n.flip(x, axis=1),
    "squeeze of nothing": lambda n, x: n.squeeze(x),
    "expand_dims": lambda n, x: n.expand_dims(x, axis=1),
    "asarray": lambda n, x: n.asarray(x),
    "copy": lambda n, x: x.copy(),
    "astype without a copy": lambda n, x: x.astype(float, copy=False),
    "of a view": lambda n, x: n.permute_dims(x[1:, ::-1], (1, 2, 0)),
}


@pytest.mark.parametrize("name", SHOWN)
def test_small_views_show_what_numpys_do(name):
    def written(n, x):
        part = SHOWN[name](n, x)
        part[...] = part * 2 + 1
        return x, part

    ours, theirs = written(xp, xp.asarray(values(2, 3, 4))), written(np, values(2, 3, 4))
    for found, expected in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(np.asarray(found), expected)
    assert (ours[0] is ours[1]) == (theirs[0] is theirs[1])
    assert (ours[1].base is ours[0]) == (theirs[1].base is theirs[0])
    with pytest.raises(ValueError, match="reshape"):
        ours[0].reshape(5, 5)
    with pytest.raises(ValueError, match="axes"):
        ours[0].transpose(0, 1)
    with pytest.raises(np.exceptions.AxisError):
        ours[0].swapaxes(0, 3)
