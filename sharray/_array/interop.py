"""Libraries that keep a list of the classes of arrays they know: einops."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from sharray._core.lazy import when_loaded
from sharray._record.handles import Handle


def _tell_einops() -> None:
    """Give einops a backend: that of NumPy, with this library's functions."""
    known: Any = importlib.import_module("einops._backends")

    class Backend(known.NumpyBackend):
        framework_name = "sharray"

        def __init__(self) -> None:
            self.np = sys.modules["sharray"]

        def is_appropriate_type(self, tensor: Any) -> bool:
            return isinstance(tensor, Handle)

    _backends.append(Backend)  # einops itself refers to it weakly


#: Classes that other libraries find among the subclasses of theirs.
_backends: list[type] = []

when_loaded("einops", _tell_einops)
