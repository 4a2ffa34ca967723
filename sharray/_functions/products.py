"""Products of arrays with NumPy's signatures."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core import user_line
from sharray._functions import sizes
from sharray._functions.arguments import array, store
from sharray._functions.declare import implements
from sharray._ops import elementwise as ew
from sharray._ops import manipulation as mp
from sharray._ops import products as la
from sharray._ops import utility
from sharray._ops.contraction import contracted
from sharray._ops.data_types import astype
from sharray._ops.statistical import sum as total


def _dot(a: Any, b: Any) -> Any:
    if not a.ndim or not b.ndim:
        return ew.multiply(a, b)
    if b.ndim == 1:
        if a.shape[-1] != b.shape[0]:
            raise ValueError(_misaligned(a, b, a.ndim - 1, 0))
        return la.matmul(a, b)
    if a.shape[-1] != b.shape[-2]:
        raise ValueError(_misaligned(a, b, a.ndim - 1, b.ndim - 2))
    if a.ndim <= 2 and b.ndim == 2:
        return la.matmul(a, b)
    return la.tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 2,)))


def _misaligned(a: Any, b: Any, i: int, j: int) -> str:
    return (
        f"shapes {a.shape} and {b.shape} not aligned: {a.shape[i]} (dim {i}) != {b.shape[j]} "
        f"(dim {j})"
    )


@implements(np.dot)
def dot(a, b, out=None):
    """Sum of products over the last axis of one and the last but one of the other array."""
    return store(out, _dot(array(a), array(b)), "no", "dot")


@implements(np.inner)
def inner(a, b, /):
    """Sum of products over the last axes of both arrays."""
    x, y = array(a), array(b)
    if not x.ndim or not y.ndim:
        return ew.multiply(x, y)
    if x.shape[-1] != y.shape[-1]:
        raise ValueError(_misaligned(x, y, x.ndim - 1, y.ndim - 1))
    return la.tensordot(x, y, axes=((x.ndim - 1,), (y.ndim - 1,)))


@implements(np.vdot)
def vdot(a, b, /):
    """Sum of products of all elements, those of the first array conjugated."""
    x, y = array(a), array(b)
    if x.shape != y.shape:
        x, y = mp.reshape(x, (-1,)), mp.reshape(y, (-1,))
    if x.shape != y.shape:
        raise ValueError(_misaligned(x, y, 0, 0))
    if x.dtype.kind == y.dtype.kind == "b":
        return utility.any(ew.logical_and(x, y))
    product = ew.multiply(ew.conj(x) if x.dtype.kind == "c" else x, y)
    return total(product, dtype=product.dtype)


@implements(np.outer, elements=sizes.of_pairs)
def outer(a, b, out=None):
    """Product of every pair of elements of two flattened arrays."""
    x, y = mp.reshape(array(a), (-1, 1)), mp.reshape(array(b), (1, -1))
    return store(out, ew.multiply(x, y), "same_kind", "outer", broadcast=True)


@implements(np.tensordot, numbers=False)
def tensordot(a, b, axes: Any = 2):
    """Sum of products over axes of both arrays."""
    x, y = array(a), array(b)
    if isinstance(axes, (int, np.integer)):
        if axes > min(x.ndim, y.ndim):
            raise IndexError(f"{axes} axes of arrays of shapes {x.shape} and {y.shape}")
        first, second = tuple(range(x.ndim - axes, x.ndim)), tuple(range(axes))
    else:
        left, right = axes
        first, second = np.atleast_1d(left).tolist(), np.atleast_1d(right).tolist()
    first = normalize_axis_tuple(first, x.ndim) if x.ndim else ()
    second = normalize_axis_tuple(second, y.ndim) if y.ndim else ()
    if [x.shape[d] for d in first] != [y.shape[d] for d in second]:
        raise ValueError("shape-mismatch for sum")
    return la.tensordot(x, y, axes=(first, second))


@implements(np.kron, elements=sizes.of_pairs)
def kron(a, b):
    """Every element of one array times all of the other, as blocks."""
    x, y = array(a), array(b)
    n = max(x.ndim, y.ndim)
    x = mp.expand_dims(x, tuple(range(n - x.ndim))) if x.ndim < n else x
    y = mp.expand_dims(y, tuple(range(n - y.ndim))) if y.ndim < n else y
    shape = tuple(i * j for i, j in zip(x.shape, y.shape, strict=True))
    x = mp.expand_dims(x, tuple(range(1, 2 * n, 2))) if n else x
    y = mp.expand_dims(y, tuple(range(0, 2 * n, 2))) if n else y
    return mp.reshape(ew.multiply(x, y), shape) if n else ew.multiply(x, y)


@implements(np.cross, numbers=False)
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Vector product along axes of length 3 (or 2, for the third component)."""
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = array(a), array(b)
    if not x.ndim or not y.ndim:
        raise ValueError("At least one array has zero dimension")
    x = mp.moveaxis(x, normalize_axis_index(axisa, x.ndim), -1)
    y = mp.moveaxis(y, normalize_axis_index(axisb, y.ndim), -1)
    if x.shape[-1] not in (2, 3) or y.shape[-1] not in (2, 3):
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{x.shape[-1]} and {y.shape[-1]} dimensional instead."
        )
    if 2 in (x.shape[-1], y.shape[-1]):
        user_line.warn(
            "cross: vectors of length 2 are deprecated, give them a third component of 0",
            DeprecationWarning,
        )
    kind = np.result_type(x.dtype, y.dtype)
    u = [x[..., i] for i in range(x.shape[-1])]
    v = [y[..., i] for i in range(y.shape[-1])]
    last = u[0] * v[1] - u[1] * v[0]
    if len(u) == len(v) == 2:
        return astype(last, kind, copy=False)
    zero = np.zeros((), kind)
    u, v = [*u, zero][:3], [*v, zero][:3]
    parts = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], last]
    parts = mp.broadcast_arrays(*[array(p) for p in parts])
    result = mp.stack([astype(p, kind, copy=False) for p in parts], axis=-1)
    return mp.moveaxis(result, -1, normalize_axis_index(axisc, result.ndim))


