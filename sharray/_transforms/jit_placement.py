"""Where the arguments and the results of a jitted function lie."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.cache import Cache
from sharray._core.layout import make_aval, make_layout
from sharray._core.lazy import is_abstract, is_jax_array, is_tracer, jax
from sharray._core.links import see
from sharray._core.meshes import get_mesh, show_mesh
from sharray._core.node import computed
from sharray._core.placement import check_spec
from sharray._engine.blocks import constrain
from sharray._engine.evaluate import evaluate_all
from sharray._ops.creation import asarray
from sharray._record import handles, moves
from sharray._record.handles import is_handle
from sharray._record.moves import put, spread, to_layout, with_sharding_constraint
from sharray._transforms.tree_nodes import Returned

if TYPE_CHECKING:
    from jax.sharding import Mesh

_SCALARS = (np.generic, bool, int, float, complex)


def _is_sharding(value: Any) -> bool:
    return value is None or isinstance(value, (jax.sharding.PartitionSpec, jax.sharding.Sharding))


def shardings(tree: Any, option: str) -> Any:
    """Return a tree of placements as a plain one; shardings may stand in the place of arrays."""

    def plain(value: Any) -> Any:
        if is_handle(value):
            (value,) = jax.tree.leaves(value)
        if not (
            value is None
            or isinstance(value, (jax.sharding.PartitionSpec, jax.sharding.NamedSharding))
        ):
            raise TypeError(
                f"jit: {option} holds PartitionSpecs, NamedShardings and None, not "
                f"{type(value).__name__}"
            )
        return value

    return jax.tree.map(plain, tree, is_leaf=lambda v: is_handle(v) or _is_sharding(v))


def placed(args: tuple[Any, ...], shardings: Any, static: Collection[int]) -> tuple[Any, ...]:
    """Place the positional arguments, but for the `static` ones, as `in_shardings` says.

    Raises
    ------
    TypeError
        If what is to be placed is no array.
    ValueError
        If the tree does not fit the arguments, a sharding not its array, or the array lies
        otherwise where somebody has placed it.
    """
    given = tuple([value for i, value in enumerate(args) if i not in static])
    wanted = spread(shardings, given, "jit: in_shardings", _is_sharding)
    leaves, tree = jax.tree.flatten(given, is_leaf=is_handle)
    moved = iter(jax.tree.unflatten(tree, list(map(_placed, leaves, wanted))))
    return tuple([value if i in static else next(moved) for i, value in enumerate(args)])


def _placed(value: Any, sharding: Any) -> Any:
    if sharding is None:
        return value
    if isinstance(sharding, jax.sharding.PartitionSpec):
        mesh = get_mesh()
        check_spec(sharding, np.ndim(value), mesh)
        sharding = jax.sharding.NamedSharding(mesh, sharding)
    if isinstance(value, np.ndarray):
        return asarray(value, device=sharding)
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, jax.ShapeDtypeStruct):
        is_free, move = value.sharding is None, _abstract
    elif is_handle(value):
        node = value._node()
        is_fixed = value._memory.is_placed or is_abstract(node.value)
        is_free, move = node.is_traced or not is_fixed, to_layout
    elif is_jax_array(value):
        is_free, move = is_tracer(value) or not value.committed, with_sharding_constraint
    else:
        raise TypeError(f"jit: in_shardings places {type(value).__name__}, which is no array")
    if is_free:
        return move(value, sharding)
    if not sharding.is_equivalent_to(value.sharding, value.ndim):
        raise ValueError(
            f"jit: in_shardings has an argument of shape {value.shape} lie at {_show(sharding)}, "
            f"and it was placed at {_show(value.sharding)}: give the function "
            "sharray.reshard(x, ...), or None in the place of its sharding"
        )
    return value


def set_apart(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], donated: tuple[set[int], set[str]]
) -> None:
    """Have donated arguments lie on buffers that nobody else needs.

    Raises
    ------
    ValueError
        If a buffer is donated, and is an argument once more: XLA would wait for ever.
    """
    numbers, names = donated
    numbers = {i + len(args) if i < 0 else i for i in numbers}
    leaves, _ = jax.tree_util.tree_flatten_with_path((args, kwargs), is_leaf=is_handle)
    given: dict[int, tuple[Any, bool]] = {}
    for path, leaf in leaves:
        first, second = path[:2]
        is_donated = (second.key in names) if first.idx else (second.idx in numbers)
        value = _buffer(leaf, is_donated=is_donated)
        if value is None:
            continue
        before, was_donated = given.setdefault(id(value), (path, is_donated))
        if before is not path and (was_donated or is_donated):
            raise ValueError(
                f"jit: {_argument(function, before)} and {_argument(function, path)} are the same "
                f"array, which is donated: give one of them x.copy(), or do not donate it"
                f"{see('donated-array')}"
            )


def _buffer(leaf: Any, *, is_donated: bool) -> Any:
    """Return what JAX is given for an argument; None where that is made for the call."""
    if not is_handle(leaf):
        return leaf if is_jax_array(leaf) else None
    memory = leaf._memory
    if not leaf._is_whole or memory.placeholder is not None:
        return None
    if isinstance(memory, Returned):
        return memory.buffer.value
    node = memory.node
    if node is None:
        return None
    evaluate_all([node])
    return (moves.set_apart(leaf, node) if is_donated else node).value


def _argument(function: Any, path: Any) -> str:
    """Return how an argument, or what is in it, is called."""
    is_named, at = path[0].idx, path[1]
    if is_named:
        name = str(at.key)
    else:
        try:
            known = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            known = []
        kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
        known = [p.name for p in known if p.kind in kinds]
        name = known[at.idx] if at.idx < len(known) else f"argument {at.idx}"
    return name + jax.tree_util.keystr(path[2:])


def _show(sharding: Any) -> str:
    if not isinstance(sharding, jax.sharding.NamedSharding):
        return str(sharding)
    return f"{sharding.spec} on {show_mesh(sharding.mesh)}"


def _abstract(value: Any, sharding: Any) -> Any:
    return value.update(sharding=sharding)


#: Types whose values hold no NumPy array: they are leaves of trees, and none.
_no_numpy = Cache("types without arrays of NumPy", 4096)


def _holds_numpy(value: Any) -> bool:
    """Whether a NumPy array is in a tree."""
    kind = type(value)
    if kind is np.ndarray:
        return True
    if kind in _no_numpy:
        return False
    leaves = jax.tree.leaves(value, is_leaf=handles.Handle.__instancecheck__)  # in C
    if len(leaves) == 1 and leaves[0] is value:
        _no_numpy.keep(kind, True)
    return np.ndarray in map(type, leaves)


def with_placed_numpys(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Place NumPy arrays among the arguments, and in trees of them."""
    if any(map(_holds_numpy, args)):
        args = tuple([_all_placed(a) if _holds_numpy(a) else a for a in args])
    if kwargs and any(map(_holds_numpy, kwargs.values())):
        kwargs = {k: _all_placed(a) if _holds_numpy(a) else a for k, a in kwargs.items()}
    return args, kwargs


