"""Cases of polynomials and windows."""

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, array

from numpy_cases.case import case

# polynomials


def coefficients(draw, dtype="float64", most=5):
    return array(draw, dtype, (draw(st.integers(1, most)),), special=False)


@case("polyval", error=256, lies_as=1)
def polyval(draw, name):
    x = array(draw, draw(st.sampled_from(["float64", "float32", "int64"])), special=False)
    return Call((coefficients(draw, draw(st.sampled_from(["float64", "int64"]))), x))


@case("vander", error=64)
def vander(draw, name):
    x = array(draw, "numeric", (draw(st.sampled_from([3, 7, 2, 13, 1])),), special=False)
    x = x.astype(np.float64) if x.dtype.kind in "f" else x
    kwargs = {"increasing": draw(st.booleans())}
    return Call((x, draw(st.sampled_from([None, 0, 1, 4]))), kwargs)


@case("polyadd", "polysub", "polymul", error=16, may_replicate=True)
def two_polynomials(draw, name):
    return Call((coefficients(draw, most=13), coefficients(draw)))


@case("polyder", "polyint", error=16, may_replicate=True)
def calculus_of_polynomial(draw, name):
    p = coefficients(draw, most=13)
    args = [(p,), (p, 2)] + ([(p, 2, [1.0, 2.0])] if name == "polyint" else [])
    return Call(draw(st.sampled_from(args)))


@case("polyfit", error=1e5, may_replicate=True)
def polyfit(draw, name):
    n = draw(st.sampled_from([7, 13, 16]))
    x = np.linspace(-1, 2, n) + array(draw, "float64", (n,), special=False) / 100
    y = array(draw, "float64", draw(st.sampled_from([(n,), (n, 2)])), special=False)
    options = st.sampled_from([{}, {"full": True}, {"cov": True}, {"cov": "unscaled"}])
    kwargs = dict(draw(options))
    if draw(st.booleans()):
        kwargs["w"] = np.arange(n) / 4 + 1
    return Call((x, y, draw(st.integers(0, 3))), kwargs)


# windows


@case("bartlett", "blackman", "hamming", "hanning", error=4)
def window(draw, name):
    return Call((draw(st.sampled_from([0, 1, 2, 7, 13, 16, 5.5])),))


@case("kaiser", error=32)
def kaiser(draw, name):
    return Call((draw(st.sampled_from([0, 1, 2, 7, 16])), draw(st.sampled_from([0.0, 5, 14.0]))))
