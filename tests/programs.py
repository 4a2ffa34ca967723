"""Steps of random programs that mean the same in NumPy and here, for the stateful machine."""

import operator
from typing import Any

import numpy as np
from hypothesis import strategies as st
from writes import keys, whole_numbers

#: Few, so that programs are compiled seldom; most do not divide by a number of devices.
SHAPES = [(7,), (3, 4), (2, 3, 2), (8,), (4, 4), (1, 5), ()]
DTYPES = ["float64", "int64", "complex128", "int32"]
INPLACE = [operator.iadd, operator.isub, operator.imul]
MOST = 30
ORDERS = "CFAK"


@st.composite
def shapes_of(draw: st.DrawFn, size: int) -> tuple[int, ...]:
    """Draw a shape of `size` elements; one entry may be -1."""
    found: list[tuple[int, ...]] = [(size,), (-1,), (1, size)]
    if size:
        found += [(a, size // a) for a in range(2, size) if size % a == 0]
        found += [(-1, 2, 2)] if size % 4 == 0 else []
        found += [()] if size == 1 else []
    return draw(st.sampled_from(found))


@st.composite
def view_steps(draw: st.DrawFn, like: np.ndarray) -> Any:
    """Draw a function ``f(namespace, x)`` that makes a view where NumPy does."""
    ndim, shape = like.ndim, like.shape
    kinds = ["index"] * 4 + ["transpose", "T", "reshape", "ravel", "expand", "real", "imag"]
    kinds += ["squeeze", "broadcast", "view", "view", "whole"]
    kinds += ["diagonal", "swapaxes"] if ndim > 1 else []
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "transpose":
            axes = tuple(draw(st.permutations(range(ndim))))
            return lambda n, x: x.transpose(axes)
        case "T":
            return lambda n, x: x.T
        case "swapaxes":
            a, b = draw(st.integers(-ndim, ndim - 1)), draw(st.integers(-ndim, ndim - 1))
            return lambda n, x: x.swapaxes(a, b)
        case "reshape":
            new, order = draw(shapes_of(like.size)), draw(st.sampled_from("CCF"))
            return lambda n, x: x.reshape(new, order=order)
        case "ravel":
            order = draw(st.sampled_from(ORDERS))
            return lambda n, x: x.ravel(order)
        case "expand":
            at = draw(st.integers(0, ndim))
            key = (slice(None),) * at + (None,)
            return lambda n, x: x[key]
        case "squeeze":
            return lambda n, x: x.squeeze()
        case "diagonal":
            offset = draw(st.integers(-2, 2))
            a, b = draw(st.permutations(range(ndim)))[:2]
            return lambda n, x: x.diagonal(offset, a, b)
        case "broadcast":
            wide = tuple(draw(st.sampled_from([2, 3])) if n == 1 else n for n in shape)
            if ndim < 2 and like.size < 10:
                wide = (2, *wide)
            return lambda n, x: n.broadcast_to(x, wide)
        case "real":
            return lambda n, x: x.real
        case "imag" if like.dtype.kind == "c":
            return lambda n, x: x.imag
        case "view":
            # bits of numbers that are not whole would not be either
            names = ["float64", "complex128"] if like.dtype.kind in "fc" else ["int32", "int64"]
            dtype = draw(st.sampled_from(names))
            return lambda n, x: x.view(dtype)
        case "whole":
            return lambda n, x: x[...]
    key = draw(keys(shape))
    return lambda n, x: x[key]


@st.composite
def written_keys(draw: st.DrawFn, like: np.ndarray) -> Any:
    """Draw a key of any kind that is in range: basic, masks, index arrays with repetitions."""
    shape = like.shape
    kind = draw(st.sampled_from(["basic", "mask", "rows", "integers", "pairs", "mixed"]))
    seed = draw(st.integers(0, 99))
    rng = np.random.default_rng(seed)
    if kind == "mask":
        return rng.random(shape) < 0.5
    if kind == "rows" and shape:
        return rng.random(shape[:1]) < 0.5
    if kind == "integers" and shape and shape[0]:
        return rng.integers(-shape[0], shape[0], draw(st.sampled_from([(3,), (5,), (2, 2), (0,)])))
    if kind in ("pairs", "mixed") and len(shape) > 1 and 0 not in shape[:2]:
        first = rng.integers(0, shape[0], 4)
        if kind == "mixed":
            return (slice(None, None, -1), rng.integers(-shape[1], shape[1], 3))
        return (first, rng.integers(0, shape[1], draw(st.sampled_from([(4,), (1,), (2, 4)]))))
    return draw(keys(shape))


@st.composite
def bad_keys(draw: st.DrawFn, shape: tuple[int, ...]) -> Any:
    """Draw a key that is out of range for an array of `shape`."""
    many = (0,) * (len(shape) + 1)
    if not shape:
        return draw(st.sampled_from([many, 0]))
    n = shape[0]
    return draw(
        st.sampled_from(
            [n, -n - 1, many, np.array([0, n]), np.array([-n - 1]), np.ones(n + 1, bool)]
        )
    )


@st.composite
def values_for(draw: st.DrawFn, shape: tuple[int, ...], dtype: np.dtype) -> Any:
    """Draw what is written: a Python scalar, or an array that broadcasts to `shape`."""
    if draw(st.booleans()):
        return draw(st.integers(-3, 3))
    new = tuple(draw(st.sampled_from([1, n, n])) for n in shape)[draw(st.integers(0, len(shape))) :]
    kinds = ["int64", str(dtype)] if dtype.kind != "c" else ["float64", str(dtype)]
    return whole_numbers(draw(st.sampled_from(kinds)), new, draw(st.integers(0, 99)))


#: Functions and methods whose results are arrays of their own.
FUNCTIONS = {
    "negative": lambda n, x: -x,
    "double": lambda n, x: x * 2 + 1,
    "abs": lambda n, x: abs(x) if x.dtype.kind != "c" else x - 1,
    "sum": lambda n, x: n.sum(x),
    "sum0": lambda n, x: n.sum(x, axis=0) if x.ndim else n.sum(x),
    "max": lambda n, x: n.max(x, axis=-1) if x.ndim and x.shape[-1] and real(x) else n.sum(x),
    "any": lambda n, x: n.any(x, axis=0) if x.ndim else n.any(x),
    "positive": lambda n, x: x.real > 0,
    "sort": lambda n, x: n.sort(x, axis=0) if x.ndim and real(x) else x + 0,
    "cumsum": lambda n, x: n.cumulative_sum(x, axis=-1) if x.ndim else x + 0,
    "flip": lambda n, x: n.flip(x) + 1 if x.ndim else x + 1,
    "outer": lambda n, x: x[..., None] * x[:1] if x.ndim == 1 else x.T + 0,
    "matmul": lambda n, x: n.matmul(x.T, x) if x.ndim == 2 else x * x,
    "concat": lambda n, x: n.concat([x[:2], x]) if x.ndim else x + 0,
    "where": lambda n, x: n.where(x.real > 0, x, 1) if x.ndim else x + 0,
    "roll": lambda n, x: n.roll(x, 1, axis=0) if x.ndim else x + 0,
}


def real(x: Any) -> bool:
    """Whether an array is of a real dtype."""
    return x.dtype.kind in "iuf"
