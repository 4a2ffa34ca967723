"""Between what NumPy functions take and arrays of this library."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import jax
import numpy as np
from jax.core import Tracer
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import observers
from sharray._core.node import host
from sharray._core.placement import get_mesh, use_mesh
from sharray._core.settings import options
from sharray._engine import transfer
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where as choose
from sharray._ops.manipulation import broadcast_to, reshape, stack
from sharray._record import handles, writes
from sharray._record.handles import Handle, is_numeric
from sharray._record.operands import overrides
from sharray._record.record import mesh_of

#: Types of arguments that hold no array, looked up before anything else.
_PLAIN = frozenset(
    [type(None), bool, int, float, complex, str, bytes, slice, type, type(...), np.dtype]
)


class NotNumeric(TypeError):
    """An argument has a dtype that devices do not hold: NumPy takes over."""


class OnDevices(Exception):
    """An argument lies on devices, or is too large to be a value on the host."""


def array(value: Any, dtype: Any = None) -> Any:
    """Return an array-like as a ShardedArray; one already is returned as it is.

    Raises
    ------
    NotNumeric
        If its dtype, or the one asked for, cannot live on devices.
    """
    if isinstance(value, Handle):
        if dtype is None or value.dtype == dtype:
            return value

        return astype(value, numeric(dtype))
    if dtype is not None:
        dtype = numeric(dtype)
    if isinstance(value, jax.Array):
        return array(handles.wrap_array(handles.from_jax(value)), dtype)
    if isinstance(value, (list, tuple)) and holds_arrays(value):
        return array(_stacked(value), dtype)
    made = handles.made_by(value)
    if made is not None:
        return array(made, dtype)
    found = np.asarray(value, dtype)
    if not is_numeric(found.dtype):
        raise NotNumeric(
            f"dtype {found.dtype} cannot live on devices; keep such data in a numpy.ndarray"
        )
    return handles.wrap_array(handles.from_numpy(found))


def line(a: Any, axis: Any) -> tuple[Any, int]:
    """Return an array and the axis to work along; None is for the flattened array."""
    x = array(a)
    return (reshape(x, (-1,)), 0) if axis is None else (x, normalize_axis_index(axis, x.ndim))


def keeps(keepdims: Any) -> bool:
    """Whether ``keepdims=``, which may not have been given, asks for reduced axes to stay."""
    return keepdims is not np._NoValue and bool(keepdims)


def dtype_named(dtype: Any) -> np.dtype:
    """Return what NumPy takes for a dtype.

    Raises
    ------
    TypeError
        If it is the class of arrays, which NumPy would take for that of any objects.
    """
    if isinstance(dtype, type) and issubclass(dtype, Handle):
        raise TypeError(
            f"{dtype.__name__} is no dtype; that of an array x, or a number, is x.dtype"
        )
    return np.dtype(dtype)


def numeric(dtype: Any) -> np.dtype:
    """Return a dtype that devices can hold.

    Raises
    ------
    NotNumeric
        If they cannot.
    """
    found = dtype_named(dtype)
    if not is_numeric(found) or not found.isnative:
        raise NotNumeric(f"dtype {found} cannot live on devices")
    return found


def operand(value: Any) -> Any:
    """Return a Python number as it is, which promotes weakly, and all else as a ShardedArray.

    Raises
    ------
    NotNumeric
        If it is not one of numbers, or its type says itself what ufuncs do with it.
    """
    kind = type(value)
    if isinstance(value, Handle) or kind in (bool, int, float, complex):
        return value
    if overrides(kind) or isinstance(value, np.ma.MaskedArray):
        raise NotNumeric(f"{kind.__name__} has ufuncs of its own")
    return array(value)


def holds_arrays(value: list[Any] | tuple[Any, ...]) -> bool:
    """Whether an array of this library is somewhere in nested sequences."""
    return any(
        isinstance(v, Handle)
        or (holds_arrays(v) if isinstance(v, (list, tuple)) else handles.made_by(v) is not None)
        for v in value
    )


def _stacked(value: list[Any] | tuple[Any, ...]) -> Any:
    try:
        return array(np.asarray(on_host(value, False)))
    except OnDevices:
        pass
    parts = [array(v) for v in value]
    shapes = {p.shape for p in parts}
    if len(shapes) > 1:
        raise ValueError(
            "setting an array element with a sequence: the elements have the shapes "
            + ", ".join(map(str, sorted(shapes)))
        )
    return stack(parts)


def nobody(kind: type) -> bool:
    """No type says itself what is done with it."""
    return False


def on_host(value: Any, fetch: bool, theirs: Callable[[type], bool] = nobody) -> Any:
    """Return an argument with NumPy arrays in the place of arrays of this library.

    Parameters
    ----------
    value
        An array, or whatever else is given to a function.
    fetch
        Whether arrays on devices are fetched.
    theirs
        Which types say themselves what is done with them: NumPy gets their objects as they are,
        of all others the arrays that they make of themselves.

    Raises
    ------
    OnDevices
        If an array lies on devices and is not to be fetched, or is too large for the host.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, Handle):
        expr = value._expr if value._owner is None else value._read()
        if expr.on_host:
            return expr.value
        if not fetch:
            raise OnDevices
        fetched = transfer.to_numpy(expr).view()
        fetched.flags.writeable = False  # NumPy must not write to what nobody would see
        return fetched
    if kind is np.ndarray:
        if not fetch and value.size >= options.host_threshold and is_numeric(value.dtype):
            raise OnDevices
        return value
    if kind is list or kind is tuple:
        if not fetch and len(value) >= max(options.host_threshold, 1):
            raise OnDevices
        return kind([on_host(v, fetch, theirs) for v in value])
    if kind is dict:
        return {k: on_host(v, fetch, theirs) for k, v in value.items()}
    if isinstance(value, jax.Array):
        if not fetch and isinstance(value, Tracer):
            raise OnDevices
        return np.asarray(value)
    if theirs(kind):
        return value
    made = handles.made_or_given(value)
    return value if made is value else on_host(made, fetch)


