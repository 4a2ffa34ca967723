"""Cases of functions of each element by itself."""

from hypothesis import strategies as st
from op_cases import Call, array

from numpy_cases.case import case


@case("clip")
def clip(draw, name):
    x = array(draw, "real", special=False)
    low = draw(st.sampled_from([None, 1, array(draw, "real", x.shape, special=False)]))
    high = draw(st.sampled_from([None, 3, 2.5]))
    return draw(st.sampled_from([Call((x, low, high)), Call((x,), {"min": low, "max": high})]))


@case("round", "around", error=8)
def rounding(draw, name):
    return Call((array(draw, "numeric", special=False), draw(st.integers(-2, 3))))


@case("fix", "sinc", error=8)
def of_real(draw, name):
    return Call((array(draw, "real", special=name == "fix"),))


@case("i0", error=16)
def i0(draw, name):
    return Call((array(draw, "real", special=False),))


@case("angle", error=8)
def angle(draw, name):
    return Call((array(draw, "numeric"),), {"deg": draw(st.booleans())})


@case("real", "imag")
def part(draw, name):
    return Call((array(draw, "all"),))


@case("real_if_close")
def real_if_close(draw, name):
    x = array(draw, "all", special=False)
    return Call((x.real.astype(x.dtype) if draw(st.booleans()) else x,))
