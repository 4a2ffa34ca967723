"""The methods that `ShardedArray` has of ``numpy.ndarray``, beside views and conversions.

Most of NumPy's are its function of the same name, given the array: `complete` finds those that no
class has written. What NumPy has and this class refuses is in `REFUSED`, with the reason.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._functions import catalogue, docstrings
from sharray._functions.arguments import NotNumeric, check_order, dtype_named, numeric
from sharray._functions.declare import find, find_method, is_function, parameters_of
from sharray._functions.fallback import in_numpy
from sharray._functions.flat import Flat, put_flat
from sharray._functions.flavours import NUMERIC, NUMPY, Flavour, Pairs, as_array_api
from sharray._ops import data_types
from sharray._ops.sorting import keeps_order, sort_as_numpy
from sharray._record import host_operands, writes
from sharray._record.handles import Handle
from sharray._record.memory_layout import in_order

#: What the docstring of a method begins with that is a function.
CALLS = "Return ``sharray.numpy.{name}`` of the array, with the other arguments."

_bool = bool
catalogue.declare_missing()  # methods look functions up, whoever has made the array


def _function(numpy_function: Callable[..., Any]) -> Any:
    """Return the method that calls a function of the namespace with the array, its `a`."""
    name = numpy_function.__name__
    at = parameters_of(numpy_function).index("a")
    functions: dict[Flavour, Callable[..., Any]] = {}

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        function = functions.get(self._flavour)
        if function is None:
            function = functions[self._flavour] = find_method(numpy_function, self._flavour)
        if len(args) < at:  # what comes before it is given by name
            return function(*args, a=self, **kwargs)
        return function(*args[:at], self, *args[at:], **kwargs)

    method.__name__ = name
    method.__qualname__ = f"ShardedArray.{name}"
    if at == 0:
        method.__wrapped__ = numpy_function  # pyright: ignore[reportFunctionMemberAccess]
    else:
        given = list(inspect.signature(numpy_function).parameters.values())
        given.insert(0, given.pop(at).replace(name="self"))
        method.__signature__ = inspect.Signature(given)  # pyright: ignore[reportFunctionMemberAccess]
    method.__doc__ = docstrings.of(f"sharray.{method.__qualname__}") or CALLS.format(name=name)
    return method


class Methods(Handle):
    """The part of `ShardedArray` that holds NumPy's methods."""

    __slots__ = ()

    _flavour: Flavour

    def astype(
        self,
        dtype: Any,
        order: str = "K",
        casting: Any = "unsafe",
        subok: _bool = True,
        copy: _bool = True,
    ) -> Any:
        """Convert to another dtype, sharded as the array is.

        Parameters
        ----------
        dtype : dtype
            The new dtype.
        order : {"C", "F", "A", "K"}
            How NumPy would lay the result out, as in `copy`.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}
            Which conversions are allowed.
        subok : bool
            Has no meaning here: there are no subclasses.
        copy : bool
            Whether to copy also where the dtype stays.

        Returns
        -------
        array
            A ``numpy.ndarray`` where devices do not hold the dtype: objects, text, dates, records,
            extended precision, and bytes in another order than the machine's.

        Raises
        ------
        TypeError
            If the rule does not allow it, or the dtype is one that JAX has beside NumPy's
            (bfloat16), which `sharray.numpy` alone, and not while JAX traces, leaves to NumPy.
        """
        wanted = dtype_named(dtype)
        little = host_operands.little(self) if order == "K" else None
        if little is not None and wanted in NUMERIC:
            result: Any = little.astype(wanted, casting=casting, copy=copy)
            return self if result is little else self._flavour.computed(result)
        if not np.can_cast(self.dtype, wanted, casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {wanted!r} according to the rule "
                f"{casting!r}"
            )
        order = "K" if order is None else check_order(order)
        return in_order(self, order, partial(self._converted, wanted, order != "K", copy))

    def _converted(self, wanted: np.dtype, rows: bool, copy: bool, x: Any) -> Any:
        """Return an array of a dtype, in rows if it has to be; itself where that needs no copy."""
        values = None
        is_numpys = self._flavour is NUMPY
        if (
            is_numpys or (wanted in NUMERIC and not host_operands.in_other_hands())
        ) and policy.begins_on_host():
            values = host_operands.on_host((x,))
        if values is not None:
            if observers.active:
                observers.recorded("astype", True)
            host: Any = values[0].astype(wanted, "C" if rows else "K", copy=copy)
            if host is values[0]:
                return x
            return NUMPY.of_numpy(host) if is_numpys else self._flavour.computed(host)
        pairs: Pairs = []
        try:
            own = as_array_api(x, pairs)
            converted = data_types.astype(
                own, numeric(wanted), copy=copy or (rows and not x.flags.c_contiguous)
            )
        except NotNumeric as error:
            if wanted.isbuiltin == 2 and (not is_numpys or x._node().is_traced):
                raise TypeError(str(error)) from None  # JAX has it, and NumPy would fetch
            return in_numpy(np.astype, (x, wanted), {}, self._flavour)
        return self._flavour.result(converted, number=False, pairs=pairs)

    def conj(self, out: Any = None) -> Any:
        """Return the complex conjugate; the array itself if it is not complex.

        Parameters
        ----------
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions.
        """
        if out is None and self.dtype.kind != "c":
            return self
        return find(np.conjugate, self._flavour)(self, out=out)

    conjugate = conj

    # in place

    def sort(
        self,
        axis: int = -1,
        kind: Any = None,
        order: Any = None,
        *,
        stable: Any = None,
        descending: Any = None,
    ) -> None:
        """Sort along an axis, in place; NaNs come last in both orders.

        Elements move between the devices that the axis is sharded over.

        Parameters
        ----------
        axis : int
            The axis.
        kind, stable
            As in NumPy; whether equal elements keep their order, which zeros of two signs show.
        order
            Must be None: there are no fields.
        descending
            Whether the largest come first, from NumPy 2.5 on.
        """
        later = {} if descending is None else {"descending": descending}
        options = {"axis": axis, "kind": kind, "order": order, "stable": stable, **later}
        if host_operands.write_in_numpy(np.ndarray.sort, self, (self,), options) is None:
            return
        # NumPy raises what it raises for wrong options, and for those that it does not have yet
        np.empty(0, self.dtype).sort(kind=kind, order=order, stable=stable, **later)
        axis, stable = operator.index(axis), keeps_order(kind, stable)
        result = sort_as_numpy(self, axis=axis, descending=bool(descending), stable=stable)
        writes.assign(self, result)

    def partition(
        self, kth: Any, axis: int = -1, kind: Any = "introselect", order: Any = None
    ) -> None:
        """Bring the element at `kth` where it is when sorted, smaller ones before it, in place.

        On devices the array is sorted, which is one way of doing that.

        Parameters
        ----------
        kth : int or sequence of int
            Which elements.
        axis : int
            The axis.
        kind
            Must be "introselect".
        order
            Must be None: there are no fields.
        """
        given = self, kth, axis, kind, order
        if host_operands.write_in_numpy(np.ndarray.partition, self, given, {}) is None:
            return
        np.empty(1, self.dtype).partition(0, kind=kind, order=order)  # raises for wrong options
        along = self.shape[axis] if self.ndim else 1
        for k in np.atleast_1d(kth):
            if not -along <= operator.index(k) < along and along:
                raise ValueError(f"kth(={k}) out of bounds ({along})")
        self.sort(axis)

    def clip(self, min: Any = None, max: Any = None, out: Any = None, **kwargs: Any) -> Any:
        """Limit each element to an interval.

        Parameters
        ----------
        min, max : array_like, optional
            The limits, which broadcast with the array; None is no limit.
        out : array, optional
            Is written to.
        **kwargs
            Of ufuncs, as ``sharray.numpy.clip`` takes them.

        Returns
        -------
        array or number
            An array; in ``sharray.numpy`` a number, if it has no dimensions. `out`, if it
            is given.
        """
        return find(np.clip, self._flavour)(self, min, max, out=out, **kwargs)

    def fill(self, value: Any) -> None:
        """Set all elements to one value.

        Parameters
        ----------
        value : scalar
            A number, or an array without dimensions.
        """
        if isinstance(value, (list, tuple)):  # an error of NumPy's, if not a boolean
            one = np.empty(1, self.dtype)
            one.fill(value)
            value = one[0]
        if np.ndim(value):
            raise ValueError(
                f"fill: setting an array element with a sequence of shape {np.shape(value)}; "
                "assign to x[...] to broadcast"
            )
        array: Any = self
        array[...] = value

    def put(self, indices: Any, values: Any, mode: str = "raise") -> None:
        """Set the elements at indices of the flattened array; values are repeated if too few.

        Parameters
        ----------
        indices : array_like of int
            Where; of repeated ones the last counts.
        values : array_like
            What to write.
        mode : {"raise", "wrap", "clip"}
            What happens to indices out of range.
        """
        given = self, indices, values, mode
        if host_operands.write_in_numpy(np.ndarray.put, self, given, {}) is not None:
            put_flat(*given)

    @property
    def flat(self) -> Flat:
        """An iterator over the elements as a vector, which can be indexed and assigned to."""
        return Flat(self)

    @flat.setter
    def flat(self, value: Any) -> None:
        Flat(self)[...] = value

    @property
    def __numpy_dtype__(self) -> np.dtype:
        # else `numpy.empty(shape, x)` takes the dtype of x, and who meant to write to x does not
        raise TypeError("cannot construct a dtype from an array; x.dtype is its dtype")

    def __delitem__(self, key: Any) -> None:
        raise ValueError("cannot delete array elements")

    def __contains__(self, value: Any) -> _bool:
        return _bool((self == value).any())  # type: ignore[attr-defined]

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self


class Refused:
    """An attribute that is not there, and why. With ``__getattr__`` all attributes are slow."""

    def __init__(self, name: str, why: str) -> None:
        self._message = f"ShardedArray has no {name}: {why}"

    def __get__(self, instance: Any, owner: type) -> Any:
        raise AttributeError(self._message)


#: Attributes of ``numpy.ndarray`` that are not here -> why, and what to do instead.
REFUSED = {
    "__array_finalize__": "there are no subclasses of NumPy's array among arrays on devices",
    "__array_wrap__": "functions of NumPy give such arrays by __array_ufunc__ and "
    "__array_function__",
    "__array_priority__": "__array_ufunc__ decides which operator is called",
    "__setstate__": "an array is unpickled by a function; see __reduce__",
}
for _name, _why in REFUSED.items():
    setattr(Methods, _name, Refused(_name, _why))


def complete(cls: type) -> None:
    """Give a class the methods of NumPy's array that are functions of NumPy, if it lacks them."""
    for name in dir(np.ndarray):
        function: Any = getattr(np, name, None)
        if is_function(function) and "a" in parameters_of(function) and not hasattr(cls, name):
            setattr(cls, name, _function(function))
