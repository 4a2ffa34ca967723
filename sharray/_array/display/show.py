"""How arrays are written: NumPy's text, from the corners alone where NumPy prints no more."""

from __future__ import annotations

import itertools
from html import escape
from typing import Any

import numpy as np

from sharray._core.layout import show_spec
from sharray._engine import transfer
from sharray._record import handles, record


def shown(x: Any) -> tuple[np.ndarray, bool]:
    """Return an array that NumPy writes as it would `x`, and whether it is to be shortened.

    A dimension of which NumPy shows only the edges needs no more than these and one element
    between them: all that is fetched are the corners.
    """
    options = np.get_printoptions()
    edge, threshold = options["edgeitems"], options["threshold"]
    expr = x._read()
    if x.size <= threshold:
        return transfer.to_numpy(expr), False
    record.evaluate_all([expr])
    source = handles.wrap_array(expr)
    pieces = [
        [(slice(0, n), slice(0, n))]
        if n <= 2 * edge + 1
        else [(slice(0, edge), slice(0, edge)), (slice(edge + 1, None), slice(n - edge, n))]
        for n in x.shape
    ]
    made = np.zeros([min(n, 2 * edge + 1) for n in x.shape], x.dtype)
    for corner in itertools.product(*pieces):
        there, here = tuple(c[0] for c in corner), tuple(c[1] for c in corner)
        made[there] = transfer.to_numpy(source[here]._read())
    return made, True


def _written(array: np.ndarray, short: bool, **how: Any) -> str:
    # with the threshold at 0 NumPy shortens whatever has a middle
    return np.array2string(array, threshold=0 if short else array.size + 1, **how)


def text(x: Any) -> str:
    """Return what ``print`` shows: NumPy's text."""
    array, short = shown(x)
    return str(array[()]) if not x.shape else _written(array, short)


#: Whether numbers are written as NumPy writes them: in programs that know of nothing else.
plain_numbers = False


def representation(x: Any) -> str:
    """Return NumPy's text with the dtype and the sharding beside it."""
    if plain_numbers and x._scalar:
        return repr(shown(x)[0][()])
    name = type(x).__name__
    array, short = shown(x)
    body = _written(array, short, separator=", ", prefix=f"{name}(", suffix=",")
    about = [f"shape={x.shape}"] if short or (not x.size and x.shape != (0,)) else []
    spec = x._layout.spec
    about += [f"dtype={x.dtype}", "host" if x._layout.mesh is None else show_spec(spec)]
    after = ", ".join(about) + ")"
    last = len(body) - (body.rfind("\n") + 1) if "\n" in body else len(body) + len(name) + 1
    wide = last + len(after) + 2 > np.get_printoptions()["linewidth"]
    return f"{name}({body},{chr(10) + ' ' * (len(name) + 1) if wide else ' '}{after}"


def html(x: Any) -> str:
    """Return a picture of how the array lies on its devices; nothing is computed."""
    from sharray._array.display.svg import svg

    where = "on the host" if x._layout.mesh is None else show_spec(x._layout.spec)
    head = escape(f"{type(x).__name__} {x.shape} {x.dtype} {where}")
    return f"<div><code>{head}</code><br>{svg(x.shape, x.sharding, x.padded_shape)}</div>"


def formatted(x: Any, spec: str) -> str:
    """Return ``format(x, spec)``.

    Raises
    ------
    TypeError
        For a spec on an array with dimensions.
    """
    if x.shape:
        if not spec:
            return text(x)
        raise TypeError(
            f"unsupported format string {spec!r} passed to {type(x).__name__}.__format__ for an "
            f"array of shape {x.shape}: only single numbers have formats"
        )
    return format(x.item(), spec)
