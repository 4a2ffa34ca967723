"""NumPy's drawing methods, drawn in consecutive pieces.

NumPy's signature says which parameters a method has: those before ``size`` belong to the
distribution and broadcast. Two consecutive draws continue one stream, so a large array is drawn by
NumPy piece after piece, straight into its shards. Where that is not so, `WHOLE` says why.
"""

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import policy
from sharray._engine.evaluate import evaluate_all
from sharray._functions.numpy_random import ahead
from sharray._functions.random_arguments import shape_of_out, shape_of_size, take_along, write_out
from sharray._ops import streaming
from sharray._ops.manipulation import reshape
from sharray._record import host_operands, writes
from sharray._record.handles import Handle, node_of_numpy, unwrap, wrap_array
from sharray._record.moves import copied

#: A piece is a multiple of this many elements: that many booleans share 32 random bits.
_MULTIPLE = 32

#: Parameters that are vectors: the last dimension of each is also the last one of the result.
_VECTORS = ("pvals", "alpha", "colors")


def _narrow(values: Mapping[str, Any]) -> bool:
    """Whether integers of 8 or 16 bits share random bits across the ends of pieces."""
    dtype = np.dtype(values["dtype"])
    if dtype.kind == "b" or dtype.itemsize > 2:
        return False
    low, high = values["low"], values["high"]
    low, high = (0, low) if high is None else (low, high)
    if np.ndim(low) or np.ndim(high):
        return True
    # then none is drawn again, and all pieces but the last use up the bits they take
    count = int(high) - int(low) + bool(values.get("endpoint"))
    return count < 1 or count & (count - 1) != 0


def _not_drawn_again(values: Mapping[str, Any]) -> bool:
    return not values["replace"]


_SHARED = (
    _narrow,
    "8 or 16 bits, unless the range is a power of two: a call throws away what is left of its bits",
)
_ONCE = (_not_drawn_again, "without replacement: what was drawn before matters")

#: Methods that fill ``out=`` in row-major order only.
_IN_ROWS = frozenset(["standard_gamma"])

#: Method -> when it is drawn whole on the host, and why. All others are drawn in pieces.
WHOLE: dict[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "integers": _SHARED,
    "randint": _SHARED,
    "choice": _ONCE,
    "multivariate_hypergeometric": (
        lambda values: values["method"] != "marginals",
        'method="count": the urn is not put back in order after each draw',
    ),
    "multivariate_normal": (
        lambda values: True,
        "a product of matrices rounds differently for other numbers of rows",
    ),
    "permutation": (lambda values: True, "the indices: each depends on the ones before"),
    "permuted": (lambda values: True, "each element depends on the ones before"),
    "shuffle": (lambda values: True, "the indices: each depends on the ones before"),
}


def to_numpy(value: Any) -> Any:
    """Return what NumPy takes: arrays of this library, also in lists, as NumPy's."""
    if isinstance(value, Handle):
        return np.asarray(value)
    if isinstance(value, (list, tuple)):
        return type(value)(to_numpy(v) for v in value)
    result = unwrap(value)
    return value if result is value else np.asarray(result)


def _shape_of(value: Any, name: str) -> tuple[int, ...]:
    shape = value.shape if isinstance(value, Handle) else np.shape(value)
    return shape[:-1] if name in _VECTORS else shape


