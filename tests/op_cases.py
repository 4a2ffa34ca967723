"""How each operation is called, what NumPy says, and how its result must lie.

A case is declared once, for a family of operations of one form; `test_ops` draws calls from it,
`test_coverage` proves that none is missing.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy
from sharray import testing
from sharray._ops.table import KINDS, TABLE
from sharray._placement import default_spec


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
    dtype = draw(testing.dtypes(kinds)) if isinstance(kinds, str) and kinds in KINDS else kinds
    if shape is None:
        shape = draw(testing.shapes(min_dims, max_dims))
    dtype = np.dtype(dtype)
    return draw(testing.values(dtype, shape, special=special and dtype.kind != "c"))


def an_axis(draw, ndim):
    return draw(st.integers(-ndim, ndim - 1))


def axes_or_none(draw, ndim):
    one = st.integers(-ndim, ndim - 1) if ndim else st.nothing()
    several = st.lists(st.integers(0, ndim - 1), unique=True, max_size=ndim).map(tuple)
    return draw(st.none() | one | (several if ndim else st.just(())))


def a_device(draw, ndim, mesh):
    return draw(st.none() | testing.shardings(ndim, mesh))


def side(draw, least=0):
    return draw(st.sampled_from([n for n in testing.SIDES if n >= least]))


def small_shape(draw, min_dims=0, max_dims=2):
    return draw(testing.shapes(min_dims, max_dims, sides=(3, 2, 7, 1, 0)))


# creation


@case("zeros", "ones", lies=default)
def filled(draw, mesh, name):
    shape = draw(testing.shapes())
    kwargs = {"dtype": draw(testing.dtypes()), "device": a_device(draw, len(shape), mesh)}
    return Call((draw(st.sampled_from([shape, shape])),), kwargs)


@case("empty", lies=default, oracle=lambda shape, *, dtype: np.zeros(shape, dtype))
def emptied(draw, mesh, name):
    return filled(draw, mesh, name)


@case("full", lies=default)
def full(draw, mesh, name):
    shape = draw(testing.shapes())
    value = draw(st.sampled_from([0, 1, True, 2.5, -0.0, float("nan"), 1 - 2j, -7]))
    kinds = "complex" if isinstance(value, complex) else "floating-point"
    dtype = draw(st.none() | testing.dtypes(kinds))
    return Call((shape, value), {"dtype": dtype, "device": a_device(draw, len(shape), mesh)})


@case("zeros_like", "ones_like", lies=like)
def filled_like(draw, mesh, name):
    x = array(draw)
    dtype = draw(st.none() | testing.dtypes())
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
    dtype = draw(st.none() | testing.dtypes("real" if whole else "real floating"))
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
    dtype = draw(st.none() | testing.dtypes("floating-point"))
    kwargs = {"endpoint": draw(st.booleans()), "dtype": dtype, "device": a_device(draw, 1, mesh)}
    return Call(args, kwargs)


@case("eye", lies=default, oracle=lambda n, m=None, **kw: np.eye(n, m, **kw))
def eye(draw, mesh, name):
    args = (side(draw), draw(st.none() | st.sampled_from(testing.SIDES)))
    kwargs = {"k": draw(st.integers(-4, 4)), "dtype": draw(testing.dtypes())}
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
    dtype = draw(testing.dtypes())
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


# elementwise, but made of two operations


@case("clip", lies=same)
def clip(draw, mesh, name):
    x = array(draw, "real")
    shape = tuple(draw(st.sampled_from([n, 1])) for n in x.shape)
    low = st.sampled_from([None, -1, array(draw, x.dtype, shape, special=False)])
    if x.dtype.kind == "u":
        low = st.sampled_from([None, 1])
    return Call((x, draw(low), draw(st.sampled_from([None, 2, 3]))))


# statistics, searching, utility


def reduction(draw, kinds, *, shape=None, keepdims=True, special=True):
    x = array(draw, kinds, shape, special=special)
    kwargs = {"axis": axes_or_none(draw, x.ndim)}
    if keepdims:
        kwargs["keepdims"] = draw(st.booleans())
    return Call((x,), kwargs)


def of_reduction(draw, mesh, name):
    return reduction(draw, kinds_of(name))


case("all", "any", "count_nonzero", lies=reduced, may_replicate=True)(of_reduction)


@case("sum", "prod", lies=reduced, may_replicate=True, error=256)
def total(draw, mesh, name):
    shape = small_shape(draw) if name == "prod" else None
    made = reduction(draw, "numeric", shape=shape, special=name == "sum")
    return Call(made.args, {**made.kwargs, "dtype": draw(st.none() | st.just(np.dtype("c16")))})


def nonempty(draw, mesh, name, kinds=None, one_axis=False):
    shape = draw(testing.shapes(sides=[n for n in testing.SIDES if n]))
    made = reduction(draw, kinds or kinds_of(name), shape=shape)
    if one_axis:
        made.kwargs["axis"] = draw(st.none() | st.integers(-len(shape), len(shape) - 1)) \
            if shape else None  # fmt: skip
    return made


case("max", "min", lies=reduced, may_replicate=True)(nonempty)


@case("argmax", "argmin", lies=reduced, may_replicate=True)
def extreme_index(draw, mesh, name):
    return nonempty(draw, mesh, name, one_axis=True)


@case("mean", lies=reduced, may_replicate=True, error=256)
def mean(draw, mesh, name):
    return nonempty(draw, mesh, name, "numeric")


@case("var", "std", lies=reduced, may_replicate=True, error=256)
def spread(draw, mesh, name):
    made = nonempty(draw, mesh, name, "floating-point")
    return Call(made.args, {**made.kwargs, "correction": draw(st.sampled_from([0.0, 1, 0.5]))})


@case("cumulative_sum", "cumulative_prod", lies=same, error=512)
def cumulative(draw, mesh, name):
    shape = small_shape(draw, 1) if name.endswith("prod") else draw(testing.shapes(1))
    x = array(draw, "numeric", shape, special=False)
    return Call((x,), {"axis": an_axis(draw, x.ndim), "include_initial": draw(st.booleans())})


@case("diff", lies=same, error=16,
      oracle=lambda x, axis, n, prepend, append: np.diff(
          x, n, axis, **{k: v for k, v in (("prepend", prepend), ("append", append))
                         if v is not None}))  # fmt: skip
def diff(draw, mesh, name):
    x = array(draw, "numeric", min_dims=1)
    axis = an_axis(draw, x.ndim)
    kwargs = {"axis": axis, "n": draw(st.integers(0, 3))}
    for end in ("prepend", "append"):
        shape = list(x.shape)
        shape[axis] = draw(st.sampled_from([1, 2]))
        kwargs[end] = array(draw, x.dtype, tuple(shape)) if draw(st.booleans()) else None
    return Call((x,), kwargs)


@case("nonzero")
def nonzero(draw, mesh, name):
    return Call((array(draw, min_dims=1),))


@case("searchsorted")
def searchsorted(draw, mesh, name):
    dtype = draw(testing.dtypes("real"))
    sorted_ = array(draw, dtype, (side(draw),))
    kwargs = {"side": draw(st.sampled_from(["left", "right"]))}
    if draw(st.booleans()):
        kwargs["sorter"] = np.argsort(sorted_)
    else:
        sorted_ = np.sort(sorted_)
    return Call((sorted_, array(draw, dtype)), kwargs)


# sorting and sets


def _descending(x, axis, descending, stable):
    if not descending:
        return np.argsort(x, axis=axis, stable=stable)
    backwards = np.argsort(np.flip(x, axis), axis=axis, stable=True)
    return x.shape[axis] - 1 - np.flip(backwards, axis)


def _sorted(x, axis, descending, stable):
    made = np.sort(x, axis=axis)
    return np.flip(made, axis) if descending else made


def ordering(draw, mesh, name):
    x = array(draw, "all", min_dims=1)
    flags = {"descending": draw(st.booleans()), "stable": draw(st.just(True))}
    return Call((x,), {"axis": an_axis(draw, x.ndim), **flags})


case("sort", lies=same, oracle=_sorted)(ordering)
case("argsort", lies=same, oracle=_descending)(ordering)


@case("unique_all", "unique_counts", "unique_inverse")
def unique(draw, mesh, name):
    return Call((array(draw),))


# NumPy's unique_values does not sort
case("unique_values", oracle=lambda x: np.unique(x, equal_nan=False))(unique)


@case("isin", lies=same)
def isin(draw, mesh, name):
    dtype = draw(testing.dtypes())
    x2 = array(draw, dtype) if draw(st.booleans()) else array(draw, dtype, ()).item()
    return Call((array(draw, dtype), x2), {"invert": draw(st.booleans())})


# manipulation


@case("permute_dims", lies=lambda o, call, shape, mesh: tuple(
    o[0].spec[a % max(len(shape), 1)] for a in call.args[1]))  # fmt: skip
def permute_dims(draw, mesh, name):
    x = array(draw)
    return Call((x, tuple(draw(st.permutations(range(x.ndim))))))


@case("matrix_transpose", "linalg.matrix_transpose", lies=lambda o, call, shape, mesh: (
    *o[0].spec[:-2], o[0].spec[-1], o[0].spec[-2]))  # fmt: skip
def matrix_transpose(draw, mesh, name):
    return Call((array(draw, min_dims=2),))


def _moved(operands, call, shape, mesh):
    order = np.moveaxis(np.zeros(tuple(range(1, len(shape) + 1))), *call.args[1:]).shape
    return tuple(operands[0].spec[n - 1] for n in order)


@case("moveaxis", lies=_moved)
def moveaxis(draw, mesh, name):
    x = array(draw, min_dims=1)
    if draw(st.booleans()):
        return Call((x, an_axis(draw, x.ndim), an_axis(draw, x.ndim)))
    n = draw(st.integers(0, x.ndim))
    first, last = draw(st.permutations(range(x.ndim))), draw(st.permutations(range(x.ndim)))
    return Call((x, tuple(first[:n]), tuple(last[:n])))


def _expanded(operands, call, shape, mesh):
    spec = list(operands[0].spec)
    axes = np.atleast_1d(call.kwargs["axis"]) % len(shape)
    for a in sorted(axes.tolist()):
        spec.insert(a, ())
    return tuple(spec)


@case("expand_dims", lies=_expanded)
def expand_dims(draw, mesh, name):
    x = array(draw)
    if draw(st.booleans()):
        return Call((x,), {"axis": draw(st.integers(-x.ndim - 1, x.ndim))})
    n = x.ndim + 2
    return Call((x,), {"axis": tuple(draw(st.permutations(range(n)))[:2])})


def _squeezed(operands, call, shape, mesh):
    spec = operands[0].spec
    gone = {a % len(spec) for a in np.atleast_1d(call.kwargs["axis"]).tolist()}
    return tuple(names for d, names in enumerate(spec) if d not in gone)


@case("squeeze", lies=_squeezed)
def squeeze(draw, mesh, name):
    shape = list(draw(testing.shapes(0, 2)))
    at = draw(st.integers(0, len(shape)))
    shape.insert(at, 1)
    x = array(draw, "all", tuple(shape))
    return Call((x,), {"axis": draw(st.sampled_from([at, (at,), at - len(shape)]))})


@case("flip", lies=same)
def flip(draw, mesh, name):
    x = array(draw)
    return Call((x,), {"axis": axes_or_none(draw, x.ndim)})


@case("roll", lies=same)
def roll(draw, mesh, name):
    x = array(draw)
    shift = st.integers(-20, 20)
    if not x.ndim or draw(st.booleans()):
        return Call((x, draw(shift)), {"axis": None})
    axes = tuple(draw(st.lists(st.integers(-x.ndim, x.ndim - 1), min_size=1, max_size=2)))
    return Call((x, tuple(draw(shift) for _ in axes)), {"axis": axes})


def _broadcast(operands, call, shape, mesh):
    x = operands[0]
    lead = len(shape) - len(x.shape)
    kept = [s if n == m else () for s, n, m in zip(x.spec, x.shape, shape[lead:], strict=True)]
    return ((),) * lead + tuple(kept)


@case("broadcast_to", lies=_broadcast, may_replicate=True)
def broadcast_to(draw, mesh, name):
    x = array(draw, max_dims=2)
    rest = tuple(side(draw) if n == 1 else n for n in x.shape)
    return Call((x, (*draw(testing.shapes(0, 1)), *rest)))


@case("broadcast_arrays", may_replicate=True)
def broadcast_arrays(draw, mesh, name):
    shape = draw(testing.shapes())
    made = []
    for _ in range(draw(st.integers(1, 3))):
        cut = shape[draw(st.integers(0, len(shape))) :]
        made.append(array(draw, "all", tuple(draw(st.sampled_from([n, 1])) for n in cut)))
    return Call(tuple(made))


@case("unstack", lies=reduced, may_replicate=True, oracle=np.unstack)
def unstack(draw, mesh, name):
    x = array(draw, shape=(*small_shape(draw, 1), side(draw))[: draw(st.integers(1, 3))])
    return Call((x,), {"axis": an_axis(draw, x.ndim)})


@case("concat")
def concat(draw, mesh, name):
    shape = draw(testing.shapes(1))
    axis = an_axis(draw, len(shape)) if draw(st.integers(0, 3)) else None
    dtypes = [draw(testing.dtypes()) for _ in range(draw(st.integers(1, 3)))]
    made = []
    for dtype in dtypes:
        one = list(shape) if axis is not None else list(draw(testing.shapes()))
        if axis is not None:
            one[axis] = side(draw)
        made.append(array(draw, dtype, tuple(one)))
    return Call((made,), {"axis": axis})


def _stacked(operands, call, shape, mesh):
    if any(o.spec != operands[0].spec for o in operands):
        return None
    spec = list(operands[0].spec)
    spec.insert(call.kwargs["axis"] % len(shape), ())
    return tuple(spec)


@case("stack", lies=_stacked)
def stack(draw, mesh, name):
    shape = draw(testing.shapes(0, 2))
    made = [array(draw, "all", shape) for _ in range(draw(st.integers(1, 3)))]
    return Call((made,), {"axis": draw(st.integers(-len(shape) - 1, len(shape)))})


@case("tile")
def tile(draw, mesh, name):
    x = array(draw, shape=small_shape(draw))
    repetitions = tuple(draw(st.lists(st.sampled_from([2, 1, 3, 0]), max_size=3)))
    return Call((x, repetitions))


@case("repeat")
def repeat(draw, mesh, name):
    x = array(draw, shape=small_shape(draw, 1))
    axis = draw(st.none() | st.integers(-x.ndim, x.ndim - 1))
    n = x.size if axis is None else x.shape[axis]
    times = st.integers(0, 3)
    repeats = draw(times) if draw(st.booleans()) else np.array(
        draw(st.lists(times, min_size=n, max_size=n)), np.int64)  # fmt: skip
    return Call((x, repeats), {"axis": axis})


@case("reshape", oracle=lambda x, shape, copy=None: np.reshape(x, shape))
def reshape(draw, mesh, name):
    x = array(draw)
    shapes = [(-1,), (1, -1), (x.size, 1)] if x.size else [(0,), (3, 0), (0, 7, 2)]
    shapes.append(x.shape[::-1])
    if x.ndim > 1:
        shapes.append((x.shape[0] * x.shape[1], *x.shape[2:]))
    for n in (2, 3, 13):
        if x.size and x.size % n == 0:
            shapes += [(n, x.size // n), (x.size // n, n)]
    return Call((x, draw(st.sampled_from(shapes))), {"copy": draw(st.sampled_from([None, True]))})


# indexing


@case("take", oracle=lambda x, i, axis: np.take(x, i, axis))
def take(draw, mesh, name):
    x = array(draw, min_dims=1)
    axis = an_axis(draw, x.ndim)
    n = x.shape[axis]
    length = side(draw) if n else 0
    index = st.lists(st.integers(-n, n - 1), min_size=length, max_size=length) if n else st.just([])
    dtype = draw(testing.dtypes("integer").filter(lambda d: d.kind == "i"))
    return Call((x, np.array(draw(index), dtype)), {"axis": axis})


@case("take_along_axis", oracle=lambda x, i, axis: np.take_along_axis(x, i, axis))
def take_along_axis(draw, mesh, name):
    x = array(draw, min_dims=1)
    axis = an_axis(draw, x.ndim)
    n = x.shape[axis]
    shape = list(x.shape)
    shape[axis] = side(draw) if n else 0
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    return Call((x, rng.integers(-n, max(n, 1), shape)), {"axis": axis})


# linear algebra


def two(draw, name, first, second, kinds="numeric"):
    dtypes = st.tuples(testing.dtypes(kinds), testing.dtypes(kinds)).filter(
        lambda pair: np.result_type(*pair).kind in KINDS[kinds])  # fmt: skip
    one, other = draw(dtypes)
    return array(draw, one, first, special=False), array(draw, other, second, special=False)


@case("matmul", "linalg.matmul", oracle=np.matmul, error=64, may_replicate=True)
def matmul(draw, mesh, name):
    n, m, k = side(draw), side(draw), side(draw)
    batch = draw(testing.shapes(0, 1))
    first = draw(st.sampled_from([(n, k), (k,), (*batch, n, k)]))
    second = draw(st.sampled_from([(k, m), (k,), (*batch, k, m)]))
    return Call(two(draw, name, first, second))


@case("tensordot", "linalg.tensordot", oracle=np.tensordot, error=256, may_replicate=True)
def tensordot(draw, mesh, name):
    a, b, c, d = side(draw), side(draw), side(draw), side(draw, 1)
    first, second, axes = draw(st.sampled_from([
        ((a, b), (b, c), 1), ((a, b), (a, b), 2), ((a,), (c,), 0),
        ((a, b, d), (b, a), ([1, 0], [0, 1])), ((a, b), (c, a), ((0,), (1,))),
        ((a, b), (d, b), ([-1], [-1])),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axes": axes})


@case("vecdot", "linalg.vecdot", oracle=np.vecdot, error=64, may_replicate=True)
def vecdot(draw, mesh, name):
    n, m, k = side(draw), side(draw), side(draw)
    first, second, axis = draw(st.sampled_from([
        ((n,), (n,), -1), ((m, n), (n,), -1), ((m, n), (1, n), -1), ((n, m), (n, m), -2),
        ((k, n, m), (n, m), -2),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axis": axis})


@case("linalg.outer", error=4)
def outer(draw, mesh, name):
    return Call(two(draw, name, (side(draw),), (side(draw),)))


@case("linalg.cross", error=16)
def cross(draw, mesh, name):
    n, m = side(draw), side(draw)
    first, second, axis = draw(st.sampled_from([
        ((3,), (3,), -1), ((n, 3), (n, 3), -1), ((3, n), (3, n), -2), ((m, n, 3), (n, 3), -1),
        ((n, 3), (1, 3), -1),
    ]))  # fmt: skip
    return Call(two(draw, name, first, second), {"axis": axis})


@case("linalg.diagonal")
def diagonal(draw, mesh, name):
    return Call((array(draw, min_dims=2),), {"offset": draw(st.integers(-8, 8))})


@case("linalg.trace", error=64, may_replicate=True)
def trace(draw, mesh, name):
    x = array(draw, "numeric", min_dims=2, special=False)
    return Call((x,), {"offset": draw(st.integers(-8, 8))})


@case("linalg.vector_norm", error=256, lies=reduced, may_replicate=True)
def vector_norm(draw, mesh, name):
    orders = st.sampled_from([2, 1, 0, 3, 2.5, np.inf, -np.inf])
    made = nonempty(draw, mesh, name, "floating-point")
    return Call(made.args, {**made.kwargs, "ord": draw(orders)})


@case("linalg.matrix_norm", error=256, may_replicate=True)
def matrix_norm(draw, mesh, name):
    shape = draw(testing.shapes(2, 3, sides=(3, 7, 2, 13, 1)))
    x = array(draw, "floating-point", shape, special=False)
    order = draw(st.sampled_from(["fro", "nuc", 1, 2, np.inf, -1, -2, -np.inf]))
    return Call((x,), {"keepdims": draw(st.booleans()), "ord": order})


def matrices(draw, *, square=True, hermitian=False, positive=False):
    """Draw well-conditioned matrices, in stacks too."""
    dtype = draw(testing.dtypes("floating-point"))
    n = draw(st.sampled_from([3, 2, 7, 13, 1]))
    m = n if square else draw(st.sampled_from([3, 2, 7, 13, 1]))
    batch = draw(st.sampled_from([(), (), (3,), (9,), (2, 3), (0,)]))
    x = array(draw, dtype, (*batch, n, m), special=False)
    if hermitian:
        x = x + np.conj(np.swapaxes(x, -1, -2))
    if positive:
        x = x @ np.conj(np.swapaxes(x, -1, -2))
    if square:
        x = x + 4 * n * np.eye(n, dtype=dtype)
    return x.astype(dtype)


def of_square(draw, mesh, name):
    return Call((matrices(draw),))


case("linalg.inv", error=1e3, may_replicate=True)(of_square)
case("linalg.det", error=1e3, may_replicate=True)(of_square)
case("linalg.slogdet", error=1e3, may_replicate=True)(of_square)


@case("linalg.cholesky", error=1e3)
def cholesky(draw, mesh, name):
    return Call((matrices(draw, positive=True),), {"upper": draw(st.booleans())})


@case("linalg.eigvalsh", error=1e3)
def eigvalsh(draw, mesh, name):
    return Call((matrices(draw, hermitian=True),))


def _column(values, vectors):
    return vectors * values[..., None, :]


def _check_eigen(found, call):
    (x,) = call.args
    values, vectors = found
    scale = 16 * np.abs(x).max(initial=1)
    eps = 64 * np.finfo(x.dtype).eps * scale * x.shape[-1]
    np.testing.assert_allclose(x @ vectors, _column(values, vectors), rtol=0, atol=eps)
    length = np.sum(np.abs(vectors) ** 2, axis=-2)
    np.testing.assert_allclose(length, np.ones_like(length), rtol=1e-5)


@case("linalg.eigh", compare=_check_eigen)
def eigh(draw, mesh, name):
    return eigvalsh(draw, mesh, name)


# NumPy gives real eigenvalues where all are; the standard always complex ones
def _complex(x):
    return x.astype(np.result_type(x.dtype, np.complex64), copy=False)


case("linalg.eig", compare=_check_eigen,
     oracle=lambda x: tuple(map(_complex, np.linalg.eig(x))))(of_square)  # fmt: skip


def _check_eigvals(found, call):
    expected = np.sort_complex(np.round(np.linalg.eigvals(call.args[0]), 2))
    np.testing.assert_allclose(
        np.sum(found, axis=-1), np.sum(expected, axis=-1), rtol=0, atol=0.02 * 13
    )
    product = np.linalg.det(call.args[0])
    np.testing.assert_allclose(
        np.prod(found, axis=-1), product, rtol=1e4 * np.finfo(found.dtype).eps
    )


case("linalg.eigvals", compare=_check_eigvals, oracle=lambda x: _complex(np.linalg.eigvals(x)))(
    of_square
)


@case("linalg.matrix_power", error=1e3)
def matrix_power(draw, mesh, name):
    return Call((matrices(draw), draw(st.integers(-2, 4))))


@case("linalg.matrix_rank", may_replicate=True)
def matrix_rank(draw, mesh, name):
    x = matrices(draw, square=False)
    if x.shape[-1] > 1 and draw(st.booleans()):
        x[..., 1] = x[..., 0]
    return Call((x,), {"rtol": draw(st.sampled_from([None, 1e-3]))})


@case("linalg.pinv", error=1e4)
def pinv(draw, mesh, name):
    return Call((matrices(draw),), {"rtol": draw(st.sampled_from([None, 1e-3]))})


def _check_qr(found, call):
    (x,) = call.args
    q, r = found
    eps = 256 * np.finfo(x.dtype).eps * np.abs(x).max(initial=1)
    np.testing.assert_allclose(q @ r, x, rtol=0, atol=eps)
    np.testing.assert_allclose(r, np.triu(r), rtol=0, atol=0)
    gram = np.conj(np.swapaxes(q, -1, -2)) @ q
    np.testing.assert_allclose(gram, np.broadcast_to(np.eye(q.shape[-1]), gram.shape), atol=eps)


@case("linalg.qr", compare=_check_qr)
def qr(draw, mesh, name):
    x = matrices(draw, square=False)
    return Call((x,), {"mode": draw(st.sampled_from(["reduced", "complete"]))})


@case("linalg.solve", error=1e3)
def solve(draw, mesh, name):
    x1 = matrices(draw)
    n = x1.shape[-1]
    shape = draw(st.sampled_from([(n,), (*x1.shape[:-1], 2), (n, 3)]))
    return Call((x1, array(draw, x1.dtype, shape, special=False)))


def _check_svd(found, call):
    (x,) = call.args
    u, s, vh = found
    k = s.shape[-1]
    eps = 256 * np.finfo(x.dtype).eps * np.abs(x).max(initial=1) * max(x.shape[-2:])
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x, atol=eps, rtol=0)
    np.testing.assert_allclose(s, np.linalg.svdvals(x), atol=eps, rtol=0)


@case("linalg.svd", compare=_check_svd)
def svd(draw, mesh, name):
    x = matrices(draw, square=False)
    return Call((x,), {"full_matrices": draw(st.booleans())})


@case("linalg.svdvals", error=1e3)
def svdvals(draw, mesh, name):
    return Call((matrices(draw, square=False),))


# Fourier transforms


@case("fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.hfft", "fft.ihfft", error=256)
def transform(draw, mesh, name):
    kinds = kinds_of(name)
    x = array(draw, kinds, draw(testing.shapes(1, 3, sides=(3, 7, 2, 13, 16))), special=False)
    kwargs = {"axis": an_axis(draw, x.ndim), "n": draw(st.sampled_from([None, None, 5, 16]))}
    kwargs["norm"] = draw(st.sampled_from(["backward", "ortho", "forward"]))
    return Call((x,), kwargs)


@case("fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn", error=256)
def transforms(draw, mesh, name):
    x = array(draw, kinds_of(name), draw(testing.shapes(1, 3, sides=(3, 7, 2, 13))), special=False)
    axes = draw(st.sampled_from([None, (0,), tuple(range(x.ndim)), (-1,)]))
    s = None if axes is None or draw(st.booleans()) else (5,) * len(axes)
    norm = draw(st.sampled_from(["backward", "ortho", "forward"]))
    return Call((x,), {"s": s, "axes": axes, "norm": norm})


def _frequency(fn):
    return lambda n, d=1.0, dtype=None: fn(n, d).astype(dtype or np.float64)


def frequencies(draw, mesh, name):
    dtype = draw(st.none() | testing.dtypes("real floating"))
    kwargs = {"d": draw(st.sampled_from([1.0, 0.25])), "dtype": dtype}
    return Call((side(draw, 1),), {**kwargs, "device": a_device(draw, 1, mesh)})


case("fft.fftfreq", lies=default, oracle=_frequency(np.fft.fftfreq))(frequencies)
case("fft.rfftfreq", lies=default, oracle=_frequency(np.fft.rfftfreq))(frequencies)


@case("fft.fftshift", "fft.ifftshift", lies=same)
def shift(draw, mesh, name):
    x = array(draw, min_dims=1)  # NumPy has no shift of nothing
    axes = axes_or_none(draw, x.ndim)
    return Call((x,), {"axes": None if axes == () else axes})


# functions of the namespace that make no array, and operations that only others call

#: Tested by value in `test_standard`.
NO_ARRAYS = (
    "broadcast_shapes", "can_cast", "finfo", "iinfo", "isdtype", "result_type",
    "__array_namespace_info__",
)  # fmt: skip

x_ = np.arange(26.0).reshape(13, 2)


def _written():
    x = xp.asarray(x_)
    x[np.array([0, 5])] = 1.0


def _scattered():
    x = xp.asarray(x_)
    sharray.numpy.add.at(x, [0, 0, 5], 1.0)
    return x


#: Operation that is not public -> a call that must come to it (proved in `test_coverage`).
INTERNAL: dict[str, Callable[[], Any]] = {
    "reshaped": lambda: np.asarray(xp.reshape(xp.asarray(x_), (2, 13))),
    "repeated": lambda: xp.repeat(xp.asarray(x_), xp.asarray(np.arange(13)), axis=0),
    "repeated_evenly": lambda: xp.repeat(xp.asarray(x_), 2, axis=0),
    "scan_sum": lambda: xp.cumulative_sum(xp.asarray(x_), axis=0),
    "scan_prod": lambda: xp.cumulative_prod(xp.asarray(x_), axis=0),
    "to_device": lambda: xp.asarray(x_).to_device(xp.asarray(x_.T).sharding),
    "extremes": lambda: xp.take(xp.asarray(x_), xp.asarray(np.array([1, 2])), axis=0),
    "positions": lambda: xp.nonzero(xp.asarray(x_)),
    "unique_starts": lambda: xp.unique_values(xp.asarray(x_)),
    "unique_counts_of": lambda: xp.unique_counts(xp.asarray(x_)),
    "ordered": lambda: xp.unique_inverse(xp.asarray(x_)),
    "cosort": lambda: xp.unique_inverse(xp.asarray(x_)),
    "compressed": lambda: xp.unique_values(xp.asarray(x_)),
    "linalg._cholesky": lambda: xp.linalg.cholesky(xp.asarray(np.eye(3))),
    "linalg._inv": lambda: xp.linalg.inv(xp.asarray(np.eye(3))),
    "linalg._matrix_power": lambda: xp.linalg.matrix_power(xp.asarray(np.eye(3)), 2),
    "linalg._solve": lambda: xp.linalg.solve(xp.asarray(np.eye(3)), xp.asarray(np.ones(3))),
    "searchsorted_arrays": lambda: xp.searchsorted(xp.asarray(x_[:, 0]), xp.asarray(x_)),
    "getitem": lambda: xp.asarray(x_)[xp.asarray(np.array([0, 5]))],
    "setitem": _written,
    "taken": lambda: xp.take(xp.asarray(x_), xp.asarray(np.array([1, 2])), axis=0),
    "taken_along_axis": lambda: xp.take_along_axis(
        xp.asarray(x_), xp.asarray(np.zeros((13, 1), np.int64)), axis=1
    ),
    "numpy.einsum": lambda: sharray.numpy.einsum("ij->j", xp.asarray(x_)),
    "numpy.accumulate": lambda: sharray.numpy.gcd.accumulate(xp.asarray(np.arange(13))),
    "numpy.scatter": lambda: _scattered(),
    "numpy.selected": lambda: sharray.numpy.median(xp.asarray(x_)),
    "numpy.selected_by_weight": lambda: sharray.numpy.quantile(
        xp.asarray(x_), 0.5, weights=xp.asarray(x_), method="inverted_cdf"
    ),
    "numpy.counted": lambda: sharray.numpy.histogram(xp.asarray(x_)),
    "numpy.weighed": lambda: sharray.numpy.histogram(xp.asarray(x_), weights=xp.asarray(x_)),
    "numpy.bin_numbers": lambda: sharray.numpy.histogram(xp.asarray(x_)),
    "numpy.interpolated": lambda: sharray.numpy.interp(xp.asarray(x_), x_[:, 0], x_[:, 1]),
    "numpy.convolved": lambda: sharray.numpy.convolve(xp.asarray(x_[:, 0]), x_[:3, 0]),
    "numpy.triangle": lambda: sharray.numpy.polyfit(xp.asarray(x_[:, 0]), x_[:, 1], 1),
    "numpy.lexsort": lambda: sharray.numpy.lexsort([xp.asarray(x_)]),
    "isin_arrays": lambda: xp.isin(xp.asarray(x_), xp.asarray(x_[:2])),
}
