"""Executors: who runs a graph, and on whose memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sharray._core.lens import Affine
from sharray._core.node import State
from sharray._engine.spare import Spare


class Result(NamedTuple):
    """What a run of a graph has for one of its targets; it may not be there yet.

    Attributes
    ----------
    value
        The buffer; a list of several for an operation with several results.
    aval
        What is known of it.
    lens
        What of it was asked for, if it is larger than that.
    state
        Where it lies, if that is known.
    """

    value: Any
    aval: Any
    lens: Affine | None = None
    state: State | None = None


class Executor(Protocol):
    """What is ready to run a graph: XLA (`xla`), or NumPy on a CPU device (`cold`)."""

    #: whether a run may overwrite buffers, or hold devices: it must not be interrupted
    is_delicate: bool

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> Sequence[Result]:
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
        results
            Of the targets of the graph, in their order. They need not be there yet.
        """
        ...
