"""What changes an array, or reads its bytes, in place: as NumPy, on the host and on devices."""

import fractions
import warnings
from typing import Any

import jax
import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._functions.flavours import NUMPY

HOST = {"host_threshold": 50, "host_work": 10**9}
DEVICES = {"host_threshold": 0, "host_work": 0}


@pytest.fixture(params=[(snp, HOST), (snp, DEVICES), (xp, DEVICES)], ids=["host", "devices", "xp"])
def make(request):
    space, options = request.param
    with xp.set_options(**options):
        yield lambda array: space.asarray(array) if options is DEVICES else space.array(array)


def values():
    return np.arange(120.0).reshape(10, 12) + 0.5


def same(function, make, given=None):
    """Check that a function does the same to an array, and to views of it that exist already."""
    want = values() if given is None else given
    x = make(want.copy())
    views = [(x[2:], want[2:]), (x.T, want.T), (x.reshape(-1), want.reshape(-1))]
    results = []
    for array in (want, x):
        try:
            results.append(function(array))
        except Exception as error:
            results.append((type(error), str(error)))
    assert x.shape == want.shape
    for ours, theirs in [(x, want), *views]:
        np.testing.assert_array_equal(np.array(ours), theirs)
    if isinstance(results[0], tuple):
        assert results[1] == results[0]
    elif results[0] is not None:
        np.testing.assert_array_equal(np.array(results[1]), results[0])
    return x


def set_shape(shape):
    def function(x):
        x.shape = shape

    return function


SET = [(12, 10), 120, (-1,), (-1, 5), (10, 1, 12), (7,), "a", (10, -12)]


@pytest.mark.parametrize("shape", SET)
def test_shape_can_be_set(make, shape):
    x = same(set_shape(shape), make)
    assert x.base is None
    assert x.flags.owndata


def test_what_has_another_shape_is_the_array_it_was(make):
    want, x = values(), make(values())
    for array in (want, x):
        part = array[3:5]
        array.shape = (5, 24)
        array[1] = -1
        array += 1
        array[2:4, 3] *= 3
        array.shape = (2, 2, 30)
        array[1].shape = (60,)  # of a view that nobody keeps
        array.T[4] -= part[0, 0]
        array.sort()
    np.testing.assert_array_equal(np.array(x), want)
    leaves, tree = jax.tree.flatten(x)
    again = jax.tree.unflatten(tree, leaves)
    np.testing.assert_array_equal(np.array(again), want)
    np.testing.assert_array_equal(np.array(x.copy()), want)
    np.testing.assert_array_equal(np.array(x @ x.swapaxes(1, 2)), want @ want.swapaxes(1, 2))


def test_views_keep_what_cannot_be_reshaped(make):
    same(lambda x: set_shape(120)(x.T), make)
    same(lambda x: set_shape((5, 2, 12))(x[:]), make)
    same(lambda x: set_shape((4, 12))(x[::2][1:]), make)


@pytest.mark.parametrize("shape", [(20, 12), (3, 4), 7, (10, 12), (0,), (6, 20), (200,)])
def test_resize(make, shape):
    want, x = values(), make(values())
    for array in (want, x):
        array.resize(shape, refcheck=False)
    np.testing.assert_array_equal(np.array(x), want)
    x[...] = 1
    assert np.array(x).sum() == x.size


def test_resize_is_refused_as_in_numpy(make):
    want, x = values(), make(values())
    part, theirs = x[1:], want[1:]
    for array in (want, x):
        with pytest.raises(ValueError, match="references or is referenced"):
            array.resize(3, 4)
        with pytest.raises(ValueError, match="negative"):
            array.resize(-1)
        array.resize(12, 10)
        array.resize()
    for view in (part, theirs):
        with pytest.raises(ValueError, match="does not own its data"):
            view.resize(3)
    del part, view
    x.resize(3, 4)
    np.testing.assert_array_equal(np.array(x), values()[0].reshape(3, 4))


@pytest.mark.parametrize("dtype", ["i2", "f4", "f8", "c16", "?"])
def test_byteswap(make, dtype):
    given = values().astype(dtype)
    same(lambda x: x.byteswap(), make, given)
    same(lambda x: x[2:, ::3].byteswap(), make, given)
    x = same(lambda x: x.byteswap(inplace=True), make, given)
    assert x.byteswap(True) is x


def test_fields(make):
    same(lambda x: x.getfield(np.int32, 4), make)
    same(lambda x: x.T[1:].getfield("f4"), make)
    same(lambda x: x.setfield(7, np.int16, 6), make)
    same(lambda x: x[1:, ::2].setfield(np.arange(6), np.int32), make)
    same(lambda x: x.setfield(7, np.int32, 6), make)


