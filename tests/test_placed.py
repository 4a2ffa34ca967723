"""What the user places stays there; what only lies there may go home."""

import jax
import numpy as np
import pytest
from moving import SHAPE, make_hot, on_host, small_sizes

import sharray as xp
import sharray.numpy as snp

__all__ = ["small_sizes"]


def has_moved():
    return make_hot(snp.ones(SHAPE))


def write_in_pieces(x):
    for k in range(30):
        for i in range(SHAPE[0]):
            x[i, k] = i


LIKE = [
    snp.zeros_like, snp.empty_like, snp.ones_like, lambda x: snp.full_like(x, 3),
    lambda x: snp.full_like(x, snp.arange(30)),
]  # fmt: skip


@pytest.mark.parametrize("like", [*LIKE, lambda x: snp.roll(x, 1), lambda x: x + 1])
def test_what_is_made_of_an_array_that_has_moved_comes_home(small_sizes, like):
    y = like(has_moved())
    assert not on_host(y)
    write_in_pieces(y)
    assert on_host(y)


@pytest.mark.parametrize("like", LIKE)
def test_what_is_made_like_an_array_that_stays_stays(small_sizes, like):
    x = has_moved()
    like(x)  # which a call of another array like it must not repeat
    y = like(snp.asarray(x, device=xp.get_mesh()))
    write_in_pieces(y)
    assert not on_host(y)


def test_a_mesh_places_what_is_large(small_sizes):
    x = snp.ones(SHAPE)
    assert on_host(x)
    y = snp.asarray(x, device=xp.get_mesh())
    write_in_pieces(y)
    assert not on_host(y)
    small = snp.asarray(xp.ones(3), device=xp.get_mesh())
    assert on_host(small)


@pytest.mark.parametrize(
    "place",
    [
        lambda x, spec: snp.asarray(x, device=spec),
        lambda x, spec: x.to_device(spec),
        lambda x, spec: xp.reshard(x, spec),
        lambda x, spec: xp.with_sharding_constraint(x, spec),
        lambda x, spec: snp.astype(x, x.dtype, device=spec),
    ],
)
def test_an_array_that_lies_there_already_stays_when_it_is_placed(small_sizes, place):
    x = has_moved()
    y = place(x, x.sharding.spec)
    assert not on_host(y)
    write_in_pieces(y)
    assert not on_host(y)


@pytest.mark.parametrize(
    "create",
    [
        lambda **where: xp.ones((16, 3), **where),
        lambda **where: xp.asarray(np.ones((16, 3)), **where),
        lambda **where: xp.arange(48.0, **where),
        lambda **where: xp.linspace(0, 1, 48, **where),
        lambda **where: xp.eye(16, 3, **where),
    ],
)
def test_what_is_made_with_a_placement_is_placed(create):
    spec = jax.P(xp.get_mesh().axis_names)
    for device in (spec, jax.NamedSharding(xp.get_mesh(), spec)):
        x = create(device=device)
        with pytest.raises(AttributeError, match="stays on devices"):
            getattr(x, "ctypes")  # noqa: B009 - an address, for which others come home
        assert not on_host(x)


@pytest.mark.parametrize(
    "place",
    [
        lambda where: xp.zeros(16, device=where),
        lambda where: snp.zeros(16, device=where),
        lambda where: xp.asarray(np.zeros(16), device=where),
        lambda where: snp.asarray(np.zeros(16), device=where),
        lambda where: xp.zeros(16).to_device(where),
        lambda where: xp.reshard(xp.zeros(16), where),
    ],
)
def test_what_is_small_is_placed_by_all_but_the_current_mesh(place):
    spec, mesh = jax.P(xp.get_mesh().axis_names), xp.get_mesh()
    with xp.set_options(host_threshold=1000):
        for where in (spec, jax.NamedSharding(mesh, spec), jax.devices()[0]):
            x = place(where)
            assert not on_host(x)
            assert x._memory.is_placed
        assert not isinstance(place(mesh), xp.ShardedArray) or on_host(place(mesh))
        if mesh.size > 1:
            assert not on_host(place(xp.make_mesh(mesh.size // 2)))


def test_the_device_of_an_array_that_goes_where_its_work_is_is_numpys():
    with xp.set_options(host_threshold=4, host_work=10**12):
        x = snp.zeros((6, 8))
        assert x.device == np.zeros(3).device == "cpu"
        assert x.to_device("cpu") is x
        again = snp.ones(100, device=x.device)
        assert not again._memory.is_placed
        placed = snp.zeros((6, 8), device=xp.get_mesh())
        assert placed.device == xp.get_mesh()
        with pytest.raises(TypeError):
            placed.to_device("cpu")
