"""Programs that are not worth compiling: NumPy interprets them, in the memory of the device.

Most are not yet: going on with NumPy until that has cost as much as compiling never costs more than
twice the best. Some never are: on a CPU XLA takes several times as long for a few functions
(`Op.slower`), more than it gains by fusing the others with them. And where shapes depend on data
each length would be a program of its own: after a few, NumPy computes what differs in that alone,
on several devices, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._core.cache import Cache, Few
from sharray._core.layout import Layout, each_aval
from sharray._core.lazy import jax
from sharray._core.node import Kind, State
from sharray._engine import shards
from sharray._engine.graph import Graph, Step
from sharray._engine.interpreter import Interpreted
from sharray._engine.spare import Spare


class Cold:
    """A graph on CPU devices, whose buffers NumPy can read where they lie.

    Attributes
    ----------
    uninterruptible, pads_with_zeros, avals, lenses, interprets, overwrites
        See `Executor`: nothing is longer.
    is_divided
        Whether there are several devices.
    is_one_of_many
        Whether programs differ from others in their lengths alone.
    work
        The elements that NumPy computes in a run, and puts together of shards.
    spent
        And has computed in all runs.
    is_faster
        Whether NumPy computes it in less time than a program would, which has one device.
    """

    uninterruptible = False
    pads_with_zeros = True
    overwrites = ()

    def __init__(self, graph: Graph, steps: Sequence[Step]) -> None:
        self._interpreted = Interpreted(graph, shards.empty)
        results = self._interpreted.results
        self._fresh = [step in self._interpreted.fresh for step in results]
        self._inputs = [step.aval.layout for step in steps if step.kind is Kind.VALUE]
        self.avals = [step.aval for step in results]
        self.lenses = [None] * len(results)
        layouts = [aval.layout for step in steps for aval in each_aval(step.aval)]
        self.interprets = sum([step.kind not in (Kind.VALUE, Kind.VIEW) for step in steps])
        self.is_divided = any([x.mesh is not None and x.mesh.size > 1 for x in layouts])
        self.is_one_of_many = False
        self.work = sum([_elements(step) for step in steps])
        self.work += sum([x.size for x in self._inputs if _is_divided(x)])
        self.spent = 0
        self.is_faster = (
            not self.is_divided and sum([_elements(step) * _gain(step) for step in steps]) > 0
        )

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> list[Any]:
        """Run it on the inputs of a graph."""
        if observers.active and self.is_divided:
            divided = [
                b.nbytes for b, x in zip(buffers, self._inputs, strict=True) if _is_divided(x)
            ]
            observers.moving("device_put", sum(divided))
        values = self._interpreted.run(list(map(_memory, buffers, self._inputs)))
        return list(map(_buffers, values, self.avals, self._fresh))

    def is_cold(self) -> bool:
        """Whether it is run once more."""
        self.spent += self.work
        return self.is_faster or policy.is_cold(self.spent, is_one_of_many=self.is_one_of_many)


#: Nanoseconds per element that a program gains by fusing a step with others.
_FUSED = 0.5
#: The key of a graph -> `Cold`; None where NumPy cannot run it.
graphs = Cache("graphs that NumPy has computed", 4096)
#: What graphs of many lengths have in common -> those of the programs that are compiled.
_lengths = Cache("graphs of many lengths", 4096, lambda *key: Few())


def prepare(graph: Graph) -> Cold | None:
    """Return what runs a graph as long as it is not worth compiling, or else None."""
    if graph.key not in graphs and not policy.begins_on_host():
        return None
    known = interpreted(graph)
    if known is None or (known.is_divided and not known.is_one_of_many) or not known.is_cold():
        return None
    return known


def prepare_length(graph: Graph, entries: tuple[Any, ...]) -> Cold | None:
    """Return what runs a graph that differs from several others in its lengths alone, or None.

    Not where its program, of such `entries`, is one of the first: most do not depend on lengths.
    """
    if not policy.uses_host:
        return None
    form = []
    for kind, aval, *rest in graph.key[0]:
        op, args = (rest[0], rest[2]) if kind is not Kind.VALUE else (None, None)
        each = [(a.dtype, a.layout.mesh, a.layout.spec) for a in each_aval(aval)]
        form.append((kind, op, args, *each))
    if _lengths[tuple(form)].takes(entries):
        return None
    known = interpreted(graph)
    if known is None:
        return None
    known.is_one_of_many = True
    return known if known.is_cold() else None


def interpreted(graph: Graph) -> Cold | None:
    """Return what has NumPy interpret a graph, made once; None if it cannot."""
    known = graphs.get(graph.key, graphs)
    if known is not graphs:
        return known
    steps = graph.steps()
    runs = all([_runs_in_numpy(step) for step in steps])
    return graphs.keep(graph.key, Cold(graph, steps) if runs else None)


def _runs_in_numpy(step: Step) -> bool:
    """Whether NumPy computes a step, from what it can read and to where it can write."""
    layouts = [aval.layout for aval in each_aval(step.aval)]
    for layout in layouts:
        mesh = layout.mesh
        if mesh is not None and not shards.serves(mesh):
            return False
    if step.kind is Kind.VALUE:
        return step.state in (State.HOST, State.DEVICES)
    return step.op is None or step.op.host is not None


def _elements(step: Step) -> int:
    if step.kind is Kind.VALUE or step.kind is Kind.VIEW:
        return 0
    values = getattr(step.params, "values", {})
    if "labels" in values:
        return _products(step.args, values["labels"][0])
    # what is written to is copied first
    return max([math.prod(a.shape) for s in (step, *step.args) for a in each_aval(s.aval)])


def _products(args: Sequence[Step], terms: Sequence[Sequence[Any]]) -> int:
    """Return how many elements NumPy adds in the time of a contraction."""
    lengths: dict[Any, int] = {}
    for arg, term in zip(args, terms, strict=True):
        lengths.update(zip(term, arg.aval.shape, strict=True))
    return math.prod(lengths.values()) // 2


def _gain(step: Step) -> float:
    """Return by how many nanoseconds per element NumPy is faster."""
    dtype = None if isinstance(step.aval, tuple) else step.aval.dtype
    known = 0.0 if dtype is None or step.op is None else step.op.slower.get(dtype.str[1:], 0.0)
    return known or -_FUSED


def _is_divided(layout: Layout) -> bool:
    """Whether no device has all elements, without padding."""
    return layout.mesh is not None and layout.block_shape != layout.shape


def _memory(buffer: Any, layout: Layout) -> np.ndarray:
    """Return the elements of a buffer, to be read only."""
    if isinstance(buffer, np.ndarray):
        return buffer
    buffer.block_until_ready()
    if not _is_divided(layout):
        return np.asarray(buffer.addressable_data(0))
    return shards.box(buffer, [slice(0, n) for n in layout.shape])


def _buffers(value: Any, aval: Any, fresh: bool) -> Any:
    """Return the buffer, or several, of a result."""
    if isinstance(aval, tuple):
        return [_buffers(v, a, fresh) for v, a in zip(value, aval, strict=True)]
    if aval.layout.mesh.size > 1:
        return shards.divided(value, aval, fresh=fresh)
    # else a copy in any case: the memory is another array's, and JAX would make a slower one
    block = value if fresh else shards.padded(value, value.shape, aval.dtype)
    return jax.device_put(block, aval.layout.auto_sharding)
