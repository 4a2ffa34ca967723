"""Who is told what the library does: reports, budgets, warnings.

While nobody listens, each place that would tell costs one look at an empty list.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Self

from sharray._core.direct import add_obstacle, add_watcher

#: All-gathers of fewer bytes than this are counts and totals, no gather of an array.
SMALL = 1024


class GatherWarning(UserWarning):
    """A program gathers a large array on every device, or a whole one comes to the host."""

    __module__ = "sharray"


class _Kind(type):
    """The class of observers, which offers their users what instances offer them."""

    def __dir__(cls) -> list[str]:
        return _offered(super().__dir__())


def _offered(names: Iterable[str]) -> list[str]:
    """Leave out what is called in this module."""
    return [name for name in names if name.startswith("__") or name not in vars(Observer)]


class Observer(metaclass=_Kind):
    """Told what happens, in the thread that does it, at the line of the user that asks for it.

    Listens inside a ``with`` block.

    Attributes
    ----------
    measures
        Whether each program is waited for, so that `launched` knows how long it ran.
    """

    measures = False

    def __enter__(self) -> Self:
        active.append(self)
        add_obstacle()
        add_watcher()
        return self

    def __exit__(self, *exc: object) -> None:
        active.remove(self)
        add_obstacle(-1)
        add_watcher(-1)

    def __dir__(self) -> list[str]:
        """Return the names that are for users: what is called here is not."""
        return _offered(super().__dir__())

    def recorded(self, name: str, on_host: bool) -> None:
        """Take note of an operation of the table, or a write; `on_host` where NumPy does it."""

    def compiled(self, program: Any, seconds: float) -> None:
        """Take note of a new program, which ``program.from_disk`` says was read and not compiled.

        What it moves is in ``program.moves`` and ``gathered``.
        """

    def launching(self, program: Any) -> None:
        """Take note of a program that runs next; what this raises keeps it from running."""

    def launched(self, program: Any, seconds: float) -> None:
        """Take note of a program that has been launched or, if anyone `measures`, has run."""

    def interpreted(self, operations: int) -> None:
        """Take note of operations that NumPy has computed in the memory of the devices."""

    def moving(self, kind: str, nbytes: int) -> None:
        """Take note of bytes that move outside a program; what this raises keeps them there.

        The kinds are "device_put" (to another placement), "to devices" (from the host),
        "read" (a part of an array, to the host) and "fetch" (all of a sharded array, to the host).
        """

    def fell_back(self, name: str, nbytes: int) -> None:
        """Take note of a function that NumPy computes on the host, from `nbytes` of operands."""

    def changed_home(self, to_devices: bool, shape: tuple[int, ...], nbytes: int) -> None:
        """Take note of an array that moves to the devices, or comes back from them."""


#: Held while a thread looks at the frames of another one: the values in them live as long.
looking = threading.Lock()
#: Seconds for which a look is waited for. What dies with it may run code of anyone's.
_LOOK = 1.0


def await_looks() -> None:
    """Wait until nobody looks at frames, so that values that are gone are."""
    if looking.acquire(timeout=_LOOK):
        looking.release()


#: Whoever listens at the moment.
active: list[Observer] = []
#: Called before what takes long anyway: who listens seldom may begin to, or end.
on_ask: list[Callable[[], object]] = []


def _asked() -> tuple[Observer, ...]:
    for ask in on_ask:
        ask()
    return tuple(active)


def recorded(name: str, on_host: bool) -> None:
    """Tell of an operation."""
    for observer in tuple(active):
        observer.recorded(name, on_host)


def compiled(program: Any, seconds: float) -> None:
    """Tell of a program that was compiled, or read from disk."""
    for observer in _asked():
        observer.compiled(program, seconds)


def launching(program: Any) -> None:
    """Tell of a program that runs next."""
    for observer in tuple(active):
        observer.launching(program)


def launched(program: Any, seconds: float) -> None:
    """Tell of a program that has run."""
    for observer in tuple(active):
        observer.launched(program, seconds)


def interpreted(operations: int) -> None:
    """Tell of operations that NumPy has computed in the memory of the devices."""
    for observer in tuple(active):
        observer.interpreted(operations)


def measured() -> bool:
    """Whether anyone wants to know how long programs run."""
    return any(observer.measures for observer in active)


def moving(kind: str, nbytes: int) -> None:
    """Tell of bytes that move outside a program."""
    for observer in tuple(active):
        observer.moving(kind, nbytes)


def fell_back(name: str, nbytes: int) -> None:
    """Tell of a function that NumPy computes on the host, or of data that only NumPy can hold.

    Parameters
    ----------
    name
        Of the function.
    nbytes
        Size of its operands, which are brought to the host for it.
    """
    for observer in _asked():
        observer.fell_back(name, nbytes)


def changed_home(to_devices: bool, shape: tuple[int, ...], nbytes: int) -> None:
    """Tell of an array that moves to the devices, or comes back from them."""
    for observer in _asked():
        observer.changed_home(to_devices, shape, nbytes)
