"""Whether all processes of a program do the same: told to one process that compares (see `hub`).

Whatever runs on devices of several processes has a number and a digest. These are told beside the
work; what has been computed is read only when all processes have launched the same up to there, and
a program that is new is launched only then: collectives that do not fit end a process. So one that
does something else, or has ended, makes an error that says where each one is, in the place of a
wrong number or a wait without end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sharray._core.lazy import jax

if TYPE_CHECKING:
    from sharray._engine.watch import Watch

#: None where all devices are those of this process.
watch: Watch | None = None
#: Whether the launcher has connected this process with the others, and not the program.
by_launcher = False


def explain() -> None:
    """Raise what is behind an error of the devices, if other processes are.

    Raises
    ------
    ProcessesDifferError
        In that case.
    """
    if watch is not None:
        watch.explain()


def await_devices(array: Any) -> None:
    """Wait for an array that devices compute, perhaps with those of other processes.

    Raises
    ------
    ProcessesDifferError
        If they fail because one of the processes launches something else, or has ended.
    """
    if watch is None:
        array.block_until_ready()
        return
    watch.on_devices = True
    try:
        array.block_until_ready()
    except jax.errors.JaxRuntimeError:
        watch.explain()
        raise
    finally:
        watch.on_devices = False


def await_values(array: Any) -> None:
    """Wait for what is about to be read, and until all processes have launched the same.

    Raises
    ------
    ProcessesDifferError
        If one of them launches something else, or has ended.
    """
    if watch is not None:
        watch.ask()  # the answer comes while the devices compute
    await_devices(array)
    if watch is not None:
        watch.settle()
