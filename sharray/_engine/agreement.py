"""Whether all processes of a program do the same: told to one process (`comparing`).

Whatever runs on devices of several processes has a number and a digest. These are told beside the
work; what has been computed is read only when all processes have launched the same up to there, and
a program that is new is launched only then: collectives that do not fit end a process. So one that
does something else, or has ended, makes an error that says where each one is, in the place of a
wrong number or a wait without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sharray._core.context import context
from sharray._core.lazy import jax
from sharray._engine import callbacks

if TYPE_CHECKING:
    from sharray._engine.agreement_client import Client


class ProcessesDifferError(RuntimeError):
    """The processes of a program do not do the same, or one of them has ended."""

    __module__ = "sharray.distributed"


#: None where all devices are those of this process.
client: Client | None = None
#: Waits for an array that devices compute.
await_devices: Callable[[Any], None] = callbacks.await_devices
#: Waits for one that is about to be read.
await_values = await_devices
#: Whether the launcher has connected this process with the others, and not the program.
by_launcher = False
#: A digest of the program that the launcher runs; None for the file that Python does.
program: int | None = None


def explain() -> None:
    """Raise what is behind an error of the devices, if other processes are.

    Raises
    ------
    ProcessesDifferError
        In that case.
    """
    if client is not None:
        client.explain()


def note_parts(array: Any, what: str) -> None:
    """Take note of an array that each process has made its part of; `what` says how."""
    if context.step is not None:
        context.step.append(lambda: note_parts(array, what))
    elif client is not None and not array.is_fully_addressable:
        text = f"{array.dtype}{list(array.shape)} {what}"
        client.note_step(text, placement=getattr(array.sharding, "spec", None), moves=False)
        client.computes([array])


def note_use(arrays: Iterable[Any], what: str) -> None:
    """Take note of arrays of which each process uses its part; `what` says what for."""
    shared = [array for array in arrays if not array.is_fully_addressable]
    if context.step is not None:
        context.step.append(lambda: note_use(shared, what))
    elif client is not None and shared:
        client.note_step(what, shared, moves=False)


def join(others: Client) -> None:
    """Tell the process that compares from now on what is launched.

    What waits raises ProcessesDifferError if one of the processes launches something else, or has
    ended.
    """
    global client, await_devices, await_values
    client, await_devices, await_values = others, _await_devices, _await_values


def part() -> None:
    """Tell it nothing more, when all processes have ended."""
    global client, await_devices, await_values
    client = None
    await_devices = await_values = callbacks.await_devices


def _await_devices(array: Any) -> None:
    assert client is not None
    client.on_devices = True
    try:
        callbacks.await_devices(array)
    except jax.errors.JaxRuntimeError:
        client.explain()
        raise
    finally:
        client.on_devices = False


def _await_values(array: Any) -> None:
    """Wait also until all processes have launched the same."""
    assert client is not None
    client.expect()  # the answer comes while the devices compute
    _await_devices(array)
    client.settle()
