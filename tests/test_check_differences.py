"""Replaying programs on NumPy: what is wrong is named, what rounding explains is not."""

import re
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import sharray as xp
import sharray.numpy as snp
from sharray._array.sharded_array import ShardedArray
from sharray._core.operation import TABLE
from sharray._engine import ir, xla
from sharray._tools.check import choices
from sharray._tools.check.compare import difference, sensitivity

pytestmark = pytest.mark.usefixtures("empty_cache")
HERE = Path(__file__).name
small = st.integers(0, 3).map(float)


def values(*shape):
    return np.random.default_rng(0).uniform(-1, 1, shape)


# wrong operations


def test_a_wrong_value_is_named_with_its_line(mode, monkeypatch):
    x = xp.asarray(values(103))
    monkeypatch.setattr(TABLE["sin"], "lowering", lambda x: jnp.sin(x) * (1 + 1e-10))

    def program():
        y = x + 1
        z = snp.sin(y)
        return float(snp.sum(z * 2))

    with xp.check(), pytest.raises(xp.DifferenceError) as caught:
        program()
    text = str(caught.value)
    assert f"{HERE}:{program.__code__.co_firstlineno + 2}: numpy.sin: the value at [" in text
    assert "in 103" in text
    assert "float64[103]" in text


def several(entries):
    return sum(isinstance(e, ir.Apply) for e in entries) > 2


@pytest.mark.parametrize("reading", ["a part", "a write", "a sum", "the length of the chain"])
def test_a_program_that_is_wrong_while_its_operations_are_right_is_found(
    on_devices, monkeypatch, reading
):
    lower = xla.lower

    def wrong(entries, outputs, *args, **kwargs):
        made = lower(entries, outputs, *args, **kwargs)
        return (lambda *a: tuple(v + 1 for v in made(*a))) if several(entries) else made

    monkeypatch.setattr(xla, "lower", wrong)
    x, y = xp.asarray(values(103)), xp.zeros(103)
    ways = {
        "a part": lambda z: float(z[3]),
        "a write": lambda z: y.__setitem__(slice(1, 50), z[1:50] + 1),
        "a sum": lambda z: float(snp.sum(z)),
        "the length of the chain": lambda z: [z := z + 1.0 for _ in range(40)],
    }

    def program():
        z = snp.exp(snp.sin(x) + x)
        ways[reading](z)

    with xp.check(), pytest.raises(xp.DifferenceError) as caught:
        program()
    text, number = str(caught.value), program.__code__.co_firstlineno + 1
    assert "by themselves all agree with NumPy" in text
    verdict = "Interpreted by NumPy the program agrees: it was compiled wrongly"
    assert (verdict in text) == (reading != "a sum")  # a number is computed at once
    assert re.search(rf"{HERE}:{number} numpy.sin, \S*{HERE}:{number} ndarray.__add__", text)


def test_where_rounding_decides_either_is_right(on_devices, monkeypatch):
    a, b = values(2, 103)
    monkeypatch.setattr(TABLE["multiply"], "lowering", lambda x, y: x * y * (1 + 2.0**-52))
    x, y, product = (xp.asarray(v) for v in (a, b, a * b))
    with xp.check():
        larger = snp.abs(x * y) > snp.abs(product)
        assert int(snp.count_nonzero(larger)) > 80
        larger = snp.abs(x * y) > snp.abs(product)
        assert x[larger].size > 80
        monkeypatch.setattr(TABLE["multiply"], "lowering", lambda x, y: x * y * (1 + 1e-9))
        xp.cache_clear()
        larger = snp.abs(x * y) > snp.abs(product) + 1e-12
        with pytest.raises(xp.DifferenceError, match=r"ndarray.__mul__: the value"):
            snp.count_nonzero(larger).item()


def test_a_wrong_operator_is_named(mesh, on_devices, monkeypatch):
    x = xp.asarray(values(103), device=mesh)
    monkeypatch.setattr(TABLE["subtract"], "lowering", lambda a, b: b - a)
    with (
        xp.check(),
        pytest.raises(xp.DifferenceError, match=rf"{HERE}:\d+: ndarray.__sub__: the va"),
    ):
        float((x - 1.0)[3])


