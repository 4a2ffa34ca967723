"""`shard_map`: a function of blocks, on every device, for shapes that do not divide."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from sharray._core.layout import Layout, make_aval, make_layout, partition_spec, show_spec
from sharray._core.node import Expr, host, leaf
from sharray._core.placement import (
    as_mesh,
    automatic,
    blocks_mesh,
    check_mesh,
    check_spec,
    get_mesh,
    in_blocks,
    on_mesh,
    show_mesh,
    tracing,
)
from sharray._engine import direct, explained, order, run
from sharray._engine.folds import Valid
from sharray._record import record
from sharray._record.handles import Handle, check_dtype, from_jax, wrap
from sharray._record.moves import on_devices, spread
from sharray._transforms.shard_map.body import Body, bodies, sharded_lengths


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
    name = getattr(f, "__name__", "the body")
    if mesh is not None:
        mesh = as_mesh(check_mesh(mesh, "shard_map"))
    for what, specs in (("in_specs", in_specs), ("out_specs", out_specs)):
        for one in jax.tree.leaves(specs, is_leaf=_is_leaf):
            if not isinstance(one, PartitionSpec):
                raise TypeError(
                    f"shard_map of {name}: {what} holds PartitionSpecs, not {type(one).__name__}; "
                    "P() says that every device has the whole"
                )

    @functools.wraps(f)
    def mapped(*args: Any) -> Any:
        if in_blocks():
            raise ValueError(f"shard_map of {name} inside the body of a shard_map: call it outside")
        out = jax.tree.flatten(out_specs, is_leaf=_is_leaf)
        return _call(
            f, name, mesh, in_specs, (tuple(out[0]), out[1]), fill, out_shapes, check_vma, args
        )

    return mapped


def _is_leaf(x: Any) -> bool:
    return x is None or isinstance(x, PartitionSpec)


def _call(
    f: Any,
    name: str,
    mesh: Mesh | None,
    in_specs: Any,
    out: tuple[tuple[Any, ...], Any],
    fill: Any,
    out_shapes: Any,
    check_vma: bool,
    args: tuple[Any, ...],
) -> Any:
    told = f"shard_map of {name}"
    if isinstance(in_specs, (tuple, list)) and not _is_leaf(in_specs):
        if len(in_specs) != len(args):
            raise ValueError(f"{told}: {len(in_specs)} in_specs for {len(args)} argument(s)")
        in_specs = tuple(in_specs)
    paths, tree = jax.tree.flatten_with_path(args, is_leaf=lambda v: isinstance(v, Handle))
    specs = spread(in_specs, args, told, _is_leaf)
    fills = spread(fill, args, told, lambda v: v is None)
    names = [f"{told}, argument {p[0].idx}{jax.tree_util.keystr(p[1:])}" for p, _ in paths]
    given = [_argument(value, where) for (_, value), where in zip(paths, names, strict=True)]
    mesh = _the_mesh(mesh, given, names)
    with on_mesh(mesh):  # where a traced jax.Array lies nobody knows
        given = [from_jax(e) if isinstance(e, Tracer) else e for e in given]
    for spec in out[0]:
        try:
            check_spec(spec, len(spec), mesh)
        except ValueError as error:
            raise ValueError(f"{told}: out_specs: {error}") from None
    exprs, filled = [], []
    for expr, spec, one, where in zip(given, specs, fills, names, strict=True):
        shape = expr.aval.shape
        try:
            layout = make_layout(shape, mesh, check_spec(spec, len(shape), mesh))
        except ValueError as error:
            raise ValueError(f"{where} of shape {shape}: {error}") from None
        filled.append(_fill(one, expr.aval.dtype, where))
        exprs.append(on_devices(expr, layout))
    record.evaluate_all(exprs)
    key = _Mapped(
        f, mesh, tree, tuple(e.aval.layout for e in exprs), tuple(e.aval.dtype for e in exprs),
        tuple(v.tobytes() for v in filled), *out, _frozen(out_shapes), check_vma,
    )  # fmt: skip
    buffers = [explained.operand(e.value) for e in exprs]

    def make() -> tuple[Callable[..., Any], _Known]:
        return _program(key, filled, told)

    try:
        if tracing() or any(isinstance(b, Tracer) for b in buffers):
            # as one function still, so that it runs as one program where JAX does not trace
            program, known = direct.jitted(key, make, keep=not _closes_over_tracers(f))
            with automatic(mesh):
                results = [order.after(r) for r in program(*map(order.before, buffers))]
        else:
            results, known = direct.call(key, make, buffers, mesh)
    except _Refused as refused:
        raise refused.error from None
    made = []
    for layout, value in zip(known.layouts, results, strict=True):
        aval = make_aval(layout, check_dtype(np.dtype(value.dtype)))
        made.append(wrap(leaf(aval, run._laid_out(value, aval))))
    return jax.tree.unflatten(known.tree, made)


def _argument(value: Any, where: str) -> Any:
    """Return the expression of an argument: on the host, where JAX has it on no mesh.

    A traced ``jax.Array`` is returned as it is.
    """
    if isinstance(value, Handle):
        return value._read()
    if isinstance(value, Tracer):
        return value
    if isinstance(value, jax.Array) and isinstance(value.sharding, NamedSharding):
        return from_jax(value)
    if isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float, complex)):
        array = np.array(value)
        return host(array.astype(check_dtype(array.dtype), copy=False))
    raise TypeError(f"{where} is no array but {type(value).__name__}")


def _the_mesh(mesh: Mesh | None, given: list[Any], names: list[str]) -> Mesh:
    """Return the mesh that the arguments lie on, or else the current one."""
    found, who = mesh, "the mesh"
    for expr, where in zip(given, names, strict=True):
        there = expr.aval.layout.mesh if isinstance(expr, Expr) else None
        if there is None:
            continue
        if found is not None and found != there:
            raise ValueError(
                f"{where} lies on {show_mesh(there)}, {who} is {show_mesh(found)}; move it with "
                "to_device"
            )
        found, who = there, f"that of {where.rpartition(', ')[2]}"
    return get_mesh() if found is None else found


def _frozen(shapes: Any) -> Any:
    return tuple(map(_frozen, shapes)) if isinstance(shapes, (tuple, list)) else shapes


def _fill(value: Any, dtype: np.dtype, where: str) -> np.ndarray:
    """Return a fill value in the dtype of its argument, which must know it."""
    if not isinstance(value, (bool, int, float, complex, np.generic)):
        raise TypeError(f"{where}: fill is a number for each array, not {type(value).__name__}")
    known = dtype.kind == "c" or not isinstance(value, (complex, np.complexfloating))
    with np.errstate(all="ignore"):
        made = np.asarray(np.asarray(value).astype(dtype)) if known else np.zeros((), dtype)
        if not known or (dtype.kind in "biu" and made != value):
            raise TypeError(f"{where}: {dtype} does not know the fill value {value!r}")
    return made


def _closes_over_tracers(f: Any) -> bool:
    """Whether `f` refers to values of a trace around it, which a program cannot keep."""
    cells = getattr(f, "__closure__", None) or ()
    found = []
    for cell in cells:
        with contextlib.suppress(ValueError):  # an empty cell
            found.append(cell.cell_contents)
    return any(isinstance(v, Tracer) for v in jax.tree.leaves(found))


def _program(key: _Mapped, fills: list[np.ndarray], told: str) -> tuple[Callable[..., Any], _Known]:
    known = _Known()
    out_specs = jax.tree.unflatten(key.out_tree, key.out_specs)

    def body(*blocks: Any) -> Any:
        bodies.stack.append(Body(key.mesh, key.layouts))
        try:
            result = key.f(*jax.tree.unflatten(key.tree, blocks))
        finally:
            bodies.stack.pop()
        leaves, known.tree = jax.tree.flatten(result, is_leaf=lambda v: isinstance(v, Handle))
        try:
            specs = spread(out_specs, result, f"{told}: out_specs", _is_leaf)
            shapes = _shapes(key.out_shapes, len(leaves), told)
            made = [to_block(v, f"{told}: the result") for v in leaves]
            known.layouts = [
                _result_layout(v, spec, shape, key, told)
                for v, spec, shape in zip(made, specs, shapes, strict=True)
            ]
        except (TypeError, ValueError) as error:
            raise _Refused(error) from None
        return jax.tree.unflatten(known.tree, made)

    def program(*buffers: Any) -> list[Any]:
        ready = [
            Valid(layout.shape).fill(x, value, None)
            for x, layout, value in zip(buffers, key.layouts, fills, strict=True)
        ]
        mapped = jax.shard_map(
            body,
            mesh=key.mesh,
            in_specs=tuple(partition_spec(layout.spec) for layout in key.layouts),
            out_specs=out_specs,
            check_vma=key.check_vma,
        )
        with automatic(key.mesh):
            return jax.tree.leaves(mapped(*ready))

    return program, known


def to_block(value: Any, where: str) -> Any:
    """Return what the body of a `shard_map` made as JAX knows it."""
    if isinstance(value, Handle):
        expr = value._read()
        mesh = expr.aval.layout.mesh
        if mesh is not None and mesh != blocks_mesh():
            raise ValueError(
                f"{where} is an array of shape {value.shape} on {show_mesh(mesh)}, no block: "
                "pass it as an argument"
            )
        record.evaluate_all([expr])
        return jnp.asarray(expr.value)
    if isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float, complex)):
        return jnp.asarray(value)
    raise TypeError(f"{where} holds {type(value).__name__}, which is no array")


def _shapes(given: Any, count: int, told: str) -> list[Any]:
    if given is None:
        return [None] * count
    if all(isinstance(n, int) for n in given):
        given = (given,)
    if len(given) != count:
        raise ValueError(f"{told}: {len(given)} out_shapes for {count} array(s) of the result")
    return list(given)


def _result_layout(
    block: Any, spec: PartitionSpec, shape: tuple[int, ...] | None, key: _Mapped, told: str
) -> Layout:
    """Return the layout of what blocks like `block` are put together to."""
    mesh = key.mesh
    try:
        wanted = check_spec(spec, block.ndim, mesh)
    except ValueError as error:
        raise ValueError(f"{told}: a result with blocks of shape {block.shape}: {error}") from None
    given = {name for names in wanted for name in names}
    varying = [
        n
        for n in mesh.axis_names
        if n in jax.typeof(block).manual_axis_type.varying and n not in given
    ]
    if varying and key.check_vma:
        raise ValueError(
            f"{told}: a result with blocks of shape {block.shape} differs between devices along "
            f"{', '.join(map(repr, varying))}, and out_specs {show_spec(wanted)} says that it does "
            "not. Combine it in the body (psum, pmean, ...), name the mesh axis in out_specs, or "
            "pass check_vma=False if you know that it is the same"
        )
    if shape is None:
        shape = tuple(
            _length(d, n, names, key, told)
            for d, (n, names) in enumerate(zip(block.shape, wanted, strict=True))
        )
    layout = make_layout(shape, mesh, wanted)
    if layout.ndim != block.ndim or layout.block_shape != block.shape:
        raise ValueError(
            f"{told}: blocks of shape {block.shape} at {show_spec(wanted)} do not make an array of "
            f"shape {shape}"
        )
    return layout


def _length(d: int, n: int, names: tuple[str, ...], key: _Mapped, told: str) -> int:
    """Return the length of dimension `d`, in blocks of `n`: of an argument cut in the same way."""
    count = math.prod(key.mesh.shape[a] for a in names)
    found = sharded_lengths(key.layouts, names, n) or {n * count}
    if len(found) > 1:
        raise ValueError(
            f"{told}: dimension {d} of a result has blocks of {n} along {names}, as arguments of "
            f"the lengths {sorted(found)}; say which with out_shapes"
        )
    return found.pop()
