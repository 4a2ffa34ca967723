"""`ShardedArray` as a pytree: what JAX's transformations take it apart to, and make it of again.

The one leaf is the buffer, with its padding; the layout is in the treedef, so trees match where
layouts do, whatever the dtypes. At this border the padding holds zeros: arithmetic on the leaves of
a tree, such as an optimizer's or a norm over all of them, gives what it would without padding.
"""

from __future__ import annotations

import functools
import math
import sys
import threading
import warnings
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from sharray._core import rules
from sharray._core.layout import Layout, divided, make_aval, make_layout, show_spec
from sharray._core.node import TRACED, Expr, leaf
from sharray._core.placement import tracing
from sharray._engine import blocks, explained, lowering, order, run
from sharray._ops.table import Op
from sharray._record import handles, leaks, record


class _State(threading.local):
    #: whether concrete buffers come from a traced function, which fills their padding with zeros
    results: bool = False


state = _State()


def _clean_kernel(op: Any, args: list[Any], avals: list[Any], aval: Any, params: Any) -> Any:
    return lowering.constrain(blocks.clean(args[0], aval.shape), aval)


_clean = Op(
    "clean",
    lambda x: x,
    rules.same,
    "all",
    "local",
    kernel=_clean_kernel,
    positional=1,
)


def _cleaned(x: Any, expr: Expr) -> Expr:
    """Compute `expr`, the value of `x`, and fill its padding with zeros, in one program."""
    node = Expr(expr.aval, _clean, (expr,), record.Params({"x": record.Slot(0)}, 1))
    run.evaluate([node])
    node.clean = True
    with run.lock:
        # of a trace within that of `x` the result does not outlive it
        if node.depth < TRACED and x._owner is None and x._expr is expr:
            x._expr = node
    return node


def flatten(x: Any) -> tuple[tuple[Any], Any]:
    """Return the buffer of `x`, and its layout."""
    expr = x._read()
    stand = x._stand if x._owner is None else None
    if stand is not None and stand.expr is expr:
        return (stand.value,), stand.layout
    layout: Layout = expr.aval.layout
    if isinstance(expr.value, jax.ShapeDtypeStruct):
        return (expr.value,), layout
    if layout.is_padded and not expr.clean:
        if expr.depth >= TRACED and not tracing():
            # `jvp` takes results apart when its trace is over; it makes arrays of them again
            return (expr.value,), layout
        expr = _cleaned(x, expr)
    elif expr.value is None:
        run.evaluate([expr])
    value = expr.value
    if expr.depth >= TRACED or explained.state.active:
        return (explained.operand(value),), layout
    expr.shared = True
    order.settle()
    return (value,), layout


class Stand(NamedTuple):
    """What took the place of a buffer in a tree, and is no buffer of the layout.

    Taken apart, the array gives it back under the same layout: trees made by `jax.tree.map` match.
    """

    expr: Expr
    value: Any
    layout: Layout


def unflatten(layout: Layout, children: tuple[Any]) -> Any:
    """Return the array of `layout` on a buffer, or on whatever stands for one in a tree."""
    (value,) = children
    if isinstance(value, jax.Array):
        if isinstance(value, Tracer):
            leaks.begin()
        if value.shape == layout.padded_shape and layout.mesh is not None:
            return handles.wrap_array(_on_buffer(layout, value))
        return _on_other(layout, value)
    if isinstance(value, np.ndarray):
        return handles.wrap_array(handles.host(value[tuple(map(slice, layout.shape))]))
    if isinstance(value, handles.Handle):
        stand = getattr(value, "_stand", None)
        return value if stand is None else _jacobian(layout, stand.layout, stand.value)
    if isinstance(value, jax.ShapeDtypeStruct) and value.shape == layout.padded_shape:
        if value.sharding is None and layout.sharding is not None:
            value = jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=layout.sharding)
        made = leaf(make_aval(layout, np.dtype(value.dtype)), value, shared=True)
        made.depth = TRACED  # so that nothing is recorded on it
        return handles.wrap_array(made)
    return _standing(layout, value, f"a {type(value).__name__} stands for an array")


