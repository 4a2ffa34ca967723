"""`vmap` over a dimension of any length, sharded or not.

JAX maps over buffers. It is given rows of the padding that repeat the last row, which no function
fails on and no derivative notices, and is told of the result how long it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from sharray._core.layout import Layout, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine.blocks import constrain, resize
from sharray._ops.manipulation import moveaxis
from sharray._record import leaks
from sharray._record.handles import Handle, is_handle
from sharray._record.moves import spread
from sharray._transforms.jit import JitFunction
from sharray._transforms.mapping import (
    Kind,
    MappedFunction,
    all_taken_apart,
    beside,
    check_arrays,
    class_of,
    explaining,
    node_of,
    reused,
    row_of,
    stacked,
)
from sharray._transforms.missing_values import name_of

_R = TypeVar("_R")


def vmap(f: Callable[..., _R], in_axes: Any = 0, out_axes: Any = 0) -> JitFunction[..., _R]:
    """Map a function over a dimension of its arguments.

    Like ``jax.vmap``, but also over sharded dimensions that the devices do not divide. Where the
    mapped dimension is sharded each device maps over its own rows; nothing moves but what arguments
    need that are sharded otherwise, and one row to the padding.

    Parameters
    ----------
    f : callable
        Of arrays without the mapped dimension, and trees of them.
    in_axes : int, None, or a tree that the arguments begin with
        Which dimension is mapped over; None for arguments that all calls get. Keyword arguments are
        mapped over their first dimension.
    out_axes : int, or a tree that the result begins with
        Which dimension of the results it becomes.

    Returns
    -------
    JitFunction
        Its results are sharded along the new dimension as the arguments are along theirs. If one of
        these is an array of this library, so are all results. A function that sees only what cannot
        be written to, such as numbers and other functions, is traced once for such arguments, and
        what it computes is one program. One that sees more, such as a module's parameters or an
        array from outside, or draws from NumPy's generator, is traced at each call, as by
        ``jax.vmap``, and runs one program after the other; ``sharray.jit`` of a function that
        calls this one traces it once.

    Raises
    ------
    TypeError
        If `f` is no function, or at the call, if it needs the value of an array.
    ValueError
        At the call, if nothing is mapped, lengths differ, or the axes do not fit.

    See Also
    --------
    jax.vmap : takes arrays of this library, too, where no mapped dimension has padding.
    """
    if not callable(f):
        raise TypeError(f"vmap needs a function, not {type(f).__name__}")
    in_axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
    return reused(_vmap, f, in_axes, out_axes)


def _vmap(f: Callable[..., Any], in_axes: Any, out_axes: Any) -> Any:
    caller = f"vmap of {name_of(f)}"

    @functools.wraps(f)
    def mapped(*args: Any, **kwargs: Any) -> Any:
        axes = spread(in_axes, args, f"{caller}: in_axes", lambda v: v is None)
        leaves, tree = jax.tree.flatten((args, kwargs), is_leaf=is_handle)
        mapped_over = [v for v, a in zip(leaves, axes, strict=False) if a is not None]
        check_arrays(mapped_over, f"{caller}: an argument")
        axes += [0] * (len(leaves) - len(axes))
        chosen = [i for i, axis in enumerate(axes) if axis is not None]
        rows = [_first(leaves[i], axes[i], caller) for i in chosen]
        lead = _lead([x.shape[0] for x in rows], rows, caller)
        buffers, kinds = zip(*[_filled(x, lead) for x in rows], strict=True)
        traced: list[Any] = []

        def call(*values: Any) -> list[Any]:
            leaks.begin()
            given = list(leaves)
            for i, value, kind in zip(chosen, values, kinds, strict=True):
                given[i] = row_of(value, kind, spreads=False)
            all_args, all_kwargs = jax.tree.unflatten(tree, given)
            with explaining(f, "vmap"):
                result = f(*all_args, **all_kwargs)
            outputs, structure = jax.tree.flatten(result, is_leaf=is_handle)
            check_arrays(outputs, f"{caller}: a result")
            results, of_results = all_taken_apart(outputs)
            traced[:] = structure, of_results
            return [jnp.asarray(value) for value in results]

        values = jax.vmap(call)(*buffers)
        structure, results = traced
        of = class_of(rows)
        arrays = [stacked(v, kind, lead, of) for v, kind in zip(values, results, strict=True)]
        result = jax.tree.unflatten(structure, arrays)
        ends = spread(out_axes, result, f"{caller}: out_axes", lambda v: v is None)
        if None in ends:
            raise ValueError(f"{caller}: out_axes None: every result is mapped; take one of them")
        moved = [x if not end else _moved(x, 0, end) for x, end in zip(arrays, ends, strict=True)]
        return jax.tree.unflatten(structure, moved)

    return MappedFunction(f, mapped, caller)


def _moved(x: Any, source: int, target: int) -> Any:
    move: Any = moveaxis if isinstance(x, Handle) else jnp.moveaxis
    return move(x, source, target)


def _first(x: Any, axis: Any, caller: str) -> Any:
    """Return an argument with the mapped dimension first."""
    ndim = np.ndim(x) if not isinstance(x, Handle) else x.ndim
    if not isinstance(axis, int) or not -ndim <= axis < ndim:
        raise ValueError(f"{caller}: in_axes has {axis!r} for an array of {ndim} dimension(s)")
    x = x if isinstance(x, Handle) else jnp.asarray(x)
    return _moved(x, axis, 0) if axis % ndim else x


def _lead(lengths: Sequence[int], rows: Sequence[Any], caller: str) -> Layout:
    """Return the layout of the mapped dimension: that of the argument with most shards."""
    if not lengths:
        raise ValueError(f"{caller}: in_axes is None for all arguments: nothing is mapped over")
    if len(set(lengths)) > 1:
        raise ValueError(f"{caller}: lengths to map over differ: {', '.join(map(str, lengths))}")
    layouts = [x._node().aval.layout for x in rows if isinstance(x, Handle)]
    layouts = [layout for layout in layouts if layout.mesh is not None]
    if not layouts:
        return make_layout((lengths[0],), None)
    most = max(layouts, key=lambda layout: layout.parts[0])
    return make_layout((lengths[0],), most.mesh, most.spec[:1])


def _filled(x: Any, lead: Layout) -> tuple[Any, Kind]:
    """Return the rows of an argument, the last one again as often as the padding is long."""
    [count], [padded] = lead.shape, lead.padded_shape
    kind = Kind(None, None)
    if isinstance(x, Handle):
        layout = x._node().aval.layout
        if layout.mesh is not None:
            spec = beside(lead, layout.spec[1:])
            node = node_of(x, make_layout(layout.shape, layout.mesh, spec))
        else:
            node = node_of(x)
        x, kind = node.value, Kind(type(x), node.aval)
    if padded == count:
        return x, kind
    x = resize(x, (padded, *x.shape[1:]))
    last = lax.slice_in_dim(x, count - 1, count)
    numbers = lax.broadcasted_iota(np.int32, (padded,) + (1,) * (x.ndim - 1), 0)
    x = jnp.where(numbers < count, x, last)
    if kind.aval is not None and kind.aval.layout.mesh is not None:
        x = constrain(x, kind.aval.layout)
    return x, kind