def _all_placed(tree: Any) -> Any:
    return jax.tree.map(
        lambda v: asarray(v) if type(v) is np.ndarray else v, tree, is_leaf=is_handle
    )


def laid_out(result: Any, shardings: Any, mesh: Mesh) -> Any:
    """Place the arrays of a result, and make arrays of scalars, as they are without `jit`."""
    leaves, tree = jax.tree.flatten(result, is_leaf=is_handle)
    placements: list[Any] = [None] * len(leaves)
    if shardings is not None:
        placements = spread(shardings, result, "jit: out_shardings", _is_sharding)
    results = []
    for value, sharding in zip(leaves, placements, strict=True):
        array: Any = value
        if (
            sharding is not None
            and (is_jax_array(value) or isinstance(value, _SCALARS))
            and not np.ndim(value)
        ):
            # a count or the like has no dimension to be sharded, and stays what it is
            spec = sharding.spec if isinstance(sharding, jax.sharding.NamedSharding) else sharding
            check_spec(spec, 0, mesh)
            sharding = None
        if sharding is not None and (is_jax_array(value) or handles.is_numpys(value)):
            array = asarray(value)
        elif is_tracer(value) and not array.ndim and handles.is_scalar(value):
            aval = make_aval(make_layout((), mesh), np.dtype(array.dtype))
            array = handles.wrap_array(computed(aval, value))
        if sharding is not None:
            if not is_handle(array):
                raise TypeError(
                    f"jit: out_shardings places {type(value).__name__}, which is no array"
                )
            array = put(array, sharding)
        results.append(_pinned(array) if is_handle(array) else array)
    return jax.tree.unflatten(tree, results)


def _pinned(array: Any) -> Any:
    """State where a result lies: functions on leaves, such as an optimizer's, say nothing of it."""
    node = array._node()
    evaluate_all([node])
    if (
        array._memory.placeholder is not None
        or array._memory.is_free  # nobody chose where it lies
        or node.aval.layout.mesh is None
        or not is_tracer(node.value)
    ):
        return array
    value = constrain(node.value, node.aval.layout)
    return handles.wrap_array(computed(node.aval, value), type(array))