class Draw:
    """One of NumPy's methods that have a parameter ``size``."""

    def __init__(self, method: Any) -> None:
        self.method = method
        self.name = method.__name__
        self.signature = inspect.signature(method)
        names = list(self.signature.parameters)[1:]
        self.distribution = names[: names.index("size")]
        self.whole = WHOLE.get(self.name, (lambda values: False, ""))[0]

    def __call__(self, source: Any, *args: Any, **kwargs: Any) -> Any:
        """Draw from NumPy's generator `source`."""
        try:
            bound = self.signature.bind(source, *args, **kwargs)
        except TypeError:
            return self.method(source, *args, **kwargs)  # NumPy's own error
        bound.apply_defaults()
        values = {n: unwrap(v) for n, v in bound.arguments.items() if n != "self"}
        out = values.get("out")
        if isinstance(out, Handle):
            shape = shape_of_out(out, values["size"], values["dtype"])
            writes.check_writable(out)
            target: Any = out
            if self._fills_turned(out):
                target, shape = target.T, shape[::-1]
            write_out(target, self(source, **(values | {"size": shape, "out": None})))
            return out
        shape = None if out is not None else self._shape(values)
        if shape is None:
            result = self.method(source, **{n: to_numpy(v) for n, v in values.items()})
            return out if out is not None else result
        return self._in_pieces(source, values, shape)

    def _fills_turned(self, out: Any) -> bool:
        """Whether NumPy fills ``out=``, in the order of its memory, in column-major order.

        Raises
        ------
        ValueError
            If its elements do not lie side by side in memory.
        """
        flags = out.flags
        in_columns = flags.f_contiguous and not flags.c_contiguous and self.name not in _IN_ROWS
        if not (in_columns or flags.c_contiguous):
            raise ValueError(
                f"Supplied output array must be {'C-' if self.name in _IN_ROWS else ''}contiguous: "
                f"this one, of shape {out.shape}, has strides {out.strides}; draw into an array "
                "of its own and assign that"
            )
        return in_columns

    def _shape(self, values: dict[str, Any]) -> tuple[int, ...] | None:
        """Return the shape of a result to be drawn in pieces, but for the dimensions of vectors.

        None where NumPy is to draw whole, or to say what is wrong.
        """
        shapes = [_shape_of(values[name], name) for name in self.distribution]
        size = values["size"]
        try:
            shape = np.broadcast_shapes(*shapes) if size is None else shape_of_size(size)
            if shape is None or self.whole(values) or np.broadcast_shapes(shape, *shapes) != shape:
                return None
        except (TypeError, ValueError):
            return None  # the method called wrongly has NumPy's own error
        count = math.prod(shape) * self._row(values)
        many = count > _piece() and not policy.stays(count)
        return shape if many and shape else None

    def _row(self, values: dict[str, Any]) -> int:
        """Return how many elements a draw has."""
        rows = [np.shape(values[n])[-1:] for n in self.distribution if n in _VECTORS]
        return max(1, math.prod(rows[0])) if rows else 1

    def _step(self, values: dict[str, Any]) -> int:
        """Return how many draws are made in one piece."""
        return max(1, _piece() // self._row(values) // _MULTIPLE) * _MULTIPLE

    def _in_pieces(self, source: Any, values: dict[str, Any], shape: tuple[int, ...]) -> Any:
        count, step = math.prod(shape), self._step(values)
        names = [n for n in self.distribution if _shape_of(values[n], n)]
        parts = {n: _sliced(values[n], shape, n in _VECTORS) for n in names}
        fixed = {n: to_numpy(v) for n, v in values.items() if n not in parts}

        def draw(generator: Any, count: int) -> np.ndarray:
            return self.method(generator, **(fixed | {"size": count}))

        def pieces() -> Generator[np.ndarray]:
            workers = 1 if parts or not self._single(values) else ahead.threads(source, count)
            if workers > 1:
                yield from ahead.pieces(draw, source.bit_generator, count, step, workers)
                return
            for start in range(0, count, step):
                stop = min(start + step, count)
                chunk = {n: part(start, stop) for n, part in parts.items()}
                yield self.method(source, **(fixed | chunk | {"size": stop - start}))

        before = _get_state(source)
        stream = pieces()
        try:
            first = next(stream)
            whole = shape + first.shape[1:]
            return streaming.from_pieces(whole, first.dtype, _chained(first, stream))
        except BaseException:
            stream.close()
            _set_state(source, before)  # NumPy checks all parameters before it draws
            raise

    def _single(self, values: dict[str, Any]) -> bool:
        """Whether a draw of many numbers takes the random bits that as many draws of one do."""
        return np.dtype(values.get("dtype") or float).itemsize >= 4


def _piece() -> int:
    """Return how many elements are drawn at a time."""
    return streaming.CHUNK // 8


def _chained(first: np.ndarray, rest: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    yield first
    yield from rest


def _sliced(value: Any, shape: tuple[int, ...], vector: bool) -> Callable[[int, int], np.ndarray]:
    """Return what gives the elements of a parameter for a run of draws, in C order."""
    if isinstance(value, Handle) and value.shape == shape:
        line = copied(reshape(value, (-1,)))
        evaluate_all([line._node()])
        return lambda start, stop: np.asarray(line[start:stop])
    array = np.asarray(to_numpy(value))
    if vector:
        lines = np.broadcast_to(
            np.arange(math.prod(array.shape[:-1])).reshape(array.shape[:-1]), shape
        )
        table = array.reshape(-1, array.shape[-1])
        return lambda start, stop: table[lines.flat[start:stop]]
    flat = np.broadcast_to(array, shape).flat
    return lambda start, stop: flat[start:stop]


def _get_state(source: Any) -> Any:
    if isinstance(source, np.random.Generator):
        return source.bit_generator.state
    return source.get_state(legacy=False)


def _set_state(source: Any, state: Any) -> None:
    if isinstance(source, np.random.Generator):
        source.bit_generator.state = state
    else:
        source.set_state(state)


class Choice(Draw):
    """``choice``: of a sharded population the indices are drawn, and then taken."""

    def __init__(self, method: Any) -> None:
        super().__init__(method)
        self.distribution = []

    def __call__(self, source: Any, *args: Any, **kwargs: Any) -> Any:
        """Draw from NumPy's generator `source`."""
        a: Any = args[0] if args else kwargs.get("a", 0)
        if not isinstance(a, Handle) or not a.shape:
            return super().__call__(source, *args, **kwargs)
        bound = self.signature.bind(source, *args, **kwargs)
        bound.apply_defaults()
        values = dict(bound.arguments)
        del values["self"]
        axis = operator.index(values.pop("axis", 0))
        if len(a.shape) > 1 and "axis" not in self.signature.parameters:
            raise ValueError("a must be 1-dimensional")
        axis = normalize_axis_index(axis, len(a.shape))
        index = super().__call__(source, **(values | {"a": a.shape[axis]}))
        return take_along(a, index, axis)

    def _shape(self, values: dict[str, Any]) -> tuple[int, ...] | None:
        a = values["a"]
        array = not isinstance(a, (int, np.integer))
        if array and (np.ndim(a) != 1 or np.asarray(a).dtype.kind not in "biufc"):
            return None  # a result with other dimensions, or not of numbers
        return None if values["size"] is None else super()._shape(values)

    def _single(self, values: dict[str, Any]) -> bool:
        return False  # so would each of those

    def _step(self, values: dict[str, Any]) -> int:
        # each call looks at the whole population
        a = values["a"]
        return max(super()._step(values), int(a) if np.ndim(a) == 0 else len(a))


def _bound(method: Any, source: Any, x: Any, *args: Any, **kwargs: Any) -> int:
    """Return the axis of a call that permutes an array."""
    arguments = inspect.signature(method).bind(source, x, *args, **kwargs).arguments
    return normalize_axis_index(operator.index(arguments.get("axis", 0)), x.ndim)


def permutation(method: Any, source: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    """Permute a range or an array: of a sharded one the indices are permuted, and then taken."""
    if not isinstance(x, Handle) or not x.size:
        return method(source, to_numpy(x), *args, **kwargs)
    if not x.shape:
        return method(source, x.item(), *args, **kwargs)
    axis = _bound(method, source, x, *args, **kwargs)
    host = x._numpy()
    if x.ndim == 1 and host is not None:
        return method(source, host)
    return x[(slice(None),) * axis + (method(source, x.shape[axis]),)]


def shuffle(method: Any, source: Any, x: Any, *args: Any, **kwargs: Any) -> None:
    """Permute an array in place: of a sharded one the indices are permuted, and then taken."""
    if not isinstance(x, Handle):
        method(source, x, *args, **kwargs)
        return
    writes.check_writable(x)
    if not x.size or not x.shape:
        method(source, np.array(x), *args, **kwargs)
        return
    axis = _bound(method, source, x, *args, **kwargs)
    if x.ndim == 1:
        in_place = host_operands.write_in_numpy(lambda values: method(source, values), x, (x,), {})
        if in_place is None:
            return
    index = np.arange(x.shape[axis])
    method(source, index)
    writes.assign(x, take_along(x, index, axis))


def permuted(method: Any, source: Any, x: Any, *, axis: Any = None, out: Any = None) -> Any:
    """Permute the elements along an axis, each line by itself."""
    result = method(source, to_numpy(x), axis=axis, out=None if isinstance(out, Handle) else out)
    if isinstance(out, Handle):
        if result.shape != out.shape:
            raise ValueError(f"out must have the shape of x, {result.shape}, not {out.shape}")
        return write_out(out, result)
    if out is not None:
        return out
    layout = x._node().aval.layout if isinstance(x, Handle) else None
    if layout is not None and layout.mesh is not None:
        return wrap_array(node_of_numpy(result, layout))
    return result
