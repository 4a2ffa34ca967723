"""The methods of ufuncs: reduce, accumulate, reduceat, outer and at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._core.direct import goes_direct
from sharray._core.operation import normalize_axes
from sharray._functions import fallback, rehearsal
from sharray._functions.arguments import (
    NotNumeric,
    OnDevices,
    array,
    condition,
    on_host,
    on_mesh_of,
    only,
    operand,
    store,
)
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour, Pairs, as_array_api
from sharray._ops.creation import full_like
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where as choose
from sharray._ops.indexing import scatter
from sharray._ops.manipulation import reshape
from sharray._ops.utility import any as any_of
from sharray._record import host_operands
from sharray._record.handles import Handle, is_numpys
from sharray._record.moves import copied
from sharray._record.operands import are_overriding, overrides
from sharray._record.record import PYTHON_SCALARS


def _fast_path(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that leaves calls without arrays of this library to NumPy's own."""
    name = method.__name__

    @functools.wraps(method)
    def public(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        if self._lane is not None and goes_direct(args, kwargs):
            return NUMPY.adopted(getattr(self._lane, name)(*args, **kwargs), args, kwargs)
        return method(self, *args, **kwargs)

    return public


def _cast_first(value: Any, dtype: np.dtype, how: str) -> bool:
    """Whether it makes no difference that a value is cast before it is combined, and not after."""
    if dtype.kind not in "iu":
        return True
    kinds = "iub" if how in ("add", "multiply") else ""
    return value.dtype.kind in kinds or np.can_cast(value.dtype, dtype) or _fits(value, dtype)


def _fits(value: Any, dtype: np.dtype) -> bool:
    """Whether a value is a whole number that a dtype of integers has."""
    if value.ndim or isinstance(value, Handle) or value.dtype.kind not in "iu":
        return False
    info = np.iinfo(dtype)
    return info.min <= int(value) <= info.max


class UfuncMethods:
    """The part of `ufunc` that holds its methods."""

    __name__: str
    _numpy: Any
    #: NumPy's own where calls without arrays of this library are its business
    _lane: Any
    _declared: Any
    _flavour: Flavour
    _call: Any
    _on_host: Callable[..., Any]
    nin: int
    nout: int
    identity: Any
    signature: str | None
    resolve_dtypes: Callable[..., Any]

    def _elementwise(self, method: str) -> None:
        if self.signature is not None:
            kind = TypeError if method == "outer" else RuntimeError  # as NumPy
            raise kind(f"{self.__name__} has no {method}: its signature is {self.signature}")
        if self.nin != 2 or (self.nout > 1 and method != "outer"):
            raise ValueError(f"{method} only supports binary ufuncs of one result")

    @_fast_path
    def outer(self, a: Any, b: Any, /, **kwargs: Any) -> Any:
        """Apply the function to every pair of elements of two arrays.

        Parameters
        ----------
        a, b : array_like
            The arrays; the dimensions of the first come first in the result.
        **kwargs
            What the function takes by keyword.

        Returns
        -------
        array or number
        """
        self._elementwise("outer")
        values = host_operands.as_numpy((a, b)) if policy.begins_on_host() else None
        if values is not None and not kwargs:
            return self._flavour.result(self._on_host(self._numpy.outer, *values))
        pairs: Pairs = []
        try:
            with on_mesh_of(a, b):
                x, y = (array(operand(as_array_api(v, pairs))) for v in (a, b))
        except NotNumeric:
            return fallback.in_numpy(self._numpy.outer, (a, b), kwargs, self._flavour)
        x = reshape(x, x.shape + (1,) * y.ndim) if y.ndim else x
        result = self._declared.of(ARRAY_API)(x, y, **kwargs)
        return self._flavour.result(result, pairs=pairs)

    @_fast_path
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
        """Combine the elements along axes.

        Parameters
        ----------
        array : array_like
            The array.
        axis : int, tuple of int or None
            Which axes are reduced, by default the first; None for all.
        dtype : dtype, optional
            Of the computation, and of the result.
        out : array, optional
            Where the result goes.
        keepdims : bool
            Whether the axes that are reduced stay, with length 1.
        initial : number, optional
            What the reduction begins with.
        where : array_like of bool
            Which elements count.

        Returns
        -------
        array or number
            An array, or a number. `out`, if it is given.
        """
        self._elementwise("reduce")
        options = _without_defaults(dtype=dtype, keepdims=keepdims, initial=initial, where=where)
        return self._method(
            self._numpy.reduce,
            self._reduced,
            (array, axis),
            options,
            out,
        )

    @_fast_path
    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """Combine each element with those before it along an axis.

        Parameters
        ----------
        array : array_like
            The array.
        axis : int
            Along which dimension.
        dtype : dtype, optional
            Of the computation, and of the result.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array, or a number. `out`, if it is given.
        """
        self._elementwise("accumulate")
        if isinstance(axis, tuple) and len(axis) == 1:
            (axis,) = axis
        options = _without_defaults(dtype=dtype)
        return self._method(self._numpy.accumulate, self._accumulated, (array, axis), options, out)

    @_fast_path
    def reduceat(
        self, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None
    ) -> Any:
        """Combine the elements of slices along an axis, in NumPy on the host.

        Parameters
        ----------
        array : array_like
            The array.
        indices : array_like of int
            Where each slice begins; it ends where the next one begins.
        axis : int
            Along which dimension.
        dtype : dtype, optional
            Of the computation, and of the result.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array, or a number. `out`, if it is given.
        """
        self._elementwise("reduceat")
        options = _without_defaults(dtype=dtype)
        return self._method(self._numpy.reduceat, None, (array, indices, axis), options, out)

    @_fast_path
    def at(self, a: Any, indices: Any, b: Any = np._NoValue, /) -> Any:
        """Apply in place at indices, once for each time that one is repeated.

        Parameters
        ----------
        a : array
            The array that is written to.
        indices : array_like of int, slice, or tuple of these
            Where.
        b : array_like, optional
            The second operand of functions that have two.
        """
        values = () if b is np._NoValue else (b,)
        if self.nin != 1 + len(values) or self.nout > 1:
            self._numpy.at(np.empty(0), [], *[np.empty(0) for _ in values])  # NumPy's own error
        if is_numpys(a):
            self._numpy.at(a, on_host(indices, True), *on_host(values, True, overrides))
            return None
        if not isinstance(a, Handle):
            if not overrides(type(a)):
                raise TypeError(f"{self.__name__}.at: first operand must be array")
            return self._numpy.at(a, indices, *values)  # its type says what that does
        if a._numpy() is not None:
            given = on_host(indices, True), *on_host(values, True, overrides)
            if host_operands.write_in_numpy(self._numpy.at, a, (a, *given), {}) is None:
                return None
        target: Any = as_array_api(a, [])
        how = self._declared.scatter
        if target._numpy() is None and how is not None and target.dtype.kind != "b":
            # of a number of Python all digits count, as they would in an array
            value = operand(np.asarray(b) if type(b) in PYTHON_SCALARS else as_array_api(b, []))
            if _cast_first(value, target.dtype, how):
                if self._numpy is np.subtract:
                    # in the dtype of the target: that of the value may have no negative numbers
                    value = -astype(array(value), target.dtype)
                scatter(target, as_array_api(indices, []), value, how)
                return None
        if target._numpy() is None:
            why = "no device operation combines like this"
            fallback.note_fall_back(self._numpy.at, (a,), why)
        changed = np.array(target)
        self._numpy.at(changed, on_host(indices, True), *on_host(values, True, overrides))
        target[...] = changed
        return None

    def _method(
        self,
        numpy_method: Callable[..., Any],
        ours: Callable[..., Any] | None,
        args: tuple[Any, ...],
        options: dict[str, Any],
        out: Any,
    ) -> Any:
        if out is not None and are_overriding(out):
            return numpy_method(*args, **options, out=out)
        if out is ...:  # a new array, also where that has no dimensions
            result = self._method(numpy_method, ours, args, options, None)
            return np.asarray(result) if isinstance(result, np.generic) else result
        if out is not None:
            out = only(out)
            if out is None:
                raise TypeError(f"{self.__name__}: out is a tuple of None")
        pairs: Pairs = []
        target = as_array_api(out, pairs)
        name = f"{self.__name__}.{numpy_method.__name__}"
        try:
            values, named = on_host(args, False, overrides), on_host(options, False)
        except OnDevices:
            values, named = None, {}
        if values is not None:
            if out is not None:
                dtype = self._computed_in(np.asarray(values[0]).dtype, out, named)
                named = named | {"dtype": dtype}
            result = self._on_host(numpy_method, *values, **named)
            if observers.active:
                observers.recorded(name, True)
            return self._flavour.result(store(target, result, "unsafe", name), pairs=pairs)
        first, *rest = (as_array_api(a, pairs) for a in args)
        options = as_array_api(options, pairs)
        try:
            x = array(operand(first))
            if ours is not None:
                named = {k: v for k, v in options.items() if k != "where"}
                rehearsal.method(numpy_method, x, *rest, **named)
            if out is not None or "dtype" in options:
                options = options | {"dtype": self._computed_in(x.dtype, out, options)}
            result = None if ours is None else ours(x, *rest, **options)
        except NotNumeric:
            result = fallback.in_numpy(numpy_method, args, options)
        if result is None:
            why = "" if ours is not None else "no device operation combines like this"
            result = fallback.fall_back(numpy_method, args, options, why)
        return self._flavour.result(store(target, result, "unsafe", name), pairs=pairs)

    def _computed_in(self, kind: np.dtype, out: Any, options: dict[str, Any]) -> np.dtype:
        """Return the dtype in which NumPy combines elements of dtype `kind`.

        Raises
        ------
        TypeError
            If the ufunc does not know the dtype that is asked for.
        """
        dtype = options.get("dtype")
        loop: dict[str, Any] = {} if dtype is None else {"signature": (np.dtype(dtype), None, None)}
        first = None if out is None or dtype is not None else getattr(out, "dtype", None)
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
        if self._declared.reduction is None:
            return None
        if axis is None or (not x.ndim and type(axis) is int and axis in (0, -1)):
            axis = tuple(range(x.ndim))
        axes = normalize_axes(axis, x.ndim)
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
            kind = self._numpy.reduce(np.ones(1, x.dtype), dtype=dtype).dtype
            first = np.asarray(identity) if initial is np._NoValue else _cast(initial, kind)
            nothing = any_of(x, axis=axes, keepdims=bool(keepdims))
            return full_like(nothing, first.astype(kind), dtype=kind)
        result = self._declared.reduction(x, axes, dtype, bool(keepdims))
        if initial is not np._NoValue and initial is not None:
            result = self._call(result, array(_cast(initial, result.dtype)))
        aliased = result is x or getattr(result, "_base", None) is not None
        return copied(result) if aliased else result

    def _accumulated(self, x: Any, axis: int, dtype: Any = None) -> Any:
        """Return the accumulation on devices; None where there is none."""
        if self._declared.accumulation is None:
            return None
        if not x.ndim:
            raise TypeError("cannot accumulate on a scalar")
        return self._declared.accumulation(x, 0 if axis is None else axis, dtype)


def _cast(number: Any, kind: np.dtype) -> np.ndarray:
    """Return a number in a dtype, cast as NumPy stores an element: cut where it is an integer's."""
    result = np.zeros((), kind)
    result[()] = on_host(number, True)
    return result


#: Of the parameters of methods; None is a value of `where` (nothing) and of `initial` (no number).
_DEFAULTS = {"dtype": None, "keepdims": False, "initial": np._NoValue, "where": True}


def _without_defaults(**options: Any) -> dict[str, Any]:
    given = {k: v for k, v in options.items() if v is not np._NoValue}
    return {k: v for k, v in given.items() if v is not _DEFAULTS[k]}
