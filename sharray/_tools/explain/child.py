"""Compile a program for more devices than there are: in a process of its own, on virtual ones.

Run with as many CPU devices as the mesh has (``JAX_NUM_CPU_DEVICES``), and without sharray. Takes
a pickled dict (see `compiling`) on its standard input, and writes what it found on its
standard output.
"""

import dataclasses
import pickle
import sys
from typing import Any

import numpy as np


def figures(compiled: Any) -> dict[str, Any]:
    """Return what there is to know of a compiled program, as it can be sent elsewhere."""
    stats = compiled.memory_analysis()
    costs = compiled.cost_analysis()
    costs = costs[0] if isinstance(costs, (list, tuple)) else costs
    return {
        "text": compiled.as_text(),
        "memory": None
        if stats is None
        else (
            stats.argument_size_in_bytes,
            stats.output_size_in_bytes,
            stats.alias_size_in_bytes,
            stats.temp_size_in_bytes,
        ),
        "flops": (costs or {}).get("flops", 0.0),
        "specs": [getattr(s, "spec", None) for s in compiled.output_shardings],
    }


def compiled(request: dict[str, Any]) -> Any:
    """Compile an exported program, of which only the module and its outside are sent."""
    # start-up time: the parent loads this module with sharray, and JAX when it needs it
    import jax
    import jax.numpy as jnp
    from jax import export

    mesh = jax.sharding.Mesh(np.asarray(jax.devices()).reshape(request["sizes"]), request["names"])
    arguments = [
        jax.ShapeDtypeStruct(shape, dtype, sharding=jax.sharding.NamedSharding(mesh, spec))
        for shape, dtype, spec in request["arguments"]
    ]

    def outside(*_: Any) -> Any:
        return tuple(jnp.zeros(shape, dtype) for shape, dtype in request["results"])

    # an export of the same form, for what else JAX wants to know of one
    like = export.export(jax.jit(outside, keep_unused=True))(*arguments)
    exported = dataclasses.replace(
        like, mlir_module_serialized=request["module"], module_kept_var_idx=request["kept"]
    )
    jitted = jax.jit(exported.call, donate_argnums=request["donated"])
    return jitted.lower(*arguments).compile()


if __name__ == "__main__":
    result = figures(compiled(pickle.load(sys.stdin.buffer)))
    pickle.dump(result, sys.stdout.buffer)
