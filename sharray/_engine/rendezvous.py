"""What processes tell each other beside their arrays: texts, through the process that compares."""

from __future__ import annotations

import itertools
import threading
import zlib
from collections.abc import Callable

from sharray._core.lazy import jax
from sharray._engine import agreement

_numbers = itertools.count()


def count() -> int:
    """Return the number of processes that compare what they do."""
    return 1 if agreement.watch is None else jax.process_count()


def outcome(step: Callable[[], None], what: str) -> str:
    """Take a step of writing, and return what is wrong, if it fails."""
    try:
        step()
    except OSError as error:
        return f"cannot write {what}: {error}"
    return ""


class Rendezvous:
    """A place where all processes come, in the same order; made in the thread of the program.

    Parameters
    ----------
    why
        What for, the same in all of them.
    """

    def __init__(self, why: str) -> None:
        self._number = next(_numbers)
        self._thread = threading.get_ident()
        self._watch = agreement.watch
        self.index = 0 if self._watch is None else self._watch.index
        if self._watch is not None:
            # as a statement is: who waits here for one that launches something has parted from it
            self._watch.note(zlib.crc32(why.encode()), lambda: why, moves=False)

    def share(self, text: str) -> str:
        """Return the text that process 0 gives."""
        return self._meet("share", text)[0]

    def tell(self, text: str) -> list[str]:
        """Return the texts of all processes."""
        return self._meet("tell", text)

    def agree(self, error: str = "") -> None:
        """Wait for all processes.

        Parameters
        ----------
        error
            What is wrong in this one, if something is.

        Raises
        ------
        OSError
            If something is wrong in any of them: it says where and what.
        """
        errors = self._meet("agree", error)
        if any(errors):
            index = next(i for i, text in enumerate(errors) if text)
            raise OSError(error if self._watch is None else f"process {index}: {errors[index]}")

    def _meet(self, what: str, text: str) -> list[str]:
        if self._watch is None:
            return [text]
        waits = threading.get_ident() == self._thread
        return self._watch.meet(f"{what} {self._number}", text, waits=waits)
