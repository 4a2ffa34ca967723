"""Compiling and launching: where JAX makes a program, and where it runs it."""

from __future__ import annotations

import contextlib
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sharray._core import observers
from sharray._core.cache import LRU, caches
from sharray._core.interrupts import Uninterrupted
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.meshes import automatic
from sharray._core.settings import options
from sharray._engine import agreement, callbacks, hlo, jax_cache, jax_settings, process
from sharray._engine.device_memory import fresh_bytes
from sharray._engine.launch_order import in_flight

if TYPE_CHECKING:
    from jax.sharding import Mesh


class CacheInfo(NamedTuple):
    """What the engine has done since the start of the process or `cache_clear`.

    Attributes
    ----------
    programs
        Compiled programs that are kept; at most as many as the setting ``cache_size`` says, then
        those that have not run for longest are forgotten.
    hits
        Runs that found their program.
    compilations
        Programs compiled, or read from disk, where an earlier run has left them.
    dispatches
        Programs run.
    """

    programs: int
    hits: int
    compilations: int
    dispatches: int


class Compiled:
    """A compiled program.

    Attributes
    ----------
    executable
        JAX's; None once it is forgotten.
    fresh
        The bytes that a run needs on each device beside its operands and what they donate.
    moves
        Each collective, with the bytes that it leaves on each device.
    calls
        Whether it calls functions of Python.
    routes
        Which devices the collectives join.
    gathered
        The bytes of each array that is gathered, one as large as the least operand.
    digest
        Of what it does, the same in all processes; None if it runs in this one alone.
    from_disk
        Whether it was read from disk, and not compiled.
    """

    __slots__ = (
        "calls", "digest", "executable", "fresh", "from_disk", "gathered", "moves", "results",
        "routes",
    )  # fmt: skip

    def __init__(self, lowered: Any, mesh: Mesh, least: Callable[[], hlo.Least]) -> None:
        self.digest: int | None = None
        before, shared = jax_cache.count_read(), False
        if mesh.is_multi_process:
            from sharray._engine import program_files  # start-up time

            source = lowered.as_text()
            self.digest = zlib.crc32(source.encode())
            executable, shared = program_files.compiled(lowered, source, mesh)
        else:
            executable = lowered.compile()
        self.from_disk = shared or jax_cache.count_read() > before
        self.executable: Any = executable
        self.fresh = fresh_bytes(executable)
        text = executable.as_text() if mesh.size > 1 else ""
        moves = hlo.moves(text)
        self.calls = "_callback" in text
        self.moves = [(move.name, move.nbytes) for move in moves]
        self.routes = hlo.Routes(moves, [d.id for d in mesh.devices.flat])
        smallest = least()
        self.gathered = [move.nbytes for move in moves if move.gathers(smallest)]
        #: what is to be known of its results, for programs of whole functions
        self.results: Any = None


class Counts:
    """How often what was done: see `CacheInfo`."""

    def __init__(self) -> None:
        self.hits = self.compilations = self.dispatches = 0


counts = Counts()


def _forget(program: Any) -> None:
    if isinstance(program, Compiled):
        program.executable = None


def most_programs() -> int:
    """Return how many programs are kept."""
    return options.cache_size


#: Compiled programs, and functions under ``jax.jit``, by all that they depend on.
programs = LRU(most_programs, _forget)


def cache_info() -> CacheInfo:
    """Return the numbers of programs kept, cache hits, compilations and dispatches.

    Returns
    -------
    CacheInfo
    """
    with callbacks.lock:
        kept = sum(isinstance(p, Compiled) for p in programs.values())
    return CacheInfo(kept, counts.hits, counts.compilations, counts.dispatches)


def cache_clear() -> None:
    """Forget all compiled programs, and what else is kept; set the counts to zero."""
    for program in programs.values():
        _forget(program)
    programs.clear()
    for cache in caches:
        if not cache.lasts:
            cache.clear()
    counts.__init__()


#: Threads that compile at the moment.
at_work: set[int] = set()


