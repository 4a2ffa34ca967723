"""`mgrid`, `ogrid`, `r_`, `c_`: arrays written with brackets."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.arguments import NotNumeric, array
from sharray._functions.creation import arange, linspace
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
        made, scalars = [], []
        for part in parts:
            if isinstance(part, slice):
                x = _line(part)
                ndim = 1
            else:
                x = array(part)
                ndim = x.ndim
                if not ndim and not isinstance(part, Handle):
                    scalars.append(len(made))
            if ndim < ndmin:
                x = mp.reshape(x, (1,) * (ndmin - ndim) + x.shape)
                if trans1d != -1 and ndim:
                    order = list(range(ndmin))
                    first = trans1d + ndmin + 1 if trans1d < 0 else trans1d
                    moved = order[ndmin - ndim :]
                    rest = order[: ndmin - ndim]
                    x = mp.permute_dims(x, tuple(rest[:first] + moved + rest[first:]))
            made.append(x)
        kinds = [parts[i] if i in scalars else x.dtype for i, x in enumerate(made)]
        kind = np.result_type(*kinds)
        return concatenate([astype(x, kind, copy=False) for x in made], axis=axis)


def _or_numpy(ours: Any, numpy_object: Any) -> Any:
    """Return an object with brackets that leaves what is not numeric to NumPy."""

    class _Brackets:
        def __getitem__(self, key: Any) -> Any:
            try:
                return ours[key]
            except NotNumeric:
                return numpy_object[key]

        def __len__(self) -> int:
            return 0

    return _Brackets()


mgrid = _or_numpy(_Grid(False), np.mgrid)
ogrid = _or_numpy(_Grid(True), np.ogrid)
r_ = _or_numpy(_Joined(np.r_, 0), np.r_)
c_ = _or_numpy(_Joined(np.c_, -1, 2, 0), np.c_)
