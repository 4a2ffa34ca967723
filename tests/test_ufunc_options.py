"""Ufuncs with `out=`, `where=` and the like: values, warnings, errors and what is written to."""

import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

N = 50


def settings(home):
    """Where arrays of more than a few elements are."""
    return xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0)


def numbers(np):
    return np.arange(float(N))


def reversed_in_place(np):
    x = numbers(np)
    np.add(x, 1, out=x[::-1], where=x > 2)
    return x


CALLS = {
    "out": lambda np: np.divide(numbers(np), 0.0, out=np.zeros(N)),
    "out, a tuple": lambda np: np.divide(numbers(np), 0.0, out=(np.zeros(N),)),
    "out, by position": lambda np: np.divide(numbers(np), 0.0, np.zeros(N)),
    "casting": lambda np: np.divide(numbers(np), 0.0, out=np.zeros(N), casting="unsafe"),
    "where": lambda np: np.divide(numbers(np), 0.0, out=np.zeros(N), where=numbers(np) > 3),
    "a wider out": lambda np: np.add(numbers(np), 1, out=np.zeros((2, N))),
    "a list": lambda np: np.add(numbers(np), 1, out=np.zeros(N), where=[True, False] * (N // 2)),
    "two results": lambda np: np.divmod(numbers(np), 3.0, np.zeros(N), np.zeros(N)),
    "one of two": lambda np: np.divmod(numbers(np), 3.0, out=(None, np.zeros(N))),
    "dtype": lambda np: np.add(numbers(np), 1.5, np.zeros(N, "f4"), dtype="f4"),
    "unsafe": lambda np: np.add(numbers(np), 1.5, out=np.zeros(N, int), casting="unsafe"),
    "not safe": lambda np: np.add(numbers(np), 1.5, out=np.zeros(N, int)),
    "out twice": lambda np: np.add(numbers(np), 1.5, np.zeros(N), out=np.zeros(N)),
    "unknown": lambda np: np.add(numbers(np), 1.5, out=np.zeros(N), nonsense=1),
    "overlapping": reversed_in_place,
    "any array": lambda np: np.add(numbers(np), 1.5, out=...),
    "any array, for a reduction": lambda np: np.add.reduce(numbers(np), out=...),
    "any array, for running sums": lambda np: np.add.accumulate(numbers(np), out=...),
    "any array, for functions": lambda np: (
        np.clip(numbers(np), 2, 5, out=...),
        np.nanmax(numbers(np), out=...),
    ),
    "a tuple, for functions": lambda np: (
        np.clip(numbers(np), 2, 5, out=(np.zeros(N),)),
        np.nanmax(numbers(np), out=(np.zeros(()),)),
        np.fft.fft(numbers(np), out=(np.zeros(N, complex),)),
        np.cumulative_sum(numbers(np), out=(np.zeros(N),)),
    ),
    "all axes of a vector": lambda np: np.add.accumulate(numbers(np), axis=None),
    "nothing, of one result": lambda np: np.add(numbers(np), 1.5, out=(None,)),
    "a sum's dimensions": lambda np: np.add.reduce(numbers(np), keepdims=2),
    "an axis that is an array": lambda np: np.vecdot(
        numbers(np)[None], numbers(np)[None], axis=np.array(1)
    ),
}


def outcome(call, namespace):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = call(namespace)
        except (TypeError, ValueError) as error:
            return type(error).__name__
    found = [np.asarray(f) for f in (found if isinstance(found, tuple) else (found,))]
    said = sorted(str(w.message) for w in caught)
    return [(f.tolist(), f.dtype.str) for f in found], said


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", CALLS)
def test_as_in_numpy(name, home):
    wanted = outcome(CALLS[name], np)
    with settings(home):
        found = outcome(CALLS[name], snp)
    if home == "devices" and isinstance(wanted, tuple):  # which give no warnings
        found, wanted = found[0], wanted[0]
    np.testing.assert_equal(found, wanted)


MODES = {
    "take": lambda np: np.take(numbers(np), [1, -1], mode=None),
    "take, bytes": lambda np: np.take(numbers(np), [1, 99], mode=b"clip"),
    "choose": lambda np: np.choose(numbers(np) > 3, [numbers(np), -numbers(np)], mode=None),
    "ravel_multi_index": lambda np: np.ravel_multi_index(
        (numbers(np).astype(int), [1]), (N, 2), mode=None
    ),
    "order": lambda np: np.array(numbers(np), order=b"F"),
}


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", MODES)
def test_names_of_options_are_numpys(name, home):
    with settings(home):
        np.testing.assert_array_equal(np.asarray(MODES[name](snp)), MODES[name](np))


SAFE = {
    "divide": lambda np: np.divide(1, numbers(np), np.zeros(N), where=numbers(np) != 0),
    "log": lambda np: np.log(numbers(np), out=np.zeros(N), where=numbers(np) > 0),
    "sqrt": lambda np: np.sqrt(numbers(np) - 3, out=np.zeros(N), where=numbers(np) >= 3),
    "arctanh": lambda np: np.arctanh(numbers(np), out=np.zeros(N), where=numbers(np) < 1),
    "arccosh": lambda np: np.arccosh(numbers(np), out=np.zeros(N), where=numbers(np) >= 1),
    "power": lambda np: np.power(
        np.full(N, 2), np.arange(N) - 5, out=np.zeros(N, int), where=np.arange(N) >= 5
    ),
}


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", SAFE)
def test_there_are_no_errors_where_nobody_wants_a_result(name, home):
    with np.errstate(all="raise"):
        wanted = SAFE[name](np)
    with settings(home), snp.errstate(all="raise"):
        found = SAFE[name](snp)
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-14)


@pytest.mark.parametrize("home", ["host", "devices"])
def test_a_number_is_an_array_where_one_is_asked_for(home):
    with settings(home):
        found = snp.add(snp.asarray(3.0), 1.0, out=...)
    assert isinstance(found, np.ndarray)
    assert found.shape == ()


def test_numpys_own_generators_do_not_lose_rows():
    with settings("host"):
        x = snp.arange(40).reshape(10, 4)
        with pytest.raises(UserWarning, match="shuffling"):
            np.random.default_rng(1).shuffle(x)


def test_a_ufunc_of_another_library_is_not_said_to_be_numpys(on_devices):
    special = pytest.importorskip("scipy.special")
    with pytest.warns(xp.HostFallbackWarning, match=r"^erf runs in NumPy on the host"):
        special.erf(snp.ones(N))


def test_a_ufunc_of_dates_writes_into_an_array_on_devices(on_devices):
    dates = np.array(["2020-01-01", "NaT", "2020-01-03"], "M8[D]")
    x = snp.zeros(3, bool)
    with pytest.warns(xp.HostFallbackWarning, match=r"numpy\.isnat"):
        assert snp.isnat(dates, out=x) is x
    np.testing.assert_array_equal(np.asarray(x), [False, True, False])
    assert isinstance(snp.isnat, np.ufunc)
