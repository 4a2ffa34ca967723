"""Generators of `sharray.numpy.random` against NumPy's: permuting, choice, copies, errors."""

import copy
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
from sharray import strategies
from sharray._ops import streaming
from sharray.numpy import random

#: Bytes of a piece in these tests: 32 float64, so that small arrays are drawn in many pieces.
CHUNK = 256

KINDS = {
    "Generator": (np.random.default_rng, random.default_rng),
    "RandomState": (np.random.RandomState, random.RandomState),
}


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(streaming, "CHUNK", CHUNK)


@pytest.mark.parametrize("kind", KINDS)
@given(
    mesh=strategies.meshes(),
    shape=st.sampled_from([(101,), (13, 7), (7, 3, 2), (1, 5), (0, 3)]),
    data=st.data(),
)
def test_permuting_arrays(mode, small_pieces, kind, mesh, shape, data):
    make, make_ours = KINDS[kind]
    axis = data.draw(st.integers(-len(shape), len(shape) - 1)) if kind == "Generator" else 0
    where = {"axis": axis} if kind == "Generator" else {}
    values = np.arange(float(np.prod(shape))).reshape(shape)
    theirs, mine = make(3), make_ours(3)
    with xp.use_mesh(mesh):
        x = xp.asarray(values)
        y = mine.permutation(x, **where)
        strategies.assert_matches(y, theirs.permutation(values, **where), sharding=x.sharding)
        strategies.assert_matches(mine.permutation(9), theirs.permutation(9))
        expected = values.copy()
        theirs.shuffle(expected, **where)
        assert mine.shuffle(x, **where) is None
        strategies.assert_matches(x, expected)
        # a view writes back
        if shape[0] > 1:
            theirs.shuffle(expected[1:], **where)
            mine.shuffle(x[1:], **where)
            strategies.assert_matches(x, expected)
        if kind == "Generator":
            lines = data.draw(st.sampled_from([None, axis]))
            strategies.assert_matches(
                mine.permuted(x, axis=lines),
                theirs.permuted(expected, axis=lines),
                sharding=x.sharding,
            )
            out = xp.zeros(shape)
            assert mine.permuted(x, axis=lines, out=out) is out
            strategies.assert_matches(out, theirs.permuted(expected, axis=lines))
        assert mine.standard_normal() == theirs.standard_normal()


@pytest.mark.parametrize("kind", KINDS)
@given(mesh=strategies.meshes(), size=st.sampled_from([None, 5, (67, 3)]), replace=st.booleans())
def test_choice_of_a_sharded_array(mode, small_pieces, kind, mesh, size, replace):
    make, make_ours = KINDS[kind]
    values = np.arange(301.0)
    p = np.arange(301.0) / np.arange(301.0).sum()
    with xp.use_mesh(mesh):
        for more in ({}, {"p": p}):
            kwargs = {"size": size, "replace": replace} | more
            theirs, mine = make(3), make_ours(3)
            expected = theirs.choice(values, **kwargs)
            actual = mine.choice(xp.asarray(values), **kwargs)
            if size is None:
                assert float(actual) == expected
            else:
                strategies.assert_matches(actual, expected)
            assert mine.standard_normal() == theirs.standard_normal()
        if kind == "Generator":
            table = np.arange(21.0).reshape(3, 7)
            strategies.assert_matches(
                mine.choice(xp.asarray(table), (4, 2), axis=1),
                theirs.choice(table, (4, 2), axis=1),
            )


@given(mesh=strategies.meshes(), shape=st.sampled_from([(101,), (13, 7)]), single=st.booleans())
def test_out(mode, small_pieces, mesh, shape, single):
    dtype = np.float32 if single else np.float64
    theirs, mine = np.random.default_rng(1), random.default_rng(1)
    with xp.use_mesh(mesh):
        base = xp.zeros((shape[0] + 2, *shape[1:]), dtype=dtype)
        expected = np.zeros(base.shape, dtype)
        for name, first in (("random", ()), ("standard_normal", ()), ("standard_exponential", ()),
                            ("standard_gamma", (1.5,))):  # fmt: skip
            out = base[1:-1]
            assert getattr(mine, name)(*first, out=out, dtype=dtype) is out
            whole = np.empty(shape, dtype)
            expected[1:-1] = getattr(theirs, name)(*first, out=whole, dtype=dtype)
            strategies.assert_matches(base, expected)
        assert mine.random() == theirs.random()
        host = np.empty(shape)
        assert mine.random(out=host) is host
        np.testing.assert_array_equal(host, theirs.random(shape))
        with pytest.raises(ValueError, match="size must match"):
            mine.random(3, out=base, dtype=dtype)
        with pytest.raises(TypeError, match="wrong type"):
            mine.random(out=base, dtype=np.float64 if single else np.float32)
        with pytest.raises(ValueError, match="read-only"):
            mine.random(out=xp.broadcast_to(base[0], base.shape), dtype=dtype)


