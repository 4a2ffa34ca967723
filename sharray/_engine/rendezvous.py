"""What processes tell each other beside their arrays: texts, through the process that compares."""

from __future__ import annotations

import importlib
import itertools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from sharray._core.context import context
from sharray._core.lazy import jax
from sharray._engine import agreement

if TYPE_CHECKING:
    from sharray._engine.agreement_client import Client

_T = TypeVar("_T")
_numbers = itertools.count()


def count() -> int:
    """Return the number of processes that compare what they do."""
    return 1 if _others() is None else jax.process_count()


def _others() -> Client | None:
    """Return what knows the other processes; None in a block of this one alone."""
    return None if context.on_host_only else agreement.client


class Rendezvous:
    """A place where all processes come, in the same order; made in the thread of the program.

    Parameters
    ----------
    why
        What for, the same in all of them.
    """

    def __init__(self, why: str) -> None:
        self._number = next(_numbers)
        self._steps = itertools.count()
        self._thread = threading.get_ident()
        self._client = _others()
        self.index = 0 if self._client is None else self._client.index
        if self._client is not None:
            # as a statement is: who waits here for one that launches something has parted from it
            self._client.note_step(why, moves=False)

    def share(self, text: str) -> str:
        """Return the text that process 0 gives."""
        return self.tell(text)[0]

    def tell(self, text: str) -> list[str]:
        """Return the texts of all processes."""
        if self._client is None:
            return [text]
        waits = threading.get_ident() == self._thread
        return self._client.meet(f"{self._number}.{next(self._steps)}", text, waits=waits)

    def tell_values(self, value: Any) -> list[Any]:
        """Return the values of all processes, made of texts, numbers, lists and dicts."""
        import json  # start-up time

        return [json.loads(text) for text in self.tell(json.dumps(value))]

    def take(self, step: Callable[[], _T], writes: str = "") -> _T:
        """Take a step in all processes, each its own, and wait for the others.

        Parameters
        ----------
        step
            What to do; nobody meets anybody in it.
        writes
            What it writes, for the OSError of one that cannot.

        Raises
        ------
        Exception
            If one process cannot: in all of them, of the same type and with the same text, which
            says which process it is.
        """
        result: Any = None
        error: Exception | None = None
        before, context.step = context.step, []
        try:
            result = step()
        except Exception as raised:
            error = raised
            if writes and isinstance(raised, OSError):
                told = OSError(f"cannot write {writes}: {raised}")
                told.errno, error = raised.errno, told
        finally:
            told_later, context.step = context.step, before
        if self._client is None:
            if error is not None:
                raise error
        else:
            for index, told in enumerate(self.tell("" if error is None else _told(error))):
                if told:
                    raise _as_error(told, index) from error
        for tell in told_later:
            tell()
        return result

    def take_in(self, process: int, step: Callable[[], object], writes: str = "") -> None:
        """Take a step in one process, as `take` does, while the others wait."""
        self.take(step if process == self.index else lambda: None, writes)


def _told(error: Exception) -> str:
    import json  # start-up time

    kinds = [f"{kind.__module__}:{kind.__qualname__}" for kind in type(error).__mro__]
    return json.dumps([kinds, getattr(error, "errno", None), str(error)], default=str)


def _as_error(told: str, index: int) -> Exception:
    """Return the error of another process, of its type or of the next one that takes a text."""
    import json  # start-up time

    kinds, errno, text = json.loads(told)
    for kind in kinds:
        module, _, name = kind.partition(":")
        try:
            error = getattr(importlib.import_module(module), name)(f"process {index}: {text}")
        except Exception:
            continue
        if errno is not None:
            error.errno = errno
        return error
    raise AssertionError("all errors are exceptions, which take a text")
