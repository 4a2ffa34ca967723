"""Wrong calls: the exception is NumPy's, it comes at the call, and it says what was wrong.

Each entry of the table holds the call, the exception and a pattern of the message, which names
the shapes, dtypes or shardings involved. Where NumPy has the same call, it must raise the same
type. Every entry runs with all arrays on the devices and with small ones on the host.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import numpy as np
import pytest

import sharray as xp

AxisError = np.exceptions.AxisError


class Wrong(NamedTuple):
    """A call ``call(n, a)`` of a namespace with arrays ``a``; `numpy` if NumPy has it, too."""

    call: Callable[[Any, Any], Any]
    error: type[Exception]
    message: str
    numpy: bool = True


class Arrays:
    """Operands, made by a namespace."""

    def __init__(self, n):
        self.v = n.asarray(np.arange(7.0))
        self.m = n.asarray(np.arange(15.0).reshape(3, 5))
        self.square = n.asarray(np.eye(3) + 1)
        self.i = n.asarray(np.arange(7))
        self.u8 = n.asarray(np.arange(7, dtype=np.uint8))
        self.b = n.asarray(np.arange(7) % 2 == 0)
        self.c = n.asarray(np.arange(7) * 1j)
        self.empty = n.asarray(np.zeros((0,)))
        self.scalar = n.asarray(np.array(2.5))


def iadd(x, y):
    x += y


def ior(x, y):
    x |= y


def itruediv(x, y):
    x /= y


def put(x, key, value):
    x[key] = value


TABLE = {
    # shapes
    "add": Wrong(lambda n, a: a.v + a.m, ValueError, r"add.*float64\[7\].*float64\[3, 5\]"),
    "multiply": Wrong(lambda n, a: n.multiply(a.m, a.square), ValueError, r"\[3, 5\].*\[3, 3\]"),
    "compare": Wrong(lambda n, a: a.v < a.v[:3], ValueError, r"less.*\[7\].*\[3\]"),
    "where": Wrong(lambda n, a: n.where(a.b, a.m, a.v), ValueError, r"where.*\[7\].*\[3, 5\]"),
    "in-place": Wrong(lambda n, a: iadd(a.v, a.m[:, :1]), ValueError, r"\(7,\).*\(3, 7\)"),
    "in-place view": Wrong(lambda n, a: iadd(a.v[:3], a.v[:4]), ValueError, r"\[3\].*\[4\]"),
    "in-place growth": Wrong(lambda n, a: iadd(a.v[:1], a.v), ValueError, r"\(1,\).*\(7,\)"),
    "assign": Wrong(lambda n, a: put(a.v, slice(3), a.v), ValueError, r"\(7,\).*\(3,\)"),
    "assign more dimensions": Wrong(
        lambda n, a: put(a.v, slice(5), a.m), ValueError, r"\(3, ?5\).*\(5,\)"
    ),
    "assign a list": Wrong(
        lambda n, a: put(a.v, slice(2), [1, 2, 3]), ValueError, r"\(3,\).*\(2,\)"
    ),
    "assign at a mask": Wrong(lambda n, a: put(a.v, a.b, a.v[:3]), ValueError, r"3.*4"),
    "assign at indices": Wrong(
        lambda n, a: put(a.v, n.asarray([1, 2]), a.v[:3]), ValueError, r"\(3,\).*\(2,\)"
    ),
    "matmul": Wrong(lambda n, a: a.m @ a.m, ValueError, r"matmul.*\[3, ?5\].*\[3, ?5\]"),
    "matmul vector": Wrong(lambda n, a: n.matmul(a.m, a.v), ValueError, r"\[3, ?5\].*\[7\]"),
    "matmul scalar": Wrong(lambda n, a: n.matmul(a.m, a.scalar), ValueError, r"matmul.*\[3, ?5\]"),
    "tensordot": Wrong(lambda n, a: n.tensordot(a.m, a.m, axes=1), ValueError, r"\[3, ?5\]"),
    "vecdot": Wrong(lambda n, a: n.vecdot(a.v, a.v[:3]), ValueError, r"\[7\].*\[3\]"),
    "concat": Wrong(lambda n, a: n.concat([a.m, a.v]), ValueError, r"\[3, ?5\].*\[7\]"),
    "concat other axis": Wrong(
        lambda n, a: n.concat([a.m, a.square], axis=0), ValueError, r"\[3, ?5\].*\[3, ?3\]"
    ),
    "concat many": Wrong(
        lambda n, a: n.concat([a.m] * 30 + [a.square, a.v]),
        ValueError,
        r"30 of float64\[3, 5\].*float64\[3, 3\].*float64\[7\]",
        numpy=False,
    ),
    "concat nothing": Wrong(lambda n, a: n.concat([]), ValueError, r"at least one"),
    "stack": Wrong(lambda n, a: n.stack([a.v, a.v[:3]]), ValueError, r"\[7\].*\[3\]"),
    "stack nothing": Wrong(lambda n, a: n.stack([]), ValueError, r"at least one"),
    "reshape": Wrong(lambda n, a: n.reshape(a.v, (2, 3)), ValueError, r"7.*\(2, ?3\)"),
    "reshape -1": Wrong(lambda n, a: n.reshape(a.v, (2, -1)), ValueError, r"7.*\(2, ?-1\)"),
    "reshape two unknown": Wrong(lambda n, a: n.reshape(a.v, (-1, -1)), ValueError, r"one unknown"),
    "broadcast_to": Wrong(
        lambda n, a: n.broadcast_to(a.v, (3, 5)), ValueError, r"\(7,\).*\(3, ?5\)"
    ),
    "broadcast_arrays": Wrong(
        lambda n, a: n.broadcast_arrays(a.v, a.m), ValueError, r"\(7,\).*\(3, ?5\)"
    ),
    "broadcast_shapes": Wrong(
        lambda n, a: n.broadcast_shapes((7,), (3, 5)), ValueError, r"\(7,\).*\(3, ?5\)"
    ),
    "squeeze": Wrong(lambda n, a: n.squeeze(a.m, axis=0), ValueError, r"\(3, 5\)"),
    "transpose": Wrong(lambda n, a: n.matrix_transpose(a.v), ValueError, r"\(7,\)"),
    "mT": Wrong(lambda n, a: a.v.mT, ValueError, r"\(7,\)"),
    "negative shape": Wrong(lambda n, a: n.zeros((3, -1)), ValueError, r"negative"),
    "shape of floats": Wrong(lambda n, a: n.zeros((2.5,)), TypeError, r"float"),
    "max of nothing": Wrong(lambda n, a: n.max(a.empty), ValueError, r"max.*\[0\]|\(0,\)"),
    "argmin of nothing": Wrong(
        lambda n, a: n.argmin(a.empty), ValueError, r"argmin.*(\[0\]|\(0,\))"
    ),
    "repeat": Wrong(lambda n, a: n.repeat(a.v, n.asarray([1, 2])), ValueError, r"7.*2"),
    # axes
    "sum axis": Wrong(lambda n, a: n.sum(a.m, axis=2), AxisError, r"axis 2.*dimension 2"),
    "sum axes": Wrong(lambda n, a: n.sum(a.m, axis=(0, -3)), AxisError, r"axis -3.*dimension 2"),
    "sum axis twice": Wrong(
        lambda n, a: n.sum(a.m, axis=(0, 0)),
        ValueError,
        r"(duplicate|repeated).*axis|axis.*(duplicate|repeated)",
    ),
    "mean axis": Wrong(lambda n, a: n.mean(a.v, axis=1), AxisError, r"axis 1.*dimension 1"),
    "sort axis": Wrong(lambda n, a: n.sort(a.m, axis=-3), AxisError, r"axis -3.*dimension 2"),
    "argmax axis": Wrong(lambda n, a: n.argmax(a.m, axis=5), AxisError, r"axis 5.*dimension 2"),
    "flip axis": Wrong(lambda n, a: n.flip(a.v, axis=1), AxisError, r"axis 1.*dimension 1"),
    "roll axis": Wrong(lambda n, a: n.roll(a.v, 1, axis=1), AxisError, r"axis 1.*dimension 1"),
    "concat axis": Wrong(
        lambda n, a: n.concat([a.v, a.v], axis=1), AxisError, r"axis 1.*dimension 1"
    ),
    "stack axis": Wrong(
        lambda n, a: n.stack([a.v, a.v], axis=3), AxisError, r"axis 3.*dimension 2"
    ),
    "expand_dims axis": Wrong(
        lambda n, a: n.expand_dims(a.v, axis=3), AxisError, r"axis 3.*dimension 2"
    ),
    "cumulative_sum axis": Wrong(
        lambda n, a: n.cumulative_sum(a.m, axis=2), AxisError, r"axis 2.*dimension 2"
    ),
    "permute_dims": Wrong(
        lambda n, a: n.permute_dims(a.m, (0, 0)), ValueError, r"ax.s.*\(0, 0\)|repeated axis"
    ),
    "permute_dims short": Wrong(lambda n, a: n.permute_dims(a.m, (0,)), ValueError, r"axes"),
    "moveaxis": Wrong(lambda n, a: n.moveaxis(a.m, 0, 2), AxisError, r"axis 2.*dimension 2"),
    "moveaxis counts": Wrong(
        lambda n, a: n.moveaxis(a.m, (0, 1), (0,)), ValueError, r"source.*destination"
    ),
    "take axis": Wrong(
        lambda n, a: n.take(a.m, n.asarray([0]), axis=2), AxisError, r"axis 2.*dimension 2"
    ),
    # indices
    "index": Wrong(lambda n, a: a.v[7], IndexError, r"index 7.*axis 0.*size 7"),
    "index below": Wrong(lambda n, a: a.m[0, -6], IndexError, r"index -6.*axis 1.*size 5"),
    "too many indices": Wrong(lambda n, a: a.v[0, 0], IndexError, r"1-dimensional.*2 were"),
    "two ellipses": Wrong(lambda n, a: a.m[..., 0, ...], IndexError, r"single ellipsis"),
    "float index": Wrong(lambda n, a: a.v[1.5], IndexError, r"float|valid indices"),
    "string index": Wrong(lambda n, a: a.v["a"], IndexError, r"str|valid indices"),
    "float array index": Wrong(lambda n, a: a.v[a.v], IndexError, r"float64|integer"),
    "float slice": Wrong(lambda n, a: a.v[1.5:], TypeError, r"slice indices"),
    "step zero": Wrong(lambda n, a: a.v[::0], ValueError, r"zero"),
    "index array": Wrong(lambda n, a: a.v[n.asarray([0, 9])], IndexError, r"index 9.*size 7"),
    "index array below": Wrong(
        lambda n, a: a.m[:, n.asarray([-6])], IndexError, r"index -6.*axis 1.*size 5"
    ),
    "index list": Wrong(lambda n, a: a.v[[0, 7]], IndexError, r"index 7.*size 7"),
    "index arrays": Wrong(
        lambda n, a: a.m[n.asarray([0, 1]), n.asarray([0, 1, 2])], IndexError, r"\(2,\).*\(3,\)"
    ),
    "mask": Wrong(lambda n, a: a.v[a.b[:5]], IndexError, r"7.*5"),
    "mask of more dimensions": Wrong(lambda n, a: a.v[a.m > 1], IndexError, r"too many indices"),
    "write index": Wrong(lambda n, a: put(a.v, 7, 1.0), IndexError, r"index 7.*axis 0.*size 7"),
    "write index array": Wrong(
        lambda n, a: put(a.v, n.asarray([8]), 1.0), IndexError, r"index 8.*size 7"
    ),
    "write mask": Wrong(lambda n, a: put(a.v, a.b[:5], 1.0), IndexError, r"7.*5"),
    "take": Wrong(lambda n, a: n.take(a.v, n.asarray([7]), axis=0), IndexError, r"index 7.*size 7"),
    "take_along_axis": Wrong(
        lambda n, a: n.take_along_axis(a.v, n.asarray([9]), axis=0), IndexError, r"index 9.*size 7"
    ),
    "take floats": Wrong(lambda n, a: n.take_along_axis(a.v, a.v, axis=0), IndexError, r"integer"),
    # dtypes
    "bitwise": Wrong(lambda n, a: a.v & 1, TypeError, r"bitwise_and.*float64"),
    "invert": Wrong(lambda n, a: ~a.v, TypeError, r"invert.*float64"),
    "shift": Wrong(lambda n, a: a.v << 1, TypeError, r"shift.*float64"),
    "subtract booleans": Wrong(lambda n, a: a.b - a.b, TypeError, r"subtract.*bool"),
    "negate booleans": Wrong(lambda n, a: -a.b, TypeError, r"negative.*bool"),
    "floor of complex": Wrong(lambda n, a: n.floor(a.c), TypeError, r"floor.*complex128"),
    "atan2 of complex": Wrong(lambda n, a: n.atan2(a.c, a.c), TypeError, r"a.*tan2.*complex128"),
    "remainder of complex": Wrong(lambda n, a: a.c % 2, TypeError, r"remainder.*complex128"),
    "int += float": Wrong(
        lambda n, a: iadd(a.i, 0.5), TypeError, r"add.*float64.*int64.*same_kind"
    ),
    "int /= int": Wrong(lambda n, a: itruediv(a.i, 2), TypeError, r"divide.*float64.*int64"),
    "float += complex": Wrong(lambda n, a: iadd(a.v, a.c), TypeError, r"add.*complex128.*float64"),
    "uint8 += int64": Wrong(lambda n, a: iadd(a.u8, a.i), TypeError, r"add.*int64.*uint8"),
    "uint8 + 300": Wrong(lambda n, a: a.u8 + 300, OverflowError, r"300.*uint8"),
    "uint8 - 1 below": Wrong(lambda n, a: a.u8 + -1, OverflowError, r"-1.*uint8"),
    "bool |= int": Wrong(lambda n, a: ior(a.b, a.i), TypeError, r"bitwise_or.*int64.*bool"),
    "write complex": Wrong(lambda n, a: put(a.v, 0, 1j), TypeError, r"complex"),
    "write NaN to ints": Wrong(lambda n, a: put(a.i, 0, float("nan")), ValueError, r"NaN"),
    "write 300 to uint8": Wrong(lambda n, a: put(a.u8, 0, 300), OverflowError, r"300.*uint8"),
    "write text": Wrong(lambda n, a: put(a.v, 0, "text"), ValueError, r"text"),
    "write many to one": Wrong(lambda n, a: put(a.v, 0, [1, 2]), ValueError, r"sequence"),
    "write infinity to ints": Wrong(lambda n, a: put(a.i, 0, float("inf")), OverflowError, r"inf"),
    "write a list of 300 to uint8": Wrong(
        lambda n, a: put(a.u8, ..., [300]), OverflowError, r"300.*uint8"
    ),
    "unknown dtype": Wrong(lambda n, a: n.zeros(3, dtype="no such dtype"), TypeError, r"no such"),
    "object array": Wrong(
        lambda n, a: n.asarray(np.array([None])), TypeError, r"object", numpy=False
    ),
    "text array": Wrong(lambda n, a: n.asarray(["a"]), TypeError, r"U1", numpy=False),
    "ragged list": Wrong(lambda n, a: n.asarray([[1, 2], [3]]), ValueError, r"inhomogeneous"),
    # arguments that are no arrays
    "k of text": Wrong(lambda n, a: n.tril(a.m, k="a"), TypeError, r"(?s)str.*tril.*\[3, 5\]"),
    "axis in a list": Wrong(
        lambda n, a: n.argmax(a.m, axis=[0]), TypeError, r"(?s)integer.*argmax"
    ),
    "number as a vector": Wrong(
        lambda n, a: n.linalg.outer(a.v, 1j), ValueError, r"(?s)one-dimensional.*outer"
    ),
    "dtype of dates": Wrong(
        lambda n, a: n.sum(a.v, dtype="datetime64[s]"), TypeError, r"sum.*dtype"
    ),
    # what is not an array
    "add a list": Wrong(lambda n, a: a.v - [1] * 6, ValueError, r"add|subtract.*\[7\].*\[6\]"),
    "add None": Wrong(lambda n, a: a.v + None, TypeError, r"None"),
    "None add": Wrong(lambda n, a: None - a.v, TypeError, r"None"),
    "add text": Wrong(lambda n, a: a.v + "a", TypeError, r"str|dtype|U1"),
    "in-place None": Wrong(lambda n, a: iadd(a.v, None), TypeError, r"add.*dtype\(.O.\)"),
    "sin of None": Wrong(lambda n, a: n.sin(None), TypeError, r"sin|None"),
    "matmul of a list": Wrong(lambda n, a: a.m @ [1], ValueError, r"matmul.*1"),
    "concat of None": Wrong(lambda n, a: n.concat([a.v, None]), ValueError, r"concat.*None"),
    "unknown argument": Wrong(lambda n, a: n.sum(a.v, axes=0), TypeError, r"axes"),
    # scalars
    "float of many": Wrong(lambda n, a: float(a.v), TypeError, r"\(7,\)"),
    "int of many": Wrong(lambda n, a: int(a.m), TypeError, r"\(3, 5\)"),
    "complex of many": Wrong(lambda n, a: complex(a.v), TypeError, r"\(7,\)"),
    "truth of many": Wrong(lambda n, a: bool(a.v), ValueError, r"truth value.*\(7,\).*ambiguous"),
    "truth of none": Wrong(lambda n, a: bool(a.empty), ValueError, r"empty"),
    "float as index": Wrong(lambda n, a: [1, 2, 3][a.scalar], TypeError, r"integer"),
    "range of floats": Wrong(lambda n, a: range(a.scalar), TypeError, r"integer"),
    "float of complex": Wrong(lambda n, a: float(a.c[1]), TypeError, r"complex", numpy=False),
    "len of a scalar": Wrong(lambda n, a: len(a.scalar), TypeError, r"len\(\)|unsized"),
    "iterate a scalar": Wrong(lambda n, a: list(a.scalar), TypeError, r"iteration|iterate"),
    "hash": Wrong(lambda n, a: hash(a.v), TypeError, r"unhashable"),
    "item of many": Wrong(lambda n, a: a.v.item(), ValueError, r"size|\(7,\)"),
    # read-only
    "write to a broadcast": Wrong(
        lambda n, a: put(n.broadcast_to(a.v, (3, 7)), 0, 1.0), ValueError, r"read-only"
    ),
    "add to a broadcast": Wrong(
        lambda n, a: iadd(n.broadcast_to(a.v, (3, 7)), 1.0), ValueError, r"read-only"
    ),
    "write to a view of a broadcast": Wrong(
        lambda n, a: put(n.broadcast_to(a.v, (3, 7))[1:], 0, 1.0), ValueError, r"read-only"
    ),
    # linear algebra
    "inv": Wrong(lambda n, a: n.linalg.inv(a.m), np.linalg.LinAlgError, r"[\(\[]3, ?5"),
    "det": Wrong(lambda n, a: n.linalg.det(a.m), np.linalg.LinAlgError, r"[\(\[]3, ?5"),
    "cholesky": Wrong(lambda n, a: n.linalg.cholesky(a.m), np.linalg.LinAlgError, r"[\(\[]3, ?5"),
    "eigh": Wrong(lambda n, a: n.linalg.eigh(a.m), np.linalg.LinAlgError, r"[\(\[]3, ?5"),
    "solve": Wrong(lambda n, a: n.linalg.solve(a.m, a.v), np.linalg.LinAlgError, r"[\(\[]3, ?5"),
    "solve other length": Wrong(lambda n, a: n.linalg.solve(a.square, a.v), ValueError, r"3.*7"),
    "svd of a vector": Wrong(lambda n, a: n.linalg.svd(a.v), np.linalg.LinAlgError, r"[\(\[]7"),
    "matrix_power": Wrong(
        lambda n, a: n.linalg.matrix_power(a.m, 2), np.linalg.LinAlgError, r"[\(\[]3, ?5"
    ),
    "cross": Wrong(lambda n, a: n.linalg.cross(a.v, a.v), ValueError, r"cross.*7"),
    # creation
    "arange step zero": Wrong(lambda n, a: n.arange(0, 5, 0), ZeroDivisionError, r"arange.*step"),
    "arange without end": Wrong(lambda n, a: n.arange(float("inf")), ValueError, r"arange.*inf"),
    "axis that is no number": Wrong(lambda n, a: n.sum(a.m, axis=a.v), TypeError, r"integer"),
    "linspace axis": Wrong(lambda n, a: n.linspace(0, 1, 5, axis=2), ValueError, r"axis 2"),
    "linspace negative": Wrong(lambda n, a: n.linspace(0, 1, -1), ValueError, r"-1|negative"),
    "asarray without a copy": Wrong(
        lambda n, a: n.asarray([1, 2], copy=False), ValueError, r"copy"
    ),
    "meshgrid indexing": Wrong(
        lambda n, a: n.meshgrid(a.v, indexing="no"), ValueError, r"indexing"
    ),
}


@pytest.fixture(params=["devices", "host", "immediate"])
def tier(request):
    """Where small arrays live, and when operations run."""
    threshold = 16384 if request.param == "host" else 0
    with xp.set_options(host_threshold=threshold, immediate=request.param == "immediate"):
        yield request.param


@pytest.mark.parametrize("name", TABLE)
def test_wrong_call(tier, name):
    wrong = TABLE[name]
    # what NumPy computes on the host says what NumPy says
    message = None if tier == "host" and wrong.numpy else wrong.message
    with pytest.raises(wrong.error, match=message) as caught:
        # nothing is asked for: the error does not wait for a value
        wrong.call(xp, Arrays(xp))
    # neither JAX's own words nor a mere key
    assert len(str(caught.value)) > 10
    assert "jax" not in str(caught.value).lower().replace("sharray", "")


@pytest.mark.parametrize("name", [name for name, wrong in TABLE.items() if wrong.numpy])
def test_numpy_raises_the_same(name):
    wrong = TABLE[name]
    with pytest.raises(wrong.error) as caught:
        wrong.call(np, Arrays(np))
    # so that what catches NumPy's error catches ours, the type may be a base of NumPy's own
    assert issubclass(caught.type, wrong.error)


def test_table_is_large():
    assert len(TABLE) >= 100
    assert sum(wrong.numpy for wrong in TABLE.values()) >= 60


@pytest.mark.parametrize("name", ["add", "in-place", "assign", "int += float", "write index"])
def test_wrong_call_changes_nothing(tier, name):
    arrays, before = Arrays(xp), Arrays(np)
    with pytest.raises(TABLE[name].error):
        TABLE[name].call(xp, arrays)
    for attribute in vars(before):
        found = getattr(arrays, attribute)
        np.testing.assert_array_equal(np.asarray(found), getattr(before, attribute))


# placement, which NumPy does not have


def on(mesh, *spec):
    return jax.NamedSharding(mesh, jax.P(*spec))


PLACEMENT = {
    "two meshes": (
        lambda: xp.ones(7, device=xp.make_mesh(2)) + xp.ones(7, device=xp.make_mesh(4)),
        ValueError,
        r"add.*different meshes.*x: 2.*x: 4.*\(7,\)",
    ),
    "write from another mesh": (
        lambda: put(
            xp.ones(7, device=on(xp.make_mesh(2), "x")),
            slice(None),
            xp.ones(7, device=on(xp.make_mesh(4), "x")),
        ),
        ValueError,
        r"x: 2.*x: 4",
    ),
    "matmul of two meshes": (
        lambda: (
            xp.ones((7, 7), device=on(xp.make_mesh(2))) @ xp.ones(7, device=on(xp.make_mesh(4)))
        ),
        ValueError,
        r"matmul.*different meshes.*x: 2.*x: 4",
    ),
    "too many entries": (
        lambda: xp.ones(7, device=jax.P(None, "x")),
        ValueError,
        r"2 entries.*1 dimension",
    ),
    "unknown mesh axis": (
        lambda: xp.ones(7, device=jax.P("rows")),
        ValueError,
        r"'rows'.*\('x',\)",
    ),
    "mesh axis twice": (
        lambda: xp.ones((7, 7), device=jax.P("x", "x")),
        ValueError,
        r"'x' twice",
    ),
    "unconstrained": (
        lambda: xp.ones(7, device=jax.P(jax.P.UNCONSTRAINED)),
        ValueError,
        r"UNCONSTRAINED",
    ),
    "device of another type": (
        lambda: xp.ones(7, device="gpu"),
        TypeError,
        r"device must be.*str",
    ),
    "product of large matrices": (
        lambda: xp.ones((1200, 900)) @ xp.ones((1200, 900)),
        ValueError,
        r"^matmul: Input operand 1 has a mismatch in its core dimension 0",
    ),
    "name of a function once": (
        lambda: xp.linalg.vecdot(xp.ones((7, 3)), xp.ones((7, 2))),
        ValueError,
        r"^vecdot: (?!.*vecdot: )",
    ),
    "more CPUs than there are": (
        lambda: xp.make_mesh(9),
        ValueError,
        r"python -m sharray --devices 9, or jax.config.update\('jax_num_cpu_devices', 9\)",
    ),
    "number as an index": (lambda: xp.ones(7)[1.5], IndexError, r"not 1\.5 \(float\)$"),
    "to_device None": (lambda: xp.ones(7).to_device(None), TypeError, r"not None"),
    "to_device stream": (
        lambda: xp.ones(7).to_device(xp.make_mesh(2), stream=1),
        ValueError,
        r"stream",
    ),
    "to_device spec": (
        lambda: xp.ones((7, 7)).to_device(jax.P("y")),
        ValueError,
        r"'y'.*\('x',\)",
    ),
    "abstract mesh": (
        lambda: xp.ones(
            7, device=jax.NamedSharding(jax.sharding.AbstractMesh((2,), ("x",)), jax.P())
        ),
        ValueError,
        r"AbstractMesh",
    ),
    "mesh too large": (lambda: xp.make_mesh(10**6), ValueError, r"\(1000000,\).*1000000.*8"),
    "mesh names": (
        lambda: xp.make_mesh((2, 2), ("x",)),
        ValueError,
        r"\(2, 2\).*2 axis names.*\('x',\)",
    ),
    "mesh names twice": (lambda: xp.make_mesh((2, 2), ("x", "x")), ValueError, r"differ"),
    "empty mesh": (lambda: xp.make_mesh((2, 0)), ValueError, r"\(2, 0\)"),
    "mesh of text": (lambda: xp.make_mesh("8"), TypeError, r"shape.*'8'"),
    "mesh of floats": (lambda: xp.make_mesh((2.5,)), TypeError, r"shape.*2\.5"),
    "use_mesh": (lambda: xp.use_mesh(8), TypeError, r"Mesh.*int"),
    "set_mesh": (lambda: xp.set_mesh("x"), TypeError, r"Mesh.*str"),
    "unknown setting": (
        lambda: xp.set_options(threshold=0),
        TypeError,
        r"'threshold'.*host_threshold",
    ),
    "setting out of range": (
        lambda: xp.set_options(host_threshold=-1),
        ValueError,
        r"host_threshold.*0.*-1",
    ),
    "setting of a wrong type": (
        lambda: xp.set_options(chain_length="long"),
        ValueError,
        r"chain_length.*1.*200.*'long'",
    ),
    "flag of a wrong type": (lambda: xp.set_options(immediate=1), ValueError, r"immediate.*1"),
    "the class": (lambda: xp.ShardedArray(), TypeError, r"asarray"),
    "namespace version": (
        lambda: xp.ones(2).__array_namespace__(api_version="1999"),
        ValueError,
        r"'1999'",
    ),
}


@pytest.mark.parametrize("name", PLACEMENT)
def test_wrong_placement(tier, name):
    call, error, message = PLACEMENT[name]
    with xp.use_mesh(xp.make_mesh(8)), pytest.raises(error, match=message):
        call()


def test_a_wrong_setting_changes_nothing():
    before = xp.get_options()
    with pytest.raises(ValueError, match="chain_length"):
        xp.set_options(host_threshold=1, chain_length=0)
    assert xp.get_options() == before
