"""`shard_map`: a function of blocks, on every device, for shapes that do not divide."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from sharray._core.context import context
from sharray._core.layout import (
    Layout,
    auto_mesh,
    make_aval,
    make_layout,
    partition_spec,
    show_spec,
)
from sharray._core.lazy import is_tracer, jax
from sharray._core.meshes import as_mesh, automatic, check_mesh, in_blocks, tracing
from sharray._core.node import computed
from sharray._core.placement import check_spec
from sharray._engine import deleted, explained, launch_order, whole_functions
from sharray._engine.evaluate import evaluate_all
from sharray._engine.folds import Valid
from sharray._engine.xla import laid_out
from sharray._record.handles import check_dtype, is_handle, wrap
from sharray._record.moves import spread
from sharray._transforms.missing_values import errors_of_missing_values, needs_value
from sharray._transforms.shard_map.arguments import (
    arguments_of,
    check_fit,
    check_one_spec,
    check_specs,
    is_spec,
)
from sharray._transforms.shard_map.body import Body, sharded_lengths, to_block

if TYPE_CHECKING:
    from jax.sharding import Mesh, PartitionSpec


class _Mapped(NamedTuple):
    """A call of `shard_map` with functions and arguments for hashing: the key of its program."""

    f: Callable[..., Any]
    mesh: Mesh
    tree: Any
    layouts: tuple[Layout, ...]
    dtypes: tuple[np.dtype, ...]
    fills: tuple[bytes, ...]
    out_specs: tuple[Any, ...]
    out_tree: Any
    out_shapes: Any
    check_vma: bool


class _Known:
    """What is learnt of the results while the body is traced."""

    __slots__ = ("layouts", "tree")

    def __init__(self) -> None:
        self.layouts: list[Layout] = []
        self.tree: Any = None


class _Refused(Exception):
    """An error of ours, to be raised outside of JAX's trace, which adds to its message."""

    def __init__(self, error: Exception) -> None:
        self.error = error


@overload
def shard_map(
    f: Callable[..., Any],
    /,
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    fill: Any = 0,
    out_shapes: Any = None,
    check_vma: bool = True,
) -> Callable[..., Any]: ...


@overload
def shard_map(
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    fill: Any = 0,
    out_shapes: Any = None,
    check_vma: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...


def shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    mesh: Mesh | None = None,
    in_specs: Any,
    out_specs: Any,
    fill: Any = 0,
    out_shapes: Any = None,
    check_vma: bool = True,
) -> Any:
    """Run a function on the blocks that each device holds.

    Parameters
    ----------
    f
        The body: takes and returns trees of blocks, which are traced ``jax.Array`` objects. It may
        use ``jax.numpy``, ``jax.lax`` and the functions of sharray. Without `f`, a decorator.
    mesh
        By default the mesh of the arguments, or if they lie on none, the current mesh.
    in_specs
        A PartitionSpec for each array among the arguments, or a tree that the tuple of arguments
        begins with. Arguments that lie otherwise are moved.
    out_specs
        The same for the result: how the blocks are put together.
    fill
        What the tail of the last blocks is filled with where a dimension does not divide; a
        number, or a tree of numbers that the tuple of arguments begins with.
    out_shapes
        Shapes of the results, where they do not follow: a shape, or a list of one for each array
        of the result. By default a dimension whose blocks are as long as those of an argument
        that is sharded by the same mesh axes is as long as that argument; else all of the blocks
        count.
    check_vma
        Whether to refuse a result that `out_specs` calls the same on all devices along a mesh
        axis when nothing says that it is, such as `psum`.

    Returns
    -------
    callable
        Takes arrays, returns `ShardedArray` objects; traced ones without dimensions are JAX's
        scalars. The first call with new layouts compiles;
        `cache_info` counts. Like ``jax.jit`` it knows the body by its identity, and what the body
        finds outside of its arguments is not looked at again.

    Raises
    ------
    TypeError
        If specs are not PartitionSpecs, a fill does not fit a dtype, or results are no arrays.
    ValueError
        If a spec does not fit a shape or the mesh, arguments lie on another mesh, trees do not
        match, or the result would differ between devices that should hold the same.

    See Also
    --------
    valid_size : how much of a block is real.
    halo : what the neighbours have.
    """
    if f is None:
        return functools.partial(
            shard_map, mesh=mesh, in_specs=in_specs, out_specs=out_specs, fill=fill,
            out_shapes=out_shapes, check_vma=check_vma,
        )  # fmt: skip
    if not callable(f):
        raise TypeError(f"shard_map takes a function, not {type(f).__name__}")
    caller = f"shard_map of {getattr(f, '__name__', 'the body')}"
    if mesh is not None:
        mesh = as_mesh(check_mesh(mesh, "shard_map"))
    check_specs(caller, in_specs=in_specs, out_specs=out_specs)

    @functools.wraps(f)
    def mapped(*args: Any) -> Any:
        if in_blocks():
            raise ValueError(f"{caller} inside the body of a shard_map: call it outside")
        out, out_tree = jax.tree.flatten(out_specs, is_leaf=is_spec)
        nodes, filled, target, tree = arguments_of(args, in_specs, fill, mesh, caller)
        check_fit(out, target, caller)
        evaluate_all(nodes)
        for node in nodes:
            deleted.check(node)
        key = _Mapped(
            f, target, tree,
            tuple(e.aval.layout for e in nodes), tuple(e.aval.dtype for e in nodes),
            tuple(v.tobytes() for v in filled), tuple(out), out_tree,
            _frozen(out_shapes), check_vma,
        )  # fmt: skip
        buffers = [explained.operand(e.value) for e in nodes]

        def make() -> tuple[Callable[..., Any], _Known]:
            return _program(key, filled, caller)

        try:
            if tracing() or any(is_tracer(b) for b in buffers):
                # as one function still, so that it runs as one program where JAX does not trace
                program, known = whole_functions.jitted(key, make, keep=not _closes_over_tracers(f))
                with automatic(target):
                    results = program(*map(launch_order.before, buffers))
                    results = [launch_order.after(r) for r in results]
            else:
                results, known = whole_functions.call(key, make, buffers, target)
        except _Refused as refused:
            raise refused.error from None
        arrays = []
        for layout, value in zip(known.layouts, results, strict=True):
            aval = make_aval(layout, check_dtype(np.dtype(value.dtype)))
            arrays.append(wrap(computed(aval, laid_out(value, aval))))
        return jax.tree.unflatten(known.tree, arrays)

    return mapped


