"""How arrays are written: NumPy's text, from the corners alone where NumPy prints no more."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from sharray._core.layout import show_spec
from sharray._core.lazy import is_tracer
from sharray._core.node import NoValue, State
from sharray._engine.evaluate import evaluate_all
from sharray._record import handles


def shown(x: Any) -> tuple[np.ndarray, bool]:
    """Return an array that NumPy writes as it would `x`, and whether it is to be shortened.

    A dimension of which NumPy shows only the edges needs no more than these and one element
    between them: all that is fetched are the corners.
    """
    options = np.get_printoptions()
    edge, threshold = options["edgeitems"], options["threshold"]
    node = x._node()
    if x.size <= threshold:
        return x._fetched(), False
    evaluate_all([node])
    source = handles.wrap_array(node)
    pieces = [
        [(slice(0, n), slice(0, n))]
        if n <= 2 * edge + 1
        else [(slice(0, edge), slice(0, edge)), (slice(edge + 1, None), slice(n - edge, n))]
        for n in x.shape
    ]
    result = np.zeros([min(n, 2 * edge + 1) for n in x.shape], x.dtype)
    for corner in itertools.product(*pieces):
        destination, origin = tuple(c[0] for c in corner), tuple(c[1] for c in corner)
        result[destination] = source[origin]._fetched()
    return result, True


def _written(array: np.ndarray, short: bool, **how: Any) -> str:
    # with the threshold at 0 NumPy shortens whatever has a middle
    return np.array2string(array, threshold=0 if short else array.size + 1, **how)


def without_values(x: Any) -> str | None:
    """Return what to print for an array without values, None for others."""
    node = x._node()
    name = type(x).__name__
    if isinstance(node.value, NoValue):
        return f"{name}({node.value.placeholder!r} in the place of {node.aval.layout!r})"
    kind = "abstract" if node.state is State.ABSTRACT else "traced"
    if kind == "traced" and not is_tracer(node.value):
        return None
    spec = show_spec(node.aval.layout.spec)
    return f"{name}({kind}, shape={node.aval.shape}, dtype={node.aval.dtype}, {spec})"


def text(x: Any) -> str:
    """Return what ``print`` shows: NumPy's text."""
    if message := without_values(x):
        return message
    array, short = shown(x)
    return str(array) if not x.shape else _written(array, short)


def representation(x: Any) -> str:
    """Return NumPy's text with the dtype and the sharding beside it."""
    if message := without_values(x):
        return message
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


def numpy_representation(
    x: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """Return what NumPy's `array_repr` gives for an array of its own with these elements."""
    if message := without_values(x):
        return message
    options: Any = np.get_printoptions()
    if options["override_repr"] is not None:
        return options["override_repr"](x)
    array, short = shown(x)
    how: Any = max_line_width, precision, suppress_small
    if not short:
        return np.array_repr(array, *how)
    # all of them: a formatter that is not given is forgotten
    with np.printoptions(**{**options, "threshold": 0}):
        whole = np.array_repr(array, *how)
        body = "array(" + np.array2string(array, *how, separator=", ", prefix="array(", suffix=")")
    after = whole.removeprefix(body).lstrip(",").lstrip()
    if after == ")" or array.shape == x.shape:
        return whole
    # the shape is that of the corners, and how long it is decides where the line breaks
    after = after.replace(f"shape={array.shape}", f"shape={x.shape}")
    width = options["linewidth"] if max_line_width is None else max_line_width
    last = len(body) - body.rfind("\n")
    breaks = last + len(after) + 1 > width and options["legacy"] != "1.13"
    return f"{body},{chr(10) + ' ' * len('array(') if breaks else ' '}{after}"


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
