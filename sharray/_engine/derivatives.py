"""Derivatives of what a program computes: those of kernels, or of JAX functions on logical arrays.

The derivative at what a padding happens to hold may be infinite, and times zero NaN. So inside a
trace an operation on padded arrays is given its derivative. That of a kernel is the kernel's own,
on arrays whose padding is filled with zeros before and after; that of any other function its own,
with the padding cut off before and filled with zeros after. The padding of a gradient is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.context import context
from sharray._core.layout import Aval, Spec
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels

if TYPE_CHECKING:
    from jax.sharding import Mesh


def _inexact(aval: Aval) -> bool:
    return aval.dtype.kind in "fc"


def moves_numbers() -> bool:
    """Whether a kernel that is traced is to move numbers, as JAX takes its derivative.

    Of a kernel that makes its result of bits JAX knows no derivative.
    """
    return context.takes_derivative


def needed(inputs: Sequence[Aval], outputs: Sequence[Aval], kernel: bool) -> bool:
    """Whether JAX's own derivative of an operation on padded arrays may be wrong."""
    if not (any(map(_inexact, inputs)) and any(map(_inexact, outputs))):
        return False
    return kernel or any(a.layout.is_padded for a in (*inputs, *outputs))


def derived(
    compute: Callable[..., Any],
    function: Callable[..., Any],
    inputs: Sequence[Aval],
    outputs: Sequence[Aval],
    cut: Callable[[Any, Aval], Any],
    lay_out: Callable[[Any, Aval], Any],
) -> Callable[..., list[Any]]:
    """Return `compute` on padded arrays with the derivative of `function`.

    Both return a list, one array for each of `outputs`; `cut` and `lay_out` make what `function` is
    given of a padded array, and of what it returns a padded one again.
    """

    @jax.custom_jvp
    def both(*args: Any) -> list[Any]:
        return compute(*args)

    def tangent(primals: Any, tangents: Any) -> Any:
        at = [cut(x, a) for x, a in zip(primals, inputs, strict=True)]
        # an operand that does not vary takes no part: a derivative of NaN, times zero, is NaN
        varying = [
            i
            for i, (t, a) in enumerate(zip(tangents, inputs, strict=True))
            if _inexact(a) and not isinstance(t, jax.custom_derivatives.SymbolicZero)
        ]

        def of_varying(*some: Any) -> Any:
            values = dict(zip(varying, some, strict=True))
            return function(*[values.get(i, x) for i, x in enumerate(at)])

        moved = [cut(tangents[i], inputs[i]) for i in varying]
        with kernels.derived():
            _, derivative = jax.jvp(of_varying, [at[i] for i in varying], moved)
        laid_out = [
            lay_out(t, a) if _inexact(a) else np.zeros(a.layout.padded_shape, jax.dtypes.float0)
            for t, a in zip(derivative, outputs, strict=True)
        ]
        return both(*primals), laid_out

    both.defjvp(tangent, symbolic_zeros=True)
    return both


def _at(x: Any, fixed: Sequence[kernels.Fixed]) -> Any:
    """Mark the elements at index ``i`` along each (axis, i)."""
    here: Any = True
    for axis, i in fixed:
        here = here & (lax.broadcasted_iota(jnp.int64, x.shape, axis) == i)
    return here


def extracted(x: Any, mesh: Mesh, spec: Spec, fixed: Sequence[kernels.Fixed]) -> Any:
    """As `kernels.extract`, with its derivative."""
    if not fixed or not jnp.issubdtype(x.dtype, jnp.inexact):
        return kernels.extract(x, mesh, spec, fixed)
    axes = [axis for axis, _ in fixed]

    # all numbers are arguments: a derivative taken later must not refer to a trace that is over
    @jax.custom_jvp
    def pick(x: Any, *at: Any) -> Any:
        return kernels.extract(x, mesh, spec, list(zip(axes, at, strict=True)))

    @pick.defjvp
    def tangent(primals: Any, tangents: Any) -> Any:
        _, *at = primals
        dx = tangents[0]
        # a mask and a sum, so that each device reads and writes its own elements
        chosen = jnp.where(_at(dx, list(zip(axes, at, strict=True))), dx, jnp.zeros((), dx.dtype))
        return pick(*primals), jnp.sum(chosen, axis=tuple(axes))

    return pick(x, *[jnp.asarray(i) for _, i in fixed])


def written(
    base: Any,
    value: Any,
    mesh: Mesh,
    spec: Spec,
    fixed: Sequence[kernels.Fixed],
    bounds: Sequence[kernels.Bound],
) -> Any:
    """As `kernels.write`, with its derivative."""
    if not fixed or not jnp.issubdtype(base.dtype, jnp.inexact):
        return kernels.write(base, value, mesh, spec, fixed, bounds)
    axes = [axis for axis, _ in fixed]
    kept = [a for a in range(base.ndim) if a not in axes]
    shape = tuple(base.shape[a] for a in kept)

    @jax.custom_jvp
    def put(base: Any, value: Any, *numbers: Any) -> Any:
        at, edges = kernels.with_numbers(axes, bounds, numbers)
        return kernels.write(base, value, mesh, spec, at, edges)

    @put.defjvp
    def tangent(primals: Any, tangents: Any) -> Any:
        at, edges = kernels.with_numbers(axes, bounds, primals[2:])
        dbase, dvalue = tangents[:2]
        inside = jnp.broadcast_to(kernels.inside(shape, edges, kept, [0] * dbase.ndim), shape)
        here = _at(dbase, at) & lax.expand_dims(inside, axes)
        new = lax.expand_dims(jnp.broadcast_to(dvalue, shape), axes)
        return put(*primals), jnp.where(here, new, dbase)

    return put(base, value, *kernels.numbers_of(fixed, bounds))
