"""Programs that are not worth compiling: NumPy interprets them, in the memory of the device.

Most are not yet: going on with NumPy until that has cost as much as compiling never costs more than
twice the best. Some never are: on a CPU XLA takes several times as long for a few functions
(`Op.slower`), more than it gains by fusing the others with them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import policy
from sharray._core.cache import Cache
from sharray._core.layout import each_aval
from sharray._core.lazy import jax
from sharray._core.node import Kind, State
from sharray._engine import shards
from sharray._engine.folds import on_cpu
from sharray._engine.graph import Graph, Step
from sharray._engine.interpreter import Interpreted
from sharray._engine.spare import Spare


class Cold:
    """A graph on one CPU device, whose buffers NumPy can read where they lie.

    Attributes
    ----------
    avals, lenses, has_zeros
        See `Executor`: nothing is longer, and what is padded is not run here.
    work
        The elements that NumPy computes in a run.
    spent
        And has computed in all runs.
    is_faster
        Whether NumPy computes it in less time than a program would.
    """

    is_delicate = has_zeros = False

    def __init__(self, graph: Graph, steps: Sequence[Step]) -> None:
        self._interpreted = Interpreted(graph, shards.empty)
        results = self._interpreted.results
        self._fresh = [step in self._interpreted.fresh for step in results]
        self.avals = [step.aval for step in results]
        self.lenses = [None] * len(results)
        self.work = sum([_elements(step) for step in steps])
        self.spent = 0
        self.is_faster = sum([_elements(step) * _gain(step) for step in steps]) > 0

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> list[Any]:
        """Run it on the inputs of a graph."""
        values = self._interpreted.run([_memory(buffer) for buffer in buffers])
        return list(map(_buffers, values, self.avals, self._fresh))


#: Nanoseconds per element that a program gains by fusing a step with others.
_FUSED = 0.5
#: The key of a graph -> `Cold`; None where NumPy cannot run it.
_cold = Cache("graphs that NumPy has computed", 4096)


def prepare(graph: Graph) -> Cold | None:
    """Return what runs a graph as long as it is not worth compiling, or else None."""
    if not policy.begins_on_host():
        return None
    known = _cold.get(graph.key, _cold)
    if known is _cold:
        steps = graph.steps()
        runs = all([_runs_in_numpy(step) for step in steps])
        known = _cold.keep(graph.key, Cold(graph, steps) if runs else None)
    if known is None:
        return None
    known.spent += known.work
    return known if known.is_faster or policy.is_cold(known.spent) else None


def _runs_in_numpy(step: Step) -> bool:
    """Whether NumPy computes a step, from what it can read and to where it can write."""
    layouts = [aval.layout for aval in each_aval(step.aval)]
    for layout in layouts:
        mesh = layout.mesh
        if mesh is not None and (layout.is_padded or mesh.size != 1 or not on_cpu(mesh)):
            return False
    if step.kind is Kind.VALUE:
        return step.state in (State.HOST, State.DEVICES)
    return step.op is None or step.op.host is not None


def _elements(step: Step) -> int:
    if step.kind is Kind.VALUE or step.kind is Kind.VIEW:
        return 0
    # what is written to is copied first
    return max([math.prod(a.shape) for s in (step, *step.args) for a in each_aval(s.aval)])


def _gain(step: Step) -> float:
    """Return by how many nanoseconds per element NumPy is faster."""
    dtype = None if isinstance(step.aval, tuple) else step.aval.dtype
    known = 0.0 if dtype is None or step.op is None else step.op.slower.get(dtype.str[1:], 0.0)
    return known or -_FUSED


def _memory(buffer: Any) -> np.ndarray:
    """Return the elements of a buffer, to be read only."""
    if isinstance(buffer, np.ndarray):
        return buffer
    return np.asarray(buffer.block_until_ready().addressable_data(0))


def _buffers(value: Any, aval: Any, fresh: bool) -> Any:
    """Return the buffer, or several, of a result."""
    if isinstance(aval, tuple):
        return [_buffers(v, a, fresh) for v, a in zip(value, aval, strict=True)]
    # else a copy in any case: the memory is another array's, and JAX would make a slower one
    block = value if fresh else shards.padded(value, value.shape, aval.dtype)
    return jax.device_put(block, aval.layout.auto_sharding)
