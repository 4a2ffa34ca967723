"""Rolls and pads: read where they are used, in one program with what uses them."""

import functools
import operator

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import communication, executable
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.cache import FIRST, RETURNING
from sharray._engine import compiler

#: Few, so that little is compiled; the last blocks are full, short or empty.
SHAPES = [(13,), (7, 13), (16, 3), (3, 5, 4)]


@st.composite
def moves(draw, shape):
    """Draw a function ``f(namespace, x)`` that moves the elements and keeps the shape."""
    ndim = len(shape)
    axes = tuple(draw(st.lists(st.integers(-ndim, ndim - 1), min_size=1, max_size=2)))
    by = tuple(draw(st.sampled_from([-9, -2, -1, 1, 3])) for _ in axes)
    width = draw(st.sampled_from([1, 2, 20]))
    keys = [slice(k, k + n) for n in shape for k in [draw(st.integers(0, 2 * width))]]
    widths = [(width, width)] * ndim
    value = draw(st.sampled_from([0, 2, -0.0]))
    beyond = draw(st.sampled_from(["wrap", "edge", "symmetric", "reflect"]))
    return draw(
        st.sampled_from(
            [
                lambda np, x: np.roll(x, by, axes),
                lambda np, x: np.roll(np.roll(x, by, axes), 1, axis=0),
                lambda np, x: np.roll(x + 1, by, axes) * np.roll(x, -1, axis=-1),
                lambda np, x: np.roll(x.T, 2, axis=0).T,
                lambda np, x: np.pad(x, widths, beyond)[tuple(keys)],
                lambda np, x: np.pad(x, widths, constant_values=value)[tuple(keys)],
                lambda np, x: np.pad(x.T, widths, constant_values=value).T[tuple(keys)][::-1],
            ]
        )
    )


@given(data=st.data())
def test_moves(data, mode):
    mesh = data.draw(strategies.meshes())
    shape = data.draw(st.sampled_from(SHAPES))
    dtype = data.draw(st.sampled_from(["f8", "u1", "?", "c16"]))
    values = np.random.default_rng(data.draw(st.integers(0, 9))).integers(0, 9, shape)
    values = (values > 4 if dtype == "?" else values).astype(dtype)
    sharding = jax.sharding.NamedSharding(mesh, data.draw(strategies.specs(len(shape), mesh)))
    x = xp.asarray(values, device=sharding)
    steps = data.draw(st.lists(moves(shape), min_size=1, max_size=4))
    before = xp.cache_info().dispatches

    def total(np, x):
        made = [step(np, x) for step in steps]
        return functools.reduce(operator.add, made) if len(made) > 1 else made[0]

    strategies.assert_matches(total(snp, x), total(np, values), sharding=sharding)
    target, wanted = x.copy(), values.copy()
    for array, np_ in ((target, snp), (wanted, np)):
        array[1:] = steps[0](np_, array)[:-1]
    strategies.assert_matches(target, wanted, sharding=sharding)
    assert xp.cache_info().dispatches > before


def counts(function):
    """Return how many programs `function` compiles and runs."""
    before = xp.cache_info()
    xp.block_until_ready(function())
    after = xp.cache_info()
    return after.compilations - before.compilations, after.dispatches - before.dispatches


def life(np, cells):
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    around = sum(np.roll(cells, by, axis=(0, 1)) for by in near)
    return ((around == 3) | ((cells == 1) & (around == 2))).astype(np.uint8)


def bordered(np, u):
    near = np.pad(u, 1, constant_values=1)
    return 4 * u - near[2:, 1:-1] - near[:-2, 1:-1] - near[1:-1, 2:] - near[1:-1, :-2]


def mirrored(np, u):
    near, far = np.pad(u, 1, "edge"), np.pad(u, 2, "reflect")
    return near[2:, 1:-1] - near[1:-1, :-2] * far[4:, 2:-2] + far[2:-2, :-4]


