"""Optimizers that look at the shapes of arrays, or at means: padding would change what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sharray._core.lazy import is_jax_array, jax
from sharray._core.meshes import tracing
from sharray._engine import blocks
from sharray._record.handles import is_handle
from sharray._transforms.jit import jit
from sharray._transforms.pytree import flatten, to_jax, unflatten

Optimizer = TypeVar("Optimizer", bound=tuple[Any, ...])


def unpadded(optimizer: Optimizer) -> Optimizer:
    """Return an Optax optimizer that sees arrays of their own shapes, without the padding.

    For those that look at shapes or means of parameters, such as ``optax.adafactor``; to others it
    makes no difference. A state of a parameter's shape lies as the parameter does, one of another
    shape is a ``jax.Array``, whole on each device. With functions among the extra arguments, as
    line searches take one, arrays that do not divide are gathered outside of ``jit``, with a
    warning.

    Parameters
    ----------
    optimizer
        An ``optax.GradientTransformation``, with extra arguments or without.

    Returns
    -------
    optax.GradientTransformation
        An optimizer of the same type.

    Raises
    ------
    TypeError
        If it is none, such as ``optax.MultiSteps``, which takes one.
    """
    given: Any = optimizer
    if not hasattr(given, "_replace"):
        raise TypeError(
            f"unpadded takes an optax.GradientTransformation, not {type(given).__name__}: wrap the "
            "one that it is given, or its gradient_transformation()"
        )

    def make(params: Any) -> Any:
        return _beside(params, given.init(to_jax(params)))

    def step(updates: Any, state: Any, params: Any, more: dict[str, Any]) -> Any:
        found = given.update(*map(to_jax, (updates, state, params)), **to_jax(more))
        return tuple([_as_before(*pair) for pair in zip((updates, state), found, strict=True)])

    jitted_make, jitted_step = jit(make), jit(step)

    def init(params: Any) -> Any:
        return (make if tracing() else jitted_make)(params)

    def update(updates: Any, state: Any, params: Any = None, **more: Any) -> Any:
        # a function among them, as line searches take one, is no argument of what is jitted
        one_by_one = tracing() or any(map(callable, more.values()))
        return (step if one_by_one else jitted_step)(updates, state, params, more)

    return given._replace(init=init, update=update)


def _as_before(before: Any, values: Any) -> Any:
    """Return a tree of JAX's arrays with ours where they were before, lying as they did."""
    arrays, tree = jax.tree.flatten(before, is_leaf=is_handle)
    found = tree.flatten_up_to(values)
    return tree.unflatten([_like(*pair) for pair in zip(arrays, found, strict=True)])


def _like(array: Any, value: Any) -> Any:
    """Return a value as an array that lies as another one; the value if that is none of ours."""
    if not (is_handle(array) and is_jax_array(value) and value.shape == array.shape):
        return value
    _, known = flatten(array)
    return unflatten(type(array), known, (blocks.padded(value, known.layout),))


def _beside(params: Any, state: Any) -> Any:
    """Return a new state, with what is kept of a parameter in its shape lying as that does."""
    with_path: Callable[..., Any] = jax.tree_util.tree_flatten_with_path
    arrays = [(p, v) for p, v in with_path(params, is_leaf=is_handle)[0] if is_handle(v)]
    leaves, tree = with_path(state)
    return tree.unflatten([_beside_one(arrays, *leaf) for leaf in leaves])


def _beside_one(arrays: list[tuple[tuple[Any, ...], Any]], path: tuple[Any, ...], leaf: Any) -> Any:
    for of, array in arrays:
        if path[len(path) - len(of) :] == of and is_jax_array(leaf) and leaf.shape == array.shape:
            return _like(array, leaf)
    return leaf
