"""`scan` over a dimension of any length, sharded or not.

It takes one row after the other, so each is spread over the devices.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.layout import make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._core.node import unplaced
from sharray._record import handles, leaks
from sharray._record.handles import Handle, is_handle
from sharray._transforms.mapping import (
    Kind,
    MappedFunction,
    all_taken_apart,
    check_arrays,
    class_of,
    explaining,
    node_of,
    put_together,
    reused,
    row_of,
    stacked,
)
from sharray._transforms.missing_values import name_of


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    *,
    reverse: bool = False,
    unroll: int = 1,
) -> tuple[Any, Any]:
    """Call a function with one row after the other, and carry a state from call to call.

    Like ``jax.lax.scan``, but also over sharded dimensions that the devices do not divide.

    Parameters
    ----------
    f : callable
        ``new_state, y = f(state, row)``.
    init
        The state at the beginning: arrays, numbers, and trees of them. It keeps its shapes and
        dtypes, and the places of its arrays.
    xs : optional
        Arrays, or a tree of them, of one length along their first dimensions. The devices take part
        in each row: mesh axes that shard the first dimension go to the longest other one, which
        moves each element once; where there is none, every device gets the whole.
    length : int, optional
        How often `f` is called if there are no `xs`.
    reverse : bool
        Begin with the last row.
    unroll : int
        How many calls are compiled into one step of the loop.

    Returns
    -------
    state, ys
        The last state, and what `f` returned for the rows, each along a new first dimension, which
        is not sharded. If an argument is an array of this library, so are all `ys`. Whether `f`
        is traced once or at each call is as with `vmap`; a loop that is traced is compiled.

    Raises
    ------
    TypeError
        If a new state is not like the one before, or `f` needs the value of an array.
    ValueError
        If lengths differ, or there is none.

    See Also
    --------
    jax.lax.scan : takes arrays of this library, too, where the first dimension has no padding.
    """
    if not callable(f):
        raise TypeError(f"scan needs a function, not {type(f).__name__}")
    length = None if length is None else operator.index(length)
    if length is not None and length < 0:
        raise ValueError(f"scan of {name_of(f)}: length={length} is negative")
    return reused(_scan, f, length, reverse, unroll)(init, xs)


def _scan(f: Callable[..., Any], length: int | None, reverse: bool, unroll: int) -> Any:
    caller = f"scan of {name_of(f)}"

    @functools.wraps(f)
    def scanned(init: Any, xs: Any) -> tuple[Any, Any]:
        state, state_tree = jax.tree.flatten(init, is_leaf=is_handle)
        rows, rows_tree = jax.tree.flatten(xs, is_leaf=is_handle)
        check_arrays([*state, *rows], f"{caller}: an argument")
        if any(not np.ndim(x) for x in rows):
            raise ValueError(f"{caller}: xs has an array without dimensions, which has no rows")
        rows = [_spread_out(x) if isinstance(x, Handle) else x for x in rows]
        state_buffers, state_kinds = all_taken_apart(state)
        row_buffers, row_kinds = all_taken_apart(rows)
        traced: list[Any] = []

        def call(before: Any, values: Any) -> tuple[list[Any], list[Any]]:
            leaks.begin()
            given = [put_together(v, k) for v, k in zip(before, state_kinds, strict=True)]
            row = [row_of(v, k, spreads=True) for v, k in zip(values, row_kinds, strict=True)]
            with explaining(f, "scan"):
                pair = f(jax.tree.unflatten(state_tree, given), jax.tree.unflatten(rows_tree, row))
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise TypeError(
                    f"{caller}: the function must return a pair, the new state and a row of the "
                    f"results (or None), not {type(pair).__name__}"
                )
            new, y = pair
            after, tree = jax.tree.flatten(new, is_leaf=is_handle)
            if tree != state_tree:
                raise TypeError(f"{caller}: the state is {state_tree} at first, then {tree}")
            outputs, structure = jax.tree.flatten(y, is_leaf=is_handle)
            check_arrays([*after, *outputs], f"{caller}: a result")
            buffers, kinds = all_taken_apart(outputs)
            traced[:] = structure, kinds
            kept = [_like(v, k, caller) for v, k in zip(after, state_kinds, strict=True)]
            return kept, [jnp.asarray(b) for b in buffers]

        last, values = lax.scan(
            call, state_buffers, row_buffers, length, reverse=reverse, unroll=unroll
        )
        structure, kinds = traced
        final = [put_together(v, k) for v, k in zip(last, state_kinds, strict=True)]
        mesh = next((k.aval.layout.mesh for k in (*row_kinds, *state_kinds) if k.aval), None)
        ys = [
            stacked(v, k, make_layout(v.shape[:1], mesh), class_of([*rows, *state]))
            for v, k in zip(values, kinds, strict=True)
        ]
        return jax.tree.unflatten(state_tree, final), jax.tree.unflatten(structure, ys)

    return MappedFunction(f, scanned, caller)


def _spread_out(x: Handle) -> Any:
    """Return an array whose rows are each on all devices."""
    layout = x._node().aval.layout
    if layout.mesh is None or not layout.spec[:1] or not layout.spec[0]:
        return x
    names, spec = layout.spec[0], [(), *layout.spec[1:]]
    free = [d for d in range(1, layout.ndim) if not spec[d]]
    if free:
        spec[max(free, key=lambda d: layout.shape[d])] = names
    return handles.wrap_array(
        node_of(x, make_layout(layout.shape, layout.mesh, tuple(spec))), type(x)
    )


def _like(x: Any, kind: Kind, caller: str) -> Any:
    """Return the buffer of a new state where the one before has its own.

    Raises
    ------
    TypeError
        If it is an array of another shape or dtype, where the buffers may be alike.
    """
    aval = kind.aval
    if kind.of is None or aval is None:
        return x.to_jax() if isinstance(x, Handle) else x
    if not isinstance(x, Handle):
        x = handles.wrap_array(unplaced(jnp.asarray(x)), kind.of)
    layout = aval.layout
    if (x.shape, x.dtype) != (layout.shape, aval.dtype):
        raise TypeError(
            f"{caller}: the state has an array of shape {layout.shape} and dtype {aval.dtype} at "
            f"first, then one of shape {x.shape} and dtype {x.dtype} in its place; the function "
            "must keep both (astype, reshape), or begin with such an array"
        )
    return node_of(x, None if layout.mesh is None else layout).value
