"""What `shard_map` is given: specs, arrays, fill values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.layout import make_layout
from sharray._core.lazy import is_tracer, jax
from sharray._core.meshes import common_mesh, on_mesh
from sharray._core.node import Node, constant
from sharray._core.placement import check_spec
from sharray._record.handles import Handle, check_dtype, is_handle, node_of_jax
from sharray._record.moves import spread
from sharray._record.relayout import on_devices

if TYPE_CHECKING:
    from jax.sharding import Mesh


def check_specs(caller: str, **trees: Any) -> None:
    """Raise TypeError where a tree of specs, by the name of its parameter, holds something else."""
    for what, specs in trees.items():
        # None inside of them may stand beside None, which is checked where the arrays are there
        for one in [None] if specs is None else jax.tree.leaves(specs):
            check_one_spec(one, f"{caller}: {what}")


def check_one_spec(spec: Any, where: str) -> None:
    """Raise TypeError if this is no spec."""
    if not isinstance(spec, jax.sharding.PartitionSpec):
        raise TypeError(
            f"{where} holds PartitionSpecs, not {type(spec).__name__}; "
            "P() says that every device has the whole"
        )


def check_fit(specs: Iterable[Any], mesh: Mesh, caller: str) -> None:
    """Raise ValueError where a spec of the result names what the mesh does not have."""
    for spec in specs:
        if spec is None:
            continue
        try:
            check_spec(spec, len(spec), mesh)
        except ValueError as error:
            raise ValueError(f"{caller}: out_specs: {error}") from None


def arguments_of(
    args: tuple[Any, ...], in_specs: Any, fill: Any, mesh: Mesh | None, caller: str
) -> tuple[list[Node], list[np.ndarray], Mesh, Any]:
    """Return the arrays among the arguments as `in_specs` says, fills, the mesh, and the tree."""
    if isinstance(in_specs, (tuple, list)) and not is_spec(in_specs):
        if len(in_specs) != len(args):
            raise ValueError(f"{caller}: {len(in_specs)} in_specs for {len(args)} argument(s)")
        in_specs = tuple(in_specs)
    paths, tree = jax.tree.flatten_with_path(args, is_leaf=is_handle)
    specs = spread(in_specs, args, caller, is_spec)
    fills = spread(fill, args, caller, lambda v: v is None)
    names = [f"{caller}, argument {p[0].idx}{jax.tree_util.keystr(p[1:])}" for p, _ in paths]
    operands = [_argument(value, where) for (_, value), where in zip(paths, names, strict=True)]
    meshes = [e.aval.layout.mesh if isinstance(e, Node) else None for e in operands]
    target = common_mesh(zip(meshes, names, strict=True), "; move it with to_device", mesh)
    with on_mesh(target):  # where a traced jax.Array lies nobody knows
        operands = [node_of_jax(e) if is_tracer(e) else e for e in operands]
    nodes, filled = [], []
    for node, spec, one, where in zip(operands, specs, fills, names, strict=True):
        shape = node.aval.shape
        check_one_spec(spec, f"{where}: in_specs")
        try:
            layout = make_layout(shape, target, check_spec(spec, len(shape), target))
        except ValueError as error:
            raise ValueError(f"{where} of shape {shape}: {error}") from None
        filled.append(_fill(one, node.aval.dtype, where))
        nodes.append(on_devices(node, layout))
    return nodes, filled, target, tree


def is_spec(x: Any) -> bool:
    """Whether a tree of specs ends here: at one, or at None, which stands beside no array."""
    return x is None or isinstance(x, jax.sharding.PartitionSpec)


def _argument(value: Any, where: str) -> Any:
    """Return the node of an argument: on the host, where JAX has it on no mesh.

    A traced ``jax.Array`` is returned as it is.
    """
    if isinstance(value, Handle):
        return value._node()
    if is_tracer(value):
        return value
    if isinstance(value, jax.Array) and isinstance(value.sharding, jax.sharding.NamedSharding):
        return node_of_jax(value)
    if isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float, complex)):
        array = np.array(value)
        return constant(array.astype(check_dtype(array.dtype), copy=False))
    raise TypeError(f"{where} is no array but {type(value).__name__}")


def _fill(value: Any, dtype: np.dtype, where: str) -> np.ndarray:
    """Return a fill value in the dtype of its argument, which must know it."""
    if not isinstance(value, (bool, int, float, complex, np.generic)):
        raise TypeError(f"{where}: fill is a number for each array, not {type(value).__name__}")
    known = dtype.kind == "c" or not isinstance(value, (complex, np.complexfloating))
    with np.errstate(all="ignore"):
        fill = np.asarray(np.asarray(value).astype(dtype)) if known else np.zeros((), dtype)
        if not known or (dtype.kind in "biu" and fill != value):
            raise TypeError(f"{where}: {dtype} does not know the fill value {value!r}")
    return fill