@functools.lru_cache(256)
def _labels(form: Any, shapes: tuple[tuple[int, ...], ...]) -> tuple[list[Any], Any]:
    """Return numbers for the dimensions of each operand and of the result, as NumPy reads them.

    `form` is the text, or the labels of each operand, and those of the result, if there are some.
    """
    empty = [np.broadcast_to(np.int8(0), shape) for shape in shapes]  # of no memory
    given: list[Any] = [form, *empty]
    if not isinstance(form, str):
        pairs = itertools.zip_longest(empty, map(list, form))
        given = [value for pair in pairs for value in pair if value is not None]
    path: Any = np.einsum_path
    step = path(*given, optimize=False, einsum_call=True)[1][0]
    left, _, right = next(part for part in step if isinstance(part, str)).partition("->")
    number = {label: n for n, label in enumerate(sorted(set(left) - {","}))}
    terms = dict(zip(step[0], left.split(","), strict=True))  # in another order
    every = [[number[label] for label in terms[k]] for k in range(len(shapes))]
    return every, [number[label] for label in right]


@implements(np.einsum)
def einsum(*operands, out=None, optimize=False, **kwargs):
    """Sum of products by labels; a dimension of the result lies as the operands' of its label.

    The order of contractions is XLA's, whatever `optimize` says.
    """
    if isinstance(operands[0], str):
        form, arrays = operands[0], list(map(array, operands[1:]))
    else:
        paired = len(operands) // 2 * 2  # what is left over are the labels of the result
        form = tuple(map(tuple, (*operands[1:paired:2], *operands[paired:])))
        arrays = list(map(array, operands[:paired:2]))
    terms, result = _labels(form, tuple([x.shape for x in arrays]))
    dtype = kwargs.pop("dtype", None)
    casting = kwargs.pop("casting", "safe")
    kwargs.pop("order", None)
    if kwargs:
        raise TypeError(f"einsum() got an unexpected keyword argument {next(iter(kwargs))!r}")
    kind = np.result_type(*[x.dtype for x in arrays]) if dtype is None else np.dtype(dtype)
    if not all(np.can_cast(x.dtype, kind, casting) for x in arrays):
        raise TypeError(f"einsum: cannot cast the operands to {kind} by the rule '{casting}'")
    arrays = [astype(x, kind, copy=False) for x in arrays]
    sizes: dict[int, int] = {}
    for x, term in zip(arrays, terms, strict=True):
        for t, n in zip(term, x.shape, strict=True):
            sizes[t] = n if sizes.get(t, 1) == 1 else sizes[t]
    parts, kept = [], []
    for x, term in zip(arrays, terms, strict=True):
        # a label of length 1 against a longer one broadcasts
        thin = [d for d, (t, n) in enumerate(zip(term, x.shape, strict=True)) if n != sizes[t]]
        x = mp.squeeze(x, tuple(thin)) if thin else x
        term = tuple(t for d, t in enumerate(term) if d not in thin)
        while len(set(term)) < len(term):
            i = next(d for d, t in enumerate(term) if t in term[:d])
            j = term.index(term[i])
            x = x.diagonal(0, j, i)
            term = (*(t for d, t in enumerate(term) if d not in (i, j)), term[i])
        parts.append(x)
        kept.append(term)
    if out is None and len(parts) == 1 and result and sorted(kept[0]) == sorted(result):
        # nothing is added up: a view, as in NumPy, which may be written to
        view = parts[0].transpose([kept[0].index(t) for t in result])
        view._readonly = arrays[0]._readonly
        return view
    missing = [t for t in result if not any(t in term for term in kept)]
    if missing or kind.kind == "b":
        value = _by_broadcasting(parts, kept, result, sizes, kind)
    else:
        labels = tuple(kept), tuple(result)
        value = contracted(parts, labels=labels)
    return store(out, value, casting if out is not None else "safe", "einsum")


def _by_broadcasting(
    parts: list[Any], terms: list[Any], result: list[int], sizes: dict[int, int], kind: np.dtype
) -> Any:
    """Multiply and sum, for what contractions do not do: booleans."""
    every = [*result, *(t for t in sizes if t not in result)]
    product: Any = None
    for x, term in zip(parts, terms, strict=True):
        order = sorted(range(len(term)), key=lambda d, term=term: every.index(term[d]))
        x = mp.permute_dims(x, tuple(order))
        x = mp.reshape(x, tuple(sizes[t] if t in term else 1 for t in every))
        product = x if product is None else ew.multiply(product, x)
    product = mp.broadcast_to(product, tuple(sizes[t] for t in every))
    axes = tuple(range(len(result), len(every)))
    if not axes:
        return ew.positive(product) if kind.kind != "b" else ew.logical_or(product, product)
    if kind.kind == "b":
        return utility.any(product, axis=axes)
    return total(product, axis=axes, dtype=kind)
