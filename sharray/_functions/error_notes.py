"""What is added to an error: the call that raised it."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core.nested import leaves
from sharray._functions.fallback import name_of
from sharray._functions.flavours import NUMPY, Flavour
from sharray._record.handles import Handle

#: So many elements of a sequence are written in a message.
_LISTED = 100


def annotate(
    error: Exception,
    flavour: Flavour,
    numpy_function: Any,
    args: Sequence[Any],
    kwargs: dict[str, Any],
) -> None:
    """Add to an error the call that raised it, with the shapes and dtypes of its arrays."""
    if isinstance(error, IndexError) or hasattr(error, "__notes__"):
        return  # an axis or an index is wrong for one shape, which is in the message
    if any(isinstance(v, (Handle, np.ndarray)) for v in leaves((*args, *kwargs.values()))):
        arguments = [_text(a) for a in args] + [f"{k}={_text(v)}" for k, v in kwargs.items()]
        name = name_of(numpy_function)
        if flavour is not NUMPY:
            name = name.replace("numpy", flavour.name, 1)
        error.add_note(f"in {name}({', '.join(arguments)})")


def _text(value: Any) -> str:
    """Write an argument for a message."""
    if isinstance(value, (Handle, np.ndarray)):
        return f"{value.dtype}{list(value.shape)}"
    has_arrays = isinstance(value, (list, tuple)) and any(
        isinstance(v, (Handle, np.ndarray)) for v in leaves(value[:_LISTED])
    )
    if has_arrays:
        texts = Counter(map(_text, value[:_LISTED]))
        parts = [text if n == 1 else f"{n} of {text}" for text, n in texts.items()]
        if len(value) > _LISTED:
            parts.append(f"and {len(value) - _LISTED} others")
        return f"[{', '.join(parts)}]"
    return reprlib.repr(value)
