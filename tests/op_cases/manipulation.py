"""Cases of manipulation and indexing functions."""

import numpy as np
from hypothesis import strategies as st

from op_cases.case import Call, an_axis, array, axes_or_none, case, reduced, same, side, small_shape
from sharray import strategies

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
    shape = list(draw(strategies.shapes(0, 2)))
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
    return Call((x, (*draw(strategies.shapes(0, 1)), *rest)))


@case("broadcast_arrays", may_replicate=True)
def broadcast_arrays(draw, mesh, name):
    shape = draw(strategies.shapes())
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
    shape = draw(strategies.shapes(1))
    axis = an_axis(draw, len(shape)) if draw(st.integers(0, 3)) else None
    dtypes = [draw(strategies.dtypes()) for _ in range(draw(st.integers(1, 3)))]
    made = []
    for dtype in dtypes:
        one = list(shape) if axis is not None else list(draw(strategies.shapes()))
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
    shape = draw(strategies.shapes(0, 2))
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
    dtype = draw(strategies.dtypes("integer").filter(lambda d: d.kind == "i"))
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