def _frozen(shapes: Any) -> Any:
    return tuple(map(_frozen, shapes)) if isinstance(shapes, (tuple, list)) else shapes


def _closes_over_tracers(f: Any) -> bool:
    """Whether `f` refers to values of a trace around it, which a program cannot keep."""
    cells = getattr(f, "__closure__", None) or ()
    values = []
    for cell in cells:
        with contextlib.suppress(ValueError):  # an empty cell
            values.append(cell.cell_contents)
    return any(is_tracer(v) for v in jax.tree.leaves(values))


def _program(
    key: _Mapped, fills: list[np.ndarray], caller: str
) -> tuple[Callable[..., Any], _Known]:
    known = _Known()
    out_specs = jax.tree.unflatten(key.out_tree, key.out_specs)

    def body(*blocks: Any) -> Any:
        context.bodies.append(Body(key.mesh, key.layouts))
        try:
            result = key.f(*jax.tree.unflatten(key.tree, blocks))
        except errors_of_missing_values() as error:
            raise _Refused(needs_value(key.f, error, "shard_map")) from None
        finally:
            context.bodies.pop()
        leaves, known.tree = jax.tree.flatten(result, is_leaf=is_handle)
        try:
            specs = spread(out_specs, result, f"{caller}: out_specs", is_spec)
            for spec in specs:
                check_one_spec(spec, f"{caller}: out_specs")
            shapes = _shapes(key.out_shapes, len(leaves), caller)
            out_blocks = [to_block(v, f"{caller}: the result") for v in leaves]
            known.layouts = [
                _result_layout(v, spec, shape, key, caller)
                for v, spec, shape in zip(out_blocks, specs, shapes, strict=True)
            ]
        except (TypeError, ValueError) as error:
            raise _Refused(error) from None
        return jax.tree.unflatten(known.tree, out_blocks)

    def program(*buffers: Any) -> list[Any]:
        ready = [
            Valid(layout.shape).fill(x, value, None)
            for x, layout, value in zip(buffers, key.layouts, fills, strict=True)
        ]
        mapped = jax.shard_map(
            body,
            mesh=auto_mesh(key.mesh),
            in_specs=tuple(partition_spec(layout.spec) for layout in key.layouts),
            out_specs=out_specs,
            check_vma=key.check_vma,
        )
        with automatic(key.mesh):
            return jax.tree.leaves(mapped(*ready))

    return program, known


def _shapes(out_shapes: Any, count: int, caller: str) -> list[Any]:
    if out_shapes is None:
        return [None] * count
    if all(isinstance(n, int) for n in out_shapes):
        out_shapes = (out_shapes,)
    if len(out_shapes) != count:
        raise ValueError(
            f"{caller}: {len(out_shapes)} out_shapes for {count} array(s) of the result"
        )
    return list(out_shapes)


def _result_layout(
    block: Any, spec: PartitionSpec, shape: tuple[int, ...] | None, key: _Mapped, caller: str
) -> Layout:
    """Return the layout of what blocks like `block` are put together to."""
    mesh = key.mesh
    try:
        entries = check_spec(spec, block.ndim, mesh)
    except ValueError as error:
        raise ValueError(
            f"{caller}: a result with blocks of shape {block.shape}: {error}"
        ) from None
    named = {name for names in entries for name in names}
    varying = [
        n
        for n in mesh.axis_names
        if n in jax.typeof(block).manual_axis_type.varying and n not in named
    ]
    if varying and key.check_vma:
        raise ValueError(
            f"{caller}: a result with blocks of shape {block.shape} differs between devices along "
            f"{', '.join(map(repr, varying))}, and out_specs {show_spec(entries)} says that it "
            "does not. Combine it in the body (psum, pmean, ...), name the mesh axis in out_specs, "
            "or pass check_vma=False if you know that it is the same"
        )
    if shape is None:
        shape = tuple(
            _length(d, n, names, key, caller)
            for d, (n, names) in enumerate(zip(block.shape, entries, strict=True))
        )
    layout = make_layout(shape, mesh, entries)
    if layout.ndim != block.ndim or layout.block_shape != block.shape:
        raise ValueError(
            f"{caller}: blocks of shape {block.shape} at {show_spec(entries)} do not make an array "
            f"of shape {shape}"
        )
    return layout


def _length(d: int, n: int, names: tuple[str, ...], key: _Mapped, caller: str) -> int:
    """Return the length of dimension `d`, in blocks of `n`: of an argument cut in the same way."""
    count = math.prod(key.mesh.shape[a] for a in names)
    lengths = sharded_lengths(key.layouts, names, n) or {n * count}
    if len(lengths) > 1:
        raise ValueError(
            f"{caller}: dimension {d} of a result has blocks of {n} along {names}, as arguments of "
            f"the lengths {sorted(lengths)}; say which with out_shapes"
        )
    return lengths.pop()