@pytest.mark.parametrize("kind", KINDS)
def test_pickle_copy_and_state(small_pieces, on_devices, kind):
    make, make_ours = KINDS[kind]
    theirs, mine = make(9), make_ours(9)
    assert isinstance(mine, getattr(np.random, kind))
    mine.normal(size=101)
    theirs.normal(size=101)
    expected = theirs.normal(size=67)
    for twin in (pickle.loads(pickle.dumps(mine)), copy.deepcopy(mine)):
        assert type(twin) is type(mine)
        strategies.assert_matches(twin.normal(size=67), expected)
    strategies.assert_matches(mine.normal(size=67), expected)


def test_streams_are_numpys():
    mine, theirs = random.default_rng(4), np.random.default_rng(4)
    assert random.default_rng(mine) is mine
    for a, b in zip(mine.spawn(2), theirs.spawn(2), strict=True):
        assert type(a) is random.Generator
        assert a.random() == b.random()
    assert mine.bit_generator.state == theirs.bit_generator.state
    on = random.default_rng(theirs)
    assert on.bit_generator is theirs.bit_generator
    seeds = xp.asarray(np.array([1, 2, 3]))
    assert random.default_rng(seeds).random() == np.random.default_rng([1, 2, 3]).random()
    assert random.RandomState(seeds).rand() == np.random.RandomState([1, 2, 3]).rand()
    for bits in (random.Philox, random.SFC64, random.PCG64DXSM, random.MT19937):
        assert random.Generator(bits(3)).random() == np.random.Generator(bits(3)).random()
        assert random.RandomState(bits(3)).rand() == np.random.RandomState(bits(3)).rand()


def test_scipy_and_sklearn_take_them():
    from sklearn.utils import check_random_state

    state = random.RandomState(0)
    assert check_random_state(state) is state


WRONG = {
    "too many arguments": (lambda r, n: r.normal(0, 1, 2, 3), TypeError),
    "unknown keyword": (lambda r, n: r.normal(mu=3), TypeError),
    "negative size": (lambda r, n: r.normal(size=-1), ValueError),
    "size of floats": (lambda r, n: r.normal(size=2.5), TypeError),
    "negative scale": (lambda r, n: r.normal(0, -1, 101), ValueError),
    "a late negative scale": (
        lambda r, n: r.normal(0, n.asarray(np.where(np.arange(101) == 99, -1.0, 1.0)), 101),
        ValueError,
    ),
    "sizes do not fit": (lambda r, n: r.normal(n.asarray(np.zeros(3)), size=101), ValueError),
    "empty range": (lambda r, n: r.integers(5, 5, 101), ValueError),
    "out of the dtype": (lambda r, n: r.integers(0, 300, 101, dtype=np.uint8), ValueError),
    "choice of nothing": (lambda r, n: r.choice(0, 101), ValueError),
    "choice of too many": (lambda r, n: r.choice(10, 101, replace=False), ValueError),
    "probabilities": (lambda r, n: r.choice(3, 101, p=[0.5, 0.5, 0.5]), ValueError),
    "axis": (lambda r, n: r.permutation(n.asarray(np.zeros((3, 2))), axis=2), ValueError),
    "shuffle a number": (lambda r, n: r.shuffle(n.asarray(np.float64(3))), TypeError),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_errors_are_numpys_and_draw_nothing(small_pieces, on_devices, wrong):
    call, kind = WRONG[wrong]
    with pytest.raises(kind):
        call(np.random.default_rng(0), np)
    mine = random.default_rng(0)
    with pytest.raises(kind):
        call(mine, xp)
    assert mine.random() == np.random.default_rng(0).random()


@pytest.mark.parametrize("seed", [np.random.MT19937, "word", -1, [[1.5]], 2**40])
def test_seeds_that_numpy_refuses(seed):
    with pytest.raises((TypeError, ValueError)) as theirs:
        np.random.RandomState(seed)
    with pytest.raises(theirs.type, match=re.escape(str(theirs.value))):
        random.RandomState(seed)
