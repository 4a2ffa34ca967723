"""What the engine compiles and runs, counted, and values to do it with."""

from contextlib import contextmanager

import numpy as np

import sharray as xp
from sharray._engine import compiler, hlo, jax_settings, launch_order, xla
from sharray._engine.graph import capture


class Count:
    """What was compiled and run inside a `counted` block."""

    compilations = 0
    dispatches = 0
    hits = 0


@contextmanager
def counted():
    found = Count()
    before = xp.cache_info()
    yield found
    after = xp.cache_info()
    for name in ("compilations", "dispatches", "hits"):
        setattr(found, name, getattr(after, name) - getattr(before, name))


def values(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def executable(*arrays):
    """Return what computes arrays that are recorded (`jax.stages.Compiled`), not run."""
    pending = [x._node() for x in arrays if x._node().is_pending]
    if not pending:
        return None
    with launch_order.lock:
        graph = capture(pending)
        program = xla.program_of(graph, [False] * len(graph.targets))
        executor = xla.XlaExecutor(program, jax_settings.precision())
        return executor.executable([node.value for node in graph.inputs])


def collectives(executable):
    """Return the names of the collectives in a compiled program."""
    return [move.name for move in hlo.moves(executable.as_text())]


def communication(executable):
    """Return the bytes that each kind of collective leaves on each device, all of them together."""
    moved = {}
    for move in hlo.moves(executable.as_text()):
        moved[move.name] = moved.get(move.name, 0) + move.nbytes
    return moved


def temporary_bytes(executable):
    """Return the memory per device that a program needs beside its inputs and outputs."""
    return executable.memory_analysis().temp_size_in_bytes


def compiled_programs():
    """Return the programs that the engine keeps."""
    return [p for p in compiler.programs.values() if isinstance(p, compiler.Compiled)]


def entries_of(x):
    """Return the entries of the program that computes an array that is recorded."""
    return xla.program_of(capture([x._node()]), [False]).entries


def made(array):
    """Return an array that the engine has made, so that its buffers are the library's own."""
    return xp.block_until_ready(xp.asarray(array) + 0)


def stencil(u):
    u[1:-1, 1:-1] = u[1:-1, 1:-1] + 0.1 * (
        u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
    )
