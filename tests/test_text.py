"""The text of arrays of NumPy's flavour, against NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray
import sharray.numpy as snp
from sharray import strategies
from sharray._engine import transfer
from sharray._functions.flavours import NUMPY

SHAPES = [
    (), (1,), (7,), (0,), (0, 3), (3, 0, 2), (3, 4), (2, 3, 4), (1001,), (1000,), (40, 50),
    (2, 600), (300, 3, 4), (7, 7, 30), (1003, 1),
]  # fmt: skip
DTYPES = [
    "bool", "int8", "int64", "uint16", "uint64", "float16", "float32", "float64", "complex64",
    "complex128",
]  # fmt: skip
OPTIONS = {
    "precision": st.integers(0, 10),
    "threshold": st.sampled_from([0, 5, 1000, 10**6]),
    "edgeitems": st.integers(1, 4),
    "linewidth": st.integers(30, 120),
    "suppress": st.booleans(),
    "nanstr": st.just("NaN!"),
    "sign": st.sampled_from(["-", "+", " "]),
    "floatmode": st.sampled_from(["fixed", "unique", "maxprec", "maxprec_equal"]),
    "formatter": st.just({"float": lambda x: f"<{x:.1f}>"}),
    "legacy": st.sampled_from(["1.13", "1.21", "1.25", "2.1"]),
}
CALLS = {
    "repr": lambda n, x, how: repr(x),
    "str": lambda n, x, how: str(x),
    "format": lambda n, x, how: f"{x}",
    "array_repr": lambda n, x, how: n.array_repr(x, *how),
    "array_str": lambda n, x, how: n.array_str(x, *how),
    "array2string": lambda n, x, how: n.array2string(x, *how, separator=";", prefix="x = "),
    "NumPy's own": lambda n, x, how: np.array_repr(x, *how),
}


def elements(data, shape, dtype):
    rng = np.random.default_rng(data.draw(st.integers(0, 9)))
    values = rng.standard_normal(shape) * data.draw(st.sampled_from([1, 50, 1e6, 1e-6]))
    if dtype.startswith("complex"):
        values = values + 1j * rng.standard_normal(shape)
    with np.errstate(all="ignore"):
        values = np.asarray(values).astype(dtype)
    if data.draw(st.booleans()) and values.dtype.kind in "fc" and values.size:
        values[(0,) * values.ndim] = np.nan
        values[(-1,) * values.ndim] = -np.inf
    return values


def text_or_error(name, n, x, how):
    try:
        return CALLS[name](n, x, how)
    except TypeError as error:  # NumPy has no text for some options together
        return repr(error)


@given(
    name=st.sampled_from(list(CALLS)),
    mesh=strategies.meshes(),
    shape=st.sampled_from(SHAPES),
    dtype=st.sampled_from(DTYPES),
    options=st.fixed_dictionaries({}, optional=OPTIONS),
    how=st.tuples(
        st.sampled_from([None, 40]), st.sampled_from([None, 3]), st.sampled_from([None, True])
    ),
    data=st.data(),
)
def test_text_is_that_of_numpy(on_devices, name, mesh, shape, dtype, options, how, data):
    values = elements(data, shape, dtype)
    with sharray.use_mesh(mesh), np.printoptions(**options):
        x = snp.array(values, ndmin=0) if shape else snp.zeros((3,), dtype)[0:1].reshape(())
        if not shape:
            x[...] = values
        assert type(x) is NUMPY.array
        assert text_or_error(name, snp, x, how) == text_or_error(name, np, values, how)


def test_options_for_which_numpy_has_no_text(on_devices):
    values = np.array([[1e6, 1.5], [1e-6, -3.0]])
    with np.printoptions(precision=0, floatmode="unique", legacy="1.13"):
        with pytest.raises(TypeError, match="precision"):
            repr(values)
        with pytest.raises(TypeError, match="precision"):
            repr(snp.array(values))


def test_only_the_corners_are_fetched(on_devices, monkeypatch):
    x = snp.ones((3000, 4000), dtype=np.float32)
    fetched = []
    real = transfer._part
    monkeypatch.setattr(
        transfer, "_part", lambda b, lens, read: fetched.append(lens.shape) or real(b, lens, read)
    )
    text = repr(x)
    assert text.endswith("shape=(3000, 4000), dtype=float32)")
    assert text.startswith("array([[1., 1., 1., ..., 1., 1., 1.],")
    assert fetched == [(3, 3)] * 4


def test_what_is_to_be_written_instead(on_devices):
    x = snp.arange(3.0)
    with np.printoptions(override_repr=lambda x: f"<{x.size} elements>"):
        assert repr(x) == "<3 elements>"
        assert snp.array_repr(x) == "<3 elements>"
    assert repr(x) == "array([0., 1., 2.])"


def test_the_other_flavour_says_where_it_lies(on_devices):
    x = sharray.zeros(4)
    for text in (repr(x), sharray.array_repr(x), np.array_repr(x)):
        assert text.startswith("ShardedArray([0., 0., 0., 0.], dtype=float64, P(")


@pytest.mark.parametrize("legacy", [False, "1.13"])
def test_a_number_of_half_precision_has_the_digits_that_numpy_shows(legacy):
    value = np.array(0.125732421875, np.float16)
    with np.printoptions(legacy=legacy):
        assert str(sharray.asarray(value)) == str(value)
