"""Cases of creation functions and data types."""

import numpy as np
from hypothesis import strategies as st

from op_cases.case import Call, a_device, array, case, default, like, same, side
from sharray import strategies

# creation


@case("zeros", "ones", lies=default)
def filled(draw, mesh, name):
    shape = draw(strategies.shapes())
    kwargs = {"dtype": draw(strategies.dtypes()), "device": a_device(draw, len(shape), mesh)}
    return Call((draw(st.sampled_from([shape, shape])),), kwargs)


@case("empty", lies=default, oracle=lambda shape, *, dtype: np.zeros(shape, dtype))
def emptied(draw, mesh, name):
    return filled(draw, mesh, name)


@case("full", lies=default)
def full(draw, mesh, name):
    shape = draw(strategies.shapes())
    value = draw(st.sampled_from([0, 1, True, 2.5, -0.0, float("nan"), 1 - 2j, -7]))
    kinds = "complex" if isinstance(value, complex) else "floating-point"
    dtype = draw(st.none() | strategies.dtypes(kinds))
    return Call((shape, value), {"dtype": dtype, "device": a_device(draw, len(shape), mesh)})


@case("zeros_like", "ones_like", lies=like)
def filled_like(draw, mesh, name):
    x = array(draw)
    dtype = draw(st.none() | strategies.dtypes())
    return Call((x,), {"dtype": dtype, "device": a_device(draw, x.ndim, mesh)})


@case("empty_like", lies=like, oracle=lambda x, dtype: np.zeros_like(x, dtype))
def emptied_like(draw, mesh, name):
    return filled_like(draw, mesh, name)


@case("full_like", lies=like)
def full_like(draw, mesh, name):
    x = array(draw)
    return Call((x, draw(st.integers(0, 100))), {"device": a_device(draw, x.ndim, mesh)})


@case("arange", lies=default, error=4)
def arange(draw, mesh, name):
    whole = draw(st.booleans())
    number = st.integers(-20, 20) if whole else st.integers(-80, 80).map(lambda n: n / 4)
    dtype = draw(st.none() | strategies.dtypes("real" if whole else "real floating"))
    unsigned = dtype is not None and dtype.kind == "u"
    start, stop = draw(number), draw(number)
    step = draw(number.filter(bool))
    if unsigned:
        start, stop = sorted((abs(start), abs(stop)))
        step = abs(step)
    args = draw(st.sampled_from([(start, stop, step), (start, stop), (stop,)]))
    return Call(args, {"dtype": dtype, "device": a_device(draw, 1, mesh)})


@case("linspace", lies=default, error=4)
def linspace(draw, mesh, name):
    args = (draw(st.integers(-9, 9)), draw(st.integers(-9, 9) | st.just(2.5)), side(draw))
    dtype = draw(st.none() | strategies.dtypes("floating-point"))
    kwargs = {"endpoint": draw(st.booleans()), "dtype": dtype, "device": a_device(draw, 1, mesh)}
    return Call(args, kwargs)


@case("eye", lies=default, oracle=lambda n, m=None, **kw: np.eye(n, m, **kw))
def eye(draw, mesh, name):
    args = (side(draw), draw(st.none() | st.sampled_from(strategies.SIDES)))
    kwargs = {"k": draw(st.integers(-4, 4)), "dtype": draw(strategies.dtypes())}
    return Call(args, {**kwargs, "device": a_device(draw, 2, mesh)})


class Plain:
    """A NumPy array that is passed as it is, not put on devices."""

    def __init__(self, value):
        self.value = value


@case("asarray", "from_dlpack", lies=default, oracle=lambda x, *, dtype=None: np.asarray(x, dtype))
def converted(draw, mesh, name):
    x = array(draw)
    kwargs = {"device": a_device(draw, x.ndim, mesh)}
    if name == "asarray":
        kwargs["dtype"] = draw(st.sampled_from([None, np.dtype(np.complex128)]))
    return Call((Plain(x),), kwargs)


@case("tril", "triu", lies=same)
def triangle(draw, mesh, name):
    return Call((array(draw, min_dims=2),), {"k": draw(st.integers(-8, 8))})


@case("meshgrid", may_replicate=True)
def meshgrid(draw, mesh, name):
    dtype = draw(strategies.dtypes())
    vectors = [array(draw, dtype, (side(draw),)) for _ in range(draw(st.integers(1, 3)))]
    return Call(tuple(vectors), {"indexing": draw(st.sampled_from(["xy", "ij"]))})


# data types


@case("astype", lies=like, oracle=lambda x, dtype, copy=True: x.astype(dtype, copy=copy))
def astype(draw, mesh, name):
    x = array(draw, special=False)
    reachable = [d for d in map(np.dtype, ("c16", "c8", "f8", "f4", "i8", "i2", "?"))
                 if d.kind in "c?b" or x.dtype.kind != "c"]  # fmt: skip
    kwargs = {"copy": draw(st.booleans()), "device": a_device(draw, x.ndim, mesh)}
    return Call((x, draw(st.sampled_from(reachable))), kwargs)