def test_writeable_flag(make):
    want, x = values(), make(values())
    for array in (want, x):
        before = array[1:]
        array.flags.writeable = False
        assert not array.flags.writeable
        assert not array[2:].flags.writeable
        assert not array.T.flags["W"]
        before[0, 0] = -1
        for write in (
            lambda array=array: array.__setitem__(0, 1),
            lambda array=array: array.__iadd__(1),
            lambda array=array: array[3].fill(1),
            lambda array=array: array.sort(),
            lambda array=array: np.asarray(array).fill(1),
            lambda array=array: set_shape((5, 24))(array) or array.fill(1),
        ):
            with pytest.raises(ValueError, match="read-only"):
                write()
        array.setflags(write=True)
        array[0, 0] = 3
    np.testing.assert_array_equal(np.array(x), want)


def test_strides_can_be_read():
    x = xp.asarray(values())
    assert x.T[1:, ::2].strides == values().T[1:, ::2].strides
    with pytest.raises(AttributeError, match="as_strided"):
        x.strides = (8, 8)


def test_addresses_are_numpys(make):
    x = make(values())
    if isinstance(x, NUMPY.array) and x._memory.host is not None:
        part = x[1:, ::2]
        assert part.ctypes.data == x.ctypes.data + x.strides[0]
        assert part.ctypes.shape[:] == [9, 6]
        interface, theirs = part.__array_interface__, values()[1:, ::2].__array_interface__
        assert {**interface, "data": 0} == {**theirs, "data": 0}
        seen = np.ctypeslib.as_ctypes(x)
        seen[1][2] = -3.0
        assert x[1, 2] == -3
        with pytest.raises(TypeError, match="strided"):
            np.ctypeslib.as_ctypes(part)
        assert x.data.shape == (10, 12)


def test_conversions_warn_on_the_host():
    given = np.where(np.arange(120) % 7, 1.5, np.nan)
    with xp.set_options(**HOST):
        x = snp.array(given)
        with pytest.warns(RuntimeWarning, match="invalid value encountered in cast"):
            converted = x.astype(int)
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(converted, given.astype(int))
        assert type(converted) is NUMPY.array
        assert x.astype(float, copy=False) is x
        with pytest.raises(TypeError, match="Cannot cast"):
            x.astype(int, casting="safe")


class Sub(np.ndarray):
    pass


class First(np.ndarray):
    __array_priority__: Any = 10  # type: ignore[assignment]


SUBCLASSES = {
    "matrix": np.matrix,
    "masked": lambda a: np.ma.masked_array(a, a > 20),
    "records": lambda a: a.view(np.recarray),
    "own": lambda a: a.view(Sub),
    "own, first": lambda a: a.view(First),
}
OPERATORS = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "@": lambda a, b: a @ b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "//": lambda a, b: a // b,
    "-": lambda a, b: a - b,
    "in place": lambda a, b: a.__iadd__(b),
}


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("kind", SUBCLASSES)
@pytest.mark.parametrize("name", OPERATORS)
def test_operators_with_arrays_of_subclasses_are_numpys(make, kind, name):
    square = values()[:, :10]
    other = SUBCLASSES[kind](square / 7)
    x = make(square.copy())
    for ours, theirs in (((x, other), (square.copy(), other)), ((other, x), (other, square))):
        if name == "in place" and ours[0] is other:
            continue
        found, wanted = [OPERATORS[name](*pair) for pair in (ours, theirs)]
        assert type(found) is type(wanted) or type(wanted) is np.ndarray
        np.testing.assert_allclose(np.array(found), np.array(wanted), rtol=1e-12)


@pytest.mark.parametrize(
    "other",
    [np.full(12, None), np.array(["a"]), np.array(["2020"], "M8[D]"), None, fractions.Fraction(1)],
    ids=["objects", "text", "dates", "None", "a fraction"],
)
def test_errors_of_operators_in_place_are_numpys(make, other):
    x, want = make(values()), values()
    errors = []
    for array in (x, want):
        with pytest.raises(TypeError) as error:
            array += other
        errors.append(error.value)
    assert type(errors[0]) is type(errors[1])


def test_warnings_of_setting_a_shape_are_numpys():
    def warned(x):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            x.shape = (12, 10)
        return [(w.category, str(w.message), w.filename) for w in caught]

    assert warned(xp.asarray(values())) == warned(values())
