"""Executors: who runs a graph, and on whose memory.

There are XLA (`xla`), NumPy step by step for what is not worth compiling (`cold`), and NumPy on the
shards of one operation (`shards`), for which no graph is captured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sharray._core.cache import Cache
from sharray._core.lens import Affine
from sharray._engine import cold
from sharray._engine.graph import Graph
from sharray._engine.spare import Spare
from sharray._engine.xla import XlaExecutor, program_of


class Executor(Protocol):
    """What is ready to run a graph.

    Attributes
    ----------
    uninterruptible
        Whether a run may overwrite buffers, or hold devices: it must not be interrupted.
    pads_with_zeros
        Whether there are zeros in the padding of what a run returns.
    avals
        What is known of what a run returns.
    lenses
        For each target of the graph what of that was asked for, if it is larger; else None.
    interprets
        How many operations NumPy computes; 0 where there is a program for all of them.
    overwrites
        The inputs whose buffers a run may overwrite.
    """

    uninterruptible: bool
    pads_with_zeros: bool

    @property
    def interprets(self) -> int: ...

    @property
    def overwrites(self) -> Sequence[int]: ...

    @property
    def avals(self) -> Sequence[Any]: ...

    @property
    def lenses(self) -> Sequence[Affine | None]: ...

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> Sequence[Any]:
        """Run it.

        Parameters
        ----------
        buffers
            The values of the inputs of the graph, or of another one of the same key. Those that are
            free, as the key says, may be overwritten.
        spare
            A buffer that may be overwritten, too, and that changes places with one that is free.

        Returns
        -------
        values
            For the targets of the graph, in their order, buffers on devices; a list of several for
            an operation with several results. They need not be there yet.
        """
        ...


#: What runs a graph, by its structure.
_executors = Cache("executors of graphs", 4096)


def prepare(
    graph: Graph, may_be_longer: Sequence[bool], precision: str, *, has_spare: bool = False
) -> Executor:
    """Return what runs a graph.

    Parameters
    ----------
    graph
        The graph.
    may_be_longer
        For each target, whether it may be computed as a part of something longer.
    precision
        Of products of single-precision numbers (see `jax_settings`).
    has_spare
        Whether there is a spare buffer.
    """
    key = (graph.key, tuple(may_be_longer), has_spare, precision)
    known = _executors.get(key)
    if known is not None and not known.retries:
        return known
    if known is None and (interpreted := cold.prepare(graph)) is not None:
        return interpreted
    program = program_of(graph, may_be_longer)
    is_new = known is None and not program.any_length
    if is_new and (interpreted := cold.prepare_length(graph, program.entries)) is not None:
        return interpreted
    executor = XlaExecutor(program, precision, has_spare=has_spare)
    if known is not None:  # its slices come back: they may get a program of their own now
        executor.retries = min(executor.retries, known.retries - 1)
    return _executors.keep(key, executor)
