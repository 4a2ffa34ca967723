"""Views that are no slices: how each kind of lens is read, and how the base is written through it.

A view is recorded like any other operation; these are not functions of the namespace.
"""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from sharray._core import rules
from sharray._core.layout import make_aval
from sharray._core.lens import Affine, Bits, Diagonal, Lens, Part, Reshape, Windows
from sharray._core.node import Expr, host, lens_aval
from sharray._ops import elementwise as ew
from sharray._ops.manipulation import reshaped
from sharray._ops.table import Op
from sharray._record.handles import view_expr
from sharray._record.record import Params, Slot, elementwise_expr


def read(expr: Expr, lens: Lens) -> Expr:
    """Return the expression of what `lens`, not an affine one, shows of `expr`."""
    match lens:
        case Reshape():
            return reshaped(expr, lens_aval(expr.aval, lens))
        case Part():
            return elementwise_expr((ew.imag if lens.imag else ew.real).op, (expr,), lazily=True)
        case Diagonal():
            return _node(_diagonal, lens_aval(expr.aval, lens), (expr,), offset=lens.offset)
        case Windows():
            shown = {"sizes": lens.sizes, "axes": lens.axes, "starts": ()}
            return _node(_windows, lens_aval(expr.aval, lens), (expr,), **shown)
        case Bits():
            return _node(_bits, lens_aval(expr.aval, lens), (expr,), dtype=lens.dtype)
    raise TypeError(f"{lens} is read by the engine")


def of_windows(expr: Expr, lens: Affine) -> tuple[Expr, Affine] | None:
    """Return windows, no more than `lens` shows of them, and what it shows of those.

    All of them may be far more than there is room for. None if `expr` is not windows that are yet
    to be computed, or all are shown.
    """
    if expr.op is not _windows or expr.value is not None:
        return None
    shown = expr.params.values
    shape, axes = expr.aval.shape, shown["axes"]
    runs = {d.axis: (d.start, d.step, d.length) for d in lens.dims if d.axis in axes}
    runs |= {axis: (at, 1, 1) for axis, at in lens.fixed if axis in axes}
    every = all(runs.get(a) == (0, 1, shape[a]) for a in axes)
    if every or shown["starts"] or len(set(axes)) < len(axes) or runs.keys() != set(axes):
        return None
    starts = tuple((runs[a][1], runs[a][2]) for a in axes)
    fewer = tuple(runs[d][2] if d in runs else n for d, n in enumerate(shape))
    dims = [d._replace(start=0, step=1) if d.axis in axes else d for d in lens.dims]
    fixed = tuple((axis, 0 if axis in axes else at) for axis, at in lens.fixed)
    source = expr.args[0].aval
    aval = make_aval(rules.place(rules.same, [source], fewer, {}, "view"), source.dtype)
    # where they begin is an operand: reading one after the other compiles once
    begins = [host(np.int64(runs[a][0])) for a in axes]
    made = {"sizes": shown["sizes"], "axes": axes, "starts": starts}
    node = _node(_windows, aval, (expr.args[0], *begins), **made)
    return node, Affine(fewer, tuple(dims), fixed)


def written(base: Expr, lens: Lens, value: Expr) -> Expr:
    """Return `base` where `lens`, not an affine one, shows `value`, which broadcasts."""
    if isinstance(lens, Part):
        return elementwise_expr(_WITH_PART[lens.imag], (base, value), lazily=True)
    if value.aval.shape != lens.shape:
        value = view_expr(value, Affine.identity(value.aval.shape).broadcast(lens.shape))
    match lens:
        case Diagonal():
            return _node(_with_diagonal, base.aval, (base, value), offset=lens.offset)
        case Reshape():
            return view_expr(value, Reshape(lens.shape, lens.base_shape))
        case Bits():
            assert lens.dtype is not None
            back = Bits(lens.shape, lens.base_shape, lens.dtype, lens.base_dtype)
            return view_expr(_astype(value, lens.dtype), back)
    raise TypeError(f"{type(lens).__name__} is written by the engine")


def _astype(expr: Expr, dtype: np.dtype) -> Expr:
    """Return `expr` converted to `dtype`."""
    from sharray._ops.data_types import cast_op

    same = expr.aval.dtype == dtype
    return expr if same else elementwise_expr(cast_op(dtype), (expr,), lazily=True)


def _node(op: Op, aval: Any, args: tuple[Expr, ...], **values: Any) -> Expr:
    slots = {f"x{i}": Slot(i) for i in range(len(args))}
    return Expr(aval, op, args, Params(slots | values, len(args)))


#: Name -> operation, of all that are declared here.
VIEWS: dict[str, Op] = {}


def _view(name: str, fn: Any, comm: str, why: str = "") -> Op:
    made = VIEWS[name] = Op(name, fn, rules.same, "all", comm, recorded=True, why=why)
    return made


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
    if not math.prod(x.shape):
        scale = x.dtype.itemsize / dtype.itemsize
        return jnp.zeros((*x.shape[:-1], int(x.shape[-1] * scale)), dtype)
    shape = x.shape
    if x.dtype.kind == "c":
        x = jnp.stack([x.real, x.imag], -1)
    elif x.dtype.kind == "b":
        x = x.astype(jnp.uint8)
    half = dtype.itemsize // 2
    part = np.dtype(f"f{half}") if dtype.kind == "c" else dtype
    part = np.dtype(np.uint8) if part.kind == "b" else part
    size, wanted = x.dtype.itemsize, part.itemsize
    # bytes in order along the last axis
    words = x.reshape(*shape[:-1], -1) if shape else x.reshape(-1)
    if wanted > size:
        words = words.reshape(*words.shape[:-1], -1, wanted // size)
    made = lax.bitcast_convert_type(words, part)
    made = made.reshape(*shape[:-1], -1)
    if dtype.kind == "c":
        made = lax.complex(made[..., 0::2], made[..., 1::2])
    elif dtype.kind == "b":
        made = made != 0
    return made if shape else made.reshape(())


_diagonal = _view("diagonal_view", _diagonal_of, "reduce")
_with_diagonal = _view("diagonal_written", _diagonal_set, "exchange")
_windows = _view(
    "windows_view", _windows_of, "gather", "the windows are many times as large as the array"
)
_bits = _view("bits_view", _as_bits_of, "exchange")


def _parts_of(given: tuple[Any, ...]) -> Any:
    whole = given[0]
    return (whole, np.dtype(f"f{whole.itemsize // 2}")), whole


def _with_part(imag: bool) -> Op:
    def fn(z: Any, part: Any) -> Any:
        return lax.complex(lax.real(z), part) if imag else lax.complex(part, lax.imag(z))

    name = "with_imag" if imag else "with_real"
    made = VIEWS[name] = Op(
        name=name,
        fn=fn,
        rule=rules.broadcast,
        kinds="all",
        comm="local",
        recorded=True,
        elementwise=True,
        dtypes=_parts_of,
    )
    return made


#: by whether it is the imaginary part that is replaced
_WITH_PART = (_with_part(False), _with_part(True))
