"""`mgrid`, `ogrid`, `r_`, `c_`: arrays written with brackets."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.arguments import NotNumeric, array
from sharray._functions.creation import arange, linspace
from sharray._functions.flavours import Flavour, Pairs, as_plain
from sharray._functions.manipulation import concatenate, stack
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._record.handles import Handle


def _line(part: slice) -> Any:
    """Return the values of a slice; an imaginary step counts them."""
    start = 0 if part.start is None else part.start
    if isinstance(part.step, (complex, np.complexfloating)):
        return linspace(start, part.stop, int(abs(part.step)))
    return arange(start, part.stop, 1 if part.step is None else part.step)


class _Grid:
    """``mgrid[0:3, 0:1:5j]``: coordinates of a grid, as one array or, sparse, one per axis."""

    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _line(key)
        lines = [_line(part) for part in key]
        kind = np.result_type(*[line.dtype for line in lines])
        n = len(lines)
        lines = [
            mp.laid_along(astype(line, kind, copy=False), d, n) for d, line in enumerate(lines)
        ]
        if self.sparse:
            return tuple(lines)
        shape = np.broadcast_shapes(*[line.shape for line in lines])
        return stack([mp.broadcast_to(line, shape) for line in lines])


class _Joined:
    """``r_[1:4, 0, x]``: slices, numbers and arrays, joined along an axis."""

    def __init__(self, numpy_object: Any, axis: int, ndmin: int = 1, trans1d: int = -1) -> None:
        self._numpy = numpy_object
        self._options = (axis, ndmin, trans1d)

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        axis, ndmin, trans1d = self._options
        if isinstance(parts[0], str):
            text, parts = parts[0], parts[1:]
            if text in ("r", "c"):
                # a matrix is a class of NumPy's own
                return self._numpy[
                    (text, *[np.asarray(p) if isinstance(p, Handle) else p for p in parts])
                ]
            numbers = [int(v) for v in text.split(",")]
            axis, ndmin, trans1d = (*numbers, *(axis, ndmin, trans1d)[len(numbers) :])
        result, scalars = [], []
        for part in parts:
            if isinstance(part, slice):
                x = _line(part)
                ndim = 1
            else:
                x = array(part)
                ndim = x.ndim
                if not ndim and not isinstance(part, Handle):
                    scalars.append(len(result))
            if ndim < ndmin:
                x = mp.reshape(x, (1,) * (ndmin - ndim) + x.shape)
                if trans1d != -1 and ndim:
                    order = list(range(ndmin))
                    first = trans1d + ndmin + 1 if trans1d < 0 else trans1d
                    moved = order[ndmin - ndim :]
                    rest = order[: ndmin - ndim]
                    x = mp.permute_dims(x, tuple(rest[:first] + moved + rest[first:]))
            result.append(x)
        kinds = [parts[i] if i in scalars else x.dtype for i, x in enumerate(result)]
        kind = np.result_type(*kinds)
        return concatenate([astype(x, kind, copy=False) for x in result], axis=axis)


class Brackets:
    """An object that makes arrays of what stands in its brackets, in a flavour.

    What is not numeric it leaves to NumPy.
    """

    def __init__(self, ours: Any, numpy_object: Any, flavour: Flavour) -> None:
        self._ours, self._numpy, self._flavour = ours, numpy_object, flavour

    def __getitem__(self, key: Any) -> Any:
        pairs: Pairs = []
        try:
            return self._flavour.result(self._ours[as_plain(key, pairs)], number=False, pairs=pairs)
        except NotNumeric:
            return self._flavour.result(self._numpy[key], number=False)

    def __len__(self) -> int:
        return 0


def grids(flavour: Flavour) -> dict[str, Brackets]:
    """Return the objects by their names in NumPy."""
    ours = {
        "c_": _Joined(np.c_, -1, 2, 0),
        "mgrid": _Grid(False),
        "ogrid": _Grid(True),
        "r_": _Joined(np.r_, 0),
    }
    return {name: Brackets(value, getattr(np, name), flavour) for name, value in ours.items()}
