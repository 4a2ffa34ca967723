"""Views: how each kind of lens is read, and how the base is written through it.

Affine ones are nodes of their own. What the others show is computed by operations, which are no
functions of the namespace.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.boundary import Beyond
from sharray._core.cache import Cache
from sharray._core.layout import Aval, make_aval, make_layout
from sharray._core.lazy import jnp, lax
from sharray._core.lens import Affine, Bits, Diagonal, Lens, Part, Reshape, SlidingWindows, affine
from sharray._core.node import (
    APPLY,
    HOST,
    PAD,
    TRACED,
    UNPLACED,
    VIEW,
    WRITE,
    Node,
    constant,
    is_longer,
    reads_beyond,
    unplaced,
    view_aval,
)
from sharray._core.operation import Op, Params, Slot
from sharray._core.settings import options
from sharray._engine import segments
from sharray._engine.blocks import cast
from sharray._engine.evaluate import evaluate


def _without_mesh(node: Node, lens: Lens | Beyond) -> Node:
    """Return what `lens` shows of a value without a mesh, where nothing is recorded."""
    shown = lens.of_numpy(node.value)
    return constant(shown) if node.state is HOST else unplaced(shown)


def run_if_due(node: Node, *, now: bool = False) -> Node:
    """Return a node that has just been recorded; one that is long, or is to run `now`, has run."""
    if now or options.immediate or is_longer(node, options.chain_length) or node.args[0].is_traced:
        evaluate([node], longer=True)
    return node


_view_avals = Cache("layouts of views", 1 << 16, view_aval)


def read(base: Node, lens: Lens) -> Node:
    """Return what `lens` shows of a node."""
    state = base.state
    if state is HOST or state is UNPLACED:
        return _without_mesh(base, lens)
    if type(lens) is not Affine:
        return run_if_due(_read_other(base, lens))
    if base.op is _WINDOWS:
        base, lens = _of_windows(base, lens) or (base, lens)
    elif base.kind is VIEW:
        base, lens = base.args[0], lens.of(base.params)
    node = Node(VIEW, _view_avals[base.aval, lens], (base,), None, lens)
    if state >= TRACED or options.immediate or node.depth >= options.chain_length:
        return run_if_due(node)
    return node


def read_beyond(base: Node, lens: Beyond) -> Node:
    """Return a part of what a node is if it goes on beyond its ends."""
    if base.state is HOST or base.state is UNPLACED:
        return _without_mesh(base, lens)
    if reads_beyond(base):
        # one after the other: else each of many shifts might compute it again
        evaluate([base])
    layout = base.aval.layout
    aval = make_aval(make_layout(lens.shape, layout.mesh, layout.spec), base.aval.dtype)
    return run_if_due(Node(PAD, aval, (base,), None, lens))


def _read_other(base: Node, lens: Lens) -> Node:
    aval = view_aval(base.aval, lens)
    match lens:
        case Reshape():
            return reshaped(base, aval)
        case Part():
            return Node(APPLY, aval, (base,), _IMAG if lens.imag else _REAL)
        case Diagonal():
            return _node(_DIAGONAL, aval, (base,), offset=lens.offset)
        case SlidingWindows():
            return _node(_WINDOWS, aval, (base,), sizes=lens.sizes, axes=lens.axes, starts=())
        case Bits():
            return _node(_BITS, aval, (base,), dtype=lens.dtype)
    raise TypeError(f"{lens} is read by the engine")


def reshaped(base: Node, aval: Aval) -> Node:
    """Return the node of a reshape to `aval`."""
    return Node(APPLY, aval, (base,), RESHAPE, Params({"x": Slot(0), "shape": aval.shape}, 2))


def converted(base: Node, dtype: np.dtype) -> Node:
    """Return a node converted to `dtype`."""
    if base.aval.dtype == dtype:
        return base
    if base.state is HOST:
        host: Any = cast_op(dtype).host
        return constant(host(base.value))
    if base.state is UNPLACED:
        return unplaced(convert(base.value, dtype))
    return Node(APPLY, make_aval(base.aval.layout, dtype), (base,), cast_op(dtype))


def _of_windows(base: Node, lens: Affine) -> tuple[Node, Affine] | None:
    """Return windows, no more than `lens` shows of them, and what it shows of those.

    All of them may be far more than there is room for. None if all are shown, or some were chosen
    before.
    """
    shown = base.params.values
    shape, axes = base.aval.shape, shown["axes"]
    runs = {d.axis: (d.start, d.step, d.length) for d in lens.dims if d.axis in axes}
    runs |= {axis: (at, 1, 1) for axis, at in lens.fixed if axis in axes}
    every = all(runs.get(a) == (0, 1, shape[a]) for a in axes)
    if every or shown["starts"] or len(set(axes)) < len(axes) or runs.keys() != set(axes):
        return None
    starts = tuple((runs[a][1], runs[a][2]) for a in axes)
    fewer = tuple(runs[d][2] if d in runs else n for d, n in enumerate(shape))
    dims = [d._replace(start=0, step=1) if d.axis in axes else d for d in lens.dims]
    fixed = tuple((axis, 0 if axis in axes else at) for axis, at in lens.fixed)
    source = base.args[0].aval
    aval = make_aval(rules.place(rules.same, [source], fewer, {}, "view"), source.dtype)
    # where they begin is an operand: reading one after the other compiles once
    begins = [constant(np.int64(runs[a][0])) for a in axes]
    values = {"sizes": shown["sizes"], "axes": axes, "starts": starts}
    node = _node(_WINDOWS, aval, (base.args[0], *begins), **values)
    return node, affine(fewer, tuple(dims), fixed)


def written(base: Node, chain: tuple[Lens, ...], value: Node) -> Node:
    """Return `base` with the elements that the view `chain` shows replaced by `value`."""
    lens, rest = chain[0], chain[1:]
    affine = type(lens) is Affine
    if rest:
        inner = base if affine and lens.is_identity else read(base, lens)
        value = written(inner, rest, value)
    if affine:
        return Node(WRITE, base.aval, (base, value), None, lens)
    return _written_other(base, lens, value)


def _written_other(base: Node, lens: Lens, value: Node) -> Node:
    if isinstance(lens, Part):
        part = converted(value, np.dtype(f"f{base.aval.dtype.itemsize // 2}"))
        return Node(APPLY, base.aval, (base, part), _WITH_PART[lens.imag])
    if value.aval.shape != lens.shape:
        value = read(value, Affine.identity(value.aval.shape).broadcast(lens.shape))
    match lens:
        case Diagonal():
            return _node(_WITH_DIAGONAL, base.aval, (base, value), offset=lens.offset)
        case Reshape():
            return read(value, Reshape(lens.shape, lens.base_shape))
        case Bits():
            back = Bits(lens.shape, lens.base_shape, lens.dtype, lens.base_dtype)
            return read(converted(value, lens.dtype), back)
    raise TypeError(f"{type(lens).__name__} is written by the engine")


def _node(op: Op, aval: Any, args: tuple[Node, ...], **values: Any) -> Node:
    slots = {f"x{i}": Slot(i) for i in range(len(args))}
    return Node(APPLY, aval, args, op, Params(slots | values, len(args)))


#: Name -> operation, of all that are declared here.
VIEWS: dict[str, Op] = {}


def _operation(name: str, lowering: Any, comm: str, **fields: Any) -> Op:
    op = VIEWS[name] = Op(
        name, lowering, fields.pop("rule", rules.same), "all", comm, True, **fields
    )
    return op


def _diagonal_of(x: Any, *, offset: int) -> Any:
    return jnp.diagonal(x, offset, -2, -1)


def _diagonal_set(x: Any, value: Any, *, offset: int) -> Any:
    # laid out along the rows, so that writing is a choice between elements that lie alike
    rows, columns = x.shape[-2:]
    before = max(0, -offset)
    edges = [(0, 0)] * (value.ndim - 1) + [(before, rows - before - value.shape[-1])]
    along = jnp.pad(value.astype(x.dtype), edges)[..., None]
    return jnp.where(jnp.eye(rows, columns, offset, dtype=bool), along, x)


def _windows_of(
    x: Any,
    *begins: Any,
    sizes: tuple[int, ...],
    axes: tuple[int, ...],
    starts: tuple[tuple[int, int], ...],
) -> Any:
    for i, (size, axis) in enumerate(zip(sizes, axes, strict=True)):
        if starts:
            step, count = starts[i]
            places = begins[i] + step * jnp.arange(count)
        else:
            places = jnp.arange(x.shape[axis] - size + 1)
        x = jnp.take(x, places[:, None] + jnp.arange(size), axis=axis, mode="clip")
        x = jnp.moveaxis(x, axis + 1, -1)
    return x


def _as_bits_of(x: Any, *, dtype: np.dtype) -> Any:
    shape, x = x.shape, jnp.atleast_1d(x)
    # complex numbers by their parts: JAX's own view scatters them, and joins them by arithmetic
    if x.dtype.kind == "c":
        x = jnp.stack([x.real, x.imag], -1).reshape(*x.shape[:-1], 2 * x.shape[-1])
    whole: Any = np.empty(0, dtype)
    bits = x.view(whole.real.dtype)
    if dtype.kind == "c":
        bits = lax.complex(bits[..., 0::2], bits[..., 1::2])
    return bits if shape else bits.reshape(())


_DIAGONAL = _operation(
    "diagonal_view",
    _diagonal_of,
    "reduce",
    samples=(
        "+x(n, 40).diagonal()",
        "+x(40, n).diagonal(5)",
        "+x(n, 4, 5).diagonal(axis1=1, axis2=2)",
        "+x(n, 4, 5).diagonal(axis1=0, axis2=2)",
    ),
)
_WITH_DIAGONAL = _operation(
    "diagonal_written",
    _diagonal_set,
    "exchange",
    samples=(
        "(d := x(n, 40).diagonal()).setflags(write=True), d.__setitem__(..., 2.0)",
        "(d := x(n, 40).diagonal()).setflags(write=True), d.__setitem__(..., x(40))",
        "(d := x(803, 803).diagonal()).setflags(write=True), d.__setitem__(..., x(803))",
    ),
)
_WINDOWS = _operation(
    "windows_view",
    _windows_of,
    "gather",
    why="the windows are many times as large as the array",
    samples=(
        "+lib.stride_tricks.sliding_window_view(v, 3)",
        "+lib.stride_tricks.sliding_window_view(m, (2, 3))",
        "+lib.stride_tricks.sliding_window_view(m, 3, 1)",
        "+lib.stride_tricks.sliding_window_view(m, 5, 0)[::5]",
    ),
)
_BITS = _operation(
    "bits_view",
    _as_bits_of,
    "exchange",
    samples=(
        "+m.view(int64)",
        "+m.view(int16)",
        "+m.view(complex128)",
        "+x(n, k, dtype=complex).view(float64)",
        "+x(n, k, spec=P(None, 'x')).view(complex128)",
        "+v.view(int32)",
        "+x(n, k, dtype=bool).view(uint8)",
        "m.view(int64).__setitem__(slice(1, 5), 3)",
    ),
)
#: Samples of `reshape`.
RESHAPED = (
    "+reshape(m, (k, n))",
    "+reshape(m, (-1,))",
    "+reshape(m, (n, 4, k // 4))",
    "+reshape(m, (2, n * k // 2))",
)
#: Rearranges elements in row-major order under another shape.
RESHAPE = _operation(
    "reshaped",
    lambda x, shape: jnp.reshape(x, shape),
    "exchange",
    rule=rules.reshape,
    kernel=segments.reshape,
    host=np.reshape,
    positional=2,
    samples=RESHAPED,
)


def real_dtype(types: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """Take the operand's dtype; the result has that of its parts."""
    return (types[0],), np.empty(0, types[0]).real.dtype


