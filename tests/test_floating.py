"""`errstate` and `seterr` on devices, against NumPy."""

import asyncio
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies

HERE = Path(__file__).name
RAISED = {"divide": "raise", "over": "raise", "invalid": "raise"}
#: Of several errors in one statement the first of NumPy's order is raised; all are told of.
ASKED = [
    RAISED,
    {"all": "call"},
    {"all": "log"},
    {"all": "warn", "divide": "call"},
    {"all": "call", "over": "ignore", "invalid": "warn"},
    {"all": "warn", "invalid": "raise"},
]
#: No divisor whose inverse devices flush to zero: XLA multiplies by it where one is broadcast.
FLOATS = st.lists(
    st.sampled_from([0.0, 1.0, -1.0, 2.5, 1e300, -1e-300, np.inf, np.nan]), min_size=7, max_size=7
)
INTEGERS = st.lists(st.sampled_from([0, 1, -3, 7, 127]), min_size=7, max_size=7)
CALLS = {
    "divide": lambda n, a, b: a / b,
    "divide a number": lambda n, a, b: 1.0 / a,
    "rows": lambda n, a, b: a[:, None] / b[None],
    "multiply": lambda n, a, b: n.multiply(a, b),
    "log": lambda n, a, b: n.log(a),
    "log1p": lambda n, a, b: n.log1p(a),
    "exp": lambda n, a, b: n.exp(a),
    "sqrt": lambda n, a, b: n.sqrt(a, out=b),
    "inplace": lambda n, a, b: a.__imul__(b),
    "subtract": lambda n, a, b: a - b,
    "add to a slice": lambda n, a, b: b[1:].__iadd__(a[:-1]),
    "numpy's own": lambda n, a, b: np.divide(a, b),
}
WHOLE = {
    "floor_divide": lambda n, a, b: a // b,
    "remainder": lambda n, a, b: n.remainder(7, a),
    "multiply": lambda n, a, b: a * b,
    "divide": lambda n, a, b: a / b,
    "power": lambda n, a, b: a ** abs(b),
}


def outcome(call, n, a, b):
    """Return what a call says of errors: the one that it raises, or what else it tells of."""
    told = []
    log = SimpleNamespace(write=told.append)
    before = snp.seterrcall(log if "log" in np.geterr().values() else lambda *a: told.append(a))
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call(n, a, b)
    except FloatingPointError as error:
        return str(error)
    finally:
        snp.seterrcall(before)
    return told, [(str(w.message), Path(w.filename).name) for w in caught]


def compare(call, mesh, data, values, dtype):
    a, b = (np.array(data.draw(values), dtype) for _ in range(2))
    with snp.errstate(**data.draw(st.sampled_from(ASKED))):
        expected = outcome(call, np, a.copy(), b.copy())
        with xp.use_mesh(mesh):
            assert outcome(call, snp, xp.asarray(a), xp.asarray(b)) == expected


# asked for, each operation is a program of its own in both modes


@settings(max_examples=3 * settings.default.max_examples)
@given(name=st.sampled_from(list(CALLS)), mesh=strategies.meshes(), data=st.data())
def test_errors_are_raised_where_numpy_does(on_devices, name, mesh, data):
    compare(CALLS[name], mesh, data, FLOATS, "float64")


@settings(max_examples=2 * settings.default.max_examples)
@given(name=st.sampled_from(list(WHOLE)), mesh=strategies.meshes(), data=st.data())
def test_errors_of_integers(on_devices, name, mesh, data):
    compare(WHOLE[name], mesh, data, INTEGERS, "int64")


def test_errors_of_complex_numbers(on_devices):
    z = xp.asarray([1 + 1j, 0j, 1e200 + 0j])
    with snp.errstate(**RAISED):
        z + 1
        with pytest.raises(FloatingPointError, match="divide by zero encountered in divide"):
            1 / z
        with pytest.raises(FloatingPointError, match="encountered in multiply"):
            z * z


def test_casting_what_does_not_fit(on_devices):
    x, whole = xp.asarray([1.0, np.nan, 3.0]), xp.zeros(3, dtype=xp.int8)
    with snp.errstate(invalid="raise"), pytest.raises(FloatingPointError, match=r"invalid.*cast"):
        x.astype(np.int64)
    with snp.errstate(invalid="raise"):
        xp.asarray([1.0, 2.0]).astype(np.int64)
        whole += 1


def test_nothing_is_said_unless_asked(mode):
    x = xp.asarray(np.array([1.0, 0.0, -1.0]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        snp.log(x) / 0
        with snp.errstate(all="warn"):
            str(snp.log(x) / 0)
        with snp.errstate(divide="raise"):
            x + 1
            snp.sinc(x)  # divides by zero on its way
    before = xp.cache_info().dispatches
    with snp.errstate(all="ignore"), xp.set_options(immediate=False):
        x / 0
    assert xp.cache_info().dispatches == before


@pytest.mark.parametrize("threshold", [0, 100])
def test_what_numpy_can_be_told_to_do(threshold, capfd):
    with xp.set_options(host_threshold=threshold):
        x = xp.asarray(np.array([1.0, 0.0, 2.0]))
        told = []
        with snp.errstate(divide="call", call=lambda what, flag: told.append(what)):
            y = 1 / x
        assert told == ["divide by zero"]
        assert np.asarray(y)[0] == 1
        with snp.errstate(divide="print"):
            1 / x
        assert "divide by zero encountered in divide" in "".join(capfd.readouterr())
        # what else NumPy would warn of is known then, too
        with snp.errstate(divide="raise"), pytest.warns(RuntimeWarning, match="overflow") as caught:
            x * 1e308 * 10
        assert Path(caught[0].filename).name == HERE


def test_seterr_holds_until_it_is_taken_back(on_devices):
    x = xp.asarray(np.array([1.0, 0.0, 2.0]))
    before = snp.seterr(divide="raise")
    try:
        with pytest.raises(FloatingPointError, match="divide by zero encountered in divide"):
            1 / x
    finally:
        assert snp.seterr(**before)["divide"] == "raise"
    str(1 / x)

    @snp.errstate(divide="raise")
    def inverse(x):
        return 1 / x

    for _ in range(2):
        with pytest.raises(FloatingPointError):
            inverse(x)
    str(1 / x)


def test_a_write_that_is_an_error_does_not_happen(on_devices):
    x = xp.asarray(np.array([1.0, 0.0, 2.0]))
    with snp.errstate(divide="raise"), pytest.raises(FloatingPointError):
        x /= x - 1
    np.testing.assert_array_equal(np.asarray(x), [1, 0, 2])


def test_observers_hear_of_operations_whatever_other_contexts_ask_for():
    async def quiet():
        snp.seterr(divide="ignore")

    async def main():
        await asyncio.create_task(quiet())

    before = snp.seterr(divide="raise")
    asyncio.run(main())
    snp.seterr(**before)
    x = xp.asarray([1.0, 2.0]) + 0
    with xp.report() as report:
        x * 2 + 1
    assert "2 operations" in str(report)
