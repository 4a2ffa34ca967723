"""Sums of products over labelled dimensions, which every product of matrices is.

An operand that is a transposed view is read as it lies in its base, under other labels: nothing is
transposed for a product.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.layout import Aval, make_layout
from sharray._core.lazy import jnp
from sharray._core.lens import Affine, Dim
from sharray._core.node import Kind, Node
from sharray._core.operation import Slot, Slots
from sharray._core.settings import options
from sharray._engine import dynamic_lengths
from sharray._engine.blocks import constrain, relayout
from sharray._engine.folds import Valid
from sharray._ops.data_types import promoted
from sharray._ops.elementwise import multiply
from sharray._ops.statistical import sum as total
from sharray._ops.table import Op, op
from sharray._record.record import elementwise_node
from sharray._record.views import read as read_view

Term = tuple[int, ...]


def _contract(op: Op, args: Any, avals: Sequence[Aval], aval: Aval, params: Any) -> Any:
    """Lay the operands out so that each device multiplies what it holds, and devices add up.

    A label lies in all operands as it does in the result; one that is summed over, as it does in
    the largest operand that shards it.
    """
    terms, result = params.values["labels"]
    spec = dict(zip(result, aval.layout.spec, strict=True))
    used = {name for names in aval.layout.spec for name in names}
    for k in sorted(range(len(avals)), key=lambda k: -avals[k].layout.size):
        for label, names in zip(terms[k], avals[k].layout.spec, strict=True):
            if names and label not in spec and not used.intersection(names):
                spec[label] = names
                used.update(names)
    ready = []
    for x, a, term in zip(args, avals, terms, strict=True):
        there = tuple(spec.get(label, ()) for label in term)
        x = relayout(x, a.layout, make_layout(a.shape, aval.layout.mesh, there))
        summed = [d for d, label in enumerate(term) if label not in result]
        ready.append(Valid(a.shape).fill(x, 0, summed))
    pos, named = params.rebuild(ready)
    return constrain(op.lowering(*pos, **named), aval.layout)


def as_it_lies(x: Node, term: Term) -> tuple[Node, Term]:
    """Return the base of a transposed view, with the labels of its dimensions."""
    if x.kind is not Kind.VIEW:
        return x, term
    lens: Affine = x.params
    axes = [dim.axis for dim in lens.dims]
    if lens.fixed or lens.dims != tuple(
        Dim(a, 0, 1, lens.base_shape[a]) for a in axes if a is not None
    ):
        return x, term
    return x.args[0], tuple(term[axes.index(a)] for a in range(len(axes)))


def _transposed(operands: Sequence[Node], values: Mapping[str, Any]) -> Any:
    """Read transposed views as they lie in their bases."""
    terms, result = values["labels"]
    pairs = [as_it_lies(x, term) for x, term in zip(operands, terms, strict=True)]
    if (other := _as_sum(pairs, result)) is not None:
        return other
    labels = tuple(term for _, term in pairs), result
    return contracted.op, [x for x, _ in pairs], {**values, "labels": labels}


def _as_sum(
    operands: Sequence[tuple[Node, Term]], result: Term
) -> tuple[Op, list[Node], dict[str, Any]] | None:
    """Return the sum that a product with a vector is, if its slices have changed their lengths."""
    if (
        options.immediate
        or len(operands) != 2
        or not any((x.kind is Kind.VIEW) for x, _ in operands)
    ):
        return None
    (x, every), (y, some) = sorted(operands, key=lambda operand: -len(operand[1]))
    dtype = np.result_type(x.aval.dtype, y.aval.dtype)
    summed = tuple([d for d, label in enumerate(every) if label not in result])
    if (
        dtype.char in "?e"  # of which a product of matrices is no sum, or a more accurate one
        or not summed
        or not set(some) <= set(every)
        or tuple([label for label in every if label in result]) != result
    ):
        return None
    order = tuple([some.index(label) for label in every if label in some])
    lens = Affine.identity(y.aval.shape).permute(order)
    for d, label in enumerate(every):
        lens = lens if label in some else lens.expand(d)
    product = elementwise_node(multiply.op, (x, read_view(y, lens)), lazily=True)
    terms = [range(len(every))]
    if dynamic_lengths.extents(total.op, [product], terms, summed, asks_again=True) is None:
        return None
    return total.op, [product], {"x": Slot(0), "axis": summed, "dtype": dtype, "keepdims": False}


def _in_numpy(arrays: Sequence[np.ndarray], labels: Any) -> np.ndarray:
    """Contract arrays of NumPy, which knows a few labels alone, by products of matrices."""
    terms, result = labels
    number = {label: n for n, label in enumerate({a: None for term in terms for a in term})}
    args: list[Any] = []
    for x, term in zip(arrays, terms, strict=True):
        args.extend([x, [number[label] for label in term]])
    return np.einsum(*args, [number[label] for label in result], optimize=True)


@op(
    rules.labelled,
    name="numpy.einsum",
    host=_in_numpy,
    kernel=_contract,
    rewrite=_transposed,
    why="where operands are sharded by different labels, the smaller goes to every device",
    samples=("einsum('ij,ij->j', m, m2)", "einsum('ij,jk->ik', s, s2)"),
)
def contracted(arrays, /, *, labels):
    """Sum of products over the labels that the result does not have; none twice in an operand."""
    terms, result = labels
    args: list[Any] = []
    for x, term in zip(promoted(*arrays), terms, strict=True):
        args.extend([x, list(term)])
    return jnp.einsum(*args, list(result))


def _contraction(
    operands: Sequence[Node], terms: Sequence[Sequence[int]], result: Sequence[int]
) -> tuple[Op, list[Node], dict[str, Any]] | None:
    """Return the operation, the operands and the values of a call of `contracted`.

    A label of length 1 in one operand broadcasts, by being another one there, which is summed over.
    None where lengths do not fit, or a label of the result would have none.
    """
    sizes: dict[int, int] = {}
    for x, term in zip(operands, terms, strict=True):
        for label, n in zip(term, x.aval.shape, strict=True):
            if sizes.get(label, 1) == 1:
                sizes[label] = n
            elif n not in (1, sizes[label]):
                return None
    spare = itertools.count(1 + max(sizes, default=0))
    named = tuple(
        tuple(
            label if n == sizes[label] else next(spare)
            for label, n in zip(term, x.aval.shape, strict=True)
        )
        for x, term in zip(operands, terms, strict=True)
    )
    slots = Slots(tuple(range(len(operands))))
    values = {"arrays": slots, "labels": (named, tuple(result))}
    return _transposed(operands, values)


def of_matmul(operands: Sequence[Node], values: Mapping[str, Any]) -> Any:
    """Read a call of `matmul` as a contraction."""
    shapes = [x.aval.shape for x in operands]
    first, second = shapes if len(shapes) == 2 else ((), ())
    if not first or not second or first[-1] != second[-2:][0]:
        return None  # which is an error, as a number is
    batch = range(3, 1 + max(len(first), len(second)))
    a, b = (
        [*batch[max(0, len(batch) + 2 - n) :]] if n > 1 else [] for n in (len(first), len(second))
    )
    row, column = [0] * (len(first) > 1), [1] * (len(second) > 1)
    return _contraction(operands, [[*a, *row, 2], [*b, 2, *column]], [*batch, *row, *column])


def of_tensordot(operands: Sequence[Node], values: Mapping[str, Any]) -> Any:
    """Read a call of `tensordot` as a contraction."""
    first, second = (x.aval.shape for x in operands)
    axes, a = values["axes"], len(first)
    if isinstance(axes, int):
        axes = range(a - axes, a), range(axes)
    right = list(range(a, a + len(second)))
    summed = []
    try:
        pairs = [(n,) if isinstance(n, int) else n for n in axes]
        for i, j in zip(*pairs, strict=True):
            if first[i] != second[j] or i < -a:
                return None
            summed.append(i % a)
            right[j] = i % a
    except (IndexError, TypeError, ValueError):
        return None
    result = [label for label in (*range(a), *right) if label not in summed]
    return _contraction(operands, [range(a), right], result)
