"""What a thread is in the middle of: everything that is not the same for all threads."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jax.sharding import Mesh


#: Called in each thread of XLA's in which a program calls a function of Python.
on_call: list[Callable[[], None]] = []


def _is_called_back() -> bool:
    """Whether a program on devices calls what this thread does.

    Python has not begun such a thread, and JAX sets a device by default in it. (A thread of another
    library is taken for one where a program sets JAX's default device for all threads: it computes
    with NumPy, where the other mistake would make it wait for ever.)
    """
    if not isinstance(threading.current_thread(), threading._DummyThread):
        return False
    config = getattr(sys.modules.get("jax"), "config", None)
    if getattr(config, "jax_default_device", None) is None:
        return False
    for tell in on_call:
        tell()
    return True


_is_forked = False


class Context(threading.local):
    """The state of one thread.

    Attributes
    ----------
    meshes
        Of the ``use_mesh`` blocks that it is in, the innermost last.
    logical_rules
        Likewise, of ``logical_rules``.
    bodies
        Of ``shard_map``, that are being traced, the innermost last.
    in_function
        How many functions of the library that consist of several operations it is in.
    explained_trace
        The trace of JAX on whose values operations are recorded, as on devices: that of `explain`.
    explanation
        What `explain` has learnt so far, while it traces a function.
    operand_sizes
        For each function that is being traced, the smallest operand of each line.
    traces
        The traces that have made arrays of their arguments, with the number of the first array.
    takes_derivative
        Whether JAX takes the derivative of what is being lowered.
    clean_results
        Whether buffers come from a traced function, which fills their padding with zeros.
    ordered
        How often the primitive that orders programs was given values.
    recorder
        Told of each node that begins to exist; None if nobody is.
    replays
        How many calls are being replayed: what steps to come need nobody else knows.
    compared
        Each `check` that compares the call that it is in.
    reads
        How often the elements of an array on devices were looked at, or the user was warned.
    is_cut_off
        Whether the devices are out of reach: the thread is none of Python's, but runs a function
        that a program on them calls, or the process was forked by one that uses them.
    on_host_only
        Whether all arrays that it makes are small: those of one that is cut off, and of a function
        that one process calls by itself.
    step
        What others are to be told when all have taken the step that this process takes by itself;
        None in no such step.
    called_with
        The layouts of that function's arguments, by their shapes.
    """

    def __init__(self) -> None:
        self.meshes: list[Mesh] = []
        self.logical_rules: list[Any] = []
        self.bodies: list[Any] = []
        self.in_function = 0
        self.explained_trace: Any = None
        self.explanation: Any = None
        self.operand_sizes: list[dict[Any, Any]] = []
        self.traces: list[tuple[Any, int]] = []
        self.takes_derivative = False
        self.clean_results = False
        self.ordered = 0
        self.recorder: Any = None
        self.replays = 0
        self.compared: list[Any] = []
        self.reads = 0
        self.is_cut_off = _is_forked or _is_called_back()
        self.on_host_only = self.is_cut_off
        self.step: list[Callable[[], None]] | None = None
        self.called_with: dict[tuple[int, ...], Any] = {}


context = Context()


@contextlib.contextmanager
def host_only() -> Iterator[None]:
    """Compute with NumPy in this block: of several processes each on what is its own."""
    before, context.on_host_only = context.on_host_only, True
    try:
        yield
    finally:
        context.on_host_only = before


def cut_off() -> None:
    """Compute with NumPy from now on, in this thread and in those to come."""
    global _is_forked
    _is_forked = context.is_cut_off = context.on_host_only = True


#: Whether NumPy's `errstate` asks for more about floating-point errors than a warning.
errors_matter: ContextVar[bool] = ContextVar("errors_matter", default=False)