@pytest.mark.usefixtures("on_devices")
@pytest.mark.parametrize(("n", "spec"), [(8, P("x")), (2, P(None, "x"))])
@pytest.mark.parametrize("step", [life, bordered, mirrored])
def test_a_step_is_one_program_that_moves_edges(step, n, spec):
    values = np.random.default_rng(0).integers(0, 2, (131, 133)).astype(np.uint8)
    x = xp.asarray(values, device=jax.sharding.NamedSharding(xp.make_mesh(n), spec))
    moved = communication(executable(step(snp, x)))
    assert set(moved) == {"collective-permute"}
    assert moved["collective-permute"] <= 8 * 135
    # each step needs what the one before has made, so it is a program of its own, and the same one
    made = functools.reduce(lambda u, _: step(snp, u), range(4), x)
    xp.block_until_ready(made)
    before = xp.cache_info()
    made = functools.reduce(lambda u, _: step(snp, u), range(4), x)
    strategies.assert_matches(made, functools.reduce(lambda u, _: step(np, u), range(4), values))
    after = xp.cache_info()
    assert (after.compilations - before.compilations, after.dispatches - before.dispatches) == (
        0,
        4,
    )


@pytest.mark.usefixtures("on_devices")
@pytest.mark.parametrize("axis", [0, 1])
def test_shifts_that_vary_compile_few_programs(axis):
    values = np.arange(13.0 * 7).reshape(13, 7)
    with xp.use_mesh(xp.make_mesh(2)):
        x = xp.asarray(values)
        xp.cache_clear()
        for k in range(1, 9):
            np.testing.assert_array_equal(xp.roll(x, k, axis=axis), np.roll(values, k, axis))
        assert xp.cache_info().compilations <= FIRST + 2
        rolls = [xp.roll(x, k, axis=1) for k in range(7)]
        assert counts(lambda: 2 * snp.vstack([*rolls, x[:2]])[3:]) == (1, 1)


@pytest.mark.usefixtures("on_devices")
def test_offsets_that_come_back_get_programs_of_their_own():
    values = np.arange(23.0)
    with xp.use_mesh(xp.make_mesh(2)):
        x = xp.asarray(values)
        compiler.cache_clear()
        compiled = []
        for _ in range(4):
            before = xp.cache_info().compilations
            for k in range(1, 12):
                np.testing.assert_array_equal(x[k : k + 12] * 2, values[k : k + 12] * 2)
            compiled.append(xp.cache_info().compilations - before)
    fixed = FIRST
    assert compiled == [fixed + 1, RETURNING - fixed, 0, 0]


@pytest.mark.usefixtures("on_devices")
def test_derivatives_of_moves():
    def f(np, x):
        wide = np.pad(x, 2, "wrap") * np.pad(np.log(x), 2, constant_values=3.0)
        wide = wide + np.pad(x, 2, "edge") * np.pad(x, 2, "reflect")
        return np.sum(np.sqrt(wide[3:, :5]) * wide[:-3, 2:7]) + np.sum(wide**2)

    values = np.random.default_rng(0).uniform(1.5, 2, (13, 7))
    x = xp.asarray(values, device=jax.sharding.NamedSharding(xp.make_mesh(3), P("x")))
    found = xp.jit(jax.grad(lambda x: f(snp, x)))(x)
    wanted = jax.jit(jax.grad(lambda x: f(jnp, x)))(values)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.usefixtures("on_devices")
def test_vdot_is_recorded():
    values = np.random.default_rng(0).uniform(-1, 1, (13, 7)) * (1 + 2j)
    x = xp.asarray(values)
    compiled, programs = counts(lambda: snp.vdot(x * 2, x) + 1)
    assert (compiled, programs) == (1, 1)
    np.testing.assert_allclose(snp.vdot(x, x.T), np.vdot(values, values.T), rtol=1e-12)
    assert snp.vdot(x.real > 0, x.real > 0).dtype == bool
