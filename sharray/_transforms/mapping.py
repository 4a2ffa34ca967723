"""`vmap` and `scan` over a dimension of any length, sharded or not.

JAX maps over buffers. `vmap` gives it rows of the padding that repeat the last row, which no
function fails on and no derivative notices, and says of the result how long it is. `scan` takes one
row after the other, so each is spread over the devices.
"""

from __future__ import annotations

import contextlib
import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sharray._core.cache import Cache
from sharray._core.layout import Aval, Layout, Spec, make_aval, make_layout
from sharray._core.lazy import is_tracer, jax, jnp, lax
from sharray._core.node import Node, computed, unplaced
from sharray._core.placement import get_mesh
from sharray._engine.blocks import constrain, resize
from sharray._engine.evaluate import evaluate_all
from sharray._ops.manipulation import moveaxis
from sharray._record import handles, leaks
from sharray._record.handles import Handle, is_handle
from sharray._record.moves import spread
from sharray._record.relayout import on_devices
from sharray._record.traced_values import noting_refusals
from sharray._transforms.fixed import surroundings
from sharray._transforms.jit import JitFunction, errors_of_missing_values, needs_value

_R = TypeVar("_R")


class _Kind(NamedTuple):
    """What a leaf is besides its buffer: an array of a class, or with None one of JAX."""

    of: type[Handle] | None
    aval: Aval | None


def _taken_apart(leaf: Any) -> tuple[Any, _Kind]:
    """Return what JAX is given for a leaf of a tree, and what it is."""
    if isinstance(leaf, Handle):
        node = _node(leaf)
        return node.value, _Kind(type(leaf), node.aval)
    if is_tracer(leaf) and handles.is_scalar(leaf):
        return leaf, _Kind(None, unplaced(leaf).aval)
    return leaf, _Kind(None, None)


def _node(x: Handle, layout: Layout | None = None) -> Node:
    node = on_devices(x._node(), layout)
    evaluate_all([node])
    return node


def _put_together(value: Any, kind: _Kind) -> Any:
    """Return the leaf of which `_taken_apart` has made a value, or of another value of its kind."""
    if kind.of is None or kind.aval is None:
        return value
    is_placed = kind.aval.layout.mesh is not None
    node = computed(kind.aval, value) if is_placed else unplaced(value)
    return handles.wrap_array(node, kind.of)


def _row(value: Any, kind: _Kind, *, spreads: bool) -> Any:
    """Return a row of an array, which JAX places unless it has padding, or is to be spread."""
    if kind.of is None or kind.aval is None or not value.ndim:
        return value
    layout = kind.aval.layout
    row = make_layout(layout.shape[1:], layout.mesh, layout.spec[1:])
    if layout.mesh is None or not (spreads or row.is_padded):
        return handles.wrap_array(unplaced(value), kind.of)
    return _put_together(value, kind._replace(aval=make_aval(row, kind.aval.dtype)))


def _beside(lead: Layout, spec: Spec) -> Spec:
    """Return a spec behind that of the mapped dimension, whose mesh axes it leaves alone."""
    used = set(lead.spec[0])
    return (*lead.spec, *[() if used & set(names) else names for names in spec])


def _stacked(value: Any, kind: _Kind, lead: Layout, of: type[Handle] | None) -> Any:
    """Return the array of the results for each row.

    `lead` is the layout of their dimension, `of` the class of what was no array for a row.
    """
    [count] = lead.shape
    if kind.aval is None and lead.mesh is None:
        return value
    inner = make_layout(value.shape[1:], None) if kind.aval is None else kind.aval.layout
    if lead.mesh is None and inner.mesh is None:
        node = unplaced(value)
    else:
        mesh = lead.mesh or inner.mesh
        layout = make_layout((count, *inner.shape), mesh, _beside(lead, inner.spec))
        # what is sharded by fewer axes has less padding
        value = constrain(resize(value, layout.padded_shape), layout)
        node = computed(make_aval(layout, np.dtype(value.dtype)), value)
    return handles.wrap_array(node, kind.of or of)


