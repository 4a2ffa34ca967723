"""What NumPy leaves open: of several right results, the one that the library gave.

Each function is given a result of the library's, NumPy's, and the arguments of the call. It returns
what NumPy might have given as well: the first, if that is right, or NumPy's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def argsort(
    actual: Any,
    expected: Any,
    a: Any,
    axis: Any = -1,
    kind: Any = None,
    *_: Any,
    stable: Any = None,
) -> Any:
    """Let equal elements stand in any order, unless a stable one was asked for."""
    if stable or str(kind or "")[:1].lower() in ("s", "m") or not np.ndim(a):
        return expected
    if not _same_indices(actual, expected, axis):
        return expected
    return actual if _same(_chosen(a, actual, axis), _chosen(a, expected, axis)) else expected


def partition(
    actual: Any, expected: Any, a: Any, kth: Any, axis: Any = -1, *_: Any, **__: Any
) -> Any:
    """Let what lies on one side of an element stand in any order."""
    return actual if _partitioned(actual, a, kth, axis) else expected


def argpartition(
    actual: Any, expected: Any, a: Any, kth: Any, axis: Any = -1, *_: Any, **__: Any
) -> Any:
    """Let what lies on one side of an element stand in any order."""
    if not _same_indices(actual, expected, axis):
        return expected
    return actual if _partitioned(_chosen(a, actual, axis), a, kth, axis) else expected


def masked(actual: Any, expected: Any, *_: Any, where: Any, **__: Any) -> Any:
    """Let there be anything where a ufunc computes nothing: NumPy has what was in memory."""
    return np.where(where, expected, actual)


def is_masked(kwargs: dict[str, Any]) -> bool:
    """Whether a call of a ufunc leaves elements open."""
    return "where" in kwargs and kwargs.get("out") is None


def _same_indices(a: Any, b: Any, axis: Any) -> bool:
    axis = -1 if axis is None else axis
    return _same(np.sort(a, axis=axis), np.sort(b, axis=axis))


def _chosen(a: Any, indices: Any, axis: Any) -> Any:
    return (
        np.ravel(a)[indices] if axis is None else np.take_along_axis(np.asarray(a), indices, axis)
    )


def _partitioned(result: Any, a: Any, kth: Any, axis: Any) -> bool:
    """Whether the elements are those of `a`, in order once those between the `kth` are sorted."""
    a, axis = (np.ravel(a), -1) if axis is None else (np.asarray(a), axis)
    places = np.unique(np.ravel(kth) % a.shape[axis])
    parts = np.split(result, np.unique([*places, *(places + 1)]), axis=axis)
    return _same(
        np.concatenate([np.sort(p, axis=axis) for p in parts], axis), np.sort(a, axis=axis)
    )


def _same(a: Any, b: Any) -> bool:
    return bool(np.all((a == b) | ((a != a) & (b != b))))
