"""`scan` over a dimension of any length, sharded or not.

It takes one row after the other, so each is spread over the devices.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sharray._core.layout import make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._record import handles
from sharray._record.handles import Handle, is_handle
from sharray._transforms.jit import jit
from sharray._transforms.mapping import (
    Kind,
    all_taken_apart,
    class_of,
    name_of,
    node_of,
    put_together,
    reused,
    row_of,
    stacked,
)


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
        is not sharded. If an argument is an array of this library, so are all `ys`.

    Raises
    ------
    TypeError
        If a new state is not like the one before.
    ValueError
        If lengths differ, or there is none.

    See Also
    --------
    jax.lax.scan : takes arrays of this library, too, where the first dimension has no padding.
    """
    if not callable(f):
        raise TypeError(f"scan needs a function, not {type(f).__name__}")
    return reused(_scan, f, length, reverse, unroll)(init, xs)


def _scan(f: Callable[..., Any], length: int | None, reverse: bool, unroll: int) -> Any:
    @functools.wraps(f)
    def scanned(init: Any, xs: Any) -> tuple[Any, Any]:
        state, state_tree = jax.tree.flatten(init, is_leaf=is_handle)
        rows, rows_tree = jax.tree.flatten(xs, is_leaf=is_handle)
        rows = [_spread_out(x) if isinstance(x, Handle) else x for x in rows]
        state_buffers, state_kinds = all_taken_apart(state)
        row_buffers, row_kinds = all_taken_apart(rows)
        traced: list[Any] = []

        def call(before: Any, values: Any) -> tuple[list[Any], list[Any]]:
            given = [put_together(v, k) for v, k in zip(before, state_kinds, strict=True)]
            row = [row_of(v, k, spreads=True) for v, k in zip(values, row_kinds, strict=True)]
            pair = f(jax.tree.unflatten(state_tree, given), jax.tree.unflatten(rows_tree, row))
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise TypeError(
                    f"scan of {name_of(f)}: the function must return a pair, the new state and a "
                    f"row of the results (or None), not {type(pair).__name__}"
                )
            new, y = pair
            after, tree = jax.tree.flatten(new, is_leaf=is_handle)
            if tree != state_tree:
                raise TypeError(
                    f"scan of {name_of(f)}: the state is {state_tree} at first, then {tree}"
                )
            outputs, structure = jax.tree.flatten(y, is_leaf=is_handle)
            buffers, kinds = all_taken_apart(outputs)
            traced[:] = structure, kinds
            kept = [_like(v, k) for v, k in zip(after, state_kinds, strict=True)]
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

    return jit(scanned)


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


def _like(x: Any, kind: Kind) -> Any:
    """Return the buffer of a new state where the one before has its own."""
    if not isinstance(x, Handle):
        return x
    layout = None if kind.aval is None else kind.aval.layout
    if layout is None:
        return x.to_jax()
    return node_of(x, None if layout.mesh is None or layout.shape != x.shape else layout).value
