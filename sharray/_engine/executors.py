"""Executors: who runs a graph, and on whose memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sharray._core.lens import Affine
from sharray._engine.spare import Spare


class Executor(Protocol):
    """What is ready to run a graph: XLA (`xla`), or NumPy on a CPU device (`cold`).

    Attributes
    ----------
    is_delicate
        Whether a run may overwrite buffers, or hold devices: it must not be interrupted.
    avals
        What is known of what a run returns.
    lenses
        For each target of the graph what of that was asked for, if it is larger; else None.
    """

    is_delicate: bool

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
