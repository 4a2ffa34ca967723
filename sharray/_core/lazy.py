"""JAX, imported when devices are first needed: programs of small arrays never wait for it.

`jax`, `jnp` and `lax` are the modules to everybody who uses them inside of functions; declarations
take the functions of `deferred`, which is ``jax.numpy``, too. What is asked of every value, such as
whether it is an array of JAX, is answered without importing anything.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sharray._core.jax_import import imported

if TYPE_CHECKING:
    import jax as jax
    import jax.numpy as jnp
    from jax import lax as lax

    deferred = jnp
else:

    class _Module:
        """Stands for a module until something of it is asked for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            value = getattr(imported(self._name), name)
            setattr(self, name, value)  # found at once from now on
            return value

    class _Functions:
        """Stands for the functions of a module, each of which is looked up when it is called."""

        def __init__(self, module: _Module) -> None:
            self._module = module

        def __getattr__(self, name: str) -> Any:
            function = when_called(lambda: getattr(self._module, name))
            setattr(self, name, function)
            return function

    jax, jnp, lax = _Module("jax"), _Module("jax.numpy"), _Module("jax.lax")
    deferred = _Functions(jnp)


def when_called(make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """Return a function that is made at its first call, by something that needs JAX."""
    cached = functools.cache(make)

    def function(*args: Any, **kwargs: Any) -> Any:
        return cached()(*args, **kwargs)

    return function


def is_jax_array(value: Any) -> bool:
    """Whether a value is an array of JAX, traced or not."""
    kind = getattr(sys.modules.get("jax"), "Array", None)
    return kind is not None and isinstance(value, kind)


def is_of_jax(kind: type) -> bool:
    """Whether a type is one of JAX's own."""
    return kind.__module__.partition(".")[0] in ("jax", "jaxlib")


def is_tracer(value: Any) -> bool:
    """Whether a value is being traced by JAX."""
    # the module may be there before what is in it
    kind = getattr(sys.modules.get("jax.core"), "Tracer", None)
    return kind is not None and isinstance(value, kind)


def is_traced_by_jvp(value: Any) -> bool:
    """Whether a value is being traced by ``jax.jvp``."""
    if not is_tracer(value):
        return False
    from jax.interpreters import ad  # there with JAX

    return isinstance(value, ad.JVPTracer)


def is_abstract(value: Any) -> bool:
    """Whether a value has a shape and a dtype, and no elements: a ``jax.ShapeDtypeStruct``."""
    kind = getattr(sys.modules.get("jax"), "ShapeDtypeStruct", None)
    return kind is not None and isinstance(value, kind)
