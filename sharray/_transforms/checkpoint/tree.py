"""Structures of trees as JSON, and trees as they were, or like another one.

A node is ``{"kind": ..., "children": [[name, node], ...]}``, a leaf ``{"value": ...}`` or
``{"array": number, ...}``.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.lazy import is_abstract, is_jax_array, jax
from sharray._core.links import with_article
from sharray._record.handles import Handle, is_handle

Node = dict[str, Any]
Path = tuple[Any, ...]

_VALUES = (type(None), bool, int, float, str)
_SEQUENCES = {"list": list, "tuple": tuple}


class CheckpointError(ValueError):
    """A checkpoint is damaged, or is none, or does not fit what it is to be loaded into."""

    __module__ = "sharray.checkpoint"


def show(path: Path) -> str:
    """Return what an error calls a place in a tree."""
    return ".".join(map(str, path)) or "the tree itself"


def is_array(value: Any) -> bool:
    """Whether a leaf is stored as an array."""
    return is_handle(value) or isinstance(value, (np.ndarray, np.generic)) or is_jax_array(value)


def is_key(value: Any) -> bool:
    """Whether a leaf is an array of JAX's keys of random numbers."""
    return is_jax_array(value) and jax.numpy.issubdtype(value.dtype, jax.dtypes.prng_key)


def _children(tree: Any) -> tuple[str, list[tuple[Any, Any]], Callable[[list[Any]], Any]] | None:
    """Return kind and named children of a node, and what makes one of other children."""
    kind = type(tree)
    if kind is dict:
        return "dict", list(tree.items()), lambda new: dict(zip(tree, new, strict=True))
    if kind is list or kind is tuple:
        return kind.__name__, list(enumerate(tree)), kind
    if kind in _VALUES or is_array(tree) or is_abstract(tree):
        return None
    pairs, structure = jax.tree_util.tree_flatten_with_path(tree, lambda v: v is not tree)
    if structure == jax.tree.structure(0):
        if not dataclasses.is_dataclass(tree) or isinstance(tree, type):
            return None
        names = [f.name for f in dataclasses.fields(tree)]

        def replaced(new: list[Any]) -> Any:
            values = dict(zip(names, new, strict=True))
            if set(getattr(tree, "__dict__", ())) <= set(names):
                made = copy.copy(tree)  # what makes a new one might compute fields once more
                for name, value in values.items():
                    object.__setattr__(made, name, value)
                return made
            made = dataclasses.replace(tree, **values)  # with what else is computed of the fields
            if any(getattr(made, name) is not value for name, value in values.items()):
                raise TypeError(
                    f"a {kind.__qualname__} cannot be made of what was saved: it computes some of "
                    "its fields, and attributes that are none; load it without like"
                )
            return made

        return kind.__qualname__, [(name, getattr(tree, name)) for name in names], replaced
    named = [(_name(path[0]), child) for path, child in pairs]
    return kind.__qualname__, named, lambda new: jax.tree.unflatten(structure, new)


def _name(key: Any) -> Any:
    for attribute in ("key", "idx", "name"):
        if hasattr(key, attribute):
            return getattr(key, attribute)
    return str(key)


def structure_of(tree: Any, store: Callable[[Any, Path], Node], path: Path = ()) -> Node:
    """Return the structure of a tree, and give its arrays, with their places, to a function.

    Raises
    ------
    TypeError
        For a leaf that is neither an array nor a number nor text, and for keys that are neither
        whole numbers nor text.
    """
    if isinstance(tree, _VALUES) and not isinstance(tree, np.generic):
        return {"value": tree}
    if type(tree) is complex:
        return {"complex": [tree.real, tree.imag]}
    if is_array(tree):
        return store(tree, path)
    taken_apart = _children(tree)
    if taken_apart is None:
        raise TypeError(
            f"a checkpoint holds arrays, numbers and text; {show(path)} is {with_article(tree)}"
        )
    kind, children, _ = taken_apart
    nodes = []
    for name, child in children:
        if type(name) not in (int, str):
            raise TypeError(f"keys in a checkpoint are text or whole numbers, not {name!r}")
        nodes.append([name, structure_of(child, store, (*path, name))])
    return {"kind": kind, "children": nodes}


def tree_of(node: Node, load: Callable[[Node, Any, Path], Any], path: Path = ()) -> Any:
    """Return a tree of dictionaries, lists, tuples and what `load` gives for arrays."""
    if "value" in node:
        return node["value"]
    if "complex" in node:
        return complex(*node["complex"])
    if "array" in node:
        return load(node, None, path)
    children = [(name, tree_of(child, load, (*path, name))) for name, child in node["children"]]
    if node["kind"] in _SEQUENCES:
        return _SEQUENCES[node["kind"]]([child for _, child in children])
    return dict(children)


def tree_like(
    node: Node, like: Any, load: Callable[[Node, Any, Path], Any], path: Path = ()
) -> Any:
    """Return a tree of the structure of another one, whose arrays say where the new ones go.

    Raises
    ------
    CheckpointError
        If the structures differ.
    """
    taken_apart = _children(like)
    if taken_apart is None:
        if "children" in node:
            raise CheckpointError(
                f"{show(path)} is a {node['kind']} in the checkpoint, to be loaded like a "
                f"{type(like).__name__}"
            )
        if "array" in node:
            return load(node, like, path)
        return tree_of(node, load, path)
    _, children, make = taken_apart
    theirs = dict(map(tuple, node.get("children", [])))
    names = [name for name, _ in children]
    if "children" not in node or set(names) != set(theirs):
        missing = [show((*path, n)) for n in names if n not in theirs]
        more = [show((*path, n)) for n in theirs if n not in names]
        texts = [f"the checkpoint has no {', '.join(missing)}"] * bool(missing)
        texts += [f"only the checkpoint has {', '.join(more)}"] * bool(more)
        raise CheckpointError(f"{show(path)}: {'; '.join(texts) or 'the structures differ'}")
    return make([tree_like(theirs[name], child, load, (*path, name)) for name, child in children])


def listed(node: Node, path: Path = ()) -> list[tuple[Path, Node]]:
    """Return all leaves with their places."""
    if "children" not in node:
        return [(path, node)]
    return [leaf for name, child in node["children"] for leaf in listed(child, (*path, name))]


def kind_of(array: Any) -> str:
    """Return what an array is to be again: its library, or "number" for those of NumPy."""
    if isinstance(array, Handle):
        return array._flavour.name
    if isinstance(array, np.generic):
        return "number"
    return "jax" if is_jax_array(array) else "numpy"
