"""NumPy's ufuncs on arrays of this library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._core import observers
from sharray._functions import declare
from sharray._functions.arguments import (
    NotNumeric,
    OnDevices,
    array,
    check_order,
    condition,
    from_host,
    on_host,
    on_mesh_of,
    operand,
    store,
)
from sharray._functions.gufunc import Core
from sharray._functions.shardwise import elementwise_on_host
from sharray._ops.creation import full
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where as choose
from sharray._ops.indexing import scatter
from sharray._ops.manipulation import reshape
from sharray._record.handles import Handle
from sharray._record.moves import copied
from sharray._record.operands import overrides

_SCALARS = frozenset([bool, int, float, complex])

#: NumPy's ufunc -> ours.
UFUNCS: dict[np.ufunc, ufunc] = {}


class ufunc:
    """A universal function: elementwise, with NumPy's keyword arguments and methods.

    Made by the declarations of the namespace, one for each of NumPy's ufuncs. A call lies as its
    operands do; methods lie as the like-named functions on arrays.

    Parameters
    ----------
    numpy_ufunc
        NumPy's, which decides dtypes and computes where all operands are scalars.
    call
        The function on arrays of this library, for as many positional operands as NumPy's.
    reduction
        ``reduction(x, axis, dtype, keepdims)``: combine along axes, for arrays that have elements
        there or an identity.
    accumulation
        ``accumulation(x, axis, dtype)``: combine each element with those before it.
    scatter
        Name of the scatter operation that `at` uses: "add", "multiply", "min" or "max".
    """

    def __init__(
        self,
        numpy_ufunc: np.ufunc,
        call: Callable[..., Any],
        *,
        reduction: Callable[..., Any] | None = None,
        accumulation: Callable[..., Any] | None = None,
        scatter: str | None = None,
    ) -> None:
        self._numpy = numpy_ufunc
        self._call = call
        self._reduction = reduction
        self._accumulation = accumulation
        self._scatter = scatter
        self.__name__ = self.__qualname__ = numpy_ufunc.__name__
        self.__doc__ = (getattr(call, "__doc__", None) or "").partition("\n\nParameters")[0]
        self.nin, self.nout, self.nargs = numpy_ufunc.nin, numpy_ufunc.nout, numpy_ufunc.nargs
        self.ntypes, self.types = numpy_ufunc.ntypes, numpy_ufunc.types
        self.identity, self.signature = numpy_ufunc.identity, numpy_ufunc.signature
        self._core = Core(numpy_ufunc) if self.signature is not None else None
        self.resolve_dtypes = numpy_ufunc.resolve_dtypes
        UFUNCS[numpy_ufunc] = self
        declare.alias(numpy_ufunc, self)

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self) -> Any:
        return _restore, (self._numpy,)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply the function, with NumPy's keyword arguments."""
        if kwargs or len(args) != self.nin:
            return self._general(args, kwargs)
        ready, some = True, False
        for a in args:
            if isinstance(a, Handle):
                some = True
            elif type(a) not in _SCALARS:
                ready = False
        if self._core is not None:
            return self._general(args, kwargs)
        if ready and some:
            return self._call(*args)
        if not some and all(type(a) in _SCALARS or isinstance(a, np.generic) for a in args):
            return self._numpy(*args)
        try:
            with on_mesh_of(*args):
                return self._call(*[operand(a) for a in args])
        except NotNumeric:
            return declare.in_numpy(self._numpy, args, kwargs)

    def _general(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        ins, outs = args[: self.nin], args[self.nin :]
        if len(ins) < self.nin or len(outs) > self.nout:
            return self._numpy(*args, **kwargs)  # NumPy's own TypeError
        options = dict(kwargs)
        out = options.pop("out", None)
        if outs:
            if out is not None:
                raise TypeError(f"{self.__name__}: out is given by position and by name")
            out = (*outs, *(None,) * (self.nout - len(outs)))
        try:
            with on_mesh_of(*ins):
                return self._with_options([operand(a) for a in ins], out, options)
        except NotNumeric:
            given = options if out is None else {**options, "out": out}
            return declare.in_numpy(self._numpy, ins, given)

    def _with_options(self, ins: list[Any], out: Any, options: dict[str, Any]) -> Any:

        where = condition(options.pop("where", True))
        casting = options.pop("casting", "same_kind")
        loop = options.pop("signature", options.pop("sig", None))
        dtype = options.pop("dtype", None)
        options.pop("subok", None)
        check_order(options.pop("order", "K"))
        unknown = set(options) - ({"axes", "axis", "keepdims"} if self._core else set())
        if unknown:
            raise TypeError(
                f"{self.__name__}() got an unexpected keyword argument {min(unknown)!r}"
            )
        if out is not None and not isinstance(out, tuple):
            if self.nout > 1:
                raise TypeError(f"{self.__name__}: 'out' must be a tuple of {self.nout} arrays")
            out = (out,)
        if dtype is not None:
            if loop is not None:
                raise TypeError(f"{self.__name__}: either dtype or signature, not both")
            loop = (None,) * self.nin + (dtype,) * self.nout
        if loop is not None or casting != "same_kind":
            given = [type(a) if type(a) in _SCALARS else a.dtype for a in ins]
            given = [np.dtype(bool) if g is bool else g for g in given]
            asked: dict[str, Any] = {} if loop is None else {"signature": loop}
            found = self._numpy.resolve_dtypes(
                (*given, *(None,) * self.nout), casting=casting, **asked
            )
            ins = [
                array(a, d) if type(a) in _SCALARS else astype(a, d, copy=False)
                for a, d in zip(ins, found, strict=False)
            ]
        if not any(isinstance(a, Handle) for a in ins):
            ins[0] = array(ins[0])
        if self._core is None:
            result = self._call(*ins)
        else:
            self._core.check(ins)
            ins, placed = self._core.turned([array(a) for a in ins], **options)
            result = placed(self._call(*ins))
        if out is None and where is True:
            return result
        results = result if isinstance(result, tuple) else (result,)
        outs = (None,) * len(results) if out is None else out
        if len(outs) != len(results):
            raise ValueError(
                f"{self.__name__}: out has {len(outs)} arrays for {len(results)} results"
            )
        made = tuple(self._into(o, r, casting, where) for o, r in zip(outs, results, strict=True))
        return made if isinstance(result, tuple) else made[0]

    def _into(self, out: Any, result: Any, casting: str, where: Any) -> Any:
        if out is not None:
            name = f"ufunc '{self.__name__}'"
            return store(out, result, casting, name, where, broadcast=True)
        if where is True:
            return result
        # NumPy leaves the others as they are in fresh memory; here they are zero

        return choose(where, result, np.zeros((), result.dtype))

    def _elementwise(self, method: str) -> None:
        if self.nin != 2 or self.signature is not None or (self.nout > 1 and method != "outer"):
            raise ValueError(f"{method} only supports binary ufuncs of one result")

    def outer(self, a: Any, b: Any, /, **kwargs: Any) -> Any:
        """Apply the function to every pair of elements of two arrays."""
        self._elementwise("outer")
        try:
            with on_mesh_of(a, b):
                a, b = (x if isinstance(x, Handle) else array(operand(x)) for x in (a, b))
        except NotNumeric:
            return declare.in_numpy(self._numpy.outer, (a, b), kwargs)
        return self(reshape(a, a.shape + (1,) * b.ndim) if b.ndim else a, b, **kwargs)

    def reduce(
        self,
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: Any = None,
        keepdims: bool = False,
        initial: Any = np._NoValue,
        where: Any = True,
    ) -> Any:
        """Combine the elements along axes (the first by default, all for None)."""
        self._elementwise("reduce")
        options = _without_defaults(
            dtype=dtype, keepdims=keepdims or None, initial=initial, where=where
        )
        return self._method(
            self._numpy.reduce,
            self._reduced,
            (array, axis),
            options,
            out,
        )

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """Combine each element with those before it along an axis."""
        self._elementwise("accumulate")
        if isinstance(axis, tuple) and len(axis) == 1:
            (axis,) = axis
        options = _without_defaults(dtype=dtype)
        return self._method(self._numpy.accumulate, self._accumulated, (array, axis), options, out)

    def reduceat(
        self, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None
    ) -> Any:
        """Combine the elements of slices along an axis, in NumPy on the host."""
        self._elementwise("reduceat")
        options = _without_defaults(dtype=dtype)
        return self._method(self._numpy.reduceat, None, (array, indices, axis), options, out)

    def at(self, a: Any, indices: Any, b: Any = None, /) -> None:
        """Apply in place at indices, once for each time that one is repeated."""
        if self.nin > 1 and b is None:
            raise ValueError(f"{self.__name__}.at needs a second operand")
        given = () if b is None else (b,)
        if isinstance(a, np.ndarray):
            self._numpy.at(a, on_host(indices, True), *on_host(given, True, overrides))
            return
        if not isinstance(a, Handle):
            raise TypeError("first operand must be array")
        target: Any = a
        if a._read().on_host:
            changed = np.array(a._read().value)
            self._numpy.at(changed, on_host(indices, True), *on_host(given, True, overrides))
            target[...] = changed
        elif self._scatter is None or target.dtype.kind == "b":
            changed = np.array(target)
            why = "no device operation combines like this"
            declare.note_fall_back(self._numpy.at, (a,), why)
            self._numpy.at(changed, on_host(indices, True), *on_host(given, True, overrides))
            target[...] = changed
        else:
            value = operand(b)
            if self._numpy is np.subtract:
                # in the dtype of the target: that of the value may have no negative numbers
                value = -astype(array(value), target.dtype)
            scatter(a, indices, value, self._scatter)

    def _method(
        self,
        numpy_method: Callable[..., Any],
        ours: Callable[..., Any] | None,
        args: tuple[Any, ...],
        options: dict[str, Any],
        out: Any,
    ) -> Any:
        if isinstance(out, tuple):
            (out,) = out
        try:
            given, named = on_host(args, False, overrides), on_host(options, False)
            if out is not None:
                dtype = self._computed_in(np.asarray(given[0]).dtype, out, named)
                named = named | {"dtype": dtype}
            result = from_host(numpy_method(*given, **named))
            if observers.active:
                observers.recorded(f"{self.__name__}.{numpy_method.__name__}", True)
        except OnDevices:
            try:
                x = array(operand(args[0]))
                if out is not None or "dtype" in options:
                    options = options | {"dtype": self._computed_in(x.dtype, out, options)}
                result = None if ours is None else ours(x, *args[1:], **options)
            except NotNumeric:
                result = declare.in_numpy(numpy_method, args, options)
            if result is None:
                why = "" if ours is not None else "no device operation combines like this"
                result = declare.fall_back(numpy_method, args, options, why)
        return store(out, result, "unsafe", f"{self.__name__}.{numpy_method.__name__}")

    def _computed_in(self, kind: np.dtype, out: Any, options: dict[str, Any]) -> np.dtype:
        """Return the dtype in which NumPy combines elements of dtype `kind`.

        Raises
        ------
        TypeError
            If the ufunc does not know the dtype that is asked for.
        """
        asked = options.get("dtype")
        loop: dict[str, Any] = {} if asked is None else {"signature": (np.dtype(asked), None, None)}
        first = None if out is None or asked is not None else getattr(out, "dtype", None)
        return self.resolve_dtypes((first, kind, None), casting="unsafe", reduction=True, **loop)[1]

    def _reduced(
        self,
        x: Any,
        axis: Any,
        dtype: Any = None,
        keepdims: bool = False,
        initial: Any = np._NoValue,
        where: Any = True,
    ) -> Any:
        """Return the reduction on devices; None where there is none."""
        if self._reduction is None:
            return None
        if axis is None or (not x.ndim and type(axis) is int and axis in (0, -1)):
            axis = range(x.ndim)
        axes = normalize_axis_tuple(axis, x.ndim)
        identity = self.identity
        where = condition(where)
        if where is not True:
            if np.broadcast_shapes(where.shape, x.shape) != x.shape:
                raise ValueError(
                    f"{self.__name__}.reduce: a mask (where=) of shape {where.shape} does not "
                    f"broadcast to the shape {x.shape}"
                )
            # what changes nothing: the initial value comes on top, once
            fill = identity if identity is not None else initial
            if fill is None or fill is np._NoValue:
                raise ValueError(
                    f"reduction operation '{self.__name__}' does not have an identity, so to use "
                    "a where mask one has to specify 'initial'"
                )
            kind = self._computed_in(x.dtype, None, {"dtype": dtype})
            x = choose(where, astype(x, kind, copy=False), np.asarray(fill).astype(kind))
        if any(x.shape[a] == 0 for a in axes):
            if (initial is np._NoValue and identity is None) or initial is None:
                raise ValueError(
                    f"zero-size array to reduction operation {self.__name__} which has no identity"
                )
            shape = tuple(
                1 if d in axes else n for d, n in enumerate(x.shape) if keepdims or d not in axes
            )
            kind = self._numpy.reduce(np.ones(1, x.dtype), dtype=dtype).dtype
            first = np.asarray(identity) if initial is np._NoValue else _cast(initial, kind)
            return full(shape, first.astype(kind), dtype=kind, device=x.device)
        result = self._reduction(x, axes, dtype, keepdims)
        if initial is not np._NoValue and initial is not None:
            result = self._call(result, array(_cast(initial, result.dtype)))
        aliased = result is x or getattr(result, "_owner", None) is not None
        return copied(result) if aliased else result

    def _accumulated(self, x: Any, axis: int, dtype: Any = None) -> Any:
        """Return the accumulation on devices; None where there is none."""
        if self._accumulation is None:
            return None
        if not x.ndim:
            raise TypeError("cannot accumulate on a scalar")
        return self._accumulation(x, axis, dtype)


def _cast(number: Any, kind: np.dtype) -> np.ndarray:
    """Return a number in a dtype, cast as NumPy stores an element: cut where it is an integer's."""
    made = np.zeros((), kind)
    made[()] = on_host(number, True)
    return made


def _without_defaults(**options: Any) -> dict[str, Any]:
    if options.get("where") is True:
        del options["where"]
    return {k: v for k, v in options.items() if v is not None and v is not np._NoValue}


def _restore(numpy_ufunc: np.ufunc) -> Any:
    return UFUNCS[numpy_ufunc]


def apply_method(numpy_ufunc: np.ufunc, method: str, args: Any, kwargs: Any) -> Any:
    """Do what ``__array_ufunc__`` is asked for."""
    outs = kwargs.get("out") or ()
    if any(overrides(type(a)) for a in (*args, *(outs if isinstance(outs, tuple) else (outs,)))):
        return NotImplemented
    ours = UFUNCS.get(numpy_ufunc)
    if ours is not None:
        return (ours if method == "__call__" else getattr(ours, method))(*args, **kwargs)
    if method == "__call__" and numpy_ufunc.signature is None and not kwargs:
        return elementwise_on_host(numpy_ufunc, args)
    return declare.fall_back(getattr(numpy_ufunc, method), args, kwargs)
