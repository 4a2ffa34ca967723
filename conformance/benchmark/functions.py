"""Each function of the namespace beside NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

import sharray

from .calls import CALLS, Call, Data, function
from .sizes import Sizes
from .timing import in_turns


def _leaves(tree: Any) -> list[Any]:
    return jax.tree.leaves(tree, is_leaf=lambda v: isinstance(v, sharray.ShardedArray))


def _describe(call: Call) -> str:
    """Write the arrays of a call, and its other arguments."""

    def write(value: Any) -> str:
        if isinstance(value, np.ndarray):
            return f"{value.dtype}{list(value.shape)}"
        if isinstance(value, list):
            return f"[{', '.join(map(write, value))}]"
        return str(value)

    words = [write(v) for v in call.args]
    return ", ".join([*words, *[f"{k}={write(v)}" for k, v in call.kwargs.items()]])


def _copied(result: Any) -> Any:
    return jax.tree.map(np.array, result)


def _shapes(result: Any) -> list[tuple[int, ...]]:
    arrays = (sharray.ShardedArray, np.ndarray, np.generic)
    return [np.shape(v) for v in _leaves(result) if isinstance(v, arrays)]


#: By JAX alone these take minutes at this size, or need to know the size of their result.
_NOT_IN_JAX = ("cumulative_", "unique_", "nonzero", "asarray", "from_dlpack", "astype")


def _by_jax(case: str, args: list[Any], kwargs: Any) -> Callable[[], Any] | None:
    """Return the jitted JAX function of the same name on the same buffers; None if there is none.

    It keeps what it makes sharded along the first axis where the devices divide that.
    """
    if case.startswith(_NOT_IN_JAX):
        return None
    try:
        fn = function(jax.numpy, case)
    except AttributeError:
        return None
    leaves = _leaves(args)
    arrays = [v for v in leaves if isinstance(v, sharray.ShardedArray)]
    if any(x.padded_shape != x.shape for x in arrays):
        return None
    buffers = [x.to_jax(padded=True) for x in arrays]
    where = sharray.get_mesh()

    def on_buffers(*given: Any) -> Any:
        rest = iter(given)
        filled = jax.tree.map(
            lambda v: next(rest) if isinstance(v, sharray.ShardedArray) else v,
            args,
            is_leaf=lambda v: isinstance(v, sharray.ShardedArray),
        )
        return fn(*filled, **kwargs)

    def sharding(result: Any) -> NamedSharding:
        divides = result.shape and result.shape[0] > 1 and result.shape[0] % where.size == 0
        return NamedSharding(
            where, PartitionSpec(*where.axis_names) if divides else PartitionSpec()
        )

    shardings = jax.tree.map(sharding, jax.eval_shape(on_buffers, *buffers))
    program = jax.jit(on_buffers, out_shardings=shardings).lower(*buffers).compile()
    return lambda: jax.block_until_ready(program(*buffers))


def _measure(case: str, sizes: Sizes) -> dict[str, Any]:
    call: Call = CALLS[case](Data(sizes))
    ours = function(sharray, case)
    theirs = call.numpy or function(np, case)

    mesh = sharray.get_mesh()

    def place(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        # a small array would stay on the host
        small = value.size < sharray.get_options()["host_threshold"]
        first = PartitionSpec(mesh.axis_names[0])
        return sharray.asarray(value, device=first if small and value.ndim else None)

    put = (lambda tree: tree) if call.plain else partial(jax.tree.map, place)
    args = [put(a) if isinstance(a, (np.ndarray, list)) else a for a in call.args]
    sharray.block_until_ready(args)

    def by_sharray() -> Any:
        return sharray.block_until_ready(ours(*args, **call.kwargs))

    def by_numpy() -> Any:
        result = theirs(*call.args, **call.kwargs)
        return _copied(result) if call.view else result

    with np.errstate(all="ignore"):
        found, wanted = _shapes(by_sharray()), _shapes(by_numpy())
        if found != wanted:
            raise AssertionError(f"the result has shapes {found}, NumPy's {wanted}")
        before = sharray.cache_info().dispatches
        by_sharray()
        dispatches = sharray.cache_info().dispatches - before
        sides = {"sharray": by_sharray, "NumPy": by_numpy}
        by_jax = None if call.plain or not found else _by_jax(case, args, call.kwargs)
        if by_jax is not None:
            sides["JAX"] = by_jax
        samples = in_turns(sides, sizes.budget)
    return {
        "samples": samples,
        "dispatches": dispatches,
        "operands": _describe(call),
        "view": call.view,
    }


FUNCTIONS: dict[str, Callable[[Sizes], dict[str, Any]]] = {
    case: partial(_measure, case) for case in CALLS
}
