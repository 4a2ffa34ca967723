"""One program after the other, also where JAX runs them: under `grad` and the like without `jit`.

Without `jit` JAX computes as it goes, and the programs of a backward pass are its own: the engine
does not launch them. So what goes into a program and what comes out of it passes through a
primitive of JAX, an identity which waits for the program before, or takes note of the one that has
been launched. Its transpose is the other one of the two, so it does the same on the way back. In a
program that is being compiled it is nothing. Of several processes each tells the others what goes
into such a program.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Sequence
from typing import Any

from sharray._core import user_line
from sharray._core.context import context
from sharray._core.lazy import is_tracer, jax
from sharray._engine import agreement, callbacks
from sharray._engine.callbacks import lock

#: Results of programs with collectives that have been launched.
in_flight: list[Any] = []


def wait() -> None:
    """Wait for the last program with collectives.

    On CPU two of them in flight can each hold the threads that the other one waits for.
    """
    if in_flight:
        # kept until it is ready: an interrupt must not let the next program overtake it
        for array in in_flight:
            if array.is_deleted():  # a program after it has its memory
                continue
            # a program that has failed is told of to who asks for the values
            with contextlib.suppress(jax.errors.JaxRuntimeError):
                if callbacks.expected or not array.is_ready():
                    agreement.await_devices(array)
        in_flight.clear()
        callbacks.expected = False
        if agreement.client is not None:
            agreement.client.check()


def follow(array: Any) -> None:
    """Note an array that a program of the user's may still be computing, with collectives."""
    callbacks.expected = True
    in_flight.append(array)


def settle() -> None:
    """Wait for the last program with collectives, before the user's own is launched."""
    if in_flight and not context.is_cut_off:
        with lock:
            wait()


def _note(operand: Any) -> None:
    """Tell the other processes of an operand of a program that JAX launches as it goes."""
    if agreement.client is not None and not getattr(operand, "is_fully_addressable", True):
        step = f"{operand.dtype}{list(operand.shape)} in a transformation"
        agreement.client.note_step(step, [operand])


@functools.cache
def _pass() -> Any:
    """Return the primitive; what it is made of is imported when a trace needs it, for start-up."""
    from jax.extend import source_info_util
    from jax.extend.core import Primitive
    from jax.interpreters import ad, batching, mlir

    # an error about a value that has been traced is to name a line of the user's
    source_info_util.register_exclusion(f"{user_line.ROOT}/")
    primitive = Primitive("sharray_order")

    def run(x: Any, *, launched: bool) -> Any:
        context.ordered += 1
        if launched:
            follow(x)
        else:
            settle()
            _note(x)
        return x

    def transpose(cotangent: Any, x: Any, *, launched: bool) -> list[Any]:
        return [primitive.bind(cotangent, launched=not launched)]

    def batched(args: Sequence[Any], dims: Sequence[Any], *, launched: bool) -> tuple[Any, Any]:
        return primitive.bind(*args, launched=launched), dims[0]

    primitive.def_impl(run)
    primitive.def_abstract_eval(lambda x, *, launched: x)
    mlir.register_lowering(primitive, lambda context, x, *, launched: [x])
    batching.primitive_batchers[primitive] = batched
    ad.deflinear2(primitive, transpose)
    return primitive


def computes(x: Any) -> bool:
    """Whether JAX computes as it goes, although `x` may be traced."""
    before = context.ordered
    _pass().bind(x, launched=False)
    return context.ordered != before


def before(operand: Any) -> Any:
    """Return an operand of the next program: the last one is waited for."""
    return _pass().bind(operand, launched=False) if is_tracer(operand) else operand


def after(result: Any) -> Any:
    """Return a result of a program that has been launched, and take note of it."""
    return _pass().bind(result, launched=True) if is_tracer(result) else result
