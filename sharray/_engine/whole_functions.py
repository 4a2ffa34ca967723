"""Whole JAX functions as programs, under the same rule: one with collectives at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sharray._core.interrupts import Uninterrupted
from sharray._core.lazy import jax
from sharray._engine import compiler, jax_settings, launch_order

if TYPE_CHECKING:
    from jax.sharding import Mesh

#: Returns a function, and an object that says what its results are, which tracing may fill in.
Make = Callable[[], tuple[Callable[..., Any], Any]]


def call(key: Any, make: Make, operands: list[Any], mesh: Mesh) -> tuple[Any, Any]:
    """Run a JAX function on buffers, compiled once for each `key`.

    Parameters
    ----------
    key
        What the program depends on.
    make
        Returns the function.
    operands
        The buffers.
    mesh
        What they lie on.

    Returns
    -------
    results, known
        What the function returned, and what `make` said of it.
    """
    with launch_order.lock:
        launch_order.wait()
        precision, checks = jax_settings.current()
        key = (key, precision)
        program = compiler.find_or_compile(key, lambda: _compiled(make, operands, mesh))
        launch = compiler.launch
        if checks:
            launch = jax_settings.unchecked(launch)
        with Uninterrupted():
            results = launch(program, operands, lambda: "the results of a function")
        return results, program.results


def _compiled(make: Make, operands: list[Any], mesh: Mesh) -> compiler.Compiled:
    function, results = make()
    program = compiler.compile(jax_settings.of_user(function), operands, mesh)
    program.results = results
    return program


def jitted(key: Any, make: Make, *, keep: bool) -> tuple[Any, Any]:
    """Return a JAX function under ``jax.jit``, for tracers, and what is known of its results.

    Parameters
    ----------
    key, make
        As for `call`.
    keep
        Whether to return the same one for the same `key`, so that it is traced once.
    """

    def jit() -> tuple[Any, Any]:
        function, results = make()
        return jax.jit(function), results

    with launch_order.lock:
        return compiler.programs.find_or_make(("traced", key), jit) if keep else jit()
