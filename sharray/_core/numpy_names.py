"""The names of NumPy's modules."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of one of NumPy's modules, but for modules in it."""
    # those that are imported when they are asked for are not there yet, and take long
    members = vars(module)
    return [
        n
        for n in module.__all__
        if not n.startswith("__") and n in members and not isinstance(members[n], ModuleType)
    ]


def beside_public(name: str, module: str) -> Any:
    """Return what NumPy has under a name that is not public, for a module that looks it up.

    Raises
    ------
    AttributeError
        If it has nothing, with what it says about names that it had once.
    """
    try:
        return getattr(np, name)
    except AttributeError as error:
        text = str(error).replace("module 'numpy' has", f"module {module!r} has")
        raise AttributeError(text, name=name, obj=sys.modules.get(module)) from None
