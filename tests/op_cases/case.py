"""How a case is declared, how results lie, and what is drawn."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from sharray import strategies
from sharray._core.operation import KINDS, TABLE
from sharray._core.placement import default_spec


class Call(NamedTuple):
    """Arguments of a call; the NumPy arrays anywhere in them are put on devices."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = MappingProxyType({})


class Operand(NamedTuple):
    """How an array of a call lies, in our form of a spec."""

    shape: tuple[int, ...]
    spec: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Case:
    """One operation.

    Attributes
    ----------
    draw
        Draws a call: ``draw(draw_fn, mesh, name)``.
    oracle
        The same in NumPy.
    function
        What is called, if not the function of that name.
    error
        Largest error, in units of the precision of the result and the scale of the values.
    lies
        Returns the spec of a result from the operands, the call, its shape and the mesh; None
        where only quiet replication is ruled out.
    may_replicate
        Whether a result may be replicated although an operand is not.
    compare
        Replaces the comparison of values: ``compare(found, call)``, of NumPy arrays.
    """

    draw: Callable[..., Call]
    oracle: Callable[..., Any]
    function: Callable[..., Any] | None = None
    error: float = 0.0
    lies: Callable[..., Any] | None = None
    may_replicate: bool = False
    compare: Callable[..., None] | None = None


CASES: dict[str, Case] = {}


def of_numpy(name: str) -> Callable[..., Any]:
    """NumPy's function of the same, perhaps dotted, name."""
    return functools.reduce(getattr, name.split("."), np)


def case(*names: str, **fields: Any) -> Callable[..., Any]:
    """Declare the operations `names`, which are called as the decorated function draws."""
    oracle = fields.pop("oracle", None)

    def declare(draw: Callable[..., Call]) -> Callable[..., Call]:
        for name in names:
            assert name not in CASES, name
            CASES[name] = Case(draw, oracle or of_numpy(name), **fields)
        return draw

    return declare


# how results lie


def same(operands, call, shape, mesh):
    """As the first operand, dimension by dimension."""
    spec = operands[0].spec
    if not any(spec) and any(any(o.spec) for o in operands):
        return None  # it may as well lie as another operand
    if len(spec) != len(shape):
        return None
    if any(m == 1 != n for m, n in zip(operands[0].shape, shape, strict=True)):
        return None  # a dimension that was of one element has nothing to follow
    return spec


def reduced(operands, call, shape, mesh):
    """As the operand, without the axes that are gone."""
    x = operands[0]
    axis = call.kwargs.get("axis")
    ndim = len(x.shape)
    every = range(ndim) if axis is None else np.atleast_1d(axis) % max(ndim, 1)
    gone = {int(a) for a in every}
    if call.kwargs.get("keepdims"):
        return tuple(() if d in gone else x.spec[d] for d in range(ndim))
    return tuple(x.spec[d] for d in range(ndim) if d not in gone)


def default(operands, call, shape, mesh):
    """As a new array: where `device` says, or by default."""
    device = call.kwargs.get("device")
    if device is None:
        return default_spec(shape, mesh)
    return spec_of(device, len(shape))


def like(operands, call, shape, mesh):
    """As the operand, unless `device` says."""
    device = call.kwargs.get("device")
    return operands[0].spec if device is None else spec_of(device, len(shape))


def spec_of(sharding, ndim):
    entries = [() if e is None else (e,) if isinstance(e, str) else tuple(e) for e in sharding.spec]
    return tuple(entries) + ((),) * (ndim - len(entries))


# what is drawn


def kinds_of(name: str) -> str:
    return TABLE[name].kinds if name in TABLE else "all"


def array(draw, kinds="all", shape=None, *, special=True, min_dims=0, max_dims=3):
    """Draw a NumPy array; special values in complex arithmetic are nobody's contract."""
    dtype = draw(strategies.dtypes(kinds)) if isinstance(kinds, str) and kinds in KINDS else kinds
    if shape is None:
        shape = draw(strategies.shapes(min_dims, max_dims))
    dtype = np.dtype(dtype)
    return draw(strategies.values(dtype, shape, special=special and dtype.kind != "c"))


def an_axis(draw, ndim):
    return draw(st.integers(-ndim, ndim - 1))


def axes_or_none(draw, ndim):
    one = st.integers(-ndim, ndim - 1) if ndim else st.nothing()
    several = st.lists(st.integers(0, ndim - 1), unique=True, max_size=ndim).map(tuple)
    return draw(st.none() | one | (several if ndim else st.just(())))


def a_device(draw, ndim, mesh):
    return draw(st.none() | strategies.shardings(ndim, mesh))


def side(draw, least=0):
    return draw(st.sampled_from([n for n in strategies.SIDES if n >= least]))


def small_shape(draw, min_dims=0, max_dims=2):
    return draw(strategies.shapes(min_dims, max_dims, sides=(3, 2, 7, 1, 0)))
