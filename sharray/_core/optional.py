"""Libraries that are not needed but for what somebody asks for."""

from __future__ import annotations

import importlib
from typing import Any


def optional(module: str, why: str, package: str = "") -> Any:
    """Return a module that may not be installed.

    Parameters
    ----------
    module
        Its name.
    why
        What needs it: "checkpoints need TensorStore".
    package
        What to install for it; by default what it is a part of.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = package or module.partition(".")[0]
        raise ImportError(f"{why}: pip install {package}") from error