def _elementwise(name: str, lowering: Any, dtypes: Any, host: Any, *samples: str) -> Op:
    fields = {"rule": rules.broadcast, "elementwise": True, "dtypes": dtypes, "host": host}
    return _operation(name, lowering, "local", samples=samples, **fields)


_SAMPLE = "+x(n, k, dtype=complex)"
_REAL = _elementwise("real_view", lambda z: lax.real(z), real_dtype, np.real, f"{_SAMPLE}.real")
_IMAG = _elementwise("imag_view", lambda z: lax.imag(z), real_dtype, np.imag, f"{_SAMPLE}.imag")


def _complex_and_part_dtypes(types: tuple[Any, ...]) -> Any:
    whole = types[0]
    return (whole, np.dtype(f"f{whole.itemsize // 2}")), whole


def _with_part(imag: bool) -> Op:
    name = "imag" if imag else "real"

    def lowering(z: Any, part: Any) -> Any:
        return lax.complex(lax.real(z), part) if imag else lax.complex(part, lax.imag(z))

    def host(z: Any, part: Any) -> Any:
        whole = np.array(z)
        setattr(whole, name, part)
        return whole

    sample = f"setattr(x(n, k, dtype=complex), {name!r}, m)"
    return _elementwise(f"with_{name}", lowering, _complex_and_part_dtypes, host, sample)


