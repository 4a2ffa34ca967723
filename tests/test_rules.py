"""Every sharding rule against brute force.

A rule says which dimension of an operand a dimension of the result runs along with. It is right
if a block of the result depends, as far as that operand goes, only on the block at the same place:
so everything outside of it is changed, in NumPy, and the block must stay. It is complete if it
names every such pair. Where an operation mixes the elements along a dimension (sorting, shifting,
joining), lying alike is a choice, which the table below has to name.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
import pytest

import sharray as xp
from sharray._core import rules
from sharray._core.operation import TABLE
from sharray._ops.contraction import contracted
from sharray._ops.searching import chosen, compressed
from sharray._ops.selection import selected
from sharray._record import record
from sharray._record.views import VIEWS

INDEX = np.array([3, 0, 1, 0])
ROWS = np.array([[0, 1, 2, 1, 0, 3]] * 4)


@dataclass
class Row:
    """A call of an operation on arrays of the given shapes.

    `mixed` names the (operand, dimension)s along which the operation mixes elements but lies
    alike; `missed` pairs (result dimension, operand, dimension) that the rule leaves out, since
    there the operand is not sharded in practice.
    """

    name: str
    call: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...]
    mixed: tuple[tuple[int, int], ...] = ()
    missed: tuple[tuple[int, int, int], ...] = ()


def along(function, axis, **kwargs):
    return lambda x: function(x, axis=axis, **kwargs)


X = ((4, 6, 8),)
TABLE_OF_CALLS = [
    Row("add", xp.add, ((4, 6, 8), (6, 8))),
    Row("add", xp.add, ((4, 1, 8), (6, 1))),
    Row("where", lambda c, a, b: xp.where(c > 0, a, b), ((4, 6), (4, 1), (6,))),
    Row("sum", along(xp.sum, 1), X),
    Row("sum", along(xp.sum, (0, 2)), X),
    Row("sum", along(xp.sum, (-1,), keepdims=True), X),
    Row("max", along(xp.max, 0), X),
    Row("argmax", along(xp.argmax, 1), X),
    Row("var", along(xp.var, -1), X),
    Row("linalg.vector_norm", along(xp.linalg.vector_norm, 1), X),
    Row("sort", along(xp.sort, 1), X, mixed=((0, 1),)),
    Row("argsort", along(xp.argsort, -1), X, mixed=((0, 2),)),
    Row("cumsum", along(xp.cumulative_sum, 0), X, mixed=((0, 0),)),
    Row("diff", along(xp.diff, 2, n=2), X, mixed=((0, 2),)),
    Row("fft.fft", along(xp.fft.fft, 1), X, mixed=((0, 1),)),
    Row("fft.rfft", along(xp.fft.rfft, 0), X, mixed=((0, 0),)),
    Row("tril", xp.tril, X),
    Row("concat", lambda *a: xp.concat(a, axis=1), ((4, 6, 8), (4, 2, 8)),
        mixed=((0, 1), (1, 1))),
    Row("concat", lambda *a: xp.concat(a, axis=None), ((4,), (6,)), mixed=((0, 0), (1, 0))),
    Row("numpy.einsum", lambda a, b: contracted([a, b], labels=(((0, 1), (2, 1)), (2, 0))),
        ((4, 6), (8, 6))),
    Row("numpy.selected", lambda x: selected(x, np.array([[[[1]]], [[[3]]]]), axis=(1,)), X),
    Row("stack", lambda *a: xp.stack(a, axis=1), ((4, 6), (4, 6))),
    Row("tile", lambda x: xp.tile(x, (2, 1)), ((4, 6),), mixed=((0, 0),)),
    Row("repeated_evenly", lambda x: xp.repeat(x, 2, axis=0), ((4, 6),)),
    Row("reshaped", lambda x: +xp.reshape(x, (24, 8)), ((4, 6, 8),)),
    Row("reshaped", lambda x: +xp.reshape(x, (4, 2, 3, 8)), ((4, 6, 8),)),
    Row("reshaped", lambda x: +xp.reshape(x, (6, 4)), ((4, 6),)),
    Row("reshaped", lambda x: +xp.reshape(x, (1, 8, 4)), ((4, 8),)),
    Row("matmul", xp.matmul, ((4, 6), (6, 8))),
    Row("matmul", xp.matmul, ((2, 4, 6), (6, 8))),
    Row("matmul", xp.matmul, ((10, 4, 6), (10, 6, 8))),
    Row("matmul", xp.matmul, ((1, 4, 6), (10, 6, 8))),
    Row("matmul", xp.matmul, ((4, 6), (6,))),
    Row("matmul", xp.matmul, ((6,), (10, 6, 8))),
    Row("tensordot", lambda a, b: xp.tensordot(a, b, axes=1), ((4, 6), (6, 8))),
    Row("tensordot", lambda a, b: xp.tensordot(a, b, axes=((0,), (1,))), ((6, 4), (8, 6))),
    Row("vecdot", lambda a, b: xp.vecdot(a, b, axis=-1), ((4, 6), (10, 4, 6))),
    Row("vecdot", lambda a, b: xp.linalg.vecdot(a, b, axis=-2), ((6, 4), (10, 6, 4))),
    Row("linalg.cross", xp.linalg.cross, ((4, 3), (6, 4, 3)), mixed=((0, 1), (1, 2))),
    Row("linalg.trace", xp.linalg.trace, ((4, 6, 6),)),
    Row("linalg.svdvals", xp.linalg.svdvals, ((4, 6, 8),)),
    Row("linalg.matrix_norm", xp.linalg.matrix_norm, ((4, 6, 8),)),
    Row("linalg.qr", lambda x: xp.linalg.qr(x), ((10, 8, 6),)),
    Row("linalg.det", xp.linalg.det, ((10, 4, 4),)),
    Row("taken", lambda x: xp.take(x, xp.asarray(INDEX), axis=1), ((4, 6, 8),)),
    Row("getitem", lambda x: x[:, xp.asarray(INDEX)], ((4, 6, 8),)),
    Row("getitem", lambda x: x[1:][:, :, xp.asarray(INDEX)], ((4, 6, 8),), mixed=((0, 0),)),
    Row("getitem", lambda x: x[xp.asarray(INDEX) % 4, ..., xp.asarray(INDEX)], ((4, 6, 8),)),
    Row("getitem", lambda x: x[None, :, xp.asarray(INDEX), 3], ((4, 6, 8),)),
    Row("taken_along_axis", lambda x: xp.take_along_axis(x, xp.asarray(ROWS), axis=0), ((4, 6),),
        mixed=((0, 0),)),
    Row("chosen", lambda m, x: chosen(m > -100, x, size=24), ((4, 6), (4, 6, 2)),
        mixed=((0, 1), (1, 1)), missed=((1, 0, 0), (1, 0, 1))),
    Row("compressed", lambda m, x: compressed(m > -100, [x], size=4)[0], ((4,), (4, 6)),
        missed=((1, 0, 0),)),
    Row("searchsorted_arrays", lambda a, b: xp.searchsorted(xp.sort(a), b), ((8,), (4, 6))),
    Row("isin_arrays", xp.isin, ((4, 6), (8,))),
    # a device solves for whole matrices, so columns do not lie apart
    Row("linalg._solve", xp.linalg.solve, ((10, 4, 4), (10, 4, 6)), missed=((2, 1, 2),)),
]  # fmt: skip


#: Operation -> the one that is applied instead.
PLACED_AS = {"reshaped": "reshape", "matmul": "numpy.einsum", "tensordot": "numpy.einsum"}


def drawn(rng, shape):
    """Values of many different orders, so that no two positions look alike."""
    return rng.permutation(np.prod(shape, dtype=int) * 3)[: math.prod(shape)].reshape(shape) - 20.0


def on_host(call, arrays):
    """What NumPy gives, as a list of arrays."""
    with xp.set_options(host_threshold=1 << 30):
        found = call(*[xp.asarray(a) for a in arrays])
        return [np.asarray(v) for v in (found if isinstance(found, tuple) else (found,))]


def claims_of(row, monkeypatch, arrays):
    """What the rule of the operation says in this call: for each result, its `Follows`."""
    calls = []
    place = rules.place

    def spy(rule, inputs, shape, params, name):
        calls.append((name, rule(inputs, shape, params), shape, inputs))
        return place(rule, inputs, shape, params, name)

    monkeypatch.setattr(rules, "place", spy)
    record._inferred.clear()
    with xp.set_options(host_threshold=0), xp.use_mesh(xp.make_mesh(1)):
        jax.block_until_ready([xp.block_until_ready(row.call(*[xp.asarray(a) for a in arrays]))])
    return [c[1:] for c in calls if c[0] in (row.name, PLACED_AS.get(row.name))]


def same_block(row, arrays, results, r, d, k, e, rng):
    """Whether blocks along `d` of result `r` depend only on those of operand `k` along `e`."""
    n, m = results[r].shape[d], arrays[k].shape[e]
    common = math.gcd(n, m)
    parts = [p for p in range(2, common + 1) if common % p == 0]
    if not parts:
        return None
    for p in parts:
        for j in range(p):
            there = [slice(None)] * arrays[k].ndim
            there[e] = slice(j * m // p, (j + 1) * m // p)
            changed = drawn(rng, arrays[k].shape) + 0.5
            changed[tuple(there)] = arrays[k][tuple(there)]
            found = on_host(row.call, [*arrays[:k], changed, *arrays[k + 1 :]])[r]
            here = [slice(None)] * results[r].ndim
            here[d] = slice(j * n // p, (j + 1) * n // p)
            if not np.allclose(found[tuple(here)], results[r][tuple(here)], rtol=1e-9):
                return False
    return True


@pytest.mark.parametrize("row", TABLE_OF_CALLS, ids=lambda row: f"{row.name}{row.shapes}")
def test_rule(row, monkeypatch):
    rng = np.random.default_rng(0)
    arrays = [drawn(rng, shape) for shape in row.shapes]
    results = on_host(row.call, arrays)
    claims = claims_of(row, monkeypatch, arrays)
    # an operation may be applied twice, on the same operands
    claims = claims[: len(results)]
    assert len(claims) == len(results), "the operation was not applied"
    missed = set()
    for r, (follows, shape, inputs) in enumerate(claims):
        assert shape == results[r].shape
        assert len(follows) == len(shape), f"{len(follows)} dimensions for a result of {shape}"
        named = {(d, k, e) for d, pairs in enumerate(follows) for k, e in pairs}
        assert all(e < len(inputs[k].shape) for _, k, e in named)
        for d in range(len(shape)):
            for k, array in enumerate(arrays):
                for e in range(array.ndim):
                    right = same_block(row, arrays, results, r, d, k, e, rng)
                    if (d, k, e) in named and (k, e) not in row.mixed:
                        assert right in (True, None), f"result {d} does not follow {(k, e)}"
                    elif right and (d, k, e) not in named:
                        missed.add((d, k, e))
    assert missed == set(row.missed), "pairs that run along with each other without a claim"


@pytest.mark.parametrize(
    ("name", "combine"),
    [("sum", np.sum), ("prod", np.prod), ("max", np.max), ("min", np.min), ("all", np.all),
     ("any", np.any), ("count_nonzero", np.sum), ("mean", np.mean)],
)  # fmt: skip
def test_partial_results_of_a_reduction_combine(name, combine):
    x = drawn(np.random.default_rng(1), (4, 6)) % 5
    whole = on_host(along(getattr(xp, name), 1), [x])[0]
    for p in (2, 3):
        parts = [on_host(along(getattr(xp, name), 1), [b])[0] for b in np.split(x, p, axis=1)]
        np.testing.assert_allclose(combine(np.stack(parts), axis=0), whole)


@pytest.mark.parametrize("name", ["matmul", "tensordot", "vecdot"])
def test_partial_results_of_a_contraction_add_up(name):
    rng = np.random.default_rng(2)
    call = {
        "matmul": xp.matmul,
        "tensordot": lambda a, b: xp.tensordot(a, b, axes=1),
        "vecdot": lambda a, b: xp.vecdot(a, xp.permute_dims(b, (1, 0))),
    }[name]
    a, b = drawn(rng, (4, 6)), drawn(rng, (6, 4))
    parts = [
        on_host(call, [p, q])[0] for p, q in zip(np.split(a, 3, 1), np.split(b, 3, 0), strict=True)
    ]
    np.testing.assert_allclose(sum(parts), on_host(call, [a, b])[0])


#: Rules of operations whose result is placed anew, so there is nothing to check.
PLACED_ANEW = {rules.create}


def test_every_rule_is_checked():
    table = TABLE | VIEWS
    checked = {table[row.name].rule for row in TABLE_OF_CALLS}
    assert {op.rule for op in TABLE.values()} <= checked | PLACED_ANEW


def test_the_larger_operand_stays_where_it_is():
    mesh = xp.make_mesh((4, 2))
    with xp.set_options(host_threshold=0), xp.use_mesh(mesh):
        spec = jax.sharding.PartitionSpec
        large = xp.asarray(np.ones((13, 7)), device=spec("x", "y"))
        small = xp.asarray(np.ones((1, 7)), device=spec(None, ("x", "y")))
        for made in (large + small, small + large):
            assert made.sharding.spec == spec("x", "y")