def _class_of(leaves: Sequence[Any]) -> type[Handle] | None:
    return next((type(x) for x in leaves if isinstance(x, Handle)), None)


def _reused(make: Any, *args: Any) -> Any:
    """Return the program of a function that is met again, as `jit` does, if it can be told."""
    try:
        found = _mapped[make, args]
    except TypeError:  # it cannot be hashed
        return make(*args)
    # an object may call itself equal to one that computes something else
    return found if found._of is args[0] else make(*args)


_mapped = Cache("mapped and scanned functions", 256, lambda make, args: make(*args))


def _name(f: Any) -> str:
    return getattr(f, "__name__", "a function")


@contextlib.contextmanager
def _explaining(f: Any, by: str) -> Iterator[None]:
    """Say what to do where the user's function does what no traced one can."""
    try:
        with noting_refusals():
            yield
    except errors_of_missing_values() as error:
        raise needs_value(f, error, by) from error


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
    return _reused(_vmap, f, in_axes, out_axes)


def _vmap(f: Callable[..., Any], in_axes: Any, out_axes: Any) -> Any:
    caller = f"vmap of {_name(f)}"

    @functools.wraps(f)
    def mapped(*args: Any, **kwargs: Any) -> Any:
        axes = spread(in_axes, args, f"{caller}: in_axes", lambda v: v is None)
        leaves, tree = jax.tree.flatten((args, kwargs), is_leaf=is_handle)
        mapped_over = [v for v, a in zip(leaves, axes, strict=False) if a is not None]
        _check_arrays(mapped_over, f"{caller}: an argument")
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
                given[i] = _row(value, kind, spreads=False)
            all_args, all_kwargs = jax.tree.unflatten(tree, given)
            with _explaining(f, "vmap"):
                result = f(*all_args, **all_kwargs)
            outputs, structure = jax.tree.flatten(result, is_leaf=is_handle)
            _check_arrays(outputs, f"{caller}: a result")
            results, of_results = _all_taken_apart(outputs)
            traced[:] = structure, of_results
            return [jnp.asarray(value) for value in results]

        values = jax.vmap(call)(*buffers)
        structure, results = traced
        of = _class_of(rows)
        arrays = [_stacked(v, kind, lead, of) for v, kind in zip(values, results, strict=True)]
        result = jax.tree.unflatten(structure, arrays)
        ends = spread(out_axes, result, f"{caller}: out_axes", lambda v: v is None)
        if None in ends:
            raise ValueError(f"{caller}: out_axes None: every result is mapped; take one of them")
        moved = [x if not end else _moved(x, 0, end) for x, end in zip(arrays, ends, strict=True)]
        return jax.tree.unflatten(structure, moved)

    return _Mapped(f, mapped, caller)


class _Mapped(JitFunction[..., Any]):
    """A mapped or scanned function: one that may change is traced at each call."""

    def __init__(self, f: Any, mapped: Callable[..., Any], caller: str) -> None:
        super().__init__(mapped)
        self._of, self._caller = f, caller
        self._surroundings: list[Any] | None = None

    def _is_fixed(self) -> bool:
        """Whether the function is what it was when it was traced, and can be no other."""
        seen = surroundings(self._of)
        with self._lock:
            before, self._surroundings = self._surroundings, seen
            if before is not None and not _same(before, seen):
                self._on.clear()
        return seen is not None

    def _here(self) -> Any:
        return super()._here() if self._is_fixed() else self._jitted(get_mesh())

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self._is_fixed():
            leaves = jax.tree.leaves((arguments, named), is_leaf=is_handle)
            _check_arrays(leaves, f"{self._caller}: an argument")
            return self._call(super()._here(), arguments, named)
        args, kwargs = self.placed(arguments, named)
        return self.function(*args, **kwargs)


def _same(before: list[Any], seen: list[Any] | None) -> bool:
    return seen is not None and len(before) == len(seen) and all(map(operator.is_, before, seen))


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


