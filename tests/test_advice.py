"""NumPy's errors advise what to do: on devices they are the same, the operands after them."""

import pydoc
import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._core.links import with_article

#: Statements on vectors of floats, booleans, integers and complex numbers, and a matrix.
STATEMENTS = """
b - b
-b
n.subtract(b, b)
b.__isub__(b)
n.ptp(b)
n.subtract.reduce(b)
n.left_shift(v, i)
v << 1
v >> i
v & 1
v | b
v ^ b
~v
n.bitwise_not(v)
n.floor(c)
c % 2
c // 2
n.arctan2(c, c)
n.gcd(v, v)
n.ldexp(v, v)
n.cbrt(c)
n.copysign(c, 1)
n.bitwise_count(v)
n.max(v, where=None)
n.add.reduce(v[:0], initial=None)
n.where(b, 1)
""".strip().splitlines()


def outcome(n, statement):
    m = np.arange(60.0)
    arrays = {"v": m, "b": m > 3, "i": m.astype(int), "c": m * 1j, "m": m.reshape(6, 10)}
    scope = {"n": n} | {k: n.asarray(a.copy()) for k, a in arrays.items()}
    with pytest.raises(Exception) as caught, warnings.catch_warnings(action="ignore"):  # noqa: PT011
        eval(statement, scope)
    return caught.value


def settings(home):
    return xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0)


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("statement", STATEMENTS)
def test_an_error_begins_as_numpys(statement, home):
    expected = outcome(np, statement)
    with settings(home):
        actual = outcome(snp, statement)
    assert type(actual) is type(expected)
    assert str(actual).startswith(str(expected))


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("space", [xp, snp])
def test_operations_have_numpys_names(space, home):
    v, m = np.arange(60.0), np.arange(60.0).reshape(6, 10)
    with settings(home):
        v, m = space.asarray(v), space.asarray(m)
        for call, name in {
            lambda: space.concat([v, m]): "all the input arrays must have same number",
            lambda: np.arctan2(v, v[:3]): "operands could not be broadcast together",
            lambda: v.astype(int) << v.astype(int)[:3]: "operands could not be broadcast together",
        }.items():
            with pytest.raises(ValueError, match=name) as caught:
                call()
            assert not str(caught.value).startswith(("concat:", "atan2:", "bitwise_"))


def test_a_method_of_a_ufunc_is_named_with_it(on_devices):
    x = xp.asarray(np.arange(60.0))
    with pytest.warns(xp.HostFallbackWarning, match=r"^numpy\.add\.reduceat runs in NumPy"):
        snp.add.reduceat(x, [5, 6])
    with pytest.warns(xp.HostFallbackWarning, match=r"^numpy\.logical_or\.at runs in NumPy"):
        np.logical_or.at(x > 3, [1], True)


@pytest.mark.parametrize("convert", [int, float, complex])
def test_what_is_no_number_is_told_how_to_become_one(on_devices, convert):
    x = snp.arange(6.0)
    with pytest.raises(TypeError, match=r"use x\.item\(i\) for one element, x\.tolist\(\) for all"):
        convert(x)
    assert (convert(x.item(2)), x.tolist()[2]) == (2, 2)
    with pytest.raises(TypeError, match=r"use x\.item\(\)$"):
        convert(x[2:3])
    assert convert(x[2:3].item()) == 2


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (snp.sum, "function sum in module sharray.numpy"),
        (xp.sum, "function sum in module sharray"),
        (snp.arange, "function in module sharray.numpy"),
        (snp.random.normal, "function in module sharray.numpy.random"),
        (snp.add, "ufunc in module sharray.numpy"),
        (xp.add, "ufunc in module sharray"),
    ],
)
def test_help_says_what_something_is_and_where(function, kind):
    assert pydoc.render_doc(function, "Help on %s").partition("\n")[0] == f"Help on {kind}"


def test_kinds_have_their_article():
    with pytest.raises(TypeError, match=r", an int$"):
        xp.zeros(100, device=3)
    assert [with_article(v) for v in (1, [], 1.5, object())] == [
        *("an int", "a list", "a float", "an object"),
    ]