@contextlib.contextmanager
def _noted(thread: int) -> Iterator[None]:
    at_work.add(thread)
    try:
        yield
    finally:
        at_work.discard(thread)


def compile(
    function: Callable[..., Any],
    operands: Sequence[Any],
    mesh: Mesh,
    least: hlo.Least | None = None,
    **options: Any,
) -> Compiled:
    """Compile a JAX function for operands on a mesh; `options` are those of ``jax.jit``.

    `least` is the smallest of its operands, if anything but that function is to be told from
    gathers.
    """
    process.started = True
    thread = threading.get_ident()
    # the first one imports parts of JAX, which an interrupt would leave half done for good
    guard = contextlib.nullcontext() if counts.compilations else Uninterrupted()
    with guard, automatic(mesh), jax_settings.tracing(), _noted(thread):
        jitted = jax.jit(function, **options)
        program = compile_jitted(jitted, operands, {}, mesh, lambda: least or hlo.UNKNOWN)
    counts.compilations += 1
    return program


def compile_jitted(
    jitted: Any,
    args: Sequence[Any],
    kwargs: dict[str, Any],
    mesh: Mesh,
    least: Callable[[], hlo.Least],
) -> Compiled:
    """Compile what is under ``jax.jit``; `least` returns its smallest operand when it is traced."""
    start = time.perf_counter()
    program = Compiled(jitted.lower(*args, **kwargs), mesh, least)
    observers.compiled(program, time.perf_counter() - start)
    return program


def call(program: Compiled | None, jitted: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call a function that a user has jitted: which of its programs runs is for JAX to find.

    Observers, if there are any, are told of `program`, which is that one.
    """
    if program is None:
        return jitted(*args, **kwargs)
    observers.launching(program)
    start = time.perf_counter()
    results = jitted(*args, **kwargs)
    if observers.measured():
        jax.block_until_ready(results)
    observers.launched(program, time.perf_counter() - start)
    return results


def launch(
    program: Compiled,
    operands: Sequence[Any],
    what: Callable[[], str],
    *,
    wait: bool = False,
) -> Any:
    """Run a program and return its results, which may not be there yet.

    Parameters
    ----------
    program
        What runs.
    operands
        On what.
    what
        Names the results, for an error.
    wait
        Whether to wait for them: devices may fail long after the launch.

    Raises
    ------
    MemoryError
        If there is no room for the results.
    """
    if observers.active:
        observers.launching(program)
    if program.calls:
        callbacks.expected = True
    if callbacks.has_failed:  # perhaps on one device, for which the others would wait
        callbacks.expected = True
        for operand in jax.tree.leaves(operands):
            agreement.await_devices(operand)
    digest = program.digest
    client = None if digest is None else agreement.client
    if client is not None and digest is not None:
        client.note(digest, what, jax.tree.leaves(operands), moves=bool(program.moves))
    start = time.perf_counter() if observers.active else 0.0
    try:
        results = program.executable(*operands)
        if wait or (observers.active and observers.measured()):
            jax.block_until_ready(results)
    except jax.errors.JaxRuntimeError as error:
        if "RESOURCE_EXHAUSTED" not in str(error):
            if program.digest is not None:
                agreement.explain()
            raise
        results = None  # a debugger that prints what has failed would wait for ever
        raise MemoryError(
            f"each device needs {program.fresh} more bytes to compute {what()}: "
            f"{str(error).rstrip('.')}{see('out-of-memory')}"
        ) from None
    counts.dispatches += 1
    if client is not None:
        client.computes(jax.tree.leaves(results))
    if program.moves:
        single = type(results) is tuple and len(results) == 1
        in_flight.append(
            results[0] if single else min(jax.tree.leaves(results), key=attrgetter("size"))
        )
    if observers.active:
        observers.launched(program, time.perf_counter() - start)
    return results


def find_or_compile(key: Any, make: Callable[[], Compiled]) -> Compiled:
    """Return the program of a key, which `make` compiles if there is none yet."""
    program = programs.find(key)
    if program is None:
        return programs.keep(key, make())
    counts.hits += 1
    return program
