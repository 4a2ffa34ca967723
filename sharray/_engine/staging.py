"""Graphs in a trace of JAX: a part of the program that is being traced, not one of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.layout import Aval
from sharray._core.lazy import is_tracer, jax, jnp
from sharray._core.links import see
from sharray._core.meshes import automatic
from sharray._core.node import State
from sharray._engine import agreement, compiler, explained, jax_settings, launch_order
from sharray._engine.graph import Graph
from sharray._engine.ir import Apply
from sharray._engine.lowering import lower
from sharray._engine.program import FromInput, Program
from sharray._engine.xla import grouped, program_of

if TYPE_CHECKING:
    from sharray._engine.agreement_client import Client


def stage(graph: Graph) -> list[Any]:
    """Apply the program of a graph to traced values; return those of its targets.

    Under `grad` and its like without `jit` JAX computes as it goes: then it is one program.
    """
    explained.refuse_nested(graph.targets)
    for node in graph.inputs:
        if node.state is State.ABSTRACT:
            raise no_values(node.aval, node.value)
    program = program_of(graph, [False] * len(graph.targets))
    with _noting_escapes(), explained.at_line(), automatic(program.mesh), jax_settings.tracing():
        explained.keep(graph.targets)
        explained.note(program)
        values = [node.value for node in graph.inputs]
        buffers = [
            jnp.asarray(v) if isinstance(v, np.ndarray) else explained.operand(v) for v in values
        ]
        vectors = [
            np.array([values[n.number] if type(n) is FromInput else n for n in numbers], dtype)
            for dtype, numbers in program.numbers.items()
        ]
        leaves = [buffers[number] for number in program.leaves]
        probe = next((b for b in leaves if is_tracer(b)), None)
        key = (program.entries, program.outputs, tuple(program.numbers), program.offsets)
        if not launch_order.computes(jnp.zeros(()) if probe is None else probe):
            function = lower(*key, traced=True, lines=program.lines)
            results = function(*vectors, *leaves)
            if agreement.client is not None:
                agreement.client.arrays.traced.follow(_told(program, vectors), leaves, results)
        else:
            if agreement.client is not None:
                _tell(agreement.client, program, vectors)
            jitted = compiler.programs.find_or_make(
                ("traced", *key), lambda: jax.jit(lower(*key, traced=True))
            )
            results = [
                launch_order.after(r) for r in jitted(*vectors, *map(launch_order.before, leaves))
            ]
    return grouped(results, program.avals)


def _tell(others: Client, program: Program, vectors: Iterable[np.ndarray]) -> None:
    """Take note of a program that runs at once, which `launch_order.before` tells the others of."""
    # the body of a shard_map has a mesh without devices
    if isinstance(program.mesh, jax.sharding.Mesh) and program.mesh.is_multi_process:
        others.inputs.note(_told(program, vectors))


def _told(program: Program, vectors: Iterable[np.ndarray]) -> bytes:
    """Return what tells a program that is traced from others."""
    names = [entry.op.name for entry in program.entries if isinstance(entry, Apply)]
    numbers = [vector.tobytes() for vector in vectors]
    return repr((names, program.offsets, numbers)).encode()


@contextlib.contextmanager
def _noting_escapes() -> Iterator[None]:
    try:
        yield
    except jax.errors.UnexpectedTracerError as error:
        error.add_note(
            "an array of a function that JAX has traced is used when the trace is over: have the "
            f"function return it{see('escaped-tracer')}"
        )
        raise


def check_trace(value: Any) -> None:
    """Raise an error, which says where a value was traced, if that trace is over."""
    with _noting_escapes():
        _ = value == value  # of each dtype


def no_values(aval: Aval, value: Any = None) -> Exception:
    """Return the error for computing with an abstract array."""
    why = getattr(value, "why", None)
    if why is not None:
        return ValueError(why)
    return TypeError(
        f"an abstract array, {aval}, has no values: give it to jax.eval_shape, to lower or to "
        "explain, or make an array of its shape at its sharding"
    )