def _filled(x: Any, lead: Layout) -> tuple[Any, _Kind]:
    """Return the rows of an argument, the last one again as often as the padding is long."""
    [count], [padded] = lead.shape, lead.padded_shape
    kind = _Kind(None, None)
    if isinstance(x, Handle):
        layout = x._node().aval.layout
        if layout.mesh is not None:
            spec = _beside(lead, layout.spec[1:])
            node = _node(x, make_layout(layout.shape, layout.mesh, spec))
        else:
            node = _node(x)
        x, kind = node.value, _Kind(type(x), node.aval)
    if padded == count:
        return x, kind
    x = resize(x, (padded, *x.shape[1:]))
    last = lax.slice_in_dim(x, count - 1, count)
    numbers = lax.broadcasted_iota(np.int32, (padded,) + (1,) * (x.ndim - 1), 0)
    x = jnp.where(numbers < count, x, last)
    if kind.aval is not None and kind.aval.layout.mesh is not None:
        x = constrain(x, kind.aval.layout)
    return x, kind


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
        raise ValueError(f"scan of {_name(f)}: length={length} is negative")
    return _reused(_scan, f, length, reverse, unroll)(init, xs)


def _scan(f: Callable[..., Any], length: int | None, reverse: bool, unroll: int) -> Any:
    caller = f"scan of {_name(f)}"

    @functools.wraps(f)
    def scanned(init: Any, xs: Any) -> tuple[Any, Any]:
        state, state_tree = jax.tree.flatten(init, is_leaf=is_handle)
        rows, rows_tree = jax.tree.flatten(xs, is_leaf=is_handle)
        _check_arrays([*state, *rows], f"{caller}: an argument")
        if any(not np.ndim(x) for x in rows):
            raise ValueError(f"{caller}: xs has an array without dimensions, which has no rows")
        rows = [_spread_out(x) if isinstance(x, Handle) else x for x in rows]
        state_buffers, state_kinds = _all_taken_apart(state)
        row_buffers, row_kinds = _all_taken_apart(rows)
        traced: list[Any] = []

        def call(before: Any, values: Any) -> tuple[list[Any], list[Any]]:
            leaks.begin()
            given = [_put_together(v, k) for v, k in zip(before, state_kinds, strict=True)]
            row = [_row(v, k, spreads=True) for v, k in zip(values, row_kinds, strict=True)]
            with _explaining(f, "scan"):
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
            _check_arrays([*after, *outputs], f"{caller}: a result")
            buffers, kinds = _all_taken_apart(outputs)
            traced[:] = structure, kinds
            kept = [_like(v, k, caller) for v, k in zip(after, state_kinds, strict=True)]
            return kept, [jnp.asarray(b) for b in buffers]

        last, values = lax.scan(
            call, state_buffers, row_buffers, length, reverse=reverse, unroll=unroll
        )
        structure, kinds = traced
        final = [_put_together(v, k) for v, k in zip(last, state_kinds, strict=True)]
        mesh = next((k.aval.layout.mesh for k in (*row_kinds, *state_kinds) if k.aval), None)
        ys = [
            _stacked(v, k, make_layout(v.shape[:1], mesh), _class_of([*rows, *state]))
            for v, k in zip(values, kinds, strict=True)
        ]
        return jax.tree.unflatten(state_tree, final), jax.tree.unflatten(structure, ys)

    return _Mapped(f, scanned, caller)


def _all_taken_apart(leaves: Sequence[Any]) -> tuple[list[Any], list[_Kind]]:
    parts = [_taken_apart(leaf) for leaf in leaves]
    return [value for value, _ in parts], [kind for _, kind in parts]


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
        _node(x, make_layout(layout.shape, layout.mesh, tuple(spec))), type(x)
    )


def _like(x: Any, kind: _Kind, caller: str) -> Any:
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
    return _node(x, None if layout.mesh is None else layout).value


def _check_arrays(leaves: Sequence[Any], where: str) -> None:
    """Raise TypeError for what is neither an array nor a number."""
    for leaf in leaves:
        is_known = isinstance(leaf, (bool, int, float, complex)) or hasattr(leaf, "__jax_array__")
        if not is_known and not handles.is_array(leaf):
            raise TypeError(f"{where} is no array but of type {type(leaf).__name__}: {leaf!r}")