def test_one_wrong_element_of_a_reduction_is_found(on_devices, monkeypatch):
    x = xp.asarray(values(103, 7))
    fn = TABLE["sum"].lowering
    monkeypatch.setattr(
        TABLE["sum"], "lowering", lambda *a, **k: fn(*a, **k).at[3].multiply(1 + 1e-12)
    )
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"at \[3\] .* first of 1 in 7"):
        str(snp.sum(x, axis=0))


def test_a_wrong_dtype_and_a_wrong_shape_are_found(on_devices, monkeypatch):
    x = xp.asarray(values(103))
    wrong = {
        "the dtype is float32, NumPy's float64": lambda self, other: xp.astype(self, xp.float32),
        r"the shape is \(3,\), NumPy's \(103,\)": lambda self, other: self[:3],
    }
    for message, function in wrong.items():
        monkeypatch.setattr(ShardedArray, "__add__", function)
        with xp.check(), pytest.raises(xp.DifferenceError, match=message):
            x + 1.0


def test_a_wrong_exception_is_found(on_devices, monkeypatch):
    x = xp.asarray(values(103))

    def fail(error):
        def function(self, other):
            raise error

        return function

    monkeypatch.setattr(ShardedArray, "__add__", fail(KeyError("no")))
    with (
        xp.check(),
        pytest.raises(xp.DifferenceError, match="where NumPy raises nothing"),
    ):
        x + 1.0
    with (
        xp.check(),
        pytest.raises(xp.DifferenceError, match=r"KeyError: .* where NumPy raises ValueErr"),
    ):
        x + x[:5]
    monkeypatch.setattr(ShardedArray, "__add__", lambda self, other: self)
    with (
        xp.check(),
        pytest.raises(xp.DifferenceError, match="no exception, where NumPy raises Val"),
    ):
        x + x[:5]
    monkeypatch.setattr(ShardedArray, "__add__", fail(NotImplementedError("refused, use b")))
    with xp.check(), pytest.raises(NotImplementedError, match="use b"):
        x + 1.0


def test_a_write_that_goes_astray_is_found(on_devices, monkeypatch):
    x = xp.asarray(values(103))
    monkeypatch.setattr(ShardedArray, "__setitem__", lambda self, key, value: None)

    with xp.check(), pytest.raises(xp.DifferenceError, match=r"ndarray.__setitem__: the value at"):
        x[3] = 7.0


def test_a_view_that_is_a_copy_is_found_when_it_is_used(on_devices, monkeypatch):
    get = ShardedArray.__getitem__
    monkeypatch.setattr(ShardedArray, "__getitem__", lambda self, key: get(self, key) + 0.0)
    x = xp.asarray(values(103))

    def program():
        part = x[3:7]
        part += 1.0
        float(snp.sum(x))

    with (
        xp.check(),
        pytest.raises(xp.DifferenceError, match=rf"{HERE}:\d+: numpy.sum: "),
    ):
        program()


# tolerances


def test_integers_and_booleans_must_be_equal():
    a = np.arange(5)
    assert difference(a, a.copy()) is None
    assert difference(a, a + (a == 3)) == ("the value at [3] is 3, NumPy's 4, the first of 1 in 5")
    assert difference(a > 2, a > 3).startswith("the value at [3] is True, NumPy's False")


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_floats_may_be_a_few_units_off(dtype):
    a = values(7).astype(dtype)
    step = np.spacing(np.abs(a))
    assert difference((a + 3 * step).astype(dtype), a) is None
    assert re.match(r"the value at \[0\]", difference((a + 9 * step).astype(dtype), a))


def test_special_values_must_be_the_same():
    a = np.array([np.nan, np.inf, -np.inf, 0.0, 1.0])
    assert difference(a, a.copy()) is None
    for k in range(5):
        other = a.copy()
        other[k] = 2.0
        assert difference(other, a).startswith(f"the value at [{k}] is 2.0")
    assert difference(np.array([5e-324]), np.array([0.0])) is None  # flushed to zero


def test_what_combines_elements_may_be_off_as_far_as_rounding_explains():
    a = np.array([1e16, 1.0, -1e16])
    zero, allowed = np.array(0.0), sensitivity(np.array(0.0), np.array(1.0), 1)
    assert difference(np.array(2.0), zero, [allowed]) is None
    assert difference(np.array(2.0), zero) is not None
    assert difference(np.array(99.0), zero, [allowed]) is not None
    with xp.set_options(host_threshold=0), xp.check():
        float(snp.sum(xp.asarray(a)))


