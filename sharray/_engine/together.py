"""What processes tell each other beside their arrays: texts, through JAX's coordinator."""

from __future__ import annotations

import itertools
from typing import Any

from sharray._core.lazy import jax
from sharray._engine import agreement

_numbers = itertools.count()
#: Milliseconds between looks at whether the others are still there.
_PATIENCE = 1000


def client() -> Any:
    """Return JAX's client of the coordinator, for which it has no public name."""
    from jax._src.distributed import global_state  # start-up time

    return global_state.client


class Meeting:
    """A place where all processes come, in the same order; made in the thread of the program."""

    def __init__(self) -> None:
        self._name = f"sharray/meeting/{next(_numbers)}"
        several = agreement.watch is not None
        self.index, self._count = (jax.process_index(), jax.process_count()) if several else (0, 1)

    def share(self, text: str) -> str:
        """Return the text that process 0 gives."""
        if self._count == 1:
            return text
        if self.index == 0:
            client().key_value_set(f"{self._name}/text", text)
        return self._get("text")

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
        errors = [error]
        if self._count > 1:
            client().key_value_set(f"{self._name}/{self.index}", f"-{error}")
            errors = [self._get(str(i))[1:] for i in range(self._count)]
        if any(errors):
            index = next(i for i, text in enumerate(errors) if text)
            raise OSError(f"process {index}: {errors[index]}" if self._count > 1 else error)

    def _get(self, name: str) -> str:
        while True:
            try:
                return client().blocking_key_value_get(f"{self._name}/{name}", _PATIENCE)
            except jax.errors.JaxRuntimeError as error:
                if "DEADLINE_EXCEEDED" not in str(error):
                    raise
            if agreement.watch is not None:
                agreement.watch.check()
