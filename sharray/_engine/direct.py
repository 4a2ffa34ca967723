"""Whole JAX functions as programs, under the same rule: one with collectives at a time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import jax
from jax.sharding import Mesh

from sharray._core import observers
from sharray._core.placement import automatic
from sharray._engine import run
from sharray._engine.interrupts import Uninterrupted

_KEPT_MOST = 1024


def call(
    key: Any,
    make: Callable[[], tuple[Callable[..., Any], Any]],
    operands: list[Any],
    mesh: Mesh,
) -> Any:
    """Run a JAX function on buffers, compiled once for each `key`.

    Parameters
    ----------
    key
        What the program depends on.
    make
        Returns the function, and what is to be known of its results: an object that tracing may
        fill in.
    operands
        The buffers.
    mesh
        What they lie on.

    Returns
    -------
    results, known
        What the function returned, and that object.
    """
    with run.lock:
        run._wait()
        entry = run._whole.get(key)
        if entry is None:
            entry = run._whole[key] = _compiled(make, operands, mesh)
            if len(run._whole) > _KEPT_MOST:
                run._whole.popitem(last=False)
                run._counts["programs"] -= 1
        else:
            run._whole.move_to_end(key)
            run._counts["hits"] += 1
        found, known = entry
        if observers.active:
            observers.launching(found)
        start = time.perf_counter()
        with Uninterrupted():
            try:
                results = found.call(*operands)
            except jax.errors.JaxRuntimeError as error:
                if "RESOURCE_EXHAUSTED" not in str(error):
                    raise
                raise MemoryError(f"each device needs {found.fresh} more bytes: {error}") from None
            run._counts["dispatches"] += 1
            if found.moves:
                run._in_flight.append(min(jax.tree.leaves(results), key=lambda r: r.size))
        if observers.measured():
            jax.block_until_ready(results)
        if observers.active:
            observers.launched(found, time.perf_counter() - start)
        return results, known


_jitted: OrderedDict[Any, tuple[Any, Any]] = OrderedDict()


def jitted(
    key: Any, make: Callable[[], tuple[Callable[..., Any], Any]], *, keep: bool
) -> tuple[Any, Any]:
    """Return a JAX function under ``jax.jit``, for tracers, and what is known of its results.

    Parameters
    ----------
    key, make
        As for `call`.
    keep
        Whether to return the same one for the same `key`, so that it is traced once.
    """
    with run.lock:
        found = _jitted.get(key) if keep else None
        if found is None:
            function, known = make()
            found = jax.jit(function), known
            if keep:
                _jitted[key] = found
                if len(_jitted) > _KEPT_MOST:
                    _jitted.popitem(last=False)
        return found


def _compiled(
    make: Callable[[], tuple[Callable[..., Any], Any]], operands: list[Any], mesh: Mesh
) -> tuple[Any, Any]:
    start = time.perf_counter()
    function, known = make()
    with automatic(mesh):
        found = run._Compiled(jax.jit(function).lower(*operands).compile(), True)
    run._counts["compilations"] += 1
    run._counts["programs"] += 1
    if observers.active:
        observers.compiled(found, time.perf_counter() - start)
    return found, known