def on_mesh_of(*values: Any) -> AbstractContextManager[Any]:
    """Return a ``with`` block in which new arrays go to the mesh of the first array there is.

    NumPy's arrays have no place of their own, so they join the others where these lie.
    """
    mesh = mesh_of(values)
    return nullcontext() if mesh is None or mesh == get_mesh() else use_mesh(mesh)


def has_array(arguments: Any) -> bool:
    """Whether there is an array, or a sequence to be made one, among the arguments."""
    return any(isinstance(a, (Handle, np.ndarray, list, tuple, jax.Array)) for a in arguments)


def from_host(value: Any, scalars: bool = True) -> Any:
    """Return NumPy's result with arrays of this library; what is not numeric stays NumPy's.

    Parameters
    ----------
    value
        An array, a scalar, or tuples, lists and dicts of them.
    scalars
        Whether NumPy's scalars become results without dimensions, too.
    """
    kind = type(value)
    if kind is np.ndarray and is_numeric(value.dtype) and value.dtype.isnative:
        if value.size < options.host_threshold and value.flags.owndata:
            return handles.wrap_array(host(value))
        return handles.wrap_array(handles.from_numpy(value))
    if isinstance(value, np.ndarray):
        if observers.active:
            observers.fell_back(f"an array of {value.dtype}", value.nbytes)
        return value
    if isinstance(value, np.generic):
        if not scalars or not is_numeric(value.dtype):
            return value
        if options.host_threshold:
            return handles.wrap(host(value))
        return handles.wrap(handles.from_numpy(np.asarray(value)))
    if isinstance(value, tuple):
        made = [from_host(v, scalars) for v in value]
        return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
    if kind is list:
        return [from_host(v, scalars) for v in value]
    return value


def check_order(order: Any) -> None:
    """Raise ValueError for a memory order that NumPy does not know; all arrays are in C order."""
    if order not in ("K", "A", "C", "F", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")


def condition(where: Any) -> Any:
    """Return a mask as an array of booleans, or True.

    Raises
    ------
    TypeError
        If it is an array of another dtype.
    """
    if where is True:
        return True
    if not isinstance(where, (Handle, np.ndarray, np.generic, jax.Array)):
        return array(where, bool)
    mask = array(where)
    if mask.dtype.kind != "b":
        raise TypeError(
            f"Cannot cast array data from {mask.dtype} to bool according to the rule 'safe': a "
            "mask (where=) is of booleans"
        )
    return mask


def store(
    out: Any, value: Any, casting: str, name: str, where: Any = True, *, broadcast: bool = False
) -> Any:
    """Write a result to the array given as `out`, and return that.

    Where there is no `out`, a result without dimensions is a number.

    Parameters
    ----------
    broadcast
        Whether `out` may have more elements than the result, as that of a ufunc may.

    Raises
    ------
    TypeError
        If `out` is no array, or the dtypes do not cast by the rule.
    ValueError
        If the shapes do not agree.
    """
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(f"{name}: out has {len(out)} arrays for one result")
        (out,) = out
    if out is None:
        number = isinstance(value, Handle) and not value.shape and not value._scalar
        return handles.wrap(value._read()) if number else value
    if not isinstance(out, (Handle, np.ndarray)):
        raise TypeError(f"{name}: out must be an array, not {type(out).__name__}")
    if isinstance(out, Handle) and out._scalar:
        raise TypeError(f"{name}: out must be an array, and not a number that a function gave")
    target: Any = out
    if not np.can_cast(value.dtype, target.dtype, casting):  # type: ignore[arg-type]
        raise TypeError(
            f"cannot cast {name} output from {value.dtype} to {target.dtype} with casting rule "
            f"'{casting}'"
        )
    if value.shape != target.shape and not (broadcast and _broadcasts(value.shape, target.shape)):
        raise ValueError(
            f"{name}: out has the shape {target.shape}, the result the shape {value.shape}"
        )
    if isinstance(out, np.ndarray):
        np.copyto(out, np.asarray(value), casting="unsafe", where=on_host(where, True))
        return out
    made = astype(broadcast_to(value, target.shape), target.dtype, copy=False)
    if where is not True:
        made = choose(array(where), made, target)
    writes.assign(target, made, True)
    return out


def _broadcasts(shape: tuple[int, ...], larger: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, larger) == larger
    except ValueError:
        return False