def _standing(layout: Layout, value: Any, why: str) -> Any:
    """Return an array with something else in the place of its buffer: of no use but in trees."""
    dtype = getattr(value, "dtype", None)
    known = np.dtype(dtype if isinstance(dtype, np.dtype) else bool)
    op = Op("tree", lambda: None, rules.create, "all", "local", kernel=_refuse)
    params = record.Params({"why": why}, 1)
    expr = Expr(make_aval(layout, known), op, (), params)
    expr.depth = TRACED  # so that nothing is recorded on it
    made = handles.wrap_array(expr)
    made._stand = Stand(expr, value, layout)
    return made


def _refuse(op: Any, args: list[Any], avals: list[Any], aval: Any, params: Any) -> Any:
    raise ValueError(params.values["why"])


def _on_buffer(layout: Layout, value: Any) -> Expr:
    made = leaf(make_aval(layout, np.dtype(value.dtype)), value, shared=True)
    if made.depth >= TRACED:
        return made
    mine, wanted = value.sharding, layout.sharding
    moved = mine is not wanted and mine != wanted and not value.is_deleted()
    if moved and not mine.is_equivalent_to(wanted, value.ndim):
        made.value = value = run.move(value, wanted)
    order.follow(value)
    made.clean = state.results
    return made


def _on_other(layout: Layout, value: Any) -> Any:
    """Return an array on a buffer of another shape, by `vmap`, `scan` or a function on leaves."""
    if not layout.is_padded:
        # the shape says everything
        made = handles.wrap_array(handles.from_jax(value))
        if value.ndim > layout.ndim:
            made._stand = Stand(made._expr, value, layout)
        return made
    fitted = _fitted(layout, value.shape)
    if isinstance(fitted, str):
        return _standing(layout, value, fitted)
    made = handles.wrap_array(_on_buffer(fitted, value))
    if value.ndim > layout.ndim:
        made._stand = Stand(made._expr, value, layout)
    return made


def _jacobian(of: Layout, by: Layout, value: Any) -> Any:
    """Return the Jacobian of an array with respect to another, as JAX makes it of their buffers."""
    mesh = of.mesh or by.mesh
    shape = of.shape + by.shape
    if mesh is None or tuple(value.shape) != of.padded_shape + by.padded_shape:
        return handles.wrap_array(handles.from_jax(value))
    used = {name for names in of.spec for name in names}
    spec = of.spec + tuple(() if used & set(names) else names for names in by.spec)
    aval = make_aval(make_layout(shape, mesh, spec), np.dtype(value.dtype))
    made = leaf(aval, _laid_out(value, aval), shared=True)
    if made.depth < TRACED:
        order.follow(made.value)
        made.clean = True
    return handles.wrap_array(made)


@functools.partial(jax.jit, static_argnums=1)
def _laid_out(value: Any, aval: Any) -> Any:
    return lowering.padded(lowering.logical(value, aval), aval)


def _fitted(layout: Layout, shape: tuple[int, ...]) -> Layout | str:
    """Return the layout of a buffer of `shape` that was made of one of `layout`.

    `vmap`, `scan` and the like take a dimension away or add one or several. If it cannot be told
    what of the buffer is padding, return an explanation.
    """
    padded, n, more = layout.padded_shape, layout.ndim, len(shape) - layout.ndim
    where = f"shape {layout.shape} at {show_spec(layout.spec)}, stored as {padded}"
    if more > 0:
        before, behind = shape[more:] == padded, shape[:n] == padded
        none = ((),) * more
        if before and not behind:
            return make_layout(shape[:more] + layout.shape, layout.mesh, none + layout.spec)
        if behind and not before:
            return make_layout(layout.shape + shape[n:], layout.mesh, layout.spec + none)
    gone = [d for d in range(n) if padded[:d] + padded[d + 1 :] == shape]
    kept = {
        make_layout(_without(layout.shape, d), layout.mesh, _without(layout.spec, d)) for d in gone
    }
    if len(kept) == 1 and all(layout.shape[d] == padded[d] for d in gone):
        return kept.pop()
    if gone:
        return (
            f"cannot map over a padded dimension of an array of {where}: the buffer's padding "
            "would be mapped over, too. Reshard the array so that the dimension is whole or "
            "divides (x.to_device(P(...))), or map over x.to_jax() inside jit"
        )
    return (
        f"a buffer of shape {tuple(shape)} took the place of that of an array of {where}: what of "
        "it is padding is not known. Work on the array, or on x.to_jax()"
    )


