"""The text of arrays, of which only what is shown is fetched."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.display import show
from sharray._record.handles import Handle


def _text(a: Any, function: Any, width: Any, options: dict[str, Any], **more: Any) -> str:
    """Write an array of which only what is shown is fetched."""
    # all of them, since a formatter that is not given is forgotten
    settings: dict[str, Any] = {**np.get_printoptions()}
    settings.update({k: v for k, v in options.items() if v is not None})
    with np.printoptions(**settings):
        shown, short = show.shown(array(a))
        settings["threshold"] = 0 if short else shown.size + 1
        with np.printoptions(**settings):
            return function(shown, width, **more)


@implements(np.array2string, small=False)
def array2string(
    a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *,
    formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="",
    legacy=None,
):  # fmt: skip
    """Text of the elements, of which only those that it shows are fetched."""
    options = {
        "precision": precision, "suppress": suppress_small, "formatter": formatter,
        "threshold": threshold, "edgeitems": edgeitems, "sign": sign, "floatmode": floatmode,
        "legacy": legacy,
    }  # fmt: skip
    more = {"separator": separator, "prefix": prefix, "suffix": suffix}
    return _text(a, np.array2string, max_line_width, options, **more)


@implements(np.array_str, small=False)
def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements, of which only those that it shows are fetched."""
    options = {"precision": precision, "suppress": suppress_small}
    return _text(a, np.array_str, max_line_width, options)


def _own_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements, the dtype and the sharding."""
    if not isinstance(arr, Handle):
        return np.array_repr(arr, max_line_width, precision, suppress_small)
    options = {"precision": precision, "suppress": suppress_small, "linewidth": max_line_width}
    with np.printoptions(**{k: v for k, v in options.items() if v is not None}):
        return repr(arr)


@implements(np.array_repr, small=False, standard=_own_repr)
def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text of the elements and the dtype; only those that it shows are fetched."""
    if not isinstance(arr, Handle):
        return np.array_repr(arr, max_line_width, precision, suppress_small)
    return show.numpy_representation(arr, max_line_width, precision, suppress_small)