#: by whether it is the imaginary part that is replaced
_WITH_PART = (_with_part(False), _with_part(True))


@cache
def cast_op(dtype: np.dtype) -> Op:
    """Return the elementwise operation that converts to `dtype`; there is one per dtype."""
    return Op(
        name=f"astype_{dtype}",
        lowering=lambda x: convert(x, dtype),
        rule=rules.broadcast,
        kinds="all",
        comm="local",
        lazy=True,
        elementwise=True,
        dtypes=lambda types: ((types[0],), dtype),
        host=lambda x: _real_part(x, dtype).astype(dtype),
    )


def _real_part(x: Any, dtype: np.dtype) -> Any:
    return x.real if x.dtype.kind == "c" and dtype.kind not in "cb" else x


def convert(x: Any, dtype: np.dtype) -> Any:
    """Convert an array of JAX as NumPy does."""
    x = _real_part(x, dtype)
    if dtype.kind == "b":
        return x != 0
    if x.dtype.kind == "f" and dtype.kind in "iu":
        if x.dtype == np.float16:  # it does not hold the bounds either
            x = x.astype(np.float32)
        short = dtype.itemsize < 4 or dtype == np.int32
        whole = _truncated(x, jnp.int32 if short else jnp.int64).astype(dtype)
        if dtype == np.uint64:
            half = 2.0**63
            rest = _truncated(x - half, jnp.int64).astype(dtype) ^ dtype.type(half)
            return jnp.where(x >= half, rest, whole)
        return whole
    return cast(x, dtype)


def _truncated(x: Any, dtype: Any) -> Any:
    """Convert to integers as x86-64 does: what the dtype does not hold, NaN too, is its least.

    C, and so NumPy, leave it open; JAX would take NaN for zero and clamp the rest.
    """
    least = np.iinfo(dtype).min
    return jnp.where(x < -float(least), x.astype(dtype), least)