def _without(items: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return items[:at] + items[at + 1 :]


def without_values(x: Any) -> str | None:
    """Return what to print for an array without values, None for others."""
    expr = x._read()
    if getattr(x, "_stand", None) is not None and x._stand.expr is expr:
        return f"ShardedArray({x._stand.value!r} in the place of {x._stand.layout!r})"
    if isinstance(expr.value, jax.ShapeDtypeStruct):
        spec = show_spec(expr.aval.layout.spec)
        return f"ShardedArray(abstract, shape={expr.aval.shape}, dtype={expr.aval.dtype}, {spec})"
    return f"ShardedArray({expr.value}, {expr.aval!r})" if isinstance(expr.value, Tracer) else None


_operator_codes: set[Any] = set()
_OPERATORS = (
    "add sub mul truediv floordiv mod divmod pow and or xor lshift rshift matmul "
    "radd rsub rmul rtruediv rfloordiv rmod rdivmod rpow rand ror rxor rlshift rrshift rmatmul "
    "eq ne lt le gt ge"
)


def as_jax(x: Any) -> Any:
    """Return what functions of ``jax.numpy`` take for `x`.

    An operator of `jax.Array` gets `x` back, declines it, and Python calls the operator of `x`:
    ``a * x`` and ``x * a`` are of one type.
    """
    if not _operator_codes:
        with jax.ensure_compile_time_eval():
            made = type(jnp.zeros((), np.float32))
        for name in _OPERATORS.split():
            method = getattr(made, f"__{name}__")
            _operator_codes.add(getattr(method, "__code__", None))
        _operator_codes.discard(None)
    # this function, __jax_array__, and who called that
    if sys._getframe(2).f_code in _operator_codes:
        return x
    layout = x._layout
    even = divided(layout)
    seen = x._read().depth >= TRACED or explained.state.active
    if math.prod(even.parts) < math.prod(layout.parts) and not seen:
        from sharray._tools.report.budget import GatherWarning

        warnings.warn(
            f"a function of jax.numpy gathers an array of shape {layout.shape} at "
            f"{show_spec(layout.spec)} to {show_spec(even.spec)}, "
            f"{math.prod(even.block_shape) * x.dtype.itemsize} bytes on each device, since JAX "
            "cannot shard what does not divide: use the function of sharray, call it inside jit, "
            "or give it x.to_jax(padded=True)",
            GatherWarning,
            stacklevel=3,
        )
    return x.to_jax()


def register(cls: type[Any]) -> None:
    """Make `cls` known to JAX as a pytree."""
    jax.tree_util.register_pytree_node(cls, flatten, unflatten)


def to_jax(tree: Any) -> Any:
    """Return a tree with each `ShardedArray` in it as a ``jax.Array`` of the logical shape.

    For code that knows only JAX's arrays, such as the modules of Flax. Inside `jit` the padding is
    cut off, and nothing moves; outside, an array whose shape does not divide is gathered.

    Parameters
    ----------
    tree
        Arrays, and anything else, in a tree.
    """
    return jax.tree.map(
        lambda v: v.to_jax() if isinstance(v, handles.Handle) else v,
        tree,
        is_leaf=lambda v: isinstance(v, handles.Handle),
    )
