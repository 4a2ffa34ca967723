"""pandas with arrays of NumPy's flavour, on the host and on devices: as with NumPy's own."""

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp

NEEDED = "is one of the extra test-clients: pip install -e '.[test-clients]'"
pd = pytest.importorskip("pandas", reason=f"pandas {NEEDED}")
SIZE = 60


def settings(home):
    """Where arrays of more than a few elements are."""
    return xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0)


def arrays(space):
    rng = np.random.default_rng(5)
    values = rng.random(SIZE), rng.integers(0, 4, SIZE), rng.permutation(SIZE)
    return tuple([space.asarray(v) for v in values])


def frame(x, keys):
    return pd.DataFrame({"x": x, "key": keys})


def _set(target, key, value):
    target[key] = value
    return target


#: Of a namespace, numbers, few different ones, and an order.
CALLS = {
    "a mask of a series": lambda m, x, k, p: pd.Series(x)[x > 0.5],
    "a mask of a frame": lambda m, x, k, p: frame(x, k)[k == 2],
    "a mask in loc": lambda m, x, k, p: frame(x, k).loc[(k > 1) & (x < 0.5), "x"],
    "a mask in iloc": lambda m, x, k, p: frame(x, k).iloc[k == 1],
    "labels": lambda m, x, k, p: pd.Series(x)[p],
    "positions": lambda m, x, k, p: frame(x, k).iloc[p],
    "writing at a mask": lambda m, x, k, p: _set(pd.Series(x), k == 2, 0.0),
    "writing a frame at a mask": lambda m, x, k, p: _set(frame(x, k), x > 0.5, 0),
    "writing a column": lambda m, x, k, p: _set(frame(x, k), "y", m.sqrt(x)),
    "writing in loc": lambda m, x, k, p: (
        lambda f: [_set(f.loc, (k == 1, "x"), x[k == 1] * 2), f][1]
    )(frame(x, k)),
    "groupby": lambda m, x, k, p: pd.Series(x).groupby(k).mean(),
    "groupby two": lambda m, x, k, p: frame(x, k).groupby([k, x > 0.5])["x"].sum(),
    "merge": lambda m, x, k, p: frame(x, k).merge(
        pd.DataFrame({"at": [0, 2]}), left_on=k, right_on="at"
    ),
    "pandas.merge": lambda m, x, k, p: pd.merge(
        frame(x, k), pd.DataFrame({"key": [0, 2], "z": [1.5, 2.5]}), on="key"
    ),
    "set_index": lambda m, x, k, p: frame(x, k).set_index(p),
    "factorize": lambda m, x, k, p: pd.Series(pd.factorize(k)[0]),
    "unique": lambda m, x, k, p: pd.Series(pd.unique(k)),
    "an index": lambda m, x, k, p: pd.Series(pd.Index(p).delete(k)),
    "a hash": lambda m, x, k, p: pd.Series(pd.util.hash_array(k)),
    "isin": lambda m, x, k, p: pd.Series(k).isin(k[:2]),
    "where": lambda m, x, k, p: pd.Series(x).where(x > 0.5, m.exp(x)),
    "arithmetic": lambda m, x, k, p: x * pd.Series(x) + k - pd.Series(k) / (x + 1),
    "a function": lambda m, x, k, p: m.log(pd.Series(x)) + m.maximum(pd.Series(x), 0.5),
    "cut": lambda m, x, k, p: pd.Series(pd.cut(x, 4).codes),
    "rolling": lambda m, x, k, p: pd.Series(x).rolling(3).median(),
    "crosstab": lambda m, x, k, p: pd.crosstab(k, x > 0.5),
    "pivot": lambda m, x, k, p: frame(x, k).pivot_table(index="key", values="x", aggfunc="sum"),
}


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", CALLS)
def test_pandas(name, home):
    call = CALLS[name]
    wanted = call(np, *arrays(np))
    with settings(home):
        found = call(snp, *arrays(snp))
    compare = pd.testing.assert_frame_equal
    if isinstance(wanted, pd.Series):
        compare = pd.testing.assert_series_equal
    compare(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("make", [pd.Series, pd.Index, lambda x: pd.DataFrame({"x": x})])
def test_what_pandas_makes_of_an_array_is_a_copy(make):
    with settings("host"):
        x = snp.asarray(np.arange(float(SIZE)))
        made = make(x)
        x[:] = -1.0
        np.testing.assert_array_equal(np.asarray(made).ravel(), np.arange(SIZE))


def test_what_pandas_is_told_not_to_copy_is_written_to():
    with settings("host"):
        x = snp.asarray(np.arange(float(SIZE)))
        pd.Series(x, copy=False)[3] = -1.0
        assert x[3] == -1.0
