"""NumPy as an executor: a graph is interpreted step by step, on memory of the host.

An input that is free is written to in place, and so is what only a write refers to; views are
NumPy's own views. What no step reads any more is let go of, and an elementwise step that reads it
last writes its result there, as NumPy does with the temporaries of an expression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.lazy import jax, jnp
from sharray._core.node import Kind
from sharray._engine.folds import on_arrays
from sharray._engine.graph import Free, Graph, Step


class Interpreted:
    """A graph that NumPy runs.

    Parameters
    ----------
    graph
        The graph.
    empty
        Makes memory for results of elementwise steps; by default it is that of an operand, or
        NumPy's own.
    """

    def __init__(self, graph: Graph, empty: Callable[..., np.ndarray] | None = None) -> None:
        self._empty = empty
        self._steps = graph.steps()
        #: those whose values are the results
        self.results = [self._steps[at] for at in graph.results()]
        operands = [arg for step in self._steps for arg in step.args]
        self._users = Counter([*operands, *self.results])
        #: whose result nothing but elementwise steps refers to: no view of it is left
        others = [step.args for step in self._steps if not _is_ufunc(step)]
        alone = set(filter(_is_ufunc, self._steps)).difference(*others)
        needed = set(self.results)
        #: results in memory that `empty` made; of a write, what is written to is copied there
        self.fresh = {
            step
            for step in needed
            if empty is not None and (_is_ufunc(step) or step.kind is Kind.WRITE)
        }
        #: step -> those of its arguments that no step after it reads
        self._last: dict[Step, list[Step]] = {}
        #: elementwise step -> the argument that its result takes the place of
        self._into: dict[Step, Step] = {}
        for step in reversed(self._steps):
            last = self._last[step] = [a for a in dict.fromkeys(step.args) if a not in needed]
            needed.update(last)
            if _is_ufunc(step) and step not in self.fresh:
                for arg in last:
                    if arg in alone and arg.aval is step.aval:
                        self._into[step] = arg

    def run(self, buffers: Sequence[np.ndarray]) -> list[Any]:
        """Run it on logical arrays of NumPy."""
        values: dict[Step, Any] = {}
        for step in self._steps:
            if step.kind is Kind.VALUE:
                values[step] = buffers[step.number]
            else:
                args = [values[arg] for arg in step.args]
                values[step] = self._compute(step, args, self._memory(step, values))
                for arg in self._last[step]:
                    del values[arg]
        return [values[step] for step in self.results]

    def _memory(self, step: Step, values: dict[Step, Any]) -> np.ndarray | None:
        """Return where a step writes its result; None for memory of NumPy's own."""
        if step in self.fresh:
            assert self._empty is not None
            return self._empty(step.aval.shape, step.aval.dtype)
        into = self._into.get(step)
        return None if into is None else values[into]

    def _compute(self, step: Step, args: list[Any], into: np.ndarray | None) -> Any:
        match step.kind:
            case Kind.VIEW | Kind.PAD:
                return step.params.of_numpy(np.asarray(args[0]))
            case Kind.WRITE:
                base, value = args
                # in place, if nobody else refers to what is written to
                is_free = step.args[0].free is Free.YES and self._users[step.args[0]] == 1
                if into is not None:
                    np.copyto(into, base)
                    base = into
                elif not (is_free and base.flags.writeable):
                    base = np.array(base, order="C")
                with np.errstate(all="ignore"):
                    np.copyto(step.params.of_numpy(base), value, casting="unsafe")
                return base
        assert step.op is not None
        with np.errstate(all="ignore"):
            value = _apply(step, args) if into is None else step.op.host(*args, out=into)
        if isinstance(step.aval, tuple):
            return [np.asarray(v, a.dtype) for v, a in zip(value, step.aval, strict=True)]
        return np.asarray(value, step.aval.dtype)


def _is_ufunc(step: Step) -> bool:
    return step.kind is Kind.APPLY and step.params is None and isinstance(step.op.host, np.ufunc)


def _apply(step: Step, args: list[Any]) -> Any:
    """Apply an operation: NumPy's function of it, or else JAX's on one device."""
    op: Any = step.op
    params: Any = step.params
    if op.host is not None:
        pos, named = params.rebuild(args) if params is not None else (args, {})
        return op.host(*pos, **named)
    if op.elementwise:
        dtypes, _ = op.compute_dtypes(tuple([a.dtype for a in args]))
        result = op.lowering(*[jnp.asarray(a).astype(t) for a, t in zip(args, dtypes, strict=True)])
    else:
        result = on_arrays(op, params, [jnp.asarray(a) for a in args])
    return jax.tree.map(np.asarray, result)
