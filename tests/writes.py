"""Random views and writes, made the same way of a NumPy array and of a sharded one."""

import operator
from typing import Any

import numpy as np
from hypothesis import strategies as st

#: Small, and mostly not divisible by a number of devices.
SHAPES = [(13,), (16,), (7, 5), (3, 8), (2, 3, 5), (1, 7), (4, 1, 3), ()]
DTYPES = ["float64", "int64", "float32", "complex128"]
INPLACE = [operator.iadd, operator.isub, operator.imul]


def whole_numbers(dtype: str, shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Make an array of small whole numbers, which every order of operations adds exactly."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(dtype)


@st.composite
def _slices(draw: st.DrawFn, size: int) -> slice:
    bound = st.none() | st.integers(-size - 1, size + 1)
    return slice(draw(bound), draw(bound), draw(st.sampled_from([None, 1, 2, 3, -1, -2, 5])))


@st.composite
def keys(draw: st.DrawFn, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Draw basic keys: integers, slices of any step, None and an ellipsis."""
    taken = draw(st.integers(0, len(shape)))
    key: list[Any] = []
    for size in shape[:taken]:
        choices = [_slices(size), st.just(slice(None)), st.just(slice(1, None))]
        if size:
            choices.append(st.integers(-size, size - 1))
        key.append(draw(st.one_of(choices)))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1]))):
        key.insert(draw(st.integers(0, len(key))), None)
    # with an ellipsis even integers alone give an array, not a scalar
    key.append(Ellipsis)
    if taken == len(shape) and draw(st.booleans()):
        key.insert(draw(st.integers(0, len(key) - 1)), key.pop())
    return tuple(key)


@st.composite
def views(draw: st.DrawFn, like: np.ndarray) -> Any:
    """Draw a function ``f(namespace, x)`` that makes a view of an array like `like`."""
    ndim, shape = like.ndim, like.shape
    kind = draw(
        st.sampled_from(["index"] * 4 + ["permute", "flip", "reshape", "expand", "squeeze", "T"])
    )
    if kind == "permute":
        axes = tuple(draw(st.permutations(range(ndim))))
        return lambda n, x: n.permute_dims(x, axes)
    if kind == "flip" and ndim:  # without dimensions NumPy makes a scalar
        axis = draw(st.none() | st.sampled_from(range(ndim)))
        return lambda n, x: n.flip(x, axis=axis)
    if kind == "expand":
        at = draw(st.integers(-ndim - 1, ndim))
        return lambda n, x: n.expand_dims(x, axis=at)
    if kind == "squeeze" and 1 in shape:
        at = shape.index(1)
        return lambda n, x: n.squeeze(x, axis=at)
    if kind == "T" and ndim == 2:
        return lambda n, x: x.T
    if kind == "reshape" and like.size:
        new = draw(st.sampled_from(_shapes_of(like.size)))
        # where NumPy copies there is no view to compare with
        if np.shares_memory(np.reshape(like, new), like):
            return lambda n, x: n.reshape(x, new)
    key = draw(keys(shape))
    return lambda n, x: x[key]


def _shapes_of(size: int) -> list[tuple[int, ...]]:
    found = [(size,), (1, size), (size, 1)]
    found += [(a, size // a) for a in range(2, size) if size % a == 0]
    return found


@st.composite
def chains(draw: st.DrawFn, like: np.ndarray, longest: int = 3) -> Any:
    """Draw several views in a row."""
    steps = []
    for _ in range(draw(st.integers(0, longest))):
        step = draw(views(like))
        like = step(np, like)
        steps.append(step)

    def view(n: Any, x: Any) -> Any:
        for step in steps:
            x = step(n, x)
        return x

    return view


@st.composite
def operands(draw: st.DrawFn, target: np.ndarray) -> Any:
    """Draw what is written: a Python scalar, or an array that broadcasts to `target`."""
    kind = draw(st.sampled_from(["scalar", "array", "broadcast"]))
    if kind == "scalar":
        return draw(st.integers(-3, 3))
    shape = target.shape
    if kind == "broadcast":
        shape = tuple(draw(st.sampled_from([1, n])) for n in shape)
        shape = shape[draw(st.integers(0, len(shape))) :]
    return whole_numbers(str(target.dtype), shape, draw(st.integers(0, 99)))


def overlapping(view: Any, target: np.ndarray) -> list[Any]:
    """Return views ``f(namespace, base)`` of the base that broadcast to its `view`."""
    found = [view]
    if target.ndim:
        found.append(lambda n, x: n.flip(view(n, x)))
        found.append(lambda n, x: view(n, x)[:1])
        found.append(lambda n, x: view(n, x)[-1:])
    return found
