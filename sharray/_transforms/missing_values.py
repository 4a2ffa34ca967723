"""The error of a traced function that needs the value of an array."""

from __future__ import annotations

from typing import Any

from sharray._core import user_line
from sharray._core.lazy import jax
from sharray._core.links import see


def errors_of_missing_values() -> tuple[type[Exception], ...]:
    """Return what JAX raises where a traced function needs the value of an array."""
    errors = jax.errors
    return (
        errors.ConcretizationTypeError,
        errors.TracerArrayConversionError,
        errors.TracerIntegerConversionError,
        errors.NonConcreteBooleanIndexError,
    )


def name_of(function: Any) -> str:
    """Return how a message names a function."""
    return getattr(function, "__qualname__", repr(function))


def needs_value(function: Any, error: Exception, by: str = "jit") -> TypeError:
    """Return an error that says which line of the user's needs a value while it is traced."""
    anchor = "value-in-jit"
    if isinstance(error, jax.errors.TracerBoolConversionError):
        anchor = "boolean-in-jit"
    elif isinstance(error, jax.errors.TracerArrayConversionError):
        anchor = "numpy-in-jit"
    line, code = user_line.of_error(error)
    return TypeError(
        f"{line}:{f' `{code}`' * bool(code)} needs the value of an array, which is "
        f"not known while {by} traces {name_of(function)}. Choose with sharray.where or "
        "jax.lax.cond, loop with jax.lax.while_loop, let what is no array be an argument in "
        f"static_argnames, or compute it outside of the function{see(anchor)}"
    )
