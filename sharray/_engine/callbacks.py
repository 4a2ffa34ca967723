"""Functions of Python that a program calls while it runs, such as those of `jax.pure_callback`.

Such a function runs in a thread of XLA's, and the program waits for it. Devices that the program
keeps busy may never come to another one, so in such a thread NumPy computes everything
(`_core.policy`), and nothing is launched or waited for. Whoever waits for the program has the lock
of the engine, which the function may need: while functions are called, the lock is free. When one
raises, its device is out of the program, and the others may wait for it without end.
"""

from __future__ import annotations

import re
import threading
import time
from typing import TYPE_CHECKING, Any

from sharray._core.context import context, on_call
from sharray._core.jax_import import when_loaded
from sharray._core.lazy import jax
from sharray._core.nested import leaves

if TYPE_CHECKING:
    from logging import LogRecord

#: Protects the engine, and the replacement of a memory's node.
lock = threading.RLock()
_turns = threading.Condition(lock)

#: Whether a program may be running that calls functions.
expected = False
#: Whether devices wait for each other for ever.
is_stuck = False

#: Seconds between two looks whether devices are ready, at least and at most; and so much of what
#: they have taken already.
_LEAST, _MOST, _SHARE = 2e-5, 1e-3, 1 / 16
#: The same where they take long: one that looks all the time seems to work (see `idleness`).
_MOST_LATER, _SHARE_LATER = 0.05, 1 / 100
#: Seconds after which several devices will not be ready, when a function has raised.
_GRACE = 5.0


class StuckError(RuntimeError):
    """Devices wait for each other, and will for ever."""


#: The last error of a function that has raised.
_failure: BaseException | None = None
#: Whether any function has raised: programs may have ended on some of their devices.
has_failed = False


def _note(record: LogRecord) -> bool:
    """Take note of the error in what JAX writes; as a filter, let it pass."""
    global _failure, has_failed
    has_failed = has_failed or bool(record.exc_info)
    _failure = (record.exc_info and record.exc_info[1]) or _failure
    return True


def _listen() -> None:
    import logging  # start-up time: by now JAX has imported it

    for function in (jax.pure_callback, jax.debug.callback):  # each logs in its own module
        logging.getLogger(function.__module__).addFilter(_note)


when_loaded("jax", _listen)

#: Whether a function that a program has called uses this library.
_has_called = False


def _called() -> None:
    global _has_called
    _has_called = True


on_call.append(_called)


#: In the names of primitives of JAX that may call functions of Python.
_CALLING = re.compile("callback|print|ffi|exported|pallas|tf")


def calls(jaxpr: Any) -> bool:
    """Whether a program that JAX has traced may call functions of Python."""
    rest, met = [jaxpr], set()
    while rest:
        for eqn in rest.pop().eqns:
            if _CALLING.search(eqn.primitive.name):
                return True
            for value in leaves(eqn.params.values()):
                if hasattr(value, "eqns") and id(value) not in met:
                    met.add(id(value))
                    rest.append(value)
    return False


def await_devices(array: Any) -> None:
    """Wait for an array that devices compute.

    Raises
    ------
    RuntimeError
        In a function that a program calls, unless the array is there.
    StuckError
        Where such a function has raised, and devices wait for each other since.
    """
    global is_stuck, _failure
    if context.is_cut_off and not array.is_ready():
        raise refusal("wait for an array that is still being computed")
    if expected:
        begin = time.monotonic()
        while not array.is_ready():
            taken = time.monotonic() - begin
            most = max(_MOST, min(taken * _SHARE_LATER, _MOST_LATER))
            pause = min(max(_LEAST, taken * _SHARE), most)
            if _has_called:
                with lock:
                    _turns.wait(pause)
            else:
                time.sleep(pause)
            if _failure is not None and taken > _GRACE and len(array.sharding.device_set) > 1:
                is_stuck = True
                raise StuckError(
                    "a function that a program calls has raised, and the devices of the program "
                    "wait for each other since: nothing can be computed in this process any more"
                ) from _failure
        _failure = None  # it has not kept the devices from going on
    array.block_until_ready()


def refusal(what: str) -> RuntimeError:
    """Return the error of a function that a program calls, which cannot do something."""
    return RuntimeError(
        f"a function that a running program calls (jax.pure_callback, jax.debug.callback, ...) "
        f"cannot {what}: the devices are busy with the program. Give the array to the function as "
        "an argument, or fetch it before (np.asarray(x))"
    )
