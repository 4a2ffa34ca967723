"""What processes tell each other beside their arrays: texts, through the process that compares."""

from __future__ import annotations

import itertools

from sharray._engine import agreement

_numbers = itertools.count()


class Meeting:
    """A place where all processes come, in the same order; made in the thread of the program."""

    def __init__(self) -> None:
        self._number = next(_numbers)
        self._watch = agreement.watch
        self.index = 0 if self._watch is None else self._watch.index

    def share(self, text: str) -> str:
        """Return the text that process 0 gives."""
        return self._meet("share", text)[0]

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
        return self._watch.meet(f"{what} {self._number}", text)