def test_what_numpy_adds_up_one_by_one_may_be_off():
    a = np.array([1.0])
    many, one = (sensitivity(a, a + 3e-15, n) for n in (1e4, 1))
    assert difference(a + 3e-13, a, [many]) is None
    assert difference(a + 3e-13, a, [one]) is not None
    assert difference(a + 3e-11, a, [many]) is not None


def test_allowances_are_asked_for_one_after_another():
    asked = []

    def allowances(*given):
        for one in given:
            asked.append(one)
            yield one

    a = np.arange(5)
    assert difference(a + 1, a, allowances(0.5, 1, 2)) is None
    assert asked == [0.5, 1]
    assert difference(a > 2, a > 3, allowances(np.eye(5)[3])) is None
    assert difference(a > 2, a > 3, allowances(np.eye(5)[2])) is not None
    assert difference(np.array([np.nan]), np.array([1.0]), allowances(np.inf)) is None
    assert difference(np.array([np.nan]), np.array([1.0]), allowances(1e300)) is not None


def test_messages_of_shapes_and_dtypes():
    assert difference(np.zeros(3), np.zeros(4)) == "the shape is (3,), NumPy's (4,)"
    assert difference(np.zeros(3), np.zeros(3, int)) == ("the dtype is float64, NumPy's int64")


def test_a_wrong_order_is_found(on_devices, monkeypatch):
    x = xp.asarray(np.floor(8 * values(103)))
    stable = np.argsort(np.asarray(x), stable=True)
    swapped = stable[np.r_[0, 102, 2:102, 1]]
    for wrong in (swapped, stable[np.r_[0, 0, 2:103]]):
        monkeypatch.setattr(snp, "argsort", lambda a, wrong=wrong: xp.asarray(wrong))
        with xp.check(), pytest.raises(xp.DifferenceError, match=r"numpy.argsort: the value at"):
            snp.argsort(x)
    monkeypatch.setattr(snp, "partition", lambda a, kth: a[swapped])
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"numpy.partition: the value at"):
        snp.partition(x, 3)
    monkeypatch.setattr(snp, "argsort", lambda a, stable: xp.asarray(np.argsort(np.asarray(a))))
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"numpy.argsort: the value at"):
        snp.argsort(x, stable=True)


@given(st.data())
def test_right_orders_are_those_that_sort(data):
    a = data.draw(hnp.arrays(float, hnp.array_shapes(max_dims=2, max_side=5), elements=small))
    axis = data.draw(st.sampled_from([None, *range(-a.ndim, a.ndim)]))
    kth = data.draw(st.integers(0, (a.size if axis is None else a.shape[axis]) - 1))
    lines, along = (a.ravel(), 0) if axis is None else (a, axis)
    order = np.argsort(data.draw(hnp.arrays(float, lines.shape)), axis=along)
    found = np.take_along_axis(lines, order, along)
    is_sorted = np.array_equal(found, np.sort(a, axis))
    assert (choices.argsort(order, np.argsort(a, axis), a, axis) is order) == is_sorted
    parts = np.take(found, [kth], along)
    before, after = (np.take(found, r, along) for r in (range(kth), range(kth, lines.shape[along])))
    is_partitioned = bool(np.all(before <= parts) and np.all(after >= parts))
    for function, actual in ((choices.partition, found), (choices.argpartition, order)):
        numpys = getattr(np, function.__name__)(a, kth, axis)
        assert (function(actual, numpys, a, kth, axis) is actual) == is_partitioned


def test_texts_are_short(on_devices, monkeypatch):
    x = xp.asarray(values(10_003))
    tobytes = ShardedArray.tobytes
    monkeypatch.setattr(ShardedArray, "tobytes", lambda self: tobytes(self)[:-8] + b"12345678")
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"….*12345678.*from character") as e:
        x.tobytes()
    assert len(str(e.value)) < 500
    monkeypatch.setattr(ShardedArray, "tobytes", lambda self: b"wrong" * 10_000)
    with xp.check(), pytest.raises(xp.DifferenceError, match=r"wrong.*, where NumPy gives b") as e:
        x.tobytes()
    assert len(str(e.value)) < 3000
